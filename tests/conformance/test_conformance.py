"""The engine agrees with games recorded from an independent implementation.

Two recorded games are part of the project. ``pytest tests/conformance --recordings DIR`` replays
two games of each file of another folder instead; scripts/conformance.py replays them all.
"""

import gzip
import importlib.util
import json
from pathlib import Path

import pytest

from scripts.peer_replay import excerpt
from scripts.peer_replay import report as reports
from scripts.peer_replay.recordings import find_recordings, read_games
from scripts.peer_replay.report import read_deviations, replay_file

ROOT = Path(__file__).resolve().parents[2]
SHIPPED = find_recordings(ROOT / "tests" / "conformance" / "recordings")
DEVIATIONS = read_deviations(ROOT / "scripts" / "conformance_deviations.toml")
GAMES_OF_A_FILE = 2


def pytest_generate_tests(metafunc):
    if "recording" in metafunc.fixturenames:
        folder = metafunc.config.getoption("recordings")
        paths = find_recordings(Path(folder)) if folder else SHIPPED
        metafunc.parametrize("recording", paths, ids=lambda path: path.name)


def test_recorded_games_are_replayed_without_a_difference(recording):
    report = replay_file(recording, GAMES_OF_A_FILE)

    assert report.differences == []
    assert report.finished == report.games > 0
    assert report.decisions == report.decisions_in_file > 0
    assert report.states_equal == report.states > 0
    assert set(report.deviations) <= set(DEVIATIONS)


def test_the_shipped_recordings_are_two_whole_games():
    games = [game for path in SHIPPED for game in read_games(path)]

    assert [(game.players, game.tides) for game in games] == [(3, False), (6, True)]
    for path, game in zip(SHIPPED, games, strict=True):
        assert json.loads(gzip.decompress(path.read_bytes())) == excerpt.excerpt(game)


def test_a_changed_decision_of_a_shipped_game_is_a_difference(tmp_path):
    game = json.loads(gzip.decompress(SHIPPED[0].read_bytes()))
    march = next(step for step in game["steps"] if step["kind"] == "march")
    march["decision"]["moves"] = []
    write(tmp_path / "changed.jsonl", game)

    report = replay_file(tmp_path / "changed.jsonl", checking=False)

    assert report.finished == 0
    assert f"after step {march['n']} (march {march['house']})" in report.differences[0]


def test_an_excerpt_is_the_game_without_what_no_replay_reads(tmp_path, capsys):
    step = {"n": 1, "kind": "bid", "next": "planning", "events": [{"type": "turn-begin"}]}
    write(tmp_path / "a.jsonl", recorded(id="1", seed=3, steps=[step]))
    out = tmp_path / "b.jsonl.gz"

    assert excerpt.main([str(tmp_path / "a.jsonl"), "2", str(out)]) == 2
    assert "no game has the id '2'" in capsys.readouterr().err
    assert excerpt.main([str(tmp_path / "a.jsonl"), "1", str(out)]) == 0

    written = json.loads(gzip.decompress(out.read_bytes()))
    assert written == recorded(id="1", steps=[{"n": 1, "kind": "bid"}])


def script():
    """The module of scripts/conformance.py."""
    path = ROOT / "scripts" / "conformance.py"
    spec = importlib.util.spec_from_file_location("conformance_script", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def recorded(**change):
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
    assert script().main(["--recordings", str(tmp_path)]) == 2
    assert script().main(["--recordings", str(tmp_path / "none")]) == 2

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

    assert script().main(["--recordings", str(tmp_path)]) == 2
    assert message in capsys.readouterr().err


def test_damaged_compression_is_bad_usage(tmp_path, capsys):
    write(tmp_path / "a.jsonl.gz", recorded())
    blob = (tmp_path / "a.jsonl.gz").read_bytes()
    (tmp_path / "a.jsonl.gz").write_bytes(blob[:-6])

    assert script().main(["--recordings", str(tmp_path)]) == 2
    assert "a.jsonl.gz: cannot be read:" in capsys.readouterr().err


@pytest.mark.parametrize("ending", [".jsonl", ".jsonl.gz"])
def test_a_game_that_cannot_be_followed_is_unexplained(tmp_path, capsys, ending):
    write(tmp_path / f"other{ending}", recorded(), recorded(players=9))

    code = script().main(["--recordings", str(tmp_path), "--json", "--show", "1"])

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
