"""A march being declared, checked by declaring it again from its beginning."""

from __future__ import annotations

from typing import Any

import numpy as np

from got_env.core.agenda import PHASE, PLAYER, B
from got_env.core.batch import games
from got_env.core.fields import Field
from got_env.westeros.facts.rulesets import areas_of, facts_of
from got_env.westeros.position.frames import declaring_march, pending
from got_env.westeros.rules import actions
from got_env.westeros.rules.names import UNIT_WORDS
from got_env.westeros.rules.vocabulary import NONE, Phase

States = np.ndarray[Any, np.dtype[Any]]

_DECLARED = ("march_to", "march_units", "march_left", "march_count", "march_attack")


def check_declaration(field: Field, states: States) -> None:
    """Refuse a march that cannot be declared like that from where it starts.

    Every destination and every number of units sent is played on a copy, so what is out of reach,
    against Supply, too much for a port or too little for a Neutral Force is what the rules say.

    Args:
        field: the document.
        states: its record ``(1,)``, sound but for the march.

    Raises:
        ValueError: for the first part that is not legal; names it.
    """
    s = states[0]
    declaring = declaring_march(s) | {Phase.NEUTRAL_ENTRY}
    first = next((i for i, phase in enumerate(pending(s)) if phase in declaring), None)
    if first is None:
        return
    declared = pending(s)[first] is Phase.NEUTRAL_ENTRY
    march = field.need("march")
    again = _begun(states, first)
    origin = march.need("from").value
    asked = s["stack"][int(s["depth"]) - 1]
    for target in march.need("to").elements(len(s["march_to"])):
        area = target.need("area")
        if not answer(again, Phase.MARCH_TO, actions.AREA + areas_of(s).index(area.value)):
            area.complain(f"a march from {origin} cannot go to {area.value} here")
        sent = target.need("units")
        while (top := top_of(again))[PHASE] == Phase.MARCH_COUNT and not same(top, asked):
            unit = UNIT_WORDS[int(top[B])]
            number = sent.value.get(unit, 0)
            if not answer(again, Phase.MARCH_COUNT, actions.COUNT + number):
                sent.complain(f"{number} {unit} cannot be sent to {area.value} here")
    if declared and top_of(again)[PHASE] == Phase.MARCH_TO:
        answer(again, Phase.MARCH_TO, actions.DONE)
    come = declared or same(top_of(again), asked)
    if not come or any((again[0][n] != s[n]).any() for n in _DECLARED):
        march.complain("declared so far, it does not lead to the decision on the agenda")


def _begun(states: States, first: int) -> States:
    """A copy of a record at the beginning of its march, whose frames lie from ``first`` on."""
    again = states.copy()
    s = again[0]
    player = int(s["stack"][first, PLAYER])
    s["stack"][first:] = 0
    s["stack"][first, [PHASE, PLAYER]] = Phase.MARCH_TO, player
    s["depth"] = first + 1
    s["march_attack"] = NONE
    if Phase.NEUTRAL_ENTRY in pending(states[0]):
        s["neutral_grant"] = NONE
    s["march_left"] = s["units"][s["march_from"]]
    s["march_count"] = 0
    s["march_to"] = NONE
    s["march_units"] = 0
    return again


def top_of(states: States) -> Any:
    """The uppermost frame."""
    return states[0]["stack"][int(states[0]["depth"]) - 1]


def same(frame: Any, other: Any) -> bool:
    """True if two frames ask the same."""
    return bool((frame == other).all())


def answer(states: States, phase: Phase, action: int) -> bool:
    """Play an action if it is legal and answers a decision of this phase; whether it was."""
    mask = np.zeros((1, facts_of(states[0]["ruleset"]).num_actions), dtype=np.bool_)
    games.action_mask(states, mask)
    if top_of(states)[PHASE] != phase or not mask[0, action]:
        return False
    games.step(states, np.array([action], dtype=np.int64))
    return True
