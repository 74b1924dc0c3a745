"""Agents by specification: ``heuristic``, ``policy:runs/first``, ``bots.py:Cautious:depth=2``.

Beside the agents of this package there are those of the entry-point group ``got.agents``, to which
other distributions add, and classes, functions and objects in files and modules of the user's own;
see :mod:`got_agents.specs`. The factory of an agent is called with the text after the colon, or
with the options in it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from functools import cache, partial
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any

from got_agents.base import Agent
from got_agents.options import parse_arguments
from got_agents.own import MAKERS, is_own, starts_code
from got_agents.specs import Spec, parse_spec, split_name
from got_agents.user_code import UserCodeError, explain, folder_of, is_module, load, written_at
from got_env.core.error_values import short_repr
from got_env.core.suggest import suggest
from got_env.envs.as_agent import (
    EXPECTED,
    FunctionAgent,
    as_agent,
    chooses,
    describe,
    is_player,
    may_make,
    renamed,
)

__all__ = [
    "DIFFERENT",
    "GROUP",
    "agent_names",
    "entry_of",
    "is_own",
    "make_agent",
    "make_agents",
    "name_of",
    "spec_of",
    "starts_code",
]

LONGEST_SPEC = 200
"""Characters of a specification in an error; most name a file or a folder."""

DIFFERENT = "different agents, or names of their own for them, NAME=AGENT"
"""Expectation told where an agent is named twice."""

_USER = re.compile(r"//[^/\s]*@")
"""User and password in a URL, which no message repeats."""

GROUP = "got.agents"


@cache
def _entries() -> dict[str, EntryPoint]:
    """Makers of agents, by name; the names of this package always mean its own agents."""
    found = {entry.name: entry for entry in entry_points(group=GROUP)}
    found |= {name: EntryPoint(name, maker, GROUP) for name, maker in MAKERS.items()}
    return {name: found[name] for name in sorted(found)}


def agent_names() -> tuple[str, ...]:
    """Names of all installed agents."""
    return tuple(_entries())


def entry_of(name: str) -> EntryPoint:
    """The entry point of a name; one without a distribution belongs to this package.

    Raises:
        ValueError: for an unknown name.
    """
    if name not in _entries():
        raise ValueError(
            f"unknown agent {short_repr(name)}: {suggest(name, agent_names())}, or FILE.py:CLASS or"
            " MODULE:CLASS"
        )
    return _entries()[name]


def spec_of(text: str) -> Spec:
    """The parts of a specification.

    Raises:
        ValueError: if it is neither a known name nor a place in code, or a name of the user's own
            is that of an agent; says what was expected.
    """
    name, text = split_name(text)
    if name in agent_names():
        raise ValueError(
            f"agent {short_repr(f'{name}={text}', LONGEST_SPEC)}: {name!r} is the name of an agent;"
            " expected another one of your own"
        )
    spec = parse_spec(text, agent_names())
    # A name that nobody knows is more likely mistyped than a module that is not there.
    mistyped = spec.kind == "module" and "." not in spec.place and not is_module(spec.place)
    if spec.kind == "unknown" and not name and "=" in spec.place:
        raise ValueError(
            f"agent {short_repr(text, LONGEST_SPEC)}: expected NAME=AGENT, with a name of letters,"
            " digits and any of _ . + -, which begins with a letter or digit"
        )
    if spec.kind == "unknown" or mistyped:
        _refuse_folder(text)
        entry_of(spec.place)
    return spec


def _refuse_folder(text: str) -> None:
    """Raise ValueError, which says how it plays, if what names no agent is a policy's folder."""
    from got_agents.policy import WEIGHTS_FILE

    if os.path.isfile(os.path.join(text, WEIGHTS_FILE)):
        raise ValueError(
            f"agent {short_repr(text, LONGEST_SPEC)}: this is the folder of a policy: expected"
            f" policy:{text}"
        )


def name_of(text: str) -> str:
    """Name of the agent of a specification: the user's name for it, or the specification."""
    return split_name(text)[0] or text


def make_agent(text: str) -> Agent:
    """The agent of a specification; its name is that of the user's own, or the specification.

    Raises:
        ValueError: for an unknown name or option, a missing or unwanted argument, or an agent
            that cannot be made; says which and what was expected, and for code of the user's own
            the file and line where it failed.
    """
    if not isinstance(text, str):
        raise ValueError(f"agent {short_repr(text)}: expected a text such as 'heuristic'")
    spec = spec_of(text)
    if spec.kind == "name":
        root = None
        try:
            maker = entry_of(spec.place).load()
        except (Exception, SystemExit) as error:  # it is code of others: anything may be wrong
            raise ValueError(
                f"agent {short_repr(spec.place, LONGEST_SPEC)} cannot be loaded:"
                f" {explain(error, None)}"
            ) from error
    else:
        try:
            maker = load(spec)
        except UserCodeError as error:
            raise ValueError(f"agent {short_repr(text, LONGEST_SPEC)}: {error}") from error
        root = Path(spec.place).parent if spec.kind == "file" else folder_of(spec.place)
    try:
        return renamed(_make(spec, maker), name_of(text))
    except (Exception, SystemExit) as error:
        said = short_repr(_USER.sub("//...@", text), LONGEST_SPEC)
        raise ValueError(f"agent {said}: {explain(error, root)}") from error


def _make(spec: Spec, maker: Any) -> Agent:
    """The agent of a class, function or object.

    Raises:
        ValueError: if it is nothing that plays, or its arguments are wrong.
        Exception: whatever it raises.
    """
    if is_player(maker):
        if spec.argument is not None:
            raise ValueError(f"expected {spec.maker}: it is an object, which takes no options")
        return as_agent(maker)
    if chooses(maker):
        options = parse_arguments(maker, spec.argument, spec.maker, skip=2)[1]
        return FunctionAgent(partial(maker, **options) if options else maker)
    made = maker
    if may_make(maker):
        given, options = parse_arguments(maker, spec.argument, spec.maker)
        made = maker(*given, **options)
    if not (is_player(made) or chooses(made)):
        raise ValueError(f"{written_at(maker)}{describe(made)}: expected {EXPECTED}")
    return as_agent(made)


def make_agents(specs: Iterable[str]) -> dict[str, Agent]:
    """Agents by specification, each made once.

    Raises:
        ValueError: as :func:`make_agent`, or if two would have the same name.
    """
    agents: dict[str, Agent] = {}
    names: set[str] = set()
    for spec in specs:
        name = name_of(spec)
        if name in names:
            raise ValueError(
                f"agent {short_repr(name, LONGEST_SPEC)} is named twice: expected {DIFFERENT}"
            )
        names.add(name)
        agents[spec] = make_agent(spec)
    return agents
