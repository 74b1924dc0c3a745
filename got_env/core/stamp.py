"""Stamp of a compiled kernel: a hash of the sources behind it, for the disk cache."""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

_ROOT = Path(__file__).parents[1]
"""The package: every module behind a kernel lies below it."""

_KEEPERS = frozenset(
    {
        "core/stamp.py",
        "core/kernel_cache.py",
        "core/kernel_files.py",
        "core/linking.py",
        "core/shipped_kernels.py",
    }
)
"""Modules that keep machine code and do not shape it, so that mending them leaves it valid."""

_ROWS = "ROWS"
"""Name of what a module says of its kernels beside them, as data. What is kept under it and nothing
in the module asks for is in none of its kernels: they ask tables, as for data files."""

_LINKED = "linked"
"""Name of the decorator of kernels that their callers call by name."""


@cache
def source_stamp(path: Path) -> bytes:
    """Hash of a kernel's module and all it is built from.

    These are the modules of this package that it imports, those that they import, and so on. So an
    edit makes stale what could call the edited function, and leaves the machine code of everything
    else valid. Data files are not among them: kernels read data from tables (``tables.py``) and
    arguments. Neither are the rows of a module, its ``ROWS``, with what it imports for them alone:
    they are data too, and lie beside the kernels for the reader.

    A module that it uses only linked kernels of is left out, with all behind it: they are called
    by name, so nothing of that module is in the machine code. If the types of one change, the name
    does too, and what calls the old name is not loaded.
    """
    digest = hashlib.sha256()
    for source in sorted(_closure(path)):
        digest.update(_contents(source))
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
    """Modules of this package of which a module may contain something.

    Those are the modules that it imports at its top, as all modules of kernels do, but for those
    that it uses only linked kernels of.
    """
    source = _read(path)
    found = [_file_of(name) for name in source.modules]
    for name, wanted, called in source.names:
        # A name may be a module of a package, or what the module before it defines.
        module = _file_of(f"{name}.{wanted}")
        if module is None:
            module, used = _file_of(name), frozenset({wanted})
        else:
            used = source.used_of(called)
        if module is not None and not used <= _read(module).linked:
            found.append(module)
    return tuple(file for file in found if file is not None)


class _Source(NamedTuple):
    """References of a source to others; its tree is a thousand times as large."""

    modules: tuple[str, ...]
    """Modules that it imports at its top."""
    names: tuple[tuple[str, str, str], ...]
    """Of each name that it imports at its top: where from, as what there, and as what here. Those
    for its rows alone are left out."""
    linked: frozenset[str]
    """Linked kernels that it defines."""
    attributes: Mapping[str, frozenset[str]]
    """For every name in it the attributes it is asked for."""
    as_such: frozenset[str]
    """Names used without an attribute."""
    digest: bytes
    """Of its text but for the rows."""

    def used_of(self, module: str) -> frozenset[str]:
        """Names used of a module; with the module's own name if that is used as such."""
        used = self.attributes.get(module, frozenset())
        return used | {module} if module in self.as_such or not used else used


@cache
def _read(path: Path) -> _Source:
    text = path.read_bytes()
    tree = ast.parse(text)
    rows, rest = _without_rows(tree)
    attributes, as_such = _uses(rest)
    if _ROWS in as_such or _ROWS in attributes:  # The module computes with them.
        rows, rest = [], tree.body
        attributes, as_such = _uses(rest)
    for_rows = {name.id for name in _names(rows)} - as_such - attributes.keys()
    lines = text.splitlines(keepends=True)
    for statement in reversed(rows):
        del lines[statement.lineno - 1 : statement.end_lineno]
    plain = (node for node in tree.body if isinstance(node, ast.Import))
    chosen = (
        node
        for node in tree.body
        if isinstance(node, ast.ImportFrom) and node.module and not node.level
    )
    return _Source(
        modules=tuple(alias.name for node in plain for alias in node.names),
        names=tuple(
            (str(node.module), alias.name, alias.asname or alias.name)
            for node in chosen
            for alias in node.names
            if (alias.asname or alias.name) not in for_rows
        ),
        linked=frozenset(
            node.name
            for node in tree.body
            if isinstance(node, ast.FunctionDef) and _is_linked(node)
        ),
        attributes=attributes,
        as_such=as_such,
        digest=hashlib.sha256(b"".join(lines)).digest(),
    )


def _without_rows(tree: ast.Module) -> tuple[list[ast.stmt], list[ast.stmt]]:
    """The statements that give ``ROWS`` a value, and all others at the top of a source."""
    rows: list[ast.stmt] = []
    rest: list[ast.stmt] = []
    for node in tree.body:
        is_rows = isinstance(node, ast.Assign) and [
            target.id for target in node.targets if isinstance(target, ast.Name)
        ] == [_ROWS]
        (rows if is_rows else rest).append(node)
    return rows, rest


def _names(body: Iterable[ast.stmt]) -> Iterator[ast.Name]:
    return (n for node in body for n in ast.walk(node) if isinstance(n, ast.Name))


def _uses(body: Iterable[ast.stmt]) -> tuple[dict[str, frozenset[str]], frozenset[str]]:
    """For every name in statements the attributes it is asked for; the names used without one."""
    attributes: dict[str, set[str]] = {}
    owners: set[int] = set()
    for node in (found for statement in body for found in ast.walk(statement)):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            owners.add(id(node.value))
            attributes.setdefault(node.value.id, set()).add(node.attr)
    as_such = frozenset(name.id for name in _names(body) if id(name) not in owners)
    return {name: frozenset(found) for name, found in attributes.items()}, as_such


def _is_linked(function: ast.FunctionDef) -> bool:
    marks = function.decorator_list
    return any(isinstance(mark, ast.Name) and mark.id == _LINKED for mark in marks)


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


@cache
def _contents(path: Path) -> bytes:
    """Name and digest of a file."""
    return path.name.encode() + _read(path).digest
