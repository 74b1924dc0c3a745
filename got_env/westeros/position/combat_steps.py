"""The steps of a combat, and those that say what has happened already."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from got_env.westeros.claim import battle_steps
from got_env.westeros.phases import combat_steps
from got_env.westeros.phases.house_cards import CHANGED
from got_env.westeros.rules.vocabulary import MAX_PLAYERS, NUM_ALLIANCE_CARDS

_LAST_AREA = 58
_BOTH_SIDES = (2, 1)


@dataclass(frozen=True)
class Course:
    """Course of a combat; a step is its place among the words."""

    steps: tuple[str, ...]
    reveal: int
    immediate: int
    """The first with open cards."""
    show_tides: int
    use_blade: int
    decide: int
    result_texts: int
    """The first with a victor."""
    finish: int
    counters: Mapping[str, tuple[int, int]]
    """Greatest counters of each step; 0 where none is kept."""


BOARD_COURSE = Course(
    steps=combat_steps.WORDS,
    reveal=combat_steps.REVEAL,
    immediate=combat_steps.IMMEDIATE,
    show_tides=combat_steps.SHOW_TIDES,
    use_blade=combat_steps.USE_BLADE,
    decide=combat_steps.DECIDE,
    result_texts=combat_steps.RESULT_TEXTS,
    finish=combat_steps.FINISH,
    counters={
        "declare": (MAX_PLAYERS, _LAST_AREA),
        "refuse": (2, _LAST_AREA),
        "choose": (2, 0),
        "immediate": (2, CHANGED),
        "result_texts": _BOTH_SIDES,
        "skulls": _BOTH_SIDES,
        "after_texts": _BOTH_SIDES,
    },
)

CLAIM_COURSE = Course(
    steps=battle_steps.WORDS,
    reveal=battle_steps.REVEAL,
    immediate=battle_steps.TYRIONS,
    show_tides=battle_steps.TEXTS,
    use_blade=battle_steps.BLADE,
    decide=battle_steps.DECIDE,
    result_texts=battle_steps.WINNER_TEXT,
    finish=battle_steps.FINISH,
    counters={
        "lookouts": (2, 0),
        "declare": (MAX_PLAYERS, _LAST_AREA),
        "refuse": (2, _LAST_AREA),
        "military_support": (2, NUM_ALLIANCE_CARDS),
        "choose": (2, 0),
        "send_back": _BOTH_SIDES,
        "change_cards": _BOTH_SIDES,
        "texts": _BOTH_SIDES,
        "end_texts": _BOTH_SIDES,
        "last_texts": _BOTH_SIDES,
    },
)
