"""SuperSuit: its wrappers and batches around the parallel form, for one network on all seats."""

import argparse

import numpy as np
import supersuit
from sb3_contrib import MaskablePPO
from stable_baselines3.common.utils import set_random_seed
from stable_baselines3.common.vec_env import VecEnvWrapper, VecMonitor

from got_env import agot2e_v0

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--steps", type=int, default=150_000, help="rows to learn from, three a step")
parser.add_argument("--games", type=int, default=60, help="games of each test")
args = parser.parse_args()
PLAYERS, TABLES = 3, 8


class MasksFromInfos(VecEnvWrapper):
    """Gives MaskablePPO the masks that lie in the infos of each row."""

    def reset(self):
        """Start all games."""
        observations = self.venv.reset()
        self.masks = np.array([info["action_mask"] for info in self.venv.reset_infos], dtype=bool)
        return observations

    def step_wait(self):
        """Play a step."""
        observations, rewards, ended, infos = self.venv.step_wait()
        self.masks = np.array([info["action_mask"] for info in infos], dtype=bool)
        return observations, rewards, ended, infos

    def env_method(self, method_name, *method_args, indices=None, **method_kwargs):
        """The masks row by row, as sb3-contrib asks for them."""
        return [getattr(self, method_name)()[row] for row in self._get_indices(indices)]

    def has_attr(self, attr_name):
        """What sb3-contrib looks for; SuperSuit's batches cannot be asked."""
        return attr_name == "action_masks"

    def action_masks(self):
        """Legal actions ``(rows, A) bool``; one for each row that waits."""
        return self.masks


def make_envs(tables):
    """``tables`` games as a batch of three rows each, a row for each house."""
    env = agot2e_v0.parallel_env(
        players=PLAYERS, skip_forced=True, reward="castles", mask_in_observation=False
    )
    env = supersuit.dtype_v0(env, np.float32)
    rows = supersuit.pettingzoo_env_to_vec_env_v1(env)
    batch = supersuit.concat_vec_envs_v1(rows, tables, base_class="stable_baselines3")
    return MasksFromInfos(batch)


def win_share(model, seed=1_000):
    """Share of games won by the model at one seat, chosen game by game, of random players."""
    env = agot2e_v0.env(players=PLAYERS, skip_forced=True)
    rng, won = np.random.default_rng(seed), 0
    for game in range(args.games):
        env.reset(seed=seed + game)
        own = env.possible_agents[game % PLAYERS]
        for house in env.agent_iter():
            observed, _, over, _, info = env.last()
            if over:
                won += house == own and info["place"] == 0
                env.step(None)
            elif house == own:
                mask = observed["action_mask"].astype(bool)
                numbers = observed["observation"].astype(np.float32)
                env.step(int(model.predict(numbers, action_masks=mask)[0]))
            else:
                env.step(int(rng.choice(np.flatnonzero(observed["action_mask"]))))
    return won / args.games


set_random_seed(1)  # of the model: SuperSuit's batches take no seed
model = MaskablePPO(
    "MlpPolicy",
    VecMonitor(make_envs(TABLES)),
    n_steps=256,
    batch_size=1024,
    n_epochs=4,
    learning_rate=7e-4,
    gamma=1.0,
    ent_coef=0.01,
    policy_kwargs={"net_arch": [256, 256]},
)
print(f"before: the model wins {win_share(model):.0%} of its games against random players")
model.learn(args.steps)
print(f"after {model.num_timesteps:,} rows: {win_share(model):.0%}")
