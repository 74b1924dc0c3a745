"""Defaults of a position that was written by hand: its round, and the places of pieces."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import numpy as np

from got_env.btwixt.phases.seasons import EVENTS_AT_SETUP
from got_env.btwixt.position.cards import cards_of_game, first_season_of
from got_env.btwixt.rules.options import Option
from got_env.btwixt.rules.table import RULES
from got_env.btwixt.rules.vocabulary import EVENT_CARDS, NONE, NUM_ALLIES, Season, Step
from got_env.btwixt.views.knowledge import HIDDEN
from got_env.btwixt.words.names import bits, members


def usual_word(s: Any, name: str) -> str:
    """The step of play, the first season."""
    return (Step.PLAY if name == "step" else Season(first_season_of(s))).name.lower()


def usual_number(s: Any, name: str, empty: int) -> int:
    """The first round of the season; as many rounds left as follow from the round."""
    if name not in ("round_no", "rounds_left") or s["step"] == Step.CHOOSE_LEADERS:
        return empty
    rounds = int(RULES[s["ruleset"]]["rounds"])
    before = rounds * (int(s["season"]) - first_season_of(s))
    if name == "round_no":
        return before + int(s["step"] > Step.REVEAL)
    return max(0, min(rounds, before + rounds - int(s["round_no"])))


def lay_cards(s: Any, given: Collection[str]) -> None:
    """Lay influence cards that are nowhere where they usually are.

    White cards wait beside their leaders, event cards are set aside, all others are in the deck,
    face down; in hands there are as many of them as the hands have cards that nobody named.

    Args:
        s: the record; its hands, piles and other zones were read.
        given: fields of the position.
    """
    rules, clash = RULES[s["ruleset"]], bool(s["options"][Option.CLASH_DRAFT])
    left = cards_of_game(s) - _placed(s)
    if "own" not in given and s["options"][Option.ADVANCED] and not clash:
        waiting = left & set(members(rules["whites"]))
        _include(s["own"], waiting)
        for p in range(int(s["num_players"])):
            whites = members(rules["leader_whites"][s["leader"][p]])
            s["own_n"][p] = len(waiting.intersection(whites))
        left -= waiting
    if "aside" not in given and not s["options"][Option.ADVANCED] and not clash:
        events = left & set(members(rules["events"]))
        _include(s["aside"], events)
        left -= events
    if "influence_deck" not in given:
        unnamed = 0
        for zone in ("hand", "picked"):
            unnamed += int(s[f"{zone}_n"].sum()) - sum(len(members(words)) for words in s[zone])
        s["deck_n"] = max(0, len(left) - unnamed - _unknown_aside(s))
        s["deck"][: int(s["deck_n"])] = HIDDEN


def _unknown_aside(s: Any) -> int:
    """Event cards that are set aside in an advanced game, if it is not known which."""
    options, rules = s["options"], RULES[s["ruleset"]]
    if not options[Option.ADVANCED] or options[Option.CLASH_DRAFT] or s["aside"].any():
        return 0
    if options[Option.SHORT] and options[Option.SHORT_EVENTS]:
        return EVENT_CARDS - int(EVENTS_AT_SETUP[int(s["num_players"])])
    return EVENT_CARDS - int(rules["events_added"][first_season_of(s) : int(s["season"])].sum())


def _placed(s: Any) -> set[int]:
    """Influence cards whose place is named."""
    found = {int(s["flight"]), *s["deck"][: int(s["deck_n"])].tolist()}
    for zone in ("discards", "gone", "own", "aside"):
        found.update(members(s[zone]))
    for zone in ("hand", "picked", "pile"):
        found.update(card for words in s[zone] for card in members(words))
    return found


def _include(zone: Any, cards: Collection[int]) -> None:
    for card in cards:
        zone[card >> 6] |= np.int64(1 << (card & 63))


def stack_allies(s: Any) -> None:
    """All allies that are nowhere else lie in the deck, face down."""
    lying = {int(s["current"]), *bits(s["dead"])}
    lying.update(ally for council in s["council"] for ally in bits(council))
    for name in ("row", "peek"):
        lying.update(s[name][: int(s[f"{name}_n"])].tolist())
    s["ally_deck_n"] = NUM_ALLIES - len(lying - {NONE, HIDDEN})
    s["ally_deck"][: int(s["ally_deck_n"])] = HIDDEN
