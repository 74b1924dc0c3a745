"""Texts of the House cards of Tyrell, and texts in conflict. Ledger section 31."""

import pytest

from tests.rules.battles import Battle
from tests.rules.marks import rule


def duel(attacker, defender, attackers="knight", defenders="knight", **options):
    """A combat in Kingswood, the attackers come from King's Landing."""
    return Battle(attacker, "kings_landing", attackers, defender, "kingswood", defenders, **options)


@rule("2E-HC-22", "2E-FINAL-02", "2E-DP-49")
def test_mace_destroys_a_footman_of_the_army_not_of_supporters():
    battle = duel("tyrell", "lannister", "3 knight", "footman, 2 knight")
    battle.holding("storms_end", "lannister", "footman", "support").attack().do("side defender")
    battle.reveal("mace_tyrell", "the_hound")

    # Knights 6 and Mace 4 against Knights 4, support 1, The Hound 2.
    assert battle.result() == ("tyrell", 3)
    assert battle.standing("storms_end") == {"footman": 1}
    assert battle.pool("lannister", "footman") == 9


@rule("2E-HC-22", "2E-DP-49")
@pytest.mark.parametrize(
    ("status", "margin", "pool"), [("fresh", 7, (0, 1)), ("routed", 6, (1, 0))]
)
def test_mace_picks_between_standing_and_routed_footmen(status, margin, pool):
    battle = duel("tyrell", "lannister", "3 knight", "footman")
    battle.units("kingswood", "lannister", routed=True, footman=1)
    battle.set(blade_used=0).set_track("fiefdoms", "tyrell").fight(
        "mace_tyrell", "tyrion_lannister"
    )
    battle.do("no")

    assert (battle.phase, battle.player) == ("MACE", "tyrell")
    assert battle.legal() == {"status fresh", "status routed"}

    battle.do(f"status {status}")

    assert battle.phase == "BLADE"
    assert (battle.count("kingswood", "footman"), battle.size("kingswood")) == (pool[0], 1)
    assert battle.strengths() == (10, 10 - margin - 2)


@rule("2E-HC-22")
def test_mace_does_nothing_without_a_footman():
    battle = duel("tyrell", "lannister", "4 knight", "knight").fight("mace_tyrell", "the_hound")

    assert battle.result() == ("tyrell", 8)
    assert battle.standing("kingswood") == {"knight": 1}


@rule("2E-HC-22")
@pytest.mark.parametrize(
    ("option", "result", "owner"),
    [("continue", ("lannister", 1), None), ("end_combat", ("tyrell", 0), "tyrell")],
)
def test_when_mace_destroys_the_last_defender_the_combat_goes_on_or_ends(option, result, owner):
    battle = duel("tyrell", "lannister", "footman", "footman", mace_empty_army=option)
    battle.order("kingswood", "defense+2").fight("mace_tyrell", "tywin_lannister")

    assert battle.ended
    assert battle.result() == result
    assert battle.owner("kingswood") == owner
    assert battle.discards("tyrell") == {"mace_tyrell"}


@rule("2E-HC-22")
@pytest.mark.parametrize(
    ("option", "winner"), [("continue", "lannister"), ("end_combat", "tyrell")]
)
def test_when_mace_destroys_the_last_attacker_the_combat_goes_on_or_ends(option, winner):
    battle = duel("lannister", "tyrell", "footman", "footman", mace_empty_army=option)
    battle.holding("the_reach", "lannister", "3 knight", "support").attack().do("side attacker")
    battle.reveal("the_hound", "mace_tyrell").do_until("MARCH_TO")

    assert battle.result()[0] == winner
    assert battle.owner("kingswood") == (None if winner == "lannister" else "tyrell")
    assert battle.pool("lannister", "footman") == 10


@rule("2E-HC-22", "2E-HC-15", "2E-AMB-79")
@pytest.mark.parametrize("token", ["remove", "keep"])
@pytest.mark.parametrize("swords", [0, 1])
def test_arianne_keeps_nobody_out_of_a_combat_that_mace_ended(token, swords):
    """Nobody has lost it; but a combat that goes on, as there are more units, can be lost."""
    battle = duel(
        "tyrell",
        "martell",
        "footman, knight",
        "footman, knight" if swords else "footman",
        mace_empty_army="end_combat",
        arianne_power_token=token,
    ).order("kingswood", "raid")
    battle.token("kingswood", "martell").fight("mace_tyrell", "arianne_martell")
    battle.do_until("MARCH_TO")

    assert battle.ended
    assert battle.result()[0] == "tyrell"
    entered = {} if swords else {"footman": 1, "knight": 1}
    assert battle.standing("kingswood") == entered
    assert battle.standing("kings_landing") == ({} if entered else {"footman": 1, "knight": 1})
    assert battle.owner("kingswood") == ("tyrell" if entered else None)
    assert battle.token_of("kingswood") == ("martell" if swords and token == "keep" else None)
    assert battle.order_of("kingswood") is None


@rule("2E-HC-23", "2E-CCLN-01")
def test_loras_takes_the_march_order_along():
    battle = Battle(
        "tyrell", "kings_landing", "knight", "lannister", "kingswood", "footman", "march+1"
    ).order("kingswood", "defense+1")
    battle.fight("ser_loras_tyrell", "the_hound").do("area storms_end")

    assert battle.ended
    assert battle.order_of("kings_landing") is None
    assert battle.order_of("kingswood") == "march+1"

    battle.do("done")

    assert (battle.phase, battle.player) == ("MARCH_TO", "tyrell")
    assert "area the_boneway" in battle.legal()


@rule("2E-HC-23")
def test_loras_does_nothing_in_defense_against_arianne_or_without_survivors():
    defense = duel("lannister", "tyrell", "footman", "3 knight").order("kingswood", "raid")
    defense.fight("the_hound", "ser_loras_tyrell")
    arianne = duel("tyrell", "martell", "3 knight", "footman")
    arianne.fight("ser_loras_tyrell", "arianne_martell").do("area the_reach")
    skull = duel("tyrell", "lannister", "knight", "footman", tides=True).attack()
    skull.set_tides("two", "skull").reveal("ser_loras_tyrell", "the_hound").do("area the_reach")

    assert defense.order_of("kings_landing") is None
    assert defense.order_of("kingswood") == "raid"
    assert arianne.order_of("kingswood") is arianne.order_of("kings_landing") is None
    assert skull.result()[0] == "tyrell"
    assert skull.order_of("kingswood") is None


@rule("2E-HC-24", "2E-DP-48")
def test_the_queen_of_thorns_removes_an_adjacent_order_of_the_opponent():
    battle = Battle("tyrell", "kingswood", "knight", "lannister", "storms_end", "knight")
    battle.order("storms_end", "defense+1").token("storms_end", "lannister")
    battle.holding("port_of_storms_end", "lannister", "ship", "consolidate")
    battle.holding("the_boneway", "lannister", "footman", "march+1")
    battle.holding("lannisport", "lannister", "footman", "raid")
    battle.holding("sea_of_dorne", "martell", "ship", "raid").set_track("iron_throne", "tyrell")
    battle.fight("queen_of_thorns", "the_hound")

    assert (battle.phase, battle.player) == ("QUEEN_OF_THORNS", "tyrell")
    assert battle.legal() == {"area port_of_storms_end", "area the_boneway"}
    assert battle.do("area the_boneway").order_of("the_boneway") is None


@rule("2E-HC-24")
def test_the_queen_of_thorns_spares_the_march_that_began_the_combat():
    battle = duel("lannister", "tyrell", "2 knight", "knight").fight("the_hound", "queen_of_thorns")

    assert battle.phase == "RETREAT"
    assert battle.order_of("kings_landing") == "march+0"


@rule("2E-HC-24")
def test_a_support_order_removed_by_the_queen_takes_its_strength_along():
    battle = duel("tyrell", "lannister", "2 knight")
    battle.holding("the_reach", "lannister", "2 knight", "support+1").attack().do("side defender")

    assert battle.strengths() == (4, 7)

    battle.reveal("queen_of_thorns", "cersei_lannister")

    assert battle.order_of("the_reach") is None
    assert battle.result() == ("tyrell", 2)


# --- texts in conflict


@rule("2E-HC-25", "2E-HOUSE-07", "2E-HOUSE-09")
@pytest.mark.parametrize(
    ("first", "option", "ships"),
    [
        ("greyjoy", "iron_throne_order", 0),
        ("baratheon", "iron_throne_order", 2),
        ("greyjoy", "always_zero", 0),
        ("baratheon", "always_zero", 0),
    ],
)
def test_of_salladhor_and_victarion_the_later_house_applies_last(first, option, ships):
    battle = Battle(
        "greyjoy", "sunset_sea", "2 ship", "baratheon", "ironmans_bay", "2 ship",
        salladhor_victarion=option,
    )  # fmt: skip
    battle.holding("the_golden_sound", "baratheon", "ship", "support")
    battle.set_track("iron_throne", first).set(blade_used=0).attack().do("side defender")
    battle.reveal("victarion_greyjoy", "salladhor_saan")

    assert battle.phase == "BLADE"
    assert battle.strengths() == (ships + 3, 4)
