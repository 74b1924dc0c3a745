"""State of a league: ``league.json``, read strictly and written at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from got_env.core.checks import checked_choice
from got_env.core.error_values import short_repr
from got_env.core.files import naming, read_json, write_whole
from got_env.core.game import Game
from got_env.core.ranges import checked_fields
from got_training.league.args import LeagueArgs
from got_training.league.members import FIRST, KINDS, START, Member, Number, Short

STATE_FILE = "league.json"
MAX_STATE = 1 << 22
FORMAT = 1

MAIN, GATE, EXPLOITER, TRIAL, RATINGS = STAGES = ("main", "gate", "exploiter", "trial", "ratings")
"""Stages of a round, in this order."""

PROMOTED, UNDECIDED, WORSE = GATE_VERDICTS = ("promoted", "undecided", "worse")
JOINED, DROPPED = TRIAL_VERDICTS = ("member", "dropped")

MOST_ROUNDS = 10_000

NO_MEMBER = -1
"""In place of the number of a policy that did not become a member."""

Unit = Annotated[float, Meta(ge=0, le=1)]
Games = Annotated[int, Meta(ge=1, le=1 << 20)]
Seconds = Annotated[float, Meta(ge=0, le=1e10)]
Joined = Annotated[int, Meta(ge=-1, le=99_999)]
Version = Annotated[int, Meta(ge=0, le=1 << 62)]


@dataclass(frozen=True)
class Record:
    """Result of a candidate or an exploiter against the champion."""

    round: Number
    champion: Number
    """Number of the member that it played."""
    games: Games
    share: Unit
    """Its share of wins."""
    low: Unit
    high: Unit
    """Interval of the share: for a candidate the bounds of the sequential test."""
    verdict: Short
    """One of :data:`GATE_VERDICTS` or :data:`TRIAL_VERDICTS`."""
    member: Joined
    """The number that it got as a member, or NO_MEMBER."""


@dataclass(frozen=True)
class State:
    """State of a league: everything before the current stage is done."""

    round: Number
    """The current round, 1 first."""
    stage: Short
    """The current stage, one of :data:`STAGES`."""
    champion: Number
    learner: Number
    """The member that the next main training starts from."""
    seconds: Seconds
    """Work of all stages that are done."""
    members: tuple[Member, ...]
    gates: tuple[Record, ...] = ()
    """Of every round."""
    exploiters: tuple[Record, ...] = ()
    """Of the rounds that trained one."""

    def member(self, number: int) -> Member:
        """The member of a number."""
        return next(member for member in self.members if member.number == number)

    def next_member(self, kind: str, fingerprint: str) -> Member:
        """One more member, with the next number."""
        return Member(self.members[-1].number + 1, kind, self.round, fingerprint)

    def after(self, seconds: float, stages: int = 1, **changes: Any) -> State:
        """The state when the current stage is done.

        Args:
            seconds: what the stage took.
            stages: how many are done: more than one if those behind it in the round are left out.
            changes: what else is another.
        """
        following = STAGES.index(self.stage) + stages
        done = following == len(STAGES)
        return replace(
            self,
            round=self.round + done,
            stage=STAGES[following % len(STAGES)],
            seconds=round(self.seconds + seconds, 3),
            **changes,
        )


def first_state(fingerprint: str) -> State:
    """The state of a league that has done nothing yet.

    Args:
        fingerprint: of the policy that it starts from.
    """
    return State(1, MAIN, FIRST, FIRST, 0.0, (Member(FIRST, START, 0, fingerprint),))


@dataclass(frozen=True)
class Kept:
    """The content of a state file; nothing that it names has been read."""

    game: str
    version: int
    data_hash: str
    args: Mapping[str, Any]
    """Arguments as plain data."""
    state: State

    def check(self, game: Game, file: Path) -> None:
        """Refuse another game than that of the file.

        Raises:
            ValueError: names what differs.
        """
        facts = (game.code, game.identity.version, game.identity.data_hash)
        names = ("game", "version", "data_hash")
        for name, there, here in zip(
            names, (self.game, self.version, self.data_hash), facts, strict=True
        ):
            if there != here:
                raise ValueError(f"{file}: {name}={short_repr(there)}: expected {here!r}")


FIELDS: Mapping[str, Any] = {
    **{"format": int, "game": str, "version": Version, "data_hash": str},
    **{"args": dict[str, Any], "state": dict[str, Any]},
}

STATE_FIELDS: Mapping[str, Any] = {
    **{"round": Annotated[int, Meta(ge=1, le=MOST_ROUNDS)], "stage": str, "champion": Number},
    **{"learner": Number, "seconds": Seconds, "members": tuple[dict[str, Any], ...]},
    **{"gates": tuple[dict[str, Any], ...], "exploiters": tuple[dict[str, Any], ...]},
}


def write_state(folder: Path, game: Game, args: LeagueArgs, state: State) -> None:
    """Write the state; a reader sees the old one or this one.

    Raises:
        OSError: if it cannot be written; the old one stays.
    """
    content = {
        "format": FORMAT,
        "game": game.code,
        "version": game.identity.version,
        "data_hash": game.identity.data_hash,
        "args": args.plain(),
        "state": asdict(state),
    }
    text = msgspec.json.format(msgspec.json.encode(content), indent=2)
    write_whole(folder / STATE_FILE, text + b"\n")


def read_state(folder: Path) -> Kept:
    """The state of a league.

    Raises:
        ValueError: if there is none, or it is damaged; names file and field.
    """
    file = folder / STATE_FILE
    if not file.is_file():
        raise ValueError(f"nothing to resume: {folder} has no {STATE_FILE}")
    content = read_json(file, MAX_STATE)
    with naming(file):
        given = checked_fields(FIELDS, content)
        if given["format"] != FORMAT:
            raise ValueError(f"format={short_repr(given['format'])}: expected {FORMAT}")
        facts = {name: given[name] for name in ("game", "version", "data_hash", "args")}
        return Kept(**facts, state=_parse(given["state"]))


def _parse(value: object) -> State:
    given = checked_fields(STATE_FIELDS, value, "state.")
    checked_choice(given["stage"], STAGES, "state.stage")
    members = tuple(
        Member(**checked_fields(Member, one, f"state.members[{at}]."))
        for at, one in enumerate(given["members"])
    )
    for at, member in enumerate(members):
        checked_choice(member.kind, KINDS, f"state.members[{at}].kind")
        if member.number != at or (member.kind == START) != (at == FIRST):
            raise ValueError(
                f"state.members[{at}]: {member.name}: expected the numbers 0, 1, 2 and so on, and"
                " a start first"
            )
    for name in ("champion", "learner"):
        if given[name] >= len(members):
            raise ValueError(f"state.{name}={given[name]}: there are {len(members)} members")
    gates = _records(given["gates"], "gates", GATE_VERDICTS, len(members))
    exploiters = _records(given["exploiters"], "exploiters", TRIAL_VERDICTS, len(members))
    done = STAGES.index(given["stage"])
    expected = list(range(1, given["round"] + (done > STAGES.index(GATE))))
    if [record.round for record in gates] != expected:
        raise ValueError(
            f"state.gates: {len(gates)} records: expected one of each of {len(expected)} rounds"
        )
    last = given["round"] - (done <= STAGES.index(TRIAL))
    rounds = [record.round for record in exploiters]
    if rounds != sorted(set(rounds)) or not all(1 <= one <= last for one in rounds):
        raise ValueError(f"state.exploiters: of the rounds {rounds}: expected 1 to {last} in order")
    state = State(**{**given, "members": members, "gates": gates, "exploiters": exploiters})
    _check_story(state)
    return state


def _check_story(state: State) -> None:
    """Check that the records lead to the members, the champion and the learner of the state.

    Raises:
        ValueError: if something is missing or another than they say; names it.
    """
    champion = learner = FIRST
    joined: dict[int, tuple[str, int]] = {FIRST: (START, 0)}
    trials = {record.round: at for at, record in enumerate(state.exploiters)}
    for at, gate in enumerate(state.gates):
        _check_record(gate, f"state.gates[{at}].", champion, gate.verdict != WORSE)
        if gate.member != NO_MEMBER:
            joined[gate.member] = (MAIN, gate.round)
        champion = gate.member if gate.verdict == PROMOTED else champion
        learner = champion if gate.verdict == WORSE else gate.member
        if gate.round in trials:
            trial = state.exploiters[trials[gate.round]]
            where = f"state.exploiters[{trials[gate.round]}]."
            _check_record(trial, where, champion, trial.verdict == JOINED)
            if trial.member != NO_MEMBER:
                joined[trial.member] = (EXPLOITER, trial.round)
    for name, told in (("champion", champion), ("learner", learner)):
        if getattr(state, name) != told:
            raise ValueError(
                f"state.{name}={getattr(state, name)}: expected {told}, as the gates say"
            )
    for at, member in enumerate(state.members):
        if joined.get(at) != (member.kind, member.round):
            raise ValueError(
                f"state.members[{at}]: {member.name} of round {member.round}: expected what the"
                " gates and exploiters say"
            )


def _check_record(record: Record, where: str, champion: int, joins: bool) -> None:
    """Check a record by what is known of its round.

    Args:
        record: of a gate or a trial.
        where: what stands before the names of its fields.
        champion: who was the champion then.
        joins: whether its verdict makes a member.
    """
    if record.champion != champion:
        raise ValueError(f"{where}champion={record.champion}: expected {champion}, that of then")
    if (record.member != NO_MEMBER) != joins:
        raise ValueError(
            f"{where}member={record.member}: expected {'a member' if joins else NO_MEMBER} for"
            f" the verdict {record.verdict!r}"
        )
    if record.low > record.high:
        raise ValueError(f"{where}low={record.low}: expected at most high={record.high}")


def _records(
    values: Sequence[object], name: str, verdicts: tuple[str, ...], members: int
) -> tuple[Record, ...]:
    records = []
    for at, value in enumerate(values):
        where = f"state.{name}[{at}]."
        record = Record(**checked_fields(Record, value, where))
        checked_choice(record.verdict, verdicts, f"{where}verdict")
        if max(record.champion, record.member) >= members:
            raise ValueError(f"{where}champion, member: there are {members} members")
        records.append(record)
    return tuple(records)
