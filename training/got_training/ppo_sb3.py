"""Self-play with MaskablePPO: one network plays every house and learns from every seat."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import numpy.typing as npt
import torch
from stable_baselines3.common.logger import configure

from got_agents.network import NetworkShape
from got_agents.policy import PolicyCard
from got_agents.registry import make_agents
from got_env.game import Game
from got_env.games import get_game
from got_training.args import Args
from got_training.network import SeatPolicy
from got_training.saving import (
    Progress,
    adam_steps,
    load_trainer,
    read_progress,
    save_policy,
    save_trainer,
)
from got_training.seat_buffer import SeatRolloutBuffer
from got_training.self_play import SelfPlayPPO
from got_training.vec_env import SelfPlayVecEnv
from got_training.watch import Watch

NO_LIMIT = 1 << 62
MEASURED_GAMES = 32
MEASURED_STEPS = 800


class Training:
    """A training and its folder: make it, run it, and it leaves a playable policy behind.

    Args:
        args: what to train.
        out: folder for everything that is kept; see :mod:`got_training.saving`.
        resume: go on with the training in that folder: network, optimizer and counters as they
            were; games start anew.

    Raises:
        ValueError: for bad arguments, a folder that already holds a training, or one that cannot
            be resumed; says why.
    """

    def __init__(self, args: Args, out: Path, resume: bool = False) -> None:
        self.args, self.out = args, out
        self.game = get_game(args.game)
        self.before = Progress()
        if resume:
            self.before, _ = read_progress(out)
        elif out.exists() and any(out.iterdir()):
            raise ValueError(f"{out} is not empty: expected a new folder, or --resume")
        if args.threads:
            torch.set_num_threads(args.threads)
        self.shape = NetworkShape.of(self.game, args.embedding, args.hidden, args.critic)
        chance = np.random.SeedSequence([args.seed, self.before.starts])
        seed = int(chance.generate_state(1)[0] >> 1)
        env = SelfPlayVecEnv(
            self.game,
            args.num_envs,
            args.players,
            seed=seed,
            options=args.options,
            reward=args.reward,
            opponents=list(make_agents(args.opponents).values()) if args.opponent_share else [],
            opponent_share=args.opponent_share,
            stagger=args.stagger,
        )
        self.model = SelfPlayPPO(
            SeatPolicy,
            env,
            learning_rate=self._learning_rate,
            n_steps=args.rollout,
            batch_size=args.batch_size,
            n_epochs=args.epochs,
            gamma=args.gamma,
            gae_lambda=args.gae_lambda,
            clip_range=args.clip_range,
            ent_coef=args.entropy,
            vf_coef=args.value_weight,
            max_grad_norm=args.max_grad_norm,
            rollout_buffer_class=SeatRolloutBuffer,
            rollout_buffer_kwargs={"players": args.players, "seed": seed},
            policy_kwargs={
                "shape": self.shape,
                "scale": measure_scale(self.game, self.shape, args),
            },
            seed=seed,
            device="cpu",
        )
        if resume:
            load_trainer(out, self.before, self.model.policy)
            self.model.num_timesteps = self.before.steps

    def _learning_rate(self, remaining: float) -> float:
        return self.args.learning_rate * max(self.args.final_rate, remaining)

    def run(self, watch: Watch | None = None) -> Progress:
        """Train until a limit is reached or somebody interrupts, and save.

        Args:
            watch: what shows, tests and saves on the way; a silent one by default.
        """
        watch = watch or Watch(self)
        self.out.mkdir(parents=True, exist_ok=True)
        self.model.set_logger(configure(str(self.out / "tensorboard"), ["tensorboard"]))
        limit = self.args.steps or NO_LIMIT
        try:
            with watch.running():
                self.model.learn(
                    max(0, limit - self.model.num_timesteps),
                    callback=watch,
                    reset_num_timesteps=False,
                )
                return watch.finish()
        finally:
            self.model.logger.close()

    def progress(self, seconds: float) -> Progress:
        """How far the training has come."""
        return Progress(
            steps=self.model.num_timesteps,
            seconds=round(seconds, 3),
            updates=self.before.updates + self.model._n_updates // self.args.epochs,
            adam_steps=adam_steps(self.model.policy),
            starts=self.before.starts + 1,
        )

    def save(self, seconds: float, checkpoint: bool = False) -> Progress:
        """Write the policy and what resuming needs; keep a copy of the policy if wanted."""
        progress = self.progress(seconds)
        card = PolicyCard(
            game=self.game.code,
            version=self.game.version,
            data_hash=self.game.data_hash,
            players=self.args.players,
            options=dict(self.args.options),
            network=self.shape,
            steps=progress.steps,
            seed=self.args.seed,
            training=self.args.plain(),
        )
        weights = self.model.policy.network.weights()
        if checkpoint:
            save_policy(self.out / "checkpoints" / f"{progress.steps:012d}", card, weights)
        save_policy(self.out, card, weights)
        save_trainer(self.out, progress, self.args.plain(), self.model.policy)
        return progress


def measure_scale(game: Game, shape: NetworkShape, args: Args) -> npt.NDArray[np.float32]:
    """Factors ``(area features + other features,)`` that bring every feature to at most about 1.

    They are taken from games at random, so they follow from the arguments alone.
    """
    env = SelfPlayVecEnv(game, MEASURED_GAMES, args.players, seed=args.seed, options=args.options)
    rng = np.random.default_rng(args.seed)
    env.reset()
    largest = np.ones(game.observation_size, dtype=np.float32)
    for _ in range(MEASURED_STEPS):
        odds = rng.random(env.action_masks().shape, dtype=np.float32)
        env.step(np.argmax(odds * env.action_masks(), axis=1))
        numbers = np.abs(env.games.observations.astype(np.float32))
        np.maximum(largest, numbers.max(axis=0), out=largest)
    areas = largest[: shape.area_size].reshape(shape.areas, shape.area_features)
    by_feature = areas.max(axis=0) if shape.areas else areas.reshape(-1)
    sizes = np.concatenate([by_feature, largest[shape.area_size :]])
    return (1 / sizes).astype(np.float32)


def train(args: Args, out: Path, resume: bool = False) -> Progress:
    """Train a policy and save it in a folder; see :class:`Training`."""
    return Training(args, out, resume).run()


__all__ = ["Args", "Training", "train"]
