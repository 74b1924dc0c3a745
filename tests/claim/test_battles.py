"""Storm of Swords: Garrisons, neutral forces, House cards and Westeros cards."""

import pytest

from got_env.westeros.rules.vocabulary import NONE, Event, WesterosCard
from tests.claim.table import FACTS, Table, empty
from tests.rules.marks import rule


def won(b):
    """The margin of the last battle and who won it."""
    rows = [r for r in b.value("journal").tolist() if r[0] == Event.COMBAT_WON]
    return b.houses[rows[-1][1]], rows[-1][3]


def lost(b, house):
    """Units of a house that died."""
    seat = b.seat(house)
    return sum(r[0] == Event.DESTROYED and r[1] == seat for r in b.value("journal").tolist())


def battle(attacker, attacking, defender, defending, cards, prepare=lambda b: None, **options):
    """From the Trident into Pinkmaiden; another house waits with a march. Cards are played."""
    b = empty(**options).units("the_trident", attacker, **attacking)
    b.units("pinkmaiden", defender, **defending).order("the_trident", "march+0")
    idle = next(h for h in ("greyjoy", "baratheon", "stark") if h not in (attacker, defender))
    b.units("bitterbridge", idle, footman=1).order("bitterbridge", "march-1")
    b.set_power(**{attacker: 0}).set_track("iron_throne", attacker, defender)
    b.set(blade_used=1)
    prepare(b)
    b.at("march").march("the_trident", "pinkmaiden")
    return b.fight(*cards)


# --- Garrisons


@rule("ASOS-EX-11", "ASOS-GARR-01", "ASOS-GARR-03", "ASOS-GARR-04", "ASOS-GARR-09")
def test_a_garrison_alone_is_beaten_in_a_battle():
    b = empty().garrison("lannisport", 2).units("the_crag", "greyjoy", knight=1, footman=1)
    b.units("bitterbridge", "stark", footman=1).order("bitterbridge", "march-1")
    b.order("the_crag", "march+0").set_track("iron_throne", "greyjoy").set(blade_used=1)
    b.set_power(greyjoy=0).at("march").march("the_crag", "lannisport")
    b.fight("dagmer_cleftjaw", "tyrion_lannister").do("no")

    assert won(b) == ("greyjoy", 4)
    assert b.owner("lannisport") == "greyjoy"
    assert int(b.value("garrison")[b.areas.index("lannisport")]) == 0
    assert b.claim("greyjoy") == 3


@rule("ASOS-EX-12", "ASOS-GARR-04")
def test_a_garrison_that_wins_stays():
    b = empty().garrison("lannisport", 2).units("the_crag", "greyjoy", knight=1, footman=1)
    b.units("bitterbridge", "stark", footman=1).order("bitterbridge", "march-1")
    b.order("the_crag", "march+0").set_track("iron_throne", "greyjoy").set(blade_used=1)
    b.set_power(greyjoy=0).at("march").march("the_crag", "lannisport")
    b.fight("theon_greyjoy", "ser_jaime_lannister")

    assert won(b) == ("lannister", 1)
    assert b.size("the_crag") == 2
    assert lost(b, "greyjoy") == 0
    assert int(b.value("garrison")[b.areas.index("lannisport")]) == 2


@rule("ASOS-GARR-05")
def test_no_order_for_a_garrison_alone():
    b = empty().garrison("lannisport", 2).units("seagard", "lannister", footman=1).at("planning")
    asked = set()
    while b.phase in ("TACTIC", "ORDER"):
        if b.phase == "ORDER":
            asked.add(b.asked)
        b.do(sorted(b.legal())[0])

    assert asked == {"seagard"}


@rule("ASOS-GARR-06", "ASOS-GARR-10", "ASOS-GARR-11")
def test_kings_landing_is_held_by_its_garrison():
    b = Table()
    b.states["units"][0, b.areas.index("kings_landing")] = 0
    b.states["owner"][0, b.areas.index("kings_landing")] = NONE
    assert b.claim("lannister") == 3

    b = empty().garrison("kings_landing", 6).home("kings_landing", "lannister")
    b.units("blackwater", "stark", knight=4).order("blackwater", "march+1")
    b.units("bitterbridge", "greyjoy", footman=1).order("bitterbridge", "march-1")
    b.set_power(stark=0).set_track("iron_throne", "stark").at("march")
    b.march("blackwater", "kings_landing").fight("robb_stark", "tyrion_lannister").do("no")
    b.skip("BLADE")
    assert b.owner("kings_landing") == "stark"
    assert int(b.value("home")[b.areas.index("kings_landing")]) == NONE


@rule("ASOS-NEUT-04", "ASOS-DP-40", "ASOS-DP-43")
def test_support_against_a_neutral_force_is_settled_before_the_march():
    b = empty().neutral("harrenhal", 3).units("the_trident", "lannister", footman=2)
    b.units("maidenpool", "baratheon", footman=1).order("maidenpool", "support")
    b.order("the_trident", "march+0").at("march")
    assert (b.phase, b.legal()) == ("ASK_SUPPORT", {"area harrenhal", "done"})
    b.do("area harrenhal", "done")
    assert (b.phase, b.player) == ("NEUTRAL_SUPPORT", "baratheon")
    b.do("yes")

    assert "area harrenhal" in b.legal()


# --- House cards


@rule("ASOS-HC-01", "ASOS-HC-02", "ASOS-HC-06", "ASOS-HC-10")
def test_all_used_cards_return_with_the_last():
    def last(b):
        b.set_hand("stark", "robb_stark")

    b = battle(
        "lannister", {"footman": 2}, "stark", {"knight": 2}, ("tywin_lannister", "robb_stark"), last
    )
    b.skip("TAKE_LEADER")
    assert len(b.hand("stark")) == 7 - 2  # two Leaders are out of this game
    assert b.discards("stark") == set()


@rule("ASOS-HC-07")
def test_the_house_higher_on_fiefdoms_acts_first():
    for first in ("baratheon", "lannister"):

        def order(b, first=first):
            b.set_track("fiefdoms", first).set_track("iron_throne", "lannister")

        b = battle(
            "baratheon",
            {"footman": 2},
            "lannister",
            {"footman": 2},
            ("stannis_baratheon", "tyrion_lannister"),
            order,
        )
        assert b.phase == "TYRION"  # card-changing texts come before any other


@rule("ASOS-HC-11", "ASOS-HC-09")
def test_gregor():
    b = battle(
        "lannister",
        {"knight": 3},
        "stark",
        {"footman": 3},
        ("ser_gregor_clegane", "bran_stark"),
    )
    assert lost(b, "stark") == 3


@rule("ASOS-HC-12", "ASOS-HC-08")
@pytest.mark.parametrize("attackers", [1, 4])
def test_cersei_won_or_lost(attackers):
    b = battle(
        "lannister",
        {"knight": attackers},
        "baratheon",
        {"footman": 3},
        ("cersei_lannister", "renly_baratheon"),
        lambda b: b.set_power(baratheon=1),
    )
    while b.phase in ("CASUALTY", "RETREAT"):
        b.do(sorted(b.legal())[0])
    assert b.power("baratheon") == 0


@rule("ASOS-HC-13", "ASOS-HOST-09", "ASOS-OQ-16")
@pytest.mark.parametrize(("value", "dead"), [("added", 1), ("minimum_one", 1)])
def test_ser_ilyn_payne(value, dead):
    b = battle(
        "lannister",
        {"knight": 4},
        "greyjoy",
        {"footman": 2},
        ("ser_ilyn_payne", "theon_greyjoy"),
        ilyn_payne=value,
    )
    assert lost(b, "greyjoy") == dead


@rule("ASOS-HOST-09")
def test_a_leader_instead_of_ser_ilyns_casualty():
    b = battle(
        "lannister",
        {"knight": 4},
        "greyjoy",
        {"knight": 1},
        ("ser_ilyn_payne", "theon_greyjoy"),
        lambda b: b.leader("balon_greyjoy", "pinkmaiden"),
    )
    assert b.phase == "TAKE_LEADER"
    b.do("leader balon_greyjoy")
    assert lost(b, "greyjoy") == 0
    assert b.where("balon_greyjoy") == "cell of lannister"


@rule("ASOS-HC-14", "ASOS-DP-34")
def test_tyrion_sends_a_card_back():
    b = battle(
        "lannister", {"footman": 2}, "stark", {"footman": 2}, ("tyrion_lannister", "robb_stark")
    )
    b.do("yes")
    assert (b.phase, b.player) == ("TYRION_CARD", "stark")
    assert "card robb_stark" not in b.legal()
    b.do("card smalljon_umber")
    assert "robb_stark" in b.hand("stark")

    b = battle(
        "lannister",
        {"footman": 2},
        "stark",
        {"footman": 1},
        ("tyrion_lannister", "robb_stark"),
        lambda b: b.set_hand("stark", "robb_stark"),
    )
    b.do("yes")
    assert won(b) == ("lannister", 1)  # no other card: none is played
    assert b.hand("stark") == {"robb_stark"}


@rule("ASOS-HC-15")
def test_eddard_saves_his_units():
    b = battle(
        "lannister", {"knight": 4}, "stark", {"footman": 2}, ("ser_ilyn_payne", "eddard_stark")
    )
    assert lost(b, "stark") == 0


@rule("ASOS-HC-16", "ASOS-DP-35")
def test_maege_may_name_the_retreat():
    b = battle(
        "stark", {"knight": 4}, "greyjoy", {"footman": 1}, ("maege_mormont", "theon_greyjoy")
    )
    assert (b.phase, b.player) == ("ROBB", "stark")
    b.do("area deep_den")
    assert b.size("deep_den") == 1


@rule("ASOS-HC-17")
@pytest.mark.parametrize(("order", "margin"), [("support", 2), (None, -1)])
def test_catelyn_with_and_without_support(order, margin):
    def support(b):
        if order:
            b.units("gods_eye", "stark", footman=1).order("gods_eye", order)
            b.states["units"][0, b.areas.index("gods_eye"), 0] = 0
            b.states["routed"][0, b.areas.index("gods_eye"), 0] = 1

    b = empty().units("the_trident", "lannister", footman=2).units("pinkmaiden", "stark", knight=1)
    b.units("bitterbridge", "greyjoy", footman=1).order("bitterbridge", "march-1")
    b.order("the_trident", "march+0").set_track("iron_throne", "lannister").set(blade_used=1)
    support(b)
    b.set_power(lannister=0).at("march").march("the_trident", "pinkmaiden")
    if order:
        b.do("side defender")
    b.do("card cersei_lannister", "card catelyn_stark")
    house, by = won(b)
    assert (by if house == "stark" else -by) == (2 if order else 0)
    assert margin


@rule("ASOS-HC-18")
@pytest.mark.parametrize(("value", "itself"), [("yes", True), ("no", False)])
def test_bran_takes_a_used_card_back(value, itself):
    b = battle(
        "stark",
        {"knight": 3},
        "greyjoy",
        {"footman": 1},
        ("bran_stark", "andrik_the_unsmiling"),
        lambda b: b.set_hand("stark", "bran_stark", "jory_cassel"),
        bran_self=value,
    )
    while b.phase == "RETREAT":
        b.do(sorted(b.legal())[0])
    assert b.phase == "LUWIN"
    assert ("card bran_stark" in b.legal()) is itself
    b.do("card robb_stark")
    assert b.hand("stark") == {"jory_cassel", "robb_stark"}


@rule("ASOS-HC-19", "ASOS-DP-35")
@pytest.mark.parametrize(
    ("value", "answer", "swords"),
    [("only_with_theft", "yes", 1), ("only_with_theft", "no", 0), ("always", "no", 1)],
)
def test_stannis_takes_the_throne(value, answer, swords):
    b = battle(
        "baratheon",
        {"footman": 2},
        "lannister",
        {"footman": 2},
        ("stannis_baratheon", "cersei_lannister"),
        lambda b: b.set_track("iron_throne", "lannister", "baratheon"),
        stannis_sword=value,
    )
    assert b.phase == "STANNIS"
    b.do(answer)

    assert lost(b, "lannister") == swords
    assert b.track("iron_throne")[0] == "lannister"
    assert int(b.value("throne")) == (b.seat("baratheon") if answer == "yes" else NONE)


@rule("ASOS-HC-19")
def test_the_throne_goes_back_when_the_clash_is_resolved():
    b = empty().units("seagard", "stark", footman=1).set(throne=3)
    b.set_power(stark=0, lannister=0, greyjoy=0, baratheon=0)
    b.set_westeros("a_throne_of_blades", "clash_of_kings", "swing_the_sword").at("westeros")
    assert (b.phase, b.player) == ("WESTEROS_CHOICE", "stark")
    b.do("choice c")
    for _ in range(4):
        b.do("bid 0")
    assert (b.phase, b.player) == ("TIE", "stark")
    b.do_until("TACTIC")

    assert int(b.value("throne")) == NONE


@rule("ASOS-HC-20", "ASOS-HC-09")
def test_melisandre_gains_the_strength_of_the_enemy_card():
    b = battle(
        "baratheon",
        {"footman": 2},
        "stark",
        {"footman": 2},
        ("melisandre_of_asshai", "smalljon_umber"),
    )
    assert b.power("baratheon") == 3


@rule("ASOS-HC-21")
def test_salladhar():
    b = battle(
        "baratheon",
        {"knight": 4},
        "stark",
        {"footman": 2},
        ("salladhar_saan", "smalljon_umber"),
        lambda b: b.set_power(stark=1),
    )
    assert (b.power("baratheon"), b.power("stark")) == (2, 0)


@rule("ASOS-HC-22", "ASOS-DP-35")
def test_davos_loses_in_order():
    b = battle(
        "lannister",
        {"knight": 4},
        "baratheon",
        {"footman": 2},
        ("ser_jaime_lannister", "ser_davos_seaworth"),
        lambda b: b.set_power(baratheon=2),
    )
    assert b.phase == "DAVOS"
    b.do("yes")
    assert (lost(b, "baratheon"), b.power("baratheon")) == (0, 0)
    b.do("area deep_den")
    assert b.count("deep_den", "footman") == 2


@rule("ASOS-HC-23")
def test_balon_gains_the_margin():
    b = battle("greyjoy", {"knight": 2}, "stark", {"footman": 1}, ("balon_greyjoy", "jory_cassel"))
    assert b.power("greyjoy") == 5


@rule("ASOS-HC-24", "ASOS-HC-05")
@pytest.mark.parametrize(("side", "dead"), [("attacker", 2), ("nobody", 0)])
def test_asha_with_support(side, dead):
    b = empty().units("the_trident", "greyjoy", knight=3).units("pinkmaiden", "stark", footman=3)
    b.units("gods_eye", "greyjoy", footman=1).order("gods_eye", "support")
    b.units("bitterbridge", "baratheon", footman=1).order("bitterbridge", "march-1")
    b.order("the_trident", "march+0").set_track("iron_throne", "greyjoy").set(blade_used=1)
    b.set_power(greyjoy=0).at("march").march("the_trident", "pinkmaiden").do(f"side {side}")
    b.do("card asha_greyjoy", "card catelyn_stark")

    assert lost(b, "stark") == dead


@rule("ASOS-HC-25", "ASOS-BOARD-02")
@pytest.mark.parametrize(("area", "margin"), [("the_crag", 2), ("sarsfield", 1)])
def test_victarion_at_the_coast(area, margin):
    b = empty().units("golden_tooth", "greyjoy", knight=1).units(area, "stark", footman=1)
    b.units("bitterbridge", "baratheon", footman=1).order("bitterbridge", "march-1")
    b.order("golden_tooth", "march+0").set_track("iron_throne", "greyjoy").set(blade_used=1)
    b.set_power(greyjoy=0).at("march").march("golden_tooth", area)
    b.fight("victarion_greyjoy", "catelyn_stark")

    assert won(b) == ("greyjoy", margin)


@rule("ASOS-HC-26", "ASOS-DP-34")
def test_aeron_changes_the_card_for_one_weaker():
    b = battle(
        "greyjoy",
        {"knight": 1},
        "stark",
        {"footman": 1},
        ("aeron_damphair", "bran_stark"),
        lambda b: b.set_power(greyjoy=2),
    )
    while b.phase == "MARCH_TOKEN":
        b.do("no")
    assert b.phase == "AERON"
    b.do("card balon_greyjoy")

    assert "aeron_damphair" in b.discards("greyjoy")
    assert won(b) == ("greyjoy", 4)


@rule("ASOS-HC-04", "ASOS-HC-06")
def test_the_figures_of_all_cards_are_in_the_data():
    cards = [card for hand in FACTS.cards.houses.values() for card in hand]

    assert len(cards) == 28
    assert sum(card.ability is None for card in cards) == 12


# --- Westeros cards


def reveal(third, first="last_days_of_summer", second="last_days_of_summer", **power):
    """The Westeros phase with these cards; units of all houses stand somewhere."""
    b = empty()
    for area, house in zip(
        ("seagard", "roseroad", "duskendale", "the_crag"),
        ("stark", "lannister", "baratheon", "greyjoy"),
        strict=True,
    ):
        b.units(area, house, footman=1)
    b.set_power(**dict.fromkeys(b.houses, 0)).set_power(**power)
    return b.set_westeros(first, second, third)


@rule("ASOS-WEST-01", "ASOS-WEST-02", "ASOS-WEST-09", "ASOS-EX-45", "ASOS-DP-24")
def test_a_throne_of_blades():
    b = reveal("swing_the_sword", first="a_throne_of_blades").set_track("iron_throne", "stark")
    b.set_supply(stark=6).at("westeros")
    assert (b.phase, b.player) == ("WESTEROS_CHOICE", "stark")
    assert b.legal() == {"choice a", "choice b", "choice c"}
    b.do("choice a")

    assert int(b.value("supply")[b.seat("stark")]) == 2
    assert b.phase == "TACTIC"  # no mustering


@rule("ASOS-WEST-03")
def test_dark_wings_dark_words():
    b = reveal("swing_the_sword", second="dark_wings_dark_words")
    b.set_track("kings_court", "greyjoy").at("westeros")
    assert (b.phase, b.player) == ("WESTEROS_CHOICE", "greyjoy")

    assert b.do("choice a").phase == "BID"


@rule("ASOS-WEST-04", "ASOS-EX-46", "ASOS-WX-05")
@pytest.mark.parametrize(("choice", "phase"), [("a", "BID"), ("b", "EXECUTE"), ("c", "TACTIC")])
def test_punish_the_guilty(choice, phase):
    b = reveal("punish_the_guilty").prisoner("robb_stark", "lannister")
    b.set_track("fiefdoms", "baratheon").at("westeros")
    assert (b.phase, b.player) == ("WESTEROS_CHOICE", "baratheon")
    assert int(b.value("weather")) == 1

    assert b.do(f"choice {choice}").phase == phase


@rule("ASOS-WEST-05", "ASOS-WEST-13", "ASOS-TAC-32", "ASOS-HID-05")
def test_hidden_schemes():
    b = reveal("hidden_schemes").top("arryn_lookout")
    b.states["ally_known"][0, 0] = 2
    b.at("westeros")

    assert b.phase == "TACTIC"
    assert "card forge_alliances" not in b.legal()
    assert b.value("ally_face").tolist() == [1] * 4
    assert b.value("ally_known").tolist() == [0] * 4


@rule("ASOS-WEST-06", "ASOS-WEST-10", "ASOS-EX-21", "ASOS-DP-25", "ASOS-WEST-07")
def test_claim_westeros():
    b = reveal("claim_westeros", lannister=3, stark=3, baratheon=2, greyjoy=1)
    b.ally("arryn_political_support", "stark").tactic(lannister="control_westeros")
    b.set_track("iron_throne", "baratheon", "lannister", "stark", "greyjoy").at("westeros")
    b.do("bid 2", "bid 3", "bid 3", "bid 0")
    assert (b.phase, b.player) == ("CLAIM_TIE", "baratheon")
    assert b.legal_names("seat") == {"lannister", "stark"}
    b.do("seat stark")

    assert b.track_tokens()[0] == "stark"
    assert sum(b.power(house) for house in b.houses) == 1
    assert int(b.value("tactics_barred")) == 1 << b.seat("greyjoy")


@rule("ASOS-WEST-11")
def test_a_token_just_bid_is_used_when_there_is_no_other():
    b = reveal("claim_westeros", stark=1)
    for area in [a for a in b.areas if not b.rules["claim"][b.areas.index(a)]]:
        if b.owner(area) is None and b.value("tokens_out")[b.seat("stark")] < 19:
            b.token(area, "stark")
    b.set_track("iron_throne", "stark", "baratheon", "lannister", "greyjoy").at("westeros")
    b.do("bid 1", "bid 0", "bid 0", "bid 0", "seat greyjoy")

    assert b.track_tokens()[0] == "stark"


@rule("ASOS-WEST-16")
def test_supply_is_set_and_armies_fitted():
    b = reveal("swing_the_sword", first="supply").units("roseroad", "lannister", footman=3)
    b.units("cornfield", "lannister", footman=3).units("sarsfield", "lannister", footman=3)
    b.at("westeros")

    assert (b.phase, b.player) == ("RECONCILE_AREA", "lannister")


@rule("ASOS-WEST-17")
@pytest.mark.parametrize(
    ("card", "order"), [("storm_of_swords", "defense+1"), ("feast_for_crows", "consolidate")]
)
def test_restrictions_of_the_planning_phase(card, order):
    b = reveal(card).at("westeros")
    b.do(sorted(b.legal())[0])

    assert b.phase == "ORDER"
    assert f"order {order}" not in b.legal()


@rule("ASOS-WEST-17")
def test_rains_of_autumn_mutes_footmen_and_allied_footmen():
    def strong(card):
        b = empty().neutral("harrenhal", 5).units("the_trident", "lannister", knight=1)
        b.units("blackwater", "lannister", footman=2, allied_footman=1)
        b.order("the_trident", "march+0").order("blackwater", "support")
        b.states["revealed"][0, 2] = WesterosCard[card]
        return "area harrenhal" in b.at("march").legal()

    assert strong("SWING_THE_SWORD")
    assert not strong("RAINS_OF_AUTUMN")


@rule("ASOS-WEST-17")
def test_game_of_thrones_pays_by_icons():
    b = reveal("swing_the_sword", second="game_of_thrones").at("westeros")

    assert b.power("stark") == 2  # Seagard, Winterfell


@rule("ASOS-HID-03", "ASOS-COMP-04")
def test_spent_tactics_cards_are_open():
    assert Table().value("tactics_left").tolist()[:4] == [127] * 4
