"""A table with those who sit at it: plays it in a thread of its own and tells all visitors."""

from __future__ import annotations

import asyncio
import traceback
from collections import deque
from collections.abc import Callable

import msgspec

from got_agents.base import Messages
from got_agents.failures import how_it_failed
from got_agents.serve.hints import hints_in_turn
from got_agents.serve.messages import (
    Draft,
    Heard,
    Hints,
    Look,
    Message,
    Plan,
    Play,
    PlayAll,
    Problem,
    Say,
    Scene,
    Story,
    encode,
)
from got_agents.serve.planning import draft_for, plan_for
from got_agents.serve.table import RefusedError, Table
from got_agents.serve.table_snapshot import TableSnapshot
from got_agents.serve.view import heard_by, may_have_replay, scene_of, view_of
from got_agents.serve.visibility import EVERYTHING, PUBLIC
from got_agents.serve.worker import Worker
from got_env.core.press.messages import ALL

GLANCE = 0.25
"""Seconds that agents play before visitors are told how far they are."""

MOST_VISITS = 16
"""Pages that the link of a seat may have open at once."""

MOST_WATCHERS = 200
"""Pages that the link to watch may have open at once, which many people share."""

MOST_PROBLEMS = 8
"""Problems that wait for a page which reads slowly; older ones are dropped."""


NOT_SHOWN = "this position cannot be shown; the log of the server says why"


class Visit:
    """One page that shows a table.

    Args:
        viewer: the seat, or :data:`got_agents.serve.visibility.PUBLIC` or EVERYTHING.
    """

    def __init__(self, viewer: int) -> None:
        self.viewer = viewer
        self.told = 0
        """Public events that the page has been told."""
        self.heard = 0
        """Messages that it has been told."""
        self.shown = 0
        """Version of the view that it shows."""
        self.view = b""
        """That view, as it was sent."""
        self.waiting: deque[bytes] = deque(maxlen=MOST_PROBLEMS)
        """Problems and hints on their way to it."""
        self.news = asyncio.Event()

    def tell(self, message: msgspec.Struct) -> None:
        """Have something sent to this page alone."""
        self.waiting.append(encode(message))
        self.news.set()


class Room:
    """A table, its thread, and its visitors; all methods belong to the event loop.

    Args:
        table: what is played.
        pause: seconds between decisions at a table without people.
    """

    def __init__(self, table: Table, pause: float = 0.0) -> None:
        self.table = table
        self.snapshot: TableSnapshot = table.snapshot()
        self.watcher = PUBLIC if table.seating.people else EVERYTHING
        """Knowledge of somebody who only watches."""
        self._pause = 0.0 if table.seating.people else pause
        self._worker = Worker(table.name)
        self._turn = asyncio.Lock()
        self._visits: set[Visit] = set()
        self._version = 1
        self._views: dict[int, asyncio.Task[bytes]] = {}
        self._hints: dict[int, asyncio.Task[Hints]] = {}
        self._scenes: dict[tuple[int, int], asyncio.Task[Scene]] = {}
        self._playing: asyncio.Task[None] | None = None
        self._goes_on = False
        self._alarm: asyncio.TimerHandle | None = None
        """Plays on when the time of the person who decides is over."""

    @property
    def rests(self) -> bool:
        """True if nothing more will be played, all is kept, and nobody looks at it."""
        at_work = self._playing is not None and not self._playing.done()
        return self.table.ended and not at_work and not self._visits

    # --- visitors

    def enter(self, viewer: int) -> Visit:
        """Let a page show the table.

        Raises:
            RefusedError: if too many pages of this viewer show it already.
        """
        most = MOST_VISITS if viewer >= 0 else MOST_WATCHERS
        if sum(visit.viewer == viewer for visit in self._visits) >= most:
            raise RefusedError(f"this link is open in {most} pages: close one of them")
        visit = Visit(viewer)
        visit.news.set()
        self._visits.add(visit)
        return visit

    def leave(self, visit: Visit) -> None:
        """A page shows the table no more."""
        self._visits.discard(visit)

    async def news_for(self, visit: Visit) -> list[bytes]:
        """Messages that a page has to get, waited for until there are some."""
        await visit.news.wait()
        visit.news.clear()
        messages: list[bytes] = []
        if visit.shown != self._version:
            version, snapshot, view = self._version, self.snapshot, self._view(visit.viewer)
            if visit.told < snapshot.told or not visit.shown:
                new = list(snapshot.story[visit.told : snapshot.told])
                messages.append(encode(Story(visit.told, new)))
                visit.told = snapshot.told
            if snapshot.messages is not None:
                messages += self._messages_for(visit, snapshot)
            try:
                shown = await asyncio.shield(view)
                # The same view once more would undo what somebody has begun to choose.
                if shown != visit.view:
                    messages.append(shown)
                    visit.view = shown
            except Exception as error:
                traceback.print_exception(error)
                messages.append(encode(Problem(NOT_SHOWN)))
            visit.shown = version
        while visit.waiting:
            messages.append(visit.waiting.popleft())
        return messages

    @staticmethod
    def _messages_for(visit: Visit, snapshot: TableSnapshot) -> list[bytes]:
        """Messages that its viewer knows and a page has not been told."""
        known = heard_by(snapshot, visit.viewer)
        if visit.shown and visit.heard == len(known):
            return []
        news = Heard(visit.heard, known[visit.heard :])
        visit.heard = len(known)
        return [encode(news)]

    def _view(self, viewer: int) -> asyncio.Task[bytes]:
        """The view of this moment, made once for all pages of a viewer."""
        if viewer not in self._views:
            snapshot = self.snapshot
            made = asyncio.to_thread(_encoded_view, snapshot, viewer)
            self._views[viewer] = asyncio.create_task(made)
        return self._views[viewer]

    # --- play

    def start(self) -> None:
        """Let agents play until a person must decide."""
        self._goes_on = True  # also if the agents have just stopped and this is not yet told
        if self._playing is None or self._playing.done():
            self._playing = asyncio.create_task(self._play_on())

    async def hear(self, visit: Visit, message: Message) -> None:
        """Do what a page asks for."""
        if isinstance(message, Look):
            await self._look(visit, message.event)
        elif visit.viewer < 0:
            visit.tell(Problem("this link is for watching alone"))
        elif isinstance(message, Play):
            table, seat = self.table, visit.viewer
            await self._change(visit, lambda: table.answer(seat, message.turn, message.action))
        elif isinstance(message, PlayAll):
            table, seat = self.table, visit.viewer
            await self._change(visit, lambda: table.answer_all(seat, message.turn, message.actions))
        elif isinstance(message, Plan):
            await self._plan(visit, message)
        elif isinstance(message, Draft):
            await self._draft(visit, message)
        elif isinstance(message, Say):
            await self._say(visit, message)
        else:
            await self._hint(visit, message.turn)

    async def _say(self, visit: Visit, said: Say) -> None:
        table, seat = self.table, visit.viewer
        messages: Messages = [
            (ALL if message.to == [ALL] else message.to, message.text) for message in said.messages
        ]
        await self._change(visit, lambda: table.say(seat, said.place, messages))

    async def _change(self, visit: Visit, change: Callable[[], None]) -> None:
        """Do at the table what a person wants, and let the agents go on."""
        async with self._turn:
            try:
                await self._worker.run(change)
            except RefusedError as refusal:
                visit.tell(Problem(str(refusal)))
                if self.table.ended:
                    self._worker.close()  # nothing else will end its thread
                return
            except Exception as error:
                self._fail(error)
            self.start()

    async def _look(self, visit: Visit, event: int) -> None:
        """Show how the table looked after an event that the page has been told."""
        found = [m for m in self.snapshot.moments if event in m.events and event < visit.told]
        if not found:
            visit.tell(Scene(event, event + 1, ""))
            return
        key = visit.viewer, found[0].events.start
        if key not in self._scenes:
            made = asyncio.to_thread(scene_of, self.snapshot.game, found[0], visit.viewer)
            self._scenes[key] = asyncio.create_task(made)
        scene = await asyncio.shield(self._scenes[key])
        visit.tell(Scene(event, scene.until, scene.picture))

    async def _plan(self, visit: Visit, plan: Plan) -> None:
        snapshot, seat = self.snapshot, visit.viewer
        if self._asks(visit, plan.turn):
            visit.tell(await asyncio.to_thread(plan_for, snapshot, seat, plan.wishes))

    async def _draft(self, visit: Visit, draft: Draft) -> None:
        snapshot, seat = self.snapshot, visit.viewer
        if not self._asks(visit, draft.turn):
            return
        try:
            visit.tell(await asyncio.to_thread(draft_for, snapshot, seat, draft.actions))
        except ValueError as refusal:
            visit.tell(Problem(str(refusal)))

    def _asks(self, visit: Visit, turn: int) -> bool:
        """True if a question is open for the seat of a page, which is told if it is not."""
        snapshot, seat = self.snapshot, visit.viewer
        asks = not snapshot.failure and snapshot.asked == seat and snapshot.turns[seat] == turn
        if not asks:
            visit.tell(Problem("this question is not open any more"))
        return asks

    async def _hint(self, visit: Visit, turn: int) -> None:
        snapshot, seat = self.snapshot, visit.viewer
        if not self._asks(visit, turn):
            return
        if seat not in self._hints:
            self._hints[seat] = asyncio.create_task(hints_in_turn(snapshot, seat))
        try:
            visit.tell(await asyncio.shield(self._hints[seat]))
        except ValueError as error:
            visit.tell(Problem(str(error)))

    async def _play_on(self) -> None:
        while self._goes_on:
            self._goes_on = False
            try:
                more = await self._worker.run(self.table.play_on, 0 if self._pause else GLANCE)
            except Exception as error:
                self._fail(error)
                more = False
            await self._publish()
            if more:
                self._goes_on = True
                await asyncio.sleep(self._pause)
        if self.table.ended:
            await self._worker.run(self.table.close)
            self._worker.close()

    def _fail(self, error: Exception) -> None:
        """End this table, whatever went wrong: the others go on."""
        traceback.print_exception(error)
        self.table.fail(how_it_failed(error))

    async def _publish(self) -> None:
        self.snapshot = await self._worker.run(self.table.snapshot)
        self._version += 1
        self._views.clear()
        self._hints.clear()
        kept = {moment.events.start for moment in self.snapshot.moments}
        self._scenes = {key: made for key, made in self._scenes.items() if key[1] in kept}
        for visit in self._visits:
            visit.news.set()
        self._set_alarm()

    def _set_alarm(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        snapshot = self.snapshot
        left = snapshot.clock[snapshot.asked] if snapshot.ticks else None
        if left is not None and not self.table.ended:
            self._alarm = asyncio.get_running_loop().call_later(left, self.start)

    async def close(self) -> None:
        """Stop playing; what was played is in the file."""
        if self._alarm is not None:
            self._alarm.cancel()
        if self._playing is not None and not self._playing.done():
            self._playing.cancel()
        # Its thread may wait for an agent that never answers: it is not asked.
        await asyncio.to_thread(self.table.close)
        self._worker.close()


def _encoded_view(snapshot: TableSnapshot, viewer: int) -> bytes:
    return encode(view_of(snapshot, viewer, may_have_replay(snapshot, viewer)))
