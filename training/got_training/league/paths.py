"""The folder of a league: what may be in it, and what is cleared away."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

from got_agents.policy import WEIGHTS_FILE
from got_benchmarks.tournament.sqlite_file import LOCK_NAME
from got_env.core.files import TEMPORARY, remove_unfinished
from got_training.league.members import FIRST, FOLDER, START, Member
from got_training.league.state import EXPLOITER, MAIN
from got_training.saving import CHECKPOINTS, TRAINER_FILE, holds_nothing

TRAININGS = "training"
"""Folder of the trainings, each in a folder of its own such as ``003-main``."""

_TRAINING = re.compile(rf"\d{{3,}}-(?:{MAIN}|{EXPLOITER})")


def training_folder(league: Path, round_no: int, stage: str) -> Path:
    """Folder of the training of a stage."""
    return league / TRAININGS / f"{round_no:03d}-{stage}"


def check_new(league: Path) -> None:
    """Refuse a folder that holds something else than a league that was killed as it began.

    Raises:
        ValueError: names it.
    """
    if holds_nothing(league):
        return
    first = Member(FIRST, START, 0, "").name
    inside = {
        path.name
        for path in league.iterdir()
        if not (path.name.startswith(LOCK_NAME) or _unfinished(path.name))
    }
    members = league / FOLDER
    begun = inside == {FOLDER} and members.is_dir() and not members.is_symlink()
    if not begun or not all(
        path.name == first or _unfinished(path.name) for path in members.iterdir()
    ):
        raise ValueError(f"{league} is not empty: expected a new folder, or --resume")


def refuse_links(league: Path) -> None:
    """Refuse links in the folder of a league: they may lead out of it.

    Raises:
        ValueError: for the first; names it.
    """
    for folder, folders, files in os.walk(league):
        for name in (*folders, *files):
            path = Path(folder, name)
            if path.is_symlink():
                raise ValueError(f"{path}: a link: expected an ordinary file or folder")


def tidy(league: Path, current: Path) -> None:
    """Remove what a league that was killed left behind; for the only writer of the folder.

    Args:
        league: its folder.
        current: that of the training that goes on.
    """
    remove_unfinished(league, league / FOLDER)
    trainings = league / TRAININGS
    for path in sorted(trainings.iterdir()) if trainings.is_dir() else ():
        if _TRAINING.fullmatch(path.name) and path != current:
            forget(path)


def forget(training: Path) -> None:
    """Remove what a training needed to go on, and its policies; its curves and its card stay."""
    for name in (TRAINER_FILE, WEIGHTS_FILE):
        (training / name).unlink(missing_ok=True)
    if (training / CHECKPOINTS).is_dir():
        shutil.rmtree(training / CHECKPOINTS)


def clear_unless_resumable(training: Path) -> bool:
    """Tell whether a training can go on in a folder; remove what one without a save has left."""
    if (training / TRAINER_FILE).is_file():
        return True
    if training.is_dir():
        shutil.rmtree(training)
    return False


def _unfinished(name: str) -> bool:
    return name.startswith(".") and name.endswith(TEMPORARY)
