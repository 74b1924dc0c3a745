"""Tests of the server wait for messages; none waits for ever."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from types import FrameType

import pytest

MOST_SECONDS = 300


@pytest.fixture(autouse=True)
def patience() -> Iterator[None]:
    """Fail a test that waits for a message which never comes."""

    def give_up(_: int, __: FrameType | None) -> None:
        raise TimeoutError(f"nothing came within {MOST_SECONDS} seconds")

    before = signal.signal(signal.SIGALRM, give_up)
    signal.alarm(MOST_SECONDS)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)
