"""The commands that play a tournament again, from its plan."""

from __future__ import annotations

import shlex

from got_benchmarks.tournament.plan import Plan, Stage
from got_env.games import get_game

FOLDER = "FOLDER"


def repeat_commands(plan: Plan, until: float = 0.0) -> list[str]:
    """The command of the first games, and one for each time that the tournament was extended.

    Args:
        plan: the tournament.
        until: error probability of the sequential test; 0: none.
    """
    identity = get_game(plan.game).identity
    words = ["--game", identity.code]
    words += ["--data-dir", identity.data_dir] if identity.data_dir else []
    words += ["--players", str(plan.players), "--seed", str(plan.seed)]
    for key, value in plan.options.items():
        words += ["--option", f"{key}={value}"]
    words += ["--time-limit", f"{plan.time_limit:g}"]
    words += ["--press", plan.press] if plan.press else []
    commands: list[list[str]] = []
    games = mirrors = told = 0
    for stage in plan.stages:
        if stage.schedule == "mirror":
            mirrors += stage.games
            continue
        games += stage.games
        first = not commands
        rest = [*words, "--out", FOLDER] if first else ["--out", FOLDER, "--resume"]
        commands.append([*_stage(plan, stage, games, mirrors if mirrors > told else 0), *rest])
        told = mirrors
    if until and commands:
        commands[-1] += ["--until", f"{until:g}"]
    return [shlex.join(["got", "tournament", *command]) for command in commands]


def _stage(plan: Plan, stage: Stage, games: int, mirrors: int) -> list[str]:
    names = ",".join(plan.specs[agent] for agent in stage.agents)
    words = ["--agents", names, "--games", str(games), "--schedule", stage.schedule]
    return [*words, *(["--mirror", str(mirrors)] if mirrors else [])]
