"""Running programs as a user who may read everything here and change nothing."""

import os
import shutil
import stat
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

NOBODY = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
READING = ["--inh-caps=+dac_read_search", "--ambient-caps=+dac_read_search"]
"""Lets it read an interpreter that lies in a folder of its own for root."""


@cache
def as_other_user() -> tuple[str, ...]:
    """Prefix of a command; empty for an ordinary user, who obeys permissions anyway.

    Skips the test where root cannot step down.
    """
    if os.geteuid() != 0:
        return ()
    if shutil.which("setpriv") is None:
        pytest.skip("permissions do not bind root, and there is no setpriv to step down")
    for prefix in (NOBODY, [*NOBODY, *READING]):
        tried = [*prefix, sys.executable, "-c", "import numba"]
        if subprocess.run(tried, capture_output=True, cwd="/", check=False).returncode == 0:
            return tuple(prefix)
    pytest.skip("permissions do not bind root, and other users cannot run this interpreter")


def make_read_only(folder: Path) -> None:
    """Let everybody read a folder with all that is in it, and nobody write it."""
    for path in (folder, *folder.rglob("*")):
        mode = stat.S_IMODE(path.stat().st_mode)
        readable = 0o555 if path.is_dir() else 0o444
        path.chmod((mode | readable) & ~0o222)


def make_writable(folder: Path) -> None:
    """Let the owner change a folder again, so that it can be removed."""
    for path in (folder, *(p for p in folder.rglob("*") if p.is_dir())):
        path.chmod(0o755)
