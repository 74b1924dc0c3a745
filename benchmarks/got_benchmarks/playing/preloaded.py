"""The parent of the processes that play games: its copies start with the kernels loaded."""

from __future__ import annotations

import socket

from got_agents.isolated.server import serve
from got_benchmarks.playing.workers import load_kernels, work


def serve_workers(control: int, game: str) -> None:
    """Load the kernels of a game, then start copies that play it."""
    load_kernels(game)
    serve(socket.socket(fileno=control), work)
