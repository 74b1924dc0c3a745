#!/usr/bin/env python3
"""Measure how cost grows with the work, for docs/scaling.md: games, players, agents, jobs, tables.

Each part goes to a table in OUT with the machine beside it; ``scripts/generate_curves`` makes the
page of them. Batches are measured in processor time, a fixed calculation in turns with them; the
other parts in wall time, on a quiet machine please. Needs the extras viz and web.
"""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from statistics import median
from typing import Annotated, Any

import typer

from got_benchmarks.playing.players import players_for
from got_benchmarks.playing.schedule import schedule
from got_benchmarks.playing.workers import Setting
from got_benchmarks.speed.calibration import calibration
from got_benchmarks.speed.machine import cores, describe
from got_benchmarks.speed.scaling import SIZES, batch_sizes, doubling
from got_benchmarks.speed.startup import startup
from got_benchmarks.speed.throughput import mixed_games
from got_benchmarks.speed.timing import clock, wall
from got_env.core.files import write_table, write_whole
from got_env.core.game import Game
from got_env.games import GAMES, get_game

FOLDER = Path(__file__).parent.parent / "docs" / "curves"
SOURCE_GAMES = 256
TABLES = (1, 4, 16, 64)
ANSWERS = 20
"""Of each table of the server."""

Row = Mapping[str, Any]


def turns_per_s(seconds: float) -> float:
    """Speed of the fixed calculation now, in turns for each second of processor time."""
    work = calibration()
    work()
    turns, began = 0, clock()
    while clock() - began < seconds:
        turns += work()
    return turns / (clock() - began)


def batches(game: Game, seconds: float, repeats: int) -> Iterator[Row]:
    """Batched steps with observation and mask, by players and games of the batch, on one core."""
    for players in game.seats.counts:
        source = mixed_games(game, players, {}, SOURCE_GAMES)
        for size in SIZES:
            anchors = [turns_per_s(seconds)]
            found = batch_sizes(source, {}, seconds, repeats, (size,))
            anchors.append(turns_per_s(seconds))
            if found["stopped"] is not None:
                raise RuntimeError(f"{game.code}, {players} players: {found['stopped']}")
            for row in found["rows"]:
                yield {
                    "players": players,
                    "games": size,
                    "decisions_per_s": round(row["decisions_per_s"]),
                    "bytes": row["bytes"],
                    "anchor_turns_per_s": round(sum(anchors) / 2),
                }


def tournaments(game: Game, seconds: float, repeats: int) -> Iterator[Row]:
    """Games of a tournament for each second, by scripted agents and processes that share them."""
    players = max(game.seats.counts)
    assert game.players.scripted is not None
    styles = list(game.players.scripted().styles)
    for jobs in doubling(cores()):
        for agents in (2, len(styles)):
            names = tuple(styles[:agents])
            setting = Setting(game.reference, players, names, {})
            with players_for(jobs) as who:
                # The first games start the processes and load what they need.
                who.play(setting, schedule(agents, players, 8 * jobs, 1), lambda outcome: None)
                runs = []
                games = max(1, int(600 * seconds)) * agents
                for run in range(repeats):
                    matches = schedule(agents, players, games, 2 + run)
                    began = wall()
                    who.play(setting, matches, lambda outcome: None)
                    runs.append(games / (wall() - began))
            yield {"agents": agents, "jobs": jobs, "games_per_s": round(median(runs), 1)}


def tables(game: Game, seconds: float, repeats: int) -> Iterator[Row]:
    """Milliseconds from an answer in the browser to the next question, by tables of the server."""
    script = str(Path(__file__).with_name("serving.py"))
    for number in TABLES:
        command = [sys.executable, script, "--game", game.code, "--json"]
        command += ["--players", str(max(game.seats.counts))]
        command += ["--tables", str(number), "--answers", str(ANSWERS * number)]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
        found = json.loads(done.stdout)
        yield {key: round(value, 1) for key, value in found.items()}


def starts(game: Game, seconds: float, repeats: int) -> Iterator[Row]:
    """Seconds from import to the first step of a new process whose kernels are in the cache."""
    players = max(game.seats.counts)
    runs = [startup(game, players, {}, None) for _ in range(repeats + 1)][1:]
    yield {
        "import_s": round(median(run["import_s"] for run in runs), 3),
        "first_step_s": round(median(run["seconds"] for run in runs), 3),
    }


PARTS: dict[str, Callable[[Game, float, int], Iterator[Row]]] = {
    part.__name__: part for part in (batches, tournaments, tables, starts)
}


def main(
    parts: Annotated[
        str, typer.Option(help=f"Some of {', '.join(PARTS)}.", show_default="all")
    ] = ",".join(PARTS),
    games: Annotated[str, typer.Option(help="Codes of games.", show_default="all")] = ",".join(
        GAMES
    ),
    seconds: Annotated[float, typer.Option(help="Length of each run.", min=0.001)] = 0.2,
    repeats: Annotated[int, typer.Option(help="Runs; medians are kept.", min=1)] = 3,
    most: Annotated[int, typer.Option(help="Most rows of a game in a part, 0: all.", min=0)] = 0,
    out: Annotated[Path, typer.Option(help="Folder of the tables.")] = FOLDER,
) -> None:
    """Measure each part for each game and write OUT/PART.csv.

    A table that is there is replaced.

    Example: python benchmarks/curves.py --parts batches --games btwixt --out curves
    """
    for what, asked, known in (("parts", parts, PARTS), ("games", games, GAMES)):
        for name in asked.split(","):
            if name not in known:
                raise typer.BadParameter(
                    f"{name!r}: expected some of {', '.join(known)}", param_hint=f"--{what}"
                )
    out.mkdir(parents=True, exist_ok=True)
    for part in parts.split(","):
        about = describe()
        rows: list[Row] = []
        for code in games.split(","):
            found = PARTS[part](get_game(code), seconds, repeats)
            for row in islice(found, most or None):
                rows.append({"game": code, **row})
                typer.echo(", ".join(f"{key} {value}" for key, value in rows[-1].items()))
        write_table(out / f"{part}.csv", list(rows[0]), rows)
        told = {
            "date": datetime.now(UTC).date().isoformat(),
            "machine": about,
            "command": shlex.join(["python", "benchmarks/curves.py", *sys.argv[1:]]),
        }
        write_whole(out / f"{part}.json", f"{json.dumps(told, indent=2)}\n".encode())


if __name__ == "__main__":
    typer.run(main)
