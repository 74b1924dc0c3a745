"""Options in names of agents: ``ismcts:sims=400,rollout=heuristic``.

The keyword-only parameters of what makes an agent are its options; their annotations say what
values they take.
"""

from __future__ import annotations

import inspect
import types
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from math import isfinite
from typing import Any, Literal, Union, get_args, get_origin

WORDS = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}


def options_of(maker: Callable[..., Any]) -> dict[str, inspect.Parameter]:
    """The options of what makes an agent, by name; ``**name`` stands for any others."""
    kinds = (inspect.Parameter.KEYWORD_ONLY, inspect.Parameter.VAR_KEYWORD)
    parameters = inspect.signature(maker, eval_str=True).parameters
    return {name: parameter for name, parameter in parameters.items() if parameter.kind in kinds}


def parse_agent_options(maker: Callable[..., Any], text: str) -> dict[str, Any]:
    """Values of the options in ``text``: ``key=value`` pairs, separated by commas.

    Raises:
        ValueError: for an unknown option, one given twice, or a value of the wrong type; names
            it and what was expected.
    """
    options = options_of(maker)
    values: dict[str, Any] = {}
    for pair in text.split(","):
        key, equals, value = pair.partition("=")
        if not (key and equals and value):
            raise ValueError(f"option {pair!r}: expected key=value")
        if key in values:
            raise ValueError(f"option {key!r} is given twice")
        values[key] = parse_value(key, value, _annotation(options, key))
    return values


def _annotation(options: Mapping[str, inspect.Parameter], key: str) -> Any:
    named = {n: p for n, p in options.items() if p.kind is inspect.Parameter.KEYWORD_ONLY}
    if key in named:
        return named[key].annotation
    others = [p for p in options.values() if p.kind is inspect.Parameter.VAR_KEYWORD]
    if others:
        return others[0].annotation
    raise ValueError(f"unknown option {key!r}: {suggest(key, named)}")


def suggest(name: str, known: Any) -> str:
    """What to write instead of a name that is not known."""
    near = get_close_matches(name, list(known), 1)
    hint = f"did you mean {near[0]!r}? " if near else ""
    return f"{hint}expected one of {', '.join(known)}"


def parse_value(key: str, text: str, wanted: Any) -> Any:
    """A value of the wanted type: ``int``, ``float``, ``bool``, ``str`` or a choice of words.

    Raises:
        ValueError: if the text is none; names the option and what was expected.
    """
    if get_origin(wanted) in (Union, types.UnionType):
        wanted = next(part for part in get_args(wanted) if part is not type(None))
    if get_origin(wanted) is Literal:
        if text in get_args(wanted):
            return text
        raise ValueError(f"option {key}={text}: {suggest(text, get_args(wanted))}")
    try:
        if wanted is bool:
            return WORDS[text.lower()]
        if wanted is int:
            return int(text)
        if wanted is float:
            number = float(text)
            if isfinite(number):
                return number
            raise ValueError(text)
    except (ValueError, KeyError):
        names = {bool: "yes or no", int: "a whole number", float: "a number"}
        raise ValueError(f"option {key}={text}: expected {names[wanted]}") from None
    return text
