"""Plan of a tournament: its agents as they were, its stages, and what comes next."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from functools import cached_property
from importlib.metadata import version
from itertools import count
from os import PathLike
from typing import Annotated, Any

import numpy as np
from msgspec import Meta

from got_benchmarks.playing.identity import Contestant, Warn, identify
from got_benchmarks.playing.matches import Seconds, checked_time_limit
from got_benchmarks.playing.outcome import Outcome
from got_benchmarks.playing.schedule import (
    KINDS,
    SCHEDULES,
    Match,
    mirror,
    schedule,
    swiss_groups,
    swiss_round,
)
from got_benchmarks.playing.workers import Setting
from got_benchmarks.tournament.sequential import Verdict, judge
from got_env.core.checks import checked_integer, checked_players
from got_env.core.error_values import short_repr
from got_env.core.game import Game
from got_env.core.press.settings import press_settings
from got_env.core.ranges import checked_field, checked_fields
from got_env.core.suggest import suggest
from got_env.games import get_game
from got_env.replay.header import LONGEST_NAME, is_name

LOOK = 60
"""Games between two looks at the results, rounded up to whole deals, if they may end the stage."""


MAX_AGENTS = 10_000
MAX_STAGES = 10_000
MAX_GAMES = 10_000_000
"""Games of a stage; its schedule is held in memory."""

Count = Annotated[int, Meta(ge=0, le=2**63 - 1)]
Games = Annotated[int, Meta(ge=0, le=MAX_GAMES)]
Text = Annotated[str, Meta(max_length=10_000)]

ABOUT: Mapping[str, Any] = {
    "game": Text,
    "players": Count,
    "options": dict[str, Text],
    "seed": Count,
    "time_limit": Seconds,
    "game_version": Count,
    "data_hash": Text,
    "engine_version": Text,
    "press": Text,
}
"""Facts of a plan; those that are no text stand in a database as JSON."""

STAGE: Mapping[str, Any] = {
    "schedule": Text,
    "agents": tuple[Annotated[int, Meta(ge=0, le=MAX_AGENTS)], ...],
    "games": Annotated[int, Meta(ge=1, le=MAX_GAMES)],
    "first": Games,
}


@dataclass(frozen=True)
class Stage:
    """A part of a tournament with one schedule for the same agents."""

    schedule: str
    """One of :data:`got_benchmarks.playing.schedule.KINDS`."""
    agents: tuple[int, ...]
    """Positions in the list of contestants."""
    games: int
    first: int
    """Number of its first game."""

    def holds(self, number: int) -> bool:
        """Tell whether a game is one of this stage."""
        return self.first <= number < self.first + self.games


@dataclass(frozen=True)
class Plan:
    """Everything a tournament is made of; the same plan gives the same results."""

    game: str
    """Reference of the game; see :attr:`got_env.core.game.Identity.reference`."""
    players: int
    options: Mapping[str, str]
    seed: int
    time_limit: float
    """Seconds an agent may take for a decision; 0: no limit."""
    game_version: int
    data_hash: str
    engine_version: str
    contestants: tuple[Contestant, ...]
    stages: tuple[Stage, ...] = field(default=())
    press: str = ""
    """Settings of talk; empty for no talk."""

    @property
    def houses(self) -> tuple[str, ...]:
        """Houses by seat."""
        return get_game(self.game).seats.in_play(self.players)

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the contestants."""
        return tuple(contestant.name for contestant in self.contestants)

    @property
    def specs(self) -> tuple[str, ...]:
        """Specifications of the contestants."""
        return tuple(contestant.text for contestant in self.contestants)

    @property
    def games(self) -> int:
        """Games of all stages."""
        return sum(stage.games for stage in self.stages)

    @cached_property
    def setting(self) -> Setting:
        """Setting for the processes that play."""
        return Setting(self.game, self.players, self.specs, self.options, self.press)

    @property
    def last_contest(self) -> int:
        """Index of the last stage in which agents play each other; mirror games may come after."""
        return max(i for i, stage in enumerate(self.stages) if stage.schedule != "mirror")

    def stage_of(self, number: int) -> int:
        """Index of the stage of a game."""
        return next(i for i, stage in enumerate(self.stages) if stage.holds(number))


def new_plan(
    agents: Sequence[str | Contestant],
    games: int,
    *,
    players: int | None = None,
    game: str = "agot2e",
    data_dir: str | PathLike[str] | None = None,
    options: Mapping[str, object] | None = None,
    seed: int = 0,
    schedule: str = "round-robin",
    mirrors: int = 0,
    time_limit: float = 0.0,
    press: object = None,
    warn: Warn | None = None,
) -> Plan:
    """A plan of one stage, or two with mirror games.

    Args:
        agents: specifications such as ``heuristic`` or ``policy:runs/first``, or contestants that
            are known already.
        games: games between the agents.
        players: players of each game; as many as can play it by default.
        game: code of the game.
        data_dir: your own folder of board and card files; all processes that play read it and
            compare its hash.
        options: options of the game.
        seed: everything random follows from it.
        schedule: one of :data:`got_benchmarks.playing.schedule.SCHEDULES`.
        mirrors: games in which all seats are played by the same agent, for all agents together.
        time_limit: seconds for a decision; 0: no limit.
        press: how much the players may say to each other, as
            :func:`got_env.core.press.settings.press_settings` takes it; None for no talk.
        warn: as for :func:`got_benchmarks.playing.identity.identify`; a `RuntimeWarning` if None.

    Raises:
        ValueError: for an unknown game, agent, option or schedule, an agent that does not play the
            game, or a wrong number; names it.
    """
    found = get_game(game, data_dir)
    players = checked_players(found, players)
    contestants = _contestants(agents, found, warn)
    for contestant in contestants:
        if not is_name(contestant.name):  # replays and reports name it so
            raise ValueError(
                f"agent {short_repr(contestant.name)}: expected a name of 1 to {LONGEST_NAME}"
                " printable characters"
            )
    games, mirrors = checked_integer(games, "games"), checked_integer(mirrors, "mirror")
    seed = checked_integer(seed, "seed")
    if not 1 <= games <= MAX_GAMES:
        raise ValueError(f"games={games}: expected at least 1, and at most {MAX_GAMES}")
    if not 0 <= mirrors <= MAX_GAMES:
        raise ValueError(f"mirror={mirrors}: expected games up to {MAX_GAMES}, or 0 for none")
    if schedule not in SCHEDULES:
        raise ValueError(f"schedule={schedule!r}: {suggest(schedule, SCHEDULES)}")
    if schedule == "swiss":
        swiss_groups(len(contestants), players)
    found.start(1, players, options=options)
    talk = press_settings(found.moments, press)
    everybody = tuple(range(len(contestants)))
    stages = [Stage("mirror", everybody, mirrors, 0)] if mirrors else []
    stages.append(Stage(schedule, everybody, games, mirrors))
    return _checked(
        game=found.reference,
        players=players,
        options={key: _text(value) for key, value in (options or {}).items()},
        seed=seed,
        time_limit=checked_time_limit(time_limit),
        game_version=found.identity.version,
        data_hash=found.identity.data_hash,
        engine_version=version("got_env"),
        contestants=contestants,
        stages=tuple(stages),
        press=talk.text if talk is not None else "",
    )


def _checked(**parts: Any) -> Plan:
    """A plan that can be read back when it has been stored.

    Raises:
        ValueError: for what no plan may hold; names it.
    """
    plan = Plan(**parts)
    checked_fields(ABOUT, {name: getattr(plan, name) for name in ABOUT})
    if len(plan.contestants) > MAX_AGENTS:
        raise ValueError(f"{len(plan.contestants)} agents: expected at most {MAX_AGENTS}")
    for contestant in plan.contestants:
        for name, text in asdict(contestant).items():
            checked_field(f"agent {short_repr(contestant.name)}: {name}", text, Text)
    if len(plan.stages) > MAX_STAGES:
        raise ValueError(f"{len(plan.stages)} stages: expected at most {MAX_STAGES}")
    for at, stage in enumerate(plan.stages):
        checked_fields(STAGE, asdict(stage), f"stages[{at}].")
    return plan


def _contestants(
    agents: Sequence[str | Contestant], game: Game, warn: Warn | None
) -> tuple[Contestant, ...]:
    told = {} if warn is None else {"warn": warn}
    made = iter(identify((agent for agent in agents if isinstance(agent, str)), game, **told))
    return tuple(next(made) if isinstance(agent, str) else agent for agent in agents)


def check_rivals(plan: Plan) -> None:
    """Refuse a tournament of one agent, which wins and loses all games; mirror games need no more.

    Raises:
        ValueError: names the agent.
    """
    if len(plan.contestants) == 1 and not any(stage.schedule == "mirror" for stage in plan.stages):
        raise ValueError(
            f"agents={plan.names[0]!r}: one agent has nobody to play against: expected two or more,"
            " or mirror games (--mirror), which compare the houses"
        )


def extend(stored: Plan, wanted: Plan) -> Plan:
    """The stored plan, with the games added that ``wanted`` has beyond it.

    More games of the same agents make the last stage longer. Other agents get a stage of their
    own, after what was planned before.

    Raises:
        ValueError: if the two do not fit together; names what differs.
    """
    for name in (
        "game",
        "game_version",
        "data_hash",
        "engine_version",
        "players",
        "options",
        "seed",
        "time_limit",
        "press",
    ):
        old, new = getattr(stored, name), getattr(wanted, name)
        if old != new:
            raise ValueError(f"{name}={new!r}: the results were played with {old!r}")
    known = {contestant.name: contestant for contestant in stored.contestants}
    for contestant in wanted.contestants:
        old_one = known.setdefault(contestant.name, contestant)
        if old_one != contestant:
            raise ValueError(
                f"agent {contestant.name!r} is not what it was: version {contestant.version!r},"
                f" files {contestant.digest!r}; the results were played with"
                f" {old_one.version!r}, {old_one.digest!r}"
            )
    contestants = tuple(known.values())
    position = {name: i for i, name in enumerate(known)}
    stages = list(stored.stages)
    for stage in wanted.stages:
        agents = tuple(position[wanted.contestants[agent].name] for agent in stage.agents)
        _lengthen(stages, replace(stage, agents=agents))
    parts = {item.name: getattr(stored, item.name) for item in fields(stored)}
    return _checked(**{**parts, "contestants": contestants, "stages": tuple(stages)})


def _lengthen(stages: list[Stage], wanted: Stage) -> None:
    """Add the games of a stage that are not planned yet."""
    mirrors = wanted.schedule == "mirror"
    alike = [stage for stage in stages if (stage.schedule == "mirror") == mirrors]
    planned = sum(stage.games for stage in alike)
    last = alike[-1] if alike else None
    same = last is not None and (last.schedule, last.agents) == (wanted.schedule, wanted.agents)
    if same and wanted.games == planned:
        return
    if wanted.games <= planned:
        what = "mirror" if mirrors else "games"
        raise ValueError(
            f"{what}={wanted.games}: {planned} are planned in this folder already; expected"
            f" {'at least' if same else 'more than'} that. Nothing is changed: leave --{what} out"
            " to go on, or use --report in place of --resume to sum up the games that are there"
        )
    more = wanted.games - planned
    if same and last is stages[-1]:
        stages[-1] = replace(last, games=last.games + more)
    else:
        stages.append(replace(wanted, games=more, first=stages[-1].first + stages[-1].games))


def waves(
    plan: Plan, index: int, played: Mapping[int, Outcome], until: float = 0.0
) -> Iterator[list[Match]]:
    """Portions of a stage, each of games that can be played at the same time.

    The next one may depend on the results so far: it is asked for when all games of the last one
    are in ``played``. So what is played does not depend on the order in which games end.

    Args:
        plan: the plan.
        index: of the stage.
        played: outcomes by number, of all stages.
        until: error probability of the sequential test that may end the stage; 0: no test.
    """
    stage = plan.stages[index]
    agents = len(stage.agents)
    number_of_kind = sum(earlier.schedule == stage.schedule for earlier in plan.stages[:index])
    seed = [plan.seed, KINDS.index(stage.schedule), number_of_kind]
    if stage.schedule == "swiss":
        rounds = _swiss_rounds(plan, stage, seed, played)
    else:
        make = mirror if stage.schedule == "mirror" else schedule
        whole = make(agents, plan.players, stage.games, seed)
        tested = until and stage.schedule != "mirror"
        size = -(-LOOK // agents) * agents if tested else len(whole)
        rounds = (whole[low : low + size] for low in range(0, len(whole), size))
    for portion in rounds:
        yield [
            Match(
                match.number + stage.first,
                match.deal,
                match.seed,
                tuple(stage.agents[agent] for agent in match.table),
            )
            for match in portion
        ]
        if not until or stage.schedule == "mirror":
            continue
        so_far = _until(played, stage.first + portion[-1].number + 1)
        if verdict(plan, index, so_far, until).best:
            return


def verdict(plan: Plan, index: int, played: Mapping[int, Outcome], alpha: float) -> Verdict:
    """Verdict of the sequential test on the games of a stage so far."""
    stage = plan.stages[index]
    outcomes = [played[number] for number in sorted(played) if stage.holds(number)]
    return judge(outcomes, [(agent, plan.names[agent]) for agent in stage.agents], alpha)


def _until(played: Mapping[int, Outcome], end: int) -> dict[int, Outcome]:
    """The games before number ``end``. What was played later before a break decides nothing."""
    return {number: outcome for number, outcome in played.items() if number < end}


def _swiss_rounds(
    plan: Plan, stage: Stage, seed: Sequence[int], played: Mapping[int, Outcome]
) -> Iterator[list[Match]]:
    start = [int(agent) for agent in np.random.default_rng(seed).permutation(len(stage.agents))]
    done = 0
    for round_no in count():
        wins: defaultdict[int, float] = defaultdict(float)
        places: defaultdict[int, float] = defaultdict(float)
        for number, outcome in _until(played, stage.first + done).items():
            if stage.holds(number):
                for seat, agent in enumerate(outcome.match.table):
                    wins[agent] += outcome.shares[seat]
                    places[agent] += outcome.places[seat]
        order = sorted(start, key=lambda i: (-wins[stage.agents[i]], places[stage.agents[i]]))
        matches = swiss_round(order, plan.players, round_no, seed)[: stage.games - done]
        yield matches
        done += len(matches)
        if done == stage.games:
            return


def _text(value: object) -> str:
    """A value of an option as it is written on the command line."""
    return str(value).lower() if isinstance(value, bool) else str(value)
