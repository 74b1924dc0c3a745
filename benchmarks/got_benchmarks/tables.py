"""Results as tables for the terminal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.table import Table


def percent(value: float) -> str:
    """A share in words."""
    return f"{100 * value:.1f} %"


def interval(bounds: tuple[float, float]) -> str:
    """An interval of a share in words."""
    low, high = bounds
    return f"{100 * low:.1f} - {100 * high:.1f}"


def agents_table(summary: Mapping[str, Any]) -> Table:
    """One row for each agent, the most wins first."""
    table = Table(
        box=SIMPLE_HEAD, title=f"{summary['games']} games with {summary['players']} players"
    )
    table.add_column("agent")
    for name in ("seats", "tables", "wins", "win share", "95 % interval", "mean place"):
        table.add_column(name, justify="right")
    for name, row in sorted(summary["agents"].items(), key=lambda item: -item[1]["win_share"]):
        table.add_row(
            name,
            str(row["seats"]),
            str(row["tables"]),
            str(row["wins"]),
            percent(row["win_share"]),
            interval(row["interval"]),
            f"{row['mean_place']:.2f}",
        )
    return table


def houses_table(summary: Mapping[str, Any]) -> Table:
    """One row for each house: all its wins, then those of each agent that played it."""
    table = Table(box=SIMPLE_HEAD, title="win rate by house (95 % interval)")
    table.add_column("house")
    table.add_column("all", justify="right")
    for name in summary["agents"]:
        table.add_column(name, justify="right")
    for house, row in summary["houses"].items():
        cells = [row, *row["agents"].values()]
        table.add_row(
            house, *(f"{percent(c['win_share'])} ({interval(c['interval'])})" for c in cells)
        )
    return table


def ends_line(summary: Mapping[str, Any]) -> str:
    """How the games ended."""
    ends = summary["ends"]
    text = f"ended by seven castles: {ends['seven_castles']}, last round: {ends['last_round']}"
    if summary["errors"]:
        text += f", broken off: {summary['errors']}"
    return text
