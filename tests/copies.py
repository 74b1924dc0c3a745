"""Copies of what may lie in a place that cannot be written."""

import shutil
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any


def writable_copy(
    source: Path, target: Path, ignore: Callable[[Any, list[str]], Iterable[str]] | None = None
) -> Path:
    """Copy a folder and let its owner write all of the copy, whoever may write the source.

    Args:
        source: the folder.
        target: where to; parts of it may be there.
        ignore: names to leave out, as for :func:`shutil.copytree`.
    """
    shutil.copytree(
        source, target, ignore=ignore, copy_function=shutil.copyfile, dirs_exist_ok=True
    )
    for folder in (target, *(path for path in target.rglob("*") if path.is_dir())):
        folder.chmod(0o755)
    return target
