"""The command ``got bench policy``; slow imports are deferred."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from got_env.cli.console import (
    console,
    parse_options,
    print_json,
    print_tables,
    progress_bar,
)
from got_env.core.files import check_writable

if TYPE_CHECKING:
    from got_benchmarks.playing.outcome import Outcome
    from got_benchmarks.suite.run import CellResult

TIME_LIMIT = 60.0


def policy(
    agent: Annotated[str, typer.Argument(help="Agent, such as heuristic or policy:runs/first.")],
    game: Annotated[str, typer.Option(help="Game code.")] = "agot2e",
    data_dir: Annotated[
        Path | None, typer.Option(help="Your own folder of board and card files.")
    ] = None,
    tides: Annotated[bool, typer.Option("--tides", help="Play with Tides of Battle.")] = False,
    option: Annotated[
        list[str] | None, typer.Option(help="Option of the game, key=value; may be repeated.")
    ] = None,
    quick: Annotated[
        bool,
        typer.Option(
            "--quick",
            help="Fewer games: 200 for the headline, 6 for every other combination, 60 with the"
            " agent on all seats.",
        ),
    ] = False,
    players: Annotated[
        int | None,
        typer.Option(
            help="Players of the headline and of the games with the agent on all seats.",
            show_default="the most of the game",
        ),
    ] = None,
    pool: Annotated[
        str,
        typer.Option(
            help="Play the headline alone, against this pool, such as masters-1: the policy and the"
            " searches of the package.",
            show_default="the pool of the heuristic player, and all others",
        ),
    ] = "",
    games: Annotated[
        int | None,
        typer.Option(help="Games of the headline.", show_default="2000, 200 with --quick"),
    ] = None,
    cell: Annotated[
        int | None,
        typer.Option(help="Games of every other combination.", show_default="120, 6 with --quick"),
    ] = None,
    mirror: Annotated[
        int | None,
        typer.Option(
            help="Games with the agent on all seats.", show_default="300, 60 with --quick"
        ),
    ] = None,
    jobs: Annotated[int, typer.Option(help="Processes to share the games between.")] = 1,
    isolate: Annotated[
        bool, typer.Option("--isolate/--no-isolate", help="Play in processes of their own.")
    ] = True,
    ray: Annotated[
        bool, typer.Option("--ray", help="Play on a Ray cluster; --jobs is the number of tasks.")
    ] = False,
    time_limit: Annotated[
        float, typer.Option(help="Seconds for a decision, 0 for no limit.")
    ] = TIME_LIMIT,
    out: Annotated[Path | None, typer.Option(help="File for the JSON.")] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Continue an interrupted run to the same --out.")
    ] = False,
    json: Annotated[bool, typer.Option("--json", help="Print JSON for machines.")] = False,
) -> None:
    """Play the standard suite: how strong an agent is, with intervals.

    The agent takes one seat, half of them and all but one against each reference pool, with every
    number of players and every house; seeds are fixed. The headline is its share of wins with half
    of the seats, at tables of the most players or of --players, against the pool of the heuristic
    player.

    Example: got bench policy heuristic --quick
    """
    from contextlib import ExitStack
    from dataclasses import replace

    from got_benchmarks.playing.aborted_games import check_aborted
    from got_benchmarks.playing.players import check_players, players_for
    from got_benchmarks.suite.log import SuiteLog, check_replaced, log_file
    from got_benchmarks.suite.run import FULL, QUICK, Suite
    from got_benchmarks.suite.summary import summarize_suite
    from got_benchmarks.tournament import tables
    from got_benchmarks.tournament.export import write_json
    from got_env.cli.first_start import compile_if_cold
    from got_env.games import get_game

    if resume and out is None:
        raise ValueError("--resume: expected --out with the file to go on with")
    if out is not None and out.parent.exists():
        check_writable("--out", out)
    if resume and out is not None and not log_file(out).exists():
        what = "a run that is finished" if out.exists() else "no run"
        raise ValueError(f"--resume: {out} holds {what}: nothing to go on with")
    for name, number in (("games", games), ("cell", cell), ("mirror", mirror)):
        if number is not None and number < 1:
            raise ValueError(f"{name}={number}: expected at least 1")
    check_players(jobs, time_limit, isolate, ray)
    sizes = QUICK if quick else FULL
    sizes = replace(
        sizes,
        headline=sizes.headline if games is None else games,
        cell=sizes.cell if cell is None else cell,
        mirror=sizes.mirror if mirror is None else mirror,
    )
    options = {key: str(value) for key, value in parse_options(option, tides).items()}
    suite = Suite(agent, sizes, get_game(game, data_dir).reference, options, players or 0, pool)
    if out is not None:
        check_replaced(out, suite)
    results: list[CellResult] = []
    with ExitStack() as stack:
        log = None
        if out is not None:
            log = stack.enter_context(SuiteLog(log_file(out), suite, resume, time_limit))
        compile_if_cold(game)
        who = stack.enter_context(players_for(jobs, time_limit, isolate, ray))
        bar = stack.enter_context(progress_bar())
        task = bar.add_task("getting ready", total=suite.games())
        for index, part in enumerate(suite.cells()):

            def keep(outcome: Outcome, index: int = index) -> None:
                if log is not None and not outcome.aborted:
                    log.add(index, outcome)
                bar.advance(task)

            played = log.played(index, part.players) if log else []
            bar.update(task, advance=len(played))
            bar.update(task, description=f"{part.lineup}, {part.players} players")
            results.append(suite.play(part, who, keep, played))
            check_aborted([outcome for result in results for outcome in result.given_up])
        command = " ".join(["got", *(word for word in sys.argv[1:] if word != "--resume")])
        summary = summarize_suite(suite, results, command, time_limit)
        if out is not None and log is not None:
            write_json(out, summary)
            log.remove()
    if json:
        print_json(summary)
    else:
        screen = console()
        print_tables(screen, tables.suite_table(summary), tables.suite_houses_table(summary))
        screen.print(tables.headline(summary), soft_wrap=True)
    for count, how in ((summary["forfeits"], "forfeited"), (summary["given_up"], "given up")):
        if count:
            typer.echo(f"got: {count} games were {how}", err=True)
    if summary["forfeits"] or summary["given_up"]:
        raise typer.Exit(1)
