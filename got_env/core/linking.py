"""Kernels that are called by name, as functions of a shared library are.

Normally a kernel contains the code of every kernel that it calls. That of a linked kernel stands
alone: the address of its machine code gets a name in the process, a *symbol*, and its callers
refer to that name. So it is optimised once, and its callers stay valid when its body changes.

The symbol holds the types of the arguments and of the result: callers that were compiled for
others refer to a symbol that nothing defines any more, and are compiled anew. Machine code that
refers to an undefined symbol would end the process as soon as it is loaded, so the cache keeps
beside it what it calls by name (:func:`calls_of`) and sees to that first (:func:`define`).
"""

from __future__ import annotations

import copy
import hashlib
from collections.abc import Callable
from importlib import import_module
from operator import attrgetter
from typing import Any, NamedTuple, TypeVar

import llvmlite.binding as llvm
import numpy as np
from numba import from_dtype

MARK = "_is_linked"
"""Attribute of dispatchers whose kernels are called by name."""

_PREFIX = "got_env_linked "

T = TypeVar("T")


code_of = attrgetter("library")
"""The machine code of a result of the compiler, as numba calls it."""


class LinkedCall(NamedTuple):
    """Target of a call of a linked kernel in machine code."""

    symbol: str
    module: str
    name: str
    arguments: tuple[Any, ...]
    """Types of the arguments, as numba has them."""
    chosen_by: str = ""
    """Name of the chooser that picked the kernel by its first argument; empty if the source of the
    caller names it."""


_homes: list[tuple[Any, str]] = []
"""Kinds of record, and the module that hands over the kernels for each."""

_choosers: dict[str, Callable[[Any], Any]] = {}
"""Functions that pick kernels by the type of their first argument, by name."""

_chosen: dict[tuple[str, str, Any], str] = {}
"""Names of the choosers that have picked a kernel, by its module, name and first argument."""

_known: dict[str, LinkedCall] = {}
"""Every symbol that this process has defined."""


def announce(state: Any, module: str) -> None:
    """Say which module hands over the kernels for a kind of record; it is not imported yet.

    Whoever has such a record has imported what announces it. So code that knows no game finds the
    kernels of each, whichever module a process imported first.

    Args:
        state: dtype of the records.
        module: its function ``register_kernels()`` registers everything that is chosen by this
            dtype.
    """
    _homes.append((state, module))


class RecordRegistry(dict[Any, T]):
    """Values that modules have registered, by the dtype of records and by numba's type of them.

    A kind of record that has been announced is looked up by importing that module. ``value[kind]``
    raises TypeError for a kind that nobody has announced.
    """

    def find(self, kind: Any) -> T | None:
        """The value of a kind; None if there is none."""
        if kind not in self:
            for state, module in _homes:
                if kind == (state if isinstance(kind, np.dtype) else from_dtype(state)):
                    import_module(module).register_kernels()
        return self.get(kind)

    def __missing__(self, kind: Any) -> T:
        value = self.find(kind)
        if value is None:
            raise TypeError(f"no game is known for records of {str(kind)[:200]}")
        return value


def choose_by(name: str, chooser: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Keep in mind which kernels a function picks, so that machine code is not loaded for others.

    The source of a caller does not name such a kernel, so no stamp says that it is another one.

    Args:
        name: of the function; no other one may have it.
        chooser: gives the kernel for the type of its first argument; None for an unknown type.

    Returns:
        The function, which notes what it picks. It raises TypeError for a type without a kernel.
    """
    _choosers[name] = chooser

    def note(kind: Any) -> Any:
        kernel = chooser(kind)
        if kernel is None:
            raise TypeError(f"{name}: no game is known for records of {str(kind)[:200]}")
        function = kernel.py_func
        _chosen[function.__module__, function.__qualname__, kind] = name
        return kernel

    return note


def link(dispatcher: Any, result: Any) -> None:
    """Give machine code a name, by which kernels compiled from now on call it.

    Args:
        dispatcher: the kernel.
        result: its machine code for one combination of types, just compiled or loaded.
    """
    function, signature = dispatcher.py_func, result.signature
    types = hashlib.sha256(str(signature).encode()).hexdigest()[:16]
    symbol = f"{_PREFIX}{function.__module__}.{function.__qualname__} {types}"
    llvm.add_symbol(symbol, code_of(result).get_pointer_to_function(result.fndesc.llvm_func_name))
    _known[symbol] = LinkedCall(
        symbol, function.__module__, function.__qualname__, tuple(signature.args)
    )
    by_name = copy.copy(result.fndesc)
    by_name.mangled_name = symbol
    context = dispatcher.targetctx
    context.remove_user_function(result.entry_point)
    context.insert_user_function(result.entry_point, by_name)


def parts_to_keep(dispatcher: Any, result: Any) -> tuple[Any, ...]:
    """Parts of a compiled kernel that the cache keeps.

    They are its machine code, and for those that contain it the code before that, which takes
    longer to load. Nothing contains a linked kernel, so a function of its name that cannot run
    stands there.
    """
    library, *others = result._reduce()
    if getattr(dispatcher, MARK, False):
        name, kind, (machine_code, _) = library
        stub = f'define void @"{result.fndesc.llvm_func_name}"() {{\n  unreachable\n}}\n'
        library = name, kind, (machine_code, llvm.parse_assembly(stub).as_bitcode())
    return library, *others


def calls_of(library: Any) -> tuple[LinkedCall, ...]:
    """The linked kernels that machine code calls by name, those called by what it contains too."""
    names = (f.name for f in library._final_module.functions if f.is_declaration)
    return tuple(_as_chosen(_known[name]) for name in names if name.startswith(_PREFIX))


def _as_chosen(call: LinkedCall) -> LinkedCall:
    """A call with the name of what picked its kernel."""
    if not call.arguments:
        return call
    return call._replace(chosen_by=_chosen.get((call.module, call.name, call.arguments[0]), ""))


def define(call: LinkedCall) -> bool:
    """Load or compile a linked kernel, unless that is done already.

    Returns:
        False if there is no such kernel any more, or another one has been chosen in its place:
        what calls it must not be loaded.
    """
    if call.chosen_by:
        chooser = _choosers.get(call.chosen_by)
        now = None if chooser is None else chooser(call.arguments[0])
        if now is None or (now.__module__, now.__qualname__) != (call.module, call.name):
            return False
        _chosen[call.module, call.name, call.arguments[0]] = call.chosen_by
    if call.symbol not in _known:
        kernel = _find(call)
        if getattr(kernel, MARK, False):
            kernel.compile(call.arguments)
    return call.symbol in _known


def _find(call: LinkedCall) -> Any:
    """The kernel of a call; None if its module has gone or has no such name."""
    try:
        module = import_module(call.module)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{call.module}.".startswith(f"{error.name}."):
            raise  # the module is there, and what it needs is not
        return None
    return getattr(module, call.name, None)
