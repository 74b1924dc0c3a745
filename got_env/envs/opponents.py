"""Players of the seats that do not learn: compiled policies by name, agents of any form."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from got_env.core.game import Game
from got_env.core.views import Agent, check_game
from got_env.envs.as_agent import EXPECTED, as_agent

GROUP = "got.opponents"
"""Entry-point group of what makes agents from specifications: this package knows of none."""

MAKER = "by_name"
"""The entry in that group: a function from a specification to an agent."""


def resolve_opponents(
    game: Game, houses: tuple[str, ...], learner: str | None, opponents: Any
) -> tuple[tuple[int, ...], tuple[Agent, ...]]:
    """Numbers of the players of each seat, as the kernels know them, and the agents outside.

    Args:
        game: the game.
        houses: houses in play, by seat.
        learner: the house that learns; None if it may be any.
        opponents: a policy for all, or a mapping from houses to policies. A policy is a name of
            ``game.players.policies``, which are compiled; the specification of another agent, as
            ``"policy"``, ``"ismcts:sims=4"`` or ``"my_bots.py:Cautious"``; or a player of any form
            that :func:`got_env.envs.as_agent.as_agent` takes, if it plays this game.

    Returns:
        One number for each seat (that of the learner means nothing), and the agents: number
        ``len(policies) + i`` stands for agent ``i``.

    Raises:
        ValueError: for an unknown name or house, a house without a policy, or an agent that
            cannot be made; says which and why.
    """
    given = dict(opponents) if isinstance(opponents, Mapping) else dict.fromkeys(houses, opponents)
    for house in given:
        if house not in houses:
            raise ValueError(f"opponents: {house!r} is not one of {', '.join(houses)}")
    compiled = game.players.learner_kernels().policies
    agents: list[Agent] = []
    seen: list[object] = []
    numbers = []
    for house in houses:
        if house == learner:
            numbers.append(0)
            continue
        if house not in given:
            raise ValueError(f"opponents: no policy for {house}")
        policy = given[house]
        if isinstance(policy, str) and policy in compiled:
            numbers.append(compiled.index(policy))
            continue
        known = [i for i, other in enumerate(seen) if other is policy or _same(other, policy)]
        if not known:
            known = [len(seen)]
            seen.append(policy)
            agents.append(_agent(game, policy, compiled))
        numbers.append(len(compiled) + known[0])
    return tuple(numbers), tuple(agents)


def _same(one: object, other: object) -> bool:
    """Tell whether two policies are the same text."""
    return isinstance(one, str) and isinstance(other, str) and one == other


def _agent(game: Game, policy: Any, compiled: tuple[str, ...]) -> Agent:
    try:
        if isinstance(policy, str):
            maker = _maker()
            if maker is None:
                raise ValueError(f"expected one of {', '.join(compiled)}, or {EXPECTED}")
            agent: Agent = maker.load()(policy)
        else:
            agent = as_agent(policy)
        check_game(agent, game)
        return agent
    except ValueError as error:
        raise ValueError(f"opponents={policy!r}: {error}") from error


@cache
def _maker() -> EntryPoint | None:
    return next(iter(entry_points(group=GROUP, name=MAKER)), None)
