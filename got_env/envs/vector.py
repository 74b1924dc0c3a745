"""Many games at once: the native batch environment, over arrays allocated once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from os import PathLike
from typing import Any, Self

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector.utils import batch_space

from got_env.core.arrays import Shown, checked_out, read_only
from got_env.core.checks import (
    MAX_SEED,
    RULINGS,
    checked_flag,
    checked_limit,
    checked_num_envs,
    checked_players,
    checked_reset_mode,
    checked_seed,
    refuse_unknown,
)
from got_env.core.errors import illegal_action
from got_env.core.game import Game, checked_options
from got_env.core.jit import bound
from got_env.core.protocol import (
    DISABLED,
    ENDED,
    ENDS,
    GAME_FIELDS,
    KEEP,
    MAX_TURNS,
    RESET_MODE,
    SKIP_FORCED,
    STARTS,
    WITH_NEXT_SEED,
    WITH_SEED,
)
from got_env.core.rewards import chosen_reward, prizes, shaping
from got_env.envs.final_observations import FinalObservations
from got_env.envs.observations import box, cut_blocks
from got_env.envs.saved_games import copy_games, kept_argument, load_arrays, save_arrays
from got_env.envs.threads import Team, as_actions
from got_env.games import chosen_game

FEW = 16
"""Games that one thread starts as fast as others wake up."""

Infos = dict[str, Any]
Options = Mapping[str, object]


class VectorEnv:
    """``num_envs`` games of one kind that take one decision each per step.

    All results are arrays allocated once and written anew by every step; copy what you keep.
    Those that the games depend on are read-only views: numpy raises ValueError for a try to write
    to them. Observations and rewards are yours until the next step. The arrays and what they hold
    after :meth:`reset` and :meth:`step`, with B games, and P the largest number of players in the
    batch; what is meant for seats a game does not have is 0, or -1 in ``place``:

    Attributes:
        observations: ``(B, size) int8``, as the seat to move knows its game.
        action_masks: ``(B, A) bool``, legal actions of the seat to move; read-only.
        current_player: ``(B,) int8``, the seat to move; -1 when a game has ended; read-only.
        rewards: ``(B, P) float32``, of every seat, for the last step.
        terminations: ``(B,) bool``, games that ended in the last step, and with
            ``auto_reset="disabled"`` those that ended before and wait for a reset; read-only.
        truncations: ``(B,) bool``, games cut off by ``max_cycles``, marked for as long as
            ``terminations`` are; read-only.
        infos: the same arrays by name, and of the games that these two mark ``final_obs
            (B, P, size)`` of every seat and ``final_info``: ``place (B, P)`` (0 for the first),
            ``winner`` (a seat; -1 after a draw), ``round``, ``end`` (an index of
            ``game.results.ends``), ``decisions``; all but the round and the decisions are -1 if the
            game was cut off. The masks ``_final_obs`` and ``_final_info`` say which rows have
            ended. ``final_observation`` and its mask are other names of ``final_obs``. All but
            the observations are read-only.
        final_observations: the ``final_obs``: read like an array, 0 for games that have not ended,
            and no larger than the games that have, see
            :class:`~got_env.envs.final_observations.FinalObservations`.
        seeds: ``(B,) int64``, seed of each running game; read-only.
        players: ``(B,) int64``, number of players of each row; read-only.
        houses: names of the P seats of the games with the most players; a game with fewer may have
            other houses at its seats, see :meth:`houses_of`.

    Args:
        game: code of the game, or the game itself.
        num_envs: number of games B.
        players: number of players, for all rows or one for each; None for the most possible.
        seed: game ``i`` starts with ``seed + i``, the games after it with seeds made from that, so
            a game does not depend on those beside it; None for a random seed of each game.
        options: rules options by key, for all rows or one mapping for each.
        skip_forced: play decisions with a single legal action at once.
        reward: ``"win"``, ``"rank"`` or a shaped one of the game.
        auto_reset: what happens to a game that ends: ``"same_step"`` starts the next at once,
            ``"next_step"`` with the next step, which ignores the action, ``"disabled"`` leaves it
            until :meth:`reset`; or a ``gymnasium.vector.AutoresetMode``.
        max_cycles: truncate games after this many decisions; None for never.
        num_threads: threads that share the rows; the games are the same for any number.
        keep_final_obs: whether to keep the final observations, ``P * size`` bytes for one game in
            32, or for twice as many as ended in the last step, whichever is more.
        data_dir: your own folder of board and card files, see docs/data.md.
        **unknown: refused.

    Raises:
        TypeError: for an unknown keyword; names the nearest known one.
        ValueError: for a bad argument or option; names it and what was expected.
    """

    def __init__(
        self,
        game: str | Game,
        num_envs: int,
        players: int | Sequence[int] | None = None,
        *,
        seed: int | None = 0,
        options: Options | Sequence[Options] | None = None,
        skip_forced: bool = True,
        reward: str = "win",
        auto_reset: Any = "same_step",
        max_cycles: int | None = None,
        num_threads: int = 1,
        keep_final_obs: bool = True,
        data_dir: str | PathLike[str] | None = None,
        **unknown: object,
    ) -> None:
        self.game = chosen_game(game, data_dir)
        self._refuse_unknown(unknown)
        self.num_envs = checked_num_envs(num_envs)
        self._arguments = {
            "game": self.game,
            "num_envs": self.num_envs,
            "players": kept_argument(players),
            "options": kept_argument(options),
            "skip_forced": skip_forced,
            "reward": reward,
            "auto_reset": auto_reset,
            "max_cycles": max_cycles,
            "num_threads": num_threads,
            "keep_final_obs": keep_final_obs,
        }
        chosen_reward(self.game, reward)
        mode = checked_reset_mode(auto_reset, "auto_reset")
        limit = checked_limit(max_cycles, "max_cycles")
        self.players = read_only(self._each_players(players))
        self.num_players = int(self.players.max())
        self.houses = self.game.seats.in_play(self.num_players)
        rules = self._each_options(options)
        self._team = Team(num_threads, self.num_envs)
        self._team.tasks[:, SKIP_FORCED] = checked_flag(skip_forced, "skip_forced")
        self._team.tasks[:, RESET_MODE] = mode
        self._forgets = mode != DISABLED
        self._outdated = False
        self._team.tasks[:, MAX_TURNS] = limit
        self._allocate(self.num_envs if checked_flag(keep_final_obs, "keep_final_obs") else 0)
        set_up_rows(self.game, self._rows, self.players, rules, reward)
        self._bind()
        if seed is None:
            drawn = np.random.default_rng().integers(MAX_SEED, size=self.num_envs, endpoint=True)
            self._rows["seed"] = drawn
        self.reset(seed)

    def _refuse_unknown(self, unknown: Mapping[str, object]) -> None:
        for word in unknown:
            if word in self.game.options.table or word == RULINGS:
                raise TypeError(
                    f"{type(self).__name__}: unexpected keyword argument {word!r}: "
                    f"it is a rules option, give options={{{word!r}: ...}}"
                )
        refuse_unknown(unknown, None, type(self).__name__, type(self))

    @cached_property
    def single_observation_space(self) -> spaces.Box:
        """Of one game: ``(size,) int8``."""
        return box((self.game.observation.size,))

    @cached_property
    def single_action_space(self) -> spaces.Discrete:
        """Of one game: ``Discrete(A)``."""
        return spaces.Discrete(self.game.actions.size)

    @cached_property
    def observation_space(self) -> spaces.Space[Any]:
        """Of all games: ``(B, size) int8``."""
        return batch_space(self.single_observation_space, self.num_envs)

    @cached_property
    def action_space(self) -> spaces.Space[Any]:
        """Of all games: a ``MultiDiscrete`` of B times A."""
        return batch_space(self.single_action_space, self.num_envs)

    def _each_players(self, players: Any) -> npt.NDArray[np.int64]:
        each = _per_row(players, self.num_envs, "players")
        return np.array([checked_players(self.game, p) for p in each], dtype=np.int64)

    def _each_options(self, options: Any) -> npt.NDArray[np.int16]:
        if options is None or isinstance(options, Mapping):
            row = self.game.options.resolve(checked_options(options))
            return np.tile(np.array(row, dtype=np.int16), (self.num_envs, 1))
        each = _per_row(options, self.num_envs, "options")
        rows = [self.game.options.resolve(checked_options(row)) for row in each]
        return np.array(rows, dtype=np.int16)

    def _allocate(self, finals: int) -> None:
        game, n, p = self.game, self.num_envs, self.num_players
        size = game.observation.size
        self._states = game.new_states(n)
        self._rows = np.zeros(n, dtype=game.records.row)
        self._wrong = np.zeros(1, dtype=np.int64)
        self._done = np.zeros((3, n), dtype=np.bool_)
        self.states = read_only(self._states)
        self.seeds = read_only(self._rows["seed"])
        self.observations = np.zeros((n, size), dtype=np.int8)
        self._masks = np.zeros((n, game.actions.size), dtype=np.bool_)
        self._shown_masks = Shown(self._masks)
        self.action_masks = self._shown_masks.view
        self._seats = np.zeros(n, dtype=np.int8)
        self.current_player = read_only(self._seats)
        self.rewards = np.zeros((n, p), dtype=np.float32)
        self.terminations, self.truncations, ended = (read_only(done) for done in self._done)
        self.final_observations = FinalObservations(finals, p, size)
        self._rows["final_place"] = -1
        self.infos: Infos = {
            "action_mask": self.action_masks,
            "current_player": self.current_player,
            "final_info": {
                "place": read_only(self._rows["final_place"][:, :p]),
                "winner": read_only(self._rows["final_winner"]),
                "round": read_only(self._rows["final_round"]),
                "end": read_only(self._rows["final_end"]),
                "decisions": read_only(self._rows["final_turns"]),
            },
            "_final_info": ended,
        }
        for name in ("final_obs", "final_observation") if finals else ():
            self.infos |= {name: self.final_observations, f"_{name}": ended}
        self._results = (
            self.observations,
            self.rewards,
            self.terminations,
            self.truncations,
            self.infos,
        )

    def _bind(self) -> None:
        """Prepare the arguments of the kernels, so that a step has little left to do."""
        kernels = self.game.kernels
        no_finals = np.zeros((0, *self.final_observations.shape[1:]), dtype=np.int8)
        self._parts = [
            (
                self._states,
                self._rows,
                task,
                self._masks,
                self._seats,
                self.observations,
                self.rewards,
                self._done,
                no_finals,
            )
            for task in self._team.tasks
        ]
        self._whole = self._parts.pop()
        self._look = (self._team.tasks[-1], self._masks, self._done, self._wrong)
        last = np.zeros(self.num_envs, dtype=np.int64)
        self._find_illegal = bound(kernels.find_illegal, *self._look, last)
        self._step_rows = bound(kernels.vector_step, *self._parts[0], last)

    def houses_of(self, row: int) -> tuple[str, ...]:
        """Names of the seats of a row; ``winner`` and ``current_player`` index them, or are -1."""
        return self.game.seats.in_play(int(self.players[row]))

    @property
    def blocks(self) -> dict[str, npt.NDArray[np.int8]]:
        """The observations cut into blocks ``(B, *shape)`` by name, as views."""
        return cut_blocks(self.game, self.observations)

    def observe(
        self, seats: npt.ArrayLike, out: npt.NDArray[np.int8] | None = None
    ) -> npt.NDArray[np.int8]:
        """Knowledge of other seats than those to move, for critics and for opponents.

        Args:
            seats: the observing seat, one for all games or ``(B,)``.
            out: ``(B, size) int8`` to write to, without gaps; None for a new array.

        Returns:
            ``(B, size) int8``.

        Raises:
            ValueError: for a seat that a game does not have, arrays of another shape or type, or an
                ``out`` that cannot be written to; nothing is written.
        """
        chosen = np.asarray(seats)
        if chosen.dtype.kind not in "iu" or chosen.shape not in ((), (self.num_envs,)):
            raise ValueError(
                f"seats: {chosen.dtype} of shape {chosen.shape}, "
                f"expected an integer or integers of shape ({self.num_envs},)"
            )
        viewers = np.array(np.broadcast_to(chosen, self.num_envs), dtype=np.int64)
        wrong = np.flatnonzero((viewers < 0) | (viewers >= self.players))
        if len(wrong):
            row = int(wrong[0])
            raise ValueError(
                f"seats: game {row} has no seat {viewers[row]}: "
                f"expected 0 to {self.players[row] - 1}"
            )
        shape = self.observations.shape
        views = np.empty(shape, dtype=np.int8) if out is None else checked_out(out, shape)
        self.game.kernels.observe(self._states, viewers, views)
        return views if out is None else out

    def reset(
        self, seed: int | None = None, mask: npt.NDArray[np.bool_] | None = None
    ) -> tuple[npt.NDArray[np.int8], Infos]:
        """Start new games.

        Args:
            seed: game ``i`` gets ``seed + i``; without one each game gets the next of its stream.
            mask: ``(B,) bool``, games to start anew; None for all.

        Returns:
            ``observations`` and ``infos``.

        Raises:
            ValueError: for a bad seed or a mask of another shape or type; no game is touched.
        """
        chosen = np.ones(self.num_envs, dtype=np.bool_)
        if mask is not None:
            chosen = np.asarray(mask)
            if chosen.shape != (self.num_envs,) or chosen.dtype != np.bool_:
                raise ValueError(
                    f"mask: {chosen.dtype} of shape {chosen.shape}, "
                    f"expected bool of shape ({self.num_envs},)"
                )
        how = WITH_NEXT_SEED
        if seed is not None:
            how = WITH_SEED
            first = checked_seed(seed)
            checked_seed(first + self.num_envs - 1)
            self._rows["seed"][chosen] = (np.arange(self.num_envs) + first)[chosen]
        orders = np.where(chosen, how, KEEP)
        self._team.run_given(STARTS, self._step_rows, self._parts, orders)
        self.final_observations.keep_only(self._done[ENDED])
        self._shown_masks.renew()
        return self.observations, self.infos

    def step(
        self, actions: npt.ArrayLike
    ) -> tuple[
        npt.NDArray[np.int8],
        npt.NDArray[np.float32],
        npt.NDArray[np.bool_],
        npt.NDArray[np.bool_],
        Infos,
    ]:
        """Play one action in every game.

        Args:
            actions: ``(B,)`` integers; ignored where a game has ended and was not started anew.

        Returns:
            ``observations, rewards, terminations, truncations, infos``: the arrays of this object.

        Raises:
            IllegalAction: for an action that is not legal; names the row. Nothing is changed.
            ValueError: for actions of another shape or type.
        """
        given = as_actions(actions, self.num_envs)
        self._find_illegal(*self._look, given)
        if self._wrong[0] >= 0:
            self._refuse(int(self._wrong[0]), given)
        if self._outdated:
            self._outdated = False
            self.final_observations.forget()
        try:
            self._team.run(self._step_rows, self._parts, given)
        finally:  # Ctrl-C during a step must not leave games that have ended and do not go on
            if self._team.has_ended():
                self._end_games()
        self._shown_masks.renew()
        return self._results

    def _end_games(self) -> None:
        """Keep the final observations of games that have just ended, and start the next ones."""
        final = self.final_observations
        rows = final.missing(self._done[ENDED])
        orders = np.full(self.num_envs, KEEP)
        orders[rows] = final.make_room(rows)
        self._outdated = self._forgets
        parts = self._parts if len(rows) > FEW else [self._whole]
        parts = [(*part[:-1], final.kept) for part in parts]
        self._team.run_given(ENDS, self._step_rows, parts, orders)

    def _refuse(self, row: int, actions: npt.NDArray[np.int64]) -> None:
        legal = np.flatnonzero(self._masks[row]).tolist()
        error = illegal_action(self.game, self._states, row, legal, int(actions[row]))
        error.args = (f"game {row}: {error}",)
        raise error

    # --- copies

    def take(self, source: VectorEnv, rows: npt.NDArray[np.int64]) -> None:
        """Go on from running games of another batch with the same game, options and reward.

        As after :meth:`reset`, no game of this batch has ended and the rewards are 0.

        Args:
            source: where they are; it stays as it is.
            rows: ``(B,)`` the game of the source that each game here becomes a copy of.

        Raises:
            ValueError: for a source with another game or reward, for rows of another shape or type
                or that it does not have, and for games that have ended or have another number of
                players or other options. Nothing is changed.
        """
        if source.game.reference != self.game.reference:
            raise ValueError(
                f"source: plays {source.game.reference}, expected {self.game.reference}"
            )
        given = np.asarray(rows)
        fits = given.shape == (self.num_envs,) and given.dtype.kind in "iu"
        if not fits or given.min() < 0 or given.max() >= source.num_envs:
            raise ValueError(
                f"rows: {given.dtype} of shape {given.shape}, expected {self.num_envs} integers "
                f"from 0 to {source.num_envs - 1}"
            )
        self._check_alike(source, given)
        self._states[:] = source._states[given]
        self.observations[:] = source.observations[given]
        for name in GAME_FIELDS:
            self._rows[name] = source._rows[name][given]
        self._done[:] = False
        self.rewards[:] = 0
        self.final_observations.forget()
        self._look_again(self._done[ENDED])

    def _check_alike(self, source: VectorEnv, given: npt.NDArray[np.int64]) -> None:
        """Refuse games of another batch that cannot go on as the games of this one."""
        ours, theirs = self._rows, source._rows[given]
        if (row := _first(source.players[given] != self.players)) is not None:
            raise ValueError(
                f"rows: game {given[row]} of the source has {source.players[given[row]]} players, "
                f"expected {self.players[row]} as in game {row}"
            )
        if (row := _first((theirs["chosen"] != ours["chosen"]).any(axis=1))) is not None:
            has, expected = (
                self.game.options.values(rows["chosen"][row].tolist()) for rows in (theirs, ours)
            )
            key = next(key for key in expected if has[key] != expected[key])
            raise ValueError(
                f"rows: game {given[row]} of the source has the option {key}={has[key]!r}, "
                f"expected {expected[key]!r} as in game {row}"
            )
        if any((theirs[name] != ours[name]).any() for name in ("prizes", "shaping")):
            raise ValueError(
                f"source: reward={source._arguments['reward']!r}: "
                f"expected one that pays as {self._arguments['reward']!r} does here"
            )
        if (row := _first(source.current_player[given] < 0)) is not None:
            raise ValueError(
                f"rows: game {given[row]} of the source has ended, expected a running one"
            )

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (type(self), self._arguments, save_arrays(self))

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        twin = type(self)(**self._arguments)
        copy_games(self, twin)
        return twin

    def _row_players(self) -> npt.NDArray[np.int64]:
        return self.players

    def _check_deciders(
        self, rows: npt.NDArray[Any], seats: npt.NDArray[np.int8], running: npt.NDArray[np.bool_]
    ) -> None:
        """Whoever is to move may."""

    def _final_shape(self, done: npt.NDArray[np.bool_]) -> tuple[int, ...]:
        games, *view = self.final_observations.shape
        return (int(done[ENDED].sum()) if games else 0, *view)

    def _saved_finals(self) -> npt.NDArray[np.int8]:
        final = self.final_observations
        return final[np.flatnonzero(self._done[ENDED])] if len(final) else final.kept

    def _put_finals(self, views: npt.NDArray[np.int8]) -> None:
        self.final_observations.forget()
        self._outdated = self._forgets
        if len(self.final_observations):
            self.final_observations.put(np.flatnonzero(self._done[ENDED]), views)

    def _look_again(self, waiting: npt.NDArray[np.bool_]) -> None:
        self.game.kernels.action_mask(self._states, self._masks)
        self.game.kernels.current_player(self._states, self._seats)
        self._masks[waiting] = False
        self._seats[waiting] = -1
        self._shown_masks.renew()

    def close(self) -> None:
        """End the threads; the arrays stay readable."""
        self._team.close()


def _per_row(value: Any, count: int, name: str) -> list[Any]:
    """One value for each row, of one for all or of a sequence."""
    one = value.ndim == 0 if isinstance(value, np.ndarray) else not isinstance(value, Sequence)
    if one or isinstance(value, str):
        return [value] * count
    if len(value) != count:
        raise ValueError(f"{name}: {len(value)} values, expected one for each of {count} games")
    return list(value)


def _first(wrong: npt.NDArray[np.bool_]) -> int | None:
    """The first row that is True; None if none is."""
    return int(wrong.argmax()) if wrong.any() else None


def set_up_rows(
    game: Game,
    rows: npt.NDArray[Any],
    players: npt.NDArray[np.int64],
    options: npt.NDArray[np.int16],
    reward: str,
) -> None:
    """Write into rows how their games are set up."""
    rows["chosen"] = options
    options = np.broadcast_to(options, rows["chosen"].shape)
    rows["shaping"] = shaping(game, reward)
    for count in sorted({int(p) for p in players}):
        same = players == count
        rows["prizes"][same, :count] = prizes(game, reward, count)
        for chosen in np.unique(options[same], axis=0):
            alike = same & (options == chosen).all(axis=1)
            rows["rules_row"][alike] = game.options.ruleset_of(count, chosen.tolist())


def _restore(
    kind: type[VectorEnv], arguments: dict[str, Any], arrays: Mapping[str, bytes]
) -> VectorEnv:
    env = kind(**arguments)
    load_arrays(env, arrays)
    return env
