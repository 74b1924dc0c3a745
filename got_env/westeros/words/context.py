"""Context of an open decision, as plain data: facts that lie open on the table."""

from __future__ import annotations

from typing import Any

import numpy as np

from got_env.westeros.facts.facts import Houses
from got_env.westeros.facts.rulesets import has_claim
from got_env.westeros.rules.names import order_word
from got_env.westeros.rules.vocabulary import NONE
from got_env.westeros.words import claim_snapshot
from got_env.westeros.words.notation import houses_of, row_of, told_by, top_frame

States = np.ndarray[Any, np.dtype[Any]]


def context(states: States, row: int) -> dict[str, Any]:
    """Context of the open decision of record ``row``; empty when the game is over.

    Always the ``round``; then, as they apply, the area or card in question, the march that is
    being declared, and the combat. Nothing of it is hidden from anybody but the player that
    decides, and nothing that player does not know is in it.

    Args:
        states: ``(B,) STATE``.
        row: index of the record.
    """
    frame = top_frame(states, row)
    if frame is None:
        return {}
    s = states[row]
    houses = houses_of(states, row)
    areas = houses.facts.areas
    facts: dict[str, Any] = {"round": int(s["round_no"])}
    facts |= row_of(houses.facts, frame).about
    for argument, words, value in told_by(houses.facts, frame):
        if value != NONE:
            facts[argument.told] = words[value]
    if s["march_from"] != NONE:
        facts["march"] = {
            "from": areas[int(s["march_from"])],
            "left": _counts(s["march_left"], houses),
        }
        if has_claim(s):
            facts["march"] |= claim_snapshot.march(s, houses)
    if s["fight"]:
        facts["combat"] = _combat(s, houses)
    if has_claim(s) and s["offer_to"] != NONE:
        facts["offer"] = claim_snapshot.offer(s, houses)
    return facts


def _combat(s: Any, houses: Houses) -> dict[str, Any]:
    areas = houses.facts.areas
    attacker, defender = s["fighter"].tolist()
    facts = {
        "area": areas[int(s["fight_area"])],
        "from": areas[int(s["fight_from"])],
        "order": order_word(s["fight_order"]),
        "attacker": houses[attacker],
        "defender": houses[defender],
        "attacking_units": _counts(s["attackers"], houses),
    }
    if has_claim(s):
        facts["attacking_leaders"] = claim_snapshot.leaders_of(houses, s["fight_leaders"])
    return facts


def _counts(units: Any, houses: Houses) -> dict[str, int]:
    return {word: n for word, n in zip(houses.facts.unit_words, units.tolist(), strict=True) if n}
