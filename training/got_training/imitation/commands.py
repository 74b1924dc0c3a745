"""The commands ``got imitate``; slow imports are deferred."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated, Any

import typer

from got_env.cli.console import console, print_json, progress_bar
from got_env.cli.groups import SuggestingGroup
from got_env.core.extras import MissingExtraError, how_to_install
from got_training.cli_flags import PLAYERS, Config, Flag, Json, with_flags

imitate = typer.Typer(
    cls=SuggestingGroup, no_args_is_help=True, add_completion=False, rich_markup_mode=None
)


@imitate.callback()
def _imitate() -> None:
    """Make a data set of a teacher's decisions, and train a network to follow it.

    Example: got imitate data --out data/first --games 200
    """


@imitate.command()
@with_flags(
    "got_training.imitation.dataset_args",
    "DatasetArgs",
    Flag("games", int),
    Flag("teacher"),
    PLAYERS,
    Flag("game"),
    Flag("seed", int),
)
def data(
    out: Annotated[Path, typer.Option(help="Folder of the data set.")],
    given: Mapping[str, Any],
    config: Config = None,
    jobs: Annotated[int, typer.Option(help="Processes to share the games between.")] = 1,
    ray: Annotated[
        bool, typer.Option("--ray", help="Play on a Ray cluster; --jobs is the number of tasks.")
    ] = False,
    json: Json = False,
) -> None:
    """Play games and keep every decision of the teacher.

    The same command continues a data set that was interrupted.

    Example: got imitate data --out data/first --games 200 --jobs 2
    """
    from got_env.cli.first_start import compile_if_cold
    from got_training.args import read_config
    from got_training.imitation.dataset_args import DatasetArgs
    from got_training.imitation.generate import generate_dataset

    args = DatasetArgs.parse(read_config(config) if config else {}, given)
    args.make_agents()  # before the minutes that a cold start takes
    compile_if_cold(args.game)
    with ExitStack() as stack:
        bar = stack.enter_context(progress_bar())
        task = bar.add_task("playing", total=args.shards)
        made = generate_dataset(
            args,
            out,
            jobs,
            lambda done, total: bar.update(task, completed=done, total=total),
            ray,
        )
    report = {"out": str(out), "shards": args.shards, "made": made, "games": args.games}
    if json:
        print_json(report)
    else:
        console().print(
            f"{args.games} games in {args.shards} shards, {made} of them new: {out}",
            soft_wrap=True,
            markup=False,
        )


@imitate.command()
@with_flags(
    "got_training.imitation.args",
    "ImitationArgs",
    Flag("epochs", int),
    Flag("seed", int),
    Flag("device"),
)
def learn(
    data: Annotated[Path, typer.Option(help="Folder of the data set.")],
    out: Annotated[Path, typer.Option(help="Folder for the policy.")],
    given: Mapping[str, Any],
    config: Config = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Continue the learning in the folder.")
    ] = False,
    json: Json = False,
) -> None:
    """Train a network to decide as the teacher of a data set did; Ctrl-C saves, --resume goes on.

    The policy plays as the agent policy:OUT, and `got train --start OUT` continues from it.

    Example: got imitate learn --data data/first --out runs/imitation
    """
    # Threads of torch that wait by spinning slow each other down on a machine that is busy.
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
    try:
        from got_training.imitation.learning import HeldOutScores, Imitation
    except ImportError as error:
        raise MissingExtraError(
            f"training needs more packages: {how_to_install('train')} ({error})"
        ) from error
    from got_training.args import read_config
    from got_training.devices import device_name
    from got_training.imitation.args import ImitationArgs
    from got_training.saving import Progress

    args = ImitationArgs.parse(read_config(config) if config else {}, given)

    def show(share: float, progress: Progress, scores: HeldOutScores) -> None:
        typer.echo(
            f"{share:4.0%}  {progress.steps:>11,} decisions  {progress.seconds:6.0f} s"
            f"  agreement {scores.agreement:.1%}  loss {scores.loss:.3f}"
            f"  explained {scores.explained:.2f}",
            err=True,
        )

    def tell(text: str) -> None:
        typer.echo(f"got: {text}", err=True)

    learner = Imitation(args, data, out, resume, tell)
    typer.echo(f"learning on {device_name(learner.device, learner.precision)}", err=True)
    scores = learner.run(show)
    if json:
        found = {"agreement": scores.agreement, "loss": scores.loss} if scores else {}
        print_json({"out": str(out), "interrupted": learner.interrupted, **found})
        return
    screen = console()
    progress = learner.progress
    if scores is None and not progress.adam_steps:
        screen.print("interrupted before anything was learnt", soft_wrap=True)
        return
    if scores is None:
        screen.print(
            f"interrupted after {progress.steps:,} decisions in {progress.seconds:.0f} s;"
            " --resume goes on",
            soft_wrap=True,
        )
    else:
        screen.print(
            f"agrees with the teacher in {scores.agreement:.1%} of {scores.decisions} decisions"
            " that it did not learn from",
            soft_wrap=True,
        )
    screen.print(f"policy: {out}, play it as the agent policy:{out}", soft_wrap=True, markup=False)
