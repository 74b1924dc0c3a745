"""Players, components, component limits and definitions. Ledger sections 1 and 3."""

import numpy as np
import pytest

from got_env import agot2e_v0
from got_env.westeros.rules.vocabulary import POWER_TOKENS
from tests.builder import AREAS, FACTS, UNITS, Board
from tests.rules.marks import rule
from tests.rules.westeros_phase import bid, draw, events, fresh

NORMAL = {"march-1", "march+0", "defense+1", "support", "raid", "consolidate"}
SPECIAL = {"march+1", "defense+2", "support+1", "raid*", "consolidate*"}
PLAIN_LANDS = [
    area.id for area in FACTS.board.areas if area.kind == "land" and not area.mustering_points
]


# --- players and pieces


@rule("2E-COMP-01")
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_three_to_six_houses_play(players):
    board = Board(players)

    assert len(board.houses) == len(set(board.houses)) == players


@rule("2E-COMP-01")
@pytest.mark.parametrize("players", [2, 7])
def test_no_other_number_of_players(players):
    with pytest.raises(ValueError, match=rf"^players={players}: expected one of \(3, 4, 5, 6\)$"):
        agot2e_v0.env(players=players)


@rule("2E-COMP-02")
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_units_of_a_house_on_and_off_the_board(players):
    board = Board(players)
    for seat, house in enumerate(board.houses):
        on_board = board.value("units")[board.value("owner") == seat].sum(axis=0)
        owned = {unit: board.pool(house, unit) + on_board[u] for u, unit in enumerate(UNITS)}

        assert owned == {"footman": 10, "knight": 5, "siege_engine": 2, "ship": 6}


@rule("2E-COMP-03")
def test_seven_different_house_cards_each():
    board = Board()
    hands = [board.hand(house) for house in board.houses]

    assert [len(hand) for hand in hands] == [7] * 6
    assert len(set().union(*hands)) == 42


@rule("2E-COMP-04")
def test_ten_normal_and_five_special_order_tokens():
    board = fresh().set_track("kings_court", "stark")
    for area in PLAIN_LANDS[:10]:
        board.units(area, "stark", footman=1)
    for area in PLAIN_LANDS[10:13]:
        board.units(area, "stark", knight=1)
    board.at("planning")
    for _ in range(10):
        board.do(f"order {min(board.legal_names('order') & NORMAL)}")

    assert board.legal_names("order") == SPECIAL


@rule("2E-COMP-06")
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_tokens_of_a_house_on_the_tracks_and_in_its_home(players):
    board = Board(players)
    for track in ("iron_throne", "fiefdoms", "kings_court"):
        assert sorted(board.track(track)) == sorted(board.houses)

    homes = [AREAS.index(FACTS.setup.houses[house].home_area) for house in board.houses]

    assert sorted(np.flatnonzero(board.value("garrison"))) == sorted(homes)


@rule("2E-COMP-07")
def test_sizes_of_the_decks():
    decks = [FACTS.westeros.decks[numeral] for numeral in ("I", "II", "III")]

    assert [sum(card.count for card in deck) for deck in decks] == [10, 10, 10]
    assert sorted(Board().value("wild_deck")) == list(range(9))
    assert sum(card.count for card in FACTS.tides.cards) == 24


@rule("2E-COMP-08")
def test_fourteen_neutral_force_tokens_with_two_faces():
    forces = {n: FACTS.setup.setups[str(n)].neutral_forces for n in (3, 4, 5, 6)}

    assert len(set().union(*forces.values())) == len(forces[3]) == 14
    for few, many in ((4, 5), (5, 6)):
        assert forces[many].items() <= forces[few].items()
    assert {area for area in forces[4] if forces[4][area] != forces[3][area]} == set(forces[4]) - {
        "kings_landing",
        "the_eyrie",
    }


# --- limits


@rule("2E-COMP-10", "2E-MUS-10")
def test_pieces_that_are_all_in_play_cannot_be_mustered():
    """All ten Footmen and five Knights stand on the board; Ships and Siege Engines are left."""
    board = fresh().set_supply(stark=6).set_track("iron_throne", "stark")
    for area in PLAIN_LANDS[:10]:
        board.units(area, "stark", footman=1)
    for area in PLAIN_LANDS[10:15]:
        board.units(area, "stark", knight=1)
    draw(board, first="mustering")

    assert board.player == "stark"
    assert board.legal_names("unit") == {"siege_engine"}

    board.do("unit siege_engine")

    assert board.pool("stark", "siege_engine") == 1


@rule("2E-COMP-11", "2E-DEF-14")
def test_destroyed_unit_can_be_mustered_again():
    """The Horde takes the tenth Footman before the Mustering card of the same phase."""
    board = fresh().set_wildlings("the_horde_descends").set_supply(stark=6)
    for area in PLAIN_LANDS[:10]:
        board.units(area, "stark", footman=1)
    board.set_track("iron_throne", "lannister", "stark")
    bid(draw(board, threat=8, first="mustering"))
    board.do("seat lannister", f"area {PLAIN_LANDS[3]}")

    assert board.owner(PLAIN_LANDS[3]) is None
    assert board.pool("stark", "footman") == 1

    while board.player != "stark":
        board.do("done")

    assert "footman" in board.legal_names("unit")


@rule("2E-COMP-05", "2E-COMP-12")
def test_power_grows_only_while_own_tokens_are_in_the_pool():
    """Two of the 20 tokens lie on the board, 17 are held: of 4 icons one brings Power."""
    board = fresh().token("kings_landing", "stark").token("karhold", "stark")
    draw(board.set_power(stark=17), second="game_of_thrones")

    assert board.power("stark") == POWER_TOKENS - 2 == 18


@rule("2E-COMP-13")
def test_beaten_neutral_force_and_garrison_never_return():
    board = fresh().neutral("the_boneway", 3).garrison("sunspear", 2)
    board.units("yronwood", "tyrell", knight=3).order("yronwood", "march+0")
    board.units("dornish_marches", "tyrell", knight=2).order("dornish_marches", "march+1")
    board.set_supply(tyrell=6).set_hand("martell", "doran_martell")
    board.set_hand("tyrell", "mace_tyrell", "randyll_tarly").at("march")
    board.do("area dornish_marches", "area the_boneway", "count 2", "no")
    board.do("area sunspear", "count 3", "no")
    board.do_until("ORDER", "card mace_tyrell")

    assert board.value("round_no") == 3
    assert board.owner("sunspear") == board.owner("the_boneway") == "tyrell"
    assert not board.value("garrison").any()
    assert not board.value("neutral").any()


# --- definitions


@rule("2E-DEF-01", "2E-PLAN-05")
def test_garrisons_tokens_and_neutral_forces_are_no_units():
    """Only the area with a Footman is asked for an order."""
    board = fresh().garrison("winterfell", 2).token("karhold", "stark")
    board.neutral("the_eyrie", 6).units("white_harbor", "stark", footman=1).at("planning")
    board.do("order support")

    assert board.phase == "RAVEN"
    assert sum(order >= 0 for order in board.value("order")) == 1


@rule("2E-DEF-02")
def test_land_units_keep_to_land_and_ships_to_the_sea():
    board = fresh().units("flints_finger", "greyjoy", footman=1)
    board.order("flints_finger", "march+0").at("march")

    assert board.legal_names("area") == {"greywater_watch"}

    board = (
        fresh().units("sunset_sea", "greyjoy", ship=1).order("sunset_sea", "march+0").at("march")
    )

    assert {board.kind(area) for area in board.legal_names("area")} == {"sea"}


@rule("2E-DEF-04")
def test_turn_order_is_the_iron_throne_track():
    board = fresh().set_track("iron_throne", "tyrell", "stark", "greyjoy")
    for area, house in (("winterfell", "stark"), ("pyke", "greyjoy"), ("highgarden", "tyrell")):
        board.units(area, house, footman=1).order(area, "raid")
    board.at("raid")
    players = []
    while board.phase == "RAID_TARGET":
        players.append(board.player)
        board.do("done")

    assert players == ["tyrell", "stark", "greyjoy"]


@rule("2E-DEF-06", "2E-DEF-07")
def test_raids_hit_enemies_and_spare_friends():
    board = fresh().units("winterfell", "stark", footman=1).order("winterfell", "raid")
    board.units("karhold", "stark", footman=1).order("karhold", "support")
    board.units("moat_cailin", "greyjoy", footman=1).order("moat_cailin", "support")
    board.units("white_harbor", "martell", footman=1).order("white_harbor", "consolidate")
    board.at("raid")

    assert board.legal_names("area") == {"moat_cailin", "white_harbor"}


@rule("2E-DEF-08", "2E-DEF-09", "2E-SUP-06")
def test_lone_units_are_no_armies():
    """At level 0 (winterfell is lost) seven single units and two armies stay."""
    board = fresh().units("winterfell", "greyjoy", footman=1)
    for area in ("karhold", "castle_black", "moat_cailin", "the_twins", "the_shivering_sea"):
        board.units(area, "stark", **{"ship" if "sea" in area else "footman": 1})
    board.units("white_harbor", "stark", footman=2).units("the_narrow_sea", "stark", ship=2)
    draw(board, first="supply")

    assert int(board.value("supply")[board.seat("stark")]) == 0
    assert board.phase != "RECONCILE_AREA"


@rule("2E-DEF-10", "2E-BID-04")
def test_available_power_is_what_a_player_holds():
    """Neither tokens in the pool nor tokens on the board can be bid."""
    board = fresh().token("karhold", "stark").set_power(stark=3).set_track("iron_throne", "stark")
    draw(board, second="clash_of_kings")

    assert board.player == "stark"
    assert board.legal_names("bid") == {"0", "1", "2", "3"}


@rule("2E-DEF-11", "2E-DEF-12", "2E-DEF-13")
def test_power_moves_between_a_house_and_its_own_pool():
    """19 held and 1 on the board: what the attack takes is what the income can give back."""
    board = fresh().set_wildlings("skinchanger_scout").token("kings_landing", "stark")
    board.set_power(stark=19, lannister=7)
    bid(draw(board, threat=8, second="game_of_thrones"), stark=1, lannister=3)
    board.do("seat baratheon")

    assert events(board, "POWER")[:6] == [
        ("baratheon", -5, -1),
        ("lannister", -2, -1),
        ("stark", -2, -1),
        ("martell", -2, -1),
        ("greyjoy", -2, -1),
        ("tyrell", -2, -1),
    ]
    assert board.power("stark") == 19 - 1 - 2 + 3
    assert board.power("lannister") == 7 - 3 - 2


@rule("2E-DEF-15")
def test_embattled_area_is_where_the_combat_happens():
    board = fresh().units("winterfell", "stark", knight=1).order("winterfell", "march+0")
    board.units("moat_cailin", "greyjoy", footman=1).at("march").do("area moat_cailin", "count 1")

    assert board.phase == "HOUSE_CARD"
    assert AREAS[board.value("fight_area")] == "moat_cailin"
