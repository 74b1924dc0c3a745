"""Work on a Ray of two nodes of this machine: data sets, suites, exploiters, processes that die."""

import os
import signal
import time

import pytest

from got_agents.policy import PolicyAgent
from tests.frameworks.table import need, two_nodes

pytestmark = [
    pytest.mark.training,
    pytest.mark.filterwarnings("ignore"),  # those of ray, at its import
]


@pytest.fixture(scope="module")
def address():
    need("rllib")
    with two_nodes() as address:
        yield address


@pytest.fixture
def joined(address, monkeypatch):
    """The module ray; what is played joins the cluster by the variable that users set."""
    import ray

    from got_benchmarks.playing.cluster import ADDRESS

    monkeypatch.setenv(ADDRESS, address)
    yield ray
    ray.shutdown()


def dies_once(marks, number):
    """Ends its process at the first call with a number, and counts the calls."""
    first = marks / f"{number}"
    if not first.exists():
        first.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number


def refuses(number):
    raise ValueError(f"number={number}: expected another")


def test_calls_whose_process_dies_are_made_again(joined, tmp_path):
    from got_benchmarks.playing.cluster import answers_of_cluster

    calls = {number: (tmp_path, number) for number in range(4)}

    assert dict(answers_of_cluster(dies_once, calls, 2)) == {0: 0, 1: 1, 2: 4, 3: 9}


def test_a_call_is_made_in_the_current_folder(joined, tmp_path, monkeypatch):
    """So agents by paths from there are found, wherever the cluster was started."""
    from got_benchmarks.playing.cluster import answers_of_cluster

    monkeypatch.chdir(tmp_path)

    assert dict(answers_of_cluster(os.getcwd, {0: ()}, 1)) == {0: str(tmp_path)}


def test_an_error_of_a_call_is_raised_as_it_is(joined):
    from got_benchmarks.playing.cluster import answers_of_cluster

    with pytest.raises(ValueError, match="number=3: expected another"):
        list(answers_of_cluster(refuses, {3: (3,)}, 1))


def test_a_data_set_is_the_same_as_without_a_cluster(joined, tmp_path):
    from got_training.imitation.dataset_args import DatasetArgs
    from got_training.imitation.generate import generate_dataset

    args = DatasetArgs(game="btwixt", players=(3,), games=6, shard_games=2, teacher="heuristic")
    here, there = tmp_path / "here", tmp_path / "there"

    assert generate_dataset(args, here) == 3
    assert generate_dataset(args, there, jobs=2, ray=True) == 3

    shards = sorted(file.name for file in here.glob("*.shard"))
    assert len(shards) == 3
    for name in shards:
        assert (here / name).read_bytes() == (there / name).read_bytes()
    assert generate_dataset(args, there, jobs=2, ray=True) == 0


def test_exploiters_are_the_same_as_without_a_cluster(joined, tmp_path):
    from got_training.exploit import Exploit, ExploitArgs

    small = {
        **{"num_envs": 8, "rollout": 16, "batch_size": 64, "stagger": 0, "device": "cpu"},
        **{"hidden": 16, "critic": 8, "threads": 1},
    }
    args = ExploitArgs(
        agent="random",
        game="btwixt",
        players=3,
        minutes=0,
        steps=256,
        seeds=2,
        games=8,
        training=small,
    )
    expected = Exploit(args, tmp_path / "here").run()

    there = Exploit(args, tmp_path / "there", ray=True)

    assert there.run() == expected
    for name in ("seed-1", "seed-2"):
        here, found = (PolicyAgent(tmp_path / place / name) for place in ("here", "there"))
        assert found.fingerprint == here.fingerprint


def test_games_of_a_task_that_dies_are_played_again(joined):
    from got_benchmarks.playing.players import players_for
    from got_benchmarks.suite.run import Sizes, Suite

    suite = Suite("heuristic", Sizes(headline=12, cell=2, mirror=6), "btwixt")
    cell = next(iter(suite.cells()))
    with players_for(isolate=False) as players:
        expected = suite.play(cell, players, lambda outcome: None)
    killed = []

    def kill_a_task(outcome):
        if not killed:
            watcher = cluster._watchers[0]
            joined.kill(watcher)
            killed.append(watcher)
            time.sleep(0.1)

    with players_for(jobs=2, ray=True) as cluster:
        found = suite.play(cell, cluster, kill_a_task)
        assert killed
        assert killed[0] not in cluster._watchers

    def results(result):
        return [(o.match, o.places, o.shares, o.record) for o in result.outcomes]

    assert results(found) == results(expected)


@pytest.mark.parametrize(
    ("address", "error", "message"),
    [
        ("127.0.0.1:1", ConnectionError, r"^RAY_ADDRESS='127.0.0.1:1': no Ray answers there"),
        ("nowhere", ValueError, r"^RAY_ADDRESS='nowhere': expected host:port"),
    ],
)
def test_a_ray_that_does_not_answer_is_named(monkeypatch, address, error, message):
    need("rllib")
    from got_benchmarks.playing.cluster import ADDRESS
    from got_benchmarks.playing.players import players_for

    monkeypatch.setenv(ADDRESS, address)

    with pytest.raises(error, match=message), players_for(ray=True):
        pass
