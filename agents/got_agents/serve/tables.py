"""All tables of a server: makes them, finds them by the secrets of links, takes them up again."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from got_agents.consent import check_consent
from got_agents.own import asks_a_person, starts_code
from got_agents.serve.messages import NewTable
from got_agents.serve.preload import preload
from got_agents.serve.room import Room
from got_agents.serve.seating import Seating
from got_agents.serve.table import Table
from got_agents.serve.table_store import Links, TableStore, hashed, new_secret
from got_env.cli.warmup import rules_are_warm
from got_env.core.error_values import short_repr
from got_env.core.files import naming
from got_env.core.game import Game
from got_env.core.suggest import suggest
from got_env.games import GAMES
from got_env.replay import Header, ReplayWriter

MOST_TABLES = 200
"""Tables that may be played at once."""

MOST_ENDED = 20
"""Tables that stay in memory although their game has ended and nobody looks at them; others are
read again when somebody opens their link."""

WATCHER = ""
"""Stands for who watches where seats have names."""


@dataclass(frozen=True)
class Opened:
    """A new table, and the secrets of its links, which are known to nobody else."""

    name: str
    seats: Mapping[str, str]
    """Secrets of people, by the name of their seat."""
    watcher: str


@dataclass(frozen=True)
class Settings:
    """Settings of all tables of a server."""

    pause: float = 0.5
    """Seconds between decisions at a table without people."""
    limit: float = 300.0
    """Seconds that an agent of somebody else has for a decision; 0: no limit."""
    named: Collection[str] = ()
    """Agents that whoever started the server has named; others must be of the package."""
    trust: bool = False
    """True if files may name any agent."""
    own_game: Game | None = None
    """A game with data of whoever started the server, which takes the place of the package's."""


class Tables:
    """The tables of one folder.

    Args:
        store: where they are kept.
        settings: how they are played.
    """

    def __init__(self, store: TableStore, settings: Settings) -> None:
        self._store, self._settings = store, settings
        self.games = playable(settings.own_game)
        """Games for new tables, by code."""
        self.rooms: dict[str, Room] = {}
        self._links: dict[str, tuple[str, str]] = {}
        self._failures: dict[str, str] = {}
        """Why tables ended before their games that have left the memory."""
        self._making, self._reading = asyncio.Lock(), asyncio.Lock()

    async def find(self, secret: str) -> tuple[Room, int] | None:
        """The table of a link, and the seat or what a watcher may know; None for a wrong link.

        Raises:
            ValueError: if its game has ended, and its files have been damaged since.
        """
        found = self._links.get(hashed(secret))
        if found is None:
            return None
        name, seat = found
        async with self._reading:
            if name not in self.rooms:
                table, _ = await asyncio.to_thread(self._again, name)
                table.failure = self._failures.pop(name, "")
                self._add(table)
            room = self.rooms[name]
        return room, room.watcher if seat == WATCHER else room.table.writer.houses.index(seat)

    async def open(
        self,
        game: Game,
        seats: Sequence[str],
        options: Mapping[str, object],
        seed: int | None = None,
        press: object = None,
        clock: int = 0,
    ) -> Opened:
        """Make a table and begin to play it.

        Raises:
            ValueError: for anything that cannot be played; names it.
            OSError: if it cannot be written.
        """
        async with self._making:
            if sum(not room.table.ended for room in self.rooms.values()) >= MOST_TABLES:
                raise ValueError(f"{MOST_TABLES} tables are being played: expected no more")
            table, links, opened = await asyncio.to_thread(
                self._made, game, seats, options, seed, press, clock
            )
            self._seat(table, links)
            self.rooms[opened.name].start()
        return opened

    async def order(self, wanted: NewTable) -> Opened:
        """Make a table that somebody asks for in the lobby.

        Raises:
            ValueError: for anything that cannot be played, an agent that would start code, or a
                game whose rules are not compiled; names it.
            OSError: if it cannot be written.
        """
        for spec in wanted.seats:
            known = asks_a_person(spec) or spec in self._settings.named
            if not known and starts_code(spec):
                raise ValueError(
                    f"agent {spec!r}: here only agents of the package may be named, and those that"
                    " the server was started with"
                )
        if wanted.game not in self.games:
            raise ValueError(f"game={short_repr(wanted.game)}: {suggest(wanted.game, self.games)}")
        game = self.games[wanted.game]
        if not await asyncio.to_thread(rules_are_warm, (game.code,)):
            raise ValueError(
                f"the rules of {game.code} are not compiled yet: expected somebody to run"
                f" 'got warmup --game {game.code}'"
            )
        return await self.open(
            game, wanted.seats, wanted.options, press=wanted.press, clock=wanted.clock
        )

    def take_up(self) -> list[str]:
        """Continue all tables of the folder; what is damaged is left out.

        Returns:
            What is wrong with those that are left out, a line for each.
        """
        problems = []
        for name in self._store.names():
            try:
                table, links = self._again(name)
            except ValueError as error:
                problems.append(str(error))
                continue
            given = [*links.seats.values(), links.watcher]
            if len({*given} - self._links.keys()) < len(given):
                table.close()
                where = self._store.folder / f"{name}.json"
                problems.append(f"{where}: a link of this table leads to another seat too")
                continue
            self._seat(table, links)
        return problems

    def start(self) -> None:
        """Let agents play at all tables; called in the event loop."""
        for room in self.rooms.values():
            room.start()

    async def close(self) -> None:
        """Stop playing."""
        await asyncio.gather(*(room.close() for room in self.rooms.values()))

    def _made(
        self,
        game: Game,
        seats: Sequence[str],
        options: Mapping[str, object],
        seed: int | None,
        press: object,
        clock: int,
    ) -> tuple[Table, Links, Opened]:
        game.seats.check(len(seats))
        chosen = secrets.randbelow(2**63) if seed is None else seed
        header = Header.of(game, len(seats), options, chosen, seats, events=True, press=press)
        seating = Seating(game, seats, self._settings.limit)
        watcher = new_secret()
        try:
            writer = ReplayWriter(header)
            preload(writer, seating)
            people = {writer.houses[seat]: new_secret() for seat in seating.people}
            name, links, file = self._store.new(writer, people, watcher, clock)
        except BaseException:
            seating.close()
            raise
        table = Table(name, writer, seating, file, clock)
        return table, links, Opened(name, people, watcher)

    def _again(self, name: str) -> tuple[Table, Links]:
        writer, links, file = self._store.open(name, self._settings.own_game)
        specs = writer.header.agents
        try:
            named = self._settings.named
            unnamed = [spec for spec in specs if not asks_a_person(spec) and spec not in named]
            where = self._store.folder / f"{name}.txt"
            check_consent(unnamed, where, "--seats", self._settings.trust)
            people = {
                house
                for house, spec in zip(writer.houses, specs, strict=True)
                if asks_a_person(spec)
            }
            if set(links.seats) != people:
                beside = where.with_suffix(".json")
                raise ValueError(
                    f"{beside}: seats={short_repr(sorted(links.seats))}: expected those of people,"
                    f" {', '.join(sorted(people)) or 'of which there are none'}"
                )
            with naming(where):
                seating = Seating(writer.game, specs, self._settings.limit)
                try:
                    preload(writer, seating)
                except BaseException:
                    seating.close()
                    raise
        except BaseException:
            file.close()
            raise
        return Table(name, writer, seating, file, links.clock), links

    def forget_rested(self) -> None:
        """Let the tables that have ended longest leave the memory, but for a few."""
        resting = [name for name, room in self.rooms.items() if room.rests]
        for name in resting[: max(0, len(resting) - MOST_ENDED)]:
            room = self.rooms.pop(name)
            if room.table.failure:
                self._failures[name] = room.table.failure

    def _add(self, table: Table) -> None:
        """Give a table a room."""
        if table.ended:
            table.close()
        self.forget_rested()
        self.rooms[table.name] = Room(table, self._settings.pause)

    def _seat(self, table: Table, links: Links) -> None:
        self._add(table)
        for seat, digest in links.seats.items():
            self._links[digest] = table.name, seat
        self._links[links.watcher] = table.name, WATCHER


def playable(own: Game | None = None) -> dict[str, Game]:
    """Games that can be shown, by code; a game of somebody's own data replaces the package's."""
    given = {} if own is None else {own.code: own}
    return {
        code: game for code, game in {**GAMES, **given}.items() if game.words.picture is not None
    }
