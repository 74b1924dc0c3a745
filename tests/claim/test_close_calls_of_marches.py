"""Marches, moves and raids of the Storm of Swords in positions that small slips would spoil."""

import pytest

from got_env.westeros.rules.vocabulary import NONE, WesterosCard
from tests.claim.table import empty
from tests.rules.marks import rule

# --- neutral forces and the support against them


def against_harrenhal(force):
    """A Footman of Lannister in the Trident may march; Baratheon and Greyjoy could support it."""
    b = empty().neutral("harrenhal", force).units("the_trident", "lannister", footman=1)
    b.units("maidenpool", "baratheon", footman=1).order("maidenpool", "support")
    b.units("gods_eye", "greyjoy", footman=1).order("gods_eye", "support")
    b.set_track("iron_throne", "lannister", "baratheon", "greyjoy", "stark")
    return b.order("the_trident", "march+0").at("march").do("area harrenhal", "done")


@rule("ASOS-NEUT-04", "ASOS-NEUT-03")
@pytest.mark.parametrize(
    ("answers", "enough"),
    [(("yes", "yes"), 3), (("yes", "no"), 2), (("no", "yes"), 2), (("no", "no"), 1)],
)
def test_all_support_that_is_lent_counts_and_no_other(answers, enough):
    for force in (enough, enough + 1):
        b = against_harrenhal(force).do(*answers)

        assert ("area harrenhal" in b.legal()) is (force == enough)


@rule("ASOS-NEUT-04", "ASOS-DP-40")
def test_support_is_asked_for_by_who_can_march_there():
    b = empty().neutral("harrenhal", 6).units("roseroad", "lannister", footman=1)
    b.units("the_trident", "stark", footman=1).order("the_trident", "march+0")
    b.units("maidenpool", "baratheon", footman=1).order("maidenpool", "support")
    b.set_track("iron_throne", "lannister", "stark").order("roseroad", "march+0").at("march")

    assert (b.phase, b.player) == ("MARCH_TO", "lannister")
    b.do("done")
    assert (b.phase, b.player) == ("ASK_SUPPORT", "stark")


@rule("ASOS-NEUT-04")
def test_support_is_lent_for_one_march():
    b = against_harrenhal(3)
    b.units("kingswood", "stark", footman=1).order("kingswood", "consolidate").set_power(
        lannister=0
    )
    b.units("storms_end", "stark", footman=1).order("storms_end", "consolidate")
    b.do("yes", "yes", "area harrenhal", "count 1")

    assert b.phase == "CONSOLIDATE_FROM"
    assert (b.value("neutral_grant") == NONE).all()


# --- what is left behind


@rule("ASOS-DP-33", "ASOS-DP-26")
@pytest.mark.parametrize("marked", [True, False])
def test_an_area_with_an_own_token_is_left_without_a_question(marked):
    b = empty().units("tumbleton", "lannister", footman=1).set_power(lannister=1)
    if marked:
        b.token("tumbleton", "lannister")
    b.order("tumbleton", "march+0").at("march").do("area roseroad", "count 1")

    assert (b.phase == "MARCH_TOKEN") is not marked
    assert b.token_of("tumbleton") == ("lannister" if marked else None)


@rule("ASOS-TAC-16", "ASOS-TC-09")
def test_an_order_goes_with_the_last_unit_that_is_moved_before_the_raids():
    b = empty().units("seagard", "stark", footman=1).units("oldstones", "stark", footman=1)
    b.order("seagard", "consolidate").order("oldstones", "raid").set_power(stark=0)
    b.tactic(stark="manage_troops").at("tactics").do("area seagard", "area oldstones", "count 1")

    assert b.phase == "RAID_TARGET"
    assert b.order_of("seagard") is None


@rule("ASOS-CLAIM-04", "ASOS-NEUT-01")
def test_a_neutral_force_is_beaten_once():
    b = empty().neutral("harrenhal", 4).units("blackwater", "lannister", knight=2)
    b.units("maidenpool", "lannister", footman=1).order("maidenpool", "march+0")
    b.order("blackwater", "march+0").set_power(lannister=0).at("march").do("area blackwater")
    b.march("blackwater", "harrenhal").march("maidenpool", "harrenhal")

    assert not b.value("neutral").any()
    assert b.size("harrenhal") == 3


@rule("ASOS-TAC-38", "ASOS-WEST-17")
def test_a_support_minus_one_of_muted_footmen_takes_nothing_away():
    b = empty().neutral("harrenhal", 2).units("the_trident", "lannister", knight=1)
    b.units("blackwater", "lannister", footman=2).order("blackwater", "support")
    b.states["minus"][0, b.areas.index("blackwater")] = 1
    b.states["revealed"][0, 2] = WesterosCard.RAINS_OF_AUTUMN
    b.order("the_trident", "march+0").at("march")

    assert "area harrenhal" in b.legal()


# --- Manage Troops


@rule("ASOS-TAC-35")
def test_galleys_do_not_lengthen_an_immediate_move():
    b = empty().storm().ally("frey_galleys", "stark").units("seagard", "stark", footman=2)
    b.units("raventree", "stark", footman=1).units("oldstones", "stark", footman=1)
    b.tactic(stark="manage_troops").at("tactics").do("area seagard")

    assert b.legal() == {"area raventree"}  # Oldstones lies behind a closed ford


@rule("ASOS-TAC-15", "ASOS-TAC-34")
def test_an_immediate_move_goes_to_an_area_held_by_a_token():
    b = empty().units("seagard", "stark", footman=2).token("oldstones", "stark")
    b.tactic(stark="manage_troops").at("tactics").do("area seagard")

    assert b.legal() == {"area oldstones"}


def double_march(**units):
    """Baratheon has marched from Duskendale to Blackwater with Manage Troops and may march on."""
    b = empty().units("duskendale", "baratheon", **units).order("duskendale", "march+0")
    b.units("saltpans", "stark", footman=1).order("saltpans", "march-1")
    b.set_track("iron_throne", "baratheon", "stark").set_power(baratheon=0)
    return b.tactic(baratheon="manage_troops")


@rule("ASOS-TAC-17", "ASOS-TAC-36")
def test_a_double_march_goes_on_into_what_nobody_else_holds():
    b = double_march(knight=3).neutral("harrenhal", 1).token("stoney_sept", "lannister")
    b.garrison("kings_landing", 6).home("kings_landing", "lannister").at("march")
    b.march("duskendale", "blackwater").do("area blackwater")

    assert b.legal_names("area") == {"duskendale", "gods_eye", "roseroad"}


@rule("ASOS-TAC-36", "ASOS-ALLY-07")
def test_allied_units_stay_with_a_routed_unit_in_a_double_march():
    b = double_march(footman=1, allied_footman=1)
    b.units("blackwater", "baratheon", routed=True, footman=1).at("march")
    b.march("duskendale", "blackwater").do("area blackwater", "area gods_eye", "count 1", "count 0")

    assert b.count("blackwater", "allied_footman") == 1
    assert b.count("gods_eye", "footman") == 1


@rule("ASOS-TAC-36", "ASOS-ALLY-06")
def test_attackers_count_for_supply_while_others_march_on():
    b = double_march(footman=1, knight=2).units("storms_end", "baratheon", footman=2)
    b.units("gods_eye", "baratheon", footman=1).units("crackclaw_point", "stark", footman=1)
    b.set_supply(baratheon=1).at("march")  # armies of 3 and 2
    b.do("area blackwater", "count 1", "count 0", "area crackclaw_point", "count 2")
    b.do("area blackwater")

    assert "stoney_sept" in b.legal_names("area")
    assert "gods_eye" not in b.legal_names("area")  # it would make three armies of 2


@rule("ASOS-TAC-19", "ASOS-TAC-27")
def test_manage_troops_serves_one_double_march():
    b = double_march(footman=1).units("winterfell", "baratheon", footman=1)
    b.order("winterfell", "march-1").at("march").do("area duskendale")
    b.march("duskendale", "blackwater").do("area blackwater").march("blackwater", "gods_eye")
    b.do("done").march("winterfell", "moat_cailin")

    assert b.phase != "DOUBLE_FROM"
    assert b.size("moat_cailin") == 1


# --- marches of an order


@rule("ASOS-GARR-08", "ASOS-NEUT-03", "ASOS-PROT-12")
@pytest.mark.parametrize("second", ["units", "garrison", "neutral"])
def test_one_march_brings_one_attack(second):
    b = empty().units("blackwater", "lannister", knight=3).order("blackwater", "march+0")
    b.units("gods_eye", "stark", footman=1)
    if second == "units":
        b.units("kings_landing", "stark", footman=1)
    elif second == "garrison":
        b.garrison("kings_landing", 2).home("kings_landing", "stark")
    else:
        b.neutral("kings_landing", 1)
    b.at("march")
    assert "area kings_landing" in b.legal()
    b.do("area gods_eye", "count 1")

    assert "area kings_landing" not in b.legal()
    assert "area stoney_sept" in b.legal()


@rule("ASOS-ALLY-07")
def test_allied_units_march_alone_to_own_units():
    b = empty().units("seagard", "stark", footman=1, allied_footman=1)
    b.units("raventree", "stark", footman=1).order("seagard", "march+0").at("march")
    b.do("area raventree", "count 0", "count 1", "done")

    assert b.count("raventree", "allied_footman") == 1


# --- raids


@rule("ASOS-PROT-15", "ASOS-DP-46")
def test_raids_remove_support_raids_and_consolidate_power_of_others_alone():
    b = empty().units("the_trident", "greyjoy", footman=1).order("the_trident", "raid*")
    b.units("pinkmaiden", "stark", footman=1).order("pinkmaiden", "defense+1")
    b.units("harrenhal", "stark", footman=1).order("harrenhal", "march+0")
    b.units("maidenpool", "greyjoy", footman=1).order("maidenpool", "support")
    b.units("kingsroad", "stark", footman=1).order("kingsroad", "support").at("raid")
    assert b.legal() == {"area kingsroad", "done"}

    b = empty().units("the_trident", "greyjoy", footman=1).order("the_trident", "raid*")
    b.units("pinkmaiden", "stark", footman=1).order("pinkmaiden", "raid")
    b.units("harrenhal", "stark", footman=1).order("harrenhal", "consolidate*")
    b.set_track("iron_throne", "greyjoy", "stark").at("raid")
    assert b.legal() == {"area pinkmaiden", "area harrenhal", "done"}


@rule("ASOS-ALLI-19", "ASOS-ALLI-28")
def test_raiders_do_not_take_a_step_and_then_an_arrow():
    b = empty().ally("mercenary_raiders", "greyjoy").units("seagard", "greyjoy", footman=1)
    b.units("pyke", "stark", footman=1).order("pyke", "support")
    b.units("the_crag", "stark", footman=1).order("the_crag", "support")
    b.order("seagard", "raid").at("raid")

    assert b.legal() == {"area the_crag", "done"}  # Pyke lies over an arrow from Cape of Eagles
