"""The open decision of the card game as a sentence that says what is at stake."""

from __future__ import annotations

from got_env.btwixt.phases.decisions import DECISIONS
from got_env.btwixt.rules.frames import PHASE
from got_env.btwixt.rules.vocabulary import Phase
from got_env.btwixt.words.context import context
from got_env.btwixt.words.notation import top_frame
from got_env.core.game import States
from got_env.core.proper_names import proper_name

PHRASES = {
    "current": "for {x}",
    "ally": "{x}",
    "source": "{x}",
    "operation": "to {x}",
    "left": "{x} left",
}
"""How a question tells each thing that its decision is about."""


def question(states: States, row: int) -> str:
    """What is asked, and about what; empty when the game is over.

    Two questions that are about different allies, cards or abilities have different words.

    Args:
        states: ``(B,) STATE``.
        row: index of the record.
    """
    frame = top_frame(states, row)
    if frame is None:
        return ""
    meaning = DECISIONS[Phase(frame[PHASE])].meaning
    about = context(states, row)
    stakes = [_phrase(key, about[key]) for key in PHRASES if key in about]
    asked = meaning[:1].upper() + meaning[1:]
    return f"{asked} ({'; '.join(stakes)})" if stakes else asked


def _phrase(key: str, value: object) -> str:
    told = str(value)
    return PHRASES[key].format(
        x=told.replace("_", " ") if key == "operation" else proper_name(told)
    )
