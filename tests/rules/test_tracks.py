"""Influence tracks, Dominance tokens, and moves on the tracks. Ledger section 11."""

import pytest

from tests.rules.marks import rule
from tests.rules.westeros_phase import bid, draw, fresh, nights_watch_wins, wildlings_win

SPECIAL = {"march+1", "defense+2", "support+1", "raid*", "consolidate*"}


def beaten_before_the_cards(board, card, highest="stark", **cards):
    """The track brings an attack of 12 that is beaten before these Westeros cards."""
    board.set_wildlings(card).set_power(**{highest: 12})
    return bid(draw(board, threat=10, **cards), **{highest: 12})


# --- the holders of the tokens


@rule("2E-TRK-01", "2E-TRK-04", "2E-TRK-09")
@pytest.mark.parametrize(
    ("track", "cards"),
    [
        ("iron_throne", {"first": "a_throne_of_blades"}),
        ("fiefdoms", {"third": "put_to_the_sword"}),
        ("kings_court", {"second": "dark_wings_dark_words"}),
    ],
)
def test_first_of_a_track_holds_its_token(track, cards):
    board = draw(fresh().set_track(track, "martell"), **cards)

    assert (board.phase, board.player) == ("WESTEROS_CHOICE", "martell")


@rule("2E-TRK-09", "2E-RAVEN-01")
def test_first_of_the_kings_court_uses_the_raven():
    board = draw(fresh().set_track("kings_court", "tyrell"))

    assert (board.phase, board.player) == ("RAVEN", "tyrell")


@rule("2E-TRK-02", "2E-WILD-16", "2E-DP-15", "2E-DP-62")
def test_iron_throne_holder_settles_every_kind_of_tie():
    """Equal bids for a track, equal Wildling bids, equally good tracks of Preemptive Raid."""
    board = bid(draw(fresh().set_track("iron_throne", "tyrell"), second="clash_of_kings"))

    assert (board.phase, board.player) == ("TIE", "tyrell")

    board = wildlings_win(
        fresh().set_track("iron_throne", "tyrell"), "silence_at_the_wall", lowest=""
    )

    assert (board.phase, board.player) == ("WILDLING_TIE", "tyrell")

    board = fresh().set_track("iron_throne", "tyrell")
    board.set_track("fiefdoms", "stark").set_track("kings_court", "stark")
    wildlings_win(board, "preemptive_raid").do("choice b")

    assert (board.phase, board.player) == ("PREEMPTIVE_TRACK", "tyrell")
    assert board.legal() == {"track fiefdoms", "track kings_court"}


@rule("2E-TRK-06", "2E-TRK-10", "2E-CLEAN-03")
def test_spent_tokens_are_ready_after_the_action_phase():
    board = (
        fresh()
        .set(blade_used=1, raven_used=1)
        .set_westeros("a_throne_of_blades", "last_days_of_summer", "sea_of_storms")
    )
    board.at("clean_up")

    assert board.value("blade_used") == board.value("raven_used") == 0


@rule("2E-TRK-07", "2E-TRK-08", "2E-STAR-01")
@pytest.mark.parametrize(("position", "stars"), [(0, 3), (1, 3), (2, 2), (3, 1), (4, 0), (5, 0)])
def test_position_on_the_kings_court_gives_the_special_orders(position, stars):
    board = fresh()
    others = [house for house in board.track("kings_court") if house != "tyrell"]
    board.set_track("kings_court", *others[:position], "tyrell")
    for area in ("highgarden", "oldtown", "the_reach", "dornish_marches"):
        board.units(area, "tyrell", footman=1)
    board.at("planning")
    for _ in range(stars):
        board.do(f"order {min(board.legal_names('order') & SPECIAL)}")

    assert board.legal_names("order").isdisjoint(SPECIAL)


# --- moves on a track


@rule("2E-INFL-01", "2E-INFL-02")
def test_house_moved_to_the_front_pushes_the_others_down():
    board = fresh().set_track(
        "iron_throne", "baratheon", "lannister", "martell", "stark", "greyjoy", "tyrell"
    )
    nights_watch_wins(board, "a_king_beyond_the_wall").do("track iron_throne")

    assert board.track("iron_throne") == [
        "stark",
        "baratheon",
        "lannister",
        "martell",
        "greyjoy",
        "tyrell",
    ]


@rule("2E-INFL-01", "2E-WC-13")
def test_house_moved_back_leaves_no_gap():
    """Second of Fiefdoms goes back two positions."""
    board = fresh().set_track(
        "fiefdoms", "greyjoy", "stark", "martell", "tyrell", "baratheon", "lannister"
    )
    board.set_track(
        "kings_court", "lannister", "martell", "baratheon", "tyrell", "greyjoy", "stark"
    )
    wildlings_win(board, "preemptive_raid").do("choice b")

    assert board.track("fiefdoms") == [
        "greyjoy",
        "martell",
        "tyrell",
        "stark",
        "baratheon",
        "lannister",
    ]


@rule("2E-INFL-03")
@pytest.mark.parametrize(
    ("track", "cards"),
    [
        ("iron_throne", {"first": "a_throne_of_blades"}),
        ("fiefdoms", {"third": "put_to_the_sword"}),
        ("kings_court", {"second": "dark_wings_dark_words"}),
    ],
)
def test_dominance_token_passes_at_once(track, cards):
    """Stark wins first place before the cards are resolved and answers them as the holder."""
    board = beaten_before_the_cards(fresh(), "a_king_beyond_the_wall", **cards)
    board.do(f"track {track}")

    assert (board.phase, board.player) == ("WESTEROS_CHOICE", "stark")


def doran_against_lannister(track):
    """Doran Martell sends Lannister, first of a track, to its end in a combat at Blackwater."""
    board = fresh().set_track("iron_throne", "martell").set_track(track, "lannister", "martell")
    board.units("kings_landing", "martell", knight=2).order("kings_landing", "march+0")
    board.units("blackwater", "lannister", footman=1).order("blackwater", "defense+2")
    board.units("lannisport", "lannister", footman=1).order("lannisport", "support+1")
    board.units("riverrun", "lannister", footman=1).order("riverrun", "consolidate*")
    board.set_hand("martell", "doran_martell", "darkstar").set_hand("lannister", "the_hound")
    return board


@rule("2E-INFL-04", "2E-INFL-03", "2E-AMB-42")
@pytest.mark.parametrize("used", [0, 1])
def test_dominance_token_keeps_its_state(used):
    """Martell gets Lannister's Blade in the middle of the combat, ready or spent."""
    board = doran_against_lannister("fiefdoms").set(blade_used=used).at("march")
    board.do("area blackwater", "count 2", "no", "card doran_martell", "card the_hound")
    board.do("track fiefdoms")

    assert board.track("fiefdoms")[0] == "martell"
    assert board.value("blade_used") == used
    assert (board.phase == "BLADE") == (not used)


@rule("2E-INFL-05")
def test_special_orders_on_the_board_outlast_the_stars():
    board = doran_against_lannister("kings_court").hold("tyrell", "highgarden").at("march")
    board.do("area blackwater", "count 2", "no", "card doran_martell", "card the_hound")
    board.do("track kings_court")

    assert board.track("kings_court")[-1] == "lannister"
    assert board.order_of("lannisport") == "support+1"
    assert board.order_of("riverrun") == "consolidate*"

    board.do_until("CONSOLIDATE_CHOICE").do("choice b")
    while not (board.phase == "ORDER" and board.player == "lannister"):
        board.do("done" if "done" in board.legal() else min(board.legal()))

    assert board.legal_names("order").isdisjoint(SPECIAL)
