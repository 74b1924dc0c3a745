"""The process that forges: it tries things in chunks, and says a line of JSON about each chunk."""

from __future__ import annotations

import argparse
import faulthandler
import json
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np

from got_env.core import state_bytes
from got_env.core.game import Game, States
from got_env.envs.aec import GameEnv
from got_env.envs.vector import VectorEnv
from got_env.games import get_game
from got_env.positions import states_from
from scripts.forging.mutations import Forger, forge_document
from scripts.forging.sources import Moment, document, moments
from scripts.forging.using import first_bad, use

KINDS = ("states", "positions", "batches")
_POSITIONS, _BATCHES = 10, 50
"""Every so many things is a position, or a batch; the others are states."""
_REFUSED_ALOUD = 32
"""Of the records out of their limits, every so many goes through an environment too."""
_ROWS, _STEPS = 3, 40
"""Games of a batch, and how far they are played."""


def work(given: argparse.Namespace) -> None:
    """Try things; prints a line for each chunk."""
    faulthandler.enable()
    game = get_game(given.game[0])
    worker = Worker(game, given)
    for first in range(given.first, given.first + given.count, given.chunk):
        count = min(given.chunk, given.first + given.count - first)
        faulthandler.dump_traceback_later(given.patience, exit=True)
        counts, faults = worker.chunk(range(first, first + count))
        faulthandler.cancel_dump_traceback_later()
        print(json.dumps({"count": count, "counts": counts, "faults": faults}), flush=True)


class Worker:
    """Tries things of one game.

    Args:
        game: what is forged.
        given: the command line.
    """

    def __init__(self, game: Game, given: argparse.Namespace) -> None:
        self.game, self.seed, self.decisions = game, given.seed, given.decisions
        self.rollout = given.rollout
        self.found = moments(game, given.seed, given.games, given.longest)
        self.forger = Forger(game, game.records.limits, self.found, given.seed)
        self.envs = {players: GameEnv(game, players=players) for players in game.seats.counts}
        for env in self.envs.values():
            env.reset(seed=1)

    def chunk(self, numbers: range) -> tuple[dict[str, Any], list[dict[str, Any]]]:
        """Try some things: how many of each kind were tried, taken, refused; and the faults."""
        self.counts: dict[str, Counter[str]] = {kind: Counter() for kind in KINDS}
        self.faults: list[dict[str, Any]] = []
        self.taken: list[tuple[int, str, str, States]] = []
        forged = []
        for number in numbers:
            if number % _BATCHES == _BATCHES - 1:
                self._try(number, "batches", self._batch)
            elif number % _POSITIONS == _POSITIONS - 1:
                self._try(number, "positions", self._position)
            else:
                forged.append((number, *self.forger.forge(number)))
        self._states(forged)
        self._use_all()
        return {kind: dict(counts) for kind, counts in self.counts.items()}, self.faults

    def _fault(self, number: int, kind: str, told: str, what: str) -> None:
        self.faults.append({"number": number, "kind": kind, "what": f"{told}: {what}"})

    def _try(
        self, number: int, kind: str, take: Callable[[int], tuple[States | None, str]]
    ) -> None:
        self.counts[kind]["tried"] += 1
        told = [""]
        try:
            states, told[0] = take(number)
        except ValueError:
            self.counts[kind]["refused"] += 1
        except Exception as error:
            self._fault(number, kind, told[0], f"{type(error).__name__}: {error} when it was read")
        else:
            self.counts[kind]["taken"] += 1
            if states is not None:
                self.taken.append((number, kind, told[0], states))

    # --- states

    def _states(self, forged: list[tuple[int, Moment, States, str]]) -> None:
        if not forged:
            return
        within = self.game.records.in_range(np.concatenate([states for _, _, states, _ in forged]))
        for (number, moment, states, told), sound in zip(forged, within.tolist(), strict=True):
            self.counts["states"]["tried"] += 1
            # Whether a state is refused that is out of its limits need not be asked each time.
            if not sound and number % _REFUSED_ALOUD:
                self.counts["states"]["refused"] += 1
                continue
            try:
                taken = self._set(number, moment, states)
            except Exception as error:
                what = f"{type(error).__name__}: {error} when it was checked"
                self._fault(number, "states", told, what)
                continue
            self.counts["states"]["taken" if taken else "refused"] += 1
            if taken and not sound:
                self._fault(number, "states", told, "taken out of its limits")
            elif taken:
                self.taken.append((number, "states", told, states))

    def _set(self, number: int, moment: Moment, states: States) -> bool:
        """True if an environment takes a state; it stays as it was if not."""
        players = int(states["num_players"][0])
        env = self.envs.get(players, next(iter(self.envs.values())))
        books = bytearray(moment.books)
        rng = np.random.default_rng([self.seed, 2, number])
        if rng.random() < 0.02:
            books[int(rng.integers(len(books)))] = int(rng.integers(256))
        before = env.get_state()
        try:
            env.set_state(state_bytes.pack(self.game, states.tobytes(), bytes(books)))
        except ValueError:
            if env.get_state() != before:
                raise AssertionError("refused, but the environment has changed") from None
            return False
        state_bytes._known.clear()
        return True

    # --- positions and batches

    def _moment(self, rng: np.random.Generator) -> Moment:
        return self.found[int(rng.integers(len(self.found)))]

    def _position(self, number: int) -> tuple[States, str]:
        rng = np.random.default_rng([self.seed, 3, number])
        data, other = (
            document(self.game, self._moment(rng), int(rng.integers(-1, 3))) for _ in range(2)
        )
        data, told = forge_document(data, other, rng)
        found, states = states_from(json.dumps(data), int(rng.integers(2**31)), self.game)
        if found is not self.game:
            raise ValueError("game: of another game")
        return states, told

    def _batch(self, number: int) -> tuple[None, str]:
        """Rows of a batch environment, its records among them; those taken are played on here."""
        rng = np.random.default_rng([self.seed, 4, number])
        env = _some_batch(self.game, rng)
        rebuild, (kind, arguments, arrays) = env.__reduce__()
        name = ("_states", "_rows", "_rows", "_rows", "_done", "rewards")[int(rng.integers(6))]
        changed = getattr(env, name).copy()
        if name == "_states":
            changed[int(rng.integers(_ROWS))] = self.forger.forge(int(rng.integers(2**40)))[1][0]
        elif name == "_rows":
            told = str(rng.choice(changed.dtype.names))
            values = changed[told].reshape(-1)
            few = (-1, 0, 1, 5, 6, 7, 99, -300, 2**31, 2**63 - 1, -(2**63))
            values[int(rng.integers(values.size))] = few[int(rng.integers(len(few)))]
        else:
            memory = changed.reshape(-1).view(np.uint8)
            memory[int(rng.integers(len(memory)))] = int(rng.choice([0, 1, 2, 255]))
        portable = arrays | {name: changed.tobytes()}
        twin = rebuild(kind, arguments, portable)
        for _ in range(_STEPS):
            if twin.terminations.any() or twin.truncations.any():
                twin.reset(mask=twin.terminations | twin.truncations)
            odds = rng.random(twin.action_masks.shape)
            twin.step(np.where(twin.action_masks, odds, -1).argmax(axis=1))
        return None, f"{name} of a batch"

    # --- what was taken

    def _use_all(self) -> None:
        if not self.taken:
            return
        states = np.concatenate([states for *_, states in self.taken])
        odds = np.stack([self._odds(number) for number, *_ in self.taken])

        def use_rows(rows: list[int]) -> None:
            use(self.game, states[rows], odds[rows], self.rollout)

        rows = list(range(len(states)))
        try:
            use_rows(rows)
        except Exception:
            bad = first_bad(use_rows, rows)
            if not bad:
                raise
            for row, what in bad:
                number, kind, told, _ = self.taken[row]
                self._fault(number, kind, told, what)

    def _odds(self, number: int) -> np.ndarray[Any, np.dtype[np.float32]]:
        rng = np.random.default_rng([self.seed, 5, number])
        return rng.random((max(self.decisions, 1), 2), dtype=np.float32)


def _some_batch(game: Game, rng: np.random.Generator) -> VectorEnv:
    counts = [game.seats.counts[int(rng.integers(len(game.seats.counts)))] for _ in range(_ROWS)]
    mode = ("same_step", "next_step", "disabled")[int(rng.integers(3))]
    env = VectorEnv(game, _ROWS, counts, seed=int(rng.integers(2**31)), auto_reset=mode)
    env.reset()
    for _ in range(int(rng.integers(1, 60))):
        odds = rng.random(env.action_masks.shape)
        env.step(np.where(env.action_masks, odds, -1).argmax(axis=1))
    return env
