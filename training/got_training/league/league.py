"""A league and its folder: rounds of training, a gate, exploiters and ratings.

The state is written when a stage is done. A stage that was interrupted goes on with its own
training, or plays its games again: these follow from the state alone, so they come out the same.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import asdict
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import numpy as np

from got_agents.base import Agent, check_game
from got_agents.policy import WEIGHTS_FILE
from got_agents.registry import make_agent
from got_benchmarks.tournament.sqlite_file import claim
from got_training.args import Args
from got_training.league import ratings
from got_training.league.args import LeagueArgs
from got_training.league.members import (
    EXPLOITER,
    FIRST,
    MAIN,
    Member,
    Policy,
    read_member,
    read_policy,
)
from got_training.league.paired_match import (
    MatchSettings,
    PairedResult,
    play_paired,
    play_sequential,
)
from got_training.league.paths import (
    check_new,
    clear_unless_resumable,
    forget,
    refuse_links,
    tidy,
    training_folder,
)
from got_training.league.state import (
    DROPPED,
    GATE,
    JOINED,
    NO_MEMBER,
    PROMOTED,
    RATINGS,
    STAGES,
    STATE_FILE,
    TRIAL,
    UNDECIDED,
    WORSE,
    Record,
    State,
    first_state,
    read_state,
    write_state,
)
from got_training.saving import mend_card, read_progress
from got_training.session import run_training

Tell = Callable[[str], None]


def _nothing(line: str) -> None:
    """Tell nobody."""


class League:
    """A league in a folder, which it holds until it is closed or its ``with`` block ends.

    Args:
        args: of the league; those of a league that is resumed may have changed.
        out: its folder; see docs/league.md.
        start: folder of the policy to start from. A league that is resumed needs none; if one is
            given, it must be the policy that the league started from.
        resume: go on with the league in the folder.
        tell: gets a line for every stage that is done.

    Raises:
        ValueError: for a folder that holds something else, is damaged or of another game, a policy
            of another game, or agents that do not play it; says which.
        RuntimeError: if ratings are wanted and cannot be computed.
        StoreError: if the folder is in use, or cannot be written to.
    """

    def __init__(
        self,
        args: LeagueArgs,
        out: Path,
        start: Path | None = None,
        resume: bool = False,
        tell: Tell = _nothing,
    ) -> None:
        self.args, self.out, self.tell = args, out, tell
        self.game = args.chosen_game()
        self.settings = MatchSettings(self.game, args.table_sizes, args.options)
        self.interrupted = False
        if args.rating_games:
            ratings.check_available()
        for name in dict.fromkeys((*args.opponents, *args.rated)):
            check_game(make_agent(name), self.game)
        if start is None and not resume:
            raise ValueError("--start: expected the folder of a policy to start from")
        first = None if start is None else read_policy(start, self.game)
        if first is not None:
            self._check_trainings(first)
        self._check_folder(resume)
        self._lock = claim(out)
        try:
            self._check_folder(resume)
            self.state = self._begun(first) if first and not resume else self._resumed(first)
            tidy(out, self._training)
            write_state(out, self.game, args, self.state)
            if self._show_champion() and resume:
                self.tell(
                    f"{out / WEIGHTS_FILE}, or its card, was missing, damaged or not the champion:"
                    " written anew"
                )
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        where: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let others use the folder."""
        self._lock.close()

    def _check_folder(self, resume: bool) -> None:
        if resume:
            refuse_links(self.out)
            read_state(self.out).check(self.game, self.out / STATE_FILE)
        else:
            check_new(self.out)

    def _check_trainings(self, policy: Policy) -> None:
        """Find out before the first training whether one cannot be."""
        self.args.main_training(policy.shape, self.out, self.args.seed)
        if self.args.has_exploiters:
            self.args.exploiter_training(policy.shape, self.out, self.args.seed)

    def _begun(self, first: Policy) -> State:
        self.shape = first.shape
        state = first_state(first.fingerprint)
        first.save(state.members[0].folder(self.out))
        return state

    def _resumed(self, first: Policy | None) -> State:
        state = read_state(self.out).state
        begun = read_policy(state.members[0].folder(self.out), self.game)
        if first is not None and first.fingerprint != state.members[0].fingerprint:
            raise ValueError(
                f"--start: a policy with the fingerprint {first.fingerprint}: the league in"
                f" {self.out} started from {state.members[0].fingerprint}"
            )
        self.shape = begun.shape
        self._check_trainings(begun)
        for member in state.members:
            read_member(self.out, member, self.game, self.shape)
        if self.args.rating_games:
            ratings.read_ratings(self.out)  # a damaged table is told before hours of training
        return state

    # --- rounds

    def run(self) -> dict[str, Any]:
        """Play rounds until a limit is reached or somebody interrupts, and say what came of it.

        Raises:
            ValueError: if a file of the league is damaged; names it.
            RuntimeError: if a training diverges or an agent fails; says how.
            OSError: if something cannot be written.
        """
        stages: Mapping[str, Callable[[], None]] = {
            **{MAIN: self._train_main, GATE: self._pass_gate},
            **{EXPLOITER: self._train_exploiter, TRIAL: self._try_exploiter},
            RATINGS: self._rate,
        }
        assert tuple(stages) == STAGES
        while not self.interrupted and not self._ended:
            stages[self.state.stage]()
        return self.report()

    @property
    def _ended(self) -> bool:
        """True if no new round shall begin; one that has begun is brought to its end."""
        if self.state.stage != MAIN:
            return False
        rounds = self.args.rounds
        return bool(rounds and self.state.round > rounds) or self._time_is_up

    @property
    def _minutes_left(self) -> float:
        """When the current stage began."""
        return self.args.minutes - self.state.seconds / 60 if self.args.minutes else float("inf")

    @property
    def _time_is_up(self) -> bool:
        return self._minutes_left <= 0

    def report(self) -> dict[str, Any]:
        """State of the league, as plain data."""
        state = self.state
        return {
            "out": str(self.out),
            "rounds": state.round - 1,
            "stage": state.stage,
            "seconds": round(state.seconds, 1),
            "interrupted": self.interrupted,
            "champion": state.member(state.champion).name,
            "members": [member.name for member in state.members],
            "gates": [asdict(record) for record in state.gates],
            "exploiters": [asdict(record) for record in state.exploiters],
        }

    # --- stages

    def _train_main(self) -> None:
        members = {member.name: self._policy(member).weights for member in self.seated}
        self._train(self.args.main_training, self.args.main_minutes, self.state.learner, members)

    def _train_exploiter(self) -> None:
        if self._time_is_up or not self.args.has_exploiters:
            self._done(0.0, stages=2)
            return
        args = self.args
        self._train(args.exploiter_training, args.exploiter_minutes, self.state.champion, {})

    def _train(
        self,
        make: Callable[..., Args],
        minutes: float,
        start: int,
        members: Mapping[str, Any],
    ) -> None:
        left = min(minutes or float("inf"), self._minutes_left)
        from_where = self.state.member(start)
        self._policy(from_where)
        args = make(
            self.shape,
            from_where.folder(self.out),
            self._seed(),
            0.0 if left == float("inf") else left,
        )
        resume = clear_unless_resumable(self._training)
        earlier = read_progress(self._training)[0].seconds if resume else 0.0
        began = time.monotonic()
        report = run_training(args, self._training, resume, members)
        self.interrupted = report["interrupted"]
        if not self.interrupted:
            self.tell(
                f"round {self.state.round}: {self.state.stage} from {from_where.name}:"
                f" {report['steps']:,} decisions in {report['seconds']:.0f} s"
            )
            self._done(earlier + time.monotonic() - began)

    def _pass_gate(self) -> None:
        """Let the candidate play the champion.

        A candidate that the test has not found worse is where the next main training starts. A
        round is short: the next ones may add what it takes to be found better, and beginning again
        from the champion would throw away what was learnt. One that is worse is dropped.
        """
        state, args = self.state, self.args
        began = time.monotonic()
        folder = training_folder(self.out, state.round, MAIN)
        candidate = read_policy(folder, self.game, self.shape)
        champion = state.member(state.champion)
        result = play_sequential(
            self.settings,
            candidate.agent(self.game, "candidate"),
            self._policy(champion).agent(self.game, champion.name),
            args.gate_games,
            self._seeds(),
            args.gate_error,
        )
        verdict = PROMOTED if result.better else WORSE if result.worse else UNDECIDED
        member = None if verdict == WORSE else self._join(MAIN, candidate)
        record = self._record(result, verdict, member)
        self._tell_match("candidate", record)
        self._done(
            time.monotonic() - began,
            gates=(*state.gates, record),
            members=(*state.members, *([member] if member else [])),
            learner=member.number if member else state.champion,
            champion=member.number if member and verdict == PROMOTED else state.champion,
        )
        forget(folder)
        self._show_champion()

    def _try_exploiter(self) -> None:
        folder = training_folder(self.out, self.state.round, EXPLOITER)
        state = self.state
        began = time.monotonic()
        exploiter = read_policy(folder, self.game, self.shape)
        champion = state.member(state.champion)
        result = play_paired(
            self.settings,
            exploiter.agent(self.game, "exploiter"),
            self._policy(champion).agent(self.game, champion.name),
            self.args.exploiter_games,
            self._seeds(),
        )
        member = self._join(EXPLOITER, exploiter) if result.better else None
        record = self._record(result, JOINED if member else DROPPED, member)
        self._tell_match("exploiter", record)
        self._done(
            time.monotonic() - began,
            exploiters=(*state.exploiters, record),
            members=(*state.members, *([member] if member else [])),
        )
        forget(folder)

    def _rate(self) -> None:
        began = time.monotonic()
        if self.args.rating_games:
            champion = self.state.champion
            agents: dict[str, tuple[str, Agent]] = {
                member.name: (
                    ratings.CHAMPION if member.number == champion else ratings.MEMBER,
                    self._policy(member).agent(self.game, member.name),
                )
                for member in self.seated
            }
            for name in self.args.rated:
                agents[name] = (ratings.AGENT, make_agent(name))
            told = f"none, {next(iter(agents))} has nobody to play against"
            if len(agents) > 1:
                found = ratings.rate(self.args, self.state.round, agents, self._seed())
                ratings.add_ratings(self.out, found)
                best = sorted(found, key=lambda row: -row.rating)
                told = ", ".join(f"{row.member} {row.rating:.1f}" for row in best)
            self.tell(f"round {self.state.round}: ratings: {told}")
        self._done(time.monotonic() - began)

    # --- what the stages share

    @property
    def seated(self) -> list[Member]:
        """Members that sit at the tables: the first one, the champion and the newest, in order."""
        members = self.state.members
        kept = {FIRST, self.state.champion}
        for member in reversed(members):
            if len(kept) < self.args.seated:
                kept.add(member.number)
        return [member for member in members if member.number in kept]

    @property
    def _training(self) -> Path:
        """Folder of the training of the current stage, or of the one whose policy it tests."""
        trains = EXPLOITER if self.state.stage in (EXPLOITER, TRIAL) else MAIN
        return training_folder(self.out, self.state.round, trains)

    def _policy(self, member: Member) -> Policy:
        return read_member(self.out, member, self.game, self.shape)

    def _join(self, kind: str, policy: Policy) -> Member:
        """Write the policy of a new member; it is one when the state says so."""
        member = self.state.next_member(kind, policy.fingerprint)
        policy.save(member.folder(self.out))
        return member

    def _record(self, result: PairedResult, verdict: str, member: Member | None) -> Record:
        return Record(
            round=self.state.round,
            champion=self.state.champion,
            **asdict(result),
            verdict=verdict,
            member=NO_MEMBER if member is None else member.number,
        )

    def _tell_match(self, who: str, record: Record) -> None:
        champion = self.state.member(record.champion).name
        self.tell(
            f"round {record.round}: {who} against {champion}: {record.share:.1%}"
            f" ({record.low:.1%} to {record.high:.1%}) of {record.games} games: {record.verdict}"
        )

    def _seeds(self) -> list[int]:
        return [self.args.seed, self.state.round, STAGES.index(self.state.stage)]

    def _seed(self) -> int:
        return int(np.random.SeedSequence(self._seeds()).generate_state(1)[0] >> 1)

    def _done(self, seconds: float, stages: int = 1, **changes: Any) -> None:
        """Go to the next stage, or over some that are left out; see :meth:`State.after`."""
        following = self.state.after(seconds, stages, **changes)
        write_state(self.out, self.game, self.args, following)
        self.state = following

    def _show_champion(self) -> bool:
        """Make the policy of the folder that of the champion; tells whether it was another one."""
        champion = self.state.member(self.state.champion)
        policy = self._policy(champion)
        try:
            shown = read_policy(self.out, self.game, self.shape).fingerprint
            if shown == champion.fingerprint:
                return mend_card(self.out)
        except ValueError:
            pass  # there is none yet, or it is damaged
        policy.save(self.out)
        return True
