"""PettingZoo's and Gymnasium's own tests, batches, and what a game tells."""

import itertools
import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, seed_test

from got_env import IllegalAction, VectorEnv, btwixt_v0, positions
from got_env.core.proper_names import proper_name
from got_env.games import get_game
from got_env.referee import Referee

GAME = get_game("btwixt")


def combinations():
    """All combinations of variants that the rules allow, each with the next number of players."""
    numbers = itertools.cycle(GAME.seats.counts)
    for draft in ({}, {"draft": True}, {"clash_draft": True}):
        for others in itertools.product((False, True), repeat=3):
            switches = dict(zip(("advanced", "revealed", "short"), others, strict=True))
            chosen = {name: True for name, on in switches.items() if on}
            yield next(numbers), draft | chosen


VARIANTS = tuple(combinations())
EVERY = pytest.mark.parametrize(("players", "options"), VARIANTS)


@pytest.fixture(autouse=True)
def quiet():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # advice of PettingZoo and Gymnasium
        yield


def test_a_draft_excludes_the_other_and_nothing_else_is_left_out():
    assert len(VARIANTS) == 2**5 - 2**3
    assert {players for players, _ in VARIANTS} == {3, 4, 5, 6}
    assert all(GAME.options.resolve(options) for _, options in VARIANTS)


@EVERY
def test_it_passes_the_tests_of_pettingzoo(players, options):
    api_test(btwixt_v0.env(players=players, **options), num_cycles=120)
    seed_test(lambda: btwixt_v0.env(players=players, **options), num_cycles=40)
    tolerant = btwixt_v0.parallel_env(players=players, illegal_reward=-1.0, **options)
    parallel_api_test(tolerant, num_cycles=60)


@EVERY
def test_it_passes_the_check_of_gymnasium(players, options):
    env = gymnasium.make("got_env/Btwixt-v0", players=players, opponents="random", **options)

    check_env(env.unwrapped, skip_render_check=True)


@pytest.mark.parametrize("reward", GAME.results.rewards)
def test_rewards_add_up_to_nothing(reward):
    env = VectorEnv("btwixt", 8, 4, seed=1, reward=reward, auto_reset="disabled")
    rng = np.random.default_rng(0)
    totals = np.zeros((8, 4))
    while not env.terminations.all():
        masks = env.action_masks
        actions = np.argmax(rng.random(masks.shape) * (masks + 1e-9), axis=1)
        env.step(actions)
        totals += env.rewards[:, :4]
    assert np.allclose(totals.sum(axis=1), 0, atol=1e-4)
    winners = env.infos["final_info"]["winner"]
    assert (totals.argmax(axis=1) == winners).sum() >= 7  # of a shared victory the first


def test_a_batch_plays_as_the_single_environment():
    batch = VectorEnv("btwixt", 1, 5, seed=3, options={"advanced": True}, auto_reset="disabled")
    env = btwixt_v0.raw_env(players=5, advanced=True, skip_forced=True)
    env.reset(seed=3)
    rng = np.random.default_rng(1)
    while not batch.terminations[0]:
        agent = env.agent_selection
        assert env.possible_agents[batch.current_player[0]] == agent
        assert np.array_equal(env.observe(agent)["observation"], batch.observations[0])
        action = int(rng.choice(env.legal_actions()))
        batch.step(np.array([action]))
        env.step(action)
    assert env.infos["player_1"]["end"] in GAME.results.ends


def test_wrong_options_are_refused_by_name():
    with pytest.raises(TypeError, match="argument 'advance': did you mean 'advanced'"):
        btwixt_v0.raw_env(advance=True)
    with pytest.raises(ValueError, match="unknown option 'advance': did you mean 'advanced'"):
        GAME.options.resolve({"advance": True})
    with pytest.raises(ValueError, match="option table_talk='messages': expected one of none"):
        btwixt_v0.raw_env(table_talk="messages")
    with pytest.raises(ValueError, match="clash_draft=true and draft=true"):
        btwixt_v0.raw_env(draft=True, clash_draft=True)


def test_illegal_actions_are_refused_in_words():
    env = btwixt_v0.raw_env(players=3)
    env.reset(seed=0)
    with pytest.raises(IllegalAction, match=r"in turn: action 142 \(no\) is not legal"):
        env.step(142)


def test_positions_name_the_viewer_and_lead_back():
    env = btwixt_v0.raw_env(players=4)
    env.reset(seed=4)
    known = positions.position_of(GAME, env.states, viewer="player_2")
    assert known["viewer"] == "player_2"
    assert len(known["hand"][1]) == 10
    assert known["hand"][0] == []
    game, states = positions.states_from(known, seed=9)
    assert (game, int(states["hand_n"][0, 0])) == (GAME, 10)


def test_a_deck_can_be_given_in_order():
    from got_env.decks import decks_of, start_with_decks

    start = GAME.start(1, 3, seed=2)
    allies = decks_of(GAME, start)["allies"]
    order = list(reversed(allies))
    states = start_with_decks(GAME, 3, 2, {}, {"allies": order})
    assert decks_of(GAME, states)["allies"] == tuple(order)


def test_the_referee_plays_it():
    referee = Referee()
    assert referee.answer({"cmd": "new", "game": "btwixt", "players": 3, "seed": 1})["ok"]
    for _ in range(20):
        legal = referee.answer({"cmd": "legal"})
        assert legal["ok"], legal
        assert referee.answer({"cmd": "act", "action": legal["actions"][-1]})["ok"]


def test_the_story_and_the_prompt_of_a_game():
    told = []
    env = btwixt_v0.raw_env(players=3, short=True)
    env.reset(seed=6)
    states = env.states.copy()
    story = GAME.words.story(GAME, states, told.append, True)
    story.after()
    while env.legal_actions():
        seat = env.possible_agents.index(env.agent_selection)
        known = env.states.copy()
        GAME.kernels.redact(known, np.array([seat], dtype=np.int8))
        prompt = GAME.words.prompt(GAME, known, seat, 80)
        assert prompt.headline().startswith(proper_name(env.agent_selection))
        assert all(len(line) <= 80 for line in prompt.lines())
        for word in ("board", "cards", "read hodor"):
            assert prompt.look_up(word) is not None
        action = env.legal_actions()[-1]
        text = GAME.actions.text(env.states, 0, action)
        prompt.remark(action, text)
        story.before(env.agent_selection, text)
        env.step(action)
        states[:] = env.states
        story.after()
    assert any("wins the bid" in line for line in told)
    assert "Winter" in told
