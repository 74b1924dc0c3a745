"""A network that follows a teacher while it plays."""

import numpy as np
import pytest

pytest.importorskip("torch")
import torch

from got_agents.base import Views, choose
from got_agents.policy import PolicyAgent
from got_agents.registry import make_agent
from got_env.cli.app import main
from got_training.args import Args
from got_training.ppo import SURE
from got_training.recipes import RECIPES, recipe
from got_training.training import Training

SMALL = {
    **{"players": 3, "num_envs": 64, "rollout": 32, "batch_size": 128, "threads": 1},
    **{"hidden": 32, "critic": 8, "embedding": 4, "evaluate_minutes": 0.0, "stagger": 100},
}
ROLLOUT = SMALL["num_envs"] * SMALL["rollout"]


def following(steps=ROLLOUT, **changes):
    return Args.parse(recipe("follow"), SMALL, {"steps": steps}, changes)


def decisions(training):
    """Questions to the teacher of a training now: the views of all games."""
    games = training.model.get_env()
    vector, seats = games.games, games.seats.copy()
    seeds = np.zeros(games.num_envs, dtype=np.int64)
    return Views.of(vector.game, vector.states, seats, games.action_masks(), seeds)


def agreement(training):
    """In how many decisions of random games the network's best action is the teacher's."""
    network = training.model.policy.network
    agent = PolicyAgent.of(
        training.game, training.shape, network.weights(), name="pupil", greedy=True
    )
    teacher = make_agent("heuristic")
    games = training.model.get_env()
    games.seed(99)
    games.reset()
    same = []
    for _ in range(20):
        views = decisions(training)
        wanted = choose(teacher, views)
        same.append(agent.act_batch(views) == wanted)
        games.step(wanted)
    return float(np.mean(same))


@pytest.mark.training
def test_a_network_learns_to_follow(tmp_path):
    before = Training(following(), tmp_path / "before")
    with before:
        first = agreement(before)
    training = Training(following(8 * ROLLOUT), tmp_path / "out")
    training.run()

    assert agreement(training) > first + 0.2


@pytest.mark.training
@pytest.mark.parametrize("share", [0.0, 1.0])
def test_the_teacher_plays_its_share_and_answers_all(tmp_path, share):
    with Training(following(teacher_share=share), tmp_path) as training:
        model, games = training.model, training.model.get_env()
        games.reset()
        masks = games.action_masks()
        chosen = np.argmax(masks, axis=1)
        played, kept = model.decide(games, masks, chosen)

        assert masks[np.arange(len(kept)), kept].all()
        assert not np.array_equal(kept, chosen)
        assert np.array_equal(played, kept if share else chosen)


@pytest.mark.training
def test_a_decision_in_which_the_teacher_differs_is_never_sure(tmp_path):
    chosen = {}
    training = Training(following(teacher="random", sure_share=0.5), tmp_path)
    model = training.model
    decide, record = model.decide, model.rollout_buffer.record

    def noted(games, masks, actions):
        chosen["actions"] = actions
        return decide(games, masks, actions)

    def checked(*args, sure, **kwargs):
        learner, kept, log_probs = args[3], args[4], args[6]
        wanted = (kept == chosen["actions"]) & (np.exp(log_probs) > SURE)
        assert (sure == wanted)[learner].all()
        chosen["differ"] = chosen.get("differ", 0) + int((np.exp(log_probs) > SURE)[learner].sum())
        chosen["sure"] = chosen.get("sure", 0) + int(sure[learner].sum())
        record(*args, sure=sure, **kwargs)

    with torch.no_grad():
        model.policy.network.actor.bias[::3] += 6.0
    model.decide, model.rollout_buffer.record = noted, checked
    training.run()

    assert 0 < chosen["sure"] < chosen["differ"]


@pytest.mark.training
def test_other_seats_are_not_asked_about(tmp_path):
    args = following(opponents=["random"], opponent_share=0.5, teacher_share=1.0)
    with Training(args, tmp_path) as training:
        model, games = training.model, training.model.get_env()
        games.reset()
        masks = games.action_masks()
        chosen = np.argmax(masks, axis=1)
        played, kept = model.decide(games, masks, chosen)

        assert 0 < games.learner.sum() < len(kept)
        assert np.array_equal(kept[~games.learner], chosen[~games.learner])
        assert np.array_equal(played[games.learner], kept[games.learner])


@pytest.mark.parametrize("name", RECIPES)
def test_every_recipe_is_of_known_arguments_in_range(name):
    Args.parse(recipe(name), {"steps": 1})


def test_an_unknown_recipe_is_named(tmp_path, capsys):
    with pytest.raises(SystemExit) as end:
        main(["train", "--out", str(tmp_path), "--recipe", "folow"])

    assert end.value.code == 2
    assert "recipe='folow': did you mean 'follow'?" in capsys.readouterr().err


def test_a_teacher_of_another_game_is_refused(tmp_path):
    with pytest.raises(ValueError, match="schemer"):
        Training(following(teacher="schemer"), tmp_path)
