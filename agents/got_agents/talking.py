"""Talk between the agents of a game that is being recorded."""

from __future__ import annotations

from got_agents.base import Agent, AgentError, WrongAnswerError, talk_view, talks
from got_agents.failures import how_it_failed
from got_env.core.streams import ClosedStreamError
from got_env.replay import ReplayWriter


def speak(agent: Agent, writer: ReplayWriter, seat: int) -> None:
    """Let the agent of a seat say what it wants in the round of talk that is open.

    One that does not talk says nothing.

    Raises:
        WrongAnswerError: if it says what may not be said; names the agent.
        AgentError: if the agent fails, or the person leaves; names the agent.
        ClosedStreamError: if there is no stdin for a person.
    """
    assert writer.press is not None
    if not talks(agent):
        writer.say(seat)
        return
    heard = writer.press.hear(seat)
    view = talk_view(writer.game, writer.states, heard, writer.header.seed, writer.decisions)
    try:
        said = agent.talk(view, heard)
    except (AgentError, ClosedStreamError):
        raise
    except (Exception, SystemExit) as error:
        raise AgentError(f"agent {agent.name!r}: {how_it_failed(error)}") from error
    try:
        writer.say(seat, said)
    except ValueError as error:
        raise WrongAnswerError(f"agent {agent.name!r}: {error}") from error
