"""Redealt games are games: nothing is lost or doubled, whatever options are chosen."""

import numpy as np
import pytest

from got_env.btwixt.rules.options import OPTIONS
from got_env.games import get_game

GAME = get_game("btwixt")
WHITES = {
    "advanced": "true",
    "draft": "true",
    "draft_includes_leader_specific": "yes",
    "stolen_white_card": "back_to_owner",
}
REMOVED = {"clash_draft": "true", "clash_of_kings_leader_cards_removed": "yes"}


def others(seed):
    """Every option at a random value, without the combinations that are refused."""
    rng = np.random.default_rng(seed)
    chosen = {
        key: spec.values[1]
        for key, spec in OPTIONS.items()
        if len(spec.values) > 1 and key != "clash_with_advanced" and rng.random() < 0.4
    }
    if "clash_draft" in chosen:
        chosen.pop("draft", None)
    return chosen


@pytest.mark.parametrize("options", [WHITES, REMOVED, *(others(seed) for seed in range(6))])
def test_a_redealt_game_has_every_piece_once(options):
    rng = np.random.default_rng(3)
    counts = np.zeros(2, dtype=np.int64)
    for players in GAME.seats.counts:
        states = GAME.start(6, players, 11, options)
        while not states["over"].all():
            mask = np.zeros(GAME.actions.size, dtype=np.bool_)
            GAME.kernels.rollout(states, mask, int(rng.integers(20, 70)), counts)
            seats = rng.integers(0, players, size=6).astype(np.int8)
            twins = states.copy()
            GAME.kernels.redeal(twins, seats, rng.integers(0, 1 << 30, size=6))
            GAME.records.check(states)
            GAME.records.check(twins)
