"""The rules of whichever game a record belongs to, by name.

A game hands over its kernels once (:func:`register`), at the latest when somebody looks for those
of its records (:func:`~got_env.core.linking.announce`); code that knows no game calls them by the
names of this module, and the compiler picks by the dtype of the record. All of them are linked, so
the machine code of such a loop holds nothing of a game and stays valid when its rules change.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import partial
from typing import Any

import numpy as np

from got_env.core.jit import PURE_PYTHON, chosen_by_type, type_of_record
from got_env.core.linking import MARK, RecordRegistry, choose_by
from got_env.core.protocol import EVERYBODY, NOBODY

__all__ = ["EVERYBODY", "NOBODY", "Rules", "register"]

FIELDS = (
    "num_players",
    "ruleset",
    "options",
    "over",
    "winner",
    "place",
    "round_no",
    "journal_no",
    "rng",
)
"""Fields of a record that loops for all games read or write."""

Kernel = Callable[..., Any]


def _load_no_player() -> Kernel:
    from got_env.core.batch.no_player import choose

    return choose


@dataclass(frozen=True)
class Rules:
    """Linked kernels of a game; each has the name of its field.

    ``s`` is a record, ``p`` a seat; all other numbers are integers.
    """

    set_up: Kernel
    """``set_up(s, ruleset, seed)``: the start position, nothing automatic done; options are set."""
    apply: Kernel
    """``apply(s, action)``: a legal action and all that follows; NOBODY: only what follows."""
    legal: Kernel
    """``legal(s, mask (A,) bool)``: mark the legal actions; the mask is all False."""
    player_to_move: Kernel
    """``player_to_move(s)``: the seat that decides, NOBODY when the game is over."""
    is_forced: Kernel
    """``is_forced(s, count)``: whether a decision of ``count`` legal actions need not be asked."""
    observe_seat: Kernel
    """``observe_seat(s, p, knower, row (size,) int8)``: the record as ``p`` sees it and
    ``knower``, a seat or EVERYBODY, knows it."""
    redact: Kernel
    """``redact(s, p)``: hide what ``p`` may not know."""
    redeal: Kernel
    """``redeal(s, p, seed)``: draw anew what ``p`` does not know."""
    ending: Kernel
    """``ending(s)``: index of the way in which the game has ended."""
    load_player: Callable[[], Kernel] = _load_no_player
    """Loads ``choose(s, p, mask, word, trials (1,) STATE, work)``: the action of the scripted
    player, which knows the redacted record ``s`` and may overwrite ``trials`` and ``work``."""


_rules: RecordRegistry[Rules] = RecordRegistry()
"""By the dtype of the record, for plain Python, and by numba's type of it."""


def register(state: np.dtype[Any], rules: Rules) -> None:
    """Hand over the rules of a game.

    Args:
        state: dtype of its records.
        rules: its kernels.

    Raises:
        ValueError: for a kernel that is not linked or has another name, for a record without one of
            :data:`FIELDS`, and for records that another game has too; names it.
    """
    for name in FIELDS:
        if name not in (state.names or ()):
            raise ValueError(f"register: the record has no field {name!r}")
    for place in fields(rules):
        if place.name == "load_player":
            continue
        kernel = getattr(rules, place.name)
        if kernel.__name__ != place.name:
            raise ValueError(f"register: {place.name}={kernel.__name__}: expected the same name")
        if not PURE_PYTHON and not hasattr(kernel, MARK):
            raise ValueError(f"register: {place.name}: expected a linked kernel")
    other = _rules.get(state, rules)
    if other.apply is not rules.apply:
        raise ValueError(
            f"register: the records of {rules.apply.__module__} are those of"
            f" {other.apply.__module__}: expected a field of another name or type"
        )
    _rules[state] = rules
    _rules[type_of_record(state)] = rules


def rules_of(state: np.dtype[Any]) -> Rules | None:
    """The rules for records of this dtype; None if nobody handed them over."""
    return _rules.find(state)


def is_registered(state: np.dtype[Any]) -> bool:
    """True if the rules for records of this dtype are known."""
    return state in _rules


# --- what loops call; in compiled code the overloads below take their place


def set_up(s, ruleset, seed):
    """As :attr:`Rules.set_up`."""
    _rules[s.dtype].set_up(s, ruleset, seed)


def apply(s, action):
    """As :attr:`Rules.apply`."""
    _rules[s.dtype].apply(s, action)


def legal(s, mask):
    """As :attr:`Rules.legal`."""
    _rules[s.dtype].legal(s, mask)


def player_to_move(s):
    """As :attr:`Rules.player_to_move`."""
    return _rules[s.dtype].player_to_move(s)


def is_forced(s, count):
    """As :attr:`Rules.is_forced`."""
    return _rules[s.dtype].is_forced(s, count)


def observe_seat(s, p, knower, row):
    """As :attr:`Rules.observe_seat`."""
    _rules[s.dtype].observe_seat(s, p, knower, row)


def redact(s, p):
    """As :attr:`Rules.redact`."""
    _rules[s.dtype].redact(s, p)


def redeal(s, p, seed):
    """As :attr:`Rules.redeal`."""
    _rules[s.dtype].redeal(s, p, seed)


def ending(s):
    """As :attr:`Rules.ending`."""
    return _rules[s.dtype].ending(s)


def choose(s, p, mask, word, trials, work):
    """As what :attr:`Rules.load_player` loads."""
    return _rules[s.dtype].load_player()(s, p, mask, word, trials, work)


def _kernel_of(name: str, kind: Any) -> Kernel | None:
    """The kernel of the game that a type of records belongs to; None if there is no such game."""
    rules = _rules.find(kind)
    if rules is None:
        return None
    kernel: Kernel = rules.load_player() if name == "choose" else getattr(rules, name)
    return kernel


_NAMES = (*(place.name for place in fields(Rules) if place.name != "load_player"), "choose")
_of_game = {name: choose_by(f"{__name__}.{name}", partial(_kernel_of, name)) for name in _NAMES}


@chosen_by_type(set_up)
def _set_up(s, ruleset, seed):
    kernel = _of_game["set_up"](s)
    return lambda s, ruleset, seed: kernel(s, ruleset, seed)


@chosen_by_type(apply)
def _apply(s, action):
    kernel = _of_game["apply"](s)
    return lambda s, action: kernel(s, action)


@chosen_by_type(legal)
def _legal(s, mask):
    kernel = _of_game["legal"](s)
    return lambda s, mask: kernel(s, mask)


@chosen_by_type(player_to_move)
def _player_to_move(s):
    kernel = _of_game["player_to_move"](s)
    return lambda s: kernel(s)


@chosen_by_type(is_forced)
def _is_forced(s, count):
    kernel = _of_game["is_forced"](s)
    return lambda s, count: kernel(s, count)


@chosen_by_type(observe_seat)
def _observe_seat(s, p, knower, row):
    kernel = _of_game["observe_seat"](s)
    return lambda s, p, knower, row: kernel(s, p, knower, row)


@chosen_by_type(redact)
def _redact(s, p):
    kernel = _of_game["redact"](s)
    return lambda s, p: kernel(s, p)


@chosen_by_type(redeal)
def _redeal(s, p, seed):
    kernel = _of_game["redeal"](s)
    return lambda s, p, seed: kernel(s, p, seed)


@chosen_by_type(ending)
def _ending(s):
    kernel = _of_game["ending"](s)
    return lambda s: kernel(s)


@chosen_by_type(choose)
def _choose(s, p, mask, word, trials, work):
    kernel = _of_game["choose"](s)
    return lambda s, p, mask, word, trials, work: kernel(s, p, mask, word, trials, work)
