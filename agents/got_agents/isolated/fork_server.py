"""Fork servers: clean processes that start copies of themselves, and end what they started.

A copy of a process that has loaded everything starts within milliseconds. A fork server holds no
game, so its copies hold none either.
"""

from __future__ import annotations

import json
import os
import select
import socket
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Self

import msgspec

from got_agents.failures import ended
from got_agents.isolated.frames import Frames
from got_agents.isolated.processes import die_with_parent
from got_agents.isolated.server import LONGEST_LABEL, READY, End, Main, Start, run_copy, serve
from got_agents.threads import VARIABLES

ANSWER_SECONDS = 40.0
"""Time a fork server may take for a request: longer than it tries to end processes."""

PATIENCE = 10.0
"""Seconds a fork server may take to end all its processes."""

DYING_SECONDS = 1.0
"""Seconds that a process which has closed its connection may take to end by itself."""

STDERR = 2

START_UP = """
import json, sys
sys.path[:] = json.loads(sys.argv[1])
from importlib import import_module
module, _, name = sys.argv[2].partition(":")
getattr(import_module(module), name)(int(sys.argv[3]), *sys.argv[4:])
"""
"""Program of a new interpreter; it never imports that of the user, guarded or not."""


class ForkServerLostError(RuntimeError):
    """A fork server has died, or does not answer: somebody has ended or stopped it."""


class Process:
    """A copy that a fork server has started.

    Args:
        fork_server: what started it.
        pid: its number.
        connection: leads to it.
        lifeline: a descriptor that becomes readable when the process has ended.
    """

    def __init__(
        self, fork_server: ForkServer, pid: int, connection: Frames, lifeline: int
    ) -> None:
        self._fork_server = fork_server
        self.pid = pid
        self.connection = connection
        self.lifeline = lifeline

    def close(self) -> None:
        """Leave it alone: it ends with its fork server."""
        self.connection.close()
        os.close(self.lifeline)

    def end(self) -> int | None:
        """End the process and all it has started; its exit code if it had ended by itself."""
        self.close()
        return self._fork_server.end(self.pid)

    def end_dying(self) -> str:
        """End the process, which has closed its connection; says how it came to that."""
        dying = select.poll()
        dying.register(self.lifeline, select.POLLIN)
        dying.poll(DYING_SECONDS * 1000)
        code = self.end()
        if code is None:
            return "the process closed its connection"
        return f"the process died ({ended(code)})"


class ForkServer:
    """A clean process that starts copies of itself; made by :meth:`new` or :meth:`fork`.

    Args:
        control: leads to it.
        wait_for_exit: waits for its end.
    """

    def __init__(self, control: socket.socket, wait_for_exit: Callable[[], object]) -> None:
        control.settimeout(ANSWER_SECONDS)
        self._control = control
        self._wait_for_exit = wait_for_exit

    @classmethod
    def new(cls, entry: str, *arguments: str) -> Self:
        """A fork server in an interpreter of its own.

        Args:
            entry: the function it runs, as ``module:name``: loads what the copies need, then calls
                :func:`got_agents.isolated.server.serve`. It gets the descriptor of its connection
                and the arguments.
            arguments: for the function.

        Raises:
            RuntimeError: if it ends before it is ready; it has said why on stderr.
        """
        ours, theirs = socket.socketpair()
        path = json.dumps([str(folder) for folder in sys.path])
        words = [sys.executable, "-P", "-c", START_UP, path, entry, str(theirs.fileno())]
        with theirs:
            process = subprocess.Popen(
                [*words, *arguments],
                stdin=subprocess.DEVNULL,
                stdout=STDERR if _is_open(STDERR) else subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
                # Many processes with a thread for each core only wait for each other.
                env={**dict.fromkeys(VARIABLES, "1"), **os.environ},
                process_group=0,  # an interrupt at the terminal ends it through its connection
            )
        fork_server = cls(ours, lambda: _wait_for(process))
        ours.settimeout(None)  # it may compile what the copies need
        if fork_server._answer() != READY:
            ours.close()
            raise _cannot_start(ended(_wait_for(process)))
        ours.settimeout(ANSWER_SECONDS)
        return fork_server

    @classmethod
    def fork(cls, main: Main, close: Sequence[int] = ()) -> Self:
        """A fork server as a copy of this process, which must be as clean as its copies are to be.

        What the copies print is shown up to a size; see :mod:`got_agents.isolated.output`.

        Args:
            main: what its copies do.
            close: descriptors of this process that the fork server is not to have.
        """
        ours, theirs = socket.socketpair()

        def work() -> None:
            ours.close()
            for descriptor in close:
                os.close(descriptor)
            die_with_parent()
            serve(theirs, main, shows_output=True)

        pid = os.fork()
        if not pid:
            run_copy(work)
        theirs.close()
        fork_server = cls(ours, lambda: os.waitpid(pid, 0))
        fork_server._answer()
        return fork_server

    def fork_server(self, entry: str, *arguments: str) -> ForkServer:
        """Another fork server, as a copy of this one; it is ended with all its copies by this one.

        Args:
            entry: as in :meth:`new`.
            arguments: for the function.

        Raises:
            RuntimeError: if it ends before it is ready; it has said why on stderr.
        """
        ours, theirs = socket.socketpair()
        pid, lifeline = self._copy(Start(entry, entry, arguments), theirs.detach())
        os.close(lifeline)
        fork_server = ForkServer(ours, lambda: self.end(pid))
        ours.settimeout(None)  # as above
        if fork_server._answer() != READY:
            ours.close()
            code = self.end(pid)
            raise _cannot_start("its connection is closed" if code is None else ended(code))
        ours.settimeout(ANSWER_SECONDS)
        return fork_server

    def is_ready(self) -> bool:
        """Tell whether it is there and has said nothing that nobody asked for."""
        said = select.poll()
        said.register(self._control, select.POLLIN)
        return not said.poll(0)

    def start(self, label: str, *descriptors: int, longest: int) -> Process:
        """Start a copy.

        Args:
            label: what it is called; processes with the same label share what they may print.
            descriptors: go to it, behind that of its connection; closed here.
            longest: bytes of its messages at most.

        Raises:
            RuntimeError: if it cannot be started.
        """
        ours, theirs = socket.socketpair()
        try:
            pid, lifeline = self._copy(Start(label[:LONGEST_LABEL]), theirs.detach(), *descriptors)
        except BaseException:
            ours.close()
            raise
        return Process(self, pid, Frames(ours, longest, lifeline), lifeline)

    def _copy(self, request: Start, *descriptors: int) -> tuple[int, int]:
        """Start a copy, to which the descriptors go; its number and its lifeline."""
        # Sockets, since a pipe could be opened by its number among the files of a process.
        lifeline, its_lifeline = (end.detach() for end in socket.socketpair())
        passed = [its_lifeline, *descriptors]
        try:
            return int(self._ask(request, passed)), lifeline
        except BaseException:
            os.close(lifeline)
            raise
        finally:
            for descriptor in passed:
                os.close(descriptor)

    def end(self, pid: int) -> int | None:
        """End a copy and all it has started; its exit code if it had ended by itself."""
        code = self._ask(End(pid))
        return int(code) if code else None

    def close(self) -> None:
        """End the fork server and everything that was started in it."""
        self._control.close()
        self._wait_for_exit()

    def _ask(self, request: Start | End, descriptors: Sequence[int] = ()) -> bytes:
        try:
            socket.send_fds(self._control, [msgspec.msgpack.encode(request)], descriptors)
            answer = self._answer()
        except TimeoutError:
            raise ForkServerLostError(
                f"the process that starts and ends others has not answered for {ANSWER_SECONDS:g} s"
            ) from None
        except OSError:
            answer = None
        if answer is None:
            raise ForkServerLostError("the process that starts and ends others has died")
        return answer

    def _answer(self) -> bytes | None:
        """Answer of the fork server, a byte of length and so many bytes; None if it has ended.

        Raises:
            TimeoutError: if it does not say anything in time.
        """
        with suppress(ConnectionError):
            if length := self._control.recv(1):
                return self._control.recv(length[0], socket.MSG_WAITALL) if length[0] else b""
        return None


def _cannot_start(why: str) -> RuntimeError:
    return RuntimeError(f"the processes that play games cannot start ({why})")


def _is_open(descriptor: int) -> bool:
    try:
        os.fstat(descriptor)
    except OSError:
        return False
    return True


def _wait_for(process: subprocess.Popen[bytes]) -> int:
    try:
        return process.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        return process.wait()
