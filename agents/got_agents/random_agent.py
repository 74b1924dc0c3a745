"""Agents that play at random: the baseline for every other agent."""

from __future__ import annotations

import numpy as np

from got_agents.base import Ints, View, Views


class RandomAgent:
    """Every legal action is equally likely."""

    name = "random"

    def act(self, view: View) -> int:
        """Choose a legal action."""
        return int(view.legal[view.seed % len(view.legal)])

    def act_batch(self, views: Views) -> Ints:
        """Choose a legal action for every row."""
        return _nth_true(views.masks, views.seeds % views.masks.sum(axis=1))


class RandomKindAgent:
    """Every kind of action on offer is equally likely, then every action of that kind.

    So ``done`` is as likely as all targets together: this agent ends moves sooner than `random`.
    """

    name = "random_kind"

    def act(self, view: View) -> int:
        """Choose a legal action."""
        kinds = view.game.actions.kinds[view.legal]
        offered = np.unique(kinds)
        of_kind = view.legal[kinds == offered[view.seed % len(offered)]]
        return int(of_kind[view.seed // len(offered) % len(of_kind)])

    def act_batch(self, views: Views) -> Ints:
        """Choose a legal action for every row."""
        kinds = views.game.actions.kinds
        member = kinds == np.arange(kinds.max() + 1)[:, None]
        offered = (views.masks.astype(np.int32) @ member.T.astype(np.int32)) > 0
        count = offered.sum(axis=1)
        kind = _nth_true(offered, views.seeds % count)
        allowed = views.masks & member[kind]
        return _nth_true(allowed, views.seeds // count % allowed.sum(axis=1))


def _nth_true(masks: np.ndarray[tuple[int, int], np.dtype[np.bool_]], n: Ints) -> Ints:
    """Index of the ``n[i]``-th True of every row."""
    ranks = masks.cumsum(axis=1, dtype=np.int16)
    first: Ints = np.argmax(ranks > n[:, None], axis=1).astype(np.int64)
    return first
