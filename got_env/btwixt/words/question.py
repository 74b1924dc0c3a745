"""The open decision of the card game as a sentence that says what is at stake."""

from __future__ import annotations

from collections.abc import Mapping
from string import Formatter

from got_env.btwixt.phases.decisions import DECISIONS
from got_env.btwixt.rules.frames import PHASE
from got_env.btwixt.rules.vocabulary import Operation, Phase
from got_env.btwixt.words.context import context
from got_env.btwixt.words.notation import top_frame
from got_env.core.game import States
from got_env.core.proper_names import proper_name

PHRASES = {
    "current": "the current ally is {x}",
    "ally": "{x}",
    "source": "{x}",
    "operation": "{x}",
    "left": "{x} to choose",
}
"""Words of a question for each subject of its decision, unless its sentence names it."""

OPERATIONS: Mapping[Operation, str] = {
    Operation.MOVE_CARD: "to move a card",
    Operation.LOOK: "to look at something hidden",
    Operation.MODIFY_INFLUENCE: "to change influence",
    Operation.CANCEL_ABILITY: "to cancel an ability",
    Operation.RESTRICT_ACTION: "to restrict what a leader does",
    Operation.KNEEL: "to make a leader kneel",
    Operation.PROTECT: "to protect an ally",
    Operation.CHANGE_BID_RULE: "to change how the bid is won",
    Operation.PLACE_ALLY: "to decide where the ally goes",
    Operation.MOVE_ALLY: "to move an ally",
    Operation.BRING_ALLY: "to bring an ally",
    Operation.PEEK_ALLIES: "to look at allies of the deck",
    Operation.MOVE_TOKEN: "to move a power token",
    Operation.CHANGE_FIRST_PLAYER: "to change who is first player",
    Operation.MODIFY_POWER: "to change the power of an ally",
}
"""Purpose of an ability, in words."""


def question(states: States, row: int) -> str:
    """Open question, with its subject in parentheses; empty when the game is over.

    Two questions that are about different allies, cards or abilities have different words.

    Args:
        states: ``(B,) STATE``.
        row: index of the record.
    """
    frame = top_frame(states, row)
    if frame is None:
        return ""
    asks = DECISIONS[Phase(frame[PHASE])].question
    named = {name for _, name, _, _ in Formatter().parse(asks) if name}
    words = {key: _words(key, str(value)) for key, value in context(states, row).items()}
    asked = asks.format(**words)
    if words.get("current") in {words.get(key) for key in named}:
        named |= {"current"}
    stakes = [
        phrase.format(x=words[key])
        for key, phrase in PHRASES.items()
        if key in words and key not in named
    ]
    return f"{asked} ({'; '.join(stakes)})" if stakes else asked


def _words(key: str, value: str) -> str:
    return OPERATIONS[Operation[value.upper()]] if key == "operation" else proper_name(value)
