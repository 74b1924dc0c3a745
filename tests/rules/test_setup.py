"""Setup, and games of fewer than six players. Ledger sections 2 and 26."""

import pytest

from got_env.westeros.rules.vocabulary import IMPASSABLE, WesterosCard
from tests.builder import AREAS, FACTS, UNITS, Board
from tests.rules.marks import rule
from tests.rules.westeros_phase import draw, fresh

COUNTS = pytest.mark.parametrize("players", [3, 4, 5, 6])
FOUR_TO_SIX = {"kings_landing": 5, "the_eyrie": 6}
FOUR_TO_FIVE = {
    "princes_pass": 3,
    "salt_shore": 3,
    "starfall": 3,
    "sunspear": 5,
    "the_boneway": 3,
    "three_towers": 3,
    "yronwood": 3,
}
FOUR_ONLY = {"dornish_marches": 3, "oldtown": 3, "storms_end": 4}


def neutral_forces(board):
    """Neutral Forces on the board by area."""
    return {AREAS[a]: int(n) for a, n in enumerate(board.value("neutral")) if n}


def stars(board, house):
    """Special orders a house may lay on four areas of its own."""
    board.clear()
    for area in ("karhold", "castle_black", "the_stony_shore", "widows_watch"):
        board.units(area, house, footman=1)
    board.at("planning")
    starred = {"march+1", "defense+2", "support+1", "raid*", "consolidate*"}
    count = 0
    while starred & board.legal_names("order"):
        board.do(f"order {min(starred & board.legal_names('order'))}")
        count += 1
    return count


# --- decks and tracks


@rule("2E-SETUP-02")
def test_wildling_deck_is_shuffled():
    decks = [tuple(Board(seed=seed).value("wild_deck")) for seed in range(8)]

    assert len(set(decks)) == 8
    assert all(sorted(deck) == list(range(9)) for deck in decks)


@rule("2E-SETUP-03")
@COUNTS
def test_threat_starts_on_the_second_space(players):
    assert Board(players).value("threat") == 2


@rule("2E-SETUP-03", "2E-WEST-04")
@pytest.mark.parametrize("threat", [0, 2, 4, 6, 8])
def test_spaces_of_the_threat_track(threat):
    """One icon leads to the next number: 2, 4, 6, 8, 10."""
    board = draw(fresh(), threat, first="mustering", second="game_of_thrones")

    assert board.value("threat") == threat + 2


@rule("2E-SETUP-04", "2E-COMP-07")
def test_westeros_decks_are_sorted_by_numeral_and_shuffled_apart():
    decks = [Board(seed=seed).value("deck") for seed in range(6)]
    for d, numeral in enumerate(("I", "II", "III")):
        cards = FACTS.westeros.decks[numeral]
        kinds = sorted(WesterosCard[c.id.upper()] for c in cards for _ in range(c.count))

        assert all(sorted(deck[d]) == kinds for deck in decks)
        assert len({tuple(deck[d]) for deck in decks}) > 1


@rule("2E-SETUP-07", "2E-FLOW-03")
@COUNTS
def test_game_starts_with_the_planning_of_round_1(players):
    board = Board(players)

    assert board.value("round_no") == 1
    assert board.phase == "ORDER"
    assert not board.value("deck_pos").any()


@rule("2E-SETUP-11")
def test_supply_of_the_houses_at_the_start():
    """By the player screens: 2 each, Stark 1 (data)."""
    supply = dict(zip(Board().houses, Board().value("supply"), strict=True))

    assert supply.pop("stark") == 1
    assert set(supply.values()) == {2}


@rule("2E-SETUP-12")
def test_houses_may_share_a_supply_level():
    board = draw(
        fresh().token("the_fingers", "stark").token("widows_watch", "greyjoy"), first="supply"
    )

    assert list(board.value("supply")) == [1, 2, 2, 1, 2, 2]


@rule("2E-SETUP-13", "2E-SETUP-14")
@COUNTS
def test_influence_tokens_fill_the_first_positions(players):
    """The houses of a small game keep the order they have among six."""
    board, full = Board(players), Board()
    for t, track in enumerate(("iron_throne", "fiefdoms", "kings_court")):
        assert board.track(track) == [h for h in full.track(track) if h in board.houses]
        assert list(board.value("track")[t, players:]) == [-1] * (6 - players)


@rule("2E-SETUP-15")
@pytest.mark.parametrize(
    ("cards", "house"),
    [
        ({"first": "a_throne_of_blades"}, "baratheon"),
        ({"third": "put_to_the_sword"}, "greyjoy"),
        ({"second": "dark_wings_dark_words"}, "lannister"),
    ],
)
def test_first_house_of_a_track_holds_its_dominance_token(cards, house):
    board = draw(Board(), **cards)

    assert board.phase == "WESTEROS_CHOICE"
    assert board.player == house


# --- houses and their pieces


@rule("2E-SETUP-08", "2E-SETUP-09", "2E-DP-01")
@pytest.mark.parametrize(
    ("players", "left_out"),
    [
        (3, {"greyjoy", "martell", "tyrell"}),
        (4, {"martell", "tyrell"}),
        (5, {"martell"}),
        (6, set()),
    ],
)
def test_every_seat_has_its_own_house_out_of_those_in_play(players, left_out):
    houses = Board(players).houses

    assert len(houses) == len(set(houses)) == players
    assert set(FACTS.houses) - set(houses) == left_out


@rule("2E-SETUP-10")
@COUNTS
def test_each_house_has_all_cards_and_orders_at_the_start(players):
    board = Board(players)
    for house in board.houses:
        assert board.hand(house) == set(FACTS.card_ids[house])
        assert board.discards(house) == set()
    assert not board.value("placed").any()
    assert not board.value("tokens_out").any()


@rule("2E-SETUP-16")
@COUNTS
def test_starting_units(players):
    """As printed on the screens, and nothing else on the board."""
    board, expected = Board(players), {}
    for house in board.houses:
        for stack in FACTS.setup.houses[house].starting_units:
            expected[house, stack.area, stack.unit] = stack.count
    placed = {
        (board.owner(area), area, unit): board.count(area, unit)
        for area in AREAS
        for unit in UNITS
        if board.count(area, unit)
    }

    assert placed == expected
    assert placed["stark", "winterfell", "knight"] == 1
    assert not board.value("routed").any()


@rule("2E-SETUP-17")
@COUNTS
def test_garrisons_stand_in_the_home_areas_of_houses_in_play(players):
    board = Board(players)
    garrisons = {AREAS[a]: int(n) for a, n in enumerate(board.value("garrison")) if n}

    assert garrisons == {FACTS.setup.houses[h].home_area: 2 for h in board.houses}


@rule("2E-SETUP-19")
@COUNTS
def test_five_power_each(players):
    board = Board(players)

    assert [board.power(house) for house in board.houses] == [5] * players


@rule("2E-SETUP-18")
def test_every_house_takes_its_own_tokens_from_the_common_pool():
    """Stark has none left there; the others gain the icons of their home areas."""
    board = draw(Board().set_power(stark=20), second="game_of_thrones")

    assert board.power("stark") == 20
    assert board.power("baratheon") == 5 + 2


@rule("2E-AMB-85")
@pytest.mark.parametrize(("option", "ships"), [("yes", 1), ("no", 0)])
def test_ship_in_the_port_of_lannisport_with_three_players(option, ships):
    board = Board(3, lannister_port_ship_3p=option)

    assert board.count("port_of_lannisport", "ship") == ships
    assert board.owner("port_of_lannisport") == ("lannister" if ships else None)
    assert board.pool("lannister", "ship") == 5 - ships
    assert Board(6, lannister_port_ship_3p=option).count("port_of_lannisport", "ship") == 1


# --- Tides of Battle


def first_combat(phase, **options):
    """Stark attacks Greyjoy, the Blade holder, at Moat Cailin; both choose a card."""
    board = fresh(**options).units("winterfell", "stark", knight=1).order("winterfell", "march+0")
    board.units("moat_cailin", "greyjoy", footman=1).at("march").do("area moat_cailin", "count 1")
    return board.do_until(phase)


@rule("2E-SETUP-20", "2E-DP-02")
def test_tides_cards_are_drawn_from_a_shuffled_deck_of_24_if_chosen():
    board = first_combat("TIDES_REDRAW", tides=True)
    cards = FACTS.tides.cards
    kinds = [kind for kind, card in enumerate(cards) for _ in range(card.count)]

    assert sorted(board.value("tides_deck")) == kinds
    assert list(board.value("tides_deck")) != kinds
    assert list(board.value("tides")) == list(board.value("tides_deck")[:2])


@rule("2E-SETUP-20", "2E-DP-02")
def test_no_tides_cards_by_default():
    board = first_combat(phase="BLADE")

    assert board.phase == "BLADE"
    assert list(board.value("tides")) == [-1, -1]


# --- Neutral Forces and fewer players


@rule("2E-SETUP-05", "2E-SETUP-06", "2E-FEW-11")
def test_neutral_forces_of_six_players():
    assert neutral_forces(Board(6)) == FOUR_TO_SIX


@rule("2E-FEW-01", "2E-FEW-02", "2E-SETUP-05")
def test_five_players():
    board = Board(5)

    assert "martell" not in board.houses
    assert neutral_forces(board) == FOUR_TO_SIX | FOUR_TO_FIVE
    assert len(neutral_forces(board)) == 9


@rule("2E-FEW-03", "2E-FEW-04", "2E-SETUP-05")
def test_four_players():
    board = Board(4)

    assert {"martell", "tyrell"}.isdisjoint(board.houses)
    assert neutral_forces(board) == FOUR_TO_SIX | FOUR_TO_FIVE | FOUR_ONLY
    assert len(neutral_forces(board)) == 12


@rule("2E-FEW-06", "2E-FEW-07", "2E-FEW-09")
def test_three_players():
    board = Board(3)
    forces = neutral_forces(board)
    closed = {area for area, strength in forces.items() if strength == IMPASSABLE}

    assert board.houses == ("baratheon", "lannister", "stark")
    assert len(forces) == 14
    assert closed == set(FOUR_TO_FIVE) | set(FOUR_ONLY) | {"highgarden", "pyke"}


@rule("2E-FEW-09")
def test_closed_areas_cannot_be_entered():
    board = Board(3).units("kingswood", "baratheon", knight=4, siege_engine=2)
    board.set_supply(baratheon=6).order("kingswood", "march+1").at("march")

    assert {"kings_landing", "the_reach"} <= board.legal_names("area")
    assert {"storms_end", "the_boneway"}.isdisjoint(board.legal_names("area"))


@rule("2E-FEW-05", "2E-FEW-08", "2E-TRK-11")
@pytest.mark.parametrize(("players", "by_position"), [(3, (3, 2, 1)), (4, (3, 2, 1, 0))])
def test_overlay_of_the_kings_court(players, by_position):
    houses = Board(players).track("kings_court")

    assert tuple(stars(Board(players), house) for house in houses) == by_position


@rule("2E-FEW-10", "2E-TRK-07", "2E-TRK-08")
@pytest.mark.parametrize(
    ("players", "by_position"), [(5, (3, 3, 2, 1, 0)), (6, (3, 3, 2, 1, 0, 0))]
)
def test_printed_stars_of_the_kings_court(players, by_position):
    houses = Board(players).track("kings_court")

    assert tuple(stars(Board(players), house) for house in houses) == by_position
