"""Play that looks for faults of the rules."""

import json
import runpy
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from got_env.core.auditing import audit_of
from got_env.games import get_game
from tests.toy.pennies import PENNIES

SOAK = Path(__file__).parents[2] / "scripts" / "soak.py"


def played(game, every=1, limit=1000, games=6):
    audit = audit_of(game)
    states = game.start(games, game.seats.counts[0], 1, {})
    counts = np.zeros(3, dtype=np.int64)
    faults = np.zeros((games, len(audit.faults)), dtype=np.int64)
    audit.play["random"](states, every, limit, counts, faults)
    return states, counts, dict(zip(audit.faults, faults.sum(axis=0).tolist(), strict=True))


def test_a_sound_game_is_played_to_the_end_without_a_fault():
    states, counts, faults = played(PENNIES)

    assert states["over"].all()
    assert not any(faults.values())
    assert counts[2] == counts[0] + len(states)  # every decision, and every end


def test_only_some_positions_are_looked_at():
    _, counts, _ = played(PENNIES, every=4)

    assert 6 < counts[2] < counts[0]


def test_an_unsound_position_is_found_and_ends_its_game():
    def check(states):
        if states["round_no"].max() > 1:
            raise ValueError("planted")

    states, _, faults = played(replace(PENNIES, records=replace(PENNIES.records, check=check)))

    assert faults["unsound"] == len(states)
    assert not states["over"].any()


def test_an_endless_game_is_found():
    _, counts, faults = played(PENNIES, limit=2)

    assert faults["too_long"] == 6
    assert counts[0] == 12


@pytest.mark.parametrize("code", ["btwixt", "agot1e"])
def test_the_soak_test_takes_any_game(code, capsys):
    players = get_game(code).seats.counts[0]
    arguments = ["--game", code, "--games", "3", "--players", str(players), "--every", "50"]
    assert runpy.run_path(str(SOAK))["main"]([*arguments, "--json"]) == 0

    table = json.loads(capsys.readouterr().out)["tables"][0]
    assert (table["games"], table["finished"]) == (3, 3)
    assert sum(table["ends"].values()) == 3
    assert not any(table["faults"].values())


def test_a_player_that_the_game_does_not_offer_is_refused(capsys):
    with pytest.raises(SystemExit):
        runpy.run_path(str(SOAK))["main"](["--game", "btwixt", "--player", "eager"])

    assert "player='eager': expected one of random" in capsys.readouterr().err
