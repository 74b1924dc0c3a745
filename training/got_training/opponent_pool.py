"""Earlier selves of a policy as its opponents, those that it does not beat yet above all.

A policy that plays only itself may forget how to beat what it used to be, and goes in circles where
each strategy loses to the next. Here it keeps meeting its earlier selves. Which one sits at a table
is drawn by prioritised fictitious self-play (Vinyals and others, "Grandmaster level in StarCraft II
using multi-agent reinforcement learning", 2019): with ``p`` the learner's share of wins against it,
a past self is drawn with a weight of ``(1 - p) ** 2``. The members of a league are drawn with them,
by the same rule, and stay as long as the training lasts.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from got_agents.network import NetworkShape
from got_agents.policy import PolicyAgent
from got_agents.weights import Weights
from got_env.core.game import Game
from got_training.frozen_networks import PoolRecord

DECAY = 0.99
"""Factor on earlier results after each game: about the last hundred count."""

PRIOR_WINS = 1.0
"""Wins of either side that a new past self starts with: a share of one half, soon forgotten."""

LEAST_WEIGHT = 0.01
"""Weight of a past self that loses every game: the learner must go on to beat it."""


@dataclass
class PoolEntry:
    """An earlier self or a member of a league, and how the learner does against it."""

    updates: int
    weights: Weights
    agent: PolicyAgent
    member: str = ""
    """Its name if it is a member."""
    won: float = PRIOR_WINS
    lost: float = PRIOR_WINS

    @property
    def share(self) -> float:
        """The learner's share of the games that one of the two won, counted by seat."""
        return self.won / (self.won + self.lost)


class OpponentPool:
    """Snapshots of the learner, and members of a league, each with a number that it keeps.

    Args:
        game: what they play.
        shape: sizes of their networks.
        kept: how many copies of the learner take part in new games; the oldest makes room for the
            newest. Members of a league take part beside them.
    """

    def __init__(self, game: Game, shape: NetworkShape, kept: int) -> None:
        self._game, self._shape, self._kept = game, shape, kept
        self._entries: dict[int, PoolEntry] = {}
        self._next = 0

    def restore(self, records: Sequence[PoolRecord]) -> None:
        """Add those of a training that is resumed, as :meth:`records` gave them."""
        for record in records:
            self._add(record)

    def add_member(self, name: str, weights: Weights) -> None:
        """Add a member of a league, which makes room for nobody.

        Args:
            name: of the member.
            weights: its tensors.
        """
        self._add(PoolRecord(0, PRIOR_WINS, PRIOR_WINS, weights, name))

    def add_snapshot(self, weights: Weights, updates: int, in_play: Collection[int] = ()) -> None:
        """Add a copy of the learner as it is.

        Args:
            weights: its tensors.
            updates: how many made it.
            in_play: numbers of those that sit at a table: they stay until their games are over.
        """
        copy = {name: table.copy() for name, table in weights.items()}
        self._add(PoolRecord(updates, PRIOR_WINS, PRIOR_WINS, copy))
        needed = {*self._active(), *in_play}
        self._entries = {number: one for number, one in self._entries.items() if number in needed}

    @property
    def updates(self) -> int:
        """Updates of the learner when the newest copy was taken; -1 if there is none."""
        return max((one.updates for one in self._entries.values() if not one.member), default=-1)

    def sample(self, count: int, rng: np.random.Generator) -> npt.NDArray[np.int64]:
        """Numbers of past selves ``(count,)`` for new games."""
        numbers = self._active()
        drawn: npt.NDArray[np.int64] = rng.choice(
            numbers, size=count, p=self.sampling_probabilities()
        )
        return drawn

    def sampling_probabilities(self) -> npt.NDArray[np.float64]:
        """Chance of each past self of :meth:`records` to be drawn; their sum is 1."""
        shares = np.array([self._entries[number].share for number in self._active()])
        weights = np.maximum((1 - shares) ** 2, LEAST_WEIGHT)
        probabilities: npt.NDArray[np.float64] = weights / weights.sum()
        return probabilities

    def agent(self, number: int) -> PolicyAgent:
        """Agent of a past self."""
        return self._entries[number].agent

    def record(
        self, number: int, own: Collection[int], theirs: Collection[int], winner: int
    ) -> None:
        """Note how a game ended.

        A win counts the less the more seats a side had, so equal players share the wins evenly
        however many seats each has. A game that neither won says nothing.

        Args:
            number: of the past self.
            own: seats of the learner.
            theirs: seats of the past self.
            winner: the seat that won, or none of either.
        """
        if not own or winner not in (*own, *theirs):
            return
        one = self._entries[number]
        one.won = DECAY * one.won + (winner in own) / len(own)
        one.lost = DECAY * one.lost + (winner in theirs) / len(theirs)

    def records(self) -> tuple[PoolRecord, ...]:
        """Those that take part in new games: members, then copies from the oldest to the newest."""
        return tuple(
            PoolRecord(one.updates, one.won, one.lost, one.weights, one.member)
            for one in (self._entries[number] for number in self._active())
        )

    @property
    def shares(self) -> list[float]:
        """The learner's share of wins against each of :meth:`records`."""
        return [self._entries[number].share for number in self._active()]

    @property
    def member_shares(self) -> dict[str, float]:
        """The learner's share of wins against each member, by its name."""
        return {one.member: one.share for one in self._entries.values() if one.member}

    def _active(self) -> list[int]:
        members = [number for number, one in self._entries.items() if one.member]
        copies = [number for number, one in self._entries.items() if not one.member]
        return members + copies[-self._kept :]

    def _add(self, record: PoolRecord) -> None:
        name = record.member or f"past:{record.updates}"
        agent = PolicyAgent.of(self._game, self._shape, record.weights, name=name)
        self._entries[self._next] = PoolEntry(
            record.updates, record.weights, agent, record.member, record.won, record.lost
        )
        self._next += 1
