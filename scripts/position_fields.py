"""The fields of a position of a board game, as its reader takes them and sets them if left out.

Nothing is listed here: what a field takes is what the reader says when it refuses something else,
and its usual value is what comes of a position that leaves it out.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from got_env.core.game import Game
from got_env.positions import position_of, states_from

SEEDS = (1, 2)
"""Seeds that tell what is drawn."""
DRAWN = "drawn from the seed"
NONE = "none"
WRONG = -(10**6)
"""No field takes this number."""
TOLD_ELSEWHERE = (("data",), ("options",))
"""The hash of the data changes with them; options have tables of their own."""
MOST_NUMBERS = 21
"""Numbers that are tried."""
MOST_WORDS = 12
"""A longer list of words is cut."""
MOST_LETTERS = 60
"""A longer value is told as that of the set-up."""

Path = tuple[str, ...]


class Usual(NamedTuple):
    """A field of a position."""

    path: Path
    takes: str
    """Values the reader expects."""
    left_out: Any
    """Value that it has if it is left out, DRAWN, or NONE if a position does not have it then."""


def refusal(game: Game, path: Path, value: Any) -> str:
    """Refusal of a position with this value by the reader; empty if it takes it."""
    document: Any = value
    for key in reversed(path):
        document = {key: document}
    try:
        states_from({"game": game.code, **document}, 1, game)
    except ValueError as error:
        return str(error)
    return ""


def known_fields(game: Game, path: Path) -> tuple[str, ...]:
    """Names of the fields of an object, by the refusal of an unknown one; empty if it has none."""
    said = refusal(game, path, {"?": WRONG}) if path else refusal(game, ("?",), WRONG)
    found = re.search(r"unknown \w+ '\?': expected one of (.*)$", said)
    return tuple(found[1].split(", ")) if found else ()


def takes(game: Game, path: Path) -> str:
    """Values of a field, as the refusal of a wrong value tells them."""
    said = refusal(game, path, WRONG)
    _, found, expected = said.partition("expected ")
    if not found:
        return f"not at the set-up: {said.partition(': ')[2]}"
    words = expected.removeprefix("one of ").split(", ")
    return ", ".join(words if len(words) <= MOST_WORDS else [*words[:MOST_WORDS], "..."])


def at(position: Mapping[str, Any], path: Path) -> Any:
    """The value at a path, NONE if the position does not have it."""
    value: Any = position
    for key in path:
        if not isinstance(value, Mapping) or key not in value:
            return NONE
        value = value[key]
    return value


def document_with(game: Game, path: Path) -> dict[str, Any]:
    """A position with an empty object at a path and nothing else that is not needed.

    Without units Leaders cannot stand on the board, so a position that names areas has none; only
    without units may they wait beside it.
    """
    document: Any = {}
    for key in reversed(path):
        document = {key: document}
    others = {"areas": "leaders", "leaders": "areas"}
    other = others.get(path[0]) if path and known_fields(game, ("leaders",)) else None
    return {"game": game.code, **document, **({other: {}} if other else {})}


def left_out(game: Game, path: Path) -> Any:
    """Value of a position at a path that it leaves out."""
    document = document_with(game, path[:-1])
    found = [at(position_of(game, states_from(document, seed, game)[1]), path) for seed in SEEDS]
    if found[0] != found[1]:
        return DRAWN
    return found[0] if found[0] != NONE else unwritten(game, path)


def unwritten(game: Game, path: Path) -> Any:
    """The value that makes no difference to a position without it; NONE if none is found."""
    document = document_with(game, path[:-1])
    _, without = states_from(document, 1, game)
    above: Any = document
    for key in path[:-1]:
        above = above[key]
    for value in ([], False, *range(MOST_NUMBERS), {}):
        above[path[-1]] = value
        try:
            _, states = states_from(document, 1, game)
        except ValueError:
            continue
        if states.tobytes() == without.tobytes():
            return value
    return NONE


def one_for_all(game: Game, path: Path, names: tuple[str, ...]) -> tuple[str, str] | None:
    """House, area or Leader that stands for all in an object by their names, and its kind.

    The first; of areas the first with units at the set-up. None for fields of their own.
    """
    setup = position_of(game, states_from({"game": game.code}, 1, game)[1])
    if path == ("areas",):
        return next(name for name in names if "units" in setup["areas"].get(name, {})), "AREA"
    if path == ("leaders",):
        return names[0], "LEADER"
    return (names[0], "HOUSE") if names and names[0] in setup["houses"] else None


def usual_fields(game: Game, path: Path = ()) -> Iterator[Usual]:
    """The fields of a position, and those of the objects in it that may be given empty."""
    names = known_fields(game, path)
    stands = one_for_all(game, path, names) if names else None
    for name in (stands[0],) if stands else names:
        here = (*path, name)
        if here in TOLD_ELSEWHERE:
            continue
        if stands is None:
            yield Usual(here, takes(game, here), left_out(game, here))
        try:
            states_from(document_with(game, here), 1, game)
        except ValueError:
            continue
        yield from usual_fields(game, here)


def told(game: Game, usual: Usual) -> tuple[str, str, str]:
    """A field as cells of a table: its name, what it takes, its value if it is left out."""
    words, example = list(usual.path), ""
    for i in range(len(words)):
        above = usual.path[:i]
        stands = one_for_all(game, above, known_fields(game, above)) if above else None
        if stands:
            words[i], example = stands[1], f" ({stands[0]})"
    value = usual.left_out
    if value not in (DRAWN, NONE):
        value = f"`{json.dumps(value)}`"
    if len(value) > MOST_LETTERS:
        value, example = "as at the set-up", ""
    return f"`{'.'.join(words)}`{example}", usual.takes, value


def fields_of(game: Game) -> list[tuple[str, str, str]]:
    """The rows of the table of a game."""
    return [told(game, usual) for usual in usual_fields(game)]
