"""The generated parts of the documentation."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent


def test_tables_of_the_docs_are_those_of_the_code():
    """``scripts/generate_docs`` has been run after the last change of a table."""
    done = subprocess.run(
        [sys.executable, str(ROOT / "scripts" / "generate_docs"), "--check"],
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stdout + done.stderr


def test_the_leaderboard_is_made_of_its_results():
    """``scripts/generate_leaderboard`` has been run after the last result was added."""
    done = subprocess.run(
        [sys.executable, str(ROOT / "scripts" / "generate_leaderboard"), "--check"],
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stdout + done.stderr
