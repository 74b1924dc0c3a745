"""Kernels that another package fills in: what calls them, in this process and from the cache."""

import os
import shutil
import tempfile
import threading
from pathlib import Path

import numpy as np
import pytest
from numba.core.errors import TypingError

from got_env.core import late_kernels
from got_env.core.jit import PURE_PYTHON, entry, kernel, linked
from got_env.core.late_kernels import LateKernel, late_kernel
from tests.kernel_package import KernelPackage

compiled_only = pytest.mark.skipif(PURE_PYTHON, reason="nothing is compiled")

FLAGS = {"flags": np.zeros(1, dtype=np.bool_)}


@late_kernel(FLAGS, int)
def filled(flags, n):
    """Set a flag."""


@late_kernel({}, int)
def unfilled(n):
    """Nobody fills it."""


@late_kernel({}, int)
def filled_wrongly(n):
    """Filled by a kernel that is not linked."""


@late_kernel({}, int)
def of_another_type(n):
    """Filled by a kernel that returns a float."""


@late_kernel({}, int)
def filled_twice(n):
    """Two say what loads it."""


@linked
def set_flag(flags, n):
    flags[n] = True
    return n + 1


@kernel
def not_linked(n):
    return n


@linked
def half(n):
    return n / 2


@linked
def one_more(n):
    return n + 1


@linked
def two_more(n):
    return n + 2


@entry
def call_filled(flags, out):
    out[0] = filled(flags, 2)


@entry
def call_unfilled(out):
    out[0] = unfilled(2)


@entry
def call_filled_wrongly(out):
    out[0] = filled_wrongly(2)


@entry
def call_of_another_type(out):
    out[0] = of_another_type(2)


@entry
def call_filled_twice(out):
    out[0] = filled_twice(2)


filled.fill(lambda: set_flag)
filled_wrongly.fill(lambda: not_linked)
of_another_type.fill(lambda: half)
filled_twice.fill(lambda: one_more)
filled_twice.fill(lambda: two_more)


@compiled_only
@pytest.mark.parametrize(
    "array",
    [np.zeros((4, 2), dtype=np.bool_)[:, 0], np.zeros(4, dtype=np.int8)],
    ids=["strided", "of another type"],
)
def test_an_array_of_another_kind_is_refused_by_name(array):
    with pytest.raises(TypingError, match=r"filled: array\(.*\): expected array\(bool, 1d, C\)"):
        call_filled(array, np.zeros(1, dtype=np.int64))


def test_it_is_called_as_another_kernel():
    flags, out = np.zeros(4, dtype=np.bool_), np.zeros(1, dtype=np.int64)

    call_filled(flags, out)

    assert flags.tolist() == [False, False, True, False]
    assert out[0] == 3


def test_the_first_that_fills_it_counts():
    out = np.zeros(1, dtype=np.int64)

    call_filled_twice(out)

    assert out[0] == 3


def test_plain_python_is_told_that_nobody_fills_it():
    with pytest.raises(LookupError, match=r"unfilled: the game that fills this kernel is not load"):
        unfilled(2)


@compiled_only
@pytest.mark.parametrize(
    ("call", "name", "why"),
    [
        (call_unfilled, "unfilled", "the game that fills this kernel is not loaded"),
        (call_filled_wrongly, "filled_wrongly", "expected a linked kernel"),
        (call_of_another_type, "of_another_type", "returns float64: expected int64"),
    ],
)
def test_compiled_code_raises_where_none_can_be_called(call, name, why, capfd):
    with pytest.raises(RuntimeError, match=f"{name}: no kernel could be loaded"):
        call(np.zeros(1, dtype=np.int64))

    assert why in capfd.readouterr().err


def test_there_is_one_of_a_name():
    with pytest.raises(ValueError, match=r"unfilled\S*: there is one: expected another name"):
        LateKernel(unfilled_again, {}, int)


def unfilled_again(n):
    """Named as another one below."""


unfilled_again.__qualname__ = "unfilled"

FILES = {
    "base.py": """
from got_env.core.jit import entry
from got_env.core.late_kernels import late_kernel

@late_kernel({}, int)
def more(x):
    '''More than x.'''

@entry
def step(out):
    if out[0] > 0:
        out[0] = more(out[0])
""",
    "expansion.py": """
from got_env.core.jit import linked

@linked
def more(x):
    return x + 10
""",
}
PROGRAM = """
import json, sys
{before}
import numpy as np
from got_env import base

def load():
    from got_env.expansion import more
    return more

base.more.fill(load)
values = []
for start in (-5, 5):
    out = np.array([start])
    base.step(out)
    values.append([int(out[0]), "got_env.expansion" in sys.modules])
from got_env.expansion import more
kernels = [base.step, more]
print(json.dumps({{
    "values": values,
    "compiled": [k.__name__ for k in kernels if k.stats.cache_misses],
    "loaded": [k.__name__ for k in kernels if k.stats.cache_hits],
}}))
"""
VALUES = [[-5, False], [15, True]]
"""The expansion is loaded by the first call, not by what only could call it."""


@pytest.fixture
def package():
    root = Path(tempfile.mkdtemp())
    yield KernelPackage(root, FILES, PROGRAM)
    shutil.rmtree(root)


def used(package):
    found, err = package.run()
    assert err == ""
    return found["values"], found["compiled"], found["loaded"]


@compiled_only
def test_another_process_loads_what_calls_it_and_what_fills_it(package):
    assert used(package) == (VALUES, ["step", "more"], [])
    assert used(package) == (VALUES, [], ["step", "more"])


@compiled_only
def test_an_edit_of_what_fills_it_leaves_its_caller_valid(package):
    used(package)
    package.write("expansion.py", FILES["expansion.py"].replace("+ 10", "+ 20"))

    assert used(package) == ([[-5, False], [25, True]], ["more"], ["step"])


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
@pytest.mark.skipif(not hasattr(os, "fork"), reason="no processes are forked")
def test_a_forked_process_does_not_wait_for_a_thread_of_its_parent():
    held, done = threading.Event(), threading.Event()

    def hold():
        with late_kernels._lock:
            held.set()
            done.wait(30)

    thread = threading.Thread(target=hold)
    thread.start()
    held.wait(30)
    child = os.fork()
    if child == 0:
        os._exit(0 if late_kernels._lock.acquire(timeout=5) else 1)
    _, status = os.waitpid(child, 0)
    done.set()
    thread.join()

    assert os.waitstatus_to_exitcode(status) == 0
