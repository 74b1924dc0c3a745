"""External programs by their command lines, and those that say something where players may talk.

A program that talks is asked ``{"cmd": "talk", "game", "seed", "player", "phase", "text",
"position", "heard", "talk"}`` in every round of talk and answers ``{"messages": [{"to": NAMES,
"text": TEXT}]}``; its other questions have ``heard`` too, in games with talk.
"""

from __future__ import annotations

import shlex
from typing import Annotated, Any

import msgspec

from got_agents.base import AgentError, Messages, View
from got_agents.referee import RefereeAgent, answer_in
from got_env.core.press.messages import Heard
from got_env.press_answers import message_as_data

LIMIT = 60.0
"""Seconds a program may take to read a question and to answer it."""
FORM = '{"messages": [{"to": NAMES, "text": TEXT}, ...]}'


class _SaidTo(msgspec.Struct, forbid_unknown_fields=True):
    to: str | list[str]
    text: str


class _Spoken(msgspec.Struct, forbid_unknown_fields=True):
    messages: Annotated[list[_SaidTo], msgspec.Meta(max_length=100)]


def referee_agent(command: str) -> RefereeAgent:
    """An agent that asks a program.

    Args:
        command: the program with its arguments as on a command line; no shell reads it. In front
            may stand ``limit=SECONDS``, the time to read a question and to answer it, and
            ``talk=on`` for a program that talks.

    Raises:
        ValueError: for an empty command, a wrong limit, or a program that cannot be found.
    """
    words = shlex.split(command)
    limit, kind = LIMIT, RefereeAgent
    while words and words[0].partition("=")[0] in ("limit", "talk") and "=" in words[0]:
        key, _, value = words.pop(0).partition("=")
        if key == "limit":
            limit = _seconds(value)
        else:
            kind = TalkingReferee if _is_on(value) else RefereeAgent
    if not words:
        raise ValueError("expected a program, as in referee:python my_bot.py")
    return kind(words, limit, command)


class TalkingReferee(RefereeAgent):
    """Asks an external program, also what it wants to say. Arguments as of its base."""

    def question(self, view: View, cmd: str) -> dict[str, Any]:
        """Question to the program, with what its player has heard."""
        told = super().question(view, cmd)
        return told if view.heard is None else told | {"heard": _told(view.heard)}

    def talk(self, view: View, heard: Heard) -> Messages:
        """Messages of the program in a round of talk.

        Raises:
            AgentError: if the program ends, takes too long, or answers anything else than messages.
        """
        talk = {
            "moment": heard.moment,
            "round": heard.talk,
            "rounds": heard.rounds,
            "messages": heard.most,
            "characters": heard.longest,
        }
        question = self.question(view, "talk") | {"heard": _told(heard), "talk": talk}
        return self.ask(question, _messages_in)


def _told(heard: Heard) -> dict[str, Any]:
    """Messages, oldest first, and how many of them are new since the seat moved."""
    messages = [message_as_data(message, heard.players) for message in heard.messages]
    return {"messages": messages, "new": len(heard.new)}


def _messages_in(line: str) -> Messages:
    answer = answer_in(line, FORM)
    try:
        spoken = msgspec.convert(answer, _Spoken)
    except msgspec.ValidationError as error:
        raise AgentError(f"answered {line.strip()[:80]!r}: expected {FORM} ({error})") from None
    return [(message.to, message.text) for message in spoken.messages]


def _is_on(value: str) -> bool:
    if value not in ("on", "off"):
        raise ValueError(f"talk={value}: expected on or off")
    return value == "on"


def _seconds(text: str) -> float:
    try:
        limit = float(text)
    except ValueError:
        limit = 0.0
    if not 0.0 < limit <= 86400.0:
        raise ValueError(f"limit={text}: expected seconds, more than 0")
    return limit
