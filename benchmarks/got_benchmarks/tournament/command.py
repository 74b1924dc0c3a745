"""The command ``got tournament``; slow imports are deferred."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from got_env.cli.completion import complete_agents, complete_games
from got_env.cli.console import (
    complain,
    console,
    parse_names,
    parse_options,
    parse_seed,
    print_json,
    print_tables,
    progress_bar,
)

if TYPE_CHECKING:
    from got_benchmarks.playing.outcome import Outcome
    from got_benchmarks.tournament.plan import Plan

TIME_LIMIT = 60.0

DEFAULTS: dict[str, Any] = {
    "agents": "heuristic,random",
    "games": 300,
    "players": None,
    "game": "agot2e",
    "seed": 0,
    "mirror": 0,
    "schedule": "round-robin",
    "time_limit": TIME_LIMIT,
    "press": "off",
}
"""Values of options that are not given; with ``--resume`` they mean what the folder holds."""


def complete_schedules(incomplete: str) -> list[str]:
    """Schedules, for the shell."""
    from got_benchmarks.playing.schedule import SCHEDULES

    return [name for name in SCHEDULES if name.startswith(incomplete)]


def tournament(
    agents: Annotated[
        str | None,
        typer.Option(
            help="Agents separated by commas.",
            show_default="heuristic,random",
            autocompletion=complete_agents,
        ),
    ] = None,
    games: Annotated[int | None, typer.Option(help="Number of games.", show_default="300")] = None,
    players: Annotated[
        int | None,
        typer.Option(help="Players of each game.", show_default="the most of the game"),
    ] = None,
    game: Annotated[
        str | None,
        typer.Option(help="Game code.", show_default="agot2e", autocompletion=complete_games),
    ] = None,
    data_dir: Annotated[
        Path | None, typer.Option(help="Your own folder of board and card files.")
    ] = None,
    tides: Annotated[bool, typer.Option("--tides", help="Play with Tides of Battle.")] = False,
    option: Annotated[
        list[str] | None, typer.Option(help="Option of the game, key=value; may be repeated.")
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(
            help="Seed of the deals and seats; - reads it from standard input, so that no shell or"
            " script before this command shows it to agents that list processes.",
            show_default="0",
            parser=parse_seed,
            metavar="NUMBER",
        ),
    ] = None,
    schedule: Annotated[
        str | None,
        typer.Option(
            help="round-robin or swiss.",
            show_default="round-robin",
            autocompletion=complete_schedules,
        ),
    ] = None,
    mirror: Annotated[
        int | None,
        typer.Option(
            help="Add games in which all seats have the same agent, to compare the houses.",
            show_default="0",
        ),
    ] = None,
    until: Annotated[
        str | None,
        typer.Option(
            help="Stop when one agent is better than all others: `significance` or an error"
            " probability such as 0.01."
        ),
    ] = None,
    press: Annotated[
        str | None,
        typer.Option(
            help="Talk between the players: on, or moments=planning+bids,rounds=1,...",
            show_default="off",
        ),
    ] = None,
    time_limit: Annotated[
        float | None,
        typer.Option(
            help="Seconds an agent may take for a decision, 0 for no limit.", show_default="60"
        ),
    ] = None,
    out: Annotated[Path | None, typer.Option(help="Folder for all results.")] = None,
    resume: Annotated[
        bool,
        typer.Option(
            "--resume", help="Continue the tournament in the folder; more games extend it."
        ),
    ] = False,
    report: Annotated[
        bool,
        typer.Option(
            "--report",
            help="Play nothing: sum up the games that the folder keeps so far, also of a tournament"
            " that is running.",
        ),
    ] = False,
    trust_agents: Annotated[
        bool,
        typer.Option(
            "--trust-agents",
            help="With --resume: start the programs, folders and modules that the folder names as"
            " agents, though --agents does not name them again.",
        ),
    ] = False,
    jobs: Annotated[int, typer.Option(help="Processes to share the games between.")] = 1,
    isolate: Annotated[
        bool,
        typer.Option(
            "--isolate/--no-isolate",
            help="Play in processes of their own, so that agents that hang or crash only lose.",
        ),
    ] = True,
    ray: Annotated[
        bool, typer.Option("--ray", help="Play on a Ray cluster; --jobs is the number of tasks.")
    ] = False,
    replays: Annotated[
        str, typer.Option(help="Games to write as replays: notable, all or none.")
    ] = "notable",
    pages: Annotated[
        bool,
        typer.Option("--pages", help="Make web pages of the games that the report links to."),
    ] = False,
    csv: Annotated[
        list[Path] | None, typer.Option(help="File for one line for each seat of each game.")
    ] = None,
    parquet: Annotated[list[Path] | None, typer.Option(help="The same as a Parquet file.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON for machines.")] = False,
) -> None:
    """Let agents play each other, balanced over seats and houses.

    Every deal is played once for each agent: the same seed, the agents moved on by one, so that
    each agent takes every seat with the same luck. An agent that crashes, takes too long or
    plays an illegal action loses that game; the exit code is 1 if one did, or if a game could not
    be played.

    Example: got tournament --agents heuristic,random --games 300 --jobs 2 --out runs/first
    """
    given = {
        "agents": agents,
        "games": games,
        "players": players,
        "game": game,
        "data_dir": data_dir,
        "seed": seed,
        "schedule": schedule,
        "mirror": mirror,
        "time_limit": time_limit,
        "press": press,
    }
    options = parse_options(option, tides)
    if resume and out is None:
        raise ValueError("--resume: expected --out with the folder to go on with")
    if report:
        _check_report_only(given, options, out, resume)
    if trust_agents and not resume:
        raise ValueError("--trust-agents: expected --resume with it")
    from got_agents.consent import check_consent
    from got_benchmarks.tournament.export_options import checked_exports, write_exports
    from got_benchmarks.tournament.pages import check_drawn, check_pages
    from got_benchmarks.tournament.replays import CHOICES
    from got_benchmarks.tournament.sequential import checked_until

    if replays not in CHOICES:
        raise ValueError(f"replays={replays!r}: expected one of {', '.join(CHOICES)}")
    if pages:
        check_pages(out is not None, replays)
    error = 0.0 if until is None else checked_until(until)
    exports = checked_exports({"--csv": csv, "--parquet": parquet}, out)
    from got_benchmarks.playing.players import players_for
    from got_benchmarks.tournament import tables
    from got_benchmarks.tournament.finish import conclude
    from got_benchmarks.tournament.plan import check_rivals
    from got_benchmarks.tournament.run import open_plan, resumable, run, stored_games
    from got_benchmarks.tournament.store import Store
    from got_env.cli.first_start import compile_if_cold
    from got_env.games import get_game

    new = not (resume or report)
    if new:  # what is wrong with it is found out before there is a folder
        plan = make_plan({**DEFAULTS, **_known(given)}, options)
        check_rivals(plan)
    with ExitStack() as stack:
        store = None
        if out:
            store = stack.enter_context(Store(out, write=not report, new=new))
        if store and report:
            plan, outcomes = stored_games(store, data_dir)
            if pages:
                check_drawn(get_game(plan.game))
            results = conclude(plan, outcomes, store, error, replays, pages)
        else:
            if store and resume:
                stored = resumable(store, data_dir)
                if agents is None:
                    check_consent(stored.specs, store.file, "--agents", trust_agents)
                plan = plan_like(stored, given, options)
            if store:
                plan = open_plan(store, plan, resume, trust_agents)
            if pages:
                check_drawn(get_game(plan.game))
            compile_if_cold(plan.game)
            who = stack.enter_context(players_for(jobs, plan.time_limit, isolate, ray))
            bar = stack.enter_context(progress_bar())
            task = bar.add_task("getting ready", total=plan.games)
            kept = stack.enter_context(_telling_what_is_kept(plan, out, error))

            def start(done: int) -> None:
                kept[0] = done
                bar.update(task, completed=done)

            def end(outcome: Outcome) -> None:
                kept[0] += not outcome.aborted
                bar.update(task, advance=1, description="playing")

            outcomes = run(plan, who, store, until=error, on_start=start, on_end=end)
            bar.update(task, description="writing results")
            results = conclude(plan, outcomes, store, error, replays, pages)
    problems = write_exports(exports, plan, outcomes)
    summary = results.summary
    if json:
        print_json(summary)
    else:
        screen = console()
        if summary["bias"]["games"]:
            print_tables(screen, tables.bias_table(summary, screen.width))
        print_tables(
            screen, tables.agents_table(summary), tables.houses_table(summary, screen.width)
        )
        screen.print(tables.ends_line(summary))
        for line in results.lines:
            screen.print(line, soft_wrap=True)
    for message in summary["error_messages"]:
        typer.echo(f"got: game forfeited: {message}", err=True)
    if summary["errors"]:
        typer.echo(
            f"got: {summary['errors']} forfeited games count: the agent that failed is last, the"
            " others share the win",
            err=True,
        )
    for message in summary["given_up_messages"]:
        typer.echo(f"got: game given up, it counts for nobody: {message}", err=True)
    for problem in problems:
        complain(problem)
    if summary["errors"] or summary["given_up"] or problems:
        raise typer.Exit(1)


def _check_report_only(
    given: dict[str, Any], options: dict[str, object], out: Path | None, resume: bool
) -> None:
    """Refuse what would change a tournament of which only a report is wanted.

    Raises:
        ValueError: names it.
    """
    if out is None:
        raise ValueError("--report: expected --out with the folder to sum up")
    named = [name for name in _known(given) if name != "data_dir"]
    named += ["option"] if options else []
    named += ["resume"] if resume else []
    if named:
        words = ", ".join(f"--{name.replace('_', '-')}" for name in named)
        raise ValueError(
            f"--report plays nothing, the folder says what was played: leave {words} out"
        )


@contextmanager
def _telling_what_is_kept(plan: Plan, out: Path | None, until: float) -> Iterator[list[int]]:
    """When the games are interrupted, say how many are kept, and how to go on.

    Args:
        plan: what is played.
        out: folder of the results, if there is one.
        until: error probability of the sequential test; 0: none.

    Yields:
        The number of games that have ended, to be counted up.
    """
    kept = [0]
    try:
        yield kept
    except KeyboardInterrupt:
        if out is None:
            complain(f"{kept[0]} of {plan.games} games were played; without --out none is kept")
        else:
            from got_benchmarks.tournament.repeat import report_command, resume_command

            are = "is" if kept[0] == 1 else "are"
            complain(
                f"{kept[0]} of {plan.games} games {are} kept in {out}:"
                f" `{resume_command(plan, str(out), until)}` goes on;"
                f" `{report_command(plan, str(out))}` writes a report of what is kept"
            )
        raise


def _known(given: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in given.items() if value is not None}


def make_plan(asked: dict[str, Any], options: dict[str, object]) -> Plan:
    """A plan from what was asked for."""
    from got_agents.registry import agent_names
    from got_benchmarks.tournament.plan import new_plan

    return new_plan(
        parse_names(asked["agents"], "agents", agent_names()),
        asked["games"],
        players=asked["players"],
        game=asked["game"],
        data_dir=asked.get("data_dir"),
        options=options,
        seed=asked["seed"],
        schedule=asked["schedule"],
        mirrors=asked["mirror"],
        time_limit=asked["time_limit"],
        press=asked["press"],
        warn=complain,
    )


def plan_like(stored: Plan, given: dict[str, Any], options: dict[str, object]) -> Plan:
    """The plan that was asked for; what was not is as in the plan to go on with."""
    last = stored.stages[stored.last_contest]
    held = {
        "agents": ",".join(stored.specs[agent] for agent in last.agents),
        "games": sum(stage.games for stage in stored.stages if stage.schedule != "mirror"),
        "players": stored.players,
        "game": stored.game.partition("@")[0] if given["data_dir"] else stored.game,
        "seed": stored.seed,
        "schedule": last.schedule,
        "mirror": 0,  # those that are planned stay planned
        "time_limit": stored.time_limit,
        "press": stored.press or "off",
    }
    return make_plan({**held, **_known(given)}, options or dict(stored.options))
