"""Alliance cards: decks, who holds what, and permanent alliances."""

from __future__ import annotations

from typing import Any

from got_env.core.fields import Field
from got_env.westeros.facts.facts import Houses
from got_env.westeros.rules.table import RULES
from got_env.westeros.rules.vocabulary import (
    ALLIANCE_DECK_SIZE,
    NONE,
    NUM_ALLIANCE_CARDS,
    NUM_ALLIANCE_DECKS,
)
from got_env.westeros.views.knowledge import HIDDEN

Record = Any


def write_alliances(s: Record, houses: Houses) -> dict[str, Any]:
    """Alliance cards as plain data.

    ``decks``; ``held``: the cards of each house; ``used``: cards whose use of the round is spent;
    ``permanent``: the permanent ally of each deck that has one.
    """
    words, decks = houses.facts.alliance_words, houses.facts.deck_words
    held = {
        house: [words[c] for c in range(NUM_ALLIANCE_CARDS) if s["ally_owner"][c] == p]
        for p, house in enumerate(houses)
    }
    used = [words[c] for c in range(NUM_ALLIANCE_CARDS) if s["ally_used"][c]]
    permanent = {
        deck: houses[int(s["permanent"][d])]
        for d, deck in enumerate(decks)
        if s["permanent"][d] != NONE
    }
    return {
        "decks": {deck: _write_deck(s, d, words) for d, deck in enumerate(decks)},
        "held": {house: cards for house, cards in held.items() if cards},
        **({"used": used} if used else {}),
        **({"permanent": permanent} if permanent else {}),
    }


def _write_deck(s: Record, d: int, words: tuple[str, ...]) -> dict[str, Any]:
    """A deck as plain data.

    ``cards`` from the top, null where it is not known which; ``face_up``: the top lies open;
    ``seen``: so many at the bottom were put there before all eyes.
    """
    count = int(s["ally_count"][d])
    cards = [None if c == HIDDEN else words[int(c)] for c in s["ally_deck"][d, :count]]
    entry: dict[str, Any] = {"cards": cards}
    if s["ally_face"][d]:
        entry["face_up"] = True
    if s["ally_known"][d]:
        entry["seen"] = int(s["ally_known"][d])
    return entry


def read_alliances(document: Field, s: Record, houses: Houses) -> None:
    """Set them; left out, they are as at the set-up.

    Decks that are left out lie in an unknown order.
    """
    alliances = document.get("alliances")
    if alliances is None:
        return
    if houses.facts.alliances is None:
        alliances.complain("the game has no Alliance cards")
    alliances.known(("decks", "held", "used", "permanent"))
    words, decks = houses.facts.alliance_words, houses.facts.deck_words
    _read_held(alliances, s, houses)
    s["ally_used"] = 0
    used = alliances.get("used")
    for card in used.elements(NUM_ALLIANCE_CARDS) if used is not None else ():
        c = card.word(words)
        if s["ally_owner"][c] == NONE:
            card.complain(f"nobody holds {card.value}")
        s["ally_used"][c] = 1
    given = alliances.get("decks")
    entries = {d: entry for d, entry in given.entries(decks, "deck")} if given is not None else {}
    for d in range(NUM_ALLIANCE_DECKS):
        _read_deck(entries.get(d), s, d, words)
    _check_places(alliances, s, houses)
    _read_permanent(alliances, s, houses)


def _read_held(alliances: Field, s: Record, houses: Houses) -> None:
    s["ally_owner"] = NONE
    held = alliances.get("held")
    for p, cards in held.entries(houses, "house") if held is not None else ():
        for card in cards.elements(NUM_ALLIANCE_CARDS):
            c = card.word(houses.facts.alliance_words)
            if s["ally_owner"][c] != NONE:
                card.complain(f"{houses[int(s['ally_owner'][c])]} holds {card.value} already")
            s["ally_owner"][c] = p


def _read_deck(entry: Field | None, s: Record, d: int, words: tuple[str, ...]) -> None:
    own = range(d * ALLIANCE_DECK_SIZE, (d + 1) * ALLIANCE_DECK_SIZE)
    s["ally_deck"][d] = NONE
    s["ally_face"][d] = 0
    s["ally_known"][d] = 0
    if entry is None:
        s["ally_count"][d] = sum(s["ally_owner"][c] == NONE for c in own)
        s["ally_deck"][d, : int(s["ally_count"][d])] = HIDDEN
        return
    entry.known(("cards", "face_up", "seen"))
    cards = entry.need("cards").elements(ALLIANCE_DECK_SIZE)
    s["ally_count"][d] = len(cards)
    for i, card in enumerate(cards):
        s["ally_deck"][d, i] = card.word_or_null(words[own[0] : own[-1] + 1], HIDDEN)
        if s["ally_deck"][d, i] != HIDDEN:
            s["ally_deck"][d, i] += own[0]
    face, seen = entry.get("face_up"), entry.get("seen")
    s["ally_face"][d] = face is not None and face.flag()
    s["ally_known"][d] = 0 if seen is None else seen.integer(0, len(cards))
    if s["ally_face"][d] and not cards:
        entry.need("face_up").complain("the deck is empty")


def _check_places(alliances: Field, s: Record, houses: Houses) -> None:
    """Refuse cards that are nowhere or in two places."""
    words, decks = houses.facts.alliance_words, houses.facts.deck_words
    for d, deck in enumerate(decks):
        known = [int(c) for c in s["ally_deck"][d] if c not in (NONE, HIDDEN)]
        own = range(d * ALLIANCE_DECK_SIZE, (d + 1) * ALLIANCE_DECK_SIZE)
        held = [c for c in own if s["ally_owner"][c] != NONE]
        for c in own:
            if known.count(c) + (c in held) > 1:
                where = "in the deck twice" if c not in held else "in the deck and held"
                alliances.complain(f"decks.{deck}: {words[c]} is {where}")
        total = int(s["ally_count"][d]) + len(held)
        if total != ALLIANCE_DECK_SIZE:
            alliances.complain(
                f"decks.{deck}: {s['ally_count'][d]} cards and {len(held)} held: expected "
                f"{ALLIANCE_DECK_SIZE} in all"
            )


def _read_permanent(alliances: Field, s: Record, houses: Houses) -> None:
    s["permanent"] = NONE
    permanent = alliances.get("permanent")
    decks = houses.facts.deck_words
    for d, house in permanent.entries(decks, "deck") if permanent is not None else ():
        if not RULES[s["ruleset"]]["lasting"][d]:
            house.complain(f"{decks[d]} cannot be a permanent ally")
        s["permanent"][d] = house.word(houses)
