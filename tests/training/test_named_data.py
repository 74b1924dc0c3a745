"""A training goes on with the user's own data if the user names them, not if its folder does."""

import pytest

pytest.importorskip("sb3_contrib")

from got_env import games
from got_env.cli.app import main
from got_training.args import Args
from tests.own_data import own_folder, strong

SMALL = {"players": 3, "num_envs": 4, "rollout": 8, "stagger": 0, "epochs": 1, "batch_size": 16}


@pytest.fixture
def trained(tmp_path, monkeypatch):
    """A training with data of the user's own, and their folder, as a new process finds them."""
    folder = own_folder(tmp_path / "own", house_cards=strong("eddard_stark", 8))
    config = tmp_path / "train.toml"
    config.write_text("\n".join(f"{key} = {value}" for key, value in SMALL.items()))
    out = tmp_path / "run"
    given = ["--config", str(config), "--steps", "32", "--data-dir", str(folder), "--json"]
    with pytest.raises(SystemExit) as ended:
        main(["train", "--out", str(out), *given])
    assert ended.value.code == 0
    monkeypatch.setattr(games, "_loaded", {})
    return out, folder


def resume(out, *more):
    with pytest.raises(SystemExit) as ended:
        main(["train", "--out", str(out), "--resume", "--steps", "64", "--json", *more])
    return ended.value.code


def test_a_training_goes_on_with_the_folder_that_is_given_again(trained, capsys):
    out, folder = trained

    assert resume(out, "--data-dir", str(folder.rename(folder.with_name("moved")))) == 0


def test_the_folder_that_only_the_training_names_is_not_read(trained, capsys, monkeypatch):
    out, _ = trained
    monkeypatch.setattr(games, "_with_data", lambda *_: pytest.fail("read"))
    capsys.readouterr()

    assert resume(out) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "data_dir" in said


def test_a_reference_is_no_game_to_train(tmp_path):
    with pytest.raises(ValueError, match="unknown game 'agot2e@"):
        Args(game=f"agot2e@0123:{tmp_path}", steps=1)
