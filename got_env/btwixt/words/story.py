"""A game told line by line, while it is played."""

from __future__ import annotations

import re

from got_env.core.game import Game, States
from got_env.core.telling import Tell

SEASON = re.compile(r"(summer|autumn|winter) begins")
ROUND = re.compile(r"(round \d+) begins, (\w+) is first player")
IDS = re.compile(r"[a-z]+(?:_[a-z0-9]+)+")


class Storyteller:
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
        for event in self.game.words.new_events(self.states, 0, self._told):
            if SEASON.fullmatch(event):
                self.tell("")
                self.tell(event.removesuffix(" begins").title())
            elif found := ROUND.fullmatch(event):
                self.tell(f"  {found[1].capitalize()}, first player {in_words(found[2])}")
            elif event:
                self.tell(f"    {in_words(event)}")
        self._told = int(self.states["journal_no"][0])


def in_words(text: str) -> str:
    """A text with ids as names: ``Pulling The Strings``, ``Council 1-2``."""

    def name(found: re.Match[str]) -> str:
        head, _, rest = found[0].partition("_")
        if head == "council":
            return f"Council {rest.replace('_', '-')}"
        return found[0].replace("_", " ").title()

    return IDS.sub(name, text)
