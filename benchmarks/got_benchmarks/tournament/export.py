"""Results as files for other programs."""

from __future__ import annotations

import csv
import json
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

from got_benchmarks.playing.aborted_games import without_aborted
from got_benchmarks.playing.outcome import Outcome
from got_benchmarks.tournament.plan import Plan
from got_env.core.extras import MissingExtraError, how_to_install
from got_env.core.files import write_named
from got_env.games import get_game

Row = dict[str, Any]


def rows(plan: Plan, outcomes: Sequence[Outcome]) -> list[Row]:
    """One row for each seat of each game that has a result."""
    found = []
    for outcome in without_aborted(outcomes):
        stage = plan.stage_of(outcome.match.number)
        for seat, agent in enumerate(outcome.match.table):
            found.append(
                {
                    "game": outcome.match.number,
                    "schedule": plan.stages[stage].schedule,
                    "stage": stage,
                    "deal": outcome.match.deal,
                    "seed": outcome.match.seed,
                    "seat": seat,
                    "house": plan.houses[seat],
                    "agent": plan.names[agent],
                    "place": outcome.places[seat] + 1,
                    "share": outcome.shares[seat],
                    **{name: by_seat[seat] for name, by_seat in outcome.measures.items()},
                    "end": outcome.end,
                    "rounds": outcome.rounds,
                    "decisions": outcome.decisions,
                    "failed": seat == outcome.failed,
                    "error": outcome.error,
                    "seconds": outcome.seconds,
                    "thinking": outcome.thinking[seat],
                }
            )
    return found


def write_json(file: Path, summary: Mapping[str, Any]) -> None:
    """The summary.

    Raises:
        OSError: if it cannot be written; what was there stays.
    """
    write_named(file, (json.dumps(summary, indent=2, allow_nan=False) + "\n").encode())


def write_csv(file: Path, plan: Plan, outcomes: Sequence[Outcome]) -> None:
    """One line for each seat of each game.

    Raises:
        OSError: if it cannot be written; what was there stays.
    """
    stream = StringIO(newline="")
    writer = csv.DictWriter(stream, _columns(plan), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows(plan, outcomes))
    write_named(file, stream.getvalue().encode())


def _columns(plan: Plan) -> list[str]:
    before = "game schedule stage deal seed seat house agent place share"
    after = "end rounds decisions failed error seconds thinking"
    return [*before.split(), *get_game(plan.game).results.measures, *after.split()]


def check_parquet() -> None:
    """Find out whether Parquet can be written.

    Raises:
        MissingExtraError: if not; names the extra.
    """
    if find_spec("pyarrow") is None:
        raise MissingExtraError(f"--parquet needs one more package: {how_to_install('parquet')}")


def write_parquet(file: Path, plan: Plan, outcomes: Sequence[Outcome]) -> None:
    """The rows of :func:`write_csv` with types.

    Raises:
        ValueError: if pyarrow is not installed.
        OSError: if it cannot be written; what was there stays.
    """
    check_parquet()
    import pyarrow
    from pyarrow import parquet

    content = BytesIO()
    parquet.write_table(pyarrow.Table.from_pylist(rows(plan, outcomes)), content)
    write_named(file, content.getvalue())
