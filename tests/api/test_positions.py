"""Positions of games in play: back and forth without loss, and nothing hidden in a redacted one."""

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from got_env.positions import position_of, states_from
from tests.play import AGOT2E, PLAYERS, masks_of, play, random_actions
from tests.rules.westeros_phase import fresh, wildlings_win

OPTIONS = {
    "plain": {},
    "tides": {"tides": True},
    "older": {"revision": "older", "tides": True},
    "online": {"rulings": "online"},
    "others": {
        "tides": True,
        "raven_choice_public": False,
        "supply_cut": "minimal",
        "wildling_tie": "before_reveal",
        "port_capture_partial": True,
        "raiders_supply": "together",
        "winter_is_coming_timing": "on_resolution",
        "winter_reshuffles_used": False,
        "turn_order_change": "finish_pass",
        "mace_empty_army": "end_combat",
        "retreat_choice": "free",
        "tides_blade": "redraw_only",
    },
}

GAMES = st.tuples(st.sampled_from(PLAYERS), st.sampled_from(sorted(OPTIONS)), st.integers(0, 2**40))


def through_json(states, viewer=None):
    """The position of a record, as it is read from its JSON text."""
    return json.loads(json.dumps(position_of(AGOT2E, states, 0, viewer)))


def sample(game, every, limit=None):
    """Some positions of a random game, the last one always."""
    players, options, seed = game
    for turn, states in enumerate(play(players, seed, limit, **OPTIONS[options])):
        if turn % every == seed % every or states["over"][0]:
            yield turn, states


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("options", OPTIONS)
def test_every_state_of_a_game_comes_back_byte_for_byte(players, options):
    """So does its future: the random words are part of a position."""
    for _, states in sample((players, options, 12), 9):
        position = through_json(states)

        game, back = states_from(position, seed=99)

        assert game is AGOT2E
        assert back.tobytes() == states.tobytes()
        assert through_json(back) == position


@given(GAMES)
def test_a_position_and_its_state_are_the_same(game):
    for _, states in sample(game, 83):
        assert states_from(json.dumps(through_json(states)))[1].tobytes() == states.tobytes()


@given(GAMES)
def test_without_random_words_the_seed_decides_the_future(game):
    for _, states in sample(game, 97):
        position = through_json(states)
        del position["rng"]

        same = [states_from(position, seed)[1] for seed in (5, 5, 6)]

        assert same[0].tobytes() == same[1].tobytes()
        assert (same[0]["rng"] != same[2]["rng"]).any()
        same[0]["rng"] = states["rng"]
        assert same[0].tobytes() == states.tobytes()


@pytest.mark.smoke
def test_a_position_names_only_what_is_not_as_usual():
    position = through_json(AGOT2E.start(1, 3, 1, {"tides": True}))

    assert position["options"] == {"tides": "true"}
    assert position["areas"]["winterfell"] == {
        "units": [{"house": "stark", "type": "footman"}, {"house": "stark", "type": "knight"}],
        "garrison": 2,
    }
    assert position["phase"] == "planning"
    assert "the_eyrie" not in position["areas"]
    assert "combat" not in position


# --- redaction


@given(GAMES, st.integers(0, 2**40))
def test_what_is_hidden_is_not_in_a_redacted_position(game, seed):
    """Whatever the others chose and however the decks lie, the position is the same."""
    for turn, states in sample(game, 61, 400):
        seat = turn % len(AGOT2E.seats.in_play(game[0]))
        viewer = AGOT2E.seats.in_play(game[0])[seat]
        dealt = states.copy()
        AGOT2E.kernels.redeal(dealt, np.array([seat]), np.array([seed]))

        seen = json.dumps(position_of(AGOT2E, states, 0, viewer))

        assert json.dumps(position_of(AGOT2E, dealt, 0, viewer)) == seen
        assert "rng" not in json.loads(seen)


@given(GAMES, st.integers(0, 2**40))
def test_a_redacted_position_can_be_set(game, seed):
    """What its viewer does not know is drawn from the seed; what it knows stays."""
    rng = np.random.default_rng(seed)
    for turn, states in sample(game, 71):
        houses = AGOT2E.seats.in_play(game[0])
        viewer = houses[turn % len(houses)]
        position = through_json(states, viewer)

        dealt = states_from(position, seed)[1]

        assert through_json(dealt, viewer) == position
        assert states_from(position, seed)[1].tobytes() == dealt.tobytes()
        for _ in range(30):
            masks = masks_of(dealt)
            assert masks.any() != dealt["over"][0]
            AGOT2E.kernels.step(dealt, random_actions(masks, rng))


def test_seeds_fill_a_redacted_position_in_many_ways():
    states = next(states for turn, states in enumerate(play(6, 3)) if turn == 12)
    position = through_json(states, "tyrell")

    filled = [states_from(position, seed)[1] for seed in range(20)]

    assert len({tuple(s["order"][0]) for s in filled}) > 10
    assert len({s["deck"].tobytes() for s in filled}) == 20
    assert len({s["wild_deck"].tobytes() for s in filled}) == 20


def test_a_viewer_must_take_part():
    with pytest.raises(ValueError, match="viewer='martell': expected one of baratheon"):
        position_of(AGOT2E, AGOT2E.start(1, 3), 0, "martell")


def test_a_house_that_cuts_its_armies_alone_is_named():
    """Rattleshirt's Raiders have one House after the other cut its armies."""
    board = fresh().set_supply(stark=1).units("karhold", "stark", knight=3)
    wildlings_win(board, "rattleshirts_raiders")
    document = position_of(AGOT2E, board.states)

    assert board.phase == "RECONCILE_AREA"
    assert {"phase": "reconcile", "player": "stark"}.items() <= document["agenda"][-2].items()
    assert states_from(document)[1].tobytes() == board.states.tobytes()
