"""The running games of a batch environment as bytes, for pickle, and their way back.

It keeps only the records of the games. Their set-up follows from the arguments of the environment,
masks and observations follow from the records. Loaded arrays are checked before they reach a
kernel. This makes the arrays safe, not pickle itself, which runs whatever a pickle contains.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from got_env.core.game import Game
from got_env.core.portable import from_portable, to_portable
from got_env.core.protocol import ENDED, RESET_MODE, SAME_STEP, TERMINATED, TRUNCATED
from got_env.envs.threads import Team

_GAMES = ("_states", "_rows", "_done")
_WRITTEN = ("observations", "rewards")
"""Written by kernels and never read by them, as are the final observations."""

_FINAL = "final_observations"


class Batch(Protocol):
    """Common part of environments of many games; the arrays are those of the kernels."""

    game: Game
    num_envs: int
    _states: npt.NDArray[Any]
    _rows: npt.NDArray[Any]
    _done: npt.NDArray[np.bool_]
    _team: Team

    def _row_players(self) -> npt.NDArray[np.int64]:
        """Number of players of each game ``(B,)``."""
        ...

    def _check_deciders(
        self, rows: npt.NDArray[Any], seats: npt.NDArray[np.int8], running: npt.NDArray[np.bool_]
    ) -> None:
        """Refuse running games, ``(B,) bool``, in which ``seats (B,)`` may not decide."""
        ...

    def _final_shape(self, done: npt.NDArray[np.bool_]) -> tuple[int, ...]:
        """Shape of what is saved of final observations, with ``done (3, B)``."""
        ...

    def _saved_finals(self) -> npt.NDArray[np.int8]:
        """What is saved of final observations."""
        ...

    def _put_finals(self, views: npt.NDArray[np.int8]) -> None:
        """Take over final observations of games that have ended."""
        ...

    def _look_again(self, waiting: npt.NDArray[np.bool_]) -> None:
        """Write what follows from the records; ``waiting (B,)``: ended and not started anew."""
        ...


def kept_argument(given: Any) -> Any:
    """An argument as copies of the environment get it, whatever its owner does with it later.

    Mappings, lists, tuples and arrays are copied, with those inside; players are not.
    """
    if isinstance(given, Mapping):
        return {key: kept_argument(value) for key, value in given.items()}
    if type(given) in (list, tuple):  # one of another type may be a player
        return [kept_argument(value) for value in given]
    return given.copy() if isinstance(given, np.ndarray) else given


def save_arrays(batch: Batch) -> dict[str, bytes]:
    """The games of a batch environment and what it has told of them, as bytes by name."""
    saved = {name: getattr(batch, name).tobytes() for name in (*_GAMES, *_WRITTEN)}
    saved["_states"] = to_portable(batch.game, saved["_states"])
    # How a game is set up holds addresses of this process, which are nobody else's business.
    rows = np.zeros_like(batch._rows)
    for name in batch.game.records.running_fields:
        rows[name] = batch._rows[name]
    saved["_rows"] = rows.tobytes()
    return saved | {_FINAL: batch._saved_finals().tobytes()}


def copy_games(batch: Batch, twin: Batch) -> None:
    """Write the games of a batch environment into another made with the same arguments."""
    for name in (*_GAMES, *_WRITTEN):
        _memory(getattr(twin, name))[:] = _memory(getattr(batch, name))
    twin._put_finals(batch._saved_finals())
    twin._look_again(_waiting(twin, twin._done))


def load_arrays(batch: Batch, arrays: Mapping[str, bytes]) -> None:
    """Write back what :func:`save_arrays` gave.

    Args:
        batch: a :class:`Batch` made with the arguments of the one that was saved.
        arrays: bytes by name.

    Raises:
        ValueError: for other arrays than those, or numbers in them that no games have; names the
            array, game and field. The environment stays as it is.
    """
    loaded = _read(batch, arrays)
    states, rows, done = (loaded[name] for name in _GAMES)
    _check_done(done)
    players = batch._row_players()
    batch.game.records.check_rows(rows, players)
    if has_games(states) or has_games(batch._states):  # some have none before the first reset
        _check_games(batch, states, rows, done, players)
    if not np.isfinite(loaded["rewards"]).all():
        raise ValueError("rewards: expected finite numbers")
    for name in ("_states", "_done", *_WRITTEN):
        _memory(getattr(batch, name))[:] = _memory(loaded[name])
    batch._put_finals(loaded[_FINAL])
    for name in batch.game.records.running_fields:
        batch._rows[name] = rows[name]
    batch._look_again(_waiting(batch, batch._done))


def _read(batch: Batch, arrays: Mapping[str, bytes]) -> dict[str, npt.NDArray[Any]]:
    expected = (*_GAMES, *_WRITTEN, _FINAL)
    if not isinstance(arrays, Mapping) or set(arrays) != set(expected):
        raise ValueError(f"arrays of the games: expected {', '.join(expected)}")
    loaded: dict[str, npt.NDArray[Any]] = {}
    for name in expected:
        if name == _FINAL:
            target = np.empty(batch._final_shape(loaded["_done"]), dtype=np.int8)
        else:
            target = getattr(batch, name)
        if not isinstance(arrays[name], bytes) or len(arrays[name]) != target.nbytes:
            raise ValueError(f"{name}: expected {target.nbytes} bytes for {batch.num_envs} games")
        given = from_portable(batch.game, arrays[name]) if name == "_states" else arrays[name]
        raw = np.frombuffer(given, dtype=np.uint8).copy()
        if target.dtype == np.bool_ and raw.max(initial=0) > 1:
            raise ValueError(f"{name}: expected bytes 0 and 1, not {raw.max()}")
        loaded[name] = raw.view(target.dtype).reshape(target.shape)
    return loaded


def _check_done(done: npt.NDArray[np.bool_]) -> None:
    wrong = np.flatnonzero(done[ENDED] != (done[TERMINATED] | done[TRUNCATED]))
    if len(wrong):
        raise ValueError(f"_done: game {wrong[0]}: ended for no reason, or not at its end")


def has_games(states: npt.NDArray[Any]) -> bool:
    """True if there is a game in any record."""
    return bool(states.view(np.uint8).any())


def _check_games(
    batch: Batch,
    states: npt.NDArray[Any],
    rows: npt.NDArray[Any],
    done: npt.NDArray[np.bool_],
    players: npt.NDArray[np.int64],
) -> None:
    game = batch.game
    game.records.check(states)
    wrong = np.flatnonzero(states["num_players"] != players)
    if len(wrong):
        row = int(wrong[0])
        given = states["num_players"][row]
        raise ValueError(f"state of game {row}: num_players={given}: expected {players[row]}")
    seats = np.zeros(batch.num_envs, dtype=np.int8)
    game.kernels.current_player(states, seats)
    running = ~_waiting(batch, done)
    wrong = np.flatnonzero(running & (seats < 0))
    if len(wrong):
        raise ValueError(f"state of game {wrong[0]}: over, but the game is to go on")
    batch._check_deciders(rows, seats, running)


def _waiting(batch: Batch, done: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    if batch._team.tasks[0, RESET_MODE] == SAME_STEP:
        return np.zeros(batch.num_envs, dtype=np.bool_)
    waiting: npt.NDArray[np.bool_] = done[ENDED].copy()
    return waiting


def _memory(array: npt.NDArray[Any]) -> npt.NDArray[np.uint8]:
    """The bytes of an array that has no gaps, as a view."""
    memory: npt.NDArray[np.uint8] = array.reshape(-1).view(np.uint8)
    return memory
