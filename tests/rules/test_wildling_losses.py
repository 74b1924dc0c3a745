"""Units lost by Wildling cards, and the control that goes with them. Ledger section 32."""

import itertools

import pytest

from tests.builder import Board
from tests.rules.marks import rule
from tests.rules.westeros_phase import (
    LOSING,
    fresh,
    outcomes,
    removals,
    spread_stark,
    standing,
    wildlings_win,
)

# --- Crow Killers


@rule("2E-WC-05", "2E-DP-57", "2E-DP-13")
def test_crow_killers_demote_all_knights_of_the_lowest():
    board = fresh().units("karhold", "stark", knight=2).units("moat_cailin", "stark", knight=1)
    board.units("castle_black", "stark", footman=1)
    wildlings_win(board, "crow_killers")

    assert board.phase == "ORDER"
    assert board.count("karhold", "footman") == 2
    assert board.count("moat_cailin", "footman") == 1
    assert board.pool("stark", "knight") == 5
    assert board.pool("stark", "footman") == 6


def short_of_footmen(board, house, left):
    """All Footmen of a house but ``left`` stand on the board."""
    for n, area in enumerate(("greywater_watch", "flints_finger", "the_fingers", "widows_watch")):
        board.units(area, house, footman=(10 - left + n) // 4)
    assert board.pool(house, "footman") == left
    return board


@rule("2E-WC-05", "2E-DP-57")
def test_crow_killers_destroy_knights_without_a_footman_at_the_owners_choice():
    """Four Knights, three unused Footmen: one Knight of any area is destroyed."""
    areas = ("karhold", "moat_cailin", "castle_black")
    board = short_of_footmen(fresh(), "stark", left=3)
    board.units("karhold", "stark", knight=2).units("moat_cailin", "stark", knight=1)
    board.units("castle_black", "stark", knight=1)
    wildlings_win(board, "crow_killers")
    found = outcomes(
        board, "stark", {"DEMOTE"}, lambda b: tuple(b.count(area, "footman") for area in areas)
    )

    assert found == {(1, 1, 1), (2, 0, 1), (2, 1, 0)}


@rule("2E-WC-06", "2E-DP-57", "2E-DP-14")
@pytest.mark.parametrize(
    ("karhold", "results"),
    [(1, {(0, 0)}), (2, {(0, 1), (1, 0)}), (3, {(1, 1), (2, 0)})],
)
def test_crow_killers_demote_two_knights_of_the_others(karhold, results):
    """One Knight in Moat Cailin, some in Karhold; the sets of Knights left."""
    board = fresh().units("karhold", "stark", knight=karhold)
    board.units("moat_cailin", "stark", knight=1)
    wildlings_win(board, "crow_killers", lowest="tyrell")
    found = outcomes(
        board,
        "stark",
        {"DEMOTE"},
        lambda b: (b.count("karhold", "knight"), b.count("moat_cailin", "knight")),
    )

    assert found == results


@rule("2E-WC-06", "2E-DP-57")
def test_crow_killers_may_destroy_one_knight_and_turn_the_other():
    board = short_of_footmen(fresh(), "stark", left=1).units("karhold", "stark", knight=1)
    board.units("moat_cailin", "stark", knight=1).units("castle_black", "stark", knight=1)
    wildlings_win(board, "crow_killers", lowest="tyrell")
    areas = ("karhold", "moat_cailin", "castle_black")
    found = outcomes(
        board,
        "stark",
        {"DEMOTE"},
        lambda b: tuple((b.count(a, "knight"), b.count(a, "footman")) for a in areas),
    )
    untouched, turned, gone = (1, 0), (0, 1), (0, 0)

    assert found == set(itertools.permutations((untouched, turned, gone)))


# --- Mammoth Riders


@rule("2E-WC-08", "2E-DP-59", "2E-DP-13", "2E-DP-14")
@pytest.mark.parametrize(("lowest", "n"), [("stark", 3), ("tyrell", 2)])
def test_mammoth_riders_take_any_units_of_the_owners_choice(lowest, n):
    areas = ("karhold", "port_of_winterfell")
    board = spread_stark(fresh())
    expected = removals(board, areas, n)
    wildlings_win(board, "mammoth_riders", lowest=lowest)

    assert board.player == "stark"
    assert outcomes(board, "stark", LOSING, standing(areas)) == expected


# --- The Horde Descends


@rule("2E-WC-20", "2E-DP-64", "2E-DP-13")
def test_horde_takes_two_units_of_one_castle_area():
    """Winterfell and Moat Cailin hold two or more; White Harbor and Karhold do not qualify."""
    board = fresh().units("winterfell", "stark", footman=1, knight=2)
    board.units("moat_cailin", "stark", footman=2).units("white_harbor", "stark", footman=1)
    board.units("karhold", "stark", footman=3).units("port_of_winterfell", "stark", ship=2)
    wildlings_win(board.set_supply(stark=6), "the_horde_descends")

    assert (board.phase, board.player) == ("HORDE_AREA", "stark")
    assert board.legal() == {"area moat_cailin", "area winterfell"}

    board.do("area winterfell")
    found = outcomes(board, "stark", LOSING, standing(["winterfell"]))

    assert found == {(0, 1, 0, 0), (1, 0, 0, 0)}


@rule("2E-WC-20", "2E-DP-64")
def test_horde_takes_any_two_units_where_no_castle_area_holds_two():
    areas = ("winterfell", "karhold", "port_of_winterfell")
    board = spread_stark(fresh()).units("winterfell", "stark", footman=1)
    expected = removals(board, areas, 2)
    wildlings_win(board, "the_horde_descends")

    assert outcomes(board, "stark", LOSING, standing(areas)) == expected


@rule("2E-WC-21", "2E-DP-59", "2E-DP-14")
def test_horde_takes_one_unit_of_each_other_house():
    areas = ("karhold", "port_of_winterfell")
    board = spread_stark(fresh())
    expected = removals(board, areas, 1)
    wildlings_win(board, "the_horde_descends", lowest="tyrell")

    assert outcomes(board, "stark", LOSING, standing(areas)) == expected


# --- control


@rule("2E-WC-22", "2E-PORT-29", "2E-PORT-31")
def test_port_of_an_area_that_falls_back_goes_to_its_house():
    """Greyjoy's last Footman in Winterfell dies; Stark takes the Ship over before the next part."""
    board = fresh().units("winterfell", "greyjoy", footman=2).units("karhold", "stark", footman=3)
    board.units("port_of_winterfell", "greyjoy", ship=2).set_track("iron_throne", "stark")
    wildlings_win(board, "the_horde_descends", lowest="greyjoy")

    assert (board.phase, board.player) == ("PORT_CAPTURE", "stark")
    assert board.size("karhold") == 3

    board.do("count 2")

    assert board.owner("port_of_winterfell") == "stark"
    assert board.count("port_of_winterfell", "ship") == 2
    assert board.pool("greyjoy", "ship") == 6


@rule("2E-WC-22", "2E-PORT-30")
def test_ships_in_the_port_of_an_area_of_nobody_are_lost():
    board = fresh().units("storms_end", "stark", footman=1).units("karhold", "stark", knight=2)
    board.units("port_of_storms_end", "stark", ship=1)
    wildlings_win(board, "mammoth_riders", lowest="tyrell")
    board.do("area karhold", "area storms_end")

    assert board.owner("port_of_storms_end") is None
    assert board.pool("stark", "ship") == 6


@rule("2E-WC-22", "2E-AMB-63", "2E-FLOW-06")
@pytest.mark.parametrize("option", ["immediate", "after_march"])
def test_seventh_area_by_a_penalty_ends_the_game_before_the_next_house(option):
    """With either reading control counts after each House's part."""
    board = Board(victory_check=option).clear().units("winterfell", "greyjoy", footman=1)
    for area in (
        "white_harbor",
        "moat_cailin",
        "flints_finger",
        "seagard",
        "riverrun",
        "harrenhal",
    ):
        board.token(area, "stark")
    board.units("the_reach", "tyrell", footman=2).units("the_boneway", "tyrell", footman=2)
    wildlings_win(board, "mammoth_riders", lowest="greyjoy")

    assert board.over
    assert board.winner == "stark"
    assert board.size("the_reach") == 2
