"""Garrisons. Ledger section 21."""

import pytest

from tests.builder import AREAS, Board
from tests.rules.battles import Battle
from tests.rules.marks import rule

HOMES = {
    "baratheon": "dragonstone",
    "greyjoy": "pyke",
    "lannister": "lannisport",
    "martell": "sunspear",
    "stark": "winterfell",
    "tyrell": "highgarden",
}


def against_winterfell(attackers="2 knight", defenders="", **options):
    """Greyjoy marches from Moat Cailin against the Garrison of Winterfell."""
    battle = Battle(
        "greyjoy", "moat_cailin", attackers, "stark", "winterfell", defenders, **options
    )
    return battle.garrison("winterfell", 2)


@rule("2E-GARR-01")
def test_every_home_area_begins_with_a_garrison_of_2():
    garrison = Board().value("garrison")
    strengths = {house: int(garrison[AREAS.index(area)]) for house, area in HOMES.items()}

    assert strengths == dict.fromkeys(HOMES, 2)
    assert int(garrison.sum()) == 12


@rule("2E-GARR-01")
def test_a_garrison_adds_to_initial_strength():
    assert against_winterfell(defenders="footman").attack().strengths() == (4, 3)


@rule("2E-GARR-02", "2E-GARR-03")
def test_a_lone_garrison_fights_a_normal_combat():
    battle = against_winterfell().attack()

    assert battle.strengths() == (4, 2)
    assert (battle.phase, battle.player) == ("HOUSE_CARD", "greyjoy")

    battle.do("card euron_crows_eye")

    assert (battle.phase, battle.player) == ("HOUSE_CARD", "stark")

    battle.do("card greatjon_umber")

    assert battle.result() == ("greyjoy", 4)
    assert battle.discards("stark") == {"greatjon_umber"}
    assert battle.owner("winterfell") == "greyjoy"


@rule("2E-GARR-02")
def test_a_lone_garrison_may_be_supported():
    battle = against_winterfell().holding("karhold", "stark", "knight", "support")
    battle.holding("castle_black", "martell", "knight", "support").attack()

    assert battle.do("side defender", "side defender", "yes").strengths() == (4, 6)


@rule("2E-GARR-02")
def test_a_garrison_uses_up_the_one_combat_of_a_march():
    battle = against_winterfell().units("seagard", "lannister", footman=1)
    battle.at("march").do("area seagard", "count 1")

    assert "area winterfell" not in battle.legal()


@rule("2E-GARR-04")
@pytest.mark.parametrize("card", ["ser_rodrick_cassel", "greatjon_umber"])
@pytest.mark.parametrize("defenders", ["", "knight"])
def test_a_beaten_garrison_is_removed_whatever_the_icons(card, defenders):
    battle = against_winterfell("4 knight", defenders).fight("asha_greyjoy", card)
    battle.do_until("MARCH_TO")

    assert battle.result()[0] == "greyjoy"
    assert battle.value("garrison")[AREAS.index("winterfell")] == 0
    assert battle.owner("winterfell") == "greyjoy"


@rule("2E-GARR-05")
def test_a_garrison_gets_no_order():
    board = Board().clear().garrison("winterfell", 2).units("karhold", "stark", footman=1)
    board.at("planning").do_until("RAVEN", "order defense+1")

    assert board.order_of("karhold") == "defense+1"
    assert board.order_of("winterfell") is None


@rule("2E-GARR-06", "2E-SUPP-19")
def test_a_garrison_works_for_its_own_area_only():
    near = Battle("greyjoy", "moat_cailin", "knight", "stark", "white_harbor", "footman")
    attacking = Battle("stark", "winterfell", "footman", "greyjoy", "moat_cailin", "footman")

    assert near.garrison("winterfell", 2).attack().strengths() == (2, 1)
    assert attacking.garrison("winterfell", 2).attack().strengths() == (1, 1)


@rule("2E-GARR-07")
def test_a_garrison_takes_no_supply():
    board = Board().clear().garrison("winterfell", 2).set_supply(stark=0)
    board.units("winterfell", "stark", footman=1).units("karhold", "stark", footman=2)
    board.order("karhold", "march+0").at("march").do("area winterfell")

    # Supply 0 allows armies of two: one Footman may come, the Garrison does not count.
    assert board.legal() == {"count 1"}


@rule("2E-GARR-08", "2E-TIDE-12")
@pytest.mark.parametrize("defenders", ["", "footman"])
def test_a_garrison_is_immune_to_skulls(defenders):
    battle = against_winterfell("footman", defenders, tides="true").attack()
    battle.set_tides("skull", "zero").reveal("aeron_damphair", "eddard_stark").do("done")

    assert battle.result()[0] == "stark"
    assert battle.value("garrison")[AREAS.index("winterfell")] == 2
    assert battle.pool("stark", "footman") == 10


@rule("2E-GARR-09")
def test_a_garrison_is_no_casualty_in_place_of_a_unit():
    battle = against_winterfell("4 knight", "footman, knight").fight(
        "euron_crows_eye", "greatjon_umber"
    )

    assert (battle.phase, battle.player) == ("CASUALTY", "stark")
    assert battle.legal() == {"unit footman", "unit knight"}


@rule("2E-GARR-09", "2E-GARR-10")
@pytest.mark.parametrize("defenders", ["", "footman"])
def test_a_garrison_survives_the_combats_its_side_wins(defenders):
    battle = against_winterfell("2 footman", defenders).fight("dagmar_cleftjaw", "eddard_stark")

    assert battle.ended
    assert battle.result()[0] == "stark"
    assert battle.value("garrison")[AREAS.index("winterfell")] == 2
    # Eddard's two Swords less one Fortification; the survivor goes back routed.
    assert battle.routed("moat_cailin") == {"footman": 1}
    assert battle.order_of("moat_cailin") is None
    assert battle.standing("winterfell") == ({"footman": 1} if defenders else {})
