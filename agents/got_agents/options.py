"""Arguments and options in specifications: ``ismcts:sims=400,rollout=heuristic``.

The parameters of what makes an agent say what it takes, their annotations what values.
"""

from __future__ import annotations

import inspect
import types
from collections.abc import Callable, Sequence
from math import isfinite
from pathlib import Path
from typing import Any, Literal, Union, get_args, get_origin

from got_env.core.error_values import short_repr
from got_env.core.suggest import suggest

WORDS = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}

POSITIONAL = (
    inspect.Parameter.POSITIONAL_ONLY,
    inspect.Parameter.POSITIONAL_OR_KEYWORD,
    inspect.Parameter.VAR_POSITIONAL,
)
NAMED = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
VARIABLE = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)

Parameters = Sequence[inspect.Parameter]


def parse_arguments(
    maker: Callable[..., Any], text: str | None, usage: str, skip: int = 0
) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """Arguments for the maker of an agent.

    ``key=value`` pairs, separated by commas, are options if the first key is the name of a
    parameter, or if there is nothing but options. Any other text is the first positional argument.

    Args:
        maker: a class or function.
        text: what stands behind the colon; None if there is no colon.
        usage: the specification without it, for messages.
        skip: leading parameters that are given otherwise; all others are options then.

    Returns:
        Positional and keyword arguments.

    Raises:
        ValueError: for a missing or unwanted argument, an unknown option, one given twice, or a
            value of the wrong type; names it and what was expected.
    """
    parameters = list(inspect.signature(maker, eval_str=True).parameters.values())[skip:]
    first = next((p for p in parameters if p.kind in POSITIONAL and not skip), None)
    given: tuple[Any, ...] = ()
    options: dict[str, Any] = {}
    if text is not None:
        known = [p.name for p in parameters if p.kind in NAMED]
        pairs = "=" in text and text.partition("=")[0] in known
        if first is not None and not pairs:
            given = (parse_value(first.name, text, first.annotation),)
        elif known or any(p.kind is inspect.Parameter.VAR_KEYWORD for p in parameters):
            options = _parse_options(parameters, text)
        else:
            raise ValueError(f"argument {short_repr(text)}: expected {usage}, which takes none")
    taken = {*options, *([first.name] if first is not None and given else [])}
    missing = [
        p
        for p in parameters
        if p.default is p.empty and p.kind not in VARIABLE and p.name not in taken
    ]
    if missing == [first]:
        raise ValueError(f"expected {usage}:ARGUMENT")
    if missing:
        raise ValueError(f"expected {usage}:{','.join(f'{p.name}=...' for p in missing)}")
    return given, options


def _parse_options(parameters: Parameters, text: str) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for pair in text.split(","):
        key, equals, value = pair.partition("=")
        if not (key and equals and value):
            raise ValueError(f"option {short_repr(pair)}: expected key=value")
        if key in values:
            raise ValueError(f"option {short_repr(key)} is given twice")
        values[key] = parse_value(key, value, _annotation(parameters, key))
    return values


def _annotation(parameters: Parameters, key: str) -> Any:
    named = {p.name: p for p in parameters if p.kind in NAMED}
    if key in named:
        return named[key].annotation
    for parameter in parameters:
        if parameter.kind is inspect.Parameter.VAR_KEYWORD:
            return parameter.annotation
    raise ValueError(f"unknown option {short_repr(key)}: {suggest(key, named)}")


def parse_value(key: str, text: str, wanted: Any) -> Any:
    """A value of the wanted type: number, ``bool``, ``str``, ``Path`` or a choice of words.

    Raises:
        ValueError: if the text is none; names the option and what was expected.
    """
    if get_origin(wanted) in (Union, types.UnionType):
        wanted = next(part for part in get_args(wanted) if part is not type(None))
    if get_origin(wanted) is Literal:
        if text in get_args(wanted):
            return text
        raise _wrong(key, text, suggest(text, get_args(wanted)))
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
        raise _wrong(key, text, f"expected {names[wanted]}") from None
    return Path(text) if wanted is Path else text


def _wrong(key: str, text: str, expected: str) -> ValueError:
    return ValueError(f"option {short_repr(key)[1:-1]}={short_repr(text)[1:-1]}: {expected}")
