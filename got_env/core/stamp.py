"""What a compiled kernel depends on: a hash of the sources behind it, for the disk cache."""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

_ROOT = Path(__file__).parents[1]
"""The package: every module behind a kernel lies below it."""

_KEEPERS = frozenset({"core/stamp.py", "core/kernel_cache.py", "core/kernel_files.py"})
"""Modules that keep machine code and do not shape it, so that mending them leaves it valid."""


@cache
def source_stamp(path: Path) -> bytes:
    """Hash of a kernel's module and all it is built from.

    These are the modules of this package that it imports, those that they import, and so on, with
    the data files beside each. So an edit makes stale what could call the edited function or read
    the edited table, and leaves the machine code of everything else valid.
    """
    digest = hashlib.sha256()
    for source in sorted(_closure(path)):
        for file in (source, *_data_beside(source)):
            digest.update(_contents(file))
    return digest.digest()


@cache
def _closure(path: Path) -> frozenset[Path]:
    """The module itself and, from import to import, all modules of this package behind it."""
    found: set[Path] = set()
    waiting = [path]
    while waiting:
        module = waiting.pop()
        if module not in found:
            found.add(module)
            waiting += _imported(module)
    return frozenset(found)


@cache
def _imported(path: Path) -> tuple[Path, ...]:
    """Modules of this package that a module imports at its top, as all modules of kernels do."""
    names: list[str] = []
    for node in ast.parse(path.read_bytes()).body:
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            # A name may be a module of a package, or something that the module before it defines.
            inner = [f"{node.module}.{alias.name}" for alias in node.names]
            names += [name if _file_of(name) else node.module for name in inner]
    return tuple(file for name in names if (file := _file_of(name)))


@cache
def _file_of(name: str) -> Path | None:
    """Source of a module of this package by its dotted name; None if there is none."""
    package, *parts = name.split(".")
    if package != _ROOT.name:
        return None
    place = _ROOT.joinpath(*parts)
    files = (place.with_suffix(".py"), place / "__init__.py")
    kept_out = {_ROOT / name for name in _KEEPERS}
    return next((file for file in files if file.is_file() and file not in kept_out), None)


def _data_beside(source: Path) -> Iterator[Path]:
    """Data files a module may read: JSON in its folder and in the folder ``data`` beside it."""
    yield from sorted(source.parent.glob("*.json"))
    yield from sorted(source.parent.glob("data/**/*.json"))


@cache
def _contents(path: Path) -> bytes:
    """Name and digest of a file."""
    return path.name.encode() + hashlib.sha256(path.read_bytes()).digest()
