"""A combat as both sides count it: the sum so far, who supports, what the cards say."""

import re

import numpy as np
import pytest

from got_env.games import GAMES
from got_env.westeros.words.briefing import briefing
from got_env.westeros.words.combat import supports
from got_env.westeros.words.notation import houses_of
from tests.builder import Board
from tests.claim.random_games import positions, redacted

GAME = GAMES["agot2e"]


def battle():
    """Stark attacks Greyjoy in Moat Cailin; Stark's and Lannister's support is asked for."""
    return (
        Board()
        .clear()
        .units("winterfell", "stark", knight=2)
        .order("winterfell", "march+1")
        .units("white_harbor", "stark", footman=1)
        .order("white_harbor", "support")
        .units("moat_cailin", "greyjoy", footman=1)
        .order("moat_cailin", "defense+2")
        .units("seagard", "lannister", footman=1, knight=1)
        .order("seagard", "support+1")
        .at("march")
        .do("area moat_cailin", "count 2")
    )


def supported(side):
    """The battle with Stark's own support, and Lannister's for a side."""
    board = battle()
    while board.phase == "SUPPORT":
        board.do("side attacker" if board.player == "stark" else f"side {side}")
    return board


def lines_for(states, house):
    seat = GAME.seats.in_play(6).index(house)
    known = states.copy()
    GAME.kernels.redact(known, np.array([seat], dtype=np.int8))
    return GAME.words.prompt(GAME, known, seat, 200).lines()


def sum_for(states, house):
    return next(line for line in lines_for(states, house) if line.startswith("  Sum: "))


def test_both_sides_read_the_sum_from_where_they_sit():
    states = supported("defender").states
    assert sum_for(states, "stark") == (
        "  Sum: you 6 + card, they 7 + card, Lannister supports them with 4,"
        " your own support gives 1"
    )
    assert sum_for(states, "greyjoy") == (
        "  Sum: you 7 + card, they 6 + card, Lannister supports you with 4,"
        " their own support gives 1"
    )
    assert sum_for(states, "lannister") == (
        "  Sum: Stark 6 + card, Greyjoy 7 + card, you support Greyjoy with 4,"
        " Stark's own support gives 1"
    )


def test_who_refuses_to_support_is_not_counted():
    assert "Lannister" not in sum_for(supported("nobody").states, "stark")
    assert "Lannister supports you with 4" in sum_for(supported("attacker").states, "stark")


def test_the_own_card_is_told_and_that_of_the_other_only_when_it_lies_open():
    board = supported("nobody").do_until("HOUSE_CARD")
    first, other = ("stark", "greyjoy") if board.player == "stark" else ("greyjoy", "stark")
    cards = {"stark": "robb_stark", "greyjoy": "victarion_greyjoy"}
    told = {"stark": "6 + 3 of Robb Stark", "greyjoy": "3 + 3 of Victarion Greyjoy"}
    board.do(f"card {cards[first]}")

    assert f"you {told[first]}" in sum_for(board.states, first)
    hidden = "\n".join(lines_for(board.states, other))
    assert f"they {told[first].partition(' ')[0]} + card" in hidden
    board.do(f"card {cards[other]}").do_until("BLADE")
    for house in (first, other, "lannister"):
        opened = sum_for(board.states, house)
        assert "card" not in opened
        assert " of " not in opened


def test_the_cards_of_both_sides_are_told_with_icons_and_text():
    board = supported("nobody").do_until("HOUSE_CARD")
    house = board.player
    shown = "\n".join(lines_for(board.states, house))
    other = "greyjoy" if house == "stark" else "stark"
    facts = briefing(board.states, 0, board.seat(house))["cards"]
    for card in board.hand(other):
        assert facts[card]["text"] in shown
    prompt = GAME.words.prompt(GAME, board.states, board.seat(house), 200)
    for card in board.hand(house):
        assert prompt.card_gist(card).endswith(facts[card]["text"])
        assert prompt.card_gist(card).startswith(f"strength {facts[card]['strength']}")


@pytest.mark.parametrize("name", ["house_card", "blade", "support"])
def test_support_is_counted_once_in_a_game_with_claim(name):
    for states in positions()[name]:
        seat = int(states["stack"][0, int(states["depth"][0]) - 1, 1])
        known = redacted(states, seat)
        houses = houses_of(known, 0)
        before = known.tobytes()
        given = supports(known, 0, houses)
        assert known.tobytes() == before
        combat = briefing(known, 0, seat)["combat"]
        for side, word in enumerate(("attacker", "defender")):
            total = sum(strength for at, _, strength in given if at == side)
            assert 0 <= total <= combat[word]["support"]


@pytest.mark.parametrize("code", ["agot1e", "agot1e_storm"])
def test_cards_that_change_roles_are_told_as_they_are_played(code):
    """Renly promotes and Davos does nothing, or the other way round. Rule: 1E-DP-24."""
    own = {"house_cards": "base"} if code == "agot1e_storm" else {}
    told = {}
    for option in ("renly", "davos"):
        states = GAMES[code].start(1, 3, options={**own, "renly_davos": option})
        cards = briefing(states, 0, 0)["cards"]
        told[option] = [cards[card] for card in ("renly_baratheon", "ser_davos_seaworth")]
    for (renly, davos), (changed_renly, changed_davos) in [told.values()]:
        assert (renly["fortifications"], davos["fortifications"]) == (0, 1)
        assert (changed_renly["fortifications"], changed_davos["fortifications"]) == (1, 0)
        assert davos["text"] == changed_renly["text"] == ""
        assert "Knight" in renly["text"]
        assert changed_davos["text"] == renly["text"]
        assert davos["strength"] == changed_davos["strength"]


@pytest.mark.parametrize("code", ["agot2e", "agot1e", "agot1e_storm", "asos"])
def test_texts_of_cards_hold_no_keys_of_options(code):
    game = GAMES[code]
    for players in game.seats.counts:
        for card, told in briefing(game.start(1, players), 0, 0)["cards"].items():
            assert not re.search("[a-z]_[a-z]|=", told["text"]), card
