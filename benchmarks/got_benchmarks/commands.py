"""The commands ``got bench``; slow imports are deferred."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from got_benchmarks.suite.command import policy
from got_env.cli.console import (
    console,
    parse_options,
    print_json,
    print_tables,
    progress_bar,
)
from got_env.cli.groups import SuggestingGroup

bench = typer.Typer(
    cls=SuggestingGroup, no_args_is_help=True, add_completion=False, rich_markup_mode=None
)


bench.command()(policy)


@bench.callback()
def _bench() -> None:
    """Measure the throughput of this machine, or how strong an agent is.

    Example: got bench speed
    """


@bench.command()
def speed(
    game: Annotated[str, typer.Option(help="Game code.")] = "agot2e",
    data_dir: Annotated[
        Path | None, typer.Option(help="Your own folder of board and card files.")
    ] = None,
    players: Annotated[
        int | None,
        typer.Option(help="Players of each game.", show_default="the most of the game"),
    ] = None,
    tides: Annotated[bool, typer.Option("--tides", help="Play with Tides of Battle.")] = False,
    option: Annotated[
        list[str] | None, typer.Option(help="Option of the game, key=value; may be repeated.")
    ] = None,
    num_envs: Annotated[int, typer.Option(help="Games of the batched step.")] = 1024,
    repeats: Annotated[int, typer.Option(help="Runs of each part; medians are shown.")] = 5,
    seconds: Annotated[float, typer.Option(help="Length of each run.")] = 0.5,
    scale: Annotated[
        bool,
        typer.Option("--scale/--no-scale", help="Measure batch sizes, threads, processes too."),
    ] = True,
    most_envs: Annotated[int, typer.Option(help="The largest of the batch sizes.")] = 65536,
    compiling: Annotated[
        bool, typer.Option("--compile/--no-compile", help="Measure the start-up too (minutes).")
    ] = True,
    json: Annotated[bool, typer.Option("--json", help="Print JSON for machines.")] = False,
) -> None:
    """Measure rollouts, batched steps, AEC turns, clones, scaling and start-up.

    Example: got bench speed --json
    """
    from got_benchmarks.speed.measure import measure, parts, rounded
    from got_benchmarks.speed.tables import speed_tables
    from got_env.cli.first_start import compile_if_cold
    from got_env.core.checks import checked_players
    from got_env.games import get_game

    result: dict[str, object] = {}
    chosen = get_game(game, data_dir)
    measures = measure(
        chosen.reference,
        checked_players(chosen, players),
        parse_options(option, tides),
        num_envs=num_envs,
        repeats=repeats,
        compiling=compiling,
        scale=scale,
        seconds=seconds,
        most_envs=most_envs,
    )
    compile_if_cold(game)
    with progress_bar() as bar:
        task = bar.add_task("measuring", total=parts(compiling, scale))
        for name, part in measures:
            bar.update(task, advance=1, description=f"measured {name}")
            result.update(rounded(part))
    if json:
        print_json(result)
    else:
        print_tables(console(), *speed_tables(result))


@bench.command()
def tournament(
    games: Annotated[int, typer.Option(help="Games of the tournament.")] = 1000,
    players: Annotated[int, typer.Option(help="Players of each game.")] = 6,
    repeats: Annotated[int, typer.Option(help="Runs; medians are shown.")] = 3,
    replays: Annotated[
        str, typer.Option(help="Games to write as replays: notable, all or none.")
    ] = "notable",
    json: Annotated[bool, typer.Option("--json", help="Print JSON for machines.")] = False,
) -> None:
    """Measure what storing, rating and reporting add to the games of a tournament.

    Example: got bench tournament --games 1000
    """
    from got_benchmarks.speed.measure import rounded
    from got_benchmarks.speed.storing import measure
    from got_benchmarks.speed.tables import storing_table
    from got_benchmarks.tournament.replays import CHOICES
    from got_env.cli.first_start import compile_if_cold

    if replays not in CHOICES:
        raise ValueError(f"replays={replays!r}: expected one of {', '.join(CHOICES)}")
    compile_if_cold()
    with progress_bar() as bar:
        task = bar.add_task("measuring", total=repeats)
        result = rounded(measure(games, players, repeats, replays, lambda: bar.advance(task)))
    if json:
        print_json(result)
    else:
        print_tables(console(), storing_table(result))
