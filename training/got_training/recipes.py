"""Named settings of a training: what has been found to work for each way to begin."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from got_env.core.error_values import short_repr
from got_env.core.suggest import suggest

# Returns are noisy: a rollout sees the ends of hundreds of games, and no critic cuts them off.
# The policy that it starts from tries out enough by itself.
_CLIMB: Mapping[str, Any] = {
    "num_envs": 1024,
    "rollout": 128,
    "batch_size": 2048,
    "learning_rate": 5e-4,
    "sure_share": 0.2,
    "entropy": 0.0,
    "gae_lambda": 1.0,
    "hidden": 512,
    "opponents": ["heuristic"],
    "opponent_share": 0.5,
}

RECIPES: Mapping[str, Mapping[str, Any]] = {
    # A network that knows nothing: many small updates.
    "scratch": {},
    # Every answer of the teacher is true, so it is used once, in small batches at a high rate.
    "follow": {
        "teacher": "heuristic",
        "num_envs": 512,
        "rollout": 128,
        "batch_size": 384,
        "epochs": 1,
        "learning_rate": 1.5e-3,
        "gae_lambda": 1.0,
        "hidden": 512,
    },
    "climb": _CLIMB,
    # A network that is told what the script would play begins about where the script is.
    "residual": {**_CLIMB, "advisors": ["heuristic"]},
}
"""Arguments of :class:`got_training.args.Args` by the name of the recipe."""

FROM_A_POLICY = frozenset({"climb"})
"""Recipes that lead on from a policy; from nothing they learn next to nothing."""


def recipe(name: str) -> dict[str, Any]:
    """The arguments of a recipe.

    Raises:
        ValueError: for an unknown name; says the nearest.
    """
    if name not in RECIPES:
        raise ValueError(f"recipe={short_repr(name)}: {suggest(name, RECIPES)}")
    return dict(RECIPES[name])
