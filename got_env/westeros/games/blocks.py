"""The blocks of an observation, with a name and a meaning for every number, and its constants."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from got_env.core.game import Block
from got_env.core.observation_fields import Fields, width
from got_env.westeros.facts.facts import Facts
from got_env.westeros.rules.actions import AREA
from got_env.westeros.rules.vocabulary import MAX_PLAYERS
from got_env.westeros.views import observation

ADJACENCY = "adjacency"
"""The constant that says which areas border."""

Matrix = npt.NDArray[np.int8]


def board_blocks(facts: Facts) -> tuple[Block, ...]:
    """Of records without claim."""
    return (
        *areas_and_houses(facts, observation.AREA_FIELDS, observation.house_fields(facts)),
        *table_and_history(facts, observation.table_fields(facts)),
    )


def areas_and_houses(facts: Facts, of_areas: Fields, of_houses: Fields) -> tuple[Block, Block]:
    """A row for each area, and one for each house."""
    areas = facts.areas
    return (
        Block(
            "areas",
            (len(areas), observation.AREA_FEATURES),
            of_areas,
            rows=areas,
            pointed_by=AREA,
            related_by=ADJACENCY,
        ),
        Block("houses", (MAX_PLAYERS, observation.HOUSE_FEATURES), of_houses),
    )


def table_and_history(facts: Facts, table: Fields) -> tuple[Block, Block]:
    """Blocks of the table, which is there once, and of its recent history.

    Raises:
        ValueError: if the table has no place for each decision of the game.
    """
    places = next(field.size for field in table if field.name == "decision")
    decisions = len(facts.edition.decisions)
    if decisions > places:
        raise ValueError(
            f"{facts.code} has {decisions} decisions and its observations have {places} places for"
            " them: raise NUM_DECISIONS of views/observation.py, or decision_places of an edition"
            " with claim"
        )
    return (
        Block("table", (width(table),), table),
        Block("history", (observation.HISTORY_ROWS, 4), observation.HISTORY_FIELDS),
    )


# --- what never changes


def constants(facts: Facts) -> dict[str, Matrix]:
    """Matrices ``(areas, areas) int8``: 1 where areas border; of fords and arrows, if there are."""
    board = facts.board
    near = ((area, other) for area, others in board.neighbours.items() for other in others)
    found = {ADJACENCY: _matrix(facts, near)}
    for name, pairs in (("fords", board.fords), ("arrows", board.arrows)):
        if pairs:
            both = (pair for one in pairs for pair in ((one.a, one.b), (one.b, one.a)))
            found[name] = _matrix(facts, both)
    return found


def _matrix(facts: Facts, pairs: Iterable[tuple[str, str]]) -> Matrix:
    index = {area: i for i, area in enumerate(facts.areas)}
    matrix = np.zeros((len(index), len(index)), dtype=np.int8)
    for area, other in pairs:
        matrix[index[area], index[other]] = 1
    matrix.setflags(write=False)
    return matrix
