"""Entrants of a tournament: agents by specification, and objects of this process."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from got_agents.base import Agent, check_game
from got_agents.registry import name_of
from got_benchmarks.playing.identity import OBJECT, Contestant, identify
from got_env.core.game import Game
from got_env.envs.as_agent import as_agent, renamed


@dataclass(frozen=True)
class Entrants:
    """Agents that take part, in order."""

    contestants: tuple[Contestant, ...]
    objects: Mapping[str, Agent] = field(default_factory=dict)
    """Those that are objects of this process, by name."""


def enter(agents: Iterable[Any] | Mapping[str, Any], game: Game) -> Entrants:
    """Entrants of a tournament.

    Args:
        agents: specifications such as ``"heuristic"`` or ``"my_bots.py:Cautious"``, and players of
            any form that :func:`got_env.envs.as_agent.as_agent` takes; or a mapping from names to
            these, in which a specification has itself as its name.
        game: what they are going to play.

    Raises:
        ValueError: for an agent that is unknown, cannot be made or does not play the game,
            something that is no player, or a name given twice; says which.
    """
    if isinstance(agents, str):
        raise ValueError(f"agents={agents!r}: expected a list of agents")
    named = isinstance(agents, Mapping)
    objects: dict[str, Agent] = {}
    specs: dict[str, str] = {}
    order: list[str] = []
    for given, player in agents.items() if isinstance(agents, Mapping) else enumerate(agents):
        if isinstance(player, str):
            name = name_of(player)
            specs[name] = player
            if named and given != player:
                raise ValueError(f"agents[{given!r}]={player!r}: expected {player!r} as its name")
        else:
            agent = _object(given, player, named, game)
            name = agent.name
            if name not in order:
                objects[name] = agent
        if name in order:
            raise ValueError(
                f"two agents are called {name!r}: expected different names, for objects as in"
                " {'one': ..., 'other': ...}"
            )
        order.append(name)
    known = {
        c.name: c for c in identify((specs[name] for name in order if name not in objects), game)
    }
    known |= {name: _contestant(name, agent) for name, agent in objects.items()}
    return Entrants(tuple(known[name] for name in order), objects)


def _object(given: object, player: Any, named: bool, game: Game) -> Agent:
    try:
        agent = as_agent(player)
        check_game(agent, game)
    except ValueError as error:
        raise ValueError(f"agents[{given!r}]: {error}") from error
    if not named:
        return agent
    if not isinstance(given, str) or not given:
        raise ValueError(f"agents: {given!r}: expected a name")
    return renamed(agent, given)


def _contestant(name: str, agent: Agent) -> Contestant:
    version, fingerprint = (str(getattr(agent, key, "")) for key in ("version", "fingerprint"))
    return Contestant(name, OBJECT, "", version, fingerprint)
