"""Start of the processes of a tournament of pennies: the game is none of the package."""

from __future__ import annotations

from got_agents.isolated import seat
from got_benchmarks.playing import fork_parent
from got_env.games import GAMES
from tests.toy.pennies import PENNIES


def serve_workers(control: int, game: str, *modules: str) -> None:
    GAMES[PENNIES.code] = PENNIES
    fork_parent.serve_workers(control, game, *modules)


def serve_seats(control: int) -> None:
    GAMES[PENNIES.code] = PENNIES
    seat.serve_seats(control)
