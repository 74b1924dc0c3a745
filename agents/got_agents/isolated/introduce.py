"""What agents of others say of themselves, found out in processes of their own."""

from __future__ import annotations

from collections.abc import Iterable

from got_agents.isolated.agent import CannotPlayError, IsolatedAgent
from got_agents.isolated.messages import Made
from got_agents.isolated.nursery import Nursery


def introduce(specs: Iterable[str]) -> dict[str, Made]:
    """Make each agent once, in a process of its own; nothing of their code runs in this one.

    Raises:
        ValueError: if one cannot be made; says which and why.
    """
    wanted = list(specs)
    if not wanted:
        return {}
    nursery = Nursery.new("got_agents.isolated.seat:serve_seats")
    try:
        return {spec: _facts(IsolatedAgent(spec, nursery)) for spec in wanted}
    except CannotPlayError as error:
        raise ValueError(str(error)) from error
    finally:
        nursery.close()


def _facts(agent: IsolatedAgent) -> Made:
    try:
        return agent.describe()
    finally:
        agent.close()
