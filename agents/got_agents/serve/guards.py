"""Checks of every request, and headers of every answer for browsers."""

from __future__ import annotations

import ipaddress
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import urlsplit

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

HEADERS = {
    "content-security-policy": "default-src 'self'; img-src 'self' data:; base-uri 'none';"
    " form-action 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}
"""Of every answer: pages load nothing from elsewhere, and links do not leave the browser."""


def is_loopback(host: str) -> bool:
    """True if only programs on this machine can reach an address or a name."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def header(scope: Scope, name: str) -> str:
    """A header of a request; empty if there is none."""
    for key, value in scope["headers"]:
        if key == name.encode():
            return bytes(value).decode("latin-1")
    return ""


def is_from_own_page(scope: Scope) -> bool:
    """True if a browser says that a request comes from a page of this server."""
    try:
        origin = urlsplit(header(scope, "origin"))
    except ValueError:
        return False
    return origin.scheme in ("http", "https") and origin.netloc == header(scope, "host")


class Guard:
    """Refuses requests under a foreign name, and adds :data:`HEADERS` to every answer.

    A server that only this machine can reach has no other name than those of this machine: a page
    from elsewhere whose name was made to lead here is refused.

    Args:
        app: what answers.
        loopback: whether the server listens on this machine alone.
    """

    def __init__(self, app: Application, loopback: bool) -> None:
        self._app, self._loopback = app, loopback

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return

        async def send_guarded(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [
                    *message.get("headers", ()),
                    *((key.encode(), value.encode()) for key, value in HEADERS.items()),
                ]
            await send(message)

        if self._loopback and not self._is_own_name(header(scope, "host")):
            await self._refuse(scope, send_guarded)
            return
        await self._app(scope, receive, send_guarded)

    @staticmethod
    def _is_own_name(host: str) -> bool:
        try:
            return is_loopback(urlsplit(f"//{host}").hostname or "")
        except ValueError:
            return False

    @staticmethod
    async def _refuse(scope: Scope, send: Send) -> None:
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
            return
        text = [(b"content-type", b"text/plain; charset=utf-8")]
        await send({"type": "http.response.start", "status": 421, "headers": text})
        await send({"type": "http.response.body", "body": b"this server has another name\n"})
