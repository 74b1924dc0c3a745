"""The Gymnasium environments: one house learns, the others are played."""

import copy
import pickle

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env, data_equivalence
from gymnasium.vector import AutoresetMode

from got_env import IllegalAction, SeatEnv, SeatVectorEnv, agot2e_v0
from got_env.envs.registration import register_envs
from tests.play import AGOT2E, PLAYERS

ID = "got_env/Agot2e-v0"


def make(**kwargs):
    return gymnasium.make(ID, **{"house": "stark", "opponents": "random", **kwargs})


def make_vec(num_envs, **kwargs):
    return gymnasium.make_vec(
        ID, num_envs=num_envs, **{"house": "stark", "opponents": "random", **kwargs}
    )


def first_legal(observation, action_mask):
    """The simplest opponent."""
    return int(np.flatnonzero(action_mask)[0])


class LastLegal:
    """An opponent that sees views; it notes whose."""

    name = "last"

    def __init__(self):
        self.seats = set()

    def act(self, view):
        self.seats.add(view.seat)
        assert (view.states["rng"] == 0).all()
        return int(view.legal[-1])


def pick(mask, rng):
    return int(rng.choice(np.flatnonzero(mask)))


def play_game(env, seed, rng):
    """Play a game; returns the rewards and the last observation and info."""
    _, info = env.reset(seed=seed)
    rewards, ended = [], False
    while not ended:
        observation, reward, terminated, truncated, info = env.step(pick(info["action_mask"], rng))
        rewards.append(reward)
        ended = terminated or truncated
    return rewards, observation, info


# --- conformance


@pytest.mark.parametrize("opponents", ["random", "heuristic", first_legal])
@pytest.mark.parametrize("house", ["stark", "random"])
def test_check_env(house, opponents):
    check_env(make(house=house, opponents=opponents, render_mode="ansi").unwrapped)


@pytest.mark.parametrize(
    "kwargs",
    [
        {"observation": "entities"},
        {"mask_in_observation": True},
        {"observation": "entities", "mask_in_observation": True},
        {"players": 3, "tides": True},
        {"reward": "castles", "skip_forced": False},
    ],
)
def test_check_env_with_options(kwargs):
    check_env(make(render_mode="ansi", **kwargs).unwrapped)


def test_registering_again_changes_nothing():
    before = gymnasium.spec(ID)

    register_envs()

    assert gymnasium.spec(ID) is before
    assert isinstance(gymnasium.make(f"got_env:{ID}").unwrapped, SeatEnv)


@pytest.mark.smoke
def test_the_spec_makes_the_same_environment():
    env = make(players=4, tides=True)

    twin = gymnasium.make(env.spec)

    assert data_equivalence(env.reset(seed=1), twin.reset(seed=1))


# --- one game


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("opponents", [first_legal, LastLegal()], ids=["function", "agent"])
@pytest.mark.parametrize("reward", ["rank", "castles"])
def test_the_game_is_that_of_the_aec_environment(players, opponents, reward):
    """Opponents outside see what their seats know, and the learner gets its own rewards."""
    env = make(players=players, opponents=opponents, reward=reward, house="lannister")
    aec = agot2e_v0.raw_env(players=players, reward=reward)
    aec.reset(seed=5)
    observation, info = env.reset(seed=5)
    rng = np.random.default_rng(2)
    earned, earned_now, terminated = 0.0, 0.0, False
    first, steps = True, 0

    while True:
        while aec.legal_actions():
            agent, legal = aec.agent_selection, aec.legal_actions()
            ordering = aec.game.words.phase_name(aec.states, 0) == "order"
            if agent == "lannister" and (len(legal) > 1 or ordering):
                break
            aec.step(legal[-1] if opponents is not first_legal else legal[0])
            earned += 0.0 if first else aec.rewards["lannister"]
        if not first:
            assert earned_now == pytest.approx(earned, abs=1e-6)
            assert terminated == (not aec.legal_actions())
        seen = aec.observe("lannister")
        assert np.array_equal(seen["observation"], observation)
        if not aec.legal_actions():
            break
        assert np.array_equal(seen["action_mask"], info["action_mask"])
        action = pick(info["action_mask"], rng)
        observation, earned_now, terminated, _, info = env.step(action)
        aec.step(action)
        earned = aec.rewards["lannister"]
        first, steps = False, steps + 1

    assert steps > 20
    final = {**aec.infos["lannister"]}
    assert not final.pop("action_mask").any()
    assert {key: info[key] for key in final} == final


def test_agents_outside_play_all_seats_but_the_learners():
    agent = LastLegal()
    env = make(opponents=agent, house="stark", players=4)

    play_game(env, 1, np.random.default_rng(0))

    seat = AGOT2E.seats.in_play(4).index("stark")
    assert agent.seats == {0, 1, 2, 3} - {seat}


def test_each_house_may_have_its_own_policy():
    agent = LastLegal()
    opponents = {"baratheon": "heuristic", "lannister": agent, "greyjoy": "random"}
    env = make(opponents=opponents, house="stark", players=4)

    play_game(env, 1, np.random.default_rng(0))

    assert agent.seats == {AGOT2E.seats.in_play(4).index("lannister")}


@pytest.mark.parametrize("opponents", ["random", "heuristic", first_legal])
def test_a_seed_decides_everything(opponents):
    one, two = (make(opponents=opponents, house="random") for _ in range(2))

    for seed in (3, None, 3):
        first, second = (play_game(env, seed, np.random.default_rng(1)) for env in (one, two))
        assert data_equivalence(first, second, exact=True)


@pytest.mark.parametrize(
    "opponents",
    [
        "policy",
        "ismcts:sims=2",
        "heuristic:castle=9",
        "tests.api.test_gymnasium:LastLegal",
        f"{__file__}:first_legal",
        LastLegal,
        lambda: first_legal,
        {"baratheon": "policy", "lannister": "policy_greedy"},
    ],
    ids=["name", "options", "compiled", "module", "file", "class", "factory", "by house"],
)
def test_opponents_of_any_form_play(opponents):
    one, two = (make(opponents=opponents, players=3, house="stark") for _ in range(2))

    for env in (one, two):
        env.reset(seed=4)
    for step in range(8):
        legal = np.flatnonzero(one.unwrapped.action_masks())
        results = [env.step(legal[step % len(legal)]) for env in (one, two)]
        np.testing.assert_array_equal(results[0][0], results[1][0])
        assert results[0][1:4] == results[1][1:4]


def test_a_text_makes_one_agent_for_all_houses_that_have_it():
    env = make(opponents="policy", players=6).unwrapped

    assert [agent.name for agent in env._games.agents] == ["policy"]


def test_heuristic_opponents_beat_a_random_learner():
    rng = np.random.default_rng(0)
    env = make(opponents="heuristic", players=3)

    results = [play_game(env, seed, rng) for seed in range(20)]

    assert sum(info["winner"] == "stark" for _, _, info in results) <= 2
    assert {rewards[-1] for rewards, _, _ in results} <= {1.0, -0.5}


def test_rewards_are_the_learners_own():
    rng = np.random.default_rng(0)
    env = make(players=3)

    for seed in range(8):
        rewards, _, info = play_game(env, seed, rng)
        assert not any(rewards[:-1])
        assert (rewards[-1] == 1.0) == (info["place"] == 0) == (info["winner"] == "stark")


def test_shaping_adds_up_from_the_learners_first_decision():
    rng = np.random.default_rng(0)
    plain, shaped = make(players=4), make(players=4, reward="castles")

    ends, _, _ = play_game(plain, 3, np.random.default_rng(0))
    rewards, _, _ = play_game(shaped, 3, rng)

    weight = AGOT2E.results.rewards["castles"].weight
    assert any(rewards[:-1])
    start = sum(ends) - sum(rewards)
    assert start / weight * 4 == pytest.approx(round(start / weight * 4), abs=1e-6)


def test_the_house_may_be_another_in_each_game():
    env = make(house="random", players=3)
    houses = []
    for seed in range(30):
        _, info = env.reset(seed=seed)
        houses.append(info["house"])
        assert info["house"] == env.unwrapped.house

    assert set(houses) == set(AGOT2E.seats.in_play(3))


def test_the_house_is_known_before_the_first_game_unless_it_is_drawn():
    assert make(house="stark").unwrapped.house == "stark"
    with pytest.raises(gymnasium.error.ResetNeeded, match="house: there is no game yet"):
        _ = make(house="random").unwrapped.house


def test_a_limit_outside_leaves_the_result_out():
    """As docs/vector.md says of ``max_episode_steps``."""
    env = gymnasium.make("got_env/Agot2e-v0", max_episode_steps=1)
    _, info = env.reset(seed=1)

    *_, truncated, info = env.step(pick(info["action_mask"], np.random.default_rng(0)))

    assert truncated
    assert set(info) == {"action_mask", "house"}


@pytest.mark.parametrize("duplicate", [copy.deepcopy, lambda e: pickle.loads(pickle.dumps(e))])
def test_copies_play_on_alike(duplicate):
    env = make(opponents={h: "random" for h in AGOT2E.seats.names} | {"tyrell": first_legal})
    _, info = env.reset(seed=4)
    for _ in range(15):
        *_, info = env.step(pick(info["action_mask"], np.random.default_rng(0)))
    twin = duplicate(env)

    for _ in range(30):
        action = pick(info["action_mask"], np.random.default_rng(0))
        results = env.step(action), twin.step(action)
        assert data_equivalence(*results, exact=True)
        info = results[0][4]
    assert data_equivalence(env.reset(), twin.reset(), exact=True)


@pytest.mark.parametrize("duplicate", [copy.deepcopy, lambda e: pickle.loads(pickle.dumps(e))])
@pytest.mark.parametrize("kind", [SeatEnv, SeatVectorEnv])
def test_opponents_that_are_changed_later_change_no_copy(duplicate, kind):
    opponents = {"baratheon": "random", "lannister": first_legal}
    env = kind(players=3, house="stark", opponents=opponents)
    opponents |= {"baratheon": "squire", "lannister": "squire", "tyrell": "random"}
    twin = duplicate(env)

    assert data_equivalence(env.reset(seed=2), twin.reset(seed=2), exact=True)
    for _ in range(10):
        actions = env.action_masks().argmax(axis=-1)
        assert data_equivalence(env.step(actions), twin.step(actions), exact=True)


def test_the_board_is_told_as_the_learner_knows_it():
    env = make(render_mode="ansi", players=3)
    env.reset(seed=1)

    text = env.render()

    aec = agot2e_v0.raw_env(players=3, render_mode="ansi")
    aec.reset(seed=1)
    while aec.agent_selection != "stark":
        aec.step(aec.legal_actions()[0])
    assert text.splitlines()[0] == aec.render().splitlines()[0]
    assert env.unwrapped.action_text(env.unwrapped.legal_actions()[0])


# --- bad input


def test_an_illegal_action_ends_the_game_with_a_penalty():
    env = make()
    env.reset(seed=1)

    _, reward, terminated, truncated, info = env.step(int(np.argmin(env.unwrapped.action_masks())))

    assert (reward, terminated, truncated) == (-1.0, True, False)
    assert info["illegal_action"]
    assert info["place"] == -1
    assert info["winner"] == ""
    assert info["end"] == ""
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.unwrapped.step(0)


@pytest.mark.parametrize("action", [-1, 129, 130, 10**30])
def test_an_illegal_action_may_raise_and_change_nothing(action):
    env = make(illegal_reward=None).unwrapped
    _, info = env.reset(seed=1)
    before = env._games.states.tobytes()

    with pytest.raises(IllegalAction, match=r"stark in order: action .*; legal: "):
        env.step(action)

    assert env._games.states.tobytes() == before
    assert np.array_equal(env.action_masks(), info["action_mask"])


@pytest.mark.parametrize("action", [None, 1.0, "3", True, [1]])
def test_an_action_must_be_an_integer(action):
    env = make().unwrapped
    env.reset(seed=1)

    with pytest.raises(ValueError, match="expected an integer"):
        env.step(action)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"house": "targaryen"}, "house='targaryen': expected one of baratheon, .*, random"),
        ({"house": "martell", "players": 3}, "house='martell'"),
        ({"opponents": "genius"}, "opponents='genius': unknown agent 'genius': expected one of"),
        ({"opponents": "polcy"}, "opponents='polcy': .*did you mean 'policy'"),
        ({"opponents": "ismcts:sim=4"}, "opponents='ismcts:sim=4': .*did you mean 'sims'"),
        ({"opponents": None}, "opponents=None: .*NoneType is no player: expected an object with"),
        ({"opponents": dict}, "opponents=.*: class dict has no method act"),
        ({"opponents": lambda a, b, c: 0}, r"opponents=.*\(a, b, c\) needs arguments: expected"),
        ({"opponents": {"stark": "random"}}, "opponents: no policy for baratheon"),
        ({"opponents": {"dorne": "random"}}, "opponents: 'dorne' is not one of"),
        ({"players": 2}, "players=2"),
        ({"reward": "gold"}, "reward='gold'"),
        ({"observation": "pixels"}, "observation='pixels'"),
        ({"illegal_reward": "much"}, "illegal_reward='much': expected a number"),
        ({"illegal_reward": float("nan")}, "illegal_reward=nan: expected a finite number"),
        ({"render_mode": "window"}, "render_mode='window'"),
        ({"game": "chess"}, "unknown game 'chess'"),
    ],
)
@pytest.mark.parametrize("vector", [False, True])
def test_bad_arguments_are_named(arguments, message, vector):
    with pytest.raises(ValueError, match=message):
        (SeatVectorEnv if vector else SeatEnv)(**{"house": "stark", **arguments})


@pytest.mark.parametrize("seed", [-1, 2**63, 1.5, "x"])
def test_a_bad_seed_leaves_the_game(seed):
    env = make().unwrapped
    env.reset(seed=1)
    before = env._games.states.tobytes()

    with pytest.raises(ValueError, match="seed="):
        env.reset(seed=seed)

    assert env._games.states.tobytes() == before


def test_a_wrong_answer_of_an_opponent_is_told():
    env = make(opponents=lambda observation, mask: int(np.argmin(mask))).unwrapped

    with pytest.raises(ValueError, match=r"agent '.*lambda.*' as .* which is not legal"):
        env.reset(seed=1)


# --- many games


@pytest.mark.parametrize("mode", AutoresetMode)
@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("opponents", ["heuristic", first_legal])
def test_rows_play_as_the_single_environment(mode, threads, opponents):
    kwargs = {"house": "random", "players": 3, "opponents": opponents, "reward": "castles"}
    envs = make_vec(5, autoreset_mode=mode, num_threads=threads, max_episode_steps=40, **kwargs)
    singles = [gymnasium.make(ID, max_episode_steps=40, **kwargs) for _ in range(5)]
    assert envs.metadata["autoreset_mode"] is mode
    observations, infos = envs.reset(seed=21)
    for row, env in enumerate(singles):
        observation, info = env.reset(seed=21 + row)
        assert np.array_equal(observations[row], observation)
        assert infos["house"][row] == info["house"]
    rng = np.random.default_rng(0)
    waiting = np.zeros(5, dtype=bool)
    episodes = 0

    for _ in range(90):
        actions = np.array([pick(mask, rng) for mask in infos["action_mask"]])
        observations, rewards, terminations, truncations, infos = envs.step(actions)
        seeds = envs._games._rows["seed"].tolist()
        ended = terminations | truncations
        episodes += int(ended.sum())
        for row, env in enumerate(singles):
            if waiting[row]:
                observation, info = env.reset(seed=seeds[row])
                assert rewards[row] == 0
            else:
                observation, reward, terminated, truncated, info = env.step(int(actions[row]))
                assert rewards[row] == pytest.approx(reward)
                # Gymnasium's TimeLimit also calls a game truncated that ends with its last step.
                assert terminations[row] == terminated
                assert truncations[row] == (truncated and not terminated)
                if terminated:
                    told = infos["final_info"] if mode == AutoresetMode.SAME_STEP else infos
                    for name in ("place", "winner", "round", "end", "house"):
                        assert told[name][row] == info[name], name
                if ended[row] and mode == AutoresetMode.SAME_STEP:
                    assert np.array_equal(infos["final_obs"][row], observation)
                    observation, info = env.reset(seed=seeds[row])
            assert np.array_equal(observations[row], observation)
            assert np.array_equal(infos["action_mask"][row], info["action_mask"]) or ended[row]
        waiting = ended & (mode == AutoresetMode.NEXT_STEP)
        if mode == AutoresetMode.DISABLED and ended.any():
            with pytest.raises(ValueError, match="have ended, reset"):
                envs.step(actions)
            seeds = rng.integers(1000, size=5).tolist()
            observations, infos = envs.reset(seed=seeds, options={"reset_mask": ended})
            for row in np.flatnonzero(ended):
                observation, info = singles[row].reset(seed=seeds[row])
                assert np.array_equal(observations[row], observation)
    assert episodes >= 5
    envs.close()


def test_vector_infos_are_laid_out_as_those_of_gymnasium():
    kwargs = {"players": 3, "mask_in_observation": True}
    native = make_vec(2, autoreset_mode="SameStep", **kwargs)
    sync = gymnasium.make_vec(
        ID,
        num_envs=2,
        vectorization_mode="sync",
        vector_kwargs={"autoreset_mode": AutoresetMode.SAME_STEP},
        house="stark",
        opponents="random",
        **kwargs,
    )
    one, two = native.reset(seed=2), sync.reset(seed=2)
    assert data_equivalence(one[0], two[0])
    assert set(one[1]) == set(two[1])
    rng = np.random.default_rng(0)

    ended = np.zeros(2, dtype=bool)
    while not ended.any():
        masks = one[-1]["action_mask"]
        actions = np.array([pick(mask, rng) for mask in masks])
        one, two = native.step(actions), sync.step(actions)
        ended = one[2]

    assert set(one[4]) == set(two[4])
    row = int(np.flatnonzero(ended)[0])
    assert data_equivalence(one[4]["final_obs"][row], two[4]["final_obs"][row])
    told, expected = one[4]["final_info"], two[4]["final_info"]
    assert set(told) == set(expected)
    for name, values in expected.items():
        assert told[name].dtype == values.dtype, name
        assert np.array_equal(told[name], values), name
    assert native.single_observation_space == sync.single_observation_space
    assert native.action_space == sync.action_space


@pytest.mark.parametrize("observation", ["flat", "entities"])
def test_play_is_a_step_without_infos(observation):
    told, untold = (
        make_vec(3, max_episode_steps=15, observation=observation, house="random") for _ in range(2)
    )
    _, infos = told.reset(seed=4)
    untold.reset(seed=4)
    ended = 0
    for _ in range(40):
        actions = infos["action_mask"].argmax(axis=1)
        *expected, infos = told.step(actions)
        arrays = untold.play(actions)
        assert data_equivalence(arrays, tuple(expected))
        for row in np.flatnonzero(arrays[2] | arrays[3]):
            ended += 1
            assert data_equivalence(
                untold.final_observation(row), row_of(infos["final_obs"], row), exact=True
            )
            last = row_of(infos["final_info"], row)
            assert last.pop("action_mask").all()
            assert untold.final_info(row) == last
    assert ended > 3


def row_of(values, row):
    """Part of a batch for one game; Gymnasium marks with names that begin with _ who is told."""
    if isinstance(values, dict):
        return {name: row_of(part, row) for name, part in values.items() if name[:1] != "_"}
    return values[row]


def test_vector_results_are_new_unless_views_are_wanted():
    for wanted in (True, False):
        envs = make_vec(2, copy=wanted)
        observations, infos = envs.reset(seed=1)
        before = observations.copy()
        later, *_ = envs.step(infos["action_mask"].argmax(axis=1))
        assert (later is observations or np.shares_memory(later, observations)) != wanted
        assert np.array_equal(before, observations) == wanted


def test_vector_resets_are_reproducible():
    one, two = make_vec(3, house="random"), make_vec(3, house="random")
    for seed in (5, None, [1, 2, 3], None):
        assert data_equivalence(one.reset(seed=seed), two.reset(seed=seed), exact=True)


def test_a_vector_copy_plays_on_alike():
    envs = make_vec(3, house="random", num_threads=2, opponents="heuristic")
    _, infos = envs.reset(seed=1)
    twin = pickle.loads(pickle.dumps(envs))
    rng = np.random.default_rng(0)

    for _ in range(30):
        actions = np.array([pick(mask, rng) for mask in infos["action_mask"]])
        results = envs.step(actions), twin.step(actions)
        assert data_equivalence(*results, exact=True)
        infos = results[0][4]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"seed": [1, 2]}, "seed: 2 seeds, expected one for each of 3 games"),
        ({"seed": -1}, "seed=-1"),
        ({"seed": 2**63 - 2}, "seed="),
        ({"options": {"reset_mask": np.zeros(3, dtype=bool)}}, "reset_mask: .* with a True"),
        ({"options": {"reset_mask": np.ones(2, dtype=bool)}}, r"reset_mask: bool of shape \(2,\)"),
        ({"options": {"reset_mask": [1, 0, 1]}}, "reset_mask: int64"),
    ],
)
def test_bad_resets_touch_no_game(arguments, message):
    envs = make_vec(3)
    envs.reset(seed=1)
    before = envs._games.states.tobytes()

    with pytest.raises(ValueError, match=message):
        envs.reset(**arguments)

    assert envs._games.states.tobytes() == before


def test_vector_rows_with_illegal_actions():
    penalised, strict = make_vec(2), make_vec(2, illegal_reward=None)
    _, infos = penalised.reset(seed=1)
    strict.reset(seed=1)
    actions = infos["action_mask"].argmax(axis=1)
    actions[1] = infos["action_mask"][1].argmin()

    _, rewards, terminations, _, infos = penalised.step(actions)
    with pytest.raises(IllegalAction, match="game 1: stark in order"):
        strict.step(actions)

    assert rewards.tolist() == [0.0, -1.0]
    assert terminations.tolist() == [False, True]
    assert infos["final_info"]["illegal_action"].tolist() == [False, True]
    strict.step(strict.action_masks().argmax(axis=1))


def test_boards_of_all_games_are_told():
    envs = make_vec(2, render_mode="ansi")
    envs.reset(seed=1)

    texts = envs.render()

    assert len(texts) == 2
    assert all(texts)
