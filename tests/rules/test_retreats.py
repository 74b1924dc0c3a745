"""Retreats of the losing side. Ledger section 20, step 6.3."""

import pytest

from tests.builder import AREAS
from tests.rules.battles import Battle
from tests.rules.marks import rule

NEAR_KINGSWOOD = {"storms_end", "the_boneway", "the_reach"}


def tyrell_beaten(defenders="knight", leave="", **options):
    """Lannister, coming from King's Landing, beats Tyrell in Kingswood without casualties."""
    return Battle(
        "lannister", "kings_landing", "4 knight", "tyrell", "kingswood", defenders, **options
    )


def lannister_beaten(origin="kings_landing", attackers="knight", area="kingswood", **options):
    """Lannister loses against four Stark Knights without casualties."""
    return Battle("lannister", origin, attackers, "stark", area, "4 knight", **options)


def fight(battle):
    """Fight with cards that have no Swords."""
    cards = {"lannister": "the_hound", "tyrell": "alester_florent"}
    cards |= {"stark": "ser_rodrick_cassel", "greyjoy": "dagmar_cleftjaw"}
    return battle.fight(*(cards[house] for house in battle.fighters))


def block(battle, *areas):
    """Put Power tokens of an uninvolved house on areas."""
    for area in areas:
        battle.token(area, "martell")
    return battle


@rule("2E-RETR-01", "2E-RETR-03", "2E-RETR-20", "2E-DP-36")
def test_the_beaten_defender_picks_an_adjacent_area():
    battle = fight(tyrell_beaten())

    assert (battle.phase, battle.player) == ("RETREAT", "tyrell")
    assert battle.legal_names("area") == NEAR_KINGSWOOD

    battle.do("area the_boneway")

    assert battle.standing("kingswood") == {"knight": 4}
    assert battle.routed("the_boneway") == {"knight": 1}
    assert battle.owner("the_boneway") == "tyrell"


@rule("2E-RETR-03", "2E-RETR-15", "2E-DP-36")
def test_enemy_units_and_enemy_tokens_close_an_area():
    battle = tyrell_beaten().units("storms_end", "martell", footman=1)

    assert fight(block(battle, "the_boneway")).legal_names("area") == {"the_reach"}


@rule("2E-RETR-15", "2E-DP-36")
def test_an_enemy_home_shield_closes_an_area():
    battle = Battle("lannister", "blackwater", "4 knight", "martell", "the_reach", "knight")
    battle.fight("the_hound", "areo_hotah")

    assert "highgarden" not in battle.legal_names("area")
    assert {"kings_landing", "searoad_marches"} < battle.legal_names("area")


@rule("2E-RETR-04")
def test_own_units_own_tokens_and_the_own_shield_are_friendly():
    battle = Battle("lannister", "blackwater", "4 knight", "tyrell", "the_reach", "knight")
    battle.units("kingswood", "tyrell", footman=1).token("the_boneway", "tyrell")
    block(battle, "kings_landing", "searoad_marches", "dornish_marches")

    assert fight(battle).legal_names("area") == {"kingswood", "the_boneway", "highgarden"}


@rule("2E-RETR-05")
def test_all_units_retreat_to_the_same_area():
    battle = fight(tyrell_beaten("2 footman, knight")).do("area storms_end")

    assert battle.ended
    assert battle.routed("storms_end") == {"footman": 2, "knight": 1}


@rule("2E-RETR-06")
@pytest.mark.parametrize("leave", ["", "knight"])
def test_a_defender_never_retreats_to_where_the_attackers_came_from(leave):
    battle = tyrell_beaten().attack(leave).reveal("the_hound", "alester_florent")

    assert battle.size("kings_landing") == (1 if leave else 0)
    assert battle.legal_names("area") == NEAR_KINGSWOOD


@rule("2E-RETR-07")
def test_an_area_that_breaks_supply_is_closed_while_another_is_open():
    battle = tyrell_beaten("2 footman").units("storms_end", "tyrell", footman=1)

    assert fight(battle.set_supply(tyrell=0)).legal_names("area") == {"the_boneway", "the_reach"}


@rule("2E-RETR-08", "2E-DP-37")
@pytest.mark.parametrize(("lost", "left"), [("footman", "knight"), ("knight", "footman")])
def test_if_every_area_breaks_supply_retreating_units_are_destroyed_first(lost, left):
    battle = tyrell_beaten("footman, knight").units("storms_end", "tyrell", siege_engine=1)
    fight(block(battle.set_supply(tyrell=0), "the_boneway", "the_reach")).do("area storms_end")

    assert (battle.phase, battle.player) == ("RETREAT_LOSS", "tyrell")
    assert battle.legal_names("unit") == {"footman", "knight"}

    battle.do(f"unit {lost}")

    assert battle.routed("storms_end") == {left: 1}
    assert battle.standing("storms_end") == {"siege_engine": 1}


@rule("2E-RETR-09")
def test_without_a_legal_area_all_retreating_units_are_destroyed():
    battle = fight(block(tyrell_beaten("footman, knight"), *NEAR_KINGSWOOD))

    assert battle.ended
    assert (battle.pool("tyrell", "footman"), battle.pool("tyrell", "knight")) == (10, 5)


@rule("2E-RETR-10", "2E-RETR-11", "2E-RETR-13", "2E-DP-36")
def test_land_units_retreat_to_land_by_their_ships_too():
    battle = Battle("lannister", "kingswood", "4 knight", "tyrell", "storms_end", "knight")
    battle.units("port_of_storms_end", "tyrell", ship=1).token("storms_end", "tyrell")
    battle.units("sea_of_dorne", "tyrell", ship=1).units("shipbreaker_bay", "martell", ship=1)
    fight(battle)

    # The Boneway is adjacent; Yronwood lies across the Sea of Dorne, Sunspear bears a shield.
    assert battle.legal_names("area") == {"the_boneway", "yronwood"}


@rule("2E-RETR-10", "2E-RETR-11")
def test_land_units_are_destroyed_rather_than_put_to_sea():
    battle = Battle("lannister", "kingswood", "4 knight", "tyrell", "storms_end", "knight")
    battle.units("port_of_storms_end", "tyrell", ship=1).token("storms_end", "tyrell")
    battle.token("the_boneway", "martell")

    assert fight(battle).do_until("MARCH_TO").pool("tyrell", "knight") == 5


def greyjoy_fleet_beaten():
    """Lannister Ships from The Golden Sound beat Greyjoy Ships in Ironman's Bay."""
    battle = Battle("lannister", "the_golden_sound", "4 ship", "greyjoy", "ironmans_bay", "2 ship")
    return battle.units("seagard", "greyjoy", footman=1)


@rule("2E-RETR-12", "2E-DP-36")
def test_ships_retreat_to_seas_and_their_own_port():
    battle = fight(greyjoy_fleet_beaten())

    assert battle.legal_names("area") == {"sunset_sea", "port_of_pyke"}

    battle.do("area port_of_pyke")

    assert battle.routed("port_of_pyke") == {"ship": 2}


@rule("2E-RETR-12")
@pytest.mark.parametrize(("in_port", "lost"), [(2, 1), (1, 0)])
def test_ships_beyond_three_in_a_port_are_destroyed(in_port, lost):
    battle = greyjoy_fleet_beaten().units("port_of_pyke", "greyjoy", ship=in_port)
    fight(battle.units("sunset_sea", "martell", ship=1)).do("area port_of_pyke")
    if battle.phase == "RETREAT_LOSS":
        battle.do("unit ship")

    assert battle.size("port_of_pyke") == 3
    assert battle.pool("greyjoy", "ship") == 4 - in_port + lost


@rule("2E-RETR-12")
def test_a_foreign_port_is_closed():
    battle = greyjoy_fleet_beaten().units("pyke", "martell", footman=1)

    assert fight(battle).legal_names("area") == {"sunset_sea"}


@rule("2E-RETR-14", "2E-RETR-18")
def test_siege_engines_on_the_losing_side_are_destroyed():
    defender = fight(tyrell_beaten("footman, siege_engine")).do("area the_reach")
    attacker = fight(lannister_beaten(attackers="footman, siege_engine"))

    assert defender.routed("the_reach") == {"footman": 1}
    assert attacker.routed("kings_landing") == {"footman": 1}
    assert defender.pool("tyrell", "siege_engine") == 2
    assert attacker.pool("lannister", "siege_engine") == 2


@rule("2E-RETR-14")
def test_lost_siege_engines_cost_no_others_by_supply():
    battle = tyrell_beaten("footman, siege_engine").units("storms_end", "tyrell", footman=1)
    fight(block(battle.set_supply(tyrell=0), "the_boneway", "the_reach")).do("area storms_end")

    assert battle.ended
    assert battle.routed("storms_end") == {"footman": 1}


@rule("2E-RETR-16")
def test_supporting_units_stay_where_they_are():
    battle = tyrell_beaten().holding("the_reach", "tyrell", "footman", "support")
    battle.attack().do("side defender").reveal("the_hound", "alester_florent")
    battle.do("area storms_end")

    assert battle.standing("the_reach") == {"footman": 1}
    assert battle.order_of("the_reach") == "support"


@rule("2E-RETR-02")
@pytest.mark.parametrize("leave", ["", "footman"])
def test_a_beaten_attacker_goes_back_without_a_choice(leave):
    battle = lannister_beaten(attackers="2 footman, knight").attack(leave)
    battle.reveal("the_hound", "ser_rodrick_cassel")

    assert battle.ended
    assert battle.routed("kings_landing") == {"footman": 1 if leave else 2, "knight": 1}
    assert battle.standing("kings_landing") == ({"footman": 1} if leave else {})


@rule("2E-RETR-19", "2E-ROUT-01")
def test_the_winner_stays_and_is_not_routed():
    defender = fight(lannister_beaten())
    attacker = fight(tyrell_beaten()).do("area the_reach")

    assert (defender.standing("kingswood"), defender.routed("kingswood")) == ({"knight": 4}, {})
    assert (attacker.standing("kingswood"), attacker.routed("kingswood")) == ({"knight": 4}, {})


@rule("2E-RETR-21", "2E-RETR-02")
@pytest.mark.parametrize(("token", "left"), [(True, {"knight": 1}), (False, {})])
def test_attackers_that_gave_up_a_foreign_home_area_cannot_go_back(token, left):
    battle = lannister_beaten("highgarden", "knight", "the_reach").attack(token=token)
    battle.reveal("the_hound", "ser_rodrick_cassel")

    assert battle.ended
    assert battle.routed("highgarden") == left
    assert battle.pool("lannister", "knight") == 5 - len(left)


@rule("2E-RETR-22", "2E-RETR-08", "2E-DP-36")
@pytest.mark.parametrize(
    ("retreat_choice", "areas"),
    [("fewest_losses", {"storms_end"}), ("free", {"storms_end", "the_boneway"})],
)
def test_only_areas_with_the_fewest_losses_are_open(retreat_choice, areas):
    battle = tyrell_beaten("3 footman", retreat_choice=retreat_choice).set_supply(tyrell=1)
    battle.units("storms_end", "tyrell", knight=1).units("the_boneway", "tyrell", knight=2)
    fight(block(battle, "the_reach"))

    # Supply 1 allows armies of 3 and 2.
    assert battle.legal_names("area") == areas

    far = max(areas)
    battle.do(f"area {far}").do_until("MARCH_TO", "unit footman")

    assert battle.size(far) == 3


@rule("2E-RETR-23", "2E-DP-36")
def test_a_neutral_force_closes_an_area():
    battle = fight(tyrell_beaten().neutral("the_reach", 3))

    assert battle.legal_names("area") == {"storms_end", "the_boneway"}


@rule("2E-DP-39", "2E-RETR-02")
def test_a_beaten_attacker_over_supply_loses_the_fewest_units_of_his_choice():
    battle = lannister_beaten(attackers="footman, 2 knight").attack("knight")
    battle.set_supply(lannister=0).reveal("the_hound", "ser_rodrick_cassel")

    assert (battle.phase, battle.player) == ("RETREAT_LOSS", "lannister")
    assert battle.legal_names("unit") == {"footman", "knight"}

    battle.do("unit footman")

    assert battle.ended
    assert battle.routed("kings_landing") == {"knight": 1}
    assert battle.standing("kings_landing") == {"knight": 1}


@rule("2E-DP-39")
def test_an_attacker_alone_that_breaks_supply_is_destroyed():
    """Supply 1 = {3, 2}: 3, 2 and 1 units; one joins the single unit, one attacks and loses."""
    battle = lannister_beaten(attackers="3 footman").set_supply(lannister=1)
    battle.units("riverrun", "lannister", knight=2).units("crackclaw_point", "lannister", knight=1)
    battle.at("march").do("area crackclaw_point", "count 1", "area kingswood", "count 1", "done")
    battle.reveal("the_hound", "ser_rodrick_cassel")

    assert battle.ended
    assert (battle.size("kings_landing"), battle.size("crackclaw_point")) == (1, 2)
    assert battle.pool("lannister", "footman") == 10 - 2


@rule("2E-RETR-06")
def test_attackers_by_sea_bar_their_land_area_only():
    battle = Battle("lannister", "dragonstone", "4 knight", "tyrell", "kingswood", "knight")
    battle.units("shipbreaker_bay", "lannister", ship=1)
    fight(battle)

    assert AREAS.index("dragonstone") == battle.value("fight_from")
    assert battle.legal_names("area") == {*NEAR_KINGSWOOD, "kings_landing"}
