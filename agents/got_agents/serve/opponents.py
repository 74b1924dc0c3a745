"""Opponents that a game has: what people call them, how hard they are, what was measured."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from itertools import cycle, islice
from typing import Any

from got_agents.base import check_game
from got_agents.own import MAKERS, is_own, starts_code
from got_agents.registry import make_agent
from got_agents.serve.seating import PERSON, shown_name
from got_agents.specs import parse_spec, split_name
from got_env.core.game import Game

SCRIPT = "heuristic"
"""The agent that all others are measured against."""

_NAMES = {
    PERSON: "a person",
    SCRIPT: "the script",
    "flat-mc": "a flat search",
    "greedy": "a search of one move",
    "ismcts": "a tree search",
    "llm": "a language model",
    "onnx": "a network in a file",
    "policy": "a network",
    "policy_greedy": "a network's best moves",
    "random": "random moves",
    "random_kind": "random kinds of moves",
    "referee": "a program",
    "sb3": "a network in a file",
}
"""Names of agents for people; others are called by their style."""

_LEVELS = (
    (0.1, "no opponent"),
    (0.6, "easy"),
    (1.1, "medium"),
    (1.5, "hard"),
    (float("inf"), "very hard"),
)
"""Words for a share of wins: below so many times the even share, the first that fits."""


@cache
def offered(game: Game) -> tuple[str, ...]:
    """Players of a game: a person, the agents of this package, those measured with options."""
    measured = [spec for spec in _measured(game) if is_own(spec) and not starts_code(spec)]
    names = dict.fromkeys([*(name for name in MAKERS if is_own(name)), *measured])
    return (PERSON, *(spec for spec in names if _plays(spec, game)))


def _plays(spec: str, game: Game) -> bool:
    try:
        check_game(make_agent(spec), game)
    except ValueError:  # says why not
        return False
    return True


def described(game: Game) -> dict[str, dict[str, str]]:
    """Name, level and measured strength of each opponent, the level empty if nobody measured."""
    return {spec: dict(_described(spec, game)) for spec in offered(game)}


def called(game: Game, spec: str) -> str:
    """Who plays a seat, for all at its table: a name, and the level if one was measured.

    Of an agent's options nothing is told, and of an agent of others its name alone.
    """
    own_name, text = split_name(spec)
    parts = parse_spec(text, MAKERS)
    if own_name or parts.kind != "name":
        return own_name or shown_name(text)
    found, name = _measured(game).get(text), _called(parts.place)
    told = f"{name} ({level_of(found)})" if found else name
    return told[:1].upper() + told[1:]


def _called(name: str) -> str:
    return _NAMES.get(name, f"the {name}")


def _described(spec: str, game: Game) -> Iterator[tuple[str, str]]:
    name, _, options = spec.partition(":")
    yield "name", f"{_called(name)} ({options})" if options else _called(name)
    found = _measured(game).get(spec)
    yield "level", level_of(found) if found else ""
    words = ""
    if found:
        won, even, games = found["won"], found["even"], found["games"]
        words = f"won {won:.0%} of {games} games against the script; even is {even:.0%}"
        if found["data_hash"] != game.identity.data_hash:
            words += "; measured with earlier data of the game"
    yield "measured", words


def level_of(strength: Mapping[str, float]) -> str:
    """A word for a measured strength."""
    times = strength["won"] / strength["even"]
    return next(word for most, word in _LEVELS if times < most)


def good_start(game: Game) -> list[str]:
    """Seats of a game for one person: as many players as it is for, of several styles.

    Those that were measured to be no opponents are left out.
    """
    styles = [
        spec
        for spec in offered(game)
        if MAKERS.get(spec, "").startswith(_SCRIPTED)
        and ((found := _measured(game).get(spec)) is None or level_of(found) != _LEVELS[0][1])
    ]
    styles.sort(key=lambda spec: spec != SCRIPT)
    return [PERSON, *islice(cycle(styles), game.seats.counts[-1] - 1)]


_SCRIPTED = "got_agents.heuristic:"


@cache
def _strengths() -> dict[str, Any]:
    text = (files("got_agents.serve") / "strengths.json").read_text(encoding="utf-8")
    found: dict[str, Any] = json.loads(text)
    return found


def _measured(game: Game) -> dict[str, Any]:
    """Measured strength of agents by specification; none for data of somebody's own."""
    found: dict[str, Any] = {} if game.identity.data_dir else _strengths().get(game.code, {})
    return found
