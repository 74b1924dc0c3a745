"""One request to a chat completions API, and its answer; every way in which it can fail."""

from __future__ import annotations

import json
import socket
import ssl
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from typing import Any

from got_agents.failures import printable
from got_agents.llm.address import Address
from got_env.core.strict_json import parse_json
from got_env.text import estimated_tokens

LONGEST = 1 << 20
"""Bytes of an answer at most."""

QUOTED = 120
"""Characters of what a server says, in an error."""

MOST_TOKENS = 1 << 31
"""No request has as many tokens."""

LEAST_WAIT = 0.001
"""Seconds of a wait at least; none at all would be a socket that does not wait."""

TRY_AGAIN = frozenset({408, 429, *range(500, 600)})
"""Statuses after which the same request may succeed."""

Message = Mapping[str, str]


class ServerError(RuntimeError):
    """The server gave no answer that can be used.

    Args:
        text: why.
        again: whether the same request may succeed later.
        wait: seconds that the server asks for before that.
    """

    def __init__(self, text: str, again: bool, wait: float = 0.0) -> None:
        super().__init__(text)
        self.again, self.wait = again, wait


@dataclass(frozen=True)
class Reply:
    """Answer of a model."""

    text: str
    prompt_tokens: int
    answer_tokens: int
    estimated: bool
    """The server does not tell the tokens."""


def complete(address: Address, key: str, body: Mapping[str, Any], limit: float) -> Reply:
    """Ask a server once.

    Redirects are not followed and proxies not used: the key goes nowhere else.

    Args:
        address: the server.
        key: sent as a bearer token; empty for none.
        body: of the request, with ``messages``.
        limit: seconds for all of it, however many addresses the host has; only the search for
            them, which the system does, is not counted.

    Raises:
        ServerError: if it cannot be reached, takes too long, or answers anything else.
    """
    headers = {"Content-Type": "application/json", "Accept": "application/json"}
    if key:
        headers["Authorization"] = f"Bearer {key}"
    kind = HTTPSConnection if address.secure else HTTPConnection
    connection = kind(address.host, address.port)
    late = threading.Event()
    timer = threading.Timer(limit, late.set)
    try:
        sock, left = _dial(connection.host, connection.port, limit)
        connection.sock = _wrapped(sock, connection.host) if address.secure else sock
        # A server that sends a byte now and then would keep every read within its timeout.
        timer = threading.Timer(left, _cut, (connection.sock, late))
        timer.daemon = True
        timer.start()
        if isinstance(connection.sock, ssl.SSLSocket):
            connection.sock.do_handshake()
        connection.request("POST", address.path, json.dumps(body).encode(), headers)
        response = connection.getresponse()
        content = response.read(LONGEST + 1)
    except TimeoutError:
        raise _too_late(limit) from None
    except (OSError, HTTPException, UnicodeError) as error:
        if late.is_set():
            raise _too_late(limit) from None
        what = _without(key, f"{type(error).__name__}: {error}".rstrip(": "))
        raise ServerError(f"gave no answer ({what})", again=True) from None
    finally:
        timer.cancel()
        connection.close()
    if late.is_set():
        raise _too_late(limit)
    if len(content) <= LONGEST and response.length:
        raise ServerError("closed the connection in the middle of its answer", again=True)
    if response.status != 200:
        raise _refused(response, content, key)
    if len(content) > LONGEST:
        raise ServerError(f"answered more than {LONGEST} bytes", again=False)
    return _reply(content, body["messages"], key)


def _dial(host: str, port: int, limit: float) -> tuple[socket.socket, float]:
    """A connection to the first address of a host that answers, and the seconds that are left.

    An address may take its share of the time that is left, so that one that is silent leaves some
    to the next.
    """
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    end = time.monotonic() + limit
    for tried, (family, kind, protocol, _, address) in enumerate(found):
        left = end - time.monotonic()
        sock = socket.socket(family, kind, protocol)
        try:
            sock.settimeout(max(left / (len(found) - tried), LEAST_WAIT))
            sock.connect(address)
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        except OSError:
            sock.close()
            if tried + 1 == len(found):
                raise
            continue
        left = max(end - time.monotonic(), LEAST_WAIT)
        sock.settimeout(left)
        return sock, left
    raise OSError(f"{host} has no address")


def _wrapped(sock: socket.socket, host: str) -> ssl.SSLSocket:
    """A connection for TLS, whose handshake is still to come."""
    context = ssl.create_default_context()
    context.set_alpn_protocols(["http/1.1"])
    return context.wrap_socket(sock, server_hostname=host, do_handshake_on_connect=False)


def _too_late(limit: float) -> ServerError:
    return ServerError(f"gave no whole answer within {limit:g} seconds", again=True)


def _cut(sock: socket.socket, late: threading.Event) -> None:
    """End a connection under whoever reads from it, without the farewell of TLS."""
    late.set()
    with suppress(OSError):
        socket.socket.shutdown(sock, socket.SHUT_RDWR)


def _refused(response: HTTPResponse, content: bytes, key: str) -> ServerError:
    asked = response.headers.get("Retry-After", "")
    wait = float(asked) if asked.isascii() and asked.isdigit() and len(asked) < 6 else 0.0
    again = response.status in TRY_AGAIN
    return ServerError(f"answered status {response.status}: {_quoted(content, key)}", again, wait)


def _quoted(content: bytes, key: str) -> str:
    """The beginning of what a server said, which may repeat the key."""
    return repr(_without(key, content.decode(errors="replace")))


def _without(key: str, text: str) -> str:
    """The beginning of a text, on one line, with stars in the place of the key."""
    return printable(text.replace(key, "***") if key else text, QUOTED)


def _reply(content: bytes, messages: Sequence[Message], key: str) -> Reply:
    try:
        answer = parse_json(content)
    except ValueError:
        answer = None
    try:
        text = answer["choices"][0]["message"]["content"]
    except (KeyError, IndexError, TypeError):
        text = 0
    if not isinstance(text, str | None):
        raise ServerError(
            f"answered {_quoted(content, key)}: expected a chat completion", again=True
        )
    text = text or ""  # a model that was cut off while it thought has said nothing
    if key:  # a server may repeat it, and what a model says is printed, and told to others
        text = text.replace(key, "***")
    asked = _told(answer, "prompt_tokens")
    written = _told(answer, "completion_tokens")
    if asked is not None and written is not None:
        return Reply(text, asked, written, estimated=False)
    asked = sum(estimated_tokens(message["content"]) for message in messages)
    return Reply(text, asked, estimated_tokens(text), estimated=True)


def _told(answer: Mapping[str, Any], name: str) -> int | None:
    """A number of tokens that the server tells; None if it tells none that can be."""
    usage = answer.get("usage")
    count = usage.get(name) if isinstance(usage, dict) else None
    return count if type(count) is int and 0 <= count < MOST_TOKENS else None
