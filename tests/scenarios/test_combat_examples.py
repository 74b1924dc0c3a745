"""The rulebooks' examples of combat, played through."""

import pytest

from got_env.westeros.rules.vocabulary import Event
from tests.rules.battles import Battle
from tests.rules.marks import rule


@rule(
    "2E-EX-15", "2E-SUPP-01", "2E-SUPP-02", "2E-SUPP-03", "2E-SUPP-04", "2E-SUPP-05", "2E-SUPP-06"
)
def test_support():
    battle = Battle(
        "tyrell", "the_reach", "2 knight", "lannister", "blackwater", "footman", "march+1"
    ).order("blackwater", "march-1")
    battle.set_track("iron_throne", "tyrell", "lannister", "baratheon")
    battle.holding("kings_landing", "tyrell", "knight", "support")
    battle.holding("stoney_sept", "lannister", "footman, knight", "support")
    battle.holding("harrenhal", "baratheon", "knight", "support")
    # Tyrell marches first, then the order of the example: Lannister, Baratheon, Tyrell.
    battle.at("march").set_track("iron_throne", "lannister", "baratheon", "tyrell")
    battle.do("area blackwater", "count 2", "no")
    asked = []
    for side in ("defender", "defender", "attacker"):
        asked.append(battle.player)
        battle.do(f"side {side}")

    assert asked == ["lannister", "baratheon", "tyrell"]
    assert (battle.phase, battle.player) == ("REFUSE_SUPPORT", "lannister")

    battle.do("yes")

    assert battle.phase == "HOUSE_CARD"
    assert battle.strengths() == (7, 6)
    assert battle.order_of("stoney_sept") == battle.order_of("harrenhal") == "support"


@rule("2E-EX-16", "2E-FINAL-02")
def test_recomputed_initial_strength():
    battle = Battle("tyrell", "the_reach", "knight", "lannister", "kingswood", "2 footman")
    battle.set_track("fiefdoms", "tyrell").set(blade_used=0).attack()

    assert battle.strengths() == (2, 2)

    battle.reveal("mace_tyrell", "cersei_lannister")

    # The Blade is asked for with final strengths: Knight 2 and Mace 4 against one Footman.
    assert battle.phase == "BLADE"
    assert battle.strengths() == (6, 1)


@rule(
    "2E-EX-17", "2E-INIT-01", "2E-FINAL-01", "2E-CWIN-02", "2E-CAS-02", "2E-RETR-02", "2E-ROUT-01"
)
@rule("2E-CCLN-01", "2E-CCLN-04")
def test_a_whole_combat():
    battle = Battle(
        "tyrell", "kings_landing", "footman, knight", "lannister", "kingswood", "2 footman"
    ).order("kingswood", "consolidate")
    battle.token("kingswood", "lannister").set_track("fiefdoms", "greyjoy", "lannister", "tyrell")
    battle.set(blade_used=0).attack()

    assert battle.strengths() == (3, 2)

    battle.reveal("alester_florent", "ser_jaime_lannister")

    assert battle.ended
    assert battle.result() == ("lannister", 0)
    assert battle.events(Event.DESTROYED) == []
    assert battle.routed("kings_landing") == {"footman": 1, "knight": 1}
    assert battle.order_of("kings_landing") is None
    assert battle.order_of("kingswood") == "consolidate"
    assert battle.token_of("kingswood") == "lannister"
    assert battle.discards("tyrell") == {"alester_florent"}
    assert battle.discards("lannister") == {"ser_jaime_lannister"}


@rule("2E-EX-18", "2E-RETR-03", "2E-ROUT-01", "2E-ROUT-02", "2E-ROUT-03", "2E-CAS-08")
def test_retreat_and_rout():
    battle = Battle(
        "baratheon", "kings_landing", "2 knight", "tyrell", "kingswood", "footman, knight"
    )
    battle.units("storms_end", "tyrell", footman=1)
    battle.holding("the_boneway", "baratheon", "2 knight", "march+0").at("march")
    battle.do("area kings_landing", "area kingswood", "count 2", "no")
    battle.reveal("brienne_of_tarth", "randyll_tarly").do("unit footman")

    assert (battle.phase, battle.player) == ("RETREAT", "tyrell")

    battle.do("area storms_end")

    assert battle.routed("storms_end") == {"knight": 1}
    assert battle.standing("storms_end") == {"footman": 1}

    battle.do("done", "area storms_end", "count 2", "no")

    assert battle.strengths() == (4, 1)

    battle.reveal("melisandre", "ser_garlan_tyrell")

    # Melisandre's Sword takes the Footman; the routed Knight cannot be taken and is destroyed.
    assert battle.owner("storms_end") == "baratheon"
    assert (battle.pool("tyrell", "footman"), battle.pool("tyrell", "knight")) == (10, 5)


@rule("2E-EX-18", "2E-ROUT-02")
def test_the_surviving_footman_retreats_without_the_routed_knight():
    battle = Battle("baratheon", "the_boneway", "2 knight", "tyrell", "storms_end", "footman")
    battle.units("storms_end", "tyrell", routed=True, knight=1)
    battle.fight("patchface", "alester_florent").do("area kingswood").do_until("MARCH_TO", "done")

    assert battle.routed("kingswood") == {"footman": 1}
    assert battle.pool("tyrell", "knight") == 5


@rule("2E-EX-26", "2E-CAS-06", "2E-CAS-07")
@pytest.mark.parametrize(("picked", "left"), [("knight", "footman"), ("footman", "knight")])
def test_a_casualty_is_one_unit_not_its_strength(picked, left):
    battle = Battle(
        "lannister", "kings_landing", "4 knight", "stark", "kingswood", "footman, knight"
    )
    battle.fight("ser_jaime_lannister", "greatjon_umber")

    assert (battle.phase, battle.player) == ("CASUALTY", "stark")

    battle.do(f"unit {picked}", "area the_reach")

    assert battle.routed("the_reach") == {left: 1}
