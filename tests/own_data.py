"""Folders of a user's own facts: those of the package with edits."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from got_env.westeros.facts.reading import SHIPPED
from tests.copies import writable_copy

Edit = Callable[[Any], None]


def own_folder(folder: Path, **edits: Edit) -> Path:
    """A copy of the files of the second edition in which functions have edited the parsed JSON.

    Args:
        folder: where to; it must not exist.
        **edits: functions by the name of the file without its ending.
    """
    writable_copy(SHIPPED / "agot2e", folder)
    for name, edit in edits.items():
        file = folder / f"{name}.json"
        content = json.loads(file.read_text(encoding="utf-8"))
        edit(content)
        file.write_text(json.dumps(content), encoding="utf-8")
    return folder


def area(board: Any, name: str) -> Any:
    """The entry of an area in ``board.json``."""
    return next(entry for entry in board["areas"] if entry["id"] == name)


def castle_in(name: str) -> Edit:
    """Put a castle in an area without one."""

    def edit(board: Any) -> None:
        area(board, name).update(castle=1, mustering_points=1)

    return edit


def two_castles_win(setup: Any) -> None:
    """End the game as soon as somebody has two castle areas."""
    setup["game_length"]["castles_and_strongholds_for_immediate_win"] = 2


def strong(card: str, strength: int) -> Edit:
    """Print another strength on a House card."""

    def edit(cards: Any) -> None:
        for hand in cards["houses"].values():
            for entry in hand:
                if entry["id"] == card:
                    entry["strength"] = strength

    return edit
