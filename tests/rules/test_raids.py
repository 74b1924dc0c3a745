"""Raids. Ledger section 15."""

import pytest
from tests.builder import Board
from tests.rules.marks import rule


def raid(order="raid"):
    """Stark raids from Winterfell, Greyjoy stands at Moat Cailin."""
    return (
        Board()
        .clear()
        .units("winterfell", "stark", footman=1)
        .order("winterfell", order)
        .units("moat_cailin", "greyjoy", footman=1)
    )


@rule("2E-RAID-01")
@pytest.mark.parametrize("order", ["support", "support+1", "raid", "consolidate"])
def test_normal_raid_removes_support_raid_and_consolidate(order):
    board = raid().order("moat_cailin", order).set_track("iron_throne", "stark").at("raid")
    board.do("area moat_cailin")

    assert board.order_of("moat_cailin") is None
