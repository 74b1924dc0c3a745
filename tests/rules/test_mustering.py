"""Mustering. Ledger section 9."""

import pytest

from tests.rules.marks import rule
from tests.rules.westeros_phase import draw, events, fresh, outcomes

PHASES = {"MUSTER_UPGRADE", "MUSTER_STATUS", "MUSTER"}
UPGRADES = {"upgrade knight", "upgrade siege_engine"}
LAND = {"unit footman", "unit knight", "unit siege_engine"}


def muster(board, house="stark", supply=6):
    """Play a Mustering card; the house is first in turn order."""
    board.set_track("iron_throne", house).set_supply(**{house: supply})
    return draw(board, first="mustering")


def skip_to(board, area):
    """Pass until new units are mustered in an area."""
    while board.phase != "MUSTER" or board.asked != area:
        board.do("done")
    return board


@rule("2E-MUS-01")
def test_a_house_finishes_all_its_areas_before_the_next():
    board = (
        fresh().units("winterfell", "stark", footman=1).units("white_harbor", "stark", footman=1)
    )
    board.units("lannisport", "lannister", footman=1)
    board.set_track("iron_throne", "stark", "lannister")
    draw(board, first="mustering")
    asked = []
    while board.phase in PHASES and board.player in ("stark", "lannister"):
        asked.append((board.player, board.asked))
        board.do("done")

    assert [house for house, _ in asked] == ["stark"] * 4 + ["lannister"] * 2
    assert {area for house, area in asked if house == "stark"} == {"winterfell", "white_harbor"}


@rule("2E-MUS-02", "2E-MUS-19")
def test_control_of_a_castle_area_is_enough_and_needed():
    """A token and a shield will do; an area without a Castle never musters."""
    board = fresh().token("moat_cailin", "stark").units("karhold", "stark", footman=1)
    board.units("white_harbor", "greyjoy", footman=1)
    muster(board)
    asked = set()
    while board.player == "stark":
        asked.add(board.asked)
        assert board.phase == "MUSTER"
        board.do("done")

    assert asked == {"moat_cailin", "winterfell"}


@rule("2E-MUS-02")
def test_an_area_held_by_a_token_can_muster_its_first_unit():
    board = skip_to(muster(fresh().token("moat_cailin", "stark")), "moat_cailin")
    board.do("unit footman")

    assert board.owner("moat_cailin") == "stark"
    assert board.token_of("moat_cailin") == "stark"


@rule("2E-MUS-03", "2E-MAP-06")
def test_points_are_spent_where_they_come_from():
    """Two Castles of one point each cannot buy a Knight together."""
    board = fresh().token("white_harbor", "stark").token("moat_cailin", "stark")
    muster(board.token("winterfell", "greyjoy"))

    assert board.asked == "moat_cailin"
    assert board.legal_names("unit") == {"footman"}

    board.do("unit footman")

    assert board.asked == "white_harbor"
    assert board.legal_names("unit") == {"footman"}


def brute_force(footmen):
    """Results at Lannisport with 2 points: Footmen, Knights, Siege Engines, Ships in port, at sea.

    Every order of actions by the letter of the rules, a fresh Footman upgraded too (AMB-11);
    level 6 allows no army of five.
    """
    ends, states = set(), {(footmen, 0, 0, 0, 0, 2)}
    while states:
        f, k, e, port, sea, points = states.pop()
        if f + k + e > 4:
            continue
        ends.add((f, k, e, port, sea))
        if points >= 1:
            states |= {
                (f + 1, k, e, port, sea, points - 1),
                (f, k, e, port + 1, sea, points - 1),
                (f, k, e, port, sea + 1, points - 1),
            }
            if f:
                states |= {
                    (f - 1, k + 1, e, port, sea, points - 1),
                    (f - 1, k, e + 1, port, sea, points - 1),
                }
        if points >= 2:
            states |= {(f, k + 1, e, port, sea, 0), (f, k, e + 1, port, sea, 0)}
    return ends


def lannisport(board):
    """Units at Lannisport, in its Port and in the sea."""
    return (
        *(board.count("lannisport", unit) for unit in ("footman", "knight", "siege_engine")),
        board.count("port_of_lannisport", "ship"),
        board.count("the_golden_sound", "ship"),
    )


@rule("2E-DP-07", "2E-MUS-04", "2E-MUS-05", "2E-MUS-06", "2E-MUS-07")
@rule("2E-MUS-08", "2E-MUS-09", "2E-MUS-12", "2E-MUS-20", "2E-AMB-11")
@pytest.mark.parametrize("footmen", [0, 1, 2, 3])
def test_all_ways_to_spend_the_points_of_a_stronghold(footmen):
    board = fresh()
    if footmen:
        board.units("lannisport", "lannister", footman=footmen)
    muster(board, "lannister")

    assert outcomes(board, "lannister", PHASES, lannisport) == brute_force(footmen)


@rule("2E-MUS-08", "2E-MUS-09", "2E-MUS-10")
@pytest.mark.parametrize("unit", ["knight", "siege_engine"])
def test_upgrade_swaps_a_footman_of_the_area(unit):
    board = fresh().units("white_harbor", "stark", footman=2).units("karhold", "stark", footman=1)
    muster(board)

    assert board.legal() == UPGRADES | {"done"}

    board.do(f"upgrade {unit}")

    assert (board.count("white_harbor", "footman"), board.count("white_harbor", unit)) == (1, 1)
    assert board.pool("stark", "footman") == 10 - 2
    assert board.pool("stark", unit) == {"knight": 5, "siege_engine": 2}[unit] - 1
    assert events(board, "UPGRADE")
    assert board.asked != "white_harbor"


@rule("2E-MUS-10")
def test_upgrade_needs_an_unused_piece():
    board = fresh().units("white_harbor", "stark", footman=1).units("karhold", "stark", knight=3)
    board.units("castle_black", "stark", knight=2, siege_engine=1)
    muster(board)

    assert board.legal() == {"upgrade siege_engine", "done"}


@rule("2E-MUS-10")
def test_footman_set_free_by_an_upgrade_can_be_mustered_again():
    """All ten are on the board: an upgrade at Winterfell frees one for White Harbor."""
    board = fresh().units("winterfell", "stark", footman=2)
    for area in ("karhold", "castle_black", "widows_watch", "the_twins", "the_stony_shore"):
        board.units(area, "stark", footman=1)
    board.units("the_fingers", "stark", footman=2).units("greywater_watch", "stark", footman=1)
    muster(board.token("white_harbor", "stark"))
    board.do("upgrade knight", "done")

    assert board.asked == "white_harbor"
    assert "unit footman" in board.legal()


@rule("2E-MUS-11")
def test_land_units_appear_in_the_area_that_paid():
    board = skip_to(muster(fresh()), "winterfell").do("unit footman")

    assert board.count("winterfell", "footman") == 1
    assert board.size("port_of_winterfell") == board.size("bay_of_ice") == 0


@rule("2E-MUS-12")
def test_unused_points_are_lost():
    """One of two points is left; the next Mustering gives two again, not three."""
    board = skip_to(muster(fresh().token("winterfell", "stark")), "winterfell")
    board.do("unit footman", "done").do_until("ORDER", "done")
    board.set(deck_pos=0)
    skip_to(muster(board), "winterfell").do("unit footman")

    assert {"unit footman", "done"} <= board.legal()
    assert board.legal().isdisjoint({"unit knight", "unit siege_engine"})

    board.do("unit footman")

    assert board.player != "stark"


@rule("2E-MUS-13", "2E-AMB-10")
def test_supply_is_checked_unit_by_unit():
    """Level 0 (2, 2): one Footman joins the one there; a second, or a Ship to the Ships, not."""
    board = fresh().units("winterfell", "stark", knight=1).units("karhold", "stark", footman=2)
    board.units("bay_of_ice", "stark", ship=1)
    muster(board, supply=0)

    assert board.legal() == LAND | {
        "area bay_of_ice",
        "area port_of_winterfell",
        "area the_shivering_sea",
        "done",
    }

    board.do("unit footman")

    assert board.legal() == {"area port_of_winterfell", "area the_shivering_sea", "done"}


@rule("2E-MUS-14")
def test_upgrade_is_legal_at_the_limit():
    board = fresh().units("winterfell", "stark", footman=2).units("karhold", "stark", footman=2)
    muster(board, supply=0).do("upgrade siege_engine", "upgrade siege_engine")

    assert board.count("winterfell", "siege_engine") == 2
    assert board.size("winterfell") == 2


@rule("2E-MUS-15", "2E-PORT-05")
def test_ships_go_to_the_port_or_an_adjacent_sea():
    board = skip_to(muster(fresh()), "winterfell")

    assert board.legal_names("area") == {"bay_of_ice", "port_of_winterfell", "the_shivering_sea"}

    board.do("area port_of_winterfell")

    assert board.owner("port_of_winterfell") == "stark"
    assert board.count("port_of_winterfell", "ship") == 1


@rule("2E-MUS-16")
def test_no_ship_into_a_sea_with_enemy_ships():
    board = fresh().units("bay_of_ice", "greyjoy", ship=1)
    board.units("the_shivering_sea", "stark", ship=1)
    skip_to(muster(board), "winterfell")

    assert board.legal_names("area") == {"port_of_winterfell", "the_shivering_sea"}


@rule("2E-MUS-17")
def test_ship_into_the_port_behind_enemy_ships():
    board = fresh().units("the_golden_sound", "greyjoy", ship=2)
    skip_to(muster(board, "lannister"), "lannisport")

    assert board.legal_names("area") == {"port_of_lannisport"}


@rule("2E-MUS-18")
@pytest.mark.parametrize("blocked", [False, True])
def test_no_ships_without_port_and_open_sea(blocked):
    """Harrenhal lies inland; The Eyrie's only sea is held by an enemy."""
    area = "the_eyrie" if blocked else "harrenhal"
    board = fresh().token(area, "stark")
    if blocked:
        board.units("the_narrow_sea", "martell", ship=1)
    skip_to(muster(board), area)

    assert board.legal() == {"unit footman", "done"}


@rule("2E-MUS-15", "2E-PORT-04")
def test_port_holds_three_ships():
    board = fresh().units("port_of_winterfell", "stark", ship=2)
    skip_to(muster(board), "winterfell").do("area port_of_winterfell")

    assert board.count("port_of_winterfell", "ship") == 3
    assert "area port_of_winterfell" not in board.legal()


@rule("2E-MUS-15")
def test_ships_of_two_castles_meet_in_one_sea():
    """The army of Ships counts against Supply: level 0 has no room for a third Ship."""
    board = fresh().token("white_harbor", "stark")
    muster(board, supply=0)
    skip_to(board, "white_harbor").do("area the_shivering_sea")
    skip_to(board, "winterfell").do("area the_shivering_sea")

    assert board.count("the_shivering_sea", "ship") == 2
    assert "area the_shivering_sea" not in board.legal()


@rule("2E-MUS-20")
def test_stronghold_points_may_be_split():
    board = skip_to(muster(fresh()), "winterfell").do("unit footman", "area the_shivering_sea")

    assert board.count("winterfell", "footman") == board.count("the_shivering_sea", "ship") == 1
    assert board.player != "stark"


@rule("2E-MUS-08", "2E-MUS-20", "2E-AMB-11")
def test_a_footman_may_be_named_after_an_upgrade():
    """Together they are what a new Knight is: no point is lost by naming the upgrade first."""
    board = fresh().units("winterfell", "stark", footman=1)
    muster(board).do("upgrade knight")

    assert (board.phase, board.asked) == ("MUSTER", "winterfell")
    assert board.legal_names("area") == {"bay_of_ice", "port_of_winterfell", "the_shivering_sea"}
    board.do("unit footman")
    assert board.count("winterfell", "footman") == board.count("winterfell", "knight") == 1


@rule("2E-MUS-20", "2E-AMB-11")
@pytest.mark.parametrize(
    "names",
    [
        ("unit footman", "area bay_of_ice"),
        ("area bay_of_ice", "unit footman"),
        ("area the_shivering_sea", "area bay_of_ice"),
        ("area bay_of_ice", "area the_shivering_sea"),
    ],
)
def test_two_points_may_be_spent_in_any_order(names):
    board = skip_to(muster(fresh()), "winterfell").do(*names)

    assert board.player != "stark"
    assert board.count("bay_of_ice", "ship") == 1
    assert board.count("winterfell", "footman") + board.count("the_shivering_sea", "ship") == 1


@rule("2E-MUS-09", "2E-MUS-20")
@pytest.mark.parametrize("names", [("knight", "siege_engine"), ("siege_engine", "knight")])
def test_two_upgrades_may_be_named_in_any_order(names):
    board = muster(fresh().units("winterfell", "stark", footman=2))
    board.do(*(f"upgrade {unit}" for unit in names))

    assert board.count("winterfell", "knight") == board.count("winterfell", "siege_engine") == 1


@rule("2E-MUS-08")
@pytest.mark.parametrize("status", ["fresh", "routed"])
def test_upgraded_footman_stands_or_lies_as_before(status):
    """In the Action phase, by a special Consolidate Power order."""
    board = fresh().units("white_harbor", "stark", footman=1)
    board.units("white_harbor", "stark", routed=True, footman=1).set_supply(stark=6)
    board.order("white_harbor", "consolidate*").at("consolidate")
    board.do("choice b", "upgrade knight")

    assert board.phase == "MUSTER_STATUS"

    board.hold("tyrell", "highgarden")
    board.do(f"status {status}")

    assert board.count("white_harbor", "knight", routed=status == "routed") == 1
    assert board.count("white_harbor", "footman", routed=status == "fresh") == 1


@rule("2E-MUS-08", "2E-AMB-94")
@pytest.mark.parametrize(
    ("options", "routed"),
    [
        ({"routed_upgrade": "stays_routed"}, True),
        ({"routed_upgrade": "stands"}, False),
        ({"rulings": "rulebook"}, True),
        ({"rulings": "online"}, True),
        ({"rulings": "online", "routed_upgrade": "stands"}, False),
    ],
)
def test_a_routed_footman_that_is_upgraded(options, routed):
    """The recorded online games upgrade as the ruling does: the new unit is routed."""
    board = fresh(**options)
    board.units("white_harbor", "stark", routed=True, footman=1).set_supply(stark=6)
    board.order("white_harbor", "consolidate*").at("consolidate")
    board.hold("tyrell", "highgarden")
    board.do("choice b", "upgrade knight")

    assert board.count("white_harbor", "knight", routed=routed) == 1
    assert board.count("white_harbor", "knight", routed=not routed) == 0
