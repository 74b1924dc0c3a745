"""Each row of a batch is a game of its own, whatever plays beside it and on how many threads."""

import copy
import pickle

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

from got_env import VectorEnv, agot2e_v0
from tests.play import AGOT2E, play_vector, random_actions

MIXED = [3, 4, 6, 5, 3]
RULES = [{}, {"tides": True}, {"rulings": "online"}, {}, {"revision": "older", "tides": True}]
ARRAYS = ("observations", "action_masks", "current_player", "rewards", "seeds", "states")


def snapshot(env):
    named = {name: getattr(env, name).copy() for name in ARRAYS}
    named |= {"terminations": env.terminations.copy(), "truncations": env.truncations.copy()}
    final = env.infos["final_info"] | {"final_obs": env.final_observations}
    return named | {name: values.copy() for name, values in final.items()}


def assert_same(one, two):
    for name, values in one.items():
        assert values.tobytes() == two[name].tobytes(), name


def make(num_envs=5, auto_reset="same_step", **kwargs):
    given = {"players": MIXED[:num_envs], "options": RULES[:num_envs], "reward": "castles"}
    return VectorEnv("agot2e", num_envs, auto_reset=auto_reset, max_cycles=90, **given | kwargs)


@pytest.mark.parametrize("auto_reset", ["same_step", "next_step", "disabled"])
@pytest.mark.parametrize("threads", [2, 3, 16])
def test_threads_change_nothing(auto_reset, threads):
    one = make(auto_reset=auto_reset, seed=4)
    many = make(auto_reset=auto_reset, seed=4, num_threads=threads)
    rng = np.random.default_rng(0)

    for _ in range(200):
        actions = random_actions(one.action_masks, rng)
        one.step(actions)
        many.step(actions)
        assert_same(snapshot(one), snapshot(many))
    many.close()


class Alone:
    """The row of a batch, played by an AEC environment."""

    def __init__(self, row, seed, auto_reset):
        self.env = agot2e_v0.raw_env(
            players=MIXED[row], skip_forced=True, reward="castles", max_cycles=90, **RULES[row]
        )
        self.env.reset(seed=seed)
        self.auto_reset = auto_reset
        self.ended = False

    def step(self, action, seed):
        """Play an action; ``seed`` is that of the next game, should it begin. Returns rewards."""
        env = self.env
        if self.ended:
            if self.auto_reset == "next_step":
                env.reset(seed=seed)
                self.ended = False
            return [0.0] * env.max_num_agents
        env.step(action)
        rewards = list(env.rewards.values())
        self.ended = not env.legal_actions()
        if self.ended and self.auto_reset == "same_step":
            env.reset(seed=seed)
            self.ended = False
        return rewards


@pytest.mark.parametrize("auto_reset", ["same_step", "next_step", "disabled"])
def test_rows_of_a_mixed_batch_are_the_games_of_the_aec_environment(auto_reset):
    batch = make(auto_reset=auto_reset, seed=11)
    tables = [Alone(row, seed, auto_reset) for row, seed in enumerate(batch.seeds.tolist())]
    rng = np.random.default_rng(5)
    ends = 0

    for _ in range(250):
        actions = random_actions(batch.action_masks, rng)
        batch.step(actions)
        ends += int((batch.terminations | batch.truncations).sum())
        for row, table in enumerate(tables):
            rewards = table.step(int(actions[row]), int(batch.seeds[row]))
            assert batch.rewards[row, : MIXED[row]].tolist() == pytest.approx(rewards, abs=1e-6)
            assert not batch.rewards[row, MIXED[row] :].any()
            assert (batch.current_player[row] == -1) == table.ended
            if not table.ended:
                agent = table.env.possible_agents[batch.current_player[row]]
                assert table.env.agent_selection == agent
                seen = table.env.observe(agent)
                assert np.array_equal(seen["observation"], batch.observations[row])
                assert np.array_equal(seen["action_mask"], batch.action_masks[row])
    assert ends >= 5


@pytest.mark.parametrize("auto_reset", ["same_step", "next_step"])
def test_a_game_is_the_same_in_a_batch_of_any_size(auto_reset):
    large = VectorEnv("agot2e", 33, 4, seed=2, max_cycles=60, auto_reset=auto_reset)
    small = VectorEnv("agot2e", 2, 4, seed=9, max_cycles=60, auto_reset=auto_reset)
    rng = np.random.default_rng(3)

    for _ in range(150):
        actions = random_actions(large.action_masks, rng)
        large.step(actions)
        small.step(actions[7:9])
        for name in ARRAYS:
            assert getattr(large, name)[7:9].tobytes() == getattr(small, name).tobytes(), name


def test_auto_reset_modes_play_the_same_games():
    """Seeds, rewards and ends agree, game by game; only when the next game begins differs."""

    def episodes(mode):
        env = VectorEnv("agot2e", 3, 3, seed=6, max_cycles=70, auto_reset=mode, reward="castles")
        rngs = [np.random.default_rng(row) for row in range(3)]
        told = [[] for _ in range(3)]
        total = np.zeros((3, 3))
        while min(len(t) for t in told) < 4:
            fresh = (env.terminations | env.truncations) & (mode == "next_step")
            playing = env.seeds.copy()
            actions = [
                0 if fresh[row] else int(random_actions(env.action_masks[row][None], rngs[row])[0])
                for row in range(3)
            ]
            env.step(actions)
            total += env.rewards
            for row in np.flatnonzero(env.terminations | env.truncations):
                final = env.final_observations[row].tobytes()
                told[row].append((int(playing[row]), total[row].round(4).tolist(), final))
                total[row] = 0
        return [t[:4] for t in told]

    assert episodes("same_step") == episodes("next_step")


@pytest.mark.parametrize("mode", AutoresetMode)
def test_modes_of_gymnasium_are_understood(mode):
    env = VectorEnv("agot2e", 1, 3, auto_reset=mode, max_cycles=1)

    play_vector(env, 1)

    assert env.truncations[0]
    assert (env.current_player[0] == -1) == (mode != AutoresetMode.SAME_STEP)


def test_what_a_row_does_not_have_is_padded():
    env = VectorEnv("agot2e", 2, [3, 6], max_cycles=5)

    play_vector(env, 5)

    assert env.rewards.shape == (2, 6)
    assert env.players.tolist() == [3, 6]
    assert env.infos["final_obs"].shape == (2, 6, AGOT2E.observation.size)
    assert env.infos["final_obs"][0, :3].any(axis=1).all()
    assert not env.infos["final_obs"][0, 3:].any()
    assert (env.infos["final_info"]["place"] == -1).all()
    assert env.states["num_players"].tolist() == [3, 6]


def test_each_row_names_its_own_houses():
    env = VectorEnv("agot2e", 3, [3, 4, 6])
    games = [agot2e_v0.raw_env(players=players) for players in (3, 4, 6)]

    assert [list(env.houses_of(row)) for row in range(3)] == [g.possible_agents for g in games]
    assert env.houses == env.houses_of(2)


def test_final_observations_can_be_left_out():
    env = VectorEnv("agot2e", 2, 3, max_cycles=5, keep_final_obs=False)

    play_vector(env, 5)

    assert env.final_observations.size == 0
    assert "final_obs" not in env.infos
    assert env.infos["_final_info"].all()


@pytest.mark.parametrize("duplicate", [copy.deepcopy, lambda e: pickle.loads(pickle.dumps(e))])
def test_copies_play_on_alike(duplicate):
    env = make(seed=3, num_threads=2)
    play_vector(env, 100)
    twin = duplicate(env)
    assert_same(snapshot(env), snapshot(twin))
    assert not np.shares_memory(env.states, twin.states)

    play_vector(env, 60, seed=8)
    play_vector(twin, 60, seed=8)

    assert_same(snapshot(env), snapshot(twin))


@pytest.mark.parametrize("duplicate", [copy.deepcopy, lambda e: pickle.loads(pickle.dumps(e))])
def test_arguments_that_are_changed_later_change_no_copy(duplicate):
    players, options = [3, 4], [{"tides": True}, {"tides": True}]
    env = VectorEnv("agot2e", 2, players, options=options, seed=1)
    players[0], options[0]["tides"] = 6, False
    options.clear()

    twin = duplicate(env)
    for batch in (env, twin):
        batch.reset(seed=5)

    assert_same(snapshot(env), snapshot(twin))


def test_a_batch_goes_on_from_games_of_another():
    source = VectorEnv("agot2e", 2, [3, 6])
    play_vector(source, 40)
    env = VectorEnv("agot2e", 3, [6, 3, 6])

    env.take(source, [1, 0, 1])

    assert np.array_equal(env.observations, source.observations[[1, 0, 1]])
    assert np.array_equal(env.action_masks, source.action_masks[[1, 0, 1]])
    assert np.array_equal(env.current_player, source.current_player[[1, 0, 1]])


def test_a_game_that_goes_on_elsewhere_is_played_as_where_it_was():
    source, env = (make(2, auto_reset="disabled", seed=seed) for seed in (1, 2))
    play_vector(env, 90)
    assert env.truncations.all()
    play_vector(source, 60)
    final = {name: values.copy() for name, values in env.infos["final_info"].items()}

    env.take(source, [0, 1])

    assert not env.truncations.any()
    assert not env.rewards.any()
    assert not env.final_observations[:].any()
    assert_same(final, env.infos["final_info"])
    for batch in (source, env):
        play_vector(batch, 30, seed=5)
    assert_same(snapshot(source), snapshot(env))
    assert env.truncations.all()


def test_a_limit_truncates_a_game_that_was_longer_already():
    source = VectorEnv("agot2e", 1, 3)
    play_vector(source, 40)
    env = VectorEnv("agot2e", 1, 3, max_cycles=25)
    env.take(source, [0])

    play_vector(env, 1)

    assert env.truncations.all()


@pytest.mark.parametrize(
    ("game", "rows", "message"),
    [
        ("asos", [0, 0], "source: plays asos, expected agot2e"),
        ("agot2e", [0], r"rows: int64 of shape \(1,\), expected 2 integers from 0 to 2"),
        ("agot2e", [0, 3], "from 0 to 2"),
        ("agot2e", [-1, 0], "from 0 to 2"),
        ("agot2e", [0.0, 1.0], "rows: float64"),
        ("agot2e", [0, 1], "game 1 of the source has 4 players, expected 3 as in game 1"),
    ],
)
def test_games_that_a_batch_cannot_go_on_from_are_named(game, rows, message):
    env = VectorEnv("agot2e", 2, 3)
    play_vector(env, 10)
    before = snapshot(env)
    source = VectorEnv(game, 3, [3, 4, 4])

    with pytest.raises(ValueError, match=message):
        env.take(source, rows)

    assert_same(snapshot(env), before)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"reward": "win"}, "source: reward='win': expected one that pays as 'castles' does here"),
        (
            {"options": [{}, {"tides": False}]},
            "rows: game 1 of the source has the option tides='false', expected 'true' as in game 1",
        ),
        ({"max_cycles": 10}, "rows: game 0 of the source has ended, expected a running one"),
    ],
)
def test_games_that_would_go_on_otherwise_are_refused(arguments, message):
    env = make(2)
    play_vector(env, 10)
    before = snapshot(env)
    given = {"players": MIXED[:2], "options": RULES[:2], "reward": "castles"}
    source = VectorEnv("agot2e", 2, auto_reset="disabled", **given | arguments)
    play_vector(source, 10)

    with pytest.raises(ValueError, match=message):
        env.take(source, [0, 1])

    assert_same(snapshot(env), before)


def test_any_seat_can_be_observed():
    env = VectorEnv("agot2e", 3, [3, 4, 6])
    play_vector(env, 30)

    assert np.array_equal(env.observe(env.current_player), env.observations)
    out = np.zeros_like(env.observations)
    assert env.observe(1, out=out) is out
    assert not np.array_equal(out, env.observe(0))


@pytest.mark.parametrize(
    ("seats", "message"),
    [
        (3, "game 0 has no seat 3: expected 0 to 2"),
        ([0, 0, -1], "game 2 has no seat -1"),
        ([0, 0], r"seats: int64 of shape \(2,\), expected an integer or integers of shape \(3,\)"),
        (0.0, "seats: float64"),
    ],
)
def test_seats_that_are_not_there_are_named(seats, message):
    with pytest.raises(ValueError, match=message):
        VectorEnv("agot2e", 3, [3, 4, 6]).observe(seats)
