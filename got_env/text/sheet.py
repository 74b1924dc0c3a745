"""A sheet: everything that one seat may read about a game, in parts of plain text.

A sheet is made of the redacted record and of what the game says through its words; nothing here
knows a game. The same position gives the same sheet, byte for byte.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from got_env.core.game import Game, States
from got_env.core.narrator import Prompt
from got_env.core.press.messages import Heard
from got_env.core.proper_names import proper_name
from got_env.core.views import Bools, View, copy_rows

WIDTH = 100
"""Columns of the lines of a position."""

MOST_EVENTS = 24
"""Events that a sheet tells, the newest; how many are left out is said."""

MOST_MESSAGES, MOST_TALK = 24, 4000
"""Messages that a sheet tells, the newest, and characters of all of them."""


@dataclass(frozen=True)
class Sheet:
    """Text for a seat before it answers, or while it waits for others."""

    title: str
    """Of the game."""
    house: str
    """Name of the seat."""
    players: tuple[str, ...]
    """Names by seat."""
    phase: str
    """The open decision, ``"over"`` at the end."""
    position: str
    """The whole table as the seat knows it, then what its own cards say."""
    news: str
    """Public events since ``since``, one a line; empty if there are none."""
    question: str
    """The rules page of the open question; empty if the seat has nothing to answer."""
    actions: tuple[str, ...]
    """Texts of the legal actions; empty if the seat has nothing to answer."""
    labels: tuple[str, ...]
    """Label of each of them, as on a button."""
    remarks: tuple[str, ...]
    """Words about the target of each of them; empty where the text says it all."""
    legal: tuple[int, ...]
    """The action of each text."""
    since: int
    """Events that were known before; 0 if nobody knows when the seat last moved."""
    events: int
    """Public events so far: the ``since`` of the next sheet for this seat."""
    messages: str = ""
    """Newest messages that the seat has sent and heard; those since it last moved stand apart."""

    def action(self, number: int) -> int:
        """The legal action with a number of the list, which begins with 1.

        Raises:
            ValueError: if the list has no such number; says which it has.
        """
        if not 1 <= number <= len(self.legal):
            last = len(self.legal)
            expected = f"a number from 1 to {last}" if last else "nothing: no question is open"
            raise ValueError(f"action {number}: expected {expected}")
        return self.legal[number - 1]

    @property
    def numbered(self) -> str:
        """The legal actions, one a line with its number, its label, then its remark."""
        told = zip(self.actions, self.labels, strict=True)
        lines = [f"{number}. {text} ({label})" for number, (text, label) in enumerate(told, 1)]
        return "\n".join(
            f"{line}: {remark}" if remark else line
            for line, remark in zip(lines, self.remarks, strict=True)
        )

    def __str__(self) -> str:
        """All parts under headings; parts without content are left out."""
        others = ", ".join(proper_name(name) for name in self.players if name != self.house)
        parts = {
            "Game": f"{self.title}. You are {proper_name(self.house)}. The others: {others}.",
            "Position": self.position,
            "Since your last move" if self.since else "Latest events": self.news,
            "Messages": self.messages,
            "Question": self.question,
            "Legal actions": self.numbered,
        }
        return "\n\n".join(f"# {name}\n{text}" for name, text in parts.items() if text) + "\n"


def sheet(
    game: Game, states: States, seat: int, since: int = 0, heard: Heard | None = None
) -> Sheet:
    """The sheet of one seat of a game that goes on, or is over.

    Args:
        game: what is played.
        states: its record ``(1,)``, whole: what the seat may not know is hidden in a copy.
        seat: who reads.
        since: :attr:`Sheet.events` of the sheet that the seat read when it last moved.
        heard: what the seat has heard from others, as :meth:`got_env.press.Press.hear` gives it.

    Raises:
        ValueError: for anything but one record, a seat that does not play, or a negative
            ``since``; names it.
    """
    if states.shape != (1,):
        raise ValueError(f"states: shape {states.shape}, expected (1,)")
    players = int(states["num_players"][0])
    if not 0 <= seat < players:
        raise ValueError(f"seat={seat!r}: expected 0 to {players - 1}")
    known = copy_rows(game, states, slice(None))
    game.kernels.redact(known, np.array([seat], dtype=np.int8))
    mask = np.zeros((1, game.actions.size), dtype=np.bool_)
    seats = np.zeros(1, dtype=np.int8)
    game.kernels.current_player(states, seats)
    if seats[0] == seat:
        game.kernels.action_mask(states, mask)
    return _write(game, known, seat, mask[0], since, heard)


def sheet_of(view: View, since: int = 0) -> Sheet:
    """The sheet of a decision that an agent has to take; arguments as in :func:`sheet`.

    It has the messages that the view brings.

    Raises:
        ValueError: for a negative ``since``.
    """
    return _write(view.game, view.states, view.seat, view.mask, since, view.heard)


def _write(
    game: Game, known: States, seat: int, mask: Bools, since: int, heard: Heard | None
) -> Sheet:
    if since < 0:
        raise ValueError(f"since={since!r}: expected the events of an earlier sheet, or 0")
    prompt = game.words.prompt(game, known, seat, WIDTH)
    legal = tuple(int(action) for action in np.flatnonzero(mask))
    by_action = {action: game.actions.text(known, 0, action) for action in legal}
    return Sheet(
        title=game.identity.title,
        house=prompt.house,
        players=game.seats.in_play(int(known["num_players"][0])),
        phase=game.words.phase_name(known, 0),
        position=_position(prompt),
        news=_news(game, known, since),
        question=_question(game, known, prompt) if by_action else "",
        actions=tuple(by_action.values()),
        labels=tuple(game.actions.label(known, 0, action) for action in legal),
        remarks=tuple(prompt.remark(action, text) for action, text in by_action.items()),
        legal=legal,
        since=since,
        events=int(known["journal_no"][0]),
        messages=_messages(heard) if heard is not None else "",
    )


def _messages(heard: Heard) -> str:
    """The newest messages under whether they came since the seat last moved."""
    told: list[str] = []
    for line in heard.lines(MOST_MESSAGES)[::-1]:
        if sum(map(len, told)) + len(line) > MOST_TALK:
            break
        told.insert(0, line)
    left_out = len(heard.messages) - len(told)
    new = max(0, heard.since - left_out)
    parts = (("Before your last move:", told[:new]), ("Since your last move:", told[new:]))
    lines = [f"({left_out} earlier messages are not told)"] if left_out else []
    for title, some in parts:
        lines += [title, *(f"- {line}" for line in some)] if some else []
    return "\n".join(lines)


def _position(prompt: Prompt) -> str:
    """Pages that the seat can look up without naming anything, and the meaning of the signs."""
    pages = [
        "\n".join(prompt.look_up(word) or ())
        if word == "board"
        else "\n".join([f"{meaning.capitalize()}:", *(prompt.look_up(word) or ())])
        for word, meaning in prompt.commands.items()
        if word.islower() and " " not in word
    ]
    return "\n\n".join(page.strip("\n") for page in [prompt.legend, *pages] if page)


def _news(game: Game, known: States, since: int) -> str:
    kept = game.words.new_events(known, 0, since)
    told = [event for event in kept if event][-MOST_EVENTS:]
    lost = max(0, int(known["journal_no"][0]) - since - len(kept))
    earlier = lost + len([event for event in kept if event]) - len(told)
    first = [f"({earlier} earlier events are not told)"] if earlier else []
    return "\n".join([*first, *(f"- {event}" for event in told)])


def _question(game: Game, known: States, prompt: Prompt) -> str:
    """Open question, the subject of the decision, and the patterns of its answers."""
    phase = game.words.phase_name(known, 0)
    decision = next(d for d in game.actions.decisions if d.name == phase)
    patterns = f"Answers: {', '.join(decision.texts)}."
    return "\n".join([prompt.headline(), *prompt.lines(), patterns])
