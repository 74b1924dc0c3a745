"""Every command with ``--data-dir`` plays with the folder, and refuses a bad one in a line."""

import io
import json
import subprocess
import sys

import pytest

from got_env import get_game
from got_env.replay import read_replay
from tests.own_data import own_folder, two_castles_win
from tests.play import AGOT2E

SMALL = ("--players", 3)
BENCH = ("--no-scale", "--no-compile", "--repeats", 1, "--seconds", 0.01, "--num-envs", 2)
TRAIN = """
num_envs = 4
rollout = 4
batch_size = 16
epochs = 1
stagger = 0
hidden = 8
critic = 4
evaluate_minutes = 0
checkpoint_minutes = 0
"""


@pytest.fixture(scope="module")
def short(tmp_path_factory):
    """Two castle areas win."""
    return own_folder(tmp_path_factory.mktemp("data") / "short", setup=two_castles_win)


@pytest.fixture
def config(tmp_path):
    """A training of a moment."""
    file = tmp_path / "small.toml"
    file.write_text(TRAIN)
    return file


def said_by_referee(*words):
    """Answers of ``got referee`` to the start of a game."""
    requests = [{"cmd": "new", "game": "agot2e", "players": 3}, {"cmd": "position"}]
    run = subprocess.run(
        [sys.executable, "-m", "got_env.cli", "referee", *map(str, words)],
        input="".join(json.dumps(request) + "\n" for request in requests),
        capture_output=True,
        text=True,
        check=False,
    )
    return run.returncode, [json.loads(line) for line in run.stdout.splitlines()], run.stderr


def test_play_and_replay(short, got, tmp_path):
    file = tmp_path / "game.txt"
    code, out, _ = got(
        "play", *SMALL, "--data-dir", short, "--agents", "heuristic", "--record", file, "--json"
    )
    told = json.loads(out)

    assert code == 0
    assert (told["end"], told["rounds"]) == ("seven_castles", 1)
    replay = read_replay(file.read_bytes(), short)
    assert replay.header.game is get_game("agot2e", short)
    assert got("replay", file, "--data-dir", short, "--verify")[0] == 0


def test_tournament(short, got):
    words = ("--agents", "heuristic,random", "--games", 4, "--jobs", 1, "--json")
    code, out, _ = got("tournament", *SMALL, "--data-dir", short, *words)
    summary = json.loads(out)

    assert code == 0
    assert summary["data_hash"] == get_game("agot2e", short).identity.data_hash
    assert summary["ends"]["seven_castles"] == 4


def test_bench_speed(short, got):
    code, out, _ = got("bench", "speed", *SMALL, "--data-dir", short, *BENCH, "--json")
    plain = json.loads(got("bench", "speed", *SMALL, *BENCH, "--json")[1])

    assert code == 0
    assert json.loads(out).keys() == plain.keys()


def test_bench_policy(short, got, tmp_path):
    out = tmp_path / "suite.json"
    sizes = ("--quick", "--games", 1, "--cell", 1, "--mirror", 1, "--jobs", 1)
    code, _, said = got("bench", "policy", "random", "--data-dir", short, *sizes, "--out", out)

    assert (code, said) == (0, "")
    assert json.loads(out.read_text())["data_hash"] == get_game("agot2e", short).identity.data_hash


def test_games(short, got):
    code, out, _ = got("games", "--data-dir", short, "--json")

    assert code == 0
    assert json.loads(out)["agot2e"]["data"] == "user's own"
    assert json.loads(got("games", "--actions", "agot2e", "--data-dir", short, "--json")[1])


def test_referee(short):
    code, answers, _ = said_by_referee("--data-dir", short)

    assert code == 0
    assert answers[0]["ok"]
    assert answers[1]["position"]["data"] == get_game("agot2e", short).identity.data_hash


@pytest.mark.training
def test_train(short, got, config, tmp_path):
    pytest.importorskip("sb3_contrib")
    words = ("--out", tmp_path / "run", "--config", config, "--steps", 16, "--device", "cpu")
    code, _, said = got("train", *SMALL, "--data-dir", short, *words)
    card = json.loads((tmp_path / "run" / "card.json").read_text())

    assert code == 0
    assert said.startswith("learning on cpu, ")
    assert card["data_hash"] == get_game("agot2e", short).identity.data_hash


@pytest.mark.parametrize(
    "command",
    [
        ("play",),
        ("tournament", "--games", "2"),
        ("bench", "speed"),
        ("bench", "policy", "random"),
        ("games",),
        ("games", "--actions", "agot2e"),
        ("train", "--out", "OUT", "--steps", "8"),
        ("referee",),
        ("replay", "REPLAY"),
    ],
    ids=" ".join,
)
def test_a_bad_folder_is_one_line_that_names_file_and_field(command, got, tmp_path, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO()))
    replay = tmp_path / "game.txt"
    replay.write_bytes(b"got_env replay 1\ngame agot2e\ndata 0123456789abcdef\n")
    places = {"OUT": tmp_path / "out", "REPLAY": replay}

    def drop_start(setup):
        del setup["wildling_track"]["start"]

    folder = own_folder(tmp_path / "mine", setup=drop_start)
    words = [places.get(word, word) for word in command]
    code, out, said = got(*words, "--data-dir", folder)

    assert code in (1, 2)
    assert out == ""
    assert said.count("\n") == 1
    assert f"{folder}: setup.json: wildling_track: object missing required field 'start'" in said
    assert not (tmp_path / "out").exists()


def test_the_package_itself_is_as_good_as_no_folder(got, tmp_path):
    listed = got("games", "--data-dir", own_folder(tmp_path / "same"), "--json")[1]

    assert json.loads(listed)["agot2e"]["data_hash"] == AGOT2E.identity.data_hash
    assert json.loads(listed)["agot2e"]["data"] == "sourced"
