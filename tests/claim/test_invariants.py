"""Storm of Swords under random legal play: nothing breaks, nothing leaks, actions have texts."""

import numpy as np
import pytest

from got_env.core.batch import games
from got_env.westeros.editions.options_asos import OPTIONS
from got_env.westeros.engine.audit import audited_rollout
from got_env.westeros.facts.rulesets import load_facts, ruleset_of
from got_env.westeros.rules.faults import Fault
from got_env.westeros.rules.state import CLAIM_FIELDS, STATE
from got_env.westeros.rules.vocabulary import MAX_LEADERS, MAX_PLAYERS, NUM_ALLIANCE_CARDS, Phase
from got_env.westeros.views.claim_observation import (
    ALLIANCE_FEATURES,
    LEADER_FEATURES,
    NUM_DECISIONS,
    table_fields,
)
from got_env.westeros.views.observation import AREA_FEATURES, HISTORY_ROWS, HOUSE_FEATURES
from got_env.westeros.words.context import context
from got_env.westeros.words.notation import action_text, new_events, parse_action, phase_name
from tests.claim.random_games import masks_of, play, redacted, start
from tests.claim.table import FACTS
from tests.rules.marks import rule

PLAYERS = FACTS.player_counts
ALTERNATIVES = [(key, value) for key, spec in OPTIONS.specs.items() for value in spec.values[1:]]
OBSERVATION = (
    len(FACTS.areas) * AREA_FEATURES
    + MAX_PLAYERS * HOUSE_FEATURES
    + MAX_LEADERS * LEADER_FEATURES
    + NUM_ALLIANCE_CARDS * ALLIANCE_FEATURES
    + sum(field.size for field in table_fields(FACTS))
    + HISTORY_ROWS * 4
)


def audited(players, count, seed=0, options=None):
    """Faults by name in eager random games that are looked at after every decision."""
    states = start(count, players, seed, options)
    faults = np.zeros((count, len(Fault)), dtype=np.int64)
    mask = np.zeros(FACTS.num_actions, dtype=np.bool_)
    audited_rollout(states, mask, True, 1, 20_000, np.zeros(3, dtype=np.int64), faults)
    assert faults.any() or (states["over"] == 1).all()
    return {f"{x.name} in seed {seed + i}" for x in Fault for i in np.flatnonzero(faults[:, x])}


@pytest.mark.parametrize("players", PLAYERS)
def test_nothing_breaks(players):
    assert audited(players, 100) == set()


@pytest.mark.parametrize(("key", "value"), ALTERNATIVES)
def test_nothing_breaks_with_an_option(key, value):
    for players in PLAYERS:
        assert audited(players, 10, options={key: value}) == set()


def test_records_have_no_gaps():
    sizes = [STATE.fields[name][0].itemsize for name in STATE.names]

    assert sum(sizes) == STATE.itemsize


def test_fields_of_claim_are_0_in_games_without_it():
    facts = load_facts("agot2e")
    chosen = facts.edition.options.resolve({})
    states = np.zeros(2, dtype=STATE)
    rulesets = np.full(2, ruleset_of(facts, 6, chosen))
    options = np.tile(np.array(chosen, dtype=np.int16), (2, 1))
    games.reset(states, rulesets, options, np.arange(2, dtype=np.int64))
    mask = np.zeros(facts.num_actions, dtype=np.bool_)
    games.rollout(states, mask, -1, np.zeros(2, dtype=np.int64))

    assert (states["over"] == 1).all()
    assert [name for name in CLAIM_FIELDS if states[name].any()] == []


# --- decisions of random games


def observed(states, seat):
    out = np.zeros((1, OBSERVATION), dtype=np.int8)
    games.observe(states, np.array([seat], np.int8), out)
    return out[0]


def check_secrets(states, viewer, seed):
    """Check that a viewer is told the same in another game that it cannot tell apart."""
    other = states.copy()
    games.redeal_batch(other, np.array([viewer]), np.array([seed]))
    where = (phase_name(states, 0), viewer)
    assert (observed(states, viewer) == observed(other, viewer)).all(), where
    seen, seen_again = redacted(states, viewer), redacted(other, viewer)
    assert seen.tobytes() == seen_again.tobytes(), where
    assert (observed(seen, viewer) == observed(states, viewer)).all(), where
    frame = states["stack"][0, int(states["depth"][0]) - 1]
    if not states["over"][0] and frame[1] == viewer:
        assert (masks_of(states) == masks_of(other)).all(), where
    elif not other["over"][0]:
        assert masks_of(other).any(), where


@rule("ASOS-HID-01", "ASOS-HID-02", "ASOS-HID-06", "ASOS-HID-07", "ASOS-HID-08")
def test_nothing_told_to_a_player_depends_on_what_is_hidden():
    met = set()
    for seed in range(40):
        players = 3 + seed % 2
        for turn, states in enumerate(play(players, seed)):
            name = phase_name(states, 0)
            if name not in met or turn % 31 == 0:
                for viewer in range(players):
                    check_secrets(states, viewer, turn * 7 + viewer)
            met.add(name)

    missing = {row.name for row in FACTS.edition.decisions.values()} - met
    assert len(missing) <= 8, missing  # questions of single cards are rare


@rule("ASOS-HID-07")
def test_a_redealt_card_allows_as_many_orders_as_lie_there():
    for seed in range(6):
        for turn, states in enumerate(play(4, seed)):
            if phase_name(states, 0) == "order" and turn % 3 == 0:
                other = states.copy()
                games.redeal_batch(other, np.array([turn % 4]), np.array([turn]))
                faults = np.zeros((1, len(Fault)), dtype=np.int64)
                mask = np.zeros(FACTS.num_actions, dtype=np.bool_)
                audited_rollout(other, mask, True, 1, 400, np.zeros(3, dtype=np.int64), faults)
                faults[0, Fault.TOO_LONG] = 0
                assert not faults.any()


@rule("ASOS-PROT-01")
def test_every_action_has_a_text_that_reads_back():
    listed = {}
    for seed in range(6):
        events = 0
        for states in play(3 + seed % 2, seed):
            assert all(new_events(states, 0, events))
            events = int(states["journal_no"][0])
            if states["over"][0]:
                break
            assert context(states, 0)["round"] == int(states["round_no"][0])
            legal = np.flatnonzero(masks_of(states)[0]).tolist()
            texts = [action_text(states, 0, action) for action in legal]
            assert [parse_action(states, 0, text) for text in texts] == legal
            listed.setdefault(phase_name(states, 0), set()).update(texts)
    assert "tactic careful_planning" in listed["tactic"]


def test_decisions_have_a_place_in_observations():
    assert len(FACTS.edition.decisions) <= NUM_DECISIONS
    assert {phase for phase in FACTS.edition.decisions} <= set(Phase)
