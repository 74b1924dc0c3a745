"""Writing policies, as :mod:`got_agents.policy` reads them; needs the package safetensors."""

from __future__ import annotations

import os
import secrets
import shutil
from collections.abc import Mapping
from os import PathLike
from pathlib import Path

import msgspec

from got_agents.policy import CARD_FILE, CARD_KEY, WEIGHTS_FILE, PolicyCard
from got_agents.weights import Weights
from got_env.core.extras import how_to_install
from got_env.core.files import TEMPORARY, sync_folder, write_whole

MARK_KEY = "save"
"""Of the mark in the header of tensors."""


def new_mark() -> str:
    """Mark that tells a save from all others."""
    return secrets.token_hex(8)


def save_policy(
    folder: str | PathLike[str], card: PolicyCard, weights: Weights, mark: str | None = None
) -> None:
    """Write a playable policy; a reader sees none, the old one or this one, never a mixture.

    Args:
        folder: made if it does not exist.
        card: what the policy is.
        weights: its tensors.
        mark: of the save; a new one by default.

    Raises:
        ImportError: if safetensors is not installed.
        OSError: if it cannot be written; what was there stays.
    """
    try:
        from safetensors.numpy import save
    except ImportError as error:
        raise ImportError(
            "writing a policy needs safetensors: pip install safetensors, or"
            f" {how_to_install('train')}"
        ) from error
    text = msgspec.json.encode(card.plain())
    tensors = save(dict(weights), {CARD_KEY: text.decode(), MARK_KEY: mark or new_mark()})
    files = {WEIGHTS_FILE: tensors, CARD_FILE: card_for_people(text)}
    folder = Path(folder)
    if folder.exists():
        for name, content in files.items():
            write_whole(folder / name, content)
    else:
        _write_folder(folder, files)


def card_for_people(text: bytes) -> bytes:
    """The JSON of a card with a line for each of its fields."""
    return msgspec.json.format(text, indent=2) + b"\n"


def _write_folder(folder: Path, files: Mapping[str, bytes]) -> None:
    """Make a folder that is complete as soon as it has its name."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    temporary = folder.with_name(f".{folder.name}.{os.getpid()}-{secrets.token_hex(4)}{TEMPORARY}")
    try:
        temporary.mkdir()
        for name, content in files.items():
            write_whole(temporary / name, content)
        temporary.rename(folder)
    except BaseException:
        shutil.rmtree(temporary, ignore_errors=True)
        raise
    sync_folder(folder.parent)
