"""Rules for every game, looked at in games of random legal play."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from got_env.westeros.editions.options_agot2e import OPTIONS
from got_env.westeros.engine.audit import audited_rollout
from got_env.westeros.players.heuristic.playout import new_scratch, play_heuristic
from got_env.westeros.rules.faults import Fault
from got_env.westeros.rules.vocabulary import NONE, Event
from tests.invariants.checks import broken
from tests.play import AGOT2E, PLAYERS, masks_of, play, random_actions

GAMES = st.builds(
    lambda players, seed, tides: (players, seed, {"tides": tides}),
    st.sampled_from(PLAYERS),
    st.integers(0, 2**40),
    st.booleans(),
)

ALTERNATIVES = [(key, value) for key, spec in OPTIONS.specs.items() for value in spec.values[1:]]


def audited(players, games, seed=0, eager=True, **options):
    """Faults by name in random games that are looked at after every decision."""
    states = AGOT2E.start(games, players, seed, options)
    faults = np.zeros((games, len(Fault)), dtype=np.int64)
    mask = np.zeros(AGOT2E.actions.size, dtype=np.bool_)
    audited_rollout(states, mask, eager, 1, 20_000, np.zeros(3, dtype=np.int64), faults)
    found = {
        f"{fault.name} in the game of seed {seed + row}"
        for fault in Fault
        for row in np.flatnonzero(faults[:, fault])
    }
    assert found or (states["over"] == 1).all()
    return found


@given(GAMES)
def test_nothing_breaks(game):
    """Pieces, tokens and cards are conserved, supply holds, all is where it can be."""
    players, seed, options = game
    for turn, states in enumerate(play(players, seed, **options)):
        if turn % 5 == 0 or states["over"][0]:
            assert broken(states) == []


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("tides", [False, True])
@pytest.mark.parametrize("eager", [False, True])
def test_nothing_breaks_in_many_games(players, tides, eager):
    assert audited(players, 100, seed=1000, eager=eager, tides=tides) == set()


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("tides", [False, True])
def test_nothing_breaks_when_houses_fight_well(players, tides):
    """Games of the heuristic player, which mostly end by castles."""
    states = AGOT2E.start(30, players, 7, {"tides": tides})
    faults = np.zeros((30, len(Fault)), dtype=np.int64)
    counts = np.zeros(3, dtype=np.int64)
    mask = np.zeros(AGOT2E.actions.size, dtype=np.bool_)
    tables = np.zeros((30, players), dtype=np.int64)

    play_heuristic(states, mask, *new_scratch(), tables, 1, 20_000, counts, faults)

    assert not faults.any()
    assert (states["over"] == 1).all()
    assert states["won_by_castles"].any()


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize(("key", "value"), ALTERNATIVES)
def test_nothing_breaks_with_an_option(players, key, value):
    assert audited(players, 25, **{"tides": True, key: value}) == set()


@given(
    st.sampled_from(PLAYERS),
    st.integers(0, 2**40),
    st.fixed_dictionaries(
        {key: st.sampled_from(spec.values) for key, spec in OPTIONS.specs.items()}
    ),
)
def test_nothing_breaks_with_any_options(players, seed, options):
    assert audited(players, 8, seed=seed, **options) == set()


@pytest.mark.parametrize("players", PLAYERS)
def test_nothing_breaks_with_the_other_rulings(players):
    assert audited(players, 100, rulings="online") == set()


@given(GAMES)
def test_somebody_can_act_until_the_game_is_over(game):
    players, seed, options = game
    for states in play(players, seed, **options):
        seats = np.zeros(1, dtype=np.int8)
        AGOT2E.kernels.current_player(states, seats)
        if states["over"][0]:
            assert seats[0] == NONE
            assert not masks_of(states).any()
        else:
            assert 0 <= seats[0] < players
            assert masks_of(states).any()
    assert states["round_no"][0] <= 10


@given(GAMES)
def test_every_legal_action_can_be_played(game):
    players, seed, options = game
    for turn, states in enumerate(play(players, seed, **options)):
        if turn % 40 == 7:
            actions = np.flatnonzero(masks_of(states)[0])
            after = np.repeat(states, len(actions))
            AGOT2E.kernels.step(after, actions)
            assert broken(after) == []
            assert (masks_of(after).any(axis=1) | (after["over"] == 1)).all()
            assert all(row.tobytes() != states[0].tobytes() for row in after)


@given(GAMES)
def test_an_ended_game_stays(game):
    players, seed, options = game
    *_, states = play(players, seed, **options)
    before = states.tobytes()

    AGOT2E.kernels.step(states, np.array([3]))

    assert states.tobytes() == before


@given(st.sampled_from(PLAYERS), st.integers(0, 2**40))
def test_a_batch_equals_its_games_alone(players, seed):
    rng = np.random.default_rng(seed % 2**32)
    batch = AGOT2E.start(5, players, seed)
    alone = [AGOT2E.start(1, players, seed + i) for i in range(5)]
    for _ in range(150):
        actions = random_actions(masks_of(batch), rng)
        AGOT2E.kernels.step(batch, actions)
        for row, states in enumerate(alone):
            AGOT2E.kernels.step(states, actions[row : row + 1])
    assert batch.tobytes() == b"".join(states.tobytes() for states in alone)


@given(GAMES)
def test_hidden_things_do_not_change_an_observation(game):
    players, seed, options = game
    shape = (1, AGOT2E.observation.size)
    for turn, states in enumerate(play(players, seed, **options)):
        if turn % 10 == 3:
            seat = np.array([turn % players])
            dealt = states.copy()
            AGOT2E.kernels.redeal(dealt, seat, np.array([turn]))
            seen, real = np.zeros(shape, dtype=np.int8), np.zeros(shape, dtype=np.int8)
            AGOT2E.kernels.observe(states, seat, real)
            AGOT2E.kernels.observe(dealt, seat, seen)
            assert np.array_equal(seen, real)


@given(GAMES)
def test_an_observation_shows_nothing_that_redaction_hides(game):
    players, seed, options = game
    # Filled with other numbers first: every place of an observation is written.
    seen = np.full((1, AGOT2E.observation.size), 99, dtype=np.int8)
    real = np.full((1, AGOT2E.observation.size), -99, dtype=np.int8)
    for turn, states in enumerate(play(players, seed, **options)):
        if turn % 7 == 3:
            for seat in range(players):
                known = states.copy()
                AGOT2E.kernels.redact(known, np.array([seat]))
                AGOT2E.kernels.observe(states, np.array([seat]), real)
                AGOT2E.kernels.observe(known, np.array([seat]), seen)
                assert np.array_equal(seen, real)


@given(GAMES)
def test_looking_changes_nothing(game):
    players, seed, options = game
    out = np.zeros((1, AGOT2E.observation.size), dtype=np.int8)
    for turn, states in enumerate(play(players, seed, limit=200, **options)):
        before = states.tobytes()
        AGOT2E.kernels.observe(states, np.array([turn % players]), out)
        AGOT2E.kernels.observe_all(states, out)
        masks_of(states)
        if turn % 40 == 0:
            AGOT2E.words.snapshot(states, 0)
        assert states.tobytes() == before


@given(GAMES)
def test_the_journal_tells_the_same_to_everyone(game):
    players, seed, options = game
    last = 0
    for turn, states in enumerate(play(players, seed, **options)):
        number = int(states["journal_no"][0])
        assert number >= last
        journal = states["journal"][0]
        assert np.isin(journal[:, 0], list(Event)).all()
        assert ((journal[:, 1] >= NONE) & (journal[:, 1] < players)).all()
        assert number - last <= len(journal)
        last = number
        if turn % 20 == 0:
            known = states.copy()
            AGOT2E.kernels.redact(known, np.array([turn % players]))
            assert np.array_equal(known["journal"], states["journal"])


@given(st.sampled_from(PLAYERS), st.integers(0, 2**40))
def test_equal_games_have_equal_bytes(players, seed):
    """Nothing is left behind: a second game in the same memory is the same game."""
    states = AGOT2E.start(2, players, seed)
    counts = np.zeros(2, dtype=np.int64)
    AGOT2E.kernels.rollout(states, np.zeros(AGOT2E.actions.size, dtype=np.bool_), 300, counts)

    AGOT2E.restart(states, players, np.array([seed, seed + 1]))

    assert states.tobytes() == AGOT2E.start(2, players, seed).tobytes()
