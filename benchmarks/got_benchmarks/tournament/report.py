"""The report of a tournament: one self-contained HTML file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from got_benchmarks.tournament.plan import Plan
from got_benchmarks.tournament.ratings import Ratings
from got_benchmarks.tournament.repeat import repeat_commands
from got_benchmarks.tournament.replays import Kept
from got_benchmarks.tournament.summary import ranking
from got_benchmarks.tournament.tables import interval, numbers, percent, words, words_of
from got_env.core.extras import how_to_install
from got_env.core.files import write_named

FILE_NAME = "report.html"

MOST_UNDECIDED = 12
"""Agents of which a line says from whom they cannot be told; the others are counted."""

NEEDED = ("jinja2", "matplotlib")


def missing() -> str:
    """Obstacle to the report; empty if there is none."""
    absent = [name for name in NEEDED if find_spec(name) is None]
    if not absent:
        return ""
    return f"no report: {' and '.join(absent)} missing: {how_to_install('viz')}"


def clearly_behind(summary: Mapping[str, Any]) -> dict[str, list[str]]:
    """For each agent, the best first, those that it is shown to be better than."""
    ranked, payoffs = ranking(summary), summary["payoffs"]
    return {
        one: [other for other in ranked if payoffs[one].get(other, {}).get("better")]
        for one in ranked
    }


def not_told_apart(summary: Mapping[str, Any]) -> dict[str, dict[str, int | None]]:
    """Pairs that met and of which neither is shown to be better, the best first.

    Returns:
        By the two agents about how many games more would tell them apart; None for more than
        anybody plays.
    """
    ranked, payoffs = ranking(summary), summary["payoffs"]
    found = {
        one: {
            other: payoffs[one][other]["more_games"]
            for other in ranked[place + 1 :]
            if other in payoffs[one]
            and not (payoffs[one][other]["better"] or payoffs[other][one]["better"])
        }
        for place, one in enumerate(ranked)
    }
    return {one: others for one, others in found.items() if others}


def known_by(agent: Mapping[str, Any]) -> str:
    """Marks of the agent that played: its version, hash, or neither."""
    facts = [agent["version"], f"digest {agent['digest']}" if agent["digest"] else ""]
    return ", ".join(filter(None, facts)) or "no version and no fingerprint"


def write_report(
    file: Path,
    plan: Plan,
    summary: Mapping[str, Any],
    rated: Ratings | None,
    replays: Sequence[Kept] = (),
    written: datetime | None = None,
) -> None:
    """Write the report.

    Args:
        file: where to.
        plan: the tournament.
        summary: from :func:`got_benchmarks.tournament.summary.summarize`.
        rated: from :func:`got_benchmarks.tournament.summary.rate`.
        replays: games to link to.
        written: when; now if it is not given.

    Raises:
        ImportError: if jinja2 or matplotlib is not installed; see :func:`missing`.
        OSError: if it cannot be written; what was there stays.
    """
    from jinja2 import Environment, PackageLoader, StrictUndefined
    from markupsafe import Markup

    from got_benchmarks.tournament import plots

    ranked = ranking(summary)
    parity = 1 / plan.players
    houses, games = summary["houses"], summary["games"] - summary["bias"]["games"]
    pictures = {"matrix": plots.matrix(ranked, summary["payoffs"])}
    if summary["bias"]["games"]:
        houses = summary["bias"]["houses"]
    pictures["houses"] = plots.shares(houses, parity, "share of wins, 95 % interval")
    if rated is not None:
        pictures["ratings"] = plots.ratings(summary["agents"])
        pictures["history"] = plots.history(plan.names, rated.history, ranked)
    test = summary.get("sequential")
    when = (written or datetime.now(UTC)).astimezone(UTC)
    environment = Environment(
        loader=PackageLoader("got_benchmarks.tournament"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
    )
    page = environment.get_template("report.html.j2").render(
        summary={"sequential": None, **summary},
        agents=summary["agents"],
        order=ranked,
        games=games,
        leader=ranked[0] if games else None,
        behind=clearly_behind(summary),
        undecided=not_told_apart(summary),
        most_undecided=MOST_UNDECIDED,
        rated=rated is not None,
        replays=replays,
        plots={name: Markup(svg) for name, svg in pictures.items()},
        percent=percent,
        words=words,
        interval=interval,
        numbers=numbers,
        breakable=lambda name: Markup("<wbr>").join(words_of(name)),
        known_by=known_by,
        repeat=repeat_commands(plan, test["alpha"] if test else 0.0),
        written=f"{when:%Y-%m-%d %H:%M} UTC",
    )
    write_named(file, page.encode())
