"""Wildling cards after a victory of the Night's Watch. Ledger section 32."""

import pytest

from got_env.westeros.rules.vocabulary import WildlingCard
from tests.builder import FACTS
from tests.rules.marks import rule
from tests.rules.westeros_phase import events, fresh, nights_watch_wins, outcomes

NO_CHOICE = (
    "massing_on_the_milkwater",
    "rattleshirts_raiders",
    "silence_at_the_wall",
    "skinchanger_scout",
)


# --- A King Beyond the Wall


@rule("2E-WC-01", "2E-DP-54", "2E-DP-12")
@pytest.mark.parametrize("track", ["iron_throne", "fiefdoms", "kings_court"])
def test_king_lifts_the_winner_to_the_top_of_one_track(track):
    board = nights_watch_wins(fresh(), "a_king_beyond_the_wall", highest="martell")
    others = {t: board.track(t) for t in ("iron_throne", "fiefdoms", "kings_court") if t != track}

    assert (board.phase, board.player) == ("CLIMB_TRACK", "martell")
    assert board.legal() == {"track iron_throne", "track fiefdoms", "track kings_court"}

    board.do(f"track {track}")

    assert board.track(track)[0] == "martell"
    assert {t: board.track(t) for t in others} == others


@rule("2E-WC-01")
def test_king_may_name_the_track_where_the_winner_is_first():
    board = nights_watch_wins(fresh(), "a_king_beyond_the_wall", highest="baratheon")
    before = board.track("iron_throne")
    board.do("track iron_throne")

    assert board.track("iron_throne") == before


# --- Crow Killers


def crow_killers(board):
    """Stark is rewarded."""
    return nights_watch_wins(board, "crow_killers")


@rule("2E-WC-04", "2E-DP-56", "2E-DP-12")
@pytest.mark.parametrize("karhold", [0, 1, 2, 3])
def test_crow_killers_turn_up_to_two_footmen_into_knights(karhold):
    """Any choice of 0, 1 or 2 Footmen out of two areas."""
    board = fresh().units("white_harbor", "stark", footman=1)
    if karhold:
        board.units("karhold", "stark", footman=karhold)
    board.units("moat_cailin", "greyjoy", footman=2)
    crow_killers(board.set_supply(stark=6))

    assert (board.phase, board.player) == ("PROMOTE", "stark")

    found = outcomes(
        board,
        "stark",
        {"PROMOTE"},
        lambda b: (b.count("karhold", "knight"), b.count("white_harbor", "knight")),
    )

    assert found == {(a, b) for a in range(karhold + 1) for b in range(2) if a + b <= 2}


@rule("2E-WC-04")
def test_crow_killers_need_unused_knights():
    board = fresh().units("karhold", "stark", knight=2).units("the_twins", "stark", knight=2)
    board.units("white_harbor", "stark", footman=2).set_supply(stark=6)
    crow_killers(board).do("area white_harbor")

    assert board.count("white_harbor", "knight") == 1
    assert board.pool("stark", "knight") == 0
    assert board.pool("stark", "footman") == 9
    assert board.phase != "PROMOTE"


@rule("2E-WC-04")
def test_crow_killers_without_footmen_give_nothing():
    board = crow_killers(fresh().units("karhold", "stark", knight=1))

    assert board.phase == "ORDER"


# --- House cards


@rule("2E-WC-07", "2E-DP-58", "2E-DP-12")
@pytest.mark.parametrize("taken", ["eddard_stark", None])
def test_mammoth_riders_give_one_used_card_back(taken):
    board = fresh().set_hand("stark", "robb_stark", "roose_bolton")
    nights_watch_wins(board, "mammoth_riders")

    assert (board.phase, board.player) == ("RECOVER_CARD", "stark")
    assert board.legal_names("card") == board.discards("stark")
    assert "done" in board.legal()

    board.do(f"card {taken}" if taken else "done")

    assert board.hand("stark") == {"robb_stark", "roose_bolton"} | ({taken} if taken else set())
    assert board.hand("stark") | board.discards("stark") == set(FACTS.card_ids["stark"])
    assert board.phase == "RAVEN"


@rule("2E-WC-07")
def test_mammoth_riders_without_used_cards_ask_nothing():
    assert nights_watch_wins(fresh(), "mammoth_riders").phase == "RAVEN"


@rule("2E-WC-09")
def test_massing_on_the_milkwater_gives_all_used_cards_back():
    board = fresh().set_hand("stark", "robb_stark").set_hand("tyrell", "mace_tyrell")
    nights_watch_wins(board, "massing_on_the_milkwater")

    assert board.hand("stark") == set(FACTS.card_ids["stark"])
    assert board.discards("stark") == set()
    assert board.hand("tyrell") == {"mace_tyrell"}


# --- Supply, Power, nothing


@rule("2E-WC-14")
@pytest.mark.parametrize(("before", "after"), [(0, 1), (3, 4), (6, 6)])
def test_rattleshirts_raiders_raise_supply(before, after):
    board = nights_watch_wins(fresh().set_supply(stark=before), "rattleshirts_raiders")

    assert board.value("supply")[board.seat("stark")] == after
    assert board.value("supply")[board.seat("tyrell")] == 2


@rule("2E-WC-16")
def test_silence_at_the_wall_rewards_nobody():
    board = fresh().units("karhold", "stark", footman=1)
    board = nights_watch_wins(board.set_hand("stark", "robb_stark"), "silence_at_the_wall")

    assert board.phase == "ORDER"
    assert board.power("stark") == 1
    assert board.hand("stark") == {"robb_stark"}
    assert list(board.value("supply")) == [2, 2, 2, 2, 1, 2]


@rule("2E-WC-18", "2E-WILD-10")
def test_skinchanger_scout_returns_the_winning_bid_alone():
    board = nights_watch_wins(fresh(), "skinchanger_scout")

    assert board.power("stark") == 5

    board = fresh().set_power(stark=9)
    nights_watch_wins(board, "skinchanger_scout", highest="tyrell")

    assert board.power("tyrell") == 5
    assert board.power("stark") == 9


# --- Preemptive Raid


@rule("2E-WC-12", "2E-WILD-21")
def test_preemptive_raid_starts_a_second_attack():
    board = nights_watch_wins(fresh().set_wildlings("preemptive_raid", "silence_at_the_wall"))

    assert board.phase == "BID"
    assert board.value("wild_strength") == 6
    assert not board.value("bidders") >> board.seat("stark") & 1


@rule("2E-WC-12", "2E-WILD-21")
def test_loser_of_the_second_attack_is_never_the_excluded_house():
    """All others bid 1 and lose; Stark, without a bid, suffers neither penalty."""
    board = fresh().set_wildlings("preemptive_raid", "skinchanger_scout").set_power(stark=20)
    nights_watch_wins(board)
    while board.phase == "BID":
        board.do("bid 1")
    board.do("seat tyrell")

    assert board.power("stark") == 16
    assert board.power("tyrell") == 0
    assert board.power("martell") == 5 - 1 - 2


# --- The Horde Descends


@rule("2E-WC-19", "2E-DP-63", "2E-DP-12")
def test_horde_lets_the_winner_muster_in_one_castle_area():
    board = fresh().token("white_harbor", "stark").units("karhold", "stark", footman=1)
    board.token("moat_cailin", "greyjoy")
    nights_watch_wins(board, "the_horde_descends")

    assert (board.phase, board.player) == ("HORDE_MUSTER", "stark")
    assert board.legal() == {"area white_harbor", "area winterfell", "done"}

    board.do("area winterfell", "unit footman", "unit footman")

    assert board.count("winterfell", "footman") == 2
    assert board.phase == "ORDER"
    assert not board.value("muster_left").any()


@rule("2E-WC-19", "2E-MUS-12")
def test_horde_reward_may_be_declined():
    board = nights_watch_wins(fresh(), "the_horde_descends").do("done")

    assert board.phase == "RAVEN"
    assert events(board, "MUSTER") == []


@rule("2E-WC-19", "2E-MUS-08", "2E-MUS-13")
def test_horde_muster_follows_the_rules_of_mustering():
    """Level 0 with two armies of 2: at White Harbor only an upgrade is left."""
    board = fresh().set_supply(stark=0).units("white_harbor", "stark", footman=2)
    board.units("karhold", "stark", footman=2).units("winterfell", "greyjoy", footman=1)
    board.units("the_narrow_sea", "greyjoy", ship=1).units("the_shivering_sea", "greyjoy", ship=1)
    board.units("port_of_white_harbor", "stark", ship=1)
    nights_watch_wins(board, "the_horde_descends").do("area white_harbor")

    assert board.phase == "MUSTER_UPGRADE"

    board.do("upgrade siege_engine")

    assert board.phase == "ORDER"
    assert board.size("white_harbor") == 2


# --- no choice


@rule("2E-DP-12")
@pytest.mark.parametrize("card", NO_CHOICE)
def test_cards_without_a_choice_of_the_winner(card):
    board = nights_watch_wins(fresh().set_hand("stark", "robb_stark"), card)

    assert board.phase == "RAVEN"
    assert events(board, "WILDLING_CARD") == [(None, WildlingCard[card.upper()], 0)]
