"""Seating: balanced tables on shared deals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

KINDS = ("round-robin", "swiss", "mirror")
"""Schedules by name; the position of a name is part of the seeds and must not change."""

SCHEDULES = ("round-robin", "swiss")
"""Schedules that compare agents; ``mirror`` shows what the houses are worth."""


@dataclass(frozen=True)
class Match:
    """One game to play: a deal and who sits where."""

    number: int
    deal: int
    """Games of the same deal have the same seed; the agents change seats."""
    seed: int
    table: tuple[int, ...]
    """Index of the agent on every seat."""


def schedule(agents: int, players: int, games: int, seed: int | Sequence[int]) -> list[Match]:
    """Round-robin: on each deal the agents go round, so that each takes every seat once.

    A deal is played by ``agents`` games of the same seed. In the first the seats are dealt out
    evenly at random; in each of the others every seat goes to the next agent. So within a deal
    every agent plays every house equally often against the same luck; only the last deal can stay
    incomplete. A longer schedule of the same seed begins with the shorter one.

    Raises:
        ValueError: if there is no agent or no game.
    """
    if agents < 1:
        raise ValueError("agents: expected at least one")
    if games < 1:
        raise ValueError(f"games={games}: expected at least 1")
    rng = np.random.default_rng(seed)
    matches: list[Match] = []
    deal = 0
    while len(matches) < games:
        matches += _deal(np.arange(agents), players, deal, len(matches), rng)
        deal += 1
    return matches[:games]


def _deal(
    group: np.ndarray[tuple[int], np.dtype[np.int64]],
    players: int,
    deal: int,
    first: int,
    rng: np.random.Generator,
) -> list[Match]:
    """All games of one deal: every agent of the group takes every seat once."""
    seed, count = int(rng.integers(1 << 62)), len(group)
    # Each agent as often as possible: blocks of all agents, the last one cut off at random.
    blocks = [rng.permutation(count) for _ in range(-(-players // count))]
    seats = rng.permutation(np.concatenate(blocks)[:players])
    return [
        Match(first + shift, deal, seed, tuple(int(a) for a in group[(seats + shift) % count]))
        for shift in range(count)
    ]


def mirror(agents: int, players: int, games: int, seed: int | Sequence[int]) -> list[Match]:
    """Tables of identical agents: deal by deal, each agent once on all seats.

    What a house wins here it owes to the house, not to who plays it.

    Raises:
        ValueError: if there is no agent or no game.
    """
    if agents < 1 or games < 1:
        raise ValueError(f"agents={agents}, games={games}: expected at least 1 of both")
    rng = np.random.default_rng(seed)
    seeds = [int(rng.integers(1 << 62)) for _ in range(-(-games // agents))]
    return [
        Match(number, number // agents, seeds[number // agents], (number % agents,) * players)
        for number in range(games)
    ]


def swiss_groups(agents: int, players: int) -> list[int]:
    """Sizes of the groups that meet in one Swiss round: two groups or more, at most a table each.

    Raises:
        ValueError: for fewer than four agents.
    """
    if agents < 4:
        raise ValueError(f"schedule=swiss: expected at least 4 agents, not {agents}")
    largest = min(players, agents // 2)
    count = max(2, min(-(-agents // largest), agents // 2))
    return [len(part) for part in np.array_split(np.arange(agents), count)]


def swiss_round(
    standing: Sequence[int], players: int, round_no: int, seed: Sequence[int]
) -> list[Match]:
    """One Swiss round: neighbours in the standing meet, each group on a deal of its own.

    Every agent takes every seat once, so a round has as many games as there are agents.

    Args:
        standing: indices of all agents, the best first.
        players: seats of a table.
        round_no: number of the round, 0 first.
        seed: of the whole schedule.

    Raises:
        ValueError: for fewer than four agents.
    """
    matches: list[Match] = []
    sizes = swiss_groups(len(standing), players)
    bounds = np.cumsum([0, *sizes])
    rng = np.random.default_rng([*seed, round_no])
    for index, (low, high) in enumerate(pairwise(bounds)):
        group = np.array(standing[low:high], dtype=np.int64)
        deal = round_no * len(sizes) + index
        matches += _deal(group, players, deal, round_no * len(standing) + len(matches), rng)
    return matches
