"""Games of a plain game in which one seat learns and others play at random, or outside."""

from __future__ import annotations

from typing import Any

import numpy as np

from got_env.core.game import LearnerKernels, States
from got_env.core.plain.batch import PlainBatch, waits
from got_env.core.plain.rules import NOBODY, Record
from got_env.core.protocol import (
    ANSWERS,
    DISABLED,
    ENDED,
    GIVEN,
    KEEP,
    RESET_MODE,
    SAME_STEP,
    SKIP_FORCED,
    START,
    STARTS,
    STOP,
    TERMINATED,
    WITH_NEXT_SEED,
)

Array = Any

POLICIES = ("random",)
"""Players of the other seats."""

PLAYER_STREAM = 0x6A09E667
"""Sets the random words of the players apart from those of the game."""


class PlainLearner:
    """The step of :class:`got_env.core.game.LearnerKernels`, one record at a time."""

    def __init__(self, batch: PlainBatch) -> None:
        self.batch = batch

    def kernels(self) -> LearnerKernels:
        """The kernels as a game holds them."""
        return LearnerKernels(POLICIES, self.new_scratch, self.step)

    def new_scratch(self) -> tuple[Array, Array]:
        """Nothing is needed."""
        return np.zeros(0), np.zeros(0)

    def play_on(self, s: Record, row: Array, mask: Array, skip_forced: int) -> None:
        """Play until the learner or a player outside has to decide, or the game is over."""
        batch = self.batch
        row["asked"] = NOBODY
        while not s["over"]:
            count, seat = batch.mask(s, mask), batch.seat(s)
            learns = seat == row["learner"]
            if count == 1 and batch.may_skip(s) and (skip_forced or not learns):
                action = int(mask.argmax())
            elif learns:
                return
            elif row["policy"][seat] == POLICIES.index("random"):
                action = batch.random_action(s, row)
            else:
                row["asked"] = seat
                return
            batch.play(s, action)
            row["clock"] += 1
        mask[:] = False

    def begin(self, s: Record, row: Array, next_seed: bool) -> None:
        """Start a game and say who learns."""
        self.batch.start_row(s, row, next_seed)
        rng = np.random.default_rng([int(row["seed"]), PLAYER_STREAM])
        row["rng"] = rng.integers(1 << 32, size=4)
        drawn = int(rng.integers(s["num_players"]))
        row["learner"] = row["house"] if row["house"] != NOBODY else drawn
        row["clock"] = 0
        row["fresh"] = 1
        row["illegal"] = 0

    def go_on(
        self,
        s: Record,
        row: Array,
        i: int,
        task: Array,
        masks: Array,
        observations: Array,
        rewards: Array,
        done: Array,
        final_views: Array,
    ) -> None:
        """Play up to what the learner sees next, through the end of a game if it comes first."""
        batch = self.batch
        if not row["illegal"] or row["fresh"]:
            self.play_on(s, row, masks[i], task[SKIP_FORCED])
            if row["asked"] != NOBODY:
                return
            if not row["fresh"]:
                batch.rewards(s, row["prizes"], row["shaping"], row["potentials"], row["earned"])
                rewards[i] = row["earned"][row["learner"]]
                batch.mark_end(s, row, i, task, done)
        if not row["fresh"] and (done[TERMINATED, i] or done[ENDED, i]):
            done[ENDED, i] = True
            batch.keep_final(s, row)
            row["final_learner"] = row["learner"]
            if i < len(final_views):
                batch.view(s, int(row["learner"]), final_views[i])
            if task[RESET_MODE] == SAME_STEP:
                illegal = int(row["illegal"])
                self.begin(s, row, next_seed=True)
                row["illegal"] = illegal
                self.play_on(s, row, masks[i], task[SKIP_FORCED])
                if row["asked"] != NOBODY:
                    return
        if row["fresh"]:
            row["fresh"] = 0
            batch.potentials(s, row["shaping"], row["potentials"])
        if waits(task, done, i):
            masks[i] = True  # the next action is ignored: any will do
        batch.view(s, int(row["learner"]), observations[i])

    def step(
        self,
        states: States,
        rows: Array,
        task: Array,
        scratch: Array,
        works: Array,
        masks: Array,
        observations: Array,
        rewards: Array,
        done: Array,
        final_views: Array,
        actions: Array,
    ) -> None:
        """Play the learner's action in every game, or start games, and on to its next decision."""
        starts = task[GIVEN] == STARTS
        for i in range(task[START], task[STOP]):
            if starts and actions[i] == KEEP:
                continue
            s, row, action = states[i], rows[i], int(actions[i])
            if task[GIVEN] == ANSWERS:
                if row["asked"] == NOBODY:
                    continue
                self.batch.play(s, action)
                row["clock"] += 1
            else:
                rewards[i] = 0.0
                anew = starts or waits(task, done, i)
                if anew and not starts and task[RESET_MODE] == DISABLED:
                    continue
                row["illegal"] = 0
                done[:, i] = False
                if anew:
                    self.begin(s, row, not starts or action == WITH_NEXT_SEED)
                elif not (0 <= action < masks.shape[1] and masks[i, action]):
                    row["illegal"] = 1
                    rewards[i] = row["illegal_reward"]
                    done[TERMINATED, i] = True
                else:
                    self.batch.play(s, action)
                    row["clock"] += 1
                    row["turns"] += 1
            self.go_on(s, row, i, task, masks, observations, rewards, done, final_views)
