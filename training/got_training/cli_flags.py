"""Flags of commands and rows of the documentation, from the arguments that they set.

The docstring under the field of an argument is its only description. It is read from the source, so
that a command shows its help without importing what a training needs.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

import typer

from got_env.cli.console import parse_numbers, parse_options

TRAINING_MINUTES, LEAGUE_MINUTES = 10.0, 60.0
"""Limits of a training and of a league that were given none."""

Config = Annotated[Path | None, typer.Option(help="TOML file with any of the arguments.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for machines.")]
TrustAgents = Annotated[
    bool,
    typer.Option(
        "--trust-agents",
        help="With --resume: start the programs, folders and modules that the folder names as"
        " agents, though --config does not name them again.",
    ),
]

GIVEN = "given"
"""Parameter of a command that gets the arguments whose flags were given, by name."""


@dataclass(frozen=True)
class Argument:
    """An argument as its source declares it."""

    text: str
    """Description, in one line."""
    default: str
    """Expression of the default."""


@cache
def declared(module: str, table: str) -> Mapping[str, Argument]:
    """Arguments of a dataclass by name, read from its source.

    Args:
        module: where it is; only the packages around it are imported.
        table: its name.
    """
    spec = find_spec(module)
    origin = spec.origin if spec is not None else None
    assert origin is not None
    tree = ast.parse(Path(origin).read_text(encoding="utf-8"))
    (body,) = (
        node.body for node in tree.body if isinstance(node, ast.ClassDef) and node.name == table
    )
    found = {}
    for field, after in pairwise(body):
        if isinstance(field, ast.AnnAssign) and isinstance(after, ast.Expr):
            assert isinstance(field.target, ast.Name)
            assert field.value is not None
            text = " ".join(str(ast.literal_eval(after.value)).split())
            found[field.target.id] = Argument(text, ast.unparse(field.value))
    return found


@dataclass(frozen=True)
class Flag:
    """A flag of a command that sets an argument."""

    name: str
    """Of the argument."""
    kind: Any = str
    """Type of the flag."""
    note: str = ""
    """Addition of the command to the description."""
    shown: str = ""
    """Default as the help shows it; empty: that of the argument, unless it is 0 or empty."""

    def parameter(self, argument: Argument) -> inspect.Parameter:
        """Parameter of the command, None if the flag was not given."""
        text = argument.text.replace("`", "").rstrip(".")
        help_text = f"{text}; {self.note}." if self.note else f"{text}."
        default = ast.literal_eval(argument.default)
        shown = self.shown or (str(default) if default else False)
        # A path is read as text: an empty one would become the current folder.
        kind, metavar = (str, "PATH") if self.kind is Path else (self.kind, None)
        option = typer.Option(help=help_text, show_default=shown, metavar=metavar)
        return _parameter(self.name, Annotated[kind | None, option], None)

    def value(self, told: Any) -> Any:
        """Value of the argument for what the user wrote.

        Raises:
            ValueError: for a bad one; names the flag.
        """
        if self.name == "players" and isinstance(told, str):
            return parse_numbers(told, "--players")
        if self.name == "data_dir" and told:
            return str(Path(told).resolve())
        return told


PLAYERS = Flag("players", str, "several numbers here with commas", "the most of the game")
DATA_DIR = Flag("data_dir", Path)

_TIDES = typer.Option("--tides", help="Play with Tides of Battle.")
_OPTION = typer.Option(help="Option of the game, key=value; may be repeated.")


def with_flags(
    module: str, table: str, *flags: Flag
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Decorator: give a command flags for arguments, in the place of its parameter `given`.

    The options of the rules come with them, as `--tides` and `--option`.

    Args:
        module: of the dataclass of arguments.
        table: its name.
        flags: of the command, in their order.
    """

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        arguments = declared(module, table)
        added = [flag.parameter(arguments[flag.name]) for flag in flags]
        if "options" in arguments:
            added.append(_parameter("tides", Annotated[bool, _TIDES], False))
            added.append(_parameter("option", Annotated[list[str] | None, _OPTION], None))
        own = get_type_hints(command, include_extras=True)
        parameters: list[inspect.Parameter] = []
        for name, parameter in inspect.signature(command).parameters.items():
            parameters += (
                added if name == GIVEN else [_parameter(name, own[name], parameter.default)]
            )

        def run(**told: Any) -> None:
            given = {}
            for flag in flags:
                value = told.pop(flag.name)
                if value is not None:
                    given[flag.name] = flag.value(value)
            if "options" in arguments:
                options = parse_options(told.pop("option"), told.pop("tides"))
                given |= {"options": options} if options else {}
            command(**told, given=given)

        run.__name__, run.__doc__, run.__module__ = command.__name__, command.__doc__, __name__
        run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
        run.__annotations__ = {one.name: one.annotation for one in parameters}
        return run

    return decorate


def _parameter(name: str, kind: Any, default: Any) -> inspect.Parameter:
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, annotation=kind, default=default)


def documented(
    table: type, defaults: Mapping[str, object], told: Mapping[str, str]
) -> Iterator[tuple[str, str, str, str]]:
    """Rows of the documentation: name, default, values taken, description.

    Args:
        table: dataclass of arguments.
        defaults: their defaults.
        told: words in place of a default that depends on something else.
    """
    kinds = get_type_hints(table, include_extras=True)
    for name, argument in declared(table.__module__, table.__name__).items():
        default = told.get(name, f"`{defaults[name]}`" if defaults[name] != "" else '`""`')
        text = argument.text.replace("|", "&#124;")
        yield f"`{name}`", default, _taken(kinds[name]), text


def _taken(kind: Any) -> str:
    """Values that an argument takes: bounds or choices; empty if neither says much."""
    from got_env.core.ranges import range_of

    if get_origin(kind) is Literal:
        return ", ".join(f"`{choice}`" for choice in get_args(kind))
    bounds = range_of(kind).removeprefix("from ")
    return bounds if bounds[:1].isdigit() else ""
