"""The lobby: what is played at this server, and an order form for more tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from got_agents.serve.guards import is_from_own_page
from got_agents.serve.messages import LONGEST_ORDER, read_order
from got_agents.serve.opponents import described, good_start, offered
from got_agents.serve.pages import page_file
from got_agents.serve.tables import Tables
from got_agents.serve.view import full_title
from got_env.core.game import Game
from got_env.core.proper_names import proper_name


class Lobby:
    """Answers those who have the link of the lobby.

    Args:
        tables: what is played.
    """

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._games = _offered(tables.games)

    async def page(self, _: Request) -> Response:
        """The page of the lobby."""
        return Response(page_file("lobby.html"), media_type="text/html")

    async def tables(self, _: Request) -> Response:
        """Tables and games on offer, as JSON."""
        rows = []
        self._tables.forget_rested()
        for room in self._tables.rooms.values():
            snapshot = room.snapshot
            rows.append(
                {
                    "name": snapshot.table,
                    "game": full_title(snapshot.game),
                    "players": snapshot.players,
                    "round": int(snapshot.states["round_no"][0]),
                    "asked": "" if snapshot.over else proper_name(snapshot.seats[snapshot.asked]),
                    "over": snapshot.over,
                    "failure": snapshot.failure,
                }
            )
        return _json({"tables": rows, "games": self._games})

    async def order(self, request: Request) -> Response:
        """Make a table; its links are in the answer and nowhere else."""
        if not is_from_own_page(request.scope):
            return _problem(403, "expected a request of the server's own page")
        kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind != "application/json":
            return _problem(415, "expected application/json")
        body = bytearray()
        async for part in request.stream():
            body += part
            if len(body) > LONGEST_ORDER:
                return _problem(413, f"expected at most {LONGEST_ORDER} bytes")
        try:
            opened = await self._tables.order(read_order(bytes(body)))
        except (ValueError, RecursionError) as error:  # those of msgspec among them
            return _problem(400, str(error))
        except OSError as error:
            return _problem(500, f"the table cannot be kept ({error.strerror})")
        return _json({"name": opened.name, "seats": opened.seats, "watcher": opened.watcher}, 201)


def _problem(status: int, text: str) -> Response:
    return _json({"problem": text}, status)


def _json(value: Any, status: int = 200) -> Response:
    return Response(msgspec.json.encode(value), status, media_type="application/json")


def _offered(games: Mapping[str, Game]) -> list[dict[str, Any]]:
    return [
        {
            "code": code,
            "title": full_title(game),
            "players": list(game.seats.counts),
            "seats": {count: game.seats.in_play(count) for count in game.seats.counts},
            "agents": offered(game),
            "opponents": described(game),
            "start": good_start(game),
            "gist": game.identity.gist,
            "minutes": game.identity.minutes,
            "options": {key: list(values) for key, (values, _, _) in game.options.table.items()},
        }
        for code, game in games.items()
    ]
