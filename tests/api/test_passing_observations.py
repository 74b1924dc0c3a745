"""What areas show only now and then is in the observation whenever it is in the record."""

import numpy as np
import pytest

from got_env import VectorEnv
from got_env.westeros.views.observation import A_ASKED, A_MUSTER, A_ROUTED, A_SUPPORT
from tests.play import random_actions

CHOICES = 3
"""Sides that a support can be declared for: attacker, defender, nobody."""


def wanted(states, areas):
    """Numbers ``(B, areas, 4 + 3 + 2 + 1)``: routed units, support, asked, mustering points."""
    backing = states["backing"][:, :areas, None]
    grant = states["neutral_grant"][:, :areas, None]
    return np.concatenate(
        [
            states["routed"][:, :areas],
            backing == np.arange(CHOICES),
            grant != -1,
            np.maximum(grant, 0),
            states["muster_left"][:, :areas, None],
        ],
        axis=2,
    )


@pytest.mark.parametrize("code", ["agot2e", "agot1e", "agot1e_storm", "asos"])
def test_what_passes_is_shown_while_it_lasts(code):
    env = VectorEnv(code, 64, seed=5)
    rng = np.random.default_rng(5)
    places = [*range(A_ROUTED, A_ROUTED + 4), *range(A_SUPPORT, A_SUPPORT + CHOICES)]
    places += [A_ASKED, A_ASKED + 1, A_MUSTER]
    seen = np.zeros(len(places), dtype=np.int64)
    bare = 0
    for _ in range(300):
        env.step(random_actions(env.action_masks, rng))
        areas = env.blocks["areas"]
        shown, there = areas[:, :, places], wanted(env.states, areas.shape[1])
        assert np.array_equal(shown, there)
        seen += (there != 0).any(axis=(0, 1))
        bare += int((~there.any(axis=(1, 2))).sum())
    env.close()

    assert bare > 0
    assert seen[[0, 1, 4, 5, 6, 7, 9]].all()
