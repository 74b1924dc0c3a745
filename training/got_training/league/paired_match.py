"""Two agents against each other: paired games, balanced over the houses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from got_agents.base import Agent
from got_agents.threads import one_thread
from got_benchmarks.playing.matches import play_matches
from got_benchmarks.playing.outcome import Outcome
from got_benchmarks.playing.schedule import schedule
from got_benchmarks.tournament.sequential import judge, paired_scores
from got_benchmarks.tournament.stats import wilson
from got_env.core.game import Game

LOOK = 240
"""Games between two looks of a test at the results, rounded up to whole deals."""

FIRST, SECOND = "first", "second"
AGENTS = ((0, FIRST), (1, SECOND))


@dataclass(frozen=True)
class MatchSettings:
    """Settings of a match."""

    game: Game
    sizes: tuple[int, ...]
    """Numbers of players: every deal is played with each of them."""
    options: Mapping[str, object]

    @property
    def games_of_a_deal(self) -> int:
        """Each agent takes the seats of the other once, with each number of players."""
        return 2 * len(self.sizes)


@dataclass(frozen=True)
class PairedResult:
    """Result of the first agent."""

    games: int
    share: float
    """Of the wins; one half for equal agents, however many seats a table has."""
    low: float
    high: float
    """Interval of the share."""

    @property
    def better(self) -> bool:
        """True if the first agent is better."""
        return self.low > 0.5

    @property
    def worse(self) -> bool:
        """True if the second agent is better."""
        return self.high < 0.5


def play_sequential(
    settings: MatchSettings,
    first: Agent,
    second: Agent,
    games: int,
    seed: Sequence[int],
    error: float,
) -> PairedResult:
    """Play until the sequential test says that one agent is better, or all games are played.

    It is the test of ``got tournament --until``; the games of a deal with all numbers of players
    count as one deal.

    Args:
        settings: what is played.
        first: an agent.
        second: the other one.
        games: at most so many, in whole deals.
        seed: of deals and seats.
        error: probability of a wrong statement.

    Returns:
        The duel; its interval holds at all times together with probability ``1 - error``.

    Raises:
        RuntimeError: if an agent fails; says how.
    """
    outcomes: list[Outcome] = []
    deals = games // settings.games_of_a_deal
    step = -(-LOOK // settings.games_of_a_deal)
    low, high = 0.0, 1.0
    for begin in range(0, deals, step):
        outcomes += _play(settings, first, second, (begin, min(deals, begin + step)), seed)
        verdict = judge(outcomes, AGENTS, error)
        low, high = ((1 + bound) / 2 for bound in verdict.pairs[FIRST][SECOND])
        if verdict.best:
            break
    return PairedResult(len(outcomes), _share(outcomes), round(low, 6), round(high, 6))


def play_paired(
    settings: MatchSettings, first: Agent, second: Agent, games: int, seed: Sequence[int]
) -> PairedResult:
    """Play a number of games; the interval is that of Wilson with 95 %.

    The arguments are those of :func:`play_sequential`, and so is the error.
    """
    outcomes = _play(settings, first, second, (0, games // settings.games_of_a_deal), seed)
    share = _share(outcomes)
    low, high = wilson(share * len(outcomes), len(outcomes))
    return PairedResult(len(outcomes), share, round(low, 6), round(high, 6))


def _play(
    settings: MatchSettings,
    first: Agent,
    second: Agent,
    deals: tuple[int, int],
    seed: Sequence[int],
) -> list[Outcome]:
    """The games of some deals, from the first to before the last."""
    begin, end = deals
    found: list[Outcome] = []
    agents = [first, second]
    with one_thread():
        for players in settings.sizes:
            matches = schedule(2, players, 2 * end, [*seed, players])[2 * begin :]
            found += play_matches(settings.game, players, settings.options, agents, matches)
    failed = next((outcome for outcome in found if outcome.error), None)
    if failed is not None:
        agent = (first, second)[failed.match.table[failed.failed]]
        raise RuntimeError(f"agent {agent.name!r} cannot play: {failed.error}")
    return found


def _share(outcomes: Sequence[Outcome]) -> float:
    scores = [wins[0] for wins in paired_scores(outcomes, (0, 1))]
    return round(sum(scores) / len(scores), 6)
