"""The batch environment."""

from functools import partial

import numpy as np
import pytest

from got_env import GameEnv, IllegalAction, VectorEnv, agot2e_v0
from got_env.envs.gymnasium_env import SeatEnv
from tests.play import AGOT2E, PLAYERS, play_vector, random_actions

RESULTS = ("observations", "action_masks", "current_player", "rewards", "seeds")


def results(env):
    named = {name: getattr(env, name).copy() for name in RESULTS}
    return named | {"ended": env.terminations | env.truncations, "states": env.states.copy()}


def same(one, two, rows=slice(None)):
    for name, values in one.items():
        assert values[rows].tobytes() == two[name].tobytes(), name


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("auto_reset", ["same_step", "next_step", "disabled"])
def test_a_batch_equals_its_games_alone(players, auto_reset):
    options = {"tides": True}
    kwargs = {"auto_reset": auto_reset, "reward": "castles", "options": options}
    batch = VectorEnv("agot2e", 4, players, seed=20, max_cycles=150, **kwargs)
    alone = [
        VectorEnv("agot2e", 1, players, seed=20 + i, max_cycles=150, **kwargs) for i in range(4)
    ]
    rng = np.random.default_rng(players)

    for _ in range(400):
        actions = random_actions(batch.action_masks, rng)
        batch.step(actions)
        for row, env in enumerate(alone):
            env.step(actions[row : row + 1])
        if rng.random() < 0.1:
            together = results(batch)
            for row, env in enumerate(alone):
                same(together, results(env), slice(row, row + 1))


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("skip_forced", [True, False])
@pytest.mark.parametrize("reward", ["win", "rank", "castles"])
def test_a_batch_plays_as_the_aec_environment(players, skip_forced, reward):
    vector = VectorEnv("agot2e", 1, players, seed=3, skip_forced=skip_forced, reward=reward)
    aec = agot2e_v0.raw_env(players=players, skip_forced=skip_forced, reward=reward)
    aec.reset(seed=3)
    rng = np.random.default_rng(1)

    while not vector.terminations[0]:
        agent = aec.possible_agents[vector.current_player[0]]
        assert agent == aec.agent_selection
        seen = aec.observe(agent)
        assert np.array_equal(seen["observation"], vector.observations[0])
        assert np.array_equal(seen["action_mask"], vector.action_masks[0])
        action = random_actions(vector.action_masks, rng)
        vector.step(action)
        aec.step(int(action[0]))
        assert list(aec.rewards.values()) == pytest.approx(vector.rewards[0].tolist(), abs=1e-6)

    assert all(aec.terminations.values())
    for seat, agent in enumerate(aec.possible_agents):
        info = vector.infos["final_info"]
        assert info["place"][0, seat] == aec.infos[agent]["place"]
        assert info["round"][0] == aec.infos[agent]["round"]
        assert vector.game.results.ends[info["end"][0]] == aec.infos[agent]["end"]
        seen = aec.observe(agent)["observation"]
        assert np.array_equal(vector.infos["final_observation"][0, seat], seen)
    assert vector.infos["_final_info"].tolist() == [True]


def run_to_an_end(env, seed=0):
    rng = np.random.default_rng(seed)
    while True:
        env.step(random_actions(env.action_masks, rng))
        ended = np.flatnonzero(env.terminations)
        if len(ended):
            return int(ended[0])


@pytest.mark.smoke
def test_same_step_starts_the_next_game_at_once():
    env = VectorEnv("agot2e", 4, 3, seed=1)
    before = env.seeds.copy()

    row = run_to_an_end(env)

    assert env.seeds[row] != before[row]
    assert env.states["round_no"][row] == 1
    assert env.rewards[row].max() == 1.0
    assert env.current_player[row] >= 0
    fresh = AGOT2E.start(1, 3, int(env.seeds[row]))
    assert env.states[row].tobytes() == fresh[0].tobytes()
    play_vector(env, 1)
    assert not env.terminations[row]
    assert not env.infos["_final_observation"][row]


def test_next_step_waits_for_one_step():
    env = VectorEnv("agot2e", 4, 3, seed=1, auto_reset="next_step")

    row = run_to_an_end(env)

    assert env.states["over"][row]
    assert env.current_player[row] == -1
    assert not env.action_masks[row].any()
    actions = env.action_masks.argmax(axis=1)
    actions[row] = -5
    env.step(actions)
    assert not env.terminations[row]
    assert not env.rewards[row].any()
    assert env.states["round_no"][row] == 1
    assert env.action_masks[row].any()


def test_disabled_waits_for_a_reset():
    env = VectorEnv("agot2e", 4, 3, seed=1, auto_reset="disabled")
    row = run_to_an_end(env)
    finished = env.states[row].copy()
    env.observations[row] = 7

    play_vector(env, 3)

    assert env.states[row].tobytes() == finished.tobytes()
    assert (env.observations[row] == 7).all(), "nothing is written for a game that waits"
    assert env.terminations[row]
    assert not env.rewards[row].any()
    others = np.arange(4) != row
    going_on = env.states[others].copy()
    env.reset(mask=np.arange(4) == row)
    assert env.states[others].tobytes() == going_on.tobytes()
    assert not env.terminations[row]
    assert env.states["round_no"][row] == 1


def test_a_game_that_waits_is_counted_once():
    """As docs/vector.md counts with ``auto_reset="disabled"``."""
    env = VectorEnv("agot2e", 4, 3, seed=1, auto_reset="disabled")
    counted = 0
    while not env.terminations.all():
        running = env.current_player >= 0
        env.step(env.action_masks.argmax(axis=1))
        counted += int((env.terminations & running).sum())

    assert counted == 4


def test_a_limit_truncates_games():
    env = VectorEnv("agot2e", 3, 4, seed=1, max_cycles=40)

    play_vector(env, 39)
    assert not env.truncations.any()
    play_vector(env, 1)

    assert env.truncations.all()
    assert not env.terminations.any()
    assert env.infos["final_info"]["decisions"].tolist() == [40, 40, 40]
    assert (env.infos["final_info"]["place"] == -1).all()
    assert (env.infos["final_info"]["end"] == -1).all()


def test_seeds_decide():
    one, two = (VectorEnv("agot2e", 3, 5, seed=9) for _ in range(2))
    play_vector(one, 300)
    play_vector(two, 300)
    same(results(one), results(two))

    one.reset(seed=9)
    assert one.seeds.tolist() == [9, 10, 11]
    one.reset()
    assert not set(one.seeds.tolist()) & {9, 10, 11}
    assert len(set(one.seeds.tolist())) == 3


def test_without_a_seed_every_game_is_another():
    seeds = [VectorEnv("agot2e", 4, 3, seed=None).seeds.tolist() for _ in range(2)]

    assert len({*seeds[0], *seeds[1]}) == 8
    assert all(0 <= seed < 2**63 for seed in seeds[0])


def test_forced_decisions_are_skipped():
    env = VectorEnv("agot2e", 16, 6)
    rng = np.random.default_rng(0)

    for _ in range(300):
        forced = np.flatnonzero(env.action_masks.sum(axis=1) == 1)
        # Orders are always asked for: that one is forced would tell of secret tokens.
        assert all(AGOT2E.words.phase_name(env.states, row) == "order" for row in forced.tolist())
        env.step(random_actions(env.action_masks, rng))


def test_blocks_are_views_of_the_observations():
    env = VectorEnv("agot2e", 5, 6)

    assert {name: block.shape for name, block in env.blocks.items()} == {
        block.name: (5, *block.shape) for block in AGOT2E.observation.blocks
    }
    assert all(np.shares_memory(block, env.observations) for block in env.blocks.values())


def test_results_are_written_in_place():
    env = VectorEnv("agot2e", 2, 3)
    first = env.step(env.action_masks.argmax(axis=1))
    second = env.step(env.action_masks.argmax(axis=1))

    assert all(a is b for a, b in zip(first, second, strict=True))
    assert first[0] is env.observations


@pytest.mark.parametrize("action", [-1, 130, 10**12, 60])
def test_an_illegal_action_changes_nothing(action):
    env = VectorEnv("agot2e", 3, 6)
    play_vector(env, 20)
    before = results(env)
    actions = env.action_masks.argmax(axis=1)
    actions[1] = action

    with pytest.raises(IllegalAction, match=f"game 1: .* action {action} .*; legal: "):
        env.step(actions)

    same(before, results(env))


@pytest.mark.parametrize(
    "actions", [[0, 0], [[0, 0, 0]], [0.0, 0.0, 0.0], [True, True, True], None, "abc", 0]
)
def test_actions_must_be_one_integer_for_each_game(actions):
    env = VectorEnv("agot2e", 3, 6)
    before = results(env)

    with pytest.raises(ValueError, match=r"actions: .* expected integers of shape \(3,\)"):
        env.step(actions)

    same(before, results(env))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"game": "chess"}, "unknown game 'chess'"),
        ({"num_envs": 0}, "num_envs=0: expected a positive number"),
        ({"num_envs": None}, "num_envs=None: expected a positive number"),
        ({"num_envs": 2.5}, r"num_envs=2\.5: expected an integer"),
        ({"players": 7}, "players=7"),
        ({"players": [3, 9]}, "players=9"),
        ({"players": [3]}, "players: 1 values, expected one for each of 2 games"),
        ({"players": "33"}, "players='33'"),
        ({"players": np.array(7)}, r"players=array\(7\): expected one of"),
        ({"options": "tides"}, "options='tides': expected a mapping of options"),
        ({"options": 0}, "options=0: expected a mapping of options"),
        ({"options": [{}, "tides"]}, "options='tides': expected a mapping of options"),
        ({"options": [{}]}, "options: 1 values, expected one for each of 2 games"),
        ({"options": [{}, {"tides": "maybe"}]}, "tides='maybe'"),
        ({"num_threads": 0}, "num_threads=0: expected a positive number"),
        ({"num_threads": None}, "num_threads=None: expected a positive number"),
        ({"auto_reset": None}, "auto_reset=None: expected one of disabled, same_step"),
        ({"seed": -1}, "seed=-1"),
        ({"seed": 2**63 - 1}, "seed="),
        ({"options": {"dragons": 1}}, "unknown option 'dragons'"),
        ({"reward": "gold"}, "reward='gold'"),
        ({"auto_reset": "never"}, "auto_reset='never': expected one of disabled, same_step"),
        ({"max_cycles": -1}, "max_cycles=-1"),
    ],
)
def test_bad_arguments_are_named(arguments, message):
    with pytest.raises(ValueError, match=message):
        VectorEnv(**{"game": "agot2e", "num_envs": 2, **arguments})


@pytest.mark.parametrize("mask", [np.ones(2, dtype=bool), np.ones(3), [1, 0, 1]])
def test_a_mask_must_be_one_bool_for_each_game(mask):
    env = VectorEnv("agot2e", 3)
    before = results(env)

    with pytest.raises(ValueError, match=r"mask: .* expected bool of shape \(3,\)"):
        env.reset(mask=mask)

    same(before, results(env))


@pytest.mark.parametrize("seed", [-1, 2**63 - 2, "a"])
def test_a_bad_seed_touches_no_game(seed):
    env = VectorEnv("agot2e", 3)
    before = results(env)

    with pytest.raises(ValueError, match="seed="):
        env.reset(seed=seed)

    same(before, results(env))


def test_a_limit_that_no_counter_holds_is_refused():
    with pytest.raises(ValueError, match="max_cycles=a huge number: expected a positive number"):
        VectorEnv("agot2e", 2, max_cycles=2**70)


@pytest.mark.parametrize("make", [GameEnv, SeatEnv, partial(VectorEnv, num_envs=2)])
def test_what_is_no_game_is_refused_by_name(make):
    with pytest.raises(TypeError, match="game=5: expected a code such as 'agot2e', or a Game"):
        make(game=5)
