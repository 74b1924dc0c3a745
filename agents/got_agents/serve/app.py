"""The web application: pages, sockets, the lobby. Everything about games is in other modules."""

from __future__ import annotations

import asyncio
import hmac
import logging
import traceback
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from got_agents.serve.guards import Application, Guard, is_from_own_page
from got_agents.serve.lobby import Lobby
from got_agents.serve.messages import LONGEST_MESSAGE, Problem, read_message
from got_agents.serve.pages import FILES, page_file
from got_agents.serve.records import Records, page_of, replay_of
from got_agents.serve.room import Room, Visit
from got_agents.serve.table import RefusedError
from got_agents.serve.table_store import hashed
from got_agents.serve.tables import Tables
from got_agents.serve.view import drawn, may_have_replay, picture_of_start

LOG = logging.getLogger(__name__)

MOST_BAD_MESSAGES = 20
"""After so many a connection is closed."""

POLICY, TOO_BIG, TRY_LATER = 1008, 1009, 1013
"""Why a socket is closed, in the numbers of its protocol."""


def make_app(tables: Tables, lobby_secret: str, loopback: bool = True) -> Application:
    """The application of a server.

    Args:
        tables: what is played.
        lobby_secret: of the link to the lobby.
        loopback: whether the server listens on this machine alone.
    """
    pages = _Pages(tables)
    lobby = Lobby(tables)

    def behind_secret(answer: Any) -> Any:
        expected = hashed(lobby_secret)

        async def checked(request: Request) -> Response:
            if not hmac.compare_digest(hashed(request.path_params["secret"]), expected):
                return _no_such_link()
            found: Response = await answer(request)
            return found

        return checked

    @asynccontextmanager
    async def lifespan(_: Any) -> AsyncIterator[None]:
        tables.start()
        yield
        await tables.close()

    app = Starlette(
        routes=[
            Route("/", pages.start),
            Route("/play/{secret}", pages.table),
            Route("/play/{secret}/replay", pages.replay),
            Route("/play/{secret}/page", pages.page),
            WebSocketRoute("/play/{secret}/socket", pages.socket),
            Route("/lobby/{secret}", behind_secret(lobby.page)),
            Route("/lobby/{secret}/tables", behind_secret(lobby.tables)),
            Route("/lobby/{secret}/tables", behind_secret(lobby.order), methods=["POST"]),
            Route("/static/{name}", pages.static),
            Route("/static/pictures/{code}.css", pages.style),
            Route("/static/pictures/{code}.svg", pages.picture),
        ],
        lifespan=lifespan,
    )
    app.router.redirect_slashes = False  # they would lead to whatever name a request gives
    return Guard(app, loopback)


def _no_such_link() -> Response:
    return PlainTextResponse(
        "There is no table behind this link: look whether all of it was copied.\n", 404
    )


class LostTableError(Exception):
    """The files of a table cannot be read any more; the text is for who has its link."""


class _Pages:
    """Routes of links and their pages."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._styles: dict[str, str] = {}
        self._pictures: dict[str, str] = {}
        self._replays, self._games = Records("replays", replay_of), Records("pages", page_of)

    async def start(self, _: Request) -> Response:
        """Answer to somebody without a link."""
        return PlainTextResponse("A table is reached by its link, which got serve has printed.\n")

    async def table(self, request: Request) -> Response:
        """The page of a table."""
        try:
            if await self._found(request.path_params["secret"]) is None:
                return _no_such_link()
        except LostTableError as error:
            return PlainTextResponse(f"{error}\n", 410)
        return Response(page_file("table.html"), media_type="text/html")

    async def _found(self, secret: str) -> tuple[Room, int] | None:
        """The table of a link; None for a wrong link.

        Raises:
            LostTableError: if its files cannot be read any more; the log says why.
        """
        try:
            return await self._tables.find(secret)
        except (ValueError, OSError) as error:
            LOG.error("a table cannot be shown: %s", error)
            raise LostTableError("this table is lost; the log of the server says why") from None

    async def static(self, request: Request) -> Response:
        """A file that pages load."""
        name = request.path_params["name"]
        if name not in FILES:
            return PlainTextResponse("no such file\n", 404)
        return Response(page_file(name), media_type=FILES[name])

    async def style(self, request: Request) -> Response:
        """The style of the pictures of a game, which its policy lets no page hold inside."""
        code = request.path_params["code"]
        game = self._tables.games.get(code)
        if game is None:
            return PlainTextResponse("no such game\n", 404)
        if code not in self._styles:
            self._styles[code] = drawn(game, game.start(1, game.seats.counts[0]))[1]
        return Response(self._styles[code], media_type="text/css")

    async def picture(self, request: Request) -> Response:
        """The picture of a game at its start, with its own style."""
        code = request.path_params["code"]
        game = self._tables.games.get(code)
        if game is None:
            return PlainTextResponse("no such game\n", 404)
        if code not in self._pictures:
            self._pictures[code] = await asyncio.to_thread(picture_of_start, game)
        return Response(self._pictures[code], media_type="image/svg+xml")

    async def replay(self, request: Request) -> Response:
        """The replay of a table, when it gives nothing away."""
        return await self._record(request, self._replays, "text/plain", "txt")

    async def page(self, request: Request) -> Response:
        """The game of a table as a page on which it is played again."""
        return await self._record(request, self._games, "text/html", "html")

    async def _record(self, request: Request, made: Records, kind: str, ending: str) -> Response:
        try:
            found = await self._found(request.path_params["secret"])
        except LostTableError as error:
            return PlainTextResponse(f"{error}\n", 410)
        if found is None:
            return _no_such_link()
        room, viewer = found
        if not may_have_replay(room.snapshot, viewer):
            return PlainTextResponse("A replay shows all hands: wait for the end.\n", 403)
        content = await made.of(room.table.name, room.table.writer.text, request.is_disconnected)
        if content is None:
            return PlainTextResponse("nobody waits for this any more\n", 499)
        name = f"{room.snapshot.game.code}-{room.table.name}.{ending}"
        sent_as = {"content-disposition": f'attachment; filename="{name}"'}
        return Response(content, media_type=kind, headers=sent_as)

    async def socket(self, socket: WebSocket) -> None:
        """Show a table to a page, and hear what its person decides."""
        try:
            found = await self._found(socket.path_params["secret"])
        except LostTableError:
            found = None
        if found is None or not is_from_own_page(socket.scope):
            await socket.close(POLICY)
            return
        await socket.accept()
        room, viewer = found
        try:
            visit = room.enter(viewer)
        except RefusedError as refusal:
            await socket.send_bytes(msgspec.json.encode(Problem(str(refusal))))
            await socket.close(TRY_LATER)
            return
        telling = asyncio.create_task(_tell(socket, room, visit))
        try:
            await _listen(socket, room, visit)
        finally:
            telling.cancel()
            room.leave(visit)


async def _tell(socket: WebSocket, room: Room, visit: Visit) -> None:
    """Send everything that a page has to know, one message after the other."""
    while True:
        for message in await room.news_for(visit):
            await socket.send_text(message.decode())


async def _listen(socket: WebSocket, room: Room, visit: Visit) -> None:
    """Hear a page until it is closed, or sends too much that is wrong."""
    bad = 0
    while bad < MOST_BAD_MESSAGES:
        received = await socket.receive()
        if received["type"] == "websocket.disconnect":
            return
        text = received.get("text")
        size = (
            len(text.encode(errors="replace"))
            if text is not None
            else len(received.get("bytes") or b"")
        )
        if size > LONGEST_MESSAGE:
            await socket.close(TOO_BIG, f"expected at most {LONGEST_MESSAGE} bytes")
            return
        try:
            if text is None:
                raise ValueError("expected text, got bytes")
            message = read_message(text)
        except (ValueError, RecursionError) as error:  # those of msgspec among them
            bad += 1
            visit.tell(Problem(f"this message cannot be understood: {error}"))
            continue
        try:
            await room.hear(visit, message)
        except Exception as error:
            traceback.print_exception(error)
            visit.tell(Problem("the server has failed to do this; its log says why"))
    await socket.close(POLICY, f"{bad} messages could not be understood")
