"""Cut one recorded game down to what a replay reads, and write it as a recording of its own.

What remains are facts of one game: the decks, who decided what, what was legal, the public state.

Example:
    python -m scripts.peer_replay.excerpt recordings/a.jsonl.gz 3p-3040 out/a_3p.jsonl.gz
"""

from __future__ import annotations

import argparse
import gzip
import json
import sys
from pathlib import Path

from .recordings import Game, Json, read_games

STEP_KEYS = ("n", "round", "state", "house", "kind", "decision", "options", "delta")

EVENTS = frozenset(
    {
        "a-king-beyond-the-wall-highest-top-track",
        "a-king-beyond-the-wall-house-reduce-track",
        "aeron-damphair-house-card-changed",
        "armies-reconciled",
        "cersei-lannister-order-removed",
        "clash-of-kings-bidding-done",
        "combat-house-card-chosen",
        "combat-result",
        "consolidate-power-order-resolved",
        "crow-killers-footman-upgraded",
        "crow-killers-knights-replaced",
        "doran-used",
        "enemy-port-taken",
        "killed-after-combat",
        "mammoth-riders-destroy-units",
        "mammoth-riders-return-card",
        "patchface-used",
        "preemptive-raid-units-killed",
        "raid-done",
        "retreat-casualties-suffered",
        "retreat-region-chosen",
        "support-attack-against-neutral-force",
        "the-horde-descends-units-killed",
        "tyrion-lannister-house-card-replaced",
        "wildling-bidding",
    }
)
"""Types of the events that a replay reads."""


def excerpt(game: Game) -> Json:
    """The game as a line of a recording, without what no replay reads."""
    return {
        "id": game.name,
        "players": game.players,
        "tides_of_battle": game.tides,
        "initial": game.initial,
        "steps": [excerpt_step(step) for step in game.steps],
        "result": {},
    }


def excerpt_step(step: Json) -> Json:
    """One step with the events that a replay reads."""
    kept = {key: step[key] for key in STEP_KEYS if key in step}
    events = [event for event in step.get("events", ()) if event["type"] in EVENTS]
    return {**kept, "events": events} if events else kept


def write_excerpt(game: Game, path: Path) -> None:
    """Write the excerpt as a recording of one game; the same bytes each time."""
    text = json.dumps(excerpt(game), separators=(",", ":")) + "\n"
    path.write_bytes(gzip.compress(text.encode(), compresslevel=9, mtime=0))


def main(arguments: list[str] | None = None) -> int:
    """Run the command; returns the exit code."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("recording", type=Path, help="a file of recorded games")
    parser.add_argument("game", help="the id of the game")
    parser.add_argument("out", type=Path, help="the recording to write (*.jsonl.gz)")
    args = parser.parse_args(arguments)
    for game in read_games(args.recording):
        if game.name == args.game:
            write_excerpt(game, args.out)
            return 0
    print(f"excerpt: {args.recording.name}: no game has the id {args.game!r}", file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main())
