"""Storm of Swords: decisions that are those of the first edition, and what has no state."""

from tests.claim.table import FACTS, empty
from tests.rules.marks import rule


@rule("ASOS-DP-03", "ASOS-TURN-02")
def test_the_raven_replaces_an_order_before_the_tactics_step():
    b = empty().units("seagard", "stark", footman=1).order("seagard", "march-1")
    b.set_track("kings_court", "stark").tactic(stark="careful_planning").set_power(stark=2)
    b.at("raven")
    assert (b.phase, b.player) == ("RAVEN", "stark")
    b.do("choice a", "area seagard", "order raid")

    assert b.order_of("seagard") == "raid"
    assert b.phase == "CAREFUL"


@rule("ASOS-DP-16", "ASOS-DP-30", "ASOS-DP-43", "ASOS-PROT-13")
def test_support_is_declared_one_by_one_and_may_be_refused():
    b = empty().units("pinkmaiden", "stark", footman=1).units("the_trident", "lannister", knight=2)
    b.units("gods_eye", "greyjoy", footman=1).order("gods_eye", "support")
    b.units("stoney_sept", "stark", footman=1).order("stoney_sept", "support")
    b.order("the_trident", "march+0").set_track("iron_throne", "greyjoy", "stark", "lannister")
    b.set_power(lannister=0).at("march").march("the_trident", "pinkmaiden")
    assert (b.phase, b.player, b.asked) == ("SUPPORT", "greyjoy", "gods_eye")
    assert b.legal() == {"side attacker", "side defender", "side nobody"}
    b.do("side attacker")
    assert (b.player, b.asked) == ("stark", "stoney_sept")
    b.do("side defender")
    assert (b.phase, b.player) == ("REFUSE_SUPPORT", "lannister")
    b.do("no")

    assert b.phase == "HOUSE_CARD"
    assert int(b.value("backing")[b.areas.index("gods_eye")]) == 2


@rule("ASOS-DP-17", "ASOS-HC-01")
def test_the_blade_is_asked_for_after_the_cards():
    b = empty().units("pinkmaiden", "stark", footman=1).units("the_trident", "lannister", knight=1)
    b.order("the_trident", "march+0").set_track("fiefdoms", "stark").set_power(lannister=0)
    b.at("march").march("the_trident", "pinkmaiden").fight("tywin_lannister", "jory_cassel")

    assert (b.phase, b.player, b.legal()) == ("BLADE", "stark", {"yes", "no"})


@rule("ASOS-DP-46")
def test_a_raid_may_be_thrown_away_and_a_march_may_move_nothing():
    b = empty().units("seagard", "stark", footman=1).order("seagard", "raid")
    b.units("saltpans", "stark", footman=1).order("saltpans", "march+0").at("raid")
    assert b.legal() == {"done"}
    b.do("done").do("done")

    assert (b.size("seagard"), b.size("saltpans")) == (1, 1)


@rule("ASOS-OQ-07", "ASOS-OQ-17")
def test_allied_leaders_have_no_house_card_and_talk_has_no_state():
    allied = [leader for leader in FACTS.leaders.leaders if leader.house is None]

    assert all(leader.house_card is None for leader in allied)
    assert not {"promise", "pact"} & set(empty().states.dtype.names)
