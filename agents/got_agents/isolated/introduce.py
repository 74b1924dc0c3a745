"""Ask agents of others for their facts, in processes of their own."""

from __future__ import annotations

from collections.abc import Iterable

from got_agents.isolated.agent import CannotPlayError, IsolatedAgent
from got_agents.isolated.fork_server import ForkServer
from got_agents.isolated.messages import Made
from got_agents.isolated.room import leave_room, take_room
from got_env.core.game import Game


def introduce(specs: Iterable[str], game: Game) -> dict[str, Made]:
    """Make each agent once, in a process of its own; nothing of their code runs in this one.

    Raises:
        ValueError: if one cannot be made or does not play the game; says which and why.
    """
    wanted = list(specs)
    if not wanted:
        return {}
    room = take_room()
    try:
        made = {spec: _facts(spec, game, room) for spec in wanted}
    except BaseException as error:
        room.close()
        if isinstance(error, CannotPlayError):
            raise ValueError(str(error)) from error
        raise
    leave_room(room)
    return made


def _facts(spec: str, game: Game, room: ForkServer) -> Made:
    agent = IsolatedAgent(spec, game, room)
    try:
        return agent.describe()
    finally:
        agent.close()
