"""Rewards for final places."""

import pytest

from got_env.core.rewards import final_rewards, prizes
from got_env.westeros.games.agot2e import GAME as AGOT2E


@pytest.mark.parametrize(
    ("reward", "places", "expected"),
    [
        ("win", [0, 1, 2], [1.0, -0.5, -0.5]),
        ("castles", [2, 0, 1], [-0.5, 1.0, -0.5]),
        ("win", [0, 0, 2], [0.25, 0.25, -0.5]),
        ("rank", [1, 0, 2], [0.0, 1.0, -1.0]),
        ("rank", [0, 3, 1, 1], [1.0, -1.0, 0.0, 0.0]),
        ("rank", [0, 0, 0, 0], [0.0, 0.0, 0.0, 0.0]),
    ],
)
def test_places_are_worth(reward, places, expected):
    assert final_rewards(AGOT2E, reward, places).tolist() == pytest.approx(expected)


@pytest.mark.parametrize("reward", ["win", "rank", "castles"])
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_prizes_add_up_to_zero(reward, players):
    assert prizes(AGOT2E, reward, players).sum() == pytest.approx(0.0)


def test_an_unknown_reward_is_named():
    with pytest.raises(ValueError, match="reward='gold': expected one of win, rank, castles"):
        prizes(AGOT2E, "gold", 3)
