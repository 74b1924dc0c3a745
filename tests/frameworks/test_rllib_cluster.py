"""RLlib on a Ray that answers: two nodes of this machine, as two machines would be."""

import subprocess
import sys
from importlib.metadata import version

import pytest

from got_env.games import get_game
from tests.frameworks.table import FOLDER, need

pytestmark = [
    pytest.mark.training,
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore"),  # those of ray, at its import
]

PLAYERS = 3
LOOPBACK = "127.0.0.1"
LIMIT = 540
"""Seconds; a budget of seconds of play, and the start of processes on a busy machine."""


@pytest.fixture(scope="module")
def address():
    """A Ray of two nodes with one processor each, so two workers play on both."""
    need("rllib")
    from ray.cluster_utils import Cluster

    here = {"num_cpus": 1, "node_ip_address": LOOPBACK}
    cluster = Cluster(
        initialize_head=True, head_node_args={**here, "include_dashboard": False}
    )
    cluster.add_node(**here)
    yield cluster.address
    cluster.shutdown()


def test_workers_of_both_nodes_play_and_the_policy_is_an_agent(address, tmp_path):
    import ray

    from got_training.rllib.learning import connect, decisions_of, ppo_config, save_agent
    from got_training.rllib.sweep import share_of_wins

    connect(address)
    try:
        config = ppo_config(
            get_game("agot2e"), players=PLAYERS, games=4, workers=2, decisions=512, hidden=32
        )
        algorithm = config.build_algo()
        nodes = algorithm.env_runner_group.foreach_env_runner(
            lambda runner: ray.get_runtime_context().get_node_id(), local_env_runner=False
        )
        alive = {node["NodeID"] for node in ray.nodes() if node["Alive"]}
        algorithm.train()
        card = save_agent(algorithm, tmp_path / "after")
        learnt = decisions_of(algorithm)
        algorithm.stop()
    finally:
        ray.shutdown()

    assert len(alive) == 2
    assert set(nodes) == alive
    assert card.steps == learnt >= 512
    assert card.training["rllib"] == version("ray")
    assert 0 <= share_of_wins(tmp_path / "after", "agot2e", PLAYERS, 4) <= 1


def test_the_script_tries_learning_rates_on_the_cluster(address, tmp_path):
    done = subprocess.run(
        [sys.executable, str(FOLDER / "rllib_batch.py"), "--address", address, "--out", "rates"]
        + ["--sweep", "3e-4,2e-3", "--iterations", "1", "--decisions", "512", "--games", "4"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=LIMIT,
        check=False,
    )

    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-4000:]
    for rate in ("0.0003", "0.002"):
        assert f"learning rate {rate}: " in done.stdout
        assert (tmp_path / "rates" / rate / "policy.safetensors").is_file()
