#!/usr/bin/env python3
"""Plant slips in the rules, one at a time, and see whether a test fails.

    python scripts/plant_faults.py
    python scripts/plant_faults.py --game asos --only hostages --workers 2
    python scripts/plant_faults.py --tests tests/claim/test_tactics.py

tests/claim/faults.toml lists slips in the rules of A Storm of Swords, tests/rules/faults.toml those
in the rules of the 1st edition, tests/rules/faults_agot2e.toml those of the 2nd,
tests/storm/faults.toml those in what Leaders and Tactics cards do on the board of the 1st, and
tests/btwixt/faults.toml those of B'Twixt: a file of the engine (``engine`` of the list names the
folder), a piece of its text that stands there once, and what to write instead. Each is
planted in a copy of the package, and the tests that the slip names, or else those of the list, run
there as plain Python, until one fails: first those that took less than five seconds without a slip,
then the others. A slip that changes no game says why (``same``) and is not planted. ``--first 40``
leaves out the first 40 that are.
Exit code 1 if a slip was not caught or fits its file no more; ``--check`` looks for the latter
alone.
"""

from __future__ import annotations

import argparse
import ast
import compileall
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from py_compile import PycInvalidationMode
from queue import Queue
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
LISTS = {
    "agot1e": ROOT / "tests" / "rules" / "faults.toml",
    "agot2e": ROOT / "tests" / "rules" / "faults_agot2e.toml",
    "agot1e_storm": ROOT / "tests" / "storm" / "faults.toml",
    "asos": ROOT / "tests" / "claim" / "faults.toml",
    "btwixt": ROOT / "tests" / "btwixt" / "faults.toml",
}
"""By the game whose rules the slips are in."""
ENGINE = "got_env/westeros"
"""Folder of the files of a list that names no other."""
COPIED = ("got_env", "tests", "docs/rules", "pyproject.toml")
FAILED = re.compile(r"^(?:FAILED|ERROR) (\S+)", re.MULTILINE)
TOOK = re.compile(r"^(\d+\.\d+)s call +(\S+)", re.MULTILINE)
SLOW = 5.0
"""Seconds from which a test waits until the others have passed."""
LONGEST = 1800.0
"""Seconds after which a slip is taken for one that never ends."""
NOTHING_LEFT = 5
"""Exit code of pytest without a test to run."""


class Fault(NamedTuple):
    """One slip."""

    file: str
    old: str
    new: str
    same: str = ""
    tests: Sequence[str] = ()
    """Tests that have to notice it; those of its list if it names none."""
    engine: str = ENGINE

    @property
    def title(self) -> str:
        """The slip on one line."""
        return f"{self.file}: {self.old.strip()!r} -> {self.new.strip()!r}"


class Slips(NamedTuple):
    """A list of slips, and the tests that have to notice them."""

    faults: list[Fault]
    tests: tuple[str, ...]


def read(path: Path, only: str = "") -> Slips:
    """The slips of a list whose file or text has ``only`` in it, in their order."""
    listed = tomllib.loads(path.read_text(encoding="utf-8"))
    faults = [Fault(**row, engine=listed.get("engine", ENGINE)) for row in listed["fault"]]
    return Slips([fault for fault in faults if only in fault.title], tuple(listed["tests"]))


def misfits(faults: Sequence[Fault], root: Path = ROOT) -> list[str]:
    """One line for each slip whose text does not stand once in its file, or makes it no Python."""
    found = []
    for fault in faults:
        text = (root / fault.engine / fault.file).read_text(encoding="utf-8")
        times = text.count(fault.old)
        if times != 1:
            found.append(f"{fault.title}: the text stands {times} times in the file, not once")
            continue
        try:
            ast.parse(text.replace(fault.old, fault.new))
        except SyntaxError as error:
            found.append(f"{fault.title}: the file is no Python then: {error}")
    return found


@contextmanager
def copies(number: int) -> Iterator[Queue[Path]]:
    """Copies of what the tests need, each for one worker at a time.

    Files are copied without their modes: the checkout may be one that cannot be written.
    """
    ignore = shutil.ignore_patterns("__pycache__")
    with tempfile.TemporaryDirectory() as folder:
        free: Queue[Path] = Queue()
        for i in range(number):
            place = Path(folder) / str(i)
            place.mkdir()
            for name in COPIED:
                if (ROOT / name).is_dir():
                    shutil.copytree(
                        ROOT / name, place / name, ignore=ignore, copy_function=shutil.copyfile
                    )
                else:
                    shutil.copyfile(ROOT / name, place / name)
            for folder in filter(Path.is_dir, place.rglob("*")):
                folder.chmod(0o755)
            # Each run would compile all sources anew; what has changed, its hash tells.
            compileall.compile_dir(
                place / "got_env", quiet=1, invalidation_mode=PycInvalidationMode.CHECKED_HASH
            )
            free.put(place)
        yield free


def catcher(
    fault: Fault | None, place: Path, tests: Sequence[str], slow: Sequence[str] = ()
) -> str | None:
    """The first test that fails in a copy with the slip, None if all pass.

    Args:
        fault: the slip.
        place: the copy.
        tests: files of tests, or tests.
        slow: tests of these files that run last, when all others have passed.

    Raises:
        RuntimeError: The tests could not run.
    """
    later = [test for test in slow if test.startswith(tuple(tests))]
    quick = [*tests, *(f"--deselect={test}" for test in later)]
    for part in (quick, later):
        if part and (failed := run_tests(fault, place, part).failed):
            return failed
    return None


class Ran(NamedTuple):
    """Result of tests."""

    failed: str | None
    """The first one that failed."""
    slow: list[str]
    """Those that took long."""


def run_tests(fault: Fault | None, place: Path, arguments: Sequence[str]) -> Ran:
    """Run tests in a copy with a slip, or without one, until one fails.

    Raises:
        RuntimeError: The tests could not run.
    """
    path = place / fault.engine / fault.file if fault else place / "pyproject.toml"
    text = path.read_text(encoding="utf-8")
    try:
        if fault:
            path.write_text(text.replace(fault.old, fault.new), encoding="utf-8")
        environment = os.environ | {
            "NUMBA_DISABLE_JIT": "1",
            "PYTHONDONTWRITEBYTECODE": "1",
            "PYTHONPATH": str(place),
        }
        options = ("-q", "-x", "-n", "0", "-p", "no:cacheprovider", "--tb=no", "--durations=0")
        done = subprocess.run(
            [sys.executable, "-m", "pytest", *options, *arguments],
            cwd=place,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=LONGEST,
        )
    except subprocess.TimeoutExpired:
        return Ran(f"no end within {LONGEST:.0f} s", [])
    finally:
        path.write_text(text, encoding="utf-8")
    if done.returncode in (0, NOTHING_LEFT):
        took = TOOK.findall(done.stdout)
        return Ran(None, [test for seconds, test in took if float(seconds) >= SLOW])
    failed = FAILED.search(done.stdout)
    if failed is None:
        raise RuntimeError(f"the tests did not run: {done.stdout[-2000:]}{done.stderr[-2000:]}")
    return Ran(failed[1], [])


def plant_all(slips: Slips, workers: int) -> tuple[int, int]:
    """Plant the slips of a list and print one line for each; how many, and how many were missed.

    Raises:
        RuntimeError: A test fails without any slip.
    """
    faults, tests = slips
    with copies(workers) as free, ThreadPoolExecutor(workers) as pool:
        place = free.get()
        try:
            ran = run_tests(None, place, sorted({t for f in faults for t in f.tests or tests}))
        finally:
            free.put(place)
        if ran.failed:
            raise RuntimeError(f"{ran.failed} fails without any slip")

        def plant(fault: Fault) -> str | None:
            place = free.get()
            try:
                return catcher(fault, place, fault.tests or tests, ran.slow)
            finally:
                free.put(place)

        missed = 0
        for fault, by in zip(faults, pool.map(plant, faults), strict=True):
            missed += by is None
            print(f"{'caught' if by else 'MISSED'}  {fault.title}  {by or ''}".rstrip(), flush=True)
    return len(faults), missed


def main() -> int:
    """Plant the slips and print one line for each."""
    parser = argparse.ArgumentParser(description="Which slips in the rules does no test notice?")
    parser.add_argument("--game", choices=LISTS, help="slips in the rules of this game alone")
    parser.add_argument("--only", default="", help="slips whose file or text has this in it")
    parser.add_argument("--tests", nargs="+", help="files of tests to run")
    parser.add_argument("--check", action="store_true", help="plant nothing")
    parser.add_argument("--first", type=int, default=0, help="slips of each list to leave out")
    parser.add_argument("--workers", type=int, default=1, help="slips planted at the same time")
    args = parser.parse_args()

    lists = [read(LISTS[game], args.only) for game in LISTS if args.game in (None, game)]
    lists = [slips for slips in lists if slips.faults]
    if not lists:
        parser.error(f"--only: no slip has {args.only!r} in it")
    bad = [line for slips in lists for line in misfits(slips.faults)]
    if bad or args.check:
        print("\n".join(bad), file=sys.stderr)
        return 1 if bad else 0
    planted, missed = 0, 0
    for slips in lists:
        faults = [fault for fault in slips.faults if not fault.same][args.first :]
        if not faults:
            continue
        if args.tests:
            faults = [fault._replace(tests=args.tests) for fault in faults]
        try:
            more, unseen = plant_all(Slips(faults, slips.tests), args.workers)
        except RuntimeError as error:
            print(error, file=sys.stderr)
            return 1
        planted, missed = planted + more, missed + unseen
    print(f"{planted} slips planted, {missed} missed")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
