"""Time a person waits for the table: from an answer to the next question, over a real socket.

Usage: python benchmarks/serving.py [--game agot2e] [--players 6] [--tables 1] [--answers 200]
       [--json]

Starts ``got serve`` with scripted opponents, answers at random, and prints the median, the 95th
percentile and the longest time in milliseconds. The first answer, for which nothing may be loaded
any more, is told apart. With more tables they are answered in turn, so that the server holds them
all.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import tempfile
import time
import urllib.request
from contextlib import ExitStack
from typing import Any

from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", default="agot2e")
    parser.add_argument("--players", type=int, default=6)
    parser.add_argument("--tables", type=int, default=1)
    parser.add_argument("--answers", type=int, default=200)
    parser.add_argument("--json", action="store_true", help="print JSON for machines")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "got_env.cli", "serve", "--port", "0", "--folder", folder]
        command += ["--game", args.game, "--players", str(args.players), "--seed", "1"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            try:
                measure(server, args)
            finally:
                server.terminate()


def measure(server: subprocess.Popen[str], args: argparse.Namespace) -> None:
    """Answer questions at all tables in turn."""
    assert server.stdout is not None
    links: list[str] = []
    for line in server.stdout:
        links += [word for word in line.split() if word.startswith("http")]
        if line.startswith("lobby"):
            break
    own, lobby = links[0], links[-1]
    base = own.partition("/play/")[0]
    seats = ["human", *["heuristic"] * (args.players - 1)]
    places = [own, *(ordered(base, lobby, args.game, seats) for _ in range(args.tables - 1))]
    waited: list[float] = []
    with ExitStack() as stack:
        pages = [
            stack.enter_context(
                connect(f"{place.replace('http', 'ws')}/socket", origin=Origin(base))
            )
            for place in places
        ]
        answer_in_turn(pages, args.answers, waited)
    first = waited[0]
    waited.sort()
    found = {
        "tables": args.tables,
        "answers": len(waited),
        "median_ms": waited[len(waited) // 2],
        "most_ms": waited[int(len(waited) * 0.95)],
        "longest_ms": waited[-1],
        "first_ms": first,
    }
    if args.json:
        print(json.dumps(found))
        return
    print(
        f"{args.game}, {args.players} players, {args.tables} tables, {len(waited)} answers:"
        f" median {found['median_ms']:.0f} ms, 95 % within {found['most_ms']:.0f} ms,"
        f" longest {found['longest_ms']:.0f} ms; the first one {first:.0f} ms"
    )


def answer_in_turn(pages: list[ClientConnection], answers: int, waited: list[float]) -> None:
    """Answer at random and write down the milliseconds until the next question."""
    views = [question(page) for page in pages]
    chance = random.Random(1)
    for number in range(answers):
        at = number % len(pages)
        if views[at]["end"]:
            continue
        action = chance.choice(views[at]["choices"])["action"]
        said = {"type": "play", "turn": views[at]["turn"], "action": action}
        began = time.perf_counter()
        pages[at].send(json.dumps(said))
        views[at] = question(pages[at])
        waited.append(1000 * (time.perf_counter() - began))


def ordered(base: str, lobby: str, game: str, seats: list[str]) -> str:
    """The link of the person at a table that is made in the lobby."""
    body = json.dumps({"game": game, "seats": seats}).encode()
    headers = {"content-type": "application/json", "origin": base}
    request = urllib.request.Request(f"{lobby}/tables", body, headers)
    with urllib.request.urlopen(request) as answer:
        made = json.load(answer)
    return f"{base}/play/{next(iter(made['seats'].values()))}"


def question(page: ClientConnection) -> Any:
    """The next view in which the person decides, or in which the game has ended."""
    while True:
        message = json.loads(page.recv())
        if message["type"] == "view" and (message["choices"] or message["end"]):
            return message


if __name__ == "__main__":
    main()
