"""The command ``got export``; slow imports are deferred."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from got_env.cli.console import console
from got_env.core.files import check_writable


def export(
    out: Annotated[Path, typer.Option(help="The ONNX file.")],
    policy: Annotated[
        Path | None,
        typer.Option(help="Folder of the policy.", show_default="the one of the package"),
    ] = None,
    game: Annotated[
        str, typer.Option(help="Game whose policy of the package is meant.")
    ] = "agot2e",
) -> None:
    """Write a policy as an ONNX file, for programs in other languages.

    Example: got export --policy runs/first --out first.onnx
    """
    check_writable("--out", out)
    from got_agents.onnx_export import export_onnx
    from got_agents.policy import shipped_policy

    export_onnx(policy or shipped_policy(game), out)
    console().print(f"policy: {out}", markup=False, soft_wrap=True)
