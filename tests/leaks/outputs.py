"""Everything that the package shows of a position to one viewer, as texts that can be compared."""

from __future__ import annotations

import json
from typing import Any

import numpy as np

from got_agents.serve.messages import encode
from got_agents.serve.table_snapshot import TableSnapshot
from got_agents.serve.view import view_of
from got_agents.serve.visibility import PUBLIC
from got_env.core.game import Game
from got_env.envs.aec import GameEnv
from got_env.envs.table import Table
from got_env.pictures import picture
from got_env.positions import position_of
from got_env.referee import Referee
from got_env.replay.page import PageWriter
from got_env.text import sheet


def outputs(game: Game, states: Any, viewer: int) -> dict[str, Any]:
    """Outputs of a record ``(1,)`` to seat ``viewer``, by the name of what shows them."""
    name = game.seats.in_play(int(states["num_players"][0]))[viewer]
    known = states.copy()
    game.kernels.redact(known, np.array([viewer], dtype=np.int8))
    observation = np.zeros((1, game.observation.size), dtype=np.int8)
    game.kernels.observe(states, np.array([viewer], dtype=np.int8), observation)
    moment = snapshot_of(game, states)
    return {
        "svg": picture(game, states, 0, name),
        "page": page(game, states, name),
        "socket": encode(view_of(moment, viewer)),
        "socket of who watches": encode(view_of(moment, PUBLIC)),
        "sheet": str(sheet(game, states, viewer)),
        "text": game.words.board(known, 0),
        "position": json.dumps(position_of(game, states, 0, name)),
        "redacted record": known.tobytes(),
        "observation": observation.tobytes(),
        "masks and infos": environment(game, states, name),
        "referee": referee(game, states, name),
    }


def environment(game: Game, states: Any, viewer: str) -> list[bytes]:
    """Output of an environment to an agent: observation and mask, and what its infos hold."""
    env = GameEnv(game, players=int(states["num_players"][0]))
    env._table.states[:] = states
    env._table.refresh()
    env._clear_agents(env.possible_agents[:])
    told = (env.observe(viewer), env.infos[viewer])
    return [part.tobytes() for each in told for _, part in sorted(each.items())]


def page(game: Game, states: Any, viewer: str) -> str:
    """The page of a replay with one position, for one player."""
    writer = PageWriter(game, states, (viewer,))
    writer.end(states)
    return writer.html()


def snapshot_of(game: Game, states: Any) -> TableSnapshot:
    """A table of the browser at which people play."""
    players = int(states["num_players"][0])
    seats = np.zeros(1, dtype=np.int8)
    game.kernels.current_player(states, seats)
    masks = np.zeros((1, game.actions.size), dtype=np.bool_)
    game.kernels.action_mask(states, masks)
    return TableSnapshot(
        table="table-1",
        game=game,
        players=("human",) * players,
        states=states,
        mask=masks[0],
        asked=int(seats[0]),
        turns=(0,) * players,
        forced=((),) * players,
        story=[],
        told=0,
        failure="",
    )


def referee(game: Game, states: Any, viewer: str) -> list[Any]:
    """All answers of a referee about a position that a player may hear.

    What a decision is about is for the player who decides: others may not know an offer that is
    not made yet.
    """
    referee = Referee()
    players = int(states["num_players"][0])
    referee._table = Table(game, players)
    referee._table.states[:] = states
    referee._table.refresh()
    turn = referee.answer({"cmd": "turn"})
    decides = turn.get("player") == viewer
    answers = [
        {key: value for key, value in turn.items() if decides or key != "context"},
        referee.answer({"cmd": "position", "viewer": viewer}),
        referee.answer({"cmd": "observe", "player": viewer}),
    ]
    assert all(answer["ok"] for answer in answers)
    if decides:
        answers.append(referee.answer({"cmd": "legal"}))
        answers.append(referee.answer({"cmd": "act", "action": "nonsense"}))
    return answers
