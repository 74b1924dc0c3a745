"""Kernels that a wheel brings: used where they fit, and otherwise one line and the compiler."""

import json
import shutil
import tempfile
from pathlib import Path

import pytest

from got_env.core.jit import PURE_PYTHON
from got_env.core.kernel_cache import host_features, own_machine
from got_env.core.shipped_kernels import Machine, lacking, levels_of, manifest_for
from tests.kernel_package import KernelPackage
from tests.other_user import as_other_user, make_read_only, make_writable

pytestmark = pytest.mark.skipif(PURE_PYTHON, reason="nothing is compiled")

SCRIPT = Path(__file__).parents[1] / "scripts" / "build_wheel"
LEVEL = "generic"

RULES = """
from got_env.core.jit import kernel, linked

@kernel
def absorbed(x):
    return 2 * x

@linked
def called(x):
    return absorbed(x) + 1
"""
ENGINE = """
from got_env.core.jit import entry
from got_env.rules.rules import called

@entry
def step(out):
    out[0] = called(out[0])
"""
PROGRAM = """
import json
{before}
import numpy as np
from numba.core import compiler
compiled = []
compile_extra = compiler.compile_extra
def counting(typing_context, target_context, function, *others, **more):
    compiled.append(function.__name__)
    return compile_extra(typing_context, target_context, function, *others, **more)
compiler.compile_extra = counting
from got_env.core.jit import in_cache
from got_env.engine import step
known = in_cache(step)
out = np.array([5])
step(out)
print(json.dumps({{"value": int(out[0]), "known": known, "compiled": sorted(compiled)}}))
"""
GATHER = f"""
import runpy
from pathlib import Path
import got_env.engine
script = runpy.run_path({str(SCRIPT)!r}, run_name="build_wheel")
script["gather_kernels"](Path("cache"), Path("site/got_env/kernels"), {LEVEL!r})
"""
LOADED = {"value": 11, "known": True, "compiled": []}
COMPILED = {"value": 11, "known": False, "compiled": ["absorbed", "called", "step"]}


class Wheel(KernelPackage):
    """An installation whose kernels were compiled elsewhere; nothing in it can be written."""

    def __init__(self, root):
        files = {"engine.py": ENGINE, "rules/rules.py": RULES}
        super().__init__(root, files, PROGRAM)
        build = {"NUMBA_CPU_NAME": LEVEL, "NUMBA_CPU_FEATURES": "", "NUMBA_CACHE_DIR": "cache"}
        super().run(**build)
        super().run(before=GATHER, **build)
        shutil.rmtree(root / "cache")
        self.folder = self.package / "kernels"
        self.manifest = self.folder / "manifest.json"

    def edit(self, **changes):
        """Change fields of the manifest."""
        text = json.loads(self.manifest.read_text())
        self.manifest.write_text(json.dumps(text | changes))

    def kernel(self, name):
        """The file of a kernel."""
        (found,) = self.folder.glob(f"*.{name}-*")
        return found


@pytest.fixture(scope="module")
def built():
    root = Path(tempfile.mkdtemp())
    yield Wheel(root)
    shutil.rmtree(root)


@pytest.fixture
def wheel(built):
    """A copy that the test may damage; not in pytest's folder, which other users may not enter."""
    root = Path(tempfile.mkdtemp())
    shutil.copytree(built.root, root, dirs_exist_ok=True)
    root.chmod(0o755)
    copy = object.__new__(Wheel)
    copy.__dict__ |= {
        name: root / value.relative_to(built.root) if isinstance(value, Path) else value
        for name, value in vars(built).items()
    }
    yield copy
    make_writable(root)
    shutil.rmtree(root)


def test_what_a_wheel_brings_is_loaded_and_nothing_is_written(wheel):
    make_read_only(wheel.root)
    before = sorted(wheel.root.rglob("*"))

    assert wheel.run(*as_other_user(), HOME=None) == (LOADED, "")
    assert sorted(wheel.root.rglob("*")) == before


def test_a_wheel_brings_no_kernel_that_is_only_absorbed(wheel):
    names = {path.name.split("-")[0] for path in wheel.folder.glob("*.kernel")}

    assert names == {"rules.rules.called", "engine.step"}


def refused(wheel, *reasons, **environment):
    """Run twice: the first start says one line and compiles, the second one finds it done."""
    found, err = wheel.run(**environment)
    assert found["value"] == 11
    assert found["compiled"]
    assert err.count("\n") == 1
    assert err.startswith("got_env: kernels in this wheel ")
    assert err.endswith(": compiling\n")
    assert all(reason in err for reason in reasons), err
    assert wheel.run(**environment) == (LOADED, "")
    return found


def test_a_processor_that_lacks_something_compiles(wheel):
    wheel.edit(level="x86-64-v9", needs=["avx1024"])

    found = refused(wheel, "are for x86-64-v9; this processor lacks avx1024")

    assert found == COMPILED


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"triple": "pdp11-dec-unix"}, "are for pdp11-dec-unix; this machine is "),
        ({"format": 99}, "another version of got_env (99, here is 1)"),
    ],
)
def test_kernels_for_other_machines_are_not_loaded(changes, reason, wheel):
    wheel.edit(**changes)

    assert refused(wheel, reason) == COMPILED


@pytest.mark.parametrize("what", ["numba", "llvmlite", "NumPy", "Python", "NUMBA_OPT"])
def test_kernels_of_other_versions_are_not_loaded(what, wheel):
    others = json.loads(wheel.manifest.read_text())["others"]
    wheel.edit(others=others | {what: "0.1"})

    assert refused(wheel, f"are for {what} 0.1; here is {what} {others[what]}") == COMPILED


def test_a_processor_that_the_user_chose_counts_more(wheel):
    chosen = {"NUMBA_CPU_NAME": LEVEL, "NUMBA_CPU_FEATURES": ""}
    assert wheel.run(**chosen) == (LOADED, "")

    other = {"NUMBA_CPU_NAME": own_machine().cpu, "NUMBA_CPU_FEATURES": ""}
    assert refused(wheel, "NUMBA_CPU_NAME", **other) == COMPILED


@pytest.mark.parametrize("text", ["", "{}", "[1]", "no JSON", '{"format": 1}', "\x00\xff"])
def test_a_manifest_that_says_nothing_is_not_believed(text, wheel):
    wheel.manifest.write_text(text)

    assert refused(wheel, "cannot be used: manifest.json cannot be read") == COMPILED


def test_kernels_without_a_manifest_are_none(wheel):
    wheel.manifest.unlink()

    assert wheel.run() == (COMPILED, "")


def test_a_kernel_that_is_missing_is_compiled(wheel):
    wheel.kernel("called").unlink()

    found = refused(wheel, "are incomplete (rules.rules.called-")

    assert found["compiled"] == ["absorbed", "called"]


@pytest.mark.parametrize("damage", ["cut", "garbled", "empty"])
def test_a_damaged_kernel_is_compiled(damage, wheel):
    path = wheel.kernel("called")
    content = path.read_bytes()
    other = bytes([content[-1] ^ 1])
    path.write_bytes({"cut": content[:-9], "garbled": content[:-1] + other, "empty": b""}[damage])

    found = refused(wheel, "are damaged (rules.rules.called-")

    assert found["compiled"] == ["absorbed", "called"]


def test_kernels_of_other_sources_are_not_loaded(wheel):
    wheel.write("rules/rules.py", RULES.replace("2 * x", "3 * x"))

    found, err = wheel.run()

    assert found == {"value": 16, "known": True, "compiled": ["absorbed", "called"]}
    assert "are of other sources than those here (rules.rules.called-" in err


def test_levels_name_what_a_processor_has_to_have():
    machine = own_machine()
    for level, needs in levels_of(machine.triple).items():
        assert manifest_for(level, machine, frozenset()).needs == needs
    assert lacking(levels_of(machine.triple)["generic"], frozenset()) == ""
    assert lacking(("avx", "avx2"), frozenset({"avx"})) == "this processor lacks avx2"
    assert lacking(("a", "b", "c", "d"), frozenset()) == "this processor lacks a, b, c and 1 more"
    assert levels_of("pdp11-dec-unix") == {}
    assert host_features() == host_features()
    assert str(machine) != str(Machine(machine.triple, "other", machine.features, machine.others))
