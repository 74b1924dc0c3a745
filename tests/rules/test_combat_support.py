"""Support in combat. Ledger section 20, step 1."""

import pytest

from tests.builder import AREAS
from tests.rules.battles import Battle, redacted
from tests.rules.marks import rule

ALL_SIDES = {"attacker", "defender", "nobody"}


def into_kingswood(attackers="knight", defenders="knight", **options):
    """Lannister marches from King's Landing against Baratheon in Kingswood."""
    return Battle(
        "lannister", "kings_landing", attackers, "baratheon", "kingswood", defenders, **options
    )


def into_ironmans_bay():
    """Lannister Ships sail from The Golden Sound against Greyjoy Ships in Ironman's Bay."""
    return Battle("lannister", "the_golden_sound", "ship", "greyjoy", "ironmans_bay", "ship")


@rule("2E-SUPP-01", "2E-SUPP-02", "2E-SUPP-04", "2E-DP-27")
@pytest.mark.parametrize(
    ("side", "strengths"), [("attacker", (5, 2)), ("defender", (2, 5)), ("nobody", (2, 2))]
)
def test_a_third_house_supports_either_side_or_nobody(side, strengths):
    battle = into_kingswood().holding("the_reach", "stark", "knight, footman", "support").attack()

    assert (battle.phase, battle.player) == ("SUPPORT", "stark")
    assert battle.legal_names("side") == ALL_SIDES

    battle.do(f"side {side}").do_until("HOUSE_CARD", "yes")

    assert battle.strengths() == strengths


@rule("2E-SUPP-01", "2E-SUPP-15")
def test_only_support_orders_next_to_the_embattled_area_are_asked():
    battle = into_kingswood()
    battle.holding("crackclaw_point", "stark", "knight", "support")  # next to King's Landing only
    battle.holding("the_reach", "stark", "knight", "defense+1")
    battle.holding("storms_end", "stark", "knight", "support").attack()

    assert (battle.phase, battle.frame[2]) == ("SUPPORT", AREAS.index("storms_end"))

    battle.do("side nobody")

    assert battle.phase == "HOUSE_CARD"


@rule("2E-SUPP-05", "2E-SUPP-14", "2E-DP-27")
@pytest.mark.parametrize(("house", "own"), [("lannister", "attacker"), ("baratheon", "defender")])
def test_combatants_support_themselves_or_nobody(house, own):
    battle = into_kingswood().holding("the_reach", house, "footman", "support").attack()

    assert battle.player == house
    assert battle.legal_names("side") == {own, "nobody"}


@rule("2E-SUPP-03", "2E-SUPP-13")
def test_an_area_gives_the_strength_of_all_its_units():
    battle = into_kingswood().holding("the_reach", "stark", "knight, 2 footman", "support")
    battle.attack()

    assert battle.legal() == {"side attacker", "side defender", "side nobody"}
    assert battle.do("side attacker", "yes").strengths() == (6, 2)


@rule("2E-SUPP-06")
def test_houses_declare_in_turn_order_each_all_its_areas():
    battle = into_kingswood().set_track("iron_throne", "stark", "baratheon", "lannister")
    battle.holding("blackwater_bay", "baratheon", "ship", "support")
    battle.holding("storms_end", "stark", "footman", "support")
    battle.holding("the_boneway", "lannister", "footman", "support")
    battle.holding("the_reach", "stark", "footman", "support").attack()
    asked = []
    while battle.phase == "SUPPORT":
        asked.append(battle.player)
        battle.do("side nobody")

    assert asked == ["stark", "stark", "baratheon", "lannister"]


@rule("2E-SUPP-07", "2E-SUPP-08")
def test_a_support_order_stays_and_serves_several_combats():
    battle = into_kingswood().holding("the_reach", "stark", "knight", "support")
    battle.holding("crackclaw_point", "greyjoy", "footman", "march+0")
    battle.units("blackwater", "baratheon", footman=1)
    battle.attack().do("side attacker", "yes").reveal("the_hound", "patchface")
    battle.do_until("MARCH_TO")

    assert battle.player == "greyjoy"
    assert battle.order_of("the_reach") == "support"

    battle.do("area blackwater", "count 1", "no")

    assert (battle.phase, battle.player) == ("SUPPORT", "stark")


@rule("2E-SUPP-09")
def test_a_support_order_does_not_help_its_own_area():
    battle = into_kingswood().order("kingswood", "support+1").attack()

    assert battle.phase == "HOUSE_CARD"
    assert battle.strengths() == (2, 2)


@rule("2E-SUPP-10", "2E-DP-28")
def test_support_of_others_may_be_refused_area_by_area_attacker_first():
    battle = into_kingswood().set_track("iron_throne", "baratheon", "stark", "martell")
    battle.holding("storms_end", "stark", "2 footman", "support")
    battle.holding("the_reach", "stark", "knight, 2 footman", "support")
    battle.holding("the_boneway", "martell", "footman", "support").attack()
    battle.do("side attacker", "side attacker", "side defender")

    assert (battle.phase, battle.player) == ("REFUSE_SUPPORT", "lannister")
    assert battle.legal() == {"yes", "no"}

    battle.do("no", "yes")

    assert (battle.phase, battle.player) == ("REFUSE_SUPPORT", "baratheon")
    assert battle.do("no").strengths() == (6, 2)


@rule("2E-SUPP-10", "2E-DP-28")
def test_own_support_is_not_offered_for_refusal():
    battle = into_kingswood().holding("the_reach", "lannister", "footman", "support").attack()
    battle.do("side attacker")

    assert battle.phase == "HOUSE_CARD"


@rule("2E-SUPP-10", "2E-DP-28")
def test_support_may_be_refused_house_by_house():
    battle = into_kingswood(support_refusal="per_house")
    battle.holding("storms_end", "stark", "2 footman", "support")
    battle.holding("the_boneway", "martell", "footman", "support")
    battle.holding("the_reach", "stark", "knight, 2 footman", "support").attack()
    battle.do("side attacker", "side attacker", "side attacker")
    battle.do("no", "yes")

    assert battle.phase == "HOUSE_CARD"
    assert battle.strengths() == (3, 2)


@rule("2E-SUPP-02")
@pytest.mark.parametrize(
    ("split", "second"), [("true", ALL_SIDES), ("false", {"attacker", "nobody"})]
)
def test_one_house_may_support_both_sides_with_two_orders(split, second):
    battle = into_kingswood(support_split_sides=split)
    battle.holding("storms_end", "stark", "footman", "support")
    battle.holding("the_reach", "stark", "knight", "support").attack().do("side attacker")

    assert battle.player == "stark"
    assert battle.legal_names("side") == second


@rule("2E-SUPP-11")
def test_ships_support_combats_on_land_and_at_sea():
    land = into_kingswood().holding("blackwater_bay", "stark", "2 ship", "support").attack()
    sea = into_ironmans_bay().holding("sunset_sea", "stark", "2 ship", "support").attack()

    assert land.do("side attacker", "yes").strengths() == (4, 2)
    assert sea.do("side defender", "yes").strengths() == (1, 3)


@rule("2E-SUPP-12", "2E-SUPP-17")
@pytest.mark.parametrize("order", ["support", "support+1"])
def test_land_units_never_support_at_sea(order):
    battle = into_ironmans_bay().holding("pyke", "greyjoy", "3 knight", order).attack()

    assert battle.phase == "HOUSE_CARD"
    assert battle.strengths() == (1, 1)


@rule("2E-SUPP-16")
def test_ship_transport_carries_no_support():
    battle = into_kingswood().holding("shipbreaker_bay", "stark", "ship")
    battle.holding("dragonstone", "stark", "2 knight", "support").attack()

    assert battle.phase == "HOUSE_CARD"
    assert battle.strengths() == (2, 2)


@rule("2E-SUPP-17")
@pytest.mark.parametrize(
    ("units", "strength"), [("knight", 3), ("siege_engine", 1), ("2 footman", 3)]
)
def test_a_special_support_order_adds_1(units, strength):
    battle = into_kingswood().holding("the_reach", "stark", units, "support+1").attack()

    assert battle.do("side defender", "yes").strengths() == (2, 2 + strength)


@rule("2E-SUPP-17", "2E-ROUT-03")
def test_the_special_bonus_needs_no_unit_strength():
    battle = into_kingswood().order("kings_landing", "march+0")
    battle.units("the_reach", "stark", routed=True, knight=2).order("the_reach", "support+1")

    assert battle.attack().do("side defender", "yes").strengths() == (2, 3)


@rule("2E-SUPP-18")
def test_cards_are_chosen_only_when_every_order_is_decided():
    battle = into_kingswood().holding("the_reach", "stark", "knight", "support")
    battle.holding("storms_end", "martell", "knight", "support").attack()
    answers = ("side attacker", "side defender", "no", "no")
    phases = [battle.phase, *(battle.do(answer).phase for answer in answers)]

    assert phases == ["SUPPORT", "SUPPORT", "REFUSE_SUPPORT", "REFUSE_SUPPORT", "HOUSE_CARD"]


@rule("2E-SUPP-18", "2E-HIDE-06")
def test_a_declaration_is_public_at_once():
    battle = into_kingswood().holding("the_reach", "stark", "knight", "support")
    battle.holding("storms_end", "martell", "knight", "support").attack().do("side attacker")

    assert redacted(battle, "martell")["backing"][AREAS.index("the_reach")] == 0
    assert redacted(battle, "martell")["backing"][AREAS.index("storms_end")] == -1


@rule("2E-SUPP-19", "2E-GARR-06")
def test_a_garrison_gives_no_support():
    battle = Battle("greyjoy", "karhold", "footman", "stark", "castle_black", "footman")
    battle.garrison("winterfell", 2).holding("winterfell", "stark", "footman", "support").attack()

    assert battle.do("side defender").strengths() == (1, 2)


@rule("2E-SUPP-20", "2E-CAS-09", "2E-RETR-16")
def test_supporters_are_no_casualties_and_stay():
    battle = into_kingswood("3 knight", "footman").order("kingswood", "defense+1")
    battle.holding("storms_end", "baratheon", "2 footman", "support")
    battle.holding("the_reach", "stark", "2 footman", "support").attack()
    battle.do("side defender", "side defender", "yes")
    battle.reveal("ser_gregor_clegane", "melisandre")

    assert battle.ended
    assert battle.result() == ("lannister", 2)
    assert battle.standing("kingswood") == {"knight": 3}
    assert battle.standing("storms_end") == battle.standing("the_reach") == {"footman": 2}


@rule("2E-SUPP-22")
def test_declared_support_is_not_asked_for_again():
    battle = into_kingswood().holding("the_reach", "stark", "knight", "support").attack()
    battle.do("side attacker", "yes")
    later = []
    while not battle.ended:
        later.append((battle.phase, battle.player))
        battle.do(min(battle.legal()))

    assert ("SUPPORT", "stark") not in later
    assert {house for _, house in later} == {"lannister", "baratheon"}
