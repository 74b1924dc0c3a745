"""The inside of a fork server: it starts copies of itself, ends them, and shows what they print."""

from __future__ import annotations

import os
import selectors
import signal
import socket
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from typing import NoReturn

import msgspec

from got_agents.isolated.output import Output, tell
from got_agents.isolated.processes import (
    adopt_orphans,
    die_with_parent,
    end_strays,
    end_tree,
    hide_memory,
    own_group,
)

LONGEST_LABEL = 200
"""Characters of the label of a copy."""

LONGEST_REQUEST = 1 << 12
"""Bytes of a request."""

MOST_DESCRIPTORS = 8
"""Descriptors that come with a request."""

CHUNK = 1 << 16
"""Bytes of output read at once."""

READY = b"ready"
"""Message of a fork server that can start copies."""

Main = Callable[[list[int]], None]
"""Work of a copy, with the descriptors that were sent for it."""


class Start(msgspec.Struct, tag=True):
    """Asks for a copy; descriptors travel with it, first that of its lifeline."""

    label: str
    entry: str = ""
    """Function in place of that of all others, as ``module:name``: a fork server of its own."""
    arguments: tuple[str, ...] = ()
    """For that function, behind the descriptor."""


class End(msgspec.Struct, tag=True):
    """Asks for the end of a copy and of all it has started."""

    pid: int


@dataclass
class Copy:
    """A process that was started here."""

    label: str
    lifeline: int
    """Closed when it has ended, so that others notice."""
    output: int | None
    """Descriptor with what it prints; None once all is read."""
    code: int | None = None
    """Exit code if it ended by itself."""


def serve(control: socket.socket, main: Main, shows_output: bool = False) -> None:
    """Start and end copies of this process until the other end of ``control`` is closed.

    Args:
        control: where requests come from.
        main: what copies do.
        shows_output: what the copies print goes through this process, which cuts it; else it goes
            where that of this process goes.
    """
    _Server(control, main, shows_output).serve()


def run_copy(work: Callable[[], None]) -> NoReturn:
    """Do the work of a copied process and end it: it never goes on in the code of its parent."""
    code = 1
    try:
        work()
        code = 0
    except BaseException:
        traceback.print_exc()
    finally:
        with suppress(Exception):
            sys.stderr.flush()
        os._exit(code)


class _Server:
    def __init__(self, control: socket.socket, main: Main, shows_output: bool) -> None:
        self._control = control
        self._main = main
        self._shown = Output() if shows_output else None
        self._copies: dict[int, Copy] = {}
        self._selector = selectors.DefaultSelector()
        self._wake, self._woken = (end.detach() for end in socket.socketpair())
        self._open = True

    def serve(self) -> None:
        adopt_orphans()
        hide_memory()
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        for end in (self._wake, self._woken):
            os.set_blocking(end, False)
        signal.set_wakeup_fd(self._woken, warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        self._control.setblocking(True)
        self._selector.register(self._control, selectors.EVENT_READ, self._take_request)
        self._selector.register(self._wake, selectors.EVENT_READ, self._take_note_of_ends)
        self._say(READY)
        while self._open:
            for key, _ in self._selector.select():
                if key.fileobj in self._selector.get_map():  # not closed by what came before it
                    key.data()
        for pid in list(self._copies):
            self._end(pid)

    def _say(self, text: bytes) -> None:
        with suppress(OSError):  # nobody waits for it any more
            self._control.sendall(bytes([len(text)]) + text)

    def _take_request(self) -> None:
        try:
            message, descriptors, _, _ = socket.recv_fds(
                self._control, LONGEST_REQUEST, MOST_DESCRIPTORS
            )
        except OSError:
            message = b""
        if not message:
            self._open = False
            return
        request: Start | End = msgspec.msgpack.decode(message, type=Start | End)
        if isinstance(request, Start):
            self._say(str(self._start(request, descriptors)).encode())
        else:
            code = self._end(request.pid)
            self._say(b"" if code is None else str(code).encode())

    def _start(self, request: Start, descriptors: list[int]) -> int:
        for descriptor in descriptors:
            os.set_inheritable(descriptor, False)
        lifeline, *given = descriptors
        shown = self._shown is not None and not request.entry
        output, printed = os.pipe() if shown else (None, None)
        pid = os.fork()
        if not pid:
            run_copy(lambda: self._become(request, lifeline, given, output, printed))
        for descriptor in given:
            os.close(descriptor)
        self._copies[pid] = Copy(request.label, lifeline, output)
        if output is not None and printed is not None:
            os.close(printed)
            os.set_blocking(output, False)
            self._selector.register(output, selectors.EVENT_READ, lambda: self._show(pid))
        return pid

    def _become(
        self,
        request: Start,
        lifeline: int,
        given: list[int],
        output: int | None,
        printed: int | None,
    ) -> None:
        """Be a copy: nothing of the fork server stays but what the copy may have."""
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        die_with_parent()
        own_group()
        adopt_orphans()
        self._selector.close()
        self._control.close()
        others = [end for copy in self._copies.values() for end in (copy.lifeline, copy.output)]
        for descriptor in (self._wake, self._woken, lifeline, output, *others):
            if descriptor is not None and descriptor >= 0:
                os.close(descriptor)
        if printed is not None:
            for name in (1, 2):
                os.dup2(printed, name)
            os.close(printed)
        if request.entry:
            module, _, function = request.entry.partition(":")
            getattr(import_module(module), function)(given[0], *request.arguments)
        else:
            self._main(given)

    def _show(self, pid: int) -> None:
        """Pass on what a copy has printed."""
        copy = self._copies[pid]
        assert self._shown is not None
        assert copy.output is not None
        try:
            printed = os.read(copy.output, CHUNK)
        except BlockingIOError:
            return
        if printed:
            self._shown.show(copy.label, printed)
        else:
            self._close_output(copy)

    def _close_output(self, copy: Copy) -> None:
        if copy.output is not None:
            self._selector.unregister(copy.output)
            os.close(copy.output)
            copy.output = None

    def _take_note_of_ends(self) -> None:
        with suppress(BlockingIOError):
            os.read(self._wake, CHUNK)
        self._reap()

    def _reap(self) -> None:
        """Take note of copies that have ended; what they leave behind ends too."""
        found = False
        with suppress(ChildProcessError):
            while True:
                pid, status = os.waitpid(-1, os.WNOHANG)
                if not pid:
                    break
                copy = self._copies.get(pid)
                if copy is not None:
                    found = True
                    copy.code = os.waitstatus_to_exitcode(status)
                    self._let_go(copy)
        if found:
            self._end_strays()

    def _end_strays(self) -> None:
        left = end_strays(self._living())
        if left:
            tell(
                f"{left} processes that an agent has started could not be ended: they start others"
                " faster than they can be found"
            )

    def _living(self) -> set[int]:
        return {pid for pid, copy in self._copies.items() if copy.lifeline >= 0}

    def _let_go(self, copy: Copy) -> None:
        os.close(copy.lifeline)
        copy.lifeline = -1

    def _end(self, pid: int) -> int | None:
        self._reap()
        copy = self._copies.get(pid)
        if copy is None:
            return None
        if copy.lifeline >= 0:
            end_tree(pid)
            os.waitpid(pid, 0)
            self._let_go(copy)
            self._end_strays()
        if copy.output is not None:
            self._show(pid)
            self._close_output(copy)
        del self._copies[pid]
        return copy.code
