"""The game with which the demo begins: it needs no torch, and the rest is compiled meanwhile."""

import subprocess
import sys
import threading

import pytest

from got_env.cli.warmup import Step
from got_training import first_game

STEPS = (Step("agot2e", "environment", 1.0, False),)

ALONE = """
import sys
from got_env.cli.app import main
try:
    main(["demo", "--first-game"])
finally:
    print("torch" in sys.modules)
"""


@pytest.mark.slow
def test_a_game_is_told_without_torch():
    done = subprocess.run(
        [sys.executable, "-c", ALONE], capture_output=True, text=True, check=True, timeout=600
    )

    lines = [line.strip() for line in done.stdout.splitlines()]
    assert lines[0].startswith("the policy of the package plays all 6 houses")
    assert "Round 1" in lines
    assert any(line.split()[:3] == ["place", "house", "agent"] for line in lines)
    assert lines[-1] == "False"


def test_the_rest_is_compiled_while_something_else_goes_on(monkeypatch):
    told = threading.Event()
    compiled = []

    def warm_up(steps, jobs, on_start, on_end):
        assert told.wait(600)
        compiled.extend(steps)

    monkeypatch.setattr(first_game, "warm_up", warm_up)
    with first_game._compiled_meanwhile(STEPS) as rest:
        assert rest.is_alive()
        told.set()

    assert compiled == list(STEPS)
    assert not rest.is_alive()


def test_a_step_that_fails_meanwhile_is_told_at_the_end(monkeypatch):
    def fail(steps, jobs, on_start, on_end):
        raise RuntimeError("agot2e: environment: OSError: no space left")

    monkeypatch.setattr(first_game, "warm_up", fail)
    reached = []
    with pytest.raises(RuntimeError, match="no space left"), first_game._compiled_meanwhile(STEPS):
        reached.append("the end of the game")

    assert reached == ["the end of the game"]


def test_an_error_of_the_game_does_not_wait_for_the_rest(monkeypatch):
    never = threading.Event()
    monkeypatch.setattr(first_game, "warm_up", lambda *given: never.wait())

    with pytest.raises(KeyboardInterrupt), first_game._compiled_meanwhile(STEPS):
        raise KeyboardInterrupt
    never.set()
