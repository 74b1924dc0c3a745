"""Kernels that a process loads before it plays games."""

import pytest

from got_agents.own import own_modules
from got_benchmarks.playing.workers import load_kernels

HEURISTIC, SEARCH = "got_agents.heuristic", "got_agents.search"


@pytest.mark.parametrize(
    ("agents", "loaded"),
    [
        (("random", "policy:runs/first"), []),
        (("raider", "random", "steward"), [HEURISTIC]),
        (("ismcts:net=policy,sims=4", "greedy"), [SEARCH]),
        (("heuristic", "flat-mc:sims=3", "referee:./search"), [HEURISTIC, SEARCH]),
        (("some.module:Search", "search.py:Mine"), []),
    ],
)
def test_only_the_kernels_of_agents_that_play_are_loaded(monkeypatch, agents, loaded):
    warmed = []
    for module in (HEURISTIC, SEARCH):
        monkeypatch.setattr(
            f"{module}.warm_up", lambda game, module=module: warmed.append((module, game.code))
        )

    load_kernels("agot2e", own_modules(agents))

    assert sorted(warmed) == [(module, "agot2e") for module in loaded]
