"""From the rates of the contestants to ratios, goals and the table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.table import Table

from got_benchmarks.peers.ours import BATCHED, FAMILY, ROLLOUTS, TURNS

COMPARED = (TURNS, BATCHED, ROLLOUTS)
"""Ours in the columns of ratios."""

GOALS = (
    (BATCHED, "OpenSpiel chess", 5.0),
    (BATCHED, "catanatron", 20.0),
    (ROLLOUTS, "catanatron", 20.0),
)
"""One of ours, another one, how many times as fast ours is meant to be."""

Rows = Sequence[Mapping[str, Any]]


def ratios(rows: Rows) -> dict[str, dict[str, float]]:
    """Multiples of their decisions that ours make: by the name of the other, then of ours."""
    speeds = {row["name"]: row["decisions_per_s"] for row in rows if "decisions_per_s" in row}
    return {
        row["name"]: {
            name: speeds[name] / row["decisions_per_s"] for name in COMPARED if name in speeds
        }
        for row in rows
        if row["family"] != FAMILY and row["name"] in speeds
    }


def goals(rows: Rows) -> list[dict[str, Any]]:
    """The goals, what was found, and whether that is enough; None for what was not measured."""
    found = ratios(rows)
    reached = []
    for ours, other, wanted in GOALS:
        ratio = found.get(other, {}).get(ours)
        met = None if ratio is None else ratio >= wanted
        reached.append({"ours": ours, "other": other, "wanted": wanted, "ratio": ratio, "met": met})
    return reached


def speed(value: float) -> str:
    """Decisions each second, three digits of them."""
    return f"{float(f'{value:.3g}'):,.0f}"


def times(value: float | None) -> str:
    """A ratio."""
    return "" if value is None else f"{float(f'{value:.3g}'):,.3g}" if value < 100 else speed(value)


def cells(rows: Rows) -> Iterator[tuple[str, ...]]:
    """Cells of a table for each row, in the columns of :data:`HEAD`."""
    found = ratios(rows)
    for row in rows:
        name = str(row["name"]).removeprefix(f"{row['family']} ")
        if "decisions_per_s" not in row:
            yield (name, row["gives"], "not measured", *[""] * (1 + len(COMPARED)))
            continue
        middle = row["decisions_per_s"]
        spread = f"{50 * (row['highest'] - row['lowest']) / middle:.0f} %"
        compared = [times(found.get(row["name"], {}).get(ours)) for ours in COMPARED]
        yield (name, row["gives"], speed(middle), spread, *compared)


HEAD = ("environment", "made", "decisions/s", "+-", "AEC x", "batched x", "rollouts x")
"""Columns: the last three tell how many times as many decisions ours make."""

LEGEND = (
    "Decisions, the choice of a random answer included. Made for each decision: the observation of "
    "the player and the mask (or list) of legal actions. +-: half the distance from the slowest to "
    "the fastest run. x: how many times as many decisions ours make."
)


def peers_table(result: Mapping[str, Any]) -> Table:
    """All contestants by library."""
    machine = result["machine"]
    table = Table(
        box=SIMPLE_HEAD,
        title=f"{machine['processor']}, one core, median of {result['repeats']} runs",
        title_justify="left",
        padding=(0, 1, 0, 0),
        show_edge=False,
        caption=LEGEND,
        caption_justify="left",
    )
    for i, column in enumerate(HEAD):
        table.add_column(column, justify="left" if i < 2 else "right", no_wrap=True)
    family = None
    for row, shown in zip(result["rows"], cells(result["rows"]), strict=True):
        if row["family"] not in (family, row["name"]):
            table.add_row(row["family"], style="bold")
        family = row["family"]
        table.add_row(f" {shown[0]}" if family != row["name"] else shown[0], *shown[1:])
    return table


def goal_lines(result: Mapping[str, Any]) -> Iterator[str]:
    """One sentence for each goal."""
    for goal in result["goals"]:
        wanted = f"{goal['other']} (wanted: {goal['wanted']:g} times)"
        if goal["ratio"] is None:
            yield f"{goal['ours']} was not compared with {wanted}"
        else:
            verdict = "reached" if goal["met"] else "MISSED"
            yield f"{goal['ours']} is {times(goal['ratio'])} times {wanted}: {verdict}"


def problem_lines(result: Mapping[str, Any]) -> Iterator[str]:
    """Lines on what was not measured, why, and how to install it."""
    for row in result["rows"]:
        if "not_measured" in row:
            how = f"; to install it: {row['command']}" if row["command"] else ""
            yield f"not measured: {row['name']}: {row['not_measured']}{how}"
