"""The AEC environment: turns, rewards, the end, options and copies."""

import copy
import math
import pickle

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence

from got_env import IllegalAction, VectorEnv, agot2e_v0
from got_env.core import state_bytes
from got_env.core.rewards import scores
from got_env.envs.gymnasium_env import SeatEnv
from tests.play import AGOT2E, PLAYERS, play_on


def started(seed=7, **kwargs):
    env = agot2e_v0.raw_env(**kwargs)
    env.reset(seed=seed)
    return env


def to_the_end(env):
    return play_on(env, 20_000)


# --- turns


def test_agents_are_the_houses_in_play():
    assert started(players=3).agents == ["baratheon", "lannister", "stark"]
    assert started(players=6).agents == list(AGOT2E.seats.names)


@pytest.mark.smoke
def test_a_game_runs_as_in_the_readme():
    env = agot2e_v0.env(players=4, tides=True)
    env.reset(seed=1)
    totals = dict.fromkeys(env.possible_agents, 0.0)

    for agent in env.agent_iter():
        obs, reward, termination, truncation, _ = env.last()
        totals[agent] += reward
        mask = obs["action_mask"]
        assert env.observation_space(agent).contains(obs)
        assert termination or mask.any()
        env.step(None if termination or truncation else int(mask.argmax()))

    assert env.agents == []
    assert sorted(totals.values()) == pytest.approx([-1 / 3, -1 / 3, -1 / 3, 1.0])


@pytest.mark.smoke
def test_only_the_agent_to_act_has_a_mask():
    env = started()

    for agent in env.agents:
        legal = np.flatnonzero(env.observe(agent)["action_mask"]).tolist()
        assert legal == (env.legal_actions() if agent == env.agent_selection else [])


def test_observations_are_arrays_of_their_own():
    env = started()
    agent = env.agent_selection
    first = env.observe(agent)
    before = copy.deepcopy(first)

    play_on(env, 30)

    assert np.array_equal(before["observation"], first["observation"])
    assert np.array_equal(before["action_mask"], first["action_mask"])


def test_entities_are_the_blocks_of_the_flat_observation():
    flat, blocks = started(seed=2), started(seed=2, observation="entities")
    play_on(flat, 100)
    play_on(blocks, 100)
    agent = flat.agent_selection

    observed = blocks.observe(agent)["observation"]

    assert list(observed) == ["areas", "houses", "table", "history"]
    joined = np.concatenate([part.reshape(-1) for part in observed.values()])
    assert np.array_equal(joined, flat.observe(agent)["observation"])


@pytest.mark.parametrize("players", PLAYERS)
def test_forced_decisions_can_be_skipped(players):
    """All but orders: whether one is forced depends on the tokens laid before it in secret."""
    env = started(players=players, skip_forced=True)

    while env.legal_actions():
        assert len(env.legal_actions()) > 1 or AGOT2E.words.phase_name(env.states, 0) == "order"
        play_on(env, 1, seed=env._turns)


def test_the_same_seed_gives_the_same_game():
    one, two = started(seed=11), started(seed=11)

    assert play_on(one, 200).get_state() == play_on(two, 200).get_state()
    one.reset()
    two.reset()
    assert one.get_state() == two.get_state()
    assert one.get_state() != started(seed=11).get_state()


def test_a_game_may_have_options_of_its_own():
    env = started(tides=False)
    env.reset(seed=7, options={"rules": {"tides": True}})
    assert env.get_state() == started(tides=True).get_state()
    env.reset(seed=7)
    assert env.get_state() == started(tides=False).get_state()


# --- rewards and the end


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("reward", ["win", "rank", "castles"])
def test_rewards_add_up_to_zero_and_the_winner_has_most(players, reward):
    env = started(players=players, reward=reward)
    totals = dict.fromkeys(env.agents, 0.0)
    start = env.clone()
    rng = np.random.default_rng(3)

    while env.legal_actions():
        env.step(int(rng.choice(env.legal_actions())))
        assert sum(env.rewards.values()) == pytest.approx(0.0)
        for agent, value in env.rewards.items():
            totals[agent] += value

    winner = env.infos[env.agents[0]]["winner"]
    assert totals[winner] == max(totals.values())
    if reward == "castles":
        castles = scores(AGOT2E, "castles", start.states)
        offset = (castles[0, :players] - castles[0, :players].mean()) / 7
        totals = dict(zip(totals, np.array(list(totals.values())) + offset, strict=True))
    places = [env.infos[agent]["place"] for agent in env.agents]
    assert sorted(places) == list(range(players))
    if reward == "rank":
        expected = [1 - 2 * place / (players - 1) for place in places]
    else:
        expected = [1.0 if place == 0 else -1 / (players - 1) for place in places]
    assert list(totals.values()) == pytest.approx(expected)


def test_all_agents_end_at_once_and_leave_one_by_one():
    env = to_the_end(started(players=3))

    assert all(env.terminations.values())
    assert not any(env.truncations.values())
    assert {info["winner"] for info in env.infos.values()} == {
        agent for agent, info in env.infos.items() if info["place"] == 0
    }
    for left in (3, 2, 1):
        assert len(env.agents) == left
        assert env.agent_selection in env.agents
        _, reward, termination, _, _ = env.last()
        assert termination
        assert reward in (1.0, -0.5)
        env.step(None)
    assert env.agents == []


def test_a_limit_truncates():
    env = play_on(started(max_cycles=25), 24)
    assert not any(env.truncations.values())

    play_on(env, 1)

    assert all(env.truncations.values())
    assert not any(env.terminations.values())
    assert env.legal_actions() == []
    assert not env.observe(env.agent_selection)["action_mask"].any()


@pytest.mark.parametrize("turns", [25, 40])
def test_a_limit_truncates_a_game_that_was_longer_already(turns):
    env = started(max_cycles=25)
    env.set_state(play_on(started(), turns).get_state())

    play_on(env, 1)

    assert all(env.truncations.values())


def test_the_state_is_the_whole_table():
    env = play_on(started(players=3), 5)
    other = env.resample_hidden("stark", seed=1)

    assert env.state_space.contains(env.state())
    assert env.state().any()
    assert not np.array_equal(env.state(), other.state())


# --- illegal actions


@pytest.mark.parametrize("action", [-1, 130, 10**30, 2.5, None, "done", True, [3], np.bool_(True)])
@pytest.mark.parametrize("make", [agot2e_v0.raw_env, agot2e_v0.env])
def test_an_illegal_action_changes_nothing(action, make):
    env = make()
    env.reset(seed=7)
    before = env.get_state()

    with pytest.raises(IllegalAction, match=r"baratheon in order: action .*; legal: 0 \(order"):
        env.step(action)

    assert env.get_state() == before


def test_an_illegal_action_names_itself():
    env = started(players=3)
    action = next(i for i in range(AGOT2E.actions.size) if i not in env.legal_actions())

    with pytest.raises(IllegalAction) as caught:
        env.step(action)

    assert (caught.value.agent, caught.value.phase) == ("baratheon", "order")
    assert caught.value.action == action
    assert AGOT2E.actions.names[action] in str(caught.value)
    assert "and 6 more" in str(caught.value)
    assert isinstance(caught.value, ValueError)
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


def test_integers_of_numpy_are_actions():
    env, twin = started(), started()
    for kind in (np.int64, np.array):
        action = env.legal_actions()[0]
        env.step(kind(action))
        twin.step(int(action))

        assert env.get_state() == twin.get_state() != started().get_state()


@pytest.mark.parametrize("make", [agot2e_v0.raw_env, agot2e_v0.env])
def test_nothing_can_be_played_after_the_end(make):
    env = make(players=3)
    env.reset(seed=1)
    to_the_end(env)
    before = env.get_state()

    with pytest.raises(ValueError, match="the only valid action is None"):
        env.step(0)
    assert env.get_state() == before
    for _ in range(3):
        env.step(None)
    for action in (0, None):
        with pytest.raises(IllegalAction, match="the game is over"):
            env.step(action)


def test_pettingzoo_can_end_the_game_instead():
    env = agot2e_v0.env(players=3, illegal_reward=-1)
    env.reset(seed=1)
    env.observe(env.agent_selection)

    env.step(129)

    assert env.rewards == {"baratheon": -1.0, "lannister": 0, "stark": 0}
    assert all(env.terminations.values())


@pytest.mark.parametrize("action", [999, -1, None, "x", 1.0, True])
def test_an_action_that_is_no_index_forfeits_too(action):
    env = agot2e_v0.env(players=3, illegal_reward=-2.0)
    env.reset(seed=1)

    env.step(action)

    assert env.last()[1:4] == (-2.0, True, True)
    assert env.legal_actions() == []
    assert not any(info["action_mask"].any() for info in env.infos.values())


@pytest.mark.parametrize("way", ["set_state", "set_position"])
def test_only_what_is_illegal_now_forfeits(way):
    env = agot2e_v0.env(players=3, illegal_reward=-2.0)
    env.reset(seed=1)
    state, position = env.get_state(), env.position()
    play_on(env, 20)
    env.last()

    if way == "set_state":
        env.set_state(state)
    else:
        env.set_position(position)
    env.step(env.legal_actions()[-1])

    assert not any(env.terminations.values())


def test_calls_need_a_reset():
    with pytest.raises(IllegalAction, match="reset first"):
        agot2e_v0.raw_env().step(0)
    with pytest.raises(RuntimeError, match="reset first"):
        agot2e_v0.raw_env(render_mode="ansi").render()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"players": 2}, r"players=2: expected one of \(3, 4, 5, 6\)"),
        ({"players": "six"}, "players='six'"),
        ({"players": 3.0}, r"players=3\.0: expected an integer"),
        ({"reward": "gold"}, "reward='gold': expected one of win, rank, castles"),
        ({"observation": "picture"}, "observation='picture': expected one of flat, entities"),
        (
            {"render_mode": "window"},
            "render_mode='window': expected one of human, ansi, svg, rgb_array",
        ),
        ({"max_cycles": 0}, "max_cycles=0"),
        ({"max_cycles": 2**70}, "max_cycles=a huge number: expected a positive number, at most"),
        ({"max_cycles": 1.5}, r"max_cycles=1\.5: expected an integer"),
        ({"tides": "maybe"}, "option tides='maybe': expected one of false, true"),
        ({"skip_forced": "no"}, "skip_forced='no': expected True or False"),
        ({"mask_in_observation": 3}, "mask_in_observation=3: expected True or False"),
        ({"illegal_reward": "x"}, "illegal_reward='x': expected a number or None"),
        ({"illegal_reward": math.nan}, "illegal_reward=nan: expected a finite number or None"),
    ],
)
def test_bad_arguments_are_named(arguments, message):
    with pytest.raises(ValueError, match=message):
        agot2e_v0.env(**arguments)
    with pytest.raises(ValueError, match=message):
        agot2e_v0.parallel_env(**arguments)


@pytest.mark.parametrize(
    ("name", "make"),
    [
        ("skip_forced", lambda **given: VectorEnv("agot2e", 2, **given)),
        ("keep_final_obs", lambda **given: VectorEnv("agot2e", 2, **given)),
        ("skip_forced", SeatEnv),
        ("mask_in_observation", SeatEnv),
        ("copy", lambda **given: gymnasium.make_vec("got_env/Agot2e-v0", num_envs=2, **given)),
    ],
)
def test_a_word_is_neither_true_nor_false(name, make):
    with pytest.raises(ValueError, match=f"{name}='no': expected True or False"):
        make(**{name: "no"})
    make(**{name: np.True_}).close()


@pytest.mark.parametrize("form", ["env", "parallel_env"])
def test_an_unknown_agent_is_named_with_those_there_are(form):
    env = getattr(agot2e_v0, form)(players=3)
    env.reset(seed=1)

    expected = "agent='snow': expected one of baratheon, lannister, stark"
    for ask in (env.action_space, env.observation_space):
        with pytest.raises(KeyError, match=expected):
            ask("snow")
    with pytest.raises(KeyError, match=expected):
        started(players=3).observe("snow")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"seed": -1}, "seed=-1: expected 0 to"),
        ({"seed": 2**63}, "seed="),
        ({"seed": 1.5}, r"seed=1\.5: expected an integer"),
        ({"seed": 1, "options": {"rules": {"dragons": True}}}, "unknown option 'dragons'"),
        ({"seed": 1, "options": {"rules": 3}}, "options: rules=3: expected a mapping of options"),
        ({"seed": 1, "options": ["rules"]}, r"reset: options=\['rules'\]: expected a mapping"),
    ],
)
def test_a_bad_reset_leaves_the_game_alone(arguments, message):
    env = play_on(started(), 10)
    before = env.get_state()

    with pytest.raises(ValueError, match=message):
        env.reset(**arguments)

    assert env.get_state() == before


# --- copies


TWINS = (
    pytest.param(lambda env: env.clone(), id="clone"),
    pytest.param(copy.deepcopy, id="deepcopy"),
    pytest.param(lambda env: pickle.loads(pickle.dumps(env)), id="pickle"),
)


@pytest.mark.parametrize("twin_of", TWINS)
@pytest.mark.parametrize("turns", [0, 150, 20_000])
@pytest.mark.parametrize("make", [agot2e_v0.raw_env, agot2e_v0.env])
def test_copies_are_exact_and_independent(twin_of, turns, make):
    env = make(players=4, tides=True, reward="castles")
    env.reset(seed=3)
    play_on(env, turns)

    twin = twin_of(env)

    assert twin.get_state() == env.get_state()
    assert twin.agent_selection == env.agent_selection
    assert twin.legal_actions() == env.legal_actions()
    assert twin.rewards == env.rewards
    assert data_equivalence(twin.infos, env.infos)
    assert twin.last()[1:4] == env.last()[1:4]
    assert data_equivalence(twin.last()[4], env.last()[4])
    before = env.get_state()
    play_on(twin, 50, seed=1)
    assert env.get_state() == before
    play_on(env, 50, seed=1)
    assert twin.get_state() == env.get_state()
    twin.reset()
    env.reset()
    assert twin.get_state() == env.get_state()


def by_state(env):
    """As in another process, where nothing is known of the state."""
    state = env.get_state()
    state_bytes._known.clear()
    twin = agot2e_v0.env(players=3, render_mode="ansi")
    twin.set_state(state)
    return twin


@pytest.mark.parametrize("twin_of", [*TWINS, by_state])
@pytest.mark.parametrize("left", [3, 2, 0])
@pytest.mark.parametrize("ending", ["over", "truncated", "forfeited"])
def test_copies_of_a_game_that_ended_are_exact(twin_of, left, ending):
    """Its agents may have stepped out of it."""
    limit = 10 if ending == "truncated" else None
    env = agot2e_v0.env(players=3, max_cycles=limit, illegal_reward=-2.0, render_mode="ansi")
    env.reset(seed=1)
    to_the_end(env) if ending == "over" else play_on(env, 10)
    if ending == "forfeited":
        env.step(None)
    for _ in range(3 - left):
        env.step(None)

    twin = twin_of(env)

    for _ in range(left + 1):
        assert twin.get_state() == env.get_state()
        assert twin.agents == env.agents
        assert twin.legal_actions() == env.legal_actions() == []
        assert twin.render() == env.render()
        assert twin.picture() == env.picture()
        if env.agents:
            assert twin.last()[1:4] == env.last()[1:4]
            for one in (twin, env):
                one.step(None)


@pytest.mark.parametrize("policy", ["random", "heuristic"])
def test_a_rollout_plays_a_copy(policy):
    env = play_on(started(players=5), 40)
    before = env.get_state()

    results = [env.rollout(policy, seed=seed) for seed in range(8)]

    assert env.get_state() == before
    assert env.rollout(policy, seed=3) == results[3]
    assert len({str(result) for result in results}) > 1
    for result in results:
        assert sorted(result.values()) == [-0.25] * 4 + [1.0]
    with pytest.raises(ValueError, match="policy='best': expected one of random, heuristic"):
        env.rollout(policy="best")


def test_a_text_is_an_action():
    env = started()
    text = env.action_text(env.legal_actions()[2])

    assert text == "order dragonstone march+1"
    assert env.parse_action(text) == env.legal_actions()[2]


def test_the_board_is_drawn_for_the_agent_that_acts():
    env = play_on(started(players=3, render_mode="ansi"), 6)

    text = env.render()

    assert text.startswith("Round 1, planning: lannister decides\n")
    assert "dragonstone" in text
    assert "order face down" in text
