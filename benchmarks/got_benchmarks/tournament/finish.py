"""Results of a tournament: its summary, and files in its folder."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from got_benchmarks.playing.outcome import Outcome
from got_benchmarks.tournament import report
from got_benchmarks.tournament.export import write_json
from got_benchmarks.tournament.pages import write_pages
from got_benchmarks.tournament.plan import Plan
from got_benchmarks.tournament.replays import write_replays
from got_benchmarks.tournament.sqlite_file import StoreError
from got_benchmarks.tournament.store import Store, digest_of
from got_benchmarks.tournament.stored import undamaged
from got_benchmarks.tournament.summary import rate, summarize

JSON_NAME = "results.json"


@dataclass(frozen=True)
class Conclusion:
    """The summary, and what to tell about files."""

    summary: dict[str, Any]
    lines: tuple[str, ...] = ()


def conclude(
    plan: Plan,
    outcomes: Sequence[Outcome],
    store: Store | None,
    until: float = 0.0,
    replays: str = "notable",
    pages: bool = False,
) -> Conclusion:
    """Sum up the games; if there is a store, write ``results.json``, replays, pages, the report.

    Raises:
        StoreError: if a file cannot be written, or the actions of a stored game are damaged.
    """
    rated = rate(plan, outcomes)
    if store is None:
        return Conclusion(summarize(plan, outcomes, until, digest_of(plan, outcomes), rated))
    summary = summarize(plan, outcomes, until, store.digest(), rated)
    lines = [f"results: {store.file}"]
    try:
        write_json(store.folder / JSON_NAME, summary)
        with undamaged(store.file):
            kept = write_replays(store.folder, plan, outcomes, replays)
        if pages:
            kept = write_pages(store.folder, kept)
        if missing := report.missing():
            lines.append(missing)
        else:
            file = store.folder / report.FILE_NAME
            report.write_report(file, plan, summary, rated, kept)
            lines.append(f"report: {file}")
    except OSError as error:
        raise StoreError(
            f"{error.filename or store.folder}: {error.strerror}; all games are safe in"
            f" {store.file}, --resume writes the rest"
        ) from error
    return Conclusion(summary, tuple(lines))
