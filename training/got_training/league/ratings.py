"""Ratings of the members after every round, kept as a table and a picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from io import BytesIO
from pathlib import Path
from typing import Annotated

from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator
from msgspec import Meta

from got_agents.base import Agent
from got_benchmarks.tournament.ratings import available
from got_benchmarks.tournament.run import tournament
from got_env.core.checks import checked_choice
from got_env.core.extras import MissingExtraError, how_to_install
from got_env.core.files import naming, read_table, write_table, write_whole
from got_env.core.ranges import checked_fields
from got_training.league.args import LeagueArgs, Matches
from got_training.league.members import Number

TABLE = "ratings.csv"
PICTURE = "ratings.png"
MAX_TABLE = 1 << 24

CHAMPION, MEMBER, AGENT = ROLES = ("champion", "member", "agent")
"""Roles in ratings: the champion of the round, another member, an agent of the configuration."""

Name = Annotated[str, Meta(max_length=1000)]
Skill = Annotated[float, Meta(ge=-1e6, le=1e6)]


@dataclass(frozen=True)
class Rating:
    """The rating of one agent after a round."""

    round: Number
    member: Name
    """Name of a member, or of another agent."""
    role: Name
    """One of :data:`ROLES`."""
    rating: Skill
    """Plackett-Luce; 25 is the mean of all agents before the first game."""
    low: Skill
    high: Skill
    """Bounds of its 95 % interval."""
    games: Matches
    """In which it sat."""


def check_available() -> None:
    """Refuse to begin where nothing can be rated.

    Raises:
        MissingExtraError: if openskill is not installed.
    """
    if not available():
        raise MissingExtraError(
            f"ratings need more packages: {how_to_install('viz')}, or choose rating_games = 0"
        )


def rate(
    args: LeagueArgs, round_no: int, agents: Mapping[str, tuple[str, Agent]], seed: int
) -> list[Rating]:
    """Rate agents by a tournament of their own; with several numbers of players, by the largest.

    Args:
        args: of the league: game, players, options and the number of games.
        round_no: of the round.
        agents: role and agent by name.
        seed: of deals and seats.

    Raises:
        RuntimeError: if an agent fails; says how.
    """
    results = tournament(
        {name: agent for name, (_, agent) in agents.items()},
        games=args.rating_games,
        players=args.table_sizes[-1],
        game=args.game,
        data_dir=args.data_dir or None,
        options=args.options,
        seed=seed,
        time_limit=0.0,
        isolate=False,
    )
    if results.errors or results.given_up:
        said = results.summary["error_messages"] + results.summary["given_up_messages"]
        raise RuntimeError(f"agents cannot be rated: {said[0]}")
    found = []
    for name, (role, _) in agents.items():
        row = results[name]
        mu, (low, high) = row["rating"]["mu"], row["rating"]["interval"]
        found.append(Rating(round_no, name, role, mu, low, high, row["tables"]))
    return found


def add_ratings(folder: Path, fresh: Sequence[Rating]) -> None:
    """Put the ratings of a round into the table, in place of earlier ones of it, and draw all.

    Raises:
        ValueError: if the table is damaged; names file and field.
        OSError: if a file cannot be written.
    """
    rounds = {row.round for row in fresh}
    rows = [row for row in read_ratings(folder) if row.round not in rounds] + [*fresh]
    write_table(folder / TABLE, [item.name for item in fields(Rating)], map(asdict, rows))
    write_whole(folder / PICTURE, picture(rows))


def read_ratings(folder: Path) -> list[Rating]:
    """The ratings of all rounds; none if there is no table.

    Raises:
        ValueError: if the table is damaged; names file and field.
    """
    file = folder / TABLE
    if not file.exists():
        return []
    kinds = {"round": int, "rating": float, "low": float, "high": float, "games": int}
    with naming(file):
        found = [
            Rating(
                **checked_fields(
                    Rating,
                    {name: kinds.get(str(name), str)(value or "") for name, value in row.items()},
                )
            )
            for row in read_table(file, MAX_TABLE)
        ]
        for rating in found:
            checked_choice(rating.role, ROLES, "role")
        return found


def picture(rows: Sequence[Rating]) -> bytes:
    """Ratings over the rounds as PNG: a line for the champion and each agent, a dot per member."""
    figure = Figure(figsize=(8, 4.5), layout="constrained")
    axes = figure.add_subplot()
    lines: dict[str, list[Rating]] = {}
    for row in rows:
        if row.role != MEMBER:
            lines.setdefault(CHAMPION if row.role == CHAMPION else row.member, []).append(row)
    for name, mine in lines.items():
        rounds = [row.round for row in mine]
        low, high = [row.low for row in mine], [row.high for row in mine]
        (line,) = axes.plot(rounds, [row.rating for row in mine], marker=".", label=name)
        # A single round has nothing between its two curves.
        axes.vlines(rounds, low, high, color=line.get_color(), alpha=0.4)
        axes.fill_between(rounds, low, high, color=line.get_color(), alpha=0.15)
    members = [row for row in rows if row.role == MEMBER]
    if members:
        axes.plot(
            [row.round for row in members],
            [row.rating for row in members],
            linestyle="none",
            marker=".",
            color="grey",
            label="other members",
        )
    axes.xaxis.set_major_locator(MaxNLocator(integer=True, min_n_ticks=1))
    axes.set_xlabel("round")
    axes.set_ylabel("rating, 95 % interval")
    for told in axes.legend(frameon=False).get_texts():
        told.set_parse_math(False)  # a dollar in a name begins no formula
    axes.grid(alpha=0.2)
    content = BytesIO()
    figure.savefig(content, format="png", dpi=120)
    return content.getvalue()
