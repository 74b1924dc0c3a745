"""Agents by name."""

import pytest

from got_agents.registry import agent_names, make_agent, make_agents


class Labelled:
    """An agent that takes an argument."""

    name = "labelled"

    def __init__(self, label):
        if label == "broken":
            raise FileNotFoundError("broken: there is no such label")
        self.label = label

    def act(self, view):
        return int(view.legal[0])


class Entry:
    """An entry point that needs no installed distribution."""

    def __init__(self, target):
        self.target = target

    def load(self):
        if isinstance(self.target, Exception):
            raise self.target
        return self.target


@pytest.fixture
def labelled(monkeypatch):
    entries = {"labelled": Entry(Labelled), "torn": Entry(ImportError("No module named 'x'"))}
    monkeypatch.setattr("got_agents.registry._entries", lambda: entries)


def test_the_scripted_agents_are_installed():
    assert {"heuristic", "random", "random_kind"} <= set(agent_names())


@pytest.mark.parametrize("name", ["heuristic", "random", "random_kind"])
def test_an_agent_is_made_by_its_name(name):
    assert make_agent(name).name == name


def test_an_unknown_agent_is_named_with_the_known_ones():
    with pytest.raises(ValueError, match=r"unknown agent 'nobody': expected one of .*heuristic"):
        make_agent("nobody")


def test_an_unwanted_argument_is_refused():
    with pytest.raises(ValueError, match=r"agent 'random:7': expected random$"):
        make_agent("random:7")


def test_an_argument_is_handed_over(labelled):
    agent = make_agent("labelled:runs/first:2")

    assert agent.label == "runs/first:2"
    assert agent.name == "labelled:runs/first:2"


def test_a_missing_argument_is_asked_for(labelled):
    with pytest.raises(ValueError, match="agent 'labelled': expected labelled:ARGUMENT"):
        make_agent("labelled")


def test_an_agent_that_cannot_be_read_says_why(labelled):
    with pytest.raises(ValueError, match="agent 'labelled:broken': broken: there is no such"):
        make_agent("labelled:broken")


def test_an_agent_that_cannot_be_imported_says_why(labelled):
    with pytest.raises(ValueError, match="agent 'torn' cannot be loaded: No module named 'x'"):
        make_agent("torn")


def test_agents_of_a_tournament_are_different():
    with pytest.raises(ValueError, match="agent 'random' is named twice"):
        make_agents(["random", "heuristic", "random"])
