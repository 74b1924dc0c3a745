"""PPO of RLlib over the batched engine, on this machine or on a cluster, and its policy."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import ray
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.multi_rl_module import MultiRLModuleSpec
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.utils.metrics import NUM_AGENT_STEPS_SAMPLED

from got_agents.network import NetworkShape
from got_agents.policy import PolicyCard
from got_agents.saving import save_policy
from got_benchmarks.playing.cluster import join_ray
from got_env.core.game import Game
from got_env.envs.vector import VectorEnv
from got_env.games import get_game
from got_training.network import feature_scale
from got_training.rllib.games import MODULE, GamesEnv
from got_training.rllib.module import SeatModule

MEASURED_GAMES, MEASURED_STEPS = 16, 400


def connect(address: str = "", workers: int = 0) -> None:
    """Start Ray on this machine, or join a cluster.

    Args:
        address: ``host:port`` of the head of a cluster, ``ray://host:port`` of its server for
            clients, or ``auto`` for the one that runs on this machine; empty: start one here.
        workers: processes that play beside the one that learns; a Ray that is started here gets a
            processor for each of them and one more.

    Raises:
        ConnectionError: if nothing answers; names the address.
        ValueError: for an address of another form.
    """
    quiet = {"include_dashboard": False, "log_to_driver": False}
    if not address:
        # "local": else Ray joins one that runs on this machine, or did before it was killed
        ray.init("local", num_cpus=workers + 1, **quiet)
        return
    join_ray(address)


def ppo_config(
    game: Game,
    *,
    players: int | None = None,
    games: int = 8,
    workers: int = 0,
    decisions: int = 4096,
    seed: int = 1,
    learning_rate: float = 7e-4,
    hidden: int = 256,
) -> PPOConfig:
    """PPO on RLlib's new stack: one network plays and learns all seats.

    Args:
        game: what is played.
        players: of each game; by default the most that it takes.
        games: games of each batch; every worker has one batch.
        workers: processes that play beside the one that learns; 0: that one plays too.
        decisions: about how many an update learns from.
        seed: of network and games.
        learning_rate: step size of Adam.
        hidden: width of the two full layers.
    """
    shape = NetworkShape.of(game, 16, hidden, 128)
    model = {"shape": shape.plain(), "scale": measured_scale(game, shape, players, seed).tolist()}
    return (
        PPOConfig()
        .environment(
            GamesEnv,
            env_config={
                **{"game": game.code, "games": games, "players": players, "seed": seed},
                "reward": game.results.for_learning,
            },
            disable_env_checking=True,  # it plays an action drawn without a mask
        )
        .env_runners(
            num_env_runners=workers,
            num_envs_per_env_runner=1,
            rollout_fragment_length="auto",
        )
        .multi_agent(policies={MODULE}, policy_mapping_fn=_module_of, count_steps_by="agent_steps")
        .rl_module(
            rl_module_spec=MultiRLModuleSpec(
                rl_module_specs={MODULE: RLModuleSpec(module_class=SeatModule, model_config=model)}
            )
        )
        .training(
            lr=learning_rate,
            gamma=1.0,
            lambda_=0.95,
            use_kl_loss=False,
            clip_param=0.2,
            vf_clip_param=float("inf"),
            vf_loss_coeff=0.5,
            entropy_coeff=0.01,
            grad_clip=0.5,
            grad_clip_by="global_norm",
            num_epochs=2,
            minibatch_size=min(1024, decisions),
            train_batch_size_per_learner=decisions,
        )
        .callbacks(on_sample_end=_count_who_waits)
        .debugging(seed=seed)
    )


def _count_who_waits(*, env_runner: Any, metrics_logger: Any, **kwargs: object) -> None:
    """Count no step for every seat: RLlib cannot add up those of seats whose game is over.

    See https://github.com/ray-project/ray/issues/62635.
    """
    for games in env_runner.env.envs:
        for agent in games.unwrapped.possible_agents:
            metrics_logger.log_value((NUM_AGENT_STEPS_SAMPLED, agent), 0, reduce="sum")


def _module_of(agent: str, episode: object, **kwargs: object) -> str:
    return MODULE


def measured_scale(
    game: Game, shape: NetworkShape, players: int | None, seed: int
) -> npt.NDArray[np.float32]:
    """Factors of the features, from games at random; see :mod:`got_training.network`."""
    env = VectorEnv(game, MEASURED_GAMES, players, seed=seed, skip_forced=True)
    rng = np.random.default_rng(seed)
    largest = np.ones(game.observation.size, dtype=np.float32)
    env.reset()
    for _ in range(MEASURED_STEPS):
        odds = rng.random(env.action_masks.shape, dtype=np.float32)
        env.step(np.argmax(odds * env.action_masks, axis=1))
        np.maximum(largest, np.abs(env.observations.astype(np.float32)).max(axis=0), out=largest)
    return feature_scale(largest, shape)


def save_agent(algorithm: Any, folder: Path) -> PolicyCard:
    """Write the policy of an algorithm as an agent: it plays as ``policy:FOLDER``.

    Args:
        algorithm: built from :func:`ppo_config`.
        folder: made if it does not exist.

    Raises:
        ValueError: if the network cannot be computed any more.
        OSError: if it cannot be written.
    """
    config = algorithm.config
    given: Mapping[str, Any] = config.env_config
    game = get_game(given["game"])
    network = algorithm.get_module(MODULE).network
    weights = network.weights()
    network.shape.check(weights)
    card = PolicyCard(
        game=game.code,
        version=game.identity.version,
        data_hash=game.identity.data_hash,
        players=given["players"] or max(game.seats.counts),
        options={},
        network=network.shape,
        steps=decisions_of(algorithm),
        seed=int(config.seed or 0),
        training={"rllib": ray.__version__, **given, "lr": config.lr},
    )
    save_policy(folder, card, weights)
    return card


def decisions_of(algorithm: Any) -> int:
    """Decisions that an algorithm has learnt from."""
    return int(
        algorithm.metrics.peek(
            ("env_runners", "num_module_steps_sampled_lifetime", MODULE), default=0
        )
    )
