"""The order of the Action phase. Ledger section 14, with the option turn_order_change."""

import pytest

from tests.builder import Board
from tests.rules.marks import rule

STEPS = {"raid": "raid", "march": "march+0", "consolidate": "consolidate*"}
"""Phases of the round and an order resolved in each."""


def three_houses(order, second="march-1"):
    """Stark has two orders of a type, Greyjoy none, Lannister one; turn order as named."""
    board = Board().clear().set_track("iron_throne", "stark", "greyjoy", "lannister")
    for area, house, token in [
        ("winterfell", "stark", order),
        ("white_harbor", "stark", second),
        ("pyke", "greyjoy", "defense+1"),
        ("lannisport", "lannister", order),
    ]:
        board.units(area, house, footman=1).order(area, token)
    return board


def turns(board, phases):
    """Houses in the order in which they choose and resolve orders while ``phases`` are open."""
    found = []
    while board.phase in phases:
        if board.phase in ("RAID_FROM", "MARCH_FROM", "CONSOLIDATE_FROM"):
            board.do(min(board.legal()))
        found.append(board.player)
        board.do("done" if "done" in board.legal() else "choice a")
    return found


@rule("2E-ACT-01")
def test_raids_then_marches_then_consolidate_then_clean_up():
    board = Board().clear().set_track("iron_throne", "stark", "greyjoy", "lannister")
    board.set_westeros("a_throne_of_blades", "last_days_of_summer", "sea_of_storms")
    for area, house, order in [
        ("winterfell", "stark", "consolidate*"),
        ("pyke", "greyjoy", "march+0"),
        ("lannisport", "lannister", "raid"),
    ]:
        board.units(area, house, footman=1).order(area, order)
    board.at("raid")
    seen = []
    while board.value("round_no") == 2:
        seen.append((board.phase, board.player))
        board.do("done" if "done" in board.legal() else "choice a")

    assert seen == [
        ("RAID_TARGET", "lannister"),
        ("MARCH_TO", "greyjoy"),
        ("CONSOLIDATE_CHOICE", "stark"),
    ]
    assert board.phase == "WESTEROS_CHOICE"


@rule("2E-ACT-02", "2E-ACT-03", "2E-ACT-04", "2E-DP-22")
def test_raids_go_round_one_order_each():
    board = three_houses("raid", "raid*").hold().at("raid")

    assert (board.phase, board.player) == ("RAID_FROM", "stark")
    assert board.legal() == {"area winterfell", "area white_harbor"}
    assert turns(board, ("RAID_FROM", "RAID_TARGET")) == ["stark", "lannister", "stark"]


@rule("2E-ACT-02", "2E-ACT-03", "2E-ACT-04", "2E-DP-24")
def test_marches_go_round_one_order_each():
    board = three_houses("march+0").hold().at("march")

    assert (board.phase, board.player) == ("MARCH_FROM", "stark")
    assert board.legal() == {"area winterfell", "area white_harbor"}
    assert turns(board, ("MARCH_FROM", "MARCH_TO")) == ["stark", "lannister", "stark"]


@rule("2E-ACT-02", "2E-ACT-03", "2E-ACT-04", "2E-DP-40")
def test_consolidate_orders_go_round_one_order_each():
    board = three_houses("consolidate*", "consolidate").hold("tyrell", "highgarden")
    board.order("karhold", "consolidate*", "stark").units("karhold", "stark", footman=1)
    board.at("consolidate")

    assert (board.phase, board.player) == ("CONSOLIDATE_FROM", "stark")
    assert board.legal() == {"area karhold", "area winterfell", "area white_harbor"}

    board.do("area winterfell")

    assert (board.phase, board.player) == ("CONSOLIDATE_CHOICE", "stark")

    board.do("choice a")

    assert board.player == "lannister"

    board.do("choice a")

    assert board.player == "tyrell"

    board.do("choice a")

    assert (board.phase, board.player) == ("CONSOLIDATE_FROM", "stark")
    assert board.legal() == {"area karhold", "area white_harbor"}


@rule("2E-ACT-05", "2E-DP-22", "2E-DP-24", "2E-DP-40")
@pytest.mark.parametrize(("step", "order"), STEPS.items())
def test_no_order_can_be_kept(step, order):
    second = {"raid": "raid*", "march": "march-1", "consolidate": "consolidate"}[step]
    board = three_houses(order, second).at(step)

    assert board.player == "stark"
    assert board.legal() == {"area winterfell", "area white_harbor"}


@rule("2E-ACT-04")
def test_a_house_without_orders_left_is_skipped_though_others_go_on():
    board = three_houses("march+0").hold().at("march")
    board.do("area winterfell", "done", "done")

    # Lannister has no March left: Stark follows Stark.
    assert (board.phase, board.player) == ("MARCH_TO", "stark")


@rule("2E-ACT-06")
def test_support_and_defense_are_never_resolved():
    board = three_houses("support", "defense+2").hold().at("raid")

    assert (board.phase, board.player) == ("CONSOLIDATE_CHOICE", "martell")
    assert board.order_of("winterfell") == "support"
    assert board.order_of("white_harbor") == "defense+2"
    assert board.order_of("pyke") == "defense+1"


def after_doran(**options):
    """The worked case of AMB-22: A B C D; A marches against C, who sends A to the end."""
    board = Board(**options).clear()
    board.set_track("iron_throne", "tyrell", "stark", "martell", "lannister", "greyjoy")
    board.set_hand("martell", "doran_martell").set_hand("tyrell", "margaery_tyrell")
    board.units("yronwood", "tyrell", knight=2).order("yronwood", "march+0")
    board.units("highgarden", "tyrell", footman=1).order("highgarden", "march+1")
    board.units("sunspear", "martell", footman=1)
    for area, house in [
        ("winterfell", "stark"),
        ("salt_shore", "martell"),
        ("lannisport", "lannister"),
        ("pyke", "greyjoy"),
    ]:
        board.units(area, house, footman=1).order(area, "march-1")
    board.set(blade_used=1).at("march")
    board.do("area yronwood", "area sunspear", "count 2", "no")
    board.do("card margaery_tyrell", "card doran_martell", "track iron_throne")
    board.do_until("RETREAT").do(min(board.legal()))

    assert board.track("iron_throne")[:4] == ["stark", "martell", "lannister", "greyjoy"]

    return board


@rule("2E-ACT-02")
@pytest.mark.parametrize(
    ("reading", "order"),
    [
        ("track_position", ["martell", "lannister", "greyjoy", "tyrell", "stark"]),
        ("finish_pass", ["stark", "martell", "lannister", "greyjoy", "tyrell"]),
    ],
)
def test_option_turn_order_change(reading, order):
    board = after_doran(turn_order_change=reading)

    assert turns(board, ("MARCH_FROM", "MARCH_TO")) == order
