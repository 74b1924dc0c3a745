"""Games, their options, actions and decisions, as data and for people."""

from __future__ import annotations

from collections.abc import Mapping
from textwrap import wrap
from typing import Any

from got_env.core.game import Game


def game_lines(game: Game, facts: Mapping[str, Any], width: int) -> list[str]:
    """A game in a few lines; ``facts`` is what ``got games --json`` says of it."""
    first, last = game.seats.counts[0], game.seats.counts[-1]
    parts = [
        f"version {game.identity.version}",
        f"{first}-{last} players",
        f"{game.actions.size} actions",
        f"observation of {game.observation.size} int8",
        f"state of {game.records.state.itemsize} bytes",
        f"data {facts['data']}, hash {facts['data_hash']}",
        f"{len(game.options.table)} options (got games --options)",
    ]
    return [f"{game.code}: {game.identity.title}", *_indented(", ".join(parts), width), ""]


def option_lines(game: Game, width: int) -> list[str]:
    """The options of a game: values with the default first, what they decide, the source."""
    lines = [f"options of {game.code}; the first value is the default", ""]
    for key, (values, summary, source) in game.options.table.items():
        lines.append(f"{key} = {' | '.join(values)}")
        lines += _indented(f"{summary} ({source})", width)
    lines += [
        f"rulings = {' | '.join(game.options.presets)}",
        *_indented("selects several at once", width),
    ]
    return lines


def _indented(text: str, width: int) -> list[str]:
    return wrap(text, width, initial_indent="  ", subsequent_indent="  ", break_long_words=False)


def describe_actions(game: Game) -> dict[str, Any]:
    """Content of ``got games --actions GAME --json``."""
    asked: list[list[str]] = [[] for _ in range(game.actions.size)]
    for decision in game.actions.decisions:
        for action in decision.actions:
            asked[action].append(decision.name)
    return {
        "game": game.code,
        "version": game.identity.version,
        "actions": [
            {
                "id": action,
                "name": game.actions.names[action],
                "kind": game.actions.kind_names[game.actions.kinds[action]],
                "meaning": game.actions.meanings[action],
                "decisions": asked[action],
            }
            for action in range(game.actions.size)
        ],
        "decisions": [
            {"name": decision.name, "meaning": decision.meaning, "texts": list(decision.texts)}
            for decision in game.actions.decisions
        ],
    }


def print_actions(game: Game, screen: Any) -> None:
    """Tables of the actions, and of the decisions with the texts of their actions."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    facts = describe_actions(game)
    table = Table(box=SIMPLE_HEAD, title=f"actions of {game.code}")
    for name in ("id", "name", "meaning", "decisions"):
        table.add_column(name, no_wrap=name in ("id", "name"))
    for action in facts["actions"]:
        table.add_row(
            str(action["id"]), action["name"], action["meaning"], ", ".join(action["decisions"])
        )
    screen.print(table)
    table = Table(box=SIMPLE_HEAD, title=f"decisions of {game.code}, and what is written in them")
    for name in ("decision", "asks", "texts"):
        table.add_column(name, no_wrap=name == "decision")
    for decision in facts["decisions"]:
        table.add_row(decision["name"], decision["meaning"], "\n".join(decision["texts"]))
    screen.print(table)
