#!/usr/bin/env python3
"""Write the tables of docs/performance.md from stored measurements; --measure repeats them.

Text outside the markers ``<!-- generated:NAME -->`` and ``<!-- end:NAME -->`` is left alone.
"""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any

import typer

from got_benchmarks.peers import ours, results
from got_benchmarks.speed.tables import number, one_core_rows

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "performance.md"
STORED = ROOT / "docs" / "performance.json"

PARTS = ("speed", "peers", "profile")
"""Stored parts, one for each command."""

Measured = Mapping[str, Any]


def table(head: Iterable[str], rows: Iterable[Iterable[str]], words: int = 1) -> str:
    """A Markdown table; the first ``words`` columns are words, the others figures."""
    head = list(head)
    lines = ["| " + " | ".join(head) + " |"]
    lines += ["|" + "---|" * words + "---:|" * (len(head) - words)]
    lines += ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join(lines)


def machine(measured: Measured) -> str:
    """Machine, date and commands of the measurement."""
    found = measured["peers"]["machine"]
    versions = ", ".join(f"{name} {v}" for name, v in found["versions"].items() if v)
    loads = [measured[part]["machine"]["load"] for part in PARTS]
    busy = ", ".join("unknown" if load is None else f"{load:g}" for load in loads)
    commands = "\n".join(measured["commands"])
    rows = [
        ("date", measured["date"]),
        ("processor", f"{found['processor']}, {found['cores']} cores"),
        ("load before each command", busy),
        ("system", f"{found['system']}, Python {found['python']}"),
        ("versions", versions),
    ]
    return table(("", ""), rows, words=2) + f"\n\n```\n{commands}\n```"


def one_core(measured: Measured) -> str:
    """Speed of one core, by ``got bench speed``."""
    speed = measured["speed"]
    rows = [
        (name.replace("  ", "&nbsp;&nbsp;"), number(value), unit)
        for name, value, unit in one_core_rows(speed)
    ]
    return table(("measure", "value", "unit"), rows)


def peers(measured: Measured) -> str:
    """got_env and the others, by ``benchmarks/peers.py``."""
    head = (results.HEAD[0], "library", *results.HEAD[1:])
    rows = [
        (cells[0], row["family"], *cells[1:])
        for row, cells in zip(
            measured["peers"]["rows"], results.cells(measured["peers"]["rows"]), strict=True
        )
    ]
    lines = [*results.problem_lines(measured["peers"]), *results.goal_lines(measured["peers"])]
    return table(head, rows, words=3) + "\n\n" + "\n".join(f"- {line}" for line in lines)


def counted(measured: Measured) -> str:
    """Meaning of a decision, by contestant."""
    names: dict[str, list[str]] = {}
    for row in measured["peers"]["rows"]:
        who = row["name"] if row["family"] == ours.FAMILY else row["family"]
        known = names.setdefault(row["counted"], [])
        known += [who] if who not in known else []
    rows = [(what, ", ".join(who)) for what, who in names.items()]
    return table(("a decision is", "of"), rows, words=2)


def batch_sizes(measured: Measured) -> str:
    """The batched step by the games of a batch."""
    sizes = measured["speed"]["batch_sizes"]
    rows = [
        (
            number(row["num_envs"]),
            number(row["decisions_per_s"]),
            number(row["step_us"]),
            number(row["bytes"] / (1 << 20)),
        )
        for row in sizes["rows"]
    ]
    text = table(("games", "decisions/s", "us/step", "MiB"), rows, words=0)
    if sizes["stopped"]:
        text += f"\n\nStopped for want of memory: {sizes['stopped']}."
    return text


def workers(measured: Measured) -> str:
    """The batched step in several threads and processes."""
    rows = [
        (f"{row[kind]}", kind, number(row["decisions_per_s"]), f"{row['speedup']:.2f}")
        for kind in ("threads", "processes")
        if kind in measured["speed"]
        for row in measured["speed"][kind]
    ]
    return table(("", "of", "decisions/s", "speed-up"), rows, words=2)


def profile(measured: Measured) -> str:
    """Parts of a step, and the decisions that take them, by ``benchmarks/profile_kernels.py``."""
    found = measured["profile"]
    parts = table(("part", "ns"), [(name, number(ns)) for name, ns in found["parts"].items()])
    head = ("decision", "share", "step", "mask", "observation")
    rows = [
        (
            f"`{row['decision']}`",
            f"{row['share']:.1%}",
            *(number(row[part]) for part in head[2:]),
        )
        for row in found["decisions"]
    ]
    return f"{parts}\n\n{table(head, rows)}"


TABLES = {
    "machine": machine,
    "one-core": one_core,
    "peers": peers,
    "counted": counted,
    "batch-sizes": batch_sizes,
    "workers": workers,
    "profile": profile,
}


def render(page: str, measured: Measured) -> str:
    """The page with all generated parts made anew.

    Raises:
        ValueError: if a marker is missing.
    """
    for name, make in TABLES.items():
        marker, end = f"<!-- generated:{name} -->", f"<!-- end:{name} -->"
        before, found, rest = page.partition(marker)
        _, closed, after = rest.partition(end)
        if not found or not closed:
            raise ValueError(f"{PAGE.name}: {marker} ... {end} is missing")
        page = f"{before}{marker}\n\n{make(measured)}\n\n{end}{after}"
    return page


def measure(seconds: float, repeats: int, compiling: bool) -> dict[str, Any]:
    """Run all benchmarks and collect what they print.

    Raises:
        subprocess.CalledProcessError: if one fails.
    """
    length = ["--seconds", f"{seconds:g}", "--repeats", str(repeats), "--json"]
    speed = ["got", "bench", "speed", *length, *(() if compiling else ("--no-compile",))]
    beside = ["python", "benchmarks/peers.py", *length]
    parts = ["python", "benchmarks/profile_kernels.py", "--json"]
    found = {}
    for name, command in (("speed", speed), ("peers", beside), ("profile", parts)):
        typer.echo(shlex.join(command), err=True)
        program = Path(sys.executable).with_name(command[0])
        done = subprocess.run(
            [str(program), *command[1:]], stdout=subprocess.PIPE, text=True, check=True, cwd=ROOT
        )
        found[name] = json.loads(done.stdout)
    today = datetime.now(UTC).date().isoformat()
    return {"date": today, "commands": [shlex.join(c) for c in (speed, beside, parts)], **found}


def main(
    measuring: Annotated[
        bool, typer.Option("--measure", help="Measure and store before writing (minutes).")
    ] = False,
    check: Annotated[
        bool, typer.Option("--check", help="Only compare, exit 1 if the page is stale.")
    ] = False,
    seconds: Annotated[float, typer.Option(help="Length of each run of a measurement.")] = 0.5,
    repeats: Annotated[int, typer.Option(help="Runs of each measurement.")] = 5,
    compiling: Annotated[
        bool, typer.Option("--compile/--no-compile", help="Measure the start-up too.")
    ] = True,
) -> None:
    """Write docs/performance.md from docs/performance.json.

    Example: python scripts/performance_page.py --measure
    """
    if measuring and check:
        raise typer.BadParameter("--measure writes, --check does not: choose one")
    if measuring:
        try:
            measured = measure(seconds, repeats, compiling)
        except subprocess.CalledProcessError as error:
            typer.echo(f"performance_page: {shlex.join(error.cmd)} failed", err=True)
            raise typer.Exit(1) from error
        STORED.write_text(json.dumps(measured, indent=1) + "\n", encoding="utf-8")
    old = PAGE.read_text(encoding="utf-8")
    new = render(old, json.loads(STORED.read_text(encoding="utf-8")))
    if not check:
        PAGE.write_text(new, encoding="utf-8")
    typer.echo(f"{PAGE.name}: {'as stored' if old == new else 'differs' if check else 'written'}")
    if check and old != new:
        raise typer.Exit(1)


if __name__ == "__main__":
    typer.run(main)
