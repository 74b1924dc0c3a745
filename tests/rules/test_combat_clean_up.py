"""Routed units and the clean-up of a combat. Ledger section 20, steps 6.3 and 6.4."""

import pytest

from tests.builder import Board
from tests.rules.battles import Battle
from tests.rules.marks import rule


def lannister_attacks(attackers="4 knight", defenders="footman", **options):
    """Lannister marches from King's Landing against Tyrell in Kingswood, orders on both sides."""
    battle = Battle(
        "lannister", "kings_landing", attackers, "tyrell", "kingswood", defenders, **options
    )
    return battle.order("kingswood", "raid").token("kingswood", "tyrell")


def routed_in_kingswood(**routed):
    """Lannister attacks a routed Tyrell army in Kingswood."""
    battle = Battle("lannister", "kings_landing", "footman", "tyrell", "kingswood")
    return battle.units("kingswood", "tyrell", routed=True, **routed)


# --- routed units


@rule("2E-ROUT-01")
def test_retreated_units_are_routed():
    battle = lannister_attacks(defenders="footman, knight").fight("the_hound", "alester_florent")
    battle.do("area storms_end")

    assert battle.routed("storms_end") == {"footman": 1, "knight": 1}
    assert battle.standing("storms_end") == {}


@rule("2E-ROUT-02")
def test_routed_units_that_must_retreat_again_are_destroyed():
    battle = routed_in_kingswood(knight=2).units("kingswood", "tyrell", footman=1)
    battle.set_hand("tyrell", "queen_of_thorns").fight("the_hound", "queen_of_thorns")
    battle.do("area storms_end")

    assert battle.routed("storms_end") == {"footman": 1}
    assert battle.pool("tyrell", "knight") == 5


@rule("2E-ROUT-03", "2E-UNIT-07")
def test_routed_units_add_no_strength_in_defense():
    battle = routed_in_kingswood(knight=2, footman=1).units("kingswood", "tyrell", footman=1)

    assert battle.attack().strengths() == (1, 1)


@rule("2E-ROUT-03", "2E-UNIT-07")
def test_routed_units_add_no_strength_in_support():
    battle = lannister_attacks("footman").units("the_reach", "stark", routed=True, knight=2)
    battle.units("the_reach", "stark", footman=1).order("the_reach", "support")
    battle.attack().do("side attacker", "yes")

    assert battle.strengths() == (2, 1)


@rule("2E-ROUT-04")
def test_routed_units_cannot_march():
    board = Board().clear().units("kings_landing", "lannister", footman=1)
    board.units("kings_landing", "lannister", routed=True, footman=1, knight=2)
    board.hold().order("kings_landing", "march+0").at("march").do("area kingswood")

    assert board.legal() == {"count 1"}

    board.do("count 1")

    assert board.size("kingswood") == 1
    assert board.count("kings_landing", "footman", routed=True) == 1
    assert board.count("kings_landing", "knight", routed=True) == 2


@rule("2E-ROUT-04")
def test_a_march_of_routed_units_alone_does_nothing():
    board = Board().clear().units("kings_landing", "lannister", routed=True, knight=1)
    board.order("kings_landing", "march+0").at("march")

    assert board.legal() == {"done"}


@rule("2E-ROUT-05")
def test_routed_units_count_for_supply():
    board = Board().clear().set_supply(lannister=0).units("kings_landing", "lannister", footman=2)
    board.units("kingswood", "lannister", routed=True, footman=1)
    board.order("kings_landing", "march+0").at("march").do("area kingswood")

    # Armies of two at most: one Footman may join the routed one, two may not.
    assert board.legal() == {"count 1"}


@rule("2E-ROUT-06")
def test_routed_units_stand_up_in_clean_up():
    board = Board().clear().units("kingswood", "tyrell", routed=True, knight=2, footman=1)
    board.units("ironmans_bay", "greyjoy", routed=True, ship=1)
    board.set_westeros("last_days_of_summer", "last_days_of_summer", "sea_of_storms")
    board.at("clean_up")

    assert (board.count("kingswood", "knight"), board.count("kingswood", "footman")) == (2, 1)
    assert board.count("ironmans_bay", "ship") == 1
    assert int(board.value("routed").sum()) == 0


# --- clean-up


@rule("2E-CCLN-01")
@pytest.mark.parametrize(
    ("attackers", "winner"), [("4 knight", "lannister"), ("footman", "tyrell")]
)
def test_the_march_order_is_removed_whoever_won(attackers, winner):
    battle = lannister_attacks(attackers, "2 footman").fight("the_hound", "alester_florent")
    during = battle.order_of("kings_landing") if winner == "lannister" else "march+0"
    battle.do_until("MARCH_TO")

    assert battle.result()[0] == winner
    assert during == "march+0"
    assert battle.order_of("kings_landing") is None


@rule("2E-CCLN-02", "2E-CCLN-03")
def test_an_attackers_victory_removes_order_and_token_of_the_area():
    battle = lannister_attacks().fight("the_hound", "alester_florent").do("area storms_end")

    assert battle.order_of("kingswood") is None
    assert battle.token_of("kingswood") is None
    assert battle.value("tokens_out")[battle.seat("tyrell")] == 0
    assert battle.owner("kingswood") == "lannister"


@rule("2E-CCLN-04")
def test_a_defenders_victory_leaves_order_and_token():
    battle = lannister_attacks("footman", "2 footman").fight("the_hound", "ser_garlan_tyrell")

    assert battle.ended
    assert battle.order_of("kingswood") == "raid"
    assert battle.token_of("kingswood") == "tyrell"


@rule("2E-CCLN-05", "2E-HOUSE-11")
def test_both_cards_are_discarded_and_the_next_house_marches():
    battle = lannister_attacks("footman", "2 footman")
    battle.holding("crackclaw_point", "lannister", "footman", "march-1")
    battle.holding("winterfell", "stark", "footman", "march-1").at("march")
    battle.do("area kings_landing", "area kingswood", "count 1", "no")
    battle.reveal("the_hound", "ser_garlan_tyrell")

    assert battle.discards("lannister") == {"the_hound"}
    assert battle.discards("tyrell") == {"ser_garlan_tyrell"}
    assert (battle.phase, battle.player) == ("MARCH_FROM", "stark")


@rule("2E-CCLN-06")
@pytest.mark.parametrize("order", ["defense+2", "raid"])
def test_an_order_without_units_works_until_the_end_of_the_combat(order):
    """Mace Tyrell destroys the last defender; its Defense order still counts."""
    battle = Battle("tyrell", "the_reach", "footman", "lannister", "kingswood", "footman")
    battle.order("kingswood", order).fight("mace_tyrell", "tywin_lannister")
    defended = order == "defense+2"

    # Footman 1 and Mace 4 against Tywin 4 and the Defense order.
    assert battle.result() == (("lannister", 1) if defended else ("tyrell", 1))
    assert battle.order_of("kingswood") is None
    assert battle.owner("kingswood") == (None if defended else "tyrell")


@rule("2E-CCLN-06", "2E-HOUSE-19")
def test_orders_without_units_go_before_after_combat_texts():
    battle = Battle("tyrell", "the_reach", "footman", "baratheon", "kingswood", "footman")
    battle.order("kingswood", "defense+2").holding("the_boneway", "baratheon", "knight", "support")
    battle.attack().do("side defender").reveal("mace_tyrell", "patchface")

    # Mace 4 and Footman 1 against Defense 2 and support 2: Tyrell wins; cards are discarded.
    assert battle.result() == ("tyrell", 1)
    assert battle.phase == "PATCHFACE"

    lost = Battle("tyrell", "the_reach", "footman", "baratheon", "kingswood", "footman")
    lost.order("kingswood", "defense+2").holding("the_boneway", "baratheon", "2 knight", "support")
    lost.attack().do("side defender").reveal("mace_tyrell", "patchface")

    assert lost.result() == ("baratheon", 1)
    assert lost.phase == "PATCHFACE"
    assert lost.order_of("kingswood") is None


@rule("2E-CCLN-07", "2E-HC-22")
@pytest.mark.parametrize(("option", "token"), [("remove", None), ("keep", "tyrell")])
def test_a_victor_without_units_still_clears_the_area(option, token):
    battle = Battle(
        "lannister", "kings_landing", "footman", "tyrell", "kingswood", "footman",
        arianne_power_token=option,
    )  # fmt: skip
    battle.order("kingswood", "raid").token("kingswood", "tyrell")
    battle.holding("the_reach", "lannister", "4 knight", "support")
    battle.attack().do("side attacker").reveal("the_hound", "mace_tyrell").do("area storms_end")

    assert battle.result() == ("lannister", 5)
    assert battle.ended
    assert battle.order_of("kingswood") is None
    assert battle.token_of("kingswood") == token
    assert battle.owner("kingswood") is None
    assert battle.pool("lannister", "footman") == 10


@rule("2E-CCLN-02", "2E-CCLN-03")
def test_a_third_house_keeps_its_orders_and_tokens():
    battle = lannister_attacks().holding("the_reach", "stark", "footman", "raid")
    battle.token("the_boneway", "stark").fight("the_hound", "alester_florent").do("area storms_end")

    assert battle.order_of("the_reach") == "raid"
    assert battle.token_of("the_boneway") == "stark"
