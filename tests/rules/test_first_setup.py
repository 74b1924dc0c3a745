"""1st edition: components, set-up, numbers of players, the map."""

import numpy as np
import pytest

from got_env.games import get_game
from got_env.westeros.facts.rulesets import ruleset_of
from got_env.westeros.rules.table import RULES
from got_env.westeros.rules.vocabulary import ALL_CARDS, NONE, Order
from tests.builder import UNITS
from tests.first_edition import FIRST, HOUSES, board, empty, step_of
from tests.rules.marks import rule

START = {
    "stark": (
        {"winterfell": {"knight": 1, "footman": 1}, "white_harbor": {"footman": 1}},
        {"the_shivering_sea": {"ship": 1}},
    ),
    "lannister": (
        {"lannisport": {"knight": 1, "footman": 1}, "stoney_sept": {"footman": 1}},
        {"the_golden_sound": {"ship": 1}},
    ),
    "baratheon": (
        {"dragonstone": {"knight": 1, "footman": 1}, "kingswood": {"footman": 1}},
        {"shipbreaker_bay": {"ship": 2}},
    ),
    "greyjoy": (
        {"pyke": {"knight": 1, "footman": 1}, "greywater_watch": {"footman": 1}},
        {"ironmans_bay": {"ship": 2}},
    ),
    "tyrell": (
        {"highgarden": {"knight": 1, "footman": 1}, "dornish_marches": {"footman": 1}},
        {"redwyne_straights": {"ship": 1}},
    ),
}


def neutral(b, area):
    return int(b.value("neutral")[b.areas.index(area)])


@rule("1E-OV-01", "1E-COMP-08", "1E-COMP-09", "1E-COMP-10")
def test_houses_cards_and_tokens():
    game = get_game("agot1e")

    assert game.seats.names == HOUSES
    assert game.seats.counts == (3, 4, 5)
    cards = [card for hand in FIRST.cards.houses.values() for card in hand]
    assert len(cards) == len({card.id for card in cards}) == 35
    assert {card.strength for card in cards} == {0, 1, 2, 3}
    decks = FIRST.westeros.decks
    assert [sum(card.count for card in decks[d]) for d in ("I", "II", "III")] == [10, 10, 10]
    b = board()
    assert all(len(b.track(track)) == 5 for track in ("iron_throne", "fiefdoms", "kings_court"))
    assert list(b.value("supply")[:5]) == [1, 2, 2, 1, 3]


@rule("1E-COMP-01", "1E-COMP-04", "1E-COMP-07")
def test_pieces_of_a_house():
    rules = board().rules

    assert list(rules["pool"]) == [10, 4, 0, 6]
    assert rules["num_ports"] == rules["num_wildlings"] == 0
    assert not rules["start_garrison"].any()
    assert not rules["tides_deck"].any()
    tokens = dict(zip(Order, rules["order_tokens"].tolist(), strict=True))
    assert sum(tokens.values()) == 15
    special = [order for order in Order if rules["order_special"][order]]
    assert [tokens[order] for order in special] == [1] * 5
    assert tokens[Order.RAID] == tokens[Order.SUPPORT] == tokens[Order.CONSOLIDATE] == 2
    assert tokens[Order.DEFENSE] == 2
    assert tokens[Order.MARCH] == tokens[Order.MARCH_MINUS] == 1
    assert list(rules["order_bonus"][: Order.RAID]) == [-1, 0, 1, 1, 2, 0, 1]


@rule("1E-COMP-01")
def test_a_type_that_is_used_up_cannot_be_mustered():
    b = empty().units("lannisport", "lannister", footman=1).set(muster_left=0)
    b.states["pool"][0, b.seat("lannister")] = [0, 0, 0, 6]
    b.set_westeros("mustering", "last_days_of_summer", "last_days_of_summer").at("westeros")
    while b.player != "lannister":
        b.do("done")

    assert b.phase == "MUSTER"
    assert b.legal() == {"area the_golden_sound", "done"}


@rule("1E-COMP-02")
def test_lost_units_come_back_into_the_stock():
    b = empty().units("winterfell", "stark", footman=5).set_supply(stark=0)
    before = b.pool("stark", "footman")
    b.set_westeros("supply", "last_days_of_summer", "last_days_of_summer").at("westeros")
    while b.phase == "RECONCILE_AREA":
        b.do("area winterfell")

    assert b.count("winterfell", "footman") == 3
    assert b.pool("stark", "footman") == before + 2


@rule("1E-COMP-11", "1E-MUS-08")
def test_an_upgrade_takes_a_knight_and_gives_the_footman_back():
    b = empty().units("winterfell", "stark", footman=2)
    footmen, knights = b.pool("stark", "footman"), b.pool("stark", "knight")
    b.set_westeros("mustering", "last_days_of_summer", "last_days_of_summer").at("westeros")
    b.do_until("MUSTER_UPGRADE").do("upgrade knight")

    assert (b.count("winterfell", "knight"), b.size("winterfell")) == (1, 2)
    assert b.pool("stark", "footman") == footmen + 1
    assert b.pool("stark", "knight") == knights - 1


@rule("1E-COMP-03", "1E-CP-06", "1E-RAID-13")
def test_no_house_has_more_than_twenty_power():
    b = empty().set_power(stark=20)
    b.units("winterfell", "stark", footman=1).order("winterfell", "consolidate").at("march")
    assert b.power("stark") == 20

    b = empty().set_power(greyjoy=20).units("sunset_sea", "greyjoy", ship=1)
    b.order("sunset_sea", "raid").units("highgarden", "tyrell", footman=1)
    b.order("highgarden", "consolidate").at("raid").do("area highgarden")
    assert b.power("greyjoy") == 20


@rule("1E-COMP-05", "1E-COMP-06", "1E-SETUP-04", "1E-SETUP-13", "1E-SETUP-16")
def test_everybody_begins_with_five_power_and_all_cards():
    b = board()

    assert [b.power(house) for house in HOUSES] == [5] * 5
    assert [int(hand) for hand in b.value("hand")[:5]] == [ALL_CARDS] * 5
    assert not b.value("tokens_out").any()  # of 20 tokens each, 15 are in the pool


@rule("1E-SETUP-01")
def test_neutral_forces_of_the_map():
    b = board()

    assert {a: neutral(b, a) for a in b.areas if neutral(b, a)} == {
        "kings_landing": 5,
        "the_eyrie": 6,
        "sunspear": 5,
    }


@rule("1E-SETUP-02", "1E-SETUP-15", "1E-SEQ-02")
def test_the_first_turn_begins_with_planning():
    b = board()

    assert (b.value("threat"), b.value("round_no")) == (0, 1)
    assert (step_of(b), b.phase) == ("PLANNING", "ORDER")
    assert (b.value("order") == NONE).all()
    assert (b.value("token") == NONE).all()


@rule("1E-SETUP-05")
def test_the_decks_are_shuffled_separately():
    decks = [board(seed=seed).value("deck").copy() for seed in (1, 2)]

    for d in range(3):
        assert (
            sorted(decks[0][d])
            == sorted(decks[1][d])
            == sorted(RULES[0 + FIRST_ROW]["westeros_deck"][d])
        )
        assert list(decks[0][d]) != list(decks[1][d])


FIRST_ROW = ruleset_of(FIRST, 3)


@rule("1E-SETUP-06", "1E-SUP-12")
def test_supply_at_the_start_is_that_of_the_areas():
    b = board().set_westeros("supply", "last_days_of_summer", "last_days_of_summer")
    before = list(b.value("supply")[:5])
    b.at("westeros")

    assert before == list(b.value("supply")[:5]) == [1, 2, 2, 1, 3]


@rule("1E-SETUP-07", "1E-SETUP-08", "1E-SETUP-09", "1E-SETUP-10", "1E-SETUP-11")
def test_units_and_tracks_at_the_start():
    b = board()

    for house, (land, sea) in START.items():
        for area, units in {**land, **sea}.items():
            assert b.owner(area) == house
            assert {u: b.count(area, u) for u in UNITS if b.count(area, u)} == units
    held = {area for land, sea in START.values() for area in (*land, *sea)}
    assert {area for area in b.areas if b.owner(area)} == held
    assert b.track("iron_throne") == ["baratheon", "lannister", "stark", "tyrell", "greyjoy"]
    assert b.track("fiefdoms") == ["greyjoy", "tyrell", "stark", "baratheon", "lannister"]
    assert b.track("kings_court") == ["lannister", "stark", "baratheon", "greyjoy", "tyrell"]


@rule("1E-SETUP-14")
def test_the_first_of_each_track_holds_its_token():
    b = board()
    tokens = FIRST.setup.setups["5"].dominance_tokens

    assert tokens == {
        "iron_throne": b.track("iron_throne")[0],
        "valyrian_steel_blade": b.track("fiefdoms")[0],
        "messenger_raven": b.track("kings_court")[0],
    }
    assert (b.track("iron_throne")[0], b.track("fiefdoms")[0]) == ("baratheon", "greyjoy")


@rule("1E-SETUP-12", "1E-NP-13")
def test_greyjoy_and_tyrell_swap_on_kings_court_with_five_players_only():
    assert board(kings_court_swap=True).track("kings_court")[3:] == ["tyrell", "greyjoy"]
    for players in (3, 4):
        plain, swapped = board(players), board(players, kings_court_swap=True)
        assert plain.track("kings_court") == swapped.track("kings_court")


# --- fewer players


@rule("1E-NP-01", "1E-NP-02", "1E-NP-03", "1E-NP-09")
@pytest.mark.parametrize(
    ("players", "houses", "forces"),
    [
        (
            3,
            ("baratheon", "lannister", "stark"),
            {
                "ironmans_bay": 2,
                "pyke": 3,
                "greywater_watch": 1,
                "highgarden": 3,
                "dornish_marches": 1,
                "redwyne_straights": 1,
            },
        ),
        (
            4,
            ("baratheon", "lannister", "stark", "tyrell"),
            {"ironmans_bay": 2, "pyke": 3, "greywater_watch": 1},
        ),
    ],
)
def test_houses_not_played_are_neutral_forces(players, houses, forces):
    b = board(players)

    assert b.houses == houses
    printed = {"kings_landing": 5, "the_eyrie": 6, "sunspear": 5}
    assert {a: neutral(b, a) for a in b.areas if neutral(b, a)} == printed | forces


@rule("1E-NP-04", "1E-NP-05", "1E-NP-07", "1E-CLASH-11")
def test_tracks_have_no_gaps_and_stars_belong_to_places():
    three, four = board(3), board(4)

    assert three.track("fiefdoms") == ["stark", "baratheon", "lannister"]
    assert four.track("fiefdoms")[0] == "tyrell"
    assert four.track("kings_court") == ["lannister", "stark", "baratheon", "tyrell"]
    assert list(three.rules["stars"][:3]) == [3, 3, 2]
    assert list(four.rules["stars"][:4]) == [3, 3, 2, 1]
    assert list(board().rules["stars"][:5]) == [3, 3, 2, 1, 0]
    assert (three.value("track")[:, 3:] == NONE).all()


@rule("1E-NP-06", "1E-WIN-01")
def test_areas_that_win_at_once():
    assert [int(board(n).rules["castles_to_win"]) for n in (3, 4, 5)] == [8, 7, 7]


@rule("1E-NP-10")
def test_the_shield_of_a_house_not_played_gives_control_to_nobody():
    b = empty(4)
    assert b.rules["home_seat"][b.areas.index("pyke")] == NONE
    b.units("ironmans_bay", "lannister", ship=1).units("riverrun", "lannister", footman=1)
    b.order("riverrun", "march+0").at("march")

    assert "area pyke" in b.legal()


@rule("1E-NP-12")
def test_houses_not_played_are_asked_nothing():
    b = board(3)
    asked = set()
    for _ in range(400):
        if b.over:
            break
        asked.add(b.player)
        b.do(sorted(b.legal())[-1])

    assert asked == {"baratheon", "lannister", "stark"}


# --- the map


@rule("1E-MAP-01", "1E-MAP-07")
def test_kinds_of_areas_and_homes():
    kinds = [area.kind for area in FIRST.board.areas]
    homes = {area.home_of: area.id for area in FIRST.board.areas if area.home_of}

    assert (kinds.count("land"), kinds.count("sea"), len(kinds)) == (34, 11, 45)
    assert sum(area.stronghold for area in FIRST.board.areas) == 8
    assert sum(area.castle for area in FIRST.board.areas) == 10
    assert homes == {
        "stark": "winterfell",
        "lannister": "lannisport",
        "baratheon": "dragonstone",
        "greyjoy": "pyke",
        "tyrell": "highgarden",
    }


@rule("1E-MAP-03")
def test_islands_have_no_land_beside_them():
    rules = board().rules

    for name in ("pyke", "dragonstone", "the_arbor"):
        a = FIRST.areas.index(name)
        assert int(rules["adjacent"][a]) & int(rules["land_mask"]) == 0
    assert FIRST.board.islands == ["dragonstone", "pyke", "the_arbor"]


@rule("1E-MAP-04", "1E-MAP-05")
def test_rivers_and_the_end_of_the_map():
    near = FIRST.board.neighbours

    for a, b in (("harrenhal", "the_twins"), ("harrenhal", "seagard"), ("riverrun", "the_twins")):
        assert b not in near[a]
    assert "seagard" in near["the_twins"]
    assert "the_mountains_of_the_moon" not in near["harrenhal"]
    assert set(near["castle_black"]) == {
        "winterfell",
        "karhold",
        "bay_of_ice",
        "the_shivering_sea",
    }


@rule("1E-MAP-06")
@pytest.mark.parametrize(
    ("option", "pair", "default"),
    [
        ("sunset_sea_oldtown", ("sunset_sea", "oldtown"), True),
        ("crackclaw_narrow_sea", ("crackclaw_point", "the_narrow_sea"), False),
        ("highgarden_redwyne", ("highgarden", "redwyne_straights"), True),
    ],
)
def test_borders_in_dispute_are_options(option, pair, default):
    a, b = (FIRST.areas.index(area) for area in pair)

    for value, players in ((True, 3), (False, 5)):
        rules = board(players, **{option: value}).rules
        assert bool(int(rules["adjacent"][a]) >> b & 1) == value
        assert bool(int(rules["adjacent"][b]) >> a & 1) == value
        assert (b in rules["neighbours"][a][: rules["degree"][a]]) == value
        assert list(rules["neighbours"][a][rules["degree"][a] :]) == [NONE] * (
            len(rules["neighbours"][a]) - rules["degree"][a]
        )
    assert bool(int(board().rules["adjacent"][a]) >> b & 1) == default


@rule("1E-MAP-06")
def test_each_choice_of_borders_is_a_row_of_its_own():
    keys = ("sunset_sea_oldtown", "crackclaw_narrow_sea", "highgarden_redwyne")
    resolve = FIRST.edition.options.resolve
    rows = set()
    for n in range(8):
        chosen = resolve({key: bool(n >> i & 1) for i, key in enumerate(keys)})
        rows |= {ruleset_of(FIRST, players, chosen) for players in (3, 4, 5)}

    assert len(rows) == 24
    assert len(np.unique(RULES["adjacent"][sorted(rows)], axis=0)) == 8


@rule("1E-OV-06")
def test_every_open_point_with_a_key_is_an_option():
    import re
    from pathlib import Path

    page = Path(__file__).parents[2] / "docs/rules/agot1e-ambiguities.md"
    keys = set(re.findall(r"`(\w+)=", page.read_text(encoding="utf-8")))
    table = get_game("agot1e").options.table
    expansion = {key for key, (_, _, source) in table.items() if source.startswith("ASOS-")}

    assert keys - {"house_assignment"} == set(table) - expansion
    assert expansion >= {"house_cards", "wildling_cards"}
