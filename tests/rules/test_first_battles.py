"""1st edition: battles, support, House cards, casualties, retreats, the end of the game."""

import numpy as np
import pytest

from got_env.core.results import game_result
from got_env.core.rewards import final_rewards
from got_env.games import get_game
from got_env.westeros.rules.vocabulary import ALL_CARDS, NONE, Event
from tests.first_edition import HOUSES, battle, board, empty, strengths, support_all
from tests.rules.marks import rule


def field(attackers="footman", defenders="footman", **options):
    """Stark attacks Lannister in Moat Cailin from Winterfell."""
    return battle(
        "stark", "winterfell", attackers, "lannister", "moat_cailin", defenders, **options
    )


# --- battles


@rule(
    "1E-BAT-01",
    "1E-BAT-02",
    "1E-BAT-03",
    "1E-BAT-04",
    "1E-BAT-09",
    "1E-BAT-10",
    "1E-BAT-11",
    "1E-MARCH-05",
)
def test_strength_of_units_orders_and_cards():
    b = field("knight, footman", "knight", march="march+1").order("moat_cailin", "defense+2")
    b.units("moat_cailin", "lannister", True, footman=2)
    b.attack()
    assert strengths(b)["units"] == (3, 2)
    assert strengths(b)["order"] == (1, 2)
    b.reveal("eddard_stark", "tyrion_lannister")
    assert b.result() == ("stark", 1)  # 3 + 1 + 3 against 2 + 2 + 2
    b.do_until("MARCH_TO")
    assert b.order_of("winterfell") is None
    assert b.order_of("moat_cailin") is None


@rule("1E-BAT-05")
@pytest.mark.parametrize("first", ["stark", "lannister"])
def test_equal_totals_go_to_the_higher_on_fiefdoms(first):
    b = field().set_track("fiefdoms", first)

    assert b.fight("greatjon_umber", "tyrion_lannister").result() == (first, 0)


@rule("1E-BAT-06", "1E-BAT-13", "1E-DP-77")
def test_the_blade_adds_one_once_a_turn():
    b = field().set(blade_used=0).set_track("fiefdoms", "stark")
    b.fight("greatjon_umber", "tyrion_lannister")
    assert (b.phase, b.player, b.legal()) == ("BLADE", "stark", {"yes", "no"})
    b.do("yes")
    assert b.result() == ("stark", 1)
    assert b.value("blade_used") == 1
    b = field().set(blade_used=0).set_track("fiefdoms", "tyrell")
    assert b.fight("greatjon_umber", "tyrion_lannister").phase != "BLADE"


@rule("1E-BAT-07", "1E-HC-27", "1E-MARCH-16")
def test_defeated_units_alone_still_fight_with_a_card():
    b = field("footman", "").units("moat_cailin", "lannister", True, knight=1)
    b.fight("catelyn_stark", "tywin_lannister")

    assert b.result() == ("lannister", 2)
    assert b.count("moat_cailin", "knight", routed=True) == 1


@rule("1E-BAT-08", "1E-HC-21")
@pytest.mark.parametrize("attacks", [True, False])
def test_loras_ends_a_battle_with_the_last_unit(attacks):
    if attacks:
        b = battle("tyrell", "the_reach", "footman", "lannister", "blackwater", "footman")
        b.order("blackwater", "defense+2").holding("harrenhal", "lannister", "2 knight", "support")
        support_all(b.attack(), harrenhal="defender").reveal("ser_loras_tyrell", "tywin_lannister")
        assert b.owner("blackwater") == "tyrell"
    else:
        b = battle("lannister", "blackwater", "footman", "tyrell", "the_reach", "footman")
        b.fight("tywin_lannister", "ser_loras_tyrell")
        assert (b.owner("the_reach"), b.size("blackwater")) == ("tyrell", 0)
    assert b.discards("tyrell") == {"ser_loras_tyrell"}
    assert b.discards("lannister") == {"tywin_lannister"}


@rule("1E-HC-21")
def test_loras_picks_among_standing_and_defeated_footmen():
    def position(**options):
        b = battle(
            "tyrell", "the_reach", "3 knight", "lannister", "blackwater", "2 footman", **options
        )
        b.units("blackwater", "lannister", True, footman=1)
        return b.fight("ser_loras_tyrell", "vargo_hoat")

    b = position()
    assert (b.phase, b.player, b.legal()) == ("MACE", "tyrell", {"status fresh", "status routed"})
    game = get_game("agot1e")
    texts = {game.actions.text(b.states, 0, a) for a in (67, 68)}
    assert texts == {"ser_loras_tyrell fresh", "ser_loras_tyrell routed"}
    assert position(loras_defeated_footman="forbidden").phase != "MACE"


@rule("1E-BAT-12", "1E-RET-13")
def test_the_victor_stays_and_controls():
    b = (
        field("2 knight", "footman")
        .order("moat_cailin", "march-1")
        .token("moat_cailin", "lannister")
    )
    b.set_track("iron_throne", "stark").fight("eddard_stark", "cersei_lannister")
    b.do_until("MARCH_TO")

    assert b.standing("moat_cailin") == {"knight": 2}
    assert (b.token_of("moat_cailin"), b.order_of("moat_cailin")) == (None, None)


@rule("1E-BAT-14", "1E-BAT-15", "1E-HC-22", "1E-HC-29")
def test_strength_is_counted_anew_at_the_end():
    b = battle("tyrell", "blackwater", "footman", "stark", "harrenhal", "footman")
    b.order("harrenhal", "defense+2").set_track("fiefdoms", "tyrell")
    b.fight("brienne_of_tarth", "catelyn_stark")

    assert b.result() == ("tyrell", 0)  # 1 against 1, nothing is left to double
    assert b.order_of("harrenhal") is None


@rule("1E-HC-22")
def test_brienne_leaves_a_defense_order_of_her_own_house():
    b = battle("stark", "harrenhal", "footman", "tyrell", "blackwater", "footman")
    b.order("blackwater", "defense+2").fight("catelyn_stark", "brienne_of_tarth")

    assert b.result() == ("tyrell", 2)  # 1 + 2 against 1
    assert b.order_of("blackwater") == "defense+2"


# --- support


def helped(**options):
    """Tyrell attacks Lannister in Blackwater; three Houses have Support orders beside it."""
    b = battle("tyrell", "the_reach", "2 knight", "lannister", "blackwater", "footman", **options)
    b.holding("kings_landing", "tyrell", "knight", "support")
    b.holding("stoney_sept", "lannister", "footman, knight", "support")
    return b.holding("harrenhal", "baratheon", "knight", "support")


@rule(
    "1E-SUPP-01", "1E-SUPP-02", "1E-SUPP-04", "1E-SUPP-09", "1E-SUPP-11", "1E-SUPP-15", "1E-DP-73"
)
def test_owners_declare_in_turn_order():
    b = helped().attack()
    asked = []
    while b.phase == "SUPPORT":
        asked.append((b.player, b.asked, frozenset(b.legal_names("side"))))
        b.do("side nobody")

    both = frozenset({"attacker", "defender", "nobody"})
    assert asked == [
        ("baratheon", "harrenhal", both),
        ("lannister", "stoney_sept", frozenset({"defender", "nobody"})),
        ("tyrell", "kings_landing", frozenset({"attacker", "nobody"})),
    ]


@rule("1E-SUPP-09", "1E-SUPP-16")
def test_fighters_may_be_asked_first():
    b = helped(support_order="fighters_first").attack()
    asked = []
    while b.phase == "SUPPORT":
        asked.append(b.player)
        b.do("side nobody")

    assert asked == ["tyrell", "lannister", "baratheon"]


@rule("1E-SUPP-10", "1E-SUPP-13")
def test_nobody_supports_against_oneself_unless_an_option_allows_it():
    b = helped(support_against_self="allowed").attack().do("side nobody")
    assert (b.player, b.legal_names("side")) == ("lannister", {"attacker", "defender", "nobody"})


@rule("1E-SUPP-12", "1E-DP-74")
def test_support_of_others_can_be_refused():
    b = helped().attack().do("side defender", "side defender", "side attacker")
    assert (b.phase, b.player, b.asked) == ("REFUSE_SUPPORT", "lannister", "harrenhal")
    b.do("no")
    assert strengths(b)["support"] == (2, 3)


@rule("1E-SUPP-03", "1E-SUPP-05", "1E-SUPP-07", "1E-SUPP-14")
def test_what_support_adds():
    b = battle("tyrell", "the_reach", "2 knight", "lannister", "blackwater", "footman")
    b.holding("kings_landing", "tyrell", "knight", "support+1")
    b.units("kings_landing", "tyrell", True, footman=2)
    b = support_all(b.attack(), kings_landing="attacker")
    assert strengths(b)["support"] == (3, 0)
    b.reveal("mace_tyrell", "tywin_lannister")
    assert b.order_of("kings_landing") == "support+1"
    assert b.size("kings_landing") == 3


@rule("1E-SUPP-06")
def test_ships_support_land_but_land_does_not_support_the_sea():
    b = battle("lannister", "the_golden_sound", "2 ship", "greyjoy", "ironmans_bay", "ship")
    b.holding("riverrun", "lannister", "knight", "support")
    b.holding("sunset_sea", "lannister", "ship", "support").attack()
    assert (b.phase, b.asked) == ("SUPPORT", "sunset_sea")
    assert b.do("side attacker").phase == "HOUSE_CARD"


@rule("1E-WEST-11")
def test_rains_of_autumn_silences_supporting_footmen():
    b = battle("tyrell", "the_reach", "2 footman", "lannister", "blackwater", "footman")
    b.holding("kings_landing", "tyrell", "knight, footman", "support+1")
    b.states["revealed"][0, 2] = 11
    b = support_all(b.attack(), kings_landing="attacker")

    assert strengths(b)["units"] == (2, 1)
    assert strengths(b)["support"] == (3, 0)


# --- House cards


@rule("1E-HC-01", "1E-HC-04", "1E-HC-07", "1E-HIDE-04", "1E-HIDE-07", "1E-DP-75")
def test_cards_are_chosen_in_secret_and_used():
    b = field().attack()
    assert (b.phase, b.player) == ("HOUSE_CARD", "stark")
    assert b.legal_names("card") == b.hand("stark")
    b.do("card eddard_stark")
    game = get_game("agot1e")
    hidden = b.states.copy()
    game.kernels.redact(hidden, np.array([b.seat("lannister")]))
    assert hidden["card"][0, 0] == -2
    assert (hidden["hand"] == b.states["hand"]).all()
    b.do("card tywin_lannister").do_until("MARCH_TO")
    assert b.discards("stark") == {"eddard_stark"}


@rule("1E-HC-05", "1E-HC-06", "1E-HC-24")
def test_the_last_card_brings_all_seven_back():
    b = field().set_hand("stark", "eddard_stark").fight("eddard_stark", "vargo_hoat")
    b.do_until("MARCH_TO")

    assert b.value("hand")[b.seat("stark")] == ALL_CARDS
    assert b.discards("stark") == set()


@rule("1E-HC-03", "1E-HC-32")
def test_texts_come_in_the_order_of_fiefdoms():
    assert board().rules["text_order"] == 1


@rule("1E-HC-02", "1E-HC-09", "1E-HC-26", "1E-HC-30")
def test_robb_raises_attacking_knights():
    b = field("2 knight", "footman").holding("white_harbor", "stark", "knight", "support")
    b = support_all(b.attack(), white_harbor="attacker").reveal("robb_stark", "tywin_lannister")
    assert b.result() == ("stark", 6)  # 3 + 3 + 2 + 2 against 1 + 3
    b = battle("lannister", "moat_cailin", "footman", "stark", "winterfell", "knight")
    assert b.fight("tywin_lannister", "robb_stark").result()[1] == 0  # 1 + 3 against 2 + 2


@rule("1E-HC-10")
def test_catelyn_doubles_a_defense_order():
    b = battle("greyjoy", "karhold", "2 knight", "stark", "winterfell", "knight")
    b.order("winterfell", "defense+2").fight("theon_greyjoy", "catelyn_stark")

    assert b.result()[1] == 0  # 4 + 2 against 2 + 4


@rule("1E-HC-11", "1E-HC-08", "1E-DP-78")
def test_luwin_takes_a_used_card_back():
    b = field("3 knight", "footman").set_hand("stark", "maester_luwin", "robb_stark")
    b.fight("maester_luwin", "vargo_hoat")
    assert (b.phase, b.player) == ("LUWIN", "stark")
    assert "card maester_luwin" not in b.legal()
    b.do("card eddard_stark")
    assert b.hand("stark") == {"robb_stark", "eddard_stark"}
    assert "maester_luwin" in b.do_until("MARCH_TO").discards("stark")
    b = field("3 knight", "footman").set_hand("stark", "maester_luwin")
    b.fight("maester_luwin", "vargo_hoat")
    assert b.phase != "LUWIN"  # all cards come back anyway
    assert b.do_until("MARCH_TO").value("hand")[b.seat("stark")] == ALL_CARDS


@rule("1E-HC-12")
def test_jaime_takes_two_power():
    b = battle("lannister", "riverrun", "3 knight", "greyjoy", "seagard", "footman")
    b.set_power(lannister=1).fight("ser_jaime_lannister", "asha_greyjoy")
    assert b.power("lannister") == 3


@rule("1E-HC-13")
def test_vargo_raises_attacking_footmen():
    b = battle("lannister", "riverrun", "2 footman", "greyjoy", "seagard", "footman")
    assert b.fight("vargo_hoat", "balon_greyjoy").result() == ("lannister", 3)
    b = battle("greyjoy", "seagard", "footman", "lannister", "riverrun", "2 footman")
    assert b.fight("asha_greyjoy", "vargo_hoat").result() == ("greyjoy", 1)  # 3 against 2


@rule("1E-HC-14", "1E-DP-79", "1E-HC-31")
def test_cersei_removes_any_order_of_the_loser():
    def position(**options):
        b = battle("lannister", "riverrun", "3 knight", "greyjoy", "seagard", "footman", **options)
        b.order("seagard", "defense+1").holding("pyke", "greyjoy", "footman", "consolidate")
        b.holding("harrenhal", "baratheon", "footman", "consolidate")
        return b.fight("cersei_lannister", "asha_greyjoy")

    b = position()
    assert (b.phase, b.legal()) == ("CERSEI", {"area seagard", "area pyke"})
    power = b.power("lannister")
    b.do("area pyke")
    assert (b.order_of("pyke"), b.power("lannister")) == (None, power)
    assert "done" in position(cersei_choice="may").legal()


@rule("1E-HC-15", "1E-DP-80")
def test_renly_promotes_a_footman_that_fought():
    def position(**options):
        b = battle(
            "baratheon",
            "kingswood",
            "footman, 2 knight",
            "tyrell",
            "the_reach",
            "footman",
            **options,
        )
        b.holding("kings_landing", "baratheon", "footman", "support")
        return support_all(b.attack(), kings_landing="attacker").reveal(
            "renly_baratheon", "queen_of_thorns"
        )

    b = battle("baratheon", "kingswood", "footman, 2 knight", "lannister", "the_reach", "footman")
    b.holding("kings_landing", "baratheon", "footman", "support")
    b = support_all(b.attack(), kings_landing="attacker").reveal("renly_baratheon", "vargo_hoat")
    assert (b.phase, b.legal()) == ("RENLY", {"area the_reach", "done"})
    b.do("area the_reach")
    assert b.do_until("MARCH_TO").standing("the_reach") == {"knight": 3}
    assert position().phase != "RENLY"  # Queen of Thorns cancels the text


@rule("1E-HC-15")
@pytest.mark.parametrize(
    ("option", "card"), [("renly", "renly_baratheon"), ("davos", "ser_davos_seaworth")]
)
def test_renly_and_davos_change_roles(option, card):
    for played in ("renly_baratheon", "ser_davos_seaworth"):
        b = battle(
            "baratheon",
            "kingswood",
            "footman, 2 knight",
            "lannister",
            "the_reach",
            "footman",
            renly_davos=option,
        )
        b.fight(played, "vargo_hoat")
        assert (b.phase == "RENLY") == (played == card)
    b = battle(
        "lannister",
        "the_reach",
        "3 knight",
        "baratheon",
        "kingswood",
        "2 footman",
        renly_davos=option,
    )
    plain = {"renly": "ser_davos_seaworth", "davos": "renly_baratheon"}[option]
    b.fight("tywin_lannister", plain)
    b.do_until("MARCH_TO", "done")
    assert b.size("kingswood") == 3
    lost = sum(kind == Event.DESTROYED for kind in b.value("journal")[:, 0])
    assert lost == 1  # two swords against one fortification


@rule("1E-HC-15")
def test_davos_has_no_fortification_where_he_promotes():
    b = battle(
        "lannister",
        "the_reach",
        "3 knight",
        "baratheon",
        "kingswood",
        "3 footman",
        renly_davos="davos",
    )
    b.fight("tywin_lannister", "ser_davos_seaworth").do_until("MARCH_TO", "done")

    assert len(b.events(Event.DESTROYED)) == 2  # of two swords


@rule("1E-HC-15")
def test_renly_and_a_defeated_footman():
    def position(**options):
        b = battle(
            "lannister", "the_reach", "footman", "baratheon", "kingswood", "2 knight", **options
        )
        b.units("kingswood", "baratheon", True, footman=1)
        return b.fight("vargo_hoat", "renly_baratheon")

    b = position().do("area kingswood")
    assert b.routed("kingswood") == {"knight": 1}
    assert position(renly_defeated="forbidden").phase != "RENLY"


@rule("1E-HC-16")
@pytest.mark.parametrize(("value", "margin"), [("opponent_side", 2), ("any", 3)])
def test_salladhor_sinks_supporting_ships(value, margin):
    b = battle(
        "lannister",
        "harrenhal",
        "knight",
        "baratheon",
        "crackclaw_point",
        "footman",
        salladhor_ships=value,
    )
    b.holding("blackwater_bay", "lannister", "2 ship", "support+1")
    b.holding("shipbreaker_bay", "baratheon", "ship", "support")
    b = support_all(b.attack(), blackwater_bay="attacker", shipbreaker_bay="defender")
    assert strengths(b)["support"] == (3, 1)

    assert b.reveal("kevan_lannister", "salladhor_saan").result() == ("lannister", margin)


@rule("1E-HC-17")
def test_melisandre_asks_nothing_without_power():
    b = battle("baratheon", "kingswood", "3 knight", "lannister", "the_reach", "footman")
    b.set_power(baratheon=0).fight("melisandre_of_asshai", "vargo_hoat")

    assert b.phase != "MELISANDRE"


@rule("1E-HC-17", "1E-HC-25", "1E-DP-81", "1E-HIDE-04")
def test_melisandre_pays_for_a_card_of_the_loser():
    def position(*hand, **options):
        b = battle(
            "baratheon", "kingswood", "3 knight", "lannister", "the_reach", "footman", **options
        )
        b.set_hand("lannister", *hand).set_power(baratheon=2)
        return b.fight("melisandre_of_asshai", "vargo_hoat")

    b = position("vargo_hoat", "tywin_lannister", "cersei_lannister")
    assert (b.phase, b.player) == ("MELISANDRE", "baratheon")
    assert b.legal_names("card") == {"tywin_lannister", "cersei_lannister"}
    b.do("card tywin_lannister")
    assert b.power("baratheon") == 1
    b.do_until("MARCH_TO", "done")
    assert b.hand("lannister") == {"cersei_lannister"}
    b = position("vargo_hoat", "tywin_lannister").do("card tywin_lannister").do_until("MARCH_TO")
    assert b.value("hand")[b.seat("lannister")] == ALL_CARDS
    b = (
        position("vargo_hoat", "tywin_lannister", hand_refill_after_discard="keep_discarded")
        .do("card tywin_lannister")
        .do_until("MARCH_TO")
    )
    assert b.discards("lannister") == {"tywin_lannister"}
    assert position("vargo_hoat").phase != "MELISANDRE"


@rule("1E-HC-18", "1E-DP-82")
@pytest.mark.parametrize(
    ("value", "areas"), [("any_house", {"the_twins", "moat_cailin"}), ("opponent", {"moat_cailin"})]
)
def test_asha_removes_an_order_beside_the_battle(value, areas):
    b = battle(
        "greyjoy",
        "greywater_watch",
        "3 knight",
        "lannister",
        "seagard",
        "footman",
        asha_orders=value,
    )
    b.holding("the_twins", "baratheon", "footman", "support")
    b.holding("moat_cailin", "lannister", "footman", "consolidate")
    b.holding("harrenhal", "lannister", "footman", "support")  # not adjacent
    support_all(b.attack()).reveal("asha_greyjoy", "vargo_hoat")

    assert (b.phase, b.legal_names("area")) == ("ASHA", areas)
    assert "done" in b.legal()
    power = b.power("greyjoy")
    b.do("area moat_cailin")
    assert (b.order_of("moat_cailin"), b.power("greyjoy")) == (None, power)


@rule("1E-HC-19")
def test_victarion_raises_attacking_ships():
    b = battle("greyjoy", "sunset_sea", "2 ship", "lannister", "the_golden_sound", "ship")
    b.holding("ironmans_bay", "greyjoy", "ship", "support")
    b = support_all(b.attack(), ironmans_bay="attacker")
    assert b.reveal("victarion_greyjoy", "cersei_lannister").result() == ("greyjoy", 4)


@rule("1E-HC-20", "1E-HC-28")
def test_balon_cancels_printed_strength_but_no_icons():
    b = battle("tyrell", "the_reach", "3 knight", "greyjoy", "blackwater", "3 footman")
    b.fight("mace_tyrell", "balon_greyjoy")
    assert b.result() == ("tyrell", 3)
    b.do_until("MARCH_TO")
    assert sum(b.size(a) for a in b.areas if b.owner(a) == "greyjoy") == 1  # two swords


@rule("1E-HC-23")
def test_queen_of_thorns_cancels_the_other_text():
    b = battle("stark", "winterfell", "2 knight", "tyrell", "moat_cailin", "footman")
    assert b.fight("robb_stark", "queen_of_thorns").result() == ("stark", 5)  # 4 + 2 - 1


# --- casualties and retreats


@rule(
    "1E-CAS-01",
    "1E-CAS-02",
    "1E-CAS-03",
    "1E-CAS-05",
    "1E-CAS-06",
    "1E-CAS-07",
    "1E-CAS-08",
    "1E-DP-83",
)
def test_swords_less_fortifications():
    b = field("3 knight", "footman, 2 knight").fight("greatjon_umber", "cersei_lannister")
    assert (b.phase, b.player) == ("CASUALTY", "lannister")
    assert b.legal() == {"unit footman", "unit knight"}
    b.do("unit knight")
    assert b.phase in ("RETREAT", "MARCH_TO")
    b = field("3 knight", "2 footman").fight("greatjon_umber", "tyrion_lannister")
    assert b.phase != "CASUALTY"  # one sword against one fortification


@rule("1E-CAS-04", "1E-RET-08")
def test_defeated_units_are_no_casualties_and_do_not_retreat_again():
    b = field("3 knight", "knight").units("moat_cailin", "lannister", True, footman=1)
    b.fight("greatjon_umber", "cersei_lannister")

    assert b.owner("moat_cailin") == "stark"
    assert b.pool("lannister", "footman") == 10
    assert b.pool("lannister", "knight") == 4


@rule("1E-RET-01", "1E-RET-15", "1E-RET-20", "1E-RET-14")
def test_beaten_attackers_go_back_defeated():
    b = battle("stark", "karhold", "2 footman", "lannister", "winterfell", "3 knight")
    b.order("winterfell", "defense+1").token("winterfell", "lannister")
    b.fight("catelyn_stark", "kevan_lannister")
    b.do_until("MARCH_TO", "done")

    assert b.routed("karhold") == {"footman": 1}  # one fell to the sword
    assert (b.order_of("winterfell"), b.token_of("winterfell")) == ("defense+1", "lannister")
    assert b.order_of("karhold") is None


@rule("1E-RET-01", "1E-RET-19", "1E-RET-20")
@pytest.mark.parametrize("value", ["forbidden", "allowed"])
def test_beaten_attackers_go_back_even_to_an_enemy_home(value):
    """They left nobody there, so the area fell to the House whose home it is."""
    b = battle(
        "lannister", "winterfell", "3 footman", "greyjoy", "moat_cailin", "3 knight",
        retreat_enemy_home=value,
    )  # fmt: skip
    b.fight("kevan_lannister", "balon_greyjoy")
    b.do_until("MARCH_TO", "done")

    assert b.routed("winterfell")["footman"] > 0
    assert b.owner("winterfell") == "lannister"


@rule(
    "1E-RET-02",
    "1E-RET-03",
    "1E-RET-04",
    "1E-RET-10",
    "1E-RET-12",
    "1E-RET-17",
    "1E-RET-19",
    "1E-DP-84",
)
def test_where_a_defender_may_retreat():
    def position(**options):
        b = battle(
            "stark", "the_twins", "3 knight", "greyjoy", "moat_cailin", "2 footman", **options
        )
        b.units("seagard", "tyrell", footman=1).token("white_harbor", "tyrell")
        return b.fight("eddard_stark", "balon_greyjoy")

    b = position()
    assert (b.phase, b.player, b.legal()) == ("RETREAT", "greyjoy", {"area greywater_watch"})
    b.do("area greywater_watch")
    assert b.routed("greywater_watch") == {"footman": 2}
    b = position(retreat_enemy_home="allowed")
    assert (b.phase, b.legal_names("area")) == ("RETREAT", {"greywater_watch", "winterfell"})
    b.do("area winterfell")
    assert b.routed("winterfell") == {"footman": 2}


@rule("1E-RET-07", "1E-RET-06", "1E-TRANS-09", "1E-RET-11")
@pytest.mark.parametrize("ships", [False, True])
def test_units_without_a_way_are_destroyed(ships):
    b = battle("lannister", "riverrun", "3 knight", "greyjoy", "pyke", "2 footman")
    b.units("ironmans_bay", "lannister", ship=1)
    if ships:
        b.units("sunset_sea", "greyjoy", ship=1)
    b.fight("ser_jaime_lannister", "balon_greyjoy")

    assert b.owner("pyke") == "lannister"
    assert b.pool("greyjoy", "footman") == 10


@rule("1E-RET-18", "1E-DP-85")
@pytest.mark.parametrize(
    ("value", "more"), [("fewest_losses", set()), ("free", {"area white_harbor"})]
)
def test_a_retreat_that_costs_more_is_open_by_an_option(value, more):
    b = battle(
        "stark",
        "the_twins",
        "4 knight",
        "greyjoy",
        "moat_cailin",
        "3 footman",
        retreat_choice=value,
    )
    b.units("white_harbor", "greyjoy", footman=1).units("seagard", "tyrell", footman=1)
    b.set_supply(greyjoy=0).fight("eddard_stark", "balon_greyjoy").do_until("RETREAT")

    assert (
        b.legal() == {"area greywater_watch"} | more
    )  # no army of three: one Footman lost, or two


@rule("1E-RET-05", "1E-RET-18", "1E-RET-16", "1E-DP-85")
@pytest.mark.parametrize("value", ["fewest_losses", "free"])
def test_retreats_that_cost_least(value):
    b = battle(
        "stark",
        "the_twins",
        "3 knight",
        "greyjoy",
        "moat_cailin",
        "footman, knight",
        retreat_choice=value,
    )
    b.units("greywater_watch", "greyjoy", footman=1).units("flints_finger", "greyjoy", footman=3)
    b.units("seagard", "tyrell", footman=1).token("white_harbor", "tyrell")
    b.set_supply(greyjoy=1).fight("eddard_stark", "balon_greyjoy")

    # 3 and 2 are allowed: only one of the two can join the Footman in Greywater Watch.
    b.do_until("RETREAT_LOSS")
    assert b.legal() == {"unit footman", "unit knight"}
    b.do("unit footman")
    assert b.routed("greywater_watch") == {"knight": 1}


@rule("1E-RET-18")
def test_an_area_that_costs_nothing_comes_first():
    b = battle("stark", "the_twins", "3 knight", "greyjoy", "moat_cailin", "2 footman")
    b.units("greywater_watch", "greyjoy", footman=1).units("flints_finger", "greyjoy", footman=3)
    b.set_supply(greyjoy=1).fight("eddard_stark", "balon_greyjoy")

    assert b.phase == "RETREAT"
    assert "greywater_watch" not in b.legal_names("area")


@rule("1E-RET-21")
def test_an_order_in_the_retreat_area_stays():
    b = battle("stark", "the_twins", "3 knight", "greyjoy", "moat_cailin", "footman")
    b.holding("greywater_watch", "greyjoy", "footman", "consolidate")
    b.units("seagard", "tyrell", footman=1).token("white_harbor", "tyrell")
    b.fight("eddard_stark", "balon_greyjoy")
    b.do_until("MARCH_TO")

    assert b.order_of("greywater_watch") == "consolidate"
    assert b.routed("greywater_watch") == {"footman": 1}


# --- the end


def near_victory(castles, players=5, **options):
    """Lannister holds some castle areas by tokens and can take one more from Harrenhal's border."""
    b = empty(players, **options)
    others = [a.id for a in b.facts.board.areas if a.castle + a.stronghold]
    homes = {area.id for area in b.facts.board.areas if area.home_of}
    free = [a for a in others if a not in homes and a != "harrenhal"]
    for area in free[: castles - 1]:  # its home is one
        b.token(area, "lannister")
    b.units("blackwater", "lannister", footman=1).order("blackwater", "march+0")
    b.units("winterfell", "stark", footman=1).order("winterfell", "march+0")
    return b.set_track("iron_throne", "lannister").at("march")


@rule("1E-WIN-01", "1E-SEQ-04", "1E-WIN-07", "1E-OV-05")
@pytest.mark.parametrize(("players", "castles"), [(5, 6), (3, 7)])
def test_enough_areas_win_at_once(players, castles):
    b = near_victory(castles, players).do("area harrenhal", "count 1", "no")

    assert b.over
    assert b.winner == "lannister"
    assert b.value("won_by_castles") == 1
    assert game_result(get_game("agot1e"), b.states)["end"] == "castles"


@rule("1E-WIN-01")
def test_the_areas_may_be_counted_after_the_march():
    b = near_victory(6, victory_check="after_march").do("area harrenhal", "count 1", "no")
    assert b.winner == "lannister"


def last_round(b):
    return b.set(round_no=10).at("clean_up", 10)


@rule("1E-WIN-02", "1E-WIN-03", "1E-WIN-04", "1E-WIN-06", "1E-SEQ-03", "1E-OV-02")
def test_supply_then_power_then_a_draw():
    b = empty(3).set_supply(stark=4, lannister=4, baratheon=2)
    b = last_round(b.set_power(stark=6, lannister=5, baratheon=9))
    assert (b.winner, list(b.value("place")[:3])) == ("stark", [2, 1, 0])

    b = empty(3).set_supply(stark=4, lannister=4, baratheon=2)
    b = last_round(b.set_power(stark=5, lannister=5, baratheon=9))
    assert int(b.value("winner")) == NONE
    assert list(b.value("place")[:3]) == [2, 0, 0]
    game = get_game("agot1e")
    assert game_result(game, b.states)["winner"] is None
    assert list(final_rewards(game, "win", [2, 0, 0])) == pytest.approx([-0.5, 0.25, 0.25])
    game.records.check(b.states)
    assert "a draw" in game.words.board(b.states, 0)


@rule("1E-WIN-02")
def test_most_areas_win_after_the_last_turn():
    b = empty(3).token("harrenhal", "baratheon").set_supply(stark=6, lannister=6, baratheon=0)

    assert last_round(b).winner == "baratheon"


@rule("1E-WIN-05")
@pytest.mark.parametrize(
    ("value", "winner"), [("final_order", "stark"), ("active_player", "lannister")]
)
def test_two_houses_reach_the_number_at_once(value, winner):
    b = empty(simultaneous_victory=value, victory_check="after_march")
    names = [a.id for a in b.facts.board.areas if a.castle + a.stronghold and not a.home_of]
    names.remove("harrenhal")
    for i, area in enumerate(names[:11]):
        b.token(area, "lannister" if i < 5 else "stark")
    b.set_supply(stark=6, lannister=1).units("blackwater", "lannister", footman=1)
    b.order("blackwater", "march+0").at("march").do("area harrenhal", "count 1", "no")

    assert b.over
    assert b.winner == winner


@rule("1E-DP-55", "1E-SETUP-03")
def test_seats_are_houses():
    game = get_game("agot1e")

    assert game.seats.in_play(5) == HOUSES
    assert "house_assignment" not in game.options.table


@rule("1E-HIDE-05")
def test_decks_to_come_are_hidden():
    b = board()
    game = get_game("agot1e")
    hidden = b.states.copy()
    game.kernels.redact(hidden, np.array([0]))

    assert (hidden["deck"][0] == -2).all()
    assert (hidden["wild_deck"][0] == NONE).all()


@rule(
    "1E-DP-56",
    "1E-DP-57",
    "1E-DP-58",
    "1E-DP-59",
    "1E-DP-60",
    "1E-DP-61",
    "1E-DP-62",
    "1E-DP-63",
    "1E-DP-76",
)
def test_decisions_of_the_ledger_are_those_of_the_engine():
    game = get_game("agot1e")
    names = {decision.name for decision in game.actions.decisions}

    assert {
        "reconcile_area",
        "muster",
        "bid",
        "tie",
        "wildling_tie",
        "recover_card",
        "lose_area",
        "lose_unit",
        "mace",
    } <= names
