"""Facts from a folder of files: read, held against their types, and checked."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from got_env.btwixt.facts import files
from got_env.btwixt.facts.checks import check_facts
from got_env.btwixt.facts.facts import Facts
from got_env.core.strict_json import MAX_TEXT, read_json
from got_env.core.structures import converted

SHIPPED = Path(__file__).parents[1] / "data" / "btwixt"

FILES: Mapping[str, Any] = {
    "allies": files.AllyFile,
    "influence_event": files.CardFile,
    "influence_leader": files.CardFile,
    "influence_standard": files.CardFile,
    "leaders": files.LeaderFile,
    "power_tokens": files.TokenFile,
    "setup": files.SetupFile,
}
"""The files by name, and what each holds."""


def read_facts(folder: Path) -> Facts:
    """The facts of a folder of files.

    Args:
        folder: holds all files of the game. There may be other things beside them, but no other
            JSON.

    Raises:
        ValueError: if a file is missing, cannot be read or says what no game can have; names file
            and field.
    """
    if not folder.is_dir():
        raise ValueError(f"data_dir={str(folder)!r}: not a folder")
    raw = {name: _bytes(folder, f"{name}.json") for name in FILES}
    for path in sorted(folder.glob("*.json")):
        if path.stem not in FILES:
            expected = ", ".join(f"{name}.json" for name in FILES)
            raise ValueError(f"{folder}: {path.name}: not a file of btwixt; it has {expected}")
    digest = hashlib.sha256()
    for name in sorted(raw):
        digest.update(raw[name])
    try:
        read = {name: _parsed(kind, raw[name], f"{name}.json") for name, kind in FILES.items()}
        facts = Facts(
            data_hash=digest.hexdigest()[:16],
            setup=read["setup"],
            standard=read["influence_standard"],
            events=read["influence_event"],
            whites=read["influence_leader"],
            allies=read["allies"],
            leaders=read["leaders"],
            tokens=read["power_tokens"],
            shipped=folder == SHIPPED,
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
