"""Pictures of recorded games, and those of the documentation."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from got_env.pictures import picture
from got_env.replay import read_replay
from tests.other_user import as_other_user, make_read_only, make_writable
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


@pytest.mark.parametrize(
    ("place", "told"),
    [
        ("file/new", "cannot be written (Not a directory)"),
        ("gone", "cannot be written (it is a link to a place that is not there)"),
        ("x" * 300, "cannot be written (File name too long)"),
    ],
)
def test_a_place_where_no_folder_can_be_is_refused_in_one_line(got, tmp_path, place, told):
    (tmp_path / "file").touch()
    (tmp_path / "gone").symlink_to(tmp_path / "nowhere")
    code, out, err = got("replay", REPLAYS / "3p.txt", "--svg", tmp_path / place)

    assert (code, out) == (2, "")
    assert err == f"got: --svg {str(tmp_path / place)!r}: {told}\n"
    assert sorted(file.name for file in tmp_path.iterdir()) == ["file", "gone"]


@pytest.mark.parametrize(("option", "place"), [("--svg", "new"), ("--svg", ""), ("--html", "new")])
def test_a_folder_that_may_not_be_written_is_refused_in_one_line(tmp_path, option, place):
    """Pictures take long: whether they can be kept is found out before the first one is made."""
    shut = tmp_path / "shut"
    shut.mkdir()
    replay = tmp_path / "game.txt"
    replay.write_bytes((REPLAYS / "btwixt/3p.txt").read_bytes())
    make_read_only(tmp_path)
    for above in tmp_path.parents:  # a process of xdist has a folder more of its own
        if above.stat().st_mode & 0o055 != 0o055:
            above.chmod(above.stat().st_mode | 0o055)
    args = ["-m", "got_env.cli", "replay", str(replay), "--verify", option, str(shut / place)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    done = subprocess.run(
        [*as_other_user(), sys.executable, *args],
        capture_output=True,
        text=True,
        env=environment,
        check=False,
    )
    make_writable(tmp_path)

    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.endswith(
        f"{option} {str(shut / place)!r}: cannot be written (Permission denied)\n"
    )
    assert not [*shut.iterdir()]


def test_odd_names_of_places_are_names(got, tmp_path):
    for name in ("a[1]b", "*", "two\nlines", " "):
        folder = tmp_path / name
        page = folder / "page[0].html"
        code, _, err = got("replay", REPLAYS / "btwixt/3p.txt", "--verify", "--svg", folder)
        assert (code, err) == (0, "")
        assert len([*folder.iterdir()]) > 10
        code, _, err = got("replay", REPLAYS / "btwixt/3p.txt", "--verify", "--html", page)
        assert (code, err) == (0, "")
        assert page.read_text(encoding="utf-8").startswith("<!doctype html>")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no such device here")
def test_a_disk_that_is_full_is_named(got):
    code, _, err = got("replay", REPLAYS / "btwixt/3p.txt", "--verify", "--html", "/dev/full")

    assert code == 1
    assert "/dev/full: No space left on device" in err
    assert err.count("\n") == 1


def test_the_pictures_of_the_docs_are_those_of_the_package():
    """``scripts/generate_pictures`` has been run after the last change of a picture."""
    done = subprocess.run(
        [sys.executable, str(ROOT / "scripts" / "generate_pictures"), "--check"],
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stdout + done.stderr
