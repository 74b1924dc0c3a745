"""Battles and hostages of the Storm of Swords in positions that small slips would spoil."""

import pytest

from got_env.westeros.rules.vocabulary import NONE
from tests.claim.table import empty
from tests.claim.test_battles import battle, lost, won
from tests.rules.marks import rule

# --- strength


@rule("ASOS-TAC-08", "ASOS-TC-03")
@pytest.mark.parametrize(("area", "margin"), [("pinkmaiden", 1), ("harrenhal", 3)])
def test_control_westeros_adds_where_a_city_or_stronghold_is(area, margin):
    b = empty().units("the_trident", "lannister", knight=1).units(area, "stark", footman=1)
    b.order("the_trident", "march+0").tactic(lannister="control_westeros").set(blade_used=1)
    b.at("march").march("the_trident", area).skip("MARCH_TOKEN")
    b.fight("tywin_lannister", "eddard_stark")

    assert won(b) == ("lannister", margin)  # 2 + 2 to 1 + 2, and 2 more in a City


@rule("ASOS-HC-26")
def test_a_weakened_card_never_falls_below_nothing():
    def weaken(b):
        b.states["card_loss"][0, 0] = 1

    b = battle("stark", {"knight": 1}, "greyjoy", {"footman": 1}, ("bran_stark", "theon_greyjoy"),
               weaken)  # fmt: skip

    assert won(b) == ("greyjoy", 1)  # 2 + 0 to 1 + 2


@rule("ASOS-LEAD-08", "ASOS-LEAD-16")
def test_the_swords_of_a_marching_leader_are_its_own_sides():
    b = empty().units("seagard", "greyjoy", footman=2).leader("theon_greyjoy", "seagard")
    b.order("seagard", "raid").mark().units("raventree", "stark", knight=4)
    b.units("bitterbridge", "lannister", footman=1).order("bitterbridge", "march-1")
    b.set(blade_used=1).at("raid").do("leader theon_greyjoy")
    b.march("seagard", "raventree").skip("MARCH_TOKEN").fight("balon_greyjoy", "eddard_stark")

    assert won(b) == ("stark", 2)  # 2 + 2 + 4 to 8 + 2
    assert lost(b, "greyjoy") == 0
    assert b.where("theon_greyjoy") == "seagard"


@rule("ASOS-GARR-03", "ASOS-GARR-09", "ASOS-PROT-13")
@pytest.mark.parametrize(("first", "answer", "winner"), [
    ("stark", "yes", ("stark", 1)), ("stark", "no", ("stark", 0)),
    ("lannister", "yes", ("lannister", 1)), ("lannister", "no", ("lannister", 0)),
])  # fmt: skip
def test_the_blade_adds_one_to_its_side_in_a_battle_with_a_garrison(first, answer, winner):
    b = empty().garrison("lannisport", 2).units("the_crag", "stark", footman=2)
    b.order("the_crag", "march+0").set_track("fiefdoms", first, "greyjoy").at("march")
    b.march("the_crag", "lannisport").skip("MARCH_TOKEN")
    b.fight("eddard_stark", "tywin_lannister")
    assert (b.phase, b.player) == ("BLADE", first)
    b.do(answer)

    assert won(b) == winner


@rule("ASOS-HC-19")
def test_stannis_leaves_the_throne_to_who_does_not_fight():
    b = battle(
        "baratheon",
        {"footman": 2},
        "lannister",
        {"footman": 2},
        ("stannis_baratheon", "cersei_lannister"),
        lambda b: b.set_track("iron_throne", "stark", "baratheon", "lannister"),
    )

    assert b.phase != "STANNIS"
    assert lost(b, "lannister") == 0
    assert int(b.value("throne")) == NONE


@rule("ASOS-HC-21")
@pytest.mark.parametrize(("before", "after"), [(0, 0), (1, 0), (2, 0), (5, 3)])
def test_salladhar_costs_two_power(before, after):
    b = battle(
        "baratheon",
        {"knight": 4},
        "stark",
        {"footman": 2},
        ("salladhar_saan", "smalljon_umber"),
        lambda b: b.set_power(stark=before),
    )

    assert (b.power("baratheon"), b.power("stark")) == (2, after)


@rule("ASOS-ALLI-16")
def test_the_lookout_sees_what_borders_the_battle():
    b = empty().ally("arryn_lookout", "lannister").units("pinkmaiden", "stark", footman=1)
    b.units("stoney_sept", "stark", footman=1).order("stoney_sept", "support")
    b.units("seagard", "stark", footman=1).order("seagard", "support")
    b.units("the_trident", "stark", footman=1).order("the_trident", "defense+1")
    b.units("deep_den", "lannister", footman=1).order("deep_den", "march+0").at("march")
    b.march("deep_den", "pinkmaiden").skip("MARCH_TOKEN")

    assert b.legal() == {"area stoney_sept", "done"}


@rule("ASOS-HOST-04", "ASOS-HOST-06")
@pytest.mark.parametrize("captor", ["baratheon", "greyjoy", "lannister"])
def test_a_hostage_sits_in_the_cell_of_its_captor(captor):
    b = empty().units("pinkmaiden", "stark", footman=1).leader("robb_stark", "pinkmaiden")
    b.units("the_trident", captor, knight=4).order("the_trident", "march+0")
    b.set(blade_used=1).at("march").march("the_trident", "pinkmaiden").skip("MARCH_TOKEN")
    card = {"baratheon": "renly_baratheon", "greyjoy": "andrik_the_unsmiling"}
    b.fight(card.get(captor, "joffrey_lannister"), "bran_stark").do("leader robb_stark")

    assert b.where("robb_stark") == f"cell of {captor}"


# --- losers


@rule("ASOS-HC-13", "ASOS-DP-36")
@pytest.mark.parametrize("unit", ["footman", "knight"])
def test_the_loser_picks_ser_ilyns_victim(unit):
    units = {"footman": 1, "knight": 1}
    b = battle("lannister", {"knight": 4}, "greyjoy", units, ("ser_ilyn_payne", "theon_greyjoy"))
    assert (b.phase, b.player) == ("CASUALTY", "greyjoy")
    assert b.legal() == {"unit footman", "unit knight"}
    b.do(f"unit {unit}")

    assert lost(b, "greyjoy") == 1
    assert b.count("pinkmaiden", unit) == 0


@rule("ASOS-ALLY-08", "ASOS-ALLY-03")
def test_allied_units_do_not_retreat_without_units_of_the_own_colour():
    b = empty().units("pinkmaiden", "stark", routed=True, footman=1)
    b.units("pinkmaiden", "stark", allied_footman=2).units("stoney_sept", "stark", footman=1)
    b.units("the_trident", "lannister", knight=3).order("the_trident", "march+0")
    b.units("bitterbridge", "greyjoy", footman=1).order("bitterbridge", "march-1")
    b.set(blade_used=1).at("march").march("the_trident", "pinkmaiden").skip("MARCH_TOKEN")
    b.fight("tywin_lannister", "smalljon_umber")

    assert b.owner("pinkmaiden") == "lannister"
    assert b.size("stoney_sept") == 1  # the routed unit is lost, and its allies with it
    assert lost(b, "stark") == 3


@rule("ASOS-TAC-21", "ASOS-TC-12", "ASOS-FREE-01")
@pytest.mark.parametrize(("attackers", "freed"), [(4, True), (1, False)])
def test_secure_hostages_frees_nobody_after_a_lost_attack(attackers, freed):
    b = empty().prisoner("robb_stark", "lannister").tactic(stark="secure_hostages")
    b.units("pinkmaiden", "lannister", footman=4).units("the_trident", "stark", knight=attackers)
    b.units("bitterbridge", "greyjoy", footman=1).order("bitterbridge", "march-1")
    b.order("the_trident", "march+0").set_power(stark=0).set(blade_used=1).at("march")
    b.march("the_trident", "pinkmaiden").fight("eddard_stark", "cersei_lannister")
    while b.phase == "RETREAT":
        b.do(sorted(b.legal())[0])

    assert won(b)[0] == ("stark" if freed else "lannister")
    assert (b.phase == "FREE_HOSTAGE") is freed
    assert b.where("robb_stark") == "cell of lannister"


@rule("ASOS-TAC-21", "ASOS-TC-12")
def test_secure_hostages_frees_nobody_after_a_won_defence():
    b = empty().prisoner("robb_stark", "lannister").tactic(stark="secure_hostages")
    b.units("pinkmaiden", "stark", knight=4).units("the_trident", "lannister", footman=1)
    b.units("bitterbridge", "greyjoy", footman=1).order("bitterbridge", "march-1")
    b.order("the_trident", "march+0").set_power(lannister=0).set(blade_used=1).at("march")
    b.march("the_trident", "pinkmaiden").fight("cersei_lannister", "eddard_stark")

    assert won(b)[0] == "stark"
    assert (b.phase, b.player) == ("MARCH_TO", "greyjoy")


@rule("ASOS-LEAD-04", "ASOS-LEAD-24")
def test_a_leader_among_others_goes_to_own_units():
    b = empty().units("pinkmaiden", "lannister", footman=1).leader("robb_stark", "pinkmaiden")
    b.units("saltpans", "stark", footman=1).order("saltpans", "march+0").at("march")

    assert b.where("robb_stark") == "saltpans"
