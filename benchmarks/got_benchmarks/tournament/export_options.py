"""The options of ``got tournament`` that name files for other programs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from got_benchmarks.playing.outcome import Outcome
from got_benchmarks.tournament import export
from got_benchmarks.tournament.finish import JSON_NAME
from got_benchmarks.tournament.plan import Plan
from got_benchmarks.tournament.report import FILE_NAME as REPORT_NAME
from got_benchmarks.tournament.sqlite_file import LOCK_NAME
from got_benchmarks.tournament.store import FILE_NAME
from got_env.core.files import check_writable

WRITERS: Mapping[str, Callable[[Path, Plan, Sequence[Outcome]], None]] = {
    "--csv": export.write_csv,
    "--parquet": export.write_parquet,
}

OWN_FILES = (FILE_NAME, JSON_NAME, REPORT_NAME, LOCK_NAME)
"""Files of the tournament itself in its folder."""


def checked_exports(
    given: Mapping[str, Sequence[Path] | None], out: Path | None
) -> dict[str, Path]:
    """The files to write, by option.

    Args:
        given: what was said for each option of :data:`WRITERS`, as often as it was said.
        out: folder of the tournament, which is made if there is none.

    Raises:
        ValueError: for an option that is given twice, a file that two options name or that the
            tournament keeps for itself, and one that cannot be written; names option and file.
    """
    found: dict[str, Path] = {}
    for option, files in given.items():
        if not files:
            continue
        if len(files) > 1:
            raise ValueError(
                f"{option} is given twice, as {str(files[0])!r} and as {str(files[1])!r}"
            )
        file = files[0]
        for other, before in found.items():
            if before.resolve() == file.resolve():
                raise ValueError(f"{option} {str(file)!r}: {other} names the same file")
        within = out is not None and file.resolve().parent == out.resolve()
        if within and file.name in OWN_FILES:
            raise ValueError(f"{option} {str(file)!r}: the tournament itself writes this file")
        if not (within and out is not None and not out.exists()):
            check_writable(option, file)
        found[option] = file
    if "--parquet" in found:
        export.check_parquet()
    return found


def write_exports(
    files: Mapping[str, Path], plan: Plan, outcomes: Sequence[Outcome]
) -> tuple[str, ...]:
    """Write the files; returns what was wrong with those that could not be written, in words."""
    problems = []
    for option, file in files.items():
        try:
            WRITERS[option](file, plan, outcomes)
        except BrokenPipeError:
            raise  # whoever reads has seen enough
        except OSError as error:
            problems.append(f"{option} {str(file)!r}: cannot be written ({error.strerror})")
    return tuple(problems)
