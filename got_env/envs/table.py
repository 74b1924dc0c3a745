"""One running game with the arrays its kernels write to; environments are built on it."""

from __future__ import annotations

import operator
from collections.abc import Mapping
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from got_env.core.arrays import read_only
from got_env.core.checks import checked_flag
from got_env.core.errors import IllegalAction, illegal_action
from got_env.core.game import Game, States
from got_env.core.numbered_kernels import NO_KERNEL
from got_env.core.rewards import no_shaping, prizes, shaping
from got_env.pictures import Rendered, render

NO_ACTION = -1
NOBODY = -1

_COPIED = ("states", "_seats", "_masks", "_potentials")


class Table:
    """A game that is played one decision at a time; every action is one call of compiled code.

    Attributes:
        states: the record ``(1,)``, everything included.
        shown: the same, read-only: for users.
        seat: seat that decides; NOBODY when the game is over or was closed.
        mask: ``(A,) bool``, legal actions of that seat.
        pays_on_the_way: True if a game has rewards before its end.

    Args:
        game: what is played.
        players: number of players.
        reward: reward option of the game.
        skip_forced: play decisions with a single legal action at once.
    """

    def __init__(
        self,
        game: Game,
        players: int,
        reward: str = "win",
        skip_forced: bool = False,
    ) -> None:
        self.game = game
        self.houses = game.seats.in_play(players)
        self._prizes = prizes(game, reward, players)
        self._shaping = shaping(game, reward)
        self.pays_on_the_way = self._shaping["score"][0] != NO_KERNEL
        self._skip_forced = int(checked_flag(skip_forced, "skip_forced"))
        self._kernel = game.kernels.advance  # looked up once: every action calls it
        self.seat = NOBODY
        self._allocate()

    def _allocate(self) -> None:
        players = len(self.houses)
        self.states = self.game.new_states(1)
        self.shown = read_only(self.states)
        self._scratch = self.game.new_states(1)
        self._actions = np.zeros(1, dtype=np.int64)
        self._seats = np.full(1, NOBODY, dtype=np.int8)
        self._viewers = np.zeros(1, dtype=np.int8)
        self._masks = np.zeros((1, self.game.actions.size), dtype=np.bool_)
        self.mask = self._masks[0]
        self._potentials = np.zeros((1, players))
        self._rewards = np.zeros((1, players))

    # --- playing

    def restart(self, seed: int, options: Mapping[str, object]) -> None:
        """Start a new game.

        Raises:
            ValueError: for a bad option; the running game stays as it is.
        """
        seeds = np.array([seed], dtype=np.int64)
        self.game.restart(self.states, len(self.houses), seeds, options)
        self.play(NO_ACTION)
        self.refresh()

    def refresh(self) -> None:
        """Work out mask, seat and potentials of a record that was set from outside."""
        self._look()
        self._potentials[:] = 0.0
        if self.pays_on_the_way and not self.over:
            self.game.kernels.start_potentials(self.states, self._shaping, self._potentials)

    def play(self, action: int) -> None:
        """Play a legal action (it is not checked) or NO_ACTION, and forced ones if wanted."""
        self._advance(action, self._skip_forced)

    def _look(self) -> None:
        """Work out mask and seat; even a forced decision stays open, the record as it is."""
        self._advance(NO_ACTION, 0)

    def _advance(self, action: int, skip_forced: int) -> None:
        self._actions[0] = action
        self._kernel(self.states, self._actions, skip_forced, self._masks, self._seats)
        self.seat = int(self._seats[0])

    def checked(self, action: Any) -> int:
        """The action as an integer if it is legal.

        Raises:
            IllegalAction: if it is not, or not an integer.
        """
        if type(action) is not int:
            action = self._as_integer(action)
        if not (0 <= action < len(self.mask) and self.mask[action]):
            raise self._illegal(action)
        return int(action)

    def _as_integer(self, action: Any) -> int:
        try:
            if isinstance(action, bool):
                raise TypeError
            return operator.index(action)
        except TypeError:
            raise self._illegal(action) from None

    def _illegal(self, action: object) -> IllegalAction:
        return illegal_action(self.game, self.states, 0, self.legal_actions(), action)

    def legal_actions(self) -> list[int]:
        """Legal actions, ascending."""
        return [int(i) for i in np.flatnonzero(self.mask)]

    def close(self) -> None:
        """Let nobody act any more, though the game could go on."""
        self.mask[:] = False
        self._seats[0] = NOBODY
        self.seat = NOBODY

    @property
    def over(self) -> bool:
        """True if the game has ended."""
        return bool(self.states["over"][0])

    def rewards(self) -> list[float]:
        """Rewards by seat of the action just played."""
        self.game.kernels.step_rewards(
            self.states, self._prizes, self._shaping, self._potentials, self._rewards
        )
        rewards: list[float] = self._rewards[0].tolist()
        return rewards

    # --- looking

    def observe(self, seat: int) -> npt.NDArray[np.int8]:
        """Knowledge of a seat, as a new flat observation ``(size,)``."""
        out = np.empty((1, self.game.observation.size), dtype=np.int8)
        self._viewers[0] = seat
        self.game.kernels.observe(self.states, self._viewers, out)
        return out[0]  # type: ignore[no-any-return]

    def observe_all(self) -> npt.NDArray[np.int8]:
        """The whole table but the order of the decks, laid out as an observation of seat 0."""
        out = np.empty((1, self.game.observation.size), dtype=np.int8)
        self.game.kernels.observe_all(self.states, out)
        return out[0]  # type: ignore[no-any-return]

    def text(self, seat: int) -> str:
        """Knowledge of a seat, in words."""
        return self.game.words.board(self._known(seat), 0)

    def render(self, seat: int, mode: str) -> Rendered | None:
        """Knowledge of a seat, in a render mode."""
        return render(self.game, self._known(seat), 0, mode)

    def _known(self, seat: int) -> States:
        """The record ``(1,)`` as a seat knows it; the next call overwrites it."""
        self._scratch[:] = self.states
        self._viewers[0] = seat
        self.game.kernels.redact(self._scratch, self._viewers)
        return self._scratch

    # --- copies and search

    def clone(self) -> Self:
        """An independent table in the same state."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin._allocate()
        for name in _COPIED:
            getattr(twin, name)[:] = getattr(self, name)
        return twin

    def redeal(self, seat: int, seed: int) -> None:
        """Draw anew what a seat does not know."""
        self._viewers[0] = seat
        seeds = np.array([seed], dtype=np.int64)
        self.game.kernels.redeal(self.states, self._viewers, seeds)
        if self.seat != NOBODY:
            self._look()

    def playout(self, policy: str, seed: int) -> list[float]:
        """Rewards for the final places after a policy of the game has played on, on a copy."""
        ends = self.states.copy()
        ends["rng"][0] = np.random.SeedSequence(seed).generate_state(4)
        self.game.players.policies[policy](ends)
        none = np.zeros_like(self._rewards)
        rewards = np.zeros_like(self._rewards)
        self.game.kernels.step_rewards(ends, self._prizes, no_shaping(), none, rewards)
        result: list[float] = rewards[0].tolist()
        return result
