"""Recorded games: one JSON line each, steps with deltas that merge into the peer's state."""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterable, Iterator
from copy import copy
from dataclasses import dataclass
from pathlib import Path
from typing import Any

Json = dict[str, Any]

ENDINGS = (".jsonl.gz", ".jsonl")


@dataclass(frozen=True)
class Game:
    """One recorded game."""

    name: str
    players: int
    tides: bool
    initial: Json
    steps: list[Json]
    result: Json


def read_games(path: Path) -> Iterator[Game]:
    """Games of one recording file.

    Raises:
        ValueError: if a line is not a recorded game; names file, line and field.
    """
    opened = gzip.open if path.suffix == ".gz" else open
    with opened(path, "rt", encoding="utf-8") as lines:
        for number, line in enumerate(_checked_lines(lines, path), 1):
            try:
                data = json.loads(line)
                yield Game(
                    name=data["id"],
                    players=data["players"],
                    tides=data["tides_of_battle"],
                    initial=data["initial"],
                    steps=data["steps"],
                    result=data["result"],
                )
            except (ValueError, KeyError, TypeError) as error:
                raise ValueError(
                    f"{path.name}, line {number}: not a recorded game: {error}"
                ) from error


def _checked_lines(lines: Iterable[str], path: Path) -> Iterator[str]:
    """The lines; damaged compression or text is named with the file."""
    try:
        yield from lines
    except (OSError, EOFError, UnicodeDecodeError, zlib.error) as error:
        raise ValueError(f"{path.name}: cannot be read: {error}") from error


def find_recordings(folder: Path) -> list[Path]:
    """Recording files of a folder, by name.

    Raises:
        ValueError: if there are none.
    """
    if not folder.is_dir():
        raise ValueError(f"{folder}: no such folder")
    paths = sorted(path for path in folder.iterdir() if path.name.endswith(ENDINGS))
    if not paths:
        raise ValueError(f"{folder}: no recordings (*{' or *'.join(ENDINGS)}) there")
    return paths


def merge(state: Json, delta: Json) -> Json:
    """The peer's state after a step: areas and houses are replaced whole, so is the rest."""
    merged = copy(state)
    for key, value in delta.items():
        merged[key] = {**state[key], **value} if key in ("areas", "houses") else value
    return merged
