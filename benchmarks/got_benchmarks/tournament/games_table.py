"""Games as arrays, for statistics."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from got_benchmarks.playing.aborted_games import without_aborted
from got_benchmarks.playing.outcome import Outcome
from got_benchmarks.tournament.plan import Plan
from got_env.games import get_game


@dataclass(frozen=True)
class GamesTable:
    """Games that have a result, in order of their number; G games, P seats, K agents."""

    count: int
    """K."""
    numbers: npt.NDArray[np.int64]
    """``(G,)``"""
    deals: npt.NDArray[np.int64]
    """``(G,)``: games with the same number were played on the same deal."""
    agents: npt.NDArray[np.int64]
    """``(G, P)``"""
    places: npt.NDArray[np.float64]
    """``(G, P)``: 0 first, shared places have their mean."""
    shares: npt.NDArray[np.float64]
    """``(G, P)``: shares of the win."""
    measures: Mapping[str, npt.NDArray[np.int64]]
    """``(G, P)`` each: what the game counts of a seat, by name, when it ended."""
    thinking: npt.NDArray[np.float64]
    """``(G, P)``: seconds."""

    def __len__(self) -> int:
        return len(self.numbers)

    @classmethod
    def of(cls, plan: Plan, outcomes: Sequence[Outcome], mirrors: bool) -> GamesTable:
        """The games between agents, or those of identical agents."""
        chosen, deals = [], []
        for outcome in without_aborted(outcomes):
            stage = plan.stage_of(outcome.match.number)
            if (plan.stages[stage].schedule == "mirror") == mirrors:
                chosen.append(outcome)
                deals.append((stage, outcome.match.deal))
        ids = {deal: number for number, deal in enumerate(dict.fromkeys(deals))}
        shape = (len(chosen), plan.players)
        return cls(
            count=len(plan.contestants),
            numbers=np.array([outcome.match.number for outcome in chosen], dtype=np.int64),
            deals=np.array([ids[deal] for deal in deals], dtype=np.int64),
            agents=np.array([o.match.table for o in chosen], dtype=np.int64).reshape(shape),
            places=np.array([o.places for o in chosen], dtype=np.float64).reshape(shape),
            shares=np.array([o.shares for o in chosen], dtype=np.float64).reshape(shape),
            measures={
                name: np.array([o.measures[name] for o in chosen], dtype=np.int64).reshape(shape)
                for name in get_game(plan.game).results.measures
            },
            thinking=np.array([o.thinking for o in chosen], dtype=np.float64).reshape(shape),
        )

    def seats_of(self, agent: int) -> npt.NDArray[np.bool_]:
        """Seats of an agent ``(G, P)``."""
        mask: npt.NDArray[np.bool_] = self.agents == agent
        return mask
