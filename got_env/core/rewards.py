"""Rewards: what each final place is worth, and what is paid on the way.

========= =======================================================================================
``win``   +1 for the winner, -1 / (n - 1) for each of the others; zero-sum
``rank``  from +1 for the first to -1 for the last place in equal steps; zero-sum
potential ``win``, and on the way the change of a potential: a weight for each point of a seat's
          score above the average of all seats. The potential is 0 at the end, so with a discount
          of 1 it does not change which policy is better (Ng, Harada and Russell 1999)
events    ``win``, and the change of a score on the way, to the end: nothing is taken back, so it
          may change which policy is better. A score that counts events pays for each of them
========= =======================================================================================

Every game has the first two and names others with their scores: a row for each in the file of its
rewards. Houses that share a place share its prizes equally, and all rewards are zero-sum.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

from got_env.core.checks import checked_choice
from got_env.core.game import Game, Reward, States
from got_env.core.numbered_kernels import NO_KERNEL
from got_env.core.protocol import SHAPING


def winner_takes_all(players: int) -> npt.NDArray[np.float64]:
    """Prizes ``(players,)`` by place: +1 for the first, -1 / (n - 1) for the others."""
    table = np.full(players, -1.0 / (players - 1))
    table[0] = 1.0
    return table


def equal_steps(players: int) -> npt.NDArray[np.float64]:
    """Prizes ``(players,)`` by place: from +1 to -1."""
    return np.linspace(1.0, -1.0, players)


BY_PLACE = {"win": Reward(winner_takes_all), "rank": Reward(equal_steps)}
"""The rewards that every game has."""


def potential(score: Callable[..., None], weight: float) -> Reward:
    """The prizes of ``win``, shaped by a potential.

    Args:
        score: ``score(s, out (n,) float64)`` writes the points of each seat of a record; a linked
            kernel (:func:`got_env.core.jit.linked`), or a function for a plain game.
        weight: of a point.
    """
    return Reward(winner_takes_all, score, weight)


def events(score: Callable[..., None], weight: float) -> Reward:
    """The prizes of ``win``, and ``weight`` for each point that a seat gains above the average.

    Args:
        score: as for :func:`potential`; it counts what has happened so far.
        weight: of a point.
    """
    return Reward(winner_takes_all, score, weight, is_kept=True)


def chosen_reward(game: Game, reward: str) -> Reward:
    """The reward of a name.

    Raises:
        ValueError: for a name that the game does not have; says which it has.
    """
    return game.results.rewards[checked_choice(reward, tuple(game.results.rewards), "reward")]


def prizes(game: Game, reward: str, players: int) -> npt.NDArray[np.float64]:
    """Reward of each final place ``(players,)``.

    Raises:
        ValueError: for a reward option that the game does not have.
    """
    return chosen_reward(game, reward).prizes(players)


def shaping(game: Game, reward: str) -> npt.NDArray[np.void]:
    """What a reward pays on the way, as kernels take it: ``(1,) SHAPING``.

    Raises:
        ValueError: for a reward option that the game does not have.
    """
    chosen = chosen_reward(game, reward)
    out = no_shaping()
    if chosen.score is not None:
        out["score"] = game.kernels.score_number(chosen.score)
        out["weight"], out["is_kept"] = chosen.weight, chosen.is_kept
    return out


def no_shaping() -> npt.NDArray[np.void]:
    """Nothing paid on the way, ``(1,) SHAPING``."""
    out = np.zeros(1, dtype=SHAPING)
    out["score"] = NO_KERNEL
    return out


def scores(game: Game, reward: str, states: States) -> npt.NDArray[np.float64]:
    """Points ``(B, P)`` that a reward counts, by seat; 0 for a reward of places alone.

    Raises:
        ValueError: for a reward option that the game does not have.
    """
    out = np.zeros((len(states), states["place"].shape[1]))
    chosen = shaping(game, reward)
    if chosen["score"][0] != NO_KERNEL:
        game.kernels.write_scores(states, chosen, out)
    return out


def final_rewards(game: Game, reward: str, places: Sequence[int]) -> npt.NDArray[np.float64]:
    """Prizes ``(players,)`` by seat for final places, 0 first; shared places share.

    Raises:
        ValueError: for a reward option that the game does not have.
    """
    table = prizes(game, reward, len(places))
    return np.array([table[place : place + list(places).count(place)].mean() for place in places])
