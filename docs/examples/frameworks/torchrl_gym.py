"""TorchRL: masked PPO learns to play Stark on the Gymnasium environment."""

import argparse

import torch
from tensordict.nn import TensorDictModule
from torch import nn, optim
from torchrl.collectors import Collector
from torchrl.data import LazyTensorStorage, ReplayBuffer, SamplerWithoutReplacement
from torchrl.envs import (
    ActionMask,
    Compose,
    DTypeCastTransform,
    GymEnv,
    SerialEnv,
    TransformedEnv,
    check_env_specs,
)
from torchrl.modules import MaskedCategorical, ProbabilisticActor, ValueOperator
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value import GAE

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--frames", type=int, default=60_000, help="decisions to learn from")
parser.add_argument("--batch", type=int, default=2048, help="decisions of a rollout")
parser.add_argument("--games", type=int, default=60, help="games of each test")
args = parser.parse_args()
ENVS = 8


def make_env():
    """One game; the mask is part of the observation, as TorchRL reads it from there."""
    env = GymEnv(
        "got_env:got_env/Agot2e-v0",
        house="stark",
        opponents="random",
        players=3,
        reward="castles",
        mask_in_observation=True,
        categorical_action_encoding=True,
    )
    return TransformedEnv(
        env,
        Compose(
            DTypeCastTransform(torch.int8, torch.float32, in_keys=["observation"]),
            DTypeCastTransform(torch.int8, torch.bool, in_keys=["action_mask"]),
            ActionMask(),  # so that random actions are legal too
        ),
    )


def net(size, outputs):
    """Two hidden layers."""
    return nn.Sequential(
        nn.Linear(size, 256), nn.Tanh(), nn.Linear(256, 256), nn.Tanh(), nn.Linear(256, outputs)
    )


torch.manual_seed(1)
one = make_env()
check_env_specs(one)
size, num_actions = one.observation_spec["observation"].shape[-1], one.action_spec.space.n
policy = ProbabilisticActor(
    TensorDictModule(net(size, num_actions), in_keys=["observation"], out_keys=["logits"]),
    in_keys={"logits": "logits", "mask": "action_mask"},
    out_keys=["action"],
    distribution_class=MaskedCategorical,
    return_log_prob=True,
)
critic = ValueOperator(net(size, 1), in_keys=["observation"])


def win_share():
    """Share of games won; the last reward of a game won is more than 0."""
    won = 0
    for game in range(args.games):
        one.set_seed(1_000 + game)
        with torch.no_grad():
            won += float(one.rollout(5_000, policy)["next", "reward"].sum()) > 0.1
    return won / args.games


advantage = GAE(gamma=1.0, lmbda=0.95, value_network=critic, average_gae=True)
loss_module = ClipPPOLoss(
    policy, critic, clip_epsilon=0.2, entropy_coeff=0.01, critic_coeff=0.5, loss_critic_type="l2"
)
optimizer = optim.Adam(loss_module.parameters(), lr=3e-4)
buffer = ReplayBuffer(
    storage=LazyTensorStorage(args.batch), sampler=SamplerWithoutReplacement(), batch_size=512
)
print(f"before: Stark wins {win_share():.0%} of its games against two random houses")
collector = Collector(
    SerialEnv(ENVS, make_env),
    policy,
    frames_per_batch=args.batch,
    total_frames=args.frames,
    auto_register_policy_transforms=True,
)
for rollout in collector:
    for _ in range(4):
        with torch.no_grad():
            advantage(rollout)
        buffer.extend(rollout.reshape(-1))
        for _ in range(args.batch // 512):
            losses = loss_module(buffer.sample())
            loss = losses["loss_objective"] + losses["loss_critic"] + losses["loss_entropy"]
            loss.backward()
            nn.utils.clip_grad_norm_(loss_module.parameters(), 0.5)
            optimizer.step()
            optimizer.zero_grad()
collector.shutdown()
print(f"after {args.frames:,} decisions: {win_share():.0%}")
