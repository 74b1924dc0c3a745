"""Playing many games between agents at the same time."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated

import numpy as np
import numpy.typing as npt
from msgspec import Meta

from got_agents.base import (
    Agent,
    Ints,
    Messages,
    Views,
    choose,
    decides_in_batches,
    decision_seeds,
    talk_view,
    talks,
)
from got_agents.failures import how_it_failed, show_traceback, too_slow
from got_agents.isolated.agent import NONE, IsolatedAgent
from got_benchmarks.playing.outcome import (
    FORFEIT,
    NOBODY,
    Actions,
    Outcome,
    forfeit_score,
    pack,
    pack_messages,
    shared_score,
)
from got_benchmarks.playing.schedule import Match, schedule
from got_env.core.game import Game
from got_env.core.press.messages import Heard
from got_env.press import Press

__all__ = ["BATCH", "Clock", "Slots", "broken_off", "play_matches", "schedule"]

DIGITS = 6
"""Of times in seconds, which are kept in whole microseconds: in memory as in a file."""

BATCH = 256
"""Games that run at the same time."""

Player = Agent | IsolatedAgent
"""Player: an agent in this process, or one in a process of its own."""

HISTORY = 2048
"""Decisions of a game that there is room for at first; a longer game gets more."""


MOST_SECONDS = 1e9

Seconds = Annotated[float, Meta(ge=0, le=MOST_SECONDS)]


def checked_time_limit(limit: float) -> float:
    """Seconds an agent may take for a decision; 0: no limit.

    Raises:
        ValueError: for anything else.
    """
    if not 0 <= limit <= MOST_SECONDS:
        raise ValueError(
            f"time_limit={limit}: expected seconds up to {MOST_SECONDS:g}, or 0 for no limit"
        )
    return float(limit)


class Clock:
    """Times decisions; a subclass may watch over them from another process."""

    limit = 0.0
    """Seconds an agent may take for one decision; 0: no limit."""

    def start(self, agent: int, seat: int, turns: int) -> None:
        """An agent begins to decide.

        Args:
            agent: its index.
            seat: its seat if it decides for one game, else NOBODY.
            turns: decisions of that game so far.
        """

    def stop(self) -> None:
        """The agent has decided."""

    def moved(self) -> None:
        """Decisions have been played."""


@dataclass
class Slots:
    """Games that run at the same time, and what belongs to each."""

    game: Game
    players: int
    options: Mapping[str, object]
    count: int
    history: Actions | None = None
    """Array for the actions ``(count, n)``; a new one by default."""
    press: str = ""
    """Settings of talk; empty for no talk."""
    matches: list[Match | None] = field(init=False)

    def __post_init__(self) -> None:
        self.matches = [None] * self.count
        self.talks: list[Press | None] = [None] * self.count
        self.states = self.game.new_states(self.count)
        self.masks = np.zeros((self.count, self.game.actions.size), dtype=np.bool_)
        self.seats = np.full(self.count, NOBODY, dtype=np.int8)
        self.actions = np.full(self.count, NOBODY, dtype=np.int64)
        self.seeds = np.zeros(self.count, dtype=np.int64)
        self.turns = np.zeros(self.count, dtype=np.int64)
        self.tables = np.full((self.count, self.players), NOBODY, dtype=np.int64)
        self.thinking = np.zeros((self.count, self.players))
        self.seconds = np.zeros(self.count)
        if self.history is None:
            self.history = np.zeros((self.count, HISTORY), dtype=np.int16)

    def clear(self, slot: int) -> None:
        """Leave a slot without a game."""
        self.matches[slot] = None
        self.states[slot : slot + 1] = self.game.new_states(1)
        self.seats[slot] = NOBODY

    def begin(self, slot: int, match: Match) -> None:
        """Start a match in a slot and go to its first decision."""
        one = slice(slot, slot + 1)
        self.matches[slot] = match
        self.seeds[slot] = match.seed
        self.turns[slot] = 0
        self.tables[slot] = match.table
        self.actions[slot] = NOBODY
        self.thinking[slot] = 0
        self.seconds[slot] = 0
        self.talks[slot] = Press(self.game, self.players, self.press) if self.press else None
        self.game.restart(self.states[one], self.players, self.seeds[one], self.options)
        self.game.kernels.advance(
            self.states[one], self.actions[one], 1, self.masks[one], self.seats[one]
        )

    def views(self, rows: npt.NDArray[np.intp]) -> Views:
        """Views of the seats that have to decide in the games in ``rows``."""
        seats = self.seats[rows]
        seeds = decision_seeds(self.seeds[rows], seats, self.turns[rows])
        heard = self._heard(rows) if self.press else ()
        return Views.of(self.game, self.states, seats, self.masks[rows], seeds, rows, heard)

    def _heard(self, rows: npt.NDArray[np.intp]) -> Iterator[Heard]:
        for row in rows:
            press = self.talks[row]
            assert press is not None
            yield press.hear(int(self.seats[row]))

    def advance(self) -> None:
        """Play the chosen actions and remember them."""
        rows = np.flatnonzero(self.actions != NOBODY)
        assert self.history is not None
        if len(rows) and self.turns[rows].max() >= self.history.shape[1]:
            self.history = np.concatenate([self.history, np.zeros_like(self.history)], axis=1)
        self.history[rows, self.turns[rows]] = self.actions[rows]
        for row in rows if self.press else ():
            press = self.talks[row]
            assert press is not None
            press.decided(int(self.seats[row]))
        self.turns[rows] += 1
        self.game.kernels.advance(self.states, self.actions, 1, self.masks, self.seats)
        self.actions[:] = NOBODY

    def outcome(self, slot: int, error: str = "", seat: int = NOBODY) -> Outcome:
        """Outcome of the match of a slot.

        Args:
            slot: its slot.
            error: how an agent has failed, if one did.
            seat: of that agent; NOBODY for the seat that was to decide.
        """
        match, state = self.matches[slot], self.states[slot]
        assert match is not None
        assert self.history is not None
        failed = winner = NOBODY
        if error:
            end, failed = FORFEIT, int(self.seats[slot]) if seat == NOBODY else seat
            places, shares = forfeit_score(match.table, failed)
        else:
            end = self.game.results.end(self.states, slot)
            places, shares = shared_score(state["place"][: self.players].tolist())
            winner = int(state["winner"]) if max(shares) == 1 else NOBODY
        press = self.talks[slot]
        if press is not None:
            press.close()
        return Outcome(
            match=match,
            end=end,
            winner=winner,
            places=places,
            shares=shares,
            measures=self.game.results.measure(self.states, slot),
            rounds=int(state["round_no"]),
            decisions=int(self.turns[slot]),
            failed=failed,
            error=error,
            record=pack(self.history[slot, : self.turns[slot]]),
            seconds=round(float(self.seconds[slot]), DIGITS),
            thinking=tuple(round(float(t), DIGITS) for t in self.thinking[slot]),
            said=pack_messages(press.messages) if press is not None else b"",
        )


def play_matches(
    game: Game,
    players: int,
    options: Mapping[str, object],
    agents: Sequence[Player],
    matches: Iterable[Match],
    *,
    batch: int = BATCH,
    on_end: Callable[[Outcome], None] | None = None,
    clock: Clock | None = None,
    history: Actions | None = None,
    press: str = "",
) -> list[Outcome]:
    """Play all matches and return their outcomes by number.

    Games are independent: an outcome follows from the match alone, whatever runs beside it. A
    game whose agent fails is forfeited, see :class:`~got_benchmarks.playing.outcome.Outcome`; the
    others go on.

    Args:
        game: the game.
        players: number of players.
        options: options of the game.
        agents: agents by their index in the tables of the matches.
        matches: what to play.
        batch: games that run at the same time.
        on_end: called after each game.
        clock: told about every decision of the agents in this process.
        history: where to write the actions of the games that run ``(batch, n)``.
        press: how much the players may say to each other; empty for no talk.
    """
    queue = list(matches)[::-1]
    slots = Slots(game, players, options, min(batch, len(queue)), history, press)
    timer = clock or Clock()
    outcomes: list[Outcome] = []

    def fill(slot: int) -> None:
        slots.clear(slot)
        if queue:
            slots.begin(slot, queue.pop())

    def end(slot: int, error: str = "", seat: int = NOBODY) -> None:
        outcomes.append(slots.outcome(slot, error, seat))
        if on_end is not None:
            on_end(outcomes[-1])
        fill(slot)

    for slot in range(slots.count):
        fill(slot)
    running = np.arange(slots.count)
    while len(running):
        began = time.perf_counter()
        silenced = _talk(slots, agents, running, timer) if press else {}
        playing = running
        if silenced:
            running = np.array([row for row in running if row not in silenced], dtype=np.intp)
        deciding = slots.tables[running, slots.seats[running]]
        failed: list[tuple[int, str]] = []
        for index in sorted({int(agent) for agent in deciding}):
            rows = running[deciding == index]
            failed += _decide(slots, agents[index], index, rows, timer)
        slots.advance()
        timer.moved()
        slots.seconds[playing] += (time.perf_counter() - began) / len(playing)
        for slot, (seat, error) in silenced.items():
            end(slot, error, seat)
        for slot, error in failed:
            end(slot, error)
        for ended in np.flatnonzero(slots.seats == NOBODY):
            if slots.matches[ended] is not None:
                end(int(ended))
        running = np.flatnonzero(slots.seats != NOBODY)
    return sorted(outcomes, key=lambda outcome: outcome.match.number)


def _talk(
    slots: Slots, agents: Sequence[Player], rows: npt.NDArray[np.intp], clock: Clock
) -> dict[int, tuple[int, str]]:
    """Let the players of some games talk; of those in which one failed its seat, and how."""
    failed: dict[int, tuple[int, str]] = {}
    for row in map(int, rows):
        press = slots.talks[row]
        assert press is not None
        while row not in failed and press.due(slots.states[row : row + 1], slots.masks[row]):
            seat = press.waiting[0]
            index = int(slots.tables[row, seat])
            error = _speak(slots, agents[index], index, row, seat, press, clock)
            if error:
                failed[row] = (seat, error)
    return failed


def _speak(
    slots: Slots, agent: Player, index: int, row: int, seat: int, press: Press, clock: Clock
) -> str:
    """Let the agent of a seat say what it wants; how it failed, if it did."""
    isolated = isinstance(agent, IsolatedAgent)
    if not isolated and not talks(agent):
        press.say(seat, [])
        return ""
    states, turns = slots.states[row : row + 1], int(slots.turns[row])
    view = talk_view(slots.game, states, press.hear(seat), int(slots.seeds[row]), turns)
    began, error = time.perf_counter(), ""
    said: Messages = []
    if isinstance(agent, IsolatedAgent):
        speech = agent.speak(view, clock.limit)
        said, error = list(speech.said), speech.error
    elif talks(agent):
        clock.start(index, seat, turns)
        try:
            said = agent.talk(view, press.hear(seat))
        except KeyboardInterrupt:  # of the person at the terminal
            raise
        except BaseException as problem:
            show_traceback(problem)
            error = how_it_failed(problem)
        clock.stop()
    seconds = time.perf_counter() - began
    slots.thinking[row, seat] += seconds
    if not error and not isolated and 0 < clock.limit < seconds:
        error = too_slow(clock.limit)
    if not error:
        try:
            press.say(seat, said)
        except ValueError as problem:
            error = how_it_failed(problem)
    return error


def _decide(
    slots: Slots, agent: Player, index: int, rows: npt.NDArray[np.intp], clock: Clock
) -> list[tuple[int, str]]:
    """Let an agent decide in the games of ``rows``; the rows where it failed, and how."""
    views = slots.views(rows)
    if isinstance(agent, IsolatedAgent):
        found = agent.decide(views, clock.limit)
        chosen = rows[found.actions != NONE]
        slots.actions[chosen] = found.actions[found.actions != NONE]
        slots.thinking[rows, slots.seats[rows]] += found.seconds
        return [(int(rows[at]), error) for at, error in sorted(found.errors.items())]
    if len(rows) > 1 and decides_in_batches(agent):
        began = time.perf_counter()
        clock.start(index, NOBODY, 0)
        try:
            actions: Ints | None = choose(agent, views)
        except KeyboardInterrupt:  # of the person at the terminal
            raise
        except BaseException:
            actions = None  # found out row by row below, each with its own message
        clock.stop()
        seconds = (time.perf_counter() - began) / len(rows)
        if actions is not None and not 0 < clock.limit < seconds:
            slots.actions[rows] = actions
            slots.thinking[rows, slots.seats[rows]] += seconds
            return []
        views = slots.views(rows)  # the agent may have written into the first ones
    failed: list[tuple[int, str]] = []
    for number, row in enumerate(rows):
        began = time.perf_counter()
        clock.start(index, int(slots.seats[row]), int(slots.turns[row]))
        try:
            action = choose(agent, views.part([number]))[0]
            error = ""
        except KeyboardInterrupt:
            raise
        except BaseException as problem:
            show_traceback(problem)
            error = how_it_failed(problem)
        clock.stop()
        seconds = time.perf_counter() - began
        slots.thinking[row, slots.seats[row]] += seconds
        if not error and 0 < clock.limit < seconds:
            error = too_slow(clock.limit)
        if error:
            failed.append((int(row), error))
        else:
            slots.actions[row] = action
    return failed


def first_views(game: Game, players: int, options: Mapping[str, object]) -> Views:
    """The first decision of a game in which nothing is at stake."""
    slots = Slots(game, players, options, 1)
    slots.begin(0, Match(0, 0, 0, (0,) * players))
    return slots.views(np.array([0]))


def first_decision(game: Game, players: int, options: Mapping[str, object], agent: Agent) -> None:
    """Let an agent decide once at the start of a game, so that it loads what it needs.

    Raises:
        Exception: whatever the agent raises.
    """
    choose(agent, first_views(game, players, options))


def broken_off(
    game: Game,
    players: int,
    options: Mapping[str, object],
    match: Match,
    actions: Actions,
    error: str,
    seat: int = NOBODY,
) -> Outcome:
    """The outcome of a match whose agent failed where it could not be asked any more.

    What was said in it is lost with the process that played it.

    Args:
        game: the game.
        players: number of players.
        options: options of the game.
        match: the match.
        actions: what was played before it failed ``(n,)``.
        error: what happened.
        seat: of the agent that failed; NOBODY for the seat that was to decide.
    """
    slots = Slots(game, players, options, 1)
    slots.begin(0, match)
    for action in actions:
        slots.actions[0] = action
        slots.advance()
    return slots.outcome(0, error, seat)
