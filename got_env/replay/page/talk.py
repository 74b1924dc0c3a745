"""Messages between players that the viewers of a page may read."""

from __future__ import annotations

from collections.abc import Sequence

from got_env.core.press.messages import Message

EVERYTHING = "everything"
"""The view of somebody who looks into all hands and under all tokens, and hears everybody."""

Line = tuple[int, str, str]
"""The step before which it was said, the moment, and who said what to whom."""


class Talk:
    """Messages by viewer: a seat reads what it has sent or got, and no more.

    Args:
        seats: names by seat.
        viewers: names of seats, or :data:`EVERYTHING`.

    """

    def __init__(self, seats: Sequence[str], viewers: Sequence[str]) -> None:
        self._seats, self._viewers = tuple(seats), tuple(viewers)
        self._lines: dict[str, list[Line]] = {viewer: [] for viewer in viewers}

    def add(self, messages: Sequence[Message], step: int) -> None:
        """The next messages, said before a step."""
        for message in messages:
            line = (step, f"{message.moment} {message.talk}", message.line(self._seats))
            for viewer in self._viewers:
                if viewer == EVERYTHING or message.known_to(self._seats.index(viewer)):
                    self._lines[viewer].append(line)

    @property
    def lines(self) -> dict[str, list[Line]]:
        """By viewer; empty if none of them knows a message: not even that others have talked."""
        return self._lines if any(self._lines.values()) else {}
