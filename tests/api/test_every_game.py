"""Every game of the package through every interface, as PettingZoo and Gymnasium test them."""

import importlib

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

from got_agents.registry import make_agents
from got_agents.story import decide
from got_env import GameEnv, VectorEnv
from got_env.envs.registration import GYMNASIUM_IDS, register_envs
from got_env.games import GAMES
from got_env.referee import Referee
from got_env.replay import Header, ReplayWriter, read_replay

EXCLUSIVE = {"btwixt": ("draft", "clash_draft", "clash_with_advanced", "short")}
"""Options that do not go with the others at their other values."""


def otherwise(code):
    """Every option of a game at its other value."""
    table = GAMES[code].options.table
    return {
        key: values[1]
        for key, (values, _, _) in table.items()
        if len(values) > 1 and key not in EXCLUSIVE.get(code, ())
    }


RULES = {"default": lambda code: {}, "otherwise": otherwise}
TABLES = pytest.mark.parametrize(
    ("code", "players", "rules"),
    [
        (code, n, rules)
        for code, game in GAMES.items()
        for n in game.seats.counts
        for rules in RULES
    ],
)
CODES = pytest.mark.parametrize("code", GAMES)
ADVICE = pytest.mark.filterwarnings("ignore::UserWarning")


def module_of(code):
    return importlib.import_module(f"got_env.{code}_v0")


@ADVICE
@TABLES
@pytest.mark.parametrize("observation", ["flat", "entities"])
def test_pettingzoo(code, players, rules, observation):
    given = {"players": players, "observation": observation, **RULES[rules](code)}
    api_test(module_of(code).env(**given), num_cycles=120)


@ADVICE
@TABLES
def test_pettingzoo_in_parallel_and_seeded(code, players, rules):
    module, given = module_of(code), {"players": players, **RULES[rules](code)}
    parallel_api_test(module.parallel_env(**given), num_cycles=120)
    seed_test(lambda: module.env(**given), num_cycles=60)


@ADVICE
@CODES
def test_pettingzoo_in_parallel_from_a_seed(code):
    """PettingZoo samples actions without a mask, so that illegal ones must only end the game."""
    parallel_seed_test(lambda: module_of(code).parallel_env(illegal_reward=-1.0), num_cycles=30)


@ADVICE
@TABLES
def test_gymnasium(code, players, rules):
    register_envs()
    house = GAMES[code].seats.in_play(players)[-1]
    made = gymnasium.make(
        GYMNASIUM_IDS[code], house=house, opponents="random", players=players, **RULES[rules](code)
    )
    check_env(made.unwrapped, skip_render_check=True)


@CODES
def test_many_learners_at_once(code):
    register_envs()
    envs = gymnasium.make_vec(GYMNASIUM_IDS[code], num_envs=4, opponents="random")
    _, info = envs.reset(seed=3)
    for _ in range(40):
        actions = info["action_mask"].argmax(axis=1)
        _, reward, *_, info = envs.step(actions)
    assert reward.shape == (4,)
    assert np.isfinite(reward).all()


@TABLES
def test_a_batch_plays_as_its_rows_do_alone(code, players, rules):
    options, game = RULES[rules](code), GAMES[code]
    batch = VectorEnv(code, num_envs=4, players=players, seed=5, options=options, skip_forced=False)
    alone = game.start(4, players, 0, options)
    alone[:] = batch.states
    rng = np.random.default_rng(players)
    for _ in range(100):
        actions = np.array(
            [int(rng.choice(np.flatnonzero(mask))) for mask in batch.action_masks], dtype=np.int64
        )
        batch.step(actions)
        game.kernels.step(alone, actions)
        assert batch.states.tobytes() == alone.tobytes()


@CODES
def test_games_of_different_numbers_of_players_share_a_batch(code):
    counts = list(GAMES[code].seats.counts)
    batch = VectorEnv(code, num_envs=len(counts), players=counts, seed=1)

    assert batch.states["num_players"].tolist() == counts
    for _ in range(30):
        batch.step(batch.action_masks.argmax(axis=1))


@TABLES
def test_a_replay_reads_back(code, players, rules):
    names = ["random"] * players
    writer = ReplayWriter(
        Header.of(GAMES[code], players, RULES[rules](code), 7, names, events=True)
    )
    agents = [make_agents({"random": None})["random"]] * players
    while not writer.over:
        writer.play(decide(agents, writer))

    read_replay(writer.finish().encode()).verify()


@TABLES
def test_a_state_packed_by_an_environment_comes_back(code, players, rules):
    env = GameEnv(code, players=players, **RULES[rules](code))
    env.reset(seed=2)
    rng = np.random.default_rng(1)
    for _ in range(90):
        env.step(int(rng.choice(env.legal_actions())))
    kept, legal = env.get_state(), env.legal_actions()
    env.step(legal[0])
    env.set_state(kept)
    assert env.legal_actions() == legal
    twin = GameEnv(code, players=players, **RULES[rules](code))
    twin.reset(seed=9)
    twin.set_state(kept)
    assert twin.legal_actions() == legal


@CODES
def test_the_referee_plays_it(code):
    referee = Referee()
    players = GAMES[code].seats.counts[0]
    answer = referee.answer({"cmd": "new", "game": code, "players": players, "seed": 4})
    assert answer["ok"], answer
    for _ in range(30):
        legal = referee.answer({"cmd": "legal"})
        answer = referee.answer({"cmd": "act", "action": legal["actions"][0]})
        assert answer["ok"], answer


@CODES
def test_options_are_offered_by_name_and_others_refused(code):
    table = GAMES[code].options.table
    for key, (values, _, _) in table.items():
        for value in values:
            if key not in EXCLUSIVE.get(code, ()):
                kept = GAMES[code].options.resolve({key: value})
                assert GAMES[code].options.values(kept)[key] == value
        with pytest.raises(ValueError, match=f"^option {key}='never': expected one of "):
            GameEnv(code, **{key: "never"})
    with pytest.raises(ValueError, match=r"^unknown option 'no_such_rule'"):
        GAMES[code].options.resolve({"no_such_rule": "true"})
