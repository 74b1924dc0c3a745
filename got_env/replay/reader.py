"""Reads replays: plays them again and compares every line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from os import PathLike

from got_env.core.error_values import short_repr
from got_env.core.game import States
from got_env.core.press.messages import Message
from got_env.games import GAMES, get_game
from got_env.replay.header import Header, LineError
from got_env.replay.messages import MessageLine, read_message
from got_env.replay.writer import SAYS, UNFINISHED, ReplayWriter

MAX_BYTES = 4 * 2**20
"""Longest replay that is read; a game takes some ten thousand bytes."""
MAX_LINE = 2**16

LONG = 200
"""Characters of a line from which on an error tells no more than where it differs."""


class ReplayError(ValueError):
    """A replay that cannot be played as it is written.

    Attributes:
        line: number of the first line that is wrong, 1 first.
        problem: what is wrong with it.
    """

    def __init__(self, line: int, problem: str) -> None:
        super().__init__(f"line {line}: {problem}")
        self.line = line
        self.problem = problem

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.line, self.problem)


@dataclass(frozen=True)
class Step:
    """A decision of a replay, about to be played.

    Attributes:
        line: number of its line.
        player: house that decides.
        action: index of the action.
        text: its canonical text.
        states: the record ``(1,)`` before the decision; it changes when the replay goes on.
        said: what the players have said to each other since the decision before.
    """

    line: int
    player: str
    action: int
    text: str
    states: States
    said: tuple[Message, ...] = ()


class Replay:
    """A replay whose header is read; :meth:`play` checks the rest.

    Attributes:
        header: how the game starts.
        lines: all lines of the text; the last is what follows the last end of line: nothing.
        states: the record ``(1,)`` as far as it was played.
    """

    def __init__(self, lines: list[str]) -> None:
        self.lines = lines
        blank = lines.index("") if "" in lines else len(lines)
        try:
            self.header = Header.parse(lines[:blank])
        except LineError as error:
            raise ReplayError(error.line, str(error)) from None
        self._writer = ReplayWriter(self.header)
        self._checked = 0
        self._told = 0

    @property
    def states(self) -> States:
        """The record ``(1,)`` after the decisions played so far."""
        return self._writer.states

    @property
    def decisions(self) -> int:
        """Number of decisions played so far."""
        return self._writer.decisions

    @property
    def over(self) -> bool:
        """True if the game has been played to its end, which an unfinished one has not."""
        return self._writer.over

    @property
    def messages(self) -> Sequence[Message]:
        """Messages of the players to each other so far; empty in a game without talk."""
        return self._writer.press.messages if self._writer.press is not None else ()

    def play(self) -> Iterator[Step]:
        """Play the decisions one by one; each is given before it is played.

        Raises:
            ReplayError: for the first line that differs from what the game gives.
        """
        if self._writer.decisions:
            raise RuntimeError("a replay is played once")
        self._compare()
        while not self._writer.finished:
            self._hear()
            text = self._next("a decision or the end")
            if text.startswith("end "):
                if self._next_but_one() != UNFINISHED:
                    raise self._error(f"{short_repr(text)}: expected a decision of {self._player}")
                self._writer.finish()
            else:
                step = self._decision(text)
                yield step
                self._writer.play(step.action)
            self._compare()
        if self._checked == len(self.lines):
            raise ReplayError(self._checked, "the replay is cut off: expected the end of the line")
        rest = self.lines[self._checked :]
        if rest != [""]:
            raise self._error(f"{short_repr(rest[0])}: expected nothing after the checksum")

    def verify(self) -> None:
        """Play everything.

        Raises:
            ReplayError: for the first line that differs from what the game gives.
        """
        for _ in self.play():
            pass

    def resume(self) -> ReplayWriter:
        """Play what is there and give the game, to be played on.

        The text may stop after any line, as that of a game whose program has ended.

        Raises:
            ReplayError: for the first line that differs from what the game gives; a text without
                one whole line behind the header is no game.
        """
        if self._writer.decisions:
            raise RuntimeError("a replay is played once")
        end = len(self.lines) - 1
        while True:
            for expected in self._writer.lines[self._checked : end]:
                self._compare_next(expected)
            if self._checked < end:
                self._hear()
            if self._checked == end:
                return self._writer
            self._writer.play(self._decision(self._next("a decision")).action)

    @property
    def _player(self) -> str:
        phase = self._writer.game.words.phase_name(self._writer.states, 0)
        return f"{self._writer.player} in {phase}"

    def _error(self, problem: str) -> ReplayError:
        return ReplayError(self._checked + 1, problem)

    def _next(self, expected: str) -> str:
        end = len(self.lines) - (not self.lines[-1])
        if self._checked >= end:
            raise self._error(f"the replay is cut off: expected {expected}")
        return self.lines[self._checked]

    def _next_but_one(self) -> str:
        return self.lines[self._checked + 1] if self._checked + 1 < len(self.lines) else ""

    def _decision(self, line: str) -> Step:
        player, _, text = line.partition(" ")
        if player != self._writer.player:
            raise self._error(f"{short_repr(line)}: expected a decision of {self._player}")
        states = self._writer.states
        try:
            action = self._writer.game.actions.parse(states, 0, text)
        except ValueError as error:
            raise self._error(f"{self._player}: {error}") from None
        said, self._told = tuple(self.messages[self._told :]), len(self.messages)
        return Step(self._checked + 1, player, action, text, states, said)

    def _hear(self) -> None:
        """Let the players say what stands before the next decision."""
        writer = self._writer
        while writer.press is not None and self._here().startswith(SAYS):
            first = self._message(self._checked)
            while writer.press.talk is not None and first.place != writer.press.place:
                for seat in writer.press.waiting:  # nobody spoke in that round of talk
                    writer.say(seat)
            if not writer.talking:
                raise self._error(f"{short_repr(self._here())}: nobody may talk here")
            self._hear_round(first.place)
            self._compare()

    def _hear_round(self, place: tuple[str, int]) -> None:
        """Let the players say what stands in the lines of one round of talk."""
        press, number = self._writer.press, self._checked
        assert press is not None
        said: dict[int, list[MessageLine]] = {seat: [] for seat in press.waiting}
        while self.lines[number].startswith(SAYS):
            message = self._message(number)
            if message.place != place:
                break
            most = press.hear(message.sender).most
            if len(said.get(message.sender, ())) >= most:
                who = press.names[message.sender]
                raise ReplayError(number + 1, f"{who}: more than {most} messages")
            said[message.sender].append(message)
            number += 1
        for seat, messages in said.items():
            self._writer.say(seat, [(message.to, message.text) for message in messages])

    def _message(self, number: int) -> MessageLine:
        press = self._writer.press
        assert press is not None
        try:
            return read_message(self.lines[number].removeprefix(SAYS), press)
        except ValueError as error:
            raise ReplayError(number + 1, f"{short_repr(self.lines[number])}: {error}") from None

    def _here(self) -> str:
        return self.lines[self._checked] if self._checked < len(self.lines) else ""

    def _compare(self) -> None:
        """Compare all lines that the game has given since the last comparison."""
        for expected in self._writer.lines[self._checked :]:
            self._compare_next(expected)

    def _compare_next(self, expected: str) -> None:
        text = self._next(short_repr(expected, LONG))
        if text != expected:
            at = 0
            if len(expected) > LONG:
                same = zip(text, expected, strict=False)
                at = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], same))
                expected = expected[at : at + LONG]
            place = f"character {at + 1}: " if at else ""
            raise self._error(f"{place}{short_repr(text[at:])}: expected {expected!r}")
        self._checked += 1


def read_replay(data: bytes | str, data_dir: str | PathLike[str] | None = None) -> Replay:
    """A replay from its text or bytes; lines may end in CR LF.

    Args:
        data: the text.
        data_dir: the folder of board and card files that the game was played with, if these are
            not the files of the package.

    Raises:
        ReplayError: if it is too long, no UTF-8, or its header makes no sense.
        ValueError: if the folder holds no sound files for any game; names file and field.
    """
    raw = data.encode("utf-8", "surrogatepass") if isinstance(data, str) else bytes(data)
    if len(raw) > MAX_BYTES:
        raise ReplayError(1, f"more than {MAX_BYTES} bytes, which no replay has")
    raw = raw.replace(b"\r\n", b"\n")
    try:
        text = raw.decode()
    except UnicodeDecodeError as error:
        number = raw.count(b"\n", 0, error.start) + 1
        raise ReplayError(number, f"byte 0x{raw[error.start]:02x} is not UTF-8") from None
    lines = text.split("\n")
    for number, line in enumerate(lines, 1):
        if len(line) > MAX_LINE:
            raise ReplayError(number, f"more than {MAX_LINE} characters, which no line has")
    if data_dir is not None:
        _load_data(lines, data_dir)
    return Replay(lines)


def _load_data(lines: list[str], data_dir: str | PathLike[str]) -> None:
    """Read the folder for the game that the header names, so that its hash is known."""
    words = lines[1].split(" ") if len(lines) > 1 else []
    if words[:1] == ["game"] and len(words) > 1 and words[1] in GAMES:
        get_game(words[1], data_dir)
