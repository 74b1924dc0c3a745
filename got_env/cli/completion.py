"""Shell completion for values of options: names of agents, games and houses."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.metadata import entry_points


def complete_games(incomplete: str) -> list[str]:
    """Codes of games."""
    from got_env.games import GAMES

    return _fitting(GAMES, incomplete)


def complete_houses(incomplete: str) -> list[str]:
    """Houses of all games."""
    from got_env.games import GAMES

    return _fitting(sorted({h for game in GAMES.values() for h in game.seats.names}), incomplete)


def complete_agents(incomplete: str) -> list[str]:
    """Names of agents; in a list, the last one is completed."""
    before, comma, last = incomplete.rpartition(",")
    (names,) = entry_points(group="got.opponents", name="names")
    known = sorted(names.load()())
    return [f"{before}{comma}{name}" for name in _fitting(known, last)]


def _fitting(known: Iterable[str], incomplete: str) -> list[str]:
    return [name for name in known if name.startswith(incomplete.casefold())]
