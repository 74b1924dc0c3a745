"""Throughput on one core: rollouts, batched steps, turns of an AEC environment, clones."""

from __future__ import annotations

import sys
import types
import warnings
from collections.abc import Callable, Mapping
from importlib.util import find_spec
from typing import Any

import numpy as np

from got_benchmarks.speed.sampling import RandomPlayer
from got_benchmarks.speed.timing import clock, nanoseconds
from got_env.core.game import Game
from got_env.envs.vector import VectorEnv

ROLLOUT_GAMES = 64
CLONES = 64

Options = Mapping[str, Any]


def random_games(game: Game) -> Callable[[Any, Any], None]:
    """Plays records to the end at random and counts decisions and forced ones."""
    mask = np.zeros(game.actions.size, dtype=np.bool_)

    def play(states: Any, counts: Any) -> None:
        game.kernels.rollout(states, mask, -1, counts)

    return play


def heuristic_games(game: Game) -> Callable[[Any, Any], None]:
    """The same with the scripted player on every seat, each choosing from what it may know.

    Raises:
        ValueError: if the game has no scripted player.
    """
    if game.players.scripted is None:
        raise ValueError(f"the game {game.code!r} has no scripted player")
    return game.players.scripted().counting(ROLLOUT_GAMES)


def rollout(
    game: Game,
    players: int,
    options: Options,
    seconds: float,
    make: Callable[[Game], Callable[[Any, Any], None]] = random_games,
) -> dict[str, float]:
    """Games played to the end within compiled code; setting them up is left out of the time."""
    play = make(game)
    states = game.start(ROLLOUT_GAMES, players, 0, options)
    counts = np.zeros(2, dtype=np.int64)
    games, used = 0, 0.0
    while used < seconds:
        game.restart(states, players, np.arange(games, games + ROLLOUT_GAMES), options)
        began = clock()
        play(states, counts)
        used += clock() - began
        games += ROLLOUT_GAMES
    return {
        "games_per_s": games / used,
        "decisions_per_s": int(counts[0]) / used,
        "decisions_per_game": int(counts[0]) / games,
        "forced_per_game": int(counts[1]) / games,
    }


def mixed_games(game: Game, players: int, options: Options, num_envs: int) -> VectorEnv:
    """A batch environment with games at all stages, as in the middle of a long run.

    All games of a new batch are at their first decision; here each starts anew at another moment,
    so that even a few steps meet every kind of decision.
    """
    counts = np.zeros(2, dtype=np.int64)
    random_games(game)(game.start(ROLLOUT_GAMES, players, 0, options), counts)
    typical = int(counts[0] - counts[1]) // ROLLOUT_GAMES
    env = VectorEnv(game, num_envs, players, options=options)
    choose = RandomPlayer(num_envs, seed=1)
    restarts = np.random.default_rng(2).integers(0, typical, num_envs)
    for turn in range(typical):
        env.step(choose(env.action_masks))
        env.reset(mask=restarts == turn)
    return env


class Batch:
    """A batch environment with copies of games that are under way, and a random player for it.

    Args:
        source: games to copy, as often as needed; they part as each chooses at random.
        num_envs: games of the batch.
        **arguments: of :class:`VectorEnv`.
    """

    def __init__(self, source: VectorEnv, options: Options, num_envs: int, **arguments: Any):
        self.env = VectorEnv(
            source.game, num_envs, source.num_players, options=options, **arguments
        )
        self._player = RandomPlayer(num_envs)
        rows = np.arange(num_envs) % source.num_envs
        self.env.take(source, rows)

    def step(self) -> int:
        """Play a random decision in every game; returns how many that is."""
        self.env.step(self._player(self.env.action_masks))
        return self.env.num_envs

    def decisions_per_s(self, seconds: float, now: Callable[[], float] = clock) -> float:
        """Decisions each second: a step is one in every game; choosing the actions is left out.

        Args:
            seconds: length of the run.
            now: the clock.
        """
        env, choose = self.env, self._player
        self.step()
        steps, used = 0, 0.0
        while used < seconds:
            actions = choose(env.action_masks)
            began = now()
            env.step(actions)
            used += now() - began
            steps += 1
        return steps * env.num_envs / used


def step_overhead_us(game: Game, players: int, options: Options, seconds: float) -> float:
    """Microseconds that ``VectorEnv.step`` takes when no game moves: what Python costs a call."""
    env = VectorEnv(game, 1, players, options=options, auto_reset="disabled")
    choose = RandomPlayer(1)
    while not env.terminations[0]:
        env.step(choose(env.action_masks))
    actions = np.zeros(1, dtype=np.int64)
    return nanoseconds(lambda: env.step(actions), seconds) / 1e3


def game_bytes(env: VectorEnv) -> int:
    """Bytes that a batch environment holds for each of its games."""
    arrays = {}
    for value in vars(env).values():
        if isinstance(value, np.ndarray) and len(value) == env.num_envs:
            owner = value if value.base is None else value.base
            arrays[id(owner)] = owner.nbytes
    return (sum(arrays.values()) + env.final_observations.nbytes) // env.num_envs


def aec_turns(make: Callable[[], Any], seconds: float) -> float:
    """Turns each second of an AEC environment with observations, random legal actions."""
    env = make()
    rng = np.random.default_rng(0)
    draws = rng.random(1 << 14).tolist()
    turns = games = 0
    began = clock()
    while clock() - began < seconds:
        env.reset(seed=games)
        games += 1
        for _ in env.agent_iter():
            observation, _, termination, truncation, _ = env.last()
            action = None
            if not (termination or truncation):
                legal = observation["action_mask"].nonzero()[0]
                action = int(legal[int(draws[turns & 0x3FFF] * len(legal))])
            env.step(action)
            turns += 1
    return turns / (clock() - began)


def tic_tac_toe() -> Any:
    """PettingZoo's own game; it needs pygame only to draw, so a missing one is made up for."""
    if "pygame" not in sys.modules and find_spec("pygame") is None:
        sys.modules["pygame"] = types.ModuleType("pygame")
    with warnings.catch_warnings():
        # The way to make an environment that older versions of PettingZoo know too.
        warnings.simplefilter("ignore", DeprecationWarning)
        from pettingzoo.classic import tictactoe_v3

        return tictactoe_v3.env()


def clone_ns(game: Game, players: int, seconds: float) -> float:
    """Nanoseconds to copy one record into another, of many copied at once."""
    states = game.start(CLONES, players)
    source, target = states.view(np.uint8), np.zeros(states.nbytes, dtype=np.uint8)
    return nanoseconds(lambda: np.copyto(target, source), seconds) / CLONES
