"""Options that go together, of five, and how the games refuse the rest."""

import itertools

import pytest

from got_env.westeros.facts.reading import LENT, SHIPPED
from got_env.westeros.rules.option_values import Leaders, Tactics
from got_env.westeros.rules.options import Option
from tests.rules.marks import rule
from tests.storm.table import STORM

OPTIONS = STORM.edition.options
FIVE = {
    "house_cards": ("asos", "base"),
    "westeros_decks": ("asos", "reconstructed"),
    "tactics": ("on", "off"),
    "leaders": ("on", "off"),
    "wildling_cards": ("on", "off"),
}


@rule("ASOS-OPT-01", "ASOS-OPT-02", "ASOS-OPT4-03")
@pytest.mark.parametrize("values", [*itertools.product(*FIVE.values())])
def test_every_combination_but_leaders_without_the_new_cards(values):
    chosen = dict(zip(FIVE, values, strict=True))
    cards = chosen["house_cards"] == chosen["westeros_decks"] == "asos"
    if chosen["leaders"] == "on" and not cards:
        with pytest.raises(ValueError, match="leaders=on: the rules allow it only with"):
            OPTIONS.resolve(chosen)
        return
    kept = OPTIONS.values_of(OPTIONS.resolve(chosen))
    assert {key: kept[key] for key in FIVE} == chosen


@rule("ASOS-OPT4-03")
def test_what_leaders_need_is_named():
    with pytest.raises(ValueError, match=r"only with westeros_decks=asos$"):
        OPTIONS.resolve({"leaders": "on", "westeros_decks": "reconstructed"})


def test_old_cards_bring_a_game_without_leaders():
    kept = OPTIONS.resolve({"house_cards": "base"})
    assert kept[Option.LEADERS] == Leaders.OFF
    assert kept[Option.TACTICS] == Tactics.ON


def test_all_is_on_by_default():
    kept = OPTIONS.values_of(OPTIONS.resolve({}))
    assert {key: kept[key] for key in FIVE} == {key: values[0] for key, values in FIVE.items()}


def test_booleans_turn_options_on_and_off():
    assert OPTIONS.resolve({"tactics": False})[Option.TACTICS] == Tactics.OFF
    assert OPTIONS.resolve({"tactics": True})[Option.TACTICS] == Tactics.ON


def test_facts_of_the_board_are_those_of_the_first_edition():
    lent = LENT["agot1e_storm"]
    assert {"board", "setup", "house_cards", "westeros_cards"} <= lent.keys()
    assert {path.stem for path in (SHIPPED / "agot1e_storm").glob("*.json")}.isdisjoint(lent)
