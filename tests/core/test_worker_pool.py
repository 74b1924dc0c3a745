"""Worker processes: none of them outlives the process that started it."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from got_env.core.worker_pool import worker_pool

OWNER = Path(__file__).with_name("pool_owner.py")


def lives(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    stat = Path(f"/proc/{pid}/stat")
    try:
        return stat.read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return not Path("/proc").is_dir()


def all_ended(pids, patience=120):
    deadline = time.monotonic() + patience
    while any(map(lives, pids)) and time.monotonic() < deadline:
        time.sleep(0.05)
    return not any(map(lives, pids))


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
@pytest.mark.parametrize("seconds", ["0", "600"], ids=["waiting", "working"])
def test_workers_end_with_the_process_that_started_them(number, seconds):
    """Both while they work and while they wait for work."""
    owner = subprocess.Popen(
        [sys.executable, OWNER, "600", seconds, "600"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    pids = {int(owner.stdout.readline()) for _ in range(2)}
    try:
        owner.send_signal(number)
        assert owner.wait(120) == -number
        assert all_ended(pids)
    finally:
        for pid in filter(lives, pids):
            os.kill(pid, signal.SIGKILL)
        owner.stdout.close()


def remember(value):
    os.environ["REMEMBERED"] = value


def test_a_process_is_set_up_before_its_first_task():
    with worker_pool(1, remember, "kept") as pool:
        assert pool.submit(os.getenv, "REMEMBERED").result() == "kept"
