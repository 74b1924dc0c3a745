#!/usr/bin/env python3
"""Train by each baseline method for the same time, and keep the curves: docs/baselines.md.

Each run has one thread and the same minutes of wall time, tests included. What it wins against
``random`` and ``heuristic`` goes to a table, one row for each test; a run that is in the table is
not made again, so an interrupted measurement goes on where it was. ``scripts/generate_baselines``
makes the page of it. Needs the extra: train; for ``rllib_ppo`` the extra rllib too.
"""

from __future__ import annotations

import csv
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict, fields, replace
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any

import torch
import typer
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from threadpoolctl import threadpool_limits

from got_agents.policy import PolicyAgent
from got_agents.sb3 import export
from got_benchmarks.speed.machine import describe
from got_env.core.extras import how_to_install
from got_env.core.files import write_table, write_whole
from got_env.games import find_game, get_game
from got_training.args import Args
from got_training.evaluation import Evaluation, baselines_of, evaluate, read_evaluations
from got_training.seat_vec_env import SeatVecEnv

PACKAGES = ("got_env", "numpy", "torch", "stable-baselines3", "sb3-contrib")
FOLDER = Path(__file__).parent.parent / "docs" / "baselines"
COLUMNS = ("method", "seed", *(field.name for field in fields(Evaluation)))
GAMES_OF_PPO = 8
"""Games that stable-baselines3 steps at a time; its own defaults say nothing about that."""

FOLLOWED = 0.4
"""Share of the time that ``follow_climb`` follows the scripted player."""


class TestsByTime:
    """Tests of a training whenever a time has passed, which counts as part of its minutes.

    Args:
        args: game, minutes, games of a test.
        save: writes the policy of now to a folder.
        steps: decisions that it has learnt from by now.
    """

    def __init__(
        self, args: Args, save: Callable[[Path], object], steps: Callable[[], int]
    ) -> None:
        self.args, self.save, self.steps = args, save, steps
        self.began, self.due = time.monotonic(), 0.0
        self.evaluations: list[Evaluation] = []

    def seconds(self) -> float:
        """Since the training began."""
        return time.monotonic() - self.began

    def goes_on(self) -> bool:
        """True until the minutes are over."""
        return self.seconds() < 60 * self.args.minutes

    def test_if_due(self) -> None:
        """Play the games of a test if it is time for one."""
        if self.seconds() >= self.due:
            self.test()

    def test(self) -> None:
        """Play the games of a test."""
        seconds = self.seconds()
        (players,) = self.args.table_sizes
        with tempfile.TemporaryDirectory() as folder:
            self.save(Path(folder))
            policy = PolicyAgent(folder)
            self.evaluations += [
                evaluate(policy, rival, players, self.args, self.steps(), seconds)
                for rival in baselines_of(self.args.chosen_game())
            ]
        self.due = seconds + 60 * self.args.evaluate_minutes


class WhileLearning(BaseCallback):
    """Has stable-baselines3 make these tests between its rollouts."""

    def __init__(self, tests: TestsByTime) -> None:
        super().__init__()
        self.tests = tests

    def _on_step(self) -> bool:
        return self.tests.goes_on()

    def _on_rollout_start(self) -> None:
        self.tests.test_if_due()


def maskable_ppo(args: Args, folder: Path) -> list[Evaluation]:
    """MaskablePPO as sb3-contrib brings it; one seat learns, the others are ``heuristic``."""
    (players,) = args.table_sizes
    games = SeatVecEnv(
        args.game, GAMES_OF_PPO, house="random", players=players, opponents="heuristic"
    )
    with threadpool_limits(1):
        model = MaskablePPO("MlpPolicy", games, seed=args.seed, device="cpu")
        tests = TestsByTime(
            args,
            lambda folder: export(model, folder, game=args.game, players=players),
            lambda: model.num_timesteps,
        )
        model.learn(sys.maxsize, callback=WhileLearning(tests))
        tests.test()
    return tests.evaluations


def rllib_ppo(args: Args, folder: Path) -> list[Evaluation]:
    """PPO of RLlib with the network of ``got train``, in one process; all seats learn."""
    import ray

    from got_training.rllib.learning import connect, decisions_of, ppo_config, save_agent

    (players,) = args.table_sizes
    torch.set_num_threads(1)  # RLlib gives one to each of its processes, but this is its only one
    connect()
    try:
        config = ppo_config(args.chosen_game(), players=players, seed=args.seed)
        algorithm = config.build_algo()
        tests = TestsByTime(args, partial(save_agent, algorithm), lambda: decisions_of(algorithm))
        while tests.goes_on():
            tests.test_if_due()
            algorithm.train()
        tests.test()
        algorithm.stop()
    finally:
        ray.shutdown()
    return tests.evaluations


def train(recipe: str, args: Args, folder: Path, start: Path | None = None) -> list[Evaluation]:
    """A training of ``got train``, in a process of its own."""
    settings = folder.with_suffix(".toml")
    settings.write_text(
        f"threads = 1\nevaluate_games = {args.evaluate_games}\n"
        f"evaluate_minutes = {args.evaluate_minutes}\n"
    )
    (players,) = args.table_sizes
    arguments = ["--game", args.game, "--players", players, "--recipe", recipe, "--seed", args.seed]
    arguments += ["--minutes", args.minutes, "--config", settings, "--out", folder]
    arguments += ["--start", start] if start else []
    got = Path(sys.executable).with_name("got")
    subprocess.run(
        [str(part) for part in (got, "train", *arguments)],
        check=True,
        stdout=subprocess.DEVNULL,
        env=os.environ | {"OMP_NUM_THREADS": "1"},
    )
    return read_evaluations(folder)


def scratch(args: Args, folder: Path) -> list[Evaluation]:
    """Pure self-play from nothing."""
    return train("scratch", args, folder)


def follow(args: Args, folder: Path) -> list[Evaluation]:
    """The scripted player as the teacher."""
    return train("follow", args, folder)


def follow_climb(args: Args, folder: Path) -> list[Evaluation]:
    """The scripted player as the teacher first, then self-play against it."""
    first = replace(args, minutes=FOLLOWED * args.minutes)
    rest = replace(args, minutes=args.minutes - first.minutes)
    followed = train("follow", first, folder)
    climbed = train("climb", rest, folder.with_name(f"{folder.name}_climb"), start=folder)
    steps, seconds = max((e.steps, e.seconds) for e in followed)
    # The first test of the second part is of the network that the last test of the first was of.
    later = [e for e in climbed if e.steps]
    return followed + [
        replace(e, steps=e.steps + steps, seconds=round(e.seconds + seconds, 3)) for e in later
    ]


def residual(args: Args, folder: Path) -> list[Evaluation]:
    """Self-play against the scripted player by a network that is told what it would play."""
    return train("residual", args, folder)


METHODS: dict[str, Callable[[Args, Path], list[Evaluation]]] = {
    method.__name__: method
    for method in (maskable_ppo, scratch, follow, follow_climb, residual, rllib_ppo)
}
WITHOUT_RLLIB = tuple(name for name in METHODS if name != "rllib_ppo")


def read(file: Path) -> list[dict[str, str]]:
    """Rows of a table; none if it does not exist yet."""
    if not file.is_file():
        return []
    with file.open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


def note_machine(machines: list[dict[str, Any]], run: list[Any]) -> None:
    """Note that this machine made a run: its method and seed."""
    here = {name: fact for name, fact in describe(PACKAGES).items() if name != "load"}
    for known in machines:
        if known["machine"] == here:
            known["runs"].append(run)
            return
    machines.append({"machine": here, "runs": [run]})


def main(
    game: Annotated[str, typer.Option(help="Code of the game.")] = "btwixt",
    minutes: Annotated[float, typer.Option(help="Wall time of each run.", min=0.01)] = 4.0,
    seeds: Annotated[int, typer.Option(help="Runs of each method.", min=1)] = 3,
    methods: Annotated[
        str, typer.Option(help=f"Some of {', '.join(METHODS)}.", show_default="all but rllib_ppo")
    ] = ",".join(WITHOUT_RLLIB),
    games: Annotated[int, typer.Option(help="Games of each test.", min=2)] = 240,
    out: Annotated[Path, typer.Option(help="Folder for GAME.csv.")] = FOLDER,
) -> None:
    """Train by each method, with each seed, and add the tests to OUT/GAME.csv.

    Example: python benchmarks/baselines.py --game btwixt --minutes 4
    """
    chosen = [name.strip() for name in methods.split(",")]
    for name in chosen:
        if name not in METHODS:
            raise typer.BadParameter(f"{name!r}: expected some of {', '.join(METHODS)}")
    if "rllib_ppo" in chosen and find_spec("ray") is None:
        raise typer.BadParameter(f"rllib_ppo: {how_to_install('rllib')}", param_hint="--methods")
    try:
        code = find_game(game).code
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--game") from error
    players = max(get_game(code).seats.counts)
    file = out / f"{code}.csv"
    rows: list[dict[str, Any]] = [*read(file)]
    told = file.with_suffix(".json")
    about: dict[str, Any] = {"minutes": minutes, "machines": []}
    if rows:
        about = json.loads(told.read_text("utf-8"))
    if about["minutes"] != minutes:
        raise typer.BadParameter(
            f"{minutes}: {file} holds runs of {about['minutes']} minutes; expected these, or"
            " another --out",
            param_hint="--minutes",
        )
    if not isinstance(about.get("machines"), list):
        raise typer.BadParameter(
            f"{out}: {told.name} is of an earlier version; expected another folder",
            param_hint="--out",
        )
    out.mkdir(parents=True, exist_ok=True)
    for seed in range(1, seeds + 1):
        for name in chosen:
            if any((row["method"], row["seed"]) == (name, str(seed)) for row in rows):
                continue
            args = Args(
                game=code,
                players=players,
                seed=seed,
                minutes=minutes,
                evaluate_minutes=minutes / 8,
                evaluate_games=games,
            )
            with tempfile.TemporaryDirectory() as folder:
                evaluations = METHODS[name](args, Path(folder) / name)
            rows += [{"method": name, "seed": str(seed), **asdict(e)} for e in evaluations]
            note_machine(about["machines"], [name, seed])
            write_whole(told, f"{json.dumps(about, indent=2)}\n".encode())
            write_table(file, COLUMNS, rows)
            last = evaluations[-1]
            typer.echo(
                f"{name}, seed {seed}: {last.steps:,} decisions, {last.win_share:.1%} against"
                f" {last.rival} ({last.low:.1%} - {last.high:.1%})"
            )


if __name__ == "__main__":
    typer.run(main)
