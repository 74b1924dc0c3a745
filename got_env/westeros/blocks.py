"""The blocks of an observation, with a name and a meaning for every number, and its constants."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from got_env.core.game import Block
from got_env.westeros import observation
from got_env.westeros.actions import AREA
from got_env.westeros.claim import observation as claim
from got_env.westeros.facts.facts import Facts
from got_env.westeros.vocabulary import MAX_PLAYERS
from got_env.westeros.words.notation import words_of

Matrix = npt.NDArray[np.int8]
Fields = tuple[observation.Field, ...]


def board_blocks(facts: Facts) -> tuple[Block, ...]:
    """Of records without claim."""
    return (
        *_areas_and_houses(facts, observation.AREA_FIELDS, observation.house_fields(facts)),
        *_table_and_history(observation.table_fields(facts)),
    )


def claim_blocks(facts: Facts) -> tuple[Block, ...]:
    """Of records with claim: Leaders and Alliance cards have rows of their own."""
    leaders = next(kind for kind in facts.action_ranges if kind.name == "leader")
    cards = facts.alliance_words
    return (
        *_areas_and_houses(facts, claim.AREA_FIELDS, claim.house_fields(facts)),
        Block(
            "leaders",
            (leaders.size, claim.LEADER_FEATURES),
            _plain(claim.LEADER_FIELDS),
            rows=words_of(facts, leaders),
            pointed_by=leaders.offset,
        ),
        Block(
            "alliances",
            (len(cards), claim.ALLIANCE_FEATURES),
            _plain(claim.ALLIANCE_FIELDS),
            rows=cards,
        ),
        *_table_and_history(claim.table_fields(facts)),
    )


def _areas_and_houses(facts: Facts, of_areas: Fields, of_houses: Fields) -> tuple[Block, Block]:
    areas = facts.areas
    return (
        Block(
            "areas",
            (len(areas), observation.AREA_FEATURES),
            _plain(of_areas),
            rows=areas,
            pointed_by=AREA,
        ),
        Block("houses", (MAX_PLAYERS, observation.HOUSE_FEATURES), _plain(of_houses)),
    )


def _table_and_history(table: Fields) -> tuple[Block, Block]:
    return (
        Block("table", (sum(field.size for field in table),), _plain(table)),
        Block("history", (observation.HISTORY_ROWS, 4), _plain(observation.HISTORY_FIELDS)),
    )


def _plain(fields: Fields) -> tuple[tuple[str, int, str], ...]:
    return tuple((f.name, f.size, f.meaning) for f in fields)


# --- what never changes


def constants(facts: Facts) -> dict[str, Matrix]:
    """Matrices ``(areas, areas) int8``: 1 where areas border; of fords and arrows, if there are."""
    board = facts.board
    near = ((area, other) for area, others in board.neighbours.items() for other in others)
    found = {"adjacency": _matrix(facts, near)}
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
