"""The scripts of docs/frameworks.md run, and the page shows what stands in them."""

import re
import subprocess
import sys
from importlib.util import find_spec

import pytest

from tests.frameworks import table
from tests.frameworks.table import FOLDER, TABLE, need

ROOT = FOLDER.parents[2]
PAGE = (ROOT / "docs" / "frameworks.md").read_text("utf-8")
RUNS = [
    pytest.param(framework, script, arguments, id=f"{framework}-{script}")
    for framework, entry in TABLE.items()
    for script, arguments in entry["scripts"].items()
]
EXCERPTS = re.findall(r"^```py\n(.*?)^```", PAGE, re.M | re.S)
LIMIT = 540
"""Seconds; a budget of seconds of play, and the compiling of kernels before it."""


@pytest.mark.training
@pytest.mark.parametrize(("framework", "script", "arguments"), RUNS)
def test_a_script_runs_within_a_short_budget(framework, script, arguments, tmp_path):
    need(framework)
    done = subprocess.run(
        [sys.executable, str(FOLDER / script), *arguments],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=LIMIT,
        check=False,
    )

    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-4000:]
    assert re.search(r"^before.*\d", done.stdout, re.M), done.stdout
    assert re.search(r"^after.*\d", done.stdout, re.M), done.stdout


@pytest.mark.training
def test_the_baseline_of_rllib_is_measured(tmp_path):
    need("rllib")
    script = ROOT / "benchmarks" / "baselines.py"
    little = ("--seeds", "1", "--minutes", "0.02", "--games", "6")
    done = subprocess.run(
        [sys.executable, str(script), "--methods", "rllib_ppo", *little, "--out", str(tmp_path)],
        capture_output=True,
        text=True,
        timeout=LIMIT,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-4000:]

    _, *rows = [line.split(",") for line in (tmp_path / "btwixt.csv").read_text().splitlines()]
    assert {row[0] for row in rows} == {"rllib_ppo"}
    assert [row[4] for row in rows] == ["random", "heuristic"] * 2
    assert int(rows[0][2]) == 0 < int(rows[-1][2]), "decisions before and after"


@pytest.mark.training
@pytest.mark.skipif(find_spec("ray") is not None, reason="Ray is installed")
def test_a_baseline_without_its_library_is_refused_before_the_first_run(tmp_path):
    script = ROOT / "benchmarks" / "baselines.py"
    methods = ("--methods", "scratch,rllib_ppo", "--minutes", "0.02", "--out", str(tmp_path))
    done = subprocess.run(
        [sys.executable, str(script), *methods],
        capture_output=True,
        text=True,
        timeout=LIMIT,
        check=False,
    )

    assert done.returncode == 2
    assert "pip install -e '.[rllib]'" in done.stderr
    assert not [*tmp_path.iterdir()]


def test_a_framework_that_is_asked_for_must_be_there_and_is_the_only_one(monkeypatch):
    monkeypatch.setattr(table, "DEMANDED", "rllib")
    monkeypatch.setattr(table, "is_installed", lambda name: False)

    with pytest.raises(pytest.fail.Exception, match="rllib is not installed: pip install"):
        need("rllib")
    with pytest.raises(pytest.skip.Exception, match="only rllib is asked for"):
        need("torchrl")


def test_every_script_is_run_and_linked_from_the_page():
    scripts = {path.name for path in FOLDER.glob("*.py")}

    assert scripts == {name for entry in TABLE.values() for name in entry["scripts"]}
    assert {name for name in scripts if f"](examples/frameworks/{name})" not in PAGE} == set()


def test_every_framework_is_installed_as_the_page_says():
    wanted = [package for entry in TABLE.values() for package in entry["install"]]

    assert [package for package in wanted if package not in PAGE] == []


@pytest.mark.parametrize("excerpt", EXCERPTS, ids=lambda text: text.split("\n", 1)[0][:40])
def test_an_excerpt_of_the_page_stands_in_a_script(excerpt):
    """Blocks marked ``py`` are cut out of the scripts, word for word; ``# ...`` marks a gap."""
    scripts = [path.read_text("utf-8") for path in sorted(FOLDER.glob("*.py"))]
    parts = [part.strip("\n") for part in re.split(r"^# \.\.\.\n", excerpt, flags=re.M)]

    assert any(all(part in script for part in parts) for script in scripts)
