"""The kernels of a plain game: what compiled games do for whole batches, one record at a time."""

from __future__ import annotations

from typing import Any

import numpy as np

from got_env.core.game import Kernels, States
from got_env.core.numbered_kernels import NO_KERNEL, call_numbered, number_of_function
from got_env.core.plain.rules import HIDDEN, NOBODY, PlainRules, Record
from got_env.core.protocol import (
    ACTIONS,
    DISABLED,
    ENDED,
    ENDS,
    GIVEN,
    HAS_ENDED,
    KEEP,
    MAX_TURNS,
    RESET_MODE,
    SAME_STEP,
    SEED_STREAM,
    SKIP_FORCED,
    START,
    STARTS,
    STOP,
    TERMINATED,
    TRUNCATED,
    WITH_NEXT_SEED,
)

Array = Any


def waits(task: Array, done: Array, i: int) -> bool:
    """True if the game of row ``i`` has ended and was not started anew."""
    return bool(task[RESET_MODE] != SAME_STEP and done[ENDED, i])


def follow_seed(row: Array) -> None:
    """Go to the seed of the game that follows."""
    words = np.random.SeedSequence([int(row["seed"]), SEED_STREAM]).generate_state(1, np.uint64)
    row["seed"] = int(words[0]) >> 1


class PlainBatch:
    """Plays records of a game by its rules; the methods are those of :class:`Kernels`."""

    def __init__(self, rules: PlainRules, state: np.dtype[Any]) -> None:
        self.rules = rules
        self.state = state

    def kernels(self) -> Kernels:
        """The kernels as a game holds them."""
        return Kernels(
            reset=self.reset,
            step=self.step,
            action_mask=self.action_mask,
            observe=self.observe,
            current_player=self.current_player,
            rollout=self.rollout,
            score_number=number_of_function,
            write_scores=self.write_scores,
            redact=self.redact,
            redeal=self.redeal,
            observe_all=self.observe_all,
            advance=self.advance,
            start_potentials=self.start_potentials,
            step_rewards=self.step_rewards,
            find_illegal=self.find_illegal,
            vector_step=self.vector_step,
            parts=lambda: ({},),
        )

    # --- one record

    def begin(self, s: Record, ruleset: int, options: Array, seed: int) -> None:
        """Set up the game of a seed."""
        for name in self.state.names or ():
            s[name] = 0
        rng = np.random.default_rng(seed)
        s["num_players"] = ruleset
        s["options"] = options
        s["winner"] = NOBODY
        s["place"] = NOBODY
        s["round_no"] = 1
        s["rng"] = rng.integers(1 << 32, size=4)
        self.rules.set_up(s, rng)
        s["journal_no"] = len(self.rules.events(s))

    def play(self, s: Record, action: int) -> None:
        """Play a legal action."""
        self.rules.play(s, action)
        s["journal_no"] = len(self.rules.events(s))

    def runs(self, s: Record) -> bool:
        """True if a record holds a game that is not over; a zeroed one holds none."""
        return bool(s["num_players"]) and not s["over"]

    def seat(self, s: Record) -> int:
        """The seat to move; NOBODY when no game runs."""
        return self.rules.seat(s) if self.runs(s) else NOBODY

    def mask(self, s: Record, mask: Array) -> int:
        """Write the legal actions; returns how many there are."""
        mask[:] = False
        if self.runs(s):
            mask[list(self.rules.legal(s))] = True
        return int(mask.sum())

    def may_skip(self, s: Record) -> bool:
        """True if the open question is no secret, so that it may go unasked when it is forced."""
        return self.rules.decision(s) not in self.rules.always_asked

    def settle(self, s: Record, mask: Array, skip_forced: int) -> None:
        """Write the mask of the open decision, after playing forced ones if wanted."""
        while self.mask(s, mask) == 1 and skip_forced and self.may_skip(s):
            self.play(s, int(mask.argmax()))

    def known(self, s: Record, seat: int | None) -> Record:
        """A copy that hides what a seat may not know."""
        copy = np.array([s], dtype=self.state)[0]
        self.rules.hide(copy, seat)
        return copy

    def view(self, s: Record, seat: int, out: Array) -> None:
        """Write the observation of a seat."""
        out[:] = self.rules.features(self.known(s, seat), seat)

    def random_action(self, s: Record, words: Array) -> int:
        """A legal action, drawn with the random words of ``words["rng"]``."""
        rng = np.random.default_rng(words["rng"].astype(np.uint64))
        words["rng"] = rng.integers(1 << 32, size=4)
        return int(rng.choice(list(self.rules.legal(s))))

    def play_out(self, s: Record, limit: int = -1) -> tuple[int, int]:
        """Play at random to the end or a limit; counts decisions, and those that were forced."""
        played = forced = 0
        while not s["over"] and played != limit:
            forced += len(list(self.rules.legal(s))) == 1
            self.play(s, self.random_action(s, s))
            played += 1
        return played, forced

    def potentials(self, s: Record, shaping: Record, out: Array) -> None:
        """Write the weight times the score of every seat above the average."""
        points = np.zeros(int(s["num_players"]))
        if shaping["score"] != NO_KERNEL:
            call_numbered(int(shaping["score"]), s, points)
        out[: len(points)] = shaping["weight"] * (points - points.mean())

    def rewards(
        self, s: Record, prizes: Array, shaping: Record, potentials: Array, out: Array
    ) -> None:
        """Write the rewards of the step just played."""
        players = int(s["num_players"])
        before = potentials[:players].copy()
        if s["over"] and not shaping["is_kept"]:
            potentials[:players] = 0.0
        else:
            self.potentials(s, shaping, potentials)
        paid = prizes[s["place"][:players]] if s["over"] else 0.0
        out[:players] = paid + potentials[:players] - before

    # --- batches

    def reset(self, states: States, rulesets: Array, options: Array, seeds: Array) -> None:
        """As :attr:`got_env.core.game.Kernels.reset`."""
        for i, s in enumerate(states):
            self.begin(s, int(rulesets[i]), options[i], int(seeds[i]))

    def step(self, states: States, actions: Array) -> None:
        """As :attr:`got_env.core.game.Kernels.step`."""
        for i, s in enumerate(states):
            if not s["over"]:
                self.play(s, int(actions[i]))

    def action_mask(self, states: States, masks: Array) -> None:
        """As :attr:`got_env.core.game.Kernels.action_mask`."""
        for i, s in enumerate(states):
            self.mask(s, masks[i])

    def current_player(self, states: States, seats: Array) -> None:
        """As :attr:`got_env.core.game.Kernels.current_player`."""
        for i, s in enumerate(states):
            seats[i] = self.seat(s)

    def observe(self, states: States, players: Array, out: Array) -> None:
        """As :attr:`got_env.core.game.Kernels.observe`."""
        for i, s in enumerate(states):
            self.view(s, int(players[i]), out[i])

    def observe_all(self, states: States, out: Array) -> None:
        """As :attr:`got_env.core.game.Kernels.observe_all`."""
        for i, s in enumerate(states):
            out[i] = self.rules.features(self.known(s, None), 0)

    def rollout(self, states: States, mask: Array, limit: int, counts: Array) -> None:
        """As :attr:`got_env.core.game.Kernels.rollout`."""
        for s in states:
            counts += self.play_out(s, limit)

    def random(self, states: States) -> None:
        """Play all records at random to the end."""
        for s in states:
            self.play_out(s)

    def write_scores(self, states: States, shaping: Array, out: Array) -> None:
        """As :attr:`got_env.core.game.Kernels.write_scores`."""
        for i, s in enumerate(states):
            call_numbered(int(shaping["score"][0]), s, out[i, : int(s["num_players"])])

    def redact(self, states: States, players: Array) -> None:
        """As :attr:`got_env.core.game.Kernels.redact`."""
        for i, s in enumerate(states):
            self.rules.hide(s, int(players[i]))
            s["rng"] = 0

    def redeal(self, states: States, players: Array, seeds: Array) -> None:
        """As :attr:`got_env.core.game.Kernels.redeal`."""
        self.redact(states, players)
        for i, s in enumerate(states):
            self.fill(s, int(seeds[i]))

    def fill(self, s: Record, seed: int) -> None:
        """Draw anew what is hidden, and the random words.

        Raises:
            RuntimeError: if the rules leave a number hidden.
        """
        rng = np.random.default_rng(seed)
        self.rules.deal(s, rng)
        s["rng"] = rng.integers(1 << 32, size=4)
        for name in self.rules.fields:
            if np.any(s[name] == HIDDEN):
                raise RuntimeError(f"{self.rules.code}: deal() left numbers of {name!r} hidden")

    def advance(
        self, states: States, actions: Array, skip_forced: int, masks: Array, seats: Array
    ) -> None:
        """As :attr:`got_env.core.game.Kernels.advance`."""
        for i, s in enumerate(states):
            if self.runs(s) and actions[i] != NOBODY:
                self.play(s, int(actions[i]))
            self.settle(s, masks[i], skip_forced)
            seats[i] = self.seat(s)

    def start_potentials(self, states: States, shaping: Array, potentials: Array) -> None:
        """As :attr:`got_env.core.game.Kernels.start_potentials`."""
        for i, s in enumerate(states):
            self.potentials(s, shaping[0], potentials[i])

    def step_rewards(
        self, states: States, prizes: Array, shaping: Array, potentials: Array, rewards: Array
    ) -> None:
        """As :attr:`got_env.core.game.Kernels.step_rewards`."""
        for i, s in enumerate(states):
            self.rewards(s, prizes, shaping[0], potentials[i], rewards[i])

    def find_illegal(
        self, task: Array, masks: Array, done: Array, wrong: Array, actions: Array
    ) -> None:
        """As :attr:`got_env.core.game.Kernels.find_illegal`."""
        wrong[0] = NOBODY
        for i in range(task[START], task[STOP]):
            legal = 0 <= actions[i] < masks.shape[1] and masks[i, actions[i]]
            if not legal and not waits(task, done, i):
                wrong[0] = i
                return

    def start_row(self, s: Record, row: Array, next_seed: bool) -> None:
        """Start the game of the row's seed, or of the one that follows."""
        if next_seed:
            follow_seed(row)
        self.begin(s, int(row["rules_row"]), row["chosen"], int(row["seed"]))
        self.potentials(s, row["shaping"], row["potentials"])
        row["turns"] = 0

    def keep_final(self, s: Record, row: Array) -> None:
        """Keep what is worth knowing of a game that ends."""
        players = int(s["num_players"])
        row["final_place"][:players] = s["place"][:players]
        row["final_winner"] = s["winner"]
        row["final_round"] = s["round_no"]
        row["final_end"] = self.rules.ends.index(self.rules.end(s)) if s["over"] else NOBODY
        row["final_turns"] = row["turns"]

    def mark_end(self, s: Record, row: Array, i: int, task: Array, done: Array) -> None:
        """Write whether the game of row ``i`` has ended or is cut off."""
        done[TERMINATED, i] = bool(s["over"])
        done[TRUNCATED, i] = not s["over"] and 0 < task[MAX_TURNS] <= row["turns"]
        done[ENDED, i] = done[TERMINATED, i] or done[TRUNCATED, i]

    def vector_step(
        self,
        states: States,
        rows: Array,
        task: Array,
        masks: Array,
        seats: Array,
        observations: Array,
        rewards: Array,
        done: Array,
        final_views: Array,
        actions: Array,
    ) -> None:
        """As :attr:`got_env.core.game.Kernels.vector_step`."""
        given = task[GIVEN]
        for i in range(task[START], task[STOP]):
            if given != ACTIONS and actions[i] == KEEP:
                continue
            s, row = states[i], rows[i]
            if given == ENDS:
                if actions[i] < len(final_views):
                    final_views[actions[i]] = 0
                    for seat in range(s["num_players"]):
                        self.view(s, seat, final_views[actions[i], seat])
                anew = task[RESET_MODE] == SAME_STEP
            else:
                anew = given == STARTS or waits(task, done, i)
                if anew:
                    rewards[i] = 0.0
                    if given == ACTIONS and task[RESET_MODE] == DISABLED:
                        continue
                done[:, i] = False
                if not anew:
                    self.play(s, int(actions[i]))
                    self.settle(s, masks[i], task[SKIP_FORCED])
                    row["turns"] += 1
                    self.rewards(s, row["prizes"], row["shaping"], row["potentials"], rewards[i])
                    self.mark_end(s, row, i, task, done)
                    if done[ENDED, i]:
                        self.keep_final(s, row)
                        task[HAS_ENDED] = 1
                        if task[RESET_MODE] == SAME_STEP:
                            continue
            if anew:
                self.start_row(s, row, given != STARTS or actions[i] == WITH_NEXT_SEED)
                self.settle(s, masks[i], task[SKIP_FORCED])
            seats[i] = self.seat(s)
            self.view(s, max(int(seats[i]), 0), observations[i])
            if waits(task, done, i):
                seats[i] = NOBODY  # though a game that was cut off could go on
                masks[i] = False
