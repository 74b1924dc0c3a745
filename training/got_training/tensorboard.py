"""EventWriter of a training for TensorBoard."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from io import BytesIO
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
from stable_baselines3.common.logger import KVWriter
from tensorboard.compat.proto.event_pb2 import Event
from tensorboard.compat.proto.summary_pb2 import Summary
from tensorboard.summary.writer.record_writer import RecordWriter

VERSION = "brain.Event:2"
"""First record of every file of events."""


class EventWriter(KVWriter):
    """Writes numbers as TensorBoard reads them, all of a step at once.

    TensorBoard's own writer hands them to a thread, and what that cannot write ends the training.
    Here a full disk costs the numbers of that step: they are left out with a warning, and the next
    ones go to a new file, which TensorBoard shows in the same curve.

    Args:
        folder: made if the one around it exists.
        warn: told in a line what could not be written, once until writing succeeds again.
        check_folder: raises OSError if the folder around it is another one by now.
    """

    def __init__(
        self, folder: Path, warn: Callable[[str], None], check_folder: Callable[[], None]
    ) -> None:
        self._folder, self._warn, self._check_folder = folder, warn, check_folder
        self._file: Path | None = None
        self._numbers = count()
        self._failing = False

    def write(
        self, key_values: dict[str, Any], key_excluded: dict[str, tuple[str, ...]], step: int = 0
    ) -> None:
        """Write the numbers of a step."""
        values = [
            Summary.Value(tag=key, simple_value=float(value))
            for key, value in sorted(key_values.items())
            if isinstance(value, (int, float, np.number))
            and "tensorboard" not in (key_excluded.get(key) or ())
        ]
        try:
            self._check_folder()
            self._append(Event(wall_time=time.time(), step=step, summary=Summary(value=values)))
            self._failing = False
        except OSError as error:
            self._file = None
            if not self._failing:
                self._warn(
                    f"curves in {self._folder} could not be written ({error.strerror or error})"
                )
            self._failing = True

    def _append(self, event: Event) -> None:
        events = [event]
        file = self._file
        if file is None:
            self._folder.mkdir(exist_ok=True)
            name = f"events.out.tfevents.{time.time_ns()}.{os.getpid()}.{next(self._numbers)}"
            file = self._folder / name
            events.insert(0, Event(wall_time=time.time(), file_version=VERSION))
        with open(file, "ab") as end:
            end.write(b"".join(map(_record, events)))
        self._file = file

    def close(self) -> None:
        """Nothing to do: every number has been written."""


def _record(event: Event) -> bytes:
    """An event with its length and checksums."""
    made = BytesIO()
    RecordWriter(made).write(event.SerializeToString())
    return made.getvalue()
