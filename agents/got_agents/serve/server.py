"""Server of the command line: its port, its first table, the links that it prints."""

from __future__ import annotations

import asyncio
import errno
import logging
import os
import socket
import sys
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Self

import uvicorn

from got_agents.serve.app import make_app
from got_agents.serve.connections import BACKLOG, BoundedProtocol
from got_agents.serve.guards import is_loopback
from got_agents.serve.messages import LONGEST_CLOCK, LONGEST_MESSAGE
from got_agents.serve.table_store import new_secret
from got_agents.serve.tables import Opened, Tables, playable
from got_env.cli.console import parse_names
from got_env.cli.first_start import compile_if_cold
from got_env.core.checks import checked_players
from got_env.core.game import Game
from got_env.core.press.settings import PressSettings, press_settings
from got_env.core.suggest import suggest
from got_env.games import get_game

ANY_ADDRESS = ("0.0.0.0", "::", "")
GOODBYE_SECONDS = 1
"""Seconds in which connections may end with the server."""

NO_TEXT = "Invalid UTF-8"
"""Begins what uvicorn logs of a message that is no text, which closes the connection (1007)."""


def in_one_line(record: logging.LogRecord) -> bool:
    """Keep the traceback of such a message out of the log: it is no fault of the server."""
    if str(record.msg).startswith(NO_TEXT):
        record.exc_info = None
    return True


@dataclass(frozen=True)
class Wanted:
    """The first table of a server."""

    game: Game
    seats: tuple[str, ...]
    options: Mapping[str, object]
    seed: int | None
    press: PressSettings | None = None
    clock: int = 0
    """Minutes that each person has for the game; 0: as many as they like."""

    @classmethod
    def of(
        cls,
        code: str,
        players: int | None,
        seats: str,
        options: Mapping[str, object],
        seed: int | None,
        press: str = "off",
        data_dir: Path | None = None,
        clock: int = 0,
    ) -> Self:
        """Table that the command line asks for.

        Raises:
            ValueError: for a game that is not drawn, data that are not of it, a number of players
                that it is not for, too many seats, a bad option, or a clock out of bounds; names
                it.
        """
        games = playable()
        if code not in games:
            raise ValueError(f"--game {code!r}: {suggest(code, games)}")
        game = games[code] if data_dir is None else get_game(code, data_dir)
        count = checked_players(game, players)
        game.options.resolve(options)
        names = parse_names(seats, "seats")
        if len(names) > count:
            raise ValueError(f"--seats: {len(names)} names for {count} players")
        if not 0 <= clock <= LONGEST_CLOCK:
            raise ValueError(f"--clock {clock}: expected 0 to {LONGEST_CLOCK} minutes")
        talk = press_settings(game.moments, press)
        return cls(game, (*names, *names[-1:] * (count - len(names))), options, seed, talk, clock)


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens.

    Its connections send what they are given at once. Without that the system keeps a view back
    until the browser has acknowledged the message before it, which takes 40 ms.

    Raises:
        ValueError: if the port is in use or the address is not one of this machine.
    """
    try:
        found = socket.create_server(
            (host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET
        )
    except OSError as error:
        reason = os.strerror(error.errno) if error.errno else str(error)
        if error.errno == errno.EADDRINUSE:
            raise ValueError(
                f"port {port} of {host} is in use: expected a free one, as --port 0 finds"
            ) from error
        raise ValueError(
            f"--host {host!r} --port {port}: cannot listen there ({reason})"
        ) from error
    found.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # connections take it over
    return found


def run(tables: Tables, wanted: Wanted, listener: socket.socket, host: str) -> None:
    """Serve until somebody stops the program, which ends here."""
    if not is_loopback(host):
        print(
            f"got: listening on {host}: others reach this server, without encryption; whoever sees"
            " a link in transit can play the seat",
            file=sys.stderr,
        )
    compile_if_cold(wanted.game.code)
    for problem in tables.take_up():
        print(f"got: left out: {problem}", file=sys.stderr)
    with suppress(KeyboardInterrupt):
        asyncio.run(_serve(tables, wanted, listener, host))
    _leave()


async def _serve(tables: Tables, wanted: Wanted, listener: socket.socket, host: str) -> None:
    base, secret = _address(host, listener), new_secret()
    going_on = [name for name, room in tables.rooms.items() if not room.table.ended]
    if going_on:
        print(f"{', '.join(going_on)}: going on, under the links given out before")
    else:
        opened = await tables.open(
            wanted.game, wanted.seats, wanted.options, wanted.seed, wanted.press, wanted.clock
        )
        for line in links_of(opened, base):
            print(line)
    print(f"lobby, for more tables: {base}/lobby/{secret}", flush=True)
    config = uvicorn.Config(
        make_app(tables, secret, is_loopback(host)),
        log_level="warning",
        access_log=False,  # it would hold the links
        http=BoundedProtocol,
        backlog=BACKLOG,
        ws="websockets-sansio",
        ws_max_size=LONGEST_MESSAGE,
        server_header=False,
        timeout_graceful_shutdown=GOODBYE_SECONDS,
    )
    logging.getLogger("uvicorn.error").addFilter(in_one_line)
    with suppress(asyncio.CancelledError):  # by Ctrl-C, after all was closed
        await uvicorn.Server(config).serve(sockets=[listener])
    _leave()  # here, since the end of the loop waits for hints that nobody waits for any more


def _leave() -> None:
    """End the program at once: tables are closed, and what was played is in their files.

    To unload the machine code of the kernels would take seconds.
    """
    print("stopped; with the same folder all tables go on where they are", file=sys.stderr)
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    os._exit(0)


def _address(host: str, listener: socket.socket) -> str:
    port = listener.getsockname()[1]
    name = socket.gethostname() if host in ANY_ADDRESS else host
    return f"http://[{name}]:{port}" if ":" in name else f"http://{name}:{port}"


def links_of(opened: Opened, base: str) -> list[str]:
    """Lines with the links of a new table."""
    rows = [*opened.seats.items(), ("to watch", opened.watcher)]
    width = max(len(seat) for seat, _ in rows)
    lines = [f"  {seat:<{width}}  {base}/play/{secret}" for seat, secret in rows]
    return [f"{opened.name}:", *lines]
