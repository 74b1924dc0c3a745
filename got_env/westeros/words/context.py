"""What an open decision is about, as plain data: facts that lie open on the table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from got_env.core.agenda import PHASE, A, B
from got_env.westeros.vocabulary import NONE, Phase, WesterosCard
from got_env.westeros.words.notation import (
    AREAS,
    ORDER_WORDS,
    SIDE_WORDS,
    TRACK_WORDS,
    UNIT_WORDS,
    houses_of,
    top_frame,
)

States = np.ndarray[Any, np.dtype[Any]]

_WESTEROS_CARDS = tuple(card.name.lower() for card in WesterosCard)

ARGUMENTS: Mapping[Phase, tuple[tuple[str, int, tuple[str, ...]], ...]] = {
    Phase.WESTEROS_CHOICE: (("card", A, _WESTEROS_CARDS),),
    Phase.RECONCILE_UNIT: (("area", A, AREAS),),
    Phase.MUSTER_UPGRADE: (("area", A, AREAS),),
    Phase.MUSTER_STATUS: (("area", A, AREAS),),
    Phase.MUSTER: (("area", A, AREAS),),
    Phase.BID: (("for", A, TRACK_WORDS),),
    Phase.TIE: (("for", A, TRACK_WORDS),),
    Phase.LOSE_UNIT: (("area", A, AREAS),),
    Phase.ORDER: (("area", A, AREAS),),
    Phase.RAVEN_ORDER: (("area", A, AREAS),),
    Phase.RAID_TARGET: (("from", A, AREAS),),
    Phase.NEUTRAL_SUPPORT: (("area", A, AREAS), ("against", B, AREAS)),
    Phase.MARCH_COUNT: (("to", A, AREAS), ("unit", B, UNIT_WORDS)),
    Phase.MARCH_TOKEN: (("area", A, AREAS),),
    Phase.PORT_CAPTURE: (("area", A, AREAS),),
    Phase.CONSOLIDATE_CHOICE: (("area", A, AREAS),),
    Phase.SUPPORT: (("area", A, AREAS),),
    Phase.REFUSE_SUPPORT: (("area", A, AREAS), ("side", B, SIDE_WORDS)),
    Phase.RENLY_STATUS: (("area", B, AREAS),),
}
"""Name, column and words of the arguments of a frame that say what the decision is about."""

_MARCHING = (Phase.ASK_SUPPORT, Phase.MARCH_TO, Phase.MARCH_COUNT, Phase.MARCH_TOKEN)


def context(states: States, row: int) -> dict[str, Any]:
    """What the open decision of record ``row`` is about; empty when the game is over.

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
    phase = Phase(frame[PHASE])
    facts: dict[str, Any] = {"round": int(s["round_no"])}
    for name, column, words in ARGUMENTS.get(phase, ()):
        if frame[column] != NONE:
            facts[name] = words[frame[column]]
    if phase in (Phase.BID, Phase.WILDLING_TIE):
        facts.setdefault("for", "wildlings")
    if phase in _MARCHING and int(s["march_from"]) != NONE:
        facts["march"] = {
            "from": AREAS[int(s["march_from"])],
            "left": _counts(s["march_left"]),
        }
    if s["fight"]:
        facts["combat"] = _combat(s, houses_of(states, row))
    return facts


def _combat(s: Any, houses: tuple[str, ...]) -> dict[str, Any]:
    attacker, defender = s["fighter"].tolist()
    return {
        "area": AREAS[int(s["fight_area"])],
        "from": AREAS[int(s["fight_from"])],
        "order": ORDER_WORDS[int(s["fight_order"])],
        "attacker": houses[attacker],
        "defender": houses[defender],
        "attacking_units": _counts(s["attackers"]),
    }


def _counts(units: Any) -> dict[str, int]:
    return {word: n for word, n in zip(UNIT_WORDS, units.tolist(), strict=True) if n}
