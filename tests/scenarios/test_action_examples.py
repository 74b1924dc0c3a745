"""The rulebooks' worked examples of the Action phase, played move by move (2E-EX-11 to -23)."""

import pytest

from tests.builder import AREAS, Board
from tests.rules.marks import rule


@rule("2E-EX-11")
def test_example_of_raids():
    board = Board(players=5).clear()
    board.set_track("iron_throne", "greyjoy", "stark", "lannister", "baratheon", "tyrell")
    board.set_power(greyjoy=2, lannister=3, baratheon=4, tyrell=5)
    for area, house, unit, order in [
        ("the_reach", "lannister", "footman", "raid"),
        ("sunset_sea", "lannister", "ship", "raid"),
        ("west_summer_sea", "greyjoy", "ship", "raid"),
        ("dornish_marches", "tyrell", "footman", "raid"),
        ("stoney_sept", "baratheon", "footman", "raid*"),
        ("highgarden", "tyrell", "footman", "consolidate"),
        ("lannisport", "lannister", "footman", "defense+1"),
        ("winterfell", "stark", "footman", "march+0"),
    ]:
        board.units(area, house, **{unit: 1}).order(area, order)
    board.at("raid")

    assert (board.player, board.asked) == ("greyjoy", "west_summer_sea")

    board.do("area highgarden")

    assert (board.order_of("highgarden"), board.order_of("west_summer_sea")) == (None, None)
    assert (board.power("greyjoy"), board.power("tyrell")) == (3, 4)

    # Stark has no Raid and is skipped.
    assert (board.phase, board.player) == ("RAID_FROM", "lannister")

    board.do("area the_reach", "area dornish_marches")

    assert (board.order_of("the_reach"), board.order_of("dornish_marches")) == (None, None)
    assert (board.power("lannister"), board.power("tyrell")) == (3, 4)
    assert (board.player, board.asked) == ("baratheon", "stoney_sept")

    board.do("area lannisport")

    assert (board.order_of("stoney_sept"), board.order_of("lannisport")) == (None, None)

    # Tyrell's only Raid is gone, so the turn goes back to Lannister.
    assert (board.player, board.asked) == ("lannister", "sunset_sea")
    assert board.legal() == {"done"}

    board.do("done")

    assert (board.phase, board.player) == ("MARCH_TO", "stark")
    assert {board.order_of(area) for area in AREAS} == {None, "march+0"}


@rule("2E-EX-12")
def test_example_of_a_march():
    board = Board().clear().hold().units("lannisport", "lannister", footman=3)
    board.order("lannisport", "march+0").units("searoad_marches", "lannister", footman=1)
    board.at("march").do("area searoad_marches", "count 1", "area stoney_sept", "count 1", "done")

    assert board.phase == "CONSOLIDATE_CHOICE"
    assert board.count("stoney_sept", "footman") == 1
    assert board.count("searoad_marches", "footman") == 2
    assert board.count("lannisport", "footman") == 1
    assert board.order_of("lannisport") is None


@rule("2E-EX-13")
def test_advice_on_relays():
    board = Board().clear().hold().set_track("iron_throne", "stark")
    board.units("karhold", "stark", footman=1).order("karhold", "march-1")
    board.units("winterfell", "stark", footman=1).order("winterfell", "march+0")
    board.units("moat_cailin", "stark", footman=1).order("moat_cailin", "march+1")
    board.set_supply(stark=6).at("march")
    board.do("area karhold", "area winterfell", "count 1", "no")
    board.do("area winterfell", "area moat_cailin", "count 2")
    board.do("area seagard", "count 3", "no")

    assert board.phase == "CONSOLIDATE_CHOICE"
    assert board.count("seagard", "footman") == 3


@rule("2E-EX-13", "2E-CCLN-02")
def test_a_relay_stops_where_an_enemy_wins():
    board = Board().clear().hold().set_track("iron_throne", "stark", "greyjoy")
    board.units("winterfell", "stark", footman=1).order("winterfell", "march+0")
    board.units("moat_cailin", "stark", footman=1).order("moat_cailin", "march+1")
    board.units("seagard", "greyjoy", knight=3).order("seagard", "march+0").set(blade_used=1)
    board.set_supply(greyjoy=6)
    board.set_hand("greyjoy", "euron_crows_eye").set_hand("stark", "ser_rodrick_cassel")
    board.at("march").do("area winterfell", "area moat_cailin", "count 1")
    board.do("area moat_cailin", "count 3", "no").do_until("RETREAT")
    board.do("area winterfell")

    assert board.owner("moat_cailin") == "greyjoy"
    assert board.order_of("moat_cailin") is None
    assert board.phase == "CONSOLIDATE_CHOICE"


@rule("2E-EX-14")
def test_example_of_consolidate_power():
    board = Board().clear().hold().units("dragonstone", "baratheon", footman=1)
    board.order("dragonstone", "consolidate").set_power(baratheon=5).at("consolidate")

    assert board.player == "martell"
    assert board.power("baratheon") == 7
    assert board.order_of("dragonstone") is None


@rule("2E-EX-21")
@pytest.mark.parametrize("unit", ["footman", "knight", "siege_engine"])
def test_example_of_ship_transport(unit):
    board = Board().clear().set_track("iron_throne", "tyrell")
    for sea in ("redwyne_straights", "west_summer_sea", "east_summer_sea"):
        board.units(sea, "tyrell", ship=1)
    board.units("highgarden", "tyrell", **{unit: 1}).order("highgarden", "march+0").at("march")

    by_land = {"dornish_marches", "oldtown", "searoad_marches", "the_reach"}
    redwyne = {"oldtown", "the_arbor", "three_towers"}
    west = {"searoad_marches", "starfall", "the_arbor", "three_towers"}
    east = {"salt_shore", "starfall", "storms_end", "sunspear"}

    assert board.legal_names("area") == by_land | redwyne | west | east

    board.do("area sunspear", "count 1")

    assert board.count("sunspear", unit) == 1


@rule("2E-EX-22")
def test_example_of_a_port():
    board = Board().clear().set_track("iron_throne", "martell")
    board.set_westeros("mustering", "last_days_of_summer", "rains_of_autumn")
    board.units("east_summer_sea", "tyrell", ship=1).at("westeros")

    assert (board.phase, board.player, board.asked) == ("MUSTER", "martell", "sunspear")

    board.do("unit footman")

    assert board.legal_names("area") == {"port_of_sunspear", "sea_of_dorne"}

    board.do("area port_of_sunspear").do_until("ORDER", "done")
    while board.phase == "ORDER":
        raids = board.asked == "port_of_sunspear"
        board.do("order raid" if raids else "order support")
    board.do("done")

    assert (board.phase, board.player, board.asked) == (
        "RAID_TARGET",
        "martell",
        "port_of_sunspear",
    )
    assert board.order_of("east_summer_sea") == "support"
    assert board.legal_names("area") == {"east_summer_sea"}

    board.do("area east_summer_sea")

    assert board.order_of("east_summer_sea") is None


@rule("2E-EX-23")
@pytest.mark.parametrize("order", ["support", "defense+1"])
def test_example_of_a_neutral_force(order):
    board = Board(players=5).clear().hold("stark", "winterfell").neutral("sunspear", 5)
    board.set_track("iron_throne", "tyrell").units("yronwood", "tyrell", knight=1, footman=1)
    board.order("yronwood", "march+1").units("sea_of_dorne", "tyrell", ship=1)
    board.order("sea_of_dorne", order).at("march")

    # 2 + 1 + 1, and 1 by the Support order
    assert ("sunspear" in board.legal_names("area")) is (order == "support")

    if order == "support":
        board.do("area sunspear", "count 1", "count 1", "no")

        assert board.value("neutral")[AREAS.index("sunspear")] == 0
        assert board.owner("sunspear") == "tyrell"
        assert board.size("sunspear") == 2
