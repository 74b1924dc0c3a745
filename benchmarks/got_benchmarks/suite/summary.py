"""Results of the standard suite as plain data."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.metadata import version
from typing import Any

import numpy as np

from got_benchmarks.playing.outcome import FORFEIT
from got_benchmarks.speed import machine
from got_benchmarks.suite.run import SUITE, CellResult, Suite, digest
from got_benchmarks.tournament import stats
from got_benchmarks.tournament.stats import share
from got_benchmarks.tournament.summary import record
from got_env.games import get_game


def summarize_suite(
    suite: Suite, results: Sequence[CellResult], command: str, time_limit: float = 0.0
) -> dict[str, Any]:
    """The one JSON of a run.

    Args:
        suite: what was played.
        results: its cells in order, the headline first, the mirror games last.
        command: what was typed.
        time_limit: seconds an agent could take for a decision; 0: no limit.
    """
    game = get_game(suite.game)
    agent = suite.contestants[0]
    thinking = [_thinking(result) for result in results]
    return {
        "suite": SUITE,
        "agent": agent.text,
        "agent_version": agent.version,
        "agent_digest": agent.digest,
        "engine_version": version("got_env"),
        "game": game.code,
        "version": game.identity.version,
        "data_hash": game.identity.data_hash,
        "options": dict(suite.options),
        "learnt_players": list(suite.learnt_players),
        "time_limit": time_limit,
        "pools": {
            pool: {
                contestant.name: contestant.version
                for contestant in suite.contestants
                if contestant.name in names
            }
            for pool, names in suite.pools.items()
        },
        "pool_digests": {
            contestant.name: contestant.digest
            for contestant in suite.contestants
            if contestant.digest and any(contestant.name in pool for pool in suite.pools.values())
        },
        "interval_method": stats.METHOD,
        "headline": _cell(results[0], game.results.measures),
        "cells": [
            _cell(result, game.results.measures) for result in results[1:] if result.cell.pool
        ],
        "houses": _houses(suite, results[0]),
        "bias": {} if suite.pool else _houses(suite, results[-1]),
        "forfeits": sum(o.end == FORFEIT for result in results for o in result.outcomes),
        "given_up": sum(len(result.given_up) for result in results),
        "games": sum(len(result.outcomes) for result in results),
        "thinking_per_seat_and_game": round(share(sum(thinking), len(thinking)), 5),
        "digest": digest(results),
        "game_seconds": round(sum(o.seconds for result in results for o in result.outcomes), 1),
        "machine": machine.describe(),
        "command": command,
    }


def _thinking(result: CellResult) -> float:
    """Mean seconds of a seat of the agent in a game."""
    times = np.array([outcome.thinking for outcome in result.outcomes])
    return float(times[np.array(result.mine)].mean())


def _cell(result: CellResult, measures: Sequence[str]) -> dict[str, Any]:
    cell, mine = result.cell, np.array(result.mine)
    shares = np.array([outcome.shares for outcome in result.outcomes])
    places = np.array([outcome.places for outcome in result.outcomes])
    parity = cell.seats / cell.players
    found = record(float(round(shares[mine].sum(), 9)), len(mine))
    return {
        "pool": cell.pool,
        "players": cell.players,
        "lineup": cell.lineup,
        "seats": cell.seats,
        "games": len(mine),
        **found,
        "parity": round(parity, 4),
        "against_parity": round(found["win_share"] - parity, 4),
        "mean_place": round(1 + float(places[mine].mean()), 3),
        **{
            name: round(
                float(np.array([o.measures[name] for o in result.outcomes])[mine].mean()), 3
            )
            for name in measures
        },
        "forfeits": sum(outcome.end == FORFEIT for outcome in result.outcomes),
    }


def _houses(suite: Suite, result: CellResult) -> dict[str, Any]:
    """Wins of the agent with each house, among the games in which it played it."""
    mine = np.array(result.mine)
    shares = np.array([outcome.shares for outcome in result.outcomes])
    houses = get_game(suite.game).seats.in_play(suite.players)
    return {
        house: {
            "games": int(mine[:, seat].sum()),
            **record(float(round(shares[mine[:, seat], seat].sum(), 9)), int(mine[:, seat].sum())),
        }
        for seat, house in enumerate(houses)
    }
