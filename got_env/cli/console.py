"""Common parts of the commands of `got`: reading options, writing to people and to machines."""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from got_env.core.lines import fitted

if TYPE_CHECKING:
    from rich.console import Console, ConsoleRenderable, RenderableType, RichCast
    from rich.progress import Progress
    from rich.status import Status

MOST_DIGITS = 100
"""Characters that are read of a seed."""


def parse_options(pairs: Iterable[str] | None, tides: bool = False) -> dict[str, object]:
    """Options of a game from ``key=value`` texts and the shortcut ``--tides``.

    Raises:
        ValueError: for a text without ``=``, or an option given twice with different values.
    """
    options: dict[str, object] = {"tides": "true"} if tides else {}
    for pair in pairs or ():
        key, equals, value = pair.partition("=")
        if not equals or not key or not value:
            raise ValueError(f"option {pair!r}: expected key=value")
        if options.setdefault(key, value) != value:
            raise ValueError(f"option {key!r} is given twice, as {options[key]} and as {value}")
    return options


def parse_seed(text: str) -> int:
    """A seed from the command line, or from standard input for ``-``.

    The words of a command are shown to every process of the machine, also to agents that it plays.

    Raises:
        BadParameter: for anything but a whole number.
    """
    import typer

    given = sys.stdin.readline(MOST_DIGITS).strip() if text == "-" else text
    try:
        return int(given)
    except ValueError:
        where = " from standard input" if text == "-" else ""
        raise typer.BadParameter(f"{given[:40]!r}{where}: expected a whole number") from None


def parse_names(text: str, what: str, known: Collection[str] = ()) -> tuple[str, ...]:
    """Names separated by commas, each with its options, which commas separate too.

    What has a ``=`` before any colon is an option of the name before it:
    ``random,ismcts:sims=40,rollout=heuristic,heuristic`` are three names. But it is a name of the
    user's own for what stands behind the ``=``, where there is nothing that could have options, or
    where that is a known name with a colon: ``random,gpt=llm:http://...`` are two names.

    Args:
        text: the list.
        what: what they are names of, for the error.
        known: names that can have a colon behind them; files in Python can too.

    Raises:
        ValueError: if a name is missing.
    """
    names: list[str] = []
    for part in (piece.strip() for piece in text.split(",")):
        before, colon, _ = part.partition(":")
        _, equals, value = before.partition("=")
        named = ":" not in names[-1] if names else True
        named = named or bool(colon and (value in known or value.endswith(".py")))
        if equals and not named:
            names[-1] += f",{part}"
        else:
            names.append(part)
    if not all(names):
        raise ValueError(f"{what} {text!r}: expected names separated by commas")
    return tuple(names)


def parse_numbers(text: str, what: str) -> tuple[int, ...]:
    """Whole numbers separated by commas.

    Raises:
        ValueError: if something else stands there.
    """
    try:
        return tuple(int(part) for part in text.split(","))
    except ValueError:
        raise ValueError(f"{what} {text!r}: expected numbers separated by commas") from None


def print_json(value: Mapping[str, Any]) -> None:
    """Print a value for machines."""
    json.dump(value, sys.stdout, indent=2, allow_nan=False)
    sys.stdout.write("\n")


def complain(message: str) -> None:
    """One line on stderr about what went wrong."""
    print(f"got: {' '.join(message.split())}", file=sys.stderr)


def tell_on_screen(line: str) -> None:
    """Print a line of a story; on a terminal, broken between words."""
    lines = fitted(line, shutil.get_terminal_size().columns) if sys.stdout.isatty() else [line]
    print("\n".join(lines))


def tell_beside_files(line: str) -> None:
    """As :func:`tell_on_screen`, of work that leaves files: it goes on when the reader has gone."""
    try:
        tell_on_screen(line)
    except BrokenPipeError:
        drop_output()


def drop_output() -> None:
    """Let what is still printed go nowhere: its reader, such as `head`, has seen enough."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def print_places(houses: Mapping[str, Mapping[str, Any]], measures: Sequence[str]) -> None:
    """Print a table of houses by place; unknown places come first.

    Args:
        houses: ``place``, the measures and perhaps ``agent`` by house.
        measures: names of the numbers to show, as :class:`got_env.core.game.Results` has them.
    """
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    table = Table(box=SIMPLE_HEAD)
    table.add_column("place", justify="right")
    table.add_column("house")
    agents = any("agent" in row for row in houses.values())
    if agents:
        table.add_column("agent")
    for name in measures:
        table.add_column(name, justify="right")
    for house, row in sorted(houses.items(), key=lambda item: item[1]["place"] or 0):
        cells = [str(row["place"] or "-"), house, *([str(row["agent"])] if agents else [])]
        table.add_row(*cells, *(str(row[name]) for name in measures))
    print_tables(console(), table)


WIDE = 10_000
"""Columns of what is no terminal: nothing is broken or left out in a file or a pipe."""


def console() -> Console:
    """The console for tables and texts; as wide as they are where nobody sets a width."""
    from rich.console import Console

    class Screen(Console):
        def on_broken_pipe(self) -> None:
            # Rich would end the program as failed; the command line knows what this means.
            raise BrokenPipeError

    terminal = sys.stdout.isatty() or "COLUMNS" in os.environ
    # Rich would print nothing at all where the width is said to be 0.
    width = shutil.get_terminal_size().columns if terminal else WIDE
    # Paths, names of agents and errors come from outside: what is in brackets there is no markup.
    return Screen(width=width, highlight=False, markup=False, emoji=False)


def print_tables(screen: Console, *parts: RenderableType) -> None:
    """Print tables, and texts between them, so that no cell loses a character.

    Columns from the right that do not fit the terminal are left out; a line below says which.
    """
    from rich.measure import Measurement
    from rich.table import Table

    free = screen.options.update_width(WIDE)
    for part in parts:
        left_out: list[str] = []
        while (
            isinstance(part, Table)
            and len(part.columns) > 2
            and Measurement.get(screen, free, part).minimum > screen.width
        ):
            left_out.insert(0, str(part.columns.pop().header))
        screen.print(part)
        if left_out:
            screen.print(f"left out, as the terminal is narrow: {', '.join(left_out)}")


def progress_bar() -> Progress:
    """A progress bar on stderr; nothing when that is not a terminal."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    where = Console(stderr=True)
    return Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=where,
        disable=not where.is_terminal,
        transient=True,
    )


def waiting(what: ConsoleRenderable | RichCast | str) -> Status:
    """A line on stderr that says what is going on; nothing when that is not a terminal."""
    from rich.console import Console
    from rich.text import Text

    where = Console(stderr=True, markup=False, emoji=False)
    where.quiet = not where.is_terminal
    return where.status(Text(what) if isinstance(what, str) else what)
