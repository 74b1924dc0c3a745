"""Control of areas and home areas. Ledger section 18."""

import numpy as np
import pytest

from got_env.westeros.views import observation
from tests.builder import Board
from tests.rules.battles import observed_area
from tests.rules.marks import rule
from tests.rules.westeros_phase import draw


def march_out(area="moat_cailin", **units):
    """Stark marches out of an area first; the round stops before Clean up."""
    board = Board().clear().hold().set_track("iron_throne", "stark").set_supply(stark=6)
    return board.units(area, "stark", **(units or {"footman": 1})).order(area, "march+0")


def controller(board, area):
    """House that controls an area, as everyone sees it."""
    row = observed_area(board, board.houses[0], area)
    held = np.flatnonzero(row[observation.A_CONTROL : observation.A_CONTROL + 6])
    return board.houses[held[0]] if len(held) else None


@rule("2E-CTRL-01", "2E-CTRL-02", "2E-CTRL-16")
def test_land_units_or_a_token_give_control():
    board = Board().clear().units("moat_cailin", "stark", siege_engine=1)
    board.units("the_narrow_sea", "stark", ship=1).units("port_of_white_harbor", "stark", ship=1)
    board.token("karhold", "stark")

    assert controller(board, "moat_cailin") == "stark"
    assert controller(board, "karhold") == "stark"
    assert controller(board, "white_harbor") is None
    assert controller(board, "widows_watch") is None

    board.units("karhold", "greyjoy", footman=1)

    assert controller(board, "karhold") == "greyjoy"


@rule("2E-CTRL-03", "2E-CTRL-07", "2E-CTRL-15", "2E-DP-26")
def test_a_token_left_behind_keeps_control():
    board = march_out().set_power(stark=3).at("march").do("area seagard", "count 1")

    assert board.phase == "MARCH_TOKEN"
    assert board.legal() == {"yes", "no"}

    board.do("yes")

    assert board.token_of("moat_cailin") == "stark"
    assert board.power("stark") == 2
    assert board.value("tokens_out")[board.seat("stark")] == 1
    assert controller(board, "moat_cailin") == "stark"


@rule("2E-CTRL-04", "2E-DP-26")
def test_without_a_token_control_is_lost_at_once():
    board = march_out().set_power(stark=3).at("march").do("area seagard", "count 1", "no")

    assert board.phase == "CONSOLIDATE_CHOICE"
    assert controller(board, "moat_cailin") is None
    assert board.power("stark") == 3


@rule("2E-CTRL-05", "2E-DP-26")
def test_without_power_no_token_can_be_left():
    board = march_out().set_power(stark=0).at("march").do("area seagard", "count 1")

    assert board.phase == "CONSOLIDATE_CHOICE"
    assert board.token_of("moat_cailin") is None


@rule("2E-CTRL-03", "2E-DP-26")
@pytest.mark.parametrize("routed", [False, True])
def test_no_token_while_a_unit_stays(routed):
    board = march_out(footman=1).units("moat_cailin", "stark", routed=routed, knight=1).at("march")
    board.do("area seagard", "count 1", *([] if routed else ["count 0", "done"]))

    assert board.phase == "CONSOLIDATE_CHOICE"
    assert board.token_of("moat_cailin") is None
    assert controller(board, "moat_cailin") == "stark"


@rule("2E-CTRL-06", "2E-DP-26")
@pytest.mark.parametrize("area", ["the_narrow_sea", "port_of_white_harbor"])
def test_no_token_at_sea_or_in_a_port(area):
    board = march_out(area, ship=1).units("white_harbor", "stark", footman=1).at("march")
    board.do(max(board.legal() - {"done"}), "count 1")

    assert board.phase == "CONSOLIDATE_CHOICE"
    assert board.token_of(area) is None
    assert board.power("stark") == 5


@rule("2E-CTRL-07", "2E-CTRL-08", "2E-DP-26")
def test_own_token_stays_and_holds_the_area_again():
    board = march_out(footman=1).units("seagard", "stark", footman=1).token("seagard", "stark")
    board.order("seagard", "march-1").at("march")
    board.do("area moat_cailin", "area seagard", "count 1", "no")

    assert board.token_of("seagard") == "stark"

    board.do("area riverrun", "count 2")

    # no second token is asked for
    assert board.phase == "CONSOLIDATE_CHOICE"
    assert board.token_of("seagard") == "stark"
    assert controller(board, "seagard") == "stark"
    assert board.power("stark") == 5


@rule("2E-CTRL-09", "2E-MARCH-10")
def test_token_is_settled_before_the_combat():
    board = march_out().units("seagard", "greyjoy", footman=1).at("march")
    board.do("area seagard", "count 1")

    assert board.phase == "MARCH_TOKEN"
    assert board.value("fight") == 0

    board.do("no")

    assert board.phase == "HOUSE_CARD"
    assert controller(board, "moat_cailin") is None


@rule("2E-CTRL-10", "2E-CTRL-11")
def test_token_goes_back_when_an_opponent_takes_the_area():
    board = march_out().token("seagard", "greyjoy").set_power(greyjoy=2).at("march")

    assert board.value("tokens_out")[board.seat("greyjoy")] == 1

    board.do("area seagard", "count 1", "no")

    assert board.token_of("seagard") is None
    assert controller(board, "seagard") == "stark"
    assert board.power("greyjoy") == 2
    assert board.value("tokens_out")[board.seat("greyjoy")] == 0


@rule("2E-CTRL-10")
@pytest.mark.parametrize(("cards", "token"), [("eddard_stark", None), ("catelyn_stark", "greyjoy")])
def test_token_under_a_defender_goes_only_if_the_attacker_wins(cards, token):
    board = march_out().units("seagard", "greyjoy", footman=1).token("seagard", "greyjoy")
    board.set_hand("stark", cards).set_hand("greyjoy", "dagmar_cleftjaw")
    board.set(blade_used=1).at("march")
    board.do("area seagard", "count 1", "no", f"card {cards}", "card dagmar_cleftjaw")
    board.do_until("CONSOLIDATE_CHOICE")

    assert board.token_of("seagard") == token


@rule("2E-CTRL-12")
def test_tokens_do_not_help_the_defender():
    board = march_out(footman=1).units("seagard", "lannister", footman=1)
    board.token("seagard", "lannister").set_track("fiefdoms", "baratheon", "stark")
    board.set_hand("stark", "ser_rodrick_cassel").set_hand("lannister", "tyrion_lannister")
    board.at("march").do("area seagard", "count 1", "no").do_until("RETREAT", "no")

    assert board.player == "lannister"
    assert board.value("victor_margin") == 0


@rule("2E-CTRL-13", "2E-CONS-01")
def test_tokens_are_no_power_icons():
    board = Board().clear().hold().set_track("iron_throne", "stark").set_power(stark=2)
    board.units("seagard", "stark", footman=1).order("seagard", "consolidate")
    board.token("seagard", "stark").at("consolidate")

    assert board.power("stark") == 2 + 2


@rule("2E-CTRL-14")
def test_units_destroyed_leave_no_token():
    board = march_out(knight=3).units("seagard", "greyjoy", footman=1).set_power(greyjoy=5)
    board.set_hand("stark", "eddard_stark").set_hand("greyjoy", "aeron_damphair")
    board.set(blade_used=1).set_track("iron_throne", "stark").at("march")
    board.do("area seagard", "count 3", "no", "card eddard_stark", "card aeron_damphair")
    board.do_until("CONSOLIDATE_CHOICE", "no")

    assert board.owner("seagard") == "stark"
    assert board.power("greyjoy") == 5
    assert board.value("tokens_out").tolist() == [0] * 6


@rule("2E-CTRL-17")
def test_retreat_into_an_empty_area_gives_control_of_it():
    board = march_out(knight=3).units("seagard", "lannister", footman=1)
    board.set_hand("stark", "ser_rodrick_cassel").set_hand("lannister", "the_hound")
    board.set(blade_used=1).at("march").do("area seagard", "count 3", "no").do_until("RETREAT")
    board.do("area the_twins")

    assert controller(board, "the_twins") == "lannister"
    assert board.count("the_twins", "footman", routed=True) == 1


@rule("2E-CTRL-18", "2E-CTRL-16")
def test_lost_areas_bring_no_supply_and_no_mustering():
    board = Board().clear().set_track("iron_throne", "stark")
    board.token("seagard", "stark").token("the_stony_shore", "stark")
    board.units("seagard", "greyjoy", footman=1).units("white_harbor", "stark", footman=1)
    draw(board, first="supply")

    # Winterfell and The Stony Shore, no longer Seagard; Greyjoy: Pyke and Seagard
    assert board.value("supply")[board.seat("stark")] == 2
    assert board.value("supply")[board.seat("greyjoy")] == 2

    board = draw(
        Board().clear().token("seagard", "stark").units("seagard", "greyjoy", footman=1),
        first="mustering",
    )
    offered = {}
    while board.phase in ("MUSTER", "MUSTER_UPGRADE"):
        offered.setdefault(board.player, set()).add(board.asked)
        board.do("done")

    assert "seagard" in offered["greyjoy"]
    assert offered["stark"] == {"winterfell"}


# --- home areas


@rule("2E-HOME-01", "2E-HOME-02", "2E-DP-26")
def test_own_home_area_needs_no_token():
    board = march_out("winterfell").at("march").do("area karhold", "count 1")

    assert board.phase == "CONSOLIDATE_CHOICE"
    assert controller(board, "winterfell") == "stark"
    assert board.token_of("winterfell") is None
    assert board.power("stark") == 5


@rule("2E-HOME-01", "2E-HOME-03", "2E-HOME-05")
def test_enemy_units_hold_a_home_area_only_while_they_stay():
    board = march_out("winterfell").units("lannisport", "stark", footman=1)

    assert controller(board, "lannisport") == "stark"

    board.order("lannisport", "march-1").at("march")
    board.do("area lannisport", "area riverrun", "count 1", "no")

    assert controller(board, "lannisport") == "lannister"


@rule("2E-HOME-04", "2E-DP-26")
def test_a_token_over_the_shield_holds_a_foreign_home_area():
    board = march_out("lannisport").at("march").do("area riverrun", "count 1", "yes")

    assert controller(board, "lannisport") == "stark"
    assert board.token_of("lannisport") == "stark"


@rule("2E-HOME-01", "2E-HOME-04")
def test_the_shield_is_there_again_once_the_enemy_token_is_gone():
    board = Board().clear().hold().set_track("iron_throne", "lannister")
    board.token("lannisport", "stark").units("riverrun", "lannister", footman=1)
    board.order("riverrun", "march+0").at("march").do("area lannisport", "count 1", "no")

    assert board.token_of("lannisport") is None
    assert board.owner("lannisport") == "lannister"


@rule("2E-HOME-05")
def test_home_area_of_a_house_not_in_play_belongs_to_nobody():
    board = Board(players=5).clear().set_track("iron_throne", "tyrell")
    board.units("sunspear", "tyrell", footman=1).order("sunspear", "march+0")
    board.hold("stark", "winterfell").at("march")

    assert controller(board, "sunspear") == "tyrell"

    board.do("area yronwood", "count 1", "no")

    assert controller(board, "sunspear") is None


@rule("2E-HOME-06")
@pytest.mark.parametrize(
    ("holder", "open_to_retreat"), [(None, False), ("lannister", True), ("greyjoy", False)]
)
def test_an_empty_enemy_home_area_is_closed_to_retreats(holder, open_to_retreat):
    board = march_out("white_harbor", knight=3).units("moat_cailin", "lannister", footman=1)
    board.set_hand("stark", "ser_rodrick_cassel").set_hand("lannister", "the_hound")
    if holder:
        board.token("winterfell", holder)
    board.set(blade_used=1).at("march").do("area moat_cailin", "count 3", "no").do_until("RETREAT")

    assert ("winterfell" in board.legal_names("area")) is open_to_retreat
    assert "seagard" in board.legal_names("area")
