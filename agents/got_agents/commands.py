"""The command ``got play``; what is slow to import comes in late."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import Annotated

import typer

from got_env._console import parse_names, parse_options, print_json, print_places


def play(
    game: Annotated[str, typer.Option(help="Game code.")] = "agot2e",
    players: Annotated[int, typer.Option(help="Number of players.")] = 6,
    agents: Annotated[
        str, typer.Option(help="Agents by seat, separated by commas; repeated if too few.")
    ] = "heuristic",
    tides: Annotated[bool, typer.Option("--tides", help="Play with Tides of Battle.")] = False,
    option: Annotated[
        list[str] | None, typer.Option(help="Option of the game, key=value; may be repeated.")
    ] = None,
    seed: Annotated[int, typer.Option(help="Seed of the game.")] = 0,
    decisions: Annotated[
        bool, typer.Option("--decisions", help="Tell every decision too.")
    ] = False,
    record: Annotated[
        Path | None, typer.Option(dir_okay=False, help="Write a replay to this file.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON for machines.")] = False,
) -> None:
    """Play one game and tell it round by round.

    Example: got play --players 4 --agents heuristic,random --seed 7
    """
    from got_agents.recording import Recording
    from got_agents.registry import make_agents
    from got_agents.story import Story
    from got_env.first_start import compile_if_cold
    from got_env.games import get_game

    names = parse_names(agents, "agents")
    if len(names) > players:
        raise ValueError(f"agents: {len(names)} names for {players} players")
    made = make_agents(dict.fromkeys(names))
    compile_if_cold()
    seats = [made[names[seat % len(names)]] for seat in range(players)]
    story = Story(get_game(game), seats, seed, parse_options(option, tides), decisions)
    lines: list[str] = []
    with Recording(record, story.writer) if record else nullcontext():
        story.play(lines.append if json else print)
    result = story.result()
    if json:
        print_json({**result, "events": [line.strip() for line in lines if line.strip()]})
        return
    print_places(result["houses"])
