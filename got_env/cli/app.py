"""The command `got`.

Its own sub-commands are ``games``, ``warmup`` and those of :mod:`got_env.commands`; the others come
from the entry-point group ``got.commands``, each a function or a typer application that is imported
when it is needed.
"""

from __future__ import annotations

import os
import sys
import time
import traceback
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.main import get_command

from got_env.cli.completion import complete_games
from got_env.cli.console import complain, console, drop_output, print_json
from got_env.cli.groups import SuggestingGroup, UsageProblem, name_values
from got_env.cli.own_words import hide_seed
from got_env.cli.referee import referee
from got_env.cli.replay import replay
from got_env.core.error_values import short_repr
from got_env.core.streams import ClosedStreamError, replace_closed_streams
from got_env.core.suggest import nearest

if TYPE_CHECKING:
    from got_env.core.game import Game

GROUP = "got.commands"

TRACEBACKS = "GOT_DEBUG"
"""Environment variable that tells the processes of agents about ``--debug``."""

EXPECTED = {"a valid integer": "a whole number", "a valid number": "a number"}
"""Words of this package for values that are expected."""

BOUNDS = {"less than or equal to": "at most", "greater than or equal to": "at least"}
"""The same for bounds of numbers."""

FINE, FAILED, BAD_USAGE = 0, 1, 2
INTERRUPTED = 130


@cache
def _extensions() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in sorted(entry_points(group=GROUP))}


class _ReaderGoneError(Exception):
    """The reader of the output has gone; click would end with 1 on the error of the pipe."""


class CommandGroup(SuggestingGroup):
    """The commands of this module and those of the entry-point group."""

    def invoke(self, ctx: Any) -> Any:
        """Run the command."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise _ReaderGoneError from None

    def list_commands(self, ctx: Any) -> list[str]:
        """Names of all commands."""
        return sorted({*super().list_commands(ctx), *_extensions()})

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command of a name; one that cannot be imported says so when it is called."""
        own = super().get_command(ctx, cmd_name)
        if own is not None or cmd_name not in _extensions():
            return name_values(own)
        try:
            found = _extensions()[cmd_name].load()
        except ImportError as error:
            found = _unavailable(cmd_name, error)
        if not isinstance(found, typer.Typer):
            function, found = found, typer.Typer(add_completion=False, rich_markup_mode=None)
            found.command(cmd_name)(function)
        command = get_command(found)
        command.name = cmd_name
        return name_values(command)


def _unavailable(name: str, error: ImportError) -> Callable[..., None]:
    """A command that only says why it is missing."""

    def fail() -> None:
        raise RuntimeError(f"the command {name!r} cannot be loaded: {error}")

    fail.__doc__ = f"Not available here: {error}."
    return fail


app = typer.Typer(
    cls=CommandGroup,
    no_args_is_help=True,
    add_completion=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _show_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"got_env {version('got_env')}")
        raise typer.Exit


@app.callback()
def _main(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Version.")
    ] = False,
    debug: Annotated[bool, typer.Option("--debug", help="Show tracebacks of errors.")] = False,
) -> None:
    """Environments, agents and tournaments for five tabletop games of A Game of Thrones.

    Example: got tournament --agents heuristic,random --games 100
    """


@app.command()
def games(
    code: Annotated[
        str | None,
        typer.Argument(
            metavar="[GAME]",
            help="Code of the only game to list.",
            autocompletion=complete_games,
        ),
    ] = None,
    options: Annotated[bool, typer.Option("--options", help="Explain every option.")] = False,
    actions: Annotated[
        str | None,
        typer.Option(
            "--actions",
            metavar="GAME",
            help="List the actions of a game.",
            autocompletion=complete_games,
        ),
    ] = None,
    data_dir: Annotated[
        Path | None, typer.Option(help="Your own folder of board and card files.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON for machines.")] = False,
) -> None:
    """List the games with their player counts, sizes and options.

    Example: got games --actions agot2e
    """
    from got_env.games import GAMES, games_with, get_game

    if actions is not None:
        if code is not None:
            raise ValueError(f"{code!r}: --actions names the game; expected no other")
        from got_env.cli.listing import describe_actions, print_actions

        game = get_game(actions, data_dir)
        if json:
            print_json(describe_actions(game))
        else:
            print_actions(game, console())
        return
    if code is not None:
        known: Mapping[str, Game] = {code: get_game(code, data_dir)}
    else:
        known = GAMES if data_dir is None else games_with(data_dir)
    if json:
        print_json({code: describe(game) for code, game in known.items()})
        return
    from got_env.cli.listing import game_lines, option_lines

    screen = console()
    for game in known.values():
        for line in game_lines(game, describe(game), screen.width):
            screen.print(line)
        if options:
            for line in option_lines(game, screen.width):
                screen.print(line)


def describe(game: Any) -> dict[str, Any]:
    """Entry of a game in ``got games --json``."""
    return {
        "title": game.identity.title,
        "version": game.identity.version,
        "players": list(game.seats.counts),
        "houses": list(game.seats.names),
        "num_actions": game.actions.size,
        "observation_size": game.observation.size,
        "observation_blocks": {block.name: list(block.shape) for block in game.observation.blocks},
        "state_bytes": game.records.state.itemsize,
        "data": game.identity.data_provenance,
        "data_hash": game.identity.data_hash,
        "options": {
            key: {"default": values[0], "values": list(values), "decides": summary, "source": rule}
            for key, (values, summary, rule) in game.options.table.items()
        },
        "rulings": list(game.options.presets),
    }


@app.command()
def warmup(
    jobs: Annotated[
        int | None,
        typer.Option(
            help="Processes to share the work between; one for each core, at most 4, if not given."
        ),
    ] = None,
    game: Annotated[
        list[str] | None,
        typer.Option(
            help="Code of a game to compile, may be repeated; all games if not given.",
            autocompletion=complete_games,
        ),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON for machines.")] = False,
) -> None:
    """Compile the kernels and keep them in the disk cache, so that the next start is fast.

    Example: got warmup
    """
    from got_env.cli.progress import compile_and_tell
    from got_env.cli.warmup import default_jobs, kernel_folder, warm_up_steps
    from got_env.games import get_game

    steps = warm_up_steps([get_game(code).code for code in game or ()])
    jobs = default_jobs() if jobs is None else jobs
    seconds: dict[str, float] = {}
    began = time.perf_counter()
    compile_and_tell(steps, jobs, lambda name, took: seconds.update({name: round(took, 2)}))
    total, folder = time.perf_counter() - began, kernel_folder()
    if json:
        print_json({"jobs": jobs, "seconds": seconds, "total_s": round(total, 2), "folder": folder})
        return
    console().print(f"ready after {total:.1f} s ({len(steps)} steps in {jobs} processes)")
    if folder is not None:
        typer.echo(f"kept in {folder}")


app.command()(referee)
app.command()(replay)


def main(argv: Sequence[str] | None = None) -> None:
    """Run the command and exit: 0 fine, 1 failed, 2 bad usage; errors are one line on stderr."""
    args = list(sys.argv[1:] if argv is None else argv)
    seen = argv is None and not hide_seed()
    debug = "--debug" in args
    args = [arg for arg in args if arg != "--debug"] or ["--help"]
    try:
        if debug:
            os.environ[TRACEBACKS] = "1"
        replace_closed_streams()
        if seen:
            complain("every process can read the seed among the words of this command")
        code = app(args, prog_name="got", standalone_mode=False)
        sys.stdout.flush()
    except (typer.Abort, KeyboardInterrupt):
        code = INTERRUPTED
    except UsageProblem as error:
        code = _misused(error, debug)
    except (BrokenPipeError, _ReaderGoneError):
        drop_output()
        code = FINE
    except Exception as error:
        _complain(told(error), debug)
        code = BAD_USAGE if _is_misuse(error) else FAILED
    finally:
        if debug:
            os.environ.pop(TRACEBACKS, None)
    if code == INTERRUPTED:
        _complain("interrupted", False)
    _drop_what_cannot_be_written()
    sys.exit(code or FINE)


def _drop_what_cannot_be_written() -> None:
    """Or the interpreter would complain of it at its end, and exit with a code of its own."""
    for stream in (sys.stdout, sys.stderr):
        if stream is None:
            continue  # closed before the program began
        try:
            stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


FILES = (FileNotFoundError, FileExistsError, IsADirectoryError, NotADirectoryError, PermissionError)
"""A file or folder that was named is not as it must be."""

MEANT = (ValueError, OSError, RuntimeError, ImportError)
"""Errors whose text is for the user; any other is a fault of the program."""


def told(error: Exception) -> str:
    """Text of an error on the command line: no name of a class, no number of the system."""
    if isinstance(error, OSError) and error.strerror:
        named = [os.fsdecode(name) for name in (error.filename, error.filename2) if name]
        return ": ".join([*named, error.strerror])
    text = str(error)
    if isinstance(error, MEANT) and text:
        return text
    frame = traceback.extract_tb(error.__traceback__)[-1]
    place = f"{frame.filename}:{frame.lineno}"
    return f"a fault in the program at {place} ({text or 'no more is known'}); see it with --debug"


def _is_misuse(error: Exception) -> bool:
    """True if what was asked for is wrong, not what happened on the way; the same for all."""
    from got_env.core.views import WrongAnswerError

    if isinstance(error, WrongAnswerError | ClosedStreamError):  # an agent failed, or the system
        return False
    return isinstance(error, (ValueError, *FILES))


def _misused(error: Any, debug: bool) -> int:
    """Say what is wrong with the command line; a group without a command shows its help."""
    if type(error).__name__ == "NoArgsIsHelpError":
        print(error.format_message(), file=sys.stderr)
    else:
        path = error.ctx.command_path if getattr(error, "ctx", None) else "got"
        _complain(f"{_in_words(error)} (see '{path} --help')", debug)
    return BAD_USAGE


def _in_words(error: Any) -> str:
    """Error of the command line itself, in words; of similar options the nearest one."""
    similar = getattr(error, "possibilities", None)
    if similar:
        near = nearest(error.option_name, similar) or similar[0]
        return f"No such option {error.option_name}: did you mean {near}?"
    said = str(error.format_message()).rstrip(".")
    where, read, wanted = said.partition("Input should be ")
    if read:
        # So typer lets the library speak that checks values for it; it knows what was written.
        value = short_repr(error.__cause__.errors()[0]["input"])
        wanted = wanted.partition(",")[0]
        for theirs, ours in BOUNDS.items():
            wanted = wanted.replace(theirs, ours)
        return f"{where}{value}: expected {EXPECTED.get(wanted, wanted)}"
    where, read, wanted = said.partition("Value error, ")
    value, choice, words = wanted.partition(" is not one of ")
    if read and choice:
        return f"{where}{value}: expected one of {words.replace(chr(39), '')}"
    return said


def _complain(message: str, debug: bool) -> None:
    if debug:
        traceback.print_exc()
    # If nobody can be told, the exit code has to do.
    with suppress(OSError):
        complain(message)
