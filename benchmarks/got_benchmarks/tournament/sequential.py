"""A sequential test: may be looked at after every deal without inflating its error.

For each pair of agents the paired score of a deal, the difference of their wins over its games, is
a number between -1 and 1. A confidence sequence for its mean holds at all times together with
probability ``1 - alpha``: the predictable plug-in empirical Bernstein sequence of Waudby-Smith and
Ramdas, "Estimating means of bounded random variables by betting" (JRSS B, 2024, theorem 2). The
error is shared evenly between all pairs.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from got_benchmarks.playing.outcome import Outcome
from got_env.core.error_values import short_repr

METHOD = "empirical Bernstein confidence sequence of paired deals, error shared between pairs"

SIGNIFICANCE = 0.05
"""Error probability that the word ``significance`` stands for."""

LEAST_ERROR = 1e-9

MAX_BET = 0.5
"""Upper bound of the weights; 1/2 or 3/4 are the values its authors recommend."""


def checked_until(until: float | str) -> float:
    """Error probability of the test that ends a tournament; 0: no test.

    Args:
        until: ``significance``, or the probability.

    Raises:
        ValueError: for anything else.
    """
    if until == "significance":
        return SIGNIFICANCE
    try:
        error = float(until)
    except (TypeError, ValueError):
        error = -1.0
    if error != 0 and not LEAST_ERROR <= error < 1:
        raise ValueError(
            f"until={short_repr(until)}: expected significance, or an error probability such as"
            f" 0.05, from {LEAST_ERROR:g} to less than 1"
        )
    return error


@dataclass
class ConfidenceSequence:
    """Bounds of the mean of numbers in [0, 1] that hold at all times with ``1 - alpha``."""

    alpha: float
    count: int = 0
    low: float = 0.0
    high: float = 1.0
    _sum: float = 0.0
    _squares: float = 0.25
    _weights: float = 0.0
    _weighted: float = 0.0
    _penalty: float = 0.0

    def add(self, value: float) -> None:
        """Take the next number into account."""
        mean = (0.5 + self._sum) / (self.count + 1)
        variance = self._squares / (self.count + 1)
        self.count += 1
        worth = math.log(2 / self.alpha)
        bet = min(
            math.sqrt(2 * worth / (variance * self.count * math.log(1 + self.count))), MAX_BET
        )
        self._weights += bet
        self._weighted += bet * value
        self._penalty += 4 * (value - mean) ** 2 * (-math.log(1 - bet) - bet) / 4
        centre, half = self._weighted / self._weights, (worth + self._penalty) / self._weights
        # Bounds that held once hold for ever, so they only ever come closer.
        self.low, self.high = max(self.low, centre - half), min(self.high, centre + half)
        self._sum += value
        self._squares += (value - (0.5 + self._sum) / (self.count + 1)) ** 2


@dataclass(frozen=True)
class Verdict:
    """Verdict of the test so far."""

    alpha: float
    deals: int
    best: str = ""
    """Agent that is better than every other one; empty while undecided."""
    pairs: dict[str, dict[str, tuple[float, float]]] = field(default_factory=dict)
    """By two agents: bounds of the paired score of the first against the second."""


def paired_scores(outcomes: Iterable[Outcome], agents: Sequence[int]) -> list[dict[int, float]]:
    """Wins of each agent per game, for every complete deal in order.

    A deal is complete when it has as many games as agents took part, each on every seat.
    """
    deals: defaultdict[int, list[Outcome]] = defaultdict(list)
    for outcome in outcomes:
        deals[outcome.match.deal].append(outcome)
    scores = []
    for _, games in sorted(deals.items()):
        group = {agent for outcome in games for agent in outcome.match.table}
        if len(games) < len(group):
            continue
        wins = dict.fromkeys((agent for agent in agents if agent in group), 0.0)
        for outcome in games:
            for seat, agent in enumerate(outcome.match.table):
                wins[agent] += outcome.shares[seat] / len(games)
        scores.append(wins)
    return scores


def judge(outcomes: Iterable[Outcome], agents: Sequence[tuple[int, str]], alpha: float) -> Verdict:
    """Find out whether one agent is better than every other one.

    Args:
        outcomes: games of one stage.
        agents: index and name of those that take part.
        alpha: probability of any wrong statement.
    """
    scores = paired_scores(outcomes, [agent for agent, _ in agents])
    pairs = list(combinations(agents, 2))
    bounds: dict[str, dict[str, tuple[float, float]]] = {name: {} for _, name in agents}
    for (first, first_name), (second, second_name) in pairs:
        sequence = ConfidenceSequence(alpha / len(pairs))
        for wins in scores:
            if first in wins and second in wins:
                sequence.add((1 + wins[first] - wins[second]) / 2)
        low, high = 2 * sequence.low - 1, 2 * sequence.high - 1
        bounds[first_name][second_name] = low, high
        bounds[second_name][first_name] = -high, -low
    best = [name for name, others in bounds.items() if others and min(others.values())[0] > 0]
    return Verdict(alpha, len(scores), best[0] if best else "", bounds)
