"""Callbacks of a training: limits, interruption, progress, evaluation, saving, snapshots."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from stable_baselines3.common.callbacks import BaseCallback

from got_agents.network import NetworkShape
from got_agents.policy import PolicyAgent
from got_env.core.game import Game
from got_training.args import Args
from got_training.evaluation import (
    Evaluation,
    baselines_of,
    by_title,
    evaluate,
    read_evaluations,
    write_evaluations,
)
from got_training.interrupts import Interrupt
from got_training.opponent_pool import OpponentPool
from got_training.ppo import SelfPlayPPO
from got_training.saving import Progress
from got_training.vec_env import SelfPlayVecEnv

Report = Callable[["TrainingCallback"], None]

FIRST_CHECKPOINT = 60.0
"""Seconds after which a run is saved for the first time, if checkpoints are further apart."""


class WatchedTraining(Protocol):
    """The training that a callback looks after: :class:`got_training.training.Training`."""

    args: Args
    out: Path
    game: Game
    games: SelfPlayVecEnv
    shape: NetworkShape
    model: SelfPlayPPO
    before: Progress
    players_before: int
    warn: Callable[[str], None]

    @property
    def left(self) -> str:
        """Content of the folder, in words."""

    def check(self) -> None:
        """Refuse a network that cannot be computed any more."""

    def check_folder(self) -> None:
        """Refuse to write into another folder than that of the last save."""

    def save(self, seconds: float, checkpoint: bool = False) -> Progress:
        """Write the policy and what resuming needs."""


class TrainingCallback(BaseCallback):
    """Stops a training at its limits or on an interrupt, tests and saves it on the way.

    Args:
        training: the training.
        report: called after every rollout, for a progress bar.
        tell: called with a line for the person who interrupts.

    Attributes:
        seconds: time spent, that of earlier runs of a resumed training included.
        evaluations: all tests of the training; of a resumed one, those up to the save that it goes
            on from too.
        missed: saves on the way that could not be written, each with its reason.
    """

    def __init__(
        self,
        training: WatchedTraining,
        report: Report | None = None,
        tell: Callable[[str], None] | None = None,
    ) -> None:
        super().__init__()
        self.training = training
        self.report = report or (lambda callback: None)
        self._interrupt = Interrupt(tell or (lambda text: None))
        self.evaluations = read_evaluations(
            training.out, training.players_before, training.before.steps
        )
        self.missed: list[str] = []
        self._began = time.monotonic()
        self._tested = self._saved = training.before.seconds
        self._saved_once = False
        self._learnt = training.before.steps

    @property
    def seconds(self) -> float:
        """Time spent."""
        return self.training.before.seconds + time.monotonic() - self._began

    @property
    def done(self) -> float:
        """Share of the training that is done, by the limit that comes first."""
        args = self.training.args
        shares = [0.0]
        if args.minutes:
            shares.append(self.seconds / (60 * args.minutes))
        if args.steps:
            shares.append(self.training.model.num_timesteps / args.steps)
        return min(1.0, max(shares))

    @property
    def interrupted(self) -> bool:
        """True if somebody pressed Ctrl-C, or SIGTERM came; see :meth:`running`."""
        return self._interrupt.came

    @contextmanager
    def running(self) -> Iterator[None]:
        """Start the clock, and let Ctrl-C or SIGTERM end the training between two updates.

        It breaks off a test; see :meth:`got_training.interrupts.Interrupt.watched`.
        """
        self._began = time.monotonic()
        self.training.model.progress = lambda: self.done
        with self._interrupt.watched():
            yield

    def _on_step(self) -> bool:
        self.training.check()
        if self.interrupted or self.done >= 1:
            return False
        pause = 60 * self.training.args.evaluate_minutes
        if pause and (not self.evaluations or self.seconds - self._tested >= pause):
            self.test()
        return not self.interrupted

    def _on_rollout_start(self) -> None:
        self._learnt = self.training.model.num_timesteps

    def _on_rollout_end(self) -> None:
        model, args = self.training.model, self.training.args
        games: list[dict[str, Any]] = list(model.ep_info_buffer or ())
        if games:
            self.logger.record("rollout/rounds", float(np.mean([g["rounds"] for g in games])))
            self._record_sizes(games)
            for end in self.training.game.results.ends:
                share = float(np.mean([game["end"] == end for game in games]))
                self.logger.record(f"rollout/{end}", share)
        self.logger.record("train/learning", model.rollout_buffer.learnt)
        shaped = self.training.games.shaped_rewards
        if shaped is not None:
            self.logger.record("rollout/shaping", float(shaped.weights.mean()))
        pause = 60 * (args.checkpoint_minutes or Args.checkpoint_minutes)
        if not self._saved_once:
            pause = min(pause, FIRST_CHECKPOINT)
        if self.seconds - self._saved >= pause:
            self.checkpoint()
        self.report(self)

    def _record_sizes(self, games: Sequence[dict[str, Any]]) -> None:
        """Record how long games are for each number of players, if they have several."""
        sizes = self.training.args.table_sizes
        for players in sizes if len(sizes) > 1 else ():
            rounds = [game["rounds"] for game in games if game["players"] == players]
            if rounds:
                name = f"rollout/rounds_of_{players}_players"
                self.logger.record(name, float(np.mean(rounds)))

    def begin(self) -> None:
        """Save the policy that the training starts from; if it cannot be written, say so."""
        training = self.training
        try:
            training.save(self.seconds)
        except OSError as error:
            training.warn(
                f"the policy at the start could not be written ({error.strerror or error}):"
                f" {training.left}; the training goes on"
            )

    def checkpoint(self) -> None:
        """Save on the way; what cannot be written is left out with a warning."""
        training = self.training
        try:
            training.save(self.seconds, checkpoint=bool(training.args.checkpoint_minutes))
        except OSError as error:
            at = f"after {training.model.num_timesteps} decisions"
            self.missed.append(f"{at}: {error.strerror or error}")
            training.warn(
                f"the checkpoint {at} could not be written ({error.strerror or error}):"
                f" {training.left}; the training goes on"
            )
        self._saved, self._saved_once = self.seconds, True

    def finish(self) -> Progress:
        """Test and save once more; after an interrupt, save before anything else.

        Raises:
            RuntimeError: if the policy cannot be written; says what is left.
        """
        training = self.training
        if training.args.evaluate_minutes and not self.interrupted:
            self.test()
        self._interrupt.writing = True
        try:
            progress = training.save(self.seconds)
        except OSError as error:
            raise RuntimeError(
                f"the policy of {training.model.num_timesteps} decisions could not be written"
                f" ({error.strerror or error}): {training.left}"
            ) from error
        self.logger.dump(training.model.num_timesteps)
        self.report(self)
        return progress

    def save_learnt(self) -> None:
        """Save the policy of the last update, without the rollout that an error has ended."""
        training = self.training
        training.model.num_timesteps = self._learnt
        self._interrupt.writing = True
        try:
            training.save(self.seconds)
        except OSError as error:
            training.warn(
                f"the policy of {self._learnt} decisions could not be written"
                f" ({error.strerror or error})"
            )

    @property
    def last_evaluations(self) -> dict[str, Evaluation]:
        """The last test against each rival, by its name; empty before the first.

        With several numbers of players each has its own: ``heuristic, 3 players``.
        """
        sizes = self.training.args.table_sizes
        evaluations = [evaluation for evaluation in self.evaluations if evaluation.players in sizes]
        return {title: mine[-1] for title, mine in by_title(evaluations).items()}

    def test(self) -> None:
        """Play the policy against its rivals, and write what came of it beside the policy.

        The first test is of the policy that the training starts from. An interrupt breaks it off.
        """
        with self._interrupt.breaking_off():
            self._test()

    def _test(self) -> None:
        training, args = self.training, self.training.args
        steps = training.model.num_timesteps
        if self.evaluations and self.evaluations[-1].steps == steps:
            return  # resumed, and it is still the policy that was tested last
        network = training.model.policy.network
        policy = PolicyAgent.of(training.game, training.shape, network.weights(), name="policy")
        several = len(args.table_sizes) > 1
        for rival, players in product(baselines_of(training.game), args.table_sizes):
            evaluation = evaluate(policy, rival, players, args, steps, self.seconds)
            self.evaluations.append(evaluation)
            name = f"{rival.name}_of_{players}_players" if several else rival.name
            self.logger.record(f"evaluate/win_share_vs_{name}", evaluation.win_share)
            self.logger.record(f"evaluate/low_vs_{name}", evaluation.low)
            self.logger.record(f"evaluate/high_vs_{name}", evaluation.high)
        try:
            training.check_folder()
            write_evaluations(training.out, self.evaluations)
        except OSError as error:
            reason = error.strerror or error
            training.warn(f"tests in {training.out} could not be written ({reason})")
        self._tested = self.seconds


class OpponentPoolCallback(BaseCallback):
    """Snapshots of the learner for its opponent pool, and curves of how it does against them.

    Args:
        pool: the opponent pool.
        games: the games that its members play in.
        every: updates between two snapshots.
        updates: tells how many updates the learner has had, those before it was resumed included.
    """

    model: SelfPlayPPO

    def __init__(
        self, pool: OpponentPool, games: SelfPlayVecEnv, every: int, updates: Callable[[], int]
    ) -> None:
        super().__init__()
        self._pool, self._games = pool, games
        self._every, self._updates = every, updates

    def _on_step(self) -> bool:
        return True

    def _on_rollout_start(self) -> None:
        updates = self._updates()
        if updates - self._pool.updates >= self._every:
            in_play = self._games.pool_in_play
            self._pool.add_snapshot(self.model.policy.network.weights(), updates, in_play)

    def _on_rollout_end(self) -> None:
        shares = self._pool.shares
        self.logger.record("past/kept", len(shares))
        self.logger.record("past/mean_win_share", sum(shares) / len(shares))
        self.logger.record("past/least_win_share", min(shares))
        for name, share in self._pool.member_shares.items():
            self.logger.record(f"past/win_share_vs_{name}", share)
