"""The 1st edition under random legal play: nothing breaks, nothing leaks, everything reads back."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from got_env.games import get_game
from got_env.westeros.editions.options_agot1e import OPTIONS
from got_env.westeros.engine.audit import audited_rollout
from got_env.westeros.players.heuristic.playout import new_scratch, play_heuristic
from got_env.westeros.rules.faults import Fault
from got_env.westeros.views.knowledge import EVERYBODY
from tests.first_edition import OF_OPTIONS
from tests.rules.marks import rule

GAME = get_game("agot1e")
PLAYERS = GAME.seats.counts
ALTERNATIVES = [(key, value) for key, spec in OPTIONS.specs.items() for value in spec.values[1:]]
ANY_OPTIONS = st.fixed_dictionaries(
    {key: st.sampled_from(spec.values) for key, spec in OPTIONS.specs.items()}
)


def faults_of(faults, seed):
    return {
        f"{fault.name} in the game of seed {seed + row}"
        for fault in Fault
        for row in np.flatnonzero(faults[:, fault])
    }


def audited(players, games, seed=0, options=None):
    """Faults by name in eager random games that are looked at after every decision."""
    states = GAME.start(games, players, seed, options)
    faults = np.zeros((games, len(Fault)), dtype=np.int64)
    mask = np.zeros(GAME.actions.size, dtype=np.bool_)
    audited_rollout(states, mask, True, 1, 20_000, np.zeros(3, dtype=np.int64), faults)
    found = faults_of(faults, seed)
    assert found or (states["over"] == 1).all()
    return found


@pytest.mark.parametrize("players", PLAYERS)
def test_nothing_breaks(players):
    assert audited(players, 200) == set()


@pytest.mark.parametrize(("key", "value"), ALTERNATIVES)
def test_nothing_breaks_with_an_option(key, value):
    for players in PLAYERS:
        assert audited(players, 20, options={key: value}) == set()


@given(st.sampled_from(PLAYERS), st.integers(0, 2**40), ANY_OPTIONS)
def test_nothing_breaks_with_any_options(players, seed, options):
    assert audited(players, 8, seed, options) == set()


@pytest.mark.parametrize("players", PLAYERS)
def test_nothing_breaks_when_the_scripted_player_plays(players):
    states = GAME.start(20, players, 5)
    faults = np.zeros((20, len(Fault)), dtype=np.int64)
    tables = np.zeros((20, players), dtype=np.int64)
    mask = np.zeros(GAME.actions.size, dtype=np.bool_)
    counts = np.zeros(3, dtype=np.int64)
    play_heuristic(states, mask, *new_scratch(), tables, 1, 20_000, counts, faults)

    assert faults_of(faults, 5) == set()
    assert (states["over"] == 1).all()


# --- decisions of random games


def masks_of(states):
    masks = np.zeros((len(states), GAME.actions.size), dtype=np.bool_)
    GAME.kernels.action_mask(states, masks)
    return masks


def seat_of(states):
    seats = np.zeros(1, dtype=np.int8)
    GAME.kernels.current_player(states, seats)
    return int(seats[0])


def play(players, seed, options):
    """The record ``(1,)`` at every decision of an eager random game, and at its end."""
    rng = np.random.default_rng(seed)
    states = GAME.start(1, players, seed, options)
    while not states["over"][0]:
        yield states
        legal = np.flatnonzero(masks_of(states)[0])
        eager = legal[legal != GAME.actions.no_op]
        chosen = eager if len(eager) and rng.random() < 0.7 else legal
        GAME.kernels.step(states, np.array([rng.choice(chosen)]))
    yield states


def observed(states, seat):
    out = np.zeros((1, GAME.observation.size), dtype=np.int8)
    GAME.kernels.observe(states, np.array([seat], dtype=np.int8), out)
    return out[0]


def redacted(states, seat):
    copy = states.copy()
    GAME.kernels.redact(copy, np.array([seat]))
    return copy


def check_secrets(states, viewer, seed):
    """Check that a viewer is told the same in another game that it cannot tell apart."""
    other = states.copy()
    GAME.kernels.redeal(other, np.array([viewer]), np.array([seed]))
    where = (GAME.words.phase_name(states, 0), viewer)
    assert (observed(states, viewer) == observed(other, viewer)).all(), where
    seen, seen_again = redacted(states, viewer), redacted(other, viewer)
    assert seen.tobytes() == seen_again.tobytes(), where
    assert (observed(seen, viewer) == observed(states, viewer)).all(), where
    assert GAME.words.context(states, 0) == GAME.words.context(other, 0), where
    if seat_of(states) == viewer:
        assert (masks_of(states) == masks_of(other)).all(), where
    elif not other["over"][0]:
        assert masks_of(other).any(), where


@settings(max_examples=12)
@given(st.sampled_from(PLAYERS), st.integers(0, 10_000), ANY_OPTIONS)
def test_nothing_told_to_a_player_depends_on_what_is_hidden(players, seed, options):
    for turn, states in enumerate(play(players, seed, options)):
        if turn % 5 == seed % 5:
            check_secrets(states, turn // 5 % players, turn)


def test_secrets_are_kept_in_every_common_phase():
    met = set()
    for seed in range(24):
        options = {"order_pass": "allowed"} if seed % 4 == 0 else {}
        for turn, states in enumerate(play(3 + seed % 3, seed, options)):
            name = GAME.words.phase_name(states, 0)
            if name not in met or turn % 40 == 0:
                check_secrets(states, turn % (3 + seed % 3), turn)
            met.add(name)

    missing = {decision.name for decision in GAME.actions.decisions} - met - OF_OPTIONS
    assert len(missing) <= 9, missing  # questions of single cards are rare


@settings(max_examples=5)
@given(st.sampled_from(PLAYERS), st.integers(0, 10_000), ANY_OPTIONS)
def test_a_redealt_game_is_a_game(players, seed, options):
    for turn, states in enumerate(play(players, seed, options)):
        if turn % 29 == seed % 29:
            other = states.copy()
            GAME.kernels.redeal(other, np.array([turn % players]), np.array([turn]))
            GAME.records.check(other)


@settings(max_examples=5)
@given(st.sampled_from(PLAYERS), st.integers(0, 10_000), ANY_OPTIONS)
def test_positions_and_texts_read_back(players, seed, options):
    for turn, states in enumerate(play(players, seed, options)):
        legal = np.flatnonzero(masks_of(states)[0])
        texts = [GAME.actions.text(states, 0, int(action)) for action in legal]
        assert [GAME.actions.parse(states, 0, text) for text in texts] == list(legal)
        if turn % 23 == seed % 23:
            document = GAME.positions.write(states, 0)
            again = GAME.positions.read(document, 0)
            assert again.tobytes() == states.tobytes(), GAME.words.phase_name(states, 0)
            GAME.records.check(states)
            viewer = turn % players
            hidden = GAME.positions.write(redacted(states, viewer), 0)
            filled = GAME.positions.read(hidden, turn)
            assert redacted(filled, viewer).tobytes() == redacted(states, viewer).tobytes()


@pytest.mark.parametrize("players", PLAYERS)
def test_decisions_of_a_game_are_those_that_are_listed(players):
    listed = {d.name: set(d.actions) for d in GAME.actions.decisions}
    for seed in range(12):
        for states in play(players, seed, {}):
            if states["over"][0]:
                break
            legal = set(np.flatnonzero(masks_of(states)[0]).tolist())
            assert legal
            assert legal <= listed[GAME.words.phase_name(states, 0)]


def test_a_central_critic_sees_all_but_the_decks():
    states = next(iter(play(5, 1, {})))
    out = np.zeros((1, GAME.observation.size), dtype=np.int8)
    GAME.kernels.observe_all(states, out)
    assert EVERYBODY < 0
    assert out.any()


ACTION_PHASE = {
    "raid_from",
    "raid_target",
    "march_from",
    "march_to",
    "march_count",
    "march_token",
    "support",
    "house_card",
    "retreat",
}
"""Decisions of the Action phase that random games reach."""


@rule("1E-ACT-07")
@pytest.mark.parametrize("cards", ["base", "asos"])
def test_turn_order_does_not_change_in_the_action_phase(cards):
    """Whatever is decided there, in random games, by either set of House cards."""
    rng = np.random.default_rng(7)
    states = GAME.start(24, 5, seed=3, options={"house_cards": cards})
    masks = np.zeros((24, GAME.actions.size), dtype=np.bool_)
    seen = set()
    while not states["over"].all():
        GAME.kernels.action_mask(states, masks)
        phases = [GAME.words.phase_name(states, row) for row in range(24)]
        before = states["track"].copy()
        running = [row for row in range(24) if phases[row] != "over"]
        chosen = np.zeros(24, dtype=np.int64)
        for row in running:
            chosen[row] = rng.choice(np.flatnonzero(masks[row]))
        for row in running:
            GAME.kernels.step(states[row : row + 1], chosen[row : row + 1])
        for row in running:
            if phases[row] in ACTION_PHASE:
                seen.add(phases[row])
                assert (states["track"][row] == before[row]).all(), phases[row]

    assert seen == ACTION_PHASE
