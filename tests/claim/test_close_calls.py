"""Rules of the Storm of Swords that small slips would break without any other test noticing."""

import pytest

from got_env.westeros.rules.vocabulary import NONE
from tests.claim.table import empty
from tests.claim.test_battles import battle, lost, reveal, won
from tests.rules.marks import rule


@rule("ASOS-GARR-08")
def test_a_garrison_beside_units_is_no_lone_guard():
    b = empty().units("lannisport", "stark", footman=1).garrison("lannisport", 2)
    b.units("the_crag", "stark", footman=1).order("the_crag", "march+0").at("march")
    b.march("the_crag", "lannisport").skip("MARCH_TOKEN")

    assert not int(b.value("fight"))
    assert b.count("lannisport", "footman") == 2


@rule("ASOS-ALLI-07")
def test_a_mercenary_army_does_not_stop_its_owner():
    b = empty().units("duskendale", "baratheon", footman=1, allied_footman=2)
    b.ally("mercenary_army", "baratheon").units("blackwater", "baratheon", footman=1)
    b.order("blackwater", "consolidate").set_power(baratheon=0).at("consolidate")

    assert b.power("baratheon") > 0


@rule("ASOS-WEST-07")
def test_the_highest_of_four_equal_bidders_is_not_the_lowest_too():
    b = reveal("claim_westeros")
    b.set_track("iron_throne", "baratheon", "lannister", "stark", "greyjoy").at("westeros")
    b.do("bid 0", "bid 0", "bid 0", "bid 0", "seat stark")

    assert b.phase == "CLAIM_TIE"
    assert b.legal_names("seat") == {"baratheon", "lannister", "greyjoy"}


@rule("ASOS-HC-11")
def test_gregor_takes_no_sword_away_from_a_leader_against_a_stronger_card():
    b = empty().units("the_trident", "lannister", knight=4).order("the_trident", "raid")
    b.leader("ser_jaime_lannister", "the_trident").units("pinkmaiden", "stark", footman=2)
    b.set(blade_used=1).mark().at("raid").do("leader ser_jaime_lannister")
    b.march("the_trident", "pinkmaiden").skip("MARCH_TOKEN")
    b.fight("ser_gregor_clegane", "robb_stark")

    assert won(b)[0] == "lannister"
    assert lost(b, "stark") == 1


@rule("ASOS-LEAD-16", "ASOS-NEUT-02")
@pytest.mark.parametrize(("force", "falls"), [(4, True), (5, False)])
def test_a_leader_marches_on_a_neutral_force_with_march_strength(force, falls):
    b = empty().neutral("harrenhal", force).units("blackwater", "lannister", knight=1)
    b.leader("ser_jaime_lannister", "blackwater").order("blackwater", "raid").mark()
    b.at("raid").do("leader ser_jaime_lannister")

    assert ("area harrenhal" in b.legal()) is falls


@rule("ASOS-PERM-02")
def test_the_ally_of_a_house_draws_from_its_deck():
    b = empty().units("seagard", "stark", footman=1).set_power(stark=2)
    b.states["permanent"][0, 1] = b.seat("stark")

    assert "deck frey" in b.tactic(stark="forge_alliances").at("tactics").legal()


@rule("ASOS-TAC-36")
def test_a_leader_goes_on_with_a_double_march():
    b = empty().units("duskendale", "baratheon", footman=1).order("duskendale", "march+0")
    b.leader("stannis_baratheon", "duskendale").tactic(baratheon="manage_troops")
    b.units("storms_end", "baratheon", footman=1).at("march")
    b.march("duskendale", "blackwater").skip("MARCH_TOKEN").do("area blackwater")
    b.march("blackwater", "gods_eye").skip("MARCH_TOKEN")

    assert b.where("stannis_baratheon") == "gods_eye"


@rule("ASOS-CLAIM-03", "ASOS-TAC-28")
def test_a_beaten_defender_leaves_neither_token_nor_support_minus_one():
    def prepare(b):
        b.token("pinkmaiden", "stark").order("pinkmaiden", "support")
        b.states["minus"][0, b.areas.index("pinkmaiden")] = 1

    cards = ("tywin_lannister", "bran_stark")
    b = battle("lannister", {"knight": 2}, "stark", {"footman": 1}, cards, prepare)
    b.skip("BLADE", "LUWIN")
    while b.phase in ("RETREAT", "CASUALTY"):
        b.do(sorted(b.legal())[0])

    assert b.owner("pinkmaiden") == "lannister"
    assert b.token_of("pinkmaiden") is None
    assert not b.value("minus").any()


@rule("ASOS-TC-06")
@pytest.mark.parametrize(("power", "free", "asked"), [(2, 1, True), (1, 1, False), (2, 0, False)])
def test_a_replacement_costs_two_power_and_one_of_six_tokens(power, free, asked):
    b = empty().units("the_twins", "greyjoy", footman=1).order("the_twins", "raid")
    b.units("seagard", "stark", footman=1).order("seagard", "support")
    b.states["minus"][0, : 6 - free] = 1
    b.set_power(stark=power).tactic(stark="forge_alliances").at("raid").do("area seagard")

    assert (b.phase == "REPLACE_SUPPORT") is asked


@rule("ASOS-TAC-39", "ASOS-PROT-15")
@pytest.mark.parametrize("first", ["stark", "lannister"])
def test_victims_of_one_raid_answer_in_turn_order(first):
    b = empty().units("the_twins", "greyjoy", footman=1).order("the_twins", "raid*")
    b.units("seagard", "stark", footman=1).order("seagard", "support")
    b.units("kingsroad", "lannister", footman=1).order("kingsroad", "support")
    b.set_power(stark=4, lannister=4)
    second = {"stark": "lannister", "lannister": "stark"}[first]
    b.set_track("iron_throne", first, second, "greyjoy", "baratheon")
    b.tactic(stark="forge_alliances", lannister="forge_alliances").at("raid")
    b.do("area kingsroad", "area seagard")

    assert (b.phase, b.player) == ("REPLACE_SUPPORT", first)
    b.do("no")
    assert (b.phase, b.player) == ("REPLACE_SUPPORT", second)


@rule("ASOS-TAC-31")
def test_the_second_card_of_careful_planning_keeps_working():
    b = empty().neutral("harrenhal", 4).units("blackwater", "lannister", knight=1)
    b.order("blackwater", "march+0").tactic(lannister="careful_planning")
    b.states["second_tactic"][0, b.seat("lannister")] = b.tactic_slot(
        "lannister", "control_westeros"
    )

    assert "area harrenhal" in b.at("march").legal()


@rule("ASOS-TAC-30", "ASOS-TAC-31", "ASOS-ALLI-11", "ASOS-WEST-12")
def test_planning_takes_back_cards_and_readies_military_support():
    b = empty().units("seagard", "stark", footman=1).ally("frey_military_support", "stark")
    b.states["second_tactic"][0, b.seat("stark")] = b.tactic_slot("stark", "hold_territory")
    b.states["ally_used"][0] = 1
    b.set(tactics_barred=1 << b.seat("greyjoy")).at("planning")
    b.do_until("RAVEN")

    assert (b.value("second_tactic") == NONE).all()
    assert not b.value("ally_used").any()
    assert int(b.value("tactics_barred")) == 0


@rule("ASOS-ALLI-11")
def test_military_support_works_once_per_turn():
    b = empty().ally("frey_military_support", "stark").set_power(stark=9)
    b.states["ally_used"][0, 6:12] = 1
    b.units("pinkmaiden", "stark", footman=1).units("the_trident", "lannister", footman=1)
    b.order("the_trident", "march+0").at("march").march("the_trident", "pinkmaiden")

    assert b.skip("MARCH_TOKEN").phase == "HOUSE_CARD"


@rule("ASOS-ALLI-16")
def test_the_lookout_never_removes_an_own_order():
    b = empty().ally("arryn_lookout", "lannister").units("gods_eye", "lannister", footman=1)
    b.units("stoney_sept", "stark", footman=1).order("stoney_sept", "support")
    b.order("gods_eye", "support").units("pinkmaiden", "stark", footman=1)
    b.units("deep_den", "lannister", footman=1).order("deep_den", "march+0").at("march")
    b.march("deep_den", "pinkmaiden").skip("MARCH_TOKEN")

    assert b.phase == "LOOKOUT"
    assert b.legal() == {"area stoney_sept", "done"}


@rule("ASOS-TC-16")
def test_an_objective_is_met_by_a_token_alone():
    b = empty().token("riverrun", "stark").tactic(stark="winter_is_coming").at("objectives")

    assert b.phase == "CLAIM_SOURCE" or "stark" in b.track_tokens()


@rule("ASOS-EXEC-03", "ASOS-HC-03")
def test_the_refill_brings_back_every_card_that_was_not_removed():
    b = empty().units("pinkmaiden", "stark", footman=1).units("the_trident", "lannister", knight=2)
    b.prisoner("robb_stark", "lannister").leader("eddard_stark", "winterfell")
    b.set_hand("stark", "jory_cassel").order("the_trident", "march+0").at("march")
    b.march("the_trident", "pinkmaiden").skip("MARCH_TOKEN")
    b.fight("tywin_lannister", "jory_cassel").skip("BLADE")
    while b.phase in ("RETREAT", "CASUALTY"):
        b.do(sorted(b.legal())[0])

    assert {"robb_stark", "eddard_stark", "jory_cassel"} <= b.hand("stark")


@rule("ASOS-SWITCH-03")
def test_a_captured_ally_may_be_the_third_card():
    b = empty().units("pinkmaiden", "stark", footman=1)
    b.leader("black_walder", "pinkmaiden", "stark")
    b.ally("frey_galleys", "greyjoy").ally("frey_army", "greyjoy")
    b.units("the_trident", "greyjoy", knight=2).order("the_trident", "march+0")
    b.set(blade_used=1).at("march").march("the_trident", "pinkmaiden").skip("MARCH_TOKEN")
    b.fight("andrik_the_unsmiling", "bran_stark").do("leader black_walder")
    while b.phase in ("RETREAT", "CASUALTY"):
        b.do(sorted(b.legal())[0])

    assert b.holder("frey_leadership") == "greyjoy"
    assert int(b.value("permanent")[1]) == b.seat("greyjoy")


@rule("ASOS-LEAD-18")
def test_an_order_does_not_activate_a_leader_who_has_left_its_area():
    b = empty().units("tumbleton", "lannister", footman=1).order("tumbleton", "march+0")
    b.units("roseroad", "lannister", footman=1).leader("black_walder", "roseroad", "lannister")
    b.states["leader_order"][0, b.slot("black_walder")] = b.areas.index("tumbleton")

    assert b.at("march").phase != "ACTIVATE"


@rule("ASOS-NEG-04")
def test_a_leader_gained_by_an_offer_goes_to_the_area_of_the_order():
    b = empty().units("the_crag", "stark", footman=1).units("seagard", "stark", footman=1)
    b.order("the_crag", "consolidate").prisoner("eddard_stark", "lannister")
    b.set_power(stark=1).at("consolidate").do("seat lannister", "bid 1", "yes")

    assert b.where("eddard_stark") == "the_crag"


@rule("ASOS-EXEC-02", "ASOS-EXEC-03")
def test_a_used_card_of_an_executed_leader_leaves_the_game():
    b = reveal("swing_the_sword").prisoner("eddard_stark", "lannister")
    b.set_hand("stark", "robb_stark")
    b.at("westeros").do("leader eddard_stark")

    assert "eddard_stark" not in b.hand("stark") | b.discards("stark")


@rule("ASOS-HID-05")
def test_a_card_seen_under_its_deck_is_forgotten_once_drawn():
    b = empty().units("seagard", "stark", footman=1).set_power(stark=2)
    deck = b.states["ally_deck"][0, 1]
    deck[:] = [deck[i] if i < 1 else NONE for i in range(6)]
    b.states["ally_count"][0, 1] = b.states["ally_known"][0, 1] = 1
    b.tactic(stark="forge_alliances").at("tactics").do("deck frey")

    assert int(b.value("ally_known")[1]) == int(b.value("ally_count")[1]) == 0


@rule("ASOS-PERM-05", "ASOS-ALLI-13")
def test_the_theft_of_a_leader_ends_the_alliance_of_the_victim():
    b = empty().units("seagard", "stark", footman=1).units("roseroad", "greyjoy", footman=1)
    b.leader("black_walder", "roseroad", "greyjoy").set_power(stark=3).top("frey_plots")
    b.tactic(stark="forge_alliances").at("tactics").do("deck frey")
    b.states["permanent"][0, 1] = b.seat("greyjoy")
    b.do("choice b", "seat greyjoy")

    assert b.where("black_walder") == "seagard"
    assert int(b.value("permanent")[1]) == NONE
