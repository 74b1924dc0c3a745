"""Tournaments: balanced matches, played in one or several processes, and their summary."""

from __future__ import annotations

import csv
import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from got_agents.registry import make_agents
from got_benchmarks.matches import BATCH, NOBODY, Match, Outcome, play_matches, schedule
from got_benchmarks.stats import METHOD, share, wilson
from got_env.games import get_game

PARTS_PER_JOB = 4
"""Portions of the schedule for each process, so that the progress shows and all end together."""


@dataclass(frozen=True)
class Tournament:
    """What to play."""

    agents: tuple[str, ...]
    """Specifications such as ``heuristic`` or ``policy:runs/first``."""
    games: int
    players: int = 6
    game: str = "agot2e"
    options: Mapping[str, object] = field(default_factory=dict)
    seed: int = 0

    def matches(self) -> list[Match]:
        """The schedule."""
        return schedule(len(self.agents), self.players, self.games, self.seed)

    def check(self) -> None:
        """Find out what is wrong before any game is played.

        Raises:
            ValueError: for an unknown game, agent or option, or a wrong number; names it.
        """
        make_agents(self.agents)
        self.matches()
        get_game(self.game).start(1, self.players, options=self.options)

    def play(self, matches: Iterable[Match], on_end: Callable[[Outcome], None]) -> list[Outcome]:
        """Play some of the matches in this process."""
        agents = list(make_agents(self.agents).values())
        game = get_game(self.game)
        return play_matches(game, self.players, self.options, agents, matches, on_end=on_end)

    @property
    def houses(self) -> tuple[str, ...]:
        """Houses by seat."""
        return get_game(self.game).houses_in_play(self.players)


def run(
    tournament: Tournament, jobs: int = 1, on_end: Callable[[Outcome], None] | None = None
) -> list[Outcome]:
    """Play a tournament; its outcomes do not depend on the number of jobs.

    Args:
        tournament: what to play.
        jobs: processes to share the games between.
        on_end: called for every game that has ended.

    Raises:
        ValueError: for bad input; names what is wrong.
    """
    if jobs < 1:
        raise ValueError(f"jobs={jobs}: expected at least 1")
    tournament.check()
    matches = tournament.matches()
    report = on_end or (lambda outcome: None)
    if jobs == 1:
        return tournament.play(matches, report)
    outcomes: list[Outcome] = []
    size = min(BATCH, max(1, -(-len(matches) // (jobs * PARTS_PER_JOB))))
    parts = [matches[i : i + size] for i in range(0, len(matches), size)]
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        for done in as_completed([pool.submit(_play_part, tournament, part) for part in parts]):
            for outcome in done.result():
                outcomes.append(outcome)
                report(outcome)
    return sorted(outcomes, key=lambda outcome: outcome.match.number)


def _play_part(tournament: Tournament, matches: Sequence[Match]) -> list[Outcome]:
    return tournament.play(matches, lambda outcome: None)


# --- results


def _record(wins: int, trials: int) -> dict[str, Any]:
    low, high = wilson(wins, trials)
    return {
        "wins": wins,
        "win_share": round(share(wins, trials), 4),
        "interval": [round(low, 4), round(high, 4)],
    }


def summarize(tournament: Tournament, outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """The results as plain data.

    ``win_share`` of an agent is its share of all wins at tables where it sat; under ``houses``,
    that of a house among all games, and of an agent among the games in which it played the house.
    """
    game = get_game(tournament.game)
    decided = [outcome for outcome in outcomes if not outcome.error]
    return {
        "game": game.code,
        "version": game.version,
        "data_hash": game.data_hash,
        "players": tournament.players,
        "options": {key: str(value) for key, value in tournament.options.items()},
        "seed": tournament.seed,
        "games": len(outcomes),
        "interval_method": METHOD,
        "agents": {
            name: _summarize_agent(index, decided) for index, name in enumerate(tournament.agents)
        },
        "houses": {
            house: _summarize_house(seat, tournament.agents, decided)
            for seat, house in enumerate(tournament.houses)
        },
        "ends": {
            "seven_castles": sum(outcome.by_castles for outcome in decided),
            "last_round": sum(not outcome.by_castles for outcome in decided),
        },
        "rounds": dict(sorted(Counter(outcome.rounds for outcome in decided).items())),
        "errors": len(outcomes) - len(decided),
        "error_messages": sorted({o.error for o in outcomes if o.error})[:5],
    }


def _summarize_agent(index: int, decided: Sequence[Outcome]) -> dict[str, Any]:
    tables = [outcome for outcome in decided if index in outcome.match.table]
    wins = sum(outcome.match.table[outcome.winner] == index for outcome in tables)
    places = [
        place
        for outcome in tables
        for agent, place in zip(outcome.match.table, outcome.places, strict=True)
        if agent == index
    ]
    return {
        "seats": len(places),
        "tables": len(tables),
        **_record(wins, len(tables)),
        "mean_place": round(1 + share(sum(places), len(places)), 3),
    }


def _summarize_house(
    seat: int, agents: Sequence[str], decided: Sequence[Outcome]
) -> dict[str, Any]:
    played = Counter(outcome.match.table[seat] for outcome in decided)
    won = Counter(outcome.match.table[seat] for outcome in decided if outcome.winner == seat)
    return {
        **_record(won.total(), len(decided)),
        "agents": {
            name: {"seats": played[index], **_record(won[index], played[index])}
            for index, name in enumerate(agents)
        },
    }


def write_results(
    folder: Path, tournament: Tournament, outcomes: Sequence[Outcome], summary: Mapping[str, Any]
) -> tuple[Path, Path]:
    """Write ``results.json`` (the summary) and ``results.csv`` (one line for each game)."""
    folder.mkdir(parents=True, exist_ok=True)
    results, games = folder / "results.json", folder / "results.csv"
    results.write_text(json.dumps(summary, indent=2) + "\n", encoding="utf-8")
    houses = tournament.houses
    with games.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(
            ["game", "deal", "seed", "winner", "winner_agent", "end", "rounds", "decisions"]
            + [f"agent_{house}" for house in houses]
            + [f"place_{house}" for house in houses]
            + ["error"]
        )
        for outcome in outcomes:
            table = [tournament.agents[index] for index in outcome.match.table]
            ended = outcome.winner != NOBODY
            end = ("seven_castles" if outcome.by_castles else "last_round") if ended else ""
            places: list[object] = [place + 1 for place in outcome.places]
            writer.writerow(
                [
                    outcome.match.number,
                    outcome.match.deal,
                    outcome.match.seed,
                    houses[outcome.winner] if ended else "",
                    table[outcome.winner] if ended else "",
                    end,
                    outcome.rounds,
                    outcome.decisions,
                    *table,
                    *(places or [""] * len(houses)),
                    outcome.error,
                ]
            )
    return results, games
