"""Plans and games from a database that may be damaged or foreign: checked before use."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from os import PathLike
from pathlib import Path
from typing import Annotated, Any

import numpy as np
from msgspec import Meta, convert

from got_agents.failures import LONGEST_FAILURE
from got_benchmarks.playing.identity import Contestant
from got_benchmarks.playing.matches import MOST_SECONDS
from got_benchmarks.playing.outcome import (
    FORFEIT,
    MAX_RECORD,
    NOBODY,
    Outcome,
    ends_of,
    unpack,
    unpack_messages,
)
from got_benchmarks.playing.schedule import KINDS, Match
from got_benchmarks.tournament.plan import ABOUT, MAX_AGENTS, STAGE, Plan, Stage, Text
from got_benchmarks.tournament.sqlite_file import StoreError
from got_env.core.error_values import short_repr
from got_env.core.files import FileError, naming
from got_env.core.game import Game
from got_env.core.press.settings import press_settings
from got_env.core.ranges import checked_field, checked_fields
from got_env.core.strict_json import parse_json
from got_env.games import find_game, get_game

LONGEST_STORED_ERROR = 16 * LONGEST_FAILURE
"""Characters of what an agent said when it failed; one that cannot be shown takes up to ten."""

Number = Annotated[int, Meta(ge=-(2**31), le=2**31 - 1)]


@contextmanager
def undamaged(file: Path) -> Iterator[None]:
    """Turn whatever is wrong with stored data into one line.

    Raises:
        StoreError: in place of errors about values; names the file.
    """
    try:
        with naming(file):
            yield
    except FileError as error:
        raise StoreError(
            f"{error}: the file is damaged, or was written by another program"
        ) from error


def plan_of(
    about: Mapping[str, Any],
    agents: Sequence[Sequence[Any]],
    stages: Sequence[Sequence[Any]],
    data_dir: str | PathLike[str] | None = None,
) -> Plan:
    """The plan that rows of a database make.

    Args:
        about: facts of the plan by name.
        agents: rows of the table.
        stages: rows of the table.
        data_dir: the folder with the data of the game, if these are not those of the package.

    Raises:
        ValueError: for anything that no plan has; names it.
        StoreError: if the game has other data than the folder and the package.
    """
    given = {"press": "", **about}  # which tournaments without talk do not have
    texts = {name: checked_field(name, value, Text) for name, value in given.items()}
    facts = checked_fields(
        ABOUT,
        {
            name: text if ABOUT.get(name) is Text else parse_json(text)
            for name, text in texts.items()
        },
    )
    game = _game_of(facts["game"], data_dir)
    facts["game"] = game.reference
    if facts["players"] not in game.seats.counts:
        raise ValueError(f"players={facts['players']}: expected one of {game.seats.counts}")
    talk = press_settings(game.moments, facts["press"] or None)
    if facts["press"] != (talk.text if talk is not None else ""):
        raise ValueError(
            f"press={short_repr(facts['press'])}: expected settings as they are written"
        )
    if len(agents) > MAX_AGENTS:
        raise ValueError(f"{len(agents)} agents: expected at most {MAX_AGENTS}")
    contestants = tuple(
        Contestant(*(checked_field(f"agents[{index}]", value, Text) for value in row))
        for index, row in enumerate(agents)
    )
    found: list[Stage] = []
    for row in stages:
        found.append(_stage(f"stages[{len(found)}].", row, found, len(contestants)))
    if all(stage.schedule == "mirror" for stage in found):
        raise ValueError(
            f"stages={short_repr([stage.schedule for stage in found])}: expected games"
            " between different agents"
        )
    return Plan(**facts, contestants=contestants, stages=tuple(found))


def _game_of(reference: str, data_dir: str | PathLike[str] | None) -> Game:
    """The game of a reference; the folder that stands in it is not read."""
    code, _, rest = reference.partition("@")
    data_hash, _, folder = rest.partition(":")
    own = find_game(code) if data_dir is None else get_game(find_game(code).code, data_dir)
    if own.identity.data_hash == data_hash:
        return own
    try:
        return find_game(code, data_hash or None)
    except ValueError:
        raise StoreError(
            f"the tournament was played with data of hash {short_repr(data_hash)} from the folder"
            f" {short_repr(folder)}: give the folder with --data-dir if you trust it; the data here"
            f" have the hash {own.identity.data_hash!r}"
        ) from None


def _stage(where: str, row: Sequence[Any], before: Sequence[Stage], agents: int) -> Stage:
    schedule, ids, games, first = row
    listed = parse_json(checked_field(f"{where}agents", ids, str))
    values = {"schedule": schedule, "agents": listed, "games": games, "first": first}
    stage = Stage(**checked_fields(STAGE, values, where))
    if stage.schedule not in KINDS:
        raise ValueError(f"{where}schedule={short_repr(stage.schedule)}: expected one of {KINDS}")
    if not stage.agents or max(stage.agents) >= agents:
        raise ValueError(
            f"{where}agents={short_repr(stage.agents)}: expected some of {agents} agents"
        )
    wanted = before[-1].first + before[-1].games if before else 0
    if stage.first != wanted:
        raise ValueError(f"{where}first={stage.first}: expected {wanted}")
    return stage


def outcome_of(
    row: Sequence[Any], seats: Sequence[Sequence[Any]], plan: Plan, said: object = b""
) -> Outcome:
    """Outcome of a game, from its row, those of its seats, and what was said in it.

    Raises:
        ValueError: for anything that no game of the plan has; names it.
    """
    try:
        check_houses(seats, plan.houses)
        parts = [seat[2:] for seat in seats]
        outcome = replace(_outcome_of(row, parts), said=checked_field("said", said, bytes))
        checked_outcome(outcome, get_game(plan.game), plan.players, len(plan.contestants))
        stage, number = row[1], outcome.match.number
        if not (stage in range(len(plan.stages)) and plan.stages[stage].holds(number)):
            raise ValueError(f"stage={short_repr(stage)}: expected that of game {number}")
        if outcome.decisions != len(unpack(outcome.record)):
            raise ValueError(f"decisions={outcome.decisions}: expected as many as actions")
        unpack_messages(outcome.said)
    except ValueError as error:
        raise ValueError(f"table games, row {short_repr(row[0])}: {error}") from error
    return outcome


def check_houses(seats: Sequence[Sequence[Any]], houses: Sequence[str]) -> None:
    """Refuse rows of seats that are not those of the game, each with its house.

    Raises:
        ValueError: for the first; names it.
    """
    for index, (seat, house, *_) in enumerate(seats):
        if seat != index or index >= len(houses):
            raise ValueError(
                f"table seats: seat={short_repr(seat)}: expected 0 to {len(houses) - 1}"
            )
        if house != houses[index]:
            raise ValueError(
                f"table seats, seat {index}: house={short_repr(house)}: expected {houses[index]!r}"
            )


def _outcome_of(row: Sequence[Any], seats: Sequence[Sequence[Any]]) -> Outcome:
    number, _, deal, seed, end, winner, rounds, decisions, failed, error, actions, seconds = row
    agents, places, shares, measures, thinking = zip(*seats, strict=True) if seats else [()] * 5
    match = {"number": number, "deal": deal, "seed": seed, "table": agents}
    return convert(
        {
            "match": match,
            "end": end,
            "winner": NOBODY if winner is None else winner,
            "places": [place - 1 for place in places if isinstance(place, float)],
            "shares": shares,
            "measures": _by_name(measures),
            "rounds": rounds,
            "decisions": decisions,
            "failed": NOBODY if failed is None else failed,
            "error": error or "",
            "record": actions,
            "seconds": seconds,
            "thinking": thinking,
        },
        Outcome,
    )


def _by_name(measures: Sequence[str]) -> dict[str, list[int]]:
    """Counts of the game, by name, from the JSON of each seat."""
    seats = [convert(parse_json(text), dict[str, Number]) for text in measures]
    names = list(seats[0]) if seats else []
    for seat in seats:
        if list(seat) != names:
            raise ValueError(
                f"measures={short_repr(list(seat))}: expected {short_repr(names)} of every seat"
            )
    return {name: [seat[name] for seat in seats] for name in names}


def checked_outcome(outcome: Outcome, game: Game, players: int, agents: int) -> Outcome:
    """An outcome whose every index is in its range.

    Raises:
        ValueError: for the first that is not; names it.
    """
    match: Match = outcome.match
    where = f"game {match.number}"
    for name in ("places", "shares", "thinking"):
        if len(getattr(outcome, name)) != players:
            raise ValueError(f"{where}: {len(getattr(outcome, name))} {name}, expected {players}")
    if tuple(outcome.measures) != game.results.measures:
        expected = ", ".join(game.results.measures)
        raise ValueError(
            f"{where}: measures={short_repr(list(outcome.measures))}: expected {expected}"
        )
    for name, by_seat in outcome.measures.items():
        if len(by_seat) != players:
            raise ValueError(f"{where}: measures: {len(by_seat)} {name}, expected {players}")
    if len(match.table) != players or not all(0 <= agent < agents for agent in match.table):
        raise ValueError(
            f"{where}: table={short_repr(match.table)}: expected {players} of the agents"
        )
    for name in ("winner", "failed"):
        if not NOBODY <= getattr(outcome, name) < players:
            raise ValueError(f"{where}: {name}={getattr(outcome, name)}: expected a seat")
    if outcome.end not in ends_of(game) or (outcome.end == FORFEIT) != bool(outcome.error):
        raise ValueError(
            f"{where}: end={short_repr(outcome.end)} with error={short_repr(outcome.error)}"
        )
    if (outcome.end == FORFEIT) != (outcome.failed != NOBODY):
        raise ValueError(f"{where}: end={outcome.end} with failed={outcome.failed}")
    if not all(0 <= share <= 1 for share in outcome.shares):
        raise ValueError(f"{where}: shares={short_repr(outcome.shares)}: expected 0 to 1")
    if not all(0 <= place < players for place in outcome.places):
        raise ValueError(f"{where}: places={short_repr(outcome.places)}: expected 1 to {players}")
    drawn = outcome.end != FORFEIT and 0 < max(outcome.shares, default=0) < 1
    if (outcome.winner == NOBODY) != (outcome.end == FORFEIT or drawn):
        raise ValueError(f"{where}: end={outcome.end} with winner={outcome.winner}")
    for name, times in (("seconds", (outcome.seconds,)), ("thinking", outcome.thinking)):
        if not all(0 <= seconds <= MOST_SECONDS for seconds in times):
            raise ValueError(f"{where}: {name}={short_repr(times)}: expected 0 to {MOST_SECONDS:g}")
    if not outcome.error.isprintable() or len(outcome.error) > LONGEST_STORED_ERROR:
        raise ValueError(
            f"{where}: error={short_repr(outcome.error)}: expected at most {LONGEST_STORED_ERROR}"
            " characters that can be shown"
        )
    most = int(np.iinfo(game.records.state["round_no"].base).max)
    if outcome.rounds > most:
        raise ValueError(f"{where}: rounds={outcome.rounds}: expected 0 to {most}")
    if min(outcome.rounds, outcome.decisions, match.number, match.seed) < 0:
        raise ValueError(f"{where}: a number below 0")
    if len(outcome.record) > MAX_RECORD:
        raise ValueError(f"{where}: {len(outcome.record)} bytes of actions, at most {MAX_RECORD}")
    return outcome
