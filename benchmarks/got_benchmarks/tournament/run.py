"""Tournaments: playing what a plan says, in whatever processes, and keeping the results."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

from got_agents.consent import check_consent
from got_benchmarks.playing.aborted_games import check_aborted, check_results
from got_benchmarks.playing.outcome import Outcome, check_played
from got_benchmarks.playing.players import Players, players_with
from got_benchmarks.tournament.entrants import enter
from got_benchmarks.tournament.finish import conclude
from got_benchmarks.tournament.pages import check_drawn, check_pages
from got_benchmarks.tournament.plan import Plan, check_rivals, extend, new_plan, waves
from got_benchmarks.tournament.replays import CHOICES
from got_benchmarks.tournament.results import Results
from got_benchmarks.tournament.sequential import checked_until
from got_benchmarks.tournament.store import Store
from got_env.games import get_game

__all__ = ["Results", "open_plan", "resumable", "run", "tournament"]


def tournament(
    agents: Iterable[Any] | Mapping[str, Any],
    *,
    games: int = 300,
    players: int | None = None,
    game: str = "agot2e",
    data_dir: str | PathLike[str] | None = None,
    options: Mapping[str, object] | None = None,
    seed: int = 0,
    schedule: str = "round-robin",
    mirrors: int = 0,
    time_limit: float = 60.0,
    press: object = None,
    until: float | str = 0.0,
    out: str | PathLike[str] | None = None,
    resume: bool = False,
    trust_agents: bool = False,
    replays: str = "notable",
    pages: bool = False,
    jobs: int = 1,
    isolate: bool = True,
    on_end: Callable[[Outcome], None] | None = None,
) -> Results:
    """Let agents play each other, balanced over seats and houses, as ``got tournament`` does.

    Objects play in this process: one that hangs or ends it takes the tournament along, and too slow
    a decision is found out when it is over. Agents by name that are not this package's own play in
    processes of their own.

    Args:
        agents: names and other specifications (``"heuristic"``, ``"policy:runs/first"``,
            ``"my_bots.py:Cautious"``), objects with ``act(view)``, classes and functions that make
            one, and functions ``(observation, action_mask) -> action``; or a mapping from names
            to these, in which a specification has itself as its name.
        games: games between the agents; a multiple of their number completes all deals.
        players: players of each game; as many as can play it by default.
        game: code of the game.
        data_dir: your own folder of board and card files.
        options: options of the game.
        seed: of the deals and seats; everything random follows from it.
        schedule: ``"round-robin"`` or ``"swiss"``.
        mirrors: more games in which all seats have the same agent.
        time_limit: seconds an agent may take for a decision; 0: no limit.
        press: how much the players may say to each other: ``True``, a text or a mapping, as
            :func:`got_env.core.press.settings.press_settings` takes it; None for no talk.
        until: stop when one agent is better than all others, with this error probability, such as
            0.05, or ``"significance"``, which is that; 0: play all games.
        out: folder for all results; None to keep them in memory only.
        resume: go on with the tournament in the folder; more games extend it.
        trust_agents: see :func:`open_plan`.
        replays: games to write as replays into the folder: ``"notable"``, ``"all"``, ``"none"``.
        pages: make web pages of the games that the report links to, beside their replays.
        jobs: processes to share the games between; 1 if there are objects.
        isolate: play agents by name that are not this package's own in other processes.
        on_end: called for every game that has ended.

    Raises:
        ValueError: for a bad argument, an agent that cannot be made, or a folder that does not
            fit; says which.
        StoreError: if the folder cannot be used, or is in use.
        RuntimeError: if the games cannot be played, or too many of them were given up.
    """
    if replays not in CHOICES:
        raise ValueError(f"replays={replays!r}: expected one of {', '.join(CHOICES)}")
    error = checked_until(until)
    if pages:
        check_pages(out is not None, replays)
        check_drawn(get_game(game, data_dir))
    if resume and out is None:
        raise ValueError("resume=True: expected out=FOLDER, the folder to go on with")
    entrants = enter(agents, get_game(game, data_dir))
    plan = new_plan(
        entrants.contestants,
        games,
        players=players,
        game=game,
        data_dir=data_dir,
        options=options,
        seed=seed,
        schedule=schedule,
        mirrors=mirrors,
        time_limit=time_limit,
        press=press,
    )
    if not resume:
        check_rivals(plan)
    objects = entrants.objects
    # What does not go together is refused before anything is written.
    who = players_with(plan.specs, objects, jobs, plan.time_limit, isolate)
    with ExitStack() as stack:
        store = None
        if out is not None:
            store = stack.enter_context(Store(Path(out), new=not resume))
            plan = open_plan(store, plan, resume, trust_agents)
            who = players_with(plan.specs, objects, jobs, plan.time_limit, isolate)
        stack.enter_context(who)
        outcomes = run(plan, who, store, until=error, on_end=on_end)
        conclusion = conclude(plan, outcomes, store, error, replays, pages)
    return Results(conclusion.summary, plan, tuple(outcomes), conclusion.lines)


def open_plan(store: Store, wanted: Plan, resume: bool, trust_agents: bool = False) -> Plan:
    """The plan to play in a folder: the wanted one, or what the folder holds made longer by it.

    Args:
        store: the folder.
        wanted: what is to be played.
        resume: go on with the tournament in the folder.
        trust_agents: agents that only the folder names may run programs, read folders and import
            modules.

    Raises:
        ValueError: if the folder holds a tournament and ``resume`` was not asked for, or none and
            it was; if the two do not fit together; if an agent would be started that nobody but
            the folder names. Says which.
    """
    stored = store.read_plan()
    if stored is not None and not resume:
        raise ValueError(
            f"{store.folder} holds a tournament: add --resume to go on with it, or choose another"
            " folder"
        )
    if resume:
        plan = extend(resumable(store), wanted)
        unnamed = [spec for spec in plan.specs if spec not in wanted.specs]
        check_consent(unnamed, store.file, "--agents", trust_agents)
    else:
        plan = wanted
    store.write_plan(plan)
    return plan


def resumable(store: Store, data_dir: str | PathLike[str] | None = None) -> Plan:
    """The plan of a folder to go on with.

    Args:
        store: the folder.
        data_dir: the folder with the data of the game, if these are not those of the package.

    Raises:
        ValueError: if nothing was planned there.
    """
    stored = store.read_plan(data_dir)
    if stored is None:
        raise ValueError(f"--resume: {store.folder} holds no tournament to go on with")
    return stored


def stored_games(
    store: Store, data_dir: str | PathLike[str] | None = None
) -> tuple[Plan, list[Outcome]]:
    """Content of a folder so far: its plan and the games that were played, by number.

    Args:
        store: the folder; it need not be open for writing.
        data_dir: as for :func:`resumable`.

    Raises:
        ValueError: if nothing was planned or played there.
    """
    plan = resumable(store, data_dir)
    outcomes = [outcome for _, outcome in store.outcomes()]
    if not outcomes:
        raise ValueError(f"{store.folder}: no game has been played yet")
    return plan, outcomes


def run(
    plan: Plan,
    players: Players,
    store: Store | None = None,
    *,
    until: float = 0.0,
    on_start: Callable[[int], None] | None = None,
    on_end: Callable[[Outcome], None] | None = None,
) -> list[Outcome]:
    """Play what is missing of a tournament; its outcomes do not depend on who plays them.

    Games that are given up are not stored: with ``resume`` they are played again.

    Args:
        plan: what to play.
        players: what plays it.
        store: where to keep the games, and find those played before.
        until: error probability of the sequential test that may end a stage; 0: no test.
        on_start: called with the number of games that were played before.
        on_end: called for every game that has ended.

    Returns:
        The outcomes of all games, by number, those that were given up among them.

    Raises:
        RuntimeError: if the games cannot be played, or too many of them were given up.
        ValueError: if the store holds a game that is not the one planned under its number.
    """
    checked_until(until)
    played = {outcome.match.number: outcome for _, outcome in store.outcomes()} if store else {}
    given_up: list[Outcome] = []
    if on_start is not None:
        on_start(len(played))
    for index in range(len(plan.stages)):
        stage = _Stage(plan, index, store, played, given_up, on_end)
        stage.run(players, until)
    check_results(len(played), given_up)
    return sorted([*played.values(), *given_up], key=lambda outcome: outcome.match.number)


@dataclass(frozen=True)
class _Stage:
    """A stage of a plan, and where its outcomes go."""

    plan: Plan
    index: int
    store: Store | None
    played: dict[int, Outcome]
    """Those of all stages, by number."""
    given_up: list[Outcome]
    on_end: Callable[[Outcome], None] | None

    def keep(self, outcome: Outcome) -> None:
        """Keep the outcome of a game that has ended."""
        if outcome.aborted:
            self.given_up.append(outcome)
            check_aborted(self.given_up)
        else:
            self.played[outcome.match.number] = outcome
            if self.store is not None:
                self.store.add(self.index, outcome)
        if self.on_end is not None:
            self.on_end(outcome)

    def run(self, players: Players, until: float) -> None:
        """Play what is missing of it."""
        played = self.played
        for wave in waves(self.plan, self.index, played, until):
            # In Swiss rounds, a game given up and tried again after a break changes who meets
            # later.
            if self.plan.stages[self.index].schedule != "swiss":
                check_played(
                    (played[match.number] for match in wave if match.number in played), wave
                )
            missing = [match for match in wave if match.number not in played]
            if missing:
                players.play(self.plan.setting, missing, self.keep)
        if self.store is not None:
            self.store.flush()
