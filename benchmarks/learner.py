#!/usr/bin/env python3
"""Measure a training beside the same training without games: what the games cost the learner.

Both are a `got_training.training.Training` of the same recipe, with the same network and the same
settings. One plays its games. The games of the other stand still: each step brings the same stored
observations, masks, seats and rewards, so all of its time is the learner's. They make one update
each in turns, in one process. The ratio is the share of the possible speed that the training
reaches. Needs the extra: train.
"""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt
import typer
from rich.table import Table
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.logger import Logger

from got_benchmarks.peers.contest import pin_to_one_core
from got_benchmarks.speed.machine import describe
from got_benchmarks.speed.timing import clock, wall
from got_env.cli.console import console, print_json
from got_training.args import Args, read_config
from got_training.recipes import recipe as recipe_of
from got_training.training import Training
from got_training.vec_env import SelfPlayVecEnv

PACKAGES = ("got_env", "numba", "numpy", "torch", "stable-baselines3", "sb3-contrib")
PLAYED, STILL = "played", "still"
CLOCKS = {"processor": clock, "wall": wall}
PARTS = {"rollout": "rollout", "learning": "learning", "update": "rollout and learning"}

Seconds = dict[tuple[str, str], float]
"""By clock and part."""


class StillGames(SelfPlayVecEnv):
    """Games that are played for one step and then stand still: a step costs nothing.

    Every step brings what that one brought. Takes the arguments of `SelfPlayVecEnv`.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        super().reset()
        self._masks = super().action_masks()
        super().step_async(self._masks.argmax(axis=1))
        self._brought = super().step_wait()
        self._masks = super().action_masks()

    def reset(self) -> npt.NDArray[np.int8]:
        """The stored observations ``(B, size)``."""
        return self._brought[0]

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """The stored masks ``(B, A)``."""
        return self._masks

    def step_async(self, actions: npt.NDArray[np.int64]) -> None:
        """Play nothing."""

    def step_wait(
        self,
    ) -> tuple[
        npt.NDArray[np.int8], npt.NDArray[np.float32], npt.NDArray[np.bool_], list[dict[str, Any]]
    ]:
        """Result of the one step."""
        return self._brought


class EndOfRollout(BaseCallback):
    """Reads the clocks when a rollout is complete."""

    def __init__(self) -> None:
        super().__init__()
        self.read: dict[str, float] = {}

    def _on_step(self) -> bool:
        return True

    def _on_rollout_end(self) -> None:
        self.read = now()


class Learner:
    """A training that makes one update at a time.

    Args:
        name: whether its games are played or stand still.
        args: what is trained.
        folder: of the training; nothing is saved.
    """

    def __init__(self, name: str, args: Args, folder: Path) -> None:
        with Training(args, folder / name) as training:
            self.model = training.model
        if name == STILL:
            self.model.set_env(
                StillGames(
                    training.game,
                    args.num_envs,
                    args.table_sizes,
                    seed=args.seed,
                    options=args.options,
                    reward=args.reward,
                    stagger=args.stagger,
                )
            )
        self.decisions = args.num_envs * args.rollout
        self.model.progress = lambda: 0.0
        self.model.set_logger(Logger(None, []))

    def measure(self) -> Seconds:
        """Make an update; the seconds of its parts."""
        middle = EndOfRollout()
        began = now()
        self.model.learn(self.decisions, callback=middle, reset_num_timesteps=False)
        ended = now()
        return {
            (name, part): until[name] - since[name]
            for part, since, until in (
                ("rollout", began, middle.read),
                ("learning", middle.read, ended),
                ("update", began, ended),
            )
            for name in CLOCKS
        }


def now() -> dict[str, float]:
    """Readings of the clocks."""
    return {name: read() for name, read in CLOCKS.items()}


def compare(args: Args, rounds: int) -> list[dict[str, Any]]:
    """Measure both trainings in turns; a row for each clock and part."""
    taken: dict[str, list[Seconds]] = {PLAYED: [], STILL: []}
    with tempfile.TemporaryDirectory() as folder:
        learners = {name: Learner(name, args, Path(folder)) for name in taken}
        for turn in range(rounds + 1):
            for name in list(learners)[:: 1 if turn % 2 else -1]:
                seconds = learners[name].measure()
                if turn:  # the first round loads what is loaded on first use
                    taken[name].append(seconds)
    decisions = learners[PLAYED].decisions
    return [
        {"clock": name, "part": part} | summary(decisions, taken[PLAYED], taken[STILL], name, part)
        for name in CLOCKS
        for part in PARTS
    ]


def summary(
    decisions: int, played: Sequence[Seconds], still: Sequence[Seconds], name: str, part: str
) -> dict[str, Any]:
    """Decisions a second of both, and the share of the speed that is left, with its range."""
    ratios = [s[name, part] / p[name, part] for p, s in zip(played, still, strict=True)]
    return {
        f"{PLAYED}_per_s": round(decisions / median(one[name, part] for one in played)),
        f"{STILL}_per_s": round(decisions / median(one[name, part] for one in still)),
        "ratio": round(median(ratios), 3),
        "lowest": round(min(ratios), 3),
        "highest": round(max(ratios), 3),
    }


def learner(
    recipe: Annotated[str, typer.Option(help="Settings of the training.")] = "climb",
    game: Annotated[str, typer.Option(help="Code of the game.")] = "agot2e",
    players: Annotated[int, typer.Option(help="Players of each game.")] = 6,
    rounds: Annotated[int, typer.Option(help="Pairs of updates; medians are shown.", min=1)] = 7,
    threads: Annotated[int, typer.Option(help="Threads that play and learn.", min=1)] = 1,
    config: Annotated[
        Path | None, typer.Option(help="TOML file with arguments of a training, as of got train.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON for machines.")] = False,
) -> None:
    """Compare a training by self-play with the same training whose games stand still.

    Example: python benchmarks/learner.py --rounds 3
    """
    own = {"game": game, "players": players, "threads": threads, "steps": 1, "opponent_share": 0.0}
    try:
        chosen = read_config(config) if config else {}
        args = Args.parse(recipe_of(recipe), own, chosen)
    except ValueError as error:
        typer.echo(f"learner: {error}", err=True)
        raise typer.Exit(2) from error
    machine = describe(PACKAGES)
    core = pin_to_one_core() if threads == 1 else None
    result = {
        "recipe": recipe,
        "training": args.plain(),
        "rounds": rounds,
        "core": core,
        "machine": machine,
        "rows": compare(args, rounds),
    }
    if json:
        print_json(result)
    else:
        console().print(table(result))


def table(result: dict[str, Any]) -> Table:
    """The rows for people."""
    args = result["training"]
    shown = Table(
        title=f"decisions a second, {args['game']}, {args['players']} players,"
        f" recipe {result['recipe']}, threads {args['threads']}"
    )
    for heading in ("clock", "part", "games played", "games still", "ratio", "range"):
        shown.add_column(heading, justify="left" if heading in ("clock", "part") else "right")
    for row in result["rows"]:
        shown.add_row(
            row["clock"],
            PARTS[row["part"]],
            f"{row[f'{PLAYED}_per_s']:,}",
            f"{row[f'{STILL}_per_s']:,}",
            f"{row['ratio']:.3f}",
            f"{row['lowest']:.3f} to {row['highest']:.3f}",
        )
    return shown


if __name__ == "__main__":
    typer.run(learner)
