"""The commands ``got train``, ``got demo`` and ``got exploit``; slow imports are deferred."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from got_env.cli.console import console, print_json
from got_env.core.extras import MissingExtraError, how_to_install
from got_training.cli_flags import (
    DATA_DIR,
    PLAYERS,
    TRAINING_MINUTES,
    Config,
    Flag,
    Json,
    TrustAgents,
    with_flags,
)


@with_flags(
    "got_training.args",
    "Args",
    Flag("minutes", float, f"{TRAINING_MINUTES:g} without any limit"),
    Flag("steps", int),
    Flag("start", Path),
    Flag("teacher"),
    PLAYERS,
    Flag("game"),
    DATA_DIR,
    Flag("seed", int),
    Flag("device"),
)
def train(
    out: Annotated[Path, typer.Option(help="Folder for the policy, its curves and checkpoints.")],
    given: Mapping[str, Any],
    recipe: Annotated[
        str | None,
        typer.Option(
            help="Named arguments to begin with: residual (self-play, told what the script would"
            " play), follow (a scripted teacher), climb (self-play from --start) or scratch."
        ),
    ] = None,
    config: Config = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Continue the training in the folder.")
    ] = False,
    trust_agents: TrustAgents = False,
    json: Json = False,
) -> None:
    """Train a policy by self-play or after a teacher; Ctrl-C saves and ends, --resume goes on.

    The policy plays as the agent policy:OUT. See the curves with tensorboard --logdir OUT.

    Example: got train --out runs/first --minutes 10 --players 6 --seed 1
    """
    from got_env.cli.first_start import compile_if_cold
    from got_training.args import PAST, Args, read_config
    from got_training.net2net import sizes_of_start
    from got_training.recipes import FROM_A_POLICY
    from got_training.recipes import recipe as named_recipe
    from got_training.session import run_training

    flags = dict(given)
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
        if "imitation" in kept:
            raise ValueError(
                f"{out} holds an imitation: expected `got imitate learn --resume`, or a new folder"
                f" and `--start {out}`"
            )
        game = kept.get("game", Args.game)
        if asked.get("game", game) != game:
            raise ValueError(
                f"game={asked['game']!r}: expected {game!r}, the game of the training in {out}"
            )
        check_data_dir(kept.get("data_dir"), asked, out / TRAINER_FILE)
        layers.insert(0, kept)
        args = Args.parse(*layers)
        if "opponents" not in asked:
            where = "opponents in --config"
            named = [name for name in args.opponents if name != PAST]
            check_consent(named, out / TRAINER_FILE, where, trust_agents)
        if args.teacher and "teacher" not in asked:
            check_consent([args.teacher], out / TRAINER_FILE, "--teacher", trust_agents)
    if not any(layer.get(limit) for layer in layers for limit in ("minutes", "steps")):
        flags["minutes"] = TRAINING_MINUTES
    args = Args.parse(*layers)
    if recipe in FROM_A_POLICY and not (args.start or resume):
        raise ValueError(
            f"recipe={recipe!r}: expected a policy to start from, `--start FOLDER`, such as one of"
            " `got train --recipe follow`; `--recipe residual` starts from nothing"
        )
    if args.start and not resume:
        args = Args.parse(layers[0], sizes_of_start(Path(args.start)), *layers[1:])
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
                f" ({test['low']:.0%} to {test['high']:.0%}, {test['games']} games);"
                " half for equal agents"
            )
        missed = report["missed_checkpoints"]
        if missed:
            screen.print(
                f"checkpoints that could not be written: {len(missed)}, the last {missed[-1]};"
                " the policy at the end was",
                soft_wrap=True,
            )
        screen.print(
            f"policy: {out}, play it as the agent policy:{out} with --game {args.game}",
            soft_wrap=True,
        )


@with_flags(
    "got_training.first_game",
    "DemoArgs",
    Flag("minutes", float),
    Flag("games", int),
    Flag("players", int),
    Flag("seed", int),
)
def demo(
    given: Mapping[str, Any],
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
    json: Json = False,
) -> None:
    """Show a game of the policy of the package, train another one for a minute, let them play.

    The fresh policy plays two tournaments, against `random` and against everybody.

    Example: got demo --minutes 2.5 --games 300
    """
    from got_training.first_game import DemoArgs, demo_training, play_first_game

    unused = sorted({"minutes", "games"} & given.keys()) if first_game else ()
    if unused:
        raise ValueError(f"--first-game: expected no --{unused[0]} with it, there is but a game")
    args = DemoArgs(**given)
    demo_training(args)  # a bad number is refused before the game
    if first_game is not False and not json:
        play_first_game(args.players, args.seed)
    if first_game:
        return
    from got_training.demo import run_demo

    run_demo(args, out, json)


@with_flags(
    "got_training.exploit",
    "ExploitArgs",
    Flag("minutes", float),
    Flag("steps", int),
    Flag("seeds", int),
    Flag("games", int),
    Flag("start", Path, shown="that of the agent"),
    PLAYERS,
    Flag("game"),
    DATA_DIR,
    Flag("seed", int),
)
def exploit(
    agent: Annotated[str, typer.Argument(help="Agent to beat.")],
    out: Annotated[Path, typer.Option(help="Folder for the trainings and the results.")],
    given: Mapping[str, Any],
    config: Config = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Continue the measurement in the folder.")
    ] = False,
    ray: Annotated[
        bool,
        typer.Option(
            "--ray", help="Train on a Ray cluster, on whose nodes --out is the same folder."
        ),
    ] = False,
    json: Json = False,
) -> None:
    """Measure how exploitable an agent is: train a few opponents for it alone, and let them play.

    The best one plays again on fresh deals. Ctrl-C in a training saves it, --resume goes on.

    Example: got exploit policy --out runs/exploit --minutes 30
    """
    from got_env.cli.first_start import compile_if_cold
    from got_training.args import read_config

    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
    try:
        from got_training.exploit import Exploit, ExploitArgs
    except ImportError as error:
        raise MissingExtraError(
            f"training needs more packages: {how_to_install('train')} ({error})"
        ) from error

    layers = (read_config(config) if config else {}, {**given, "agent": agent})
    args = ExploitArgs.parse(*layers)
    compile_if_cold(args.game)
    made = Exploit(args, out, resume, lambda line: typer.echo(line, err=True), ray)
    report = made.run()
    best = report["best"]
    if json:
        print_json(report)
    elif best is None:
        console().print(f"interrupted: --resume goes on in {out}", soft_wrap=True)
    else:
        console().print(
            f"the best of {len(report['trainings'])} exploiters wins {best['share']:.1%}"
            f" ({best['low']:.1%} to {best['high']:.1%}) of {best['games']} fresh games against"
            f" {agent}; half for equal agents\nplay it as the agent"
            f" policy:{made.folder(made.best_number)}",
            soft_wrap=True,
            markup=False,
        )
