"""Stamp of a compiled kernel: a hash of the sources behind it, for the disk cache."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

from got_env.core.sources import read_source

_ROOT = Path(__file__).parents[1]
"""The package: every module behind a kernel lies below it."""

_KEEPERS = frozenset(
    {
        "core/stamp.py",
        "core/kernel_cache.py",
        "core/kernel_files.py",
        "core/linking.py",
        "core/shipped_kernels.py",
        "core/sources.py",
    }
)
"""Modules that keep machine code and do not shape it, so that mending them leaves it valid."""


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
    source = read_source(path)
    found = [_file_of(name) for name in source.modules]
    for name, wanted, called in source.names:
        # A name may be a module of a package, or what the module before it defines.
        module = _file_of(f"{name}.{wanted}")
        if module is None:
            module, used = _file_of(name), frozenset({wanted})
        else:
            used = source.used_of(called)
        if module is not None and not used <= read_source(module).linked:
            found.append(module)
    return tuple(file for file in found if file is not None)


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
    return path.name.encode() + read_source(path).digest
