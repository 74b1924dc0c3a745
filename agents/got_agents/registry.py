"""Agents by name: ``heuristic``, ``policy:runs/first`` or ``ismcts:sims=400,rollout=heuristic``.

Beside the agents of this package there are those of the entry-point group ``got.agents``, to which
other distributions add. An entry is a class or function that makes the agent. If it takes a
positional argument, that is the text behind the colon; if it has keyword-only parameters, those are
options.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from got_agents.base import Agent
from got_agents.options import options_of, parse_agent_options, suggest
from got_agents.own import MAKERS, is_own, starts_code

__all__ = ["GROUP", "agent_names", "entry_of", "is_own", "make_agent", "make_agents", "starts_code"]

GROUP = "got.agents"


@cache
def _entries() -> dict[str, EntryPoint]:
    """What makes agents, by name; the names of this package always mean its own agents."""
    found = {entry.name: entry for entry in entry_points(group=GROUP)}
    found |= {name: EntryPoint(name, maker, GROUP) for name, maker in MAKERS.items()}
    return {name: found[name] for name in sorted(found)}


def entry_of(name: str) -> EntryPoint:
    """The entry point of a name; one without a distribution belongs to this package.

    Raises:
        ValueError: for an unknown name.
    """
    if name not in _entries():
        raise ValueError(f"unknown agent {name!r}: {suggest(name, agent_names())}")
    return _entries()[name]


def agent_names() -> tuple[str, ...]:
    """Names of all installed agents."""
    return tuple(_entries())


def make_agent(spec: str) -> Agent:
    """The agent of a specification ``name``, ``name:argument`` or ``name:key=value,key=value``.

    Its name is the specification.

    Raises:
        ValueError: for an unknown name or option, a missing or unwanted argument, or an agent
            that cannot be made; says which and what was expected.
    """
    name, colon, argument = spec.partition(":")
    entry = entry_of(name)
    try:
        maker = entry.load()
    except (Exception, SystemExit) as error:  # it is code of others: anything may be wrong with it
        raise ValueError(f"agent {name!r} cannot be loaded: {_why(error)}") from error
    given, options = _arguments(spec, maker, name, argument if colon else None)
    try:
        agent: Agent = maker(*given, **options)
        agent.name = spec
    except (Exception, SystemExit) as error:
        raise ValueError(f"agent {spec!r}: {_why(error)}") from error
    return agent


def _why(error: BaseException) -> str:
    """What went wrong; errors meant for people need no name."""
    meant = isinstance(error, OSError | ValueError | ImportError)
    return str(error) if meant else f"{type(error).__name__}: {error}"


def _arguments(
    spec: str, maker: Callable[..., Any], name: str, argument: str | None
) -> tuple[tuple[str, ...], dict[str, Any]]:
    """What to call the maker with: the text behind the colon as it is, or the options in it."""
    given = () if argument is None else (argument,)
    signature = inspect.signature(maker)
    try:
        signature.bind(*given)
        return given, {}
    except TypeError:
        pass
    if argument is None:
        raise ValueError(f"agent {spec!r}: expected {name}:ARGUMENT")
    if not options_of(maker):
        raise ValueError(f"agent {spec!r}: expected {name}")
    try:
        return (), parse_agent_options(maker, argument)
    except ValueError as error:
        raise ValueError(f"agent {spec!r}: {error}") from error


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
