"""Trainings with a user's own board and card files: they go on, and refuse others by name."""

import json
import shutil

import gymnasium
import pytest

pytest.importorskip("sb3_contrib")

from got_agents.policy import load_policy
from got_benchmarks.tournament import tournament
from got_env import games, get_game
from got_training.args import Args
from got_training.training import Training, train
from tests.own_data import own_folder, two_castles_win

pytestmark = pytest.mark.training

SMALL = {
    "players": 3,
    "num_envs": 4,
    "rollout": 4,
    "batch_size": 16,
    "epochs": 1,
    "stagger": 0,
    "hidden": 8,
    "critic": 4,
    "evaluate_minutes": 0.0,
    "checkpoint_minutes": 0.0,
}


@pytest.fixture(scope="module")
def trained(tmp_path_factory):
    """The folder of the data, and that of a training with them."""
    place = tmp_path_factory.mktemp("trained")
    folder = own_folder(place / "short", setup=two_castles_win)
    train(Args(data_dir=str(folder), steps=16, **SMALL), place / "run")
    return folder, place / "run"


@pytest.fixture
def run(trained, tmp_path):
    """A copy of the training, to go on with."""
    return shutil.copytree(trained[1], tmp_path / "run")


@pytest.fixture
def nothing_read(monkeypatch):
    """As in a process that has read no folder yet."""
    monkeypatch.setattr(games, "_loaded", {})


def resume(got, run, *words):
    return got("train", "--out", run, "--resume", "--steps", 32, *words)


def test_it_plays_the_games_of_the_folder(trained):
    folder, run = trained
    card, _ = load_policy(run)

    assert card.data_hash == get_game("agot2e", folder).identity.data_hash
    assert card.training["data_dir"] == str(folder)


def test_a_folder_is_kept_with_its_whole_path(trained, monkeypatch):
    folder, _ = trained
    monkeypatch.chdir(folder.parent)

    assert Args(data_dir="short", steps=1).data_dir == str(folder)


def test_it_goes_on_with_the_folder_wherever_it_lies(trained, run, got, nothing_read, tmp_path):
    moved = shutil.copytree(trained[0], tmp_path / "moved")
    code, _, said = resume(got, run, "--data-dir", moved, "--device", "cpu")

    assert code == 0
    assert said.startswith("learning on cpu, ")
    assert load_policy(run)[0].steps == 32
    assert load_policy(run)[0].training["data_dir"] == str(moved)


@pytest.mark.parametrize("where", ["command", "config"])
def test_other_data_are_refused_by_name(trained, run, got, nothing_read, tmp_path, where):
    own = get_game("agot2e", trained[0]).identity.data_hash
    games._loaded.clear()
    other = shutil.copytree(trained[0], tmp_path / "other")
    (other / "setup.json").write_bytes((other / "setup.json").read_bytes() + b"\n")
    words = ("--data-dir", other)
    if where == "config":
        words = ("--config", tmp_path / "more.toml")
        words[1].write_text(f"data_dir = {json.dumps(str(other))}\n")
    before = (run / "trainer.safetensors").read_bytes()
    code, _, said = resume(got, run, *words)

    assert code == 2
    assert f"trainer.safetensors: rules data '{own}'" in said
    assert said.count("\n") == 1
    assert (run / "trainer.safetensors").read_bytes() == before


def test_other_data_are_refused_where_the_policy_is_missing(trained, run, nothing_read, tmp_path):
    other = shutil.copytree(trained[0], tmp_path / "other")
    (other / "setup.json").write_bytes((other / "setup.json").read_bytes() + b"\n")
    (run / "policy.safetensors").unlink()
    get_game("agot2e", trained[0])  # so both are known here

    with pytest.raises(ValueError, match="trained on rules data"):
        Training(Args(data_dir=str(other), steps=32, **SMALL), run, resume=True)


def test_the_policy_plays_where_the_folder_is_given(trained, got, nothing_read, tmp_path):
    folder, run = trained
    agents = (f"policy:{run}", "random")
    for words in (
        ("play", "--agents", ",".join(agents)),
        ("tournament", "--agents", ",".join(agents), "--games", 2, "--jobs", 1),
    ):
        games._loaded.clear()
        refused = got(*words, "--players", 3)
        code, _, said = got(*words, "--players", 3, "--data-dir", folder)

        assert refused[0] == 2
        assert "the folder with the others has to be given as data_dir" in refused[2]
        assert (code, said) == (0, "")
    games._loaded.clear()
    results = tournament(agents, games=4, players=3, data_dir=folder, jobs=2)
    assert results.errors == results.given_up == 0


def test_a_policy_of_other_data_plays_in_no_tournament(trained, nothing_read):
    with pytest.raises(ValueError, match="agent 'policy' was trained on agot2e with data_hash="):
        tournament(["policy", "random"], games=2, players=3, data_dir=trained[0])
    with pytest.raises(ValueError, match=r"opponents=.*was trained on agot2e with data_hash="):
        gymnasium.make("got_env/Agot2e-v0", players=3, data_dir=trained[0], opponents="policy")


def test_an_opponent_of_other_data_is_refused_before_the_training(trained, tmp_path):
    args = Args(
        data_dir=str(trained[0]), steps=16, opponents=("policy",), opponent_share=0.5, **SMALL
    )
    with pytest.raises(ValueError, match="agent 'policy' was trained on agot2e with data_hash="):
        train(args, tmp_path / "new")
    assert not (tmp_path / "new").exists()
