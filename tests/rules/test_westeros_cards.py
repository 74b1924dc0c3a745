"""Effects of each Westeros card. Ledger section 7."""

import pytest

from tests.builder import ORDERS
from tests.rules.marks import rule
from tests.rules.westeros_phase import bid, draw, events, fresh

BANS = {
    "rains_of_autumn": {"march+1"},
    "storm_of_swords": {"defense+1", "defense+2"},
    "sea_of_storms": {"raid", "raid*"},
    "feast_for_crows": {"consolidate", "consolidate*"},
    "web_of_lies": {"support", "support+1"},
}
NO_STARS = set(ORDERS) - {"march+1", "defense+2", "support+1", "raid*", "consolidate*"}
HOMES = {
    "baratheon": "dragonstone",
    "greyjoy": "pyke",
    "lannister": "lannisport",
    "martell": "sunspear",
    "stark": "winterfell",
    "tyrell": "highgarden",
}


def manned():
    """Every house has one Footman at home."""
    board = fresh()
    for house, home in HOMES.items():
        board.units(home, house, footman=1)
    return board


def orders_of(board):
    """The orders each house may lay in the Planning phase that is open."""
    found = {}
    while board.phase == "ORDER":
        found[board.player] = board.legal_names("order")
        board.do(f"order {min(found[board.player])}")
    return found


# --- plain cards


@rule("2E-CARD-01")
def test_supply_sets_every_token_in_turn_order():
    board = manned().set_track("iron_throne", "tyrell", "martell", "stark")
    draw(board, first="supply")
    houses = [house for house, _, _ in events(board, "SUPPLY")]

    assert houses == board.track("iron_throne")
    assert list(board.value("supply")) == [1, 1, 2, 1, 1, 2]


@rule("2E-CARD-02", "2E-MUS-01")
def test_mustering_goes_round_in_turn_order_house_by_house():
    board = fresh().set_track("iron_throne", "martell", "stark", "tyrell")
    board.token("white_harbor", "stark").token("moat_cailin", "stark")
    draw(board, first="mustering")
    players = []
    while board.phase == "MUSTER":
        players.append(board.player)
        board.do("done")

    assert players == [
        "martell",
        "stark",
        "stark",
        "stark",
        "tyrell",
        *board.track("iron_throne")[3:],
    ]


@rule("2E-CARD-06")
@pytest.mark.parametrize("threat", [0, 6])
def test_wildlings_attack_has_the_strength_of_the_threat(threat):
    board = draw(
        fresh(), threat, first="mustering", second="game_of_thrones", third="wildlings_attack"
    )
    while board.phase == "MUSTER":
        board.do("done")

    assert board.phase == "BID"
    assert board.value("wild_strength") == threat


@rule("2E-CARD-07")
def test_last_days_of_summer_do_nothing():
    board = manned()
    before = {
        f: board.value(f).copy() for f in ("power", "supply", "units", "track", "pool", "hand")
    }
    draw(board)

    assert board.phase == "ORDER"
    assert all((board.value(f) == value).all() for f, value in before.items())


# --- bans


@rule("2E-CARD-08", "2E-CARD-09", "2E-CARD-10", "2E-CARD-11", "2E-CARD-12", "2E-CARD-13")
@pytest.mark.parametrize("card", sorted(BANS))
def test_banned_orders_are_closed_to_all_houses_and_the_others_stay_open(card):
    board = draw(manned(), third=card)
    found = orders_of(board)

    assert found["lannister"] == set(ORDERS) - BANS[card]
    assert found["stark"] == set(ORDERS) - BANS[card]
    assert found["greyjoy"] == found["tyrell"] == NO_STARS - BANS[card]
    assert set(found) == set(HOMES)


@rule("2E-CARD-13")
def test_ban_ends_with_the_round():
    board = draw(manned(), first="supply", second="game_of_thrones", third="web_of_lies")
    orders_of(board)
    board.set_westeros("supply", "game_of_thrones", "storm_of_swords")
    while board.value("round_no") == 2:
        board.do("done" if "done" in board.legal() else min(board.legal()))

    assert orders_of(board)["lannister"] == set(ORDERS) - BANS["storm_of_swords"]


# --- choice cards


@rule("2E-CARD-14", "2E-CARD-15", "2E-CARD-19", "2E-DP-03")
@pytest.mark.parametrize(
    ("choice", "banned"),
    [("a", BANS["storm_of_swords"]), ("b", BANS["rains_of_autumn"]), ("c", set())],
)
def test_put_to_the_sword(choice, banned):
    board = draw(manned().set_track("fiefdoms", "tyrell"), third="put_to_the_sword")

    assert board.player == "tyrell"
    assert board.legal() == {"choice a", "choice b", "choice c"}

    board.do(f"choice {choice}")

    assert orders_of(board)["lannister"] == set(ORDERS) - banned


def throne_of_blades(choice):
    """The holder of the Iron Throne picks an option of A Throne of Blades."""
    board = manned().set_track("iron_throne", "martell").token("the_fingers", "stark")
    draw(board, first="a_throne_of_blades")

    assert board.player == "martell"
    assert board.legal() == {"choice a", "choice b", "choice c"}

    return board.do(f"choice {choice}")


@rule("2E-CARD-16", "2E-CARD-17", "2E-CARD-19", "2E-DP-04")
def test_throne_of_blades_for_supply():
    board = throne_of_blades("a")

    assert board.value("supply")[board.seat("stark")] == 2
    assert board.phase == "ORDER"


@rule("2E-CARD-16", "2E-CARD-17", "2E-CARD-19", "2E-DP-04")
def test_throne_of_blades_for_mustering():
    """Each house may still leave its points unused."""
    board = throne_of_blades("b")
    players = []
    while board.phase in ("MUSTER_UPGRADE", "MUSTER"):
        players.append(board.player)
        board.do("done")

    assert players == [p for house in board.track("iron_throne") for p in (house, house)]
    assert board.value("supply")[board.seat("stark")] == 1


@rule("2E-CARD-16", "2E-CARD-17", "2E-DP-04", "2E-AMB-77")
def test_throne_of_blades_for_nothing():
    board = throne_of_blades("c")

    assert board.phase == "ORDER"
    assert events(board, "SUPPLY") == []


def dark_wings(choice):
    """The holder of the Raven picks an option of Dark Wings, Dark Words."""
    board = draw(manned().set_track("kings_court", "stark"), second="dark_wings_dark_words")

    assert board.player == "stark"
    assert board.legal() == {"choice a", "choice b", "choice c"}

    return board.do(f"choice {choice}")


@rule("2E-CARD-18", "2E-CARD-19", "2E-DP-05")
def test_dark_wings_for_a_clash_of_kings():
    board = dark_wings("a")

    assert board.phase == "BID"
    assert board.frame[2] == 0


@rule("2E-CARD-18", "2E-CARD-19", "2E-DP-05")
def test_dark_wings_for_a_game_of_thrones():
    board = dark_wings("b")

    assert board.power("baratheon") == 5 + 1
    assert board.power("lannister") == 5
    assert board.phase == "ORDER"


@rule("2E-CARD-18", "2E-DP-05", "2E-AMB-77")
def test_dark_wings_for_nothing():
    board = dark_wings("c")

    assert list(board.value("power")) == [5] * 6
    assert board.phase == "ORDER"


# --- A Game of Thrones, A Clash of Kings


@rule("2E-CARD-20")
def test_game_of_thrones_pays_the_power_icons_of_controlled_areas_in_turn_order():
    """Units, a token, and a home shield each hold an area; a foreign home area counts too."""
    board = fresh().units("karhold", "stark", footman=2).token("kings_landing", "stark")
    board.units("pyke", "stark", knight=1).units("moat_cailin", "stark", footman=1)
    board.set_track("iron_throne", "tyrell", "stark", "greyjoy")
    draw(board, second="game_of_thrones")

    assert board.power("stark") == 5 + 1 + 2 + 1 + 1
    assert board.power("greyjoy") == 5
    assert [house for house, _, _ in events(board, "POWER")] == board.track("iron_throne")


@rule("2E-CARD-21", "2E-CARD-22")
@pytest.mark.parametrize(("ships", "income"), [(0, 0), (1, 1), (3, 1)])
def test_port_with_ships_brings_one_power(ships, income):
    board = fresh()
    if ships:
        board.units("port_of_lannisport", "lannister", ship=ships)
    draw(board, second="game_of_thrones")

    assert board.power("lannister") == 5 + income


@rule("2E-CARD-21")
@pytest.mark.parametrize(("house", "income"), [("greyjoy", 0), ("lannister", 1)])
def test_port_brings_nothing_behind_enemy_ships(house, income):
    board = fresh().units("port_of_lannisport", "lannister", ship=1)
    draw(board.units("the_golden_sound", house, ship=1), second="game_of_thrones")

    assert board.power("lannister") == 5 + income


@rule("2E-CARD-23")
def test_power_tokens_on_the_board_bring_no_power():
    board = fresh().token("moat_cailin", "greyjoy").token("seagard", "greyjoy")
    draw(board, second="game_of_thrones")

    assert board.power("greyjoy") == 5 + 1 + 1  # Pyke and Seagard bear an icon each


@rule("2E-CARD-24")
def test_clash_of_kings_bids_for_all_three_tracks_anew():
    board = draw(fresh().set_power(stark=20), second="clash_of_kings")
    for house in ("tyrell", "martell", "lannister"):
        board.set_power(**{house: 20})
    for _ in range(3):
        bid(board, tyrell=5, lannister=4, martell=3, baratheon=1, greyjoy=0, stark=2)

    assert board.track("iron_throne") == board.track("fiefdoms") == board.track("kings_court")
    assert board.track("kings_court") == [
        "tyrell",
        "lannister",
        "martell",
        "stark",
        "baratheon",
        "greyjoy",
    ]
