"""The standard suite: how strong an agent is, against frozen pools of reference agents.

The agent takes one seat, half of the seats, or all but one, at tables of every number of players.
Every deal is played once for each seat: the same seed, all players moved on by one, so that the
agent plays every house equally often with the same luck. Seeds are fixed; they belong to the suite.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from zlib import crc32

import numpy as np

from got_agents.base import check_game
from got_agents.registry import is_own, make_agent
from got_benchmarks.playing.aborted_games import check_aborted, check_results
from got_benchmarks.playing.identity import Contestant, identify
from got_benchmarks.playing.outcome import Outcome, check_played
from got_benchmarks.playing.players import Players
from got_benchmarks.playing.schedule import Match, mirror
from got_benchmarks.playing.workers import Setting
from got_benchmarks.suite.masters import masters_of
from got_env.games import get_game

SUITE = "policy-1"
"""Name and version: results of different versions are not compared."""

HEADLINE_POOL = "heuristic-1"
"""The pool of the headline; every game that the suite plays has it."""
HEADLINE_LINEUP = "half"

POLICY = "policy"
"""The agent that plays the policies of the package."""

LINEUPS: dict[str, Callable[[int], int]] = {
    "one": lambda players: 1,
    "half": lambda players: players // 2,
    "all_but_one": lambda players: players - 1,
}
"""Seats of the agent by name of the line-up and number of players."""

SEED = 20_110


@dataclass(frozen=True)
class Sizes:
    """Games of the parts of the suite; each is rounded up to whole deals."""

    headline: int = 2000
    cell: int = 120
    """Of every other combination of pool, players and line-up."""
    mirror: int = 300
    """In which the agent has all seats: what the houses are worth to it."""


FULL, QUICK = Sizes(), Sizes(headline=200, cell=6, mirror=60)


@dataclass(frozen=True)
class Cell:
    """One combination of pool, players and line-up."""

    pool: str
    """Empty for mirror games."""
    players: int
    lineup: str
    games: int
    """At least so many."""

    @property
    def seats(self) -> int:
        """Seats of the agent."""
        return LINEUPS[self.lineup](self.players) if self.pool else self.players


@dataclass(frozen=True)
class CellResult:
    """A cell that was played."""

    cell: Cell
    outcomes: tuple[Outcome, ...]
    """By number, those that have a result."""
    mine: tuple[tuple[bool, ...], ...]
    """Seats of the agent, game by game."""
    given_up: tuple[Outcome, ...] = ()
    """Those that could not be played."""


@dataclass(frozen=True)
class Suite:
    """The suite for one agent.

    Raises:
        ValueError: for an unknown agent, game or option, or a wrong number; names it.
    """

    agent: str
    sizes: Sizes = FULL
    game: str = "agot2e"
    options: Mapping[str, str] = field(default_factory=dict)
    players: int = 0
    """Of the headline and of the mirror games; 0 for the most of the game."""
    pool: str = ""
    """The headline alone is played, against this pool; empty for the standard suite."""
    contestants: tuple[Contestant, ...] = field(init=False)
    """The agent, then all reference agents."""

    def __post_init__(self) -> None:
        if self.headline_pool not in self.pools:
            raise ValueError(
                f"pool={self.pool}: expected one of {', '.join(self._known_pools())}"
                if self.pool
                else f"game={self.game}: it has no pool {HEADLINE_POOL} of reference agents"
            )
        counts = get_game(self.game).seats.counts
        object.__setattr__(self, "players", self.players or max(counts))
        if self.players not in counts:
            raise ValueError(
                f"players={self.players}: expected one of {', '.join(map(str, counts))}"
            )
        references = dict.fromkeys(name for pool in self.pools.values() for name in pool)
        names = dict.fromkeys([self.agent, *references])
        object.__setattr__(self, "contestants", identify(names, get_game(self.game)))
        masters = masters_of(self.game)
        if masters is not None and self.pool == masters.pool:
            masters.check(next(c.digest for c in self.contestants if c.text == POLICY))
        for name, value in vars(self.sizes).items():
            if value < 1:
                raise ValueError(f"{name}={value}: expected at least 1 game")
        get_game(self.game).start(1, self.players, options=self.options)

    @property
    def pools(self) -> Mapping[str, tuple[str, ...]]:
        """The reference agents that are played, by name and version of the pool."""
        if not self.pool:
            return get_game(self.game).players.pools
        known = self._known_pools()
        return {self.pool: known[self.pool]} if self.pool in known else {}

    @property
    def headline_pool(self) -> str:
        """The pool of the headline."""
        return self.pool or HEADLINE_POOL

    def _known_pools(self) -> dict[str, tuple[str, ...]]:
        masters = masters_of(self.game)
        harder = {} if masters is None else {masters.pool: masters.members}
        return {**get_game(self.game).players.pools, **harder}

    @property
    def learnt_players(self) -> tuple[int, ...]:
        """Numbers of players of the games that the agent learnt in; empty if it does not say."""
        if not is_own(self.agent):
            return ()
        agent = make_agent(self.agent)
        check_game(agent, get_game(self.game))
        return tuple(getattr(agent, "table_sizes", ()))

    def is_headline(self, cell: Cell) -> bool:
        """Tell whether a cell gives the headline figure."""
        headline = (self.headline_pool, self.players, HEADLINE_LINEUP)
        return (cell.pool, cell.players, cell.lineup) == headline

    def cells(self) -> Iterator[Cell]:
        """All cells, the headline first."""
        yield Cell(self.headline_pool, self.players, HEADLINE_LINEUP, self.sizes.headline)
        if self.pool:
            return
        for pool in self.pools:
            for players in get_game(self.game).seats.counts[::-1]:
                for lineup in LINEUPS:
                    cell = Cell(pool, players, lineup, self.sizes.cell)
                    # Half of three seats is one, which has a line-up of its own.
                    same = lineup == "half" and cell.seats == 1
                    if not self.is_headline(cell) and not same:
                        yield cell
        yield Cell("", self.players, "mirror", self.sizes.mirror)

    def games(self) -> int:
        """Games of all cells."""
        return sum(len(self._matches(cell)[0]) for cell in self.cells())

    def play(
        self,
        cell: Cell,
        players: Players,
        on_end: Callable[[Outcome], None],
        played: Sequence[Outcome] = (),
    ) -> CellResult:
        """Play a cell.

        Games that are given up are handed to ``on_end`` too, but are in no result.

        Args:
            cell: what to play.
            players: what plays it.
            on_end: called after every game.
            played: games of the cell that were played before.

        Raises:
            RuntimeError: if the games cannot be played, or too many of them were given up.
            ValueError: if one of those is no game of the cell.
        """
        matches, mine = self._matches(cell)
        check_played(played, matches)
        names = tuple(contestant.text for contestant in self.contestants)
        outcomes, given_up = list(played), list[Outcome]()
        done = {outcome.match.number for outcome in played}

        def keep(outcome: Outcome) -> None:
            if outcome.aborted:
                given_up.append(outcome)
                check_aborted(given_up)
            else:
                outcomes.append(outcome)
            on_end(outcome)

        setting = Setting(self.game, cell.players, names, self.options)
        missing = [match for match in matches if match.number not in done]
        if missing:
            players.play(setting, missing, keep)
        check_results(len(outcomes), given_up)
        outcomes.sort(key=lambda outcome: outcome.match.number)
        by_number = {match.number: own for match, own in zip(matches, mine, strict=True)}
        seats = tuple(by_number[outcome.match.number] for outcome in outcomes)
        return CellResult(cell, tuple(outcomes), seats, tuple(given_up))

    def _matches(self, cell: Cell) -> tuple[list[Match], tuple[tuple[bool, ...], ...]]:
        """Games of a cell, and in each the seats of the agent."""
        # The same cell has the same seeds in every suite, whatever else is played.
        key = [SEED, crc32(f"{cell.pool} {cell.lineup}".encode()), cell.players]
        if not cell.pool:
            matches = mirror(1, cell.players, cell.games, key)
            return matches, ((True,) * cell.players,) * len(matches)
        names = [contestant.name for contestant in self.contestants]
        return lineup_matches(
            cell.seats,
            [names.index(name) for name in self.pools[cell.pool]],
            cell.players,
            cell.games,
            key,
        )


def lineup_matches(
    seats: int, pool: Sequence[int], players: int, games: int, seed: Sequence[int]
) -> tuple[list[Match], tuple[tuple[bool, ...], ...]]:
    """Games of agent 0 on some seats against a pool on the others, balanced over the seats.

    Args:
        seats: seats of agent 0.
        pool: indices of the other agents, which take turns.
        players: seats of a table.
        games: at least so many; deals are complete.
        seed: everything follows from it.

    Returns:
        The games, and in each the seats of agent 0.
    """
    rng = np.random.default_rng(seed)
    matches: list[Match] = []
    mine: list[tuple[bool, ...]] = []
    deal = 0
    while len(matches) < games:
        deal_seed = int(rng.integers(1 << 62))
        others = [pool[(deal + i) % len(pool)] for i in range(players - seats)]
        order = rng.permutation(players)
        table = np.array([0] * seats + others)[order]
        own = (np.arange(players) < seats)[order]
        for shift in range(players):
            moved = tuple(int(agent) for agent in np.roll(table, shift))
            matches.append(Match(len(matches), deal, deal_seed, moved))
            mine.append(tuple(bool(is_own) for is_own in np.roll(own, shift)))
        deal += 1
    return matches, tuple(mine)


def digest(results: Sequence[CellResult]) -> str:
    """Hash of all games: equal when the suite is repeated."""
    total = sha256()
    for result in results:
        for outcome in result.outcomes:
            total.update(repr(replace(outcome, seconds=0.0, thinking=())).encode())
    return total.hexdigest()[:16]
