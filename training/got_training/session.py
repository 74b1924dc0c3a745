"""One training behind a progress bar, as the commands run it."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from got_env.core.extras import MissingExtraError, how_to_install
from got_training.args import Args

if TYPE_CHECKING:
    from got_agents.weights import Weights
    from got_training.callbacks import TrainingCallback

LINE_SECONDS = 60.0
"""Between two lines that say how far a training is, where there is no terminal for a bar."""


def run_training(
    args: Args, out: Path, resume: bool = False, members: Mapping[str, Weights] | None = None
) -> dict[str, Any]:
    """Train behind a progress bar, or with a line now and then, and say what came of it.

    Args:
        args: what to train.
        out: its folder.
        resume: go on with the training there.
        members: tensors of the members of a league that sit at its tables, by their names.
    """
    # Threads of torch that wait by spinning slow each other down on a machine that is busy.
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
    try:
        from got_training.training import Training
    except ImportError as error:
        raise MissingExtraError(
            f"training needs more packages: {how_to_install('train')} ({error})"
        ) from error
    from got_training.callbacks import TrainingCallback
    from got_training.devices import device_name

    bar = training_bar()

    def warn(text: str) -> None:
        bar.console.print(f"got: {text}", markup=False, highlight=False, soft_wrap=True)

    with Training(args, out, resume, warn, members) as training, bar:
        device = device_name(training.device, training.precision)
        bar.console.print(f"learning on {device}", markup=False, highlight=False, soft_wrap=True)
        task = bar.add_task("training", total=1.0, steps=training.before.steps, share="")

        told = time.monotonic()

        def show(callback: TrainingCallback) -> None:
            nonlocal told
            tests = callback.last_evaluations
            shares = [
                f"{evaluation.win_share:.0%} against {title}" for title, evaluation in tests.items()
            ]
            steps = training.model.num_timesteps
            share = f", wins {', '.join(shares)}" if shares else ""
            bar.update(task, completed=callback.done, steps=steps, share=share)
            if bar.disable and time.monotonic() - told >= LINE_SECONDS:
                told = time.monotonic()
                warn(f"{callback.done:.0%} in {callback.seconds:.0f} s, {steps:,} decisions{share}")

        callback = TrainingCallback(training, show, warn)
        progress = training.run(callback)
    return {
        "out": str(out),
        "steps": progress.steps,
        "updates": progress.updates,
        "seconds": round(progress.seconds, 1),
        "device": training.device.type,
        "interrupted": callback.interrupted,
        "missed_checkpoints": callback.missed,
        "tests": {
            title: asdict(evaluation) for title, evaluation in callback.last_evaluations.items()
        },
    }


def training_bar() -> Progress:
    """A progress bar on stderr; nothing when that is not a terminal."""
    where = Console(stderr=True)
    return Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[steps]:,} decisions{task.fields[share]}"),
        console=where,
        disable=not where.is_terminal,
    )
