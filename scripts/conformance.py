#!/usr/bin/env python3
"""Replay recorded games of an independent implementation and compare states and legal options.

Reads the recordings of a folder (*.jsonl.gz or *.jsonl, one game a line), feeds every recorded
decision to the engine under the option preset rulings="online", and compares the public state after
each decision, the legal options and the recorded proposals. Without --recordings it replays the
games in tests/conformance/recordings. scripts/conformance_deviations.toml lists the readings that
only the recorded implementation has; the script predicts them and skips nothing.

Exit code: 0 when nothing differs, 1 when something differs, 2 for bad usage or files that are no
recordings.

Example:
    scripts/conformance.py --recordings recordings/agot2e --games 5 --show 3
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from scripts.peer_replay import report as reports  # noqa: E402
from scripts.peer_replay.recordings import find_recordings  # noqa: E402

DEVIATIONS = ROOT / "scripts" / "conformance_deviations.toml"
RECORDINGS = ROOT / "tests" / "conformance" / "recordings"


def parse(arguments: list[str] | None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--recordings",
        type=Path,
        default=RECORDINGS,
        metavar="DIR",
        help="folder of the recordings (default: the two games of the tests)",
    )
    parser.add_argument("--file", help="replay only files whose name contains this")
    parser.add_argument("--games", type=int, help="replay only this many games of each file")
    parser.add_argument("--show", type=int, default=5, help="show this many differences of a file")
    parser.add_argument("--states-only", action="store_true", help="leave the legal options out")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    return parser.parse_args(arguments)


def main(arguments: list[str] | None = None) -> int:
    """Run the comparison; returns the exit code."""
    args = parse(arguments)
    try:
        return compare(args)
    except ValueError as error:
        print(f"conformance: {error}", file=sys.stderr)
        return 2


def compare(args: argparse.Namespace) -> int:
    """Compare all files.

    Raises:
        ValueError: if there is nothing to compare, or a file is no recording.
    """
    deviations = reports.read_deviations(DEVIATIONS)
    paths = [p for p in find_recordings(args.recordings) if not args.file or args.file in p.name]
    if not paths:
        raise ValueError(f"--file {args.file}: no recording has that in its name")
    total = reports.FileReport("all files")
    parts = []
    for path in paths:
        part = reports.replay_file(path, args.games, not args.states_only)
        reports.add_unlisted(part, deviations)
        parts.append(part)
        total.add(part)
        if not args.json:
            print("\n".join(reports.describe(part, deviations, args.show)), flush=True)
    if not total.games:
        raise ValueError(f"{args.recordings}: there is no game in its recordings")
    if args.json:
        told = {
            **reports.as_json(total),
            "listed_deviations": len(deviations),
            "deviations": deviations,
            "differences": total.differences[: args.show],
            "files": {part.file: reports.as_json(part) for part in parts},
        }
        print(json.dumps(told, indent=1))
    else:
        total_lines = [*reports.describe(total, deviations, 0), *reports.describe_options(total)]
        print("\n".join(total_lines))
    return 0 if total.fine else 1


if __name__ == "__main__":
    sys.exit(main())
