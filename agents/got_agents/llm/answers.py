"""The rule by which the answer of a language model is read."""

from __future__ import annotations

import re

from got_agents.failures import printable

JSON_ACTION = re.compile(r'\{\s*"action"\s*:\s*(-?\d{1,9})\s*\}')
NUMBER = re.compile(r"(?<![\w.+-])(?<!\w\()\d{1,9}(?!\w|[.,]\d)")
"""A whole number that is no part of a word, of a signed number, of a fraction, or of a call."""

QUOTED = 80
"""Characters of an answer in an error."""


def number_in(answer: str, count: int) -> int:
    """The number of the list that an answer names.

    The last ``{"action": n}`` in it, or else the last whole number in it.

    Args:
        answer: what the model wrote.
        count: how long the list is, which begins with 1.

    Raises:
        ValueError: if there is none, or it is not in the list; in words for the model.
    """
    named = JSON_ACTION.findall(answer) or NUMBER.findall(answer)
    if not named:
        end = printable(answer[-QUOTED:], QUOTED)
        raise ValueError(f"your answer names no number; it ended with {end!r}")
    number = int(named[-1])
    if not 1 <= number <= count:
        raise ValueError(f"{number} is not in the list, whose numbers are 1 to {count}")
    return number
