"""Plain networks: computed as written, and refused where they cannot be."""

import numpy as np
import pytest

from got_agents.mlp import MlpNetwork, MlpShape
from got_agents.network_kinds import parse_shape

SHAPE = MlpShape(3, 2, (4, 5), "relu", reads_mask=True)


def random_weights(shape, seed=1):
    rng = np.random.default_rng(seed)
    tables = shape.tensors().items()
    return {name: rng.normal(size=table).astype(np.float32) for name, table in tables}


@pytest.mark.parametrize(
    ("activation", "function"), [("relu", lambda x: np.maximum(x, 0)), ("tanh", np.tanh)]
)
def test_the_scores_are_those_of_the_layers(activation, function):
    shape = MlpShape(3, 2, (4, 5), activation, reads_mask=True)
    weights = random_weights(shape)
    observations = np.array([[1, -2, 3], [0, 4, 0]], dtype=np.int8)
    masks = np.array([[True, False], [True, True]])

    numbers = np.concatenate([masks, observations], axis=1)
    for name in ("layers.0", "layers.1"):
        numbers = function(numbers @ weights[f"{name}.weight"].T + weights[f"{name}.bias"])
    expected = numbers @ weights["actor.weight"].T + weights["actor.bias"]

    found = MlpNetwork(shape, weights).scores(observations, masks)
    np.testing.assert_allclose(found, expected, rtol=1e-5)


def test_a_shape_is_plain_data_and_back():
    assert parse_shape(SHAPE.plain()) == SHAPE


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"kind": "lstm"}, r"network\.kind='lstm': expected one of entities, mlp"),
        ({"kind": ["mlp"]}, r"network\.kind=\['mlp'\]: expected one of"),
        ({"activation": "elu"}, r"network\.activation='elu': expected one of relu, tanh"),
        (
            {"layers": [4, 0]},
            r"network\.layers=.*: expected a list of at most 32, each a whole number from 1",
        ),
        ({"layers": "many"}, r"network\.layers='many'"),
        ({"layers": [4] * 33}, r"network\.layers="),
        ({"layers": [4096] * 6}, r"network: \d+ numbers, expected at most"),
        ({"reads_mask": 1}, r"network\.reads_mask=1: expected true or false"),
        ({"observation_size": -1}, r"network\.observation_size=-1"),
        ({"depth": 3}, r"network\.'depth': unknown"),
    ],
)
def test_bad_shapes_are_named(changes, message):
    with pytest.raises(ValueError, match=message):
        parse_shape(SHAPE.plain() | changes)


@pytest.mark.parametrize("name", list(SHAPE.plain())[1:])
def test_a_missing_size_is_named(name):
    with pytest.raises(ValueError, match=f"network.{name} is missing"):
        parse_shape({key: value for key, value in SHAPE.plain().items() if key != name})


def test_bad_tensors_are_named():
    weights = random_weights(SHAPE)

    with pytest.raises(ValueError, match=r"tensor actor\.bias: missing, expected \(2,\)"):
        SHAPE.check({name: table for name, table in weights.items() if name != "actor.bias"})
    with pytest.raises(ValueError, match=r"tensor layers\.1 is too large"):
        SHAPE.check(weights | {"layers.1.weight": np.full((5, 4), 1e30, dtype=np.float32)})
    # Behind tanh numbers are at most one, so the same layer is no harm there.
    MlpShape(3, 2, (4, 5), "tanh", reads_mask=True).check(
        weights | {"layers.1.weight": np.full((5, 4), 1e29, dtype=np.float32)}
    )
