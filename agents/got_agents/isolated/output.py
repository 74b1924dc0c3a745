"""Output of agents: shown on stderr as text, up to a size for each of them."""

from __future__ import annotations

import os
import re
from contextlib import suppress

from got_agents.failures import printable

MOST_OUTPUT = 1 << 16
"""Bytes of one agent that a fork server shows; what follows is dropped. A new one counts
anew."""

STDERR = 2

_KEPT = re.compile(r"([\n\t])")
"""Characters that are shown unchanged although they are not printable."""


class Output:
    """Passes on what agents print; characters that steer a terminal are written as escapes."""

    def __init__(self) -> None:
        self._left: dict[str, int] = {}

    def show(self, label: str, printed: bytes) -> None:
        """Show what an agent has printed, as much of it as it may."""
        left = self._left.get(label, MOST_OUTPUT)
        self._left[label] = left - len(printed)
        if left > 0:
            _write(_shown(printed[:left]))
        if left >= 0 > self._left[label]:
            name = printable(label)
            tell(f"agent {name!r} has printed {MOST_OUTPUT} bytes, no more is shown")


def _shown(printed: bytes) -> str:
    text = printed.decode("utf-8", "backslashreplace")
    parts = _KEPT.split(text)
    return "".join(part if part in "\n\t" else printable(part, len(part)) for part in parts)


def tell(text: str) -> None:
    """Say something on stderr, in a line of its own."""
    _write(f"\n[{text}]\n")


def _write(text: str) -> None:
    data = memoryview(text.encode())
    with suppress(OSError):  # nobody reads it
        while data:
            data = data[os.write(STDERR, data) :]
