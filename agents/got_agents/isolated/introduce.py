"""What agents of others say of themselves, found out in processes of their own."""

from __future__ import annotations

from collections.abc import Iterable

from got_agents.isolated.agent import CannotPlayError, IsolatedAgent
from got_agents.isolated.messages import Made
from got_agents.isolated.nursery import Nursery
from got_agents.isolated.room import leave_room, take_room


def introduce(specs: Iterable[str]) -> dict[str, Made]:
    """Make each agent once, in a process of its own; nothing of their code runs in this one.

    Raises:
        ValueError: if one cannot be made; says which and why.
    """
    wanted = list(specs)
    if not wanted:
        return {}
    room = take_room()
    try:
        made = {spec: _facts(spec, room) for spec in wanted}
    except BaseException as error:
        room.close()
        if isinstance(error, CannotPlayError):
            raise ValueError(str(error)) from error
        raise
    leave_room(room)
    return made


def _facts(spec: str, room: Nursery) -> Made:
    agent = IsolatedAgent(spec, room)
    try:
        return agent.describe()
    finally:
        agent.close()
