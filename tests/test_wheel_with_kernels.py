"""A wheel with its kernels inside: the first game on another machine starts without a compiler."""

import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

import pytest

from got_env.core.jit import PURE_PYTHON
from got_env.core.kernel_cache import host_features, own_machine
from got_env.core.shipped_kernels import lacking, levels_of
from tests.other_user import as_other_user, make_read_only, make_writable

ROOT = Path(__file__).parents[1]
SCRIPT = ROOT / "scripts" / "build_wheel"
GAME = "btwixt"

COUNTED = """
import json, sys
from numba.core import compiler
compiled = []
compile_extra = compiler.compile_extra
def counting(typing_context, target_context, function, *others, **more):
    compiled.append(f"{function.__module__}.{function.__qualname__}")
    return compile_extra(typing_context, target_context, function, *others, **more)
compiler.compile_extra = counting
import got_env
from got_env.cli.app import main
try:
    main(sys.argv[1:])
finally:
    print(json.dumps({"compiled": compiled, "from": got_env.__file__}))
"""

pytestmark = pytest.mark.skipif(PURE_PYTHON, reason="nothing is compiled")


def build(*args, cwd=ROOT):
    done = [sys.executable, str(SCRIPT), *map(str, args)]
    return subprocess.run(done, cwd=cwd, capture_output=True, text=True, check=False, timeout=1800)


@pytest.mark.parametrize(
    ("args", "reason"),
    [
        (["--kernels", "z80"], "--kernels z80: expected one of generic"),
        (["--game", GAME], "--game: expected --kernels with it"),
    ],
)
def test_a_wheel_that_cannot_be_built_is_refused_in_a_line(args, reason, tmp_path):
    done = build(*args, "--out", tmp_path / "dist")

    assert done.returncode == 2
    assert reason in done.stderr.splitlines()[-1]
    assert not (tmp_path / "dist").exists()


@pytest.fixture(scope="module")
def level():
    """The highest level that this processor has."""
    levels, features = levels_of(own_machine().triple), host_features()
    return [name for name, needs in levels.items() if not lacking(needs, features)][-1]


@pytest.fixture(scope="module")
def place(level):
    # Not in pytest's folder, which other users may not enter.
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    done = build("--kernels", level, "--game", GAME, "--out", folder / "dist")
    assert done.returncode == 0, done.stderr
    yield folder
    make_writable(folder)
    shutil.rmtree(folder)


@pytest.fixture(scope="module")
def python(place):
    """The interpreter of a fresh virtual environment, beside the packages that this one has."""
    (wheel,) = (place / "dist").glob("*.whl")
    venv.create(place / "venv", with_pip=False)
    (site,) = (place / "venv").glob("lib/python3*/site-packages")
    install = ("install", "--quiet", "--no-deps", "--no-index", "--no-compile")
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check")
    subprocess.run([*pip, *install, "--target", str(site), str(wheel)], check=True)
    # numba and the others; the wheel's own packages come first.
    numba = Path(sys.modules["numba"].__file__).parents[1]
    (site / "more.pth").write_text(f"{numba}\n")
    make_read_only(place / "venv")
    return place / "venv" / "bin" / "python"


@pytest.mark.full
def test_its_name_says_what_it_is_for(place, python, level):
    (wheel,) = (place / "dist").glob("*.whl")
    name, _, number, python_tag, abi, system = wheel.stem.split("-")

    assert (name, abi) == ("got_env", "none")
    assert number == f"1{level.replace('-', '_')}"
    assert python_tag == f"cp{sys.version_info.major}{sys.version_info.minor}"
    assert platform.machine().lower() in system.lower()
    assert wheel.stat().st_size < 60e6


@pytest.mark.full
@pytest.mark.parametrize("agents", ["random", "heuristic,schemer,steward"])
def test_another_user_plays_at_once_from_a_read_only_installation(agents, place, python):
    before = sorted(place.rglob("*"))
    game = ("play", "--game", GAME, "--agents", agents, "--players", "3", "--json")
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("NUMBA_", "XDG_", "PYTHON"))}

    done = subprocess.run(
        [*as_other_user(), str(python), "-B", "-c", COUNTED, *game],
        env=kept | {"HOME": str(place / "missing")},
        cwd=place,
        capture_output=True,
        text=True,
        check=True,
        timeout=600,
    )

    result, _, counted = done.stdout.rstrip().rpartition("\n")
    counted = json.loads(counted)
    assert len(json.loads(result)["houses"]) == 3
    assert Path(counted["from"]).is_relative_to(place)
    assert (counted["compiled"], done.stderr) == ([], "")
    assert sorted(place.rglob("*")) == before
