"""Compiling the kernels ahead of time, so that the next start is fast."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import cache, partial
from importlib.metadata import entry_points
from multiprocessing import active_children
from multiprocessing.process import BaseProcess

import numpy as np

from got_env.core.batch.rules import rules_of
from got_env.core.game import Game, Part, States
from got_env.core.jit import in_cache, kept_in
from got_env.core.kernel_cache import announced_compiling
from got_env.core.numba_patches import faster_compiler
from got_env.core.results import game_result
from got_env.core.worker_pool import worker_pool

GROUP = "got.warmup"
"""Entry points of functions of a game that compile kernels of their own for it."""

MOST_JOBS = 4
"""Processes that can be kept busy; each needs some hundred MB."""

SECONDS_OF_OTHERS = 3.0
"""Weight of a step from an entry point, as :attr:`got_env.core.game.Part.seconds`."""

SECONDS_TO_LOAD = 0.2
"""Weight of a step whose kernels another game has compiled."""


@dataclass(frozen=True)
class Step:
    """A piece of the compilation that one process does at a stretch."""

    game: str
    title: str
    seconds: float
    """As :attr:`got_env.core.game.Part.seconds`."""
    rules: bool
    """As :attr:`got_env.core.game.Part.rules`."""
    after: frozenset[str] = frozenset()
    """Names of the steps that compile what this one calls."""

    @property
    def name(self) -> str:
        """No other step has it."""
        return f"{self.game}: {self.title}"


def default_jobs() -> int:
    """Processes to compile in: one for each core that may be used, as far as that helps."""
    usable = getattr(os, "sched_getaffinity", None)
    cores = len(usable(0)) if usable is not None else os.cpu_count() or 1
    return min(MOST_JOBS, cores)


def warm_up_steps(codes: Collection[str] = (), without: Collection[str] = ()) -> tuple[Step, ...]:
    """Steps of compilation for games; each step comes behind those that it needs.

    Games of the same kind have their kernels in common: the first of them compiles these, and the
    others begin when it has ended. So do games of another kind with the same records, whose kernels
    call those of the first.

    Args:
        codes: of the games; all games by default.
        without: titles of steps to leave out.
    """
    from got_env.games import GAMES

    steps: list[Step] = []
    first_of_kind: dict[Callable[..., object], str] = {}
    for code in dict.fromkeys(codes or GAMES):
        parts = GAMES[code].kernels.parts
        first = first_of_kind.setdefault(parts, code)
        compiled = first != code
        kept = GAMES[first].records.state
        before = frozenset(
            step.name
            for step in steps
            if step.game == first or (not compiled and GAMES[step.game].records.state == kept)
        )
        for stage in (_uses(code),) if compiled else _stages(code):
            wanted = [
                Step(code, title, SECONDS_TO_LOAD if compiled else part.seconds, part.rules, before)
                for title, part in stage.items()
                if title not in without
            ]
            steps += wanted
            before = frozenset(step.name for step in wanted) or before
    return tuple(steps)


@cache
def _stages(code: str) -> tuple[Mapping[str, Part], ...]:
    """Parts to compile for a game, by title; each stage calls what those before it compile."""
    from got_env.games import GAMES

    game = GAMES[code]
    rules = {"rules": Part(partial(_play, game), 2)}
    return *(stage for stage in game.kernels.parts() if stage), rules, _uses(code)


@cache
def _uses(code: str) -> Mapping[str, Part]:
    """Parts that play a game in one way or another: of several games, and its own players."""
    from got_env.games import GAMES

    game = GAMES[code]
    uses = [
        *((entry.name, entry.load(), SECONDS_OF_OTHERS) for entry in entry_points(group=GROUP)),
        ("Gymnasium environment", _one_learner, 4.0),
        ("batch environment", _batch_environment, 2.0),
        ("positions", _positions, 1.0),
        ("environment", _environment, 2.0),
        ("hidden information", _views, 0.5),
    ]
    parts = {name: Part(partial(use, game), seconds, False) for name, use, seconds in uses}
    for name, play in game.players.policies.items():
        parts[f"games of {name}"] = Part(partial(_whole_game, game, play), 1, False)
    return parts


def warm_up(
    steps: Sequence[Step],
    jobs: int,
    on_start: Callable[[str], None] = lambda name: None,
    on_end: Callable[[str, float], None] = lambda name, seconds: None,
) -> None:
    """Compile everything that the disk cache does not hold yet.

    Args:
        steps: what to compile, from :func:`warm_up_steps`.
        jobs: processes that share the steps; with 1, or where little is left to compile, this
            process does all of them.
        on_start: called with the name of a step that begins.
        on_end: called with the name of a step and the seconds it took.

    Raises:
        ValueError: for a wrong number of jobs.
        RuntimeError: when a step fails; names it. When something is to be compiled and could be
            kept nowhere.
    """
    if jobs < 1:
        raise ValueError(f"jobs={jobs}: expected at least 1")
    warm = is_warm({step.game for step in steps})
    if not warm and kernel_folder() is None:
        raise RuntimeError(
            "there is no folder to keep kernels in that can be written;"
            " NUMBA_CACHE_DIR may name one"
        )
    if jobs == 1 or warm:
        for step in steps:
            on_start(step.name)
            on_end(step.name, _timed(step.game, step.title))
        return
    others = set(active_children())
    pool = worker_pool(jobs)
    try:
        _share(steps, jobs, lambda *step: pool.submit(_timed, *step), on_start, on_end)
    except BaseException:
        # Interrupted or failed: what still runs would go on for up to a minute.
        _end_children(others)
        pool.shutdown(wait=False, cancel_futures=True)
        raise
    _end_children(others)  # which would take seconds to take thousands of kernels apart again
    pool.shutdown()  # before the interpreter ends, which closes what its thread reads from


def _end_children(but: Collection[BaseProcess]) -> None:
    for child in set(active_children()) - set(but):
        child.terminate()


def _share(
    steps: Sequence[Step],
    jobs: int,
    submit: Callable[[str, str], Future[float]],
    on_start: Callable[[str], None],
    on_end: Callable[[str, float], None],
) -> None:
    """Keep so many processes busy; of what can begin, that comes first which most hangs on."""
    urgency = seconds_behind(steps)
    waiting = sorted(steps, key=lambda step: -urgency[step.name])
    open_names = {step.name for step in steps}
    running: dict[Future[float], Step] = {}
    while waiting or running:
        ready = [step for step in waiting if not step.after & open_names]
        for step in ready[: jobs - len(running)]:
            waiting.remove(step)
            on_start(step.name)
            running[submit(step.game, step.title)] = step
        for future in wait(running, return_when=FIRST_COMPLETED).done:
            step = running.pop(future)
            try:
                seconds = future.result()
            except BrokenProcessPool:
                raise RuntimeError(f"{step.name}: the process that compiled it died") from None
            open_names.remove(step.name)
            on_end(step.name, seconds)


def seconds_behind(steps: Sequence[Step]) -> dict[str, float]:
    """By name of a step, the seconds it takes with the longest row of steps that wait for it."""
    behind: dict[str, float] = {}
    for step in reversed(steps):
        waiting = (behind[other.name] for other in steps if step.name in other.after)
        behind[step.name] = step.seconds + max(waiting, default=0.0)
    return behind


def rules_are_warm(codes: Collection[str] = ()) -> bool:
    """True if the disk cache holds what plays games; what it lacks then compiles in seconds.

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


def is_warm(codes: Collection[str] = ()) -> bool:
    """True if the kernels at the top of games, compiled last, are in the disk cache."""
    from got_env.games import GAMES

    games = [GAMES[code] for code in codes or GAMES]
    steps = [game.kernels.vector_step for game in games]
    steps += [game.players.learner_kernels().step for game in games]
    return rules_are_warm(codes) and all(map(in_cache, steps))


def _timed(game: str, title: str) -> float:
    """Do a step; seconds it took. Runs in any process, so errors become plain ones."""
    began = time.perf_counter()
    try:
        with faster_compiler(), announced_compiling():
            parts = {name: part for stage in _stages(game) for name, part in stage.items()}
            parts[title].compile()
    except Exception as error:
        raise RuntimeError(f"{game}: {title}: {type(error).__name__}: {error}") from error
    return time.perf_counter() - began


def _play(game: Game) -> None:
    states = game.start(1, game.seats.counts[0])
    masks = np.zeros((1, game.actions.size), dtype=np.bool_)
    seats = np.zeros(1, dtype=np.int8)
    game.kernels.action_mask(states, masks)
    game.kernels.current_player(states, seats)
    game.kernels.step(states, masks.argmax(axis=1))
    game.kernels.advance(states, masks.argmax(axis=1), 0, masks, seats)
    game_result(game, states)


def _environment(game: Game) -> None:
    from got_env.envs.aec import GameEnv

    env = GameEnv(game, players=game.seats.counts[0], reward=game.results.for_learning)
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
