"""Lines of messages: ``say planning 1 stark to lannister,tyrell: text``."""

from __future__ import annotations

from dataclasses import dataclass

from got_env.core.error_values import short_repr
from got_env.core.press.messages import ALL
from got_env.press import Press

PATTERN = "MOMENT ROUND HOUSE to HOUSE,HOUSE: TEXT"


@dataclass(frozen=True)
class MessageLine:
    """Content of a line."""

    moment: str
    talk: int
    """Round of talk."""
    sender: int
    to: str | tuple[str, ...]
    text: str

    @property
    def place(self) -> tuple[str, int]:
        """The moment, and the round of talk within it."""
        return self.moment, self.talk


def read_message(line: str, press: Press) -> MessageLine:
    """The message of a line, held against the rules of the channel but for when it is said.

    Args:
        line: without the word that begins it.
        press: of the game.

    Raises:
        ValueError: if it is none; says what is wrong.
    """
    head, colon, text = line.partition(": ")
    words = head.split(" ")
    if not colon or len(words) != 5 or words[3] != "to":
        raise ValueError(f"expected {PATTERN!r}")
    moment, number, sender, _, receivers = words
    if not (number.isascii() and number.isdigit() and len(number) < 4):
        raise ValueError(f"round of talk {short_repr(number)}: expected a number")
    settings = press.settings
    if moment not in settings.moments:
        raise ValueError(
            f"moment {short_repr(moment)}: expected one of {', '.join(settings.moments)}"
        )
    if not 1 <= int(number) <= settings.rounds:
        raise ValueError(f"round of talk {number}: expected 1 to {settings.rounds}")
    to = receivers if receivers == ALL else tuple(receivers.split(","))
    if sender not in press.names:
        raise ValueError(
            f"{short_repr(sender)} says nothing here: expected {', '.join(press.names)}"
        )
    press.check(sender, [(to, text)])
    return MessageLine(moment, int(number), press.names.index(sender), to, text)
