"""Texts of actions: at every decision of every game they are read back as what they say."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from got_env.cli.listing import describe_actions
from got_env.westeros.editions.agot2e import SECOND_EDITION
from tests.invariants.positions import positions
from tests.play import AGOT2E, ANY_OPTIONS, PLAYERS, masks_of, play


def check_texts(states):
    """All 130 texts differ; the legal ones are read back, the others refused with examples."""
    texts = [AGOT2E.actions.text(states, 0, action) for action in range(AGOT2E.actions.size)]
    legal = masks_of(states)[0]

    assert len(set(texts)) == len(texts)
    for action in np.flatnonzero(legal).tolist():
        assert AGOT2E.actions.parse(states, 0, texts[action]) == action
    example = texts[int(legal.argmax())]
    for action in np.flatnonzero(~legal)[:: 1 + int(states["journal_no"][0]) % 7].tolist():
        with pytest.raises(ValueError, match="is not legal; legal: ") as refused:
            AGOT2E.actions.parse(states, 0, texts[action])
        assert repr(texts[action]) in str(refused.value)
        assert example in str(refused.value)


@given(st.sampled_from(PLAYERS), st.integers(0, 10_000), ANY_OPTIONS)
def test_texts_at_decisions_of_any_game(players, seed, options):
    for turn, states in enumerate(play(players, seed, **options)):
        if turn % 61 == seed % 61 and not states["over"][0]:
            check_texts(states)


@pytest.mark.parametrize("players", PLAYERS)
def test_texts_at_every_decision(players):
    for found in positions(players).values():
        check_texts(found[0])


@given(st.sampled_from(PLAYERS), st.integers(0, 10_000), st.text(max_size=40))
def test_any_other_text_is_refused(players, seed, text):
    *_, states = play(players, seed, limit=seed % 300)
    legal = [AGOT2E.actions.text(states, 0, int(a)) for a in np.flatnonzero(masks_of(states)[0])]
    wrong = [text, *(t.upper() for t in legal[:3]), *(f"{t} " for t in legal[:3])]

    for attempt in wrong:
        if attempt not in legal:
            with pytest.raises(ValueError, match="is not legal"):
                AGOT2E.actions.parse(states, 0, attempt)


@pytest.mark.parametrize("value", [None, 3, ["order"], b"order"])
def test_what_is_no_text_is_refused(value):
    with pytest.raises(ValueError, match=f"expected a text, not {type(value).__name__}"):
        AGOT2E.actions.parse(AGOT2E.start(1, 3, 1), 0, value)


# --- the list of actions


def test_every_decision_and_action_is_listed_with_its_meaning():
    listed = describe_actions(AGOT2E)

    assert [action["id"] for action in listed["actions"]] == list(range(AGOT2E.actions.size))
    assert [d["name"] for d in listed["decisions"]] == [
        phase.name.lower() for phase in SECOND_EDITION.decisions
    ]
    assert len({d["meaning"] for d in listed["decisions"]}) == len(listed["decisions"])
    assert len({a["meaning"] for a in listed["actions"]}) == AGOT2E.actions.size
    assert all(action["decisions"] for action in listed["actions"])
    assert all(decision["texts"] for decision in listed["decisions"])


def test_what_is_listed_of_an_action():
    actions = {action["name"]: action for action in describe_actions(AGOT2E)["actions"]}

    assert actions["count 6"]["decisions"] == ["march_count"]
    assert actions["count 2"]["decisions"] == ["march_count", "port_capture"]
    assert actions["choice c"]["decisions"] == ["westeros_choice"]
    assert actions["card 0"]["meaning"].startswith("house card 0 of a house: stannis_baratheon, ")
    assert actions["track iron_throne"]["kind"] == "track"
    assert "drop_track" not in actions["track iron_throne"]["decisions"]


@pytest.mark.parametrize("players", PLAYERS)
def test_an_action_is_legal_only_where_the_list_says(players):
    can_be = {decision.name: set(decision.actions) for decision in AGOT2E.actions.decisions}
    for states in play(players, 3, tides=True):
        legal = np.flatnonzero(masks_of(states)[0]).tolist()
        assert set(legal) <= can_be.get(AGOT2E.words.phase_name(states, 0), set())
    for found in positions(players).values():
        for states in found:
            legal = np.flatnonzero(masks_of(states)[0]).tolist()
            assert set(legal) <= can_be[AGOT2E.words.phase_name(states, 0)]


def test_texts_follow_the_patterns_that_are_listed():
    """Words of a text in small letters are those of a pattern of its decision."""
    patterns = {decision.name: decision.texts for decision in AGOT2E.actions.decisions}
    for found in positions(6).values():
        for states in found:
            for action in np.flatnonzero(masks_of(states)[0]).tolist():
                text = AGOT2E.actions.text(states, 0, action).split()
                assert any(
                    matches(text, pattern.split())
                    for pattern in patterns[AGOT2E.words.phase_name(states, 0)]
                )


def matches(text, pattern):
    return len(text) == len(pattern) and all(
        p.isupper() or word in p.split("|") for word, p in zip(text, pattern, strict=True)
    )
