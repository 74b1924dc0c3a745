"""The engine agrees with games recorded from an independent implementation.

The recordings are no part of the project: the tests look for them in the folder that the variable
GOT_ENV_CONFORMANCE names, or beside the repository, and skip where they are absent.
scripts/conformance.py runs the whole comparison.
"""

import os
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(HERE))

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
