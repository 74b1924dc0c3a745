"""Lines of text that a person needs to answer the open question of a game."""

from __future__ import annotations

from collections.abc import Mapping

from got_env.btwixt.words.board import counted, leader_words, render_text, several
from got_env.btwixt.words.context import briefing
from got_env.core.game import Game, States
from got_env.core.lines import hanging
from got_env.core.proper_names import proper_name


class Prompt:
    """The open question of a game, from what the seat that must answer it may know.

    Args:
        game: the game.
        states: its redacted record ``(1,)``.
        seat: who decides.
        width: columns of the lines.
    """

    commands: Mapping[str, str] = {
        "board": "the whole table",
        "cards": "your influence cards with their texts",
        "read NAME": "the text of a card or ally",
    }
    legend = "Each council lies between two neighbours; your weaker one is what counts."

    def __init__(self, game: Game, states: States, seat: int, width: int) -> None:
        self.game, self.width = game, width
        self.snapshot = game.words.snapshot(states, 0)
        self.facts = briefing(states, 0, seat)
        self.context = game.words.context(states, 0)
        self.house: str = self.facts["house"]
        self.phase = game.words.phase_name(states, 0)
        self.question = game.words.question(states, 0)

    def headline(self) -> str:
        """Round, decision and what it asks."""
        number = self.snapshot["round"]
        return f"{proper_name(self.house)}, round {number}: {self.question}"

    def lines(self) -> list[str]:
        """Own means, and what the decision is about."""
        lines = []
        if self.snapshot["current"]:
            lines += self._text("  Current ally ", self.snapshot["current"])
        for name, leader in self.snapshot["leaders"].items():
            lines += hanging(f"  {name}: ", leader_words(leader), self.width)
        for name, council in self.snapshot["councils"].items():
            parts = [f"power {council['power']}", several(council["tokens"], "power token")]
            lines += hanging(f"  {name}: ", parts, self.width)
        own = self.snapshot["leaders"][self.house]
        lines += hanging("  Your hand: ", counted(own["hand"]) or ["empty"], self.width)
        if "source" in self.context:
            lines += self._text("  Asked by ", self.context["source"])
        return lines

    def remark(self, action: int, text: str) -> str:
        """Words about the target of an action; empty if there is nothing to say."""
        name = text.rpartition(" ")[2]
        if name in self.facts["cards"]:
            card = self.facts["cards"][name]
            return f"value {card['value']}, {card['color']}. {card['text']}".rstrip()
        if name in self.facts["allies"]:
            ally = self.facts["allies"][name]
            return f"power {ally['power']}. {ally['text']}".rstrip()
        return ""

    def face(self, action: int, text: str) -> None:
        """None: the picture of the table shows the cards."""

    def look_up(self, word: str) -> list[str] | None:
        """Lines of one of the :attr:`commands`; None if the word is no such command."""
        if word == "board":
            return render_text(self.snapshot, self.width).splitlines()
        if word == "cards":
            own = sorted(set(self.snapshot["leaders"][self.house]["hand"]))
            return [line for name in own for line in self._text("", name)]
        command, _, name = word.partition(" ")
        if command != "read":
            return None
        name = name.strip().replace(" ", "_")
        if name in self.facts["cards"] or name in self.facts["allies"]:
            return self._text("", name)
        return [f"{name!r} is no card and no ally"]

    def _text(self, head: str, name: str) -> list[str]:
        return hanging(f"{head}{name}: ", self.remark(0, name).split(), self.width, " ")
