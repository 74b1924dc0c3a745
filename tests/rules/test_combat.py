"""Combat in general, unit strength, initial and final strength, the winner. Ledger section 20."""

import pytest

from tests.rules.battles import Battle
from tests.rules.marks import rule

LANNISTER_INTO_KINGSWOOD = ("lannister", "kings_landing", "knight", "baratheon", "kingswood")


def winterfell_under_attack():
    """Greyjoy attacks Winterfell; both sides have every source of strength."""
    battle = Battle("greyjoy", "moat_cailin", "knight", "stark", "winterfell", "footman", "march+1")
    battle.order("winterfell", "defense+2").garrison("winterfell", 2).set(blade_used=0)
    battle.holding("white_harbor", "greyjoy", "footman", "support")
    return battle.holding("karhold", "stark", "footman", "support+1")


@rule("2E-CMB-01", "2E-CMB-02")
@pytest.mark.parametrize("attackers", ["footman", "2 knight"])
def test_marching_into_units_of_another_house_starts_a_combat(attackers):
    battle = Battle("lannister", "kings_landing", attackers, "baratheon", "kingswood", "footman")
    battle.attack()

    assert battle.phase == "HOUSE_CARD"
    assert battle.value("fight") == 1
    assert [battle.houses[p] for p in battle.value("fighter")] == ["lannister", "baratheon"]


@rule("2E-CMB-01")
def test_marching_into_an_area_without_units_starts_no_combat():
    battle = Battle(*LANNISTER_INTO_KINGSWOOD).token("kingswood", "baratheon").attack()

    assert battle.ended
    assert battle.owner("kingswood") == "lannister"


@rule("2E-CMB-03")
def test_a_supporter_is_no_combatant():
    battle = Battle(*LANNISTER_INTO_KINGSWOOD, "footman")
    battle.holding("the_reach", "stark", "knight", "support").attack().do("side attacker", "yes")
    deciders = [battle.player]
    battle.do("card the_hound")
    deciders.append(battle.player)
    battle.do("card melisandre").do_until("MARCH_TO")

    assert deciders == ["lannister", "baratheon"]
    assert battle.result() == ("lannister", 4)
    assert battle.owner("kingswood") == "lannister"


@rule("2E-CMB-04", "2E-CMB-05", "2E-RETR-17")
def test_steps_of_a_combat_in_order():
    battle = winterfell_under_attack()
    battle.holding("winterfell", "stark", "knight").set_track("iron_throne", "stark")
    battle.holding("the_stony_shore", "greyjoy", "3 knight", "support").attack()
    seen = []
    while not battle.ended:
        order = battle.order_of("moat_cailin")
        seen.append((battle.phase, battle.player, order))
        wanted = {"SUPPORT": f"side {'defender' if battle.player == 'stark' else 'attacker'}"}
        wanted |= {"BLADE": "yes", "CASUALTY": "unit footman", "RETREAT": "area castle_black"}
        cards = {"greyjoy": "card euron_crows_eye", "stark": "card greatjon_umber"}
        battle.do(wanted.get(battle.phase) or cards[battle.player])

    assert seen == [
        ("SUPPORT", "stark", "march+1"),
        ("SUPPORT", "greyjoy", "march+1"),
        ("SUPPORT", "greyjoy", "march+1"),
        ("HOUSE_CARD", "greyjoy", "march+1"),
        ("HOUSE_CARD", "stark", "march+1"),
        ("BLADE", "greyjoy", "march+1"),
        ("CASUALTY", "stark", "march+1"),
        ("RETREAT", "stark", "march+1"),
    ]
    assert battle.order_of("moat_cailin") is None
    assert battle.routed("castle_black") == {"knight": 1}


@rule("2E-CMB-06", "2E-INIT-01", "2E-INIT-02", "2E-INIT-03")
def test_every_source_of_initial_strength():
    battle = winterfell_under_attack().attack().do("side defender", "side attacker")

    # Knight 2, March 1, support 1; Footman 1, Defense 2, Garrison 2, Footman and special support 2.
    assert battle.phase == "HOUSE_CARD"
    assert battle.strengths() == (4, 7)


@rule("2E-CMB-06", "2E-FINAL-01", "2E-INIT-06")
def test_cards_and_blade_come_on_top():
    battle = winterfell_under_attack().attack().do("side defender", "side attacker")
    announced = battle.strengths()
    battle.reveal("euron_crows_eye", "greatjon_umber")
    with_cards = battle.strengths()
    battle.do("yes")

    assert (announced, with_cards) == ((4, 7), (8, 9))
    assert battle.result() == ("greyjoy", 0)


# --- unit strength


@rule("2E-UNIT-01", "2E-UNIT-02")
@pytest.mark.parametrize(
    ("units", "strength"), [("footman", 1), ("knight", 2), ("2 footman, 2 knight", 6)]
)
def test_footmen_count_1_and_knights_2(units, strength):
    attack = Battle("lannister", "kings_landing", units, "baratheon", "kingswood", "footman")
    defense = Battle("lannister", "kings_landing", "footman", "baratheon", "kingswood", units)

    assert attack.attack().strengths() == (strength, 1)
    assert defense.attack().strengths() == (1, strength)


@rule("2E-UNIT-03")
def test_ships_count_1():
    battle = Battle(
        "greyjoy", "sunset_sea", "3 ship", "lannister", "the_golden_sound", "2 ship"
    ).attack()

    assert battle.strengths() == (3, 2)


@rule("2E-UNIT-04", "2E-UNIT-06")
@pytest.mark.parametrize(("area", "strength"), [("the_reach", 8), ("kingswood", 0)])
def test_attacking_siege_engines_count_4_against_castles_only(area, strength):
    battle = Battle("lannister", "kings_landing", "2 siege_engine", "baratheon", area, "footman")

    assert battle.attack().strengths() == (strength, 1)


@rule("2E-UNIT-05", "2E-UNIT-06", "2E-SUPP-21")
@pytest.mark.parametrize(
    ("area", "side", "gained"),
    [
        ("the_reach", "attacker", (5, 0)),
        ("the_reach", "defender", (0, 1)),
        ("kingswood", "attacker", (1, 0)),
        ("kingswood", "defender", (0, 1)),
    ],
)
def test_supporting_siege_engines_count_4_for_the_attacker_of_a_castle(area, side, gained):
    battle = Battle("lannister", "kings_landing", "footman", "baratheon", area, "footman")
    battle.holding("the_boneway", "martell", "siege_engine, footman", "support")
    battle.attack().do(f"side {side}", "yes")

    assert battle.strengths() == (1 + gained[0], 1 + gained[1])


@rule("2E-UNIT-06")
def test_a_defending_siege_engine_counts_0_in_a_castle():
    battle = Battle("lannister", "kings_landing", "footman", "baratheon", "the_reach")
    battle.units("the_reach", "baratheon", siege_engine=1, footman=1).attack()

    assert battle.strengths() == (1, 1)


# --- initial strength


@rule("2E-INIT-01")
@pytest.mark.parametrize(("march", "strength"), [("march-1", 3), ("march+0", 4), ("march+1", 5)])
def test_the_attacker_counts_the_march_modifier(march, strength):
    battle = Battle(*LANNISTER_INTO_KINGSWOOD, "2 footman", march)
    battle.holding("the_reach", "lannister", "knight", "support").attack().do("side attacker")

    assert battle.strengths() == (strength, 2)


@rule("2E-INIT-02", "2E-INIT-04")
def test_a_defense_order_counts_only_where_it_lies():
    elsewhere = Battle(*LANNISTER_INTO_KINGSWOOD, "footman")
    elsewhere.holding("storms_end", "baratheon", "footman", "defense+2")
    here = Battle(*LANNISTER_INTO_KINGSWOOD, "footman").order("kingswood", "defense+2")

    assert elsewhere.attack().strengths() == (2, 1)
    assert here.attack().strengths() == (2, 3)


@rule("2E-INIT-05", "2E-CCLN-04")
def test_a_defense_order_works_against_every_attack_of_the_round():
    battle = Battle(*LANNISTER_INTO_KINGSWOOD, "footman").order("kingswood", "defense+1")
    battle.holding("the_boneway", "martell", "footman", "march+0")
    battle.attack().reveal("cersei_lannister", "brienne_of_tarth")
    battle.do_until("MARCH_TO").do("area kingswood", "count 1", "no")

    assert battle.order_of("kingswood") == "defense+1"
    assert battle.value("fight") == 1
    assert battle.houses[battle.value("fighter")[0]] == "martell"
    battle.fighters = ("martell", "baratheon")
    assert battle.strengths() == (1, 2)


@rule("2E-INIT-06")
@pytest.mark.parametrize("viewer", ["lannister", "baratheon", "stark"])
def test_everyone_knows_the_initial_strengths_before_cards_are_chosen(viewer):
    battle = Battle(*LANNISTER_INTO_KINGSWOOD, "footman", "march-1").attack()
    battle.idle = viewer

    assert battle.phase == "HOUSE_CARD"
    assert battle.strengths() == (1, 1)


# --- final strength and the winner


@rule("2E-FINAL-01")
def test_final_strength_adds_card_text_and_blade():
    battle = (
        Battle("baratheon", "kingswood", "knight", "lannister", "kings_landing", "2 knight")
        .set_track("iron_throne", "lannister")
        .set_track("fiefdoms", "baratheon")
    )
    battle.set(blade_used=0).fight("stannis_baratheon", "ser_jaime_lannister")

    # Knight 2, Stannis 4 and 1 by his text, Blade 1 against Knights 4, Jaime 2.
    assert battle.strengths() == (7, 6)
    assert battle.do("yes").result() == ("baratheon", 2)


@rule("2E-FINAL-03")
@pytest.mark.parametrize(
    ("negative_strength", "winner"), [("floor_zero", ("lannister", 0)), ("allow", ("baratheon", 1))]
)
def test_a_strength_below_0_counts_as_0(negative_strength, winner):
    battle = Battle(
        "lannister",
        "kings_landing",
        "siege_engine",
        "baratheon",
        "kingswood",
        "siege_engine",
        "march-1",
        negative_strength=negative_strength,
    ).set_track("fiefdoms", "lannister")
    battle.fight("cersei_lannister", "patchface")

    assert battle.result() == winner


@rule("2E-FINAL-03", "2E-INIT-01")
def test_only_the_whole_sum_is_floored():
    battle = Battle(
        "lannister", "kings_landing", "siege_engine", "baratheon", "kingswood", "footman", "march-1"
    )
    battle.fight("ser_jaime_lannister", "patchface")

    # Attackers 0, March -1, card 2 make 1: a part of the sum may be below 0.
    assert battle.result()[1] == 0


@rule("2E-CWIN-01")
@pytest.mark.parametrize(
    ("attackers", "winner"), [("2 knight", ("lannister", 1)), ("footman", ("baratheon", 2))]
)
def test_the_greater_strength_wins(attackers, winner):
    battle = Battle("lannister", "kings_landing", attackers, "baratheon", "kingswood", "3 footman")
    battle.fight("the_hound", "brienne_of_tarth")

    assert battle.result() == winner


@rule("2E-CWIN-02", "2E-CWIN-03")
@pytest.mark.parametrize("winner", ["lannister", "baratheon"])
@pytest.mark.parametrize("throne", ["lannister", "baratheon", "stark"])
def test_ties_go_to_the_better_fiefdoms_place_whoever_holds_the_throne(winner, throne):
    battle = Battle(*LANNISTER_INTO_KINGSWOOD, "knight").set_track("fiefdoms", "stark", winner)
    battle.set_track("iron_throne", throne).fight("the_hound", "brienne_of_tarth")

    assert battle.result() == (winner, 0)
    assert battle.phase == ("RETREAT" if winner == "lannister" else "MARCH_TO")


@rule("2E-CMB-02")
def test_the_attackers_stand_outside_until_the_combat_is_decided():
    battle = Battle(*LANNISTER_INTO_KINGSWOOD, "footman").attack()

    assert battle.standing("kingswood") == {"footman": 1}
    assert battle.owner("kingswood") == "baratheon"
    assert list(battle.value("attackers")) == [0, 1, 0, 0]
