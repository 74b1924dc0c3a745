"""Cards, tracks, Supply and Power lost by Wildling cards. Ledger section 32."""

import pytest

from tests.builder import FACTS, Board
from tests.rules.marks import rule
from tests.rules.westeros_phase import (
    LOSING,
    fresh,
    outcomes,
    removals,
    spread_stark,
    standing,
    wildlings_win,
)

# --- A King Beyond the Wall


@rule("2E-WC-02", "2E-DP-13")
def test_king_drops_the_lowest_to_the_end_of_all_tracks():
    board = wildlings_win(fresh(), "a_king_beyond_the_wall", lowest="lannister")

    assert all(
        board.track(t)[-1] == "lannister" for t in ("iron_throne", "fiefdoms", "kings_court")
    )
    assert board.track("iron_throne")[:2] == ["baratheon", "stark"]


@rule("2E-WC-03", "2E-DP-55", "2E-DP-14")
def test_king_has_the_others_fall_behind_one_another_on_fiefdoms_or_kings_court():
    board = wildlings_win(fresh(), "a_king_beyond_the_wall", lowest="lannister")
    order = []
    while board.phase == "DROP_TRACK":
        order.append(board.player)
        assert board.legal() == {"track fiefdoms", "track kings_court"}
        board.do("track fiefdoms" if board.player in ("stark", "tyrell") else "track kings_court")

    assert order == ["baratheon", "stark", "martell", "greyjoy", "tyrell"]
    assert board.track("iron_throne") == [*order, "lannister"]
    assert board.track("fiefdoms")[-3:] == ["lannister", "stark", "tyrell"]
    assert board.track("kings_court")[-4:] == ["lannister", "baratheon", "martell", "greyjoy"]


# --- Massing on the Milkwater


@rule("2E-WC-10")
@pytest.mark.parametrize(
    ("hand", "left"),
    [
        (("eddard_stark", "robb_stark", "catelyn_stark"), {"robb_stark", "catelyn_stark"}),
        (("roose_bolton", "greatjon_umber", "catelyn_stark"), {"catelyn_stark"}),
        (("eddard_stark",), {"eddard_stark"}),
    ],
)
def test_massing_takes_the_strongest_cards_of_the_lowest(hand, left):
    board = fresh().set_hand("stark", *hand)
    wildlings_win(board, "massing_on_the_milkwater")

    assert board.hand("stark") == left
    assert board.hand("stark") | board.discards("stark") == set(FACTS.card_ids["stark"])


@rule("2E-WC-10", "2E-AMB-83")
@pytest.mark.parametrize("option", ["none", "discard_all"])
def test_option_for_a_hand_of_equal_strengths(option):
    hand = {"roose_bolton", "greatjon_umber"}
    board = Board(massing_all_equal=option).clear().set_hand("stark", *hand)
    wildlings_win(board, "massing_on_the_milkwater")

    assert board.hand("stark") == (
        hand if option == "none" else set(FACTS.card_ids["stark"]) - hand
    )


@rule("2E-WC-10")
@pytest.mark.parametrize("option", ["none", "discard_all"])
def test_massing_spares_a_last_card(option):
    board = Board(massing_all_equal=option).clear().set_hand("stark", "catelyn_stark")
    wildlings_win(board, "massing_on_the_milkwater")

    assert board.hand("stark") == {"catelyn_stark"}


@rule("2E-WC-11", "2E-DP-60", "2E-DP-14")
def test_massing_has_each_other_house_discard_one_card():
    """Martell with one card and Greyjoy with none left but one are spared."""
    board = fresh().set_hand("tyrell", "mace_tyrell", "queen_of_thorns")
    board.set_hand("martell", "doran_martell")
    wildlings_win(board, "massing_on_the_milkwater")
    order = []
    while board.phase == "DISCARD_CARD":
        order.append(board.player)
        assert board.legal_names("card") == board.hand(board.player)
        assert "done" not in board.legal()
        board.do(max(board.legal()))

    assert order == ["baratheon", "lannister", "greyjoy", "tyrell"]
    assert board.hand("tyrell") == {"mace_tyrell"}
    assert board.discards("tyrell") >= {"queen_of_thorns"}
    assert board.hand("martell") == {"doran_martell"}
    assert [len(board.hand(house)) for house in order] == [6, 6, 6, 1]


# --- Preemptive Raid


def raided(board, lowest="stark"):
    """Preemptive Raid against the lowest bidder."""
    return wildlings_win(board, "preemptive_raid", lowest=lowest)


@rule("2E-WC-13", "2E-DP-61", "2E-DP-13")
def test_preemptive_raid_lets_the_lowest_choose():
    board = raided(spread_stark(fresh()))

    assert (board.phase, board.player) == ("PREEMPTIVE_CHOICE", "stark")
    assert board.legal() == {"choice a", "choice b"}


@rule("2E-WC-13", "2E-DP-59")
def test_preemptive_raid_for_two_units():
    areas = ("karhold", "port_of_winterfell")
    board = spread_stark(fresh())
    expected = removals(board, areas, 2)
    raided(board).do("choice a")
    tracks = [board.track(t) for t in ("iron_throne", "fiefdoms", "kings_court")]

    assert outcomes(board, "stark", LOSING, standing(areas)) == expected
    assert tracks == [Board().track(t) for t in ("iron_throne", "fiefdoms", "kings_court")]


@rule("2E-WC-13")
def test_preemptive_raid_for_units_takes_all_where_there_are_too_few():
    board = raided(fresh().units("karhold", "stark", knight=1)).do("choice a")

    assert board.owner("karhold") is None
    assert board.phase == "RAVEN"


@rule("2E-WC-13", "2E-INFL-01")
def test_preemptive_raid_for_two_positions_on_the_best_track():
    """Stark stands third, fourth and second: the King's Court is its best."""
    board = raided(fresh()).do("choice b")

    assert board.track("kings_court") == [
        "lannister",
        "martell",
        "baratheon",
        "stark",
        "tyrell",
        "greyjoy",
    ]
    assert board.track("iron_throne") == Board().track("iron_throne")
    assert board.track("fiefdoms") == Board().track("fiefdoms")


@rule("2E-WC-13")
def test_preemptive_raid_stops_at_the_last_position():
    last = ("baratheon", "lannister", "martell", "greyjoy", "tyrell", "stark")
    board = fresh().set_track("fiefdoms", *last).set_track("kings_court", *last)
    board.set_track("iron_throne", "baratheon", "lannister", "martell", "greyjoy", "stark")
    raided(board).do("choice b")

    assert board.track("iron_throne")[4:] == ["tyrell", "stark"]


@rule("2E-WC-13", "2E-DP-62", "2E-DP-15", "2E-TRK-02")
def test_iron_throne_holder_picks_between_equally_good_tracks():
    board = fresh().set_track("fiefdoms", "greyjoy", "stark")
    raided(board).do("choice b")

    assert (board.phase, board.player) == ("PREEMPTIVE_TRACK", "baratheon")
    assert board.legal() == {"track fiefdoms", "track kings_court"}

    board.do("track fiefdoms")

    assert board.track("fiefdoms")[3] == "stark"
    assert board.track("kings_court")[1] == "stark"


@rule("2E-WC-13", "2E-DP-62")
def test_lowest_bidder_who_holds_the_iron_throne_picks_the_track_himself():
    board = fresh().set_track("iron_throne", "stark").set_track("fiefdoms", "stark")
    raided(board).do("choice b")

    assert (board.phase, board.player) == ("PREEMPTIVE_TRACK", "stark")
    assert board.legal() == {"track iron_throne", "track fiefdoms"}


@rule("2E-WC-13", "2E-DP-14")
def test_preemptive_raid_spares_the_others():
    board = fresh().units("the_reach", "tyrell", footman=2)
    raided(board).do("choice b")

    assert board.size("the_reach") == 2
    assert board.phase == "ORDER"


# --- Rattleshirt's Raiders, Silence, Skinchanger Scout


@rule("2E-WC-15")
def test_rattleshirts_raiders_lower_supply():
    board = fresh().set_supply(stark=4, tyrell=1, martell=0, greyjoy=6)
    wildlings_win(board, "rattleshirts_raiders")

    assert dict(zip(board.houses, board.value("supply"), strict=True)) == {
        "baratheon": 1,
        "greyjoy": 5,
        "lannister": 1,
        "martell": 0,
        "stark": 2,
        "tyrell": 0,
    }


@rule("2E-WC-15")
def test_supply_of_the_lowest_is_never_below_0():
    board = wildlings_win(fresh().set_supply(stark=1), "rattleshirts_raiders")

    assert board.value("supply")[board.seat("stark")] == 0


def cut_by_raiders(**options):
    """Players who cut a unit after Rattleshirt's Raiders, and the Supply levels at that moment.

    Lannister, Stark and Tyrell, in turn order, have all the armies they may; Stark bid lowest.
    """
    board = fresh(**options).set_supply(stark=2, tyrell=1, lannister=1)
    for area, house in (("karhold", "stark"), ("the_reach", "tyrell"), ("harrenhal", "lannister")):
        board.units(area, house, knight=3)
    board.units("winterfell", "stark", footman=2).units("white_harbor", "stark", footman=2)
    wildlings_win(board, "rattleshirts_raiders")
    asked = []
    while board.phase == "RECONCILE_AREA":
        levels = dict(zip(board.houses, board.value("supply").tolist(), strict=True))
        asked.append((board.player, levels["lannister"], levels["stark"], levels["tyrell"]))
        board.do(min(board.legal()))
    assert board.phase == "ORDER"
    assert [board.size(a) for a in ("harrenhal", "karhold", "the_reach")] == [2, 1, 2]
    return asked


@rule("2E-WC-15", "2E-WILD-15", "2E-SUP-13", "2E-DP-06", "2E-DP-13", "2E-DP-14", "2E-AMB-93")
def test_raiders_cut_the_lowest_wholly_then_the_others_one_by_one():
    """The Supply of a House falls only after the House before it has cut its armies."""
    assert cut_by_raiders() == [
        ("stark", 1, 0, 1),
        ("stark", 1, 0, 1),
        ("lannister", 0, 0, 1),
        ("tyrell", 0, 0, 0),
    ]


@rule("2E-WC-15", "2E-AMB-93")
@pytest.mark.parametrize("options", [{"raiders_supply": "together"}, {"rulings": "online"}])
def test_option_raiders_supply_lowers_all_tokens_before_any_army_is_cut(options):
    """The lowest bidder cuts when its turn comes."""
    if "rulings" in options:
        options |= {"supply_cut": "any_path"}

    assert cut_by_raiders(**options) == [
        ("lannister", 0, 0, 0),
        ("stark", 0, 0, 0),
        ("stark", 0, 0, 0),
        ("tyrell", 0, 0, 0),
    ]


@rule("2E-WC-16")
def test_silence_at_the_wall_punishes_nobody():
    board = spread_stark(fresh()).units("the_reach", "tyrell", footman=2)
    wildlings_win(board, "silence_at_the_wall")

    assert board.phase == "ORDER"
    assert board.size("karhold") == 3
    assert board.size("the_reach") == 2
    assert list(board.value("power")) == [4, 4, 4, 4, 5, 4]


@rule("2E-WC-17")
def test_skinchanger_scout_takes_power():
    """The lowest loses all; the others 2 each, or what they have."""
    board = fresh().set_power(stark=17, tyrell=2, martell=1, greyjoy=9)
    wildlings_win(board, "skinchanger_scout")

    assert dict(zip(board.houses, board.value("power"), strict=True)) == {
        "baratheon": 5 - 1 - 2,
        "greyjoy": 9 - 1 - 2,
        "lannister": 5 - 1 - 2,
        "martell": 0,
        "stark": 0,
        "tyrell": 0,
    }
