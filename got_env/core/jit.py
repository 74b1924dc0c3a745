"""Compilation of kernels.

``entry`` and ``kernel`` are ``njit(nogil=True)`` with a disk cache of our own: numba's decides
whether a cached kernel is still valid from the one file that defines it, so an edit in a called
function of another file, or in a rules file, silently keeps the old machine code. Here it depends
on a hash of all sources and data files behind the kernel (``stamp.py``), so a stale kernel cannot
be loaded; ``kernel_files.py`` says where files lie, ``kernel_cache.py`` joins both to numba.

With ``NUMBA_DISABLE_JIT=1`` kernels stay plain Python (slow, for debugging and as the reference the
compiled code is compared with); :func:`record_dtype` then makes record fields readable as
attributes, as they are in compiled code.
"""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any, TypeVar
from warnings import warn

import numpy as np
from numba import from_dtype, njit, typeof, types
from numba.core import config
from numba.cpython.unsafe.numbers import trailing_zeros
from numba.extending import overload

from got_env.core.bitcode import BitcodeCompiler, bring_environments, offer_bitcode
from got_env.core.kernel_cache import KernelCache
from got_env.core.linking import MARK, link

PURE_PYTHON = bool(getattr(config, "DISABLE_JIT", 0))
"""True when kernels run as plain Python (``NUMBA_DISABLE_JIT=1``)."""

F = TypeVar("F", bound=Callable[..., Any])


def kernel(function: F) -> F:
    """Compile a function that other kernels call; it cannot be called from Python.

    Without the wrappers for calls from Python, and with one compiled version whatever the widths
    of its integer arguments, the engine compiles in about half the time.
    """
    if PURE_PYTHON:
        return function
    compiled: F = _compile_to_bitcode(function)
    return compiled


def view(function: F) -> F:
    """A kernel that returns a part of a record to read or change in place, as an array."""
    if PURE_PYTHON:
        return function
    compiled: F = _compile_to_bitcode(function, _nrt=True)
    return compiled


def linked(function: F) -> F:
    """A kernel whose machine code its callers call by name, instead of containing it.

    It is optimised once, whoever calls it, and editing its body leaves its callers valid: their
    stamp stops at a module that they use linked kernels of and nothing else. In exchange the
    compiler cannot see through the call, which costs some nanoseconds each time. So this is for
    what much code stands behind: trunks that many callers share, and branches seldom taken.
    """
    if PURE_PYTHON:
        return function
    dispatcher = _compile_kernel(function)
    add_overload = dispatcher.add_overload

    def add_by_name(result: Any) -> None:
        add_overload(result)
        link(dispatcher, result)

    dispatcher.add_overload = add_by_name
    setattr(dispatcher, MARK, True)
    compiled: F = dispatcher
    return compiled


def linked_kernels(module: ModuleType) -> tuple[Callable[..., Any], ...]:
    """The linked kernels that a module defines, in order; none in pure Python."""
    return tuple(
        value
        for value in vars(module).values()
        if getattr(value, MARK, False) and value.__module__ == module.__name__
    )


def _compile_to_bitcode(function: Callable[..., Any], **flags: bool) -> Any:
    dispatcher = _compile_kernel(function, pipeline_class=BitcodeCompiler, **flags)
    offer_bitcode(dispatcher)
    return dispatcher


def _compile_kernel(function: Callable[..., Any], **flags: Any) -> Any:
    dispatcher = _compile(function, no_cpython_wrapper=True, no_cfunc_wrapper=True, **flags)
    find_template = dispatcher.get_call_template

    def with_wide_integers(args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
        return find_template(tuple(_widen(arg) for arg in args), kws)

    dispatcher.get_call_template = with_wide_integers
    return dispatcher


def inlined(function: F) -> F:
    """A kernel whose source is inlined into each kernel that calls it.

    All machine code behind a kernel is optimised and written once more for that kernel, so each
    thin layer above a heavy one, such as the whole engine, costs seconds. For layers with few
    callers; those have to import it by name. Measure what calls it: the ladder of ``apply``
    inlined slowed rollouts by 5 %.
    """
    if PURE_PYTHON:
        return function
    decorator: Any = njit
    dispatcher = decorator(inline="always")(function)

    def refuse(args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
        raise TypeError(f"{function.__name__} is inlined: import it by name, not with its module")

    dispatcher.get_call_template = refuse
    compiled: F = dispatcher
    return compiled


def entry(function: F) -> F:
    """Compile a function that Python calls: arrays in, nothing allocated, nothing returned."""
    return function if PURE_PYTHON else _compile(function)


def bound(function: Callable[..., None], *arguments: Any) -> Callable[..., None]:
    """The machine code of an entry for arguments like these, past the look-up of their types.

    That look-up takes longer than a short kernel. The result may only be called with as many
    arguments of the very same types and memory layouts: nothing checks them any more.
    """
    if not is_compiled(function):
        return function
    dispatcher: Any = function
    signature = tuple(typeof(argument) for argument in arguments)
    dispatcher.compile(signature)
    machine_code: Callable[..., None] = dispatcher.overloads[signature].entry_point
    return machine_code


def chosen_by_type(stub: Callable[..., Any]) -> Callable[[F], F]:
    """Decorates what chooses the code of a function by the types of its arguments.

    It gets these types and returns a lambda with the same parameters, which takes the place of
    every call of ``stub`` in compiled code. In plain Python the stub itself is called.

    An :func:`inlined` kernel that loops and writes after such a call is not safe: numba 0.68 was
    seen to drop a store there. Make it a :func:`kernel`.
    """
    decorator: Callable[[F], F] = overload(stub, inline="always")
    return decorator


def type_of_record(dtype: np.dtype[Any]) -> Any:
    """The type that :func:`chosen_by_type` meets for a record of a dtype."""
    return from_dtype(dtype)


def is_compiled(function: Callable[..., Any]) -> bool:
    """True if a function is an entry that is compiled, not plain Python."""
    return hasattr(function, "overloads")


def in_cache(function: Callable[..., Any]) -> bool:
    """True if the disk cache holds valid machine code of an entry; plain ones need none."""
    dispatcher: Any = function
    return not is_compiled(function) or dispatcher._cache.files.any_fresh()


def kept_in(function: Callable[..., Any]) -> str | None:
    """Folder that machine code of an entry is kept in; None if none can be written."""
    dispatcher: Any = function
    return None if not is_compiled(function) else dispatcher._cache.cache_path


def compile_kernel(function: Callable[..., Any], *arguments: Any) -> None:
    """Compile a kernel for arguments like these ahead of those that call it; integers of any size.

    It is not called.
    """
    if not PURE_PYTHON:
        kernel_itself: Any = function
        kernel_itself.compile(tuple(_widen(typeof(argument)) for argument in arguments))


def _compile(function: Callable[..., Any], **flags: Any) -> Any:
    decorator: Any = njit
    # Kernels allocate nothing, so nobody has to count who uses an array.
    dispatcher = decorator(nogil=True, error_model="numpy", **{"_nrt": False, **flags})(function)
    dispatcher._cache = KernelCache(function, dispatcher)
    bring_environments(dispatcher)
    return dispatcher


def __getattr__(name: str) -> Any:
    if name == "thin":
        warn("got_env.core.jit.thin is called inlined now", DeprecationWarning, stacklevel=2)
        return inlined
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def _lowest_bit(mask: int) -> int:
    """Position of the lowest bit that is set; ``mask`` must not be 0."""
    return (int(mask) & -int(mask)).bit_length() - 1


lowest_bit: Any = _lowest_bit if PURE_PYTHON else trailing_zeros
"""Walks the members of a set kept as a bit mask: one instruction in compiled code."""


def _widen(arg: Any) -> Any:
    """The int64 type for integers and enum members, any other type unchanged."""
    return types.int64 if isinstance(arg, types.Integer | types.IntEnumMember) else arg


def record_dtype(fields: list[tuple[Any, ...]]) -> np.dtype[Any]:
    """Aligned structured dtype whose scalars have attributes in pure Python too."""
    dtype = np.dtype(fields, align=True)
    return np.dtype((np.record, dtype)) if PURE_PYTHON else dtype
