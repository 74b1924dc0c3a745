"""The header of a replay: how a game starts, and who played it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Self, TypeVar

from got_env.game import Game, States
from got_env.games import get_game

FORMAT = 1
TITLE = f"got_env replay {FORMAT}"
SEEDS = range(-(2**63), 2**63)
LONGEST_NAME = 200
_NUMBER = re.compile(r"-?[0-9]{1,19}")

HeaderType = TypeVar("HeaderType", bound="Header")


@dataclass(frozen=True)
class Header:
    """Everything that a game needs to start again, and what a reader wants to know about it.

    Attributes:
        game: what is played.
        players: number of players.
        seed: of all shuffles.
        options: options that are not at their default, in the order of the game.
        agents: who played, by seat; empty when that is not told.
        events: whether the replay tells what happened after each decision.
    """

    game: Game
    players: int
    seed: int = 0
    options: Mapping[str, str] = field(default_factory=dict)
    agents: tuple[str, ...] = ()
    events: bool = False

    @classmethod
    def of(
        cls,
        game: Game,
        players: int,
        options: Mapping[str, object] | None = None,
        seed: int = 0,
        agents: Sequence[str] = (),
        events: bool = False,
    ) -> Self:
        """A header from arguments as :meth:`got_env.game.Game.start` takes them.

        Raises:
            ValueError: for a bad argument; names it.
        """
        if players not in game.player_counts:
            raise ValueError(f"players={players!r}: expected one of {game.player_counts}")
        if seed not in SEEDS:
            raise ValueError(f"seed={seed}: expected a number of 64 bits")
        if agents and len(agents) != players:
            raise ValueError(f"agents: {len(agents)} names for {players} players")
        for name in agents:
            if not _is_name(name):
                raise ValueError(
                    f"agent {name!r}: expected 1 to {LONGEST_NAME} printable characters"
                )
        written = written_options(game, options or {})
        return cls(game, players, int(seed), written, tuple(agents), events)

    @classmethod
    def parse(cls, lines: Sequence[str]) -> Self:
        """The header that some lines of text give.

        Raises:
            LineError: for the first line that makes no sense; says what was expected.
        """
        return _Parser(lines).header(cls)

    def start(self) -> States:
        """The game ``(1,)`` at its first decision."""
        return self.game.start(1, self.players, self.seed, self.options)

    def lines(self) -> list[str]:
        """The header as text; every header has one text only."""
        lines = [
            TITLE,
            f"game {self.game.code} {self.game.version}",
            f"data {self.game.data_hash}",
            f"players {self.players}",
            *(f"option {key} {value}" for key, value in self.options.items()),
            f"seed {self.seed}",
        ]
        houses = self.game.houses_in_play(self.players)
        if self.agents:
            seats = zip(houses, self.agents, strict=True)
            lines += [f"agent {house} {name}" for house, name in seats]
        return [*lines, *(["events"] if self.events else []), ""]


class LineError(ValueError):
    """A line that makes no sense.

    Attributes:
        line: its number, 1 first.
    """

    def __init__(self, line: int, problem: str) -> None:
        super().__init__(problem)
        self.line = line


def written_options(game: Game, options: Mapping[str, object]) -> dict[str, str]:
    """The fewest option texts that select what ``options`` select, presets resolved.

    Raises:
        ValueError: for an unknown key or value.
    """
    wanted = game.resolve_options(options)
    texts = {
        key: values[index]
        for (key, (values, _, _)), index in zip(game.options.items(), wanted, strict=True)
        if index
    }
    # An option may change the default of another, which must then be written too.
    got = game.resolve_options(texts)
    return {
        key: values[index]
        for (key, (values, _, _)), index, other in zip(
            game.options.items(), wanted, got, strict=True
        )
        if index or index != other
    }


def _is_name(name: str) -> bool:
    return 0 < len(name) <= LONGEST_NAME and name.isprintable() and name == name.strip()


class _Parser:
    """Reads header lines one after another."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._lines = lines
        self._at = 0

    def header(self, make: type[HeaderType]) -> HeaderType:
        """Read all lines."""
        text = self._take(TITLE)
        if text != TITLE:
            raise self._error(f"{shown(text)}: expected {TITLE!r}")
        game = self._game()
        players = self._number("players")
        if players not in game.player_counts:
            raise self._error(f"players {players}: expected one of {game.player_counts}")
        options = self._options(game)
        seed = self._number("seed")
        if seed not in SEEDS:
            raise self._error(f"seed {seed}: expected a number of 64 bits")
        agents = self._agents(game.houses_in_play(players))
        events = self._next_is("events")
        if events:
            self._words("events")
        if self._at < len(self._lines):
            raise self._error(f"{shown(self._take(''))} has no place in the header here")
        return make(game, players, seed, options, agents, events)

    def _game(self) -> Game:
        code, version = self._words("game", "CODE", "VERSION")
        try:
            game = get_game(code)
        except ValueError as error:
            raise self._error(str(error)) from None
        if version != str(game.version):
            raise self._error(f"version {shown(version)} of {code}: this is version {game.version}")
        (data,) = self._words("data", "HASH")
        if data != game.data_hash:
            raise self._error(f"rules data {shown(data)}: those here are {game.data_hash}")
        return game

    def _options(self, game: Game) -> dict[str, str]:
        options: dict[str, str] = {}
        while self._next_is("option"):
            key, value = self._words("option", "KEY", "VALUE")
            if key in options:
                raise self._error(f"option {key!r} is given twice")
            options[key] = value
            try:
                game.resolve_options(options)
            except ValueError as error:
                raise self._error(str(error)) from None
        return options

    def _agents(self, houses: Sequence[str]) -> tuple[str, ...]:
        names: list[str] = []
        while self._next_is("agent") or 0 < len(names) < len(houses):
            text = self._take("agent HOUSE NAME")
            key, house, name = (*text.split(" ", 2), "", "")[:3]
            if key != "agent" or len(names) == len(houses) or house != houses[len(names)]:
                raise self._error(f"{shown(text)}: expected the agents of {', '.join(houses)}")
            if not _is_name(name):
                raise self._error(f"{shown(text)}: expected the name of an agent")
            names.append(name)
        return tuple(names)

    def _error(self, problem: str) -> LineError:
        """An error about the line taken last."""
        return LineError(self._at, problem)

    def _next_is(self, word: str) -> bool:
        return self._at < len(self._lines) and self._lines[self._at].partition(" ")[0] == word

    def _take(self, expected: str) -> str:
        self._at += 1
        if self._at > len(self._lines):
            raise self._error(f"the header ends: expected {expected!r}")
        return self._lines[self._at - 1]

    def _words(self, key: str, *values: str) -> list[str]:
        """The words behind a key."""
        expected = " ".join((key, *values))
        text = self._take(expected)
        words = text.split(" ")
        if words[0] != key or len(words) != len(values) + 1:
            raise self._error(f"{shown(text)}: expected {expected!r}")
        return words[1:]

    def _number(self, key: str) -> int:
        (word,) = self._words(key, "NUMBER")
        if not _NUMBER.fullmatch(word):
            raise self._error(f"{key} {shown(word)}: expected a whole number")
        return int(word)


def shown(text: str, limit: int = 60) -> str:
    """A text of a stranger, quoted and cut, for an error message."""
    return repr(text if len(text) <= limit else text[:limit] + "...")
