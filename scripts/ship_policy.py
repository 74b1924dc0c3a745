#!/usr/bin/env python3
"""Put a trained policy into the package: small, and with no folder of this machine in its card.

    python scripts/ship_policy.py runs/climb                  # into agents/got_agents/policies/GAME
    python scripts/ship_policy.py runs/climb --out FOLDER
    python scripts/ship_policy.py runs/climb --mix agents/got_agents/policies/agot2e --share 0.3

The last one ships the mean of two policies, with 0.3 of the weights of the run: the mean of a
policy and of what a training made of it may be stronger than both (Wortsman and others, "Robust
fine-tuning of zero-shot models", 2022; docs/training-measured.md).
Great matrices are written as whole numbers of 8 bits with a scale for each row, unless
``--bits 16`` asks for floats; all other numbers as 16-bit floats. Paths of folders that its
trainings started from keep their last part alone, as ``runs/NAME``.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from got_agents.policy import SHIPPED, PolicyCard, load_policy
from got_agents.saving import save_policy
from got_agents.weights import Weights, in_whole_numbers

GREAT = 200_000
"""Numbers of a matrix that is written in 8 bits: the first layer has two thirds of all."""


def without_places(value: Any) -> Any:
    """Arguments of trainings with the last part of each path alone."""
    if isinstance(value, Mapping):
        return {key: without_places(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [without_places(part) for part in value]
    if isinstance(value, str) and "/" in value:
        agent, colon, path = value.rpartition(":")
        return f"{agent}{colon}runs/{Path(path).name}"
    return value


def origin(card: PolicyCard) -> dict[str, Any]:
    """Arguments of the training, and those of the ones that it went on from, innermost last."""
    training = dict(card.training)
    start = training.get("start")
    if start and "start_training" not in training:
        found = origin(load_policy(Path(start))[0])
        # What this training has led to may lie in the place of its start by now.
        here = without_places({**training, "start_training": None})
        for later in lineage(found):
            if without_places({**later, "start_training": None}) == here:
                found = later.get("start_training", {})
        training["start_training"] = found
    return training


def lineage(training: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """A training and those that it went on from."""
    while training:
        yield training
        training = training.get("start_training", {})


def all_players(card: PolicyCard) -> int | tuple[int, ...]:
    """Numbers of players of the games of all trainings of a card."""
    told = [card.players, *(one.get("players", ()) for one in lineage(card.training))]
    found = sorted({n for some in told for n in ([some] if isinstance(some, int) else some)})
    return found[0] if len(found) == 1 else tuple(found)


def in_few_bytes(weights: Weights, bits: int) -> dict[str, npt.NDArray[Any]]:
    """Tensors as files of the package hold them."""
    written: dict[str, npt.NDArray[Any]] = {}
    for name, table in weights.items():
        great = bits == 8 and table.ndim == 2 and table.size >= GREAT
        written |= in_whole_numbers(name, table) if great else {name: table.astype(np.float16)}
    return written


def mixed(weights: Weights, others: Weights, share: float) -> dict[str, npt.NDArray[Any]]:
    """The mean of two networks of the same sizes, with a share of the first one."""
    return {
        name: (share * table + (1 - share) * others[name].astype(np.float64)).astype(np.float32)
        for name, table in weights.items()
    }


def main() -> None:
    """Ship the policy of a run."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("run", type=Path, help="folder of the policy")
    parser.add_argument("--out", type=Path, help="where to; by default the folder of its game")
    parser.add_argument(
        "--bits", type=int, choices=(8, 16), default=8, help="of the numbers of great matrices"
    )
    parser.add_argument("--mix", type=Path, help="policy to take the mean with")
    parser.add_argument("--share", type=float, default=0.5, help="of the run in the mean")
    args = parser.parse_args()
    if not 0 < args.share <= 1:
        parser.error(f"--share {args.share}: expected more than 0, 1 at most")
    card, weights = load_policy(args.run)
    if args.mix is not None:
        other, others = load_policy(args.mix)
        if (other.data_hash, other.network) != (card.data_hash, card.network):
            parser.error(
                f"--mix {args.mix}: expected a policy of the game and the sizes of the run"
            )
        weights = mixed(weights, others, args.share)
        mix = {"mixed_with": str(args.mix), "mixed_share": args.share}
        card = replace(card, training={**card.training, **mix})
    folder = args.out or SHIPPED / card.game
    shipped = replace(card, training=without_places(origin(card)))
    shipped = replace(shipped, players=all_players(shipped))
    save_policy(folder, shipped, in_few_bytes(weights, args.bits))
    read = load_policy(folder)[1]
    worst = max(float(np.abs(read[name] - table).max()) for name, table in weights.items())
    size = sum(file.stat().st_size for file in folder.iterdir())
    print(f"{folder}: {size:,} bytes, numbers changed by {worst:.2g} at most")


if __name__ == "__main__":
    main()
