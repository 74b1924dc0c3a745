"""The header of a replay: how a game starts, and who played it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NoReturn, Self, TypeVar

from got_env.core.checks import checked_players, checked_seed
from got_env.core.error_values import short_repr
from got_env.core.game import Game, States
from got_env.core.press.settings import PressSettings, press_settings
from got_env.decks import Decks, decks_of, start_with_decks
from got_env.games import find_game
from got_env.positions import read_position

FORMAT, PRESS_FORMAT = 1, 2
TITLES = {False: f"got_env replay {FORMAT}", True: f"got_env replay {PRESS_FORMAT}"}
"""First lines by whether the players may talk: a reader that knows no talk knows the first."""
LONGEST_NAME = 200
_NUMBER = re.compile(r"-?[0-9]{1,19}")

HeaderType = TypeVar("HeaderType", bound="Header")


@dataclass(frozen=True)
class Header:
    """Everything that a game needs to start again, and what a reader wants to know about it.

    Made by :meth:`of` or :meth:`parse`.

    Attributes:
        game: what is played.
        players: number of players.
        seed: of all shuffles.
        options: options that are not at their default, in the order of the game.
        decks: all decks, next card first, if they were given by hand; otherwise empty.
        position: where the game starts, if not at the set-up.
        agents: who played, by seat; empty when that is not told.
        events: whether the replay tells what happened after each decision.
        press: how much the players may say to each other; None if they may not.
    """

    game: Game
    players: int
    seed: int
    options: Mapping[str, str]
    decks: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    position: Mapping[str, Any] | None = None
    agents: tuple[str, ...] = ()
    events: bool = False
    press: PressSettings | None = None

    @classmethod
    def of(
        cls,
        game: Game,
        players: int | None,
        options: Mapping[str, object] | None = None,
        seed: int = 0,
        agents: Sequence[str] = (),
        events: bool = False,
        decks: Decks | None = None,
        press: object = None,
    ) -> Self:
        """A header of a game that starts at the set-up.

        Args:
            game: what is played.
            players: number of players; None for the most possible.
            options: as :meth:`got_env.core.game.Game.start` takes them.
            seed: of all shuffles.
            agents: names of who plays, by seat.
            events: tell what happens after each decision.
            decks: cards in order, as :func:`got_env.decks.start_with_decks` takes them.
            press: how much the players may say, as
                :func:`got_env.core.press.settings.press_settings` takes it; None for no talk.

        Raises:
            ValueError: for a bad argument; names it.
        """
        players = checked_players(game, players)
        seed = checked_seed(seed)
        written = written_options(game, options or {})
        states = start_with_decks(game, players, seed, written, decks)
        given = decks_of(game, states) if decks else {}
        names = _checked_names(agents, players)
        talk = press_settings(game.moments, press)
        return cls(game, players, seed, written, given, None, names, events, talk)

    @classmethod
    def at(
        cls,
        game: Game,
        position: object,
        seed: int = 0,
        agents: Sequence[str] = (),
        events: bool = False,
        press: object = None,
    ) -> Self:
        """A header of a game that starts at a position; the other arguments as for :meth:`of`.

        Raises:
            ValueError: if it is no position of the game; names the field.
        """
        states = game.positions.read(position, checked_seed(seed))
        players = int(states["num_players"][0])
        whole = game.positions.write(states, 0)
        options = written_options(game, whole["options"])
        names = _checked_names(agents, players)
        talk = press_settings(game.moments, press)
        return cls(game, players, checked_seed(seed), options, {}, whole, names, events, talk)

    @classmethod
    def parse(cls, lines: Sequence[str]) -> Self:
        """The header that some lines of text give.

        Raises:
            LineError: for the first line that makes no sense; says what was expected.
        """
        return _Parser(lines).header(cls)

    def start(self) -> States:
        """The game ``(1,)`` at its first decision."""
        if self.position is not None:
            return self.game.positions.read(self.position, self.seed)
        return start_with_decks(self.game, self.players, self.seed, self.options, self.decks)

    def under(self, names: Sequence[str]) -> Self:
        """The header with other names of those who play.

        Raises:
            ValueError: if their number is wrong, or one is no name of an agent.
        """
        return replace(self, agents=_checked_names(names, self.players))

    def lines(self) -> list[str]:
        """The header as text; every header has one text only."""
        lines = [
            TITLES[self.press is not None],
            f"game {self.game.code} {self.game.identity.version}",
            f"data {self.game.identity.data_hash}",
            f"players {self.players}",
            *(f"option {key} {value}" for key, value in self.options.items()),
            f"seed {self.seed}",
            *(f"deck {name} {' '.join(cards)}" for name, cards in self.decks.items()),
        ]
        if self.position is not None:
            lines.append(f"position {json.dumps(self.position, separators=(',', ':'))}")
        if self.agents:
            seats = zip(self.game.seats.in_play(self.players), self.agents, strict=True)
            lines += [f"agent {house} {name}" for house, name in seats]
        if self.press is not None:
            lines.append(f"press {self.press.text}")
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
    wanted = game.options.values(game.options.resolve(options))
    changed = {
        key: value for key, value in wanted.items() if value != game.options.table[key][0][0]
    }
    # An option may change the default of another, which must then be written too.
    got = game.options.values(game.options.resolve(changed))
    return {key: value for key, value in wanted.items() if key in changed or value != got[key]}


def _checked_names(agents: Sequence[str], players: int) -> tuple[str, ...]:
    if agents and len(agents) != players:
        raise ValueError(f"agents: {len(agents)} names for {players} players")
    for name in agents:
        if not is_name(name):
            raise ValueError(
                f"agent {name!r}: expected 1 to {LONGEST_NAME} printable characters,"
                " no blank at either end"
            )
    return tuple(agents)


def is_name(name: str) -> bool:
    """Tell whether a replay can name an agent so: 1 to 200 printable characters on one line."""
    return 0 < len(name) <= LONGEST_NAME and name.isprintable() and name == name.strip()


class _Parser:
    """Reads header lines one after another.

    What it makes of them is compared with them line by line afterwards, so nothing is checked here
    that would show there.
    """

    def __init__(self, lines: Sequence[str]) -> None:
        self._lines = lines
        self._at = 0

    def header(self, make: type[HeaderType]) -> HeaderType:
        """Read all lines."""
        text = self._take(TITLES[False])
        if text not in TITLES.values():
            expected = " or ".join(map(repr, TITLES.values()))
            self._refuse(f"{short_repr(text)}: expected {expected}")
        game = self._game()
        players = self._number("players")
        if players not in game.seats.counts:
            self._refuse(f"players {players}: expected one of {game.seats.counts}")
        options = self._options(game)
        seed = self._number("seed")
        self._try(checked_seed, seed)
        decks = self._decks(game, players, seed, options)
        position = self._position(game, players, seed)
        agents = self._agents(game.seats.in_play(players))
        press = self._press(game) if text == TITLES[True] else None
        events = self._next_is("events")
        if events:
            self._words("events")
        if self._at < len(self._lines):
            self._refuse(f"{short_repr(self._take(''))} has no place in the header here")
        if position is not None:
            return make.at(game, position, seed, agents, events, press)
        return make.of(game, players, options, seed, agents, events, decks, press)

    def _game(self) -> Game:
        code, version = self._words("game", "CODE", "VERSION")
        game: Game = self._try(find_game, code)
        if version != str(game.identity.version):
            self._refuse(
                f"version {short_repr(version)} of {code}: this is version {game.identity.version}"
            )
        (data,) = self._words("data", "HASH")
        found: Game = self._try(find_game, code, data)
        return found

    def _options(self, game: Game) -> dict[str, str]:
        options: dict[str, str] = {}
        while self._next_is("option"):
            key, value = self._words("option", "KEY", "VALUE")
            if key in options:
                self._refuse(f"option {key!r} is given twice")
            options[key] = value
            self._try(game.options.resolve, options)
        return options

    def _decks(
        self, game: Game, players: int, seed: int, options: Mapping[str, str]
    ) -> dict[str, list[str]]:
        decks: dict[str, list[str]] = {}
        while self._next_is("deck"):
            name, *cards = [*self._take("deck NAME CARD...").split(" ")[1:], ""]
            known = game.positions.decks
            if name in decks or name not in known:
                expected = f"one line each of {', '.join(known)}" if known else "no decks"
                self._refuse(f"deck {short_repr(name)}: expected {expected}")
            decks[name] = cards[:-1]
            self._try(start_with_decks, game, players, seed, options, decks)
        return decks

    def _position(self, game: Game, players: int, seed: int) -> Any:
        if not self._next_is("position"):
            return None
        text = self._take("position JSON").partition(" ")[2]
        position = self._try(read_position, text)
        states = self._try(game.positions.read, position, seed)
        if states["num_players"][0] != players:
            self._refuse(f"a position of {states['num_players'][0]} players, expected {players}")
        return position

    def _agents(self, houses: Sequence[str]) -> tuple[str, ...]:
        names: list[str] = []
        while self._next_is("agent") or 0 < len(names) < len(houses):
            text = self._take("agent HOUSE NAME")
            key, house, name = (*text.split(" ", 2), "", "")[:3]
            if key != "agent" or len(names) == len(houses) or house != houses[len(names)]:
                self._refuse(f"{short_repr(text)}: expected the agents of {', '.join(houses)}")
            if not is_name(name):
                self._refuse(f"{short_repr(text)}: expected the name of an agent")
            names.append(name)
        return tuple(names)

    def _press(self, game: Game) -> PressSettings:
        (text,) = self._words("press", "SETTINGS")
        settings: PressSettings | None = self._try(press_settings, game.moments, text)
        if settings is None or settings.text != text:
            expected = settings.text if settings else "settings"
            self._refuse(f"press {short_repr(text)}: expected {expected!r}")
        return settings

    def _refuse(self, problem: str) -> NoReturn:
        """Raise the error about the line taken last."""
        raise LineError(self._at, problem) from None

    def _try(self, function: Callable[..., Any], *args: Any) -> Any:
        """Result of a function; its error is one about the line taken last."""
        try:
            return function(*args)
        except ValueError as error:
            self._refuse(str(error))

    def _next_is(self, word: str) -> bool:
        return self._at < len(self._lines) and self._lines[self._at].partition(" ")[0] == word

    def _take(self, expected: str) -> str:
        self._at += 1
        if self._at > len(self._lines):
            self._refuse(f"the header ends: expected {expected!r}")
        return self._lines[self._at - 1]

    def _words(self, key: str, *values: str) -> list[str]:
        """The words behind a key."""
        expected = " ".join((key, *values))
        text = self._take(expected)
        words = text.split(" ")
        if words[0] != key or len(words) != len(values) + 1:
            self._refuse(f"{short_repr(text)}: expected {expected!r}")
        return words[1:]

    def _number(self, key: str) -> int:
        (word,) = self._words(key, "NUMBER")
        if not _NUMBER.fullmatch(word):
            self._refuse(f"{key} {short_repr(word)}: expected a whole number")
        return int(word)
