"""The command ``got league``; slow imports are deferred."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from got_env.cli.console import console, print_json
from got_env.core.extras import MissingExtraError, how_to_install
from got_training.cli_flags import (
    DATA_DIR,
    LEAGUE_MINUTES,
    Config,
    Flag,
    Json,
    TrustAgents,
    with_flags,
)


@with_flags(
    "got_training.league.args",
    "LeagueArgs",
    Flag("minutes", float, f"{LEAGUE_MINUTES:g} without any limit"),
    Flag("rounds", int),
    Flag("players", str, "several numbers here with commas", "those of the policy"),
    Flag("game", shown="that of the policy"),
    DATA_DIR,
    Flag("seed", int),
)
def league(
    out: Annotated[Path, typer.Option(help="Folder of the league.")],
    given: Mapping[str, Any],
    start: Annotated[
        Path | None, typer.Option(help="Folder of the policy to start from; --resume needs none.")
    ] = None,
    config: Config = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Continue the league in the folder.")
    ] = False,
    trust_agents: TrustAgents = False,
    json: Json = False,
) -> None:
    """Train on from a policy in rounds: it meets all members, and a test says who is champion.

    The champion plays as the agent policy:OUT. Ctrl-C ends the league, --resume goes on.

    Example: got league --start runs/climb --out runs/league --minutes 60
    """
    from got_env.cli.first_start import compile_if_cold
    from got_training.args import read_config
    from got_training.league.load_args import args_from_folder, args_from_policy

    # Threads of torch that wait by spinning slow each other down on a machine that is busy.
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
    try:
        from got_training.league.league import League
    except ImportError as error:
        raise MissingExtraError(
            f"training needs more packages: {how_to_install('train', 'viz')} ({error})"
        ) from error

    layers = (read_config(config) if config else {}, given)
    if trust_agents and not resume:
        raise ValueError("--trust-agents: expected --resume with it")
    if resume:
        args = args_from_folder(out, trust_agents, *layers)
    elif start is None:
        raise ValueError("--start: expected the folder of a policy to start from")
    else:
        args = args_from_policy(start, *layers)
    compile_if_cold(args.game)
    with League(args, out, start, resume, lambda line: typer.echo(line, err=True)) as made:
        report = made.run()
    if json:
        print_json(report)
        return
    end = "interrupted" if report["interrupted"] else "finished"
    promoted = sum(record["verdict"] == "promoted" for record in report["gates"])
    console().print(
        f"{end} after {report['rounds']} rounds in {report['seconds']:.0f} s: {promoted} promoted,"
        f" {len(report['members'])} members\nchampion: {report['champion']}, play it as the agent"
        f" policy:{out}",
        soft_wrap=True,
        markup=False,
    )
