"""TorchRL: one network plays and learns all houses of a table, as in its IPPO tutorial."""

import argparse

import torch
from tensordict.nn import TensorDictModule
from torch import optim
from torchrl.collectors import Collector
from torchrl.data import LazyTensorStorage, ReplayBuffer, SamplerWithoutReplacement
from torchrl.envs import (
    ActionMask,
    Compose,
    DTypeCastTransform,
    PettingZooWrapper,
    SerialEnv,
    TransformedEnv,
    check_env_specs,
)
from torchrl.modules import MaskedCategorical, MultiAgentMLP, ProbabilisticActor
from torchrl.objectives import ClipPPOLoss, ValueEstimators

from got_env import agot2e_v0

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--frames", type=int, default=60_000, help="decisions to learn from")
parser.add_argument("--batch", type=int, default=2048, help="decisions of a rollout")
parser.add_argument("--games", type=int, default=60, help="games of each test")
args = parser.parse_args()
PLAYERS = 3
GROUP = "houses"
OBSERVATION = (GROUP, "observation")


def make_env(make=agot2e_v0.parallel_env, **kwargs):
    """A table whose houses form one group, so that they share a network."""
    env = make(players=PLAYERS, skip_forced=True, reward="castles", mask_in_observation=False)
    group = {GROUP: env.possible_agents}
    wrapped = PettingZooWrapper(env, group_map=group, **kwargs)
    to_float = DTypeCastTransform(torch.int8, torch.float32, in_keys=[OBSERVATION])
    legal = ActionMask((GROUP, "action"), (GROUP, "action_mask"))  # random actions are legal too
    return TransformedEnv(wrapped, Compose(to_float, legal))


torch.manual_seed(1)
# The form in which one agent acts at a time is wrapped the same way; "mask" tells who acts. For
# learning the parallel form is simpler: agents that wait have one legal action, which teaches
# nothing and costs nothing.
in_turn = make_env(agot2e_v0.env, use_mask=True)
check_env_specs(in_turn)
first = in_turn.rollout(30)[GROUP]
assert (first["mask"].sum(-1) == 1).all()

env = make_env()
check_env_specs(env)
size = env.observation_spec[OBSERVATION].shape[-1]
num_actions = env.full_action_spec_unbatched[GROUP, "action"].space.n


def net(outputs):
    """One network for all houses: each observation tells its own house."""
    return MultiAgentMLP(
        n_agent_inputs=size,
        n_agent_outputs=outputs,
        n_agents=PLAYERS,
        centralized=False,
        share_params=True,
        depth=2,
        num_cells=256,
        activation_class=torch.nn.Tanh,
    )


policy = ProbabilisticActor(
    TensorDictModule(net(num_actions), in_keys=[OBSERVATION], out_keys=[(GROUP, "logits")]),
    in_keys={"logits": (GROUP, "logits"), "mask": (GROUP, "action_mask")},
    out_keys=[(GROUP, "action")],
    distribution_class=MaskedCategorical,
    return_log_prob=True,
    log_prob_key=(GROUP, "log_prob"),
)
critic = TensorDictModule(net(1), in_keys=[OBSERVATION], out_keys=[(GROUP, "state_value")])
loss_module = ClipPPOLoss(
    policy,
    critic,
    clip_epsilon=0.2,
    entropy_coeff=0.01,
    critic_coeff=0.5,
    loss_critic_type="l2",
    normalize_advantage=True,
    normalize_advantage_exclude_dims=(),
)
loss_module.set_keys(
    reward=(GROUP, "reward"),
    action=(GROUP, "action"),
    value=(GROUP, "state_value"),
    done=(GROUP, "done"),
    terminated=(GROUP, "terminated"),
    sample_log_prob=(GROUP, "log_prob"),
)
loss_module.make_value_estimator(ValueEstimators.GAE, gamma=1.0, lmbda=0.95)
optimizer = optim.Adam(loss_module.parameters(), lr=3e-4)
buffer = ReplayBuffer(
    storage=LazyTensorStorage(args.batch), sampler=SamplerWithoutReplacement(), batch_size=512
)


def win_share():
    """Share of games won by the network at one seat, chosen game by game, of random players."""
    won = 0
    for game in range(args.games):
        state = env.reset(seed=1_000 + game)
        own, total = game % PLAYERS, 0.0
        while not state["done"].any():
            with torch.no_grad():
                learned = policy(state.clone())[GROUP, "action"]
            at_random = state[GROUP, "action_mask"].float().multinomial(1).squeeze(-1)
            at_random[own] = learned[own]
            state[GROUP, "action"] = at_random
            state = env.step(state)["next"]
            total += float(state[GROUP, "reward"][own])
        won += total > 0.1  # the rewards of a game won add up to more than 0
    return won / args.games


print(f"before: the network wins {win_share():.0%} of its games against random players")
collector = Collector(
    SerialEnv(8, make_env),
    policy,
    frames_per_batch=args.batch,
    total_frames=args.frames,
    auto_register_policy_transforms=True,
)
for rollout in collector:
    for _ in range(4):
        with torch.no_grad():
            loss_module.value_estimator(
                rollout,
                params=loss_module.critic_network_params,
                target_params=loss_module.target_critic_network_params,
            )
        buffer.extend(rollout.reshape(-1))
        for _ in range(args.batch // 512):
            losses = loss_module(buffer.sample())
            loss = losses["loss_objective"] + losses["loss_critic"] + losses["loss_entropy"]
            loss.backward()
            torch.nn.utils.clip_grad_norm_(loss_module.parameters(), 0.5)
            optimizer.step()
            optimizer.zero_grad()
collector.shutdown()
print(f"after {args.frames:,} decisions: {win_share():.0%}")
