"""Wildling attacks. Ledger section 12; the single cards stand in test_wildling_cards.py."""

import copy

import numpy as np
import pytest

from got_env.core.batch.games import redact_batch
from got_env.westeros.rules.vocabulary import WildlingCard
from got_env.westeros.views.knowledge import HIDDEN
from tests.builder import Board
from tests.rules.marks import rule
from tests.rules.westeros_phase import (
    attack,
    bid,
    draw,
    events,
    fresh,
    nights_watch_wins,
    wildlings_win,
)

SILENCE = "silence_at_the_wall"


def result(board):
    """Strength of the last attack and whether the Night's Watch won."""
    _, strength, won = events(board, "WILDLING_ATTACK")[-1]
    return strength, bool(won)


def all_footmen(board, *areas, house="stark"):
    """One Footman in each area."""
    for area in areas:
        board.units(area, house, footman=1)
    return board


# --- trigger, strength, bids


@rule("2E-WILD-01")
def test_attack_by_the_track_by_the_card_and_else_none():
    by_track = draw(fresh(), threat=8)
    by_card = draw(fresh(), threat=0, third="wildlings_attack")
    neither = draw(fresh(), threat=4)

    assert by_track.phase == by_card.phase == "BID"
    assert neither.phase == "RAVEN"
    assert neither.value("threat") == 10


@rule("2E-WILD-02")
@pytest.mark.parametrize("strength", [4, 6, 8, 10])
def test_strength_is_the_number_under_the_threat_token(strength):
    assert result(attack(fresh(), SILENCE, strength=strength))[0] == strength


@rule("2E-WILD-03", "2E-DP-10")
def test_every_house_bids_any_number_of_available_power():
    board = draw(fresh().set_power(baratheon=0, stark=3, tyrell=20), third="wildlings_attack")
    offers = {}
    while board.phase == "BID":
        offers[board.player] = sorted(map(int, board.legal_names("bid")))
        board.do("bid 0")

    assert offers == {
        house: list(range({"baratheon": 0, "stark": 3, "tyrell": 20}.get(house, 5) + 1))
        for house in board.houses
    }


@rule("2E-WILD-03", "2E-WILD-04", "2E-WILD-19", "2E-ALLY-06")
def test_bids_are_hidden_until_all_are_revealed_together():
    board = draw(fresh(), third="wildlings_attack")
    for _ in range(5):
        board.do("bid 2")
    seen = copy.deepcopy(board.states)
    redact_batch(seen, np.array([board.seat("stark")]))

    assert sorted(seen["bid"][0]) == sorted([HIDDEN] * 4 + [2, -1])
    assert events(board, "BID") == []
    assert list(board.value("power")) == [5] * 6

    board.do("bid 1")

    assert [x for _, x, _ in events(board, "BID")].count(2) == 5


@rule("2E-WILD-04", "2E-WILD-05", "2E-WILD-06")
@pytest.mark.parametrize(
    ("bids", "won"), [((4, 3, 3), True), ((4, 4, 3), True), ((4, 3, 2), False)]
)
def test_nights_watch_needs_the_full_strength(bids, won):
    stark, tyrell, martell = bids
    board = attack(fresh(), SILENCE, strength=10, stark=stark, tyrell=tyrell, martell=martell)

    assert result(board) == (10, won)


@rule("2E-AMB-17", "2E-WILD-05", "2E-CARD-06")
def test_attack_of_strength_0_is_beaten_by_nothing():
    board = fresh().set_wildlings("skinchanger_scout").set(deck_pos=0)
    draw(board, threat=0, first="supply", second="clash_of_kings", third="wildlings_attack")
    for _ in range(3):
        bid(board)
        board.do_until("BID", "seat stark")
    bid(board)

    assert result(board) == (0, True)
    assert board.phase == "WILDLING_TIE"


@rule("2E-WILD-10", "2E-AMB-15")
@pytest.mark.parametrize("strength", [4, 12])
def test_all_bids_are_spent(strength):
    board = attack(fresh(), SILENCE, strength=strength, stark=4, tyrell=3, lannister=2, greyjoy=1)
    board.do_until("RAVEN")

    assert dict(zip(board.houses, board.value("power"), strict=True)) == {
        "baratheon": 5,
        "greyjoy": 4,
        "lannister": 3,
        "martell": 5,
        "stark": 1,
        "tyrell": 2,
    }


# --- the threat token


@rule("2E-WILD-08", "2E-WILD-09")
@pytest.mark.parametrize(
    ("strength", "stark", "after"), [(12, 12, 0), (4, 4, 0), (12, 1, 8), (10, 1, 6), (4, 3, 0)]
)
def test_threat_after_the_attack(strength, stark, after):
    board = attack(fresh().set_power(stark=12), SILENCE, strength=strength, stark=stark)
    board.do_until("RAVEN", "seat tyrell")

    assert board.value("threat") == after


@rule("2E-WILD-09")
def test_threat_is_never_below_0():
    """An attack of strength 2 that nobody bids against."""
    board = fresh().set_wildlings(SILENCE)
    draw(board, threat=2, first="supply", second="game_of_thrones", third="wildlings_attack")
    bid(board).do("seat stark")

    assert result(board) == (2, False)
    assert board.value("threat") == 0


@rule("2E-WILD-07")
def test_card_is_resolved_before_the_threat_moves():
    board = nights_watch_wins(fresh(), "a_king_beyond_the_wall")

    assert board.phase == "CLIMB_TRACK"
    assert board.value("threat") == 4

    board.do("track fiefdoms")

    assert board.value("threat") == 0


# --- the card and the bidders


@rule("2E-WILD-11", "2E-WILD-17")
def test_top_card_is_revealed_and_buried():
    board = fresh().set_wildlings(SILENCE, "mammoth_riders", "crow_killers")
    before = list(board.value("wild_deck"))
    attack(board, strength=4, stark=4)

    assert events(board, "WILDLING_CARD") == [(None, WildlingCard.SILENCE_AT_THE_WALL, 0)]
    assert list(board.value("wild_deck")) == [*before[1:], before[0]]


@rule("2E-WILD-12", "2E-DP-12")
def test_highest_bidder_alone_is_rewarded():
    board = nights_watch_wins(fresh(), "rattleshirts_raiders", highest="tyrell")

    assert dict(zip(board.houses, board.value("supply"), strict=True)) == {
        "baratheon": 2,
        "greyjoy": 2,
        "lannister": 2,
        "martell": 2,
        "stark": 1,
        "tyrell": 3,
    }


@rule("2E-WILD-13", "2E-WILD-14", "2E-WILD-15", "2E-DP-13", "2E-DP-14")
def test_lowest_bidder_suffers_first_then_the_others_in_turn_order():
    board = fresh().set_track("iron_throne", "tyrell", "martell", "stark", "greyjoy")
    for house, area in (
        ("stark", "karhold"),
        ("tyrell", "the_reach"),
        ("martell", "the_boneway"),
        ("greyjoy", "the_twins"),
    ):
        board.units(area, house, footman=1, knight=4)
    wildlings_win(board, "mammoth_riders", lowest="stark")
    asked = []
    while board.phase in ("LOSE_AREA", "LOSE_UNIT"):
        asked.append(board.player)
        board.do("unit footman" if "unit footman" in board.legal() else min(board.legal()))

    assert list(dict.fromkeys(asked)) == ["stark", "tyrell", "martell", "greyjoy"]
    assert [board.size(a) for a in ("karhold", "the_reach", "the_boneway", "the_twins")] == [
        2,
        3,
        3,
        3,
    ]


@rule("2E-WILD-14", "2E-AMB-16")
def test_turn_order_is_read_after_the_penalty_of_the_lowest():
    """Baratheon, first of the Iron Throne track, falls to its end; Lannister acts first."""
    board = wildlings_win(fresh(), "a_king_beyond_the_wall", lowest="baratheon")
    order = []
    while board.phase == "DROP_TRACK":
        order.append(board.player)
        board.do("track fiefdoms")

    assert order == ["lannister", "stark", "martell", "greyjoy", "tyrell"]


@rule("2E-WILD-16", "2E-DP-11")
@pytest.mark.parametrize("strength", [4, 12])
def test_tie_for_highest_or_lowest_is_settled_by_the_iron_throne(strength):
    board = fresh().set_track("iron_throne", "greyjoy")
    bids = {"stark": 2, "tyrell": 2, "lannister": 1, "martell": 1, "baratheon": 1, "greyjoy": 1}
    attack(board, SILENCE, strength=strength, **bids)
    tied = (
        {"stark", "tyrell"} if strength == 4 else {"lannister", "martell", "baratheon", "greyjoy"}
    )

    assert (board.phase, board.player) == ("WILDLING_TIE", "greyjoy")
    assert board.legal_names("seat") == tied


@rule("2E-WILD-22", "2E-AMB-89", "2E-DP-11")
@pytest.mark.parametrize(
    ("options", "known"),
    [
        ({}, True),
        ({"revision": "older"}, True),
        ({"wildling_tie": "before_reveal"}, False),
        ({"rulings": "online"}, False),
    ],
)
def test_option_whether_the_card_is_known_when_a_tie_is_settled(options, known):
    board = Board(**options).clear()
    attack(board, "skinchanger_scout", strength=4, stark=2, tyrell=2)

    assert board.phase == "WILDLING_TIE"
    assert bool(events(board, "WILDLING_CARD")) == known

    board.do("seat tyrell")

    assert len(events(board, "WILDLING_CARD")) == 1
    assert board.power("tyrell") == 5
    assert board.power("stark") == 3


# --- two attacks, limits


@rule("2E-WILD-18", "2E-WEST-06")
@pytest.mark.parametrize(("stark", "second"), [(12, 0), (1, 8)])
def test_second_attack_by_the_card_uses_the_new_threat(stark, second):
    board = fresh().set_power(stark=15).set_wildlings(SILENCE, "crow_killers")
    bid(draw(board, threat=8, third="wildlings_attack"), stark=stark)
    board.do_until("BID", "seat tyrell")

    assert board.value("wild_strength") == second
    assert [card for _, card, _ in events(board, "WILDLING_CARD")] == [
        WildlingCard.SILENCE_AT_THE_WALL
    ]


@rule("2E-WILD-20", "2E-CTRL-14")
def test_no_token_is_left_where_a_penalty_took_the_last_unit():
    board = wildlings_win(all_footmen(fresh(), "karhold", "moat_cailin"), "mammoth_riders")

    assert board.owner("karhold") is None
    assert board.token_of("karhold") is None
    assert board.power("stark") == 5
    assert board.phase == "RAVEN"


@rule("2E-WILD-21", "2E-WC-12", "2E-DP-10", "2E-AMB-88")
@pytest.mark.parametrize("won", [True, False])
def test_preemptive_raid_brings_a_second_attack_without_the_highest_bidder(won):
    """The first attack has strength 10; the second 6, and leaves the threat at 0 either way."""
    board = fresh().set_power(stark=20, tyrell=20)
    attack(board, "preemptive_raid", "skinchanger_scout", strength=10, stark=10)
    asked = []
    assert board.value("wild_strength") == 6
    assert board.value("threat") == 0

    while board.phase == "BID":
        asked.append(board.player)
        board.do("bid 6" if board.player == "tyrell" and won else "bid 0")

    assert set(asked) == set(board.houses) - {"stark"}

    board.do_until("RAVEN", "seat martell")

    assert board.value("threat") == 0
    assert board.power("stark") == 10
    assert board.power("tyrell") == (20 if won else 18)
    assert board.power("martell") == (5 if won else 0)
    assert [card for _, card, _ in events(board, "WILDLING_CARD")] == [
        WildlingCard.PREEMPTIVE_RAID,
        WildlingCard.SKINCHANGER_SCOUT,
    ]


@rule("2E-WILD-23")
@pytest.mark.parametrize("units", [0, 1, 2])
def test_penalty_is_met_as_far_as_possible(units):
    """Mammoth Riders ask for three units of the lowest bidder."""
    areas = ("karhold", "moat_cailin", "castle_black")[:units]
    board = wildlings_win(all_footmen(fresh(), *areas), "mammoth_riders")

    assert board.phase == "RAVEN"
    assert board.pool("stark", "footman") == 10
