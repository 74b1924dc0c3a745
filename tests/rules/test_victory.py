"""Winning. Ledger section 25, with the options victory_check and final_tiebreak."""

import numpy as np
import pytest

from got_env.westeros.games.rewards import points_by_seat
from tests.builder import Board
from tests.rules.marks import rule

SIX_OF_STARK = ("winterfell", "seagard", "riverrun", "the_eyrie", "flints_finger", "harrenhal")
"""Six castle areas: the home area of Stark and five others."""


def castles(board, house):
    """Castle areas a house controls, as the engine counts them."""
    out = np.zeros((1, 6), dtype=np.float64)
    points_by_seat(board.states, out)
    return int(out[0, board.seat(house)])


def give(board, house, *areas):
    """Let a house control areas by Power tokens; its home area needs none."""
    for area in areas:
        board.token(area, house)
    return board


def stark_at_six(**options):
    """Stark controls six castle areas and moves first; its Knights stand at Greywater Watch."""
    board = Board(**options).clear().hold().set_track("iron_throne", "stark")
    give(board, "stark", *SIX_OF_STARK[1:]).set_supply(stark=6)
    board.units("greywater_watch", "stark", knight=2)
    return board.order("greywater_watch", "march+0")


@rule("2E-VIC-01", "2E-CTRL-01", "2E-CTRL-02", "2E-HOME-01")
def test_castles_and_strongholds_count_one_each():
    board = Board().clear()

    assert castles(board, "stark") == 1

    give(board, "stark", "seagard", "moat_cailin", "karhold")

    assert castles(board, "stark") == 3

    board.units("white_harbor", "stark", footman=1).units("the_narrow_sea", "stark", ship=1)

    assert castles(board, "stark") == 4

    board.units("moat_cailin", "greyjoy", footman=1).units("winterfell", "greyjoy", footman=1)

    assert castles(board, "stark") == 2
    assert castles(board, "greyjoy") == 3


@rule("2E-VIC-02", "2E-VIC-01")
def test_seventh_castle_area_ends_the_game_at_once():
    board = stark_at_six().at("march", round_no=4)

    assert castles(board, "stark") == 6
    assert not board.over

    board.do("area moat_cailin", "count 2", "no")

    assert board.over
    assert board.winner == "stark"
    assert board.value("won_by_castles") == 1
    assert board.value("round_no") == 4
    assert castles(board, "stark") == 7


@rule("2E-VIC-02")
def test_seventh_area_taken_in_combat():
    board = stark_at_six().units("moat_cailin", "greyjoy", footman=1)
    board.set_hand("stark", "ser_rodrick_cassel").set_hand("greyjoy", "aeron_damphair")
    board.set_power(greyjoy=0).at("march")
    board.do("area moat_cailin", "count 2", "no").do_until("RETREAT", "no")

    assert not board.over

    board.do(min(board.legal()))

    assert board.winner == "stark"


@rule("2E-VIC-02", "2E-HOME-05", "2E-CTRL-18")
def test_a_house_can_reach_seven_in_the_march_of_another():
    board = Board().clear().hold().set_track("iron_throne", "lannister")
    give(board, "stark", *SIX_OF_STARK[1:], "moat_cailin")
    board.units("winterfell", "lannister", footman=1).order("winterfell", "march+0").at("march")

    assert castles(board, "stark") == 6

    board.do("area karhold", "count 1", "no")

    assert board.winner == "stark"


@rule("2E-VIC-02", "2E-MARCH-10")
@pytest.mark.parametrize(("token", "over"), [("no", False), ("yes", True)])
def test_leaving_and_entering_count_as_one_moment(token, over):
    board = Board().clear().hold().set_track("iron_throne", "stark")
    give(board, "stark", *SIX_OF_STARK[1:-1]).units("moat_cailin", "stark", footman=1)
    board.order("moat_cailin", "march+0").at("march")

    assert castles(board, "stark") == 6

    board.do("area white_harbor", "count 1", token)

    assert board.over is over
    assert castles(board, "stark") == (7 if over else 6)


@rule("2E-VIC-02")
@pytest.mark.parametrize(("check", "over"), [("immediate", True), ("after_march", False)])
def test_option_victory_check(check, over):
    board = stark_at_six(victory_check=check).units("seagard", "lannister", footman=1)
    give(board, "stark", "white_harbor").at("march")
    board.do("area moat_cailin", "count 1", "area seagard", "count 1", "no")

    assert castles(board, "stark") == 7
    assert board.over is over

    if not over:
        assert board.phase == "HOUSE_CARD"

        board.do_until("ORDER")

        assert board.winner == "stark"


@rule("2E-VIC-02", "2E-PORT-31")
def test_area_being_conquered_is_not_counted_for_its_home_house():
    board = Board().clear().hold().set_track("iron_throne", "tyrell").set_supply(tyrell=6)
    give(board, "stark", *SIX_OF_STARK[1:], "moat_cailin")
    board.units("winterfell", "lannister", footman=1)
    board.units("white_harbor", "tyrell", knight=2).order("white_harbor", "march+0")
    board.set_hand("tyrell", "alester_florent").set_hand("lannister", "the_hound").at("march")
    board.do("area winterfell", "count 2", "no").do_until("RETREAT", "no")

    assert castles(board, "stark") == 6

    board.do("area karhold")

    assert board.owner("winterfell") == "tyrell"
    assert not board.over


@rule("2E-VIC-02", "2E-VIC-10")
@pytest.mark.parametrize(
    ("stark", "winner"), [(("seagard", "riverrun"), "stark"), ((), "lannister")], ids=str
)
def test_two_houses_at_seven_are_ranked(stark, winner):
    # Lannister leaves Winterfell to Stark and takes two Castles: both have seven.
    board = Board().clear().hold().set_track("iron_throne", "lannister")
    board.set_supply(lannister=4, stark=3)
    plain = ("flints_finger", "harrenhal", "the_eyrie", "crackclaw_point", "storms_end", "starfall")
    give(board, "stark", *stark, *plain[: 6 - len(stark)])
    rich = [area for area in ("seagard", "riverrun") if area not in stark]
    other = ("the_reach", "yronwood", *plain[6 - len(stark) :])
    give(board, "lannister", *(rich + list(other))[:4])
    board.units("winterfell", "lannister", footman=2).order("winterfell", "march+0").at("march")
    board.do("area moat_cailin", "count 1", "area white_harbor", "count 1", "no")

    assert castles(board, "stark") == 7
    assert castles(board, "lannister") == 7
    assert board.winner == winner


# --- after round 10


def at_the_end(**options):
    """Two houses tied on two castle areas each, one of them a Stronghold, all else equal."""
    board = Board(**options).clear().set_track("iron_throne", "baratheon", "stark")
    give(board, "stark", "moat_cailin")
    give(board, "baratheon", "storms_end")
    return board.set_supply(stark=2, baratheon=2).set_power(stark=3, baratheon=3)


@rule("2E-VIC-03", "2E-CLEAN-04")
def test_most_castle_areas_win_after_round_ten():
    board = give(at_the_end(), "stark", "flints_finger").set_supply(stark=0, baratheon=6)
    board.at("clean_up", round_no=10)

    assert board.winner == "stark"
    assert board.value("won_by_castles") == 0


@rule("2E-VIC-07", "2E-VIC-10")
def test_iron_throne_track_is_the_last_tie_break():
    board = at_the_end().at("clean_up", round_no=10)

    assert board.winner == "baratheon"

    board = at_the_end().set_track("iron_throne", "stark").at("clean_up", round_no=10)

    assert board.winner == "stark"
    assert sorted(board.value("place")) == [0, 1, 2, 3, 4, 5]


@rule("2E-VIC-04")
def test_strongholds_break_a_tie_before_supply():
    board = Board().clear().set_track("iron_throne", "baratheon", "stark")
    give(board, "stark", "seagard")
    give(board, "baratheon", "storms_end").set_supply(stark=0, baratheon=6)
    board.at("clean_up", round_no=10)

    assert board.winner == "stark"


@rule("2E-VIC-05")
def test_supply_token_breaks_a_tie_before_power():
    # The token counts, not the icons: Baratheon has more of those (AMB-65).
    board = at_the_end().set_supply(stark=3, baratheon=2).set_power(stark=0, baratheon=9)
    board = give(board, "baratheon", "kingswood", "blackwater").at("clean_up", round_no=10)

    assert board.winner == "stark"


@rule("2E-VIC-06", "2E-VIC-09", "2E-CTRL-15")
def test_available_power_breaks_a_tie_before_the_iron_throne():
    board = at_the_end().set_power(stark=4, baratheon=3)
    # Tokens on the board are no available Power.
    board = give(board, "baratheon", "karhold", "kingswood").at("clean_up", round_no=10)

    assert board.winner == "stark"


@rule("2E-VIC-08")
def test_tie_breaks_compare_only_those_still_tied():
    board = Board().clear().set_track("iron_throne", "greyjoy", "lannister", "stark")
    give(board, "stark", "seagard")
    give(board, "lannister", "riverrun")
    # Greyjoy ties on castle areas, not on Strongholds: its Supply and Power count no more.
    give(board, "greyjoy", "flints_finger").set_supply(greyjoy=6, lannister=2, stark=2)
    board.set_power(greyjoy=15, lannister=1, stark=2).at("clean_up", round_no=10)

    assert board.winner == "stark"
    assert [board.houses[s] for s in np.argsort(board.value("place"))][:3] == [
        "stark",
        "lannister",
        "greyjoy",
    ]


@rule("2E-VIC-04", "2E-VIC-05", "2E-VIC-06", "2E-VIC-07")
@pytest.mark.parametrize(
    ("reading", "winner"), [("rulebook", "stark"), ("faq", "baratheon")], ids=str
)
def test_option_final_tiebreak_land_areas(reading, winner):
    board = Board(final_tiebreak=reading).clear()
    give(board, "stark", "seagard")
    give(board, "baratheon", "storms_end", "kingswood").set_supply(stark=5, baratheon=1)
    board.at("clean_up", round_no=10)

    assert board.winner == winner


@rule("2E-VIC-06")
@pytest.mark.parametrize(
    ("reading", "winner"), [("rulebook", "stark"), ("faq", "baratheon")], ids=str
)
def test_option_final_tiebreak_leaves_out_power(reading, winner):
    board = at_the_end(final_tiebreak=reading).set_power(stark=9).at("clean_up", round_no=10)

    assert board.winner == winner
