"""Ship transport. Ledger section 17."""

from tests.builder import AREAS, Board
from tests.rules.marks import rule

COAST_OF_SHIVERING = {"castle_black", "karhold", "white_harbor", "widows_watch"}
COAST_OF_NARROW = {
    "crackclaw_point",
    "moat_cailin",
    "the_eyrie",
    "the_fingers",
    "the_mountains_of_the_moon",
    "the_twins",
    "white_harbor",
    "widows_watch",
}
ADJACENT = {"castle_black", "karhold", "moat_cailin", "the_stony_shore", "white_harbor"}


def fleet(*seas, house="stark", order="march+0", routed=False, **units):
    """Stark marches from Winterfell; a house has one Ship in each of the seas."""
    board = Board().clear().hold().set_track("iron_throne", "stark").set_supply(stark=6)
    board.units("winterfell", "stark", **(units or {"footman": 1})).order("winterfell", order)
    for sea in seas:
        board.units(sea, house, routed=routed, ship=1)
    return board


def reach(board):
    """Areas open to the march from Winterfell."""
    return board.at("march").legal_names("area")


@rule("2E-SHIP-01")
def test_a_chain_of_own_ships_joins_coasts():
    assert reach(fleet()) == ADJACENT
    assert reach(fleet("the_shivering_sea")) == ADJACENT | COAST_OF_SHIVERING
    assert reach(fleet("the_shivering_sea", "the_narrow_sea")) == (
        ADJACENT | COAST_OF_SHIVERING | COAST_OF_NARROW
    )


@rule("2E-SHIP-01")
def test_a_gap_in_the_chain_ends_it():
    assert reach(fleet("the_shivering_sea", "shipbreaker_bay")) == ADJACENT | COAST_OF_SHIVERING
    assert reach(fleet("the_narrow_sea")) == ADJACENT


@rule("2E-SHIP-01")
def test_ships_in_port_form_no_chain():
    assert reach(fleet("port_of_winterfell")) == ADJACENT


@rule("2E-SHIP-06")
def test_ships_of_another_house_never_carry():
    assert reach(fleet("the_shivering_sea", "the_narrow_sea", house="baratheon")) == ADJACENT


@rule("2E-SHIP-08")
def test_routed_ships_carry():
    assert reach(fleet("the_shivering_sea", routed=True)) == ADJACENT | COAST_OF_SHIVERING


@rule("2E-SHIP-04", "2E-SHIP-05", "2E-SHIP-11")
def test_the_same_ships_carry_all_land_units_to_several_places_again_and_again():
    board = fleet("the_shivering_sea", footman=1, knight=1, siege_engine=1)
    board.units("castle_black", "stark", footman=1).order("castle_black", "march-1").at("march")
    board.do("area winterfell")
    board.do("area karhold", "count 1", "count 0", "count 0")
    board.do("area white_harbor", "count 1", "count 0")
    board.do("area widows_watch", "count 1")

    assert board.count("widows_watch", "siege_engine") == 1
    assert board.count("white_harbor", "knight") == 1

    board.do("area widows_watch", "count 1", "no")

    assert board.count("widows_watch", "footman") == 1


@rule("2E-SHIP-07")
def test_orders_at_sea_do_not_matter_and_stay():
    board = fleet("the_shivering_sea").order("the_shivering_sea", "support").at("march")
    board.do("area widows_watch", "count 1")

    assert board.owner("widows_watch") == "stark"
    assert board.order_of("the_shivering_sea") == "support"


@rule("2E-SHIP-09")
def test_an_attack_may_come_by_sea():
    board = fleet("the_shivering_sea", footman=2).units("widows_watch", "greyjoy", footman=1)
    board.units("white_harbor", "greyjoy", footman=1).at("march")
    board.do("area white_harbor", "count 1")

    assert "widows_watch" not in board.legal_names("area")

    board = fleet("the_shivering_sea", footman=2).units("widows_watch", "greyjoy", footman=1)
    board.at("march").do("area widows_watch", "count 2")

    assert board.phase == "HOUSE_CARD"
    assert AREAS[board.value("fight_from")] == "winterfell"


@rule("2E-SHIP-10")
def test_ships_are_not_carried():
    board = Board().clear().set_track("iron_throne", "stark")
    board.units("the_shivering_sea", "stark", ship=1).units("the_narrow_sea", "stark", ship=1)
    board.units("winterfell", "stark", footman=1).order("the_shivering_sea", "march+0").at("march")

    assert board.legal_names("area") == {"the_narrow_sea"}


def supported(board):
    """True if Stark is asked for support from White Harbor in a combat at Widow's Watch."""
    board.at("march").do("area widows_watch", "count 1")
    return board.phase == "SUPPORT"


@rule("2E-SHIP-03", "2E-SUPP-16")
def test_ships_bring_no_support_across_the_sea():
    far = fleet("the_shivering_sea").units("widows_watch", "greyjoy", footman=1)
    far.units("karhold", "stark", footman=1).order("karhold", "support")
    near = fleet("the_shivering_sea").units("widows_watch", "greyjoy", footman=1)
    near.units("white_harbor", "stark", footman=1).order("white_harbor", "support")

    assert not supported(far)
    assert supported(near)


@rule("2E-SHIP-02", "2E-SHIP-06")
def test_retreat_by_own_ships():
    def retreats(*houses):
        board = fleet(knight=3).units("castle_black", "stark", footman=1)
        board.units("karhold", "greyjoy", footman=1)
        for house in houses:
            board.units("the_shivering_sea", house, ship=1)
        board.set_hand("stark", "ser_rodrick_cassel").set_hand("greyjoy", "dagmar_cleftjaw")
        board.at("march").do("area karhold", "count 3")
        board.do("card ser_rodrick_cassel", "card dagmar_cleftjaw")
        if board.phase == "BLADE":
            board.do("no")
        return board.legal_names("area") if board.phase == "RETREAT" else set()

    assert retreats("greyjoy") == {"white_harbor", "widows_watch"}
    assert retreats("stark") == set()
    assert retreats() == set()
