"""The Valyrian Steel Blade in combat. Ledger section 20, step 4."""

import pytest

from tests.rules.battles import Battle
from tests.rules.marks import rule


def duel(holder, attacker="lannister", defender="baratheon"):
    """A combat in Kingswood with a ready Blade in the hands of ``holder``."""
    battle = Battle(attacker, "kings_landing", "knight", defender, "kingswood", "knight")
    return battle.set_track("fiefdoms", holder).set(blade_used=0)


@rule("2E-BLADE-01", "2E-BLADE-05", "2E-DP-32")
@pytest.mark.parametrize(
    ("holder", "answer", "result"),
    [
        ("lannister", "yes", ("lannister", 1)),
        ("lannister", "no", ("lannister", 0)),
        ("baratheon", "yes", ("baratheon", 1)),
        ("baratheon", "no", ("baratheon", 0)),
    ],
)
def test_a_combatant_with_the_blade_may_add_1(holder, answer, result):
    battle = duel(holder).fight("the_hound", "brienne_of_tarth")

    assert (battle.phase, battle.player) == ("BLADE", holder)
    assert battle.legal() == {"yes", "no"}

    battle.do(answer)

    assert battle.result() == result
    assert battle.value("blade_used") == (answer == "yes")


@rule("2E-BLADE-02", "2E-DP-32")
def test_the_blade_is_used_once_a_round():
    battle = duel("lannister").holding("blackwater", "lannister", "knight", "march-1")
    battle.units("harrenhal", "baratheon", footman=1).hold().at("march")
    battle.do("area kings_landing", "area kingswood", "count 1", "no")
    battle.reveal("the_hound", "brienne_of_tarth").do("yes").do_until("MARCH_TO")
    battle.do("done")

    assert (battle.phase, battle.player) == ("MARCH_TO", "lannister")

    battle.do("area harrenhal", "count 1", "no")
    battle.reveal("ser_gregor_clegane", "melisandre")

    assert battle.value("blade_used") == 1
    assert battle.result() == ("lannister", 2)


@rule("2E-BLADE-02", "2E-BLADE-05")
def test_a_kept_blade_stays_ready():
    battle = duel("lannister").fight("the_hound", "brienne_of_tarth").do("no")

    assert battle.value("blade_used") == 0


@rule("2E-BLADE-03")
def test_the_blade_helps_no_supporter_and_no_bystander():
    battle = duel("stark").holding("the_reach", "stark", "knight", "support").attack()
    battle.do("side attacker", "yes").reveal("the_hound", "brienne_of_tarth")

    assert battle.result() == ("lannister", 2)
    assert battle.value("blade_used") == 0


@rule("2E-BLADE-01", "2E-HC-17")
def test_the_blade_step_asks_whoever_holds_it_by_then():
    battle = duel("lannister", defender="martell").set_track("fiefdoms", "lannister", "martell")
    battle.fight("the_hound", "doran_martell").do("track fiefdoms")

    assert (battle.phase, battle.player) == ("BLADE", "martell")
