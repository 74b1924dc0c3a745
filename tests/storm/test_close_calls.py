"""Positions on the original board in which a small slip in the rules would show."""

import pytest

from got_env.westeros.rules.vocabulary import Event
from got_env.westeros.words.briefing import briefing
from tests.rules.marks import rule
from tests.storm.table import OLD_CARDS, empty


def margin(b):
    """Winner of the last battle and by how much."""
    rows = b.value("journal")[: int(b.value("journal_no"))].tolist()
    _, seat, _, by = next(row for row in reversed(rows) if row[0] == Event.COMBAT_WON)
    return b.houses[seat], by


def clash(origin, attacker, target, defender, options=None, **units):
    """An attack with a March +0 on one Footman; ready for support, or for the cards."""
    b = empty(**(options or {})).units(origin, attacker, **units)
    b.units(target, defender, footman=1).set(blade_used=1)
    b.order(origin, "march+0").at("march")
    return b.march(origin, target).skip("MARCH_TOKEN")


# --- land and sea


@rule("1E-RAID-06")
def test_land_units_do_not_raid_ships():
    b = empty().units("winterfell", "stark", footman=1).units("bay_of_ice", "greyjoy", ship=1)
    b.order("bay_of_ice", "support").order("winterfell", "raid").at("raid")

    assert b.phase == "RAID_TARGET"
    assert b.legal() == {"done"}


@rule("1E-SUPP-06")
def test_land_units_do_not_support_at_sea():
    b = empty().units("bay_of_ice", "greyjoy", ship=1).units("sunset_sea", "lannister", ship=1)
    b.units("winterfell", "stark", footman=1).order("winterfell", "support")
    b.order("sunset_sea", "march+0").at("march").march("sunset_sea", "bay_of_ice")

    assert b.phase == "HOUSE_CARD"


@rule("1E-CTRL-08", "1E-CTRL-11")
@pytest.mark.parametrize(
    ("origin", "unit", "target", "asked"),
    [("winterfell", "footman", "karhold", False), ("karhold", "footman", "winterfell", True),
     ("bay_of_ice", "ship", "sunset_sea", False)],
)  # fmt: skip
def test_a_token_is_left_on_land_away_from_home(origin, unit, target, asked):
    b = empty().set_power(stark=2).units(origin, "stark", **{unit: 1})
    b.order(origin, "march+0").at("march").do(f"area {target}", "count 1")

    assert (b.phase == "MARCH_TOKEN") == asked


# --- marches of Leaders


def with_robb(**at):
    """Robb is activated in Winterfell; one Footman stands there."""
    b = empty().units("winterfell", "stark", footman=1).leader("robb_stark", "winterfell")
    for area, number in at.items():
        b.units(area, "stark", footman=number)
    b.order("winterfell", "raid").mark()
    return b


@rule("ASOS-LEAD-18", "ASOS-LEAD-06")
def test_orders_that_activate_are_fixed_before_the_tactics_cards():
    b = with_robb()
    b.states["leader_order"] = -1
    b.at("tactics")

    assert b.phase == "ACTIVATE"
    assert b.legal() == {"leader robb_stark", "no"}


@rule("ASOS-LEAD-04", "ASOS-LEAD-14")
def test_a_leader_that_waits_to_go_alone_must_go():
    b = with_robb(white_harbor=1).at("raid")
    b.do("leader robb_stark", "area moat_cailin", "count 1", "no")

    assert b.phase == "MARCH_TO"
    assert b.legal() == {"area white_harbor"}


@rule("ASOS-LEAD-04", "ASOS-LEAD-14")
def test_only_the_marching_leader_may_be_left_to_go_alone():
    b = with_robb(white_harbor=1).leader("eddard_stark", "winterfell").at("raid")
    b.do("leader robb_stark", "area karhold", "count 1")

    assert b.phase == "MARCH_LEADER"
    assert b.legal() == {"yes"}  # Eddard
    b.do("yes")
    assert b.legal() == {"yes", "no"}  # Robb


@rule("ASOS-LEAD-14")
def test_no_other_leader_goes_alone():
    b = with_robb(white_harbor=1).leader("eddard_stark", "winterfell").at("raid")
    b.do("leader robb_stark", "area white_harbor", "count 0", "yes", "done")

    assert b.where("robb_stark") == "white_harbor"
    assert b.where("eddard_stark") == "winterfell"


@rule("ASOS-LEAD-21")
def test_routed_units_keep_a_leader_company():
    b = empty().units("winterfell", "stark", footman=1).leader("robb_stark", "winterfell")
    b.units("winterfell", "stark", routed=True, footman=1)
    b.order("winterfell", "march+0").at("march").do("area karhold", "count 1", "no")

    assert b.where("robb_stark") == "winterfell"
    assert b.count("karhold", "footman") == 1


@rule("ASOS-TAC-08", "ASOS-NEUT-03", "ASOS-OPT3-05")
@pytest.mark.parametrize(
    ("card", "enough"), [("control_westeros", True), ("hold_territory", False)]
)
def test_control_westeros_helps_against_a_neutral_seat(card, enough):
    b = empty().units("crackclaw_point", "baratheon", knight=1).neutral("kings_landing", 4)
    b.tactic(baratheon=card).order("crackclaw_point", "march+0").at("march")

    assert ("area kings_landing" in b.legal()) == (card == "control_westeros")


@rule("ASOS-HOST-07", "ASOS-LEAD-15")
def test_leaders_of_victors_move_in():
    b = empty().units("winterfell", "stark", knight=3).leader("robb_stark", "winterfell")
    b.units("karhold", "greyjoy", footman=1).units("white_harbor", "stark", footman=1)
    b.order("winterfell", "march+0").at("march")
    b.march("winterfell", "karhold").skip("MARCH_TOKEN")
    assert b.where("robb_stark") is None
    b.fight("robb_stark", "theon_greyjoy").skip("BLADE")

    assert b.where("robb_stark") == "karhold"


# --- Tactics cards


@rule("ASOS-TAC-07", "ASOS-TC-02")
@pytest.mark.parametrize(("card", "starred"), [("careful_planning", 1), ("control_westeros", 0)])
def test_careful_planning_allows_a_starred_order_more(card, starred):
    b = empty().units("winterfell", "stark", footman=1)
    b.set_track("kings_court", *[h for h in b.houses if h != "stark"], "stark").at("planning")
    while b.phase == "TACTIC":
        b.do(f"card {card}" if b.player == "stark" else "card hold_territory")

    assert (b.phase, b.player) == ("ORDER", "stark")
    assert ("order march+1" in b.legal()) == bool(starred)


@rule("ASOS-TAC-06", "ASOS-TAC-31", "ASOS-TC-01")
def test_a_second_card_costs_two_power_and_acts_at_once():
    b = empty().units("winterfell", "stark", footman=1).units("karhold", "stark", footman=1)
    b.set_power(stark=2).tactic(stark="careful_planning").at("tactics")
    b.do("choice b")
    assert "card careful_planning" not in b.legal()
    b.do("card manage_troops")

    assert b.power("stark") == 0
    assert b.phase == "MOVE_FROM"


@rule("ASOS-TC-01", "ASOS-PROT-04")
def test_without_two_power_careful_planning_brings_two():
    b = empty().units("winterfell", "stark", footman=1).order("winterfell", "raid")
    b.set_power(stark=1).tactic(stark="careful_planning").at("tactics")

    assert b.phase == "RAID_TARGET"
    assert b.power("stark") == 3


@rule("ASOS-TAC-17", "ASOS-TC-10")
@pytest.mark.parametrize("card", ["manage_troops", "hold_territory"])
def test_double_marches_need_the_card(card):
    b = empty().units("winterfell", "stark", footman=1).tactic(stark=card)
    b.order("winterfell", "march+0").at("march").march("winterfell", "white_harbor")

    assert (b.phase == "DOUBLE_FROM") == (card == "manage_troops")


@rule("ASOS-TAC-33", "ASOS-TC-04")
@pytest.mark.parametrize(("bid", "asked"), [(0, False), (1, True), (2, False)])
def test_control_westeros_adds_just_one_to_a_bid(bid, asked):
    b = empty().set_power(**dict.fromkeys(empty().houses, 0)).set_power(stark=2)
    b.tactic(lannister="control_westeros")
    b.set_westeros("last_days_of_summer", "clash_of_kings", "sea_of_storms").at("westeros")
    while b.phase == "BID":
        b.do(f"bid {bid if b.player == 'stark' else 0}")
    tied = "seat stark" in b.legal() and "seat lannister" in b.legal() and len(b.legal()) == 2

    assert (b.phase == "TIE" and tied) == asked


@rule("ASOS-TAC-20", "ASOS-TC-11")
def test_secure_hostages_takes_power_for_each():
    b = empty().prisoner("robb_stark", "lannister").set_power(stark=3, lannister=1)
    b.tactic(lannister="secure_hostages").at("tactics").do("yes")

    assert (b.power("stark"), b.power("lannister")) == (1, 3)


@rule("ASOS-TC-11")
def test_secure_hostages_asks_nothing_without_a_hostage():
    b = empty().units("winterfell", "stark", footman=1).order("winterfell", "raid")
    b.tactic(stark="secure_hostages").at("tactics")

    assert b.phase == "RAID_TARGET"


@rule("ASOS-TAC-14", "ASOS-TC-08")
@pytest.mark.parametrize(("target", "more"), [("moat_cailin", 2), ("karhold", 1)])
def test_hold_territory_adds_two_in_a_seat(target, more):
    b = empty().units("winterfell", "stark", footman=2).units(target, "greyjoy", footman=1)
    b.tactic(greyjoy="hold_territory").order("winterfell", "march+0").at("march")
    b.march("winterfell", target).skip("MARCH_TOKEN")

    assert briefing(b.states, 0, 0)["combat"]["defender"]["total"] == 1 + more


def raided(order):
    """Greyjoy raids the order of Tyrell, which plays Support Allies, in Harrenhal."""
    b = empty().units("riverrun", "greyjoy", footman=1).units("harrenhal", "tyrell", footman=1)
    b.units("karhold", "tyrell", footman=1).order("karhold", "support")
    b.states["minus"][0, b.areas.index("karhold")] = 1
    b.set_power(tyrell=2).tactic(tyrell="support_allies")
    b.set_track("iron_throne", "greyjoy", "tyrell")
    return b.order("harrenhal", order).order("riverrun", "raid").at("raid").do("area harrenhal")


@rule("ASOS-TAC-11", "ASOS-TC-15")
@pytest.mark.parametrize(("order", "asked"), [("support", True), ("raid", False)])
def test_only_support_is_replaced_while_tokens_are_left(order, asked):
    assert (raided(order).phase == "REPLACE_SUPPORT") == asked


@rule("ASOS-TAC-28", "ASOS-HC-32")
def test_a_support_minus_one_that_is_removed_takes_its_mark_along():
    b = empty().units("stoney_sept", "tyrell", footman=2).units("riverrun", "greyjoy", footman=1)
    b.units("seagard", "greyjoy", footman=1).order("seagard", "support")
    b.set_track("fiefdoms", "tyrell").states["minus"][0, b.areas.index("seagard")] = 1
    b.order("stoney_sept", "march+0").at("march").march("stoney_sept", "riverrun")
    b.skip("MARCH_TOKEN").do("side defender")
    b.fight("queen_of_thorns", "andrik_the_unsmiling")

    assert b.phase == "BLADE"
    assert b.order_of("seagard") is None
    assert not b.value("minus").any()


# --- House cards


@rule("ASOS-HC-25", "ASOS-OPT1-04")
@pytest.mark.parametrize(("origin", "target", "by"), [("seagard", "riverrun", 3),
                                                      ("riverrun", "stoney_sept", 2)])  # fmt: skip
def test_victarion_is_stronger_beside_a_sea(origin, target, by):
    b = clash(origin, "greyjoy", target, "lannister", knight=2)
    b.fight("victarion_greyjoy", "tywin_lannister")

    assert margin(b) == ("greyjoy", by)


@rule("1E-HC-09", "1E-HC-23", "ASOS-OPT-02")
@pytest.mark.parametrize(("card", "by"), [("ser_garlan_tyrell", 5), ("queen_of_thorns", 5)])
def test_old_robb_and_old_queen_of_thorns(card, by):
    b = clash("winterfell", "stark", "karhold", "tyrell", OLD_CARDS, knight=2)
    b.fight("robb_stark", card)

    assert margin(b) == ("stark", by)


@rule("1E-HC-20", "ASOS-OPT-02")
def test_old_balon_makes_the_other_card_worth_nothing():
    b = clash("seagard", "greyjoy", "riverrun", "stark", OLD_CARDS, knight=2)
    b.fight("balon_greyjoy", "eddard_stark")

    assert margin(b) == ("greyjoy", 3)


@rule("1E-HC-10", "ASOS-OPT-02")
def test_old_catelyn_doubles_a_defense_order():
    b = empty(**OLD_CARDS).units("seagard", "greyjoy", knight=2).set(blade_used=1)
    b.units("riverrun", "stark", footman=1).order("riverrun", "defense+1")
    b.order("seagard", "march+0").at("march").march("seagard", "riverrun").skip("MARCH_TOKEN")
    b.fight("aeron_damphair", "catelyn_stark")

    assert margin(b) == ("greyjoy", 2)


@rule("1E-HC-16", "ASOS-OPT-02")
def test_old_salladhor_sinks_support_by_ships():
    b = empty(**OLD_CARDS).units("stoney_sept", "baratheon", knight=2).set(blade_used=1)
    b.units("riverrun", "greyjoy", footman=1).units("ironmans_bay", "greyjoy", ship=1)
    b.order("ironmans_bay", "support").order("stoney_sept", "march+0").at("march")
    b.march("stoney_sept", "riverrun").skip("MARCH_TOKEN").do("side defender")
    b.fight("salladhor_saan", "aeron_damphair")

    assert margin(b) == ("baratheon", 2)


# --- hostages


def routed_out(*areas, card="aeron_damphair"):
    """Stark beats the Footman of Greyjoy beside Theon; Greyjoy has units in these areas."""
    b = empty().units("winterfell", "stark", knight=3).units("moat_cailin", "greyjoy", footman=1)
    b.leader("theon_greyjoy", "moat_cailin").set(blade_used=1).set_power(greyjoy=0)
    for area in areas:
        b.units(area, "greyjoy", footman=1)
    b.order("winterfell", "march+0").at("march").march("winterfell", "moat_cailin")
    return b.skip("MARCH_TOKEN").fight("robb_stark", card)


@rule("ASOS-HOST-04", "ASOS-EX-15")
def test_a_leader_without_a_way_out_is_taken():
    b = routed_out().skip("TAKE_LEADER")

    assert b.where("theon_greyjoy") == "cell of stark"


@rule("ASOS-HOST-08", "ASOS-EX-15")
def test_a_leader_alone_joins_the_units_beside_it():
    b = routed_out("greywater_watch").skip("TAKE_LEADER")

    assert b.where("theon_greyjoy") == "greywater_watch"


@rule("ASOS-HOST-05", "ASOS-HOST-08")
def test_a_leader_alone_goes_to_no_empty_area():
    b = routed_out("greywater_watch", "seagard").skip("TAKE_LEADER")

    assert (b.phase, b.player) == ("RETREAT", "greyjoy")
    assert b.legal() == {"area greywater_watch", "area seagard"}
    b.do("area seagard")
    assert b.where("theon_greyjoy") == "seagard"


@rule("ASOS-HOST-03", "ASOS-EX-16")
def test_without_a_casualty_no_leader_is_taken_instead():
    b = empty().units("winterfell", "stark", knight=3).units("moat_cailin", "greyjoy", footman=1)
    b.leader("theon_greyjoy", "moat_cailin").set(blade_used=1)
    b.order("winterfell", "march+0").at("march").march("winterfell", "moat_cailin")
    b.skip("MARCH_TOKEN").fight("smalljon_umber", "theon_greyjoy")

    assert b.phase == "RETREAT"


@rule("ASOS-TAC-22", "ASOS-TC-13")
@pytest.mark.parametrize("card", ["secure_hostages", "hold_territory"])
def test_places_change_after_an_execution_with_the_card_alone(card):
    b = empty().prisoner("robb_stark", "lannister").units("winterfell", "stark", footman=1)
    b.tactic(lannister=card)
    b.set_westeros("supply", "dark_wings_dark_words", "punish_the_guilty").at("westeros")
    b.do("choice c", "choice b", "leader robb_stark")

    assert (b.phase == "EXECUTE_TRACK") == (card == "secure_hostages")


# --- negotiations


def talks(*prisoners, **fields):
    """Stark consolidates in Karhold; Lannister holds these Leaders of Stark."""
    b = empty().units("karhold", "stark", footman=1).set_power(stark=0)
    for name in prisoners:
        b.prisoner(name, "lannister")
    b.order("karhold", "consolidate").mark()
    for name, value in fields.items():
        b.states[name][0, b.seat("stark")] = value
    return b


@rule("ASOS-NEG-08", "ASOS-NEG-13")
def test_only_those_who_hold_an_own_leader_are_asked():
    b = talks("robb_stark").at("consolidate")

    assert b.phase == "NEGOTIATE"
    assert b.legal() == {"seat lannister", "done"}


@rule("ASOS-NEG-08", "ASOS-NEG-11")
def test_nothing_to_offer_is_no_negotiation():
    assert talks("robb_stark", tokens_out=20).at("consolidate").phase != "NEGOTIATE"


@rule("ASOS-NEG-11")
def test_without_power_the_last_hostage_has_to_be_offered():
    b = talks("robb_stark", tokens_out=20).prisoner("tywin_lannister", "stark")
    b.at("consolidate").do("seat lannister")

    assert b.phase == "OFFER_HOSTAGE"
    assert b.legal() == {"yes"}


@rule("ASOS-NEG-09", "ASOS-PROT-14")
def test_the_second_of_two_leaders_can_be_asked_for():
    b = talks("eddard_stark", "robb_stark").at("consolidate").do("seat lannister", "choice b")
    b.do(max(b.legal()), "yes")

    assert b.where("eddard_stark") == "cell of lannister"
    assert b.where("robb_stark") == "karhold"


# --- rounds and the end


@rule("1E-BAT-06")
def test_the_blade_is_ready_in_the_next_round():
    b = empty().units("winterfell", "stark", footman=1).set(blade_used=1).at("clean_up")

    assert int(b.value("blade_used")) == 0


@rule("1E-WIN-02", "1E-WIN-03", "ASOS-OPT-03")
@pytest.mark.parametrize(
    ("castles", "supply", "power", "winner"),
    [((1, 2), (6, 0), (9, 0), "stark"), ((1, 1), (3, 2), (0, 5), "lannister"),
     ((1, 1), (3, 3), (4, 5), "stark")],
)  # fmt: skip
def test_castles_then_supply_then_power_decide_after_round_ten(castles, supply, power, winner):
    b = empty()
    for house, areas, n, level, tokens in zip(
        ("lannister", "stark"), (("riverrun", "harrenhal"), ("moat_cailin", "white_harbor")),
        castles, supply, power, strict=True,
    ):  # fmt: skip
        for area in areas[:n]:
            b.units(area, house, footman=1)
        b.set_supply(**{house: level}).set_power(**{house: tokens})
    b.at("clean_up", round_no=10)

    assert b.over
    assert b.winner == winner
