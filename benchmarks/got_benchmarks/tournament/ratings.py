"""Ratings of agents from the order in which their seats finish, with bootstrap intervals.

The model is Plackett-Luce of the library openskill (Weng and Lin, JMLR 2011). Every seat is a
player of its own with the rating of its agent; after a game an agent moves by the mean of what its
seats would move, so that an agent on three seats does not learn three times from one game. Agents
do not change while they play, so ratings do not drift (``tau = 0``).
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib.util import find_spec
from statistics import fmean
from typing import Any

import numpy as np
import numpy.typing as npt

from got_benchmarks.tournament.games_table import GamesTable
from got_benchmarks.tournament.stats import Z

Floats = npt.NDArray[np.float64]

MU, SIGMA = 25.0, 25.0 / 3.0
BETA = SIGMA / 2.0
KAPPA = 0.0001
TAU = 1e-12
"""As good as none; openskill takes 0 for "the default"."""

RESAMPLES = 200
FEWEST_DEALS = 10
"""Resamples of fewer deals are too much alike: the interval is that of the model then."""

METHOD = (
    f"Plackett-Luce (openskill), percentiles of {RESAMPLES} resamples of whole deals; with fewer"
    f" than {FEWEST_DEALS} deals the uncertainty of the model"
)


@dataclass(frozen=True)
class Ratings:
    """Ratings of all agents."""

    mu: Floats
    """Strength ``(K,)``; 25 is the mean of the prior."""
    sigma: Floats
    """Uncertainty of the model ``(K,)``."""
    low: Floats
    high: Floats
    """Bounds of the 95 % interval of ``mu`` ``(K,)``: bootstrap over deals, and the model's own
    uncertainty with fewer than :data:`FEWEST_DEALS` of them."""
    history: Floats
    """``mu`` after every game ``(G, K)``."""


def available() -> bool:
    """Tell whether openskill is installed."""
    return find_spec("openskill") is not None


def rate(table: GamesTable, seed: int = 0) -> Ratings | None:
    """Rate the agents of all games; None if openskill is not installed.

    Args:
        table: the games in order.
        seed: of the resamples.
    """
    if not available():
        return None
    mu, sigma, history = _openskill(table)
    if len(np.unique(table.deals)) < FEWEST_DEALS:
        return Ratings(mu, sigma, mu - Z * sigma, mu + Z * sigma, history)
    low, high = np.percentile(bootstrap(table, RESAMPLES, seed), [2.5, 97.5], axis=0)
    return Ratings(mu, sigma, low, high, history)


def _openskill(table: GamesTable) -> tuple[Floats, Floats, Floats]:
    from openskill.models import PlackettLuce

    model = PlackettLuce(mu=MU, sigma=SIGMA, beta=BETA, kappa=KAPPA, tau=TAU)
    mu = np.full(table.count, MU)
    sigma = np.full(table.count, SIGMA)
    history = np.zeros((len(table), table.count))
    for game, (agents, places) in enumerate(zip(table.agents, table.places, strict=True)):
        teams = [[model.rating(mu=mu[agent], sigma=sigma[agent])] for agent in agents]
        rated = model.rate(teams, ranks=[float(place) for place in places])
        moved: dict[int, list[Any]] = {}
        for agent, (rating,) in zip(agents.tolist(), rated, strict=True):
            moved.setdefault(agent, []).append(rating)
        for agent, seats in moved.items():
            mu[agent] = fmean(rating.mu for rating in seats)
            sigma[agent] = fmean(rating.sigma for rating in seats)
        history[game] = mu
    return mu, sigma, history


def bootstrap(table: GamesTable, resamples: int, seed: int) -> Floats:
    """``mu`` of every agent in every resample ``(R, K)``.

    The games of a deal are no independent samples, so whole deals are drawn with replacement, in
    a random order. All resamples are rated at once; the update is that of openskill, which rates
    one game at a time and would take minutes.
    """
    rng = np.random.default_rng(seed)
    games_of = [np.flatnonzero(table.deals == deal) for deal in np.unique(table.deals)]
    samples = []
    for _ in range(resamples if len(table) else 0):
        drawn = rng.integers(len(games_of), size=len(games_of))
        samples.append(np.concatenate([games_of[deal] for deal in drawn]))
    mu = np.full((resamples, table.count), MU)
    if not samples:
        return mu
    variance = np.full((resamples, table.count), SIGMA**2)
    # Deals differ in length; the short samples repeat nothing but stop early.
    length = np.array([len(sample) for sample in samples])
    padded = np.zeros((resamples, length.max()), dtype=np.int64)
    for row, sample in enumerate(samples):
        padded[row, : len(sample)] = sample
    for step in range(padded.shape[1]):
        rows = np.flatnonzero(length > step)
        games = padded[rows, step]
        _update(mu, variance, rows, table.agents[games], table.places[games])
    return mu


def _update(
    mu: Floats,
    variance: Floats,
    rows: npt.NDArray[np.intp],
    agents: npt.NDArray[np.int64],
    places: Floats,
) -> None:
    """Rate one game in every row: agents and places by seat ``(R, P)``."""
    index = rows[:, None]
    m, v = mu[index, agents], variance[index, agents]
    c = np.sqrt((v + BETA**2).sum(axis=1, keepdims=True))
    strength = np.exp(m / c)
    # Axes: row, seat i, seat q. Seat q counts for i where it did not finish behind i.
    before = places[:, None, :] <= places[:, :, None]
    total = (strength[:, :, None] * before).sum(axis=1)
    tied = (places[:, None, :] == places[:, :, None]).sum(axis=1)
    quotient = strength[:, :, None] / total[:, None, :]
    own = np.eye(agents.shape[1])
    omega = (before * (own - quotient) / tied[:, None, :]).sum(axis=2)
    delta = (before * quotient * (1 - quotient) / tied[:, None, :]).sum(axis=2)
    sigma = np.sqrt(v)
    moved = m + omega * v / c
    shrunk = sigma * np.sqrt(np.maximum(1 - delta * v / c**2 * sigma / c, KAPPA))
    # Mean over the seats of an agent.
    shape = mu[rows].shape
    flat = (np.arange(len(rows))[:, None] * shape[1] + agents).ravel()
    seats = np.bincount(flat, minlength=shape[0] * shape[1]).reshape(shape)
    new_mu = np.bincount(flat, moved.ravel(), seats.size).reshape(shape)
    new_sigma = np.bincount(flat, shrunk.ravel(), seats.size).reshape(shape)
    sat = seats > 0
    counts = np.maximum(seats, 1)
    mu[rows] = np.where(sat, new_mu / counts, mu[rows])
    variance[rows] = np.where(sat, (new_sigma / counts) ** 2, variance[rows])
