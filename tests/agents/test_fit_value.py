"""The fit of the value of positions: what games it learns from."""

import runpy
from pathlib import Path

import numpy as np

from got_env.games import get_game

SCRIPT = Path(__file__).parent.parent.parent / "scripts" / "fit_value.py"


def test_games_that_nobody_won_alone_are_left_out():
    positions = runpy.run_path(str(SCRIPT))["positions"]

    def end(states, *others):
        states["over"] = 1
        states["winner"] = 2, -1, 0

    positions.__globals__["play_a_round"] = end
    features, facts = positions(get_game("asos"), 3, 3, seed=0)

    assert facts.tolist() == [[2, 0], [0, 2]]
    assert features.shape[:2] == (2, 4)
    assert not np.isnan(features[:, :3]).any()
    assert np.isnan(features[:, 3:]).all()
