"""The measures of ``got bench speed`` as tables for the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

Row = tuple[str, float, str]
"""Measure, value, unit."""


def number(value: float) -> str:
    """A figure with thousands apart, or three digits of a small one."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def speed_tables(result: Mapping[str, Any]) -> Iterator[RenderableType]:
    """All tables that the result has figures for, and how it was measured."""
    yield one_core_table(result)
    if "batch_sizes" in result:
        yield batch_sizes_table(result)
    for kind in ("threads", "processes"):
        if kind in result:
            yield workers_table(result, kind)
    yield Text(result["note"])


def one_core_rows(result: Mapping[str, Any]) -> Iterator[Row]:
    """The measures of one core, one a row."""
    for name, key in (("random", "rollout"), ("heuristic", "rollout_heuristic")):
        rollout = result[key]
        yield f"{name} rollouts", rollout["games_per_s"], "games/s"
        yield "", rollout["decisions_per_s"], "decisions/s"
        yield "", rollout["decisions_per_game"], "decisions/game"
        yield "  of them forced", rollout["forced_per_game"], "decisions/game"
    batch, aec, memory = result["batched"], result["aec"], result["memory"]
    yield (
        f"batched step, {batch['num_envs']:,} games",
        batch["decisions_per_s"],
        "decisions/s",
    )
    yield "  forced ones skipped", batch["decisions_per_s_skip_forced"], "decisions/s"
    yield "  a call without a game to move", batch["overhead_us"], "us"
    yield "AEC loop", aec["turns_per_s"], "turns/s"
    yield "  PettingZoo tic-tac-toe", aec["tictactoe_turns_per_s"], "turns/s"
    yield "clone", result["clone_ns"], "ns"
    yield "a game as a record", result["state_bytes"], "bytes"
    yield "  in a batch environment", memory["vector_env_bytes_per_game"], "bytes"
    if "compile" in result:
        start = result["compile"]
        yield "first step, cold cache", start["cold_s"], f"s (CPU {start['cold_cpu_s']:.3g} s)"
        yield "first step, warm cache", start["warm_s"], f"s (CPU {start['warm_cpu_s']:.3g} s)"


def _table(title: str, *columns: str) -> Table:
    table = Table(box=SIMPLE_HEAD, title=title, title_justify="left")
    for column in columns:
        words = column in ("measure", "unit")
        table.add_column(column, justify="left" if words else "right")
    return table


def one_core_table(result: Mapping[str, Any]) -> Table:
    """Everything that is measured on one core."""
    table = _table(
        f"{result['game']}, {result['players']} players, 1 of {result['cores']} cores, "
        f"median of {result['repeats']}",
        "measure",
        "value",
        "unit",
    )
    for name, value, unit in one_core_rows(result):
        table.add_row(name, number(value), unit)
    return table


def batch_sizes_table(result: Mapping[str, Any]) -> Table:
    """The batched step by the games of a batch, and why larger batches were left out."""
    sizes = result["batch_sizes"]
    table = _table("batched step by batch size", "games", "decisions/s", "us/step", "MiB")
    for row in sizes["rows"]:
        table.add_row(
            number(row["num_envs"]),
            number(row["decisions_per_s"]),
            number(row["step_us"]),
            number(row["bytes"] / (1 << 20)),
        )
    if sizes["stopped"]:
        table.caption = f"stopped for want of memory: {sizes['stopped']}"
    return table


def workers_table(result: Mapping[str, Any], kind: str) -> Table:
    """The batched step in several processes or threads, by the wall."""
    table = _table(f"batched step in {kind}", kind, "decisions/s", "speed-up")
    each = " each" if kind == "processes" else ""
    table.caption = f"{result['batched']['num_envs']:,} games{each}, by the wall"
    for row in result[kind]:
        table.add_row(number(row[kind]), number(row["decisions_per_s"]), f"{row['speedup']:.2f}")
    return table


def storing_table(result: Mapping[str, Any]) -> Table:
    """Cost of a tournament beside its games."""
    table = _table(
        f"{result['games']:,} games, {result['players']} players, 1 core", "measure", "seconds", "%"
    )
    names = {
        "games": f"games of {len(result['agents'])} scripted agents",
        "storing": "storing them",
        "rating": "summary and ratings",
        "writing": "replays and report",
    }
    for part, name in names.items():
        share = f"{100 * result['of_games'][part]:.1f}"
        table.add_row(name, number(result["seconds"][part]), share)
    table.caption = f"median of {result['repeats']}"
    return table
