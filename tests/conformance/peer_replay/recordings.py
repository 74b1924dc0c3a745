"""Recorded games: one JSON line each, steps with deltas that merge into the peer's state."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass
from pathlib import Path
from typing import Any

Json = dict[str, Any]


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
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
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
            except (ValueError, KeyError) as error:
                raise ValueError(
                    f"{path.name}, line {number}: not a recorded game: {error}"
                ) from error


def find_recordings(folder: Path) -> list[Path]:
    """Recording files of a folder, by name.

    Raises:
        ValueError: if there are none.
    """
    paths = sorted(folder.glob("agot2e_*.jsonl.gz"))
    if not paths:
        raise ValueError(f"{folder}: no agot2e_*.jsonl.gz there")
    return paths


def merge(state: Json, delta: Json) -> Json:
    """The peer's state after a step: areas and houses are replaced whole, so is the rest."""
    merged = copy(state)
    for key, value in delta.items():
        merged[key] = {**state[key], **value} if key in ("areas", "houses") else value
    return merged
