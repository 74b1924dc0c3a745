"""Change everything a player cannot know, by means of its own.

Nothing here comes from the modules that hide or redeal, so that a fault they share is found. What
is secret is said once more, from the rules: section 29 and part D of the ledger.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from got_env.westeros.rules.table import RULES
from got_env.westeros.rules.vocabulary import NONE, NUM_TRACKS, Track

SECRETS = (
    "rng",
    "deck",
    "wild_deck",
    "wild_known",
    "order",
    "placed",
    "bid",
    "card",
    "tides",
    "tides_rejected",
    "tides_deck",
)
"""Fields that are secret at some time for somebody."""


def scrambled(states: Any, viewer: int, rng: np.random.Generator) -> Any:
    """A copy ``(1,)`` in which all that seat ``viewer`` does not know may be different."""
    other = states.copy()
    s = other[0]
    s["rng"] = rng.integers(1, 2**32, size=4)
    _westeros_decks(s, rng)
    _wildling_deck(s, viewer, rng)
    if not s["orders_open"]:
        _orders(s, viewer, rng)
    if not s["bids_open"]:
        _bids(s, viewer, rng)
    if s["fight"]:
        _cards(s, viewer, rng)
    _tides(s, viewer, rng)
    return other


def _permuted(values: Any, rng: np.random.Generator) -> Any:
    return values[rng.permutation(len(values))]


def _westeros_decks(s: Any, rng: np.random.Generator) -> None:
    for deck in range(NUM_TRACKS):
        drawn = int(s["deck_pos"][deck])
        s["deck"][deck, drawn:] = _permuted(s["deck"][deck, drawn:], rng)


def _wildling_deck(s: Any, viewer: int, rng: np.random.Generator) -> None:
    """Move unknown cards about; who else knows which of them is not shown to anyone either."""
    # Places without a card lie behind the others: games differ in how many cards they have.
    cards = int((s["wild_deck"] != NONE).sum())
    deck, knowing = s["wild_deck"][:cards], s["wild_known"][:cards]
    known = knowing >> viewer & 1 == 1
    deck[~known] = _permuted(deck[~known], rng)
    others = ((1 << int(s["num_players"])) - 1) & ~(1 << viewer)
    noise = rng.integers(0, 64, size=cards) & others
    knowing[:] = noise | np.where(known, 1 << viewer, 0)


def _orders(s: Any, viewer: int, rng: np.random.Generator) -> None:
    """Other houses hold other tokens, as the stars and the bans allow."""
    rules = RULES[s["ruleset"]]
    usable = [t for t in range(len(rules["order_tokens"])) if not int(s["banned"]) >> t & 1]
    normal = [t for t in usable if not rules["order_special"][t]]
    special = [t for t in usable if rules["order_special"][t]]
    for seat in range(int(s["num_players"])):
        areas = np.flatnonzero((s["order_seat"] == seat) & (s["order"] != NONE))
        if seat == viewer or not len(areas):
            continue
        court = s["track"][Track.KINGS_COURT].tolist().index(seat)
        stars = min(int(rules["stars"][court]), len(special))
        tokens = np.repeat(normal, rules["order_tokens"][normal])
        tokens = np.concatenate([tokens, _permuted(np.array(special, dtype=int), rng)[:stars]])
        chosen = _permuted(tokens.astype(int), rng)[: len(areas)]
        s["order"][areas] = chosen
        s["placed"][seat] = np.bincount(chosen, minlength=len(rules["order_tokens"]))


def _bids(s: Any, viewer: int, rng: np.random.Generator) -> None:
    for seat in range(int(s["num_players"])):
        if seat != viewer and s["bid"][seat] != NONE:
            s["bid"][seat] = rng.integers(0, int(s["power"][seat]) + 1)


def _cards(s: Any, viewer: int, rng: np.random.Generator) -> None:
    for side in range(2):
        seat = int(s["fighter"][side])
        if seat != viewer and not s["cards_open"] and s["card"][side] != NONE:
            hand = [slot for slot in range(7) if int(s["hand"][seat]) >> slot & 1]
            s["card"][side] = rng.choice(hand)


def _tides(s: Any, viewer: int, rng: np.random.Generator) -> None:
    """Cards of the other side, a rejected one of the other side, and all that was not drawn."""
    seen = [seat == viewer or bool(s["tides_open"]) for seat in s["fighter"].tolist()]
    kept = [int(s["tides"][i]) for i in range(2) if s["fight"] and seen[i] and s["tides"][i] >= 0]
    holder = int(s["track"][Track.FIEFDOMS, 0])
    if s["fight"] and s["tides_rejected"] != NONE and holder == viewer:
        kept.append(int(s["tides_rejected"]))
    deck = s["tides_deck"].tolist()
    for card in kept:
        deck.remove(card)
    rest = _permuted(np.array(deck), rng).tolist()
    s["tides_deck"] = _permuted(np.array(kept + rest), rng)
    if not s["fight"]:
        return
    for side in range(2):
        if s["tides"][side] != NONE and not seen[side]:
            s["tides"][side] = rest.pop()
    if s["tides_rejected"] != NONE and holder != viewer:
        s["tides_rejected"] = rest.pop()
