"""Tactics cards on the original board. Ledger section 15, option 3."""

import pytest

from got_env.westeros.words.briefing import briefing
from tests.rules.marks import rule
from tests.storm.table import OLD_CARDS, STORM, board, empty

SIX = [
    "careful_planning",
    "control_westeros",
    "hold_territory",
    "manage_troops",
    "secure_hostages",
    "support_allies",
]


def total(b, side):
    """Strength of a side of the battle, as people are told."""
    return briefing(b.states, 0, 0)["combat"][side]["total"]


@rule("ASOS-OPT3-01", "ASOS-OPT3-02", "ASOS-COMP-05")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_every_house_has_the_six_cards(players):
    b = board(players)

    assert all(sorted(STORM.tactics.decks[house]) == SIX for house in b.houses)
    for p in range(players):
        assert int(b.value("tactics_left")[p]).bit_count() == 6
    assert b.phase == "TACTIC"
    assert b.legal() == {f"card {card}" for card in SIX}


@rule("ASOS-OPT3-03", "ASOS-OPT4-07", "ASOS-TURN-04", "ASOS-TURN-05")
def test_the_sequence_of_the_expansion():
    following = STORM.edition.round_graph
    phase, names = following[next(iter(following))], []
    for _ in range(8):
        names.append(phase.name)
        phase = following[phase]
    assert names == [
        "WESTEROS",
        "PLANNING",
        "RAVEN_STEP",
        "TACTICS_STEP",
        "RAID_STEP",
        "MARCH_STEP",
        "CONSOLIDATE_STEP",
        "STAND_UP_STEP",
    ]


@rule("ASOS-OPT3-03", "ASOS-TURN-05")
def test_routed_units_lie_until_consolidate_power_orders_are_done():
    b = empty().units("winterfell", "stark", routed=True, footman=1)
    b.units("karhold", "stark", footman=1).units("castle_black", "stark", footman=1)
    b.order("karhold", "consolidate").order("castle_black", "consolidate").at("march")

    assert b.phase == "CONSOLIDATE_FROM"
    assert b.count("winterfell", "footman", routed=True) == 1
    b.do("area karhold")
    assert b.count("winterfell", "footman") == 1


@rule("ASOS-OPT3-01", "ASOS-OPT-02")
def test_without_the_option_nobody_picks_a_card():
    b = board(tactics="off")

    assert b.phase == "ORDER"
    assert not b.value("tactics_left").any()


# --- Manage Troops


@rule("ASOS-OPT3-04", "ASOS-TAC-15", "ASOS-TC-09")
def test_an_immediate_move_goes_over_own_ships():
    b = empty().units("winterfell", "stark", footman=2).units("the_fingers", "stark", footman=1)
    b.units("the_shivering_sea", "stark", ship=1).units("the_narrow_sea", "stark", ship=1)
    b.tactic(stark="manage_troops").at("tactics")

    assert b.phase == "MOVE_FROM"
    assert b.legal_names("area") == {
        "winterfell", "the_fingers", "the_shivering_sea", "the_narrow_sea",
    }  # fmt: skip
    b.do("area winterfell", "area the_fingers", "count 1", "done")
    assert b.count("the_fingers", "footman") == 2


@rule("ASOS-OPT3-04")
def test_an_immediate_move_needs_ships_all_the_way_and_control():
    b = empty().units("winterfell", "stark", footman=2).units("the_fingers", "stark", footman=1)
    b.units("the_shivering_sea", "stark", ship=1).units("the_narrow_sea", "lannister", ship=1)
    b.tactic(stark="manage_troops").at("tactics")

    assert b.phase != "MOVE_FROM"


@rule("ASOS-OPT3-04")
def test_manage_troops_moves_ships_between_seas_with_own_ships():
    b = empty().units("the_shivering_sea", "stark", ship=2).units("the_narrow_sea", "stark", ship=1)
    b.tactic(stark="manage_troops").order("the_shivering_sea", "support").at("tactics")
    assert b.phase == "MOVE_FROM"
    assert b.legal_names("area") == {"the_shivering_sea", "the_narrow_sea"}
    b.do("area the_shivering_sea")
    assert b.legal_names("area") == {"the_narrow_sea"}  # an empty sea is nobody's
    b.do("area the_narrow_sea", "count 2")

    assert b.count("the_narrow_sea", "ship") == 3
    assert b.order_of("the_shivering_sea") is None


@rule("ASOS-OPT3-04", "ASOS-TAC-17", "ASOS-TC-10")
def test_a_double_march_goes_over_own_ships_twice():
    b = empty().units("winterfell", "stark", footman=2)
    b.units("the_shivering_sea", "stark", ship=1).units("the_narrow_sea", "stark", ship=1)
    b.tactic(stark="manage_troops").order("winterfell", "march+0").at("march")
    b.march("winterfell", "widows_watch")
    b.skip("MARCH_TOKEN")

    assert b.phase == "DOUBLE_FROM"
    b.do("area widows_watch")
    assert "area the_fingers" in b.legal()
    b.do("area the_fingers", "count 2")
    b.skip("MARCH_TOKEN")
    assert b.count("the_fingers", "footman") == 2
    assert not int(b.value("tactics_left")[b.seat("stark")]) >> SIX.index("manage_troops") & 1


@rule("ASOS-OPT3-04")
def test_ships_make_a_double_march_too():
    b = empty().units("bay_of_ice", "stark", ship=2)
    b.tactic(stark="manage_troops").order("bay_of_ice", "march+0").at("march")
    b.march("bay_of_ice", "sunset_sea")

    assert b.phase == "DOUBLE_FROM"
    b.do("area sunset_sea")
    assert "area ironmans_bay" in b.legal()
    b.do("area ironmans_bay", "count 1")
    assert (b.count("sunset_sea", "ship"), b.count("ironmans_bay", "ship")) == (1, 1)


# --- Control Westeros


@rule("ASOS-OPT3-05", "ASOS-TC-03")
@pytest.mark.parametrize(("target", "more"), [("moat_cailin", 2), ("karhold", 0)])
def test_control_westeros_adds_to_attacks_on_castle_areas(target, more):
    b = empty().units("winterfell", "stark", footman=2).units(target, "greyjoy", footman=1)
    b.tactic(stark="control_westeros").order("winterfell", "march+0").at("march")
    b.march("winterfell", target)
    b.skip("MARCH_TOKEN")

    assert b.phase == "HOUSE_CARD"
    assert total(b, "attacker") == 2 + more


@rule("ASOS-OPT3-05", "ASOS-TC-04")
def test_control_westeros_adds_to_bids_of_a_clash_of_kings():
    b = empty(leaders="off").set_power(**dict.fromkeys(("stark", "lannister", "tyrell"), 0))
    b.set_power(baratheon=0, greyjoy=0).tactic(lannister="control_westeros")
    b.set_westeros("last_days_of_summer", "clash_of_kings", "sea_of_storms").at("westeros")
    while b.phase in ("BID", "TIE"):
        b.do(sorted(b.legal())[0])

    assert [b.track(t)[0] for t in ("iron_throne", "fiefdoms", "kings_court")] == ["lannister"] * 3


@rule("ASOS-OPT3-05", "ASOS-TAC-33")
def test_control_westeros_counts_for_total_and_rank_against_wildlings():
    """A bid of one less than the strength holds with the card."""
    b = empty(wildling_cards="off").set_power(**dict.fromkeys(board().houses, 0))
    b.tactic(stark="control_westeros").set_power(stark=5).set(threat=2)
    s = b.states
    s["discards"][0, b.seat("stark")] = 1
    s["hand"][0, b.seat("stark")] &= ~1
    b.set_westeros("a_throne_of_blades", "dark_wings_dark_words", "wildlings_attack")
    b.at("westeros")
    b.do("choice c", "choice c")
    short = int(b.value("threat")) - 1
    while b.phase == "BID":
        b.do(f"bid {short if b.player == 'stark' else 0}")

    assert (b.phase, b.player) == ("RECOVER_CARD", "stark")


@rule("ASOS-OPT3-05", "ASOS-TAC-33")
def test_control_westeros_keeps_its_house_from_being_the_lowest():
    b = empty(wildling_cards="off").set_power(**dict.fromkeys(board().houses, 0))
    b.tactic(stark="control_westeros").set(threat=6)
    for house, area in (("stark", "winterfell"), ("tyrell", "highgarden")):
        b.units(area, house, footman=6)
    b.set_westeros("last_days_of_summer", "last_days_of_summer", "wildlings_attack")
    b.at("westeros")
    while b.phase == "BID":
        b.do("bid 0")

    assert b.phase == "WILDLING_TIE"
    assert "seat stark" not in b.legal()


# --- Secure Hostages


@rule("ASOS-OPT3-06")
def test_secure_hostages_can_be_picked_without_leaders_and_does_nothing():
    b = empty(leaders="off").units("winterfell", "stark", footman=1)
    b.tactic(stark="secure_hostages").order("winterfell", "consolidate").at("tactics")

    assert b.phase != "STEAL"


# --- Support Allies


def battle(**options):
    """Lannister in Lannisport attacks Greyjoy in Riverrun; Tyrell plays Support Allies."""
    b = empty(**options).units("lannisport", "lannister", footman=2)
    b.units("riverrun", "greyjoy", footman=2).tactic(tyrell="support_allies")
    b.order("lannisport", "march+0").at("march")
    return b.march("lannisport", "riverrun").skip("MARCH_TOKEN")


@rule("ASOS-OPT3-07", "ASOS-TC-14", "ASOS-TAC-23", "ASOS-PROT-13")
def test_support_allies_helps_one_side_wherever_its_units_are():
    b = battle()
    assert (b.phase, b.player) == ("SUPPORT_ALLIES", "tyrell")
    assert b.legal() == {"side attacker", "side defender", "side nobody"}
    b.do("side defender")
    assert (b.phase, b.player) == ("REFUSE_ALLIES", "greyjoy")
    b.do("yes")

    assert (total(b, "attacker"), total(b, "defender")) == (2, 3)


@rule("ASOS-OPT3-07")
def test_the_side_may_refuse():
    b = battle().do("side attacker")
    assert b.player == "lannister"
    b.do("no")

    assert (total(b, "attacker"), total(b, "defender")) == (2, 2)


@rule("ASOS-OPT3-07")
def test_support_allies_may_help_nobody():
    b = battle().do("side nobody")

    assert b.phase == "HOUSE_CARD"
    assert (total(b, "attacker"), total(b, "defender")) == (2, 2)


@rule("ASOS-OPT3-07")
def test_fighters_do_not_use_their_own_card():
    b = empty().units("lannisport", "lannister", footman=2).units("riverrun", "greyjoy", footman=2)
    b.tactic(lannister="support_allies", greyjoy="support_allies")
    b.order("lannisport", "march+0").at("march").march("lannisport", "riverrun")

    assert b.phase == "HOUSE_CARD"


@rule("ASOS-OPT3-07")
def test_real_support_orders_are_decided_apart_and_in_turn_order():
    b = empty().units("lannisport", "lannister", footman=2).units("riverrun", "greyjoy", footman=2)
    b.units("stoney_sept", "tyrell", footman=1).order("stoney_sept", "support")
    b.units("harrenhal", "baratheon", footman=1).order("harrenhal", "support")
    b.tactic(tyrell="support_allies").set_track(
        "iron_throne", "tyrell", "baratheon", "lannister", "greyjoy", "stark"
    )
    b.order("lannisport", "march+0").at("march").march("lannisport", "riverrun")

    assert (b.phase, b.player) == ("SUPPORT", "tyrell")
    b.do("side attacker")
    assert (b.phase, b.player) == ("SUPPORT_ALLIES", "tyrell")
    b.do("side defender", "yes")
    assert (b.phase, b.player) == ("SUPPORT", "baratheon")
    b.do("side nobody")
    assert (b.phase, b.player) == ("REFUSE_SUPPORT", "lannister")
    b.do("yes")
    assert (total(b, "attacker"), total(b, "defender")) == (3, 3)


@rule("ASOS-TAC-23", "ASOS-HC-05", "ASOS-EX-08")
def test_help_of_allies_counts_as_support_for_texts():
    """The example of the rulebook: Asha Greyjoy has two swords when she is supported."""
    b = battle().do("side defender", "yes")
    b.set_hand("greyjoy", "asha_greyjoy").set_hand("lannister", "joffrey_lannister")
    b.set_track("fiefdoms", "greyjoy", "tyrell", "stark", "baratheon", "lannister")
    b.do("card joffrey_lannister", "card asha_greyjoy")

    assert b.phase == "BLADE"
    assert briefing(b.states, 0, 0)["combat"]["defender"]["swords"] == 2


@rule("ASOS-OPT3-07")
def test_help_ends_with_the_battle():
    b = battle().do("side attacker", "yes")
    b.fight(sorted(b.hand("lannister"))[0], sorted(b.hand("greyjoy"))[0])
    for _ in range(20):
        if not int(b.value("fight")):
            break
        b.do(sorted(b.legal())[0])

    assert not b.value("allies_side").any()


@rule("ASOS-TC-15", "ASOS-TAC-24")
def test_support_allies_replaces_a_raided_support():
    b = empty().units("riverrun", "greyjoy", footman=2).units("harrenhal", "tyrell", footman=1)
    b.units("karhold", "stark", footman=1).units("winterfell", "stark", footman=1)
    b.order("karhold", "consolidate").order("winterfell", "consolidate")
    b.set_power(tyrell=2).tactic(tyrell="support_allies")
    b.order("harrenhal", "support").order("riverrun", "raid").at("raid")
    b.do("area harrenhal")

    assert (b.phase, b.player) == ("REPLACE_SUPPORT", "tyrell")
    b.do("yes")
    assert b.value("minus")[b.areas.index("harrenhal")] == 1
    assert b.power("tyrell") == 0


# --- with the old cards


@rule("ASOS-OPT-02", "ASOS-OPT-01")
def test_tactics_with_the_old_house_cards():
    """Ser Loras Tyrell of the old set kills a Footman, and an emptied army ends the battle."""
    b = empty(**OLD_CARDS).units("highgarden", "tyrell", footman=2)
    b.units("searoad_marches", "lannister", footman=1)
    b.order("highgarden", "march+0").at("march").march("highgarden", "searoad_marches")
    b.set_hand("tyrell", "ser_loras_tyrell").fight("ser_loras_tyrell", "kevan_lannister")

    assert b.owner("searoad_marches") == "tyrell"
    assert int(b.value("fight")) == 0
