"""The guard of the speed: its sums and verdicts, with a clock that only moves when work is done."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from got_benchmarks.speed.calibration import STEPS, calibration
from got_benchmarks.speed.guard import (
    FASTER,
    SAME,
    SLOWER,
    SLOWEST,
    UNKNOWN,
    best_ratios,
    guard,
    judge,
    parts,
    ratios,
)

ROOT = Path(__file__).parents[2]


class Clock:
    """Seconds that pass by the work done, more of them on a slow or a busy machine."""

    def __init__(self, slowness=1.0):
        self.slowness = slowness
        self.seconds = 0.0

    def __call__(self):
        return self.seconds

    def work(self, seconds, decisions):
        def run():
            self.seconds += self.slowness * seconds
            return decisions

        return run


def verdicts(findings):
    return {finding.part: finding.verdict for finding in findings}


@pytest.mark.parametrize("slowness", [1.0, 7.0])
def test_ratios_do_not_depend_on_the_machine(slowness):
    clock = Clock(slowness)
    works = {"fast": clock.work(1.0, 400), "slow": clock.work(2.0, 50)}

    found = ratios(works, clock.work(0.5, 100), 3, clock)

    assert found == {"fast": pytest.approx(2.0), "slow": pytest.approx(0.125)}


def test_the_best_round_counts_and_the_first_does_not():
    clock = Clock()
    durations = iter([0.1, 3.0, 1.0, 2.0])

    def work():
        clock.seconds += next(durations)
        return 100

    found = ratios({"part": work}, clock.work(1.0, 100), 3, clock)

    assert found == {"part": pytest.approx(1.0)}


def test_half_the_speed_fails_whatever_the_machine_makes_of_the_ratio():
    for machine in (SLOWEST, 1.0, 1.39):
        assert verdicts(judge({"step": 0.5 * machine}, {"step": 1.0})) == {"step": SLOWER}
        assert verdicts(judge({"step": 1.0 * machine}, {"step": 1.0})) == {"step": SAME}


def test_a_gain_is_told_and_a_part_without_a_stored_ratio_fails():
    findings = judge({"step": 1.5, "new": 1.0}, {"step": 1.0})

    assert verdicts(findings) == {"step": FASTER, "new": UNKNOWN}
    assert [finding.fails for finding in findings] == [False, True]
    assert "150 % of the stored 1.000" in str(findings[0])
    assert "no ratio is stored" in str(findings[1])


def test_work_done_twice_fails_every_attempt():
    clock = Clock()
    once = clock.work(1.0, 100)

    def twice():
        once()
        return once()

    stored = ratios({"step": once}, clock.work(1.0, 100), 2, clock)

    attempts = list(guard({"step": twice}, clock.work(1.0, 100), stored, 2, 3, clock))

    assert [verdicts(findings) for findings in attempts] == [{"step": SLOWER}] * 3


def test_a_disturbed_attempt_is_repeated_for_what_seemed_slower_alone():
    clock = Clock()
    runs = {"calm": 0, "disturbed": 0}
    calm = clock.work(1.0, 100)

    def steady():
        runs["calm"] += 1
        return calm()

    def disturbed():
        runs["disturbed"] += 1
        clock.seconds += 2.0 if runs["disturbed"] <= 3 else 0.0
        return calm()

    stored = {"steady": 1.0, "disturbed": 1.0}
    works = {"steady": steady, "disturbed": disturbed}

    first, second = guard(works, clock.work(1.0, 100), stored, 2, 3, clock)

    assert verdicts(first) == {"steady": SAME, "disturbed": SLOWER}
    assert verdicts(second) == {"steady": SAME, "disturbed": SAME}
    assert runs == {"calm": 3, "disturbed": 6}


def test_what_is_stored_is_the_best_of_several_attempts():
    clock = Clock()
    turns = {"early": 0, "late": 0}

    def disturbed(name, calm):
        """Undisturbed in one attempt alone: three turns of it, the first of which is not timed."""

        def run():
            turns[name] += 1
            clock.seconds += 1.0 if turns[name] in calm else 4.0
            return 100

        return run

    works = {"early": disturbed("early", (1, 2, 3)), "late": disturbed("late", (7, 8, 9))}

    found = best_ratios(works, clock.work(1.0, 100), 2, 3, clock)

    assert found == {"early": pytest.approx(1.0), "late": pytest.approx(1.0)}
    assert turns == {"early": 9, "late": 9}


def test_the_calculation_is_the_same_every_time(monkeypatch):
    seen = []

    def remember(board, table, mask, out, steps, players):
        original(board, table, mask, out, steps, players)
        seen.append((board.copy(), out.copy()))

    from got_benchmarks.speed import calibration as module

    original = module.calculate
    monkeypatch.setattr(module, "calculate", remember)
    run = calibration()

    assert run() == run() == STEPS
    assert (seen[0][0] == seen[1][0]).all()
    assert (seen[0][1] == seen[1][1]).all()
    assert len(np.unique(seen[0][0][:, :3])) > 3
    assert seen[0][1].any()


def test_every_part_works_and_has_a_stored_ratio():
    every = json.loads((ROOT / "benchmarks" / "guard.json").read_text(encoding="utf-8"))
    works = parts()

    for name, stored in every.items():
        assert stored["machine"]["processor"] == name
        assert set(stored["ratios"]) == set(works)
        assert all(ratio > 0 for ratio in stored["ratios"].values())
    assert all(work() > 0 for work in works.values())


def test_nothing_is_measured_without_compiled_code():
    done = subprocess.run(
        [sys.executable, str(ROOT / "benchmarks" / "guard.py")],
        env={"NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 2
    assert "NUMBA_DISABLE_JIT" in done.stderr
