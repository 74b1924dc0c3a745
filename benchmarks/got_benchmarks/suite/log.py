"""The games of a suite that is still running, so that it can resume after an interruption."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import asdict
from importlib.metadata import version
from pathlib import Path
from types import TracebackType
from typing import Any

import msgspec

from got_benchmarks.playing.outcome import Outcome
from got_benchmarks.suite.run import SUITE, Suite
from got_benchmarks.tournament.sqlite_file import (
    StoreError,
    check_tables,
    explained,
    open_database,
    rows_of,
    transaction,
)
from got_benchmarks.tournament.stored import checked_outcome, undamaged
from got_env.core.error_values import short_repr
from got_env.core.files import read_bytes
from got_env.core.strict_json import parse_json
from got_env.games import get_game

SUFFIX = ".games"
"""Added to the name of the file of results."""

MOST_BYTES = 1 << 22
"""Longest file of results that is looked into."""

ALL_POOLS = "all"
"""Stands in messages for the pools of the standard suite."""

FORMAT = 4
"""Raised when games are kept in another way."""

COMMIT_SECONDS = 0.25
"""Games that end within this time are written together."""

SCHEMA = """
CREATE TABLE task (key TEXT, value TEXT);
CREATE TABLE games (cell INTEGER, number INTEGER, outcome TEXT, PRIMARY KEY (cell, number))
WITHOUT ROWID;
"""


def log_file(out: Path) -> Path:
    """File with the games of an unfinished suite."""
    return out.with_name(out.name + SUFFIX)


def check_replaced(out: Path, suite: Suite) -> None:
    """Check that a file of results may be replaced: by as many games of the same suite, or more.

    Args:
        out: the file; it may be missing.
        suite: what is to be played.

    Raises:
        ValueError: if something else stands there, which would be lost.
    """
    if not out.is_file():
        return
    try:
        found = parse_json(read_bytes(out, MOST_BYTES).decode())
    except (ValueError, OSError):
        found = None
    if not isinstance(found, dict) or found.get("suite") != SUITE:
        raise ValueError(
            f"--out {short_repr(str(out))}: holds no results of a suite; name another file"
        )
    if found.get("agent") != suite.agent:
        raise ValueError(
            f"--out {short_repr(str(out))}: holds the results of"
            f" {short_repr(found.get('agent'))}, which would be lost;"
            " name another file, or remove that one"
        )
    held, wanted = _kind_of(found), _kind_of_suite(suite)
    different = [name for name in wanted if held[name] != wanted[name]]
    if different:
        there, here = (
            ", ".join(f"{name}={short_repr(kind[name])}" for name in different)
            for kind in (held, wanted)
        )
        raise ValueError(
            f"--out {short_repr(str(out))}: holds the results with {there}, which those with"
            f" {here} would replace; name another file, or remove that one"
        )
    games, planned = found.get("games"), suite.games()
    if isinstance(games, int) and games > planned:
        raise ValueError(
            f"--out {short_repr(str(out))}: holds {games} games of this agent, which {planned}"
            " would replace; name another file, or remove that one"
        )


def _kind_of(results: Mapping[str, Any]) -> dict[str, Any]:
    """What figures of one agent are of, from a file of results."""
    headline = results.get("headline")
    of = headline if isinstance(headline, dict) else {}
    return {
        "game": results.get("game"),
        "options": results.get("options"),
        "pool": ALL_POOLS if results.get("cells") else of.get("pool"),
        "players": of.get("players"),
    }


def _kind_of_suite(suite: Suite) -> dict[str, Any]:
    """The same of a suite that is to be played."""
    return {
        "game": get_game(suite.game).code,
        "options": dict(suite.options),
        "pool": suite.pool or ALL_POOLS,
        "players": suite.players,
    }


def task_of(suite: Suite, time_limit: float) -> dict[str, Any]:
    """Everything the games of a suite follow from."""
    game = get_game(suite.game)
    return {
        "format": FORMAT,
        "suite": SUITE,
        "game": game.code,
        "version": str(game.identity.version),
        "data_hash": game.identity.data_hash,
        "engine_version": version("got_env"),
        "options": dict(suite.options),
        "sizes": asdict(suite.sizes),
        "players": suite.players,
        "pool": suite.pool,
        "time_limit": time_limit,
        "contestants": [asdict(contestant) for contestant in suite.contestants],
    }


class SuiteLog:
    """Games played so far of one suite; the file goes when the suite is done.

    Args:
        file: where they are kept.
        suite: what is played.
        resume: go on with the games of the file.
        time_limit: seconds an agent may take for a decision; 0: no limit.

    Raises:
        StoreError: if the file cannot be used, or is in use.
        ValueError: if it holds games and ``resume`` is False, or those of another suite; names what
            differs.
    """

    def __init__(self, file: Path, suite: Suite, resume: bool, time_limit: float = 0.0) -> None:
        self._file = file
        self._suite = suite
        self._waiting: list[tuple[int, int, str]] = []
        self._last_commit = time.monotonic()
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StoreError(f"{file.parent}: {error.strerror}") from error
        with explained(file):
            self._db = open_database(file)
            try:
                self._db.execute("PRAGMA locking_mode = EXCLUSIVE")
                with transaction(self._db):
                    for statement in SCHEMA.split(";\n"):
                        self._db.execute(statement.replace("TABLE", "TABLE IF NOT EXISTS"))
                check_tables(self._db, file, SCHEMA)
                self._check_task(task_of(suite, time_limit), resume)
            except BaseException:
                self._db.close()
                raise

    def __enter__(self) -> SuiteLog:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        where: TracebackType | None,
    ) -> None:
        try:
            if not isinstance(error, StoreError):
                self.flush()
        finally:
            self._db.close()

    def _check_task(self, task: dict[str, Any], resume: bool) -> None:
        wanted = {key: msgspec.json.encode(value).decode() for key, value in task.items()}
        with undamaged(self._file):
            held = dict(rows_of(self._db, "SELECT key, value FROM task", len(wanted)))
        if not held:
            with transaction(self._db):
                self._db.executemany("INSERT INTO task VALUES (?, ?)", wanted.items())
            return
        different = next((key for key in wanted if held.get(key) != wanted[key]), None)
        if different is not None:
            raise ValueError(
                f"{self._file} holds games of another suite: {different} is"
                f" {held.get(different)}, not {wanted[different]}; go on with what it was begun"
                " with, or name another --out"
            )
        if not resume:
            raise ValueError(
                f"{self._file} holds the games of a suite that was cut off: add --resume to go on"
                " with them, or delete it to begin anew"
            )

    def played(self, cell: int, players: int) -> list[Outcome]:
        """Games of a cell, by number.

        Args:
            cell: its place among the cells of the suite.
            players: of each of its games.

        Raises:
            StoreError: if the file cannot be read, or holds what no game of the cell has.
        """
        query = f"SELECT outcome FROM games WHERE cell = {cell:d} ORDER BY number"
        game, agents = get_game(self._suite.game), len(self._suite.contestants)
        with explained(self._file), undamaged(self._file):
            return [
                checked_outcome(msgspec.convert(parse_json(text), Outcome), game, players, agents)
                for (text,) in rows_of(self._db, query, self._suite.games())
            ]

    def add(self, cell: int, outcome: Outcome) -> None:
        """Keep a game; written within a moment, and at the latest by :meth:`flush`."""
        text = msgspec.json.encode(outcome).decode()
        self._waiting.append((cell, outcome.match.number, text))
        if time.monotonic() - self._last_commit >= COMMIT_SECONDS:
            self.flush()

    def flush(self) -> None:
        """Write the games that wait.

        Raises:
            StoreError: if they cannot be written.
        """
        if self._waiting:
            with explained(self._file), transaction(self._db):
                self._db.executemany("INSERT INTO games VALUES (?, ?, ?)", self._waiting)
            self._waiting.clear()
        self._last_commit = time.monotonic()

    def remove(self) -> None:
        """The suite is done and its results are written: drop the games."""
        self._waiting.clear()
        self._db.close()
        for file in (self._file, *self._file.parent.glob(f"{self._file.name}-*")):
            file.unlink(missing_ok=True)
