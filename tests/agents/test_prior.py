"""A policy in the prior of a search: its scores in the kernel, the mix, what is refused."""

import dataclasses
from itertools import islice

import numpy as np
import pytest

from got_agents.advice import Advisors
from got_agents.mlp import MlpShape
from got_agents.network import NetworkShape, PolicyNetwork
from got_agents.policy import PolicyCard, ShippedPolicy, load_policy, shipped_policy
from got_agents.prior import policy_arrays, prior_of
from got_agents.registry import make_agent
from got_agents.saving import save_policy
from got_agents.search import ismcts
from got_env.core.search.prior import blend_prior, score_actions
from got_env.core.search.tree import node_dtype
from got_env.games import get_game
from tests.agents.games import GAME, random_games

SHAPE = NetworkShape.of(GAME, embedding=4, hidden=8, critic=3)


def random_weights(shape, seed=0):
    rng = np.random.default_rng(seed)
    return {
        name: rng.normal(size=size, scale=0.3).astype(np.float32)
        for name, size in shape.tensors().items()
    }


def some_views(players=6, step=37, count=6):
    games = islice(random_games(2, players, seed=5), 0, step * count, step)
    return [view for views in games for view in views if len(view.legal) > 1]


def card(shape):
    return PolicyCard(
        game=GAME.code,
        version=GAME.identity.version,
        data_hash=GAME.identity.data_hash,
        players=6,
        options={},
        network=shape,
        steps=0,
        seed=0,
    )


# --- the network in the kernel


@pytest.mark.parametrize(
    "shape",
    [
        SHAPE,
        dataclasses.replace(SHAPE, entities=0, entity_features=0, entity_action=0),
        load_policy(shipped_policy("agot2e"))[0].network,
        dataclasses.replace(SHAPE, advisors=("heuristic", "raider", "courtier")),
    ],
    ids=["entities", "plain", "shipped", "advised"],
)
def test_the_kernel_scores_as_the_network_in_numpy(shape):
    weights = random_weights(shape)
    arrays = policy_arrays(shape, weights)
    network = PolicyNetwork(shape, weights)
    advisors = Advisors(GAME, shape.advisors)
    for view in some_views():
        advice = advisors.actions(view.as_batch())
        scores = np.zeros(shape.num_actions + len(shape.advisors), dtype=np.float32)
        score_actions(view.observation, advice[0], shape.entity_action, *arrays, scores)

        wanted = network.scores(view.observation[None], advice=advice)[0]
        scores = scores[: shape.num_actions]
        assert scores == pytest.approx(wanted, rel=1e-3, abs=1e-3 * float(np.abs(wanted).max()))


# --- the mix


def root_of(actions, prior):
    nodes = np.zeros(1, dtype=node_dtype(6))
    nodes["edges"] = len(actions)
    nodes["action"][0, : len(actions)] = actions
    nodes["prior"][0, : len(actions)] = prior
    return nodes


def blended(nodes, chances, width, share):
    mask = np.array(chances) > 0
    scores = np.log(np.maximum(chances, 1e-30)).astype(np.float32)
    blend_prior(nodes, mask, width, share, scores, np.zeros(len(mask)))
    count = int(nodes["edges"][0])
    actions = nodes["action"][0, :count].tolist()
    return dict(zip(actions, nodes["prior"][0, :count].tolist(), strict=True))


def test_the_prior_is_the_mix_and_the_best_come_first():
    nodes = root_of([3, 1], [0.75, 0.25])

    found = blended(nodes, [0.0, 0.1, 0.5, 0.2, 0.2], width=3, share=0.4)

    # of the ranking 0.45 and 0.15, of the policy 0.04, 0.2, 0.08, 0.08
    assert list(found) == [3, 2, 1]
    total = 0.53 + 0.2 + 0.19
    assert found == pytest.approx({3: 0.53 / total, 2: 0.2 / total, 1: 0.19 / total}, abs=1e-6)


def test_illegal_actions_have_no_share_however_high_they_score():
    nodes = root_of([1], [1.0])
    mask = np.array([False, True, True])
    scores = np.array([50.0, 0.0, 0.0], dtype=np.float32)

    blend_prior(nodes, mask, 6, 1.0, scores, np.zeros(3))

    assert nodes["edges"][0] == 2
    assert nodes["prior"][0, :2] == pytest.approx([0.5, 0.5])


# --- the agent


def test_a_policy_that_is_not_trusted_changes_nothing():
    plain, deaf = make_agent("ismcts:sims=6"), make_agent("ismcts:sims=6,net=policy,trust=0")
    for view in some_views():
        assert deaf.act(view) == plain.act(view)
        assert deaf.shares() == plain.shares()


def test_the_search_considers_what_the_policy_would_play():
    plain, policy = make_agent("ismcts:sims=12,width=2"), ShippedPolicy(greedy=True)
    trusting = make_agent("ismcts:sims=12,width=2,net=policy,trust=1")
    news = 0
    for view in some_views(step=11, count=20):
        trusting.act(view)
        plain.act(view)
        best = policy.act(view)
        assert next(iter(trusting.shares())) == best
        news += best not in plain.shares()

    assert news > 3
    assert trusting.fingerprint != plain.fingerprint
    assert trusting.fingerprint != make_agent("ismcts:sims=12,width=2,net=policy").fingerprint


@pytest.mark.parametrize(
    "spec", ["ismcts:sims=6,net=policy", "ismcts:sims=5,others=tree,net=policy"]
)
def test_the_same_decision_is_decided_alike_whatever_came_before(spec):
    agent, other = make_agent(spec), make_agent(spec)
    views = list(islice(random_games(2, 4, seed=5), 0, 240, 30))

    forward = [agent.act_batch(part).tolist() for part in views]

    assert [other.act_batch(part).tolist() for part in views[::-1]][::-1] == forward


def test_a_folder_counts_as_the_policy_of_the_package_does():
    copy = make_agent(f"ismcts:sims=6,net={shipped_policy('agot2e')}")
    own = make_agent("ismcts:sims=6,net=policy")
    for view in some_views(count=3):
        assert copy.act(view) == own.act(view)
    assert copy.fingerprint == own.fingerprint


# --- what is refused


def test_a_game_that_the_policy_does_not_know_is_refused_in_one_line():
    agent = ismcts(sims=1, net=str(shipped_policy("agot2e")))
    with pytest.raises(
        ValueError, match=r"^agent 'ismcts' does not play 'btwixt': .*'agot2e'"
    ) as error:
        agent.check_game(get_game("btwixt"))
    assert "\n" not in str(error.value)


def test_a_game_without_a_policy_of_the_package_is_refused_in_one_line(no_policy_for_storm):
    agent = ismcts(sims=1, net="policy")
    with pytest.raises(
        ValueError,
        match=r"^agent 'ismcts' does not play 'agot1e_storm': no policy for 'agot1e_storm' comes",
    ) as error:
        agent.check_game(get_game("agot1e_storm"))
    assert "\n" not in str(error.value)


def test_the_policy_of_each_game_guides_its_search():
    agent = make_agent("ismcts:sims=2,net=policy")
    first = agent.fingerprint
    agent.check_game(get_game("btwixt"))
    assert agent.fingerprint != first


def test_other_facts_of_the_game_are_refused():
    other = dataclasses.replace(GAME, identity=dataclasses.replace(GAME.identity, data_hash="0"))
    with pytest.raises(ValueError, match=r"data_hash='.*', not '0'"):
        prior_of("policy", 0.5)(other)


def test_a_network_of_another_kind_is_refused(tmp_path):
    shape = MlpShape(GAME.observation.size, GAME.actions.size, (4,), "tanh")
    save_policy(tmp_path / "mine", card(shape), random_weights(shape))
    with pytest.raises(ValueError, match=r"net=.*mine: network.kind='mlp': expected a policy of"):
        ismcts(net=str(tmp_path / "mine"))


def test_a_folder_without_a_policy_is_refused(tmp_path):
    with pytest.raises(ValueError, match=r"net=.*nothing: .*is no policy: it has no policy"):
        ismcts(net=str(tmp_path / "nothing"))


def test_unsafe_numbers_are_refused(tmp_path):
    weights = random_weights(SHAPE)
    weights["second.weight"] = np.full_like(weights["second.weight"], 3e38)
    save_policy(tmp_path / "mine", card(SHAPE), weights)
    with pytest.raises(ValueError, match=r"net=.*mine: .*tensor .* is too large"):
        ismcts(net=str(tmp_path / "mine"))


@pytest.mark.parametrize("trust", [-0.1, 1.5])
def test_the_trust_is_a_share(trust):
    with pytest.raises(ValueError, match=rf"trust={trust}: expected a number from 0"):
        ismcts(net="policy", trust=trust)
