#!/usr/bin/env python3
"""Forge states, rows of batches and positions, and play on from those that are taken.

    python scripts/forge_states.py --game btwixt --count 20000
    python scripts/forge_states.py --count 1000000 --jobs 8
    python scripts/forge_states.py --game asos --seed 3 --first 4711 --count 1

Every forged thing must be refused with ValueError, the environment as it was, or be played on from
for 300 random decisions: masks, observations, sheets, pictures, positions whole and of one seat,
hidden things dealt anew, games played to their end, all with bounds checks. No IndexError or other
error, no dead end, no crash, nothing that takes longer than ``--patience`` seconds.

Things are numbered: a number and a seed always make the same thing, so a run goes on where another
ended (``--first``), and one fault is made again alone (``--count 1``). The work is done in
processes of their own; one that dies or hangs costs the thing that killed it. Prints a table; exit
code 1 if there were faults.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import threading
from collections import Counter
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from got_env.games import GAMES  # noqa: E402

CHUNK = 256
"""Things that are forged and used together."""
SHARE = 2048
"""Things that a process is given at a time."""
SHOWN = 20
"""Faults of a game that are told; all are counted."""


def main() -> int:
    """Read the command line, and forge."""
    given = parse(None)
    if given.worker:
        from scripts.forging.working import work

        work(given)
        return 0
    faults = 0
    print(
        f"{'game':14}{'kind':11}{'tried':>10}{'taken':>10}{'refused':>10}{'faults':>8}", flush=True
    )
    for code in given.game or GAMES:
        faults += forge_game(code, given)
    return min(faults, 1)


def parse(arguments: list[str] | None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", choices=GAMES, action="append", help="default: all games")
    parser.add_argument("--seed", type=int, default=0, help="of all draws")
    parser.add_argument("--first", type=int, default=0, help="number of the first thing")
    parser.add_argument("--count", type=int, default=20_000, help="things of each game")
    parser.add_argument("--jobs", type=int, default=1, help="processes beside each other")
    parser.add_argument("--games", type=int, default=16, help="games whose moments are forged")
    parser.add_argument("--longest", type=int, default=5000, help="decisions of such a game")
    parser.add_argument("--decisions", type=int, default=300, help="played from what is taken")
    parser.add_argument("--rollout", type=int, default=-1, help="decisions of games played on")
    parser.add_argument("--patience", type=float, default=300, help="seconds for things together")
    parser.add_argument("--plain", action="store_true", help="kernels as plain Python")
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--chunk", type=int, default=CHUNK, help=argparse.SUPPRESS)
    return parser.parse_args(arguments)


def forge_game(code: str, given: argparse.Namespace) -> int:
    """Forge things of one game; prints its lines, returns the number of faults."""
    shares = [
        (first, min(SHARE, given.first + given.count - first))
        for first in range(given.first, given.first + given.count, SHARE)
    ]
    results: list[dict[str, Any]] = []
    taking = threading.Lock()

    def serve() -> None:
        while True:
            with taking:
                if not shares:
                    return
                first, count = shares.pop(0)
            results.extend(run(code, given, first, count, CHUNK))

    threads = [threading.Thread(target=serve) for _ in range(given.jobs)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    counts: Counter[tuple[str, str]] = Counter()
    for result in results:
        for kind, numbers in result["counts"].items():
            counts.update({(kind, name): number for name, number in numbers.items()})
    faults = [fault for result in results for fault in result["faults"]]
    for kind in sorted({kind for kind, _ in counts}):
        tried, taken, refused = (counts[kind, name] for name in ("tried", "taken", "refused"))
        wrong = sum(fault["kind"] == kind for fault in faults)
        print(f"{code:14}{kind:11}{tried:10}{taken:10}{refused:10}{wrong:8}", flush=True)
    for fault in sorted(faults, key=lambda fault: fault["number"])[:SHOWN]:
        print(
            f"  {code} --seed {given.seed} --first {fault['number']}: {fault['what']}", flush=True
        )
    return len(faults)


def run(
    code: str, given: argparse.Namespace, first: int, count: int, chunk: int
) -> list[dict[str, Any]]:
    """Results of own processes for some things; goes on behind one that kills its process."""
    results: list[dict[str, Any]] = []
    end = first + count
    while first < end:
        found, error = start(code, given, first, end - first, chunk)
        results += found
        first += sum(result["count"] for result in found)
        if first >= end:
            break
        if chunk > 1:
            # Something in the next chunk kills: its things are tried one by one.
            results += run(code, given, first, min(chunk, end - first), 1)
            first += min(chunk, end - first)
        else:
            fault = {"number": first, "kind": "killed", "what": error}
            results.append({"count": 1, "counts": {"killed": {"tried": 1}}, "faults": [fault]})
            first += 1
    return results


def start(
    code: str, given: argparse.Namespace, first: int, count: int, chunk: int
) -> tuple[list[dict[str, Any]], str]:
    """The lines of one process, and how it ended if it did not come to its end."""
    command = [sys.executable, __file__, "--worker", "--game", code]
    for name in ("seed", "games", "longest", "decisions", "rollout", "patience"):
        command += [f"--{name}", str(getattr(given, name))]
    command += ["--first", str(first), "--count", str(count), "--chunk", str(chunk)]
    settings = {"NUMBA_DISABLE_JIT": "1"} if given.plain else {"NUMBA_BOUNDSCHECK": "1"}
    done = subprocess.run(
        command, env=os.environ | settings, capture_output=True, text=True, check=False
    )
    lines = [json.loads(line) for line in done.stdout.splitlines() if line.endswith("}")]
    return lines, f"exit code {done.returncode}: {done.stderr[-600:]}"


if __name__ == "__main__":
    sys.exit(main())
