"""Saved policies and the state of a training, without pickle.

::

    OUT/policy.safetensors    the newest policy with its card, playable as policy:OUT
    OUT/card.json             the same card for people
    OUT/trainer.safetensors   all that --resume needs: network, optimizer, counters, arguments
    OUT/checkpoints/STEPS/    earlier policies, playable too
    OUT/tensorboard/          curves
    OUT/running.lock          held while a training runs there

What belongs together is in one file, which is renamed into its place. So a file is always complete
and from one save, also for concurrent readers and after a kill of the writer. Policy and trainer of
a save carry the same mark.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any

import msgspec
import torch
from msgspec import Meta
from safetensors.numpy import save

from got_agents.policy import CARD_FILE, CARD_KEY, WEIGHTS_FILE, PolicyCard
from got_agents.saving import MARK_KEY, card_for_people
from got_agents.weights import Shapes, TensorFile, open_tensors
from got_benchmarks.tournament.sqlite_file import LOCK_NAME
from got_env.core.files import read_bytes, remove_unfinished, write_whole
from got_env.core.ranges import checked_fields
from got_env.core.strict_json import parse_json
from got_training.devices import to_numpy
from got_training.frozen_networks import Announced, FrozenNetworks
from got_training.sb3_policy import SeatPolicy

TRAINER_FILE = "trainer.safetensors"
CHECKPOINTS = "checkpoints"
CURVES = "tensorboard"
MOMENTS = ("exp_avg", "exp_avg_sq")
"""Moments that Adam keeps of every tensor."""

NETWORK = "network"
"""Prefix of the names of the network's own tensors."""

OTHERS_KEY = "others"
"""Of what the header of tensors says about networks beside the one that learns."""

PROGRESS_KEY = "progress"
"""Of the counters in the header of tensors."""

Count = Annotated[int, Meta(ge=0, le=1 << 53)]
Seconds = Annotated[float, Meta(ge=0, le=1e10)]


@dataclass(frozen=True)
class Progress:
    """Progress of a training."""

    steps: Count = 0
    """Decisions played."""
    seconds: Seconds = 0.0
    updates: Count = 0
    adam_steps: Count = 0
    starts: Count = 0
    """Number of starts and resumptions; fresh random numbers follow from it."""


def save_trainer(
    folder: Path,
    card: PolicyCard,
    progress: Progress,
    policy: SeatPolicy,
    mark: str,
    others: FrozenNetworks | None = None,
) -> None:
    """Write what :func:`load_trainer` needs to go on, as one file.

    Raises:
        OSError: if it cannot be written; what was there stays.
    """
    tensors = {f"{NETWORK}.{name}": table for name, table in policy.network.weights().items()}
    for name, tensor in policy.network.named_parameters():
        kept = policy.optimizer.state.get(tensor, {})
        for moment in MOMENTS:
            if moment in kept:
                tensors[f"{moment}.{name}"] = to_numpy(kept[moment]).copy()
    metadata = {
        CARD_KEY: msgspec.json.encode(card.plain()).decode(),
        PROGRESS_KEY: msgspec.json.encode(asdict(progress)).decode(),
        MARK_KEY: mark,
    }
    if others is not None:
        tensors |= others.tensors()
        metadata[OTHERS_KEY] = msgspec.json.encode(others.plain()).decode()
    write_whole(folder / TRAINER_FILE, save(tensors, metadata))


def read_progress(folder: Path) -> tuple[Progress, dict[str, Any]]:
    """Progress and arguments of an interrupted training; its tensors are not read.

    Raises:
        ValueError: if there is none, or its file is damaged; names the file.
    """
    with open_tensors(_trainer_file(folder)) as file:
        card, progress = _read_header(file)
        return progress, dict(card.training)


def read_card(folder: Path) -> PolicyCard:
    """The card of an interrupted training, which its trainer holds.

    Raises:
        ValueError: if there is none, or its file is damaged; names the file.
    """
    with open_tensors(_trainer_file(folder)) as file:
        return _read_header(file)[0]


def load_trainer(folder: Path, policy: SeatPolicy) -> FrozenNetworks:
    """Put saved tensors and the state of the optimizer back into a policy, on its device.

    Returns:
        The other networks of the training.

    Raises:
        ValueError: if there are none, or they are damaged or do not fit the network; names the
            file. The policy is then as it was.
    """
    shape = policy.network.shape
    with open_tensors(_trainer_file(folder)) as file:
        card, progress = _read_header(file)
        if card.network != shape:
            there, here = card.network.plain(), shape.plain()
            name = next(k for k in (*here, *there) if there.get(k) != here.get(k))
            raise ValueError(f"network: {name}={there.get(name)!r}, expected {here.get(name)!r}")
        announced = Announced.parse(file.metadata.get(OTHERS_KEY))
        file.check({**_tensors_of(policy, bool(progress.adam_steps)), **announced.shapes(shape)})
        tensors = file.read()
        weights = {name: tensors[f"{NETWORK}.{name}"] for name in shape.tensors()}
        shape.check(weights)
        for name, table in tensors.items():
            if name.startswith("exp_avg_sq.") and table.size and table.min() < 0:
                raise ValueError(f"tensor {name} holds numbers below 0")
        others = announced.networks(shape, tensors)
    policy.network.load_weights(weights)
    for name, tensor in policy.network.named_parameters() if progress.adam_steps else ():
        kept = {moment: torch.from_numpy(tensors[f"{moment}.{name}"]) for moment in MOMENTS}
        kept["step"] = torch.tensor(float(progress.adam_steps))
        policy.optimizer.state[tensor] = {
            part: numbers.to(tensor.device) for part, numbers in kept.items()
        }
    return others


def marks(folder: Path) -> tuple[str, str]:
    """The marks of the saves that trainer and policy of a folder are of.

    They differ if a writer was killed between the two. The mark of a policy that is missing or
    damaged is empty: the trainer has all that is needed to write it again.

    Raises:
        ValueError: if the trainer cannot be read; names it.
    """
    trainer = _mark_of(_trainer_file(folder))
    try:
        with open_tensors(folder / WEIGHTS_FILE) as file:
            PolicyCard.parse(parse_json(file.metadata.get(CARD_KEY, "")))
            return trainer, file.metadata.get(MARK_KEY, "")
    except ValueError:
        return trainer, ""


def newest_mark(folder: Path) -> str | None:
    """The mark of what a folder holds, of its trainer or else of its policy; None without either.

    Raises:
        ValueError: if it cannot be read; names the file.
    """
    for name in (TRAINER_FILE, WEIGHTS_FILE):
        if (folder / name).exists():
            return _mark_of(folder / name)
    return None


def _mark_of(file: Path) -> str:
    with open_tensors(file) as tensors:
        return tensors.metadata.get(MARK_KEY, "")


def mend_card(folder: Path) -> bool:
    """Make the card for people that of the policy, from which all in it can be derived.

    It is another one if a writer was killed between the two, or if somebody has changed it.

    Returns:
        Whether it was another one.

    Raises:
        ValueError: if the policy cannot be read; names it.
        OSError: if the card cannot be written.
    """
    with open_tensors(folder / WEIGHTS_FILE) as file:
        text = file.metadata.get(CARD_KEY)
        if text is None:
            raise ValueError(f"no {CARD_KEY} in its header")
    content = card_for_people(text.encode())
    try:
        same = read_bytes(folder / CARD_FILE, len(content)) == content
    except ValueError:
        same = False
    if not same:
        write_whole(folder / CARD_FILE, content)
    return not same


def remove_leftovers(folder: Path) -> None:
    """Remove what a training that was killed left unfinished; for the only writer of the folder."""
    remove_unfinished(folder, folder / CHECKPOINTS)


def holds_nothing(folder: Path) -> bool:
    """Tell whether there is no such folder, or nothing but a lock in it."""
    return not folder.is_dir() or all(path.name.startswith(LOCK_NAME) for path in folder.iterdir())


def adam_steps(policy: SeatPolicy) -> int:
    """Updates the optimizer has made."""
    kept = next(iter(policy.optimizer.state.values()), None)
    return int(kept["step"]) if kept else 0


def _trainer_file(folder: Path) -> Path:
    file = folder / TRAINER_FILE
    if not file.is_file():
        hint = ": leave --resume out to begin there" if holds_nothing(folder) else ""
        raise ValueError(f"nothing to resume: {folder} has no {TRAINER_FILE}{hint}")
    return file


def _read_header(file: TensorFile) -> tuple[PolicyCard, Progress]:
    if CARD_KEY not in file.metadata or PROGRESS_KEY not in file.metadata:
        raise ValueError(f"no training can be resumed from it: expected {CARD_KEY}, {PROGRESS_KEY}")
    card = PolicyCard.parse(parse_json(file.metadata[CARD_KEY]))
    counters = checked_fields(Progress, parse_json(file.metadata[PROGRESS_KEY]), "progress.")
    return card, Progress(**counters)


def _tensors_of(policy: SeatPolicy, moments: bool) -> Shapes:
    """Shapes of the tensors in the file of a training."""
    shapes = {f"{NETWORK}.{name}": s for name, s in policy.network.shape.tensors().items()}
    for name, tensor in policy.network.named_parameters() if moments else ():
        shapes |= {f"{moment}.{name}": tuple(tensor.shape) for moment in MOMENTS}
    return shapes
