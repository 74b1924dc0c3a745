"""``got imitate`` that is killed at any moment goes on with the same command, to the same end."""

import os
import signal
import subprocess
import sys
import time
from functools import partial

import pytest

pytest.importorskip("sb3_contrib")

from got_agents.policy import load_policy

GOT = (sys.executable, "-m", "got_env.cli", "imitate")
DATA = ("data", "--game", "btwixt", "--players", "3", "--games", "12", "--config", "data.toml")
LEARN = ("learn", "--config", "small.toml")
SMALL = """
hidden = 16
critic = 8
threads = 1
epochs = 6
batch_size = 64
window = 1024
"""

pytestmark = [pytest.mark.training, pytest.mark.full]


def start(words, folder):
    return subprocess.Popen(
        [*GOT, *map(str, words)],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def finish(process):
    _, err = process.communicate(timeout=1800)
    assert process.returncode == 0, err
    assert "Traceback" not in err


def kill_when(process, happened):
    """Kill a process as soon as something has happened; whether it was still running."""
    while not happened() and process.poll() is None:
        time.sleep(0.002)
    running = process.poll() is None
    if running:
        os.killpg(process.pid, signal.SIGKILL)
    process.communicate()
    return running


def changed(file):
    """True if a file has been written from now on, as a function."""
    before = written(file)
    return lambda: written(file) != before


def written(file):
    return file.stat().st_mtime_ns if file.exists() else 0


def contents(folder, pattern):
    return {file.name: file.read_bytes() for file in sorted(folder.glob(pattern))}


def test_lessons_and_learning_that_are_killed_end_as_if_they_had_run_through(tmp_path):
    (tmp_path / "small.toml").write_text(SMALL)
    (tmp_path / "data.toml").write_text("shard_games = 1\n")
    finish(start((*DATA, "--out", "whole"), tmp_path))
    finish(start((*LEARN, "--data", "whole", "--out", "pupil"), tmp_path))

    # From before the first import to shortly before the end.
    killed = 0
    folder = tmp_path / "killed"
    for shards in (0, 1, 4, 9):
        process = start((*DATA, "--out", "killed"), tmp_path)
        there = partial(lambda least: len(contents(folder, "*.shard")) >= least, shards)
        killed += kill_when(process, there)
    finish(start((*DATA, "--out", "killed"), tmp_path))
    assert contents(tmp_path / "killed", "*.shard") == contents(tmp_path / "whole", "*.shard")
    assert not list((tmp_path / "killed").glob(".*.tmp"))

    words = (*LEARN, "--data", "whole", "--out", "resumed")
    for name in ("", "running.lock", "trainer.safetensors", "trainer.safetensors"):
        there = any((tmp_path / "resumed").glob("trainer.*"))
        happened = changed(tmp_path / "resumed" / name) if name else lambda: True
        process = start((*words, *(["--resume"] if there else [])), tmp_path)
        killed += kill_when(process, happened)
        if not there and not any((tmp_path / "resumed").glob("trainer.*")):
            assert not any((tmp_path / "resumed").glob("policy.*"))
    finish(start((*words, "--resume"), tmp_path))
    assert killed >= 2  # at least those that were killed at once

    (card, weights), (other, resumed) = (load_policy(tmp_path / n) for n in ("pupil", "resumed"))
    assert card == other
    assert {name: table.tobytes() for name, table in weights.items()} == {
        name: table.tobytes() for name, table in resumed.items()
    }
