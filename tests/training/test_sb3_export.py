"""Models of stable-baselines3 become agents that play without it."""

import subprocess
import sys

import gymnasium
import numpy as np
import pytest

pytest.importorskip("sb3_contrib")
import torch
from gymnasium import spaces
from gymnasium.wrappers import DtypeObservation
from sb3_contrib import MaskablePPO
from stable_baselines3 import PPO
from stable_baselines3.common.env_util import make_vec_env
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from stable_baselines3.common.vec_env import VecFrameStack, VecNormalize
from torch import nn

from got_agents.policy import PolicyAgent, load_policy
from got_agents.registry import is_own, make_agent, starts_code
from got_agents.sb3 import export
from got_benchmarks.tournament.run import tournament
from got_env.core.views import first_views
from got_env.envs.observations import cut_blocks
from got_env.games import get_game
from tests.agents.games import random_games

pytestmark = pytest.mark.training

GAME = get_game("agot2e")
ID = "got_env/Agot2e-v0"
PLAIN = {"house": "stark", "opponents": "random", "players": 3, "render_mode": None}
STEPS = 32

CASES = {
    "as it is": ("MlpPolicy", {}, {}),
    "relu": ("MlpPolicy", {"activation_fn": nn.ReLU, "net_arch": [24, 12, 8]}, {}),
    "apart": ("MlpPolicy", {"net_arch": {"pi": [9], "vf": [5, 4]}}, {}),
    "extractors apart": ("MlpPolicy", {"share_features_extractor": False}, {}),
    "linear": ("MlpPolicy", {"net_arch": []}, {}),
    "mask in observation": ("MultiInputPolicy", {"net_arch": [8]}, {"mask_in_observation": True}),
    "entities": ("MultiInputPolicy", {"net_arch": [8]}, {"observation": "entities"}),
}


def vec_env(**more):
    return make_vec_env(ID, n_envs=2, seed=1, env_kwargs=PLAIN | more)


def made(policy="MlpPolicy", env=None, algorithm=MaskablePPO, **policy_kwargs):
    return algorithm(
        policy,
        vec_env() if env is None else env,
        n_steps=STEPS // 2,
        batch_size=STEPS,
        n_epochs=2,
        learning_rate=0.01,
        seed=3,
        device="cpu",
        policy_kwargs=policy_kwargs,
    )


def given(model, views):
    """Observations of some decisions as the model takes them."""
    flat, space = views.observations, model.observation_space
    if not isinstance(space, spaces.Dict):
        return flat
    parts = {"observation": flat, "action_mask": views.masks.astype(np.int8)}
    parts |= cut_blocks(GAME, flat)
    return {name: parts[name] for name in space.spaces}


def probabilities(model, views):
    """The model's own chances of all actions ``(B, A)``."""
    tensors, _ = model.policy.obs_to_tensor(given(model, views))
    with torch.no_grad():
        return model.policy.get_distribution(tensors, views.masks).distribution.probs.numpy()


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_the_agent_has_the_chances_of_the_model(case, tmp_path):
    policy, kwargs, env = case
    model = made(policy, vec_env(**env), **kwargs)
    model.learn(STEPS)

    agent = export(model, tmp_path / "mine", players=3)

    card, _ = load_policy(tmp_path / "mine")
    assert (card.players, card.steps, card.seed) == (3, STEPS, 3)
    assert card.training["algorithm"] == "MaskablePPO"
    compared = 0
    for step, views in enumerate(random_games(4, 3)):
        if step % 10:
            continue
        expected = probabilities(model, views)
        scores = agent._network.scores(views.observations, views.masks).astype(np.float64)
        scores[~views.masks] = -np.inf
        odds = np.exp(scores - scores.max(axis=1, keepdims=True))
        np.testing.assert_allclose(odds / odds.sum(axis=1, keepdims=True), expected, atol=2e-5)
        compared += 1
        if compared == 8:
            break
    assert compared == 8
    assert expected.max() > 1.02 * expected[views.masks].min()  # the chances do differ


def test_the_agent_plays_wherever_agents_are_named(tmp_path):
    model = made(net_arch=[8])
    agent = export(model, tmp_path / "mine")

    assert isinstance(agent, PolicyAgent)
    spec = f"policy:{tmp_path / 'mine'}"
    views = first_views(GAME)
    assert make_agent(spec).act(views[0]) == agent.act(views[0])
    best = probabilities(model, views).argmax(axis=1)
    assert make_agent(f"policy_greedy:{tmp_path / 'mine'}").act_batch(views) == best
    results = tournament([spec, "random"], games=2, players=3)
    assert results.errors == 0


def test_playing_it_imports_no_torch_and_reads_no_pickle(tmp_path):
    export(made(net_arch=[8]), tmp_path / "mine")
    program = f"""
import sys
for name in ("torch", "stable_baselines3", "sb3_contrib", "safetensors"):
    sys.modules[name] = None
import pickle
def refuse(*args, **kwargs):
    raise AssertionError("a pickle was read")
from got_env.games import get_game
from got_env.core.views import first_views
from got_agents.registry import is_own, make_agent, starts_code
views = first_views(get_game("agot2e"))
assert views.observations.any()  # kernels come out of the cache of this machine before
pickle.load = pickle.loads = pickle.Unpickler = refuse
print(make_agent({f"policy:{tmp_path / 'mine'}"!r}).act_batch(views)[0])
"""

    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)

    assert done.returncode == 0, done.stderr
    assert int(done.stdout) in first_views(GAME)[0].legal


class Halved(BaseFeaturesExtractor):
    """An extractor of somebody's own."""

    def __init__(self, observation_space):
        super().__init__(observation_space, features_dim=observation_space.shape[0])

    def forward(self, observations):
        return observations / 2


def floating():
    return DtypeObservation(gymnasium.make(ID, **PLAIN), np.float32)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: made(activation_fn=nn.ELU), r"activation torch\.nn\.modules\.activation\.ELU: ex"),
        (lambda: made(features_extractor_class=Halved), r"features extractor .*Halved: expected"),
        (
            lambda: made(env=VecNormalize(vec_env())),
            "VecNormalize changes observations: expected norm_obs=False",
        ),
        (
            lambda: made(env=VecFrameStack(vec_env(), 2)),
            r"observation 'observation': int8 of shape .*, expected int8 of shape .* wrappers",
        ),
        (
            lambda: made(env=make_vec_env(floating, n_envs=1)),
            r"observation 'observation': float32 of shape .*, expected int8",
        ),
        (
            lambda: made(algorithm=PPO),
            r"policy .*ActorCriticPolicy: expected MlpPolicy or MultiInputPolicy of MaskablePPO",
        ),
        (
            lambda: MaskablePPO("MlpPolicy", "CartPole-v1"),
            "observation 'observation': float32 of shape",
        ),
        (lambda: "a path", r"policy builtins\.NoneType: expected"),
    ],
)
def test_what_cannot_be_exported_is_refused_by_its_name(make, message, tmp_path):
    model = make()

    with pytest.raises(ValueError, match=message):
        export(model, tmp_path / "mine")

    assert not (tmp_path / "mine").exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"game": "chess"}, "chess"),
        ({"players": 2}, "players=2: expected one of"),
        ({"options": {"tides": "perhaps"}}, "options: .*tides"),
    ],
)
def test_bad_arguments_are_named(arguments, message, tmp_path):
    model = made(net_arch=[4])

    with pytest.raises(ValueError, match=message):
        export(model, tmp_path / "mine", **arguments)

    assert not (tmp_path / "mine").exists()


def test_weights_that_cannot_be_computed_are_not_written(tmp_path):
    model = made(net_arch=[4])
    with torch.no_grad():
        model.policy.action_net.weight[0, 0] = float("nan")

    with pytest.raises(ValueError, match=r"tensor actor\.weight holds numbers that are not finite"):
        export(model, tmp_path / "mine")

    assert not (tmp_path / "mine").exists()


def test_normalized_rewards_do_no_harm(tmp_path):
    assert export(made(env=VecNormalize(vec_env(), norm_obs=False)), tmp_path / "mine")


def test_a_saved_model_plays_from_its_file(tmp_path):
    model = made()
    model.save(tmp_path / "model.zip")
    exported = export(model, tmp_path / "policy")

    agent = make_agent(f"sb3:{tmp_path / 'model.zip'}")

    assert agent.fingerprint == exported.fingerprint
    assert not is_own("sb3:model.zip")
    assert starts_code("sb3:model.zip")


def test_a_file_that_is_no_saved_model_names_the_function_that_exports(tmp_path):
    file = tmp_path / "model.zip"
    file.write_bytes(b"nothing")

    with pytest.raises(ValueError, match=r"no model of MaskablePPO .*got_agents.sb3.export\(model"):
        make_agent(f"sb3:{file}")


def test_a_saved_model_that_is_not_there_is_named_as_it_was_given(tmp_path):
    file = tmp_path / "model.zip"

    with pytest.raises(ValueError, match=r"model\.zip is not a file"):
        make_agent(f"sb3:{file}")


def test_a_saved_model_of_another_kind_is_refused(tmp_path):
    made(algorithm=PPO).save(tmp_path / "model.zip")

    with pytest.raises(ValueError, match=r"got_agents.sb3.export|expected MlpPolicy"):
        make_agent(f"sb3:{tmp_path / 'model.zip'}")
