"""A game told line by line, while it is played."""

from __future__ import annotations

import re
from collections.abc import Set

from got_env.btwixt.facts.facts import SEATS
from got_env.btwixt.facts.rulesets import facts_of
from got_env.core.game import Game, States
from got_env.core.narrator import Tell

SEASON = re.compile(r"(summer|autumn|winter) begins")
SMALL = frozenset({"a", "and", "in", "of", "the", "to"})
"""Words that names write small, but for the first."""

ROUND = re.compile(r"(round \d+) begins, (\w+) is first player")
COUNCIL = re.compile(r"council_(\d+)_(\d+)")
WORDS = re.compile(r"[a-z][a-z0-9_]*")


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
        self._ids: Set[str] = frozenset()

    @property
    def waiting(self) -> int:
        """Events that have happened and are not told yet."""
        return int(self.states["journal_no"][0]) - self._told

    def before(self, player: str, text: str) -> None:
        """Hear of a decision that is about to be played."""
        if self.every_decision:
            self.tell(f"    [{player}] {text}")

    def _in_words(self, text: str) -> str:
        if not self._ids:
            facts = facts_of(self.states["ruleset"][0])
            self._ids = {*facts.kind_ids, *facts.ally_ids, *facts.leader_ids}
        return in_words(text, self._ids)

    def after(self) -> None:
        """Tell what has happened since the last call."""
        for event in self.game.words.new_events(self.states, 0, self._told):
            if SEASON.fullmatch(event):
                self.tell("")
                self.tell(event.removesuffix(" begins").title())
            elif found := ROUND.fullmatch(event):
                self.tell(f"  {found[1].capitalize()}, first player {self._in_words(found[2])}")
            elif event:
                self.tell(f"    {self._in_words(event)}")
        self._told = int(self.states["journal_no"][0])


def in_words(text: str, ids: Set[str]) -> str:
    """A text with ids as names: ``Pulling the Strings``, ``council 1-2``.

    Args:
        text: what an event says.
        ids: of cards, allies and leaders, so that one of a single word is known too.
    """

    def name(found: re.Match[str]) -> str:
        word = found[0]
        if word in ids or word in SEATS:
            return " ".join(
                part if number and part in SMALL else part.capitalize()
                for number, part in enumerate(word.split("_"))
            )
        if council := COUNCIL.fullmatch(word):
            return f"council {council[1]}-{council[2]}"
        return word.replace("current_ally", "the current ally")

    return WORDS.sub(name, text)
