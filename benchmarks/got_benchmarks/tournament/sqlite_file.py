"""SQLite files that survive interruptions, and their errors in one clear line."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from got_env.core.error_values import short_repr

LOCK_NAME = "running.lock"
"""Of the file in a folder that is held while something runs there."""

LONGEST_VALUE = 1 << 24
"""Bytes of a text or blob in a file; longer ones are not read."""

LONGEST_ERROR = 200
"""Characters of what SQLite says; of a damaged table it quotes all."""

LOCK_SECONDS = 10.0
"""Time to wait for another program that writes."""


class StoreError(RuntimeError):
    """Results could not be read or written; everything stored before is safe."""


class NoFolderError(StoreError, ValueError):
    """What was named as a folder for results is something else."""


def open_database(file: Path) -> sqlite3.Connection:
    """Open or make a file in WAL mode: what was committed survives the death of the process."""
    database = sqlite3.connect(file, timeout=LOCK_SECONDS, isolation_level=None)
    try:
        database.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LONGEST_VALUE)
        database.execute("PRAGMA trusted_schema = OFF")
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA synchronous = NORMAL")
        database.execute("PRAGMA foreign_keys = ON")
    except BaseException:
        database.close()
        raise
    return database


def check_tables(database: sqlite3.Connection, file: Path, schema: str) -> None:
    """Refuse a file that holds anything but the tables of a schema, each as the schema makes it.

    Views, triggers, virtual tables, computed columns and conditions of a stranger would compute for
    as long as they like.

    Args:
        database: an open file.
        file: its name, for the error.
        schema: statements that make the tables; comments and spaces in them do not count.

    Raises:
        StoreError: for the first that is not known; names it.
    """
    wanted = {_plain(statement) for statement in schema.split(";\n")}
    held = "SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL"
    for kind, name, statement in database.execute(held):
        if _plain(str(statement)) not in wanted:
            raise StoreError(f"{file}: {kind} {short_repr(name)}: got_env makes none such")


def _plain(statement: str) -> str:
    """A statement without comments and needless spaces."""
    return " ".join(re.sub(r"--.*", "", statement).split())


def rows_of(database: sqlite3.Connection, query: str, most: int) -> list[Any]:
    """All rows of a query, of which there are at most so many.

    The pages of a forged file may refer to each other in such a way that it has rows without end.

    Raises:
        ValueError: if there are more.
    """
    rows: Sequence[Any] = database.execute(query).fetchmany(most + 1)
    if len(rows) > most:
        table = query.partition(" FROM ")[2].split()[0]
        raise ValueError(f"more than {most} rows of {table}")
    return list(rows)


def claim(folder: Path) -> sqlite3.Connection:
    """A lock on a folder that ends when it is closed, or with this process, however it ends.

    Args:
        folder: made if it does not exist.

    Raises:
        StoreError: if it is held, or the folder cannot be written to.
        NoFolderError: if there is a file of that name, or a folder above it is a file.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        leads_nowhere = folder.is_symlink() and not folder.exists()
        why = "a link that leads nowhere" if leads_nowhere else error.strerror
        if isinstance(error, FileExistsError | NotADirectoryError) and not leads_nowhere:
            file = next(path for path in (folder, *folder.parents) if path.exists())
            raise NoFolderError(f"{folder}: expected a folder, but {file} is a file") from error
        raise StoreError(f"{folder}: {why}") from error
    lock: sqlite3.Connection | None = None
    try:
        lock = sqlite3.connect(folder / LOCK_NAME, timeout=0, isolation_level=None)
        lock.execute("PRAGMA locking_mode = EXCLUSIVE")
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.DatabaseError as error:
        if lock is not None:
            lock.close()
        if "locked" in str(error):
            text = "another tournament, training or demo is running in this folder"
        else:
            text = f"cannot be written to ({error})"
        raise StoreError(f"{folder}: {text}") from error
    return lock


@contextmanager
def explained(file: Path) -> Iterator[None]:
    """Turn errors of SQLite into one clear line.

    Raises:
        StoreError: in place of any error of SQLite.
    """
    try:
        yield
    except sqlite3.DatabaseError as error:
        text = " ".join(str(error).split())[:LONGEST_ERROR]
        safe = "what was stored before is safe, --resume goes on from there"
        if "locked" in text:
            text = f"another program is writing to it; {safe}"
        elif "full" in text or "disk I/O" in text:
            text = f"no room to write ({text}); {safe}"
        else:
            text = f"{text}: the file is damaged, or was written by another program"
        raise StoreError(f"{file}: {text}") from error


@contextmanager
def transaction(database: sqlite3.Connection) -> Iterator[None]:
    """Everything in it is written, or nothing."""
    database.execute("BEGIN IMMEDIATE")
    try:
        yield
        database.execute("COMMIT")
    except BaseException:
        if database.in_transaction:
            database.execute("ROLLBACK")
        raise
