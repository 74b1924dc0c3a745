"""Agents by name."""

import sys
from typing import Literal

import pytest

from got_agents.registry import agent_names, is_own, make_agent, make_agents, starts_code
from got_env.cli.console import parse_names
from got_env.westeros.players.heuristic.weights import Weight


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
    with pytest.raises(
        ValueError, match=r"agent 'random:7': argument '7': expected random, which takes none$"
    ):
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


@pytest.mark.parametrize(
    ("maker", "message"),
    [
        (lambda: 1 // 0, "agent 'odd': ZeroDivisionError: integer division"),
        (lambda: sys.exit(0), "agent 'odd': SystemExit: 0"),
        (
            lambda: None,
            "agent 'odd': .*type NoneType is no player: expected an object",
        ),
    ],
)
def test_whatever_is_wrong_with_the_code_of_an_agent_is_said(monkeypatch, maker, message):
    monkeypatch.setattr("got_agents.registry._entries", lambda: {"odd": Entry(maker)})

    with pytest.raises(ValueError, match=message):
        make_agent("odd")


def test_agents_of_a_tournament_are_different():
    with pytest.raises(ValueError, match="agent 'random' is named twice"):
        make_agents(["random", "heuristic", "random"])


class Searcher:
    """An agent that takes options."""

    def __init__(
        self,
        *,
        sims: int = 4,
        share: float = 0.5,
        mode: Literal["max", "min"] = "max",
        quick: bool = False,
        label: str | None = None,
    ):
        self.options = (sims, share, mode, quick, label)

    def act(self, view):
        return int(view.legal[0])


@pytest.fixture
def searcher(monkeypatch):
    monkeypatch.setattr("got_agents.registry._entries", lambda: {"searcher": Entry(Searcher)})


def test_options_are_typed(searcher):
    agent = make_agent("searcher:sims=40,share=0.25,mode=min,quick=yes,label=a:b")

    assert agent.options == (40, 0.25, "min", True, "a:b")
    assert agent.name == "searcher:sims=40,share=0.25,mode=min,quick=yes,label=a:b"
    assert make_agent("searcher").options == (4, 0.5, "max", False, None)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("sim=4", r"unknown option 'sim': did you mean 'sims'\? expected one of sims, share, mode"),
        ("sims=4.5", "option sims=4.5: expected a whole number"),
        ("share=nan", "option share=nan: expected a number"),
        ("mode=mix", r"option mode=mix: .*expected one of max, min"),
        ("quick=maybe", "option quick=maybe: expected yes or no"),
        ("sims", "option 'sims': expected key=value"),
        ("sims=4,sims=5", "option 'sims' is given twice"),
        ("", "option '': expected key=value"),
    ],
)
def test_wrong_options_are_named(searcher, options, message):
    with pytest.raises(ValueError, match=f"agent 'searcher:{options}': {message}"):
        make_agent(f"searcher:{options}")


def test_the_nearest_name_is_suggested():
    with pytest.raises(ValueError, match=r"unknown agent 'hueristic': did you mean 'heuristic'\?"):
        make_agent("hueristic")


def test_names_and_options_are_told_apart():
    text = "random,heuristic:castle=9,harm=0.3, policy:runs/a=b ,heuristic"

    names = parse_names(text, "agents")

    assert names == ("random", "heuristic:castle=9,harm=0.3", "policy:runs/a=b", "heuristic")


def test_weights_are_options_of_the_scripted_agents():
    changed = make_agent("raider:castle=11.5").weights

    assert changed[Weight.CASTLE] == 11.5
    assert changed[Weight.RAID] == make_agent("raider").weights[Weight.RAID]
    with pytest.raises(ValueError, match="weight 'castel': expected one of land, castle"):
        make_agent("raider:castel=11")
    with pytest.raises(ValueError, match=r"castle=-1\.0: expected a number from 0 to 100"):
        make_agent("raider:castle=-1")


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("random,g=llm:http://x,model=llama3:8b", ("random", "g=llm:http://x,model=llama3:8b")),
        ("ismcts:sims=5,net=policy,g=llm:http", ("ismcts:sims=5,net=policy", "g=llm:http")),
        ("ismcts:sims=5,rollout=heuristic", ("ismcts:sims=5,rollout=heuristic",)),
        ("raider:castle=9,my=b.py:B:x=2,y=3", ("raider:castle=9", "my=b.py:B:x=2,y=3")),
        ("a=random,b=random", ("a=random", "b=random")),
    ],
)
def test_names_of_the_users_own_and_options_are_told_apart(text, names):
    assert parse_names(text, "agents", agent_names()) == names


def test_an_agent_is_called_as_the_user_names_it():
    assert make_agent("mine=heuristic:castle=9").name == "mine"


@pytest.mark.parametrize("spec", ["a=referee:rm", "a=policy:x", "a=bots.py:Bot"])
def test_a_name_of_the_users_own_hides_no_code(spec):
    assert starts_code(spec)
    assert not is_own("a=referee:rm")
    assert is_own("a=heuristic")


@pytest.mark.parametrize("spec", ["a b=heuristic", "=heuristic", "-a=heuristic", "ü,=heuristic"])
def test_a_name_of_ones_own_that_is_none_is_told_apart_from_an_unknown_agent(spec):
    with pytest.raises(ValueError, match=f"agent '{spec}': expected NAME=AGENT, with a name of"):
        make_agent(spec)


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        (3, "agent 3: expected a text such as 'heuristic'"),
        ("llm:", "agent 'llm:': expected llm:URL, a server such as"),
        ("llm:,model=small", "expected llm:URL, a server such as"),
    ],
)
def test_what_is_no_specification_is_refused_in_words(spec, message):
    with pytest.raises(ValueError, match=message):
        make_agent(spec)


def test_the_folder_of_a_policy_is_told_apart_from_an_unknown_agent(tmp_path):
    (tmp_path / "policy.safetensors").touch()

    with pytest.raises(
        ValueError, match=f"this is the folder of a policy: expected policy:{tmp_path}"
    ):
        make_agent(str(tmp_path))
    with pytest.raises(ValueError, match="unknown agent"):
        make_agent(str(tmp_path / "other"))
