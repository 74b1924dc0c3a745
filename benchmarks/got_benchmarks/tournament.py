"""Tournaments: playing what a plan says, in whatever processes, and keeping the results."""

from __future__ import annotations

from collections.abc import Callable

from got_agents.consent import check_consent
from got_benchmarks.outcome import Outcome
from got_benchmarks.plan import Plan, extend, waves
from got_benchmarks.players import Players
from got_benchmarks.store import Store


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
        unnamed = [name for name in plan.names if name not in wanted.names]
        check_consent(unnamed, store.file, "--agents", trust_agents)
    else:
        plan = wanted
    store.write_plan(plan)
    return plan


def resumable(store: Store) -> Plan:
    """The plan of a folder to go on with.

    Raises:
        ValueError: if nothing was planned there.
    """
    stored = store.read_plan()
    if stored is None:
        raise ValueError(f"--resume: {store.folder} holds no tournament to go on with")
    return stored


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

    Args:
        plan: what to play.
        players: what plays it.
        store: where to keep the games, and find those played before.
        until: error probability of the sequential test that may end a stage; 0: no test.
        on_start: called with the number of games that were played before.
        on_end: called for every game that has ended.

    Returns:
        The outcomes of all games, by number.
    """
    if not 0 <= until < 1:
        raise ValueError(f"until={until}: expected an error probability such as 0.05")
    played = {outcome.match.number: outcome for _, outcome in store.outcomes()} if store else {}
    if on_start is not None:
        on_start(len(played))
    for index in range(len(plan.stages)):
        _run_stage(plan, index, players, store, until, on_end, played)
    return [played[number] for number in sorted(played)]


def _run_stage(
    plan: Plan,
    index: int,
    players: Players,
    store: Store | None,
    until: float,
    on_end: Callable[[Outcome], None] | None,
    played: dict[int, Outcome],
) -> None:
    def keep(outcome: Outcome) -> None:
        played[outcome.match.number] = outcome
        if store is not None:
            store.add(index, outcome)
        if on_end is not None:
            on_end(outcome)

    for wave in waves(plan, index, played, until):
        missing = [match for match in wave if match.number not in played]
        if missing:
            players.play(plan.setting, missing, keep)
    if store is not None:
        store.flush()
