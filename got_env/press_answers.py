"""Talk as plain data: what the referee answers about it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from got_env.core.error_values import short_repr
from got_env.core.press.messages import Message
from got_env.press import Press


def open_talk(press: Press | None) -> dict[str, Any]:
    """The round of talk that is open, as ``{"talk": ...}``; empty if nobody may talk now."""
    if press is None or press.talk is None:
        return {}
    waiting = {press.names[seat]: press.hear(seat).most for seat in press.waiting}
    return {
        "talk": {
            "moment": press.talk.moment,
            "round": press.talk.number,
            "rounds": press.settings.rounds,
            "waiting": waiting,
            "characters": press.settings.characters,
        }
    }


def heard_since(press: Press, seat: int, since: int) -> dict[str, Any]:
    """Messages that a seat has said and heard, behind the first ``since``, and the number of all.

    Raises:
        ValueError: if it has not heard so many.
    """
    known = press.hear(seat, len(press.messages)).messages
    if not 0 <= since <= len(known):
        raise ValueError(f"since={short_repr(since)}: expected 0 to {len(known)}")
    messages = [message_as_data(message, press.names) for message in known[since:]]
    return {"messages": messages, "since": len(known)}


def message_as_data(message: Message, names: Sequence[str]) -> dict[str, Any]:
    """A message that was heard: when, from whom, to whom, and its text."""
    return {
        "round": message.round,
        "moment": message.moment,
        "talk": message.talk,
        "from": names[message.sender],
        "to": [names[seat] for seat in message.to],
        "text": message.text,
    }
