"""The page of differences names what carries each of them; all of that exists, and does differ."""

import re
from dataclasses import fields
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

from got_env.westeros.editions import EDITIONS
from got_env.westeros.editions.edition import Edition
from got_env.westeros.games.agot1e import GAME as AGOT1E
from got_env.westeros.games.agot2e import GAME as AGOT2E
from got_env.westeros.games.asos import GAME as ASOS
from got_env.westeros.rules.options import Option
from got_env.westeros.rules.table import RULES, RULES_DTYPE

RULE_PAGES = Path(__file__).parent.parent.parent / "docs" / "rules"
PAGE = (RULE_PAGES / "differences.md").read_text(encoding="utf-8")
GAMES = (AGOT2E, AGOT1E, ASOS)
PLAYERS = 3
"""A number that all three games can be played with."""


def rows():
    """Cells of each row of the tables."""
    found = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in PAGE.splitlines()
        if line.startswith("|") and not line.startswith(("| what", "|--"))
    ]
    assert all(len(cells) == 6 for cells in found)
    return found


def carriers(kind=""):
    named = [name for *_, cell in rows() for name in re.findall(r"`([^`]+)`", cell)]
    return sorted({name for name in named if name.startswith(kind)})


def functions():
    return [n for n in carriers() if not n.startswith(("RULES.", "Option.", "Edition."))]


def test_every_row_names_what_carries_it_and_rules_of_the_ledgers():
    ledgers = "".join(
        (RULE_PAGES / f"{game.code}.md").read_text(encoding="utf-8") for game in GAMES
    )

    assert len(rows()) > 40
    for what, *games, rules, carried in rows():
        assert what
        assert all(games)
        assert re.fullmatch(r"`[\w.]+`(, `[\w.]+`)*", carried), what
        for rule in rules.split(", "):
            assert f"**{rule}**" in ledgers, (what, rule)


@pytest.mark.parametrize("name", carriers("RULES."))
def test_a_column_of_rules_exists_and_differs(name):
    column = name.removeprefix("RULES.")
    assert column in RULES_DTYPE.names

    values = {
        np.array(RULES[game.options.ruleset_of(PLAYERS, None)][column]).tobytes() for game in GAMES
    }
    assert len(values) > 1


@pytest.mark.parametrize("name", carriers("Option."))
def test_an_option_exists_and_its_default_differs(name):
    option = Option[name.removeprefix("Option.")]

    assert len({game.options.resolve({})[option] for game in GAMES}) > 1


@pytest.mark.parametrize("name", carriers("Edition."))
def test_what_an_edition_says_exists_and_differs(name):
    field = name.removeprefix("Edition.")
    assert field in {f.name for f in fields(Edition)}

    values = [getattr(edition, field) for edition in EDITIONS.values()]
    assert any(value != values[0] for value in values)


@pytest.mark.parametrize("name", functions())
def test_a_function_exists_where_it_is_said_to_be(name):
    module, _, function = name.rpartition(".")
    found = getattr(import_module(f"got_env.westeros.{module}"), function)

    assert callable(found)
    assert found.__module__ == f"got_env.westeros.{module}"
