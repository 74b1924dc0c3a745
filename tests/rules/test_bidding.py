"""Clash of Kings: bids for the Influence tracks. Ledger section 10."""

import copy

import numpy as np
import pytest

from got_env.core.batch.games import redact_batch
from got_env.westeros.views.knowledge import HIDDEN
from tests.builder import Board
from tests.rules.marks import rule
from tests.rules.westeros_phase import bid, draw, events, fresh

TRACKS = ("iron_throne", "fiefdoms", "kings_court")


def clash(players=6, **power):
    """A Clash of Kings, with Power by house (20 for those not named)."""
    board = fresh(players)
    board.set_power(**{house: power.get(house, 20) for house in board.houses})
    return draw(board, second="clash_of_kings")


def seen_bids(board, viewer):
    """Bids as a house sees them."""
    states = copy.deepcopy(board.states)
    redact_batch(states, np.array([board.seat(viewer)]))
    return list(states["bid"][0, : len(board.houses)])


@rule("2E-BID-01", "2E-BID-02", "2E-DP-08", "2E-CARD-24")
def test_every_house_bids_for_three_tracks_one_after_another():
    board = clash()
    asked = []
    while board.phase == "BID":
        asked.append((int(board.frame[2]), board.player))
        board.do(f"bid {board.seat(board.player)}")
    tracks = [track for track, _ in asked]

    assert tracks == [0] * 6 + [1] * 6 + [2] * 6
    for track in range(3):
        assert {house for t, house in asked if t == track} == set(board.houses)


@rule("2E-BID-01")
def test_no_house_keeps_a_position_without_its_bid():
    board = bid(clash(), greyjoy=6, tyrell=5, martell=4, stark=3, lannister=2, baratheon=1)

    assert board.track("iron_throne") == [
        "greyjoy",
        "tyrell",
        "martell",
        "stark",
        "lannister",
        "baratheon",
    ]
    assert board.track("fiefdoms") == Board().track("fiefdoms")


@rule("2E-BID-03", "2E-BID-04", "2E-DP-08")
@pytest.mark.parametrize("power", [0, 1, 7, 20])
def test_bid_is_any_number_up_to_available_power(power):
    board = clash(baratheon=power)

    assert board.player == "baratheon"
    assert board.legal_names("bid") == {str(n) for n in range(power + 1)}


@rule("2E-BID-03", "2E-BID-14", "2E-ALLY-06")
def test_bids_are_secret_until_all_are_in():
    board = clash().do("bid 7", "bid 3")

    assert seen_bids(board, "baratheon")[board.seat("baratheon")] == 7
    assert seen_bids(board, "baratheon")[board.seat("lannister")] == HIDDEN
    assert seen_bids(board, "stark") == [HIDDEN, -1, HIDDEN, -1, -1, -1]
    assert board.power("baratheon") == 20
    assert events(board, "BID") == []

    bid(board, stark=1, martell=2, greyjoy=4, tyrell=5)

    assert [x for _, x, _ in events(board, "BID")] == [7, 4, 3, 2, 1, 5]


@rule("2E-BID-05")
def test_positions_follow_descending_bids():
    board = bid(clash(), stark=9, tyrell=8, baratheon=6, greyjoy=3, lannister=2, martell=0)

    assert board.track("iron_throne") == [
        "stark",
        "tyrell",
        "baratheon",
        "greyjoy",
        "lannister",
        "martell",
    ]


@rule("2E-BID-06", "2E-DP-09")
def test_iron_throne_holder_orders_tied_bidders():
    """Greyjoy, Martell and Tyrell share position 2 to 4; Stark is first, the others last."""
    board = clash().set_track("iron_throne", "lannister")
    bid(board, stark=5, greyjoy=3, martell=3, tyrell=3, baratheon=1)

    assert (board.phase, board.player) == ("TIE", "lannister")
    assert board.legal_names("seat") == {"greyjoy", "martell", "tyrell"}

    board.do("seat tyrell")

    assert board.legal_names("seat") == {"greyjoy", "martell"}

    board.do("seat greyjoy")

    assert board.track("iron_throne") == [
        "stark",
        "tyrell",
        "greyjoy",
        "martell",
        "baratheon",
        "lannister",
    ]


@rule("2E-BID-06")
def test_holder_settles_a_tie_that_he_is_part_of():
    board = bid(clash(), baratheon=4, stark=4, lannister=1, martell=2, greyjoy=3)

    assert (board.phase, board.player) == ("TIE", "baratheon")
    assert board.legal_names("seat") == {"baratheon", "stark"}


@rule("2E-BID-06", "2E-AMB-13")
def test_everybody_bids_nothing():
    board = bid(clash())
    for house in ("tyrell", "greyjoy", "martell", "stark", "lannister"):
        board.do(f"seat {house}")

    assert board.track("iron_throne")[:2] == ["tyrell", "greyjoy"]
    assert board.track("iron_throne")[5] == "baratheon"


@rule("2E-BID-07", "2E-BID-08", "2E-BID-10")
def test_old_holder_settles_the_first_track_and_the_new_one_the_others():
    """Baratheon loses the Iron Throne in the very bidding whose tie it settles."""
    board = bid(clash(), stark=5, greyjoy=1, tyrell=1, lannister=2, martell=3)

    assert (board.phase, board.player) == ("TIE", "baratheon")

    board.do("seat greyjoy")
    bid(board, greyjoy=1, tyrell=1, lannister=2, martell=3, baratheon=4)

    assert (board.phase, board.player) == ("TIE", "stark")

    board.do("seat tyrell")
    bid(board, greyjoy=1, tyrell=1, lannister=2, martell=3, baratheon=4)

    assert (board.phase, board.player) == ("TIE", "stark")


@rule("2E-BID-09", "2E-BID-11", "2E-BID-12")
def test_every_bid_is_spent_and_the_rest_is_left_for_the_next_track():
    board = clash(stark=7, tyrell=4, lannister=3, baratheon=9, martell=2, greyjoy=11)
    bid(board, stark=5, tyrell=4, lannister=3, baratheon=1, martell=2)

    assert list(board.value("power")) == [8, 11, 0, 0, 2, 0]

    bids = {"baratheon": 3, "greyjoy": 4, "stark": 2}
    while board.phase == "BID":
        assert board.legal_names("bid") == {str(n) for n in range(board.power(board.player) + 1)}
        board.do(f"bid {bids.get(board.player, 0)}")

    assert list(board.value("power")) == [5, 7, 0, 0, 0, 0]


@rule("2E-BID-10", "2E-TRK-01", "2E-TRK-04", "2E-TRK-09", "2E-AMB-14")
def test_winners_of_the_bidding_hold_the_dominance_tokens():
    """They answer the cards that ask the holders; a used token would stay used."""
    board = clash().set(blade_used=1)
    for order in (("tyrell", "stark"), ("martell", "lannister"), ("greyjoy", "baratheon")):
        bids = dict.fromkeys(board.houses, 0) | {order[0]: 6, order[1]: 5}
        bid(
            board, **bids | dict(zip(sorted(set(board.houses) - set(order)), range(4), strict=True))
        )

    assert [board.track(track)[0] for track in TRACKS] == ["tyrell", "martell", "greyjoy"]
    assert board.value("blade_used") == 1

    for deck, card, house in (
        ("first", "a_throne_of_blades", "tyrell"),
        ("second", "dark_wings_dark_words", "greyjoy"),
        ("third", "put_to_the_sword", "martell"),
    ):
        board.set(deck_pos=0)
        draw(board, **{deck: card})
        assert (board.phase, board.player) == ("WESTEROS_CHOICE", house)


@rule("2E-BID-12")
def test_after_the_third_track_the_card_is_done():
    board = clash()
    for _ in range(3):
        assert board.phase == "BID"
        bid(board, baratheon=5, greyjoy=4, lannister=3, martell=2, stark=1)

    assert board.phase == "RAVEN"
    assert list(board.value("power")) == [5, 8, 11, 14, 17, 20]


@rule("2E-BID-13")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_small_games_fill_the_first_positions_only(players):
    board = clash(players)
    for _ in range(3):
        bid(board, **{house: n for n, house in enumerate(board.houses)})

    assert board.track("kings_court") == list(reversed(board.houses))
    assert list(board.value("track")[2, players:]) == [-1] * (6 - players)


@rule("2E-AMB-12")
def test_turn_order_stays_while_the_iron_throne_is_being_bid_for():
    """The bids reverse the track, yet each house is asked in its old position."""
    board = clash()
    before = board.track("iron_throne")
    asked = []
    for n in range(6):
        asked.append(board.player)
        board.do(f"bid {n}")

    assert asked == before
    assert board.player == before[-1]
