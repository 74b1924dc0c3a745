"""What the sources behind kernels refer to: found once, then kept on disk.

Every start of a game asks it of up to two hundred sources, and reading one as a tree takes five
milliseconds.
"""

from __future__ import annotations

import ast
import atexit
import hashlib
import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, cached_property
from pathlib import Path
from typing import NamedTuple

import msgspec

from got_env.core.kernel_files import KernelFiles

_ROWS = "ROWS"
"""Name of what a module says of its kernels beside them, as data. What is kept under it and nothing
in the module asks for is in none of its kernels: they ask tables, as for data files."""

_LINKED = "linked"
"""Name of the decorator of kernels that their callers call by name."""

MOST = 500
"""Sources in the table on disk: those that were asked for last."""


class Source(NamedTuple):
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
def read_source(path: Path) -> Source:
    """What a source refers to, as it was at the first call."""
    return _TABLE.found_in(path.read_bytes())


class SourceTable:
    """What was found in sources, by the hash of their text, so that nothing in it can be stale.

    It is read when it is first asked, and written at the end of a process that found more. Of two
    processes that end together one is the last; what only the other found is found again.

    Args:
        files: where it is kept.
    """

    def __init__(self, files: KernelFiles) -> None:
        self._files = files
        self._used: dict[bytes, Source] = {}
        self._is_new = False
        """Whether it holds more than on disk."""

    @cached_property
    def _kept(self) -> dict[bytes, Source]:
        content = self._files.load("")
        return {} if content is None else msgspec.msgpack.decode(content, type=dict[bytes, Source])

    def found_in(self, text: bytes) -> Source:
        """What a source of this text refers to."""
        key = hashlib.sha256(text).digest()
        found = self._used.get(key) or self._kept.get(key)
        if found is None:
            found, self._is_new = _found_in(text), True
        self._used[key] = found
        return found

    def keep(self) -> None:
        """Write it, if it holds more than on disk."""
        if self._is_new:
            used = dict(self._used)  # A thread that still runs may add to them.
            others = {key: found for key, found in self._kept.items() if key not in used}
            last = [*others.items(), *used.items()][-MOST:]
            self._files.save("", msgspec.msgpack.encode(dict(last)))
            self._is_new = False


def table_files(source: Path) -> KernelFiles:
    """Where what this version of the module at a path finds is kept.

    In silence: without a place all is found anew, which takes a second, and if machine code has
    none either, that is said.
    """
    made_from = hashlib.sha256(source.read_bytes()).digest()
    machine = str(sys.implementation.cache_tag)
    return KernelFiles(source, "found", made_from, machine, quiet=True)


_TABLE = SourceTable(table_files(Path(__file__)))
atexit.register(_TABLE.keep)


def _found_in(text: bytes) -> Source:
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
    return Source(
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
