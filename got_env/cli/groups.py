"""Groups of commands, which suggest the nearest name for a wrong one."""

from __future__ import annotations

import re
from typing import Any

import typer
from typer.core import TyperGroup

from got_env.core.suggest import nearest

UsageProblem: type[Exception] = typer.BadParameter.__mro__[2]
"""Base of the errors of the command line: click's, or those of typer's own copy of it."""


FLAGS = ("is_flag", "count")
"""Attributes that tell that an option has no value."""


def name_values(command: Any) -> Any:
    """Let the help of a command say what people write as values, not the types of Python.

    Args:
        command: a command or a group; all commands below it are changed too.

    Returns:
        The same command.
    """
    for param in getattr(command, "params", ()):
        if param.metavar is None and not any(getattr(param, flag, False) for flag in FLAGS):
            option = param.param_type_name == "option"
            param.metavar = _value_word(param) if option else param.name.upper()
        if param.param_type_name == "argument":
            param.display_type_rich = lambda ctx: None  # which typer would put behind its name
    for below in getattr(command, "commands", {}).values():
        name_values(below)
    return command


def _value_word(param: Any) -> str:
    """``NUMBER``, ``PATH`` or ``TEXT``, by the type of an option in any version of typer."""
    described = getattr(param, "type_descriptor", None)
    kind = str(described.annotation if described is not None else param.type.name)
    if re.search("path|file|directory", kind, re.IGNORECASE):
        return "PATH"
    return "NUMBER" if re.search("int|float", kind) else "TEXT"


class SuggestingGroup(TyperGroup):
    """A group of commands whose error for an unknown one is worded as all others of `got`."""

    suggest_commands = False  # typer words it in its own way, and knows only its own commands

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command that the arguments begin with; a wrong one with the nearest name."""
        try:
            return super().resolve_command(ctx, args)
        except UsageProblem as error:
            near = nearest(args[0], self.list_commands(ctx))
            if near is not None:
                problem: Any = error
                problem.message = f"No such command {args[0]!r}: did you mean {near!r}?"
            raise
