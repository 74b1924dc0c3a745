"""Context of an open decision, and briefing of a person, as plain data."""

from __future__ import annotations

from functools import cache
from typing import Any

from got_env.btwixt.facts.facts import Facts
from got_env.btwixt.rules.frames import LEFT, PHASE, ROW, SOURCE, YOU
from got_env.btwixt.rules.table import RULES
from got_env.btwixt.rules.vocabulary import ALLY_SOURCE, NONE, Col, Operation, Phase, Season
from got_env.btwixt.views.observation import OF_EFFECT
from got_env.btwixt.words.names import facts_behind, seat_name, seats_of
from got_env.btwixt.words.notation import top_frame
from got_env.core.game import States

REVEALING = (
    "rng",
    "hand_n",
    "hand",
    "known",
    "current",
    "ally_deck_n",
    "ally_known",
    "peek_n",
    "token_known",
    "over",
    "pick_no",
)
"""Fields that change whenever something is drawn, looked at or turned up."""


def context(states: States, row: int) -> dict[str, Any]:
    """Context of the open decision of a record; empty when the game is over."""
    frame = top_frame(states, row)
    if frame is None:
        return {}
    s = states[row]
    facts = facts_behind(s)
    told: dict[str, Any] = {
        "round": int(s["round_no"]),
        "season": Season(int(s["season"])).name.lower(),
    }
    if s["current"] != NONE and s["claimed"] == NONE:
        told["current"] = facts.ally_ids[int(s["current"])]
    if not OF_EFFECT[frame[PHASE]]:
        return told
    if frame[YOU] != NONE:
        told["you"] = seat_name(frame[YOU])
    if frame[ROW] != NONE:
        effect = RULES[s["ruleset"]]["effect"][frame[ROW]]
        told["operation"] = Operation(int(effect[Col.OPERATION])).name.lower()
        told["source"] = source_name(facts, frame[SOURCE])
        if frame[PHASE] in (Phase.CARD, Phase.ALLY):
            told["left"] = frame[LEFT]
    elif frame[SOURCE] >= ALLY_SOURCE:
        told["ally"] = source_name(facts, frame[SOURCE])
    return told


def source_name(facts: Facts, source: int) -> str:
    """Card or ally on which an effect is printed."""
    if source >= ALLY_SOURCE:
        return facts.ally_ids[source - ALLY_SOURCE]
    return facts.kind_ids[facts.cards[source]]


def reveals(before: States, after: States, row: int) -> bool:
    """True if a step from one record to the other has shown somebody what was hidden."""
    return any((before[name][row] != after[name][row]).any() for name in REVEALING)


@cache
def card_facts(facts: Facts) -> dict[str, dict[str, Any]]:
    """Every influence card by id: value, colour and text."""
    return {
        card.id: {"value": card.value, "color": card.color, "text": card.ability or ""}
        for card in facts.kinds.values()
    }


@cache
def ally_facts(facts: Facts) -> dict[str, dict[str, Any]]:
    """Every ally by id: power and text."""
    return {
        ally.id: {"power": ally.power, "text": ally.ability or ""} for ally in facts.allies.cards
    }


def briefing(states: States, row: int, seat: int) -> dict[str, Any]:
    """Briefing of a seat: its name and neighbours, and the printed facts of cards and allies.

    Args:
        states: redacted records.
        row: index of the record.
        seat: whose means to tell.
    """
    s = states[row]
    facts, seats = facts_behind(s), seats_of(s)
    return {
        "house": seats[seat],
        "left": seats[(seat + 1) % len(seats)],
        "right": seats[seat - 1],
        "cards": card_facts(facts),
        "allies": ally_facts(facts),
    }
