"""Messages between a referee and the processes of agents."""

import math
import socket
import threading
import time

import pytest

from got_agents.isolated.frames import Frames


@pytest.mark.parametrize("seconds", [1e7, 1e12, math.inf])
def test_a_message_is_awaited_however_far_off_the_deadline_is(seconds):
    ours, theirs = socket.socketpair()
    with Frames(ours, 100) as here, Frames(theirs, 100) as there:
        threading.Timer(0.05, there.send, [b"late"]).start()

        assert here.receive(time.monotonic() + seconds) == b"late"


def test_a_wait_in_parts_ends_at_the_deadline(monkeypatch):
    monkeypatch.setattr("got_agents.isolated.frames.LONGEST_WAIT", 0.002)
    ours, theirs = socket.socketpair()
    began = time.monotonic()
    with theirs, Frames(ours, 100) as here, pytest.raises(TimeoutError):
        here.receive(began + 0.01)
    assert time.monotonic() - began >= 0.01
