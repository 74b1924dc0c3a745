"""Saved policies and the state of a training, without pickle.

::

    OUT/card.json, policy.safetensors        the newest policy, playable as policy:OUT
    OUT/trainer.json, trainer.safetensors    counters, arguments and the optimizer, for --resume
    OUT/checkpoints/STEPS/                   earlier policies, playable too
    OUT/tensorboard/                         curves
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from safetensors.numpy import save

from got_agents.policy import CARD_FILE, WEIGHTS_FILE, PolicyCard, load_policy
from got_agents.weights import Weights, read_weights
from got_training.network import SeatPolicy

TRAINER_FILE = "trainer.json"
OPTIMIZER_FILE = "trainer.safetensors"
MOMENTS = ("exp_avg", "exp_avg_sq")
"""What Adam keeps of every tensor."""


@dataclass(frozen=True)
class Progress:
    """How far a training has come."""

    steps: int = 0
    """Decisions played."""
    seconds: float = 0.0
    updates: int = 0
    adam_steps: int = 0
    starts: int = 0
    """How often it was started or resumed; fresh random numbers follow from it."""


def save_policy(folder: Path, card: PolicyCard, weights: Weights) -> None:
    """Write a playable policy; a reader sees the old files or the new ones, each whole."""
    folder.mkdir(parents=True, exist_ok=True)
    _replace(folder / WEIGHTS_FILE, save(weights))
    _replace(folder / CARD_FILE, _json(card.plain()))


def save_trainer(
    folder: Path, progress: Progress, args: Mapping[str, Any], policy: SeatPolicy
) -> None:
    """Write what :func:`load_trainer` needs to go on."""
    moments: Weights = {}
    for name, tensor in policy.named_parameters():
        kept = policy.optimizer.state.get(tensor, {})
        for moment in MOMENTS:
            if moment in kept:
                moments[f"{moment}.{name}"] = kept[moment].numpy().copy()
    _replace(folder / OPTIMIZER_FILE, save(moments))
    _replace(folder / TRAINER_FILE, _json({"progress": vars(progress), "args": dict(args)}))


def read_progress(folder: Path) -> tuple[Progress, dict[str, Any]]:
    """Progress and arguments of an interrupted training.

    Raises:
        ValueError: if there is none, or its file is damaged; names the file.
    """
    file = folder / TRAINER_FILE
    if not file.is_file():
        raise ValueError(f"nothing to resume: {folder} has no {TRAINER_FILE}")
    try:
        value = json.loads(file.read_text(encoding="utf-8"))
        found = value["progress"]
        kinds = {"steps": int, "seconds": float, "updates": int, "adam_steps": int, "starts": int}
        progress = Progress(**{name: kind(found[name]) for name, kind in kinds.items()})
        return progress, dict(value["args"])
    except (ValueError, KeyError, TypeError) as error:
        raise ValueError(f"{file}: damaged: {error}") from error


def load_trainer(folder: Path, progress: Progress, policy: SeatPolicy) -> None:
    """Put saved tensors and the state of the optimizer back into a policy.

    Raises:
        ValueError: if a file is missing, damaged or does not fit the network; names it.
    """
    card, weights = load_policy(folder)
    if card.network != policy.network.shape:
        raise ValueError(f"{folder / CARD_FILE}: network {card.network.plain()} is another one")
    file = folder / OPTIMIZER_FILE
    if not file.is_file():
        raise ValueError(f"nothing to resume: {folder} has no {OPTIMIZER_FILE}")
    moments = read_weights(file)
    policy.network.load_weights(weights)
    if not progress.adam_steps:
        return
    for name, tensor in policy.named_parameters():
        kept: dict[str, torch.Tensor] = {"step": torch.tensor(float(progress.adam_steps))}
        for moment in MOMENTS:
            found = moments.get(f"{moment}.{name}", np.zeros(0, dtype=np.float32))
            if found.shape != tuple(tensor.shape):
                raise ValueError(
                    f"{file}: {moment}.{name} {found.shape}, expected {tuple(tensor.shape)}"
                )
            kept[moment] = torch.from_numpy(found)
        policy.optimizer.state[tensor] = kept


def adam_steps(policy: SeatPolicy) -> int:
    """Updates the optimizer has made."""
    kept = next(iter(policy.optimizer.state.values()), None)
    return int(kept["step"]) if kept else 0


def _json(value: Any) -> bytes:
    return (json.dumps(value, indent=2) + "\n").encode()


def _replace(path: Path, content: bytes) -> None:
    temporary = path.with_name(path.name + ".tmp")
    temporary.write_bytes(content)
    os.replace(temporary, path)
