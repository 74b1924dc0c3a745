"""A plain game in words: its numbers by name, its events one a line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from got_env.core.game import Game, States, Words
from got_env.core.lines import hanging
from got_env.core.narrator import Tell
from got_env.core.plain.rules import HIDDEN, PlainRules

WIDTH = 100


class PlainWords:
    """The functions of :class:`got_env.core.game.Words` for a plain game."""

    def __init__(self, rules: PlainRules) -> None:
        self.rules = rules

    def words(self) -> Words:
        """The group as a game holds it."""
        return Words(
            phase_name=self.phase_name,
            context=self.context,
            question=self.question,
            briefing=self.briefing,
            reveals=self.reveals,
            new_events=self.new_events,
            told_events=self.new_events,
            snapshot=self.snapshot,
            board=self.board,
            story=PlainStory,
            prompt=PlainPrompt,
            names=frozenset(self.rules.houses),
        )

    def phase_name(self, states: States, row: int) -> str:
        """The open decision, ``"over"`` at the end."""
        return "over" if states["over"][row] else self.rules.decision(states[row])

    def context(self, states: States, row: int) -> dict[str, Any]:
        """The round; nothing when the game is over."""
        return {} if states["over"][row] else {"round": int(states["round_no"][row])}

    def question(self, states: States, row: int) -> str:
        """Question of the open decision; nothing when the game is over."""
        if states["over"][row]:
            return ""
        meaning, _ = self.rules.decisions[self.phase_name(states, row)]
        return meaning

    def briefing(self, states: States, row: int, seat: int) -> dict[str, Any]:
        """The name of who decides."""
        return {"house": self.rules.houses[seat]}

    def reveals(self, before: States, after: States, row: int) -> bool:
        """True if there is a new event, which everybody sees."""
        return bool(before["journal_no"][row] != after["journal_no"][row])

    def new_events(self, states: States, row: int, since: int) -> list[str]:
        """Texts of the events after the first ``since``."""
        return list(self.rules.events(states[row]))[since:]

    def snapshot(self, states: States, row: int) -> dict[str, Any]:
        """Round, whether it is over, and all numbers of the game by name."""
        s = states[row]
        return {
            "game": self.rules.code,
            "round": int(s["round_no"]),
            "phase": self.phase_name(states, row),
            "over": bool(s["over"]),
            **{name: plain(s[name]) for name in self.rules.fields},
        }

    def board(self, states: States, row: int) -> str:
        """The snapshot, one number a line."""
        shown = self.snapshot(states, row)
        lines = [line for name in shown for line in hanging(f"{name}: ", [str(shown[name])], WIDTH)]
        return "\n".join(lines) + "\n"


def plain(numbers: Any) -> Any:
    """Numbers of a record as JSON data, null for those that are hidden."""
    return _with_nulls(np.asarray(numbers).tolist())


def _with_nulls(value: Any) -> Any:
    if isinstance(value, list):
        return [_with_nulls(part) for part in value]
    return None if value == HIDDEN else value


class PlainStory:
    """Tells every event in a line; a :class:`got_env.core.narrator.Narrator`."""

    def __init__(self, game: Game, states: States, tell: Tell, every_decision: bool) -> None:
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
            self.tell(f"  {event}")
        self._told = int(self.states["journal_no"][0])


class PlainPrompt:
    """The question and the whole board; a :class:`got_env.core.narrator.Prompt`."""

    commands: Mapping[str, str] = {"board": "the whole position"}
    legend = ""

    def __init__(self, game: Game, states: States, seat: int, width: int) -> None:
        self.game, self.states, self.width = game, states, width
        self.house = game.seats.in_play(int(states["num_players"][0]))[seat]

    def headline(self) -> str:
        """Round, decision and what it asks."""
        words, number = self.game.words, int(self.states["round_no"][0])
        asked = words.question(self.states, 0)
        return f"{self.house}, round {number}, {words.phase_name(self.states, 0)}: {asked}"

    def lines(self) -> list[str]:
        """The board."""
        return [f"  {line}" for line in self.game.words.board(self.states, 0).splitlines()]

    def remark(self, action: int, text: str) -> str:
        """Nothing: the text says it all."""
        return ""

    def face(self, action: int, text: str) -> None:
        """None: such a game is told in words alone."""

    def look_up(self, word: str) -> list[str] | None:
        """The board, for that word."""
        return self.game.words.board(self.states, 0).splitlines() if word == "board" else None
