"""A rollout buffer that keeps one trajectory for every seat of every game.

The seats of a game act in irregular turns, so the row after a decision is mostly another seat's.
What a decision earns its seat arrives over several rows, and the position it leads to is that
seat's *next own decision*. This buffer stores decisions as they come, one row per step of the
batch, and stitches them when the rollout ends, walking backwards with one account per seat::

    delta = (rewards of the seat until its next decision) + gamma * V(its next decision) - V(now)
    advantage = delta + gamma * lambda * (advantage of its next decision)

The end of a game closes the account of every seat at once, so the final reward reaches the last
decision of each, whoever made the last move. A decision whose seat has not decided again when the
rollout ends has no successor yet: it only serves as the value its predecessor leads to, and is
carried over into the next rollout, where it is completed. So nothing is lost, nothing is guessed,
and no transition crosses seats or games.

Discounts count the own decisions of a seat. One intention takes several decisions here, so the
default of the training is gamma = 1.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import torch
from gymnasium import spaces
from sb3_contrib.common.maskable.buffers import MaskableRolloutBuffer
from torch import Tensor

from got_training.devices import to_device

Floats = npt.NDArray[np.float32]
Bools = npt.NDArray[np.bool_]


class Samples(NamedTuple):
    """Decisions to learn from: the columns of `MaskableRolloutBufferSamples`, and weights."""

    observations: Tensor
    actions: Tensor
    old_values: Tensor
    old_log_prob: Tensor
    advantages: Tensor
    returns: Tensor
    action_masks: Tensor
    weights: Tensor
    """How many decisions each stands for."""


class SeatRolloutBuffer(MaskableRolloutBuffer):
    """Decisions of self-play ``(players + buffer_size, n_envs)`` with their own seat's returns.

    The first ``players`` rows hold what the last rollout carried over: row ``p`` the open decision
    of seat ``p``. After :meth:`finish` the attributes ``values``, ``returns``, ``advantages``,
    ``weights`` and ``index`` list the complete decisions of the learner, which :meth:`get` serves
    in batches.

    Args:
        players: the most seats of a game.
        seed: of the order in which decisions are served.
        sure_share: share of the sure decisions that are served, drawn anew each time; each of them
            has a weight of 1 / ``sure_share``.
        buffer_size: steps of the batch in a rollout.
        device: of the batches that :meth:`get` serves; the decisions stay in NumPy arrays.
        n_envs: games in the batch.
    """

    def __init__(
        self,
        buffer_size: int,
        observation_space: spaces.Space[Any],
        action_space: spaces.Discrete,
        device: torch.device | str = "auto",
        gae_lambda: float = 0.95,
        gamma: float = 1.0,
        n_envs: int = 1,
        players: int = 6,
        seed: int = 0,
        sure_share: float = 1.0,
    ):
        self.players, self.sure_share = players, sure_share
        self.rng = np.random.default_rng(seed)
        rows = players + buffer_size
        shape = (rows, n_envs)
        self.observations = np.zeros((*shape, *(observation_space.shape or ())), dtype=np.int8)
        self.action_masks = np.zeros((*shape, int(action_space.n)), dtype=np.bool_)
        self.actions = np.zeros(shape, dtype=np.int64)
        self.log_probs = np.zeros(shape, dtype=np.float32)
        self.row_values = np.zeros(shape, dtype=np.float32)
        self.row_advantages = np.zeros(shape, dtype=np.float32)
        self.seats = np.zeros(shape, dtype=np.int8)
        self.learner = np.zeros(shape, dtype=np.bool_)
        self.sure = np.zeros(shape, dtype=np.bool_)
        self.seat_rewards = np.zeros((*shape, players), dtype=np.float32)
        self.ended = np.zeros(shape, dtype=np.bool_)
        self.filled = np.zeros(shape, dtype=np.bool_)
        self.open = np.zeros(shape, dtype=np.bool_)
        self.index = np.zeros(0, dtype=np.int64)
        super().__init__(
            buffer_size, observation_space, action_space, device, gae_lambda, gamma, n_envs
        )

    def reset(self) -> None:
        """Start a rollout; what the last one left open moves to the first rows."""
        rows, games = np.nonzero(self.open)
        seats = self.seats[rows, games].astype(np.int64)
        earned = self.seat_rewards[rows, games, seats]
        for table in (
            self.observations,
            self.action_masks,
            self.actions,
            self.log_probs,
            self.row_values,
            self.seats,
            self.learner,
            self.sure,
        ):
            table[seats, games] = table[rows, games]
        self.filled[:] = False
        self.filled[seats, games] = True
        self.ended[:] = False
        self.seat_rewards[:] = 0
        self.seat_rewards[seats, games, seats] = earned
        self.open[:] = False
        self.pos = 0
        self.full = False
        self.generator_ready = False

    def forget(self) -> None:
        """Drop what is carried over: the games have been started anew."""
        self.open[:] = False
        self.reset()

    def record(
        self,
        observations: npt.NDArray[np.int8],
        action_masks: Bools,
        seats: npt.NDArray[np.int8],
        learner: Bools,
        actions: npt.NDArray[np.int64],
        values: Floats,
        log_probs: Floats,
        sure: Bools,
    ) -> None:
        """Store one decision per game, before it is carried out.

        Args:
            observations: ``(B, N)`` as the deciding seat knows the game.
            action_masks: ``(B, A)`` legal in that position.
            seats: ``(B,)`` who decides.
            learner: ``(B,)`` False where another agent decides; such rows are not learnt from.
            actions: ``(B,)`` chosen.
            values: ``(B,)`` of the position for the deciding seat.
            log_probs: ``(B,)`` of the actions under the policy that chose them.
            sure: ``(B,)`` True where the policy hardly had a doubt; ``sure_share`` of these serve.
        """
        row = self.players + self.pos
        self.observations[row] = observations
        self.action_masks[row] = action_masks
        self.seats[row] = seats
        self.learner[row] = learner
        self.actions[row] = actions
        self.row_values[row] = values
        self.log_probs[row] = log_probs
        self.sure[row] = sure
        self.filled[row] = True

    def record_outcome(self, seat_rewards: Floats, ended: Bools) -> None:
        """Store what the recorded step brought: rewards ``(B, P)`` of all seats, games over."""
        row = self.players + self.pos
        self.seat_rewards[row] = seat_rewards
        self.ended[row] = ended
        self.pos += 1
        self.full = self.pos == self.buffer_size

    def finish(self) -> None:
        """Stitch the decisions of each seat and compute their returns and advantages."""
        shape = (self.n_envs, self.players)
        known = np.zeros(shape, dtype=np.bool_)
        earned, next_value, next_advantage = (np.zeros(shape, dtype=np.float32) for _ in range(3))
        for row in reversed(range(self.players + self.pos)):
            over = self.ended[row]
            known[over] = True
            earned[over] = next_value[over] = next_advantage[over] = 0
            earned += self.seat_rewards[row]
            games = np.flatnonzero(self.filled[row])
            at = (games, self.seats[row, games].astype(np.int64))
            value = self.row_values[row, games]
            delta = earned[at] + self.gamma * next_value[at] - value
            advantage = delta + self.gamma * self.gae_lambda * next_advantage[at]
            advantage *= known[at]
            self.row_advantages[row, games] = advantage
            self.open[row, games] = ~known[at]
            self.seat_rewards[row, games, at[1]] = earned[at]
            known[at] = True
            earned[at] = 0
            next_value[at] = value
            next_advantage[at] = advantage
        complete = self.filled & self.learner & ~self.open
        self.index = np.flatnonzero(complete)
        self.values = self.row_values[complete]
        self.advantages = self.row_advantages[complete]
        self.returns = self.values + self.advantages
        self.weights = np.where(self.sure[complete], 1 / self.sure_share, 1).astype(np.float32)

    @property
    def learnt(self) -> int:
        """Number of decisions that the rollout adds to what is learnt."""
        return len(self.index)

    def batches(self, batch_size: int | None = None) -> list[npt.NDArray[np.intp]]:
        """Numbers of complete decisions in random order, in batches.

        The batches are equally large: a last batch of one decision could not be normalised. Each
        stands for about ``batch_size`` decisions, and has fewer where ``sure_share`` leaves some
        out. If that leaves fewer than two of all, they are one batch.
        """
        count = len(self.index)
        numbers = self.rng.permutation(count)
        if self.sure_share < 1:
            numbers = numbers[self.rng.random(count) * self.weights[numbers] < 1]
        parts = max(1, min(round(count / (batch_size or count or 1)), len(numbers) // 2))
        return np.array_split(numbers, parts)

    def get(self, batch_size: int | None = None) -> Generator[Any, None, None]:
        """Serve :meth:`batches` to the updates of stable-baselines3, which know of no weights."""
        for batch in self.batches(batch_size):
            yield self.samples(batch)

    def samples(self, numbers: npt.NDArray[np.intp]) -> Samples:
        """Complete decisions by their numbers; threads may ask for several at a time."""
        listed = torch.from_numpy(numbers)
        at = torch.from_numpy(self.index)[listed]

        def chosen(table: npt.NDArray[Any], rows: Tensor) -> Tensor:
            # Unlike NumPy, torch lets other threads work meanwhile.
            return to_device(torch.from_numpy(table).index_select(0, rows), self.device)

        def stored(table: npt.NDArray[Any]) -> Tensor:
            return chosen(table.reshape(-1, *table.shape[2:]), at)

        return Samples(
            observations=stored(self.observations),
            actions=stored(self.actions),
            old_values=chosen(self.values, listed),
            old_log_prob=stored(self.log_probs),
            advantages=chosen(self.advantages, listed),
            returns=chosen(self.returns, listed),
            action_masks=stored(self.action_masks),
            weights=chosen(self.weights, listed),
        )
