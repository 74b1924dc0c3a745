"""Rewards of the games on the map of Westeros: a row for each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy.typing as npt

from got_env.core.game import Reward
from got_env.core.jit import entry, linked
from got_env.core.rewards import BY_PLACE, potential
from got_env.westeros.rules import expansion
from got_env.westeros.rules.board import castles_by_seat, castles_of
from got_env.westeros.rules.table import RULES

if TYPE_CHECKING:  # Facts stand above all rules: importing them makes kernels stale with each.
    from got_env.westeros.facts.facts import Facts


@linked
def points(s: Any, out: npt.NDArray[Any]) -> None:
    """Write the castle areas or the claim of each seat."""
    if RULES[s.ruleset].with_claim == 1:
        for p in range(s.num_players):
            out[p] = expansion.claim_of(s, p)
        return
    castles = castles_by_seat(s)
    for p in range(s.num_players):
        out[p] = castles_of(castles, p)


@entry
def points_by_seat(states: npt.NDArray[Any], out: npt.NDArray[Any]) -> None:
    """Write the points of each seat ``(B, P) float64``."""
    for i in range(len(states)):
        points(states[i], out[i])


def rewards(facts: Facts) -> dict[str, Reward]:
    """Reward options of a game with these facts, by name."""
    edition = facts.edition
    return {
        **BY_PLACE,
        edition.points: potential(points, 1 / edition.points_to_win),
    }
