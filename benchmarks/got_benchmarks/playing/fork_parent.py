"""Parent of the processes that play games: they are forked from it with the kernels loaded."""

from __future__ import annotations

import socket

from got_agents.isolated.server import serve
from got_benchmarks.playing.workers import load_kernels, work


def serve_workers(control: int, game: str, *modules: str) -> None:
    """Load the kernels of a game and of the agents that modules make, then start copies."""
    load_kernels(game, modules)
    serve(socket.socket(fileno=control), work)
