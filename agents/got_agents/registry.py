"""Agents by name: ``heuristic``, or ``policy:runs/first`` where the agent takes an argument.

Names come from the entry-point group ``got.agents``, so another distribution can add agents. An
entry is a class or function that makes the agent, called with the text behind the colon if any.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterable
from functools import cache
from importlib.metadata import EntryPoint, entry_points

from got_agents.base import Agent

GROUP = "got.agents"


@cache
def _entries() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in sorted(entry_points(group=GROUP))}


def agent_names() -> tuple[str, ...]:
    """Names of all installed agents."""
    return tuple(_entries())


def make_agent(spec: str) -> Agent:
    """The agent of a specification ``name`` or ``name:argument``; its name is the specification.

    Raises:
        ValueError: for an unknown name, a missing or unwanted argument, or an agent that cannot
            be made; says which and what was expected.
    """
    name, colon, argument = spec.partition(":")
    if name not in _entries():
        known = ", ".join(agent_names())
        raise ValueError(f"unknown agent {name!r}: expected one of {known}")
    try:
        maker = _entries()[name].load()
    except ImportError as error:
        raise ValueError(f"agent {name!r} cannot be loaded: {error}") from error
    given = (argument,) if colon else ()
    try:
        inspect.signature(maker).bind(*given)
    except TypeError:
        hint = f"{name}:ARGUMENT" if not given else name
        raise ValueError(f"agent {spec!r}: expected {hint}") from None
    try:
        agent: Agent = maker(*given)
    except OSError as error:
        raise ValueError(f"agent {spec!r}: {error}") from error
    agent.name = spec
    return agent


def make_agents(specs: Iterable[str]) -> dict[str, Agent]:
    """Agents by specification, each made once.

    Raises:
        ValueError: as :func:`make_agent`, or if a specification is given twice.
    """
    agents: dict[str, Agent] = {}
    for spec in specs:
        if spec in agents:
            raise ValueError(f"agent {spec!r} is named twice: expected different agents")
        agents[spec] = make_agent(spec)
    return agents
