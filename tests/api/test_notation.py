"""Texts of actions and events, and snapshots."""

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from got_env.westeros.rules.actions import action_ranges
from got_env.westeros.rules.vocabulary import Event
from got_env.westeros.words import notation
from tests.builder import Board
from tests.play import AGOT2E, PLAYERS, masks_of, play


def texts(states):
    return {
        int(action): AGOT2E.actions.text(states, 0, int(action))
        for action in np.flatnonzero(masks_of(states)[0])
    }


@given(st.sampled_from(PLAYERS), st.integers(0, 10_000), st.booleans())
def test_a_text_is_read_back_as_its_action(players, seed, tides):
    for turn, states in enumerate(play(players, seed, tides=tides)):
        if turn % 9 == 0:
            legal = texts(states)
            assert len(set(legal.values())) == len(legal)
            for action, text in legal.items():
                assert AGOT2E.actions.parse(states, 0, text) == action


def test_names_are_context_free_and_different():
    names = AGOT2E.actions.names

    assert len(set(names)) == len(names) == AGOT2E.actions.size
    assert {"order march+1", "area winterfell", "card 3", "count 2", "bid 20", "done"} <= set(names)
    for kind in action_ranges(len(AGOT2E.observation.blocks[0].rows)):
        for name in names[kind.offset : kind.offset + kind.size]:
            assert name.split()[0] == kind.name


def test_texts_name_what_they_are_about():
    board = Board().clear().units("winterfell", "stark", knight=2).order("winterfell", "march+1")
    states = board.at("march").states

    assert set(texts(states).values()) >= {"march to moat_cailin", "march done"}
    board.do("area moat_cailin")
    assert set(texts(states).values()) == {"march 1 knight", "march 2 knight"}
    board.do("count 2")
    assert set(texts(states).values()) == {"token winterfell yes", "token winterfell no"} or (
        AGOT2E.words.phase_name(states, 0) != "march_token"
    )


def test_an_illegal_action_has_a_text_too():
    states = AGOT2E.start(1, 6, 1)

    for action in range(AGOT2E.actions.size):
        assert AGOT2E.actions.text(states, 0, action)
    assert AGOT2E.actions.text(states, 0, 30) == "bid 1"
    with pytest.raises(ValueError, match="action 130: expected 0 to 129"):
        AGOT2E.actions.text(states, 0, 130)


@pytest.mark.parametrize("text", ["", "order", "order pyke march+1", "ORDER dragonstone march+1"])
def test_a_wrong_text_is_refused_with_examples(text):
    states = AGOT2E.start(1, 6, 1)

    with pytest.raises(
        ValueError, match=r"is not legal; legal: order dragonstone march-1, .*\.\.\."
    ):
        AGOT2E.actions.parse(states, 0, text)


@given(st.sampled_from(PLAYERS), st.integers(0, 10_000))
def test_every_event_has_a_text(players, seed):
    said = set()
    since = 0
    for states in play(players, seed, tides=True):
        said.update(AGOT2E.words.new_events(states, 0, since))
        since = int(states["journal_no"][0])

    assert "" not in said
    assert "round 10 begins" in said or any("by castles" in text for text in said)


def test_every_kind_of_event_can_be_told():
    states = AGOT2E.start(1, 6, 1)

    for kind in Event:
        assert isinstance(notation.event_text(states, 0, (kind, 2, 1, 0)), str)


def test_old_events_are_forgotten():
    *_, states = play(3, 1)

    assert len(AGOT2E.words.new_events(states, 0, 0)) == states["journal"].shape[1]
    assert AGOT2E.words.new_events(states, 0, int(states["journal_no"][0])) == []


# --- snapshots


@given(st.sampled_from(PLAYERS), st.integers(0, 10_000))
def test_a_snapshot_is_plain_data(players, seed):
    for turn, states in enumerate(play(players, seed, tides=True)):
        if turn % 80 == 0:
            seat = turn % players
            known = states.copy()
            AGOT2E.kernels.redact(known, np.array([seat]))
            for shown in (states, known):
                snapshot = AGOT2E.words.snapshot(shown, 0)
                assert json.loads(json.dumps(snapshot)) == snapshot


def test_a_snapshot_says_what_is_on_the_board():
    board = (
        Board(tides=True)
        .clear()
        .units("winterfell", "stark", knight=1, footman=2)
        .units("winterfell", "stark", siege_engine=1, routed=True)
        .order("winterfell", "march+1")
        .token("moat_cailin", "stark")
        .garrison("pyke", 2)
        .neutral("the_eyrie", 6)
    )

    snapshot = AGOT2E.words.snapshot(board.states, 0)

    assert snapshot["areas"]["winterfell"] == {
        "kind": "land",
        "owner": "stark",
        "controller": "stark",
        "units": {"footman": 2, "knight": 1},
        "routed": {"siege_engine": 1},
        "token": None,
        "garrison": 0,
        "neutral": 0,
        "order": {"house": "stark", "token": "march+1"},
    }
    assert snapshot["areas"]["moat_cailin"]["controller"] == "stark"
    assert snapshot["areas"]["pyke"]["garrison"] == 2
    assert snapshot["areas"]["the_eyrie"]["neutral"] == 6
    assert snapshot["houses"]["stark"]["castles"] == 2
    assert snapshot["houses"]["stark"]["strongholds"] == 1
    assert snapshot["options"]["tides"] == "true"


def test_a_snapshot_of_knowledge_hides_the_rest():
    states = next(s for s in play(6, 1) if (s["order"][0] >= 0).sum() > 12)
    seat = int(states["stack"][0, states["depth"][0] - 1, 1])
    known = states.copy()
    AGOT2E.kernels.redact(known, np.array([seat]))

    snapshot = AGOT2E.words.snapshot(known, 0)

    orders = [area["order"] for area in snapshot["areas"].values() if area["order"]]
    house = AGOT2E.seats.names[seat]
    assert {o["token"] for o in orders if o["house"] != house} == {"hidden"}
    assert "hidden" not in {o["token"] for o in orders if o["house"] == house}
    assert set(snapshot["wildlings"]["deck"]) == {None}
    assert set(snapshot["westeros"]["decks"]["I"]) == {None}
