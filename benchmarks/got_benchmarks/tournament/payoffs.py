"""Payoffs of pairs of agents, and alpha-rank for cyclic results."""

from __future__ import annotations

import math
from dataclasses import dataclass
from importlib.util import find_spec

import numpy as np
import numpy.typing as npt

from got_benchmarks.tournament.games_table import GamesTable
from got_benchmarks.tournament.stats import CONFIDENCE

Floats = npt.NDArray[np.float64]

METHOD = "self-normalised sums over deals, 95 %"
"""Method of the intervals of the payoffs, see :func:`payoffs`."""

NO_END = 10**6
"""More games than this are not named as what would tell two agents apart."""


@dataclass(frozen=True)
class Payoffs:
    """``[i, j]``: how often a seat of agent i finishes ahead of one of agent j at its table."""

    ahead: Floats
    """``(K, K)``, a half on the diagonal; NaN where they never met."""
    low: Floats
    high: Floats
    """Bounds of the 95 % interval of each pair by itself ``(K, K)``; 0 and 1 where the deals are
    too few to say anything."""
    games: npt.NDArray[np.int64]
    """Games in which both sat ``(K, K)``."""
    deals: npt.NDArray[np.int64]
    """Deals on which both sat ``(K, K)``; the games of a deal are no independent trials."""
    better: npt.NDArray[np.bool_]
    """True if i is better than j, with an error of 5 % at most over all pairs ``(K, K)``."""
    more_games: Floats
    """About how many games more would tell i from j, if it goes on as it went ``(K, K)``: 0 where
    that is told, infinite beyond :data:`NO_END`, NaN where they never met."""


def payoffs(table: GamesTable) -> Payoffs:
    """The payoff matrix of all games.

    The trials are whole deals. If two agents are equal, what one of them gains on a deal is as
    likely to be lost, so the sum of the gains, divided by the root of the sum of their squares, is
    sub-Gaussian: it exceeds ``t`` with a probability of at most ``exp(-t * t / 2)``, for any number
    of deals (Efron 1969; de la Pena, Lai and Shao 2009, chapter 2). The interval holds the shares
    that this bound does not exclude. A made-up deal that one wins and one that the other wins stand
    beside the played ones, so that a few deals that all went the same way do not prove it; they
    make the bound hold the more. :attr:`Payoffs.better` divides the error by the number of pairs
    that met (Bonferroni).

    Args:
        table: the games.
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
    both = (pairs > 0).sum(axis=0)
    apart = ~np.eye(count, dtype=np.bool_)
    compared = max(1, int(np.triu(both > 0, 1).sum()))
    with np.errstate(invalid="ignore", divide="ignore"):
        mean = ahead.sum(axis=0) / pairs.sum(axis=0)
        low, high = _interval(ahead, pairs, _bound(1))
        better = apart & (_interval(ahead, pairs, _bound(compared))[0] > 0.5)
        more = _more_deals(ahead, pairs, _bound(compared)) * met / both
    more[better | better.T] = 0.0
    more[more > NO_END] = np.inf
    np.fill_diagonal(mean, 0.5)
    return Payoffs(mean, low, high, met, both, better, more)


def _bound(compared: int) -> float:
    """Bound that a self-normalised sum exceeds on either side with 5 % / ``compared`` at most."""
    return math.sqrt(2 * math.log(2 * compared / (1 - CONFIDENCE)))


def _with_made_up_deals(ahead: Floats, pairs: Floats) -> tuple[Floats, Floats]:
    """Sums over deals of a pair, with one deal of the usual size that each of the two wins."""
    usual = pairs.sum(axis=0) / np.maximum(1, (pairs > 0).sum(axis=0))
    zero = np.zeros_like(usual)
    made_up = np.stack([usual, zero]), np.stack([usual, usual])
    return np.concatenate([ahead, made_up[0]]), np.concatenate([pairs, made_up[1]])


def _interval(ahead: Floats, pairs: Floats, bound: float) -> tuple[Floats, Floats]:
    """Shares ``x`` with ``|sum(a - x n)| <= bound * sqrt(sum((a - x n)^2))``, within 0 and 1."""
    a, n = _with_made_up_deals(ahead, pairs)
    square = n.sum(axis=0) ** 2 - bound**2 * (n**2).sum(axis=0)
    middle = a.sum(axis=0) * n.sum(axis=0) - bound**2 * (a * n).sum(axis=0)
    rest = a.sum(axis=0) ** 2 - bound**2 * (a**2).sum(axis=0)
    half = np.sqrt(np.maximum(0.0, middle**2 - square * rest))
    known = square > 0  # else every share is possible
    low = np.where(known, np.clip((middle - half) / square, 0, 1), 0.0)
    high = np.where(known, np.clip((middle + half) / square, 0, 1), 1.0)
    return low, high


def _more_deals(ahead: Floats, pairs: Floats, bound: float) -> Floats:
    """Deals that are missing until the sums of deals like these exceed the bound."""
    a, n = _with_made_up_deals(ahead, pairs)
    gains = a - n / 2
    reached = gains.sum(axis=0) ** 2 / (gains**2).sum(axis=0)
    both = (pairs > 0).sum(axis=0)
    missing: Floats = np.ceil(np.maximum(1.0, both * (bound**2 / reached - 1)))
    return missing


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
