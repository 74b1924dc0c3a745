"""Sword casualties. Ledger section 20, step 6.2."""

import pytest

from tests.rules.battles import Battle
from tests.rules.marks import rule


def lannister_wins(defenders="4 footman", **options):
    """Four Lannister Knights march from King's Landing against Stark in Kingswood."""
    return Battle(
        "lannister", "kings_landing", "4 knight", "stark", "kingswood", defenders, **options
    )


def lannister_loses(attackers, **options):
    """Lannister marches from King's Landing against five Stark units in Kingswood."""
    battle = Battle("lannister", "kings_landing", attackers, "stark", "kingswood", **options)
    battle.units("kingswood", "stark", knight=4)
    return battle.order("kingswood", "defense+2")


def survivors(battle):
    """Let the beaten Starks retreat to The Reach and count them there."""
    battle.do_until("RETREAT", "unit footman").do("area the_reach")
    return battle.routed("the_reach")


@rule("2E-CAS-01", "2E-CAS-05")
def test_the_winner_takes_no_casualties():
    battle = lannister_wins("4 footman").fight("the_hound", "eddard_stark")

    # Eddard's two Swords are on the loser's card.
    assert battle.result() == ("lannister", 2)
    assert survivors(battle) == {"footman": 4}
    assert battle.standing("kingswood") == {"knight": 4}


@rule("2E-CAS-02", "2E-CAS-10", "2E-CAS-03")
@pytest.mark.parametrize(
    ("winner", "loser", "lost"),
    [
        ("ser_gregor_clegane", "greatjon_umber", 3),
        ("ser_gregor_clegane", "ser_rodrick_cassel", 1),
        ("ser_jaime_lannister", "ser_rodrick_cassel", 0),
        ("ser_jaime_lannister", "greatjon_umber", 1),
        ("the_hound", "greatjon_umber", 0),
    ],
)
def test_casualties_are_swords_less_fortifications(winner, loser, lost):
    battle = lannister_wins("4 footman").fight(winner, loser)

    assert battle.pool("stark", "footman") == 6 + lost
    assert survivors(battle) == {"footman": 4 - lost}


@rule("2E-CAS-03")
@pytest.mark.parametrize(("card", "lost"), [("the_hound", 0), ("ser_jaime_lannister", 2)])
def test_fortifications_protect_a_losing_attacker_too(card, lost):
    battle = lannister_loses("3 footman").fight(card, "eddard_stark")

    assert battle.result()[0] == "stark"
    assert battle.routed("kings_landing") == {"footman": 3 - lost}


@rule("2E-CAS-04")
def test_fortifications_of_the_winner_do_nothing():
    battle = Battle("martell", "kings_landing", "4 knight", "stark", "kingswood", "4 footman")
    battle.fight("the_red_viper", "greatjon_umber")

    # Two Swords and one Fortification of the winner: two casualties.
    assert survivors(battle) == {"footman": 2}


@rule("2E-CAS-06")
@pytest.mark.parametrize("unit", ["footman", "knight"])
def test_each_casualty_is_one_unit_whatever_its_strength(unit):
    battle = lannister_wins(f"2 {unit}").fight("ser_jaime_lannister", "greatjon_umber")

    assert survivors(battle) == {unit: 1}


@rule("2E-CAS-06")
def test_more_casualties_than_units_destroy_all():
    battle = lannister_wins("footman, knight").fight("ser_gregor_clegane", "greatjon_umber")

    assert battle.ended
    assert (battle.pool("stark", "footman"), battle.pool("stark", "knight")) == (10, 5)


@rule("2E-CAS-07", "2E-DP-34")
@pytest.mark.parametrize(
    ("picked", "left"),
    [
        (("footman",), {"footman": 1, "knight": 1}),
        (("knight",), {"footman": 2}),
        (("siege_engine",), {"footman": 2, "knight": 1}),
    ],
)
def test_the_loser_picks_the_casualties(picked, left):
    battle = lannister_wins("2 footman, knight, siege_engine")
    battle.fight("ser_jaime_lannister", "greatjon_umber")

    assert (battle.phase, battle.player) == ("CASUALTY", "stark")
    assert battle.legal_names("unit") == {"footman", "knight", "siege_engine"}

    battle.do(*(f"unit {unit}" for unit in picked))

    # What is left of the Siege Engine does not survive the retreat.
    assert survivors(battle) == left


@rule("2E-CAS-07", "2E-DP-34")
def test_casualties_must_be_taken_while_units_are_left():
    battle = lannister_wins("footman, 2 knight, siege_engine")
    battle.fight("ser_gregor_clegane", "greatjon_umber")
    battle.do("unit footman")

    assert battle.phase == "CASUALTY"

    battle.do("unit knight")

    assert battle.legal() == {"unit knight", "unit siege_engine"}


@rule("2E-CAS-07", "2E-DP-34")
def test_casualties_are_named_in_one_order():
    """A set of casualties is reached in one way: no Footman after a Knight."""
    battle = lannister_wins("2 footman, 3 knight").fight("ser_gregor_clegane", "greatjon_umber")
    battle.do("unit footman", "unit knight")

    assert battle.legal() == {"unit knight"}


@rule("2E-CAS-07", "2E-DP-34")
@pytest.mark.parametrize(
    ("siege_casualty", "left"), [("choosable", {"footman": 1}), ("separate", {})]
)
def test_siege_engines_absorb_casualties_unless_taken_first(siege_casualty, left):
    battle = lannister_loses("footman, siege_engine", siege_casualty=siege_casualty)
    battle.attack().reveal("cersei_lannister", "greatjon_umber")
    if battle.phase == "CASUALTY":
        battle.do("unit siege_engine")

    assert battle.ended
    assert battle.routed("kings_landing") == left
    assert battle.pool("lannister", "siege_engine") == 2


@rule("2E-CAS-08")
def test_routed_units_cannot_be_picked():
    battle = lannister_wins("2 knight")
    battle.units("kingswood", "stark", routed=True, footman=2)
    battle.fight("ser_jaime_lannister", "greatjon_umber")

    # A Knight is the casualty; the routed Footmen are destroyed by the retreat.
    assert survivors(battle) == {"knight": 1}
    assert battle.pool("stark", "footman") == 10


@rule("2E-CAS-08")
def test_routed_units_do_not_absorb_casualties():
    battle = lannister_wins("knight")
    battle.units("kingswood", "stark", routed=True, knight=1)
    battle.fight("ser_gregor_clegane", "greatjon_umber")

    assert battle.ended
    assert battle.pool("stark", "knight") == 5


@rule("2E-CAS-09")
def test_supporting_units_cannot_be_picked():
    battle = lannister_wins("footman, knight").holding("the_reach", "stark", "footman", "support")
    battle.holding("storms_end", "martell", "2 footman", "support")
    battle.attack().do("side defender", "side nobody")
    battle.reveal("ser_gregor_clegane", "greatjon_umber")

    assert battle.ended
    assert battle.standing("the_reach") == {"footman": 1}
    assert battle.standing("storms_end") == {"footman": 2}


@rule("2E-CAS-01")
def test_swords_cost_a_beaten_attacker_units():
    battle = lannister_loses("3 footman").fight("cersei_lannister", "greatjon_umber")

    assert battle.routed("kings_landing") == {"footman": 2}
    assert battle.standing("kingswood") == {"knight": 4}
