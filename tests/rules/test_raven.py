"""The Messenger Raven. Ledger section 13, with the option raven_choice_public."""

import pytest

from got_env.westeros.rules.vocabulary import Event, Order, WildlingCard
from tests.builder import Board
from tests.rules.marks import rule


def raven(orders=(), **options):
    """Stark holds the Raven (three stars) and has orders on the board; Greyjoy has one, too."""
    board = Board(**options).clear().hold().set_track("iron_throne", "stark", "greyjoy")
    board.set_track("kings_court", "stark").set_wildlings("crow_killers", "mammoth_riders")
    for area, order in dict(orders).items():
        board.units(area, "stark", footman=1).order(area, order)
    return board.units("pyke", "greyjoy", footman=1).order("pyke", "support")


def last_event(board):
    """The event written last: kind, seat, x, y."""
    return board.value("journal")[(int(board.value("journal_no")) - 1) % 48].tolist()


def wildling_deck(board):
    """Names of the Wildling cards, next first."""
    return [WildlingCard(int(card)).name.lower() for card in board.value("wild_deck")]


def knowers(board, card):
    """Houses that know where a Wildling card lies."""
    known = int(board.value("wild_known")[wildling_deck(board).index(card)])
    return {house for seat, house in enumerate(board.houses) if known >> seat & 1}


@rule("2E-RAVEN-01", "2E-RAVEN-06", "2E-DP-18")
def test_holder_replaces_or_looks_or_declines():
    board = raven({"winterfell": "support"}).at("raven")

    assert board.phase == "RAVEN"
    assert board.player == "stark"
    assert board.legal() == {"choice a", "choice b", "done"}


@rule("2E-RAVEN-06", "2E-RAVEN-07")
def test_declining_changes_nothing():
    board = raven({"winterfell": "support"}).at("raven")
    before = wildling_deck(board)
    board.do("done")

    assert board.phase == "CONSOLIDATE_CHOICE"
    assert board.value("raven_used") == 0
    assert board.order_of("winterfell") == "support"
    assert wildling_deck(board) == before


@rule("2E-RAVEN-02", "2E-RAVEN-08", "2E-DP-19")
def test_replaced_order_goes_back_and_the_new_one_counts():
    board = (
        raven({"winterfell": "support", "white_harbor": "consolidate"}).at("raven").do("choice a")
    )

    assert board.legal() == {"area winterfell", "area white_harbor"}

    board.do("area white_harbor", "order raid")

    assert board.order_of("white_harbor") == "raid"
    assert board.order_of("winterfell") == "support"
    placed = board.value("placed")[board.seat("stark")]
    assert (placed[Order.CONSOLIDATE], placed[Order.RAID], placed[Order.SUPPORT]) == (0, 1, 1)
    assert board.phase == "RAID_TARGET"


@rule("2E-RAVEN-02", "2E-DP-19")
def test_only_an_unused_token_comes_in():
    board = raven({"winterfell": "support", "white_harbor": "march+0", "karhold": "march-1"})
    board.at("raven").do("choice a", "area winterfell")

    assert not {"march+0", "march-1"} & board.legal_names("order")
    assert "march+1" in board.legal_names("order")


@rule("2E-RAVEN-03")
@pytest.mark.parametrize(
    ("area", "offers_special"), [("winterfell", True), ("white_harbor", False)]
)
def test_new_token_obeys_the_star_limit(area, offers_special):
    board = raven({"winterfell": "support+1", "castle_black": "raid*", "karhold": "march+1"})
    board.units("white_harbor", "stark", footman=1).order("white_harbor", "support")
    board.at("raven").do("choice a", f"area {area}")

    offered = board.legal_names("order")

    assert ("defense+2" in offered) is offers_special
    assert "defense+1" in offered


@rule("2E-RAVEN-03", "2E-DP-19")
def test_banned_token_cannot_be_swapped_in():
    board = raven({"winterfell": "support"}).set(banned=1 << Order.RAID | 1 << Order.RAID_STAR)
    board.at("raven").do("choice a", "area winterfell")

    assert not {"raid", "raid*"} & board.legal_names("order")


@rule("2E-RAVEN-02")
def test_raven_adds_no_order_where_none_lies():
    board = raven({"winterfell": "support"}).units("karhold", "stark", footman=1).at("raven")
    board.do("choice a")

    assert board.legal() == {"area winterfell"}


@rule("2E-RAVEN-01", "2E-RAVEN-02")
def test_without_an_own_order_there_is_nothing_to_replace():
    board = raven().at("raven")

    assert board.legal() == {"choice b", "done"}


@rule("2E-RAVEN-04", "2E-DP-20", "2E-RAVEN-01")
@pytest.mark.parametrize(("where", "position"), [("choice a", 0), ("choice b", 8)])
def test_looked_at_card_goes_on_top_or_to_the_bottom(where, position):
    board = raven({"winterfell": "support"}).at("raven").do("choice b")

    assert board.legal() == {"choice a", "choice b"}
    assert knowers(board, "crow_killers") == {"stark"}

    board.do(where)

    assert wildling_deck(board).index("crow_killers") == position
    assert wildling_deck(board).index("mammoth_riders") == (1 if position == 0 else 0)
    assert knowers(board, "crow_killers") == {"stark"}
    assert knowers(board, "mammoth_riders") == set()
    assert board.order_of("winterfell") == "support"


@rule("2E-RAVEN-04", "2E-DP-20")
@pytest.mark.parametrize(("public", "shown"), [(True, 1), (False, -1)])
def test_option_raven_choice_public(public, shown):
    board = raven({"winterfell": "support"}, raven_choice_public=public)
    board.at("raven").do("choice b", "choice b")

    assert last_event(board) == [Event.RAVEN, board.seat("stark"), 2, shown]


@rule("2E-RAVEN-04")
@pytest.mark.parametrize(("public", "knowing"), [(True, {"stark", "greyjoy"}), (False, {"stark"})])
def test_a_hidden_choice_unsettles_what_others_knew(public, knowing):
    board = raven({"winterfell": "support"}, raven_choice_public=public)
    everyone = (1 << board.seat("stark")) | (1 << board.seat("greyjoy"))
    board.set(wild_known=[0, everyone, 0, 0, 0, 0, 0, 0, 0])
    board.at("raven").do("choice b", "choice b")

    assert wildling_deck(board)[0] == "mammoth_riders"
    assert knowers(board, "mammoth_riders") == knowing


@rule("2E-RAVEN-04")
@pytest.mark.parametrize("public", [True, False])
def test_others_know_what_lies_in_the_same_place_after_either_choice(public):
    boards = []
    for choice in ("choice a", "choice b"):
        board = raven({"winterfell": "support"}, raven_choice_public=public)
        everyone = (1 << len(board.houses)) - 1
        board.set(wild_known=[everyone] * 9).at("raven").do("choice b", choice)
        boards.append(board)
    decks = [wildling_deck(board) for board in boards]
    certain = {a for a, b in zip(*decks, strict=True) if public or a == b}

    for board in boards:
        known = {card for card in decks[0] if "greyjoy" in knowers(board, card)}
        assert known == certain
        assert {card for card in decks[0] if "stark" in knowers(board, card)} == set(decks[0])


@rule("2E-RAVEN-07")
@pytest.mark.parametrize(
    "use", [("choice a", "area winterfell", "order defense+1"), ("choice b", "choice a")]
)
def test_raven_is_spent_until_the_end_of_the_round(use):
    board = raven({"winterfell": "support"}).set_westeros(
        "a_throne_of_blades", "last_days_of_summer", "sea_of_storms"
    )
    board.at("raven").do(*use)

    assert board.phase == "CONSOLIDATE_CHOICE"
    assert board.value("raven_used") == 1

    board.do("choice a")

    assert board.phase == "WESTEROS_CHOICE"
    assert board.value("raven_used") == 0


@rule("2E-RAVEN-07")
def test_spent_raven_is_not_offered():
    board = raven({"winterfell": "support"}).set(raven_used=1).at("raven")

    assert board.phase == "CONSOLIDATE_CHOICE"
