"""Ports whose land area changes hands. Ledger section 19, with the options port_capture_*."""

import pytest

from tests.builder import Board
from tests.rules.marks import rule

PORT = "port_of_white_harbor"


def conquest(ships=2, order=None, **options):
    """Stark enters White Harbor, held by a Lannister token with Lannister Ships in its Port."""
    board = Board(**options).clear().hold().set_track("iron_throne", "stark")
    board.set_supply(stark=6).token("white_harbor", "lannister")
    board.units(PORT, "lannister", ship=ships)
    if order:
        board.order(PORT, order)
    return board.units("winterfell", "stark", footman=2).order("winterfell", "march+0")


def enter(board):
    """Carry the march into White Harbor out."""
    return board.at("march").do("area white_harbor", "count 2")


@rule("2E-PORT-21", "2E-PORT-23", "2E-PORT-24", "2E-DP-38", "2E-CTRL-18")
@pytest.mark.parametrize(
    ("revision", "counts", "taken"),
    [
        ("newer", {"count 0", "count 2"}, 0),
        ("newer", {"count 0", "count 2"}, 2),
        ("older", {"count 0", "count 1", "count 2"}, 0),
        ("older", {"count 0", "count 1", "count 2"}, 1),
        ("older", {"count 0", "count 1", "count 2"}, 2),
    ],
)
def test_conqueror_replaces_all_ships_or_none_and_by_the_older_rulebook_any_number(
    revision, counts, taken
):
    board = enter(conquest(revision=revision))

    assert (board.phase, board.player, board.asked) == ("PORT_CAPTURE", "stark", PORT)
    assert board.legal() == counts

    pools = board.pool("stark", "ship"), board.pool("lannister", "ship")
    board.do(f"count {taken}")

    assert board.owner(PORT) == ("stark" if taken else None)
    assert board.count(PORT, "ship") == taken
    assert board.pool("stark", "ship") == pools[0] - taken
    assert board.pool("lannister", "ship") == pools[1] + 2


@rule("2E-PORT-23", "2E-AMB-33", "2E-DP-38")
@pytest.mark.parametrize(
    ("options", "counts"),
    [
        ({}, {"0", "3"}),
        ({"revision": "older"}, {"0", "1", "2", "3"}),
        ({"rulings": "online"}, {"0", "1", "2", "3"}),
        ({"port_capture_partial": True}, {"0", "1", "2", "3"}),
        ({"revision": "older", "port_capture_partial": False}, {"0", "3"}),
        ({"rulings": "online", "port_capture_partial": False}, {"0", "3"}),
    ],
)
def test_option_port_capture_partial(options, counts):
    board = enter(conquest(ships=3, **options))

    assert board.legal_names("count") == counts


def numbers(most, partial):
    """Numbers of Ships that may be taken over when no more than ``most`` can be."""
    return {str(n) for n in range(most + 1) if partial or n in (0, most)}


@rule("2E-PORT-22", "2E-DP-38")
@pytest.mark.parametrize("partial", [False, True])
@pytest.mark.parametrize(("supply", "elsewhere", "most"), [(0, 2, 1), (0, 0, 2), (1, 0, 3)])
def test_captured_ships_must_fit_supply(supply, elsewhere, most, partial):
    # The two Footmen that enter are an army, too; levels 0 and 1 allow {2, 2} and {3, 2}.
    board = conquest(ships=3, port_capture_partial=partial).set_supply(stark=supply)
    if elsewhere:
        board.units("karhold", "stark", footman=elsewhere)
    enter(board)

    assert board.legal_names("count") == numbers(most, partial)


@rule("2E-PORT-21", "2E-DP-38")
@pytest.mark.parametrize("partial", [False, True])
def test_only_unused_ships_replace(partial):
    board = conquest(ships=3, port_capture_partial=partial)
    board.units("the_shivering_sea", "stark", ship=3)
    board.units("bay_of_ice", "stark", ship=1)
    enter(board)

    assert board.legal_names("count") == numbers(2, partial)


@rule("2E-PORT-24", "2E-PORT-29")
def test_without_unused_ships_the_enemy_ships_only_leave():
    board = conquest(ships=2, order="consolidate").units("the_shivering_sea", "stark", ship=4)
    board.units("bay_of_ice", "stark", ship=2)
    enter(board)

    assert board.phase == "CONSOLIDATE_CHOICE"
    assert board.owner(PORT) is None
    assert board.order_of(PORT) is None


@rule("2E-PORT-29")
@pytest.mark.parametrize("taken", [0, 2])
def test_order_of_captured_ships_is_removed(taken):
    board = enter(conquest(order="consolidate")).set_power(lannister=3, stark=3)
    board.do(f"count {taken}")

    assert board.order_of(PORT) is None
    assert (board.phase, board.player) == ("CONSOLIDATE_CHOICE", "martell")
    assert (board.power("lannister"), board.power("stark")) == (3, 3)


def leave(area, port, house="lannister"):
    """A house marches out of an area with one of its Ships in the Port."""
    board = Board().clear().hold().set_track("iron_throne", house)
    board.units(area, house, footman=1).order(area, "march+0")
    return board.units(port, house, ship=2).order(port, "support").at("march")


@rule("2E-PORT-30", "2E-PORT-29", "2E-PORT-02")
@pytest.mark.parametrize(("token", "ships"), [("no", 0), ("yes", 2)])
def test_ships_leave_a_port_nobody_controls(token, ships):
    board = leave("white_harbor", PORT).do("area winterfell", "count 1", token)

    assert board.phase == "CONSOLIDATE_CHOICE"
    assert board.count(PORT, "ship") == ships
    assert board.order_of(PORT) == ("support" if ships else None)
    assert board.pool("lannister", "ship") == 6 - ships


@rule("2E-PORT-30", "2E-HOME-05", "2E-DP-38")
def test_home_house_takes_the_port_of_its_home_area():
    board = leave("winterfell", "port_of_winterfell").do("area karhold", "count 1", "no")

    assert (board.phase, board.player) == ("PORT_CAPTURE", "stark")

    board.do("count 2")

    assert board.owner("port_of_winterfell") == "stark"
    assert board.count("port_of_winterfell", "ship") == 2


@rule("2E-PORT-30", "2E-PORT-31")
def test_ships_leave_before_the_combat_of_the_same_march():
    board = Board().clear().hold().set_track("iron_throne", "lannister")
    board.units("white_harbor", "lannister", footman=1).order("white_harbor", "march+0")
    board.units(PORT, "lannister", ship=1).units("moat_cailin", "greyjoy", footman=1).at("march")
    board.do("area moat_cailin", "count 1", "no")

    assert board.phase == "HOUSE_CARD"
    assert board.owner(PORT) is None


@rule("2E-PORT-31")
@pytest.mark.parametrize(
    ("timing", "before"), [("on_control", True), ("after_march", False)], ids=str
)
def test_option_port_capture_timing(timing, before):
    board = conquest(port_capture_timing=timing).units("moat_cailin", "greyjoy", footman=1)
    board.at("march").do("area moat_cailin", "count 1", "area white_harbor", "count 1")

    assert board.phase == ("PORT_CAPTURE" if before else "HOUSE_CARD")

    if not before:
        board.do_until("PORT_CAPTURE", "no")

        assert board.value("fight") == 0
        assert board.player == "stark"


@rule("2E-PORT-30", "2E-PORT-31", "2E-AMB-91")
@pytest.mark.parametrize(("rulings", "kept"), [("rulebook", False), ("online", True)])
def test_ships_of_an_emptied_area_while_its_units_still_fight(rulings, kept):
    """Beaten, they come back: by the later reading the Port was never left to nobody."""
    board = Board(rulings=rulings).clear().hold().set_track("iron_throne", "lannister")
    board.units("white_harbor", "lannister", footman=1).order("white_harbor", "march-1")
    board.units(PORT, "lannister", ship=1).units("moat_cailin", "greyjoy", knight=3)
    board.set(blade_used=1).set_hand("lannister", "the_hound", "ser_kevan_lannister")
    board.set_hand("greyjoy", "dagmar_cleftjaw", "asha_greyjoy").at("march")
    board.do("area moat_cailin", "count 1", "no")
    assert (board.owner(PORT) == "lannister") is kept

    board.do("card the_hound", "card dagmar_cleftjaw")
    board.do_until("CONSOLIDATE_CHOICE")

    assert board.count("white_harbor", "footman", routed=True) == 1
    assert board.count(PORT, "ship") == kept


@rule("2E-PORT-31", "2E-PORT-21", "2E-PORT-30")
@pytest.mark.parametrize("area", ["white_harbor", "winterfell"])
def test_port_changes_hands_when_the_victors_move_in(area):
    port = f"port_of_{area}"
    board = Board().clear().hold().set_track("iron_throne", "greyjoy").set_supply(greyjoy=6)
    board.units("moat_cailin", "greyjoy", knight=3).order("moat_cailin", "march+0")
    board.units(area, "lannister", footman=1).units(port, "lannister", ship=2).set(blade_used=1)
    board.set_hand("greyjoy", "euron_crows_eye").set_hand("lannister", "the_hound").at("march")
    board.do(f"area {area}", "count 3", "no").do_until("RETREAT")

    assert board.count(port, "ship") == 2

    board.do("area karhold" if area == "winterfell" else "area widows_watch")

    assert (board.phase, board.player) == ("PORT_CAPTURE", "greyjoy")
    assert board.owner(area) == "greyjoy"

    board.do("count 2")

    assert board.owner(port) == "greyjoy"


@rule("2E-PORT-31", "2E-PORT-02")
def test_a_lost_attack_leaves_the_port_alone():
    board = Board().clear().hold().set_track("iron_throne", "greyjoy")
    board.units("moat_cailin", "greyjoy", footman=1).order("moat_cailin", "march-1")
    board.units("white_harbor", "lannister", knight=3).units(PORT, "lannister", ship=2)
    board.set(blade_used=1).set_hand("lannister", "the_hound")
    board.set_hand("greyjoy", "euron_crows_eye").at("march")
    board.do("area white_harbor", "count 1", "no").do_until("CONSOLIDATE_CHOICE")

    assert board.owner(PORT) == "lannister"
    assert board.count(PORT, "ship") == 2
