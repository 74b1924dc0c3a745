"""Hints: the search of a game on a question, from what the seat may know alone."""

from __future__ import annotations

import numpy as np

from got_agents.base import View
from got_agents.search import SearchAgent, ismcts
from got_agents.serve.messages import Hints
from got_agents.serve.table_snapshot import TableSnapshot
from got_agents.serve.visibility import known_to
from got_agents.serve.worker import Worker

SIMULATIONS = 400

_searches: dict[str, SearchAgent] = {}
_searching = Worker("hints")


async def hints_in_turn(snapshot: TableSnapshot, seat: int) -> Hints:
    """As :func:`hints_for`, one after the other in a thread of their own.

    However many are asked for, they take no thread from what all tables need.
    """
    return await _searching.run(hints_for, snapshot, seat)


def hints_for(snapshot: TableSnapshot, seat: int) -> Hints:
    """Rank the legal actions of a seat that decides.

    The search gets the record as the seat knows it, and its chances do not depend on the seed of
    the game: the same view always gives the same ranking. Only one thread may call this.

    Raises:
        ValueError: if the game has no search.
    """
    game = snapshot.game
    if game.players.search is None:
        raise ValueError(f"there are no hints: {game.code} has no search")
    turn = snapshot.turns[seat]
    view = View(game, known_to(game, snapshot.states, seat), seat, snapshot.mask.copy(), turn)
    if len(view.legal) == 1:
        return Hints(turn, [(int(view.legal[0]), 1.0, None)])
    if game.reference not in _searches:
        _searches[game.reference] = ismcts(sims=SIMULATIONS)
    search = _searches[game.reference]
    search.act(view)
    shares = search.shares()
    visits = np.sum([count for count, _ in shares.values()])
    ranking: list[tuple[int, float, float | None]]
    ranking = [(action, count / int(visits), mean) for action, (count, mean) in shares.items()]
    return Hints(turn, sorted(ranking, key=lambda row: (-row[1], -(row[2] or 0.0), row[0])))
