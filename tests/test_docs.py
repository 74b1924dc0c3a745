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
