"""A folder of JSON files that hold the facts of a game: read, and held against their types."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

from got_env.core.error_values import one_line
from got_env.core.strict_json import MAX_TEXT, read_json
from got_env.core.structures import converted

Facts = TypeVar("Facts")


def read_data_files(
    code: str,
    kinds: Mapping[str, Any],
    folder: Path,
    build: Callable[[Mapping[str, Any], str], Facts],
    lent: Mapping[str, Path] = MappingProxyType({}),
) -> Facts:
    """Facts built from the files of a folder.

    Args:
        code: of the game.
        kinds: its files by name without ``.json``, and what each holds.
        folder: holds all of them. There may be other things beside them, but no other JSON.
        build: makes the facts from the content of the files by name and the hash of all of them;
            ValueError if it finds something that no game can have.
        lent: folders of files by name that lie elsewhere, as another game of the package has them.

    Raises:
        ValueError: if a file is missing, cannot be read or says what no game can have; names file
            and field.
    """
    if not folder.is_dir():
        raise ValueError(f"data_dir={str(folder)!r}: not a folder")
    raw = {name: _bytes(lent.get(name, folder), f"{name}.json") for name in kinds}
    for path in sorted(folder.glob("*.json")):
        if path.stem not in kinds:
            expected = ", ".join(f"{name}.json" for name in kinds)
            raise ValueError(f"{folder}: {path.name}: not a file of {code}; it has {expected}")
    digest = hashlib.sha256()
    for name in sorted(raw):
        digest.update(raw[name])
    try:
        read = {name: _parsed(kind, raw[name], f"{name}.json") for name, kind in kinds.items()}
        return build(read, digest.hexdigest()[:16])
    except ValueError as error:
        raise ValueError(f"{folder}: {one_line(str(error))}") from None


def _bytes(folder: Path, name: str) -> bytes:
    path = folder / name
    if path.exists() and not path.is_file():  # a pipe would be waited for without end
        raise ValueError(f"{folder}: {name} is not a file")
    try:
        with path.open("rb") as file:
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
