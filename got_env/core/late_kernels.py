"""Kernels that another package fills in: a base game calls them, its expansion has them.

A kernel that calls a :class:`LateKernel` knows what it is asked for and of which types its
arguments are, nothing else: its machine code reads the address of a function from a place in memory
and calls it. So it neither contains the expansion nor is compiled anew with it, and who does not
play the expansion never loads it. The first call finds the kernel, compiles or loads it, and writes
its address down; those that follow cost a call by name and one read.

The caller asks first whether the expansion is played. Nobody may call one that is not filled.
"""

from __future__ import annotations

import ctypes
import inspect
import os
import threading
import traceback
from collections.abc import Callable, Mapping
from typing import Any

import llvmlite.binding as llvm
from llvmlite import ir
from numba import typeof, types
from numba.core import cgutils
from numba.core.errors import TypingError
from numba.core.imputils import lower_constant
from numba.core.typing.templates import signature
from numba.extending import lower_builtin, models, register_model, typeof_impl

from got_env.core.linking import MARK, code_of

Kernel = Callable[..., Any]

_PREFIX = "got_env_late "
_FINDER = "got_env_find_late"

_POINTER = ir.IntType(8).as_pointer()

_RESULTS: dict[type | None, Any] = {
    None: types.none,
    int: types.int64,
    bool: types.boolean,
    float: types.float64,
}

_late: dict[int, LateKernel] = {}
"""By the address of their memory."""
_names: set[str] = set()
_lock = threading.RLock()


class LateKernel:
    """A kernel to be filled in; kernels call it as they call each other.

    Args:
        function: its name, parameters and docstring; its body is never run.
        examples: a value of the right type by the name of the parameter; the others are integers.
            Arrays are contiguous and no fields of records.
        returns: ``int``, ``bool`` or ``float``; None for nothing.

    Raises:
        ValueError: if there is one of this name.
    """

    def __init__(self, function: Kernel, examples: Mapping[str, Any], returns: type | None) -> None:
        self.name = f"{function.__module__}.{function.__qualname__}"
        if self.name in _names:
            raise ValueError(f"LateKernel({self.name}): there is one: expected another name")
        _names.add(self.name)
        self.__doc__ = function.__doc__
        self.arguments = tuple(
            typeof(examples[name]) if name in examples else types.int64
            for name in inspect.signature(function).parameters
        )
        self.returns = _RESULTS[returns]
        self._load: Callable[[], Kernel] | None = None
        self._address = ctypes.c_void_p(None)
        place = ctypes.addressof(self._address)
        _late[place] = self
        llvm.add_symbol(_PREFIX + self.name, place)
        kind = _LateType(self)
        lower_builtin(kind, types.VarArg(types.Any))(_lowered(kind))

    def fill(self, load: Callable[[], Kernel]) -> None:
        """Say what loads the linked kernel; the first one counts, as it may have been called."""
        if self._load is None:
            self._load = load

    def kernel(self) -> Kernel:
        """The kernel that fills it.

        Raises:
            LookupError: if nobody has said what does.
            TypeError: if it is not linked, or does not return what is expected.
        """
        if self._load is None:
            raise LookupError(f"{self.name}: the game that fills this kernel is not loaded")
        return self._load()

    def __call__(self, *arguments: Any) -> Any:
        """Call it from plain Python."""
        return self.kernel()(*arguments)

    def find(self) -> int:
        """Address of the machine code, compiled or loaded now if it has not been before."""
        with _lock:
            if self._address.value is None:
                kernel: Any = self.kernel()
                if not hasattr(kernel, MARK):
                    raise TypeError(f"{self.name}: expected a linked kernel")
                kernel.compile(self.arguments)
                result = kernel.overloads[self.arguments]
                if result.signature.return_type != self.returns:
                    found = result.signature.return_type
                    raise TypeError(f"{self.name}: returns {found}: expected {self.returns}")
                name = result.fndesc.llvm_func_name
                self._address.value = code_of(result).get_pointer_to_function(name)
        address = self._address.value
        assert address is not None
        return address


def late_kernel(
    examples: Mapping[str, Any], returns: type | None = None
) -> Callable[[Kernel], LateKernel]:
    """Decorates the description of a kernel that another package fills in."""
    return lambda function: LateKernel(function, examples, returns)


def _find(place: int) -> int:
    """As :meth:`LateKernel.find`; 0 after an error, which the kernel raises by its own name."""
    try:
        return _late[place].find()
    except BaseException:
        traceback.print_exc()
        return 0


def _renew_lock() -> None:
    """Forget who held the lock: in a forked process that thread does not run."""
    global _lock
    _lock = threading.RLock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_renew_lock)

_finder = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p)(_find)
llvm.add_symbol(_FINDER, ctypes.cast(_finder, ctypes.c_void_p).value)


class _LateType(types.Callable):
    """Type of a late kernel in compiled code: nothing is passed, its name says it all."""

    def __init__(self, late: LateKernel) -> None:
        self.late = late
        super().__init__(name=f"LateKernel({late.name})")

    def get_call_type(self, context: Any, args: tuple[Any, ...], kws: Mapping[str, Any]) -> Any:
        if kws or len(args) != len(self.late.arguments):
            return None
        for given, expected in zip(args, self.late.arguments, strict=True):
            # Numba would convert some arrays; there is one version of the kernel, for these alone.
            if isinstance(expected, types.Array) and given != expected:
                raise TypingError(f"{self.late.name}: {given}: expected {expected}")
        return signature(self.late.returns, *self.late.arguments)

    def get_call_signatures(self) -> tuple[list[Any], bool]:
        return [signature(self.late.returns, *self.late.arguments)], False

    def get_impl_key(self, _: Any) -> _LateType:
        return self


register_model(_LateType)(models.OpaqueModel)


@typeof_impl.register(LateKernel)
def _typeof(late: LateKernel, context: Any) -> _LateType:
    return _LateType(late)


def _constant(context: Any, builder: Any, kind: Any, late: LateKernel) -> Any:
    return context.get_dummy_value()


lower_constant(_LateType)(_constant)


def _lowered(kind: _LateType) -> Callable[..., Any]:
    """Function that writes the call of a late kernel."""
    symbol = _PREFIX + kind.late.name

    def lower(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        module = builder.module
        place = module.globals.get(symbol)
        if place is None:
            place = cgutils.add_global_variable(module, _POINTER, symbol)
        found = cgutils.alloca_once_value(builder, builder.load(place))
        with cgutils.if_unlikely(builder, cgutils.is_null(builder, builder.load(found))):
            finder = cgutils.get_or_insert_function(
                module, ir.FunctionType(_POINTER, [_POINTER]), _FINDER
            )
            address = builder.call(finder, [builder.bitcast(place, _POINTER)])
            builder.store(address, found)
            with cgutils.if_unlikely(builder, cgutils.is_null(builder, address)):
                # What went wrong has been told by Python.
                text = f"{kind.late.name}: no kernel could be loaded"
                context.call_conv.return_user_exc(builder, RuntimeError, (text,))
        code = context.call_conv.get_function_type(sig.return_type, sig.args).as_pointer()
        function = builder.bitcast(builder.load(found), code)
        status, result = context.call_conv.call_function(
            builder, function, sig.return_type, sig.args, args
        )
        with cgutils.if_unlikely(builder, status.is_error):
            context.call_conv.return_status_propagate(builder, status)
        return result

    return lower
