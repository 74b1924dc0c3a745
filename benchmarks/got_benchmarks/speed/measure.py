"""The measures of ``got bench speed``, part after part: medians of several short runs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from statistics import median
from typing import Any

from got_benchmarks.speed import machine, scaling, startup, throughput
from got_benchmarks.speed.timing import clock
from got_env.core.game import Game
from got_env.envs.aec import GameEnv
from got_env.envs.vector import VectorEnv
from got_env.envs.wrappers import wrapped
from got_env.games import get_game

MOST_SECONDS = 3600
"""Of one measurement."""

NOTE = (
    "One core is timed by the processor time of this process, several cores and the start-up by "
    "the wall. Medians; other programs on the machine make the figures smaller."
)

Part = tuple[str, Callable[["Setting"], dict[str, Any]]]


@dataclass(frozen=True)
class Setting:
    """Games and times of a measurement.

    Attributes:
        game: the game.
        players: players of each game.
        options: rules options.
        num_envs: games of the batched step.
        repeats: runs of each part.
        seconds: length of each run.
        most_envs: the largest batch of the scaling.
        mixed: games under way, to copy into batches.
    """

    game: Game
    players: int
    options: Mapping[str, Any]
    num_envs: int
    repeats: int
    seconds: float
    most_envs: int
    mixed: VectorEnv = field(repr=False)

    def many(self, run: Callable[[], float]) -> float:
        """The median of all runs."""
        return median(run() for _ in range(self.repeats))


def _rollout(make: Callable[[Game], Callable[[Any, Any], None]], s: Setting) -> dict[str, float]:
    runs = [
        throughput.rollout(s.game, s.players, s.options, s.seconds, make) for _ in range(s.repeats)
    ]
    return {key: median(run[key] for run in runs) for key in runs[0]}


def _rollouts(s: Setting) -> dict[str, Any]:
    return {"rollout": _rollout(throughput.random_games, s)}


def _heuristic_rollouts(s: Setting) -> dict[str, Any]:
    return {"rollout_heuristic": _rollout(throughput.heuristic_games, s)}


def _batched(s: Setting) -> dict[str, Any]:
    every, skipping = (
        throughput.Batch(s.mixed, s.options, s.num_envs, skip_forced=skip) for skip in (False, True)
    )
    return {
        "batched": {
            "num_envs": s.num_envs,
            "decisions_per_s": s.many(lambda: every.decisions_per_s(s.seconds)),
            "decisions_per_s_skip_forced": s.many(lambda: skipping.decisions_per_s(s.seconds)),
            "overhead_us": s.many(
                lambda: throughput.step_overhead_us(s.game, s.players, s.options, s.seconds / 5)
            ),
        }
    }


def _turns(s: Setting) -> dict[str, Any]:
    def make() -> Any:
        return wrapped(GameEnv(s.game, players=s.players, **s.options))

    ours = s.many(lambda: throughput.aec_turns(make, s.seconds))
    theirs = s.many(lambda: throughput.aec_turns(throughput.tic_tac_toe, s.seconds))
    return {"aec": {"turns_per_s": ours, "tictactoe_turns_per_s": theirs, "ratio": ours / theirs}}


def _memory(s: Setting) -> dict[str, Any]:
    return {
        "clone_ns": s.many(lambda: throughput.clone_ns(s.game, s.players, s.seconds / 5)),
        "state_bytes": s.game.records.state.itemsize,
        "memory": {
            "record_bytes": s.game.records.state.itemsize,
            "observation_bytes": s.game.observation.size,
            "mask_bytes": s.game.actions.size,
            "vector_env_bytes_per_game": throughput.game_bytes(s.mixed),
        },
    }


def _batch_sizes(s: Setting) -> dict[str, Any]:
    sizes = tuple(size for size in scaling.SIZES if size <= s.most_envs)
    return {
        "batch_sizes": scaling.batch_sizes(s.mixed, s.options, s.seconds, s.repeats, sizes),
    }


def _threads(s: Setting) -> dict[str, Any]:
    rows = scaling.threads(s.mixed, s.options, s.num_envs, s.seconds, s.repeats)
    return {"threads": rows}


def _processes(s: Setting) -> dict[str, Any]:
    load = scaling.Load(s.game.reference, s.players, dict(s.options), s.num_envs)
    rows = scaling.processes(load, s.seconds, s.repeats)
    return {"processes": rows}


def _startup(s: Setting) -> dict[str, Any]:
    return {"compile": startup.compile_times(s.game, s.players, s.options, s.repeats)}


ONE_CORE: tuple[Part, ...] = (
    ("rollouts", _rollouts),
    ("heuristic rollouts", _heuristic_rollouts),
    ("batched steps", _batched),
    ("turns", _turns),
    ("clones", _memory),
)
SCALING: tuple[Part, ...] = (
    ("batch sizes", _batch_sizes),
    ("threads", _threads),
    ("processes", _processes),
)
STARTUP: tuple[Part, ...] = (("start-up", _startup),)


def measure(
    code: str,
    players: int,
    options: Mapping[str, Any],
    num_envs: int = 1024,
    repeats: int = 5,
    compiling: bool = True,
    scale: bool = True,
    seconds: float = 0.5,
    most_envs: int = scaling.SIZES[-1],
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Measure part after part; yields what a part adds to the result, named for a progress line.

    Raises:
        ValueError: for an unknown game or option or a wrong number; names it.
    """
    game = get_game(code)
    for name, value in (("num_envs", num_envs), ("repeats", repeats), ("most_envs", most_envs)):
        if value < 1:
            raise ValueError(f"{name}={value}: expected at least 1")
    if not 0 < seconds <= MOST_SECONDS:
        raise ValueError(f"seconds={seconds}: expected more than 0, and at most {MOST_SECONDS}")
    mixed = throughput.mixed_games(game, players, options, min(num_envs, 1024))
    setting = Setting(game, players, options, num_envs, repeats, seconds, most_envs, mixed)
    yield (
        "rules",
        {
            "game": game.code,
            "players": players,
            "options": {key: str(value) for key, value in options.items()},
            "cores": machine.cores(),
            "cores_used": 1,
            "repeats": repeats,
            "seconds": seconds,
            "clock": clock.__name__,
            "note": NOTE,
            "machine": machine.describe(),
        },
    )
    for name, part in ONE_CORE + SCALING * scale + STARTUP * compiling:
        yield name, part(setting)


def parts(compiling: bool, scale: bool) -> int:
    """Number of parts that :func:`measure` yields."""
    return 1 + len(ONE_CORE) + len(SCALING) * scale + len(STARTUP) * compiling


def rounded(value: Any) -> Any:
    """A result with four significant digits."""
    if isinstance(value, dict):
        return {key: rounded(item) for key, item in value.items()}
    if isinstance(value, list):
        return [rounded(item) for item in value]
    if isinstance(value, float):
        return float(f"{value:.4g}")
    return value
