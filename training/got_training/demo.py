"""The main job from one command: compile, train, play tournaments, show the results."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

from rich.console import Console

from got_benchmarks import tables
from got_benchmarks.tournament import Tournament, run, summarize, write_results
from got_env._console import console, print_json, progress_bar, waiting
from got_env.warmup import warm_up_steps
from got_training.args import Args
from got_training.commands import run_training

RIVALS = ("heuristic", "random")


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
    for name, agents in {
        "against_random": (policy, "random"),
        "against_heuristic": (policy, "heuristic"),
        "all": (policy, *RIVALS),
    }.items():
        summary = play(Tournament(agents, games, players, args.game, seed=seed), out / name)
        report["tournaments"][name] = summary
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
    screen.print(f"results: {out}, policy: play it as the agent {policy}", soft_wrap=True)
    if as_json:
        print_json(report)
    return report


def compile_kernels(screen: Console) -> None:
    """Compile everything that the disk cache does not hold yet."""
    began = time.monotonic()
    with waiting("") as status:
        for name, step in warm_up_steps():
            status.update(f"compiling {name}")
            step()
    screen.print(f"   ready after {time.monotonic() - began:.0f} s")


def play(what: Tournament, folder: Path) -> dict[str, Any]:
    """Play a tournament behind a progress bar, keep its results and return their summary."""
    with progress_bar() as bar:
        task = bar.add_task("games", total=what.games)
        outcomes = run(what, on_end=lambda outcome: bar.advance(task))
    summary = summarize(what, outcomes)
    write_results(folder, what, outcomes, summary)
    return summary
