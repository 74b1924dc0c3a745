"""The results of a tournament in one SQLite file: every game, kept as soon as it has ended."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import asdict, astuple
from hashlib import sha256
from os import PathLike
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import Any, Self

from msgspec.json import Encoder

from got_benchmarks.playing.aborted_games import without_aborted
from got_benchmarks.playing.outcome import NOBODY, Outcome
from got_benchmarks.tournament.plan import ABOUT, MAX_AGENTS, MAX_STAGES, Plan
from got_benchmarks.tournament.sqlite_file import (
    StoreError,
    check_tables,
    claim,
    explained,
    open_database,
    rows_of,
    transaction,
)
from got_benchmarks.tournament.stored import outcome_of, plan_of, undamaged

_json = Encoder().encode

SCHEMA_VERSION = 2

FILE_NAME = "results.sqlite"

COMMIT_SECONDS = 0.25
"""Games that end within this time are written together."""

SCHEMA = """
CREATE TABLE about (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE agents (
    id INTEGER PRIMARY KEY,          -- position in the list of agents, 0 first
    name TEXT NOT NULL UNIQUE,       -- the whole specification, such as ismcts:sims=400
    kind TEXT NOT NULL,              -- the part before the colon
    options TEXT NOT NULL,           -- the part behind it
    version TEXT NOT NULL,
    digest TEXT NOT NULL             -- of the files the options name; empty if none
);
CREATE TABLE stages (
    id INTEGER PRIMARY KEY,
    schedule TEXT NOT NULL,
    agents TEXT NOT NULL,            -- ids, JSON
    games INTEGER NOT NULL,          -- planned
    first INTEGER NOT NULL           -- number of its first game
);
CREATE TABLE games (
    number INTEGER PRIMARY KEY,
    stage INTEGER NOT NULL REFERENCES stages,
    deal INTEGER NOT NULL,           -- within the stage; games of a deal share their seed
    seed INTEGER NOT NULL,
    end TEXT NOT NULL,               -- by the game's name, or forfeit
    winner INTEGER,                  -- seat
    rounds INTEGER NOT NULL,
    decisions INTEGER NOT NULL,
    failed INTEGER,                  -- seat of the agent that failed
    error TEXT,
    actions BLOB NOT NULL,           -- 16-bit little-endian, zlib; forced decisions left out
    seconds REAL NOT NULL
);
CREATE TABLE seats (
    game INTEGER NOT NULL REFERENCES games,
    seat INTEGER NOT NULL,
    house TEXT NOT NULL,
    agent INTEGER NOT NULL REFERENCES agents,
    place REAL NOT NULL,             -- 1 first; shared places have their mean
    share REAL NOT NULL,             -- of the win
    measures TEXT NOT NULL,          -- JSON: what the game counts of a seat, by name
    thinking REAL NOT NULL,          -- seconds
    PRIMARY KEY (game, seat)
) WITHOUT ROWID;
"""

SCHEMA_OF_TALK = """
CREATE TABLE messages (
    game INTEGER PRIMARY KEY REFERENCES games,
    said BLOB NOT NULL               -- JSON, zlib: what the players said to each other
);
"""
"""Further schema of tournaments in which players may talk."""

CONTENT = {
    "about": "key, value",
    "agents": "id, name, kind, options, version, digest",
    "stages": "id, schedule, agents, games, first",
    "games": "number, stage, deal, seed, end, winner, rounds, decisions, failed, error, actions",
    "seats": "game, seat, house, agent, place, share, measures",
}
"""Columns that are the same in a repeated tournament: all but times."""


KEEP = "ON CONFLICT DO NOTHING"


class Store:
    """Results in a folder; only one tournament at a time can write there.

    Args:
        folder: made if it does not exist.
        write: claim the folder for writing.
        new: the folder may be without results; else nothing is made in one that is.

    Raises:
        ValueError: if the folder holds no results and ``new`` is False.
        StoreError: if the folder cannot be used, is in use, or holds something else.
    """

    def __init__(self, folder: Path, write: bool = True, new: bool = True) -> None:
        self.folder, self.file = folder, folder / FILE_NAME
        self._waiting: list[tuple[int, Outcome]] = []
        self._plan: Plan | None = None
        self._last_commit = time.monotonic()
        self._lock: sqlite3.Connection | None = None
        if not new and not self.file.is_file():
            missing = f"it has no {FILE_NAME}" if folder.exists() else "it does not exist"
            what = (
                "--resume: {} holds no tournament to go on with"
                if write
                else "{} holds no tournament"
            )
            raise ValueError(f"{what.format(folder)}: {missing}")
        with ExitStack() as opened:
            if write:
                self._lock = opened.enter_context(closing(claim(folder)))
            elif not self.file.is_file():
                raise StoreError(f"{folder} holds no results: it has no {FILE_NAME}")
            with explained(self.file):
                self._db = opened.enter_context(closing(open_database(self.file)))
                self._check_schema()
            self._opened = opened.pop_all()

    def __enter__(self) -> Self:
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
            self._opened.close()

    # --- what is planned

    def read_plan(self, data_dir: str | PathLike[str] | None = None) -> Plan | None:
        """Plan of the folder; None if there is none yet.

        Args:
            data_dir: the folder with the data of the game, if these are not those of the package.

        Raises:
            StoreError: if the file cannot be read, holds what no plan has, or names other data than
                the folder has.
        """
        with explained(self.file), undamaged(self.file):
            # One row too many is read to name the key that no plan has.
            about = dict(rows_of(self._db, "SELECT key, value FROM about", len(ABOUT) + 1))
            if not about:
                return None
            agents = rows_of(
                self._db,
                "SELECT name, kind, options, version, digest FROM agents ORDER BY id",
                MAX_AGENTS,
            )
            stages = rows_of(
                self._db,
                "SELECT schedule, agents, games, first FROM stages ORDER BY id",
                MAX_STAGES,
            )
            plan = plan_of(about, agents, stages, data_dir)
        self._plan = plan
        return plan

    def write_plan(self, plan: Plan) -> None:
        """Write down what is to be played."""
        self._plan = plan
        about = {
            key: json.dumps(value, sort_keys=True) if isinstance(value, dict) else str(value)
            for key, value in asdict(plan).items()
            if key not in ("contestants", "stages") and (key != "press" or value)
        }
        with explained(self.file), transaction(self._db):
            if plan.press and not self._has_messages():
                self._db.execute(SCHEMA_OF_TALK.strip().removesuffix(";"))
            self._insert("about", about.items(), KEEP)
            self._insert("agents", ((i, *astuple(c)) for i, c in enumerate(plan.contestants)), KEEP)
            stages = (
                (i, s.schedule, json.dumps(s.agents), s.games, s.first)
                for i, s in enumerate(plan.stages)
            )
            self._insert("stages", stages, "ON CONFLICT DO UPDATE SET games = excluded.games")

    # --- games

    def add(self, stage: int, outcome: Outcome) -> None:
        """Keep a game; written within a moment, and at the latest by :meth:`flush`."""
        self._waiting.append((stage, outcome))
        if time.monotonic() - self._last_commit >= COMMIT_SECONDS:
            self.flush()

    def flush(self) -> None:
        """Write the games that wait.

        Raises:
            StoreError: if they cannot be written, for a full disk or a locked file.
        """
        if self._waiting:
            with explained(self.file), transaction(self._db):
                self._insert("games", (_game_row(stage, o) for stage, o in self._waiting))
                self._insert("seats", (row for _, o in self._waiting for row in self._seat_rows(o)))
                said = [(o.match.number, o.said) for _, o in self._waiting if o.said]
                self._insert("messages", said)
            self._waiting.clear()
        self._last_commit = time.monotonic()

    def _seat_rows(self, outcome: Outcome) -> Iterator[tuple[object, ...]]:
        assert self._plan is not None, "games are kept after their plan"
        houses = self._plan.houses
        for seat, agent in enumerate(outcome.match.table):
            yield (
                outcome.match.number,
                seat,
                houses[seat],
                agent,
                outcome.places[seat] + 1,
                outcome.shares[seat],
                _json({name: by_seat[seat] for name, by_seat in outcome.measures.items()}).decode(),
                outcome.thinking[seat],
            )

    def outcomes(self) -> list[tuple[int, Outcome]]:
        """Stage and outcome of every game, by number.

        Raises:
            StoreError: if the file cannot be read, or holds what no game of the plan has.
        """
        plan = self._plan or self.read_plan()
        if plan is None:
            return []
        with explained(self.file), undamaged(self.file):
            games = rows_of(
                self._db,
                "SELECT number, stage, deal, seed, end, winner, rounds, decisions, failed, error,"
                " actions, seconds FROM games ORDER BY number",
                plan.games,
            )
            seats: dict[int, list[tuple[Any, ...]]] = {}
            for game, *row in rows_of(
                self._db,
                "SELECT game, seat, house, agent, place, share, measures, thinking FROM seats"
                " ORDER BY game, seat",
                plan.games * plan.players,
            ):
                seats.setdefault(game, []).append(tuple(row))
            said = self._messages(plan)
            return [
                (row[1], outcome_of(row, seats.get(row[0], ()), plan, said.get(row[0], b"")))
                for row in games
            ]

    def _has_messages(self) -> bool:
        found = self._db.execute("SELECT count(*) FROM sqlite_master WHERE name = 'messages'")
        return bool(found.fetchone()[0])

    def _messages(self, plan: Plan) -> dict[int, Any]:
        """Messages, by game; only tournaments with talk have any."""
        if not plan.press:
            return {}
        return dict(rows_of(self._db, "SELECT game, said FROM messages", plan.games))

    def digest(self) -> str:
        """Hash of the content without times: equal for equal tournaments."""
        total = sha256()
        with explained(self.file):
            content = CONTENT | ({"messages": "game, said"} if self._has_messages() else {})
            for table, columns in content.items():
                for row in self._db.execute(f"SELECT {columns} FROM {table} ORDER BY 1, 2"):
                    total.update(repr(row).encode())
        return total.hexdigest()[:16]

    # --- SQLite

    def _check_schema(self) -> None:
        version = self._db.execute("PRAGMA user_version").fetchone()[0]
        tables = self._db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        if tables == 0 and self._lock is not None:
            with transaction(self._db):
                for statement in SCHEMA.split(";\n"):
                    self._db.execute(statement)
                self._db.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
        elif version != SCHEMA_VERSION:
            raise StoreError(
                f"{self.file}: schema {version}: expected {SCHEMA_VERSION}, which this version of"
                " got_env reads; use another folder"
            )
        else:
            check_tables(self._db, self.file, SCHEMA + SCHEMA_OF_TALK)

    def _insert(self, table: str, rows: Iterable[Sequence[object]], known: str = "") -> None:
        listed = list(rows)
        if listed:
            marks = ", ".join("?" * len(listed[0]))
            self._db.executemany(f"INSERT INTO {table} VALUES ({marks}) {known}", listed)


def digest_of(plan: Plan, outcomes: Iterable[Outcome]) -> str:
    """:meth:`Store.digest` of a folder that holds these games, without those given up."""
    with TemporaryDirectory() as folder, Store(Path(folder)) as store:
        store.write_plan(plan)
        for outcome in without_aborted(outcomes):
            stages = enumerate(plan.stages)
            store.add(next(i for i, s in stages if s.holds(outcome.match.number)), outcome)
        store.flush()
        return store.digest()


def _game_row(stage: int, outcome: Outcome) -> tuple[object, ...]:
    match = outcome.match
    return (
        match.number,
        stage,
        match.deal,
        match.seed,
        outcome.end,
        None if outcome.winner == NOBODY else outcome.winner,
        outcome.rounds,
        outcome.decisions,
        None if outcome.failed == NOBODY else outcome.failed,
        outcome.error or None,
        outcome.record,
        outcome.seconds,
    )
