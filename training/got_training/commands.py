"""The commands ``got train`` and ``got demo``; slow imports are deferred."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from got_env.cli.console import console, parse_numbers, parse_options, print_json

DEFAULT_MINUTES = 10.0
JSON_HELP = "Print JSON for machines."


def train(
    out: Annotated[Path, typer.Option(help="Folder for the policy, its curves and checkpoints.")],
    minutes: Annotated[
        float | None, typer.Option(help="Stop after this many minutes; 10 without any limit.")
    ] = None,
    steps: Annotated[int | None, typer.Option(help="Stop after this many decisions.")] = None,
    start: Annotated[Path | None, typer.Option(help="Folder of a policy to start from.")] = None,
    recipe: Annotated[
        str | None,
        typer.Option(
            help="Named arguments to begin with: scratch, follow (a scripted teacher) or climb"
            " (self-play from --start)."
        ),
    ] = None,
    teacher: Annotated[
        str | None, typer.Option(help="Agent to follow, in place of learning what wins.")
    ] = None,
    players: Annotated[
        str | None,
        typer.Option(
            help="Players of each game; several numbers with commas train one policy for all.",
            show_default="the most of the game",
        ),
    ] = None,
    game: Annotated[str | None, typer.Option(help="Game code.")] = None,
    data_dir: Annotated[
        Path | None, typer.Option(help="Your own folder of board and card files.")
    ] = None,
    tides: Annotated[bool, typer.Option("--tides", help="Play with Tides of Battle.")] = False,
    option: Annotated[
        list[str] | None, typer.Option(help="Option of the game, key=value; may be repeated.")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Seed of everything random.")] = None,
    device: Annotated[
        str | None,
        typer.Option(
            help="Where the network learns: cpu, cuda or auto, a GPU if there is one.",
            show_default="auto",
        ),
    ] = None,
    config: Annotated[
        Path | None, typer.Option(help="TOML file with any arguments of the training.")
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Continue the training in the folder.")
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
    """Train a policy by self-play or after a teacher; Ctrl-C saves and ends, --resume goes on.

    The policy plays as the agent policy:OUT. See the curves with tensorboard --logdir OUT.

    Example: got train --out runs/first --minutes 10 --players 6 --seed 1
    """
    from got_env.cli.first_start import compile_if_cold
    from got_training.args import Args, read_config
    from got_training.recipes import recipe as named_recipe
    from got_training.session import run_training

    given: dict[str, Any] = {"minutes": minutes, "steps": steps, "game": game, "seed": seed}
    given |= {"teacher": teacher, "device": device}
    if players is not None:
        given["players"] = parse_numbers(players, "--players")
    if start is not None:
        given["start"] = str(start)
    if data_dir is not None:
        given["data_dir"] = str(data_dir.resolve())
    flags: dict[str, Any] = {name: value for name, value in given.items() if value is not None}
    options = parse_options(option, tides)
    if options:
        flags["options"] = options
    layers = [named_recipe(recipe) if recipe else {}, read_config(config) if config else {}, flags]
    if trust_agents and not resume:
        raise ValueError("--trust-agents: expected --resume with it")
    if resume:
        from got_agents.consent import check_consent, check_data_dir
        from got_training.saving import TRAINER_FILE, read_progress

        asked = {name: value for layer in layers for name, value in layer.items()}
        if asked.get("data_dir"):  # the policy that goes on is one for these data
            Args.parse({**asked, "steps": 1})
        kept = read_progress(out)[1]
        check_data_dir(kept.get("data_dir"), asked, out / TRAINER_FILE)
        layers.insert(0, kept)
        args = Args.parse(*layers)
        if "opponents" not in asked:
            where = "opponents in --config"
            check_consent(args.opponents, out / TRAINER_FILE, where, trust_agents)
        if args.teacher and "teacher" not in asked:
            check_consent([args.teacher], out / TRAINER_FILE, "--teacher", trust_agents)
    if not any(layer.get(limit) for layer in layers for limit in ("minutes", "steps")):
        flags["minutes"] = DEFAULT_MINUTES
    args = Args.parse(*layers)
    compile_if_cold(args.game)
    report = run_training(args, out, resume)
    if json:
        print_json(report)
    else:
        screen = console()
        end = "interrupted" if report["interrupted"] else "finished"
        screen.print(f"{end} after {report['steps']:,} decisions in {report['seconds']:.0f} s")
        for title, test in report["tests"].items():
            screen.print(
                f"share of wins against {title}: {test['win_share']:.1%}"
                f" ({test['low']:.0%} to {test['high']:.0%}, {test['games']} games)"
            )
        missed = report["missed_checkpoints"]
        if missed:
            screen.print(
                f"checkpoints that could not be written: {len(missed)}, the last {missed[-1]};"
                " the policy at the end was",
                soft_wrap=True,
            )
        screen.print(f"policy: {out}, play it as the agent policy:{out}", soft_wrap=True)


def demo(
    minutes: Annotated[float, typer.Option(help="Minutes of training.")] = 1.0,
    games: Annotated[int, typer.Option(help="Games of each tournament.")] = 100,
    players: Annotated[int, typer.Option(help="Players of each game.")] = 6,
    seed: Annotated[int, typer.Option(help="Seed of everything random.")] = 1,
    out: Annotated[
        Path | None, typer.Option(help="Folder for policy and results; a new one by default.")
    ] = None,
    first_game: Annotated[
        bool | None,
        typer.Option(
            "--first-game/--no-first-game",
            help="Only the game at the beginning, which needs no torch; or all but that game.",
            show_default="the game, then the rest",
        ),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help=JSON_HELP)] = False,
) -> None:
    """Show a game of the policy of the package, train another one for a minute, let them play.

    The fresh policy plays two tournaments, against `random` and against everybody.

    Example: got demo --minutes 2.5 --games 300
    """
    if first_game is not False and not json:
        from got_training.first_game import play_first_game

        play_first_game(players, seed)
    if first_game:
        return
    from got_training.demo import run_demo

    run_demo(minutes, games, players, seed, out, json)
