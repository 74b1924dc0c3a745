"""Games between agents: who sits where, and playing many of them at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from got_agents.base import Agent, Ints, Views, choose, decision_seeds
from got_env.game import Game

BATCH = 256
"""Games that run at the same time."""

NOBODY = -1


@dataclass(frozen=True)
class Match:
    """One game to play: a deal and who sits where."""

    number: int
    deal: int
    """Games of the same deal have the same seed; the agents change seats."""
    seed: int
    table: tuple[int, ...]
    """Index of the agent on every seat."""


@dataclass(frozen=True)
class Outcome:
    """How a game ended."""

    match: Match
    winner: int = NOBODY
    """Seat, NOBODY if the game was broken off."""
    places: tuple[int, ...] = ()
    """Final place of every seat, 0 first."""
    rounds: int = 0
    by_castles: bool = False
    decisions: int = 0
    """Decisions with more than one legal action."""
    error: str = ""
    """Why the game was broken off."""


def schedule(agents: int, players: int, games: int, seed: int) -> list[Match]:
    """Balanced matches: on each deal the agents go round, so that each takes every seat once.

    A deal is played by ``agents`` games of the same seed. In the first the seats are dealt out
    evenly at random; in each of the others every seat goes to the next agent. So within a deal
    every agent plays every house equally often against the same luck; only the last deal can stay
    incomplete. A longer schedule of the same seed begins with the shorter one.

    Raises:
        ValueError: if there is no agent or no game.
    """
    if agents < 1:
        raise ValueError("agents: expected at least one")
    if games < 1:
        raise ValueError(f"games={games}: expected at least 1")
    rng = np.random.default_rng(seed)
    matches: list[Match] = []
    deal = 0
    while len(matches) < games:
        deal_seed = int(rng.integers(1 << 62))
        # Each agent as often as possible: blocks of all agents, the last one cut off at random.
        blocks = [rng.permutation(agents) for _ in range(-(-players // agents))]
        seats = rng.permutation(np.concatenate(blocks)[:players])
        for shift in range(min(agents, games - len(matches))):
            table = tuple(int(agent) for agent in (seats + shift) % agents)
            matches.append(Match(len(matches), deal, deal_seed, table))
        deal += 1
    return matches


@dataclass
class Slots:
    """Games that run at the same time, and what belongs to each."""

    game: Game
    players: int
    options: Mapping[str, object]
    count: int
    matches: list[Match | None] = field(init=False)

    def __post_init__(self) -> None:
        self.matches = [None] * self.count
        self.states = self.game.new_states(self.count)
        self.masks = np.zeros((self.count, self.game.num_actions), dtype=np.bool_)
        self.seats = np.full(self.count, NOBODY, dtype=np.int8)
        self.actions = np.full(self.count, NOBODY, dtype=np.int64)
        self.seeds = np.zeros(self.count, dtype=np.int64)
        self.turns = np.zeros(self.count, dtype=np.int64)
        self.tables = np.full((self.count, self.players), NOBODY, dtype=np.int64)

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
        self.game.restart(self.states[one], self.players, self.seeds[one], self.options)
        self.game.kernels.advance(
            self.states[one], self.actions[one], 1, self.masks[one], self.seats[one]
        )

    def views(self, rows: npt.NDArray[np.intp]) -> Views:
        """What the seats that have to decide know of the games in ``rows``."""
        seats = self.seats[rows]
        seeds = decision_seeds(self.seeds[rows], seats, self.turns[rows])
        return Views.of(self.game, self.states, seats, self.masks[rows], seeds, rows)

    def advance(self) -> None:
        """Play the chosen actions."""
        self.turns += self.actions != NOBODY
        self.game.kernels.advance(self.states, self.actions, 1, self.masks, self.seats)
        self.actions[:] = NOBODY

    def outcome(self, slot: int, error: str = "") -> Outcome:
        """How the match of a slot ended."""
        match, state = self.matches[slot], self.states[slot]
        assert match is not None
        places = tuple(int(place) for place in state["place"][: self.players])
        return Outcome(
            match,
            NOBODY if error else int(state["winner"]),
            () if error else places,
            int(state["round_no"]),
            bool(state["won_by_castles"]),
            int(self.turns[slot]),
            error,
        )


def play_matches(
    game: Game,
    players: int,
    options: Mapping[str, object],
    agents: Sequence[Agent],
    matches: Iterable[Match],
    *,
    batch: int = BATCH,
    on_end: Callable[[Outcome], None] | None = None,
) -> list[Outcome]:
    """Play all matches and return their outcomes by number.

    Games are independent: an outcome follows from the match alone, whatever runs beside it. A
    game whose agent fails is broken off with its error; the others go on.

    Args:
        game: the game.
        players: number of players.
        options: options of the game.
        agents: agents by their index in the tables of the matches.
        matches: what to play.
        batch: games that run at the same time.
        on_end: called after each game.
    """
    queue = list(matches)[::-1]
    slots = Slots(game, players, options, min(batch, len(queue)))
    outcomes: list[Outcome] = []

    def fill(slot: int) -> None:
        slots.clear(slot)
        if queue:
            slots.begin(slot, queue.pop())

    def end(slot: int, error: str = "") -> None:
        outcomes.append(slots.outcome(slot, error))
        if on_end is not None:
            on_end(outcomes[-1])
        fill(slot)

    for slot in range(slots.count):
        fill(slot)
    running = np.arange(slots.count)
    while len(running):
        deciding = slots.tables[running, slots.seats[running]]
        for index in sorted({int(agent) for agent in deciding}):
            rows = running[deciding == index]
            actions, errors = _decide(agents[index], slots.views(rows))
            slots.actions[rows] = actions
            for row, error in errors.items():
                end(int(rows[row]), error)
        slots.advance()
        for ended in np.flatnonzero(slots.seats == NOBODY):
            if slots.matches[ended] is not None:
                end(int(ended))
        running = np.flatnonzero(slots.seats != NOBODY)
    return sorted(outcomes, key=lambda outcome: outcome.match.number)


def _decide(agent: Agent, views: Views) -> tuple[Ints, dict[int, str]]:
    """Actions of an agent, NOBODY where it failed, and the errors by row."""
    try:
        return choose(agent, views), {}
    except Exception:
        return _decide_one_by_one(agent, views)


def _decide_one_by_one(agent: Agent, views: Views) -> tuple[Ints, dict[int, str]]:
    actions = np.full(len(views), NOBODY, dtype=np.int64)
    errors: dict[int, str] = {}
    for row in range(len(views)):
        try:
            actions[row] = choose(agent, views.part([row]))[0]
        except Exception as error:
            errors[row] = f"{type(error).__name__}: {error}"
    return actions, errors
