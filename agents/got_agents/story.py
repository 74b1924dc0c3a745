"""One game between agents, told round by round in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from got_agents.base import Agent, AgentError, Views, WrongAnswerError, choose, decision_seeds
from got_agents.failures import how_it_failed
from got_agents.human import HumanAgent, UndoWanted
from got_agents.talking import speak
from got_agents.undo import Undo
from got_env.core.game import Game
from got_env.core.narrator import Narrator, Tell
from got_env.core.press.messages import told_message
from got_env.core.results import game_result
from got_env.core.streams import ClosedStreamError
from got_env.replay import Header, ReplayWriter

MOST_WAITING = 24
"""Events that may wait until they stand; a record keeps twice as many."""


def decide(agents: Sequence[Agent], writer: ReplayWriter) -> int:
    """The action that the agent whose turn it is chooses in a game that is being recorded.

    Raises:
        WrongAnswerError: if it is not legal; names the agent.
        AgentError: if the agent fails, or the person leaves; names the agent.
        ClosedStreamError: if there is no stdin for a person.
    """
    agent = agents[int(writer.seats[0])]
    try:
        return int(choose(agent, open_decision(writer))[0])
    except (AgentError, WrongAnswerError, ClosedStreamError):
        raise
    except (Exception, SystemExit) as error:
        raise AgentError(f"agent {agent.name!r}: {how_it_failed(error)}") from error


def open_decision(writer: ReplayWriter) -> Views:
    """The open decision of a game that is being recorded, as the seat that takes it knows it."""
    seed = np.array([writer.header.seed], dtype=np.int64)
    turn = np.array([writer.decisions], dtype=np.int64)
    return Views.of(
        writer.game,
        writer.states,
        writer.seats,
        writer.mask[None],
        decision_seeds(seed, writer.seats, turn),
        heard=[writer.press.hear(int(writer.seats[0]))] if writer.press is not None else (),
    )


class Story:
    """Plays a game and tells it line by line.

    Args:
        game: the game.
        agents: one for each seat.
        seed: of the game and of the agents' chances.
        options: options of the game.
        every_decision: tell the decisions too, not only what happens.
        press: how much the players may say to each other, as
            :func:`got_env.core.press.settings.press_settings` takes it; None for no talk.

    Attributes:
        writer: the game, and its replay as far as it was played.

    Raises:
        ValueError: for bad options; names them.
    """

    def __init__(
        self,
        game: Game,
        agents: Sequence[Agent],
        seed: int,
        options: Mapping[str, object],
        every_decision: bool = False,
        press: object = None,
    ) -> None:
        self.agents = agents
        self.every_decision = every_decision
        names = [agent.name for agent in agents]
        self.writer = ReplayWriter(
            Header.of(game, len(agents), options, seed, agents=names, events=True, press=press)
        )

    def play(self, tell: Tell, stands: Callable[[], None] = lambda: None) -> None:
        """Play to the end.

        Args:
            tell: gets the story line by line; what a person may still take back when it stands.
            stands: called whenever all that was played stands.
        """
        writer = self.writer
        game = writer.game
        story = game.words.story(game, writer.states, tell, self.every_decision)
        undo = Undo(writer)
        story.after()
        try:
            self._play(story, undo, tell, stands)
        finally:
            story.after()

    def _play(self, story: Narrator, undo: Undo, tell: Tell, stands: Callable[[], None]) -> None:
        writer = self.writer
        while writer.player is not None:
            if writer.talking:
                undo.forget()  # others have heard what was said since
                story.after()
                self._talk(tell)
            person = isinstance(self.agents[int(writer.seats[0])], HumanAgent)
            try:
                action = decide(self.agents, writer)
            except UndoWanted as wish:
                if not undo.back():
                    wish.refuse()
                continue
            story.before(writer.player, writer.game.actions.text(writer.states, 0, action))
            if person:
                undo.play(action)
            else:
                writer.play(action)
            if story.waiting > MOST_WAITING:
                undo.forget()
            if not undo:
                story.after()
                stands()

    def _talk(self, tell: Tell) -> None:
        """Let all seats talk until nobody may, and tell it."""
        writer, press = self.writer, self.writer.press
        assert press is not None
        told = len(press.messages)
        while writer.talking:
            speak(self.agents[press.waiting[0]], writer, press.waiting[0])
            for message in press.messages[told:]:
                if not self._people or message.to_all(len(self.agents)):
                    tell(told_message(message, writer.houses))
            told = len(press.messages)

    @property
    def _people(self) -> bool:
        """True if people play, who are told on the screen of all what all have heard alone."""
        return any(isinstance(agent, HumanAgent) for agent in self.agents)

    def result(self) -> dict[str, Any]:
        """Result of the game, as plain data."""
        writer = self.writer
        result = game_result(writer.game, writer.states)
        houses = {
            house: {"agent": agent.name, **result["houses"][house]}
            for house, agent in zip(writer.houses, self.agents, strict=True)
        }
        return {
            "game": writer.game.code,
            "players": len(houses),
            "seed": writer.header.seed,
            "winner": result["winner"],
            "winner_agent": houses[result["winner"]]["agent"] if result["winner"] else None,
            "end": result["end"],
            "rounds": result["rounds"],
            "decisions": writer.decisions,
            **({"messages": len(writer.press.messages)} if writer.press is not None else {}),
            "houses": houses,
        }
