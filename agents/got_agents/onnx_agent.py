"""Models in ONNX files as agents, computed by ONNX Runtime.

A model has an input ``observations (B, size)``, integers or numbers, and perhaps one called
``action_masks (B, A)``; its first output is a table of scores ``(B, A)``, such as the
log-probabilities that :mod:`got_agents.onnx_export` writes. A model with a single input may call
it otherwise.
"""

from __future__ import annotations

import os
import re
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from got_agents.advice import Advisors
from got_agents.base import Ints, View, Views
from got_agents.onnx_export import ADVICE, MASKS, OBSERVATIONS
from got_agents.policy import CARD_KEY, PolicyCard, drawn_actions, facts_of
from got_env.core.extras import MissingExtraError, how_to_install
from got_env.core.files import read_bytes
from got_env.core.game import Game
from got_env.core.strict_json import parse_json
from got_env.games import find_game

MOST_BYTES = 1 << 31
"""Longest file that is read: ONNX itself allows no longer one."""

KINDS: dict[str, type[np.generic]] = {
    "tensor(int8)": np.int8,
    "tensor(int32)": np.int32,
    "tensor(int64)": np.int64,
    "tensor(float)": np.float32,
    "tensor(double)": np.float64,
    "tensor(bool)": np.bool_,
}
"""Types that inputs of a model can have."""


class OnnxAgent:
    """Plays a model of an ONNX file: draws from its distribution, or takes its best action.

    Args:
        file: the model.
        greedy: always take the action with the highest score.

    Raises:
        ValueError: if the file is no model with such inputs and an output; says why.
        MissingExtraError: without the package onnxruntime.
    """

    def __init__(self, file: Path, greedy: bool = False) -> None:
        self.name = f"onnx:{file}"
        self.greedy = greedy
        content = read_bytes(file, MOST_BYTES)
        self.fingerprint = sha256(content).hexdigest()[:16]
        self._session = _session(content)
        inputs = {given.name: given for given in self._session.get_inputs()}
        if len(inputs) == 1:
            inputs = {OBSERVATIONS: next(iter(inputs.values()))}
        if OBSERVATIONS not in inputs or set(inputs) - {OBSERVATIONS, MASKS, ADVICE}:
            raise ValueError(
                f"{file}: inputs {', '.join(inputs)}: expected {OBSERVATIONS}, and {MASKS} if it"
                f" reads them, and {ADVICE} if its card names advisors"
            )
        for given in inputs.values():
            if given.type not in KINDS:
                raise ValueError(f"{file}: {given.name} is a {given.type}: expected a table")
        self._inputs = inputs
        self._output = self._session.get_outputs()[0]
        card = self._session.get_modelmeta().custom_metadata_map.get(CARD_KEY)
        self._card = PolicyCard.parse(parse_json(card)) if card else None
        self._advisors: Advisors | None = None
        if self._card is not None and self._card.network.advisors:
            game = find_game(self._card.game, self._card.data_hash)
            self._advisors = Advisors(game, self._card.network.advisors)
            self.fingerprint = self._advisors.fingerprint(self.fingerprint)
        if (self._advisors is None) == (ADVICE in inputs):
            raise ValueError(
                f"{file}: inputs {', '.join(inputs)}: expected {ADVICE} if the card in the file"
                " names advisors, and only then"
            )
        if self._card is not None and self._advisors is not None:
            columns, advisors = _columns(inputs[ADVICE]), len(self._card.network.advisors)
            if columns not in (None, advisors):
                raise ValueError(
                    f"{file}: {ADVICE} has {columns} columns, expected {advisors}: one for each"
                    " advisor that the card in the file names"
                )

    def check_game(self, game: Game) -> None:
        """Refuse a game that the model is not made for.

        Raises:
            ValueError: if the card in the file names another one, or the sizes are not its own.
        """
        if self._card is not None:
            wanted = {"game": self._card.game, "version": self._card.version}
            wanted["data_hash"] = self._card.data_hash
            here = {"game": game.code, **facts_of(game)}
            for name, value in wanted.items():
                if name in here and here[name] != value:
                    raise ValueError(
                        f"agent {self.name!r} is a policy for {name}={value!r}, not {here[name]!r}"
                    )
        sizes = (
            (self._inputs[OBSERVATIONS], game.observation.size),
            (self._output, game.actions.size),
        )
        for table, size in sizes:
            columns = _columns(table)
            if columns not in (None, size):
                raise ValueError(
                    f"agent {self.name!r}: {table.name} has {columns} columns, expected {size} as"
                    f" {game.code} has"
                )

    def act(self, view: View) -> int:
        """Choose a legal action."""
        return int(self.act_batch(view.as_batch())[0])

    def act_batch(self, views: Views) -> Ints:
        """Choose a legal action for every row."""
        given: dict[str, npt.NDArray[Any]] = {OBSERVATIONS: views.observations, MASKS: views.masks}
        if self._advisors is not None:
            given[ADVICE] = self._advisors.actions(views)
        tables = {
            told.name: given[name].astype(KINDS[told.type], copy=False)
            for name, told in self._inputs.items()
        }
        (found,) = self._session.run([self._output.name], tables)
        scores = np.array(found, dtype=np.float32)
        scores[~views.masks] = -np.inf
        return drawn_actions(scores, views.seeds, self.greedy)


def _columns(table: Any) -> int | None:
    """Columns of an input or output of a model; None if it takes any number of them."""
    columns = table.shape[-1] if table.shape else None
    return columns if isinstance(columns, int) else None


def _session(content: bytes) -> Any:
    """Session of a model, with as many threads as its process may use.

    Raises:
        ValueError: if it is no model.
    """
    try:
        import onnxruntime
    except ImportError as error:
        raise MissingExtraError(
            f"an ONNX model needs one more package: {how_to_install('onnx')} ({error})"
        ) from error
    options = onnxruntime.SessionOptions()
    threads = os.environ.get("OMP_NUM_THREADS", "1")
    options.intra_op_num_threads = int(threads) if threads.isdigit() else 1
    options.log_severity_level = 3
    try:
        return onnxruntime.InferenceSession(
            content, sess_options=options, providers=["CPUExecutionProvider"]
        )
    except Exception as error:  # it has errors of its own for everything
        raise ValueError(f"it is no ONNX model: {_plain(error)}") from error


def _plain(error: Exception) -> str:
    """What the runtime says, without its name, number and code in front."""
    return re.sub(r"^\[ONNXRuntimeError\] : \d+ : \w+ : ", "", str(error))[:200]
