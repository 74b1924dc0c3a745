#!/usr/bin/env python3
"""Fail if the engine has become much slower, relative to a fixed calculation in the same run."""

from __future__ import annotations

import json as js
from pathlib import Path
from typing import Annotated

import typer

from got_benchmarks.speed.calibration import calibration
from got_benchmarks.speed.guard import FASTER, guard, measured, parts
from got_benchmarks.speed.machine import describe, processor
from got_benchmarks.speed.measure import rounded
from got_env.cli.console import print_json
from got_env.core.files import write_whole
from got_env.core.jit import PURE_PYTHON

STORED = Path(__file__).parent / "guard.json"


def store() -> None:
    """Measure and write the ratios that later runs on such a processor are compared with."""
    content = rounded({"ratios": measured(), "machine": describe()})
    every = {**js.loads(STORED.read_text(encoding="utf-8")), processor(): content}
    write_whole(STORED, (js.dumps(every, indent=2) + "\n").encode())
    for name, ratio in content["ratios"].items():
        typer.echo(f"stored {name}: {ratio}")


def main(
    storing: Annotated[
        bool, typer.Option("--store", help="Measure and store the ratios to compare with.")
    ] = False,
    json: Annotated[bool, typer.Option("--json", help="Print JSON for machines.")] = False,
) -> None:
    """Fail if the engine has become much slower.

    Example: python benchmarks/guard.py
    """
    if PURE_PYTHON:
        typer.echo("guard: NUMBA_DISABLE_JIT is set, nothing is compiled to be measured", err=True)
        raise typer.Exit(2)
    if storing:
        store()
        return
    # The fixed calculation gains from one kind of processor what the engine does not.
    every = js.loads(STORED.read_text(encoding="utf-8"))
    if processor() not in every:
        typer.echo(
            f"guard: NOT JUDGED: {STORED.name} holds no ratios of the processor {processor()!r};"
            " benchmarks/guard.py --store on a commit to compare with adds them"
        )
        return
    *_, findings = guard(parts(), calibration(), every[processor()]["ratios"])
    if json:
        rows = {f.part: {"ratio": f.ratio, "stored": f.stored, "is": f.verdict} for f in findings}
        print_json(rounded({"parts": rows, "passed": not any(f.fails for f in findings)}))
    else:
        for finding in findings:
            typer.echo(str(finding))
        if any(finding.verdict == FASTER for finding in findings):
            typer.echo("much faster than stored: benchmarks/guard.py --store guards the gain")
    if any(finding.fails for finding in findings):
        typer.echo("guard: the engine is slower than it was; profile the last change", err=True)
        raise typer.Exit(1)


if __name__ == "__main__":
    typer.run(main)
