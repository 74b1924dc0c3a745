"""Files beside an agent's own code that make it play as it does: those that it reads when made."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import file_digest, sha256
from pathlib import Path
from typing import Any

WEIGHTS = frozenset(
    {
        *(".bin", ".ckpt", ".h5", ".joblib", ".keras", ".msgpack", ".npy", ".npz", ".onnx"),
        *(".pickle", ".pkl", ".pt", ".pth", ".safetensors", ".tflite", ".zip"),
    }
)
"""Endings of files that usually hold what an agent has learnt."""

COMPILED = "__pycache__"
INSTALLED = "site-packages"


class FilesRead:
    """Notes which files Python code opens to read while it is told to.

    Libraries that open files in machine code of their own are not noticed.
    """

    def __init__(self) -> None:
        self._noted: dict[Path, None] = {}
        self._noting = False
        self._listening = False

    @contextmanager
    def noting(self) -> Iterator[None]:
        """Note the files that are opened in the block."""
        if not self._listening:  # what listens to events of the interpreter stays for good
            sys.addaudithook(self._hear)
            self._listening = True
        self._noting = True
        try:
            yield
        finally:
            self._noting = False

    def _hear(self, event: str, args: tuple[Any, ...]) -> None:
        if not self._noting or event != "open":
            return
        name, _, flags = args
        if isinstance(name, str | bytes | os.PathLike) and not flags & (os.O_WRONLY | os.O_RDWR):
            self._noted[Path(os.path.abspath(os.fsdecode(name)))] = None

    def inside(self, folder: Path) -> list[Path]:
        """Files in a folder, however deep, that were read or are modules in use, by name.

        What is installed there, compiled by Python or belongs to this package does not count.
        """
        root = folder.resolve()
        own = [
            Path(file).parent
            for name in ("got_env", "got_agents", "got_benchmarks", "got_training")
            if (file := getattr(sys.modules.get(name), "__file__", None))
        ]
        modules = (getattr(module, "__file__", None) for module in list(sys.modules.values()))
        found = {*self._noted, *(Path(file) for file in modules if isinstance(file, str))}
        return sorted(
            file
            for file in {file.resolve() for file in found}
            if file.is_relative_to(root)
            and not {COMPILED, INSTALLED} & set(file.relative_to(root).parts)
            and not any(file.is_relative_to(package) for package in own)
            and file.is_file()
        )


def hash_of(files: list[Path], folder: Path) -> str:
    """Hash of the names in a folder and the contents of files."""
    total = sha256()
    for path in files:
        total.update(os.fsencode(path.relative_to(folder.resolve())) + b"\0")
        with path.open("rb") as file:
            total.update(file_digest(file, "sha256").digest())
    return total.hexdigest()


def unread_weights(folder: Path, read: list[Path]) -> list[str]:
    """Names of files in a folder that look like weights and were not read, in order."""
    known = set(read)
    return sorted(
        path.name
        for path in folder.resolve().iterdir()
        if path.suffix.lower() in WEIGHTS and path.is_file() and path.resolve() not in known
    )
