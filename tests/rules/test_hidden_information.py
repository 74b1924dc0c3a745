"""Hidden information and what nobody may show. Ledger sections 28 and 29."""

import pytest

from got_env.westeros.rules.vocabulary import HIDDEN_ORDER
from got_env.westeros.views import observation
from tests.builder import AREAS, ORDERS, Board
from tests.rules.battles import observed, observed_house, redacted
from tests.rules.marks import rule

HIDDEN = -2
OTHERS = ["baratheon", "tyrell"]


def planning(order):
    """Stark, first in turn order, has put an order on Karhold; its second area is open."""
    board = Board().clear().units("winterfell", "stark", knight=1)
    board.units("karhold", "stark", footman=1).units("dragonstone", "baratheon", knight=1)
    return board.set_track("iron_throne", "stark").at("planning").do(f"order {order}")


def bidding(*bids):
    """A Clash of Kings in which the first houses in turn order have bid."""
    board = Board().set_westeros("last_days_of_summer", "clash_of_kings", "sea_of_storms")
    board.set_power(lannister=7).at("westeros").do_until("BID")
    return board.do(*(f"bid {bid}" for bid in bids))


def raven(answer=None):
    """Lannister, with the Raven, looks at the top Wildling card."""
    board = Board().set_track("kings_court", "lannister").set_wildlings("crow_killers")
    board.at("raven").do("choice b")
    return board.do(f"choice {answer}") if answer else board


@rule("2E-HIDE-01", "2E-ALLY-04")
@pytest.mark.parametrize("viewer", OTHERS)
def test_unused_order_tokens_are_hidden_in_the_planning_phase(viewer):
    board = planning("raid")
    march, other = observed(board, viewer), observed(planning("march+0"), viewer)

    assert (march == other).all()
    assert redacted(board, viewer)["placed"].sum() == 0
    assert redacted(board, "stark")["placed"][board.seat("stark")][ORDERS.index("raid")] == 1


@rule("2E-HIDE-06", "2E-ALLY-03")
@pytest.mark.parametrize("viewer", OTHERS)
def test_assigned_orders_show_where_and_whose_but_not_which(viewer):
    board = planning("defense+1")
    at = AREAS.index("karhold")
    seen = redacted(board, viewer)

    assert seen["order"][at] == HIDDEN_ORDER
    assert seen["order_seat"][at] == board.seat("stark")
    assert redacted(board, "stark")["order"][at] == ORDERS.index("defense+1")


@rule("2E-HIDE-06")
def test_orders_are_public_after_the_reveal():
    board = planning("defense+1").do("order raid", "order raid")

    assert board.phase == "RAVEN"
    for viewer in board.houses:
        assert redacted(board, viewer)["order"][AREAS.index("karhold")] == ORDERS.index("defense+1")


@rule("2E-HIDE-02", "2E-HIDE-03")
@pytest.mark.parametrize("bids", [(), (3, 0, 2)])
def test_available_power_is_public_when_and_before_bids_are_made(bids):
    board = bidding(*bids)
    power = observed_house(board, "tyrell", "lannister")[observation.H_POWER]

    assert board.phase == "BID"
    assert power == 7


@rule("2E-HIDE-04", "2E-ALLY-06")
@pytest.mark.parametrize("viewer", ["lannister", "tyrell"])
def test_bids_are_hidden_until_all_are_in(viewer):
    low, high = bidding(0), bidding(4)
    bidder = low.track("iron_throne")[0]
    seat = low.seat(bidder)

    assert (observed(low, viewer) == observed(high, viewer)).all()
    assert redacted(high, viewer)["bid"][seat] == HIDDEN
    assert redacted(high, bidder)["bid"][seat] == 4


@rule("2E-HIDE-04")
def test_bids_and_power_are_public_when_the_bid_is_over():
    board = bidding(5, 4, 3, 2, 1, 0)
    before = board.track("iron_throne")

    assert board.phase == "BID"
    for viewer in ("stark", "tyrell"):
        assert list(redacted(board, viewer)["power"]) == list(board.value("power"))
    assert [board.power(house) for house in before] == [
        (7 if house == "lannister" else 5) - bid
        for house, bid in zip(before, (5, 4, 3, 2, 1, 0), strict=True)
    ]


@rule("2E-HIDE-07")
@pytest.mark.parametrize("viewer", ["baratheon", "stark"])
def test_the_order_of_every_deck_is_hidden(viewer):
    seen = redacted(Board(tides=True), viewer)

    assert (seen["deck"] == HIDDEN).all()
    assert (seen["wild_deck"] == HIDDEN).all()
    assert (seen["tides_deck"] == HIDDEN).all()
    assert (seen["rng"] == 0).all()


@rule("2E-HIDE-07")
def test_cards_once_drawn_are_public():
    board = Board().set_westeros("mustering", "clash_of_kings", "sea_of_storms")
    board.at("westeros")
    seen = redacted(board, "tyrell")

    assert list(seen["deck"][:, 0]) == list(board.value("deck")[:, 0])
    assert (seen["deck"][:, 1:] == HIDDEN).all()


@rule("2E-HIDE-08")
@pytest.mark.parametrize(("answer", "place"), [(None, 0), ("a", 0), ("b", 8)])
def test_a_wildling_card_seen_with_the_raven_is_known_to_the_viewer_alone(answer, place):
    board = raven(answer)
    card = board.value("wild_deck")[place]
    mine = list(redacted(board, "lannister")["wild_deck"])

    assert mine[place] == card
    assert mine.count(HIDDEN) == 8
    for viewer in ("baratheon", "stark"):
        assert (redacted(board, viewer)["wild_deck"] == HIDDEN).all()
        assert (redacted(board, viewer)["wild_known"] == 0).all()


@rule("2E-HIDE-08")
def test_the_card_seen_makes_no_difference_to_what_others_observe():
    other = Board().set_track("kings_court", "lannister").set_wildlings("mammoth_riders")
    other.at("raven").do("choice b")

    assert (observed(raven(), "stark") == observed(other, "stark")).all()
    assert (observed(raven(), "lannister") != observed(other, "lannister")).any()


@rule("2E-ALLY-03", "2E-ALLY-04", "2E-ALLY-06")
def test_no_action_shows_hidden_pieces():
    board = planning("raid")

    # Deciding on orders and bids, a house can only choose the piece itself.
    assert {action.split()[0] for action in board.legal()} == {"order"}
    assert {action.split()[0] for action in bidding().legal()} == {"bid"}
