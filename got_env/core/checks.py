"""Checks of arguments that several environments take."""

from __future__ import annotations

import inspect
import operator
from collections.abc import Callable, Collection, Iterable, Mapping
from difflib import get_close_matches
from math import isfinite
from typing import Any

import numpy as np

from got_env.core.error_values import short_repr
from got_env.core.game import Game
from got_env.core.suggest import suggest

MAX_SEED = 2**63 - 1

MOST_ENVS = 1 << 24
"""Games of one batch."""


def checked_seed(seed: Any, name: str = "seed") -> int:
    """A seed as an integer from 0 to 2**63 - 1.

    Raises:
        ValueError: if it is not one.
    """
    number = checked_integer(seed, name)
    if not 0 <= number <= MAX_SEED:
        raise ValueError(f"{name}={short_repr(seed)}: expected 0 to 2**63 - 1")
    return number


MOST_TURNS = 2**62
"""The highest limit of anything that is counted; the counters are 64-bit numbers."""


def checked_players(game: Game, players: Any) -> int:
    """A number of players; None stands for the most the game allows.

    Raises:
        ValueError: if it is no integer, or the game cannot be played by so many.
    """
    if players is None:
        return max(game.seats.counts)
    number = checked_integer(players, "players")
    if number not in game.seats.counts:
        raise ValueError(f"players={short_repr(players)}: expected one of {game.seats.counts}")
    return number


def checked_table_sizes(game: Game, players: Any) -> tuple[int, ...]:
    """Numbers of players of several games, ascending.

    Args:
        game: the game.
        players: one number or a list of them; None stands for the most the game allows.

    Raises:
        ValueError: if the game cannot be played by so many, one is named twice, or there is none.
    """
    several = list(players) if isinstance(players, (list, tuple)) else [players]
    sizes = sorted(checked_players(game, number) for number in several)
    if not sizes or len(set(sizes)) < len(sizes):
        raise ValueError(
            f"players={short_repr(players)}: expected one or more of {game.seats.counts},"
            " none twice"
        )
    return tuple(sizes)


def checked_limit(limit: Any, name: str) -> int:
    """A positive number, or None for no limit, which gives 0.

    Raises:
        ValueError: if it is neither, or more than :data:`MOST_TURNS`.
    """
    if limit is None:
        return 0
    number = checked_integer(limit, name)
    if not 1 <= number <= MOST_TURNS:
        raise ValueError(
            f"{name}={short_repr(limit)}: expected a positive number, at most {MOST_TURNS}, or None"
        )
    return number


def checked_num_envs(num_envs: Any) -> int:
    """A number of games of a batch.

    Raises:
        ValueError: if it is no positive number, or more than :data:`MOST_ENVS`.
    """
    number = 0 if num_envs is None else checked_integer(num_envs, "num_envs")
    if not 1 <= number <= MOST_ENVS:
        raise ValueError(
            f"num_envs={short_repr(num_envs)}: expected a positive number, at most {MOST_ENVS}"
        )
    return number


def checked_flag(value: Any, name: str) -> bool:
    """True or False; numpy's, and 1 and 0, too. A word such as ``"no"`` would count as True.

    Raises:
        ValueError: for anything else.
    """
    if not isinstance(value, (bool, np.bool_, int, np.integer)) or value not in (0, 1):
        raise ValueError(f"{name}={short_repr(value)}: expected True or False")
    return bool(value)


def checked_number(value: Any, name: str) -> float:
    """A finite number.

    Raises:
        ValueError: for anything else.
    """
    try:
        number = float(value)
    except (TypeError, ValueError):
        raise ValueError(f"{name}={short_repr(value)}: expected a number or None") from None
    if not isfinite(number):
        raise ValueError(f"{name}={short_repr(value)}: expected a finite number or None")
    return number


def checked_choice(value: object, choices: tuple[str, ...], name: str) -> str:
    """One of several words.

    Raises:
        ValueError: if it is another.
    """
    if value not in choices:
        raise ValueError(f"{name}={short_repr(value)}: expected one of {', '.join(choices)}")
    return str(value)


RULINGS = "rulings"
"""The keyword that chooses several rules options at once."""


def refuse_unknown(
    given: Iterable[str], game: Game | None, name: str, *makers: Callable[..., Any]
) -> None:
    """Refuse keywords that are neither arguments nor rules options.

    Args:
        given: the keywords.
        game: the game whose options may be keywords too; None for none.
        name: how the error calls what was called.
        makers: functions or classes whose arguments are taken.

    Raises:
        TypeError: for the first that is unknown; names the nearest known one.
    """
    options = () if game is None else (*game.options.table, RULINGS)
    for word in given:
        if word in options:
            continue
        parameters = [p for maker in makers for p in inspect.signature(maker).parameters.values()]
        arguments = [p.name for p in parameters if p.kind is not p.VAR_KEYWORD]
        known = (*dict.fromkeys(arguments), *options)
        near = get_close_matches(word, known, 1)
        hint = f"did you mean {near[0]!r}?" if near else f"expected one of {', '.join(known)}"
        # Python's own words: frameworks that try a keyword, as TorchRL's GymEnv, look for them.
        raise TypeError(f"{name}: unexpected keyword argument {short_repr(word)}: {hint}")


RESET_MODES = ("disabled", "same_step", "next_step")
"""Modes for a game of a batch that has ended; positions are those the kernels know."""


def checked_reset_mode(mode: Any, name: str) -> int:
    """The number of an auto-reset mode: a word, or Gymnasium's ``AutoresetMode`` or its value.

    Raises:
        ValueError: if it is none.
    """
    word = getattr(mode, "value", mode)
    known = {"Disabled": "disabled", "SameStep": "same_step", "NextStep": "next_step"}
    if isinstance(word, str):
        word = known.get(word, word)
    return RESET_MODES.index(checked_choice(word, RESET_MODES, name))


def checked_integer(value: Any, name: str) -> int:
    """A whole number.

    Raises:
        ValueError: for anything else.
    """
    try:
        if isinstance(value, bool):
            raise TypeError
        return operator.index(value)
    except TypeError:
        raise ValueError(f"{name}={short_repr(value)}: expected an integer") from None


def refuse_unknown_reset_options(
    given: Mapping[str, object] | None, known: Collection[str], game: Game
) -> None:
    """Refuse what nobody reads of the ``options`` of ``reset``, which would be played without.

    The key ``"options"`` is let through: PettingZoo's own tests give it.

    Args:
        given: the argument.
        known: keys that are read.
        game: its rules options belong elsewhere, which the message says.

    Raises:
        ValueError: for another key, with the nearest one, or if it is no mapping.
    """
    if given is not None and not isinstance(given, Mapping):
        raise ValueError(f"reset: options={short_repr(given)}: expected a mapping")
    for key in given or ():
        if key in known or key == "options":
            continue
        said = f"reset: unknown entry {short_repr(key)} of options"
        if key in game.options.table and "rules" in known:
            raise ValueError(f"{said}: it is a rules option, give {{'rules': {{{key!r}: ...}}}}")
        if key in game.options.table or not known:
            raise ValueError(f"{said}: rules options are arguments of the environment")
        raise ValueError(f"{said}: {suggest(str(key), known)}")
