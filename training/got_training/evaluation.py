"""Tests of a policy while it trains: games against rivals, kept as a table and a picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from io import BytesIO
from pathlib import Path

from matplotlib.figure import Figure

from got_agents.base import Agent
from got_agents.heuristic import HeuristicAgent
from got_agents.policy import PolicyAgent
from got_agents.random_agent import RandomAgent
from got_agents.threads import one_thread
from got_benchmarks.playing.matches import play_matches
from got_benchmarks.playing.schedule import schedule
from got_benchmarks.tournament.stats import wilson
from got_env.core.files import naming, read_table, write_table, write_whole
from got_env.core.game import Game
from got_env.core.ranges import checked_fields
from got_training.args import Args

TABLE = "tests.csv"
PICTURE = "tests.png"
MAX_TABLE = 1 << 24


@dataclass(frozen=True)
class Evaluation:
    """Result of a policy against a rival, at tables that both share evenly."""

    steps: int
    """Decisions that the policy had learnt from; 0 for the one that the training starts from."""
    seconds: float
    """Time that the training had taken."""
    rival: str
    players: int
    """Of each game; 0 if the table does not say it, as those of earlier versions."""
    games: int
    win_share: float
    low: float
    """Lower end of the 95 % interval (Wilson) of the share; `high` is the upper one."""
    high: float


def baselines_of(game: Game) -> list[Agent]:
    """The agents that policies of a game are tested against."""
    scripted: list[Agent] = [] if game.players.scripted is None else [HeuristicAgent()]
    return [RandomAgent(), *scripted]


def evaluate(
    policy: PolicyAgent, rival: Agent, players: int, args: Args, steps: int, seconds: float
) -> Evaluation:
    """Play the games of a test: `args.evaluate_games`, the same ones every time."""
    matches = schedule(2, players, args.evaluate_games, args.seed)
    with one_thread():
        outcomes = play_matches(policy.game, players, args.options, [policy, rival], matches)
    wins = sum(
        share
        for outcome in outcomes
        for agent, share in zip(outcome.match.table, outcome.shares, strict=True)
        if agent == 0
    )
    low, high = wilson(wins, len(outcomes))
    return Evaluation(
        steps=steps,
        seconds=round(seconds, 3),
        rival=rival.name,
        players=players,
        games=len(outcomes),
        win_share=round(wins / len(outcomes), 6),
        low=round(low, 6),
        high=round(high, 6),
    )


def by_title(evaluations: Sequence[Evaluation]) -> dict[str, list[Evaluation]]:
    """The tests against each rival, by its name; with the number of players if there are several.

    Tests of which that number is not known count as one more.
    """
    several = len({evaluation.players for evaluation in evaluations}) > 1
    found: dict[str, list[Evaluation]] = {}
    for evaluation in evaluations:
        title = evaluation.rival
        if several:
            title += f", {evaluation.players or '?'} players"
        found.setdefault(title, []).append(evaluation)
    return found


def write_evaluations(folder: Path, evaluations: Sequence[Evaluation]) -> None:
    """Write the table and the picture of all tests, each at once.

    Raises:
        OSError: if one cannot be written.
    """
    columns = [field.name for field in fields(Evaluation)]
    write_table(folder / TABLE, columns, map(asdict, evaluations))
    write_whole(folder / PICTURE, picture(evaluations))


def read_evaluations(folder: Path, players: int = 0, until: int | None = None) -> list[Evaluation]:
    """The tests of a folder; none if it has no table.

    Args:
        folder: of a training.
        until: decisions after which tests are left out: a training that was killed goes on from its
            last save, and the policies that it tested after that are gone.
        players: what a table of an earlier version leaves out: players of each game, 0 if unknown.

    Raises:
        ValueError: if the table is damaged; names file and field.
    """
    if not (folder / TABLE).is_file():
        return []
    kinds = {"steps": int, "seconds": float, "players": int, "games": int, "win_share": float}
    kinds |= {"low": float, "high": float}
    with naming(folder / TABLE):
        tests = [
            Evaluation(
                **checked_fields(
                    Evaluation,
                    {"players": players}
                    | {name: kinds.get(str(name), str)(value or "") for name, value in row.items()},
                )
            )
            for row in read_table(folder / TABLE, MAX_TABLE)
        ]
    return [test for test in tests if until is None or test.steps <= until]


def picture(evaluations: Sequence[Evaluation]) -> bytes:
    """Share of wins against each rival over the decisions learnt from, as PNG."""
    figure = Figure(figsize=(8, 4.5), layout="constrained")
    axes = figure.add_subplot()
    for title, mine in by_title(evaluations).items():
        steps = [evaluation.steps for evaluation in mine]
        axes.fill_between(
            steps,
            [evaluation.low for evaluation in mine],
            [evaluation.high for evaluation in mine],
            alpha=0.15,
        )
        axes.plot(
            steps,
            [evaluation.win_share for evaluation in mine],
            marker=".",
            label=f"against {title}",
        )
    axes.axhline(0.5, color="grey", linewidth=0.8, linestyle=":")
    axes.set_ylim(0, 1)
    axes.yaxis.set_major_formatter("{x:.0%}")
    axes.xaxis.set_major_formatter("{x:,.0f}")
    axes.set_xlabel("decisions learnt from")
    axes.set_ylabel("share of wins, 95 % interval")
    axes.legend(frameon=False)
    axes.grid(alpha=0.2)
    content = BytesIO()
    figure.savefig(content, format="png", dpi=120)
    return content.getvalue()
