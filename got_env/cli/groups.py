"""Groups of commands, which suggest the nearest name for a wrong one."""

from __future__ import annotations

from typing import Any

import typer
from typer.core import TyperGroup

from got_env.core.suggest import nearest

UsageProblem: type[Exception] = typer.BadParameter.__mro__[2]
"""Base of the errors of the command line: click's, or those of typer's own copy of it."""


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
