"""Results as tables for the terminal."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.table import Table

from got_benchmarks.playing.outcome import FORFEIT
from got_benchmarks.tournament.summary import ranking


def percent(value: float) -> str:
    """A share in words."""
    return f"{100 * value:.1f} %"


def interval(bounds: tuple[float, float]) -> str:
    """An interval of a share in words."""
    low, high = bounds
    return numbers((100 * low, 100 * high))


def numbers(bounds: tuple[float, float]) -> str:
    """An interval of numbers in words, as all intervals are written."""
    low, high = bounds
    return f"{low:.1f} - {high:.1f}"


NAME_WIDTH = 16
"""Columns of a name; a longer one goes on in the next line, after a sign that ends a word."""


def words_of(name: str) -> list[str]:
    """A name in parts between which a line may end; together they are the name."""
    return re.findall(r"[^:/,=_.-]*[:/,=_.-]|[^:/,=_.-]+", name)


def broken_name(name: str, width: int = NAME_WIDTH) -> str:
    """A name in lines of at most ``width`` where its words allow it; no word is broken."""
    lines = [""]
    for word in words_of(name):
        if lines[-1] and len(lines[-1]) + len(word) > width:
            lines.append("")
        lines[-1] += word
    return "\n".join(lines)


def agents_table(summary: Mapping[str, Any]) -> Table:
    """One row for each agent, the strongest first."""
    title = f"{summary['games']} games with {summary['players']} players"
    table = Table(box=SIMPLE_HEAD, title=title, collapse_padding=True, pad_edge=False)
    table.add_column("agent", no_wrap=True, min_width=9)
    rated = summary["rating_method"] is not None
    names = ["tables", "wins", "share", "95 %", "place"]
    for name in names + (["rating", "95 %"] if rated else []):
        # An interval may go on in the next line, after its dash.
        table.add_column(name, justify="right", no_wrap=name != "95 %", min_width=6)
    for name in ranking(summary):
        row = summary["agents"][name]
        cells = [
            broken_name(name),
            str(row["tables"]),
            f"{row['wins']:g}",
            percent(row["win_share"]),
            interval(row["interval"]),
            f"{row['mean_place']:.2f}",
        ]
        if rated:
            cells += [f"{row['rating']['mu']:.1f}", numbers(row["rating"]["interval"])]
        table.add_row(*cells)
    return table


def bias_table(summary: Mapping[str, Any], width: int) -> Table:
    """Wins of each house at tables of identical agents, for so many columns."""
    title = f"houses with identical agents, {summary['bias']['games']} games"
    return _houses(title, summary["bias"]["houses"], summary["bias"]["agents"], width)


def houses_table(summary: Mapping[str, Any], width: int) -> Table:
    """Wins of each house: all of them with their interval, then with each agent that played it.

    Args:
        summary: of the tournament.
        width: columns of the screen; an interval goes on in the next line where they are few.
    """
    agents = {
        name: {house: row["agents"][name] for house, row in summary["houses"].items()}
        for name in summary["agents"]
    }
    return _houses("win rate by house", summary["houses"], agents, width)


def _houses(
    title: str, houses: Mapping[str, Any], agents: Mapping[str, Mapping[str, Any]], width: int
) -> Table:
    # A row for each agent: there may be many, while six houses fit a narrow terminal.
    table = Table(box=SIMPLE_HEAD, title=title, collapse_padding=True, pad_edge=False)
    table.add_column("agent", no_wrap=True, min_width=9)
    for house in houses:
        table.add_column(house, justify="right", no_wrap=True)
    table.add_row("all", *(percent(row["win_share"]) for row in houses.values()))
    bounds = [interval(row["interval"]) for row in houses.values()]
    cells = sum(max(map(len, pair)) + 2 for pair in zip(houses, bounds, strict=True))
    if NAME_WIDTH + cells + 2 > width:
        bounds = [text.replace(" - ", " -\n") for text in bounds]
    table.add_row("95 %", *bounds, end_section=True)
    for name, rows in agents.items():
        table.add_row(broken_name(name), *(percent(rows[house]["win_share"]) for house in houses))
    return table


def words(name: str) -> str:
    """A name of the game, of an end or of what it counts, in words."""
    return name.replace("_", " ")


def ends_line(summary: Mapping[str, Any]) -> str:
    """Ends of the games."""
    ends = {end: count for end, count in summary["ends"].items() if end != FORFEIT}
    text = "ended by " + ", ".join(f"{words(end)}: {n}" for end, n in ends.items())
    if summary["errors"]:
        text += f", forfeited: {summary['errors']}"
    if summary["given_up"]:
        text += f", given up: {summary['given_up']}"
    unplayed = summary["planned"] - summary["games"] - summary["given_up"]
    if unplayed > 0:
        text += f", not played: {unplayed}"
    test = summary.get("sequential")
    if test:
        best = f"{test['best']} is better than every other" if test["best"] else "undecided"
        text += f"\nsequential test at {test['alpha']:g}: {best} after {test['deals']} deals"
    return text


SMALL_CELL = 100
"""Games of a cell below which its interval is up to 20 points wide or wider: it is marked."""


def small_mark(row: Mapping[str, Any]) -> str:
    """Mark behind the number of games of a cell that has too few to say much."""
    return " *" if row["games"] < SMALL_CELL else ""


def _caption(rows: Iterable[Mapping[str, Any]]) -> str | None:
    """Meaning of the mark, if one of the rows has it."""
    return f"* fewer than {SMALL_CELL} games: says little" if any(map(small_mark, rows)) else None


def suite_table(summary: Mapping[str, Any]) -> Table:
    """One row for each cell of the standard suite, the headline first."""
    rows = [summary["headline"], *summary["cells"]]
    caption = _caption(rows)
    table = Table(box=SIMPLE_HEAD, title=f"{summary['suite']}: {summary['agent']}", caption=caption)
    table.add_column("pool", no_wrap=True)
    table.add_column("players", justify="right", no_wrap=True)
    table.add_column("seats", no_wrap=True)
    for name in ("games", "share", "95 %", "parity", "place"):
        table.add_column(name, justify="right", no_wrap=True)
    for row in rows:
        table.add_row(
            row["pool"],
            str(row["players"]),
            f"{row['seats']} v {row['players'] - row['seats']}",
            f"{row['games']}{small_mark(row)}",
            percent(row["win_share"]),
            interval(row["interval"]),
            percent(row["parity"]),
            f"{row['mean_place']:.2f}",
        )
    return table


def suite_houses_table(summary: Mapping[str, Any]) -> Table:
    """Wins of the agent with each house."""
    every = [*summary["houses"].values(), *summary["bias"].values()]
    table = Table(box=SIMPLE_HEAD, title="by house (95 % interval)", caption=_caption(every))
    columns = ("headline", "agent on all seats") if summary["bias"] else ("headline",)
    table.add_column("house", no_wrap=True)
    for name in columns:
        table.add_column(name, justify="right", no_wrap=True)
    for house, row in summary["houses"].items():
        cells = (row, summary["bias"][house]) if summary["bias"] else (row,)
        table.add_row(
            house,
            *(
                f"{percent(c['win_share'])} ({interval(c['interval'])}){small_mark(c)}"
                for c in cells
            ),
        )
    return table


def headline(summary: Mapping[str, Any]) -> str:
    """The headline figure in words."""
    row = summary["headline"]
    learnt = summary.get("learnt_players") or [row["players"]]
    note = (
        ""
        if row["players"] in learnt
        else f"; it learnt at tables of {' and '.join(map(str, learnt))} players, not of"
        f" {row['players']}: --players {learnt[-1]} plays the headline there"
    )
    return (
        f"{summary['agent']} wins {percent(row['win_share'])} ({interval(row['interval'])}) with"
        f" {row['seats']} of {row['players']} seats against {row['pool']},"
        f" {row['games']} games{small_mark(row)}{note}"
    )
