"""AgileRL: IPPO, a network for each house, on the parallel form with masks in the infos."""

import argparse

import numpy as np
import torch
from agilerl.algorithms import IPPO
from agilerl.vector.pz_async_vec_env import AsyncPettingZooVecEnv

from got_env import agot2e_v0

PLAYERS, TABLES = 3, 2


class MaskedIPPO(IPPO):
    """IPPO that takes masks as arrays, which version 2.58.0 compares with None and fails on."""

    def extract_action_masks(self, infos):
        """Masks ``(games, A)`` of each house."""
        masks = {house: np.array(infos[house]["action_mask"]) for house in self.agent_ids}
        return {house: torch.Tensor(np.atleast_2d(mask)) for house, mask in masks.items()}


def make_env():
    """A table; AgileRL reads masks from the infos and wants none in the observations."""
    return agot2e_v0.parallel_env(
        players=PLAYERS, skip_forced=True, reward="castles", mask_in_observation=False
    )


def win_share(agent, games, seed=1_000):
    """Share of games won by the agent at one house, chosen game by game, of random players."""
    env = make_env()
    rng, won = np.random.default_rng(seed), 0
    for game in range(games):
        observations, infos = env.reset(seed=seed + game)
        own, total = env.possible_agents[game % PLAYERS], 0.0
        while env.agents:
            masks = {house: info["action_mask"] for house, info in infos.items()}
            actions = {house: rng.choice(np.flatnonzero(mask)) for house, mask in masks.items()}
            actions[own] = int(agent.get_action(observations, infos)[0][own].item())
            observations, rewards, _, _, infos = env.step(actions)
            total += rewards[own]
        won += total > 0.1  # the rewards of a game won add up to more than 0
    return won / games


def collect(agent, envs, state, steps):
    """A rollout of some steps of all games, as IPPO learns from."""
    observations, infos, done = state
    rollout = [{house: [] for house in envs.agents} for _ in range(6)]
    for _ in range(steps):
        actions, log_probs, _, values = agent.get_action(obs=observations, infos=infos)
        following, rewards, terminated, truncated, infos = envs.step(actions)
        for house in envs.agents:
            row = (observations, actions, log_probs, rewards, done, values)
            for table, values_of in zip(rollout, row, strict=True):
                table[house].append(values_of[house])
        observations = following
        done = {house: np.logical_or(terminated[house], truncated[house]) for house in envs.agents}
        done = {house: ended.astype(float) for house, ended in done.items()}
    return (*rollout, observations, done), (observations, infos, done)


def main():
    """Train, with a test before and after."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--updates", type=int, default=40)
    parser.add_argument("--steps", type=int, default=512, help="steps of each game and update")
    parser.add_argument("--games", type=int, default=30, help="games of each test")
    args = parser.parse_args()
    np.random.seed(1)
    torch.manual_seed(1)
    env = make_env()
    houses = env.possible_agents
    agent = MaskedIPPO(
        observation_spaces=[env.observation_space(house) for house in houses],
        action_spaces=[env.action_space(house) for house in houses],
        agent_ids=houses,
        net_config={
            "encoder_config": {"hidden_size": [256, 256]},
            "head_config": {"hidden_size": [128]},
        },
        batch_size=512,
        lr=3e-4,
        gamma=1.0,
    )
    share = win_share(agent, args.games)
    print(f"before: the networks win {share:.0%} of their games against random players")
    envs = AsyncPettingZooVecEnv([make_env for _ in range(TABLES)])
    observations, infos = envs.reset(seed=1)
    state = observations, infos, {house: np.zeros(TABLES) for house in houses}
    for _ in range(args.updates):
        experiences, state = collect(agent, envs, state, args.steps)
        agent.learn(experiences)
    envs.close()
    decisions = args.updates * args.steps * TABLES
    print(f"after {decisions:,} decisions: {win_share(agent, args.games):.0%}")


if __name__ == "__main__":
    main()
