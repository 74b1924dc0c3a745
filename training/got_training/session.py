"""One training behind a progress bar, as the commands run it."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from got_training.args import Args

if TYPE_CHECKING:
    from got_agents.weights import Weights
    from got_training.watch import Watch


def run_training(
    args: Args, out: Path, resume: bool = False, members: Mapping[str, Weights] | None = None
) -> dict[str, Any]:
    """Train behind a progress bar and say what came of it.

    Args:
        args: what to train.
        out: its folder.
        resume: go on with the training there.
        members: tensors of the members of a league that sit at its tables, by their names.
    """
    # Threads of torch that wait by spinning slow each other down on a machine that is busy.
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
    try:
        from got_training.ppo_sb3 import Training
    except ImportError as error:
        raise RuntimeError(
            f"training needs more packages: pip install 'got_env[train]' ({error})"
        ) from error
    from got_training.devices import in_words
    from got_training.watch import Watch

    bar = training_bar()

    def warn(text: str) -> None:
        bar.console.print(f"got: {text}", markup=False, highlight=False, soft_wrap=True)

    with Training(args, out, resume, warn, members) as training, bar:
        device = in_words(training.device)
        bar.console.print(f"learning on {device}", markup=False, highlight=False, soft_wrap=True)
        task = bar.add_task("training", total=1.0, steps=training.before.steps, share="")

        def show(watch: Watch) -> None:
            tests = watch.last_trials
            shares = [f"{trial.win_share:.0%} against {title}" for title, trial in tests.items()]
            bar.update(
                task,
                completed=watch.done,
                steps=training.model.num_timesteps,
                share=f", wins {', '.join(shares)}" if shares else "",
            )

        watch = Watch(training, show)
        progress = training.run(watch)
    return {
        "out": str(out),
        "steps": progress.steps,
        "updates": progress.updates,
        "seconds": round(progress.seconds, 1),
        "device": training.device.type,
        "interrupted": watch.interrupted,
        "missed_checkpoints": watch.missed,
        "tests": {title: asdict(trial) for title, trial in watch.last_trials.items()},
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
