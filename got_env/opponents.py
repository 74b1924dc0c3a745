"""Who plays the seats that do not learn: compiled policies by name, agents, plain functions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from got_env.game import Game
from got_env.views import Agent, View


@dataclass(frozen=True)
class FunctionAgent:
    """A function of observation and action mask as an agent."""

    function: Callable[[Any, Any], int]

    @property
    def name(self) -> str:
        """Name of the function."""
        return getattr(self.function, "__qualname__", type(self.function).__name__)

    def act(self, view: View) -> int:
        """Choose a legal action."""
        return self.function(view.observation, view.mask)


def resolve_opponents(
    game: Game, houses: tuple[str, ...], learner: str | None, opponents: Any
) -> tuple[tuple[int, ...], tuple[Agent, ...]]:
    """Numbers of the players of each seat, as the kernels know them, and the agents outside.

    Args:
        game: the game.
        houses: houses in play, by seat.
        learner: the house that learns; None if it may be any.
        opponents: a policy for all, or a mapping from houses to policies. A policy is a name of
            ``game.policies``, an object with ``act(view)`` (and perhaps ``act_batch(views)``), or
            a function ``(observation, action_mask) -> action``.

    Returns:
        One number for each seat (that of the learner means nothing), and the agents: number
        ``len(policies) + i`` stands for agent ``i``.

    Raises:
        ValueError: for an unknown name or house, or a house without a policy.
    """
    given = dict(opponents) if isinstance(opponents, Mapping) else dict.fromkeys(houses, opponents)
    for house in given:
        if house not in houses:
            raise ValueError(f"opponents: {house!r} is not one of {', '.join(houses)}")
    compiled = game.learner_kernels().policies
    agents: list[Any] = []
    seen: list[object] = []
    numbers = []
    for house in houses:
        if house == learner:
            numbers.append(0)
            continue
        if house not in given:
            raise ValueError(f"opponents: no policy for {house}")
        policy = given[house]
        if isinstance(policy, str):
            if policy not in compiled:
                raise ValueError(
                    f"opponents={policy!r}: expected one of {', '.join(compiled)}, an object "
                    "with act(view), or a function of observation and action mask"
                )
            numbers.append(compiled.index(policy))
            continue
        known = [i for i, other in enumerate(seen) if other is policy]
        if not known:
            known = [len(seen)]
            seen.append(policy)
            agents.append(_agent(policy))
        numbers.append(len(compiled) + known[0])
    return tuple(numbers), tuple(agents)


def _agent(policy: Any) -> Any:
    if callable(getattr(policy, "act", None)) and not isinstance(policy, type):
        return policy
    if callable(policy) and not isinstance(policy, type):
        return FunctionAgent(policy)
    raise ValueError(
        f"opponents={policy!r}: expected the name of a compiled policy, an object with act(view), "
        "or a function of observation and action mask"
    )
