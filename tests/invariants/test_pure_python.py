"""Compiled kernels and the same kernels as plain Python play the same games, byte for byte."""

import os
import subprocess
import sys
from pathlib import Path

from tests.invariants.fingerprints import fingerprint
from tests.play import PLAYERS

ROOT = Path(__file__).parents[2]
SCRIPT = Path(__file__).with_name("fingerprints.py")


def test_compiled_games_equal_plain_ones():
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-W", "error", str(SCRIPT), *map(str, PLAYERS)]

    plain = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)

    assert plain.stderr == ""
    assert plain.stdout.splitlines() == ["True", *(fingerprint(players) for players in PLAYERS)]
