"""A thread that does one thing after another for the event loop, and never keeps the program."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from queue import SimpleQueue
from typing import Any, ParamSpec, TypeVar

Given = ParamSpec("Given")
Result = TypeVar("Result")

_Task = tuple[asyncio.AbstractEventLoop, "asyncio.Future[Any]", Callable[[], Any]]


class Worker:
    """Runs functions one by one in a thread of its own.

    An agent that never answers blocks this thread alone; the program ends all the same.

    Args:
        name: of the thread.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._tasks: SimpleQueue[_Task | None] = SimpleQueue()
        self._thread: threading.Thread | None = None

    async def run(
        self, function: Callable[Given, Result], *args: Given.args, **named: Given.kwargs
    ) -> Result:
        """Result of a function; its error is raised here."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._serve, name=self._name, daemon=True)
            self._thread.start()
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Result] = loop.create_future()
        self._tasks.put((loop, future, lambda: function(*args, **named)))
        return await future

    def close(self) -> None:
        """End the thread when what it has been given is done."""
        if self._thread is not None:
            self._tasks.put(None)
            self._thread = None

    def _serve(self) -> None:
        while (task := self._tasks.get()) is not None:
            loop, future, call = task
            try:
                result = call()
            except BaseException as error:
                self._settle(loop, future, None, error)
            else:
                self._settle(loop, future, result, None)

    @staticmethod
    def _settle(
        loop: asyncio.AbstractEventLoop,
        future: asyncio.Future[Any],
        result: Any,
        error: BaseException | None,
    ) -> None:
        def settle() -> None:
            if future.done():  # who waited has been cancelled
                return
            if error is None:
                future.set_result(result)
            else:
                future.set_exception(error)

        if not loop.is_closed():
            loop.call_soon_threadsafe(settle)
