"""Players of a table: people, agents of the package, and those of others apart."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from threading import Lock

from got_agents.base import Agent, AgentError, Ints, Messages, View, Views, check_game
from got_agents.failures import how_it_failed
from got_agents.isolated.agent import CannotPlayError, IsolatedAgent
from got_agents.isolated.fork_server import ForkServer
from got_agents.isolated.room import take_room
from got_agents.own import MAKERS, asks_a_person, is_own, starts_code
from got_agents.registry import make_agent, spec_of
from got_agents.search import SearchAgent
from got_agents.specs import parse_spec, split_name
from got_env.core.game import Game
from got_env.core.press.messages import Heard

PERSON = "human"
"""Stands for a person in specifications of seats."""

_taking = Lock()


def shown_name(spec: str) -> str:
    """Specification of a seat's player, as far as everybody may know it.

    Agents of others are called by their name alone: behind it may stand a path, an address or a
    secret of whoever started the server.
    """
    if not starts_code(spec):
        return spec
    name, text = split_name(spec)
    parts = parse_spec(text, MAKERS)
    return name or parts.attribute or Path(parts.place).stem


class Apart:
    """An agent of somebody else, in a process of its own: it can harm nothing but itself.

    Args:
        spec: what it is made of.
        game: what it plays.
        room: starts its process.
        limit: seconds for a decision; 0: no limit.

    Raises:
        ValueError: if it cannot be made, or does not play the game.
    """

    def __init__(self, spec: str, game: Game, room: ForkServer, limit: float) -> None:
        self.name = spec
        self._limit = limit
        self._agent = IsolatedAgent(spec, game, room)
        try:
            self._agent.describe()
        except CannotPlayError as error:
            self._agent.close()
            raise ValueError(str(error)) from error

    def act(self, view: View) -> int:
        """Choose a legal action; errors as :meth:`act_batch`."""
        return int(self.act_batch(view.as_batch())[0])

    def act_batch(self, views: Views) -> Ints:
        """Choose a legal action for every row ``(B,)``.

        Raises:
            AgentError: if the agent fails.
        """
        try:
            found = self._agent.decide(views, self._limit)
        except CannotPlayError as error:
            raise AgentError(str(error)) from error
        if found.errors:
            raise AgentError(f"agent {self.name!r}: {next(iter(found.errors.values()))}")
        return found.actions

    def talk(self, view: View, heard: Heard) -> Messages:
        """Messages that it sends; none if it does not talk.

        Raises:
            AgentError: if the agent fails.
        """
        try:
            found = self._agent.speak(view, self._limit)
        except CannotPlayError as error:
            raise AgentError(str(error)) from error
        if found.error:
            raise AgentError(f"agent {self.name!r}: {found.error}")
        return list(found.said)

    def close(self) -> None:
        """End its process."""
        self._agent.close()


class Seating:
    """The players of one table.

    Args:
        game: what is played.
        specs: who plays, by seat.
        limit: seconds that an agent of somebody else has for a decision, and a search of the
            package at most; 0: no limit.

    Raises:
        ValueError: for an agent that cannot be made or does not play the game.
    """

    def __init__(self, game: Game, specs: Sequence[str], limit: float = 0.0) -> None:
        self.specs = tuple(specs)
        self._apart: list[Apart] = []
        self._room: ForkServer | None = None
        try:
            made = {spec: self._made(spec, game, limit) for spec in dict.fromkeys(specs)}
        except BaseException:
            self.close()
            raise
        self.agents: list[Agent] = [made[spec] for spec in specs]

    def _made(self, spec: str, game: Game, limit: float) -> Agent:
        if asks_a_person(spec) or is_own(spec):
            agent = make_agent(spec)
            check_game(agent, game)
            if limit and isinstance(agent, SearchAgent):
                agent.most_seconds = limit  # others can name any number of simulations
            return agent
        spec_of(spec)  # a mistyped name starts no process
        if self._room is None:
            with _taking:
                self._room = take_room()
        apart = Apart(spec, game, self._room, limit)
        self._apart.append(apart)
        return apart

    def warm_up(self, view: View) -> None:
        """Let the agents of the package load what their decisions need.

        Those of others do so in their own processes, when they are first asked.

        Args:
            view: a decision of the game that they are to play; none of them takes it.

        Raises:
            ValueError: for an agent that fails at it; names it.
        """
        for spec, agent in dict(zip(self.specs, self.agents, strict=True)).items():
            if asks_a_person(spec) or isinstance(agent, Apart):
                continue
            try:
                getattr(agent, "warm_up", agent.act)(view)
            except Exception as error:
                raise ValueError(f"agent {spec!r}: {how_it_failed(error)}") from error

    def is_person(self, seat: int) -> bool:
        """True if a person plays the seat."""
        return asks_a_person(self.specs[seat])

    @property
    def people(self) -> list[int]:
        """Seats of people."""
        return [seat for seat in range(len(self.specs)) if self.is_person(seat)]

    def close(self) -> None:
        """End the processes of agents."""
        for agent in self._apart:
            agent.close()
        self._apart.clear()
        if self._room is not None:
            self._room.close()
            self._room = None
