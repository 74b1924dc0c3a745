"""The agents of this package, by name: a fixed table that no plug-in can add to or change."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from got_agents.specs import split_name

MAKERS: Mapping[str, str] = MappingProxyType(
    {
        "contender": "got_agents.heuristic:contender",
        "courtier": "got_agents.heuristic:courtier",
        "expander": "got_agents.heuristic:expander",
        "flat-mc": "got_agents.search:flat_mc",
        "greedy": "got_agents.search:greedy",
        "heuristic": "got_agents.heuristic:HeuristicAgent",
        "human": "got_agents.human:HumanAgent",
        "ismcts": "got_agents.search:ismcts",
        "llm": "got_agents.llm.agent:llm_agent",
        "onnx": "got_agents.onnx_agent:OnnxAgent",
        "policy": "got_agents.policy:sampled_policy",
        "policy_greedy": "got_agents.policy:greedy_policy",
        "raider": "got_agents.heuristic:raider",
        "random": "got_agents.random_agent:RandomAgent",
        "random_kind": "got_agents.random_agent:RandomKindAgent",
        "referee": "got_agents.talking_referee:referee_agent",
        "sb3": "got_agents.sb3:zip_agent",
        "schemer": "got_agents.heuristic:schemer",
        "squire": "got_agents.heuristic:squire",
        "steward": "got_agents.heuristic:steward",
    }
)
"""Maker of each of them: a class or function, as ``module:name``."""

OTHERS_DECIDE = frozenset({"human", "llm", "onnx", "referee", "sb3"})
"""Only ask somebody else, or run what a file says: what is decided, and how long it takes, is not
up to this package."""

FOLDERS = frozenset({"policy", "policy_greedy"})
"""Read the folder behind the colon if there is one."""

SEARCHES = frozenset({"ismcts"})
"""Read the folder of the option ``net`` if it names one."""

SHIPPED_POLICY = "policy"
"""Name of the policy of this package in the option ``net``; no folder of the user."""


def _kind(spec: str) -> tuple[str, str, str]:
    """A specification at its first colon, without a name of the user's own before it."""
    return split_name(spec)[1].partition(":")


def is_own(spec: str) -> bool:
    """Tell whether nothing but code of this package decides for the agent of a specification.

    The name alone says so, for a plug-in cannot take a name of this package; nothing is imported
    or made to find out.
    """
    name = _kind(spec)[0]
    return name in MAKERS and name not in OTHERS_DECIDE


def asks_a_person(spec: str) -> bool:
    """Tell whether the agent of a specification asks whoever sits at the terminal."""
    return _kind(spec)[0] == "human"


def refuse_people(specs: Iterable[str]) -> None:
    """Refuse agents that ask a person, where nobody sits at the terminal.

    Raises:
        ValueError: if there is one; names it.
    """
    for spec in filter(asks_a_person, specs):
        raise ValueError(
            f"agent {spec!r}: nobody can be asked here: expected an agent that plays by itself;"
            " `got play --house HOUSE` and `got serve` have seats for people"
        )


def own_modules(specs: Iterable[str]) -> tuple[str, ...]:
    """The modules of this package that make agents of these specifications, in order."""
    names = (_kind(spec)[0] for spec in specs)
    return tuple(sorted({MAKERS[name].partition(":")[0] for name in names if name in MAKERS}))


def starts_code(spec: str) -> bool:
    """Tell whether making an agent does more than the user of this package has agreed to.

    That is: it runs a program, talks to a server, reads a folder or imports a module that the
    specification names.
    Who reads a specification in a file of somebody else's asks before such an agent is made.
    """
    name, colon, rest = _kind(spec)
    return (
        not is_own(spec)
        or (name in FOLDERS and bool(colon))
        or (name in SEARCHES and _names_folder(rest))
    )


def _names_folder(options: str) -> bool:
    """True if the options of a search name the folder of a network."""
    pairs = (pair.partition("=") for pair in options.split(","))
    return any(key == "net" and value != SHIPPED_POLICY for key, _, value in pairs)
