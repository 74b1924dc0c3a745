"""Raids. Ledger section 15, and Ports as far as raids go."""

import pytest

from tests.builder import ORDERS, Board
from tests.rules.marks import rule

REMOVABLE = {"support", "support+1", "raid", "raid*", "consolidate", "consolidate*"}
DEFENSE = {"defense+1", "defense+2"}


def raid(order="raid", target=None):
    """Stark raids from Winterfell, Greyjoy stands at Moat Cailin; the round stops after raids."""
    board = (
        Board()
        .clear()
        .hold()
        .units("winterfell", "stark", footman=1)
        .order("winterfell", order)
        .units("moat_cailin", "greyjoy", footman=1)
        .set_track("iron_throne", "stark", "greyjoy")
    )
    return board.order("moat_cailin", target) if target else board


def face_to_face(raider, target, kind, order="raid"):
    """Stark raids from ``raider`` with an order; Greyjoy has a Support order in ``target``."""
    board = Board().clear().hold().set_track("iron_throne", "stark")
    board.units(raider, "stark", **{kind[0]: 1}).order(raider, order)
    return board.units(target, "greyjoy", **{kind[1]: 1}).order(target, "support").at("raid")


@rule("2E-RAID-01", "2E-RAID-02", "2E-RAID-06", "2E-RAID-07", "2E-RAID-08", "2E-DP-23")
@pytest.mark.parametrize("target", ORDERS)
def test_normal_raid_reaches_support_raid_and_consolidate_alone(target):
    board = raid("raid", target).at("raid")

    assert board.legal_names("area") == ({"moat_cailin"} if target in REMOVABLE else set())

    if target in REMOVABLE:
        board.do("area moat_cailin")

        assert board.order_of("moat_cailin") is None
        assert board.order_of("winterfell") is None


@rule("2E-RAID-09", "2E-RAID-10", "2E-RAID-08")
@pytest.mark.parametrize("target", ORDERS)
def test_special_raid_also_reaches_defense(target):
    board = raid("raid*", target).at("raid")

    assert board.legal_names("area") == (
        {"moat_cailin"} if target in REMOVABLE | DEFENSE else set()
    )


@rule("2E-RAID-10")
def test_special_raid_and_the_defense_order_both_leave():
    board = raid("raid*", "defense+2").at("raid").do("area moat_cailin")

    assert board.order_of("moat_cailin") is None
    assert board.order_of("winterfell") is None


@rule("2E-RAID-03", "2E-RAID-04", "2E-RAID-05", "2E-PORT-14", "2E-PORT-15", "2E-PORT-16")
@rule("2E-PORT-17")
@pytest.mark.parametrize(
    ("raider", "target", "kind", "allowed"),
    [
        ("white_harbor", "the_narrow_sea", ("footman", "ship"), False),
        ("white_harbor", "port_of_white_harbor", ("footman", "ship"), False),
        ("white_harbor", "widows_watch", ("footman", "footman"), True),
        ("the_narrow_sea", "white_harbor", ("ship", "footman"), True),
        ("the_narrow_sea", "the_shivering_sea", ("ship", "ship"), True),
        ("the_narrow_sea", "port_of_white_harbor", ("ship", "ship"), True),
        ("the_shivering_sea", "port_of_white_harbor", ("ship", "ship"), False),
        ("port_of_white_harbor", "the_narrow_sea", ("ship", "ship"), True),
        ("port_of_white_harbor", "white_harbor", ("ship", "footman"), False),
        ("port_of_white_harbor", "the_shivering_sea", ("ship", "ship"), False),
    ],
)
def test_where_a_raid_reaches(raider, target, kind, allowed):
    board = face_to_face(raider, target, kind)

    assert board.legal_names("area") == ({target} if allowed else set())


@rule("2E-RAID-11", "2E-RAID-12", "2E-RAID-14")
@pytest.mark.parametrize("target", ["consolidate", "consolidate*"])
def test_pillage_moves_one_power_each_by_way_of_the_pool(target):
    board = raid("raid", target).set_power(stark=3, greyjoy=4).at("raid")
    board.do("area moat_cailin")

    assert board.power("stark") == 4
    assert board.power("greyjoy") == 3


@rule("2E-RAID-13", "2E-RAID-12")
def test_pillager_gains_though_the_victim_has_nothing():
    board = raid("raid", "consolidate").set_power(stark=3, greyjoy=0).at("raid")
    board.do("area moat_cailin")

    assert board.power("stark") == 4
    assert board.power("greyjoy") == 0


@rule("2E-RAID-14")
def test_pillager_with_no_token_left_in_the_pool_gains_nothing():
    board = raid("raid", "consolidate").set_power(stark=20, greyjoy=4).at("raid")
    board.do("area moat_cailin")

    assert board.power("stark") == 20
    assert board.power("greyjoy") == 3


@rule("2E-RAID-15")
@pytest.mark.parametrize("target", ["support", "support+1", "raid", "raid*", "defense+1"])
def test_other_orders_are_raided_without_power(target):
    board = raid("raid*", target).set_power(stark=3, greyjoy=4).at("raid")
    board.do("area moat_cailin")

    assert board.order_of("moat_cailin") is None
    assert (board.power("stark"), board.power("greyjoy")) == (3, 4)


@rule("2E-RAID-16")
def test_consolidate_order_at_sea_is_pillaged_like_any_other():
    board = Board().clear().hold().set_track("iron_throne", "stark").set_power(stark=1, greyjoy=1)
    board.units("the_narrow_sea", "stark", ship=1).order("the_narrow_sea", "raid")
    board.units("the_shivering_sea", "greyjoy", ship=1).order("the_shivering_sea", "consolidate")
    board.at("raid").do("area the_shivering_sea")

    assert board.order_of("the_shivering_sea") is None
    assert (board.power("stark"), board.power("greyjoy")) == (2, 0)


@rule("2E-RAID-17")
def test_raid_without_target_is_only_taken_away():
    board = raid().at("raid")

    assert board.legal() == {"done"}

    board.do("done")

    assert board.order_of("winterfell") is None
    assert board.phase == "CONSOLIDATE_CHOICE"


@rule("2E-RAID-18")
def test_raid_may_spare_its_target():
    board = raid("raid", "support").at("raid").do("done")

    assert board.order_of("moat_cailin") == "support"
    assert board.order_of("winterfell") is None


@rule("2E-RAID-19", "2E-RAID-01")
def test_raid_takes_one_of_several_orders():
    board = raid("raid", "support").units("white_harbor", "greyjoy", footman=1)
    board.order("white_harbor", "consolidate").at("raid")

    assert board.legal_names("area") == {"moat_cailin", "white_harbor"}

    board.do("area white_harbor")

    assert board.order_of("white_harbor") is None
    assert board.order_of("moat_cailin") == "support"
    assert board.phase == "CONSOLIDATE_CHOICE"


@rule("2E-RAID-20")
def test_raided_area_stays_without_order():
    board = raid("raid", "consolidate").set_power(greyjoy=4).at("raid").do("area moat_cailin")

    assert board.phase == "CONSOLIDATE_CHOICE"
    assert board.player == "martell"
    assert board.order_of("moat_cailin") is None
    assert board.power("greyjoy") == 3


@rule("2E-RAID-21")
def test_raided_raid_is_never_resolved():
    board = raid("raid", "raid").at("raid")

    assert board.player == "stark"

    board.do("area moat_cailin")

    assert board.phase == "CONSOLIDATE_CHOICE"


@rule("2E-RAID-22", "2E-SHIP-03")
def test_ships_bring_no_raid_across_the_sea():
    board = raid("raid").units("the_shivering_sea", "stark", ship=1)
    board.units("widows_watch", "greyjoy", footman=1).order("widows_watch", "support").at("raid")

    assert board.legal() == {"done"}


@rule("2E-RAID-23", "2E-RAID-10")
@pytest.mark.parametrize("order", ["support", "defense+1"])
def test_own_orders_are_no_targets(order):
    board = raid("raid*").units("white_harbor", "stark", footman=1).order("white_harbor", order)
    board.at("raid")

    assert board.legal() == {"done"}


@rule("2E-RAID-24", "2E-ACT-01")
def test_no_raid_is_left_when_marches_begin():
    board = raid("raid", "march+0").units("white_harbor", "stark", footman=1)
    board.order("white_harbor", "raid*").units("the_eyrie", "greyjoy", footman=1)
    board.order("the_eyrie", "raid").at("raid").do_until("MARCH_TO", "done")

    assert {board.order_of(a) for a in ("winterfell", "white_harbor", "the_eyrie")} == {None}
    assert board.order_of("moat_cailin") == "march+0"
