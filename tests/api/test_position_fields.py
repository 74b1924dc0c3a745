"""The tables of fields in docs/positions-fields.md say what the reader does."""

import json
from pathlib import Path

import pytest

from got_env.games import GAMES
from got_env.positions import position_of, states_from
from scripts.position_fields import (
    DRAWN,
    NONE,
    document_with,
    fields_of,
    known_fields,
    refusal,
    usual_fields,
)

PAGE = Path(__file__).parents[2] / "docs" / "positions-fields.md"
BOARD_GAMES = [code for code, game in GAMES.items() if "areas" in known_fields(game, ())]


def with_value(game, path, value):
    """A position with a value at a path and nothing else that is not needed."""
    document = document_with(game, path[:-1])
    above = document
    for key in path[:-1]:
        above = above[key]
    above[path[-1]] = value
    return document


def undrawn(game, document):
    """The whole position that comes of a document, without random words and shuffled decks."""
    position = position_of(game, states_from(document, 1, game)[1])
    for name in ("rng", "alliances"):
        position.pop(name, None)
    for name, deck in (("westeros", "decks"), ("wildlings", "deck")):
        position.get(name, {}).pop(deck, None)
    return position


def test_every_board_game_has_a_table():
    assert BOARD_GAMES == ["agot2e", "agot1e", "agot1e_storm", "asos"]


@pytest.mark.parametrize("code", BOARD_GAMES)
def test_what_is_left_out_has_the_stated_value(code):
    """Naming the value gives the position that leaving the field out gives, shuffling aside."""
    game = GAMES[code]
    stated = [u for u in usual_fields(game) if u.left_out not in (NONE, DRAWN)]
    assert {("round",), ("phase",), ("areas",), ("tracks", "fiefdoms")} < {u.path for u in stated}
    for usual in stated:
        if usual.path == ("game",):
            continue
        without = undrawn(game, document_with(game, usual.path[:-1]))

        assert undrawn(game, with_value(game, usual.path, usual.left_out)) == without, usual.path


@pytest.mark.parametrize("code", BOARD_GAMES)
def test_a_number_outside_the_stated_range_is_refused_in_one_line(code):
    game = GAMES[code]
    ranges = [u for u in usual_fields(game) if u.takes.startswith("an integer from ")]
    assert {"round", "power", "supply"} <= {u.path[-1] for u in ranges}
    for usual in ranges:
        least, most = map(int, usual.takes.removeprefix("an integer from ").split(" to "))
        for wrong in (least - 1, most + 1):
            said = refusal(game, usual.path, wrong)

            assert said == f"{'.'.join(usual.path)}: {wrong}: expected {usual.takes}"


@pytest.mark.parametrize("code", BOARD_GAMES)
def test_the_page_has_the_table_of_the_game(code):
    page = PAGE.read_text("utf-8")
    for row in fields_of(GAMES[code]):
        assert f"| {' | '.join(row)} |" in page


def test_the_first_values_of_the_page_are_those_of_the_rules():
    """A table that is empty everywhere would pass the other tests."""
    rows = dict((name, value) for name, _, value in fields_of(GAMES["agot2e"]))

    assert json.loads(rows["`round`"].strip("`")) == 1
    assert rows["`wildlings.threat`"] == "`2`"
    assert rows["`westeros.decks.I`"] == DRAWN
