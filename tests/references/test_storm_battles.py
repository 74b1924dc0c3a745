"""Battles, retreats, mustering and weather of the Storm of Swords in small positions."""

from __future__ import annotations

import itertools

import pytest

from got_env.westeros.rules.vocabulary import NONE, Event, WesterosCard
from tests.claim.table import HOUSES, Table
from tests.references import storm, storm_battles, troops
from tests.references.explored import ends
from tests.references.ground import facts
from tests.references.storm_battles import Battle, Result
from tests.rules.marks import rule

ATTACKER, DEFENDER = "stark", "lannister"
FIELD, ORIGIN, BACKING, WAITING = "pinkmaiden", "stoney_sept", "deep_den", "moat_cailin"
PLAIN = [("smalljon_umber", "joffrey_lannister"), ("robb_stark", "tywin_lannister")]
CARDS = [
    *itertools.product(
        ("robb_stark", "smalljon_umber", "jory_cassel", "eddard_stark"),
        ("ser_jaime_lannister", "tywin_lannister", "joffrey_lannister", "ser_gregor_clegane"),
    ),
    ("jory_cassel", "ser_ilyn_payne"),
    ("smalljon_umber", "ser_ilyn_payne"),
]


def army(table: Table, area: str, house: str, footmen: int, knights: int) -> None:
    """Put an army on the board."""
    table.units(area, house, footman=footmen, knight=knights)


def waits(table: Table, area: str) -> Table:
    """Let a third house have a march left, so that the step goes on after the battle."""
    return table.units(area, "greyjoy", footman=1).order(area, "march+0")


def total(table: Table, house: str) -> troops.Army:
    """Units of a house that fought, those that are routed too."""
    backing = {BACKING} if house == ATTACKER else set()
    held = [area for area in storm.areas() if table.owner(area) == house and area not in backing]
    counts = [
        sum(table.count(a, unit) + table.count(a, unit, routed=True) for a in held)
        for unit in ("footman", "knight")
    ]
    return counts[0], counts[1]


def fought(battle: Battle, cards: tuple[str, str], first: bool) -> Result:
    """Play a battle on every way of its casualties and retreats."""
    table = Table().clear().set(garrison=0, neutral=0, blade_used=1)
    order = (ATTACKER, DEFENDER) if first else (DEFENDER, ATTACKER)
    table.set_track("fiefdoms", *order).set_track("iron_throne", ATTACKER)
    army(table, ORIGIN, ATTACKER, *battle.attackers)
    army(table, FIELD, DEFENDER, *battle.defenders)
    table.order(ORIGIN, battle.march).garrison(FIELD, battle.garrison)
    if battle.defense:
        table.order(FIELD, battle.defense)
    if sum(battle.backers):
        units = ("footman", "knight", "allied_footman", "allied_knight")
        table.units(BACKING, ATTACKER, **dict(zip(units, battle.backers, strict=True)))
        table.order(BACKING, battle.support)
        table.states["minus"][0, table.areas.index(BACKING)] = battle.minus
    if battle.leaders:
        table.leader("robb_stark", BACKING)
    if battle.rains:
        table.states["revealed"][0, 2] = WesterosCard.RAINS_OF_AUTUMN
    waits(table, WAITING).at("march").march(ORIGIN, FIELD).skip("MARCH_TOKEN")
    while table.phase == "SUPPORT":
        table.do("side attacker")
    table.fight(*cards)
    asked = {"CASUALTY", "RETREAT", "RETREAT_LOSS"}
    left = ends(
        table,
        lambda t: t.phase not in asked,
        lambda t: (total(t, ATTACKER), total(t, DEFENDER)),
    )
    number = int(table.value("journal_no"))
    rows = table.value("journal")[: min(number, len(table.value("journal")))]
    won = rows[rows[:, 0] == int(Event.COMBAT_WON)]
    assert len(won) == 1
    return Result(int(won[0][1]) == table.seat(ATTACKER), int(won[0][3]), frozenset(left))


def compare(battle: Battle, cards: tuple[str, str], first: bool) -> None:
    """Hold one battle against the reference."""
    own, other = storm_battles.card(ATTACKER, cards[0]), storm_battles.card(DEFENDER, cards[1])
    expected = storm_battles.result(battle, own, other, first)
    assert fought(battle, cards, first) == expected, (battle, cards, first)


@rule("1E-BAT-02", "1E-BAT-05", "1E-CAS-01", "1E-CAS-02", "1E-CAS-05", "1E-CAS-07", "ASOS-HC-06")
@rule("ASOS-HC-11", "ASOS-HC-13", "ASOS-HC-15")
@pytest.mark.parametrize("cards", CARDS, ids="-".join)
def test_casualties_are_those_of_the_reference(cards):
    """All armies of one to three units on one side, some on the other, in both orders of ties."""
    for attackers, defenders in itertools.product(storm_battles.armies(3), [(1, 0), (2, 1)]):
        compare(Battle(attackers, defenders), cards, True)
        compare(Battle(defenders, attackers), cards, False)


@rule("1E-BAT-03", "1E-BAT-04", "ASOS-GARR-02", "ASOS-GARR-03")
def test_orders_and_garrisons_count_as_in_the_reference():
    every = itertools.product(storm_battles.MARCHES, storm_battles.DEFENSES, (0, 2, 6), PLAIN)
    for march, defense, garrison, cards in every:
        for attackers in ((1, 0), (1, 2)):
            for first in (True, False):
                battle = Battle(attackers, (1, 1), march, defense, garrison)
                compare(battle, cards, first)


@rule("ASOS-WEST-17", "1E-WEST-11", "ASOS-TAC-28", "ASOS-TAC-38", "ASOS-LEAD-02", "ASOS-LEAD-16")
@pytest.mark.parametrize("rains", [False, True])
def test_support_counts_as_in_the_reference(rains):
    """Every army of up to one unit of each type, with each order, and with Robb at its side."""
    orders = (("support", 0), ("support+1", 0), ("support", 1))
    for backers in itertools.product(range(2), repeat=4):
        if not sum(backers[:2]):  # allied units never stand alone
            continue
        for (support, minus), leaders in itertools.product(orders, (0, 1)):
            battle = Battle(
                (1, 0), (1, 1), "march+0", "", 0, backers, support, minus, leaders, rains
            )
            compare(battle, PLAIN[0], True)


@rule("ASOS-ARROW-01", "ASOS-ARROW-07", "ASOS-ALLI-18", "ASOS-ALLI-21", "1E-RET-03", "1E-RET-04")
@rule("1E-RET-17", "1E-RET-19", "ASOS-BOARD-06")
@pytest.mark.parametrize("stormy", [False, True])
@pytest.mark.parametrize("deck", [(), ("frey_galleys",), ("mercenary_transport",)], ids=str)
def test_beaten_defenders_retreat_where_the_reference_says(deck, stormy):
    """Out of each area; around it lie tokens of the loser, of its rivals, and none, in turn."""
    for battle, shift in itertools.product(storm.areas(), range(3)):
        origin = sorted(storm.marches(battle, ATTACKER, stormy, ()))[0]
        table = Table().clear().storm(stormy).set(garrison=0, neutral=0, blade_used=1)
        for card in deck:
            table.ally(card, DEFENDER)
        tokens = {}
        for number, area in enumerate(sorted(storm.marches(battle, DEFENDER, False, deck))):
            if area != origin and (number + shift) % 3 and troops.home_of(area) is None:
                tokens[area] = (DEFENDER, "baratheon")[(number + shift) % 3 - 1]
                table.token(area, tokens[area])
        table.units(origin, ATTACKER, knight=2).units(battle, DEFENDER, footman=1)
        near = storm.marches(battle, DEFENDER, False, deck) | {battle, origin}
        waits(table, next(a for a in storm.areas() if a not in near and not troops.home_of(a)))
        table.order(origin, "march+0").set_track("iron_throne", ATTACKER).at("march")
        table.march(origin, battle).skip("MARCH_TOKEN").fight(*PLAIN[0])
        found = ends(table, lambda t: t.phase != "RETREAT", routed)

        expected = storm_battles.retreats(battle, origin, DEFENDER, stormy, deck, tokens)
        assert found == (expected or {None}), (battle, origin, tokens)


def routed(table: Table) -> str | None:
    """Area of the beaten Footman; None if it is destroyed."""
    return next((a for a in storm.areas() if table.count(a, "footman", routed=True)), None)


@rule("ASOS-WEST-15", "ASOS-TOWN-01", "ASOS-TOWN-02", "1E-MUS-02", "1E-MUS-03", "1E-MUS-10")
@pytest.mark.parametrize("place", storm_battles.places_to_muster())
def test_mustering_ends_as_the_reference_says(place):
    """Armies of one and two; with all pieces unused or few; with and without room in Supply."""
    for here, spare, tight in itertools.product(
        storm_battles.armies(2), [(5, 3), (0, 2), (1, 0), (0, 0)], (False, True)
    ):
        table = Table().clear().set(garrison=0, neutral=0, home=NONE)
        army(table, place, ATTACKER, *here)
        if tight:
            army(table, "gods_eye", ATTACKER, 2, 0)
        table.set_supply(stark=0 if tight else 6)
        table.states["pool"][0, table.seat(ATTACKER), :2] = spare
        table.set_westeros("mustering", "last_days_of_summer", "swing_the_sword").at("westeros")
        found = ends(
            table,
            lambda t: t.phase == "TACTIC",
            lambda t: (t.count(place, "footman"), t.count(place, "knight")),
        )
        assert found == storm_battles.mustered(place, here, spare, 2 if tight else 4), (here, spare)


# --- weather


@rule("ASOS-WX-01", "ASOS-WX-02", "ASOS-WX-05", "ASOS-WX-07", "ASOS-WX-03", "ASOS-WX-04")
@pytest.mark.parametrize("place", range(4))
def test_the_weather_moves_and_closes_fords_as_the_text_says(place):
    """Each card of deck III on each space of the track; then a march over each ford."""
    spaces = facts("asos", "setup")["weather"]
    for card in facts("asos", "westeros_cards")["decks"]["III"]:
        table = Table().clear().set(weather=place, garrison=0, neutral=0)
        quiet = "last_days_of_summer"
        table.set_power(**dict.fromkeys(HOUSES, 0)).set_westeros(quiet, quiet, card["id"])
        table.at("westeros")
        while table.phase != "TACTIC":
            table.do("choice c" if "choice c" in table.legal() else sorted(table.legal())[0])
        moved = (place + card["weather_icon"]) % len(spaces)
        assert int(table.value("weather")) == moved, card["id"]
        fords(moved, spaces[moved] == "fair")


def fords(weather: int, fair: bool) -> None:
    """Each ford, crossed by a march in some weather."""
    for a, b, _ in storm.borders("fords"):
        table = Table().clear().set(weather=weather, garrison=0, neutral=0)
        table.units(a, ATTACKER, footman=1).order(a, "march+0").at("march")
        assert (b in table.legal_names("area")) == fair, (a, b)


@rule("ASOS-WEST-17", "1E-WEST-10", "1E-WEST-12")
@pytest.mark.parametrize("card", ["storm_of_swords", "feast_for_crows", "rains_of_autumn"])
def test_cards_of_deck_three_bar_the_orders_of_their_text(card):
    """A house with three starred orders lays its first order."""
    row = next(c for c in facts("asos", "westeros_cards")["decks"]["III"] if c["id"] == card)
    barred = {"no_defense": "defense", "no_consolidate_power": "consolidate", None: "nothing"}
    quiet = "last_days_of_summer"
    table = Table().clear().units(FIELD, ATTACKER, footman=1).set(garrison=0)
    table.set_track("kings_court", ATTACKER).set_westeros(quiet, quiet, card).at("westeros")
    table.do_until("ORDER")
    kinds = {name.rstrip("*+-012") for name in table.legal_names("order")}

    every = {"march", "defense", "support", "raid", "consolidate"}
    assert kinds == every - {barred[row["planning_restriction"]]}
