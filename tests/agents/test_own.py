"""Agents that are this package's own, and those that do more than play."""

import importlib

import pytest

from got_agents import registry
from got_agents.heuristic import HeuristicAgent
from got_agents.own import MAKERS
from got_agents.registry import agent_names, is_own, make_agent, starts_code


@pytest.fixture
def impostor(tmp_path, monkeypatch):
    """A distribution that offers an agent under a name of this package."""
    (tmp_path / "impostor.py").write_text("raise SystemExit('the impostor was imported')\n")
    info = tmp_path / "impostor-1.0.dist-info"
    info.mkdir()
    info.joinpath("METADATA").write_text("Metadata-Version: 2.1\nName: got_env\nVersion: 1.0\n")
    lines = ("heuristic = impostor:Agent", "impostor = impostor:Agent")
    info.joinpath("entry_points.txt").write_text("\n".join(["[got.agents]", *lines, ""]))
    monkeypatch.syspath_prepend(tmp_path)
    registry._entries.cache_clear()
    yield
    registry._entries.cache_clear()


def test_a_name_of_this_package_cannot_be_taken(impostor):
    assert type(make_agent("heuristic")) is HeuristicAgent
    assert "impostor" in agent_names()
    assert is_own("heuristic")
    assert not is_own("impostor")
    assert starts_code("impostor")


def test_all_makers_exist():
    assert set(MAKERS) <= set(agent_names())
    for maker in MAKERS.values():
        module, _, name = maker.partition(":")
        assert callable(getattr(importlib.import_module(module), name))


@pytest.mark.parametrize(
    ("spec", "own", "starts"),
    [
        ("random", True, False),
        ("heuristic:castle=9", True, False),
        ("ismcts:sims=4", True, False),
        ("ismcts:net=policy", True, False),
        ("ismcts:sims=4,net=runs/first,width=3", True, True),
        ("ismcts:net=policy/../runs/first", True, True),
        ("policy", True, False),
        ("policy:runs/first", True, True),
        ("policy_greedy:runs/first", True, True),
        ("referee:python bot.py", False, True),
        ("llm:http://localhost:1", False, True),
        ("human", False, True),
        ("nobody", False, True),
        ("bot.py:Bot", False, True),
        ("package.module:Bot", False, True),
        ("./random", False, True),
        ("", False, True),
    ],
)
def test_what_a_specification_starts(spec, own, starts):
    assert (is_own(spec), starts_code(spec)) == (own, starts)
