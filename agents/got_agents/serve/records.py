"""Replays of tables, and pages made of them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from got_agents.serve.seating import shown_name
from got_agents.serve.worker import Worker
from got_env.replay import read_replay
from got_env.replay.page import EVERYTHING
from got_env.replay.page import page_of as page_of_replay


def replay_of(text: str) -> str:
    """The replay of a game, closed as unfinished if it has not ended; agents by their names."""
    writer = read_replay(text).resume()
    return writer.finish_under([shown_name(spec) for spec in writer.header.agents])


def page_of(text: str) -> str:
    """A page on which a game is played again, as everybody saw it and with all hands open."""
    replay = read_replay(replay_of(text))
    seats = replay.header.game.seats.in_play(replay.header.players)
    return page_of_replay(replay, [EVERYTHING, *seats])


MOST_KEPT = 8
"""Records of a kind that are kept: a page of a long game has two megabytes."""


class Records:
    """Makes records of games one after the other, each once, and none that nobody waits for.

    Args:
        name: of the thread that makes them: views do not wait for it.
        make: a record from the text of a replay.
    """

    def __init__(self, name: str, make: Callable[[str], str]) -> None:
        self._make, self._worker = make, Worker(name)
        self._turn = asyncio.Lock()
        self._kept: dict[tuple[str, int], str] = {}

    async def of(self, table: str, text: str, is_gone: Callable[[], Awaitable[bool]]) -> str | None:
        """The record of a table.

        Args:
            table: its name.
            text: its replay so far.
            is_gone: tells whether nobody waits for the record any more.

        Returns:
            The record; None if nobody waits for it when its turn comes.
        """
        key = table, len(text)  # a replay only grows
        async with self._turn:
            if key not in self._kept:
                if await is_gone():
                    return None
                self._kept[key] = await self._worker.run(self._make, text)
                while len(self._kept) > MOST_KEPT:
                    del self._kept[next(iter(self._kept))]
            return self._kept[key]
