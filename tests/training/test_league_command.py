"""The command ``got league``."""

import json

import pytest

pytest.importorskip("sb3_contrib")
pytest.importorskip("openskill")
from got_env.games import GAMES
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
