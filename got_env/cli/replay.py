"""The command ``got replay``; slow imports are deferred."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from got_env.cli.album import Album, Each
from got_env.cli.console import complain, print_json, print_places, tell_on_screen

if TYPE_CHECKING:
    from got_env.core.telling import Tell
    from got_env.replay.reader import Replay


def replay(
    file: Annotated[
        Path, typer.Argument(exists=True, dir_okay=False, readable=True, help="The replay.")
    ],
    verify: Annotated[
        bool, typer.Option("--verify", help="Only check it; say whether every line is right.")
    ] = False,
    decisions: Annotated[
        bool, typer.Option("--decisions", help="Print every decision too.")
    ] = False,
    data_dir: Annotated[
        Path | None, typer.Option(help="Your own folder of board and card files.")
    ] = None,
    svg: Annotated[
        Path | None, typer.Option(help="Folder, new or empty, for pictures of the game.")
    ] = None,
    each: Annotated[
        Each, typer.Option(help="A picture of each round, or of each decision.")
    ] = Each.ROUND,
    viewer: Annotated[
        str | None, typer.Option(help="Pictures as this player knows the game; else all is open.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON for machines.")] = False,
) -> None:
    """Play a recorded game again, check every line and print it round by round.

    A line that differs from what the game gives is named, and the exit code is 1.

    Example: got replay game.txt --verify
    """
    from got_env.replay.reader import ReplayError

    if viewer is not None and svg is None:
        raise ValueError("--viewer: it is for pictures, give --svg FOLDER too")
    lines: list[str] = []
    tell = lines.append if verify or json else tell_on_screen
    try:
        replayed = _opened(file, data_dir)
        album = None
        if svg is not None:
            album = Album(svg, replayed.header.game, replayed.states, viewer, each)
        _play(replayed, decisions, tell, album)
    except ReplayError as error:
        if json:
            print_json({"ok": False, "line": error.line, "problem": error.problem})
        complain(f"{file}: {error}")
        raise typer.Exit(1) from None
    result = describe(replayed)
    if json:
        told = {} if verify else {"events": [line.strip() for line in lines if line.strip()]}
        print_json({"ok": True, **result, **told})
    elif verify:
        typer.echo(
            f"{file}: every line is right: {result['decisions']} decisions, "
            f"{result['rounds']} rounds, {result['winner'] or 'nobody'} won"
        )
    else:
        if not replayed.over:
            typer.echo("\nThe game was not finished.")
        print_places(result["houses"], replayed.header.game.results.measures)


def _opened(file: Path, data_dir: Path | None) -> Replay:
    from got_env.cli.first_start import compile_if_cold
    from got_env.replay.reader import MAX_BYTES, read_replay

    with file.open("rb") as source:
        replayed = read_replay(source.read(MAX_BYTES + 1), data_dir)
    compile_if_cold(replayed.header.game.code)
    return replayed


def _play(replayed: Replay, decisions: bool, tell: Tell, album: Album | None) -> None:
    game = replayed.header.game
    story = game.words.story(game, replayed.states, tell, decisions)
    story.after()
    for step in replayed.play():
        # A step is played when the next one is asked for.
        story.after()
        story.before(step.player, step.text)
        if album is not None:
            album.before(step.states)
    story.after()
    if album is not None:
        album.end(replayed.states)


def describe(replayed: Replay) -> dict[str, Any]:
    """A replay that was played, as plain data."""
    from got_env.core.results import game_result

    header = replayed.header
    result = game_result(header.game, replayed.states)
    houses = result.pop("houses")
    for house, agent in zip(houses, header.agents, strict=False):
        houses[house] = {"agent": agent, **houses[house]}
    return {
        "game": header.game.code,
        "version": header.game.identity.version,
        "data_hash": header.game.identity.data_hash,
        "players": header.players,
        "options": dict(header.options),
        "seed": header.seed,
        "finished": replayed.over,
        **result,
        "decisions": replayed.decisions,
        "houses": houses,
    }
