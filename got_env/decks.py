"""Games that start with decks in a given order, as at a real table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from got_env.core.game import Game, States

Decks = Mapping[str, Sequence[str | None]]


def start_with_decks(
    game: Game,
    players: int,
    seed: int,
    options: Mapping[str, object] | None,
    decks: Decks | None,
) -> States:
    """A game ``(1,)`` at its first decision, with decks in a given order.

    Args:
        game: what is played.
        players: number of players.
        seed: of the decks that are not given, of their cards that are None, and of all later
            shuffles.
        options: options of the game.
        decks: cards by the name of the deck, next first, as in a position.

    Raises:
        ValueError: for a bad argument or deck; names the deck and the card.
    """
    states = game.start(1, players, seed, options)
    if not decks:
        return states
    known = game.positions.decks
    position = game.positions.write(states, 0)
    for name, cards in decks.items():
        if name not in known:
            expected = ", ".join(known) or "none, as the game has no decks"
            raise ValueError(f"decks: unknown deck {name!r:.60}: expected {expected}")
        *path, last = known[name]
        place = position
        for key in path:
            place = place[key]
        place[last] = list(cards)
    return game.positions.read(position, seed)


def decks_of(game: Game, states: States) -> dict[str, tuple[str, ...]]:
    """Cards of every deck by its name, next first, of a game that has just begun.

    Decks that its options leave out are not among them.
    """
    position = game.positions.write(states, 0)
    decks = {}
    for name, path in game.positions.decks.items():
        place: Any = position
        for key in path:
            place = place.get(key, ())
        if place:
            decks[name] = tuple(place)
    return decks
