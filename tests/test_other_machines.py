"""Other machines: versions of Python that are claimed, and what `scripts/elsewhere` runs."""

import re
import runpy
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PYTHONS, ELSEWHERE = ROOT / "scripts" / "pythons", ROOT / "scripts" / "elsewhere"


def test_versions_claimed_are_those_tested():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    claimed = re.findall(r"Python :: (3\.\d+)", "\n".join(project["classifiers"]))
    tested = re.search(r"^PYTHONS \?= (.*)$", (ROOT / "Makefile").read_text("utf-8"), re.M)[1]

    assert claimed == ["3.11", *tested.replace("python", "").split()]


def test_an_interpreter_that_is_missing_fails_the_run():
    done = subprocess.run(
        [sys.executable, str(PYTHONS), "python3.0-of-nobody"],
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 1
    assert "python3.0-of-nobody: FAILED" in done.stdout


def test_what_is_different_elsewhere_takes_part_in_one_run_each():
    script = runpy.run_path(str(ELSEWHERE), run_name="elsewhere")

    names = [name for names in script["TOGETHER"] for name in names.split("+")]
    assert sorted(names) == sorted(script["ROWS"])
    row = script["joined"]("blas-zen+busy+order-2+lang-c")
    assert (row.spinning, row.pytest, row.workers) == (2, "--random-order-seed=2", "2")
    assert row.variables == {"OPENBLAS_CORETYPE": "Zen", "LANG": "C", "LC_ALL": "C"}


@pytest.mark.parametrize(
    ("names", "message"),
    [
        ("order-1+order-2", "order-1+order-2: order-2 wants another pytest"),
        ("blas-zen+blas-haswell", "blas-zen+blas-haswell: blas-haswell wants another variables"),
        ("no-home+nowhere", "nowhere: expected plain, "),
    ],
)
def test_rows_that_cannot_be_joined_are_refused(names, message):
    script = runpy.run_path(str(ELSEWHERE), run_name="elsewhere")

    with pytest.raises(ValueError, match=re.escape(message)):
        script["joined"](names)
