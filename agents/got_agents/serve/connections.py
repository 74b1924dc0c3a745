"""Connections of strangers: at most so many at once, each with a time limit for its request."""

from __future__ import annotations

import asyncio
import logging
import time

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

try:
    import resource
except ModuleNotFoundError:  # Windows has no such limit
    OPEN_FILES = 4096
else:
    OPEN_FILES = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    if OPEN_FILES == resource.RLIM_INFINITY:
        OPEN_FILES = 4096

MOST_CONNECTIONS = max(16, min(1000, OPEN_FILES // 2))
"""Connections at once, sockets of pages among them; the other files are for tables and agents."""

BACKLOG = 64
"""Connections that are taken at a time, before the first of them is counted."""

REQUEST_SECONDS = 10.0
"""Time in seconds until a request must be whole."""

QUIET_SECONDS = 60.0
"""Time in seconds in which the log says nothing more of refused connections."""

LOG = logging.getLogger("uvicorn.error")

_UNFINISHED = (h11.IDLE, h11.SEND_BODY)
"""States of a client that has not yet sent all of a request."""


class BoundedProtocol(H11Protocol):
    """HTTP for a bounded number of connections that send their requests in a bounded time.

    A connection over :data:`MOST_CONNECTIONS` is closed at once, one whose request is not whole
    after :data:`REQUEST_SECONDS` then; the log says so once a minute, not once a connection.
    """

    _said = -QUIET_SECONDS
    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take a connection, or close it if there are too many."""
        super().connection_made(transport)
        if len(self.connections) > MOST_CONNECTIONS:
            self._say(f"more than {MOST_CONNECTIONS} connections at once: the others are closed")
            transport.abort()
            return
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._unwatch()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read on; the time for the request goes on too."""
        super().data_received(data)
        self._watch()

    def on_response_complete(self) -> None:
        """Wait for the next request of the connection."""
        super().on_response_complete()
        self._watch()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Hand the connection to the protocol of web sockets, which has limits of its own."""
        self._unwatch()
        super().handle_websocket_upgrade(event)

    def _watch(self) -> None:
        """Let the time of a request run exactly while it is not whole."""
        waits = self.conn.their_state in _UNFINISHED and not self._is_upgraded()
        if not waits or self.transport.is_closing():
            self._unwatch()
        elif self._deadline is None:
            self._deadline = self.loop.call_later(REQUEST_SECONDS, self._give_up)

    def _is_upgraded(self) -> bool:
        return self.transport.get_protocol() is not self

    def _unwatch(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _give_up(self) -> None:
        self._deadline = None
        self._say(f"connections without a whole request in {REQUEST_SECONDS:g} s are closed")
        self.transport.abort()

    @classmethod
    def _say(cls, text: str) -> None:
        now = time.monotonic()
        if now - BoundedProtocol._said >= QUIET_SECONDS:
            BoundedProtocol._said = now
            LOG.warning("%s; nothing more of that for %g s", text, QUIET_SECONDS)
