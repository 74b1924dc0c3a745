"""stable-baselines3: MaskablePPO learns to play Stark on `make_vec_env`."""

import argparse

import numpy as np
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import get_action_masks
from stable_baselines3.common.env_util import make_vec_env

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--steps", type=int, default=60_000, help="decisions to learn from")
parser.add_argument("--games", type=int, default=100, help="games of each test")
args = parser.parse_args()

# "castles" pays on the way for castles won and lost; with gamma=1 that changes no best policy.
game = {"house": "stark", "opponents": "random", "players": 3, "reward": "castles"}
quiet = game | {"render_mode": None}  # else make_vec_env asks for pictures, and warns
train_envs = make_vec_env("got_env:got_env/Agot2e-v0", n_envs=16, seed=1, env_kwargs=quiet)
test_envs = make_vec_env("got_env:got_env/Agot2e-v0", n_envs=16, env_kwargs=quiet)


def win_share(model):
    """Share of the test games that Stark wins."""
    test_envs.seed(2)
    observations, places = test_envs.reset(), []
    while len(places) < args.games:
        actions, _ = model.predict(observations, action_masks=get_action_masks(test_envs))
        observations, _, ended, infos = test_envs.step(actions)
        places += [infos[row]["place"] for row in np.flatnonzero(ended)]
    return np.mean(np.array(places) == 0)


model = MaskablePPO(
    "MlpPolicy",
    train_envs,
    n_steps=128,
    batch_size=512,
    n_epochs=4,
    learning_rate=7e-4,
    gamma=1.0,
    ent_coef=0.01,
    policy_kwargs={"net_arch": [256, 256]},
    seed=1,
)
print(f"before: Stark wins {win_share(model):.0%} of its games against two random houses")
model.learn(args.steps)
print(f"after {model.num_timesteps:,} decisions: {win_share(model):.0%}")
