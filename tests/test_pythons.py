"""Other versions of Python: those claimed are those that are tested."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
SCRIPT = ROOT / "scripts" / "pythons"


def test_versions_claimed_are_those_tested():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    claimed = re.findall(r"Python :: (3\.\d+)", "\n".join(project["classifiers"]))
    tested = re.search(r"^PYTHONS \?= (.*)$", (ROOT / "Makefile").read_text("utf-8"), re.M)[1]

    assert claimed == ["3.11", *tested.replace("python", "").split()]


def test_an_interpreter_that_is_missing_fails_the_run():
    done = subprocess.run(
        [sys.executable, str(SCRIPT), "python3.0-of-nobody"],
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 1
    assert "python3.0-of-nobody: FAILED" in done.stdout
