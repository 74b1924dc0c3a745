"""A server for tests, without a network: tables in a folder, and visitors at their sockets."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import pytest

pytest.importorskip("starlette", reason="needs the extra web")
pytest.importorskip("httpx2", reason="needs httpx2, as the client of starlette does")

from starlette.testclient import TestClient, WebSocketTestSession

from got_agents.serve.app import make_app
from got_agents.serve.messages import NewTable
from got_agents.serve.table_store import TableStore
from got_agents.serve.tables import Opened, Settings, Tables
from got_env.games import get_game

HERE = "http://127.0.0.1:8000"
LOBBY = "the-secret-of-the-lobby"


class Server:
    """A running application.

    Attributes:
        client: asks it.
        tables: what it plays.
        problems: what was left out of the folder.
    """

    def __init__(self, client: TestClient, tables: Tables, problems: list[str]) -> None:
        self.client, self.tables, self.problems = client, tables, problems

    def open(self, code: str, seats: list[str], seed: int | None = 1, **options: str) -> Opened:
        """Make a table, at which agents play until a person must decide."""
        opened = self.call(self.tables.open, get_game(code), seats, options, seed)
        if "human" in seats:
            self.call(self._rest, opened.name)
        return opened

    async def _rest(self, name: str) -> None:
        playing = self.tables.rooms[name]._playing
        assert playing is not None
        await playing

    def order(self, **wanted: Any) -> Opened:
        """Make a table as the lobby does."""
        return self.call(self.tables.order, NewTable(**wanted))

    def call(self, function: Any, *args: Any) -> Any:
        """Result of a coroutine function in the event loop."""
        assert self.client.portal is not None
        return self.client.portal.call(function, *args)

    def visit(self, secret: str, **headers: str) -> WebSocketTestSession:
        """A page at a link."""
        url = f"{HERE.replace('http', 'ws')}/play/{secret}/socket"
        return self.client.websocket_connect(url, headers={"origin": HERE, **headers})

    def get(self, path: str) -> Any:
        """The answer to a request."""
        return self.client.get(HERE + path)


@contextmanager
def serving(folder: Path, **settings: Any) -> Iterator[Server]:
    """Serve the tables of a folder; at the end the server is gone as if it had been killed."""
    with TableStore(folder) as store, pytest.MonkeyPatch.context() as patch:
        # Each answer of a person leads to one view, however slow the machine is.
        patch.setattr("got_agents.serve.room.GLANCE", 60.0)
        tables = Tables(store, Settings(**{"pause": 0.0, **settings}))
        problems = tables.take_up()
        with TestClient(make_app(tables, LOBBY), base_url=HERE) as client:
            yield Server(client, tables, problems)


def told(page: WebSocketTestSession, kind: str) -> Any:
    """The next message of a kind; those before it are passed over."""
    while True:
        message = json.loads(page.receive_text())
        if message["type"] == kind:
            return message


def question(page: WebSocketTestSession) -> Any:
    """The next view in which the visitor decides, or in which the table has ended."""
    while True:
        view = told(page, "view")
        if view["choices"] or view["end"] or view["failure"]:
            return view


def question_after(page: WebSocketTestSession, view: Any) -> Any:
    """The question that follows the answer to a view.

    A server that has just started may show where a table stands twice.
    """
    for _ in range(2):
        following = question(page)
        if following["turn"] > view["turn"]:
            return following
    raise AssertionError(f"turn {view['turn']} has been answered and is still asked")


def answer(page: WebSocketTestSession, view: Any, choice: int = 0) -> None:
    """Choose one of the actions of a view."""
    action = view["choices"][choice]["action"]
    page.send_json({"type": "play", "turn": view["turn"], "action": action})


def exhaust(receive: Any) -> None:
    """Receive until that fails."""
    while True:
        receive()


def started(
    folder: Path, *args: object, log: IO[str] | None = None
) -> tuple[subprocess.Popen[str], list[str]]:
    """The server as its command starts it, and the lines with links that it prints.

    Args:
        folder: for its tables.
        *args: of the command.
        log: takes what it writes to stderr.
    """
    command = [sys.executable, "-m", "got_env.cli", "serve", "--port", "0", "--folder", folder]
    process = subprocess.Popen(
        [*map(str, command), *map(str, args)], stdout=subprocess.PIPE, stderr=log, text=True
    )
    lines = []
    assert process.stdout is not None
    for line in process.stdout:
        lines.append(line.strip())
        if line.startswith("lobby"):
            break
    return process, lines
