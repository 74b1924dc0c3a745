"""Decisions of a data set as batches for a network."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from got_env.core.game import Game
from got_env.core.protocol import NOBODY
from got_env.core.rewards import chosen_reward, final_rewards
from got_training.imitation.shards import Arrays, read_shard

OF_DECISIONS = ("observations", "masks", "actions", "edges", "visits", "returns")


def read_decisions(file: Path, game: Game, reward: str) -> Arrays:
    """The decisions of a shard, each with the return that its seat still had before it.

    Args:
        file: the shard.
        game: what it must be of.
        reward: reward option of the returns; the whole game counts, without a discount.

    Raises:
        ValueError: if the shard is not sound; names file and field.
    """
    arrays = read_shard(file, game)
    prizes = np.zeros(arrays["places"].shape)
    for row, places in enumerate(arrays["places"]):
        taken = [int(place) for place in places if place != NOBODY]
        prizes[row, : len(taken)] = final_rewards(game, reward, taken)
    in_game, seats = arrays["games"], arrays["seats"].astype(np.int64)
    rows = np.arange(len(seats))
    players = (arrays["places"] != NOBODY).sum(axis=1)[in_game]
    points = arrays["points"]
    above = points[rows, seats] - points.sum(axis=1) / np.maximum(players, 1)
    returns = prizes[in_game, seats] - chosen_reward(game, reward).weight * above
    arrays["returns"] = returns.astype(np.float32)
    return {name: arrays[name] for name in OF_DECISIONS}


def windows(
    files: Sequence[Path], game: Game, reward: str, size: int, rng: np.random.Generator
) -> Iterator[tuple[Arrays, float]]:
    """All decisions of some shards, mixed, in parts that fit into memory.

    Args:
        files: the shards.
        game: what they must be of.
        reward: see :func:`read_decisions`.
        size: about the most decisions in memory.
        rng: draws the order of shards and decisions.

    Yields:
        A part, and the share of all shards that is done with it.
    """
    loaded: list[Arrays] = []
    count = 0
    for number, index in enumerate(rng.permutation(len(files)), 1):
        loaded.append(read_decisions(files[index], game, reward))
        count += len(loaded[-1]["actions"])
        if count >= size or number == len(files):
            order = rng.permutation(count)
            mixed = {
                name: np.concatenate([part[name] for part in loaded])[order]
                for name in OF_DECISIONS
            }
            yield mixed, number / len(files)
            loaded, count = [], 0


def targets(arrays: Arrays, rows: slice, actions: int, follow_visits: bool) -> Tensor:
    """Targets of the network ``(B, A)``: probabilities, which add up to 1."""
    chosen = torch.from_numpy(arrays["actions"][rows].astype(np.int64))
    odds = torch.zeros(len(chosen), actions)
    if not follow_visits:
        return odds.scatter_(1, chosen[:, None], 1.0)
    edges = torch.from_numpy(arrays["edges"][rows].astype(np.int64))
    visits = torch.from_numpy(arrays["visits"][rows]).float() * (edges >= 0)
    odds.scatter_add_(1, edges.clamp(min=0), visits)
    return odds / odds.sum(dim=1, keepdim=True).clamp(min=1.0)


def legal(arrays: Arrays, rows: slice, actions: int) -> Tensor:
    """Masks ``(B, A) bool``."""
    bits = np.unpackbits(arrays["masks"][rows], axis=1, count=actions)
    return torch.from_numpy(bits.astype(np.bool_))


def largest(arrays: Arrays) -> npt.NDArray[np.float32]:
    """Largest size of every feature ``(N,)``, at least 1."""
    highest = arrays["observations"].max(axis=0).astype(np.float32)
    lowest = arrays["observations"].min(axis=0).astype(np.float32)
    sizes: npt.NDArray[np.float32] = np.maximum(np.float32(1.0), np.maximum(highest, -lowest))
    return sizes
