"""Texts of the House cards of Martell and Stark. Ledger section 31."""

import pytest

from tests.rules.battles import Battle
from tests.rules.marks import rule


def duel(attacker, defender, attackers="knight", defenders="knight", **options):
    """A combat in Kingswood, the attackers come from King's Landing."""
    return Battle(attacker, "kings_landing", attackers, defender, "kingswood", defenders, **options)


# --- Martell


@rule("2E-HC-15")
def test_arianne_keeps_the_victors_out():
    battle = duel("lannister", "martell", "3 knight", "2 footman").order("kingswood", "raid")
    battle.token("kingswood", "martell").fight("ser_jaime_lannister", "arianne_martell")
    battle.do("area the_boneway")

    # Casualties and retreat as usual; the victors stay where they were, unrouted.
    assert battle.ended
    assert battle.result() == ("lannister", 5)
    assert battle.standing("kings_landing") == {"knight": 3}
    assert battle.routed("kings_landing") == {}
    assert battle.routed("the_boneway") == {"footman": 1}
    assert battle.owner("kingswood") is None
    assert battle.order_of("kings_landing") is None
    assert battle.order_of("kingswood") is None


@rule("2E-HC-15")
@pytest.mark.parametrize(("option", "token"), [("remove", None), ("keep", "martell")])
def test_the_token_where_arianne_lost_goes_unless_it_is_kept(option, token):
    battle = duel("lannister", "martell", arianne_power_token=option).token("kingswood", "martell")
    battle.fight("tywin_lannister", "arianne_martell").do("area the_boneway")

    assert battle.token_of("kingswood") == token


@rule("2E-HC-15", "2E-GARR-04")
def test_arianne_does_not_save_the_garrison():
    battle = Battle("lannister", "yronwood", "4 knight", "martell", "sunspear")
    battle.garrison("sunspear", 2).fight("tywin_lannister", "arianne_martell")

    assert battle.ended
    assert int(battle.value("garrison").sum()) == 0
    assert battle.owner("sunspear") is None
    assert battle.standing("yronwood") == {"knight": 4}


@rule("2E-HC-15")
def test_arianne_does_nothing_in_attack_or_victory():
    attack = duel("martell", "lannister", "footman", "3 knight")
    attack.fight("arianne_martell", "the_hound")
    victory = duel("lannister", "martell", "footman", "3 knight")
    victory.fight("the_hound", "arianne_martell")

    assert attack.routed("kings_landing") == {"footman": 1}
    assert victory.routed("kings_landing") == {"footman": 1}
    assert victory.owner("kingswood") == "martell"


@rule("2E-HC-15", "2E-RETR-21", "2E-HOME-05")
@pytest.mark.parametrize("token", [True, False])
def test_victors_kept_out_stay_in_a_home_area_that_fell_back_meanwhile(token):
    """They won, so they do not retreat: only beaten attackers lose their way back (AMB-53)."""
    battle = Battle("lannister", "highgarden", "4 knight", "martell", "the_reach", "footman")
    battle.attack(token=token)
    assert battle.token_of("highgarden") == ("lannister" if token else None)
    battle.reveal("tywin_lannister", "arianne_martell").do("area the_boneway")

    assert battle.ended
    assert battle.owner("highgarden") == "lannister"
    assert battle.standing("highgarden") == {"knight": 4}
    assert battle.owner("the_reach") is None


@rule("2E-HC-16")
def test_nymeria_has_a_sword_in_attack_and_a_fortification_in_defense():
    attack = duel("martell", "lannister", "4 knight", "2 footman")
    attack.fight("nymeria_sand", "ser_jaime_lannister").do("area the_reach")
    defense = duel("lannister", "martell", "4 knight", "2 footman")
    defense.fight("ser_jaime_lannister", "nymeria_sand").do("area the_reach")

    assert attack.routed("the_reach") == {"footman": 1}
    assert defense.routed("the_reach") == {"footman": 2}


@rule("2E-HC-16")
def test_nymeria_has_one_icon_at_a_time():
    attack = duel("martell", "lannister", "2 footman", "4 knight")
    attack.fight("nymeria_sand", "ser_jaime_lannister")
    defense = duel("lannister", "martell", "2 footman", "4 knight")
    defense.fight("cersei_lannister", "nymeria_sand")

    assert attack.routed("kings_landing") == {"footman": 1}
    assert defense.routed("kings_landing") == {"footman": 2}


@rule("2E-HC-17", "2E-DP-47")
@pytest.mark.parametrize("track", ["iron_throne", "fiefdoms", "kings_court"])
def test_doran_sends_the_opponent_to_the_end_of_a_track(track):
    battle = duel("lannister", "martell").set_track(track, "lannister", "stark").attack()
    before = battle.track(track)
    battle.reveal("the_hound", "doran_martell")

    assert (battle.phase, battle.player) == ("DORAN", "martell")
    assert battle.legal() == {"track iron_throne", "track fiefdoms", "track kings_court"}

    battle.do(f"track {track}")

    assert battle.track(track) == [*before[1:], "lannister"]


@rule("2E-HC-17")
@pytest.mark.parametrize(
    ("turn_order_change", "following"), [("track_position", "stark"), ("finish_pass", "greyjoy")]
)
def test_doran_may_change_who_marches_next(turn_order_change, following):
    """Order Lannister, Greyjoy, Stark, ...: with Lannister last, Greyjoy has the place served."""
    battle = duel("lannister", "martell", turn_order_change=turn_order_change)
    battle.set_track("iron_throne", "lannister", "greyjoy", "stark", "martell")
    battle.holding("pyke", "greyjoy", "footman", "march+0")
    battle.holding("winterfell", "stark", "footman", "march+0")
    battle.fight("the_hound", "doran_martell").do("track iron_throne", "area the_reach")

    assert (battle.phase, battle.player) == ("MARCH_TO", following)


# --- Stark


@rule("2E-HC-18", "2E-DP-52")
def test_robb_picks_the_retreat_area_of_a_beaten_defender():
    battle = duel("stark", "lannister", "4 knight").fight("robb_stark", "the_hound")

    assert (battle.phase, battle.player) == ("ROBB", "stark")
    assert battle.legal() == {"area storms_end", "area the_boneway", "area the_reach", "done"}

    battle.do("area the_boneway")

    assert battle.ended
    assert battle.routed("the_boneway") == {"knight": 1}


@rule("2E-HC-18", "2E-DP-52")
def test_robb_may_leave_the_choice_to_the_loser():
    battle = duel("stark", "lannister", "4 knight").fight("robb_stark", "the_hound").do("done")

    assert (battle.phase, battle.player) == ("RETREAT", "lannister")


@rule("2E-HC-18", "2E-DP-52")
def test_robb_is_bound_to_the_fewest_losses_and_the_loser_picks_them():
    battle = duel("stark", "lannister", "4 knight", "footman, knight, siege_engine")
    battle.set_supply(lannister=0).units("storms_end", "lannister", footman=1)
    battle.units("the_boneway", "lannister", footman=2).token("the_reach", "tyrell")
    battle.fight("robb_stark", "the_hound")

    # Armies of two at most: Storm's End costs one unit, The Boneway both.
    assert battle.legal() == {"area storms_end", "done"}

    battle.do("area storms_end")

    assert (battle.phase, battle.player) == ("RETREAT_LOSS", "lannister")
    assert battle.legal_names("unit") == {"footman", "knight"}


@rule("2E-HC-18", "2E-DP-52", "2E-RETR-02")
@pytest.mark.parametrize(
    ("option", "areas"),
    [
        ("any_legal", {"kings_landing", "storms_end", "the_boneway", "the_reach"}),
        ("origin_only", set()),
    ],
)
def test_robb_may_send_a_beaten_attacker_elsewhere(option, areas):
    battle = duel("lannister", "stark", "footman", "3 knight", robb_beaten_attacker=option)
    battle.fight("the_hound", "robb_stark")

    assert (battle.phase == "ROBB") == bool(areas)
    assert battle.legal_names("area") == areas

    if areas:
        battle.do("area the_reach")
    area = "the_reach" if areas else "kings_landing"

    assert battle.ended
    assert battle.routed(area) == {"footman": 1}


@rule("2E-HC-18", "2E-RETR-21")
def test_robb_cannot_send_an_attacker_to_a_home_area_that_fell_back():
    battle = Battle("lannister", "highgarden", "footman", "stark", "the_reach", "3 knight")
    battle.fight("the_hound", "robb_stark")

    assert battle.phase == "ROBB"
    assert "highgarden" not in battle.legal_names("area")
    assert "kings_landing" in battle.legal_names("area")


@rule("2E-HC-18", "2E-RETR-21", "2E-RETR-02")
def test_left_to_itself_an_attacker_without_its_origin_is_destroyed():
    """If Robb leaves the choice to the loser, the origin is its only area, and that is closed."""
    battle = Battle("lannister", "highgarden", "footman", "stark", "the_reach", "3 knight")
    pool = battle.pool("lannister", "footman")
    battle.fight("the_hound", "robb_stark").do("done")

    assert battle.ended
    assert battle.pool("lannister", "footman") == pool + 1
    assert not battle.value("routed").any()


@rule("2E-HC-18", "2E-RETR-21")
def test_robb_is_not_asked_where_an_attacker_can_only_perish():
    battle = Battle("lannister", "highgarden", "footman", "stark", "the_reach", "3 knight")
    for area in ("kings_landing", "kingswood", "blackwater", "searoad_marches", "dornish_marches"):
        battle.units(area, "martell", footman=1)
    battle.units("the_boneway", "martell", footman=1)
    pool = battle.pool("lannister", "footman")
    battle.fight("the_hound", "robb_stark")

    assert battle.ended
    assert battle.pool("lannister", "footman") == pool + 1


@rule("2E-HC-18", "2E-RETR-21")
@pytest.mark.parametrize("origin_only", [True, False])
def test_robb_reading_that_an_attacker_goes_to_its_origin_only(origin_only):
    option = "origin_only" if origin_only else "any_legal"
    battle = Battle(
        "lannister", "highgarden", "footman", "stark", "the_reach", "3 knight",
        robb_beaten_attacker=option,
    )  # fmt: skip
    battle.fight("the_hound", "robb_stark")

    assert (battle.phase == "ROBB") is not origin_only
    assert battle.ended is origin_only


@rule("2E-HC-19")
def test_roose_returns_the_discard_pile_after_a_defeat():
    battle = duel("lannister", "stark", "3 knight", "footman")
    battle.set_hand("stark", "roose_bolton", "eddard_stark")
    battle.fight("the_hound", "roose_bolton").do("area the_reach")

    assert len(battle.hand("stark")) == 7
    assert battle.discards("stark") == set()


@rule("2E-HC-19")
def test_roose_does_nothing_after_a_victory():
    battle = duel("lannister", "stark", "footman", "3 knight")
    battle.set_hand("stark", "roose_bolton", "eddard_stark").fight("the_hound", "roose_bolton")

    assert battle.hand("stark") == {"eddard_stark"}


@rule("2E-HC-20")
def test_the_blackfish_prevents_casualties_by_swords_and_skulls():
    battle = duel("lannister", "stark", "4 knight", "2 footman", tides=True).attack()
    battle.set_tides("skull", "zero").reveal("ser_gregor_clegane", "the_blackfish")
    battle.do("area the_reach")

    assert battle.routed("the_reach") == {"footman": 2}


@rule("2E-HC-20", "2E-HC-22")
def test_the_blackfish_prevents_casualties_by_card_texts():
    battle = duel("tyrell", "stark", "4 knight", "2 footman").fight("mace_tyrell", "the_blackfish")
    battle.do("area the_boneway")

    assert battle.routed("the_boneway") == {"footman": 2}


@rule("2E-HC-20", "2E-RETR-14", "2E-ROUT-02", "2E-RETR-09")
def test_the_blackfish_does_not_prevent_other_losses():
    battle = duel("lannister", "stark", "4 knight", "footman, siege_engine")
    battle.units("kingswood", "stark", routed=True, knight=1)
    battle.fight("ser_gregor_clegane", "the_blackfish").do("area the_reach")
    trapped = duel("lannister", "stark", "4 knight", "footman")
    for area in ("storms_end", "the_boneway", "the_reach"):
        trapped.token(area, "tyrell")
    trapped.fight("ser_gregor_clegane", "the_blackfish")

    assert battle.routed("the_reach") == {"footman": 1}
    assert (battle.pool("stark", "knight"), battle.pool("stark", "siege_engine")) == (5, 2)
    assert trapped.pool("stark", "footman") == 10


@rule("2E-HC-21")
@pytest.mark.parametrize(("order", "margin"), [("defense+1", 0), ("defense+2", 2), ("raid", -2)])
def test_catelyn_doubles_the_defense_order_of_the_area(order, margin):
    battle = duel("lannister", "stark", "knight", "knight").order("kingswood", order)
    battle.holding("the_reach", "stark", "footman", "defense+2").set_track("fiefdoms", "stark")
    battle.fight("the_hound", "catelyn_stark")

    assert battle.result() == ("stark" if margin >= 0 else "lannister", abs(margin))
