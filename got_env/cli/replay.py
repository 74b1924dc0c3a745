"""The command ``got replay``; slow imports are deferred."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from got_env.cli.album import Album, Each, PageFile, Watcher
from got_env.cli.console import (
    complain,
    print_json,
    print_places,
    tell_beside_files,
    tell_on_screen,
)
from got_env.core.files import check_writable

if TYPE_CHECKING:
    from got_env.core.narrator import Tell
    from got_env.core.press.messages import Message
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
    html: Annotated[
        Path | None,
        typer.Option(
            help="File for a page on which the game is played again; one that is there is replaced."
        ),
    ] = None,
    viewer: Annotated[
        list[str] | None,
        typer.Option(help="Pictures as this player knows the game; for a page, more than one."),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON for machines.")] = False,
) -> None:
    """Play a recorded game again, check every line and print it round by round.

    A line that differs from what the game gives is named, and the exit code is 1; it is 2 for a
    file that is no replay.

    Example: got replay game.txt --verify
    """
    from got_env.replay.reader import ReplayError

    check_writable("--html", html)
    if html is not None and html.exists() and file.exists() and html.samefile(file):
        raise ValueError(f"--html {str(html)!r}: is the replay itself, expected another file")
    lines: list[str] = []
    aloud = tell_beside_files if svg or html else tell_on_screen
    tell = lines.append if verify or json else aloud
    code = 2  # as for other files that are not what they must be
    try:
        replayed = _opened(file, data_dir)
        watchers = _watchers(replayed, svg, each, html, viewer or [])
        code = 1
        _play(replayed, decisions, tell, watchers)
    except ReplayError as error:
        if json:
            print_json({"ok": False, "line": error.line, "problem": error.problem})
        complain(f"{file}: {error}")
        raise typer.Exit(code) from None
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


def _watchers(
    replayed: Replay, svg: Path | None, each: Each, html: Path | None, viewers: list[str]
) -> list[Watcher]:
    """Makers of the pictures and the page that were asked for."""
    if viewers and svg is None and html is None:
        raise ValueError("--viewer: it is for pictures, give --svg FOLDER or --html FILE too")
    if svg is not None and len(viewers) > 1:
        raise ValueError("--viewer: --svg takes one, only --html takes more")
    found: list[Watcher] = []
    if svg is not None:
        found.append(Album(svg, replayed, viewers[0] if viewers else None, each))
    if html is not None:
        found.append(PageFile(html, replayed, viewers))
    return found


def _play(replayed: Replay, decisions: bool, tell: Tell, watchers: Sequence[Watcher]) -> None:
    game = replayed.header.game
    story = game.words.story(game, replayed.states, tell, decisions)
    story.after()
    seats, told = game.seats.in_play(replayed.header.players), 0
    for step in replayed.play():
        # A step is played when the next one is asked for.
        story.after()
        told += len(step.said)
        _tell_messages(step.said, seats, tell, watchers)
        story.before(step.player, step.text)
        for watcher in watchers:
            watcher.before(step.states, step.player, step.text)
    story.after()
    _tell_messages(replayed.messages[told:], seats, tell, watchers)
    for watcher in watchers:
        watcher.end(replayed.states)


def _tell_messages(
    messages: Sequence[Message], seats: Sequence[str], tell: Tell, watchers: Sequence[Watcher]
) -> None:
    """Tell what the players have said to each other."""
    from got_env.core.press.messages import told_message

    for message in messages:
        tell(told_message(message, seats))
    for watcher in watchers:
        watcher.said(messages)


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
        "press": header.press.text if header.press is not None else None,
        "messages": len(replayed.messages),
        "finished": replayed.over,
        **result,
        "decisions": replayed.decisions,
        "houses": houses,
    }
