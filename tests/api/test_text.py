"""The board as text."""

from got_env.westeros.words.board import WIDTH, render_text
from tests.builder import Board
from tests.play import AGOT2E, PLAYERS, play


def shown(states):
    return render_text(AGOT2E.words.snapshot(states, 0))


def test_every_position_can_be_drawn():
    for players in PLAYERS:
        for turn, states in enumerate(play(players, players, tides=True)):
            if turn % 120 == 0:
                assert shown(states).startswith("Round ")
        assert " wins " in shown(states).splitlines()[0]


def test_units_tokens_and_orders_are_in_the_table():
    board = (
        Board()
        .clear()
        .units("winterfell", "stark", knight=1, footman=2)
        .units("winterfell", "stark", footman=1, routed=True)
        .order("winterfell", "march+1")
        .token("moat_cailin", "stark")
        .neutral("the_eyrie", 6)
    )

    lines = shown(board.states).splitlines()

    winterfell = "  winterfell: 2 Footmen, 1 Knight, 1 Footman routed, March +1 order"
    assert winterfell in lines
    assert "  moat_cailin: Power token" in lines
    assert "  the_eyrie: neutral force 6" in lines
    assert not any("blackwater" in line for line in lines)
    at = lines.index("stark:")
    assert [line.split()[0] for line in lines[at + 1 : at + 3]] == ["moat_cailin:", "winterfell:"]
    assert lines[at + 3] == "tyrell:"
    assert lines[lines.index("nobody:") + 1].split()[0] == "the_eyrie:"


def test_the_board_fits_a_hundred_columns():
    for players in PLAYERS:
        for turn, states in enumerate(play(players, players, tides=True)):
            if turn % 60 == 0:
                facts = AGOT2E.words.briefing(states, 0, 0)["cards"]
                text = render_text(AGOT2E.words.snapshot(states, 0), facts)
                assert max(map(len, text.splitlines())) <= WIDTH


def test_a_combat_is_described():
    board = (
        Board()
        .clear()
        .units("winterfell", "stark", knight=2)
        .order("winterfell", "march+1")
        .units("moat_cailin", "greyjoy", footman=1)
        .at("march")
        .do("area moat_cailin", "count 2")
        .do_until("HOUSE_CARD")
    )

    text = shown(board.states)

    assert "Combat in moat_cailin, attacked from winterfell" in text
    assert "attacker stark, card -, units 2 Knights" in text
    assert "defender greyjoy, card -" in text
