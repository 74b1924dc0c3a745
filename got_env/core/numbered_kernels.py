"""Kernels that are called by a number: an argument says which one, the source of the caller not.

In compiled code the number is the address of their machine code in this process, so it is never
kept in a file or told to another process. A caller is compiled once for every kernel it may be
asked to call, and who asks for one of them compiles no other.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba import typeof, types
from numba.core.errors import TypingError
from numba.extending import intrinsic, overload

from got_env.core.jit import PURE_PYTHON, type_of_record
from got_env.core.linking import MARK, code_of

NO_KERNEL = 0
"""The number of no kernel."""

Kernel = Callable[..., None]

_kernels: dict[int, Kernel] = {}
"""By number; what is here stays in memory."""


def number_of(kernel: Kernel, record: Any, *others: Any) -> int:
    """Number of a linked kernel, which is compiled or loaded if it has not been before.

    Args:
        kernel: takes a record and other arguments, returns nothing.
        record: dtype of the record.
        others: values of the types of the other arguments.

    Raises:
        TypeError: for a kernel that is not linked, or that returns something.
    """
    if PURE_PYTHON:
        return number_of_function(kernel)
    dispatcher: Any = kernel
    if not hasattr(dispatcher, MARK):
        raise TypeError(f"{getattr(kernel, '__name__', kernel)}: expected a linked kernel")
    arguments = (type_of_record(record), *(typeof(value) for value in others))
    dispatcher.compile(arguments)
    result = dispatcher.overloads[arguments]
    if result.signature.return_type != types.none:
        raise TypeError(f"{kernel.__name__}: expected a kernel that returns nothing")
    number: int = code_of(result).get_pointer_to_function(result.fndesc.llvm_func_name)
    _kernels[number] = kernel
    return number


def number_of_function(function: Kernel) -> int:
    """Number of a function in plain Python, which only :func:`call_numbered` of Python calls."""
    _kernels[id(function)] = function
    return id(function)


def call_numbered(number: int, *arguments: Any) -> None:
    """Call the kernel of a number, which is not :data:`NO_KERNEL`; compiled code does so too.

    The types of the arguments are those that :func:`number_of` was told: nothing checks them.
    """
    _kernels[number](*arguments)


def _typed_call(_: Any, number: Any, arguments: Any) -> Any:
    """Type of a call by number, and what writes it in machine code."""
    if any(isinstance(kind, types.NestedArray) for kind in arguments):
        raise TypingError("call_numbered: a field of a record: expected a slice of it")

    def lower(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        kinds = tuple(sig.args[1])
        code = context.call_conv.get_function_type(types.none, kinds).as_pointer()
        values = [builder.extract_value(args[1], k) for k in range(len(kinds))]
        status, result = context.call_conv.call_function(
            builder, builder.inttoptr(args[0], code), types.none, kinds, values
        )
        with builder.if_then(status.is_error, likely=False):
            context.call_conv.return_status_propagate(builder, status)
        return result

    return types.none(number, arguments), lower


_call: Any = intrinsic(_typed_call)


@overload(call_numbered, strict=False)
def _call_numbered(number: Any, *arguments: Any) -> Any:
    return lambda number, *arguments: _call(number, arguments)
