"""The commands ``got imitate``; slow imports are deferred."""

from __future__ import annotations

import os
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated, Any

import typer

from got_env.cli.console import (
    console,
    parse_numbers,
    parse_options,
    print_json,
    progress_bar,
)
from got_env.cli.groups import SuggestingGroup

imitate = typer.Typer(
    cls=SuggestingGroup, no_args_is_help=True, add_completion=False, rich_markup_mode=None
)

JSON_HELP = "Print JSON for machines."


@imitate.callback()
def _imitate() -> None:
    """Make a data set of a teacher's decisions, and train a network to follow it.

    Example: got imitate data --out data/first --games 200
    """


@imitate.command()
def data(
    out: Annotated[Path, typer.Option(help="Folder of the data set.")],
    games: Annotated[int | None, typer.Option(help="Games in all.", show_default="2000")] = None,
    teacher: Annotated[
        str | None,
        typer.Option(help="Agent whose decisions are kept.", show_default="ismcts:sims=12"),
    ] = None,
    players: Annotated[
        str | None,
        typer.Option(help="Numbers of players, with commas.", show_default="the most of the game"),
    ] = None,
    game: Annotated[str | None, typer.Option(help="Game code.", show_default="agot2e")] = None,
    tides: Annotated[bool, typer.Option("--tides", help="Play with Tides of Battle.")] = False,
    option: Annotated[
        list[str] | None, typer.Option(help="Option of the game, key=value; may be repeated.")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Seed of everything random.")] = None,
    config: Annotated[
        Path | None, typer.Option(help="TOML file with any arguments of the data set.")
    ] = None,
    jobs: Annotated[int, typer.Option(help="Processes to share the games between.")] = 1,
    json: Annotated[bool, typer.Option("--json", help=JSON_HELP)] = False,
) -> None:
    """Play games and keep every decision of the teacher.

    The same command continues a data set that was interrupted.

    Example: got imitate data --out data/first --games 200 --jobs 2
    """
    from got_env.cli.first_start import compile_if_cold
    from got_training.args import read_config
    from got_training.imitation.lessons import Lessons
    from got_training.imitation.school import make_data

    given: dict[str, Any] = {"games": games, "teacher": teacher, "game": game, "seed": seed}
    if players is not None:
        given["players"] = parse_numbers(players, "--players")
    if options := parse_options(option, tides):
        given["options"] = options
    flags = {name: value for name, value in given.items() if value is not None}
    lessons = Lessons.parse(read_config(config) if config else {}, flags)
    lessons.make_agents()  # before the minutes that a cold start takes
    compile_if_cold(lessons.game)
    with ExitStack() as stack:
        bar = stack.enter_context(progress_bar())
        task = bar.add_task("playing", total=lessons.shards)
        made = make_data(
            lessons, out, jobs, lambda done, total: bar.update(task, completed=done, total=total)
        )
    report = {"out": str(out), "shards": lessons.shards, "made": made, "games": lessons.games}
    if json:
        print_json(report)
    else:
        console().print(
            f"{lessons.games} games in {lessons.shards} shards, {made} of them new: {out}",
            soft_wrap=True,
            markup=False,
        )


@imitate.command()
def learn(
    data: Annotated[Path, typer.Option(help="Folder of the data set.")],
    out: Annotated[Path, typer.Option(help="Folder for the policy.")],
    epochs: Annotated[
        int | None, typer.Option(help="How often each decision is used.", show_default="4")
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
        Path | None, typer.Option(help="TOML file with any arguments of the learning.")
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Continue the learning in the folder.")
    ] = False,
    json: Annotated[bool, typer.Option("--json", help=JSON_HELP)] = False,
) -> None:
    """Train a network to decide as the teacher of a data set did.

    The policy plays as the agent policy:OUT, and `got train --start OUT` continues from it.

    Example: got imitate learn --data data/first --out runs/imitation
    """
    # Threads of torch that wait by spinning slow each other down on a machine that is busy.
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
    try:
        from got_training.imitation.learning import Exam, Imitation
    except ImportError as error:
        raise RuntimeError(
            f"training needs more packages: pip install 'got_env[train]' ({error})"
        ) from error
    from got_training.args import read_config
    from got_training.devices import in_words
    from got_training.imitation.args import ImitationArgs
    from got_training.saving import Progress

    given = {"epochs": epochs, "seed": seed, "device": device}
    flags = {name: value for name, value in given.items() if value is not None}
    args = ImitationArgs.parse(read_config(config) if config else {}, flags)

    def show(share: float, progress: Progress, exam: Exam) -> None:
        typer.echo(
            f"{share:4.0%}  {progress.steps:>11,} decisions  {progress.seconds:6.0f} s"
            f"  agreement {exam.agreement:.1%}  loss {exam.loss:.3f}"
            f"  explained {exam.explained:.2f}",
            err=True,
        )

    learner = Imitation(args, data, out, resume)
    typer.echo(f"learning on {in_words(learner.device)}", err=True)
    exam = learner.run(show)
    if json:
        print_json({"out": str(out), "agreement": exam.agreement, "loss": exam.loss})
    else:
        console().print(
            f"agrees with the teacher in {exam.agreement:.1%} of {exam.decisions} decisions that"
            f" it did not learn from\npolicy: {out}, play it as the agent policy:{out}",
            soft_wrap=True,
            markup=False,
        )
