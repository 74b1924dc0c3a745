"""Consolidate Power and Clean up. Ledger sections 23 and 24."""

import pytest

from tests.builder import AREAS, Board
from tests.rules.marks import rule


def consolidate(area, order="consolidate", unit="footman", **options):
    """Stark has a CP order in an area; the round stops before Clean up."""
    board = Board(**options).clear().hold().set_track("iron_throne", "stark")
    board.set_supply(stark=6).set_power(stark=3)
    return board.units(area, "stark", **{unit: 1}).order(area, order)


@rule("2E-CONS-01", "2E-EX-14")
@pytest.mark.parametrize(
    ("area", "gain"),
    [("widows_watch", 1), ("winterfell", 2), ("castle_black", 2), ("kings_landing", 3)],
)
@pytest.mark.parametrize("order", ["consolidate", "consolidate*"])
def test_one_power_and_one_for_each_icon(area, gain, order):
    board = consolidate(area, order).at("consolidate")
    if board.player == "stark":
        board.do("choice a")

    assert board.power("stark") == 3 + gain
    assert board.order_of(area) is None
    assert board.player == "martell"


@rule("2E-CONS-01", "2E-COMP-12")
def test_power_ends_with_the_pool():
    board = consolidate("kings_landing").set_power(stark=18).token("karhold", "stark")
    board.at("consolidate")

    assert board.power("stark") == 19


@rule("2E-CONS-02")
@pytest.mark.parametrize("order", ["consolidate", "consolidate*"])
def test_order_at_sea_is_removed_without_effect(order):
    board = consolidate("the_narrow_sea", order, "ship").at("consolidate")

    assert board.player == "martell"
    assert board.power("stark") == 3
    assert board.order_of("the_narrow_sea") is None


@rule("2E-CONS-02", "2E-ACT-02")
def test_order_at_sea_uses_up_a_turn():
    board = consolidate("the_narrow_sea", unit="ship").units("winterfell", "stark", footman=1)
    board.order("winterfell", "consolidate*").at("consolidate")
    board.do("area the_narrow_sea")

    assert board.player == "martell"


@rule("2E-CONS-04", "2E-CONS-05", "2E-CONS-08", "2E-DP-41", "2E-DP-42")
def test_special_order_collects_or_musters():
    board = consolidate("winterfell", "consolidate*").at("consolidate")

    assert (board.phase, board.player, board.asked) == ("CONSOLIDATE_CHOICE", "stark", "winterfell")
    assert board.legal() == {"choice a", "choice b"}

    board.do("choice b")

    assert board.power("stark") == 3
    assert board.order_of("winterfell") is None
    assert board.phase == "MUSTER_UPGRADE"

    board.do("done", "unit knight")

    assert board.count("winterfell", "knight") == 1
    assert board.player == "martell"
    assert board.power("stark") == 3


@rule("2E-CONS-04")
def test_special_order_used_like_a_normal_one():
    board = consolidate("winterfell", "consolidate*").at("consolidate").do("choice a")

    assert board.power("stark") == 3 + 1 + 1
    assert board.size("winterfell") == 1


@rule("2E-CONS-06", "2E-DP-42")
def test_mustering_by_order_concerns_its_own_area_alone():
    board = consolidate("white_harbor", "consolidate*").token("winterfell", "stark")
    board.units("moat_cailin", "stark", footman=1).at("consolidate").do("choice b")
    seen = set()
    while board.player == "stark":
        seen.add(board.asked)
        board.do("done")

    assert seen == {"white_harbor"}


@rule("2E-CONS-05", "2E-DP-42")
@pytest.mark.parametrize(("area", "knight"), [("winterfell", True), ("white_harbor", False)])
def test_mustering_by_order_has_the_points_of_the_area(area, knight):
    # two points in a Stronghold, one in a Castle
    board = consolidate(area, "consolidate*", "knight").at("consolidate").do("choice b")

    assert "unit footman" in board.legal()
    assert ("unit knight" in board.legal()) is knight


@rule("2E-CONS-05")
def test_mustering_by_order_obeys_supply():
    # Supply 0 allows two armies of 2: no third unit, no third army; lone Ships are free.
    board = consolidate("winterfell", "consolidate*").set_supply(stark=0)
    board.units("winterfell", "stark", knight=1).units("karhold", "stark", footman=2)
    board.at("consolidate").do("choice b", "done")

    assert board.legal_names("unit") == set()
    assert board.legal_names("area") == {"bay_of_ice", "port_of_winterfell", "the_shivering_sea"}


@rule("2E-CONS-07", "2E-DP-41")
@pytest.mark.parametrize(
    ("area", "unit"),
    [("castle_black", "footman"), ("the_narrow_sea", "ship"), ("port_of_winterfell", "ship")],
)
def test_no_mustering_without_castle_or_stronghold(area, unit):
    board = consolidate(area, "consolidate*", unit).at("consolidate")

    assert board.player == "martell"


@rule("2E-CONS-04", "2E-CONS-05")
def test_where_nothing_can_be_mustered_the_order_collects():
    board = consolidate("moat_cailin", "consolidate*", "knight").set_supply(stark=0)
    board.units("moat_cailin", "stark", knight=1).units("the_narrow_sea", "greyjoy", ship=1)
    board.at("consolidate")

    assert board.player == "martell"
    assert board.power("stark") == 4


# --- Clean up


def end_of_round(**orders):
    """Stark has these orders; after Clean up a Westeros card asks the first question."""
    board = Board().clear()
    board.set_westeros("a_throne_of_blades", "last_days_of_summer", "sea_of_storms")
    for area, order in orders.items():
        board.units(area, "stark", footman=1).order(area, order)
    return board


@rule("2E-CLEAN-01", "2E-CLEAN-05", "2E-ACT-06", "2E-ORD-12")
def test_support_and_defense_stay_until_clean_up():
    board = end_of_round(
        winterfell="support", karhold="support+1", white_harbor="defense+1", seagard="defense+2"
    )
    board.hold().at("raid")

    assert board.phase == "CONSOLIDATE_CHOICE"
    assert board.order_of("winterfell") == "support"
    assert board.order_of("seagard") == "defense+2"

    board.do("choice a")

    assert board.phase == "WESTEROS_CHOICE"
    assert {board.order_of(area) for area in AREAS} == {None}
    assert board.value("placed").sum() == 0


@rule("2E-CLEAN-02")
def test_routed_units_stand_up():
    board = end_of_round().units("winterfell", "stark", footman=1)
    board.units("winterfell", "stark", routed=True, footman=1, knight=2)
    board.units("the_narrow_sea", "stark", routed=True, ship=1).at("clean_up")

    assert board.phase == "WESTEROS_CHOICE"
    assert (board.count("winterfell", "footman"), board.count("winterfell", "knight")) == (2, 2)
    assert board.count("the_narrow_sea", "ship") == 1
    assert board.value("routed").sum() == 0


@rule("2E-CLEAN-03", "2E-RAVEN-07")
def test_blade_and_raven_are_readied():
    board = end_of_round().set(blade_used=1, raven_used=1).at("clean_up")

    assert board.phase == "WESTEROS_CHOICE"
    assert (board.value("blade_used"), board.value("raven_used")) == (0, 0)


@rule("2E-CLEAN-04")
@pytest.mark.parametrize("round_no", [1, 9, 10])
def test_round_ten_is_the_last(round_no):
    board = end_of_round().at("clean_up", round_no=round_no)

    assert board.over is (round_no == 10)
    assert board.value("round_no") == min(round_no + 1, 10)

    if not board.over:
        assert board.phase == "WESTEROS_CHOICE"
