"""A march of a host being declared, checked by declaring it again from its beginning."""

from __future__ import annotations

from typing import Any

from got_env.core.agenda import PHASE, PLAYER, B
from got_env.core.fields import Field
from got_env.westeros.facts.rulesets import areas_of, facts_of
from got_env.westeros.position.declared_march import States, answer, same, top_of
from got_env.westeros.position.frames import declaring_march, pending
from got_env.westeros.rules import actions
from got_env.westeros.rules.vocabulary import NONE, Phase

_DECLARED = (
    "march_to",
    "march_units",
    "march_leaders",
    "march_left",
    "leaders_left",
    "march_fixed",
    "march_count",
    "march_attack",
)
_ASKING = (Phase.MARCH_COUNT, Phase.MARCH_LEADER)


def check_host(field: Field, states: States) -> None:
    """Refuse a march that cannot be declared like that from where it starts.

    Every answer is played on a copy, so the rules themselves say what is out of reach, against
    Supply, without a companion or too little for a Neutral Force.

    Args:
        field: the document.
        states: its record ``(1,)``, sound but for the march.

    Raises:
        ValueError: for the first part that is not legal; names it.
    """
    s = states[0]
    phases = pending(s)
    first = next((i for i, phase in enumerate(phases) if phase in declaring_march(s)), None)
    if first is None or Phase.DOUBLE_FROM in phases:
        return
    march = field.need("march")
    again = _begun(states, first)
    origin, done = march.need("from").value, int(s["march_done"])
    asked = next(r for r in s["stack"][: len(phases)][::-1] if r[PHASE] in declaring_march(s))
    for target in march.need("to").elements(len(s["march_to"]))[done:]:
        area = target.need("area")
        if not answer(again, Phase.MARCH_TO, actions.AREA + areas_of(s).index(area.value)):
            area.complain(f"a march from {origin} cannot go to {area.value} here")
        while (top := top_of(again))[PHASE] in _ASKING and not same(top, asked):
            _answer_as(target, again, top)
    if asked[PHASE] == Phase.MARCH_TOKEN and top_of(again)[PHASE] == Phase.MARCH_TO:
        answer(again, Phase.MARCH_TO, actions.DONE)
    if not same(top_of(again), asked) or any((again[0][n] != s[n]).any() for n in _DECLARED):
        march.complain("declared so far, it does not lead to the decision on the agenda")


def _answer_as(target: Field, again: States, top: Any) -> None:
    """Answer the open question of the march as a destination says."""
    facts, area = facts_of(again[0]["ruleset"]), target.need("area").value
    if top[PHASE] == Phase.MARCH_COUNT:
        unit = facts.unit_words[int(top[B])]
        number = target.need("units").value.get(unit, 0)
        if not answer(again, Phase.MARCH_COUNT, actions.COUNT + number):
            target.need("units").complain(f"{number} {unit} cannot be sent to {area} here")
        return
    name = facts.leader_words[int(top[B])]
    goes = name in target.need("leaders").value
    if not answer(again, Phase.MARCH_LEADER, actions.YES if goes else actions.NO):
        what = "cannot go" if goes else "must go"
        target.need("leaders").complain(f"{name} {what} to {area} here")


def _begun(states: States, first: int) -> States:
    """A copy of a record at the beginning of its march, whose frames lie from ``first`` on."""
    again = states.copy()
    s = again[0]
    done, player = int(s["march_done"]), int(s["stack"][first, PLAYER])
    s["stack"][first:] = 0
    s["stack"][first, [PHASE, PLAYER]] = Phase.MARCH_TO, player
    s["depth"] = first + 1
    s["march_left"] += s["march_units"][done:].sum(axis=0)
    for mask in s["march_leaders"][done:].tolist():
        s["leaders_left"] |= mask
    s["march_attack"] = NONE
    s["march_count"] = done
    s["march_to"][done:] = NONE
    s["march_units"][done:] = 0
    s["march_leaders"][done:] = 0
    return again
