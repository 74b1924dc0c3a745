"""Agents that play in this process multiply matrices with one thread."""

import numpy as np
import pytest
from threadpoolctl import threadpool_info, threadpool_limits

from got_agents.threads import VARIABLES
from got_benchmarks.playing.in_process import InProcess
from got_benchmarks.playing.schedule import schedule
from got_benchmarks.playing.workers import Setting
from got_env.games import get_game


def threads_of_blas():
    return [pool["num_threads"] for pool in threadpool_info() if pool["user_api"] == "blas"]


class Counting:
    """Plays the first legal action, and keeps how many threads there were."""

    name = "counting"

    def __init__(self):
        self.threads = []

    def act(self, view):
        self.threads.append(threads_of_blas())
        return int(np.argmax(view.mask))


def play_tournament(agent):
    setting = Setting("agot2e", 3, ("counting",) * 3)
    with InProcess({"counting": agent}) as players:
        players.play(setting, schedule(1, 3, 1, 0), lambda outcome: None)


def play_match(agent):
    pytest.importorskip("sb3_contrib")
    from got_training.league.paired_match import MatchSettings, play_paired

    play_paired(MatchSettings(get_game("agot2e"), (3,), {}), agent, agent, 2, [0])


@pytest.mark.parametrize("play", [play_tournament, play_match])
@pytest.mark.parametrize("said", [None, *VARIABLES])
def test_one_thread_unless_the_user_says_how_many(monkeypatch, said, play):
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    if said:
        monkeypatch.setenv(said, "2")
    agent = Counting()
    with threadpool_limits(limits=2, user_api="blas"):
        before = threads_of_blas()
        play(agent)
        assert threads_of_blas() == before

    wanted = before if said else [1] * len(before)
    assert agent.threads
    assert all(threads == wanted for threads in agent.threads)
