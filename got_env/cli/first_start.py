"""The first start of a command: compiles the kernels in several processes and says so."""

from __future__ import annotations

import sys


def compile_if_cold(*games: str) -> None:
    """Compile the kernels if the disk cache does not hold the rules; one line on stderr says so.

    Without this the first game would compile them, in one process and without a word. That still
    happens where no folder can be written, because processes hand over their work through the disk.

    Args:
        games: codes or references of the games that are needed; all games by default.

    Raises:
        RuntimeError: when a kernel cannot be compiled; names it.
    """
    from got_env.cli.progress import Progress, compile_and_tell, in_words
    from got_env.cli.warmup import default_jobs, kernel_folder, rules_are_warm, warm_up_steps

    codes = tuple(game.partition("@")[0] for game in games)
    if rules_are_warm(codes) or kernel_folder() is None:
        return
    steps, jobs = warm_up_steps(codes), default_jobs()
    print(
        "got: compiling the rules to machine code, which takes about"
        f" {in_words(Progress(steps, jobs).seconds_left())} the first time",
        file=sys.stderr,
        flush=True,
    )
    compile_and_tell(steps, jobs)
