"""Networks with rounds of messages, and critics that see the state."""

from collections import ChainMap
from dataclasses import replace

import numpy as np
import pytest

pytest.importorskip("sb3_contrib")
import torch

from got_agents.base import Views
from got_agents.mlp import MlpShape
from got_agents.network import NetworkShape, PolicyNetwork
from got_agents.policy import load_policy
from got_agents.registry import make_agent
from got_training.args import Args
from got_training.net2net import expand, size_conflicts
from got_training.network import SeatNetwork, adjacency_of
from got_training.training import Training, measure_scale, train
from got_training.vec_env import SelfPlayVecEnv
from tests.training.networks import GAME, answers, made

SIZES = {"embedding": 4, "hidden": 16, "critic": 8}
PLAIN = NetworkShape.of(GAME, **SIZES)
FULL = NetworkShape.of(GAME, **SIZES, message_layers=2, critic_sees_state=True)
SIZE = GAME.observation.size
SMALL = SIZES | {
    **{"players": 3, "num_envs": 8, "rollout": 16, "batch_size": 64, "stagger": 0, "threads": 1},
    **{"evaluate_minutes": 0.0, "steps": 128, "precision": "float32"},
}
ROUNDING = 1e-5
"""Rows of a batch between which nothing differs are as close as this, no closer: in which order a
processor sums up a product depends on the place of the row. A real difference is far larger."""


def observations(count, shape, seed=0):
    rng = np.random.default_rng(seed)
    return rng.integers(-2, 6, (count, SIZE + shape.state), dtype=np.int8)


@pytest.mark.smoke
def test_numpy_computes_what_torch_does():
    network, seen = made(FULL), observations(9, FULL)
    scores, _ = answers(network, seen)
    found = PolicyNetwork(FULL, network.weights()).scores(seen[:, :SIZE])

    np.testing.assert_allclose(found, scores, rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("sign", [1, -1])
def test_neighbours_whose_sum_overflows_are_refused_though_nothing_reads_it(sign):
    weights = made(FULL).weights()
    for number in range(FULL.message_layers):
        weights[f"round{number}.weight"][:] = 0
    weights["near"][:] = sign * 3e38
    with pytest.raises(ValueError, match="tensor near is too large"):
        PolicyNetwork(FULL, weights)


@pytest.mark.parametrize("rounds", [0, 1, 2])
def test_what_is_known_of_an_area_reaches_those_at_most_so_many_borders_away(rounds):
    shape = NetworkShape.of(GAME, **SIZES, message_layers=rounds)
    network = made(shape)
    if rounds:
        with torch.no_grad():
            network.context.weight.zero_()
    near = GAME.observation.constants["adjacency"] + np.eye(shape.entities, dtype=np.int8)
    reached = np.linalg.matrix_power(near.astype(int), rounds)[7] > 0
    seen = torch.from_numpy(np.repeat(observations(1, shape), 2, axis=0)).float()
    features = shape.entity_features
    seen[1, 7 * features : 8 * features] += 3
    entities, others = seen[:, : shape.entity_size], seen[:, shape.entity_size : SIZE]
    with torch.no_grad():
        before, after = network._embeddings(entities, others, network.multiplied())

    change = (before - after).abs().amax(dim=1).numpy()
    assert change[7] > 100 * ROUNDING
    assert (change[~reached] < ROUNDING).all()
    if rounds:
        assert (change > 100 * ROUNDING).sum() > 1


def test_the_open_question_reaches_every_area():
    network, seen = made(FULL), np.repeat(observations(1, FULL), 2, axis=0)
    seen[1, FULL.entity_size : SIZE] += 3
    numbers = torch.from_numpy(seen).float()
    with torch.no_grad():
        before, after = network._embeddings(
            numbers[:, : FULL.entity_size],
            numbers[:, FULL.entity_size : SIZE],
            network.multiplied(),
        )

    change = (before - after).abs().amax(dim=1)
    assert (change > 100 * ROUNDING).sum() > FULL.entities / 2


def test_the_state_reaches_the_value_and_no_score():
    network, seen = made(FULL), np.repeat(observations(1, FULL), 2, axis=0)
    seen[1, SIZE:] += 3
    scores, values = answers(network, seen)

    np.testing.assert_allclose(scores[0], scores[1], rtol=ROUNDING, atol=ROUNDING)
    assert abs(values[0] - values[1]) > 100 * ROUNDING


def test_neighbours_share_the_weight():
    near = adjacency_of(GAME, FULL)
    bordering = GAME.observation.constants["adjacency"] > 0

    np.testing.assert_allclose(near.sum(axis=1)[bordering.any(axis=1)], 1, rtol=1e-6)
    assert ((near > 0) == bordering).all()
    assert adjacency_of(GAME, PLAIN) is None


MORE = {"message_layers": 2}, {"critic_sees_state": True}, {"hidden": 40}, {"critic": 24}


@pytest.mark.parametrize("changes", [*MORE, dict(ChainMap(*MORE))])
def test_a_larger_network_plays_as_the_smaller_one_did(changes):
    shape = NetworkShape.of(GAME, **{**SIZES, **changes})
    small, large = made(PLAIN), made(shape, seed=1)
    large.load_weights(expand(small.weights(), shape, adjacency_of(GAME, shape), seed=2))
    seen = observations(9, shape)
    expected, found = answers(small, seen[:, :SIZE]), answers(large, seen)

    np.testing.assert_allclose(found[0], expected[0], rtol=1e-5, atol=1e-6)
    np.testing.assert_allclose(found[1], expected[1], rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("changes", MORE)
def test_what_was_added_learns(changes):
    shape = NetworkShape.of(GAME, **{**SIZES, **changes})
    weights = expand(made(PLAIN).weights(), shape, adjacency_of(GAME, shape))
    large, old = made(shape), PLAIN.tensors()
    large.load_weights(weights)
    scores, values = large(torch.from_numpy(observations(9, shape)))
    (scores.square().sum() + values.sum()).backward()

    learning = 0
    for name, tensor in large.named_parameters():
        gradient = tensor.grad.numpy().copy()
        if name in old:
            gradient[tuple(map(slice, old[name]))] = 0
        learning += np.count_nonzero(gradient)
    assert learning > 0


def test_what_cannot_grow_is_named():
    assert size_conflicts(PLAIN, FULL) == ""
    assert size_conflicts(FULL, PLAIN) == "message_layers=2: expected 0"
    assert size_conflicts(PLAIN, replace(FULL, hidden=32)) == ""
    assert size_conflicts(PLAIN, replace(FULL, hidden=8)) == "hidden=16: expected 8"
    assert size_conflicts(PLAIN, replace(FULL, embedding=32)).endswith(": expected 32")
    other = MlpShape(PLAIN.observation_size, PLAIN.num_actions, (8,), "tanh")
    assert size_conflicts(other, PLAIN) == "kind='mlp': expected a policy of got train"


def test_cards_of_earlier_versions_have_neither():
    plain = PLAIN.plain()

    assert not {"message_layers", "state"} & plain.keys()
    assert NetworkShape.parse(plain) == PLAIN
    assert NetworkShape.parse(FULL.plain()) == FULL


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (
            {"message_layers": 17},
            r"network\.message_layers=17: expected a whole number from 0 to 16",
        ),
        ({"message_layers": -1}, r"network\.message_layers=-1"),
        ({"state": 5}, f"network.state=5: expected 0 or {SIZE}"),
        ({"turns": 2}, "network.'turns': unknown"),
    ],
)
def test_bad_sizes_are_refused(changes, message):
    with pytest.raises(ValueError, match=message):
        NetworkShape.parse(PLAIN.plain() | changes)


def test_rounds_without_entities_are_refused():
    shape = NetworkShape(7, 3, entities=0, entity_features=0, entity_action=0)
    with pytest.raises(ValueError, match=r"network\.message_layers=1: expected entities"):
        NetworkShape.parse(shape.plain() | {"message_layers": 1})
    with pytest.raises(ValueError, match="adjacency=None: expected one for message_layers=2"):
        SeatNetwork(FULL, np.ones(FULL.tensors()["scale"], dtype=np.float32))


def test_rounds_in_a_game_without_neighbours_are_refused():
    with pytest.raises(
        ValueError, match="message_layers=1: btwixt names no neighbours, expected 0"
    ):
        Args.parse({"game": "btwixt", "message_layers": 1, "steps": 1})


@pytest.mark.parametrize("name", ["near", "context.weight", "round1.weight", "whole.weight"])
def test_tensors_that_would_overflow_are_refused(name):
    weights = made(FULL).weights()
    weights[name] = np.full_like(weights[name], 3e37)
    with pytest.raises(ValueError, match="too large: its products may reach"):
        FULL.check(weights)


def test_the_state_stands_behind_the_observation():
    games = SelfPlayVecEnv(GAME, 5, 3, seed=4, with_state=True)
    plain = SelfPlayVecEnv(GAME, 5, 3, seed=4)
    rng = np.random.default_rng(0)
    seen, known = games.reset(), plain.reset()
    state = np.zeros((5, SIZE), dtype=np.int8)
    differed = False
    for _ in range(60):
        assert seen.shape == (5, *games.observation_space.shape) == (5, 2 * SIZE)
        assert (seen[:, :SIZE] == known).all()
        GAME.kernels.observe_all(games.games.states, state)
        assert (seen[:, SIZE:] == state).all()
        seats = np.zeros(5, dtype=np.int8)
        views = np.zeros_like(state)
        GAME.kernels.observe(games.games.states, seats, views)
        differed |= bool((views != state).any())
        masks = games.action_masks()
        actions = np.argmax(rng.random(masks.shape) * masks, axis=1)
        seen, known = games.step(actions)[0], plain.step(actions)[0]
    assert differed, "nothing was hidden in these games: the test shows nothing"


def test_what_only_the_state_shows_is_brought_to_size_too():
    plain, whole = Args.parse(SMALL), Args.parse(SMALL, {"critic_sees_state": True})
    seen = measure_scale(GAME, PLAIN, plain)
    shown = measure_scale(GAME, whole.shape_for(GAME), whole)

    assert (shown <= seen).all()
    assert (shown < seen).any()


@pytest.mark.training
def test_such_a_policy_is_trained_resumed_and_plays(tmp_path):
    extra = {"message_layers": 1, "critic_sees_state": True}
    train(Args.parse(SMALL, extra), tmp_path)
    with Training(Args.parse(SMALL, extra, {"steps": 256}), tmp_path, resume=True) as training:
        training.run()
    card, weights = load_policy(tmp_path)

    assert (card.steps, card.network.message_layers, card.network.state) == (256, 1, SIZE)
    assert np.abs(weights["round0.weight"]).max() > 0
    views = next(iter(_views()))
    actions = make_agent(f"policy:{tmp_path}").act_batch(views)
    assert views.masks[np.arange(len(actions)), actions].all()


def _views():
    games = SelfPlayVecEnv(GAME, 6, 3, seed=1)
    games.reset()
    seeds = np.arange(6, dtype=np.int64)
    yield Views.of(GAME, games.games.states, games.seats, games.action_masks(), seeds)


@pytest.mark.training
def test_a_training_adds_to_the_network_it_starts_from(tmp_path):
    train(Args.parse(SMALL), tmp_path / "small")
    extra = {"message_layers": 1, "critic_sees_state": True, "start": str(tmp_path / "small")}
    args = Args.parse(SMALL, extra)
    with Training(args, tmp_path / "large") as training:
        small = made(PLAIN)
        small.load_weights(load_policy(tmp_path / "small")[1])
        seen = observations(9, training.shape)
        expected = answers(small, seen[:, :SIZE])
        found = answers(training.model.policy.network, seen)
        np.testing.assert_allclose(found[0], expected[0], rtol=1e-4, atol=1e-5)
        training.run()
    weights = load_policy(tmp_path / "large")[1]
    for name in ("round0.weight", "context.weight", "whole.weight"):
        assert np.abs(weights[name]).max() > 0

    back = Args.parse(SMALL, {"start": str(tmp_path / "large")})
    with pytest.raises(ValueError, match="its network has message_layers=1: expected 0"):
        Training(back, tmp_path / "back")


@pytest.mark.training
def test_the_search_reads_no_rounds(tmp_path):
    train(Args.parse(SMALL, {"message_layers": 1}), tmp_path)
    with pytest.raises(
        ValueError, match=r"net=.*: network\.message_layers=1: the search reads networks"
    ):
        make_agent(f"ismcts:sims=2,net={tmp_path}")
