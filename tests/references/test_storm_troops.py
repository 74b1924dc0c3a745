"""Manage Troops and the Lookout in all their smallest positions, against references."""

from __future__ import annotations

import itertools

import pytest

from tests.claim.table import HOUSES, Table
from tests.references import storm, troops
from tests.references.explored import ends
from tests.rules.marks import rule

ARMIES = ((1, 0), (2, 0), (1, 1), (0, 1))
RIVAL = {"stark": "lannister", "greyjoy": "baratheon", "lannister": "stark", "baratheon": "stark"}


def empty(house: str, stormy: bool, level: int, power: int) -> Table:
    """A board with nothing on it; a house has Manage Troops and moves first."""
    table = Table().clear().storm(stormy).set(garrison=0, neutral=0)
    table.set_track("iron_throne", house).tactic(**{house: "manage_troops"})
    return table.set_power(**dict.fromkeys(HOUSES, 0) | {house: power}).set_supply(**{house: level})


def far(area: str, house: str) -> str:
    """An area that is more than two steps away, where the next house waits for its turn."""
    near = {area}
    for _ in range(2):
        near |= {
            b for a in near for b in storm.marches(a, house, False, ()) | storm.over("fords", a)
        }
    return next(a for a in storm.areas() if a not in near and troops.home_of(a) is None)


def put(table: Table, house: str, board: troops.Board) -> Table:
    """Put armies on the board."""
    for area, (footmen, knights) in board.items():
        table.units(area, house, footman=footmen, knight=knights)
    return table


def seen(table: Table, house: str) -> troops.End:
    """End of a game in the form of the references."""
    armies = {
        area: (table.count(area, "footman"), table.count(area, "knight"))
        for area in storm.areas()
        if table.owner(area) == house
    }
    tokens = frozenset(area for area in storm.areas() if table.token_of(area) == house)
    left = int(table.value("tactics_left")[table.seat(house)])
    gone = not left >> table.tactic_slot(house, "manage_troops") & 1
    return frozenset(armies.items()), tokens, gone


@rule("ASOS-TAC-15", "ASOS-TAC-16", "ASOS-TAC-34", "ASOS-TAC-35", "ASOS-TC-09")
@pytest.mark.parametrize("stormy", [False, True])
@pytest.mark.parametrize("house", HOUSES)
def test_the_immediate_move_leads_where_the_reference_says(house, stormy):
    """From each area: one Footman stands on every area around, and some army on it."""
    for area, power in itertools.product(storm.areas(), (0, 1)):
        around = storm.marches(area, house, False, ("frey_galleys", "mercenary_transport"))
        targets = troops.moves(area, house, stormy)
        army = ARMIES[(len(area) + power) % len(ARMIES)]
        board = {area: army, **dict.fromkeys(sorted(around), (1, 0))}
        rival = RIVAL[house]
        waits = next(a for a in storm.areas() if a not in board and troops.home_of(a) is None)
        table = put(empty(house, stormy, 6, power), house, board).order(area, "support")
        table.units(waits, rival, footman=1).order(waits, "raid").at("tactics")
        if not targets:
            assert (table.phase, "area " + area in table.legal()) != ("MOVE_FROM", True)
            continue
        table.do(f"area {area}")

        assert table.legal_names("area") == targets, (house, area)
        asked = table.states.copy()
        for target in targets:
            table.states[:] = asked
            table.do(f"area {target}")
            found = ends(table, lambda t: t.phase == "RAID_TARGET", lambda t: seen(t, house))
            assert found == troops.immediate(board, area, target, house, 6, power), (area, target)
            assert (table.order_of(area) is None) == (table.owner(area) != house)


@rule("ASOS-TAC-17", "ASOS-TAC-18", "ASOS-TAC-19", "ASOS-TAC-36", "ASOS-TC-10", "ASOS-PROT-11")
@pytest.mark.parametrize(
    ("house", "army", "level"),
    [
        ("stark", (1, 0), 0),
        pytest.param("lannister", (2, 0), 0, marks=pytest.mark.full),
        pytest.param("baratheon", (1, 1), 1, marks=pytest.mark.full),
    ],
)
def test_a_double_march_leads_where_the_reference_says(house, army, level):
    """From each area, with Power for one token and for two."""
    for number, area in enumerate(storm.areas()):
        stormy, power = bool(number % 2), 1 + number // 2 % 2
        compare_double_march({area: army}, area, house, stormy, level, power)


@rule("ASOS-TAC-36", "ASOS-PROT-12")
@pytest.mark.parametrize("level", [0, 1, 4])
def test_a_double_march_keeps_supply(level):
    """Other armies use up the flags, and a Footman stands in the way to be joined."""
    flags = {0: (2, 0), 1: (3, 0), 4: (3, 0)}[level]
    board = {"pinkmaiden": (1, 1), "stoney_sept": (1, 0), "dragonstone": flags}
    compare_double_march(board, "pinkmaiden", "lannister", True, level, 0)


def compare_double_march(
    board: troops.Board, area: str, house: str, stormy: bool, level: int, power: int
) -> None:
    """Hold all ends of a march from an area against the reference."""
    rival, waits = RIVAL[house], far(area, house)
    table = put(empty(house, stormy, level, power), house, board).order(area, "march+0")
    table.units(waits, rival, footman=1).order(waits, "march+0").at("march")
    found = ends(table, lambda t: t.player == rival, lambda t: seen(t, house))

    assert found == troops.double_marches(board, area, house, stormy, level, power), (area, stormy)


@rule("ASOS-ALLI-16", "ASOS-AC-07", "ASOS-ALLI-21", "ASOS-WX-09", "ASOS-ARROW-05")
@pytest.mark.parametrize("stormy", [False, True])
@pytest.mark.parametrize("side", ["attacker", "defender"])
def test_the_lookout_removes_what_the_reference_says(side, stormy):
    """A battle in each area; all areas around carry a Support order, each once of each house."""
    fighters = {"attacker": "lannister", "defender": "stark"}
    owner = fighters[side]
    for battle, shift, transport in itertools.product(
        storm.areas(), range(4), (None, "baratheon", owner)
    ):
        ways = sorted(storm.marches(battle, "lannister", False, ()))
        origin = next(a for a in ways if battle in storm.marches(a, "lannister", stormy, ()))
        table = Table().clear().storm(stormy).set(garrison=0, neutral=0)
        table.ally("arryn_lookout", owner).set_track("iron_throne", "lannister")
        if transport:
            table.ally("mercenary_transport", transport)
        table.units(battle, "stark", footman=1).units(origin, "lannister", footman=1)
        around = storm.over("edges", battle) | storm.over("fords", battle)
        around |= storm.over_arrow(battle, "", ("mercenary_transport",))
        orders = {}
        for number, area in enumerate(sorted(around - {origin})):
            orders[area] = HOUSES[(number + shift) % 4]
            table.units(area, orders[area], footman=1).order(area, "support")
        table.order(origin, "march+0").at("march").do(f"area {battle}", "count 1")
        table.skip("MARCH_TOKEN")

        removable = storm.lookout(battle, stormy, owner, orders, transport)
        if not removable:
            assert table.phase != "LOOKOUT", (battle, orders)
            continue
        assert (table.phase, table.player) == ("LOOKOUT", owner)
        assert table.legal() == {"done", *(f"area {area}" for area in removable)}, (battle, orders)
        gone = min(removable)
        table.do(f"area {gone}")
        assert table.order_of(gone) is None
        assert table.holder("arryn_lookout") is None
        assert all(table.order_of(area) == "support" for area in orders if area != gone)
