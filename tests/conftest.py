"""Settings shared by all tests."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from got_env.core.game import Game

# Kernels compile on first use, so the time of a first example says nothing.
_SHARED = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow], "print_blob": True}
settings.register_profile("repeatable", derandomize=True, max_examples=25, **_SHARED)
settings.register_profile("explore", max_examples=500, **_SHARED)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "repeatable"))


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let tests/conformance replay the recorded games of another folder."""
    parser.addoption("--recordings", metavar="DIR", help="recorded games for tests/conformance")


@pytest.fixture
def pennies(monkeypatch: pytest.MonkeyPatch) -> Game:
    """A small game without a board, among the games of the package for one test."""
    from got_env.games import GAMES
    from tests.toy.pennies import PENNIES

    monkeypatch.setitem(GAMES, PENNIES.code, PENNIES)
    return PENNIES


@pytest.fixture
def got(capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    """Run the command ``got``: its exit code, and what it wrote to stdout and stderr."""
    from got_env.cli import app as cli

    def run(*args: object) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as ended:
            cli.main([str(arg) for arg in args])
        said = capsys.readouterr()
        assert isinstance(ended.value.code, int)
        return ended.value.code, said.out, said.err

    return run
