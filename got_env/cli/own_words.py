"""The words that this process was started with, as every process of the machine can read them.

On Linux they are read from the memory of the process (``/proc/PID/cmdline``), so a process can
change what others see of it. Elsewhere that is not so, and nothing is changed.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

STAT = Path("/proc/self/stat")
SHOWN = Path("/proc/self/cmdline")

FIRST_FIELD, START_FIELD, END_FIELD = 3, 48, 49
"""Numbers of fields of ``/proc/PID/stat``: the first behind the name, bounds of the words."""

OPTION = b"--seed"


def hide_seed() -> bool:
    """Put stars over the seed among the words of this process; the command has read them.

    Agents that run as programs of strangers beside the command could read it, and with it
    everything that is going to happen.

    Returns:
        Whether no seed can be seen, as far as this system shows words in ``/proc``.
    """
    if not any(word.startswith(os.fsdecode(OPTION)) for word in sys.argv) or not SHOWN.exists():
        return True
    words = SHOWN.read_bytes()
    hidden = b"\0".join(_hidden(words.split(b"\0")))
    if hidden != words:
        _write(words, hidden)
    return SHOWN.read_bytes() == hidden


def _hidden(words: Iterable[bytes]) -> Iterator[bytes]:
    """The words with stars in place of each seed; that of standard input is none."""
    before = b""
    for word in words:
        option, equals, value = word.partition(b"=")
        if before == OPTION and word != b"-":
            yield b"*" * len(word)
        elif option == OPTION:
            yield option + equals + b"*" * len(value)
        else:
            yield word
        before = word


def _write(words: bytes, changed: bytes) -> None:
    """Change the words where this process was given them, if they are found there."""
    import ctypes

    fields = STAT.read_text().rpartition(") ")[2].split()
    start, end = (int(fields[number - FIRST_FIELD]) for number in (START_FIELD, END_FIELD))
    if start and end - start == len(words) and ctypes.string_at(start, len(words)) == words:
        ctypes.memmove(start, changed, len(changed))
