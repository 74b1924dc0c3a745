"""numba's side of the disk cache: what it asks before it compiles a kernel, and gives after.

numba's own cache is not used. It believes whatever lies in its files, crashes on one that is cut
off, can pair a new index with old code when a process is killed in between, needs a place that
can be written even to read what is there, and knows nothing of the sources behind a kernel.

Only the compiler's modules in this folder import numba or llvmlite. Most use what numba does not
document, and ``tests/test_kernel_cache.py`` says what of it a new version changed.
"""

from __future__ import annotations

import hashlib
import pickle
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import llvmlite
import llvmlite.binding as llvm
import numba
import numpy as np
from numba.core import config
from numba.core.caching import NullCache
from numba.core.compiler import CompileResult
from numba.core.registry import cpu_target
from numba.core.serialize import dumps

from got_env.core import shipped_kernels
from got_env.core.bitcode import is_bitcode, restored
from got_env.core.kernel_files import KernelFiles, say
from got_env.core.linking import calls_of, code_of, define, parts_to_keep
from got_env.core.shipped_kernels import Machine, Shipped
from got_env.core.stamp import source_stamp

SETTINGS = (
    *("BOUNDSCHECK", "DEBUGINFO_DEFAULT", "OPT"),
    *("LOOP_VECTORIZE", "SLP_VECTORIZE", "USING_SVML"),
)
"""Settings of numba that change machine code; those of the CPU are asked of the compiler."""

CHOICES = ("CPU_NAME", "CPU_FEATURES")
"""Settings of numba by which a user chooses the processor to compile for."""

MANY = 50
"""Kernels that a process compiles before it says that this takes a while: a game has hundreds, an
edit of a rule makes some of them stale."""


class _Compiled:
    """Number of kernels that this process has compiled without having said so."""

    count = 0


class KernelCache(NullCache):
    """The machine code of one kernel on disk.

    Args:
        function: the kernel as plain Python.
        dispatcher: the kernel as numba compiles it.
    """

    def __init__(self, function: Callable[..., Any], dispatcher: Any) -> None:
        self._function = function
        self._dispatcher = dispatcher
        # Taken now: by the time of the first call somebody may have edited what was imported.
        self._stamp = source_stamp(Path(function.__code__.co_filename))

    @property
    def cache_path(self) -> str | None:
        """Folder for new machine code."""
        folder = self.files.folder
        return None if folder is None else str(folder)

    @cached_property
    def files(self) -> KernelFiles:
        """The files of the kernel, for this machine."""
        function, context = self._function, self._dispatcher.targetctx
        source = Path(function.__code__.co_filename)
        made_from = hashlib.sha256(self._stamp)
        # A module that is loaded anew after an edit has the stamp of before. Its code as bytes
        # would not do: releases of one minor version of Python make different ones of a source.
        made_from.update(hashlib.sha256(source.read_bytes()).digest())
        made_from.update(b"%d" % function.__code__.co_firstlineno)
        if function.__closure__ is not None:
            made_from.update(dumps(tuple(cell.cell_contents for cell in function.__closure__)))
        return KernelFiles(
            source=source,
            name=function.__qualname__,
            made_from=made_from.digest(),
            machine=str(machine_of(context)),
            chosen=_setting("CACHE_DIR") or "",
            shipped=_shipped(context),
        )

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The compiled kernel for argument types; None if it has to be compiled."""
        code = self.files.load(str(sig))
        if code is None:
            self._announce()
            return None
        calls, parts = pickle.loads(code)
        if not all(define(call) for call in calls):
            return None
        rebuild = restored if is_bitcode(parts) else CompileResult._rebuild
        return rebuild(target_context, *parts)

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep a kernel that was compiled."""
        if data.lifted or code_of(data).has_dynamic_globals:
            name = self._function.__qualname__
            warnings.warn(f"{name} cannot be kept: its code holds addresses", stacklevel=2)
            return
        self.files.save(
            str(sig), dumps((calls_of(code_of(data)), parts_to_keep(self._dispatcher, data)))
        )

    def _announce(self) -> None:
        """One line on stderr where a process begins to compile what takes it long."""
        _Compiled.count += 1
        if _Compiled.count == MANY and self.cache_path is not None:
            say(
                "long",
                "compiles the rules of a game to machine code, which takes a minute or two;"
                f" they are kept in {self.cache_path} and such folders for the next start",
            )


@contextmanager
def announced_compiling() -> Iterator[None]:
    """Say nothing within a ``with`` statement of what is compiled: somebody has said it."""
    before = _Compiled.count
    _Compiled.count = MANY
    try:
        yield
    finally:
        _Compiled.count = before


def _setting(name: str) -> Any:
    """A setting of numba; None if this version does not know it."""
    return getattr(config, name, None)


@cache
def machine_of(context: Any) -> Machine:
    """Machine that a target of numba compiles for.

    Asked once: it makes the compiler ready, which takes a millisecond each time.
    """
    context.refresh()
    versions = {"numba": numba.__version__, "llvmlite": llvmlite.__version__}
    versions |= {"NumPy": np.__version__}
    python = f"{sys.implementation.cache_tag}{getattr(sys, 'abiflags', '')}"
    settings = {f"NUMBA_{name}": str(_setting(name)) for name in SETTINGS}
    others = {"Python": python, **versions, **settings}
    triple, cpu, features = context.codegen().magic_tuple()
    return Machine(triple, cpu, features, tuple(sorted(others.items())))


def own_machine() -> Machine:
    """Machine that this process compiles for."""
    return machine_of(cpu_target.target_context)


@cache
def _shipped(context: Any) -> Shipped | None:
    """Kernels that lie in the package; None if there are none."""
    if not shipped_kernels.exists():
        return None
    chosen = tuple(str(_setting(name)) for name in CHOICES if _setting(name) is not None)
    return shipped_kernels.shipped_kernels(machine_of(context), chosen, host_features())


def host_features() -> frozenset[str]:
    """Features of this processor, as LLVM names them; none where LLVM cannot tell."""
    try:
        features = llvm.get_host_cpu_features()
    except RuntimeError:
        return frozenset()
    return frozenset(name for name, has in features.items() if has)


def is_only_bitcode(code: bytes) -> bool:
    """True if what the cache keeps of a kernel is of use to the compiler alone."""
    _, parts = pickle.loads(code)
    return is_bitcode(parts)
