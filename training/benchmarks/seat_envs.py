#!/usr/bin/env python3
"""Measure two batches of the same games for stable-baselines3, side by side on one core.

The native batch (`got_training.seat_vec_env.SeatVecEnv`) steps all games by one compiled call, what
`make_vec_env` makes (`DummyVecEnv`) steps one game after another. Needs the extra: train.
"""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from typing import Annotated, Any

import numpy as np
import torch
import typer
from rich.table import Table
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import get_action_masks
from stable_baselines3.common.env_util import make_vec_env
from stable_baselines3.common.vec_env import VecEnv, VecMonitor

from got_benchmarks.peers.contest import pin_to_one_core
from got_benchmarks.speed.machine import describe
from got_benchmarks.speed.timing import clock
from got_env.cli.console import console, print_json
from got_training.seat_vec_env import SeatVecEnv

PACKAGES = ("got_env", "numba", "numpy", "torch", "stable-baselines3", "sb3-contrib")
GAME = {"house": "stark", "players": 3, "reward": "castles"}
PARTS = {"steps": "steps and masks", "rollouts": "rollouts", "training": "rollouts and learning"}
NATIVE, PLAIN = "native", "one_by_one"


def native(games: int, opponents: str) -> VecEnv:
    """The batch that one compiled call steps."""
    return VecMonitor(SeatVecEnv("agot2e", games, opponents=opponents, **GAME))


def one_by_one(games: int, opponents: str) -> VecEnv:
    """The batch that steps one game after another."""
    arguments = GAME | {"opponents": opponents, "render_mode": None}
    return make_vec_env("got_env:got_env/Agot2e-v0", games, seed=1, env_kwargs=arguments)


BATCHES: dict[str, Callable[[int, str], VecEnv]] = {NATIVE: native, PLAIN: one_by_one}


class TimedPPO(MaskablePPO):
    """Keeps the processor time of its last rollout."""

    def collect_rollouts(self, *args: Any, **kwargs: Any) -> bool:
        """Collect a rollout, and time it."""
        began = clock()
        goes_on: bool = super().collect_rollouts(*args, **kwargs)
        self.rollout_s = clock() - began
        return goes_on


class Learner:
    """MaskablePPO on one of the batches.

    Args:
        name: which batch.
        games: number of games.
        rollout: decisions of a rollout.
        opponents: who plays the other houses.
        network: widths of the hidden layers.
    """

    def __init__(
        self, name: str, games: int, rollout: int, opponents: str, network: list[int]
    ) -> None:
        self.env = BATCHES[name](games, opponents)
        self.steps = max(1, rollout // games)
        self.decisions = self.steps * games
        self.model = TimedPPO(
            "MlpPolicy",
            self.env,
            n_steps=self.steps,
            batch_size=min(512, self.decisions),
            n_epochs=4,
            gamma=1.0,
            policy_kwargs={"net_arch": network},
            seed=1,
            device="cpu",
        )

    def measure(self, seed: int) -> dict[str, float]:
        """Seconds of each part for one rollout, by the processor's clock."""
        began = clock()
        self.model.learn(self.decisions, reset_num_timesteps=False)
        training = clock() - began
        return {
            "steps": self._steps(np.random.default_rng(seed)),
            "rollouts": self.model.rollout_s,
            "training": training,
        }

    def _steps(self, rng: np.random.Generator) -> float:
        """Random games without a network, and without the time to choose actions."""
        used = 0.0
        self.env.reset()
        for _ in range(self.steps):
            began = clock()
            masks = get_action_masks(self.env)
            used += clock() - began
            actions = (masks * rng.random(masks.shape)).argmax(axis=1)
            began = clock()
            self.env.step(actions)
            used += clock() - began
        self.model._last_obs = None  # the games are others now, learning starts anew
        return used


def compare(
    games: int, rollout: int, rounds: int, opponents: str, network: list[int]
) -> list[dict[str, Any]]:
    """Measure both batches in turns; a row for each part."""
    learners = {name: Learner(name, games, rollout, opponents, network) for name in BATCHES}
    taken: dict[str, list[dict[str, float]]] = {name: [] for name in BATCHES}
    for turn in range(rounds + 1):
        order = list(learners)[:: 1 if turn % 2 else -1]
        for name in order:
            seconds = learners[name].measure(turn)
            if turn:  # the first round loads what is loaded on first use
                taken[name].append(seconds)
    rows = []
    for part in PARTS:
        pairs = [(n[part], p[part]) for n, p in zip(taken[NATIVE], taken[PLAIN], strict=True)]
        ratios = [plain / native for native, plain in pairs]
        decisions = learners[NATIVE].decisions
        rows.append(
            {
                "games": games,
                "part": part,
                f"{NATIVE}_per_s": round(decisions / median(native for native, _ in pairs)),
                f"{PLAIN}_per_s": round(decisions / median(plain for _, plain in pairs)),
                "ratio": round(median(ratios), 3),
                "lowest": round(min(ratios), 3),
                "highest": round(max(ratios), 3),
            }
        )
    return rows


def numbers(text: str, name: str) -> list[int]:
    """Whole numbers above 0, with commas between them.

    Raises:
        ValueError: for anything else; names it.
    """
    parts = text.split(",")
    if not all(part.isdecimal() and int(part) > 0 for part in parts):
        raise ValueError(f"{name}={text!r}: expected whole numbers above 0, such as 16,64")
    return [int(part) for part in parts]


def seat_envs(
    games: Annotated[str, typer.Option(help="Numbers of games to measure.")] = "16,64,256",
    rollout: Annotated[int, typer.Option(help="Decisions of a rollout.", min=1)] = 2048,
    rounds: Annotated[int, typer.Option(help="Pairs of rollouts; medians are shown.", min=1)] = 7,
    opponents: Annotated[str, typer.Option(help="Who plays the other houses.")] = "random",
    network: Annotated[str, typer.Option(help="Widths of the hidden layers.")] = "256,256",
    json: Annotated[bool, typer.Option("--json", help="Print JSON for machines.")] = False,
) -> None:
    """Compare SeatVecEnv with DummyVecEnv: steps, rollouts of MaskablePPO, rollouts and learning.

    Example: python training/benchmarks/seat_envs.py --games 16 --rounds 3
    """
    try:
        sizes, widths = numbers(games, "games"), numbers(network, "network")
    except ValueError as error:
        typer.echo(f"seat_envs: {error}", err=True)
        raise typer.Exit(2) from error
    torch.set_num_threads(1)
    machine = describe(PACKAGES)
    core = pin_to_one_core()
    rows = [row for size in sizes for row in compare(size, rollout, rounds, opponents, widths)]
    result = {
        "rollout": rollout,
        "rounds": rounds,
        "opponents": opponents,
        "network": widths,
        "core": core,
        "clock": "process_time",
        "machine": machine,
        "rows": rows,
    }
    if json:
        print_json(result)
    else:
        console().print(table(result))


def table(result: dict[str, Any]) -> Table:
    """The rows for people."""
    shown = Table(title=f"decisions a second on one core, {result['opponents']} opponents")
    for heading in ("games", "part", "native", "one by one", "times as fast", "range"):
        shown.add_column(heading, justify="left" if heading == "part" else "right")
    for row in result["rows"]:
        shown.add_row(
            str(row["games"]),
            PARTS[row["part"]],
            f"{row[f'{NATIVE}_per_s']:,}",
            f"{row[f'{PLAIN}_per_s']:,}",
            f"{row['ratio']:.2f}",
            f"{row['lowest']:.2f} to {row['highest']:.2f}",
        )
    return shown


if __name__ == "__main__":
    typer.run(seat_envs)
