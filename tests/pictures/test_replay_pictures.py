"""Pictures of recorded games, and those of the documentation."""

import subprocess
import sys
from pathlib import Path

import pytest

from got_env.pictures import picture
from got_env.replay import read_replay
from tests.pictures.svg import Svg

ROOT = Path(__file__).parents[2]
REPLAYS = ROOT / "tests" / "replays"


@pytest.mark.parametrize("name", ["3p", "1e_3p", "btwixt/3p"])
def test_a_picture_of_each_round_and_of_the_end(got, tmp_path, name):
    folder = tmp_path / "new" / "pictures"
    code, out, err = got("replay", REPLAYS / f"{name}.txt", "--verify", "--svg", folder)
    files = sorted(folder.iterdir())
    replay = read_replay((REPLAYS / f"{name}.txt").read_bytes())
    replay.verify()

    assert code == 0, err
    assert "every line is right" in out
    rounds = int(replay.states["round_no"][0])
    assert len(files) == rounds + 1
    assert files[0].name == "00000_round_01.svg"
    assert files[-1].name == f"{replay.decisions:05d}_round_{rounds:02d}.svg"
    assert files[-1].read_text() == picture(replay.header.game, replay.states)


def test_a_picture_of_each_decision_as_one_player_knows_the_game(got, tmp_path):
    file = REPLAYS / "4p.txt"
    args = ("--each", "decision", "--viewer", "stark", "--svg", tmp_path / "pictures")
    code, _, err = got("replay", file, "--verify", *args)
    drawn = [path.read_text() for path in sorted((tmp_path / "pictures").iterdir())]

    replay = read_replay(file.read_bytes())
    expected = [picture(replay.header.game, s.states, 0, "stark") for s in replay.play()]
    assert code == 0, err
    assert drawn[:-1] == expected
    others = {
        e.find("{*}title").text.split(":")[0]
        for document in drawn[:3]
        for e in Svg(document).with_class("face-up")
    }
    assert others <= {"stark"}


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (
            ("--viewer", "stark"),
            "--viewer: it is for pictures, give --svg FOLDER or --html FILE too",
        ),
        (("--svg", "{new}", "--viewer", "tyrell"), "got: viewer='tyrell': expected one of"),
        (("--svg", "{full}"), "expected a folder that is new or empty"),
        (("--svg", "{file}"), "expected a folder that is new or empty"),
    ],
)
def test_what_cannot_be_drawn_is_refused_in_one_line(got, tmp_path, args, told):
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "file").touch()
    places = {"new": "new", "full": "full", "file": "full/file"}
    paths = {name: str(tmp_path / place) for name, place in places.items()}
    code, out, err = got("replay", REPLAYS / "3p.txt", *(arg.format(**paths) for arg in args))

    assert code == 2
    assert told in err
    assert len(err.splitlines()) == 1
    assert out == ""
    assert not (tmp_path / "new").exists()


def test_the_pictures_of_the_docs_are_those_of_the_package():
    """``scripts/generate_pictures`` has been run after the last change of a picture."""
    done = subprocess.run(
        [sys.executable, str(ROOT / "scripts" / "generate_pictures"), "--check"],
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stdout + done.stderr
