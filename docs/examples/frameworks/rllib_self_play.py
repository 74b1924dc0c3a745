"""RLlib, new API stack: masked PPO, one policy plays and learns all houses of a table."""

import argparse

import numpy as np
import ray
import torch
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module.multi_rl_module import MultiRLModuleSpec
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.env.wrappers.pettingzoo_env import PettingZooEnv
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
from ray.tune.registry import register_env

from got_env import agot2e_v0
from got_training.rllib_connector import MaskedObservations

PLAYERS = 3


def make_env(config):
    """RLlib's check of environments plays an action drawn without a mask; that ends the game."""
    return PettingZooEnv(
        agot2e_v0.env(players=PLAYERS, skip_forced=True, reward="castles", illegal_reward=-1.0)
    )


def win_share(module, games, seed):
    """Share of games won by the policy at one seat, chosen game by game, of random players."""
    env = agot2e_v0.env(players=PLAYERS, skip_forced=True)
    rng = np.random.default_rng(seed)
    won = 0
    for game in range(games):
        env.reset(seed=seed + game)
        own = env.possible_agents[game % PLAYERS]
        for house in env.agent_iter():
            observation, _, over, _, info = env.last()
            if over:
                won += house == own and info["place"] == 0
                env.step(None)
                continue
            mask = observation["action_mask"]
            logits = np.zeros(len(mask))
            if house == own:
                batch = {
                    "observations": torch.from_numpy(observation["observation"]).float()[None],
                    "action_mask": torch.from_numpy(mask).float()[None],
                }
                with torch.no_grad():
                    answer = module.forward_inference({Columns.OBS: batch})
                logits = answer[Columns.ACTION_DIST_INPUTS][0].numpy()
            noise = rng.gumbel(size=len(mask))  # the largest of scores plus noise is a sample
            env.step(int(np.where(mask, logits + noise, -np.inf).argmax()))
    return won / games


def main():
    """Train, with a test before and after."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--iterations", type=int, default=30)
    parser.add_argument("--batch", type=int, default=4000, help="decisions of an iteration")
    parser.add_argument("--games", type=int, default=60, help="games of each test")
    args = parser.parse_args()
    ray.init(include_dashboard=False, num_cpus=2)
    register_env("agot2e", make_env)
    config = (
        PPOConfig()
        .environment("agot2e")  # RLlib's check of the environment stays on
        .env_runners(
            num_env_runners=0,
            num_envs_per_env_runner=8,
            rollout_fragment_length="auto",
            env_to_module_connector=lambda env, spaces, device: MaskedObservations(),
        )
        .multi_agent(policies={"house"}, policy_mapping_fn=lambda agent, episode: "house")
        .rl_module(
            rl_module_spec=MultiRLModuleSpec(
                rl_module_specs={
                    "house": RLModuleSpec(
                        module_class=ActionMaskingTorchRLModule,
                        model_config={"fcnet_hiddens": [256, 256], "vf_share_layers": True},
                    )
                }
            )
        )
        .training(
            lr=3e-4,
            gamma=1.0,
            lambda_=0.95,
            entropy_coeff=0.01,
            train_batch_size_per_learner=args.batch,
            minibatch_size=512,
            num_epochs=4,
            vf_loss_coeff=0.5,
            grad_clip=0.5,
        )
    )
    algorithm = config.build_algo()
    share = win_share(algorithm.get_module("house"), args.games, seed=1_000)
    print(f"before: the policy wins {share:.0%} of its games against random players")
    for iteration in range(1, args.iterations + 1):
        result = algorithm.train()
        if iteration % 5 == 0:
            steps = result["num_env_steps_sampled_lifetime"]
            print(f"iteration {iteration}: {int(steps):,} decisions")
    share = win_share(algorithm.get_module("house"), args.games, seed=1_000)
    print(f"after {args.iterations} iterations: {share:.0%}")
    algorithm.stop()
    ray.shutdown()


if __name__ == "__main__":
    main()
