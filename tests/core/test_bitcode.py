"""Kernels without machine code of their own, and what makes the compiler faster."""

import gc

import numpy as np
import pytest
from numba import from_dtype
from numba.core import types
from numba.core.compiler import CompileResult, Flags
from numba.core.targetconfig import TargetConfig

from got_env.core.bitcode import BitcodeLibrary, is_bitcode, restored
from got_env.core.jit import PURE_PYTHON, compile_kernel, entry, kernel, view
from got_env.core.linking import code_of
from got_env.core.numba_patches import faster_compiler

pytestmark = pytest.mark.skipif(PURE_PYTHON, reason="nothing is compiled")

RECORD = np.dtype([("round_no", np.int16), ("power", np.int16, (3,))])


@kernel
def doubled(x):
    return 2 * x


@kernel
def checked(x):
    if x > 100:
        raise ValueError("too much")
    return doubled(x) + 1


@view
def rest_of(out, x):
    if x > 3:
        raise IndexError("too far:", x)
    return out[x:]


@entry
def tell(out, x):
    value = checked(x)
    rest_of(out, x - 20)[0] = value


def code_of_checked():
    compile_kernel(checked, 1)
    return checked.overloads[types.int64,]


def test_a_kernel_that_others_contain_has_no_machine_code():
    result = code_of_checked()

    assert isinstance(code_of(result), BitcodeLibrary)
    engine = code_of(result).codegen._engine
    assert not engine.is_symbol_defined(result.fndesc.llvm_func_name)
    tell(np.zeros(1, dtype=np.int64), 20)
    ((_, caller),) = tell.overloads.items()
    assert engine.is_symbol_defined(caller.fndesc.llvm_func_name)


@pytest.mark.parametrize(
    ("x", "error"), [(101, ValueError("too much")), (24, IndexError("too far:", 4))]
)
def test_errors_come_out_of_contained_kernels(x, error):
    out = np.zeros(4, dtype=np.int64)
    tell(out, 22)
    assert out.tolist() == [0, 0, 45, 0]

    with pytest.raises(type(error)) as raised:
        tell(out, x)
    assert raised.value.args == error.args


@pytest.mark.smoke
def test_what_the_cache_keeps_can_be_contained_again():
    result = code_of_checked()
    library, *others = CompileResult._reduce(result)
    assert is_bitcode((library, *others))

    again = restored(result.target_context, library, *others)

    assert code_of(again).get_function(result.fndesc.llvm_func_name).name
    assert again.signature == result.signature
    assert code_of(again)._get_module_for_linking() is code_of(again)._get_module_for_linking()


def test_a_kernel_can_be_compiled_before_it_is_called():
    @kernel
    def late(x):
        return x - 1

    compile_kernel(late, 3)

    assert list(late.overloads) == [(types.int64,)]


def test_the_compiler_gives_the_same_names_while_it_is_patched():
    flags, others = Flags(), Flags()
    others.nrt = True
    record = from_dtype(RECORD)

    def seen():
        same = Flags()
        same.nrt = True
        return (
            repr(record),
            str((record,)),
            hash(flags),
            flags == others,
            others == same,
            flags == Flags(),
            flags == 3,
        )

    usual = seen()
    with faster_compiler():
        assert [seen(), seen()] == [usual, usual]
    assert seen() == usual


def test_numba_is_as_before_when_the_patches_end():
    def parts():
        return (
            types.Record.__repr__,
            TargetConfig.__hash__,
            TargetConfig.__eq__,
            gc.get_threshold(),
        )

    def fail():
        with faster_compiler():
            changed.extend(new != old for new, old in zip(parts(), before, strict=True))
            raise ArithmeticError

    before, changed = parts(), []
    with pytest.raises(ArithmeticError):
        fail()
    assert changed == [True] * 4

    assert parts() == before
