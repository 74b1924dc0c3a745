"""A network learns the known best moves of a small game from games against its past selves."""

import numpy as np
import pytest

pytest.importorskip("sb3_contrib")
from got_agents.policy import PolicyAgent, load_policy
from got_env.games import GAMES
from got_training.args import Args
from got_training.training import train
from tests.toy.taking import MOST, TAKEN, TAKING, best

SIZES = {"num_envs": 32, "rollout": 16, "batch_size": 128, "hidden": 32, "critic": 16}
QUIET = {"evaluate_minutes": 0.0, "checkpoint_minutes": 0.0, "stagger": 8, "threads": 1}
ROLLOUT = 32 * 16
WON = [tokens for tokens in range(2, MOST + 1) if best(tokens)]
"""Numbers of tokens where some move wins; of one there is nothing to decide."""


@pytest.fixture(autouse=True)
def _taking(monkeypatch):
    monkeypatch.setitem(GAMES, TAKING.code, TAKING)


def chances(folder):
    """Chance that a policy takes the winning number, by the tokens that are left."""
    card, weights = load_policy(folder)
    network = PolicyAgent.of(TAKING, card.network, weights, name="learnt")._network
    observations = np.eye(MOST + 1, dtype=np.int8)[WON]
    masks = np.array([[take < tokens for take in range(TAKEN)] for tokens in WON])
    scores = np.where(masks, network.scores(observations, masks), -np.inf)
    odds = np.exp(scores - scores.max(axis=1, keepdims=True))
    odds /= odds.sum(axis=1, keepdims=True)
    return odds[np.arange(len(WON)), [best(tokens) - 1 for tokens in WON]]


@pytest.mark.training
def test_the_best_moves_are_learnt_against_past_selves(tmp_path):
    changes = {"opponents": ["past"], "opponent_share": 0.5, "past_every": 5, "past_kept": 4}
    args = Args.parse(
        SIZES,
        QUIET,
        changes,
        {"game": "taking", "steps": 80 * ROLLOUT, "learning_rate": 3e-3, "gae_lambda": 1.0},
    )
    train(args, tmp_path / "out")
    found = chances(tmp_path / "out")

    assert found.mean() > 0.9, dict(zip(WON, found.round(2), strict=True))
