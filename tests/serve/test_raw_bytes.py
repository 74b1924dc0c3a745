"""Bytes that no browser sends: each is one clear close, at most one line of the log, no more."""

from __future__ import annotations

import base64
import logging
import os
import socket
import struct
import threading
from contextlib import contextmanager, suppress

import pytest
import uvicorn

from got_agents.serve import connections
from got_agents.serve.server import in_one_line, listen
from tests.serve.serving import answer, question, question_after, serving, started

TEXT, CLOSE, PING = 1, 8, 9
MASK = b"\x01\x02\x03\x04"
PROTOCOL, NO_TEXT, TOO_BIG = 1002, 1007, 1009
LENGTH = (b"content-length", b"2")


def frame(kind, data, last=True, masked=True, length=None):
    """A frame as it goes over the wire; ``length`` is what it claims."""
    size = len(data) if length is None else length
    sign = 0x80 if masked else 0
    if size < 126:
        head = bytes([sign | size])
    elif size < 1 << 16:
        head = bytes([sign | 126]) + struct.pack(">H", size)
    else:
        head = bytes([sign | 127]) + struct.pack(">Q", size)
    body = bytes(b ^ MASK[i % 4] for i, b in enumerate(data)) if masked else data
    return bytes([(0x80 if last else 0) | kind]) + head + (MASK if masked else b"") + body


FRAMES = {
    "no UTF-8": ([frame(TEXT, b"\xff\xfe")], NO_TEXT),
    "half a letter": ([frame(TEXT, b"\xc3", last=False), frame(0, b"(")], NO_TEXT),
    "no UTF-8 and more": ([frame(TEXT, b"\xff"), frame(TEXT, b"{}")], NO_TEXT),
    "a surrogate": ([frame(TEXT, b"\xed\xa0\x80")], NO_TEXT),
    "a close that is no text": ([frame(CLOSE, b"\x03\xe8\xff")], NO_TEXT),
    "no mask": ([frame(TEXT, b"{}", masked=False)], PROTOCOL),
    "an unknown kind": ([frame(3, b"")], PROTOCOL),
    "the end of nothing": ([frame(0, b"x")], PROTOCOL),
    "a close of one byte": ([frame(CLOSE, b"\x03")], PROTOCOL),
    "a long ping": ([frame(PING, b"x" * 126)], PROTOCOL),
    "reserved bits": ([bytes([0xF1, 0x80]) + MASK], PROTOCOL),
    "too long": ([frame(TEXT, b"x" * 5000)], TOO_BIG),
    "too long in parts": ([frame(TEXT, b"x" * 4000, last=False), frame(0, b"x" * 4000)], TOO_BIG),
    "too long, it says": ([frame(TEXT, b"abc", length=1 << 40)], TOO_BIG),
    "longer than there can be": ([frame(TEXT, b"abc", length=(1 << 64) - 1)], TOO_BIG),
}
REQUESTS = [
    b"\x16\x03\x01\x02\x00",  # the hello of TLS
    b"GET " + b"/" * 70_000 + b" HTTP/1.1\r\n\r\n",
    b"GET /play/\xff\xfe/socket HTTP/1.1\r\nHost: \xff\r\n\r\n",
    b"GET /play/%ff%fe HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    b"GET /play/%00 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    b"GET http://[ HTTP/1.1\r\nHost: [\r\n\r\n",
]


def read_to_the_end(wire):
    """Wait until the other side closes a connection, with or without a farewell."""
    with suppress(ConnectionResetError):
        while wire.recv(4096):
            pass


def is_closed(wire):
    """True if the other side closes a connection; half a second without that says no."""
    wire.settimeout(0.5)
    try:
        return wire.recv(1) == b""
    except TimeoutError:
        return False
    except ConnectionResetError:
        return True
    finally:
        wire.settimeout(60)


@contextmanager
def listening():
    """The port of a server of this process that answers everything."""

    async def app(scope, receive, send):
        await send({"type": "http.response.start", "status": 200, "headers": [LENGTH]})
        await send({"type": "http.response.body", "body": b"ok"})

    bounded = {"http": connections.BoundedProtocol, "backlog": connections.BACKLOG}
    config = uvicorn.Config(app, **bounded, lifespan="off", log_config=None, access_log=False)
    running = uvicorn.Server(config)
    listener = listen("127.0.0.1", 0)
    thread = threading.Thread(target=running.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    yield listener.getsockname()[1]
    running.should_exit = True
    thread.join()
    listener.close()


class Wire:
    """A connection to the socket of a link, below everything that knows its protocol."""

    def __init__(self, link: str) -> None:
        origin, _, secret = link.partition("/play/")
        self.place = origin.removeprefix("http://")
        host, _, port = self.place.partition(":")
        self.socket = socket.create_connection((host, int(port)), timeout=120)
        self.origin, self.secret = origin, secret

    def __enter__(self) -> Wire:
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def rise(self) -> None:
        """Become a web socket."""
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [
            f"GET /play/{self.secret}/socket HTTP/1.1",
            f"Host: {self.place}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {key}",
            "Sec-WebSocket-Version: 13",
            f"Origin: {self.origin}",
        ]
        self.socket.sendall("".join(f"{line}\r\n" for line in [*lines, ""]).encode())
        head = b""
        while not head.endswith(b"\r\n\r\n"):
            head += self.socket.recv(1)
        assert head.startswith(b"HTTP/1.1 101 ")

    def closed_with(self) -> int:
        """The code of the frame that closes the connection; all others are passed over."""
        while True:
            kind, size = self._exactly(2)
            if size == 126:
                (size,) = struct.unpack(">H", self._exactly(2))
            elif size == 127:
                (size,) = struct.unpack(">Q", self._exactly(8))
            data = self._exactly(size)
            if kind & 15 == CLOSE:
                return int(struct.unpack(">H", data[:2])[0])

    def _exactly(self, size: int) -> bytes:
        found = b""
        while len(found) < size:
            part = self.socket.recv(size - len(found))
            assert part, "the connection ended without a close"
            found += part
        return found


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """The link of a seat of a server, and the file that takes its log."""
    folder = tmp_path_factory.mktemp("raw")
    with (folder / "log").open("w+") as log:
        args = ("--game", "btwixt", "--players", "3", "--seed", "1")
        process, lines = started(folder / "tables", *args, log=log)
        yield lines[1].split()[-1], folder / "log"
        process.kill()
        process.wait()
        process.stdout.close()


@pytest.mark.parametrize("name", FRAMES)
def test_bytes_that_are_no_message_close_the_connection_alone(server, name):
    link, log = server
    before = log.read_text().count("\n")
    frames, code = FRAMES[name]
    with Wire(link) as bad, Wire(link) as good:
        bad.rise()
        good.rise()
        bad.socket.sendall(b"".join(frames))
        assert bad.closed_with() == code
        good.socket.sendall(frame(CLOSE, struct.pack(">H", 1000)))
        assert good.closed_with() == 1000
    assert log.read_text().count("\n") - before <= 1
    assert "Traceback" not in log.read_text()


@pytest.mark.parametrize("request_bytes", REQUESTS, ids=lambda raw: repr(raw[:12]))
def test_requests_that_are_none_are_answered_and_forgotten(server, request_bytes):
    link, log = server
    with Wire(link) as wire:
        wire.socket.sendall(request_bytes)
        assert wire.socket.recv(12).startswith((b"HTTP/1.1 400", b"HTTP/1.1 404", b"HTTP/1.1 421"))
    assert "Traceback" not in log.read_text()


def test_pages_that_vanish_leave_nothing_in_the_log(server):
    link, log = server
    for _ in range(5):
        with Wire(link) as wire:
            wire.rise()
            at_once = struct.pack("ii", 1, 0)
            wire.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, at_once)
    with Wire(link) as wire:
        wire.rise()
        wire.socket.sendall(frame(CLOSE, struct.pack(">H", 1000)))
        assert wire.closed_with() == 1000
    assert "Traceback" not in log.read_text()


@pytest.mark.parametrize(("told", "kept"), [("Invalid UTF-8 ...", False), (OSError("no"), True)])
def test_only_what_is_no_text_is_told_without_a_traceback(told, kept):
    """What is logged may be an error itself."""
    cause = (OSError, OSError("no"), None)
    record = logging.LogRecord("uvicorn.error", logging.ERROR, "", 0, told, (), cause)

    assert in_one_line(record)
    assert (record.exc_info is not None) == kept


def test_nothing_of_all_this_was_played(server):
    """The table stands where it stood, and can be taken up."""
    link, log = server
    folder = log.parent / "tables"
    copy = log.parent / "copy"
    copy.mkdir()
    for file in ("table-1.txt", "table-1.json"):
        (copy / file).write_bytes((folder / file).read_bytes())
    with serving(copy) as again, again.visit(link.partition("/play/")[2]) as page:
        view = question(page)
        assert view["turn"] == 0
        answer(page, view)
        question_after(page, view)


def test_connections_that_never_finish_a_request_are_closed(monkeypatch):
    whole = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    begun = [b"", whole[:-2], b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n\r\nx"]
    monkeypatch.setattr(connections, "REQUEST_SECONDS", 0.2)

    with listening() as port:
        for first in begun:
            with socket.create_connection(("127.0.0.1", port), timeout=60) as late:
                late.sendall(first)
                read_to_the_end(late)
        with socket.create_connection(("127.0.0.1", port), timeout=60) as second:
            second.sendall(whole)
            assert second.recv(12) == b"HTTP/1.1 200"
            second.sendall(whole[:9])  # the next one of the same connection
            read_to_the_end(second)


def test_too_many_connections_are_refused_in_one_line_and_the_others_go_on(monkeypatch, caplog):
    monkeypatch.setattr(connections, "MOST_CONNECTIONS", 5)
    monkeypatch.setattr(connections.BoundedProtocol, "_said", -1e9)

    with listening() as port:
        open_ones = [socket.create_connection(("127.0.0.1", port), timeout=60) for _ in range(50)]
        kept = [one for one in open_ones if not is_closed(one)]
        assert len(kept) == 5
        kept[0].sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert kept[0].recv(12) == b"HTTP/1.1 200"
        for one in open_ones:
            one.close()
    assert caplog.text.count("more than 5 connections at once") == 1
