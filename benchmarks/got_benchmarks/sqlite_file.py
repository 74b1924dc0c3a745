"""SQLite files that survive being cut off, and their errors in one clear line."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

LOCK_SECONDS = 10.0
"""How long to wait for another program that writes."""


class StoreError(RuntimeError):
    """Results could not be read or written; everything stored before is safe."""


def open_database(file: Path) -> sqlite3.Connection:
    """Open or make a file in WAL mode: what was committed survives the death of the process."""
    database = sqlite3.connect(file, timeout=LOCK_SECONDS, isolation_level=None)
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("PRAGMA synchronous = NORMAL")
    database.execute("PRAGMA foreign_keys = ON")
    return database


@contextmanager
def explained(file: Path) -> Iterator[None]:
    """Turn errors of SQLite into one clear line.

    Raises:
        StoreError: in place of any error of SQLite.
    """
    try:
        yield
    except sqlite3.DatabaseError as error:
        text = str(error)
        if "locked" in text:
            text = "another program is writing to it"
        elif "full" in text or "disk I/O" in text:
            text = f"no room to write ({text})"
        raise StoreError(
            f"{file}: {text}; what was stored before is safe, --resume goes on from there"
        ) from error


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
