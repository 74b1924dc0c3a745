"""Ports: orders, moves, support and Power. Ledger section 19 (raids: test_raids.py)."""

import pytest

from tests.builder import FACTS, Board
from tests.rules.marks import rule
from tests.rules.westeros_phase import draw

PORTS = [area.id for area in FACTS.board.areas if area.kind == "port"]


def white_harbor(holder="stark"):
    """A Footman of ``holder`` at White Harbor; Stark is first."""
    board = Board().clear().hold().set_track("iron_throne", "stark").set_supply(stark=6)
    return board.units("white_harbor", holder, footman=1)


def sail(area, ships=1, **options):
    """Stark Ships march from an area; nothing else is on the board but a hold."""
    board = Board(**options).clear().hold().set_track("iron_throne", "stark")
    return board.set_supply(stark=6).units(area, "stark", ship=ships).order(area, "march+0")


@rule("2E-PORT-01")
@pytest.mark.parametrize("port", PORTS)
def test_a_port_lies_between_one_land_and_one_sea_area(port):
    kinds = [Board().kind(area) for area in FACTS.board.neighbours[port]]

    assert sorted(kinds) == ["land", "sea"]


@rule("2E-PORT-02", "2E-PORT-06", "2E-PORT-08", "2E-PORT-09")
@pytest.mark.parametrize(
    ("holder", "is_open"), [("stark", True), ("greyjoy", False), (None, False)]
)
@pytest.mark.parametrize("ships", [0, 1])
def test_only_the_controller_of_the_land_area_enters_its_port(holder, is_open, ships):
    board = sail("the_narrow_sea")
    if holder:
        board.units("white_harbor", holder, footman=1)
    if ships and holder:
        board.units("port_of_white_harbor", holder, ship=1)
    board.at("march")

    assert ("port_of_white_harbor" in board.legal_names("area")) is is_open
    assert "the_shivering_sea" in board.legal_names("area")


@rule("2E-PORT-02")
def test_a_token_or_shield_is_control_enough():
    board = sail("the_narrow_sea").token("white_harbor", "stark").at("march")

    assert "port_of_white_harbor" in board.legal_names("area")

    board = sail("bay_of_ice").at("march")

    assert "port_of_winterfell" in board.legal_names("area")


@rule("2E-PORT-06", "2E-PORT-07", "2E-PORT-01")
def test_only_the_connected_sea_leads_to_and_from_a_port():
    board = sail("the_shivering_sea").units("white_harbor", "stark", footman=1).at("march")

    assert board.legal_names("area") == {"the_narrow_sea"}

    board = sail("port_of_white_harbor").units("white_harbor", "stark", footman=1).at("march")

    assert board.legal_names("area") == {"the_narrow_sea"}

    board.do("area the_narrow_sea", "count 1")

    assert board.owner("the_narrow_sea") == "stark"
    assert board.phase == "CONSOLIDATE_CHOICE"


@rule("2E-PORT-07", "2E-PORT-27")
@pytest.mark.parametrize(("revision", "leads_out"), [("newer", True), ("older", False)])
def test_leaving_a_blockaded_port_is_an_attack(revision, leads_out):
    board = sail("port_of_white_harbor", revision=revision)
    board.units("white_harbor", "stark", footman=1).units("the_narrow_sea", "greyjoy", ship=1)
    board.at("march")

    assert board.legal_names("area") == ({"the_narrow_sea"} if leads_out else set())

    if leads_out:
        board.do("area the_narrow_sea", "count 1")

        assert board.phase == "HOUSE_CARD"
        assert board.value("fighter").tolist() == [board.seat("stark"), board.seat("greyjoy")]


@rule("2E-PORT-07")
def test_older_revision_lets_ships_into_a_friendly_sea():
    board = sail("port_of_winterfell", revision="older").units("bay_of_ice", "stark", ship=1)
    board.at("march")

    assert board.legal_names("area") == {"bay_of_ice"}


@rule("2E-PORT-04")
@pytest.mark.parametrize(("inside", "most"), [(0, 3), (1, 2), (2, 1), (3, 0)])
def test_a_port_holds_three_ships(inside, most):
    board = sail("the_narrow_sea", ships=3).token("white_harbor", "stark")
    if inside:
        board.units("port_of_white_harbor", "stark", ship=inside)
    board.at("march")

    assert ("port_of_white_harbor" in board.legal_names("area")) is (most > 0)

    if most:
        board.do("area port_of_white_harbor")

        assert board.legal_names("count") == {str(n) for n in range(1, most + 1)}


@rule("2E-PORT-28", "2E-SUP-10")
def test_supply_limits_ships_in_port():
    # Supply 0 allows two armies of 2.
    board = sail("the_narrow_sea", ships=2).set_supply(stark=0).token("white_harbor", "stark")
    board.units("port_of_white_harbor", "stark", ship=1).units("karhold", "stark", footman=2)
    board.at("march").do("area port_of_white_harbor")

    assert board.legal_names("count") == {"1"}


@rule("2E-PORT-03", "2E-PORT-05", "2E-PORT-26", "2E-MUS-15")
@pytest.mark.parametrize("inside", [0, 2, 3])
def test_mustering_into_port_or_sea(inside):
    board = Board().clear().set_track("iron_throne", "stark").set_supply(stark=6)
    board.units("winterfell", "stark", knight=1)
    if inside:
        board.units("port_of_winterfell", "stark", ship=inside)
    draw(board, first="mustering")

    assert (board.phase, board.player, board.asked) == ("MUSTER", "stark", "winterfell")
    assert board.legal_names("area") == {"bay_of_ice", "the_shivering_sea"} | (
        {"port_of_winterfell"} if inside < 3 else set()
    )

    if inside < 3:
        board.do("area port_of_winterfell")

        assert board.count("port_of_winterfell", "ship") == inside + 1
        assert ("area port_of_winterfell" in board.legal()) is (inside + 1 < 3)


@rule("2E-PORT-05")
def test_mustering_into_a_blockaded_port():
    board = Board().clear().set_track("iron_throne", "stark").set_supply(stark=6)
    board.units("bay_of_ice", "greyjoy", ship=1)
    draw(board, first="mustering")

    assert board.legal_names("area") == {"port_of_winterfell", "the_shivering_sea"}


def attack_by_land(order):
    """Stark beats Lannister at White Harbor; Lannister Ships in the Port have an order."""
    board = white_harbor("lannister").units("winterfell", "stark", knight=3)
    board.order("winterfell", "march+0").units("port_of_white_harbor", "lannister", ship=2)
    board.order("port_of_white_harbor", order).set(blade_used=1)
    board.set_hand("stark", "ser_rodrick_cassel").set_hand("lannister", "the_hound").at("march")
    return board.do("area white_harbor", "count 3")


@rule("2E-PORT-10", "2E-PORT-12", "2E-PORT-13")
@pytest.mark.parametrize("order", ["defense+2", "support", "support+1"])
def test_ships_in_port_do_nothing_for_the_land_area(order):
    board = attack_by_land(order)

    assert board.phase == "HOUSE_CARD"

    board.do("card ser_rodrick_cassel", "card the_hound").do_until("RETREAT")

    assert board.value("victor_margin") == (6 + 1) - (1 + 2)


@rule("2E-PORT-11", "2E-PORT-01")
def test_ships_in_port_support_in_the_connected_sea_alone():
    board = sail("the_shivering_sea", ships=2).token("white_harbor", "stark")
    board.units("port_of_white_harbor", "stark", ship=2).order("port_of_white_harbor", "support+1")
    board.units("the_narrow_sea", "lannister", ship=1).set(blade_used=1)
    board.set_hand("stark", "ser_rodrick_cassel").set_hand("lannister", "the_hound").at("march")
    board.do("area the_narrow_sea", "count 2")

    assert board.asked == "port_of_white_harbor"

    board.do("side attacker").do_until("RETREAT")

    assert board.value("victor_margin") == (2 + 3 + 1) - (1 + 2)

    board = sail("the_narrow_sea", ships=2).token("white_harbor", "stark")
    board.units("port_of_white_harbor", "stark", ship=2).order("port_of_white_harbor", "support+1")
    board.units("the_shivering_sea", "lannister", ship=1).at("march")
    board.do("area the_shivering_sea", "count 2")

    assert board.phase == "HOUSE_CARD"


@rule("2E-PORT-18", "2E-PORT-19", "2E-PORT-20", "2E-CONS-07")
@pytest.mark.parametrize("order", ["consolidate", "consolidate*"])
@pytest.mark.parametrize(
    ("at_sea", "gain"), [(None, 1), ("stark", 1), ("greyjoy", 0)], ids=["empty", "own", "enemy"]
)
def test_consolidate_power_in_a_port(order, at_sea, gain):
    board = white_harbor().set_power(stark=3).units("port_of_white_harbor", "stark", ship=1)
    board.order("port_of_white_harbor", order)
    if at_sea:
        board.units("the_narrow_sea", at_sea, ship=1)
    board.units("the_shivering_sea", "greyjoy", ship=1).at("consolidate")

    # No question even for the special order: it cannot muster in a Port.
    assert (board.phase, board.player) == ("CONSOLIDATE_CHOICE", "martell")
    assert board.power("stark") == 3 + gain
    assert board.order_of("port_of_white_harbor") is None


@rule("2E-PORT-25")
@pytest.mark.parametrize(
    ("at_sea", "ships", "gain"), [(None, 2, 1), ("stark", 1, 1), ("greyjoy", 1, 0), (None, 0, 0)]
)
def test_ships_in_port_bring_power_by_a_game_of_thrones(at_sea, ships, gain):
    board = Board().clear().token("white_harbor", "stark").set_power(stark=3)
    if ships:
        board.units("port_of_white_harbor", "stark", ship=ships)
    if at_sea:
        board.units("the_narrow_sea", at_sea, ship=1)
    draw(board, second="game_of_thrones")

    # Winterfell bears one Power icon, White Harbor none.
    assert board.power("stark") == 3 + 1 + gain
