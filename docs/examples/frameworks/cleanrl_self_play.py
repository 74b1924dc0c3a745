"""PPO in one file, in the style of CleanRL: one network plays all houses of a batch of games.

Each step of the batch is one decision in every game, and whose it is changes from step to step. So
what a decision earned, and where it led, is found by walking back through the rollout with one
account for each seat of each game.
"""

import argparse
import time

import numpy as np
import torch
from torch import nn, optim
from torch.distributions import Categorical

from got_env import VectorEnv

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--seed", type=int, default=1)
parser.add_argument("--total-timesteps", type=int, default=200_000, help="decisions of all seats")
parser.add_argument("--players", type=int, default=3)
parser.add_argument("--num-envs", type=int, default=32)
parser.add_argument("--num-steps", type=int, default=256, help="decisions per game and rollout")
parser.add_argument("--num-minibatches", type=int, default=8)
parser.add_argument("--update-epochs", type=int, default=3)
parser.add_argument("--learning-rate", type=float, default=7e-4)
parser.add_argument("--gamma", type=float, default=1.0, help="discount for each own decision")
parser.add_argument("--gae-lambda", type=float, default=0.95)
parser.add_argument("--clip-coef", type=float, default=0.2)
parser.add_argument("--ent-coef", type=float, default=0.01)
parser.add_argument("--vf-coef", type=float, default=0.5)
parser.add_argument("--max-grad-norm", type=float, default=0.5)
parser.add_argument("--eval-games", type=int, default=200, help="games of each test")
FORBIDDEN = -1e8
"""Score of an illegal action: its probability is exactly 0."""


def layer_init(layer, std=2**0.5):
    """Orthogonal weights, and biases of 0."""
    nn.init.orthogonal_(layer.weight, std)
    nn.init.zeros_(layer.bias)
    return layer


class Agent(nn.Module):
    """One network for all houses: an observation is told from the seat that decides."""

    def __init__(self, size, num_actions):
        super().__init__()
        self.body = nn.Sequential(
            layer_init(nn.Linear(size, 256)), nn.Tanh(), layer_init(nn.Linear(256, 256)), nn.Tanh()
        )
        self.actor = layer_init(nn.Linear(256, num_actions), std=0.01)
        self.critic = layer_init(nn.Linear(256, 1), std=1.0)

    def forward(self, observations, masks):
        """Distribution over the legal actions, and the value for the seat that decides."""
        hidden = self.body(observations.float())
        scores = self.actor(hidden).masked_fill(~masks, FORBIDDEN)
        return Categorical(logits=scores, validate_args=False), self.critic(hidden).squeeze(-1)


def advantages_by_seat(seats, rewards, values, ended, gamma, gae_lambda):
    """Generalized advantages of each decision, for the seat that took it.

    Args:
        seats: ``(T, B)`` whose decision each was.
        rewards: ``(T, B, P)`` what each step of the batch brought every seat.
        values: ``(T, B)`` of the positions, for the seats that decided.
        ended: ``(T, B)`` games that ended with the step.
        gamma: discount for each own decision.
        gae_lambda: how far advantages look ahead, in own decisions.

    Returns:
        Advantages ``(T, B)``, and ``(T, B)`` False where a seat's next decision lies beyond the
        rollout: where such a decision leads is not known, so it is not learnt from.
    """
    steps, games, players = rewards.shape
    advantages, complete = np.zeros((steps, games), np.float32), np.zeros((steps, games), bool)
    rows = np.arange(games)
    earned, next_value, next_advantage = np.zeros((3, games, players), np.float32)
    known = np.zeros((games, players), bool)
    for t in reversed(range(steps)):
        over = ended[t]
        earned[over] = next_value[over] = next_advantage[over] = 0  # another game came after
        known[over] = True
        earned += rewards[t]
        seat = seats[t]
        delta = earned[rows, seat] + gamma * next_value[rows, seat] - values[t]
        advantages[t] = delta + gamma * gae_lambda * next_advantage[rows, seat]
        complete[t] = known[rows, seat]
        next_value[rows, seat] = values[t]
        next_advantage[rows, seat] = np.where(complete[t], advantages[t], 0)
        earned[rows, seat] = 0
        known[rows, seat] = True
    return advantages, complete


def win_share(agent, players, games, seed):
    """Share of games won by the network at one seat, chosen game by game, of random players."""
    envs = VectorEnv("agot2e", games, players, seed=seed)
    rng = np.random.default_rng(seed)
    own = np.arange(games) % players
    waiting, won = np.ones(games, bool), 0
    while waiting.any():
        masks = envs.action_masks.copy()
        with torch.no_grad():
            policy, _ = agent(torch.from_numpy(envs.observations), torch.from_numpy(masks))
            learned = policy.sample().numpy()
        at_random = np.where(masks, rng.random(masks.shape), -1).argmax(axis=1)
        envs.step(np.where(envs.current_player == own, learned, at_random))
        over = waiting & envs.terminations  # the first game of each row counts
        won += int((envs.infos["final_info"]["winner"][over] == own[over]).sum())
        waiting &= ~over
    return won / games


def main():
    """Train, with a test before and after."""
    args = parser.parse_args()
    torch.manual_seed(args.seed)
    envs = VectorEnv("agot2e", args.num_envs, args.players, seed=args.seed, reward="castles")
    agent = Agent(envs.observations.shape[1], envs.action_masks.shape[1])
    optimizer = optim.Adam(agent.parameters(), lr=args.learning_rate, eps=1e-5)
    shape = (args.num_steps, args.num_envs)
    observations = np.zeros((*shape, envs.observations.shape[1]), np.int8)
    masks = np.zeros((*shape, envs.action_masks.shape[1]), bool)
    actions, seats = np.zeros(shape, np.int64), np.zeros(shape, np.int64)
    log_probs, values = np.zeros(shape, np.float32), np.zeros(shape, np.float32)
    rewards, ended = np.zeros((*shape, args.players), np.float32), np.zeros(shape, bool)

    start = win_share(agent, args.players, args.eval_games, seed=1_000_000)
    print(f"before: the network wins {start:.0%} of its games against random players")
    began, updates = time.time(), args.total_timesteps // (args.num_steps * args.num_envs)
    for update in range(max(1, updates)):
        optimizer.param_groups[0]["lr"] = (1 - update / max(1, updates)) * args.learning_rate
        for t in range(args.num_steps):
            # The arrays of the batch are written anew by each step: copy what is kept.
            observations[t], masks[t] = envs.observations, envs.action_masks
            seats[t] = envs.current_player
            with torch.no_grad():
                policy, value = agent(torch.from_numpy(observations[t]), torch.from_numpy(masks[t]))
                chosen = policy.sample()
            actions[t], log_probs[t] = chosen, policy.log_prob(chosen)
            values[t] = value
            envs.step(actions[t])
            rewards[t], ended[t] = envs.rewards, envs.terminations

        advantages, complete = advantages_by_seat(
            seats, rewards, values, ended, args.gamma, args.gae_lambda
        )
        b_obs, b_masks, b_actions, b_log_probs, b_advantages, b_returns = (
            torch.from_numpy(table[complete])
            for table in (observations, masks, actions, log_probs, advantages, advantages + values)
        )
        for _ in range(args.update_epochs):
            for rows in torch.randperm(len(b_obs)).chunk(args.num_minibatches):
                policy, value = agent(b_obs[rows], b_masks[rows])
                ratio = (policy.log_prob(b_actions[rows]) - b_log_probs[rows]).exp()
                gain = b_advantages[rows]
                gain = (gain - gain.mean()) / (gain.std() + 1e-8)
                clipped = ratio.clamp(1 - args.clip_coef, 1 + args.clip_coef)
                policy_loss = -torch.min(gain * ratio, gain * clipped).mean()
                value_loss = 0.5 * (value - b_returns[rows]).square().mean()
                entropy = policy.entropy().mean()
                loss = policy_loss + args.vf_coef * value_loss - args.ent_coef * entropy
                optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(agent.parameters(), args.max_grad_norm)
                optimizer.step()
        done = (update + 1) * args.num_steps * args.num_envs
        if update % 10 == 9:
            print(
                f"{done:>9,} decisions, {done / (time.time() - began):,.0f}/s: value loss "
                f"{value_loss.item():.3f}, entropy {entropy.item():.2f}"
            )
    share = win_share(agent, args.players, args.eval_games, seed=1_000_000)
    print(f"after {done:,} decisions: {share:.0%}")


if __name__ == "__main__":
    main()
