"""Kernels that are called by name: what an edit makes stale, and what a broken cache leads to."""

import json
import shutil
import tempfile
from pathlib import Path

import llvmlite.binding as llvm
import numpy as np
import pytest

from got_env.core.jit import PURE_PYTHON, compile_kernel, entry, kernel, linked
from got_env.core.kernel_cache import KernelCache
from got_env.core.linking import parts_to_keep
from tests.kernel_package import KernelPackage

pytestmark = pytest.mark.skipif(PURE_PYTHON, reason="nothing is compiled")

FILES = {
    "rules/data/rows.json": "[2]",
    "rules/table.py": """
import json
from pathlib import Path
from got_env.core.jit import kernel

WORTH = json.loads(Path(__file__).parent.joinpath("data", "rows.json").read_text())[0]

@kernel
def worth(x):
    return WORTH * x
""",
    "branch.py": """
from got_env.core.jit import linked
from got_env.rules.table import worth

BONUS = 3

@linked
def branch(x):
    return worth(x) + BONUS
""",
    "inside.py": """
from got_env import branch
from got_env.core.jit import kernel

@kernel
def inside(x):
    return branch.branch(x) + 10
""",
    "trunk.py": """
from got_env.core.jit import linked
from got_env.inside import inside

@linked
def trunk(x):
    return inside(x) + 100
""",
    "engine.py": """
from got_env.core.jit import entry
from got_env.trunk import trunk

@entry
def step(out):
    out[0] = trunk(out[0])
""",
}
PROGRAM = """
import json
{before}
import llvmlite.binding as llvm
import numpy as np
from got_env import branch, engine, inside, trunk
from got_env.rules import table
out = np.array([5])
engine.step(out)
kernels = [table.worth, branch.branch, inside.inside, trunk.trunk, engine.step]
print(json.dumps({{
    "value": float(out[0]),
    "compiled": [k.__name__ for k in kernels if k.stats.cache_misses],
    "loaded": [k.__name__ for k in kernels if k.stats.cache_hits],
}}))
"""
VALUE = 2 * 5 + 3 + 10 + 100
COMPILED = ["worth", "branch", "inside", "trunk", "step"]
LOADED = ["branch", "trunk", "step"]
"""Loaded kernels: what contains the others does not need them any more."""


@pytest.fixture
def package():
    root = Path(tempfile.mkdtemp())
    yield KernelPackage(root, FILES, PROGRAM)
    shutil.rmtree(root)


def used(package, **options):
    """The value that a new process computes, and the kernels it compiled and loaded."""
    found, err = package.run(**options)
    assert err == ""
    return found["value"], found["compiled"], found["loaded"]


def edit(package, name, old, new):
    assert FILES[name].count(old) == 1
    package.write(name, FILES[name].replace(old, new))


def test_callers_load_by_name_what_another_process_compiled(package):
    assert used(package) == (VALUE, COMPILED, [])
    assert used(package) == (VALUE, [], LOADED)


@pytest.mark.parametrize(
    ("name", "old", "new", "value", "compiled"),
    [
        ("branch.py", "+ BONUS", "- BONUS", VALUE - 6, ["branch"]),
        ("branch.py", "BONUS = 3", "BONUS = 4", VALUE + 1, ["branch"]),
        ("rules/table.py", "WORTH * x", "WORTH - x", VALUE - 13, ["worth", "branch"]),
        ("inside.py", "+ 10", "+ 20", VALUE + 10, ["inside", "trunk"]),
        ("trunk.py", "+ 100", "+ 200", VALUE + 100, ["trunk"]),
        ("engine.py", "trunk(out[0])", "-trunk(out[0])", -VALUE, ["step"]),
    ],
)
def test_an_edit_compiles_anew_what_contains_it_and_no_caller_by_name(
    package, name, old, new, value, compiled
):
    used(package)
    edit(package, name, old, new)

    found, anew, loaded = used(package)
    assert (found, anew) == (value, compiled)
    assert set(LOADED) - set(compiled) <= set(loaded)
    assert used(package) == (value, [], LOADED)


def test_callers_of_other_types_are_compiled_anew(package):
    used(package)
    edit(package, "branch.py", "+ BONUS", "+ 0.5")

    value, compiled, _ = used(package)
    assert (value, compiled) == (int(VALUE - 2.5), ["branch", "inside", "trunk", "step"])
    assert used(package)[1:] == ([], LOADED)


def test_a_kernel_that_is_linked_no_more_makes_its_callers_stale(package):
    used(package)
    edit(package, "branch.py", "@linked", "@kernel")
    package.write(
        "branch.py",
        (package.package / "branch.py").read_text().replace("import linked", "import kernel"),
    )

    assert used(package) == (VALUE, ["branch", "inside", "trunk"], ["worth", "step"])
    edited = FILES["branch.py"].replace("linked", "kernel").replace("+ BONUS", "- BONUS")
    package.write("branch.py", edited)
    assert used(package)[:2] == (VALUE - 6, ["branch", "inside", "trunk"])


def test_a_constant_used_beside_a_linked_kernel_counts(package):
    edit(package, "inside.py", "+ 10", "+ branch.BONUS")
    used(package)
    edit(package, "branch.py", "BONUS = 3", "BONUS = 4")

    assert used(package)[:2] == (VALUE - 10 + 4 + 1, ["branch", "inside", "trunk"])


@pytest.mark.parametrize("name", ["branch", "trunk", "step"])
@pytest.mark.parametrize("damage", ["absent", "cut off", "garbled"])
def test_what_a_caller_needs_is_compiled_anew_if_its_file_is_bad(package, name, damage):
    used(package)
    (path,) = [p for p in package.kernels() if f".{name}-" in p.name]
    content = path.read_bytes()
    if damage == "absent":
        path.unlink()
    else:
        path.write_bytes(content[:-100] if damage == "cut off" else content[:-9] + b"x" * 9)

    value, compiled, loaded = used(package)
    assert (value, compiled) == (VALUE, [name])
    assert {*LOADED} - {name} <= {*loaded}
    assert used(package) == (VALUE, [], LOADED)


def test_machine_code_that_calls_what_nobody_defines_is_not_loaded(package):
    used(package)
    before = "import got_env.core.kernel_cache as cache; cache.define = lambda call: False"

    value, compiled, loaded = used(package, before=before)
    assert (value, compiled) == (VALUE, ["inside", "trunk", "step"])
    assert loaded == ["branch"]


def test_processes_that_start_together_do_not_disturb_each_other(package):
    starting = [package.start() for _ in range(3)]
    found = [json.loads(process.communicate(timeout=600)[0]) for process in starting]

    assert [one["value"] for one in found] == [VALUE] * 3
    assert used(package) == (VALUE, [], LOADED)


@linked
def sum_of(values):
    total = 0.0
    for value in values:
        total += value
    return total


@entry
def sums(whole, parts, out):
    out[0] = sum_of(whole)
    out[1] = sum_of(parts)


def test_each_combination_of_types_has_a_name_of_its_own():
    out = np.zeros(2)
    sums(np.array([1, 2, 3]), np.array([0.25, 0.5]), out)

    assert out.tolist() == [6.0, 0.75]
    assert len(sum_of.overloads) == 2


def test_what_nobody_contains_is_kept_without_its_bitcode(monkeypatch):
    monkeypatch.setattr(KernelCache, "load_overload", lambda *_: None)
    saved = []
    monkeypatch.setattr(KernelCache, "save_overload", lambda cache, sig, data: saved.append(data))

    def product(x):
        return x * 12345

    by_name, contained = linked(product), kernel(product)
    compile_kernel(by_name, 5)
    compile_kernel(contained, 5)
    (_, _, (machine_code, stub)), *_ = parts_to_keep(by_name, saved[0])
    (_, _, bitcode), *_ = parts_to_keep(contained, saved[1])

    assert len(machine_code) > 0
    assert "12345" not in str(llvm.parse_bitcode(stub))
    assert "12345" in str(llvm.parse_bitcode(bitcode))
