"""Policies of stable-baselines3 as agents: written once, played with NumPy and without pickle.

::

    from got_agents.sb3 import export

    model.learn(1_000_000)
    agent = export(model, "runs/mine")     # plays at once, and later as policy:runs/mine

Neither stable-baselines3 nor torch is imported for that: the model brings them along. A file that a
model was saved to plays as ``sb3:model.zip``, with both.
"""

from __future__ import annotations

from collections.abc import Mapping
from os import PathLike
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import numpy.typing as npt

from got_agents.mlp import MlpShape
from got_agents.policy import PolicyAgent, PolicyCard
from got_agents.saving import save_policy
from got_env.core.extras import MissingExtraError, how_to_install
from got_env.core.game import Game
from got_env.games import GAMES, get_game

POLICIES = {
    "sb3_contrib.common.maskable.policies.MaskableActorCriticPolicy": "MlpPolicy",
    "sb3_contrib.common.maskable.policies.MaskableMultiInputActorCriticPolicy": "MultiInputPolicy",
}
"""Classes of policies that can be exported, and what they are called where models are made."""

EXTRACTORS = {
    "stable_baselines3.common.torch_layers.FlattenExtractor",
    "stable_baselines3.common.torch_layers.CombinedExtractor",
}
"""Classes that hand observations on as they are."""

ACTIVATIONS = {
    "torch.nn.modules.activation.Tanh": "tanh",
    "torch.nn.modules.activation.ReLU": "relu",
}
LINEAR = "torch.nn.modules.linear.Linear"

MASK = "action_mask"
OBSERVATION = "observation"

SETTINGS = ("n_steps", "batch_size", "n_epochs", "gamma", "gae_lambda", "ent_coef", "vf_coef")
"""Numbers of the training that the card tells."""


def export(
    model: Any,
    folder: str | PathLike[str],
    *,
    game: str = "agot2e",
    players: int | None = None,
    options: Mapping[str, Any] | None = None,
) -> PolicyAgent:
    """Write a model of sb3-contrib's MaskablePPO as a policy that plays without it.

    The model has learnt on this package's Gymnasium environments, with ``MlpPolicy`` or
    ``MultiInputPolicy``, layers of any number and width, and Tanh or ReLU between them. The agent
    chooses with the model's own probabilities.

    Args:
        model: the model.
        folder: for ``policy.safetensors`` and ``card.json``; a policy that is there is replaced.
        game: code of the game it was trained on.
        players: players of each game, for the card; None for the most possible.
        options: rules options it was trained with, for the card.

    Returns:
        The agent ``policy:FOLDER``, read back from the folder.

    Raises:
        ValueError: for another kind of policy, network or space; names what it is and what was
            expected. Nothing is written then.
        ImportError: if safetensors is not installed.
        OSError: if the folder cannot be written.
    """
    played = get_game(game)
    policy: Any = getattr(model, "policy", None)
    kind = POLICIES.get(_class_of(policy))
    if kind is None:
        raise ValueError(
            f"policy {_class_of(policy)}: expected {' or '.join(POLICIES.values())} of MaskablePPO"
        )
    _check_plain(model, policy)
    layers, activation = _layers_of(policy.mlp_extractor.policy_net)
    weights = {
        f"layers.{number}.{part}": table
        for number, layer in enumerate(layers)
        for part, table in _tensors_of(layer).items()
    }
    weights |= {f"actor.{part}": table for part, table in _tensors_of(policy.action_net).items()}
    columns, reads_mask = _columns(played, model.observation_space)
    _check_actions(played, model.action_space)
    shape = MlpShape(
        played.observation.size,
        played.actions.size,
        tuple(int(layer.out_features) for layer in layers),
        activation,
        reads_mask,
    )
    first = f"{shape.names[0]}.weight"
    weights[first] = _placed(weights[first], columns, shape.width)
    shape = MlpShape.parse({name: size for name, size in shape.plain().items() if name != "kind"})
    shape.check(weights)
    card = PolicyCard.parse(
        PolicyCard(
            game=played.code,
            version=played.identity.version,
            data_hash=played.identity.data_hash,
            players=max(played.seats.counts) if players is None else players,
            options=dict(options or {}),
            network=shape,
            steps=int(model.num_timesteps),
            seed=int(model.seed or 0),
            training=_training(model, kind),
        ).plain()
    )
    save_policy(Path(folder), card, weights)
    return PolicyAgent(Path(folder))


def zip_agent(file: Path, game: str = "") -> PolicyAgent:
    """The agent of a model that MaskablePPO of sb3-contrib has saved, ``sb3:model.zip``.

    Reading such a file can run any code that is in it, as with a program of its author. It plays
    faster, and without stable-baselines3, once :func:`export` has written it as a policy.

    Args:
        file: what ``model.save(file)`` wrote.
        game: code of the game it was trained on; by default the one of its sizes.

    Raises:
        ValueError: if it cannot be read, or exported; names :func:`export`.
        MissingExtraError: without sb3-contrib.
    """
    try:
        from sb3_contrib import MaskablePPO
    except ImportError as error:
        raise MissingExtraError(
            f"a model of stable-baselines3 needs more packages: {how_to_install('train')}"
            f" ({error}); got_agents.sb3.export(model, FOLDER) writes it as a policy without them"
        ) from error
    if not Path(file).is_file():  # the library would look for model.zip.zip
        raise ValueError(f"{file} is not a file: expected what model.save(FILE) wrote")
    try:
        model = MaskablePPO.load(file, device="cpu")
    except Exception as error:  # the file decides what fails
        raise ValueError(
            f"{file}: it is no model of MaskablePPO ({error}); of a model in memory"
            " got_agents.sb3.export(model, FOLDER) makes an agent"
        ) from error
    if not game:
        count = getattr(model.action_space, "n", None)
        fits = [code for code, known in GAMES.items() if known.actions.size == count]
        if len(fits) != 1:
            raise ValueError(
                f"{file}: a model with {count} actions, as {' and '.join(fits) or 'no game'} has:"
                " name the game, sb3:file=FILE,game=CODE"
            )
        game = fits[0]
    with TemporaryDirectory() as folder:
        agent = export(model, folder, game=game)
    agent.name, agent.table_sizes = f"sb3:{file}", ()
    return agent


def _class_of(thing: object) -> str:
    return f"{type(thing).__module__}.{type(thing).__qualname__}"


def _check_plain(model: Any, policy: Any) -> None:
    """Refuse what changes observations on their way to the network.

    Raises:
        ValueError: names it.
    """
    extractor = _class_of(policy.pi_features_extractor)
    if extractor not in EXTRACTORS:
        raise ValueError(
            f"features extractor {extractor}: expected FlattenExtractor or CombinedExtractor,"
            " which hand observations on as they are"
        )
    normalizer = model.get_vec_normalize_env()
    if normalizer is not None and normalizer.norm_obs:
        raise ValueError("VecNormalize changes observations: expected norm_obs=False")
    if _class_of(policy.mlp_extractor) != "stable_baselines3.common.torch_layers.MlpExtractor":
        raise ValueError(f"network {_class_of(policy.mlp_extractor)}: expected MlpExtractor")


def _layers_of(modules: Any) -> tuple[list[Any], str]:
    """The layers of the policy's network, and the name of the activation behind each."""
    layers, activations = list(modules)[::2], list(modules)[1::2]
    for layer in layers:
        if _class_of(layer) != LINEAR:
            raise ValueError(f"layer {_class_of(layer)}: expected Linear")
    names = {_class_of(activation) for activation in activations}
    for name in sorted(names):
        if name not in ACTIVATIONS:
            raise ValueError(f"activation {name}: expected Tanh or ReLU")
    if len(layers) != len(activations) or len(names) > 1:
        raise ValueError("network: expected the same activation behind every layer")
    return layers, ACTIVATIONS[names.pop()] if names else "tanh"


def _tensors_of(layer: Any) -> dict[str, npt.NDArray[np.float32]]:
    tables = {"weight": layer.weight, "bias": layer.bias}
    return {part: table.detach().cpu().numpy().astype(np.float32) for part, table in tables.items()}


def _columns(game: Game, space: Any) -> tuple[npt.NDArray[np.int64], bool]:
    """Place of each input of the first layer in what the agent reads.

    Returns:
        Positions, the mask of legal actions counted first if it is read; and whether it is.

    Raises:
        ValueError: for a space that is none of this game's environments; names the part.
    """
    parts = getattr(space, "spaces", None)
    given = dict(parts) if parts is not None else {OBSERVATION: space}
    reads_mask = MASK in given
    shift = game.actions.size if reads_mask else 0
    places: dict[str, tuple[int, tuple[int, ...]]] = {
        MASK: (-shift, (game.actions.size,)),
        OBSERVATION: (0, (game.observation.size,)),
    }
    start = 0
    for block in game.observation.blocks:
        places[block.name] = (start, block.shape)
        start += int(np.prod(block.shape))
    found = []
    for name, part in given.items():
        if name not in places:
            raise ValueError(f"observation {name!r}: expected one of {', '.join(places)}")
        at, wanted = places[name]
        if (part.shape, part.dtype) != (wanted, np.dtype(np.int8)):
            raise ValueError(
                f"observation {name!r}: {part.dtype} of shape {part.shape}, expected int8 of shape"
                f" {wanted} as {game.code} has it; wrappers that change observations cannot be"
                " exported"
            )
        found.append(shift + at + np.arange(int(np.prod(wanted))))
    columns = np.concatenate(found)
    if len(np.unique(columns)) != len(columns):
        raise ValueError(f"observation: {', '.join(given)} hold the same features twice")
    return columns, reads_mask


def _placed(
    weight: npt.NDArray[np.float32], columns: npt.NDArray[np.int64], width: int
) -> npt.NDArray[np.float32]:
    """The first layer with its inputs where the agent reads them; what it never saw counts 0."""
    placed = np.zeros((len(weight), width), dtype=np.float32)
    placed[:, columns] = weight
    return placed


def _check_actions(game: Game, space: Any) -> None:
    count, start = getattr(space, "n", None), getattr(space, "start", 0)
    if (count, start) != (game.actions.size, 0):
        raise ValueError(
            f"action space {space}: expected Discrete({game.actions.size}), as {game.code} has it"
        )


def _training(model: Any, kind: str) -> dict[str, Any]:
    """Facts of the training for the card."""
    settings = {name: getattr(model, name, None) for name in SETTINGS}
    numbers = {n: v for n, v in settings.items() if isinstance(v, int | float)}
    return {"algorithm": type(model).__name__, "policy": kind, **numbers}
