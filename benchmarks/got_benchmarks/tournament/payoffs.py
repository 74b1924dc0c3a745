"""Who finishes ahead of whom, and alpha-rank for cyclic results."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.util import find_spec

import numpy as np
import numpy.typing as npt

from got_benchmarks.tournament.games_table import GamesTable

Floats = npt.NDArray[np.float64]

RESAMPLES = 1000


@dataclass(frozen=True)
class Payoffs:
    """``[i, j]``: how often a seat of agent i finishes ahead of one of agent j at its table."""

    ahead: Floats
    """``(K, K)``, a half on the diagonal; NaN where they never met."""
    low: Floats
    high: Floats
    """Bounds of the 95 % bootstrap interval over whole deals ``(K, K)``."""
    games: npt.NDArray[np.int64]
    """Games in which both sat ``(K, K)``."""


def payoffs(table: GamesTable, seed: int = 0) -> Payoffs:
    """The payoff matrix of all games.

    Args:
        table: the games.
        seed: of the resamples.
    """
    count, deals = table.count, int(table.deals.max()) + 1 if len(table) else 0
    ahead = np.zeros((deals, count, count))
    pairs = np.zeros((deals, count, count))
    met = np.zeros((count, count), dtype=np.int64)
    for deal, agents, places in zip(table.deals, table.agents, table.places, strict=True):
        before = (places[:, None] < places) + 0.5 * (places[:, None] == places)
        np.add.at(ahead[deal], (agents[:, None], agents), before)
        np.add.at(pairs[deal], (agents[:, None], agents), 1.0)
        here = np.unique(agents)
        met[np.ix_(here, here)] += 1
    with np.errstate(invalid="ignore"):
        mean = ahead.sum(axis=0) / pairs.sum(axis=0)
        if not deals:
            return Payoffs(mean, mean, mean, met)
        weights = np.random.default_rng(seed).multinomial(
            deals, np.full(deals, 1 / deals), size=RESAMPLES
        )
        resampled = np.tensordot(weights, ahead, 1) / np.tensordot(weights, pairs, 1)
        # A resample without a game of a pair says nothing about it.
        resampled = np.where(np.isnan(resampled), mean, resampled)
        low, high = np.percentile(resampled, [2.5, 97.5], axis=0)
    np.fill_diagonal(mean, 0.5)
    return Payoffs(mean, low, high, met)


def alpha_rank_available() -> bool:
    """Tell whether open_spiel is installed, which works out alpha-rank."""
    return find_spec("open_spiel") is not None


def alpha_rank(ahead: Floats) -> Floats:
    """Alpha-rank of every agent ``(K,)``: its mass in the long run of evolution; they add up to 1.

    Unlike a rating it makes sense of cycles, such as a beats b beats c beats a. The limit of
    infinite ranking intensity is taken (Omidshafiei et al., 2019), as open_spiel does it.

    Raises:
        ImportError: if open_spiel is not installed.
    """
    from open_spiel.python.egt import alpharank

    if len(ahead) == 1:
        return np.ones(1)
    known = np.where(np.isnan(ahead), 0.5, ahead)
    mass = alpharank.compute([known], use_inf_alpha=True, inf_alpha_eps=0.001)[2]
    result: Floats = np.asarray(mass, dtype=np.float64)
    return result
