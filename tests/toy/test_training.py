"""A game without a board is trained: the network and the rewards follow from its value."""

import pytest

pytest.importorskip("sb3_contrib")

from got_agents.policy import load_policy
from got_benchmarks.tournament import tournament
from got_training.args import Args
from got_training.training import train

STEPS = 2 * 8 * 16


@pytest.mark.training
def test_a_short_training_leaves_a_policy_that_plays(pennies, tmp_path):
    args = Args(
        game=pennies.code,
        players=3,
        steps=STEPS,
        num_envs=8,
        rollout=16,
        batch_size=32,
        stagger=8,
        hidden=16,
        critic=8,
        evaluate_minutes=0.0,
        checkpoint_minutes=0.0,
    )
    progress = train(args, tmp_path / "trained")
    card, _ = load_policy(tmp_path / "trained")
    agents = (f"policy:{tmp_path / 'trained'}", "random")
    results = tournament(agents, games=4, players=3, game=pennies.code, isolate=False)

    assert progress.steps >= STEPS
    assert (card.game, card.training["reward"]) == ("pennies", "points")
    assert card.network.plain()["entities"] == 0, "no action points at a row of its observation"
    assert results.errors == 0
