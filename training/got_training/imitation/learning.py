"""A network that learns to decide as the teacher of a data set did."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from gymnasium import spaces
from torch import Tensor
from torch.nn import functional

from got_agents.policy import PolicyCard
from got_agents.saving import new_mark, save_policy
from got_training.devices import (
    chosen_device,
    chosen_precision,
    precision_warning,
    to_device,
    to_numpy,
)
from got_training.gradients import LOSS, gradient_step
from got_training.imitation.args import ImitationArgs
from got_training.imitation.batches import largest, legal, read_decisions, targets, windows
from got_training.imitation.shards import Arrays, read_card, shard_files
from got_training.interrupts import Interrupt
from got_training.network import feature_scale
from got_training.run_lock import RunLock
from got_training.saving import (
    Progress,
    adam_steps,
    holds_nothing,
    load_trainer,
    read_progress,
    remove_leftovers,
    save_trainer,
)
from got_training.sb3_policy import SeatPolicy
from got_training.seat_buffer import Floats
from got_training.threads import ThreadTeam


@dataclass(frozen=True)
class HeldOutScores:
    """Scores of the network on decisions that it never learnt from."""

    agreement: float
    """Share of decisions in which its best action is the teacher's."""
    loss: float
    """Cross entropy of the teacher's answers, in nats."""
    explained: float
    """Share of the variance of the returns that the critic explains."""
    decisions: int


TEST_BATCH = 4096

MAY_CHANGE = ("device", "precision")
"""Arguments that a learning may go on with others of."""

OnScores = Callable[[float, Progress, HeldOutScores], None]


class Imitation:
    """Learning from a data set into a folder, as `got train` keeps it.

    Args:
        args: how.
        data: the data set.
        out: folder for policy and trainer.
        resume: go on with the learning in that folder, at the gradient step it was saved after.
        tell: called with a line for the person who presses Ctrl-C.

    Attributes:
        progress: how far it has come.

    Raises:
        ValueError: for a GPU that is not there, a data set that is not sound or too small, a folder
            that holds something else, or arguments that differ from those in the folder; says
            which.
        StoreError: if another process holds the folder, or it cannot be written to.
    """

    def __init__(
        self,
        args: ImitationArgs,
        data: Path,
        out: Path,
        resume: bool = False,
        tell: Callable[[str], None] | None = None,
    ) -> None:
        self.args, self.data, self.out = args, data, out
        self._interrupt = Interrupt(tell or (lambda text: None))
        self.device = chosen_device(args.device)
        self.precision = chosen_precision(args.precision, self.device)
        self._team = ThreadTeam(args.threads, self.device)
        slow = precision_warning(self.precision, self.device)
        if slow and tell is not None:
            tell(slow)
        self.card = read_card(data)
        self.game = self.card.args.chosen_game()
        self.reward = args.reward_for(self.game)
        self.shape = args.shape_for(self.game)
        files = shard_files(data)
        tests = max(1, round(args.held_out * len(files)))
        if len(files) < tests + 1:
            raise ValueError(
                f"{data} has {len(files)} shards, {tests} held out: expected more shards, or a"
                " smaller held_out"
            )
        self.train_files, self.test_files = files[:-tests], files[-tests:]
        if len(files) < self.card.args.shards and tell is not None:
            tell(f"{data} is not whole: it has {len(files)} of {self.card.args.shards} shards")
        if not resume and not holds_nothing(out):
            raise ValueError(f"{out} is not empty: expected a new folder, or --resume")
        self.before = Progress()
        if resume:
            self.before, kept = read_progress(out)
            self._refuse_others(kept)
        self.progress = self.before
        self._lock = RunLock(out)
        try:
            remove_leftovers(out)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Let others use the folder, as :meth:`run` does in the end."""
        self._lock.close()

    @property
    def interrupted(self) -> bool:
        """True if somebody pressed Ctrl-C."""
        return self._interrupt.came

    def run(self, on_scores: OnScores | None = None) -> HeldOutScores | None:
        """Learn all windows of all epochs that are left, saving after each.

        Returns:
            The last scores; None if Ctrl-C came first.
        """
        try:
            with self._interrupt.watched(), self._team.at_work():
                return self._run(on_scores)
        finally:
            self.close()

    def _run(self, on_scores: OnScores | None) -> HeldOutScores | None:
        args = self.args
        torch.manual_seed(args.seed)
        tests = [read_decisions(file, self.game, self.reward) for file in self.test_files]
        if not any(len(arrays["actions"]) for arrays in tests):
            raise ValueError(
                f"{self.data}: its last shards, {len(tests)} held out, have no decision of the"
                " teacher: expected more of them, by held_out"
            )
        policy: SeatPolicy | None = None
        began, scores = time.monotonic(), None
        gone = finished = 0  # gradient steps and windows, those of earlier starts included
        for epoch in range(args.epochs):
            rng, before = np.random.default_rng([args.seed, epoch]), float(epoch)
            for window, part in windows(self.train_files, self.game, self.reward, args.window, rng):
                if self.interrupted:
                    return None
                policy = policy or self._policy(window)
                now, batches = epoch + part, self._batches(window)
                first = max(0, self.progress.adam_steps - gone)
                gone, finished = gone + len(batches), finished + 1
                if first < len(batches):
                    span = (before / args.epochs, now / args.epochs)
                    learnt = self._learn(policy, window, batches[first:], span)
                    self.progress = Progress(
                        steps=self.progress.steps + learnt,
                        seconds=round(self.before.seconds + time.monotonic() - began, 3),
                        updates=finished if adam_steps(policy) == gone else finished - 1,
                        adam_steps=adam_steps(policy),
                        starts=self.before.starts + 1,
                    )
                    scores = self._score(policy, tests)
                    self._save(policy, scores)
                    if scores is None:
                        return None
                    if on_scores is not None:
                        on_scores(now / args.epochs, self.progress, scores)
                before = now
        assert policy is not None
        if scores is None:  # nothing was left but the test
            scores = self._score(policy, tests)
            self._save(policy, scores)
        return scores

    def _batches(self, window: Arrays) -> list[range]:
        """The rows of each gradient step of a window."""
        size, count = self.args.batch_size, len(window["actions"])
        return [range(row, min(row + size, count)) for row in range(0, count, size)]

    def _score(self, policy: SeatPolicy, tests: Sequence[Arrays]) -> HeldOutScores | None:
        """Test the network; None if Ctrl-C comes first."""
        scores = None
        with self._interrupt.breaking_off():
            if not self.interrupted:
                scores = score_held_out(policy, self._team, tests, self.game.actions.size)
        return scores

    def _policy(self, window: Arrays) -> SeatPolicy:
        """The network as it was saved, or a new one whose scale follows from the first window."""
        if not len(window["actions"]):
            raise ValueError(
                f"{self.data}: its {len(self.train_files)} shards to learn from have no decision of"
                " the teacher: expected some"
            )
        policy = SeatPolicy(
            spaces.Box(-128, 127, (self.game.observation.size,), np.int8),
            spaces.Discrete(self.game.actions.size),
            lambda _: self.args.learning_rate,
            shape=self.shape,
            scale=feature_scale(largest(window), self.shape),
            precision=self.precision,
        ).to(self.device)
        if self.before.adam_steps:
            load_trainer(self.out, policy)
        return policy

    def _learn(
        self,
        policy: SeatPolicy,
        window: Arrays,
        batches: Sequence[range],
        span: tuple[float, float],
    ) -> int:
        """Make the last gradient steps of a window, or those before Ctrl-C.

        Args:
            policy: what learns.
            window: the decisions.
            batches: the rows of each step that is left.
            span: where in the learning, from 0 to 1, the window begins and ends.

        Returns:
            Decisions learnt from.
        """
        args, size = self.args, self.game.actions.size
        policy.set_training_mode(True)
        learnt, steps = 0, len(self._batches(window))

        def terms(rows: range) -> dict[str, Tensor]:
            part = slice(rows.start, rows.stop)
            log_probs, values = _answers(policy, window, part, size)
            wanted = to_device(targets(window, part, size, args.target == "visits"), self.device)
            loss = -(wanted * log_probs).sum(dim=1).mean()
            returns = to_device(torch.from_numpy(window["returns"][part]), self.device)
            return {LOSS: loss + args.value_weight * functional.mse_loss(values, returns)}

        for number, rows in enumerate(batches, steps - len(batches)):
            if self.interrupted:
                break
            share = span[0] + (span[1] - span[0]) * number / steps
            rate = args.final_rate + (1 - args.final_rate) * (1 + math.cos(math.pi * share)) / 2
            for group in policy.optimizer.param_groups:
                group["lr"] = args.learning_rate * rate
            gradient_step(policy, self._team, rows, terms, args.max_grad_norm)
            learnt += len(rows)
        return learnt

    def _save(self, policy: SeatPolicy, scores: HeldOutScores | None) -> None:
        self._interrupt.writing = True
        weights = policy.network.weights()
        self.shape.check(weights)
        card, mark = self._card(self.progress, scores), new_mark()
        save_trainer(self.out, card, self.progress, policy, mark)
        save_policy(self.out, card, weights, mark)
        self._interrupt.writing = False

    def _card(self, progress: Progress, scores: HeldOutScores | None) -> PolicyCard:
        data_args = self.card.args
        return PolicyCard(
            game=self.game.code,
            version=self.game.identity.version,
            data_hash=self.game.identity.data_hash,
            players=_numbers_of(data_args.players),
            options=dict(data_args.options),
            network=self.shape,
            steps=progress.steps,
            seed=self.args.seed,
            training={
                **self._origin(),
                **({"exam": asdict(scores)} if scores else {}),
            },
        )

    def _origin(self) -> dict[str, dict[str, Any]]:
        """What the network follows from: arguments, data set, and how much of it is there."""
        shards = len(self.train_files) + len(self.test_files)
        return {
            "imitation": self.args.plain(),
            "lessons": {**self.card.args.plain(), "shards": shards},
        }

    def _refuse_others(self, kept: Mapping[str, Any]) -> None:
        """Refuse to go on with other arguments or another data set."""
        if "imitation" not in kept:
            raise ValueError(f"{self.out} holds no imitation: expected one, or a new folder")
        for part, values in self._origin().items():
            for name, value in values.items():
                if name not in MAY_CHANGE and kept[part].get(name) != value:
                    raise ValueError(
                        f"{self.out} was learnt with {name}={kept[part].get(name)!r}, not"
                        f" {value!r}: expected the same, or a new folder"
                    )


def _numbers_of(players: Sequence[int]) -> int | tuple[int, ...]:
    """The numbers of players of a data set, as a card says them."""
    numbers = sorted(set(players))
    return numbers[0] if len(numbers) == 1 else tuple(numbers)


def _answers(
    policy: SeatPolicy, arrays: Arrays, rows: slice, actions: int
) -> tuple[Tensor, Tensor]:
    """Log-probabilities ``(B, A)`` and values ``(B,)`` of some decisions."""
    observations = torch.from_numpy(arrays["observations"][rows])
    return policy.log_probs(
        to_device(observations, policy.device),
        to_device(legal(arrays, rows, actions), policy.device),
    )


def score_held_out(
    policy: SeatPolicy, team: ThreadTeam, tests: Sequence[Arrays], actions: int
) -> HeldOutScores:
    """Test a network on decisions that it does not learn from."""
    policy.set_training_mode(False)

    def score(part: tuple[Arrays, int]) -> tuple[int, float, Floats, Floats]:
        arrays, rows = part[0], slice(part[1], part[1] + TEST_BATCH)
        with torch.no_grad():
            log_probs, values = _answers(policy, arrays, rows, actions)
        chosen = torch.from_numpy(arrays["actions"][rows].astype(np.int64))
        chosen = to_device(chosen, policy.device)
        num_correct = int((log_probs.argmax(dim=1) == chosen).sum())
        loss = -float(log_probs.gather(1, chosen[:, None]).sum())
        returns = arrays["returns"][rows]
        return num_correct, loss, to_numpy(values) - returns, returns

    parts = [
        (arrays, start)
        for arrays in tests
        for start in range(0, len(arrays["actions"]), TEST_BATCH)
    ]
    # A GPU has one batch at a time, as it does when it learns.
    results = team.map(score, parts) if team.parts > 1 else map(score, parts)
    correct, losses, value_errors, returns = zip(*results, strict=True)
    count = sum(len(part) for part in returns)
    spread = float(np.concatenate(returns).var())
    return HeldOutScores(
        agreement=sum(correct) / count,
        loss=sum(losses) / count,
        explained=1 - float((np.concatenate(value_errors) ** 2).mean()) / spread if spread else 0.0,
        decisions=count,
    )
