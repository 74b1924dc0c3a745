"""The Wildling cards of A Storm of Swords in small positions, every way, against a reference."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from tests.builder import Board
from tests.first_edition import HOUSES, empty
from tests.references import wildlings
from tests.references.explored import ends
from tests.references.ground import facts
from tests.references.wildlings import Counts
from tests.rules.marks import rule
from tests.storm import table as storm_table

FORCES: tuple[Counts, ...] = (
    {("winterfell", "footman"): 1},
    {("winterfell", "knight"): 1},
    {("winterfell", "footman"): 2, ("karhold", "knight"): 1},
    {("winterfell", "knight"): 2, ("karhold", "footman"): 1, ("bay_of_ice", "ship"): 2},
    {("winterfell", "knight"): 2, ("karhold", "knight"): 2},
    {("winterfell", "footman"): 3, ("winterfell", "knight"): 1, ("karhold", "footman"): 2},
)
"""Of Stark; a rival has two Knights, or two Footmen where Knights would fall."""


def lost(table: Board, card: str, lowest: str) -> Board:
    """Wildlings win with a card; one house bids least, all others as much as each other."""
    table.set_power(**dict.fromkeys(table.houses, 1) | {lowest: 0})
    return attacked(table, card, 12)


def attacked(table: Board, card: str, threat: int) -> Board:
    """An attack up to its consequences; each house bids all that it has.

    Args:
        table: where it happens.
        card: the Wildling card; empty in a game without.
        threat: strength of the Wildlings before two icons come.
    """
    if card:
        table.set_wildlings(card)
    table.set(threat=threat)
    table.set_westeros("last_days_of_summer", "last_days_of_summer", "wildlings_attack")
    table.at("westeros")
    while table.phase == "BID":
        table.do(f"bid {table.power(table.player or '')}")
    return table


def beaten(table: Board, card: str, highest: str) -> Board:
    """One house beats the Wildlings alone."""
    table.set_power(**dict.fromkeys(table.houses, 0) | {highest: 12})
    return attacked(table, card, 0)


def over(table: Board) -> bool:
    """True if the attack is over: orders are asked for."""
    return table.phase == "ORDER"


def forces(table: Any, house: str = "stark") -> wildlings.Board:
    """Units of a house on a table."""
    units = [u for u in table.facts.unit_words[:4] if u in wildlings.VALUE]
    return frozenset(
        (area, unit, n)
        for area in table.areas
        if table.owner(area) == house
        for unit in units
        if (n := table.count(area, unit))
    )


def tracks(table: Any) -> wildlings.Tracks:
    """The influence tracks of a table."""
    return tuple(tuple(table.track(track)) for track in wildlings.TRACKS)


def put(table: Any, counts: Counts, rival: str = "knight") -> Any:
    """Units of Stark, and two of a rival that outlive the attack, one at least."""
    for (area, unit), n in counts.items():
        table.units(area, "stark", **{unit: n})
    return table.units("lannisport", "lannister", **{rival: 2})


@rule("ASOS-WLD-02", "1E-WILD-13")
@pytest.mark.parametrize("counts", FORCES, ids=str)
@pytest.mark.parametrize("lowest", ["stark", "tyrell"])
def test_mammoth_riders_take_what_the_reference_says(counts, lowest):
    table = lost(put(empty(wildling_cards="on"), counts), "mammoth_riders", lowest)

    found = ends(table, over, forces)
    assert found == wildlings.mammoth_riders(counts, 4 if lowest == "stark" else 2)


@rule("ASOS-WLD-05")
@pytest.mark.parametrize("spare", [0, 1, 2, 7])
@pytest.mark.parametrize("counts", FORCES, ids=str)
@pytest.mark.parametrize("lowest", ["stark", "tyrell"])
def test_crow_killers_degrade_what_the_reference_says(counts, lowest, spare):
    table = put(empty(wildling_cards="on"), counts, "footman")
    table.states["pool"][0, table.seat("stark"), 0] = spare
    lost(table, "crow_killers", lowest)

    most = 4 if lowest == "stark" else 2
    assert ends(table, over, forces) == wildlings.crow_killers(counts, most, spare)


@rule("ASOS-WLD-04", "1E-SUP-09")
@pytest.mark.parametrize(
    ("counts", "level"),
    [(f, n) for f in FORCES[2:] for n in (0, 1, 2, 3, 6) if wildlings.fits(n, f)],
    ids=str,
)
@pytest.mark.parametrize("lowest", ["stark", "tyrell"])
def test_raiders_lower_supply_as_the_reference_says(counts, lowest, level):
    """From every level that the armies fit before the attack."""
    table = put(empty(wildling_cards="on"), counts).set_supply(stark=level)
    lost(table, "rattleshirts_raiders", lowest)

    left, expected = wildlings.raiders(counts, level, 2 if lowest == "stark" else 1)
    assert ends(table, over, forces) == expected
    assert int(table.value("supply")[table.seat("stark")]) == left


@rule("ASOS-WLD-03")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_king_beyond_the_wall_moves_houses_as_the_reference_says(players):
    """Each house as the lowest, on tracks of different orders."""
    for number, lowest in enumerate(HOUSES[:2] + HOUSES[3:]):
        table = empty(players, wildling_cards="on")
        if lowest not in table.houses:
            continue
        table.units("winterfell", "stark", footman=1)
        for shift, track in enumerate(wildlings.TRACKS):
            turned = [table.houses[(i + shift + number) % players] for i in range(players)]
            table.set_track(track, *turned)
        before = tracks(table)
        lost(table, "a_king_beyond_the_wall", lowest)

        assert ends(table, over, tracks) == wildlings.king_beyond(before, lowest)


@rule("ASOS-WLD-03")
@pytest.mark.parametrize("highest", HOUSES)
def test_who_beats_the_king_goes_first_on_a_track(highest):
    table = empty(wildling_cards="on").units("winterfell", "stark", footman=1)
    before = tracks(table)
    beaten(table, "a_king_beyond_the_wall", highest)

    assert ends(table, over, tracks) == wildlings.king_beaten(before, highest)


@rule("ASOS-WLD-05")
@pytest.mark.parametrize("spare", [0, 1, 2, 3])
@pytest.mark.parametrize("counts", FORCES, ids=str)
def test_who_beats_the_crow_killers_makes_knights(counts, spare):
    table = put(empty(wildling_cards="on"), counts)
    table.states["pool"][0, table.seat("stark"), 1] = spare
    beaten(table, "crow_killers", "stark")

    assert ends(table, over, forces) == wildlings.promoted(counts, spare)


@rule("ASOS-WLD-04")
@pytest.mark.parametrize("level", range(7))
def test_who_beats_the_raiders_has_more_supply(level):
    table = put(empty(wildling_cards="on"), FORCES[0]).set_supply(stark=level)
    beaten(table, "rattleshirts_raiders", "stark")

    assert over(table)
    assert int(table.value("supply")[table.seat("stark")]) == min(6, level + 1)


@rule("ASOS-WLD-02", "1E-WILD-17")
@pytest.mark.parametrize("used", [(), ("robb_stark",), ("robb_stark", "bran_stark")])
def test_who_beats_the_mammoths_takes_a_used_card_back(used):
    table = put(empty(wildling_cards="on", house_cards="asos"), FORCES[0])
    cards = {c["id"] for c in facts("agot1e", "asos_house_cards")["houses"]["stark"]}
    table.set_hand("stark", *sorted(cards - set(used)))
    beaten(table, "mammoth_riders", "stark")

    found = ends(table, over, lambda t: frozenset(t.discards("stark")))
    expected = {frozenset(used) - {card} for card in used} | {frozenset(used)}
    assert found == expected


@rule("ASOS-WLD-01")
def test_massing_costs_the_lowest_bidder_the_strongest_card():
    """Every hand of one to three cards."""
    rows = facts("agot1e", "asos_house_cards")["houses"]["stark"]
    strength = {card["id"]: card["strength"] for card in rows}
    for size in (1, 2, 3):
        for hand in itertools.combinations(strength, size):
            table = put(empty(wildling_cards="on", house_cards="asos"), FORCES[0])
            table.set_hand("stark", *hand)
            lost(table, "massing_on_the_milkwater", "stark")
            found = ends(table, over, lambda t: frozenset(t.hand("stark")))

            gone = wildlings.strongest({card: strength[card] for card in hand})
            expected = {frozenset(hand) - {card} for card in gone} or {frozenset(hand)}
            assert found == expected


@rule("ASOS-WLD-01")
@pytest.mark.parametrize("size", [1, 2, 3])
def test_massing_costs_each_other_house_any_card_of_several(size):
    """Tyrell bids least and has one card: Stark loses a random one, each in some game."""
    rows = facts("agot1e", "asos_house_cards")["houses"]
    hand = [card["id"] for card in rows["stark"]][:size]
    table = put(empty(wildling_cards="on", house_cards="asos"), FORCES[0])
    for house in table.houses:
        table.set_hand(house, *hand if house == "stark" else [rows[house][0]["id"]])
    blank, found = table.states.copy(), set()
    for draw in range(1, 13):
        table.states[:] = blank
        table.states["rng"] = [[7919 * draw, 104729 * draw + 1, 3 * draw, draw]]
        lost(table, "massing_on_the_milkwater", "tyrell")
        assert over(table)
        found.add(frozenset(table.hand("stark")))
        assert all(len(table.hand(house)) == 1 for house in table.houses if house != "stark")

    assert found == wildlings.any_but_one(hand)


@rule("ASOS-WLD-01")
def test_who_beats_the_massing_gets_nothing():
    table = put(empty(wildling_cards="on", house_cards="asos"), FORCES[0])
    hands = {house: table.hand(house) - {min(table.hand(house))} for house in table.houses}
    for house, hand in hands.items():
        table.set_hand(house, *hand)
    before = forces(table), tracks(table), int(table.value("supply")[table.seat("stark")])
    beaten(table, "massing_on_the_milkwater", "stark")

    assert over(table)
    assert {house: table.hand(house) for house in table.houses} == hands
    assert (forces(table), tracks(table)) == before[:2]
    assert int(table.value("supply")[table.seat("stark")]) == before[2]


# --- Leaders


@rule("ASOS-OPT4-04", "ASOS-OPT4-11", "ASOS-EX-44")
@pytest.mark.parametrize("card", ["mammoth_riders", "crow_killers", "rattleshirts_raiders", None])
@pytest.mark.parametrize("lowest", ["stark", "tyrell"])
@pytest.mark.parametrize("counts", [f for f in FORCES if ("bay_of_ice", "ship") not in f], ids=str)
def test_leaders_die_where_no_unit_is_left(counts, lowest, card):
    """Robb at Winterfell and Eddard at Karhold, on all ways of all losses."""
    table = storm_table.empty(wildling_cards="off" if card is None else "on")
    put(table, counts, "footman" if card == "crow_killers" else "knight")
    homes = {"robb_stark": "winterfell", "eddard_stark": "karhold"}
    held = {area for area, _ in counts}
    homes = {leader: area for leader, area in homes.items() if area in held}
    for leader, area in homes.items():
        table.leader(leader, area)
    if card == "crow_killers":
        table.states["pool"][0, table.seat("stark"), 0] = 1
    lost(table, card or "", lowest)

    def look(t: Any) -> tuple[wildlings.Board, frozenset[str], bool]:
        alive = frozenset(leader for leader in homes if t.where(leader) == homes[leader])
        cards = t.hand("stark") | t.discards("stark")
        gone = all((leader in cards) == (leader in alive) for leader in homes)
        return forces(t), alive, gone

    after_choice = ends(table, lambda t: t.phase in ("ORDER", "TACTIC"), look)
    assert {board for board, _, _ in after_choice} == expected_forces(counts, lowest, card)
    for board, alive, cards_too in after_choice:
        assert alive == {
            leader for leader, area in homes.items() if area in {a for a, _, _ in board}
        }
        assert cards_too


def expected_forces(counts: Counts, lowest: str, card: str | None) -> set[wildlings.Board]:
    """Forces that can be left."""
    most = 4 if lowest == "stark" else 2
    if card == "crow_killers":
        return wildlings.crow_killers(counts, most, 1)
    if card == "rattleshirts_raiders":
        return wildlings.raiders(counts, 6, most // 2)[1]
    return wildlings.mammoth_riders(counts, most)
