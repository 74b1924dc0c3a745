"""A game told line by line, while it is played."""

from __future__ import annotations

import re

from got_env.core.game import Game, States
from got_env.core.narrator import Tell

SEASON = re.compile(r"(Summer|Autumn|Winter) begins")
ROUND = re.compile(r"Round \d+ begins")


class Narrator:
    """Tells what is new in a record.

    Args:
        game: the game.
        states: its record ``(1,)``, which somebody else plays on.
        tell: takes each line.
        every_decision: tell the decisions too, not only what happens.
    """

    def __init__(
        self, game: Game, states: States, tell: Tell, every_decision: bool = False
    ) -> None:
        self.game, self.states, self.tell = game, states, tell
        self.every_decision = every_decision
        self._told = 0

    @property
    def waiting(self) -> int:
        """Events that have happened and are not told yet."""
        return int(self.states["journal_no"][0]) - self._told

    def before(self, player: str, text: str) -> None:
        """Hear of a decision that is about to be played."""
        if self.every_decision:
            self.tell(f"    [{player}] {text}")

    def after(self) -> None:
        """Tell what has happened since the last call."""
        for event in self.game.words.told_events(self.states, 0, self._told):
            if SEASON.fullmatch(event):
                self.tell("")
                self.tell(event.removesuffix(" begins"))
            elif ROUND.match(event):
                self.tell(f"  {event}")
            elif event:
                self.tell(f"    {event}")
        self._told = int(self.states["journal_no"][0])
