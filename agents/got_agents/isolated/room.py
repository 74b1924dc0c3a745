"""The clean interpreter of which all processes of a run are copies; starting one takes seconds.

A caller that has finished with it may leave it for the next caller.
"""

from __future__ import annotations

import atexit
import os
import sys
from contextlib import suppress
from typing import Any

from got_agents.isolated.agent import SEATS
from got_agents.isolated.fork_server import STDERR, ForkServer

_left: list[tuple[ForkServer, object]] = []
"""One at most, and what was around it when it started."""


def take_room() -> ForkServer:
    """A clean interpreter as a fork server of fork servers; to be closed, or left to others."""
    if _left:
        room, around = _left.pop()
        if around == _surroundings() and room.is_ready():
            return room
        room.close()
    return ForkServer.new(SEATS)


def leave_room(room: ForkServer) -> None:
    """Leave an interpreter that was just started to whoever needs one next."""
    _close_left()
    _left.append((room, _surroundings()))


def _surroundings() -> object:
    """State that a process takes over from the one that starts it."""
    stderr: Any = None
    with suppress(OSError):
        about = os.fstat(STDERR)
        stderr = about.st_dev, about.st_ino
    return list(map(str, sys.path)), dict(os.environ), os.getcwd(), stderr


def _close_left() -> None:
    while _left:
        _left.pop()[0].close()


atexit.register(_close_left)
