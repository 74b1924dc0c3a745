"""Texts of the House cards of Baratheon, Greyjoy and Lannister. Ledger section 31."""

import pytest

from got_env.positions import position_of, states_from
from tests.builder import FACTS
from tests.play import AGOT2E
from tests.rules.battles import Battle
from tests.rules.marks import rule


def duel(attacker, defender, attackers="knight", defenders="knight", **options):
    """A combat in Kingswood, the attackers come from King's Landing."""
    return Battle(attacker, "kings_landing", attackers, defender, "kingswood", defenders, **options)


def sea_duel(attacker, defender, attackers="2 ship", defenders="2 ship", **options):
    """A combat of Ships in Ironman's Bay, the attackers come from The Sunset Sea."""
    return Battle(attacker, "sunset_sea", attackers, defender, "ironmans_bay", defenders, **options)


# --- Baratheon


@rule("2E-HC-01")
@pytest.mark.parametrize(("first", "margin"), [("baratheon", 2), ("lannister", 3)])
def test_stannis_gains_1_while_the_opponent_is_ahead_on_the_throne_track(first, margin):
    battle = duel("baratheon", "lannister").set_track("iron_throne", first)

    assert battle.fight("stannis_baratheon", "the_hound").result() == ("baratheon", margin)


@rule("2E-HC-02", "2E-DP-50")
def test_renly_knights_a_footman_of_the_army_before_casualties():
    battle = duel("baratheon", "lannister", "2 footman, knight", "footman")
    battle.fight("renly_baratheon", "the_hound")

    assert (battle.phase, battle.player) == ("RENLY", "baratheon")
    assert battle.legal() == {"area kingswood", "done"}

    battle.do("area kingswood", "area storms_end")

    assert battle.standing("kingswood") == {"footman": 1, "knight": 2}
    assert (battle.pool("baratheon", "footman"), battle.pool("baratheon", "knight")) == (9, 3)


@rule("2E-HC-02", "2E-DP-50")
@pytest.mark.parametrize(("declared", "areas"), [("attacker", {"the_reach"}), ("nobody", set())])
def test_renly_knights_a_footman_whose_support_counted(declared, areas):
    battle = duel("baratheon", "lannister", "3 knight", "footman")
    battle.holding("the_reach", "baratheon", "footman", "support")
    battle.holding("storms_end", "stark", "footman", "support")
    battle.attack().do(f"side {declared}", "side attacker", "yes")
    battle.reveal("renly_baratheon", "the_hound")

    assert (battle.phase == "RENLY") == bool(areas)
    assert battle.legal_names("area") == (areas or {"the_boneway"})
    if areas:
        battle.do("area the_reach")

        assert battle.standing("the_reach") == {"knight": 1}


@rule("2E-HC-02", "2E-DP-50")
def test_renly_may_decline_and_needs_an_unused_knight():
    willing = duel("baratheon", "lannister", "footman, knight", "footman")
    willing.fight("renly_baratheon", "the_hound").do("done")
    without = duel("baratheon", "lannister", "footman, knight", "footman")
    without.units("dragonstone", "baratheon", knight=4).fight("renly_baratheon", "the_hound")
    beaten = duel("baratheon", "lannister", "footman", "3 knight")
    beaten.fight("renly_baratheon", "the_hound")

    assert willing.phase == without.phase == "RETREAT"
    assert beaten.ended
    assert beaten.routed("kings_landing") == {"footman": 1}


@rule("2E-HC-02", "2E-DP-50")
@pytest.mark.parametrize(
    ("status", "standing"), [("fresh", {"knight": 1}), ("routed", {"footman": 1})]
)
def test_renly_knights_a_routed_footman_as_it_lies(status, standing):
    battle = duel("lannister", "baratheon", "footman", "footman")
    battle.units("kingswood", "baratheon", routed=True, footman=1)
    battle.fight("cersei_lannister", "renly_baratheon").do("area kingswood")

    assert battle.phase == "RENLY_STATUS"
    assert battle.legal() == {"status fresh", "status routed"}

    battle.do(f"status {status}")

    assert battle.standing("kingswood") == standing
    assert battle.routed("kingswood") == ({"footman": 1} if status == "fresh" else {"knight": 1})


@rule("2E-HC-03")
@pytest.mark.parametrize(("discarded", "margin", "left"), [(True, 1, 1), (False, 0, 2)])
def test_davos_gains_strength_and_a_sword_from_stannis_in_the_discard_pile(discarded, margin, left):
    battle = duel("baratheon", "lannister", "2 knight", "2 knight")
    hand = {"ser_davos_seaworth", "patchface"} | (set() if discarded else {"stannis_baratheon"})
    battle.set_hand("baratheon", *hand).fight("ser_davos_seaworth", "ser_jaime_lannister")

    assert battle.result() == ("baratheon", margin)

    battle.do_until("RETREAT").do("area the_boneway")

    assert battle.routed("the_boneway") == {"knight": left}


@rule("2E-HC-04", "2E-HOUSE-21")
def test_salladhor_makes_foreign_ships_worthless_while_supported():
    battle = duel("baratheon", "lannister")
    battle.holding("blackwater_bay", "stark", "2 ship", "support+1")
    battle.holding("shipbreaker_bay", "baratheon", "2 ship", "support").set(blade_used=0)
    battle.set_track("fiefdoms", "lannister").attack().do("side attacker", "side defender", "yes")
    battle.reveal("salladhor_saan", "the_hound")

    # Knight 2, own Ships 2, card 1; Knight 2, Stark's order 1, card 2.
    assert battle.phase == "BLADE"
    assert battle.strengths() == (5, 5)


@rule("2E-HC-04")
@pytest.mark.parametrize(("supported", "strengths"), [(True, (4, 2)), (False, (3, 4))])
def test_salladhor_works_on_both_sides_only_while_supported(supported, strengths):
    battle = sea_duel("baratheon", "lannister").set_track("fiefdoms", "lannister")
    battle.holding("the_golden_sound", "stark", "ship", "support+1").set(blade_used=0).attack()
    battle.do(f"side {'attacker' if supported else 'nobody'}")
    if supported:
        battle.do("yes")
    battle.reveal("salladhor_saan", "the_hound")

    # Stark's Ship supports Baratheon and counts 0 too; its order's 1 stays.
    assert battle.phase == "BLADE"
    assert battle.strengths() == strengths


@rule("2E-HC-05", "2E-DP-53")
@pytest.mark.parametrize("attackers", ["knight", "4 knight"])
def test_patchface_discards_a_card_of_the_opponents_hand_won_or_lost(attackers):
    battle = duel("baratheon", "lannister", attackers, "2 knight")
    battle.fight("patchface", "the_hound").do_until("PATCHFACE")
    hand = set(FACTS.card_ids["lannister"]) - {"the_hound"}

    assert battle.player == "baratheon"
    assert battle.legal() == {"done", *(f"card {card}" for card in hand)}

    battle.do("card tywin_lannister")

    assert battle.ended
    assert battle.discards("lannister") == {"the_hound", "tywin_lannister"}


@rule("2E-HC-05", "2E-DP-53")
def test_patchface_may_spare_the_hand():
    battle = duel("baratheon", "lannister").fight("patchface", "the_hound").do_until("PATCHFACE")

    assert battle.do("done").discards("lannister") == {"the_hound"}


# --- Greyjoy


@rule("2E-HC-06")
def test_victarion_doubles_attacking_and_supporting_ships():
    battle = sea_duel("greyjoy", "lannister", "2 ship", "4 ship")
    battle.holding("port_of_pyke", "greyjoy", "ship", "support").units("pyke", "greyjoy", footman=1)
    battle.attack().do("side attacker").reveal("victarion_greyjoy", "the_hound")

    # Three Ships count 2 each, Victarion 3; Ships 4 and The Hound 2.
    assert battle.result() == ("greyjoy", 3)


@rule("2E-HC-06")
def test_victarion_does_nothing_in_defense_or_for_routed_or_foreign_ships():
    defense = sea_duel("lannister", "greyjoy").set_track("fiefdoms", "lannister")
    defense.fight("the_hound", "victarion_greyjoy")
    attack = sea_duel("greyjoy", "lannister").holding("bay_of_ice", "stark", "ship", "support")
    attack.units("the_golden_sound", "greyjoy", routed=True, ship=2)
    attack.order("the_golden_sound", "support")

    assert defense.result() == ("greyjoy", 1)

    attack.attack().do("side attacker").reveal("victarion_greyjoy", "the_hound")

    # Two Ships 4 and Victarion 3 against Ships 2 and The Hound 2.
    assert attack.result() == ("greyjoy", 3)


@rule("2E-HC-07")
def test_balon_takes_the_printed_strength_but_not_the_icons():
    battle = duel("greyjoy", "stark", "knight", "2 knight").fight("balon_greyjoy", "eddard_stark")

    # Knight 2 and Balon 2 against Knights 4 and Eddard 0: a tie, won on Fiefdoms.
    assert battle.result() == ("greyjoy", 0)

    beaten = duel("greyjoy", "stark", "2 footman", "3 knight")
    beaten.fight("balon_greyjoy", "eddard_stark")

    assert beaten.result() == ("stark", 2)
    assert beaten.pool("greyjoy", "footman") == 10


@rule("2E-HC-07")
def test_balon_leaves_bonuses_of_the_other_text():
    battle = duel("greyjoy", "baratheon").set_track("iron_throne", "greyjoy", "baratheon")

    assert battle.fight("balon_greyjoy", "stannis_baratheon").result() == ("greyjoy", 1)


@rule("2E-HC-08")
@pytest.mark.parametrize(("area", "strength", "lost"), [("the_reach", 3, 1), ("kingswood", 2, 0)])
def test_theon_gains_strength_and_a_sword_in_defense_of_a_castle(area, strength, lost):
    battle = Battle("lannister", "kings_landing", "2 footman", "greyjoy", area, "2 knight")
    battle.fight("tywin_lannister", "theon_greyjoy")

    assert battle.result() == ("greyjoy", 4 + strength - 6)
    assert battle.pool("lannister", "footman") == 8 + lost


@rule("2E-HC-08")
def test_theon_gains_nothing_in_attack():
    battle = Battle("greyjoy", "kings_landing", "2 knight", "lannister", "the_reach", "2 footman")
    battle.fight("theon_greyjoy", "ser_jaime_lannister")

    assert battle.result() == ("greyjoy", 2)
    assert battle.phase == "RETREAT"


@rule("2E-HC-09")
@pytest.mark.parametrize(("support", "left"), [(False, 1), (True, 3)])
def test_asha_has_two_swords_without_support(support, left):
    battle = duel("greyjoy", "lannister", "4 knight", "3 footman")
    battle.holding("the_reach", "stark", "knight", "support").attack().do("side attacker")
    battle.do("yes" if support else "no").reveal("asha_greyjoy", "ser_jaime_lannister")
    battle.do_until("RETREAT").do("area the_boneway")

    # Refused support is none.
    assert battle.routed("the_boneway") == {"footman": left}


@rule("2E-HC-09")
def test_asha_has_one_fortification_without_support():
    battle = duel("greyjoy", "stark", "3 footman", "4 knight")
    battle.fight("asha_greyjoy", "eddard_stark")

    assert battle.routed("kings_landing") == {"footman": 2}


@rule("2E-HC-10", "2E-DP-46")
def test_aeron_brings_another_card_for_2_power():
    battle = duel("greyjoy", "lannister").set_hand(
        "greyjoy", "aeron_damphair", "euron_crows_eye", "theon_greyjoy"
    )
    battle.fight("aeron_damphair", "ser_jaime_lannister")

    assert (battle.phase, battle.player) == ("AERON", "greyjoy")
    assert battle.legal() == {"card euron_crows_eye", "card theon_greyjoy", "done"}

    battle.do("card euron_crows_eye")

    assert battle.result() == ("greyjoy", 2)
    assert battle.power("greyjoy") == 3
    assert battle.ended
    assert battle.discards("greyjoy") >= {"aeron_damphair", "euron_crows_eye"}
    # The new card is fully active: Euron's Sword.
    assert battle.pool("lannister", "knight") == 5


@rule("2E-HC-10", "2E-DP-46")
def test_aeron_may_stay():
    battle = duel("greyjoy", "lannister").fight("aeron_damphair", "the_hound").do("done")

    assert battle.result() == ("lannister", 2)
    assert battle.power("greyjoy") == 5


def test_only_who_has_played_a_card_can_be_asked_for_another():
    battle = duel("greyjoy", "lannister").fight("aeron_damphair", "the_hound")
    position = position_of(AGOT2E, battle.states)
    assert states_from(position)[1]["card"].tolist() == battle.states["card"].tolist()
    position["combat"]["sides"]["attacker"]["card"] = None

    with pytest.raises(ValueError, match=r"attacker\.card: the agenda asks the attacker for"):
        states_from(position)


@rule("2E-HC-10", "2E-DP-46")
def test_aeron_can_be_paid_with_the_last_power():
    battle = duel("greyjoy", "lannister").set_power(greyjoy=2).fight("aeron_damphair", "the_hound")
    battle.do("card euron_crows_eye")

    assert battle.power("greyjoy") == 0


@rule("2E-HC-10", "2E-DP-46")
@pytest.mark.parametrize(("power", "cards"), [(1, ("euron_crows_eye",)), (5, ())])
def test_aeron_needs_2_power_and_another_card(power, cards):
    battle = duel("greyjoy", "lannister").set_hand("greyjoy", "aeron_damphair", *cards)
    battle.set_power(greyjoy=power).fight("aeron_damphair", "the_hound")

    assert battle.ended
    assert battle.result() == ("lannister", 2)


# --- Lannister


@rule("2E-HC-11")
@pytest.mark.parametrize(("before", "after"), [(5, 7), (19, 20), (20, 20)])
def test_tywin_gains_2_power_as_far_as_tokens_remain(before, after):
    battle = duel("lannister", "stark", "2 knight").set_power(lannister=before)
    battle.fight("tywin_lannister", "ser_rodrick_cassel")

    assert battle.power("lannister") == after


@rule("2E-HC-11")
def test_tywin_gains_nothing_in_defeat():
    battle = duel("lannister", "stark", "footman", "4 knight")

    assert battle.fight("tywin_lannister", "ser_rodrick_cassel").power("lannister") == 5


@rule("2E-HC-12")
def test_kevan_doubles_attacking_and_supporting_footmen_of_lannister():
    battle = duel("lannister", "stark", "2 footman, knight", "4 knight")
    battle.holding("the_reach", "lannister", "footman", "support")
    battle.holding("the_boneway", "tyrell", "footman", "support").attack()
    battle.do("side attacker", "side attacker", "yes")
    battle.reveal("ser_kevan_lannister", "catelyn_stark")

    # Footmen 6, Knight 2, Tyrell's Footman 1, Kevan 1 against Knights 8.
    assert battle.result() == ("lannister", 2)


@rule("2E-HC-12")
def test_kevan_does_nothing_in_defense_or_for_routed_footmen():
    defense = duel("stark", "lannister", "4 knight", "3 footman")
    attack = duel("lannister", "stark", "footman", "2 knight")
    attack.units("the_reach", "lannister", routed=True, footman=3).order("the_reach", "support")

    assert defense.fight("catelyn_stark", "ser_kevan_lannister").result() == ("stark", 4)

    attack.attack().do("side attacker").reveal("ser_kevan_lannister", "catelyn_stark")

    assert attack.result() == ("stark", 1)


@rule("2E-HC-13", "2E-DP-44", "2E-DP-45")
def test_tyrion_sends_the_card_back_for_another():
    battle = duel("lannister", "stark").fight("tyrion_lannister", "eddard_stark")

    assert (battle.phase, battle.player) == ("TYRION", "lannister")
    assert battle.legal() == {"yes", "no"}

    battle.do("yes")
    others = set(FACTS.card_ids["stark"]) - {"eddard_stark"}

    assert (battle.phase, battle.player) == ("TYRION_CARD", "stark")
    assert battle.legal_names("card") == others
    assert len(battle.legal()) == 6

    battle.do("card greatjon_umber")

    assert battle.result() == ("stark", 1)
    assert battle.discards("stark") == {"greatjon_umber"}
    assert "eddard_stark" in battle.hand("stark")


@rule("2E-HC-13", "2E-DP-44")
def test_tyrion_may_leave_the_card():
    battle = duel("lannister", "stark").fight("tyrion_lannister", "eddard_stark").do("no")

    assert battle.result() == ("stark", 3)


@rule("2E-HC-13", "2E-HOUSE-22", "2E-DP-45")
def test_against_a_last_card_tyrion_leaves_none():
    battle = duel("lannister", "stark").set_hand("stark", "eddard_stark")
    battle.fight("tyrion_lannister", "eddard_stark").do("yes")

    assert battle.result() == ("lannister", 1)
    assert battle.hand("stark") == {"eddard_stark"}


@rule("2E-HC-14", "2E-DP-51")
def test_cersei_removes_any_order_of_the_beaten_house():
    battle = duel("lannister", "stark", "4 knight", "footman").order("kingswood", "defense+1")
    battle.holding("winterfell", "stark", "footman", "march+1")
    battle.holding("port_of_winterfell", "stark", "ship", "consolidate")
    battle.holding("the_reach", "tyrell", "footman", "raid")
    battle.fight("cersei_lannister", "greatjon_umber")

    assert (battle.phase, battle.player) == ("CERSEI", "lannister")
    assert battle.legal() == {"area winterfell", "area port_of_winterfell", "done"}

    battle.do("area winterfell")

    assert battle.order_of("winterfell") is None
    assert battle.phase == "RETREAT"


@rule("2E-HC-14", "2E-DP-51")
@pytest.mark.parametrize("defenders", ["footman", "4 knight"])
def test_cersei_may_decline_and_needs_a_victory(defenders):
    battle = duel("lannister", "stark", "3 knight", defenders)
    battle.holding("winterfell", "stark", "footman", "raid")
    battle.fight("cersei_lannister", "ser_rodrick_cassel")
    if defenders == "footman":
        battle.do("done")

    assert battle.phase == ("RETREAT" if defenders == "footman" else "MARCH_TO")
    assert battle.order_of("winterfell") == "raid"
