"""The facts of the Storm of Swords, and what is refused in a folder of them."""

import json

import pytest

from got_env.westeros.facts.reading import SHIPPED, read_facts
from got_env.westeros.rules.vocabulary import ALLIANCE_DECK_SIZE
from tests.claim.table import FACTS
from tests.copies import writable_copy
from tests.rules.marks import rule


@rule("ASOS-COMP-01", "ASOS-OQ-14", "ASOS-OQ-19")
def test_reconstructed_facts_are_marked_as_such():
    assert FACTS.edition.provenance == "reconstructed"
    assert all("reconstructed" in area.provenance for area in FACTS.board.areas)
    assert FACTS.westeros.provenance == "reconstructed"
    assert {leader.id for leader in FACTS.leaders.leaders if leader.house is None} == {
        "black_walder",
        "littlefinger",
        "ser_loras_tyrell",
        "thoros_of_myr",
    }
    assert "silverhall" in FACTS.areas


@rule("ASOS-COMP-06")
def test_alliance_cards_stand_deck_by_deck():
    for d, deck in enumerate(FACTS.alliances.decks):
        cards = FACTS.alliances.cards[d * ALLIANCE_DECK_SIZE :][:ALLIANCE_DECK_SIZE]
        assert {card.deck for card in cards} == {deck}


@pytest.fixture
def folder(tmp_path):
    return writable_copy(SHIPPED / "asos", tmp_path / "asos")


def edit(folder, name, change):
    path = folder / f"{name}.json"
    data = json.loads(path.read_text(encoding="utf-8"))
    change(data)
    path.write_text(json.dumps(data), encoding="utf-8")


def set_at(*path_and_value):
    *path, last, value = path_and_value

    def change(data):
        for key in path:
            data = data[key]
        data[last] = value

    return change


@pytest.mark.parametrize(
    ("name", "change", "message"),
    [
        ("board", set_at("fords", 0, "a", "nowhere"), "fords[0].a: 'nowhere' names no area"),
        ("board", set_at("arrows", 0, "house", "tully"), "arrows[0].house: 'tully' names no house"),
        ("board", set_at("areas", 0, "claim", 1), "areas[0].claim: only castles"),
        ("setup", set_at("weather", []), "weather: it is empty"),
        ("setup", set_at("weather", ["hail"]), "weather"),
        (
            "setup",
            set_at("houses", "stark", "leaders", 0, "leader", "jon_snow"),
            "houses.stark.leaders[0].leader: 'jon_snow' names no Leader",
        ),
        (
            "setup",
            set_at("houses", "stark", "leaders", 0, "area", "pyke"),
            "houses.stark.leaders[0].area: 'pyke' names no area with units",
        ),
        (
            "setup",
            set_at("houses", "stark", "prison", ["eddard_stark"]),
            "'eddard_stark' occurs twice",
        ),
        ("leaders", set_at("leaders", 0, "house", None), "leaders[0].house: a Leader has a house"),
        ("leaders", set_at("leaders", 0, "activation_icon", "support"), "activation_icon"),
        ("tactics_cards", set_at("decks", "stark", 0, "peace"), "decks.stark: 'peace' names no"),
        ("alliance_cards", set_at("cards", 0, "deck", "frey"), "cards[0].deck: 'frey': expected"),
        ("alliance_cards", set_at("cards", 0, "type", "fleet"), "cards[0].type: 'fleet' names no"),
    ],
)
def test_facts_that_contradict_each_other_are_refused(folder, name, change, message):
    edit(folder, name, change)

    with pytest.raises(ValueError, match=f"{name}.json: ") as error:
        read_facts("asos", folder)
    assert message in str(error.value)
    assert "\n" not in str(error.value)


def test_other_facts_of_a_user_are_read(folder):
    edit(folder, "leaders", set_at("leaders", 0, "idle_strength", 2))
    facts = read_facts("asos", folder)

    assert facts.leaders.leaders[0].idle_strength == 2
    assert facts.data_hash != FACTS.data_hash
