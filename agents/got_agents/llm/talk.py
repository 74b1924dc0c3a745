"""Question to a language model that may talk, and the rule by which its answer is read."""

from __future__ import annotations

import json
import re
from typing import Annotated

import msgspec

from got_agents.base import Messages, View
from got_agents.failures import printable
from got_agents.llm.answers import QUOTED
from got_env.core.press.messages import Heard, checked_messages
from got_env.core.press.settings import LIMITS

TALK_INSTRUCTIONS = (
    "You play a board game in which players may talk. You get the position as you know it, what has"
    " happened and what was said. Messages bind nobody: say what makes you win, or nothing. Think"
    ' briefly, then end your answer with JSON: {"messages": [{"to": "all", "text": "..."}]}, where'
    ' "to" is "all", a name or a list of names, and "text" is one line. {"messages": []} says'
    " nothing."
)

_BEGINNING = re.compile(r'\{\s*"messages"\s*:')


class _SaidTo(msgspec.Struct):
    to: str | list[str]
    text: str


class _Spoken(msgspec.Struct):
    messages: Annotated[list[_SaidTo], msgspec.Meta(max_length=10 * LIMITS["messages"][1])]


def invitation(view: View, heard: Heard) -> str:
    """The last part of the question: when it is, and how much may be said."""
    meaning = next(m.meaning for m in view.game.moments if m.name == heard.moment)
    others = ", ".join(name for name in heard.players if name != heard.players[heard.seat])
    return (
        f"# Talk\nYou may talk {meaning}. This is round of talk {heard.talk} of at most"
        f" {heard.rounds}. Send at most {heard.most} messages of at most {heard.longest} characters"
        f" each, to all or to some of {others}.\n"
    )


def messages_in(answer: str, heard: Heard) -> Messages:
    """The messages of an answer: those of the last ``{"messages": [...]}`` in it.

    Blanks and ends of lines within a text are made single blanks.

    Args:
        answer: what the model wrote.
        heard: who speaks, and how much may be said.

    Raises:
        ValueError: if there is none, or the messages may not be sent; in words for the model.
    """
    begins = [found.start() for found in _BEGINNING.finditer(answer)]
    if not begins:
        end = printable(answer[-QUOTED:], QUOTED)
        raise ValueError(f'your answer holds no {{"messages": [...]}}; it ended with {end!r}')
    try:
        value, _ = json.JSONDecoder().raw_decode(answer, begins[-1])
        spoken = msgspec.convert(value, _Spoken)
    except (ValueError, RecursionError) as error:
        problem = printable(str(error), QUOTED)
        raise ValueError(f'your {{"messages": ...}} cannot be read: {problem}') from None
    said = [(message.to, " ".join(message.text.split())) for message in spoken.messages]
    checked_messages(said, heard.seat, heard.players, heard.longest)
    if len(said) > heard.most:
        raise ValueError(f"{len(said)} messages: expected at most {heard.most}")
    return said
