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
from got_training.devices import chosen_device, moved, table_of
from got_training.held import HeldFolder
from got_training.imitation.args import ImitationArgs
from got_training.imitation.pupils import largest, legal, read_decisions, targets, windows
from got_training.imitation.shards import Arrays, read_card, shard_files
from got_training.network import SeatPolicy
from got_training.saving import (
    Progress,
    adam_steps,
    holds_nothing,
    load_trainer,
    read_progress,
    remove_leftovers,
    save_trainer,
)
from got_training.scale import scale_of


@dataclass(frozen=True)
class Exam:
    """How well the network does on decisions that it never learnt from."""

    agreement: float
    """Share of decisions in which its best action is the teacher's."""
    loss: float
    """Cross entropy of the teacher's answers, in nats."""
    explained: float
    """Share of the variance of the returns that the critic explains."""
    decisions: int


EXAM_BATCH = 4096

MAY_CHANGE = ("device",)
"""Arguments that a learning may go on with others of."""

OnExam = Callable[[float, Progress, Exam], None]


class Imitation:
    """Learning from a data set into a folder, as `got train` keeps it.

    Args:
        args: how.
        data: the data set.
        out: folder for policy and trainer.
        resume: go on with the learning in that folder, at the last window it finished.

    Raises:
        ValueError: for a GPU that is not there, a data set that is not sound or too small, a folder
            that holds something else, or arguments that differ from those in the folder; says
            which.
        StoreError: if another process holds the folder, or it cannot be written to.
    """

    def __init__(self, args: ImitationArgs, data: Path, out: Path, resume: bool = False) -> None:
        self.args, self.data, self.out = args, data, out
        self.device = chosen_device(args.device)
        self.card = read_card(data)
        self.game = self.card.lessons.chosen_game()
        self.reward = args.reward_for(self.game)
        self.shape = args.shape_for(self.game)
        files = shard_files(data)
        tests = max(1, round(args.held_out * len(files)))
        if len(files) < tests + 1:
            raise ValueError(f"{data} has {len(files)} shards: expected {tests + 1} at least")
        self.lessons, self.tests = files[:-tests], files[-tests:]
        if not resume and not holds_nothing(out):
            raise ValueError(f"{out} is not empty: expected a new folder, or --resume")
        self.before = Progress()
        if resume:
            self.before, kept = read_progress(out)
            self._refuse_others(kept)
        self._held = HeldFolder(out)
        try:
            remove_leftovers(out)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Let others use the folder, as :meth:`run` does in the end."""
        self._held.close()

    def run(self, on_exam: OnExam | None = None) -> Exam:
        """Learn all windows of all epochs that are left, saving after each; the last exam."""
        try:
            return self._run(on_exam)
        finally:
            self.close()

    def _run(self, on_exam: OnExam | None) -> Exam:
        args, size = self.args, self.game.actions.size
        if args.threads:
            torch.set_num_threads(args.threads)
        torch.manual_seed(args.seed)
        tests = [read_decisions(file, self.game, self.reward) for file in self.tests]
        policy: SeatPolicy | None = None
        progress, began = self.before, time.monotonic()
        exam, done = None, 0
        for epoch in range(args.epochs):
            rng, before = np.random.default_rng([args.seed, epoch]), float(epoch)
            for window, part in windows(self.lessons, self.game, self.reward, args.window, rng):
                policy = policy or self._policy(window)
                now, done = epoch + part, done + 1
                if done > progress.updates:
                    self._learn(policy, window, before / args.epochs, now / args.epochs)
                    progress = Progress(
                        steps=progress.steps + len(window["actions"]),
                        seconds=round(self.before.seconds + time.monotonic() - began, 3),
                        updates=done,
                        adam_steps=adam_steps(policy),
                        starts=self.before.starts + 1,
                    )
                    exam = examine(policy, tests, size)
                    self._save(policy, progress, exam)
                    if on_exam is not None:
                        on_exam(now / args.epochs, progress, exam)
                before = now
        assert policy is not None
        return exam or examine(policy, tests, size)

    def _policy(self, window: Arrays) -> SeatPolicy:
        """The network as it was saved, or a new one whose scale follows from the first window."""
        policy = SeatPolicy(
            spaces.Box(-128, 127, (self.game.observation.size,), np.int8),
            spaces.Discrete(self.game.actions.size),
            lambda _: self.args.learning_rate,
            shape=self.shape,
            scale=scale_of(largest(window), self.shape),
        ).to(self.device)
        if self.before.updates:
            load_trainer(self.out, policy)
        return policy

    def _learn(self, policy: SeatPolicy, window: Arrays, before: float, after: float) -> None:
        """Use every decision of a window once; the shares say where that is in the learning."""
        args, size = self.args, self.game.actions.size
        policy.set_training_mode(True)
        starts = range(0, len(window["actions"]), args.batch_size)
        for number, start in enumerate(starts):
            share = before + (after - before) * number / len(starts)
            rate = args.final_rate + (1 - args.final_rate) * (1 + math.cos(math.pi * share)) / 2
            for group in policy.optimizer.param_groups:
                group["lr"] = args.learning_rate * rate
            rows = slice(start, start + args.batch_size)
            log_odds, values = _answers(policy, window, rows, size)
            wanted = moved(targets(window, rows, size, args.target == "visits"), self.device)
            loss = -(wanted * log_odds).sum(dim=1).mean()
            returns = moved(torch.from_numpy(window["returns"][rows]), self.device)
            loss = loss + args.value_weight * functional.mse_loss(values, returns)
            policy.optimizer.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            torch.nn.utils.clip_grad_norm_(policy.parameters(), args.max_grad_norm)
            policy.optimizer.step()

    def _save(self, policy: SeatPolicy, progress: Progress, exam: Exam) -> None:
        weights = policy.network.weights()
        self.shape.check(weights)
        card, mark = self._card(progress, exam), new_mark()
        save_trainer(self.out, card, progress, policy, mark)
        save_policy(self.out, card, weights, mark)

    def _card(self, progress: Progress, exam: Exam) -> PolicyCard:
        lessons = self.card.lessons
        return PolicyCard(
            game=self.game.code,
            version=self.game.identity.version,
            data_hash=self.game.identity.data_hash,
            players=_numbers_of(lessons.players),
            options=dict(lessons.options),
            network=self.shape,
            steps=progress.steps,
            seed=self.args.seed,
            training={
                "imitation": self.args.plain(),
                "lessons": lessons.plain(),
                "exam": asdict(exam),
            },
        )

    def _refuse_others(self, kept: Mapping[str, Any]) -> None:
        """Refuse to go on with other arguments or another data set."""
        if "imitation" not in kept:
            raise ValueError(f"{self.out} holds no imitation: expected one, or a new folder")
        wanted = {"imitation": self.args.plain(), "lessons": self.card.lessons.plain()}
        for part, values in wanted.items():
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
    """Log-odds ``(B, A)`` and values ``(B,)`` of some decisions."""
    observations = torch.from_numpy(arrays["observations"][rows])
    return policy.log_odds(
        moved(observations, policy.device), moved(legal(arrays, rows, actions), policy.device)
    )


def examine(policy: SeatPolicy, tests: Sequence[Arrays], actions: int) -> Exam:
    """Test a network on decisions that it does not learn from."""
    policy.set_training_mode(False)
    right, loss, missed, returns = 0, 0.0, [], []
    with torch.no_grad():
        for arrays in tests:
            for start in range(0, len(arrays["actions"]), EXAM_BATCH):
                rows = slice(start, start + EXAM_BATCH)
                log_odds, values = _answers(policy, arrays, rows, actions)
                chosen = torch.from_numpy(arrays["actions"][rows].astype(np.int64))
                chosen = moved(chosen, policy.device)
                right += int((log_odds.argmax(dim=1) == chosen).sum())
                loss -= float(log_odds.gather(1, chosen[:, None]).sum())
                missed.append(table_of(values) - arrays["returns"][rows])
                returns.append(arrays["returns"][rows])
    count = sum(len(part) for part in returns)
    spread = float(np.concatenate(returns).var())
    return Exam(
        agreement=right / count,
        loss=loss / count,
        explained=1 - float((np.concatenate(missed) ** 2).mean()) / spread if spread else 0.0,
        decisions=count,
    )
