"""The commands that play a tournament again, from its plan, or go on with it."""

from __future__ import annotations

import shlex
from collections.abc import Iterable
from itertools import zip_longest

from got_agents.registry import starts_code
from got_benchmarks.tournament.plan import Plan, Stage
from got_env.games import get_game

FOLDER = "FOLDER"


def repeat_commands(plan: Plan, until: float = 0.0) -> list[str]:
    """The command of the first games, and one for each time that the tournament was extended.

    Args:
        plan: the tournament.
        until: error probability of the sequential test; 0: none.
    """
    commands: list[str] = []
    games = mirrors = told = 0
    known: set[int] = set()
    for index, (stage, following) in enumerate(zip_longest(plan.stages, plan.stages[1:])):
        words = ["--agents", _named(plan, stage)]
        if stage.schedule == "mirror":
            mirrors += stage.games
            if _is_asked_for_with(stage, following):
                continue
        else:
            games += stage.games
            words += ["--games", str(games), "--schedule", stage.schedule]
        words += ["--mirror", str(mirrors)] if mirrors > told else []
        told = mirrors
        if commands:
            words += [*_folder(plan, FOLDER), "--resume"]
            words += _trust(plan, known.difference(stage.agents))
        else:
            words += [*_facts(plan), *_folder(plan, FOLDER)]
        words += _test(until if index >= plan.last_contest else 0.0)
        commands.append(_tournament(words))
        known.update(stage.agents)
    return commands


def resume_command(plan: Plan, folder: str, until: float = 0.0) -> str:
    """The command that plays what is missing of a tournament.

    Args:
        plan: the tournament.
        folder: where its results are.
        until: error probability of the sequential test; 0: none.
    """
    last = plan.stages[plan.last_contest]
    words = [*_folder(plan, folder), "--resume"]
    # Agents that reach beyond this package are named again by whoever trusts them.
    if any(starts_code(plan.specs[agent]) for agent in last.agents):
        words += ["--agents", _named(plan, last)]
    words += _trust(plan, set(range(len(plan.specs))).difference(last.agents))
    return _tournament([*words, *_test(until)])


def report_command(plan: Plan, folder: str) -> str:
    """The command that sums up the games of a folder so far."""
    return _tournament([*_folder(plan, folder), "--report"])


def _is_asked_for_with(mirror: Stage, following: Stage | None) -> bool:
    """Tell whether one command asks for mirror games and for the games that follow them."""
    return (
        following is not None
        and following.schedule != "mirror"
        and following.agents == mirror.agents
    )


def _named(plan: Plan, stage: Stage) -> str:
    return ",".join(plan.specs[agent] for agent in stage.agents)


def _facts(plan: Plan) -> list[str]:
    """What a folder knows of its tournament once that has begun."""
    words = ["--game", get_game(plan.game).code]
    words += ["--players", str(plan.players), "--seed", str(plan.seed)]
    for key, value in plan.options.items():
        words += ["--option", f"{key}={value}"]
    words += ["--time-limit", f"{plan.time_limit:g}"]
    return [*words, *(["--press", plan.press] if plan.press else [])]


def _folder(plan: Plan, folder: str) -> list[str]:
    """The folder of the results, and that of the game's data, which no file names in its place."""
    data_dir = get_game(plan.game).identity.data_dir
    return ["--out", folder, *(["--data-dir", data_dir] if data_dir else [])]


def _trust(plan: Plan, unnamed: Iterable[int]) -> list[str]:
    """Consent to agents of the folder that the command does not name."""
    asked = any(starts_code(plan.specs[agent]) for agent in unnamed)
    return ["--trust-agents"] if asked else []


def _test(until: float) -> list[str]:
    return ["--until", str(until)] if until else []


def _tournament(words: Iterable[str]) -> str:
    return shlex.join(["got", "tournament", *words])
