"""The command ``got bench policy``; what is slow to import comes in late."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Annotated

import typer

from got_env._console import console, parse_options, print_json, progress_bar

TIME_LIMIT = 60.0


def policy(
    agent: Annotated[str, typer.Argument(help="Agent, such as heuristic or policy:runs/first.")],
    game: Annotated[str, typer.Option(help="Game code.")] = "agot2e",
    tides: Annotated[bool, typer.Option("--tides", help="Play with Tides of Battle.")] = False,
    option: Annotated[
        list[str] | None, typer.Option(help="Option of the game, key=value; may be repeated.")
    ] = None,
    quick: Annotated[
        bool, typer.Option("--quick", help="200 games for the headline instead of 2,000.")
    ] = False,
    games: Annotated[
        int | None, typer.Option(help="Games of the headline.", show_default="2000")
    ] = None,
    cell: Annotated[
        int | None, typer.Option(help="Games of every other combination.", show_default="120")
    ] = None,
    jobs: Annotated[int, typer.Option(help="Processes to share the games between.")] = 1,
    isolate: Annotated[
        bool, typer.Option("--isolate/--no-isolate", help="Play in processes of their own.")
    ] = True,
    time_limit: Annotated[
        float, typer.Option(help="Seconds for a decision, 0 for no limit.")
    ] = TIME_LIMIT,
    out: Annotated[Path | None, typer.Option(help="File for the JSON.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON for machines.")] = False,
) -> None:
    """Play the standard suite: how strong an agent is, with intervals.

    The agent takes one seat, half of them and all but one against each reference pool, with 3 to 6
    players and every house; seeds are fixed. The headline is its share of wins with half of six
    seats against the pool of the heuristic player.

    Example: got bench policy heuristic --quick
    """
    from dataclasses import replace
    from json import dumps

    from got_benchmarks import tables
    from got_benchmarks.players import players_for
    from got_benchmarks.suite import FULL, QUICK, Suite
    from got_benchmarks.suite_summary import summarize_suite

    began = time.monotonic()
    sizes = QUICK if quick else FULL
    sizes = replace(
        sizes,
        headline=sizes.headline if games is None else games,
        cell=sizes.cell if cell is None else cell,
    )
    options = {key: str(value) for key, value in parse_options(option, tides).items()}
    suite = Suite(agent, sizes, game, options)
    results = []
    with players_for(jobs, time_limit, isolate) as players, progress_bar() as bar:
        task = bar.add_task("getting ready", total=suite.games())
        for part in suite.cells():
            bar.update(task, description=f"{part.lineup}, {part.players} players")
            results.append(suite.play(part, players, lambda outcome: bar.advance(task)))
    command = " ".join(["got", *sys.argv[1:]])
    summary = summarize_suite(suite, results, time.monotonic() - began, command)
    if out is not None:
        out.parent.mkdir(parents=True, exist_ok=True)
        out.write_text(dumps(summary, indent=2) + "\n", encoding="utf-8")
    if json:
        print_json(summary)
    else:
        screen = console()
        screen.print(tables.suite_table(summary), tables.suite_houses_table(summary))
        screen.print(tables.headline(summary), soft_wrap=True)
    if summary["forfeits"]:
        typer.echo(f"got: {summary['forfeits']} games were forfeited", err=True)
        raise typer.Exit(1)
