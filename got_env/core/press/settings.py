"""Settings of talk: moments, rounds of talk, messages, characters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from got_env.core.error_values import short_repr
from got_env.core.press.messages import OVERHEAD
from got_env.core.press.moments import Moment
from got_env.core.suggest import suggest

OFF, ON = "off", "on"

LIMITS: Mapping[str, tuple[int, int]] = {
    "rounds": (2, 5),
    "messages": (2, 5),
    "characters": (280, 1000),
}
"""Of each number what it is by default, and at most; the least is 1."""

MOST_SAID = 1 << 16
"""Bytes that a seat may say in a whole game; each message counts some more than its text."""


@dataclass(frozen=True)
class PressSettings:
    """Settings of talk; made by :func:`press_settings`."""

    moments: tuple[str, ...]
    """Names of moments of the game, in its order."""
    rounds: int = LIMITS["rounds"][0]
    """Rounds of talk at each moment, at most."""
    messages: int = LIMITS["messages"][0]
    """Messages that a seat may send in a round of talk."""
    characters: int = LIMITS["characters"][0]
    """Of a message, at most."""
    text: str = field(init=False, compare=False)
    """All of it as :func:`press_settings` reads it: the same settings have the same text."""

    def __post_init__(self) -> None:
        numbers = ",".join(f"{name}={getattr(self, name)}" for name in LIMITS)
        object.__setattr__(self, "text", f"moments={'+'.join(self.moments)},{numbers}")

    def allowed(self, spent: int) -> int:
        """Messages that a seat may send in a round of talk.

        None of them can take the seat beyond :data:`MOST_SAID`, however long it is.

        Args:
            spent: bytes that the seat has said so far.
        """
        return min(self.messages, (MOST_SAID - spent) // (4 * self.characters + OVERHEAD))


def press_settings(moments: Sequence[Moment], given: object) -> PressSettings | None:
    """Chosen settings of talk at a game's moments.

    Args:
        moments: of the game.
        given: settings; None, False or ``"off"`` for no press, True or ``"on"`` for the defaults; a
            mapping of names to values; or a text such as ``moments=planning+bids,rounds=1``.

    Returns:
        The settings; None for no press.

    Raises:
        ValueError: for anything else; names the field, the value, and what was expected.
    """
    if given is None or given is False or given == OFF:
        return None
    if not moments:
        raise ValueError(
            f"press={short_repr(given)}: this game has no moments at which players talk"
        )
    if isinstance(given, PressSettings):
        given = {"moments": given.moments, **{name: getattr(given, name) for name in LIMITS}}
    if given is True or given == ON:
        given = {}
    if isinstance(given, str):
        given = _pairs(given)
    if not isinstance(given, Mapping):
        raise ValueError(
            f"press={short_repr(given)}: expected {ON!r}, {OFF!r}, or settings such as rounds=1"
        )
    for name in given:
        if name not in ("moments", *LIMITS):
            raise ValueError(f"press: unknown {short_repr(name)}: {_known(name)}")
    numbers = {name: _number(name, given[name]) for name in LIMITS if name in given}
    return PressSettings(_moments(moments, given.get("moments")), **numbers)


def _known(name: object) -> str:
    known = ("moments", *LIMITS)
    return suggest(name, known) if isinstance(name, str) else f"expected one of {', '.join(known)}"


def _pairs(text: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for part in text.split(","):
        name, equals, value = part.partition("=")
        if not equals or not name or name in found:
            raise ValueError(
                f"press={short_repr(text)}: expected {ON!r}, {OFF!r}, or settings such as"
                " moments=planning,rounds=1, each once"
            )
        found[name] = value
    return found


def _number(name: str, value: object) -> int:
    most = LIMITS[name][1]
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 10:
        value = int(value)
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= most:
        raise ValueError(f"press: {name}={short_repr(value)}: expected 1 to {most}")
    return value


def _moments(moments: Sequence[Moment], chosen: Any) -> tuple[str, ...]:
    if chosen is None:
        return tuple(moment.name for moment in moments if moment.by_default)
    names = chosen.split("+") if isinstance(chosen, str) else chosen
    known = [moment.name for moment in moments]
    if not isinstance(names, list | tuple) or not names:
        raise ValueError(
            f"press: moments={short_repr(chosen)}: expected some of {', '.join(known)}"
        )
    for name in names:
        if not isinstance(name, str) or name not in known:
            hint = suggest(name, known) if isinstance(name, str) else "expected names"
            raise ValueError(f"press: moments: {short_repr(name)}: {hint}")
        if names.count(name) > 1:
            raise ValueError(f"press: moments: {short_repr(name)} is named twice")
    return tuple(name for name in known if name in names)
