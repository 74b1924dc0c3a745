"""The recipe for containers: install, warm up, then run as another user and write nothing."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from got_env.core.jit import PURE_PYTHON
from tests.other_user import as_other_user, make_read_only, make_writable

ROOT = Path(__file__).parent.parent
SOURCES = {"got_env": ".", "got_agents": "agents", "got_training": "training"}
SOURCES |= {"got_benchmarks": "benchmarks"}


@pytest.fixture
def place():
    # Not in pytest's folder, which other users may not enter.
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    yield folder
    make_writable(folder)
    shutil.rmtree(folder)


def run(*command, cwd, **environment):
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("NUMBA_", "XDG_"))}
    done = subprocess.run(
        list(map(str, command)),
        env=kept | environment,
        cwd=cwd,
        capture_output=True,
        text=True,
        check=False,
        timeout=1800,
    )
    assert done.returncode == 0, done.stderr
    return done


def install(place: Path) -> Path:
    """Build a wheel from a copy of the sources and install it into a folder."""
    without = shutil.ignore_patterns("__pycache__", "*.egg-info")
    for package, folder in SOURCES.items():
        shutil.copytree(ROOT / folder / package, place / "src" / folder / package, ignore=without)
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, place / "src")
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check")
    offline = ("--quiet", "--no-deps", "--no-index")
    wheel = (*pip, "wheel", *offline, "--no-build-isolation", "-w", "dist", "./src")
    run(*wheel, cwd=place)
    (built,) = (place / "dist").glob("*.whl")
    run(*pip, "install", *offline, "--target", "site", built, cwd=place)
    return place / "site"


def bring_kernels(site: Path) -> None:
    """Bring what these very sources were compiled to, which saves the minutes of compiling it."""
    for package, folder in SOURCES.items():
        for kernel in (ROOT / folder / package).rglob("*.kernel"):
            target = site / kernel.relative_to(ROOT / folder)
            if target.parent.parent.is_dir():  # none of a room that another version had
                target.parent.mkdir(exist_ok=True)
                shutil.copy(kernel, target)


@pytest.mark.skipif(PURE_PYTHON, reason="nothing is compiled")
def test_another_user_plays_from_a_read_only_installation(place):
    prefix = as_other_user()
    site = install(place)
    bring_kernels(site)
    got = (sys.executable, "-m", "got_env.cli")
    warm = run(*got, "warmup", "--json", cwd=place, PYTHONPATH=str(site))
    assert Path(json.loads(warm.stdout)["folder"]).is_relative_to(site)
    make_read_only(place)
    before = sorted(place.rglob("*"))

    game = ("play", "--agents", "heuristic,random", "--players", "6", "--seed", "1", "--json")
    nowhere = {"PYTHONPATH": str(site), "HOME": str(place / "missing")}
    played = run(*prefix, *got, *game, cwd=place, **nowhere)

    assert len(json.loads(played.stdout)["houses"]) == 6
    assert played.stderr == ""  # where anything is compiled, and cannot be kept, that is said
    assert sorted(place.rglob("*")) == before
