"""The actions and decisions of a game, as data and as tables."""

from __future__ import annotations

from typing import Any

from got_env.game import Game


def describe_actions(game: Game) -> dict[str, Any]:
    """What ``got games --actions GAME --json`` says."""
    asked: list[list[str]] = [[] for _ in range(game.num_actions)]
    for decision in game.decisions:
        for action in decision.actions:
            asked[action].append(decision.name)
    return {
        "game": game.code,
        "version": game.version,
        "actions": [
            {
                "id": action,
                "name": game.action_names[action],
                "kind": game.kind_names[game.action_kinds[action]],
                "meaning": game.action_meanings[action],
                "decisions": asked[action],
            }
            for action in range(game.num_actions)
        ],
        "decisions": [
            {"name": decision.name, "meaning": decision.meaning, "texts": list(decision.texts)}
            for decision in game.decisions
        ],
    }


def print_actions(game: Game, screen: Any) -> None:
    """Tables of the actions, and of the decisions with the texts of their actions."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    facts = describe_actions(game)
    table = Table(box=SIMPLE_HEAD, title=f"actions of {game.code}")
    for name in ("id", "name", "meaning", "decisions"):
        table.add_column(name, overflow="fold")
    for action in facts["actions"]:
        table.add_row(
            str(action["id"]), action["name"], action["meaning"], ", ".join(action["decisions"])
        )
    screen.print(table)
    table = Table(box=SIMPLE_HEAD, title=f"decisions of {game.code}, and what is written in them")
    for name in ("decision", "asks", "texts"):
        table.add_column(name, overflow="fold")
    for decision in facts["decisions"]:
        table.add_row(decision["name"], decision["meaning"], "\n".join(decision["texts"]))
    screen.print(table)
