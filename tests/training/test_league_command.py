"""The command ``got league``."""

import json

import numpy as np
import pytest

pytest.importorskip("sb3_contrib")
pytest.importorskip("openskill")
from got_agents.mlp import MlpShape
from got_agents.policy import PolicyCard
from got_agents.saving import save_policy
from got_env.games import GAMES, get_game
from tests.toy.taking import TAKING
from tests.training.leagues import ASKED, plant, planted


@pytest.fixture(autouse=True)
def _taking(monkeypatch):
    monkeypatch.setitem(GAMES, TAKING.code, TAKING)
    planted(monkeypatch, [9, 9], [0, 0])


@pytest.fixture
def start(tmp_path):
    return plant(tmp_path / "start", 0)


@pytest.fixture
def config(tmp_path):
    """The arguments of a small league in a file."""
    file = tmp_path / "league.toml"
    plain = {name: value for name, value in ASKED.items() if name != "training"}
    file.write_text("".join(f"{name} = {json.dumps(value)}\n" for name, value in plain.items()))
    return file


def test_a_league_is_played_and_goes_on(got, start, config, tmp_path):
    out = tmp_path / "league"
    words = ("league", "--start", start, "--out", out, "--config", config)
    code, said, told = got(*words, "--rounds", 1)

    assert code == 0
    assert "finished after 1 rounds" in said
    assert f"champion: 001-main, play it as the agent policy:{out}" in said
    assert "round 1: candidate against 000-start: " in told
    assert ": promoted\n" in told
    code, said, _ = got("league", "--out", out, "--resume", "--rounds", 2, "--json")
    report = json.loads(said)
    assert code == 0
    assert (report["rounds"], report["champion"]) == (2, "001-main")
    assert got("tournament", "--agents", f"policy:{out},random", "--game", "taking",
               "--games", 2, "--no-isolate")[0] == 0  # fmt: skip


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--rounds", 1), "got: --start: expected the folder of a policy to start from\n"),
        (("--start", "nowhere"), "got: nowhere is no policy: it has no policy.safetensors\n"),
        (("--resume",), "got: nothing to resume: new has no league.json\n"),
        (
            ("--start", "start", "--trust-agents"),
            "got: --trust-agents: expected --resume with it\n",
        ),
        (("--start", "start", "--config", "bad.toml"), "got: 'colour': unknown; expected one of"),
    ],
)
def test_bad_usage_is_told_in_one_line(got, start, tmp_path, monkeypatch, words, message):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bad.toml").write_text("colour = 1\n")
    code, said, told = got("league", "--out", "new", *words)

    assert (code, said) == (2, "")
    assert told.startswith(message)
    assert told.count("\n") == 1
    assert not (tmp_path / "new").exists()


def test_a_network_that_no_training_makes_is_named_by_its_kind(got, tmp_path):
    game = get_game("btwixt")
    shape = MlpShape(game.observation.size, game.actions.size, layers=(4,), activation="relu")
    card = PolicyCard(
        game=game.code,
        version=game.identity.version,
        data_hash=game.identity.data_hash,
        players=3,
        options={},
        network=shape,
        steps=0,
        seed=0,
    )
    weights = {name: np.zeros(size, np.float32) for name, size in shape.tensors().items()}
    save_policy(tmp_path / "plain", card, weights)

    code, _, err = got("league", "--start", tmp_path / "plain", "--out", tmp_path / "league")

    expected = "its network is of the kind 'mlp': expected one that got train makes"
    assert code == 2
    assert err == f"got: {tmp_path / 'plain'}: {expected}\n"
    assert not (tmp_path / "league").exists()
