"""The command ``got play``; slow imports are deferred."""

from __future__ import annotations

import secrets
import shutil
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated

import typer

from got_env.cli.completion import complete_agents, complete_games, complete_houses
from got_env.cli.console import (
    parse_names,
    parse_options,
    print_json,
    print_places,
    tell_beside_files,
    tell_on_screen,
)
from got_env.core.suggest import suggest

PERSON = "human"


def play(
    game: Annotated[str, typer.Option(help="Game code.", autocompletion=complete_games)] = "agot2e",
    players: Annotated[
        int | None, typer.Option(help="Number of players.", show_default="the most of the game")
    ] = None,
    house: Annotated[
        str | None,
        typer.Option(help="Play this house yourself.", autocompletion=complete_houses),
    ] = None,
    against: Annotated[
        str | None,
        typer.Option(
            help="With --house: agents of the other seats, separated by commas; repeated if too"
            " few.",
            show_default="heuristic",
            autocompletion=complete_agents,
        ),
    ] = None,
    agents: Annotated[
        str | None,
        typer.Option(
            help="Agents by seat, separated by commas; repeated if too few.",
            show_default="heuristic",
            autocompletion=complete_agents,
        ),
    ] = None,
    tides: Annotated[bool, typer.Option("--tides", help="Play with Tides of Battle.")] = False,
    option: Annotated[
        list[str] | None, typer.Option(help="Option of the game, key=value; may be repeated.")
    ] = None,
    press: Annotated[
        str,
        typer.Option(help="Talk between the players: on, or moments=planning+bids,rounds=1,..."),
    ] = "off",
    seed: Annotated[
        int | None,
        typer.Option(help="Seed of the game.", show_default="0, a random one with --house"),
    ] = None,
    decisions: Annotated[
        bool, typer.Option("--decisions", help="Print every decision too.")
    ] = False,
    record: Annotated[
        Path | None,
        typer.Option(
            dir_okay=False, help="Write a replay to this file; one that is there is replaced."
        ),
    ] = None,
    data_dir: Annotated[
        Path | None, typer.Option(help="Your own folder of board and card files.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON for machines.")] = False,
) -> None:
    """Play one game and print it round by round.

    Example: got play --house stark --against courtier
    """
    from got_agents.base import check_game
    from got_agents.own import asks_a_person
    from got_agents.recording import Recording
    from got_agents.registry import make_agents
    from got_agents.story import Story
    from got_env.cli.first_start import compile_if_cold
    from got_env.core.checks import checked_players
    from got_env.core.press.settings import press_settings
    from got_env.games import get_game

    found = get_game(game, data_dir)
    players = checked_players(found, players)
    options = parse_options(option, tides)
    found.options.resolve(options)
    talk = press_settings(found.moments, press)
    seats = seat_names(found.seats.in_play(players), house, against, agents)
    if decisions and any(map(asks_a_person, seats)):
        raise ValueError("--decisions: would show you what others choose in secret")
    if seed is None:
        seed = secrets.randbelow(2**31) if house else 0
    made = make_agents(dict.fromkeys(seats))
    for agent in made.values():
        check_game(agent, found)
    compile_if_cold(found.code)
    table = [made[name] for name in seats]
    story = Story(found, table, seed, options, decisions, talk)
    if any(map(asks_a_person, seats)):
        _welcome(story.writer.houses, seats, seed)
    lines: list[str] = []
    if record:
        with Recording(record, story.writer) as recording:
            story.play(lines.append if json else tell_beside_files, recording.keep)
    else:
        story.play(lines.append if json else tell_on_screen)
    result = story.result()
    _tell_costs(made)
    if json:
        print_json({**result, "events": [line.strip() for line in lines if line.strip()]})
        return
    print_places(result["houses"], found.results.measures)


def seat_names(
    houses: Sequence[str], house: str | None, against: str | None, agents: str | None
) -> list[str]:
    """Player of each seat: by ``--house`` and ``--against``, or by ``--agents``.

    Raises:
        ValueError: for options that do not go together, a house that does not play, too many
            agents, or a list that would give one person several seats.
    """
    from got_agents.own import asks_a_person
    from got_agents.registry import agent_names

    if house is None:
        if against is not None:
            raise ValueError("--against: expected --house with the house you play")
        names = parse_names("heuristic" if agents is None else agents, "agents", agent_names())
        if len(names) > len(houses):
            raise ValueError(f"agents: {len(names)} names for {len(houses)} players")
        person = next(filter(asks_a_person, names), None)
        if person and len(names) < len(houses):
            raise ValueError(
                f"agents {agents!r}: repeated, {person!r} would get several seats: expected"
                f" --house HOUSE --against AGENT, or an agent for each of {len(houses)} seats"
            )
        return [names[seat % len(names)] for seat in range(len(houses))]
    if agents is not None:
        raise ValueError("--agents: expected --against beside --house")
    own = house.casefold()
    if own not in houses:
        raise ValueError(f"house {house!r} does not play: {suggest(own, houses)}")
    names = parse_names("heuristic" if against is None else against, "against", agent_names())
    if any(map(asks_a_person, names)):
        raise ValueError(f"against {against!r}: expected agents; seats of people are for --agents")
    if len(names) > len(houses) - 1:
        raise ValueError(f"against: {len(names)} names for {len(houses) - 1} other seats")
    others = [other for other in houses if other != own]
    seats = {other: names[place % len(names)] for place, other in enumerate(others)}
    return [PERSON if each == own else seats[each] for each in houses]


def _tell_costs(agents: Mapping[str, object]) -> None:
    """A line on stderr for each agent that counts what its decisions cost."""
    from got_agents.llm.counts import Counts

    for name, agent in agents.items():
        counts = getattr(agent, "counts", None)
        if isinstance(counts, Counts):
            print(f"{name}: {counts}", file=sys.stderr)


def _welcome(houses: Sequence[str], seats: Sequence[str], seed: int) -> None:
    """The first lines for the people at the table."""
    from got_agents.own import asks_a_person
    from got_env.core.lines import hanging
    from got_env.core.proper_names import proper_name

    by_name: dict[str, list[str]] = {}
    for house, name in zip(houses, seats, strict=True):
        by_name.setdefault(name, []).append(proper_name(house))
    played = [by_name.pop(name) for name in list(by_name) if asks_a_person(name)]
    people = " and ".join(house for houses_of_one in played for house in houses_of_one)
    others = [f"{name} ({', '.join(held)})" for name, held in by_name.items()]
    width = shutil.get_terminal_size().columns
    lines = hanging(f"You play {people} against ", others or ["nobody else"], width)
    lines += [f"The seed is {seed}. Type help to see what can be typed."]
    print("\n".join(lines), file=sys.stderr)
