"""States as bytes: nothing but an intact state of the same game is taken."""

import dataclasses

import pytest
from gymnasium.utils.env_checker import data_equivalence
from hypothesis import given
from hypothesis import strategies as st

from got_env import GameEnv, agot2e_v0
from got_env.core import state_bytes
from tests.play import AGOT2E, PLAYERS, play_on


def started(players=3, seed=4, turns=60):
    env = agot2e_v0.raw_env(players=players)
    env.reset(seed=seed)
    return play_on(env, turns)


STATE = started().get_state()


@pytest.mark.parametrize("players", PLAYERS)
def test_a_state_comes_back(players):
    env = started(players=players)
    other = agot2e_v0.raw_env(players=players)

    other.set_state(env.get_state())

    assert other.get_state() == env.get_state()
    assert play_on(other, 100).get_state() == play_on(env, 100).get_state()


@pytest.mark.parametrize("gone", range(4))
def test_a_state_of_an_ended_game_comes_back(gone):
    env = started(turns=20_000)
    for _ in range(gone):
        env.step(None)
    other = agot2e_v0.env(players=3)

    other.set_state(env.get_state())

    assert other.get_state() == env.get_state()
    assert other.agents == env.agents
    assert other.rewards == env.rewards
    for agent in env.agents:
        assert other.last()[1:4] == env.last()[1:4], agent
        assert data_equivalence(other.last()[4], env.last()[4]), agent


def test_a_truncated_game_comes_back():
    env = agot2e_v0.raw_env(max_cycles=10)
    env.reset(seed=1)
    play_on(env, 10)
    other = agot2e_v0.raw_env(max_cycles=10)

    other.set_state(env.get_state())

    assert all(other.truncations.values())
    assert other.get_state() == env.get_state()


@given(st.integers(0, len(STATE) * 8 - 1))
def test_a_flipped_bit_is_refused(bit):
    damaged = bytearray(STATE)
    damaged[bit // 8] ^= 1 << bit % 8
    env = started(seed=9)
    before = env.get_state()

    with pytest.raises(ValueError, match=r"^state: "):
        env.set_state(bytes(damaged))

    assert env.get_state() == before


def test_no_bit_can_be_flipped_unnoticed():
    for bit in range(len(STATE) * 8):
        damaged = bytearray(STATE)
        damaged[bit // 8] ^= 1 << bit % 8
        with pytest.raises(ValueError, match=r"^state: "):
            state_bytes.unpack(AGOT2E, bytes(damaged))


def test_no_byte_can_be_missing_or_too_many():
    for length in range(len(STATE)):
        with pytest.raises(ValueError, match=r"^state: "):
            state_bytes.unpack(AGOT2E, STATE[:length])
    for more in (b"\0", b"x", STATE, bytes(10_000_000)):
        with pytest.raises(ValueError, match=r"^state: \d+ bytes, expected \d+"):
            state_bytes.unpack(AGOT2E, STATE + more)


def test_parts_of_two_states_make_no_state():
    other = started(seed=5).get_state()
    for cut in range(100, len(STATE) - 1, 97):
        if STATE[:cut] != other[:cut] and STATE[cut:] != other[cut:]:
            with pytest.raises(ValueError, match=r"^state: damaged, the checksum differs"):
                state_bytes.unpack(AGOT2E, STATE[:cut] + other[cut:])


@given(st.one_of(st.integers(0, len(STATE) - 1), st.binary(max_size=40)))
def test_cut_or_foreign_bytes_are_refused(data):
    blob = STATE[:data] if isinstance(data, int) else data

    with pytest.raises(ValueError, match=r"^state: "):
        started(seed=9).set_state(blob)


@pytest.mark.parametrize("blob", [None, 7, "text", [1, 2]])
def test_other_types_are_refused(blob):
    with pytest.raises(ValueError, match=r"^state: expected bytes, not"):
        started().set_state(blob)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"code": "asos"}, "of the game 'asos', expected 'agot2e'"),
        ({"version": 9}, "of version 9 of agot2e, expected 0"),
        ({"data_hash": "0" * 16}, "made with other rules data"),
    ],
)
def test_states_of_other_games_are_refused(change, message):
    identity = dataclasses.replace(AGOT2E.identity, **change)
    other = GameEnv(dataclasses.replace(AGOT2E, identity=identity), players=3)
    other.reset(seed=1)

    with pytest.raises(ValueError, match=message):
        started().set_state(other.get_state())


def test_states_of_other_numbers_of_players_are_refused():
    with pytest.raises(ValueError, match="of a game with 4 players, expected 3"):
        started().set_state(started(players=4).get_state())


def test_a_forced_decision_stays_open_in_a_state_that_comes_back():
    """An environment that skips forced decisions takes a state as it is."""
    env = started(seed=2, turns=0)
    while len(env.legal_actions()) != 1:
        play_on(env, 1)
    other = agot2e_v0.raw_env(players=3, skip_forced=True)

    other.set_state(env.get_state())

    assert other.get_state() == env.get_state()
    assert other.legal_actions() == env.legal_actions()
    assert other.agent_selection == env.agent_selection


def test_a_record_has_no_gaps():
    """Gaps hold anything after a copy, so that equal positions would have unequal bytes."""
    end = 0
    for name in AGOT2E.records.state.names:
        kind, offset = AGOT2E.records.state.fields[name][:2]
        assert offset == end, name
        end = offset + kind.itemsize

    assert end == AGOT2E.records.state.itemsize
