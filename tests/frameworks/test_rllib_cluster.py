"""RLlib on a Ray that answers: two nodes of this machine, as two machines would be."""

import os
import re
import subprocess
import sys

import pytest

from got_agents.policy import load_policy
from tests.frameworks.table import FOLDER, need, two_nodes

pytestmark = [
    pytest.mark.training,
    pytest.mark.filterwarnings("ignore"),  # those of ray, at its import
]

LIMIT = 900
"""Seconds; a budget of seconds of play, and the start of a dozen processes on a busy machine."""


@pytest.fixture(scope="module")
def address():
    """A Ray of two nodes with one processor each: two workers have room on both alone."""
    need("rllib")
    with two_nodes() as address:
        yield address


def run_script(folder, *arguments, **more):
    """Output of the script, with more in its environment."""
    tiny = ("--decisions", "512", "--batch", "4", "--games", "4", "--out", "out")
    done = subprocess.run(
        [sys.executable, FOLDER / "rllib_batch.py", *tiny, *arguments],
        cwd=folder,
        env=os.environ | more,
        capture_output=True,
        text=True,
        timeout=LIMIT,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-4000:]
    return done.stdout


def test_workers_of_both_nodes_play_and_the_policy_is_an_agent(address, tmp_path):
    said = run_script(tmp_path, "--address", address, "--workers", "2", "--iterations", "2")

    before, _ = load_policy(tmp_path / "out" / "before")
    after, _ = load_policy(tmp_path / "out" / "after")
    assert before.steps == 0
    assert after.steps >= 2 * 512
    assert re.search(r"^after: \d+%, play it as the agent policy:out/after$", said, re.M)


def test_without_an_address_a_ray_is_started_beside_the_one_that_runs(address, tmp_path):
    said = run_script(tmp_path, "--iterations", "1", RAY_ADDRESS=address)

    assert re.search(r"^after: \d+%, play it as the agent policy:out/after$", said, re.M)


def test_learning_rates_are_tried_on_the_cluster(address, tmp_path):
    said = run_script(tmp_path, "--address", address, "--sweep", "3e-4,2e-3", "--iterations", "1")

    rates = re.findall(r"^learning rate (\S+): \d+% of games won", said, re.M)
    assert sorted(rates) == ["0.0003", "0.002"]
    for rate in rates:
        assert load_policy(tmp_path / "out" / rate)[0].steps >= 512
