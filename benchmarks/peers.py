#!/usr/bin/env python3
"""Measure got_env and the environments a user might pick instead, side by side on one core.

The extra installs the others: python -m pip install -e ".[peers]". A missing one is listed as not
measured.
"""

from __future__ import annotations

import itertools
from typing import Annotated, Any

import typer

from got_benchmarks.peers import (
    catanatron_games,
    open_spiel_games,
    ours,
    pettingzoo_games,
    results,
    rlcard_games,
)
from got_benchmarks.peers.contest import Contestant, compete, pin_to_one_core
from got_benchmarks.speed.machine import describe
from got_benchmarks.speed.measure import rounded
from got_env.cli.console import console, parse_names, print_json, progress_bar

PACKAGES = ("got_env", "numba", "numpy", "pettingzoo", "open_spiel", "catanatron", "rlcard")

OTHERS = {
    "pettingzoo": pettingzoo_games.contestants,
    "openspiel": open_spiel_games.contestants,
    "catanatron": catanatron_games.contestants,
    "rlcard": rlcard_games.contestants,
}


def chosen(only: str | None) -> list[Contestant]:
    """The other contestants, of the libraries named.

    Raises:
        ValueError: for a library that is not known.
    """
    names = parse_names(only, "only") if only else tuple(OTHERS)
    for name in names:
        if name not in OTHERS:
            raise ValueError(f"only={name!r}: expected one of {', '.join(OTHERS)}")
    return list(itertools.chain.from_iterable(OTHERS[name]() for name in names))


def run(
    players: int, num_envs: int, seconds: float, repeats: int, seed: int, only: str | None
) -> dict[str, Any]:
    """Measure and compare; see :func:`peers` for the arguments."""
    for name, value in (("seconds", seconds), ("repeats", repeats), ("num_envs", num_envs)):
        if not value > 0:
            raise ValueError(f"{name}={value}: expected more than 0")
    everybody = ours.contestants("agot2e", players, num_envs) + chosen(only)
    machine = describe(PACKAGES)
    core = pin_to_one_core()
    with progress_bar() as bar:
        task = bar.add_task("getting ready", total=repeats * len(everybody))
        rows = compete(
            everybody,
            seconds,
            repeats,
            seed,
            lambda name: bar.update(task, advance=1, description=f"measured {name}"),
        )
    return {
        "game": "agot2e",
        "players": players,
        "num_envs": num_envs,
        "seconds": seconds,
        "repeats": repeats,
        "core": core,
        "clock": "process_time",
        "machine": machine,
        "rows": rounded(rows),
        "ratios": rounded(results.ratios(rows)),
        "goals": rounded(results.goals(rows)),
    }


def peers(
    players: Annotated[int, typer.Option(help="Players of our games.")] = 6,
    num_envs: Annotated[int, typer.Option(help="Games of our batched step.")] = 1024,
    seconds: Annotated[float, typer.Option(help="Processor time of each run.")] = 1.0,
    repeats: Annotated[int, typer.Option(help="Rounds; medians are shown.")] = 5,
    seed: Annotated[int, typer.Option(help="Seed of the random players of the others.")] = 0,
    only: Annotated[
        str | None, typer.Option(help=f"Libraries to compare with: {', '.join(OTHERS)}.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON for machines.")] = False,
) -> None:
    """Compare got_env with PettingZoo's, OpenSpiel's, catanatron's and RLCard's games.

    A decision is one question put to one player, the choice of a random answer included.

    Example: python benchmarks/peers.py --seconds 0.5 --repeats 3
    """
    try:
        result = run(players, num_envs, seconds, repeats, seed, only)
    except ValueError as error:
        typer.echo(f"peers: {error}", err=True)
        raise typer.Exit(2) from error
    if json:
        print_json(result)
    else:
        screen = console()
        screen.print(results.peers_table(result))
        for line in results.goal_lines(result):
            screen.print(line)
    for line in results.problem_lines(result):
        typer.echo(line, err=True)
    if any("not_measured" in row and row["command"] is None for row in result["rows"]):
        raise typer.Exit(1)


if __name__ == "__main__":
    typer.run(peers)
