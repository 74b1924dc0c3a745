"""Tianshou: masked PPO learns to play Stark on the Gymnasium environment."""

import argparse

import gymnasium
import numpy as np
import torch
from tianshou.algorithm import PPO
from tianshou.algorithm.modelfree.reinforce import ProbabilisticActorPolicy
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Collector, CollectStats, VectorReplayBuffer
from tianshou.env import DummyVectorEnv
from tianshou.trainer import OnPolicyTrainerParams
from tianshou.utils.net.common import Net
from tianshou.utils.net.discrete import DiscreteActor, DiscreteCritic
from torch.distributions import Categorical

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--steps", type=int, default=60_000, help="decisions to learn from")
parser.add_argument("--games", type=int, default=100, help="games of each test")
args = parser.parse_args()
FORBIDDEN = -1e8


class WithoutInfos(gymnasium.Wrapper):
    """Tianshou keeps infos in its buffer, and takes what is told only at the end for damage."""

    def reset(self, **kwargs):
        """Start a game."""
        return self.env.reset(**kwargs)[0], {}

    def step(self, action):
        """Play an action."""
        return *self.env.step(action)[:4], {}


def make_env():
    """One game; the mask is part of the observation, and so in the replay buffer too."""
    env = gymnasium.make(
        "got_env:got_env/Agot2e-v0",
        house="stark",
        opponents="random",
        players=3,
        reward="castles",
        mask_in_observation=True,
    )
    return WithoutInfos(env)


class Numbers(Net):
    """Tianshou's network, reading the observation and not the mask beside it."""

    def forward(self, obs, state=None, info=None):
        """Features of a batch."""
        return super().forward(np.asarray(obs["observation"], dtype=np.float32), state)


class MaskedActor(DiscreteActor):
    """Tianshou's actor, with the mask laid over its scores."""

    def forward(self, obs, state=None, info=None):
        """Scores of all actions; those of illegal ones leave them no chance."""
        scores, state = super().forward(obs, state)
        legal = torch.as_tensor(np.asarray(obs["action_mask"]), dtype=torch.bool)
        return scores.masked_fill(~legal, FORBIDDEN), state


def win_share(collector):
    """Share of games won; the rewards of a game won add up to more than 0."""
    collector.reset_env(gym_reset_kwargs={"seed": 1_000})
    collector.reset_stat()
    returns = collector.collect(n_episode=args.games).returns
    return (np.asarray(returns) > 0.1).mean()


np.random.seed(1)
torch.manual_seed(1)
env = make_env()
size, num_actions = env.observation_space["observation"].shape, env.action_space.n
actor = MaskedActor(
    preprocess_net=Numbers(state_shape=size, hidden_sizes=[256, 256]),
    action_shape=num_actions,
    softmax_output=False,
)
critic = DiscreteCritic(preprocess_net=Numbers(state_shape=size, hidden_sizes=[256, 256]))
policy = ProbabilisticActorPolicy(
    actor=actor,
    dist_fn=lambda scores: Categorical(logits=scores),
    action_space=env.action_space,
    action_scaling=False,
    action_bound_method=None,
)
algorithm = PPO(
    policy=policy,
    critic=critic,
    optim=AdamOptimizerFactory(lr=3e-4),
    gamma=1.0,
    gae_lambda=0.95,
    ent_coef=0.01,
    max_grad_norm=0.5,
)
ENVS = 8
train = Collector[CollectStats](
    algorithm, DummyVectorEnv([make_env] * ENVS), VectorReplayBuffer(2048 * 2, ENVS)
)
test = Collector[CollectStats](algorithm, DummyVectorEnv([make_env] * ENVS))
print(f"before: Stark wins {win_share(test):.0%} of its games against two random houses")
algorithm.run_training(
    OnPolicyTrainerParams(
        training_collector=train,
        max_epochs=1,
        epoch_num_steps=args.steps,
        collection_step_num_env_steps=2048,
        update_step_num_repetitions=4,
        batch_size=512,
        verbose=False,
        show_progress=False,
    )
)
print(f"after {args.steps:,} decisions: {win_share(test):.0%}")
