"""Kernels that are called by name, as functions of a shared library are.

Normally a kernel absorbs the machine code of every kernel that it calls. A linked kernel is not
absorbed: the address of its machine code gets a name in the process, a *symbol*, and its callers
refer to that name. So it is optimised once, and its callers stay valid when its body changes.

The symbol holds the types of the arguments and of the result: callers that were compiled for
others refer to a symbol that nothing defines any more, and are compiled anew. Machine code that
refers to an undefined symbol would end the process as soon as it is loaded, so the cache keeps
beside it what it calls by name (:func:`calls_of`) and sees to that first (:func:`define`).
"""

from __future__ import annotations

import copy
import hashlib
from importlib import import_module
from typing import Any, NamedTuple

import llvmlite.binding as llvm

MARK = "_is_linked"
"""Attribute of dispatchers whose kernels are called by name."""

_PREFIX = "got_env_linked "


class LinkedCall(NamedTuple):
    """What machine code refers to where it calls a linked kernel."""

    symbol: str
    module: str
    name: str
    arguments: tuple[Any, ...]
    """Types of the arguments, as numba has them."""


_known: dict[str, LinkedCall] = {}
"""Every symbol that this process has defined."""


def link(dispatcher: Any, result: Any) -> None:
    """Give machine code a name, by which kernels compiled from now on call it.

    Args:
        dispatcher: the kernel.
        result: its machine code for one combination of types, just compiled or loaded.
    """
    function, signature = dispatcher.py_func, result.signature
    types = hashlib.sha256(str(signature).encode()).hexdigest()[:16]
    symbol = f"{_PREFIX}{function.__module__}.{function.__qualname__} {types}"
    llvm.add_symbol(symbol, result.library.get_pointer_to_function(result.fndesc.llvm_func_name))
    _known[symbol] = LinkedCall(
        symbol, function.__module__, function.__qualname__, tuple(signature.args)
    )
    by_name = copy.copy(result.fndesc)
    by_name.mangled_name = symbol
    context = dispatcher.targetctx
    context.remove_user_function(result.entry_point)
    context.insert_user_function(result.entry_point, by_name)


def parts_to_keep(dispatcher: Any, result: Any) -> tuple[Any, ...]:
    """What the cache keeps of a compiled kernel.

    That is its machine code, and for those that absorb it the code before that, which takes longer
    to load. Nobody absorbs a linked kernel, so a function of its name that cannot run stands there.
    """
    library, *others = result._reduce()
    if getattr(dispatcher, MARK, False):
        name, kind, (machine_code, _) = library
        stub = f'define void @"{result.fndesc.llvm_func_name}"() {{\n  unreachable\n}}\n'
        library = name, kind, (machine_code, llvm.parse_assembly(stub).as_bitcode())
    return library, *others


def calls_of(library: Any) -> tuple[LinkedCall, ...]:
    """The linked kernels that machine code calls by name, those called by what it absorbed too."""
    names = (f.name for f in library._final_module.functions if f.is_declaration)
    return tuple(_known[name] for name in names if name.startswith(_PREFIX))


def define(call: LinkedCall) -> bool:
    """Load or compile a linked kernel, unless that is done already.

    Returns:
        False if there is no such kernel any more: what calls it must not be loaded.
    """
    if call.symbol not in _known:
        kernel: Any = getattr(import_module(call.module), call.name, None)
        if getattr(kernel, MARK, False):
            kernel.compile(call.arguments)
    return call.symbol in _known
