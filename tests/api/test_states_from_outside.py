"""States that another program made: every number is looked at before anything changes."""

import dataclasses
import pickle

import numpy as np
import pytest

from got_env import VectorEnv, agot2e_v0
from got_env.core import state_bytes
from got_env.envs.gymnasium_env import SeatEnv
from got_env.envs.gymnasium_vector import SeatVectorEnv
from got_env.westeros.editions import EDITIONS
from got_env.westeros.facts.ranges import row_ranges, state_ranges
from got_env.westeros.facts.rulesets import load_facts
from got_env.westeros.games.game import shipped
from tests.play import AGOT2E, PLAYERS, play, play_on, play_vector


def started(players=4, seed=3, turns=60, **kwargs):
    env = agot2e_v0.raw_env(players=players, **kwargs)
    env.reset(seed=seed)
    return play_on(env, turns)


def forged(env, change, books=None):
    """A sound blob of a state of ``env`` after ``change(states)``."""
    blob = env.get_state()
    record, kept = state_bytes.unpack(env.game, blob)
    states = np.frombuffer(record, dtype=env.game.records.state).copy()
    change(states)
    return state_bytes.pack(env.game, states.tobytes(), kept if books is None else books(kept))


def setting(name, value, *index):
    def change(states):
        states[name][(0, *index)] = value

    return change


def forget():
    """As in another process: nothing is known of any state."""
    state_bytes._known.clear()


@pytest.mark.parametrize(
    ("name", "index", "value", "message"),
    [
        ("ruleset", (), -300, r"^state: ruleset=-300: expected 0 to 3$"),
        ("num_players", (), 30_000, r"^state: num_players=30000: expected 3 to 6$"),
        ("num_players", (), 5, r"^state: num_players=5: expected 4, as ruleset=1 says$"),
        ("depth", (), 21, r"^state: depth=21: expected 0 to 20$"),
        ("stack", (1, 0), 88, r"^state: stack\[1, 0\]=88: expected 0 to 87$"),
        ("stack", (0, 1), 4, r"^state: stack\[0, 1\]=4: expected -1 to 3$"),
        ("owner", (57,), 4, r"^state: owner\[57\]=4: expected -1 to 3$"),
        ("bidders", (), 16, r"^state: bidders=16: expected 0 to 15$"),
        ("units", (3, 1), -1, r"^state: units\[3, 1\]=-1: expected 0 to 10$"),
        ("deck_pos", (2,), 11, r"^state: deck_pos\[2\]=11: expected 0 to 10$"),
        ("march_count", (), 9, r"^state: march_count=9: expected 0 to 8$"),
        ("journal_no", (), -1, r"^state: journal_no=-1: expected 0 to 1073741824$"),
        ("rng", (0,), 2**32, r"^state: rng\[0\]=4294967296: expected 0 to 4294967295$"),
    ],
)
def test_a_number_out_of_range_is_refused(name, index, value, message):
    env = started()
    blob = forged(env, setting(name, value, *index))
    before = env.get_state()

    with pytest.raises(ValueError, match=message):
        env.set_state(blob)

    assert env.get_state() == before


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (setting("depth", 0), r"state: stack\[0, 0\]=\d+: expected 0, as depth=0 says"),
        (setting("tokens_out", 17, 1), r"state: tokens_out\[1\]=17: expected \d+ here"),
        (setting("hand", 0, 1), "state: houses.greyjoy: .* is neither in the hand nor discarded"),
        (setting("track", 0, 0), "state: tracks"),
        (setting("journal", 2047, 0, 3), r"state: journal\[0\]: "),
        (setting("rng", 0), r"state: rng\[0\]=0: expected"),
    ],
    ids=["agenda", "tokens", "hand", "track", "journal", "rng"],
)
def test_numbers_that_do_not_go_together_are_refused(change, message):
    env = started(turns=300)
    blob = forged(env, change)
    before = env.get_state()

    with pytest.raises(ValueError, match=message):
        env.set_state(blob)

    assert env.get_state() == before


@pytest.mark.parametrize(
    "books",
    [
        lambda kept: bytes([0xFF]) + kept[1:],
        lambda kept: bytes([1]) + kept[1:],
        lambda kept: kept[:1] + bytes([3]) + kept[2:],
        lambda kept: kept[:2] + bytes([9]) + kept[3:],
        lambda kept: kept[:2] + bytes([(kept[2] + 1) % 4]) + kept[3:],
        lambda kept: kept[:3] + (-5).to_bytes(8, "little", signed=True) + kept[11:],
        lambda kept: kept[:3] + (2**63 - 1).to_bytes(8, "little", signed=True) + kept[11:],
        lambda kept: kept[:11] + np.full(8, np.nan).tobytes(),
    ],
    ids=[
        "more agents",
        "fewer agents",
        "cut off",
        "nobody",
        "another",
        "turns",
        "many turns",
        "rewards",
    ],
)
def test_what_is_kept_beside_the_record_is_checked(books):
    env = started()
    blob = forged(env, lambda states: None, books)
    before = env.get_state()

    with pytest.raises(ValueError, match=r"^state: "):
        env.set_state(blob)

    assert env.get_state() == before


@pytest.mark.parametrize("players", PLAYERS)
def test_states_of_another_process_are_taken(players):
    env = started(players, turns=200, tides=True, revision="older", house_card_timing="000")
    blob = env.get_state()
    forget()
    other = agot2e_v0.raw_env(players=players)

    other.set_state(blob)

    assert other.get_state() == blob


@pytest.mark.parametrize("gone", range(5))
def test_ended_games_of_another_process_are_taken(gone):
    env = started(turns=20_000)
    for _ in range(gone):
        env.step(None)
    blob = env.get_state()
    forget()

    other = agot2e_v0.raw_env(players=4)
    other.set_state(blob)

    assert other.agents == env.agents


def test_an_environment_without_a_game_can_be_pickled():
    blob = pickle.dumps(agot2e_v0.raw_env(players=3))
    forget()

    assert pickle.loads(blob).agents == []


def test_states_that_are_known_are_not_looked_at_again(monkeypatch):
    env = started()
    blob = env.get_state()
    seen = []
    records = dataclasses.replace(env.game.records, check=seen.append)
    counting = dataclasses.replace(env.game, records=records)
    other = agot2e_v0.raw_env(players=4)
    monkeypatch.setattr(other, "_game", counting)
    monkeypatch.setattr(state_bytes, "MOST_KNOWN", 2)

    other.set_state(blob)
    assert seen == []
    forget()
    other.set_state(blob)
    other.set_state(blob)
    assert len(seen) == 1
    for _ in range(4):
        play_on(env, 1).get_state()
    assert len(state_bytes._known) <= 3
    other.set_state(blob)
    assert len(seen) == 2


@pytest.mark.parametrize("code", EDITIONS)
def test_a_card_that_a_game_has_not_is_refused_by_field(code):
    game = shipped(code)
    states = game.start(1, game.seats.counts[-1], seed=1)
    states["tides"][0, 1] = len(load_facts(code).tides_words)

    with pytest.raises(ValueError, match=r"^state: tides\[1\]=\d+: expected -1"):
        game.records.check(states)


@pytest.mark.parametrize("code", EDITIONS)
@pytest.mark.parametrize("field", ["march_from", "fight_area", "owner"])
def test_an_area_that_a_game_has_not_is_refused_by_field(code, field):
    game = shipped(code)
    areas = len(load_facts(code).areas)
    states = game.start(1, game.seats.counts[0], seed=1)
    if field != "owner":
        states[field] = areas
    elif areas == states[field].shape[1]:
        return  # every place of the field is an area
    else:
        states[field][0, areas] = 0

    with pytest.raises(ValueError, match=rf"^state: {field}(\[{areas}\])?=\d+: expected -1"):
        game.records.check(states)


@pytest.mark.parametrize("code", EDITIONS)
def test_every_field_has_a_range(code):
    game = shipped(code)
    assert set(state_ranges(load_facts(code))) == set(game.records.state.names)
    assert set(row_ranges(load_facts(code))) < set(game.records.row.names)


@pytest.mark.parametrize("players", PLAYERS)
def test_every_position_of_a_game_passes(players):
    ended = False
    for turn, states in enumerate(play(players, 11, tides=True, rulings="online")):
        ended = bool(states["over"][0])
        if turn % 41 == 0 or ended:
            AGOT2E.records.check(states)

    assert ended  # so that the whole game was looked at


def test_a_batch_of_states_names_the_game():
    states = AGOT2E.start(5, 3)
    states["power"][3, 1] = 99

    with pytest.raises(ValueError, match=r"^state of game 3: power\[1\]=99: expected 0 to 20$"):
        AGOT2E.records.check(states)


# --- pickles of batches


def vector_env():
    env = VectorEnv("agot2e", 3, [3, 4, 6], max_cycles=50, auto_reset="next_step")
    return play_vector(env, 49) or env


def seat_env():
    env = SeatEnv(players=3, house="stark")
    env.reset(seed=1)
    return env


def seat_vector_env():
    env = SeatVectorEnv("agot2e", 2, players=3)
    env.reset(seed=1)
    return env


def games_of(env):
    return getattr(env, "_games", env)


@pytest.mark.parametrize("make", [vector_env, seat_env, seat_vector_env])
@pytest.mark.parametrize(
    ("name", "change", "message"),
    [
        ("_states", ("ruleset", -300), "ruleset=-300"),
        ("_states", ("num_players", 30_000), "num_players=30000"),
        ("_rows", ("seed", -4), "seed=-4"),
        ("_rows", ("learner", 6), "learner=6"),
        ("_rows", ("asked", -2), "asked=-2"),
        ("_rows", ("potentials", np.nan), r"potentials\[0\]=nan"),
        ("_rows", ("final_winner", 77), "final_winner=77"),
        ("_done", 2, "_done: expected bytes 0 and 1, not 2"),
        ("_done", None, "_done: expected"),
        ("rewards", np.inf, "rewards: expected finite numbers"),
    ],
)
def test_pickled_arrays_are_checked(make, name, change, message):
    env = make()
    array = getattr(games_of(env), name)
    rebuild, (kind, arguments, arrays, *rest) = env.__reduce__()
    changed = array.copy()
    if change is None:
        blob = changed.tobytes()[:-1]
    elif isinstance(change, tuple):
        changed[change[0]] = change[1]
        blob = changed.tobytes()
    else:
        memory = changed.reshape(-1).view(np.uint8) if changed.dtype == np.bool_ else changed
        memory[...] = change
        blob = changed.tobytes()

    with pytest.raises(ValueError, match=message):
        rebuild(kind, arguments, arrays | {name: blob}, *rest)


def test_a_learner_out_of_turn_is_refused():
    env = seat_env()
    rebuild, (kind, arguments, arrays, *rest) = env.__reduce__()
    rows = env._games._rows.copy()
    rows["learner"] = (rows["learner"] + 1) % 3

    with pytest.raises(ValueError, match="they do not go with the game"):
        rebuild(kind, arguments, arrays | {"_rows": rows.tobytes()}, *rest)


def test_fields_that_set_games_up_follow_from_the_arguments():
    env = seat_vector_env()
    rebuild, (kind, arguments, arrays, *rest) = env.__reduce__()
    rows = env._games._rows.copy()
    rows["policy"] = 99
    rows["rules_row"] = -300

    twin = rebuild(kind, arguments, arrays | {"_rows": rows.tobytes()}, *rest)

    assert twin._games._rows.tobytes() == env._games._rows.tobytes()


@pytest.mark.parametrize("make", [vector_env, seat_env, seat_vector_env])
def test_masks_come_from_the_states(make):
    env = make()
    twin = pickle.loads(pickle.dumps(env))

    assert (games_of(twin)._masks == games_of(env)._masks).all()
    assert games_of(twin).action_masks.tobytes() == games_of(env).action_masks.tobytes()
