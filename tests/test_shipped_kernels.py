"""Kernels that a wheel brings: used where they fit, and otherwise one line and the compiler."""

import json
import shutil
import tempfile
from pathlib import Path

import msgspec
import pytest

from got_env.core.jit import PURE_PYTHON
from got_env.core.kernel_cache import host_features, own_machine
from got_env.core.kernel_files import KernelFiles
from got_env.core.shipped_kernels import (
    NEEDS,
    Machine,
    Shipped,
    lacking,
    levels_of,
    manifest_for,
    shipped_kernels,
)
from tests.kernel_package import KernelPackage
from tests.other_user import as_other_user, make_read_only, make_writable

pytestmark = pytest.mark.skipif(PURE_PYTHON, reason="nothing is compiled")

SCRIPT = Path(__file__).parents[1] / "scripts" / "build_wheel"
LEVEL = "generic"

RULES = """
from got_env.core.jit import kernel, linked

@kernel
def contained(x):
    return 2 * x

@linked
def called(x):
    return contained(x) + 1
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
COMPILED = {"value": 11, "known": False, "compiled": ["called", "contained", "step"]}


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


def test_a_wheel_brings_no_kernel_that_is_only_bitcode(wheel):
    names = {path.name.split("-")[0] for path in wheel.folder.glob("*.kernel")}

    assert names == {"rules.rules.called", "engine.step"}


def test_where_a_processor_lacks_something_the_first_start_compiles(wheel):
    wheel.edit(level="x86-64-v9", needs=["avx1024"])
    line = "kernels in this wheel are for x86-64-v9; this processor lacks avx1024: compiling"

    assert wheel.run() == (COMPILED, f"got_env: {line}\n")
    assert wheel.run() == (LOADED, "")


def test_a_kernel_that_is_missing_is_compiled_and_the_others_are_loaded(wheel):
    path = wheel.kernel("called")
    path.unlink()

    found, err = wheel.run()

    assert found == LOADED | {"compiled": ["called", "contained"]}
    assert err.startswith(f"got_env: kernels in this wheel are incomplete ({path.name}: ")
    assert err.endswith("): compiling\n")
    assert err.count("\n") == 1


def test_kernels_of_other_sources_are_compiled(wheel):
    wheel.write("rules/rules.py", RULES.replace("2 * x", "3 * x"))

    found, err = wheel.run()

    assert found == LOADED | {"value": 16, "compiled": ["called", "contained"]}
    assert "are of other sources than those here (rules.rules.called-" in err
    assert err.count("\n") == 1


HERE = Machine(
    "x86_64-some-linux", "this-very-one", "+avx,+avx2", (("NUMBA_OPT", "3"), ("numba", "1"))
)
THERE = HERE._replace(cpu="x86-64-v3", features="")
ABLE = frozenset(NEEDS["x86_64"]["x86-64-v3"])


@pytest.fixture
def found(tmp_path):
    """Result for a manifest with changes."""

    def find(machine=HERE, chosen=(), host=ABLE, **changes):
        manifest = manifest_for("x86-64-v3", THERE, frozenset({"a.kernel"}))
        fields = msgspec.to_builtins(manifest) | changes
        (tmp_path / "manifest.json").write_bytes(msgspec.json.encode(fields))
        return shipped_kernels(machine, chosen, host, tmp_path)

    return find


def test_kernels_that_fit_are_found(found, tmp_path):
    assert found() == Shipped(tmp_path, THERE, frozenset({"a.kernel"}))
    assert found(THERE, ("x86-64-v3", "")).unfit == ""


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"host": ABLE - {"avx2", "fma"}}, "x86-64-v3; this processor lacks avx2, fma"),
        ({"host": frozenset()}, "x86-64-v3; this processor lacks cx16, popcnt, sahf and 13 more"),
        ({"triple": "a-b-c"}, "a-b-c; this machine is x86_64-some-linux"),
        ({"format": 99}, "another version of got_env (99, here is 1)"),
        ({"others": {"NUMBA_OPT": "3", "numba": "0"}}, "numba 0; here is numba 1"),
        ({"others": {"numba": "1", "NUMBA_OPT": "0"}}, "NUMBA_OPT 0; here is NUMBA_OPT 3"),
        ({"others": {"numba": "1"}}, "NUMBA_OPT None; here is NUMBA_OPT 3"),
        ({"others": {"numba": "1", "NUMBA_OPT": "3", "x": "1"}}, "other settings of numba"),
        (
            {"chosen": ("this-very-one",)},
            "x86-64-v3; NUMBA_CPU_NAME and NUMBA_CPU_FEATURES choose this-very-one",
        ),
    ],
)
def test_kernels_for_other_machines_are_not_used(given, reason, found):
    assert found(**given).unfit == f"kernels in this wheel are for {reason}"


@pytest.mark.parametrize("text", [b"", b"{}", b"[1]", b"no JSON", b'{"format": 1}', b"\x00\xff"])
def test_a_manifest_that_says_nothing_is_not_believed(text, tmp_path):
    (tmp_path / "manifest.json").write_bytes(text)

    unfit = shipped_kernels(HERE, (), ABLE, tmp_path).unfit

    assert unfit.startswith("kernels in this wheel cannot be used: manifest.json cannot be read (")


def test_kernels_without_a_manifest_are_none(tmp_path):
    assert shipped_kernels(HERE, (), ABLE, tmp_path) is None


@pytest.fixture
def kept(tmp_path, monkeypatch):
    """The files of a kernel that a wheel brings, and the file there."""
    monkeypatch.setattr("got_env.core.shipped_kernels.PACKAGE", tmp_path)
    source = tmp_path / "rules.py"
    source.touch()

    def files(machine, chosen="", shipped=None):
        return KernelFiles(source, "step", b"s" * 32, str(machine), chosen, shipped)

    files(THERE, str(tmp_path / "cache")).save("int64", b"machine code")
    (path,) = (tmp_path / "cache").rglob("*.kernel")
    path = path.rename(tmp_path / path.name)
    return files(HERE, "", Shipped(tmp_path, THERE, frozenset({path.name}))), path


def test_a_kernel_of_the_wheel_is_found(kept, capsys):
    files, _ = kept

    assert files.any_fresh()
    assert files.load("int64") == b"machine code"
    assert files.load("float64") is None  # which the wheel does not claim to have
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (lambda old: old[:-9], "damaged"),
        (lambda old: old[:-1] + b"?", "damaged"),
        (lambda old: b"", "damaged"),
        (lambda old: b"#!/bin/sh\n", "damaged"),
        (lambda old: old.replace(b"s" * 32, b"t" * 32), "of other sources than those here"),
    ],
)
def test_a_damaged_or_stale_kernel_is_not_loaded(content, problem, kept, monkeypatch, capsys):
    monkeypatch.setattr("got_env.core.kernel_files._said", set())
    files, path = kept
    path.write_bytes(content(path.read_bytes()))

    assert files.load("int64") is None
    assert files.load("int64") is None
    line = f"got_env: kernels in this wheel are {problem} ({path.name}): compiling\n"
    assert capsys.readouterr().err == line


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
