"""Storm of Swords: Alliance cards, permanent alliances, allied units."""

import pytest

from got_env.core.agenda import A
from got_env.westeros.rules.vocabulary import NONE
from tests.claim.table import FACTS, Table, empty
from tests.rules.marks import rule


def forge(b, card, house="stark", power=2):
    """A house takes the card from the top of its deck."""
    deck = next(c.deck for c in FACTS.alliances.cards if c.id == card)
    b.set_power(**{house: power}).top(card).tactic(**{house: "forge_alliances"})
    return b.at("tactics").do(f"deck {deck}")


def at_seagard():
    """A board with one area of Stark."""
    return empty().units("seagard", "stark", footman=1)


# --- cards


@rule("ASOS-ALLI-02", "ASOS-ALLI-05", "ASOS-ALLI-22", "ASOS-AC-21", "ASOS-HID-02")
def test_tyrell_supplies_raise_supply_at_once():
    b = forge(at_seagard().set_supply(stark=3), "tyrell_supplies")

    assert b.holder("tyrell_supplies") == "stark"
    assert b.value("supply")[b.seat("stark")] == 4


@rule("ASOS-ALLI-27")
def test_supply_never_rises_above_six():
    assert forge(at_seagard(), "tyrell_supplies").value("supply")[3] == 6


@rule("ASOS-AC-22", "ASOS-WEST-16")
def test_tyrell_supplies_count_as_a_barrel():
    for holder, level in (("stark", 3), ("lannister", 2)):
        b = at_seagard().ally("tyrell_supplies", holder)
        b.set_westeros("supply", "last_days_of_summer", "swing_the_sword").at("westeros")
        assert b.value("supply")[b.seat("stark")] == level


@rule("ASOS-ALLI-26")
def test_the_supply_marker_waits_when_supplies_are_lost():
    b = at_seagard().ally("tyrell_supplies", "lannister").set_supply(lannister=4)
    b = forge(b, "tyrell_plots", power=3).do("choice b", "seat lannister")

    assert b.holder("tyrell_supplies") == "stark"
    assert b.value("supply")[b.seat("lannister")] == 4


@rule("ASOS-ALLI-06", "ASOS-AC-01", "ASOS-DP-08", "ASOS-PROT-07", "ASOS-ALLY-01")
def test_an_army_joins_own_units():
    b = at_seagard().units("saltpans", "stark", footman=1)
    b.units("duskendale", "lannister", footman=1)
    forge(b, "arryn_army")
    assert (b.phase, b.legal_names("area")) == ("ARMY_AREA", {"seagard", "saltpans"})
    b.do("area seagard", "area saltpans")

    assert b.count("seagard", "allied_footman") == b.count("saltpans", "allied_footman") == 1


@rule("ASOS-ALLI-06", "ASOS-AC-15", "ASOS-ALLY-06")
def test_a_unit_without_a_place_within_supply_is_not_received():
    b = at_seagard().set_supply(stark=0).units("saltpans", "stark", footman=2)
    b.units("oldstones", "stark", footman=2)
    forge(b, "tyrell_army")

    assert b.holder("tyrell_army") == "stark"
    assert b.phase != "ARMY_AREA"
    assert b.size("seagard") == 1


@rule("ASOS-AC-08", "ASOS-AC-23", "ASOS-AC-15")
@pytest.mark.parametrize(
    ("card", "footmen", "knights"),
    [("frey_army", 2, 0), ("mercenary_army", 2, 0), ("tyrell_army", 1, 1)],
)
def test_armies_by_card(card, footmen, knights):
    b = forge(at_seagard(), card)

    assert b.count("seagard", "allied_footman") == footmen
    assert b.count("seagard", "allied_knight") == knights


@rule("ASOS-ALLI-07", "ASOS-ALLI-08", "ASOS-AC-24", "ASOS-EX-27", "ASOS-NEG-08")
def test_a_mercenary_army_keeps_power_back_and_no_negotiation():
    b = empty().units("duskendale", "baratheon", footman=1, allied_footman=2)
    b.ally("mercenary_army", "baratheon").prisoner("tywin_lannister", "stark")
    b.units("blackwater", "lannister", footman=1).order("blackwater", "consolidate")
    b.set_power(lannister=1).at("consolidate")

    assert b.power("lannister") == 1
    assert (b.phase, b.player) == ("NEGOTIATE", "lannister")


@rule("ASOS-ALLI-09", "ASOS-AC-02", "ASOS-AC-16", "ASOS-AC-25", "ASOS-LEAD-22", "ASOS-OQ-02")
@pytest.mark.parametrize(
    ("card", "leader"),
    [
        ("arryn_leadership", "littlefinger"),
        ("frey_leadership", "black_walder"),
        ("tyrell_leadership", "ser_loras_tyrell"),
        ("outlaw_leadership", "thoros_of_myr"),
    ],
)
def test_leadership_brings_its_leader(card, leader):
    b = at_seagard().units("saltpans", "stark", footman=1)
    forge(b, card)
    assert b.phase == "LEADER_AREA"
    b.do("area saltpans")

    assert b.where(leader) == "saltpans"
    assert b.value("leader_seat")[b.slot(leader)] == b.seat("stark")


@rule("ASOS-AC-09")
def test_black_walder_is_with_stark_from_the_start():
    b = Table()

    assert b.value("leader_seat")[b.slot("black_walder")] == b.seat("stark")


@rule("ASOS-ALLI-12", "ASOS-AC-04", "ASOS-AC-11", "ASOS-AC-18", "ASOS-ALLI-03", "ASOS-ALLI-24")
@rule("ASOS-HID-05")
@pytest.mark.parametrize("deck", ["arryn", "frey", "tyrell"])
def test_plots_bring_power_and_go_under_their_deck(deck):
    b = forge(at_seagard(), f"{deck}_plots")
    assert b.legal() == {"choice a"}  # nobody has a card to steal
    b.do("choice a")
    d = FACTS.deck_words.index(deck)

    assert b.power("stark") == 4
    assert b.holder(f"{deck}_plots") is None
    assert int(b.value("ally_deck")[d, 5]) == FACTS.alliance_words.index(f"{deck}_plots")
    assert int(b.value("ally_known")[d]) == 1


@rule("ASOS-ALLI-13", "ASOS-ALLI-25", "ASOS-DP-07", "ASOS-PROT-08", "ASOS-PERM-05", "ASOS-HID-04")
@pytest.mark.parametrize(
    ("held", "again"),
    [(["arryn_army"], False), (["arryn_army", "arryn_lookout"], True)],
)
def test_a_stolen_leader_changes_sides_and_ends_an_alliance(held, again):
    b = at_seagard().units("duskendale", "lannister", footman=1)
    b.leader("littlefinger", "duskendale", "lannister")
    for card in held:
        b.ally(card, "stark")
    b.states["permanent"][0, 0] = b.seat("stark")  # a card of it has been discarded since
    forge(b, "arryn_plots", power=3).do("choice b")
    assert b.legal_names("seat") == {"lannister"}
    b.do("seat lannister")

    assert b.holder("arryn_leadership") == "stark"
    assert b.where("littlefinger") == "seagard"
    assert b.power("stark") == 0
    assert int(b.value("permanent")[0]) == (b.seat("stark") if again else NONE)


@rule("ASOS-ALLI-14", "ASOS-ALLY-04", "ASOS-ALLY-09", "ASOS-EX-07", "ASOS-DP-37")
def test_a_stolen_army_costs_the_victim_what_its_cards_no_longer_grant():
    b = at_seagard().ally("tyrell_army", "lannister").ally("arryn_army", "lannister")
    b.units("duskendale", "lannister", footman=1, allied_footman=2, allied_knight=1)
    forge(b, "arryn_plots", power=3).do("choice b", "seat lannister")
    assert (b.phase, b.player) == ("DROP_ALLY", "lannister")
    b.do("area duskendale")

    assert b.count("duskendale", "allied_footman") == 1
    assert b.count("duskendale", "allied_knight") == 1
    assert b.count("seagard", "allied_footman") == 2


@rule("ASOS-ALLI-15", "ASOS-AC-05", "ASOS-AC-12", "ASOS-AC-19", "ASOS-EX-19")
@pytest.mark.parametrize("deck", ["arryn", "frey", "tyrell"])
def test_political_support_brings_claim_to_who_has_little(deck):
    for tokens, gained in ((4, 1), (5, 0)):
        b = at_seagard().tokens(*["stark"] * tokens)
        forge(b, f"{deck}_political_support")
        assert b.claim("stark") == 1 + tokens + gained


@rule("ASOS-AC-06", "ASOS-AC-13", "ASOS-AC-20", "ASOS-WEST-10", "ASOS-EX-43", "ASOS-ALLI-30")
@rule("ASOS-WEST-07", "ASOS-DP-41", "ASOS-PROT-16")
def test_political_support_adds_to_bids_for_claim():
    b = at_seagard().ally("arryn_political_support", "stark").set_power(stark=0, greyjoy=0)
    b.set_power(lannister=0, baratheon=0).set_track("iron_throne", "greyjoy")
    b.set_westeros("last_days_of_summer", "last_days_of_summer", "claim_westeros").at("westeros")
    for _ in range(4):
        b.do("bid 0")
    assert (b.phase, b.player) == ("CLAIM_TIE", "greyjoy")
    assert b.legal_names("seat") == {"baratheon", "greyjoy", "lannister"}
    b.do("seat lannister")

    assert b.track_tokens()[0] == "stark"
    assert b.phase == "TACTIC"


@rule("ASOS-ALLI-17", "ASOS-AC-27", "ASOS-TRACK-05", "ASOS-DP-09")
def test_filthy_accusations_clear_a_space():
    b = at_seagard().tokens("stark", "lannister", "greyjoy")
    forge(b, "filthy_accusations")
    assert b.legal() == {"count 6", "count 5", "count 4", "done"}
    b.do("count 5")

    assert b.track_tokens()[:3] == ["stark", "greyjoy", None]
    assert b.holder("filthy_accusations") is None


@rule("ASOS-ALLI-23", "ASOS-PERM-02", "ASOS-PERM-08")
def test_closed_and_empty_decks_are_not_drawn_from():
    b = at_seagard().set_power(stark=2).tactic(stark="forge_alliances")
    b.states["permanent"][0, 1] = b.seat("greyjoy")
    b.states["ally_count"][0, 0] = 0
    b.states["ally_deck"][0, 0] = NONE
    b.at("tactics")

    assert b.legal_names("deck") == {"tyrell", "mercenaries_and_outlaws"}


@rule("ASOS-PERM-01", "ASOS-PERM-03", "ASOS-EX-42")
def test_three_cards_make_a_permanent_alliance():
    b = at_seagard().ally("frey_leadership", "stark").ally("frey_galleys", "stark")
    b.ally("frey_army", "greyjoy")
    forge(b, "frey_military_support")

    assert int(b.value("permanent")[1]) == b.seat("stark")
    assert b.holder("frey_army") == "greyjoy"


@rule("ASOS-PERM-04")
def test_no_permanent_alliance_with_outlaws():
    b = at_seagard().ally("mercenary_transport", "stark").ally("mercenary_raiders", "stark")
    forge(b, "outlaw_military_support")

    assert b.value("permanent").tolist() == [NONE] * 4


@rule("ASOS-PERM-07")
def test_plots_are_no_third_card():
    b = at_seagard().ally("frey_galleys", "stark").ally("frey_army", "stark")
    forge(b, "frey_plots").do("choice a")

    assert int(b.value("permanent")[1]) == NONE


# --- in battle


def attack(b, **units):
    """Lannister attacks Stark in Pinkmaiden from the Trident, with a Support order at Gods Eye."""
    b.units("pinkmaiden", "stark", **(units or {"footman": 1}))
    b.units("the_trident", "lannister", knight=2).order("the_trident", "march+0")
    b.units("gods_eye", "stark", footman=1).order("gods_eye", "support").at("march")
    return b.march("the_trident", "pinkmaiden").skip("MARCH_TOKEN")


@rule("ASOS-ALLI-16", "ASOS-AC-07", "ASOS-DP-16", "ASOS-DP-29", "ASOS-PROT-13")
def test_the_lookout_removes_a_support_order():
    b = attack(empty().ally("arryn_lookout", "lannister"))
    assert (b.phase, b.player, b.legal()) == ("LOOKOUT", "lannister", {"area gods_eye", "done"})
    b.do("area gods_eye")

    assert b.order_of("gods_eye") is None
    assert b.holder("arryn_lookout") is None
    assert b.phase == "HOUSE_CARD"


@rule("ASOS-ALLI-16")
def test_a_lookout_after_the_declarations_leaves_the_battle_where_it_is():
    b = attack(empty(lookout_timing="after_declarations").ally("arryn_lookout", "lannister"))
    b.do("side nobody")
    assert (b.phase, b.legal()) == ("LOOKOUT", {"area gods_eye", "done"})

    asked = b.states["stack"][0, int(b.value("depth")) - 1]
    assert asked[A:].tolist() == [0, 0, 0]
    assert b.do("area gods_eye").phase == "HOUSE_CARD"


@rule("ASOS-PERM-06")
@pytest.mark.parametrize(("value", "lasts"), [("stays", True), ("needs_three", False)])
def test_an_alliance_outlives_a_card_that_is_discarded(value, lasts):
    b = empty(permanent_after_discard=value)
    for card in ("arryn_lookout", "arryn_army", "arryn_political_support"):
        b.ally(card, "lannister")
    b.states["permanent"][0, 0] = b.seat("lannister")
    b = attack(b).do("area gods_eye")

    assert (int(b.value("permanent")[0]) == b.seat("lannister")) is lasts


@rule("ASOS-ALLI-10", "ASOS-ALLI-11", "ASOS-AC-03", "ASOS-AC-10", "ASOS-AC-17", "ASOS-EX-09")
@rule("ASOS-HC-05", "ASOS-HC-17")
@pytest.mark.parametrize("deck", ["arryn", "frey", "tyrell"])
def test_military_support_costs_power_and_counts_as_support(deck):
    b = empty().ally(f"{deck}_military_support", "stark").set_power(stark=2)
    b.units("pinkmaiden", "stark", footman=1).units("the_trident", "lannister", footman=1)
    b.order("the_trident", "march+0").at("march").march("the_trident", "pinkmaiden")
    b.skip("MARCH_TOKEN")
    assert (b.phase, b.player) == ("MILITARY", "stark")
    b.do("yes")
    assert b.power("stark") == 0
    b.do("card tywin_lannister", "card catelyn_stark").skip("BLADE")
    won = next(row for row in b.value("journal").tolist() if row[0] == 23)

    assert won[3] == (1 + 2 + 1 + 2) - (1 + 2)


@rule("ASOS-AC-26")
def test_outlaw_support_is_discarded():
    b = attack(empty().ally("outlaw_military_support", "lannister")).do("side nobody", "yes")

    assert b.holder("outlaw_military_support") is None
    assert b.value("bonus").tolist() == [3, 0]


@rule("ASOS-ALLI-31")
def test_military_support_does_nothing_against_neutral_forces():
    b = empty().ally("arryn_military_support", "lannister").set_power(lannister=5)
    b.neutral("harrenhal", 4).units("the_trident", "lannister", footman=2)
    b.order("the_trident", "march+0").at("march")

    assert "area harrenhal" not in b.legal()


# --- Raiders


@rule("ASOS-ALLI-19", "ASOS-ALLI-20", "ASOS-ALLI-28", "ASOS-AC-28", "ASOS-DP-15")
def test_raiders_reach_two_areas_or_over_an_arrow_once():
    b = empty().ally("mercenary_raiders", "greyjoy").units("pyke", "greyjoy", footman=1)
    b.order("pyke", "raid").units("the_crag", "stark", footman=1).order("the_crag", "support")
    b.units("golden_tooth", "stark", footman=1).order("golden_tooth", "support").at("raid")
    assert b.legal() == {"area the_crag", "done"}  # not an arrow and a step

    b = empty().ally("mercenary_raiders", "greyjoy").units("seagard", "greyjoy", footman=1)
    b.order("seagard", "raid*").units("moat_cailin", "stark", footman=1)
    b.units("golden_tooth", "stark", footman=1).order("golden_tooth", "support")
    b.order("moat_cailin", "support").at("raid").do("area golden_tooth")
    assert b.phase != "RAID_SECOND"  # one of them alone can be far
    assert b.holder("mercenary_raiders") is None


# --- allied units


@rule("ASOS-ALLY-02", "ASOS-ALLY-07", "ASOS-ALLY-10", "ASOS-PROT-12")
def test_allied_units_never_march_alone_nor_stay_alone():
    b = empty().units("seagard", "stark", footman=1, allied_footman=2)
    b.order("seagard", "march+0").at("march").do("area oldstones")
    assert b.legal() == {"count 0", "count 1"} or b.legal() == {"count 1"}
    b.do("count 1")

    assert b.legal() == {"count 2"}


@rule("ASOS-ALLY-03", "ASOS-EX-18", "ASOS-DP-19")
def test_an_allied_unit_is_lost_where_an_own_one_would_strand_it():
    b = empty().units("pinkmaiden", "stark", footman=1, allied_footman=2)
    b.units("the_trident", "lannister", knight=4).order("the_trident", "march+0").at("march")
    b.march("the_trident", "pinkmaiden").skip("MARCH_TOKEN")
    b.fight("joffrey_lannister", "eddard_stark").skip("BLADE")
    assert b.phase == "RETREAT"  # Eddard saves all

    b = empty().units("pinkmaiden", "stark", footman=1, allied_footman=2)
    b.units("the_trident", "lannister", knight=4).order("the_trident", "march+0").at("march")
    b.march("the_trident", "pinkmaiden").skip("MARCH_TOKEN")
    b.fight("joffrey_lannister", "jory_cassel").skip("BLADE")
    assert (b.phase, b.legal()) == ("CASUALTY", {"unit allied_footman"})


@rule("ASOS-ALLY-03", "ASOS-ALLY-07", "ASOS-DP-19")
def test_a_routed_unit_of_the_own_colour_keeps_allied_units_company_in_casualties():
    b = empty().units("pinkmaiden", "stark", allied_footman=1, allied_knight=1)
    b.units("pinkmaiden", "stark", routed=True, footman=1)
    b.units("the_trident", "lannister", knight=4).order("the_trident", "march+0").at("march")
    b.march("the_trident", "pinkmaiden").skip("MARCH_TOKEN")
    b.fight("joffrey_lannister", "jory_cassel").skip("BLADE")

    assert b.phase == "CASUALTY"
    assert b.legal() == {"unit allied_footman", "unit allied_knight"}

    b.do("unit allied_knight")
    assert b.count("pinkmaiden", "knight") == 4
    assert b.size("pinkmaiden") == 4  # the routed Footman dies, and its allies with it


@rule("ASOS-ALLY-05")
def test_allied_footmen_are_not_upgraded():
    b = empty().units("the_twins", "stark", footman=1, allied_footman=2)
    b.set_westeros("mustering", "last_days_of_summer", "swing_the_sword").at("westeros")
    b.do_until("MUSTER_UPGRADE")
    b.do("upgrade knight")

    assert b.count("the_twins", "allied_footman") == 2
    assert b.count("the_twins", "knight") == 1


@rule("ASOS-ALLY-04", "ASOS-WEST-15")
def test_allied_units_are_not_mustered():
    b = empty().units("winterfell", "stark", footman=1).ally("arryn_army", "stark")
    b.set_westeros("mustering", "last_days_of_summer", "swing_the_sword").at("westeros")
    b.do_until("MUSTER")
    while (b.player, b.phase) != ("stark", "MUSTER"):
        b.do("done")

    assert b.legal_names("unit") == {"footman", "knight"}


@rule("ASOS-ALLY-06", "ASOS-OQ-08", "ASOS-DP-38", "ASOS-PROT-18")
def test_supply_removals_keep_allied_units_with_own_ones():
    b = empty().units("seagard", "stark", footman=1, allied_footman=2).set_supply(stark=0)
    b.states["supply"][0, b.seat("stark")] = 6
    b.units("saltpans", "stark", footman=3).units("roseroad", "stark", footman=3)
    b.set_westeros("supply", "last_days_of_summer", "swing_the_sword").at("westeros")
    while b.phase == "RECONCILE_AREA":
        area = "area seagard" if "area seagard" in b.legal() else sorted(b.legal())[0]
        b.do(area)
        assert b.phase != "RECONCILE_UNIT" or "unit footman" not in b.legal()

    assert b.count("seagard", "footman") == 1


@rule("ASOS-ALLY-08")
def test_allied_units_leave_with_the_last_own_one():
    b = empty().units("seagard", "stark", allied_footman=2, routed=True)
    b.units("seagard", "stark", footman=1).units("roseroad", "lannister", footman=1)
    b.order("roseroad", "march+0")
    b.states["units"][0, b.areas.index("seagard"), 0] = 0
    b.at("march")

    assert b.size("seagard") == 0
