"""The command ``got referee``: JSON Lines on stdin and stdout."""

from __future__ import annotations

import sys
import traceback
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, BinaryIO

import typer

if TYPE_CHECKING:
    from got_env.referee import Referee

MAX_LINE = 2**20
"""Longest request in bytes; no request needs a tenth of it."""


def referee(
    data_dir: Annotated[
        Path | None, typer.Option(help="Your own folder of board and card files.")
    ] = None,
) -> None:
    """Serve one game: one JSON object per line on stdin, one answer per line on stdout.

    The requests are new, set, position, turn, legal, act, save, load, observe, say, hear and quit.
    Bad input is refused and changes nothing.

    Example: got referee < requests.jsonl
    """
    from got_env.cli.first_start import compile_if_cold
    from got_env.referee import Referee

    compile_if_cold()
    serve(Referee(data_dir), sys.stdin.buffer, sys.stdout.buffer)


def serve(session: Referee, source: BinaryIO, sink: BinaryIO) -> None:
    """Answer every line until ``quit`` or the end of the input."""
    import msgspec

    encode = msgspec.json.Encoder().encode
    while not session.done:
        line = source.readline(MAX_LINE + 1)
        if not line:
            return
        sink.write(encode(_answer(session, line, source)) + b"\n")
        sink.flush()


def _answer(session: Referee, line: bytes, source: BinaryIO) -> dict[str, Any]:
    from got_env.core.strict_json import parse_json
    from got_env.referee import refused

    if len(line) > MAX_LINE:
        while line and not line.endswith(b"\n"):
            line = source.readline(MAX_LINE)
        return refused("json", f"the line has more than {MAX_LINE} bytes")
    try:
        request = parse_json(line)
    except ValueError as error:
        return refused("json", f"the line is no JSON: {error}")
    try:
        return session.answer(request)
    except Exception as error:
        # A fault of ours: the other side is told, and the game goes on with the next request.
        traceback.print_exc()
        return refused("internal", f"{type(error).__name__}: {error}")
