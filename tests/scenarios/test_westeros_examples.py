"""Worked examples of the rulebooks: set-up, Westeros phase, Wildlings. Ledger part B."""

import pytest

from got_env.westeros.rules.vocabulary import POWER_TOKENS
from tests.builder import FACTS, Board
from tests.rules.marks import rule
from tests.rules.westeros_phase import bid, draw, events, fresh, wildlings_win

SPECIAL = {"march+1", "defense+2", "support+1", "raid*", "consolidate*"}
SUPPLY_AREAS = (
    "the_stony_shore",
    "widows_watch",
    "greywater_watch",
    "the_fingers",
    "the_mountains_of_the_moon",
)
CAMPS = ("moat_cailin", "castle_black", "karhold", "white_harbor", "the_twins")


def level_of(board, house):
    """Supply level of a house."""
    return int(board.value("supply")[board.seat(house)])


def special_orders(board, house):
    """Special orders a house may lay when it has four areas."""
    for area in ("karhold", "castle_black", "the_stony_shore", "widows_watch"):
        board.units(area, house, footman=1)
    board.at("planning")
    count = 0
    while SPECIAL & board.legal_names("order"):
        board.do(f"order {min(SPECIAL & board.legal_names('order'))}")
        count += 1
    return count


# --- set-up


@rule("2E-EX-01", "2E-SETUP-19", "2E-DEF-10", "2E-COMP-05")
def test_starting_power():
    """5 available, and 15 in the pool: of the 19 icons of the board 15 can be paid."""
    board = Board()
    assert board.power("stark") == 5

    board.clear()
    for area in FACTS.board.areas:
        if area.power_icons and area.id != "winterfell":
            unit = next(u for u in ("footman", "knight", "siege_engine") if board.pool("stark", u))
            board.units(area.id, "stark", **{unit: 1})
    draw(board, second="game_of_thrones")

    assert board.power("stark") == POWER_TOKENS == 5 + 15


@rule("2E-EX-02", "2E-SETUP-05", "2E-FEW-07")
def test_three_player_neutral_forces():
    board = Board(3)
    faces = FACTS.setup.setups["3"].neutral_forces
    placed = {
        area: int(n) for area, n in zip(FACTS.areas, board.value("neutral"), strict=False) if n
    }

    assert set(placed) == set(faces)
    assert len(placed) == 14


@rule("2E-EX-03", "2E-SETUP-14", "2E-SETUP-15")
def test_influence_tokens_of_four_players():
    board = Board(4)

    assert board.track("iron_throne") == ["baratheon", "lannister", "stark", "greyjoy"]
    assert board.track("fiefdoms") == ["greyjoy", "stark", "baratheon", "lannister"]
    assert board.track("kings_court") == ["lannister", "stark", "baratheon", "greyjoy"]
    assert (board.value("track")[:, 4:] == -1).all()

    board = draw(board, third="put_to_the_sword")

    assert board.player == "greyjoy"


# --- Supply


@rule("2E-EX-04", "2E-EX-05", "2E-SUP-04", "2E-SUP-05")
@pytest.mark.parametrize(
    ("level", "sizes", "legal"),
    [
        (3, (3, 2, 2, 2), True),
        (3, (2, 2, 2, 2), True),
        (3, (3,), True),
        (3, (), True),
        (3, (3, 2, 2, 2, 1), True),
        (3, (3, 3), False),
        (3, (4,), False),
        (3, (2, 2, 2, 2, 2), False),
        (2, (3, 2, 2), True),
        (2, (3, 3), False),
        (2, (2, 2, 2, 2), False),
    ],
)
def test_reading_the_supply_track(level, sizes, legal):
    board = fresh()
    for area in SUPPLY_AREAS[: level - 1]:
        board.token(area, "stark")
    for area, size in zip(CAMPS, sizes, strict=False):
        board.units(area, "stark", footman=size)
    draw(board, first="supply")

    assert level_of(board, "stark") == level
    assert (board.phase != "RECONCILE_AREA") == legal


@rule("2E-EX-06", "2E-SUP-01", "2E-SUP-13", "2E-SUP-14")
def test_supply_drop():
    """Lannister lost Riverrun and Seagard to Greyjoy and falls from 5 to 3."""
    board = fresh().set_supply(lannister=5)
    board.units("the_twins", "lannister", footman=2, knight=2)
    board.units("harrenhal", "lannister", footman=2, siege_engine=1)
    board.units("stoney_sept", "lannister", knight=2).units("the_golden_sound", "lannister", ship=2)
    board.units("searoad_marches", "lannister", footman=1).units("the_reach", "lannister", knight=1)
    board.units("riverrun", "greyjoy", footman=1).units("seagard", "greyjoy", footman=1)
    draw(board, first="supply")

    assert events(board, "SUPPLY")[1] == ("lannister", 3, 0)
    assert (board.phase, board.player) == ("RECONCILE_AREA", "lannister")
    assert board.legal_names("area") == {
        "the_twins",
        "harrenhal",
        "stoney_sept",
        "the_golden_sound",
    }

    board.do("area the_twins", "unit footman", "area harrenhal", "unit footman")

    assert board.player != "lannister" or board.phase != "RECONCILE_AREA"
    assert [
        board.size(area) for area in ("the_twins", "harrenhal", "stoney_sept", "the_golden_sound")
    ] == [3, 2, 2, 2]
    assert board.size("searoad_marches") == board.size("the_reach") == 1
    assert board.pool("lannister", "footman") == 10 - 5 + 2


@rule("2E-EX-06", "2E-SUP-14", "2E-SUP-16")
def test_supply_before_the_card():
    """At 5 the armies {4, 3, 2, 2} are legal, whatever the areas would bring."""
    board = fresh().set_supply(lannister=5)
    board.units("the_twins", "lannister", footman=4).units("harrenhal", "lannister", footman=3)
    board.units("stoney_sept", "lannister", knight=2).units("the_golden_sound", "lannister", ship=2)
    draw(board)

    assert board.phase == "ORDER"
    assert level_of(board, "lannister") == 5


# --- Mustering


@rule("2E-EX-07", "2E-MUS-04", "2E-MUS-05", "2E-MUS-12", "2E-MUS-19")
def test_mustering():
    """Ships of Greyjoy close Ironman's Bay, the other sea at Riverrun (AMB-76)."""
    board = fresh().set_supply(lannister=3).set_track("iron_throne", "lannister")
    board.units("harrenhal", "lannister", footman=2).units("riverrun", "lannister", knight=3)
    board.units("stoney_sept", "lannister", footman=1).units("ironmans_bay", "greyjoy", ship=1)
    board.units("the_twins", "lannister", footman=2)
    draw(board, first="mustering")

    assert (board.phase, board.asked) == ("MUSTER_UPGRADE", "harrenhal")

    board.do("upgrade knight")

    assert board.size("harrenhal") == 2
    assert board.asked == "lannisport"

    board.do("unit footman", "area the_golden_sound")

    assert board.asked == "riverrun"
    assert board.legal() == {"area the_golden_sound", "done"}

    board.do("area the_golden_sound")

    assert board.count("the_golden_sound", "ship") == 2
    assert board.player != "lannister"  # the last point is lost
    assert board.count("lannisport", "footman") == 1
    assert board.count("harrenhal", "knight") == board.count("harrenhal", "footman") == 1
    assert board.size("stoney_sept") == 1


# --- bidding and stars


@rule("2E-EX-08", "2E-BID-03", "2E-BID-06", "2E-BID-08", "2E-BID-13")
@pytest.mark.parametrize("second", ["baratheon", "stark"])
def test_bidding_for_the_fiefdoms_track(second):
    board = fresh(5).set_power(lannister=4, baratheon=3, stark=3, tyrell=2, greyjoy=7)
    draw(board, second="clash_of_kings")
    bid(board, greyjoy=7).do_until("BID")

    assert board.track("iron_throne")[0] == "greyjoy"

    bid(board, lannister=4, baratheon=3, stark=3, tyrell=2)

    assert (board.phase, board.player) == ("TIE", "greyjoy")
    assert board.legal_names("seat") == {"baratheon", "stark"}

    board.do(f"seat {second}")
    third = {"baratheon": "stark", "stark": "baratheon"}[second]

    assert board.track("fiefdoms") == ["lannister", second, third, "tyrell", "greyjoy"]
    assert board.value("track")[1, 5] == -1
    assert not board.value("power").any()

    while board.phase != "RAVEN":
        board.do(min(board.legal()))
    draw(board.set(deck_pos=0), third="put_to_the_sword")

    assert board.player == "lannister"


@rule("2E-EX-09", "2E-EX-10", "2E-STAR-01", "2E-STAR-02", "2E-STAR-03")
@pytest.mark.parametrize(
    ("players", "position", "stars"), [(6, 1, 3), (6, 4, 1), (6, 5, 0), (5, 1, 3), (5, 4, 1)]
)
def test_stars_of_the_kings_court(players, position, stars):
    house = Board(players).track("kings_court")[position - 1]

    assert special_orders(fresh(players), house) == stars


# --- Wildlings


@rule("2E-EX-19", "2E-WILD-16", "2E-DP-11")
@pytest.mark.parametrize("named", ["stark", "tyrell"])
def test_tied_lowest_wildling_bid(named):
    """Skinchanger Scout: the house named loses all its Power, the other the ordinary 2."""
    board = fresh().set_power(stark=9, tyrell=9).set_track("iron_throne", "martell")
    board.set_wildlings("skinchanger_scout")
    bid(draw(board, threat=8), baratheon=1, greyjoy=1, lannister=1, martell=1)

    assert (board.phase, board.player) == ("WILDLING_TIE", "martell")
    assert board.legal_names("seat") == {"stark", "tyrell"}

    board.do(f"seat {named}")
    other = {"stark": "tyrell", "tyrell": "stark"}[named]

    assert board.power(named) == 0
    assert board.power(other) == 9 - 2


@rule("2E-EX-20", "2E-WEST-06", "2E-WILD-08", "2E-WILD-09", "2E-WILD-18")
@pytest.mark.parametrize(("stark", "threat"), [(12, 0), (11, 8)])
def test_two_attacks_in_one_phase(stark, threat):
    board = fresh().set_power(stark=14).set_wildlings("silence_at_the_wall", "skinchanger_scout")
    draw(board, threat=10, first="mustering", third="wildlings_attack")

    assert board.phase == "BID"
    assert board.value("wild_strength") == 12

    bid(board, stark=stark)
    if board.phase == "WILDLING_TIE":
        board.do("seat tyrell")

    assert board.phase == "MUSTER"
    assert board.value("threat") == threat

    while board.phase == "MUSTER":
        board.do("done")

    assert board.phase == "BID"
    assert board.value("wild_strength") == threat


# --- tracks


@rule("2E-EX-24", "2E-INFL-01", "2E-INFL-02", "2E-INFL-03", "2E-INFL-04")
@pytest.mark.parametrize("position", range(1, 7))
def test_sliding_on_a_track(position):
    """The house on a position goes to the top of Fiefdoms, and the Blade goes along as it is."""
    board = fresh().set(blade_used=1)
    before = board.track("fiefdoms")
    house = before[position - 1]
    board.set_power(**{house: 12}).set_wildlings("a_king_beyond_the_wall")
    bid(draw(board, threat=10, third="put_to_the_sword"), **{house: 12})
    board.do("track fiefdoms")
    others = [h for h in before if h != house]

    assert board.track("fiefdoms") == [house, *others]
    assert board.track("fiefdoms")[position:] == before[position:]
    assert board.value("blade_used") == 1
    assert (board.phase, board.player) == ("WESTEROS_CHOICE", house)


@rule("2E-EX-25", "2E-DEF-03", "2E-HOME-01")
def test_winterfell_is_held_by_the_shield_of_stark():
    """No unit, no token: Stark musters there; with an enemy unit inside it does not."""
    board = draw(fresh().set_track("iron_throne", "stark"), first="mustering")

    assert (board.player, board.asked) == ("stark", "winterfell")
    assert board.owner("winterfell") is None

    board = fresh().units("winterfell", "greyjoy", footman=1).set_track("iron_throne", "stark")
    draw(board, first="mustering")

    assert board.player != "stark"


@rule("2E-WILD-15")
def test_penalties_of_one_attack_in_order():
    """The lowest bidder loses first, then the others by the Iron Throne track."""
    board = wildlings_win(fresh(), "skinchanger_scout", lowest="tyrell")
    losers = [house for house, x, _ in events(board, "POWER") if x < 0]

    assert losers == ["tyrell", "baratheon", "lannister", "stark", "martell", "greyjoy"]
