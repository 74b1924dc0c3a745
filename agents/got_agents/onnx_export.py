"""A saved policy as an ONNX file, for programs that are not Python.

The graph takes ``observations (B, size) int8`` and ``action_masks (B, A) bool`` as environments
give them, and that of a policy with advisors ``advice (B, advisors) int64`` besides. It gives
``log_probs (B, A) float32``: log-probabilities of all actions, about -1e8 for illegal ones. What
brings the observation to size is part of the graph. The properties of the model hold the card of
the policy.

Source: ONNX operators of version 18, https://onnx.ai/onnx/operators/.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from got_agents.mlp import MlpShape
from got_agents.network import NetworkShape
from got_agents.network_kinds import Shape
from got_agents.policy import CARD_KEY, load_policy
from got_agents.weights import Weights
from got_env.core.error_values import short_repr
from got_env.core.extras import MissingExtraError, how_to_install
from got_env.core.files import write_named

OPERATORS = 18
"""Version of the operators."""
FORMAT = 9
"""Version of the file; what reads these operators reads it."""
FORBIDDEN = -1e8
OBSERVATIONS, MASKS, LOG_PROBS = "observations", "action_masks", "log_probs"
ADVICE = "advice"
"""Input of a policy with advisors: the action ``(B, advisors)`` of each."""


def export_onnx(folder: str | Path, file: str | Path) -> None:
    """Write the policy of a folder as an ONNX file.

    Args:
        folder: of a training or an export; see :mod:`got_agents.policy`.
        file: the file, replaced if it is there.

    Raises:
        ValueError: if the folder holds no sound policy, or one of a kind that has no graph.
        RuntimeError: without the package onnx.
        OSError: if the file cannot be written; what was there stays.
    """
    card, weights = load_policy(Path(folder))
    model = onnx_model(card.network, weights)
    onnx = _onnx()
    onnx.helper.set_model_props(model, {CARD_KEY: msgspec.json.encode(card.plain()).decode()})
    write_named(Path(file), model.SerializeToString())


def onnx_model(shape: Shape, weights: Weights) -> Any:
    """The checked model of a network, an ``onnx.ModelProto``.

    Raises:
        ValueError: if this kind of network has no graph.
        RuntimeError: without the package onnx.
    """
    onnx = _onnx()
    helper, kinds = onnx.helper, onnx.TensorProto
    graph = _Graph(onnx)
    shape_of = {"size": shape.observation_size, "actions": shape.num_actions}
    if isinstance(shape, NetworkShape):
        scores = _seat_network(graph, shape, weights)
    elif isinstance(shape, MlpShape):
        scores = _mlp(graph, shape, weights)
    else:
        raise ValueError(f"network {short_repr(type(shape).__name__)}: it has no ONNX graph")
    masked = graph.node("Where", MASKS, scores, graph.constant(np.float32(FORBIDDEN)))
    graph.node("LogSoftmax", masked, name=LOG_PROBS, axis=-1)
    inputs = [
        helper.make_tensor_value_info(OBSERVATIONS, kinds.INT8, ["batch", shape_of["size"]]),
        helper.make_tensor_value_info(MASKS, kinds.BOOL, ["batch", shape_of["actions"]]),
    ]
    if shape.advisors:
        told = ["batch", len(shape.advisors)]
        inputs.append(helper.make_tensor_value_info(ADVICE, kinds.INT64, told))
    made = helper.make_graph(
        graph.nodes,
        "policy",
        inputs,
        [helper.make_tensor_value_info(LOG_PROBS, kinds.FLOAT, ["batch", shape_of["actions"]])],
        initializer=graph.tensors,
    )
    operators = [helper.make_opsetid("", OPERATORS)]
    model = helper.make_model(
        made, opset_imports=operators, producer_name="got_env", ir_version=FORMAT
    )
    onnx.checker.check_model(model, full_check=True)
    return model


def _onnx() -> Any:
    try:
        import onnx
    except ImportError as error:
        raise MissingExtraError(
            f"an ONNX file needs one more package: {how_to_install('onnx')} ({error})"
        ) from error
    return onnx


class _Graph:
    """Nodes and tensors that are added one after another; each result has a name."""

    def __init__(self, onnx: Any) -> None:
        self._onnx = onnx
        self.nodes: list[Any] = []
        self.tensors: list[Any] = []

    def constant(self, value: npt.ArrayLike) -> str:
        """The name of a constant."""
        name = f"constant_{len(self.tensors)}"
        array = np.ascontiguousarray(value)
        shaped = array.reshape(np.shape(value))
        self.tensors.append(self._onnx.numpy_helper.from_array(shaped, name))
        return name

    def node(self, operator: str, *inputs: str, name: str = "", **attributes: Any) -> str:
        """The name of the result of an operator."""
        result = name or f"{operator.lower()}_{len(self.nodes)}"
        made = self._onnx.helper.make_node(operator, list(inputs), [result], **attributes)
        self.nodes.append(made)
        return result

    def layer(self, inputs: str, weight: npt.NDArray[Any], bias: npt.NDArray[Any]) -> str:
        """A full layer; ``weight (outputs, inputs)``."""
        made = self.node("MatMul", inputs, self.constant(weight.T))
        return self.node("Add", made, self.constant(bias))

    def cut(self, inputs: str, start: int, end: int) -> str:
        """Columns of a table."""
        numbers = (self.constant(np.array([n], dtype=np.int64)) for n in (start, end, 1))
        return self.node("Slice", inputs, *numbers)

    def shaped(self, inputs: str, *sizes: int) -> str:
        """The same numbers in another shape; -1 for as many as there are."""
        return self.node("Reshape", inputs, self.constant(np.array(sizes, dtype=np.int64)))

    def numbers(self, inputs: str) -> str:
        """Integers or truth values as numbers."""
        return self.node("Cast", inputs, to=self._onnx.TensorProto.FLOAT)


def _seat_network(graph: _Graph, shape: NetworkShape, weights: Weights) -> str:
    """Scores of the network of :mod:`got_agents.network`."""
    numbers = graph.numbers(OBSERVATIONS)
    features, embedded = shape.entity_features, shape.entities * shape.embedding
    first, scale = weights["first.weight"], weights["scale"]
    rest = graph.cut(numbers, shape.entity_size, shape.observation_size)
    hidden = graph.layer(rest, first[:, embedded:] * scale[features:], weights["first.bias"])
    if shape.entities:
        rows = graph.shaped(graph.cut(numbers, 0, shape.entity_size), -1, shape.entities, features)
        table = graph.constant((weights["entity.weight"] * scale[:features]).T)
        placed = graph.node(
            "Add", graph.node("MatMul", rows, table), graph.constant(weights["place"])
        )
        embeddings = _messages(graph, shape, weights, placed, rest)
        flat = graph.shaped(embeddings, -1, embedded)
        seen = graph.node("MatMul", flat, graph.constant(first[:, :embedded].T))
        hidden = graph.node("Add", hidden, seen)
    if shape.advisors:
        told = graph.node("Gather", graph.constant(weights["advised"]), ADVICE)
        flat = graph.shaped(told, -1, len(shape.advisors) * shape.embedding)
        seen = graph.node("MatMul", flat, graph.constant(weights["advice.weight"].T))
        hidden = graph.node("Add", hidden, seen)
    hidden = graph.node("Relu", hidden)
    second = graph.layer(hidden, weights["second.weight"], weights["second.bias"])
    hidden = graph.node("Relu", second)
    scores = graph.layer(hidden, weights["actor.weight"], weights["actor.bias"])
    if shape.advisors:
        trust = graph.layer(hidden, weights["trust.weight"], weights["trust.bias"])
        ends = graph.constant(np.array([0, 1], dtype=np.float32))
        chosen = graph.node("OneHot", ADVICE, graph.constant(np.int64(shape.num_actions)), ends)
        added = graph.node("MatMul", graph.shaped(trust, -1, 1, len(shape.advisors)), chosen)
        scores = graph.node("Add", scores, graph.shaped(added, -1, shape.num_actions))
    if not shape.entities:
        return scores
    query = graph.layer(hidden, weights["query.weight"], weights["query.bias"])
    pointed = graph.node("MatMul", embeddings, graph.shaped(query, -1, shape.embedding, 1))
    scaled = graph.node(
        "Div",
        graph.shaped(pointed, -1, shape.entities),
        graph.constant(np.float32(shape.embedding**0.5)),
    )
    after = shape.num_actions - shape.entity_action - shape.entities
    beside = graph.constant(np.array([0, shape.entity_action, 0, after], dtype=np.int64))
    return graph.node("Add", scores, graph.node("Pad", scaled, beside))


def _messages(graph: _Graph, shape: NetworkShape, weights: Weights, placed: str, rest: str) -> str:
    """Embeddings of the entities after all rounds, if there are any."""
    if shape.message_layers:
        scaled = weights["context.weight"] * weights["scale"][shape.entity_features :]
        context = graph.node("MatMul", rest, graph.constant(scaled.T))
        placed = graph.node("Add", placed, graph.shaped(context, -1, 1, shape.embedding))
    embeddings = graph.node("Relu", placed)
    for number in range(shape.message_layers):
        near = graph.node("MatMul", graph.constant(weights["near"]), embeddings)
        both = graph.node("Concat", embeddings, near, axis=2)
        weight, bias = weights[f"round{number}.weight"], weights[f"round{number}.bias"]
        told = graph.layer(both, weight, bias)
        embeddings = graph.node("Relu", graph.node("Add", embeddings, told))
    return embeddings


ACTIVATIONS = {"relu": "Relu", "tanh": "Tanh"}
"""Operators of the activations of :data:`got_agents.mlp.ACTIVATIONS`."""


def _mlp(graph: _Graph, shape: MlpShape, weights: Weights) -> str:
    """Scores of the network of :mod:`got_agents.mlp`."""
    numbers = graph.numbers(OBSERVATIONS)
    if shape.reads_mask:
        numbers = graph.node("Concat", graph.numbers(MASKS), numbers, axis=1)
    *layers, actor = shape.names
    for name in layers:
        made = graph.layer(numbers, weights[f"{name}.weight"], weights[f"{name}.bias"])
        numbers = graph.node(ACTIVATIONS[shape.activation], made)
    return graph.layer(numbers, weights[f"{actor}.weight"], weights[f"{actor}.bias"])
