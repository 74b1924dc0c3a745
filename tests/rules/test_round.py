"""The round, and the steps of the Westeros phase. Ledger sections 5 and 6."""

import pytest

from got_env.westeros.rules.vocabulary import WesterosCard
from tests.builder import Board
from tests.rules.marks import rule
from tests.rules.westeros_phase import bid, draw, events, fresh

ICONS = {
    "first": {0: "mustering", 1: "last_days_of_summer"},
    "second": {0: "clash_of_kings", 1: "dark_wings_dark_words"},
    "third": {0: "wildlings_attack", 1: "web_of_lies"},
}


def revealed(board):
    """Names of the cards of decks I, II and III that lie face up."""
    return [WesterosCard(card).name.lower() for card in board.value("revealed")]


def holder_of_seven(board, house="stark"):
    """Six castle areas by Power tokens, besides the home area."""
    for area in (
        "white_harbor",
        "moat_cailin",
        "flints_finger",
        "seagard",
        "riverrun",
        "harrenhal",
    ):
        board.token(area, house)
    return board


# --- the round


@rule("2E-FLOW-01", "2E-FLOW-05", "2E-WEST-02")
def test_game_ends_after_the_action_phase_of_round_10():
    board = fresh().at("clean_up", round_no=10)

    assert board.over
    assert board.value("round_no") == 10
    assert events(board, "WESTEROS_CARD") == []


@rule("2E-FLOW-01", "2E-FLOW-04", "2E-WEST-01")
@pytest.mark.parametrize("round_no", [1, 5, 9])
def test_next_round_starts_with_a_westeros_phase(round_no):
    board = fresh().at("clean_up", round_no)

    assert board.value("round_no") == round_no + 1
    assert len(events(board, "WESTEROS_CARD")) >= 3
    assert events(board, "ROUND_BEGINS")[-1] == (None, round_no + 1, 0)


@rule("2E-FLOW-02")
def test_westeros_planning_and_action_follow_each_other():
    board = fresh().units("winterfell", "stark", footman=1)
    draw(board, second="dark_wings_dark_words", third="feast_for_crows")
    phases = [board.phase]
    for text in ("choice c", "order raid", "done", "done"):
        board.do(text)
        phases.append(board.phase)

    assert phases[:4] == ["WESTEROS_CHOICE", "ORDER", "RAVEN", "RAID_TARGET"]
    assert board.value("round_no") == 3


@rule("2E-FLOW-03")
def test_first_round_has_no_westeros_phase():
    board = Board().at("round", round_no=0)

    assert board.phase == "ORDER"
    assert events(board, "WESTEROS_CARD") == []


@rule("2E-FLOW-06", "2E-WC-22")
def test_seventh_castle_area_wins_in_the_westeros_phase():
    """The Horde takes Greyjoy's Footman in Winterfell; the area falls back to Stark at once."""
    board = holder_of_seven(fresh()).units("winterfell", "greyjoy", footman=1)
    board.units("dragonstone", "tyrell", footman=2).set_wildlings("the_horde_descends")
    bid(draw(board, threat=8, second="clash_of_kings"), stark=1)
    board.do("seat greyjoy")

    assert board.over
    assert board.winner == "stark"
    assert board.value("won_by_castles") == 1


# --- the Westeros phase


@rule("2E-WEST-01")
def test_round_marker_moves_before_the_cards_are_revealed():
    board = fresh().set_westeros("mustering", "clash_of_kings", "wildlings_attack")
    board.at("round", round_no=4)

    assert board.value("round_no") == 5
    assert revealed(board) == ["mustering", "clash_of_kings", "wildlings_attack"]


@rule("2E-WEST-03")
def test_all_three_cards_are_face_up_before_the_first_is_resolved():
    board = draw(fresh(), first="mustering", second="game_of_thrones", third="feast_for_crows")

    assert board.phase == "MUSTER"
    assert revealed(board) == ["mustering", "game_of_thrones", "feast_for_crows"]
    assert board.power("stark") == 5
    assert not board.value("banned")


@rule("2E-WEST-04", "2E-WEST-05")
@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize("second", [0, 1])
@pytest.mark.parametrize("third", [0, 1])
def test_each_icon_moves_the_threat_one_space(first, second, third):
    cards = {"first": first, "second": second, "third": third}
    board = draw(fresh(), threat=2, **{deck: ICONS[deck][n] for deck, n in cards.items()})

    assert board.value("threat") == 2 + 2 * (first + second + third)


@rule("2E-WEST-06")
def test_attack_by_the_track_comes_before_the_first_card():
    board = draw(fresh(), threat=6, first="a_throne_of_blades")

    assert board.phase == "BID"
    assert board.value("wild_strength") == 12

    bid(board)
    board.do_until("WESTEROS_CHOICE")

    assert events(board, "WILDLING_ATTACK") == [(None, 12, 0)]
    assert revealed(board)[0] == "a_throne_of_blades"


@rule("2E-WEST-07")
def test_icons_beyond_12_are_lost():
    board = draw(fresh().set_wildlings("silence_at_the_wall"), threat=10)

    assert board.value("wild_strength") == 12

    bid(board, stark=5, greyjoy=4, tyrell=3)

    assert board.value("threat") == 0


@rule("2E-WEST-08")
def test_decks_are_resolved_in_order_each_fully_before_the_next():
    board = draw(
        fresh().set_wildlings("silence_at_the_wall"),
        threat=2,
        first="mustering",
        second="clash_of_kings",
        third="wildlings_attack",
    )
    phases = []
    while board.phase in ("MUSTER", "BID", "TIE", "WILDLING_TIE"):
        if board.phase == "BID":
            phases.append(("BID", int(board.frame[2])))
            bid(board)
        else:
            phases.append(board.phase)
            board.do(sorted(board.legal())[0])
    order = list(dict.fromkeys(p for p in phases if p not in ("TIE", "WILDLING_TIE")))

    assert order == ["MUSTER", ("BID", 0), ("BID", 1), ("BID", 2), ("BID", -1)]


# --- Winter is Coming


def winter_draws(seed, threat=0, **options):
    """The phase with Winter is Coming on deck I, and the cards drawn from that deck."""
    board = Board(seed=seed, **options).clear()
    draw(
        board, threat, first="winter_is_coming", second="game_of_thrones", third="put_to_the_sword"
    )
    drawn = [
        WesterosCard(x).name.lower() for _, x, deck in events(board, "WESTEROS_CARD") if deck == 0
    ]
    return board, drawn


@rule("2E-CARD-03", "2E-CARD-04", "2E-CARD-05", "2E-WEST-03", "2E-WEST-05")
@pytest.mark.parametrize("seed", range(25))
def test_winter_is_coming_is_replaced_before_icons_are_counted(seed):
    board, drawn = winter_draws(seed)
    has_icon = drawn[-1] in ("a_throne_of_blades", "last_days_of_summer")

    assert len(drawn) >= 2
    assert set(drawn[:-1]) == {"winter_is_coming"} != {drawn[-1]}
    assert revealed(board)[0] == drawn[-1]
    assert board.value("threat") == 2 * has_icon
    assert sorted(board.value("deck")[0]) == sorted(board.rules["westeros_deck"][0])


@rule("2E-CARD-05")
def test_winter_is_coming_drawn_twice_is_replaced_twice():
    """One of these shuffles brings the card up again."""
    lengths = {len(winter_draws(seed)[1]) for seed in range(25)}

    assert {2, 3} <= lengths


@rule("2E-CARD-03", "2E-CARD-05")
def test_winter_on_deck_ii_never_waits_for_its_turn():
    """Not even where the shuffle brings it up again: deck I is open, deck II shows another card."""
    draws = []
    for seed in range(25):
        board = Board(seed=seed).clear()
        draw(board, first="mustering", second="winter_is_coming", third="put_to_the_sword")
        draws.append(sum(deck == 1 for _, _, deck in events(board, "WESTEROS_CARD")))
        assert board.phase == "MUSTER"
        assert revealed(board)[1] != "winter_is_coming"

    assert max(draws) >= 3


@rule("2E-CARD-03", "2E-CARD-19")
def test_card_in_place_of_winter_is_resolved_in_its_turn():
    seed = next(s for s in range(25) if winter_draws(s)[1][-1] == "a_throne_of_blades")
    board, _ = winter_draws(seed)

    assert board.phase == "WESTEROS_CHOICE"
    assert board.player == "baratheon"
    assert board.power("stark") == 5


@rule("2E-CARD-03", "2E-AMB-05")
@pytest.mark.parametrize(("option", "drawn"), [("true", 1), ("false", 4)])
def test_option_whether_used_cards_come_back_with_winter(option, drawn):
    """Three cards of deck I were used before; the fourth is Winter is Coming."""
    board = Board(winter_reshuffles_used=option, seed=6).clear().set(deck_pos=[3, 0, 0])
    used = list(board.value("deck")[0][:3])
    draw(board, first="winter_is_coming", third="put_to_the_sword")

    assert list(board.value("deck_pos")) == [drawn, 1, 1]
    assert (list(board.value("deck")[0][:3]) == used) == (option == "false")


@rule("2E-CARD-03", "2E-CARD-04", "2E-AMB-04")
@pytest.mark.parametrize(("option", "replaced"), [("on_reveal", True), ("on_resolution", False)])
def test_option_when_winter_is_replaced(option, replaced):
    board = Board(winter_is_coming_timing=option).clear()
    draw(board, first="mustering", second="winter_is_coming", third="put_to_the_sword")

    assert board.phase == "MUSTER"
    assert (revealed(board)[1] != "winter_is_coming") == replaced

    board.do_until("RAVEN", "done")

    assert revealed(board)[1] != "winter_is_coming"


@rule("2E-CARD-04", "2E-AMB-04")
def test_late_winter_can_bring_an_attack_between_the_cards():
    """With ``on_resolution`` the new card's icon takes the threat from 10 to 12."""
    for seed in range(40):
        board = Board(winter_is_coming_timing="on_resolution", seed=seed).clear()
        draw(
            board, threat=10, first="mustering", second="winter_is_coming", third="wildlings_attack"
        )
        assert board.phase == "MUSTER"

        while board.phase == "MUSTER":
            board.do("done")
        if revealed(board)[1] in ("last_days_of_summer", "dark_wings_dark_words"):
            break

    assert board.phase == "BID"
    assert board.frame[2] == -1
    assert board.value("wild_strength") == 12


@rule("2E-AMB-06")
def test_spent_deck_is_shuffled():
    board = fresh().set(deck_pos=10)
    board.at("westeros")

    assert all(1 <= int(n) <= 2 for n in board.value("deck_pos"))
    assert "winter_is_coming" not in revealed(board)
