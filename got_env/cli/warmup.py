"""Compiling the kernels ahead of time, so that the next start is fast."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Collection, Mapping
from concurrent.futures import as_completed
from concurrent.futures.process import BrokenProcessPool
from functools import cache, partial
from importlib.metadata import entry_points
from multiprocessing import active_children

import numpy as np

from got_env.core.batch.rules import rules_of
from got_env.core.game import Game, States
from got_env.core.jit import in_cache, kept_in
from got_env.core.quick_compiling import quick_compiling
from got_env.core.worker_pool import worker_pool

GROUP = "got.warmup"
"""Entry points of functions of a game that compile kernels of their own for it."""

MOST_JOBS = 4
"""Processes that can be kept busy; each needs some hundred MB."""

Step = Callable[[], None]


def default_jobs() -> int:
    """Processes to compile in: one for each core that may be used, as far as that helps."""
    usable = getattr(os, "sched_getaffinity", None)
    cores = len(usable(0)) if usable is not None else os.cpu_count() or 1
    return min(MOST_JOBS, cores)


@cache
def warm_up_stages() -> tuple[Mapping[str, Step], ...]:
    """What is to be compiled, for every game and player: functions that do it, by name, in stages.

    Those of a stage need what the stages before compile, and not each other. The steps that take
    longest come first in their stage.
    """
    from got_env.games import GAMES

    stages: list[dict[str, Step]] = []
    for game in GAMES.values():
        *parts, last_part = game.kernels.parts()
        parts.append({"rules": partial(_play, game), **last_part})
        stages += [{f"{game.code}: {name}": step for name, step in part.items()} for part in parts]
    last: dict[str, Step] = {}
    uses = {entry.name: entry.load() for entry in entry_points(group=GROUP)} | {
        "Gymnasium environment": _one_learner,
        "batch environment": _batch_environment,
        "positions": _positions,
        "environment": _environment,
        "hidden information": _views,
    }
    for game in GAMES.values():
        last |= {f"{game.code}: {name}": partial(step, game) for name, step in uses.items()}
        for name, play in game.players.policies.items():
            last[f"{game.code}: games of {name}"] = partial(_whole_game, game, play)
    return *stages, last


def warm_up(
    jobs: int,
    on_start: Callable[[str], None] = lambda name: None,
    on_end: Callable[[str, float], None] = lambda name, seconds: None,
    *,
    without: Collection[str] = (),
) -> None:
    """Compile everything that the disk cache does not hold yet.

    Args:
        jobs: processes that share the steps of a stage; with 1, or where little is left to compile,
            this process does all of them.
        on_start: called with the name of a step that begins or waits for a process.
        on_end: called with the name of a step and the seconds it took.
        without: names of steps to leave out.

    Raises:
        ValueError: for a wrong number of jobs.
        RuntimeError: when a step fails; names it. When something is to be compiled and could be
            kept nowhere.
    """
    if jobs < 1:
        raise ValueError(f"jobs={jobs}: expected at least 1")
    warm = _is_warm()
    if not warm and kernel_folder() is None:
        raise RuntimeError(
            "there is no folder to keep kernels in that can be written;"
            " NUMBA_CACHE_DIR may name one"
        )

    def wanted(stage: Mapping[str, Step]) -> list[str]:
        return [name for name in stage if name not in without]

    if jobs == 1 or warm:
        for number, stage in enumerate(warm_up_stages()):
            for name in wanted(stage):
                on_start(name)
                on_end(name, _timed(number, name))
        return
    others = set(active_children())
    pool = worker_pool(jobs)
    try:
        for number, stage in enumerate(warm_up_stages()):
            running = {}
            for name in wanted(stage):
                on_start(name)
                running[pool.submit(_timed, number, name)] = name
            for future in as_completed(running):
                try:
                    on_end(running[future], future.result())
                except BrokenProcessPool:
                    name = running[future]
                    raise RuntimeError(f"{name}: the process that compiled it died") from None
    except BaseException:
        # Interrupted or failed: what still runs would go on for up to a minute.
        for child in set(active_children()) - others:
            child.terminate()
        pool.shutdown(wait=False, cancel_futures=True)
        raise
    pool.shutdown()  # before the interpreter ends, which closes what its thread reads from


def steps_of_others(codes: Collection[str]) -> set[str]:
    """Names of the steps for games other than these."""
    from got_env.games import GAMES

    others = GAMES.keys() - set(codes)
    names = (name for stage in warm_up_stages() for name in stage)
    return {name for name in names if name.partition(": ")[0] in others}


def rules_are_warm(codes: Collection[str] = ()) -> bool:
    """Whether the disk cache holds what plays games; what it lacks then compiles in seconds.

    What plays games calls the rules by name, so it is not stale after an edit of one rule.

    Args:
        codes: of the games; all games by default.
    """
    from got_env.games import GAMES

    return all(_rules_are_warm(GAMES[code]) for code in codes or GAMES)


def _rules_are_warm(game: Game) -> bool:
    # The loops are kept for several games in one file; what a seat sees is a game's own.
    rules = rules_of(game.records.state)
    own = () if rules is None else (rules.observe_seat,)
    return all(map(in_cache, (game.kernels.advance, *own)))


def kernel_folder() -> str | None:
    """Folder that kernels of the engine are kept in from now on; None if none can be written."""
    from got_env.games import GAMES

    return kept_in(next(iter(GAMES.values())).kernels.step)


def _is_warm() -> bool:
    """Whether the kernels at the top, compiled last, are in the disk cache."""
    from got_env.games import GAMES

    steps = [game.kernels.vector_step for game in GAMES.values()]
    steps += [game.players.learner_kernels().step for game in GAMES.values()]
    return rules_are_warm() and all(map(in_cache, steps))


def _timed(stage: int, name: str) -> float:
    """Do a step; seconds it took. Runs in any process, so errors become plain ones."""
    began = time.perf_counter()
    try:
        with quick_compiling():
            warm_up_stages()[stage][name]()
    except Exception as error:
        raise RuntimeError(f"{name}: {type(error).__name__}: {error}") from error
    return time.perf_counter() - began


def _play(game: Game) -> None:
    states = game.start(1, game.seats.counts[0])
    masks = np.zeros((1, game.actions.size), dtype=np.bool_)
    seats = np.zeros(1, dtype=np.int8)
    game.kernels.action_mask(states, masks)
    game.kernels.current_player(states, seats)
    game.kernels.step(states, masks.argmax(axis=1))


def _environment(game: Game) -> None:
    from got_env.envs.aec import GameEnv

    env = GameEnv(game, players=game.seats.counts[0], reward=game.results.rewards[-1])
    env.reset(seed=0)
    env.step(env.legal_actions()[0])
    env.last()
    env.state()


def _batch_environment(game: Game) -> None:
    from got_env.envs.vector import VectorEnv

    env = VectorEnv(game, 1, game.seats.counts[0])
    env.step(env.action_masks.argmax(axis=1))


def _one_learner(game: Game) -> None:
    from got_env.envs.gymnasium_env import SeatEnv

    env = SeatEnv(game, players=game.seats.counts[0], opponents="random")
    env.reset(seed=0)
    env.step(env.legal_actions()[0])


def _views(game: Game) -> None:
    states = game.start(1, game.seats.counts[0])
    seats = np.zeros(1, dtype=np.int8)
    game.kernels.redact(states.copy(), seats)
    game.kernels.redeal(states.copy(), seats, np.zeros(1, dtype=np.int64))


def _whole_game(game: Game, play: Callable[[States], None]) -> None:
    play(game.start(1, game.seats.counts[0]))


def _positions(game: Game) -> None:
    from got_env.positions import position_of, states_from

    states = game.start(1, game.seats.counts[0])
    states_from(position_of(game, states, 0, game.seats.in_play(game.seats.counts[0])[0]))
