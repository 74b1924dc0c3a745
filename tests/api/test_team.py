"""The threads of a batch environment take its parts in turns."""

import gc
import os
import threading
import time

import pytest

from got_env.core.protocol import START, STOP
from got_env.envs.threads import Team
from got_env.envs.vector import VectorEnv


@pytest.mark.parametrize(("threads", "rows"), [(1, 5), (2, 7), (3, 1000), (16, 3)])
def test_the_parts_make_up_the_batch(threads, rows):
    team = Team(threads, rows)
    *parts, whole = team.tasks[:, [START, STOP]].tolist()

    assert [row for part in parts for row in range(*part)] == list(range(rows))
    assert whole == [0, rows]
    assert all(start < stop for start, stop in parts)


def test_each_part_is_done_once_before_a_run_is_over():
    team, done = Team(4, 1000), []
    parts = [(number,) for number in range(len(team.tasks) - 1)]

    def note(number, last):
        time.sleep(0.0002 * (number % 3))
        done.append((number, last))

    for run in range(100):
        team.run(note, parts, run)
        assert sorted(done) == [(number, run) for (number,) in parts]
        done.clear()


def test_an_error_ends_the_run_and_nobody_works_on():
    team, done = Team(3, 1000), []
    parts = [(number,) for number in range(12)]

    def fail(number, _):
        if number == 3:
            raise IndexError("part 3")
        time.sleep(0.001)
        done.append(number)

    for _ in range(20):
        with pytest.raises(IndexError, match="part 3"):
            team.run(fail, parts, None)
        before = len(done)
        time.sleep(0.003)
        assert len(done) == before
    team.run(lambda number, _: done.append(number), parts, None)
    assert sorted(done[before:]) == list(range(12))


def test_ctrl_c_leaves_no_part_undone():
    team, done, pressed = Team(2, 1000), [], []
    parts = [(number,) for number in range(8)]

    def interrupted(number, _):
        done.append(number)
        if number == 0 and not pressed:
            pressed.append(True)
            raise KeyboardInterrupt
        time.sleep(0.002)

    with pytest.raises(KeyboardInterrupt):
        team.run(interrupted, parts, None)

    assert sorted(done) == list(range(8))


@pytest.mark.parametrize("collected", [False, True])
def test_threads_end_with_their_batch(collected):
    before = set(threading.enumerate())
    env = VectorEnv("agot2e", 64, 6, num_threads=3)
    helpers = set(threading.enumerate()) - before
    assert len(helpers) == 2

    if collected:
        del env
        gc.collect()
    else:
        env.close()
    for helper in helpers:
        helper.join(timeout=60)
    assert not any(helper.is_alive() for helper in helpers)
    if not collected:
        env.step(env.action_masks.argmax(1))  # by the caller alone


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_forked_process_steps_without_the_threads_of_its_parent():
    env = VectorEnv("agot2e", 64, 6, num_threads=2, seed=1)
    env.step(env.action_masks.argmax(1))
    child = os.fork()
    if not child:
        env.step(env.action_masks.argmax(1))
        os._exit(0)

    assert os.waitpid(child, 0)[1] == 0
