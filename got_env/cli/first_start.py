"""The first start of a command: compiles the kernels in several processes and says so."""

from __future__ import annotations

import sys

from got_env.cli.console import waiting


def compile_if_cold(*games: str) -> None:
    """Compile the kernels if the disk cache does not hold the rules; one line on stderr says so.

    Without this the first game would compile them, in one process and without a word. That still
    happens where no folder can be written, because processes hand over their work through the disk.

    Args:
        games: codes or references of the games that are needed; all games by default.

    Raises:
        RuntimeError: when a kernel cannot be compiled; names it.
    """
    from got_env.cli.warmup import (
        default_jobs,
        kernel_folder,
        rules_are_warm,
        steps_of_others,
        warm_up,
    )

    codes = tuple(game.partition("@")[0] for game in games)
    if rules_are_warm(codes) or kernel_folder() is None:
        return
    print(
        "got: compiling the rules to machine code, which takes minutes the first time",
        file=sys.stderr,
    )
    with waiting("") as status:
        warm_up(
            default_jobs(),
            lambda name: status.update(f"compiling {name}"),
            lambda name, _: status.update(f"compiled {name}"),
            without=steps_of_others(codes) if codes else (),
        )
