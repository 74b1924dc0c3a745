"""Map features and home areas. Ledger section 4."""

import pytest

from tests.builder import AREAS, Board
from tests.rules.marks import rule
from tests.rules.westeros_phase import draw, fresh, outcomes


def destinations(area, **ships):
    """Areas a Knight can march to, with Ships of its house in some seas."""
    board = fresh().units(area, "stark", knight=1).order(area, "march+0")
    for sea in ships:
        board.units(sea, "stark", ship=1)
    return board.at("march").legal_names("area")


@rule("2E-MAP-01")
@pytest.mark.parametrize(
    ("bank", "other"),
    [
        ("greywater_watch", "winterfell"),
        ("riverrun", "the_mountains_of_the_moon"),
        ("harrenhal", "the_mountains_of_the_moon"),
        ("riverrun", "the_twins"),
        ("starfall", "three_towers"),
    ],
)
def test_rivers_part_areas_for_marches_and_raids(bank, other):
    assert other not in destinations(bank)
    assert bank not in destinations(other)

    board = fresh().units(bank, "stark", footman=1).order(bank, "raid")
    board.units(other, "greyjoy", footman=1).order(other, "support").at("raid")

    assert board.legal() == {"done"}


@rule("2E-MAP-02")
@pytest.mark.parametrize(
    ("bank", "other"),
    [("seagard", "the_twins"), ("crackclaw_point", "the_mountains_of_the_moon")],
)
def test_bridges_join_areas_for_marches_and_raids(bank, other):
    assert other in destinations(bank)
    assert bank in destinations(other)

    board = fresh().units(bank, "stark", footman=1).order(bank, "raid")
    board.units(other, "greyjoy", footman=1).order(other, "support").at("raid")

    assert board.legal() == {"done", f"area {other}"}


@rule("2E-MAP-03")
@pytest.mark.parametrize("island", ["dragonstone", "pyke", "the_arbor"])
def test_islands_are_land_areas(island):
    """They bring Power, and units that leave may hold them by a token."""
    board = fresh().hold().units(island, "stark", footman=1).order(island, "march+0")
    board.units("shipbreaker_bay", "stark", ship=1).units("ironmans_bay", "stark", ship=1)
    board.units("west_summer_sea", "stark", ship=1).at("march")
    board.do(min(board.legal() - {"done"}), "count 1", "yes")

    assert board.token_of(island) == "stark"

    board = fresh().hold().units(island, "stark", footman=1).order(island, "consolidate")
    board.at("consolidate")

    assert board.power("stark") == 5 + 2


@rule("2E-MAP-04")
@pytest.mark.parametrize(
    ("island", "sea", "coast"),
    [
        ("dragonstone", "shipbreaker_bay", "kingswood"),
        ("pyke", "ironmans_bay", "flints_finger"),
        ("the_arbor", "redwyne_straights", "oldtown"),
    ],
)
def test_land_units_reach_and_leave_islands_by_ship_only(island, sea, coast):
    assert destinations(island) == set()
    assert island not in destinations(coast)
    assert coast in destinations(island, **{sea: 1})
    assert island in destinations(coast, **{sea: 1})


@rule("2E-MAP-05")
def test_no_other_island_is_an_area():
    """Land with nothing but water around it is one of the three islands that are areas."""
    board = fresh()
    adjacent = board.rules["adjacent"]
    lands = [a for a, name in enumerate(AREAS) if board.kind(name) == "land"]
    islands = {AREAS[a] for a in lands if not any(int(adjacent[a]) >> other & 1 for other in lands)}

    assert islands == {"dragonstone", "pyke", "the_arbor"}
    assert int(board.rules["num_areas"]) == len(AREAS) == len(set(AREAS))
    assert all(int(adjacent[a]) != 0 for a in range(len(AREAS)))


@rule("2E-MAP-06")
@pytest.mark.parametrize(("area", "points"), [("winterfell", 2), ("white_harbor", 1)])
def test_mustering_points_of_strongholds_and_castles(area, points):
    """A Knight costs 2; a Castle can do no more than one Footman or Ship."""
    board = fresh().set_supply(stark=6).units(area, "stark", siege_engine=1)
    if area != "winterfell":
        board.token("winterfell", "greyjoy")
    board.set_track("iron_throne", "stark")
    draw(board, first="mustering")

    assert ("unit knight" in board.legal()) == (points == 2)
    assert outcomes(board, "stark", {"MUSTER"}, lambda b: b.count(area, "footman")) == set(
        range(points + 1)
    )


@rule("2E-MAP-07")
@pytest.mark.parametrize(("area", "icons"), [("karhold", 0), ("the_fingers", 1), ("blackwater", 2)])
def test_each_supply_icon_counts_one(area, icons):
    board = draw(fresh().units(area, "stark", footman=1), first="supply")

    assert board.value("supply")[board.seat("stark")] == 1 + icons


@rule("2E-MAP-08")
@pytest.mark.parametrize(
    ("area", "icons"), [("moat_cailin", 0), ("karhold", 1), ("kings_landing", 2)]
)
def test_power_icons_add_to_consolidated_power_and_to_game_of_thrones(area, icons):
    board = fresh().hold().units(area, "stark", footman=1).order(area, "consolidate")
    board.at("consolidate")

    assert board.power("stark") == 5 + 1 + icons

    board = draw(fresh().units(area, "stark", footman=1), second="game_of_thrones")

    assert board.power("stark") == 5 + 1 + icons  # with the icon of Winterfell


@rule("2E-DEF-03", "2E-EX-25", "2E-HOME-01")
@pytest.mark.parametrize(
    ("house", "home", "icons"),
    [
        ("stark", "winterfell", 1),
        ("lannister", "lannisport", 2),
        ("greyjoy", "pyke", 1),
        ("tyrell", "highgarden", 2),
        ("baratheon", "dragonstone", 1),
        ("martell", "sunspear", 1),
    ],
)
def test_shield_of_a_home_area_holds_it_like_a_power_token(house, home, icons):
    board = draw(fresh().set(threat=0), first="supply")

    assert board.owner(home) is None
    assert board.token_of(home) is None
    assert board.value("supply")[board.seat(house)] == icons


@rule("2E-MAP-03")
def test_every_area_name_stands_once_on_the_board():
    kinds = [Board().kind(area) for area in AREAS]

    assert len(set(AREAS)) == len(AREAS) == 58
    assert [kinds.count(kind) for kind in ("land", "sea", "port")] == [38, 12, 8]
