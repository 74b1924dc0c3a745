"""The engine agrees with games recorded from an independent implementation.

The recordings are no part of the project: the tests look for them in the folder that the variable
GOT_ENV_CONFORMANCE names, or beside the repository, and skip where they are absent.
scripts/conformance.py runs the whole comparison.
"""

import gzip
import importlib.util
import json
import os
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(HERE))

from peer_replay import report as reports  # noqa: E402
from peer_replay.recordings import find_recordings  # noqa: E402
from peer_replay.report import read_deviations, replay_file  # noqa: E402

GAMES = 2
NAMED = os.environ.get("GOT_ENV_CONFORMANCE")
FOLDER = Path(NAMED) if NAMED else ROOT.parent / "shared" / "conformance" / "agot2e"
RECORDINGS = find_recordings(FOLDER) if NAMED or FOLDER.is_dir() else []
DEVIATIONS = read_deviations(ROOT / "scripts" / "conformance_deviations.toml")


@pytest.mark.slow
@pytest.mark.parametrize("path", RECORDINGS or [None], ids=lambda p: p.name if p else "none")
def test_recorded_games_are_replayed_without_a_difference(path):
    if path is None:
        pytest.skip("no recorded games: set GOT_ENV_CONFORMANCE to their folder")

    report = replay_file(path, GAMES)

    assert report.differences == []
    assert report.finished == report.games == GAMES
    assert report.states_equal == report.states > 0
    assert set(report.deviations) <= set(DEVIATIONS)


def script():
    """The module of scripts/conformance.py."""
    path = ROOT / "scripts" / "conformance.py"
    spec = importlib.util.spec_from_file_location("conformance_script", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def recording(**change):
    """A recorded game that cannot be brought together with ours."""
    return {
        "id": "made up",
        "players": 3,
        "tides_of_battle": False,
        "initial": {},
        "steps": [],
        "result": {},
        **change,
    }


def write(path, *games):
    text = "".join(json.dumps(game) + "\n" for game in games)
    path.write_bytes(gzip.compress(text.encode()) if path.suffix == ".gz" else text.encode())


def test_a_folder_without_recordings_is_bad_usage(tmp_path, capsys):
    assert script().main([str(tmp_path)]) == 2
    assert script().main([str(tmp_path / "none")]) == 2

    errors = capsys.readouterr().err.splitlines()
    assert "no recordings (*.jsonl.gz or *.jsonl) there" in errors[0]
    assert errors[1].endswith("no such folder")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "there is no game in its recordings"),
        (b"{}\n", "a.jsonl, line 1: not a recorded game: 'id'"),
        (b"[]\n", "a.jsonl, line 1: not a recorded game:"),
        (b"{", "a.jsonl, line 1: not a recorded game:"),
        (b"\xff\n", "a.jsonl: cannot be read:"),
    ],
)
def test_a_file_that_is_no_recording_is_bad_usage(tmp_path, capsys, content, message):
    (tmp_path / "a.jsonl").write_bytes(content)

    assert script().main([str(tmp_path)]) == 2
    assert message in capsys.readouterr().err


def test_damaged_compression_is_bad_usage(tmp_path, capsys):
    write(tmp_path / "a.jsonl.gz", recording())
    blob = (tmp_path / "a.jsonl.gz").read_bytes()
    (tmp_path / "a.jsonl.gz").write_bytes(blob[:-6])

    assert script().main([str(tmp_path)]) == 2
    assert "a.jsonl.gz: cannot be read:" in capsys.readouterr().err


@pytest.mark.parametrize("ending", [".jsonl", ".jsonl.gz"])
def test_a_game_that_cannot_be_followed_is_unexplained(tmp_path, capsys, ending):
    write(tmp_path / f"other{ending}", recording(), recording(players=9))

    code = script().main([str(tmp_path), "--json", "--show", "1"])

    told = json.loads(capsys.readouterr().out)
    assert code == 1
    assert (told["games"], told["unexplained"], len(told["differences"])) == (2, 2, 1)
    assert told["listed_deviations"] == len(DEVIATIONS)
    assert {
        "decisions",
        "states_compared",
        "states_equal",
        "options_compared",
        "options_equal",
        "proposals",
        "proposals_agreed",
    } <= set(told)


def test_every_listed_deviation_has_a_rule_a_citation_and_a_reason(tmp_path):
    ledger = (ROOT / "docs" / "rules" / "agot2e.md").read_text()
    for entry in DEVIATIONS.values():
        assert f"**{entry['rule']}**" in ledger
        assert "section" in entry["citation"]

    bad = tmp_path / "bad.toml"
    bad.write_text('[one]\nrule = "2E-RAID-01"\nreason = "why"\n')
    with pytest.raises(ValueError, match="one needs a citation"):
        read_deviations(bad)


def test_a_deviation_that_is_not_listed_counts_as_unexplained():
    report = reports.FileReport("a")
    report.deviations.update(["fog", "fog"])

    reports.add_unlisted(report, DEVIATIONS)

    assert report.differences == ["a: deviation 'fog' was applied 2 times, but it is not listed"]
    assert not report.fine
