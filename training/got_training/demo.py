"""``got demo`` after its first game: train, play tournaments, show and report the results."""

from __future__ import annotations

import itertools
import os
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from rich.console import Console

from got_benchmarks.playing.pool import Pool
from got_benchmarks.tournament import tables
from got_benchmarks.tournament.export import write_json
from got_benchmarks.tournament.finish import Conclusion, conclude
from got_benchmarks.tournament.plan import Plan, new_plan
from got_benchmarks.tournament.run import open_plan, run
from got_benchmarks.tournament.sqlite_file import StoreError, claim
from got_benchmarks.tournament.store import Store
from got_env.cli.console import console, print_json, print_tables, progress_bar
from got_env.cli.first_start import compile_if_cold
from got_training.args import Args
from got_training.first_game import DemoArgs, demo_training
from got_training.saving import holds_nothing
from got_training.session import run_training

RUNS = Path("runs")
"""Folder of the demos that were given none."""

RIVALS = ("policy", "heuristic", "expander", "raider", "courtier", "random")
JOBS = min(2, os.cpu_count() or 1)
TIME_LIMIT = 60.0


def run_demo(args: DemoArgs, out: Path | None, as_json: bool) -> dict[str, Any]:
    """Run the demo and print what came of it.

    Args:
        args: of the training and the tournaments.
        out: folder for the policy and the results, new or empty; see :func:`claimed_folder`.
        as_json: print JSON instead of tables.

    Raises:
        ValueError: for a bad number, or a folder that holds something; names it.
        StoreError: if something else runs in the folder, or it cannot be written to.
    """
    training = demo_training(args)
    began = time.monotonic()
    screen = Console(quiet=True) if as_json else console()
    with claimed_folder(out) as folder:
        report = _run(training, args.games, folder, screen)
        report["seconds"] = round(time.monotonic() - began, 1)
        write_json(folder / "demo.json", report)
    if as_json:
        print_json(report)
    return report


@contextmanager
def claimed_folder(out: Path | None) -> Iterator[Path]:
    """The folder of a demo, which nothing else can use meanwhile.

    Args:
        out: one that is new or empty; by default the first of ``runs/demo``, ``runs/demo-2``, ...
            that does not exist, which is made.

    Raises:
        ValueError: if it holds something already.
        StoreError: if something else runs in it, or it cannot be written to.
    """
    folder = next_folder(RUNS) if out is None else out
    with closing(claim(folder)):
        if not holds_nothing(folder):
            raise ValueError(f"{folder} is not empty: expected a new folder")
        yield folder


def next_folder(parent: Path) -> Path:
    """The first of ``demo``, ``demo-2``, ... that does not exist; made, so it is the caller's.

    Raises:
        StoreError: if none can be made.
    """
    for number in itertools.count(1):
        folder = parent / (f"demo-{number}" if number > 1 else "demo")
        try:
            parent.mkdir(parents=True, exist_ok=True)
            folder.mkdir()
        except FileExistsError:
            if not parent.is_dir():
                raise StoreError(f"{parent}: expected a folder") from None
        except OSError as error:
            raise StoreError(f"{folder}: {error.strerror}") from error
        else:
            return folder
    raise AssertionError("numbers do not end")


def _run(args: Args, games: int, out: Path, screen: Console) -> dict[str, Any]:
    minutes, players, seed = args.minutes, max(args.table_sizes), args.seed
    policy = f"policy:{out / 'policy'}"
    compile_if_cold(args.game)
    screen.print(f"1. training for {minutes:g} minutes to follow the agent {args.teacher}")
    training = run_training(args, out / "policy")
    screen.print(f"   {training['steps']:,} decisions in {training['updates']} updates")
    if training["interrupted"]:
        raise KeyboardInterrupt
    screen.print("2. tournaments")
    report: dict[str, Any] = {"policy": policy, "training": training, "tournaments": {}}
    for name, agents in {"against_random": (policy, "random"), "all": (policy, *RIVALS)}.items():
        plan = new_plan(
            agents, games, players=players, game=args.game, seed=seed, time_limit=TIME_LIMIT
        )
        results = play(plan, out / name)
        summary = report["tournaments"][name] = results.summary
        print_tables(screen, tables.agents_table(summary))
        if name == "all":
            print_tables(screen, tables.houses_table(summary, screen.width))
        screen.print(tables.ends_line(summary))
    won = report["tournaments"]["against_random"]["agents"][policy]
    screen.print(
        f"the fresh policy wins {tables.percent(won['win_share'])} of the games against random"
        f" (95 % interval {tables.interval(won['interval'])})"
    )
    screen.print(f"policy: play it as the agent {policy}", soft_wrap=True)
    for line in results.lines:
        screen.print(line, soft_wrap=True)
    return report


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
