"""The commands ``got train`` and ``got demo``; what is slow to import comes in late."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from got_env.cli.console import console, parse_options, print_json

if TYPE_CHECKING:
    from got_training.args import Args
    from got_training.watch import Watch

DEFAULT_MINUTES = 10.0
JSON_HELP = "Print JSON for machines."


def train(
    out: Annotated[Path, typer.Option(help="Folder for the policy, its curves and checkpoints.")],
    minutes: Annotated[
        float | None, typer.Option(help="Stop after so many minutes; 10 without any limit.")
    ] = None,
    steps: Annotated[int | None, typer.Option(help="Stop after so many decisions.")] = None,
    players: Annotated[int | None, typer.Option(help="Players of each game.")] = None,
    game: Annotated[str | None, typer.Option(help="Game code.")] = None,
    tides: Annotated[bool, typer.Option("--tides", help="Play with Tides of Battle.")] = False,
    option: Annotated[
        list[str] | None, typer.Option(help="Option of the game, key=value; may be repeated.")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Seed of everything random.")] = None,
    config: Annotated[
        Path | None, typer.Option(help="TOML file with any arguments of the training.")
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with the training in the folder.")
    ] = False,
    trust_agents: Annotated[
        bool,
        typer.Option(
            "--trust-agents",
            help="With --resume: start the programs, folders and modules that the folder names as"
            " opponents, though --config does not name them again.",
        ),
    ] = False,
    json: Annotated[bool, typer.Option("--json", help=JSON_HELP)] = False,
) -> None:
    """Train a policy by self-play; Ctrl-C saves it and ends, and --resume goes on.

    The policy plays as the agent policy:OUT. See the curves with tensorboard --logdir OUT.

    Example: got train --out runs/first --minutes 10 --players 6 --seed 1
    """
    from got_env.cli.first_start import compile_if_cold
    from got_training.args import Args, read_config

    given = {"minutes": minutes, "steps": steps, "players": players, "game": game, "seed": seed}
    flags: dict[str, Any] = {name: value for name, value in given.items() if value is not None}
    options = parse_options(option, tides)
    if options:
        flags["options"] = options
    layers = [read_config(config) if config else {}, flags]
    if trust_agents and not resume:
        raise ValueError("--trust-agents: expected --resume with it")
    if resume:
        from got_agents.consent import check_consent
        from got_training.saving import TRAINER_FILE, read_progress

        kept = read_progress(out)[1]
        if "opponents" not in layers[0]:
            named = Args.parse(kept).opponents
            check_consent(named, out / TRAINER_FILE, "opponents in --config", trust_agents)
        layers.insert(0, kept)
    if not any(layer.get(limit) for layer in layers for limit in ("minutes", "steps")):
        flags["minutes"] = DEFAULT_MINUTES
    compile_if_cold()
    report = run_training(Args.parse(*layers), out, resume)
    if json:
        print_json(report)
    else:
        screen = console()
        end = "interrupted" if report["interrupted"] else "finished"
        screen.print(f"{end} after {report['steps']:,} decisions in {report['seconds']:.0f} s")
        if report["win_share_vs_random"] is not None:
            screen.print(f"share of wins against random: {report['win_share_vs_random']:.1%}")
        missed = report["missed_checkpoints"]
        if missed:
            screen.print(
                f"checkpoints that could not be written: {len(missed)}, the last {missed[-1]};"
                " the policy at the end was",
                soft_wrap=True,
            )
        screen.print(f"policy: {out}, play it as the agent policy:{out}", soft_wrap=True)


def run_training(args: Args, out: Path, resume: bool = False) -> dict[str, Any]:
    """Train behind a progress bar and say what came of it."""
    # Threads of torch that wait by spinning slow each other down on a machine that is busy.
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
    try:
        from got_training.ppo_sb3 import Training
    except ImportError as error:
        raise RuntimeError(
            f"training needs more packages: pip install 'got_env[train]' ({error})"
        ) from error
    from got_training.watch import Watch

    bar = training_bar()

    def warn(text: str) -> None:
        bar.console.print(f"got: {text}", markup=False, highlight=False, soft_wrap=True)

    with Training(args, out, resume, warn) as training, bar:
        task = bar.add_task("training", total=1.0, steps=training.before.steps, share="")

        def show(watch: Watch) -> None:
            share = "" if watch.win_share != watch.win_share else f"{watch.win_share:.0%}"
            bar.update(
                task,
                completed=watch.done,
                steps=training.model.num_timesteps,
                share=f", {share} of wins against random" if share else "",
            )

        watch = Watch(training, show)
        progress = training.run(watch)
    known = watch.win_share == watch.win_share
    return {
        "out": str(out),
        "steps": progress.steps,
        "updates": progress.updates,
        "seconds": round(progress.seconds, 1),
        "interrupted": watch.interrupted,
        "missed_checkpoints": watch.missed,
        "win_share_vs_random": round(watch.win_share, 4) if known else None,
    }


def training_bar() -> Any:
    """A progress bar on stderr; nothing when that is not a terminal."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    where = Console(stderr=True)
    return Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[steps]:,} decisions{task.fields[share]}"),
        console=where,
        disable=not where.is_terminal,
    )


def demo(
    minutes: Annotated[float, typer.Option(help="Minutes of training.")] = 2.5,
    games: Annotated[int, typer.Option(help="Games of each tournament.")] = 300,
    players: Annotated[int, typer.Option(help="Players of each game.")] = 6,
    seed: Annotated[int, typer.Option(help="Seed of everything random.")] = 1,
    out: Annotated[
        Path | None, typer.Option(help="Folder for policy and results; a new one by default.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help=JSON_HELP)] = False,
) -> None:
    """Train a policy for a few minutes, then let it play `heuristic` and `random`.

    Example: got demo --minutes 2.5 --games 300
    """
    from got_training.demo import run_demo

    run_demo(minutes, games, players, seed, out, json)
