"""Hooks of the search: what it asks the players of a game, by name.

A game registers what loads its :class:`SearchHooks` once (:func:`register`): a game without its
search need not load it. As in :mod:`got_env.core.batch.rules`, the compiler picks by the dtype of
the record, and all kernels are linked.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import partial
from typing import Any

import numpy as np

from got_env.core.jit import PURE_PYTHON, chosen_by_type, type_of_record
from got_env.core.linking import MARK, RecordRegistry, choose_by

__all__ = ["SearchHooks", "register"]

Kernel = Callable[..., Any]


@dataclass(frozen=True)
class SearchHooks:
    """Linked kernels of a game; each has the name of its field.

    ``s`` is a record, ``p`` a seat, ``trials (1,)`` a record to write into, ``w`` the scratch of
    the scripted player, with its weights.
    """

    score: Kernel
    """``score(s, p, seed, trials, w)``: write into ``w.score`` how the scripted player ranks the
    actions of the open decision of ``p``, who knows ``s``; ``seed`` is a random number."""
    deal: Kernel
    """``deal(t, root, p, seed, belief, trials, w)``: make ``t``, a copy of the redacted record
    ``root``, a full game that ``p`` cannot tell from it; ``belief``: percent of the others' secret
    choices that are those of the scripted player. The same seed gives the same game."""
    at_horizon: Kernel
    """``at_horizon(s, start_round, horizon)``: whether a rollout may stop here: the game is over,
    or ``horizon`` rounds after ``start_round`` have been looked at."""
    rounds_ahead: Kernel
    """``rounds_ahead(root, horizon)``: rounds to look ahead from a decision."""
    decision_key: Kernel
    """``decision_key(s, history)``: an integer that tells open decisions apart which follow after
    the actions that ``history`` stands for."""
    follow_game: Kernel
    """``follow_game(w)``: from here on all decisions are of one game, until the next call."""
    follow_deal: Kernel
    """``follow_deal(w)``: from here on decisions follow another deal of the root of a search, which
    began with ``follow_game``."""
    fill_features: Kernel
    """``fill_features(s, p, w, out (F,) float64)``: what of a position tells the chance of ``p``
    to win, see :mod:`got_env.core.search.values`."""


_loaders: RecordRegistry[Callable[[], SearchHooks]] = RecordRegistry()
"""By the dtype of the record, for plain Python, and by numba's type of it."""


def register(state: np.dtype[Any], load: Callable[[], SearchHooks]) -> None:
    """Register what loads the hooks of a game."""
    _loaders[state] = load
    _loaders[type_of_record(state)] = load


def hooks_of(state: Any) -> SearchHooks:
    """The hooks of a game, by its records' dtype or numba's type of it.

    Raises:
        ValueError: for a kernel that is not linked or has another name; names it.
    """
    hooks = _loaders[state]()
    for place in fields(hooks):
        kernel = getattr(hooks, place.name)
        if kernel.__name__ != place.name:
            raise ValueError(f"SearchHooks: {place.name}={kernel.__name__}: expected the same name")
        if not PURE_PYTHON and not hasattr(kernel, MARK):
            raise ValueError(f"SearchHooks: {place.name}: expected a linked kernel")
    return hooks


# --- what the search calls; in compiled code the overloads below take their place


def score(s, p, seed, trials, w):
    """As :attr:`SearchHooks.score`."""
    hooks_of(s.dtype).score(s, p, seed, trials, w)


def deal(t, root, p, seed, belief, trials, w):
    """As :attr:`SearchHooks.deal`."""
    hooks_of(t.dtype).deal(t, root, p, seed, belief, trials, w)


def at_horizon(s, start_round, horizon):
    """As :attr:`SearchHooks.at_horizon`."""
    return hooks_of(s.dtype).at_horizon(s, start_round, horizon)


def rounds_ahead(root, horizon):
    """As :attr:`SearchHooks.rounds_ahead`."""
    return hooks_of(root.dtype).rounds_ahead(root, horizon)


def decision_key(s, history):
    """As :attr:`SearchHooks.decision_key`."""
    return hooks_of(s.dtype).decision_key(s, history)


def follow_game(s, w):
    """As :attr:`SearchHooks.follow_game`; ``s`` says of which game."""
    hooks_of(s.dtype).follow_game(w)


def follow_deal(s, w):
    """As :attr:`SearchHooks.follow_deal`; ``s`` says of which game."""
    hooks_of(s.dtype).follow_deal(w)


def fill_features(s, p, w, out):
    """As :attr:`SearchHooks.fill_features`."""
    hooks_of(s.dtype).fill_features(s, p, w, out)


def _kernel_of(name: str, kind: Any) -> Kernel | None:
    """The kernel of the game that a type of records belongs to; None if there is no such game."""
    return None if _loaders.find(kind) is None else getattr(hooks_of(kind), name)


_of_game = {
    place.name: choose_by(f"{__name__}.{place.name}", partial(_kernel_of, place.name))
    for place in fields(SearchHooks)
}


@chosen_by_type(score)
def _score(s, p, seed, trials, w):
    kernel = _of_game["score"](s)
    return lambda s, p, seed, trials, w: kernel(s, p, seed, trials, w)


@chosen_by_type(deal)
def _deal(t, root, p, seed, belief, trials, w):
    kernel = _of_game["deal"](t)
    return lambda t, root, p, seed, belief, trials, w: kernel(t, root, p, seed, belief, trials, w)


@chosen_by_type(at_horizon)
def _at_horizon(s, start_round, horizon):
    kernel = _of_game["at_horizon"](s)
    return lambda s, start_round, horizon: kernel(s, start_round, horizon)


@chosen_by_type(rounds_ahead)
def _rounds_ahead(root, horizon):
    kernel = _of_game["rounds_ahead"](root)
    return lambda root, horizon: kernel(root, horizon)


@chosen_by_type(decision_key)
def _decision_key(s, history):
    kernel = _of_game["decision_key"](s)
    return lambda s, history: kernel(s, history)


@chosen_by_type(follow_game)
def _follow_game(s, w):
    kernel = _of_game["follow_game"](s)
    return lambda s, w: kernel(w)


@chosen_by_type(follow_deal)
def _follow_deal(s, w):
    kernel = _of_game["follow_deal"](s)
    return lambda s, w: kernel(w)


@chosen_by_type(fill_features)
def _fill_features(s, p, w, out):
    kernel = _of_game["fill_features"](s)
    return lambda s, p, w, out: kernel(s, p, w, out)
