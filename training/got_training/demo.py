"""The main job from one command: compile, train, play tournaments, show and report the results."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path
from typing import Any

from rich.console import Console

from got_benchmarks import tables
from got_benchmarks.finish import Conclusion, conclude
from got_benchmarks.plan import Plan, new_plan
from got_benchmarks.pool import Pool
from got_benchmarks.store import Store
from got_benchmarks.tournament import open_plan, run
from got_env.cli.console import console, print_json, progress_bar, waiting
from got_env.cli.warmup import default_jobs, kernel_folder, warm_up
from got_training.args import Args
from got_training.commands import run_training

RIVALS = ("policy", "heuristic", "expander", "raider", "courtier", "random")
NOT_NEEDED = (
    "search",
    "agot2e: Gymnasium environment",
    "agot2e: games of heuristic",
    "agot2e: games of random",
    "agot2e: positions",
    "agot2e: audit",
)
"""Steps of the compilation that are no part of the demo."""
JOBS = min(2, os.cpu_count() or 1)
TIME_LIMIT = 60.0


def run_demo(
    minutes: float, games: int, players: int, seed: int, out: Path, as_json: bool
) -> dict[str, Any]:
    """Run the demo and print what came of it.

    Args:
        minutes: minutes of training.
        games: games of each tournament.
        players: players of each game.
        seed: everything random follows from it.
        out: folder for the policy and the results.
        as_json: print JSON instead of tables.

    Raises:
        ValueError: for a bad number; names it.
    """
    began = time.monotonic()
    screen = Console(quiet=True) if as_json else console()
    policy = f"policy:{out / 'policy'}"
    args = Args(players=players, seed=seed, minutes=minutes, checkpoint_minutes=0.0)
    if games < 1:
        raise ValueError(f"games={games}: expected at least 1")
    screen.print("1. compiling the kernels (kept for the next time)")
    compile_kernels(screen)
    screen.print(f"2. training by self-play for {minutes:g} minutes")
    training = run_training(args, out / "policy")
    screen.print(f"   {training['steps']:,} decisions in {training['updates']} updates")
    if training["interrupted"]:
        raise KeyboardInterrupt
    screen.print("3. tournaments")
    report: dict[str, Any] = {"policy": policy, "training": training, "tournaments": {}}
    for name, agents in {"against_random": (policy, "random"), "all": (policy, *RIVALS)}.items():
        plan = new_plan(
            agents, games, players=players, game=args.game, seed=seed, time_limit=TIME_LIMIT
        )
        results = play(plan, out / name)
        summary = report["tournaments"][name] = results.summary
        screen.print(tables.agents_table(summary))
        if name == "all":
            screen.print(tables.houses_table(summary))
        screen.print(tables.ends_line(summary))
    report["seconds"] = round(time.monotonic() - began, 1)
    (out / "demo.json").write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
    won = report["tournaments"]["against_random"]["agents"][policy]
    screen.print(
        f"the fresh policy wins {tables.percent(won['win_share'])} of the games against random"
        f" (95 % interval {tables.interval(won['interval'])})"
    )
    screen.print(f"policy: play it as the agent {policy}", soft_wrap=True)
    for line in results.lines:
        screen.print(line, soft_wrap=True)
    if as_json:
        print_json(report)
    return report


def compile_kernels(screen: Console) -> None:
    """Compile everything that the disk cache does not hold yet, if it can be kept."""
    if kernel_folder() is None:
        screen.print("   what is needed is compiled when it is used")
        return
    began = time.monotonic()
    with waiting("") as status:
        warm_up(
            default_jobs(),
            lambda name: status.update(f"compiling {name}"),
            lambda name, _: status.update(f"compiled {name}"),
            without=NOT_NEEDED,
        )
    screen.print(f"   ready after {time.monotonic() - began:.0f} s")


def play(plan: Plan, folder: Path) -> Conclusion:
    """Play a tournament behind a progress bar, keep and report its results."""
    with Store(folder) as store, Pool(JOBS, plan.time_limit) as pool, progress_bar() as bar:
        task = bar.add_task("games", total=plan.games)
        outcomes = run(
            open_plan(store, plan, resume=False),
            pool,
            store,
            on_start=lambda done: bar.update(task, completed=done),
            on_end=lambda outcome: bar.advance(task),
        )
        return conclude(plan, outcomes, store)
