"""Messages over a socket: four bytes that say how long it is, then the message."""

from __future__ import annotations

import math
import select
import socket
import time
from typing import Self

LENGTH = 4
"""Bytes of the length, little-endian."""

CHUNK = 1 << 16
"""Bytes read at once."""

LONGEST_WAIT = 1e6
"""Seconds waited at once; the system counts no more than some weeks of milliseconds."""


class TooLongError(ValueError):
    """The other side announced a message that is longer than agreed."""


class Frames:
    """One end of a connection.

    Args:
        end: the socket; closed with the connection.
        longest: bytes that a message from the other side may have.
        lifeline: a descriptor that becomes readable when the process on the other side has ended;
            a copy of that process may hold its end of the socket open for ever.
    """

    def __init__(self, end: socket.socket, longest: int, lifeline: int | None = None) -> None:
        end.setblocking(False)
        self._socket = end
        self._longest = longest
        self._buffer = bytearray()
        self._lifeline = lifeline
        self._readable = self._poll(select.POLLIN)
        self._writable = self._poll(select.POLLOUT)

    def _poll(self, event: int) -> select.poll:
        poll = select.poll()
        poll.register(self._socket, event)
        if self._lifeline is not None:
            poll.register(self._lifeline, select.POLLIN)
        return poll

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *ended: object) -> None:
        self.close()

    def fileno(self) -> int:
        """The descriptor to wait for."""
        return self._socket.fileno()

    def close(self) -> None:
        """Close this end."""
        self._socket.close()

    def has_input(self) -> bool:
        """Tell whether something has arrived, or the other side has ended."""
        return bool(self._buffer) or bool(self._readable.poll(0))

    def send(self, message: bytes, until: float | None = None) -> None:
        """Send a message.

        Args:
            message: what to send.
            until: the moment of :func:`time.monotonic` at which to give up; None: never.

        Raises:
            TimeoutError: if the other side did not take all of it in time.
            EOFError: if the other side has ended.
        """
        left = memoryview(len(message).to_bytes(LENGTH, "little") + message)
        while left:
            try:
                left = left[self._socket.send(left) :]
            except BlockingIOError:
                self._wait(self._writable, until)
            except OSError as error:
                raise EOFError from error

    def receive(self, until: float | None = None) -> bytes:
        """Wait for the next message.

        Args:
            until: the moment of :func:`time.monotonic` at which to give up; None: never.

        Raises:
            TimeoutError: if it did not come in time.
            EOFError: if the other side has ended.
            TooLongError: if it announces more bytes than a message may have.
        """
        while (message := self._next()) is None:
            self._wait(self._readable, until)
            self._read()
        return message

    def arrived(self) -> bytes | None:
        """The next message if all of it has arrived.

        Raises:
            EOFError: if the other side has ended, and all that it had sent was taken.
            TooLongError: as :meth:`receive`.
        """
        while (message := self._next()) is None:
            if not self._readable.poll(0):
                return None
            self._read()
        return message

    def _next(self) -> bytes | None:
        """Take a message out of what was read."""
        if len(self._buffer) < LENGTH:
            return None
        length = int.from_bytes(self._buffer[:LENGTH], "little")
        if length > self._longest:
            raise TooLongError(f"a message of {length} bytes: expected at most {self._longest}")
        if len(self._buffer) < LENGTH + length:
            return None
        message = bytes(self._buffer[LENGTH : LENGTH + length])
        del self._buffer[: LENGTH + length]
        return message

    def _read(self) -> None:
        try:
            chunk = self._socket.recv(CHUNK)
        except BlockingIOError:  # it was the lifeline that spoke
            raise EOFError from None
        except OSError as error:
            raise EOFError from error
        if not chunk:
            raise EOFError
        self._buffer += chunk

    def _wait(self, poll: select.poll, until: float | None) -> None:
        while True:
            left = math.inf if until is None else max(0.0, until - time.monotonic())
            events = poll.poll(min(left, LONGEST_WAIT) * 1000)
            if events:
                break
            if left <= LONGEST_WAIT:
                raise TimeoutError
        if poll is self._writable and all(found != self.fileno() for found, _ in events):
            raise EOFError
