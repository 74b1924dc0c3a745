"""The command ``got league``; slow imports are deferred."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Any

import typer

from got_env.cli.console import console, parse_numbers, parse_options, print_json


def league(
    out: Annotated[Path, typer.Option(help="Folder of the league.")],
    start: Annotated[
        Path | None, typer.Option(help="Folder of the policy to start from; --resume needs none.")
    ] = None,
    minutes: Annotated[
        float | None,
        typer.Option(help="Begin no training after this many minutes; 60 without any limit."),
    ] = None,
    rounds: Annotated[int | None, typer.Option(help="Stop after this many rounds.")] = None,
    players: Annotated[
        str | None,
        typer.Option(
            help="Players of each game; several numbers with commas for all of them.",
            show_default="those of the policy",
        ),
    ] = None,
    game: Annotated[
        str | None, typer.Option(help="Game code.", show_default="that of the policy")
    ] = None,
    data_dir: Annotated[
        Path | None, typer.Option(help="Your own folder of board and card files.")
    ] = None,
    tides: Annotated[bool, typer.Option("--tides", help="Play with Tides of Battle.")] = False,
    option: Annotated[
        list[str] | None, typer.Option(help="Option of the game, key=value; may be repeated.")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Seed of everything random.")] = None,
    config: Annotated[
        Path | None, typer.Option(help="TOML file with any arguments of the league.")
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Continue the league in the folder.")
    ] = False,
    trust_agents: Annotated[
        bool,
        typer.Option(
            "--trust-agents",
            help="With --resume: start the programs, folders and modules that the folder names as"
            " agents, though --config does not name them again.",
        ),
    ] = False,
    json: Annotated[bool, typer.Option("--json", help="Print JSON for machines.")] = False,
) -> None:
    """Train on from a policy in rounds: it meets all members, and a test says who is champion.

    The champion plays as the agent policy:OUT. Ctrl-C ends the league, --resume goes on.

    Example: got league --start runs/climb --out runs/league --minutes 60
    """
    from got_env.cli.first_start import compile_if_cold
    from got_training.args import read_config
    from got_training.league.opening import kept_args, new_args

    # Threads of torch that wait by spinning slow each other down on a machine that is busy.
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
    try:
        from got_training.league.league import League
    except ImportError as error:
        raise RuntimeError(
            f"training needs more packages: pip install 'got_env[train,viz]' ({error})"
        ) from error

    given: dict[str, Any] = {"minutes": minutes, "rounds": rounds, "game": game, "seed": seed}
    if players is not None:
        given["players"] = parse_numbers(players, "--players")
    if data_dir is not None:
        given["data_dir"] = str(data_dir.resolve())
    if options := parse_options(option, tides):
        given["options"] = options
    flags = {name: value for name, value in given.items() if value is not None}
    layers = (read_config(config) if config else {}, flags)
    if trust_agents and not resume:
        raise ValueError("--trust-agents: expected --resume with it")
    if resume:
        args = kept_args(out, trust_agents, *layers)
    elif start is None:
        raise ValueError("--start: expected the folder of a policy to start from")
    else:
        args = new_args(start, *layers)
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
