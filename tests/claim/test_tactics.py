"""Storm of Swords: Tactics cards."""

import pytest

from got_env.westeros.rules.vocabulary import NONE
from tests.claim.table import FACTS, Table, empty
from tests.rules.marks import rule


def slots(b, house):
    """Tactics cards of a house still in the game."""
    left = int(b.value("tactics_left")[b.seat(house)])
    return {card for i, card in enumerate(FACTS.tactics.decks[house]) if left >> i & 1}


# --- picking


@rule("ASOS-TAC-01", "ASOS-TAC-02", "ASOS-TAC-29", "ASOS-DP-01", "ASOS-PROT-02", "ASOS-HID-01")
def test_each_player_picks_a_card_in_secret_before_orders():
    b = Table()
    first = b.player
    assert b.phase == "TACTIC"
    assert "done" not in b.legal()
    b.do("card hold_territory")
    assert (b.phase, b.player) == ("ORDER", first)
    assert b.value("tactics_open") == 0
    b.do_until("RAVEN")

    assert b.value("tactics_open") == 1


@rule("ASOS-TAC-05", "ASOS-TAC-30")
def test_a_card_can_be_picked_again():
    b = empty().units("seagard", "stark", footman=1).tactic(stark="hold_territory")
    b.at("planning")
    while b.player != "stark":
        b.do(sorted(b.legal())[0])

    assert "card hold_territory" in b.legal()


@rule("ASOS-TAC-27")
def test_a_card_out_of_the_game_is_not_picked():
    b = empty().units("seagard", "stark", footman=1)
    b.states["tactics_left"][0, b.seat("stark")] &= ~(1 << b.tactic_slot("stark", "manage_troops"))
    b.at("planning")
    while b.player != "stark":
        b.do(sorted(b.legal())[0])

    assert "card manage_troops" not in b.legal()


@rule("ASOS-TAC-04", "ASOS-TAC-33", "ASOS-TC-04", "ASOS-TAC-09", "ASOS-WEST-14")
def test_control_westeros_adds_to_the_bids_of_the_next_westeros_phase():
    b = empty().set_power(stark=2, lannister=2, baratheon=0, greyjoy=0)
    b.tactic(lannister="control_westeros")
    b.set_westeros("last_days_of_summer", "clash_of_kings", "swing_the_sword").at("westeros")
    while b.phase == "BID":
        b.do("bid 0")

    assert b.phase == "TIE"
    assert int(b.value("ranking")[0]) == b.seat("lannister")


# --- Careful Planning


@rule("ASOS-TAC-06", "ASOS-TC-01", "ASOS-DP-04", "ASOS-PROT-03", "ASOS-PROT-04")
def test_careful_planning_brings_power_or_a_second_card():
    b = empty().units("seagard", "stark", footman=1).set_power(stark=2)
    b.tactic(stark="careful_planning").at("tactics")
    assert b.phase == "CAREFUL"
    b.do("choice a")
    assert b.power("stark") == 4

    b = empty().set_power(stark=1).tactic(stark="careful_planning").at("tactics")
    assert b.power("stark") == 3  # no question without 2 Power


@rule("ASOS-EX-23", "ASOS-TAC-31", "ASOS-TAC-03")
def test_careful_planning_pays_for_forge_alliances():
    b = empty().units("seagard", "stark", footman=1).set_power(stark=4).top("arryn_lookout")
    b.tactic(stark="careful_planning").at("tactics").do("choice b")
    assert "card careful_planning" not in b.legal()
    b.do("card forge_alliances", "deck arryn")

    assert b.power("stark") == 0
    assert b.holder("arryn_lookout") == "stark"


@rule("ASOS-TAC-07", "ASOS-TC-02", "ASOS-DP-02")
def test_careful_planning_brings_a_star():
    for card, allowed in (("careful_planning", True), ("hold_territory", False)):
        b = empty().units("seagard", "stark", footman=1)
        b.set_track("kings_court", "lannister", "baratheon", "greyjoy", "stark").at("planning")
        while b.player != "stark":
            b.do(sorted(b.legal())[0])
        b.do(f"card {card}")
        assert ("order raid*" in b.legal()) is allowed


# --- Control Westeros


@rule("ASOS-TAC-08", "ASOS-TC-03", "ASOS-EX-13", "ASOS-LEAD-02", "ASOS-NEUT-02", "ASOS-NEUT-04")
def test_control_westeros_beats_a_neutral_force():
    for card, legal in (("hold_territory", False), ("control_westeros", True)):
        b = empty().neutral("harrenhal", 6).units("the_trident", "lannister", knight=1, footman=1)
        b.leader("tywin_lannister", "the_trident").order("the_trident", "march+1")
        b.tactic(lannister=card).at("march")
        assert ("area harrenhal" in b.legal()) is legal
    b.march("the_trident", "harrenhal").skip("MARCH_TOKEN", "DOUBLE_FROM")

    assert b.owner("harrenhal") == "lannister"
    assert b.where("tywin_lannister") == "harrenhal"


def test_control_westeros_can_be_kept_from_neutral_forces():
    b = empty(control_westeros_neutral="no").neutral("harrenhal", 6)
    b.units("the_trident", "lannister", knight=2).order("the_trident", "march+0")
    b.tactic(lannister="control_westeros").at("march")

    assert "area harrenhal" not in b.legal()


# --- Forge Alliances


@rule("ASOS-TAC-10", "ASOS-TC-05", "ASOS-DP-05", "ASOS-PROT-05", "ASOS-ALLI-01", "ASOS-ALLI-04")
@rule("ASOS-EX-02", "ASOS-HID-06", "ASOS-TURN-06")
def test_forge_alliances_takes_a_top_card_and_the_next_stays_face_down():
    b = empty().units("seagard", "stark", footman=1).units("duskendale", "baratheon", footman=1)
    b.set_power(stark=2, baratheon=2).set_track("iron_throne", "stark", "baratheon")
    b.top("tyrell_supplies").at("alliances")
    b = b.tactic(stark="forge_alliances", baratheon="forge_alliances").at("tactics")
    assert b.player == "stark"
    b.do("deck tyrell")
    assert b.value("ally_face").tolist() == [1, 1, 0, 1]
    assert (b.player, b.legal_names("deck")) == ("baratheon", set(FACTS.deck_words))
    b.do("deck tyrell")

    assert b.holder("tyrell_supplies") == "stark"
    assert int(b.value("ally_count")[2]) in (4, 5)


def raided(b):
    """Greyjoy's Raid +1 on the Support orders of Stark in Seagard and the Twins."""
    b.units("cape_of_eagles", "greyjoy", footman=1).order("cape_of_eagles", "raid*")
    b.units("seagard", "stark", footman=1).order("seagard", "support").set_power(stark=4)
    b.units("winterfell", "stark", footman=1).order("winterfell", "march+0")
    return b.tactic(stark="forge_alliances").at("raid")


@rule("ASOS-TAC-11", "ASOS-TAC-12", "ASOS-TAC-39", "ASOS-TC-06", "ASOS-EX-26", "ASOS-DP-14")
def test_a_raided_support_order_is_replaced():
    b = raided(empty()).do("area seagard")
    assert (b.phase, b.player, b.asked) == ("REPLACE_SUPPORT", "stark", "seagard")
    b.do("yes")

    assert b.order_of("seagard") == "support"
    assert b.value("minus")[b.areas.index("seagard")] == 1
    assert b.power("stark") == 2
    assert b.phase != "RAID_SECOND"


@rule("ASOS-TAC-11", "ASOS-PROT-15")
def test_a_support_minus_one_may_be_replaced_again_unless_an_option_says_no():
    for value, phase in (("yes", "REPLACE_SUPPORT"), ("no", None)):
        b = empty(support_minus1_replaceable=value)
        b.states["minus"][0, b.areas.index("seagard")] = 1
        b = raided(b).do("area seagard")
        assert (b.phase == "REPLACE_SUPPORT") is (phase is not None)


@rule("ASOS-TAC-28", "ASOS-TAC-38")
def test_a_support_minus_one_is_worth_one_less_and_never_below_nothing():
    for units, won in (({"knight": 1}, True), ({}, False)):
        b = empty().neutral("harrenhal", 3).units("blackwater", "lannister", knight=1)
        b.units("maidenpool", "lannister", **(units or {"footman": 1}))
        b.order("blackwater", "march+0").order("maidenpool", "support")
        b.states["minus"][0, b.areas.index("maidenpool")] = 1
        assert ("area harrenhal" in b.at("march").legal()) is won


# --- Hold Territory


def defended(b, order):
    """Lannister attacks Stark in Pinkmaiden; the defender's strength and casualties count."""
    b.units("pinkmaiden", "stark", footman=2).units("the_trident", "lannister", footman=3)
    b.tactic(stark="hold_territory")
    if order:
        b.order("pinkmaiden", order)
    b.order("the_trident", "march+0").at("march").march("the_trident", "pinkmaiden")
    return b.skip("MARCH_TOKEN").fight("tywin_lannister", "eddard_stark").skip("BLADE")


@rule("ASOS-TAC-14", "ASOS-TC-08")
def test_hold_territory_adds_to_the_defence():
    b = defended(empty(), None)  # 3 + 2 against 2 + 2 + 1

    won = next(row for row in b.value("journal").tolist() if row[0] == 23)
    assert won[3] == 0


@rule("ASOS-EX-48", "ASOS-OQ-11", "ASOS-GARR-02", "ASOS-GARR-03", "ASOS-DIFF-08")
@pytest.mark.parametrize(("value", "margin"), [("replace", 8), ("add", 9)])
def test_hold_territory_with_a_garrison_alone(value, margin):
    b = empty(hold_territory_seat=value).garrison("kings_landing", 6)
    b.home("kings_landing", "lannister").tactic(lannister="hold_territory")
    b.units("blackwater", "stark", footman=1).order("blackwater", "march-1").at("march")
    b.march("blackwater", "kings_landing").skip("MARCH_TOKEN")
    b.fight("eddard_stark", "tywin_lannister").skip("BLADE")

    won = next(row for row in b.value("journal").tolist() if row[0] == 23)
    assert won[3] == margin
    assert b.owner("kings_landing") is None


@rule("ASOS-TAC-13", "ASOS-TC-07")
def test_hold_territory_brings_a_fortification_with_a_defense_order():
    lost = []
    for order in (None, "defense+1"):
        b = empty().units("pinkmaiden", "stark", footman=2).tactic(stark="hold_territory")
        b.units("the_trident", "lannister", knight=4)
        if order:
            b.order("pinkmaiden", order)
        b.order("the_trident", "march+0").at("march").march("the_trident", "pinkmaiden")
        b.skip("MARCH_TOKEN").fight("joffrey_lannister", "jory_cassel").skip("BLADE")
        lost.append(10 - int(b.pool("stark", "footman")))

    assert lost == [1, 2]


# --- Manage Troops


@rule("ASOS-TAC-15", "ASOS-TAC-34", "ASOS-TC-09", "ASOS-DP-06", "ASOS-PROT-06", "ASOS-TAC-16")
@rule("ASOS-TAC-19")
def test_manage_troops_moves_units_between_own_areas():
    b = empty().units("seagard", "stark", footman=2).units("oldstones", "stark", footman=1)
    b.order("seagard", "support").set_power(stark=1).tactic(stark="manage_troops").at("tactics")
    assert b.phase == "MOVE_FROM"
    b.do("area seagard")
    assert b.legal() == {"area oldstones"}  # the Twins are nobody's
    b.do("area oldstones", "count 2")
    assert (b.phase, b.asked) == ("MARCH_TOKEN", "seagard")
    b.do("yes")

    assert b.count("oldstones", "footman") == 3
    assert b.token_of("seagard") == "stark"
    assert b.order_of("seagard") is None
    assert b.value("tactics_left")[b.seat("stark")] == 127


@rule("ASOS-TAC-35")
def test_galleys_do_not_serve_the_immediate_move():
    b = empty().storm().units("seagard", "stark", footman=1).units("oldstones", "stark", footman=1)
    b.ally("frey_galleys", "stark").tactic(stark="manage_troops").at("tactics")

    assert b.phase != "MOVE_FROM"


@rule("ASOS-TAC-17", "ASOS-TAC-18", "ASOS-TAC-36", "ASOS-TC-10", "ASOS-EX-24", "ASOS-OQ-06")
@rule("ASOS-DP-33", "ASOS-PROT-11")
def test_a_double_march():
    b = empty().units("duskendale", "baratheon", footman=2).set_power(baratheon=2)
    b.units("saltpans", "stark", footman=1).order("saltpans", "march+0")
    b.order("duskendale", "march+0").tactic(baratheon="manage_troops")
    b.set_track("iron_throne", "baratheon", "stark").at("march")
    b.do("area blackwater", "count 2", "yes")
    assert b.phase == "DOUBLE_FROM"
    b.do("area blackwater", "area gods_eye", "count 1")

    assert (b.size("duskendale"), b.size("blackwater"), b.size("gods_eye")) == (0, 1, 1)
    assert b.token_of("duskendale") == "baratheon"
    left = int(b.value("tactics_left")[b.seat("baratheon")])
    assert not left >> b.tactic_slot("baratheon", "manage_troops") & 1


@rule("ASOS-TAC-36", "ASOS-TAC-17")
def test_no_double_march_out_of_or_into_what_others_hold():
    b = empty().units("duskendale", "baratheon", footman=2).token("blackwater", "lannister")
    b.order("duskendale", "march+0").tactic(baratheon="manage_troops").set_power(baratheon=0)
    b.units("saltpans", "stark", footman=1).order("saltpans", "march-1")
    b.set_track("iron_throne", "baratheon", "stark").at("march").do("area blackwater", "count 2")

    assert b.player == "stark"


# --- Secure Hostages


@rule("ASOS-TAC-20", "ASOS-TAC-37", "ASOS-TC-11", "ASOS-EX-47", "ASOS-DP-31")
def test_secure_hostages_costs_their_houses_power():
    b = empty().prisoner("balon_greyjoy", "stark").prisoner("theon_greyjoy", "stark")
    b.set_power(greyjoy=3, stark=1).tactic(stark="secure_hostages").at("tactics").do("yes")

    assert (b.power("greyjoy"), b.power("stark")) == (0, 4)


# --- objectives


@rule("ASOS-TAC-25", "ASOS-TC-16", "ASOS-TC-17", "ASOS-TC-18", "ASOS-TC-19", "ASOS-TURN-09")
@pytest.mark.parametrize(
    ("house", "card", "area"),
    [
        ("stark", "winter_is_coming", "riverrun"),
        ("lannister", "hear_me_roar", "harrenhal"),
        ("baratheon", "ours_is_the_fury", "kings_landing"),
        ("greyjoy", "we_do_not_sow", "the_twins"),
        ("greyjoy", "we_do_not_sow", "lannisport"),
    ],
)
def test_objectives_bring_a_claim_once(house, card, area):
    b = empty().set_power(**dict.fromkeys(("stark", "lannister", "baratheon", "greyjoy"), 0))
    b.units(area, house, footman=1).tactic(**{house: card}).at("objectives")

    assert b.track_tokens()[0] == house
    assert card not in slots(b, house)

    b = empty().tactic(**{house: card}).units("oldstones", house, footman=1).at("objectives")
    assert b.track_tokens()[0] is None
    assert card in slots(b, house)


@rule("ASOS-TAC-26")
def test_objectives_are_awarded_in_turn_order():
    b = empty().set_power(stark=0, greyjoy=0).set_track("iron_throne", "greyjoy", "stark")
    b.units("riverrun", "stark", footman=1).units("the_twins", "greyjoy", footman=1)
    b.tactic(stark="winter_is_coming", greyjoy="we_do_not_sow").at("objectives")

    assert b.track_tokens()[:2] == ["greyjoy", "stark"]


@rule("ASOS-WEST-12", "ASOS-TAC-29")
def test_a_barred_player_picks_no_card_and_lays_orders_as_usual():
    b = empty().units("seagard", "stark", footman=1)
    b.set(tactics_barred=1 << b.seat("stark")).at("planning")
    met = set()
    while b.phase in ("TACTIC", "ORDER"):
        met.add((b.player, b.phase))
        b.do(sorted(b.legal())[0])

    assert ("stark", "TACTIC") not in met
    assert ("stark", "ORDER") in met


def test_nobody_picks_twice_in_a_round():
    assert Table().value("second_tactic").tolist() == [NONE] * 6
