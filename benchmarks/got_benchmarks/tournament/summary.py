"""The results of a tournament as plain data."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from got_benchmarks.playing.aborted_games import without_aborted
from got_benchmarks.playing.outcome import Outcome, ends_of
from got_benchmarks.tournament import payoffs, ratings, sequential, stats
from got_benchmarks.tournament.games_table import GamesTable
from got_benchmarks.tournament.plan import Plan, verdict
from got_benchmarks.tournament.ratings import Ratings
from got_benchmarks.tournament.stats import share, wilson
from got_env.core.extras import how_to_install
from got_env.games import get_game

MESSAGES = 5
"""Different error messages that are quoted."""


def record(wins: float, trials: int) -> dict[str, Any]:
    """A share of wins with its interval."""
    low, high = wilson(wins, trials)
    return {
        "wins": int(wins) if wins == int(wins) else round(wins, 4),
        "win_share": round(share(wins, trials), 4),
        "interval": [round(low, 4), round(high, 4)],
    }


def rate(plan: Plan, outcomes: Sequence[Outcome]) -> Ratings | None:
    """Ratings of the agents, mirror games left out; None if openskill is not installed."""
    return ratings.rate(GamesTable.of(plan, outcomes, mirrors=False), plan.seed)


def ranking(summary: Mapping[str, Any]) -> list[str]:
    """Names of the agents by their share of wins beyond what equals would have, the best first."""

    def strength(name: str) -> tuple[float, float]:
        row = summary["agents"][name]
        return -row["against_parity"], row["mean_place"]

    return sorted(summary["agents"], key=strength)


def summarize(
    plan: Plan,
    outcomes: Sequence[Outcome],
    until: float = 0.0,
    digest: str = "",
    rated: Ratings | None = None,
) -> dict[str, Any]:
    """Results of the games so far.

    ``win_share`` of an agent is its share of all wins at tables where it sat; under ``houses``,
    that of a house among all games, and of an agent among the games in which it played the house.
    The ends, and what is counted of every seat (``measures``, means at the end), are those of the
    game. Games that were given up count under ``given_up`` and nowhere else.

    Args:
        plan: the tournament.
        outcomes: its games in order of their numbers.
        until: error probability of the sequential test; 0: none.
        digest: of the stored content.
        rated: from :func:`rate`, which is called if it is not given.
    """
    given_up = [outcome for outcome in outcomes if outcome.aborted]
    outcomes = without_aborted(outcomes)
    game = get_game(plan.game)
    table = GamesTable.of(plan, outcomes, mirrors=False)
    wins = payoffs.payoffs(table)
    result = {
        "game": get_game(plan.game).code,
        "version": plan.game_version,
        "engine_version": plan.engine_version,
        "data_hash": plan.data_hash,
        "players": plan.players,
        "options": dict(plan.options),
        "measures": list(game.results.measures),
        "seed": plan.seed,
        "schedule": plan.stages[plan.last_contest].schedule,
        "time_limit": plan.time_limit,
        "press": plan.press or None,
        "games": len(outcomes),
        "planned": plan.games,
        "interval_method": stats.METHOD,
        "bias": summarize_bias(plan, GamesTable.of(plan, outcomes, mirrors=True)),
        "agents": {
            contestant.name: {
                "version": contestant.version,
                "digest": contestant.digest,
                **_summarize_agent(index, table),
                "forfeits": sum(
                    o.match.table[o.failed] == index for o in outcomes if o.failed >= 0
                ),
            }
            for index, contestant in enumerate(plan.contestants)
        },
        "houses": {
            house: _summarize_house(seat, plan.names, table)
            for seat, house in enumerate(plan.houses)
        },
        "ends": {end: sum(outcome.end == end for outcome in outcomes) for end in ends_of(game)},
        "rounds": {str(n): k for n, k in sorted(Counter(o.rounds for o in outcomes).items())},
        "decisions_per_game": _mean([o.decisions for o in outcomes], 1),
        "seconds_per_game": _mean([o.seconds for o in outcomes], 4),
        "payoff_method": payoffs.METHOD,
        "payoffs": _named(plan.names, wins),
        "errors": sum(bool(outcome.error) for outcome in outcomes),
        "error_messages": _failures(plan, outcomes)[:MESSAGES],
        "given_up": len(given_up),
        "given_up_messages": sorted({outcome.error for outcome in given_up})[:MESSAGES],
        "digest": digest,
    }
    _add_ratings(result, plan.names, rated or rate(plan, outcomes))
    if payoffs.alpha_rank_available():
        mass = payoffs.alpha_rank(wins.ahead)
        result["alpha_rank"] = {
            name: round(float(value), 4) for name, value in zip(plan.names, mass, strict=True)
        }
    else:
        result["alpha_rank"] = None
        result["alpha_rank_missing"] = f"needs one more package: {how_to_install('alpharank')}"
    if until:
        result["sequential"] = _summarize_test(plan, outcomes, until)
    return result


def _add_ratings(result: dict[str, Any], names: Sequence[str], rated: Ratings | None) -> None:
    if rated is None:
        result["rating_method"] = None
        result["ratings_missing"] = f"needs one more package: {how_to_install('viz')}"
        return
    result["rating_method"] = ratings.METHOD
    for index, name in enumerate(names):
        result["agents"][name]["rating"] = {
            "mu": round(float(rated.mu[index]), 3),
            "sigma": round(float(rated.sigma[index]), 3),
            "interval": [round(float(rated.low[index]), 3), round(float(rated.high[index]), 3)],
        }


def _failures(plan: Plan, outcomes: Sequence[Outcome]) -> list[str]:
    """What went wrong in games that count, behind the agent that failed; each once."""
    return sorted(
        {f"{plan.names[o.match.table[o.failed]]}: {o.error}" for o in outcomes if o.error}
    )


def _mean(values: Sequence[float], digits: int) -> float:
    """The mean, the same for any order of the values."""
    return round(share(math.fsum(values), len(values)), digits)


def _summarize_agent(index: int, table: GamesTable) -> dict[str, Any]:
    sat = table.seats_of(index)
    tables, seats = int(sat.any(axis=1).sum()), int(sat.sum())
    players = sat.shape[1]
    wins = float(round(table.shares[sat].sum(), 9))
    parity = share(seats / players, tables)
    result = record(wins, tables)
    return {
        "seats": seats,
        "tables": tables,
        **result,
        "parity": round(parity, 4),
        "against_parity": round(result["win_share"] - parity, 4),
        "mean_place": round(1 + share(float(table.places[sat].sum()), seats), 3),
        **{
            name: round(share(float(counts[sat].sum()), seats), 3)
            for name, counts in table.measures.items()
        },
        "thinking_per_game": _mean(table.thinking[sat].tolist(), 4),
    }


def _summarize_house(seat: int, names: Sequence[str], table: GamesTable) -> dict[str, Any]:
    agents, shares = table.agents[:, seat], table.shares[:, seat]
    return {
        **record(float(round(shares.sum(), 9)), len(table)),
        **{
            name: round(share(float(counts[:, seat].sum()), len(table)), 3)
            for name, counts in table.measures.items()
        },
        "agents": {
            name: {
                "seats": int((agents == index).sum()),
                **record(
                    float(round(shares[agents == index].sum(), 9)), int((agents == index).sum())
                ),
            }
            for index, name in enumerate(names)
        },
    }


def summarize_bias(plan: Plan, table: GamesTable) -> dict[str, Any]:
    """Wins of the houses at tables of identical agents, for all agents and for each."""
    played = {
        name: table.agents[:, 0] == index
        for index, name in enumerate(plan.names)
        if (table.agents[:, 0] == index).any()
    }

    def houses(rows: Any) -> dict[str, Any]:
        return {
            house: record(float(round(table.shares[rows, seat].sum(), 9)), int(rows.sum()))
            for seat, house in enumerate(plan.houses)
        }

    return {
        "games": len(table),
        "houses": houses(np.ones(len(table), dtype=np.bool_)) if len(table) else {},
        "agents": {name: houses(rows) for name, rows in played.items()},
    }


def _named(names: Sequence[str], found: payoffs.Payoffs) -> dict[str, dict[str, Any]]:
    """The payoff matrix by names, without those who never met."""
    return {
        one: {
            other: {
                "ahead": round(float(found.ahead[i, j]), 4),
                "interval": [round(float(found.low[i, j]), 4), round(float(found.high[i, j]), 4)],
                "games": int(found.games[i, j]),
                "deals": int(found.deals[i, j]),
                "better": bool(found.better[i, j]),
                "more_games": _whole(found.more_games[i, j]),
            }
            for j, other in enumerate(names)
            if i != j and found.games[i, j]
        }
        for i, one in enumerate(names)
    }


def _whole(number: float) -> int | None:
    """A number of games; None for more than anybody plays."""
    return int(number) if math.isfinite(number) else None


def _summarize_test(plan: Plan, outcomes: Sequence[Outcome], until: float) -> dict[str, Any]:
    played: Mapping[int, Outcome] = {outcome.match.number: outcome for outcome in outcomes}
    found = verdict(plan, plan.last_contest, played, until)
    return {
        "method": sequential.METHOD,
        "alpha": found.alpha,
        "deals": found.deals,
        "best": found.best or None,
        "pairs": {
            one: {other: [round(low, 4), round(high, 4)] for other, (low, high) in others.items()}
            for one, others in found.pairs.items()
        },
    }
