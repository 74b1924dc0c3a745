"""Facts from a folder of files: read, held against their types, and checked."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from got_env.core.strict_json import MAX_TEXT, read_json
from got_env.core.structures import converted
from got_env.westeros.facts import files
from got_env.westeros.facts.checks import check_facts
from got_env.westeros.facts.facts import Facts

SHIPPED = Path(__file__).parents[1] / "data"
"""Holds a folder of files for each game."""

FILES: Mapping[str, Mapping[str, Any]] = {
    "agot2e": {
        "board": files.Board,
        "house_cards": files.HouseCards,
        "setup": files.SetupFile,
        "tides_of_battle": files.TidesOfBattle,
        "westeros_cards": files.WesterosCards,
        "wildling_cards": files.WildlingCards,
    },
    "agot1e": {
        "board": files.Board,
        "house_cards": files.HouseCards,
        "setup": files.SetupFile,
        "westeros_cards": files.WesterosCards,
    },
}
"""The files of each game by name, and what each holds. A game without Wildling cards has no such
file, and :attr:`Facts.wildlings` is None."""


def read_facts(code: str, folder: Path) -> Facts:
    """The facts of a game from a folder of its files.

    Args:
        code: of the game: ``"agot2e"``.
        folder: holds all files of the game, with the fields of those that are shipped. There may
            be other things beside them, but no other JSON.

    Raises:
        ValueError: if a file is missing, cannot be read or says what no game can have; names file
            and field.
    """
    kinds = FILES[code]
    if not folder.is_dir():
        raise ValueError(f"data_dir={str(folder)!r}: not a folder")
    raw = {name: _bytes(folder, f"{name}.json") for name in kinds}
    for path in sorted(folder.glob("*.json")):
        if path.stem not in kinds:
            expected = ", ".join(f"{name}.json" for name in kinds)
            raise ValueError(f"{folder}: {path.name}: not a file of {code}; it has {expected}")
    digest = hashlib.sha256()
    for name in sorted(raw):
        digest.update(raw[name])
    try:
        read = {name: _parsed(kinds[name], raw[name], f"{name}.json") for name in kinds}
        facts = Facts(
            code=code,
            data_hash=digest.hexdigest()[:16],
            board=read["board"],
            setup=read["setup"],
            cards=read["house_cards"],
            westeros=read["westeros_cards"],
            wildlings=read.get("wildling_cards"),
            tides=read.get("tides_of_battle"),
            shipped=folder == SHIPPED / code,
        )
        check_facts(facts)
    except ValueError as error:
        raise ValueError(f"{folder}: {error}") from None
    return facts


def _bytes(folder: Path, name: str) -> bytes:
    try:
        with (folder / name).open("rb") as file:
            content = file.read(MAX_TEXT + 1)
    except FileNotFoundError:
        raise ValueError(
            f"{folder}: {name} is missing: a folder has to hold every file of the game"
        ) from None
    except OSError as error:
        raise ValueError(f"{folder}: {name} cannot be read ({error.strerror})") from None
    if len(content) > MAX_TEXT:
        raise ValueError(f"{folder}: {name}: expected at most {MAX_TEXT} bytes")
    return content


def _parsed(kind: Any, raw: bytes, name: str) -> Any:
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise ValueError(f"{name}: byte {error.start} is not UTF-8") from None
    return converted(kind, read_json(text, name), name)
