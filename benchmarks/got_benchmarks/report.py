"""The report of a tournament: one HTML file that needs nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from got_benchmarks.plan import Plan
from got_benchmarks.ratings import Ratings
from got_benchmarks.replays import Kept
from got_benchmarks.tables import interval, percent

FILE_NAME = "report.html"

NEEDED = ("jinja2", "matplotlib")


def missing() -> str:
    """What keeps the report from being made; empty if nothing does."""
    absent = [name for name in NEEDED if find_spec(name) is None]
    if not absent:
        return ""
    return f"no report: {' and '.join(absent)} missing: pip install got_env[viz]"


def order(summary: Mapping[str, Any]) -> list[str]:
    """Names of the agents, the best first."""

    def strength(name: str) -> tuple[float, float]:
        row = summary["agents"][name]
        return -row["against_parity"], row["mean_place"]

    return sorted(summary["agents"], key=strength)


def write_report(
    file: Path,
    plan: Plan,
    summary: Mapping[str, Any],
    rated: Ratings | None,
    replays: Sequence[Kept] = (),
) -> None:
    """Write the report.

    Args:
        file: where to.
        plan: the tournament.
        summary: from :func:`got_benchmarks.summary.summarize`.
        rated: from :func:`got_benchmarks.summary.rate`.
        replays: games to link to.

    Raises:
        ImportError: if jinja2 or matplotlib is not installed; see :func:`missing`.
    """
    from jinja2 import Environment, PackageLoader, StrictUndefined
    from markupsafe import Markup

    from got_benchmarks import plots

    ranked = order(summary)
    parity = 1 / plan.players
    pictures = {
        "houses": plots.shares(summary["houses"], parity, "share of wins, 95 % interval"),
        "matrix": plots.matrix(ranked, summary["payoffs"]),
    }
    if summary["bias"]["games"]:
        pictures["bias"] = plots.shares(
            summary["bias"]["houses"], parity, "share of wins with identical agents, 95 % interval"
        )
    if rated is not None:
        pictures["ratings"] = plots.ratings(summary["agents"])
        pictures["history"] = plots.history(plan.names, rated.history)
    environment = Environment(
        loader=PackageLoader("got_benchmarks"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
    )
    page = environment.get_template("report.html.j2").render(
        summary={"sequential": None, **summary},
        agents=summary["agents"],
        names=plan.names,
        order=ranked,
        leader=ranked[0] if summary["games"] else None,
        rated=rated is not None,
        replays=replays,
        plots={name: Markup(svg) for name, svg in pictures.items()},
        percent=percent,
        interval=interval,
    )
    file.write_text(page, encoding="utf-8")
