"""Cards that one can see: influence cards of a hand and in a bid, allies in councils."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from got_env.btwixt.facts.facts import Facts
from got_env.btwixt.facts.files import Ally, Card
from got_env.core.lettering import fitted, width_of, wrapped
from got_env.core.svg import box, disc, number, text, title

HAND = 226.0
"""Height of the strip with a hand, in units of the picture."""
ROW = 18.0
"""From one card of a bid or council to the next."""
_WIDTH, _HEIGHT, _GAP = 140.0, 178.0, 8.0
_NAME, _SMALL, _LINE = 13.0, 11.5, 14.0
"""Font sizes of names and of small text, and how far the lines of the latter are apart."""
_SCALES = tuple(step / 20 for step in range(20, 4, -1))
"""Sizes of the text of a card, the best first."""


def hand(facts: Facts, snapshot: Mapping[str, Any], x: float, y: float, width: float) -> str:
    """The hand that the viewer knows whole, card beside card; nothing if there is none.

    Who sees all hands is shown that of the player who decides.

    Args:
        facts: of the game.
        snapshot: the position, whole or as one player knows it.
        x: the left side of the strip.
        y: its upper side.
        width: of the strip.
    """
    player = _whose_hand(snapshot)
    if player is None:
        return ""
    cards = {card.id: card for card in facts.kinds.values()}
    counted = sorted(Counter(snapshot["leaders"][player]["hand"]).items())
    step = min(_WIDTH + _GAP, width / len(counted))
    left = x + (width - step * len(counted) + _GAP) / 2
    faces = (
        _face(cards[name], count, left + step * i, y + 34, step - _GAP)
        for i, (name, count) in enumerate(counted)
    )
    heading = f"{spoken(player)}: cards in hand"
    return text(x + width / 2, y + 20, heading, "name") + "".join(faces)


def _whose_hand(snapshot: Mapping[str, Any]) -> str | None:
    """A player whose every card is known: if there are more, the one who decides."""
    known = [
        player
        for player, leader in snapshot["leaders"].items()
        if leader["hand"] and len(leader["hand"]) == leader["hand_size"]
    ]
    question = snapshot["decision"]
    if question is not None and question["player"] in known:
        return str(question["player"])
    return known[0] if known else None


def _face(card: Card, count: int, x: float, y: float, width: float) -> str:
    """A card with its value, its colour and its name; what it does on a pointer's stay."""
    parts = [
        title(f"{card.name}, {card.value} {card.color}. {card.ability or ''}"),
        box(x, y, width, _HEIGHT, "card"),
        box(x, y, width, 40, f"band card-{card.color}"),
        text(x + 22, y + 29, card.value, f"value on-{card.color}"),
    ]
    if count > 1:
        parts.append(text(x + width - 8, y + 26, f"{count} times", f"name right on-{card.color}"))
    room, middle = width - 8, x + width / 2
    for i, line in enumerate(lines := wrapped(card.name, room, _NAME, bold=True)):
        parts.append(fitted(middle, y + 60 + 16 * i, line, "name", room, _NAME, bold=True))
    above = 52 + 16 * len(lines)
    parts.append(_told(card.ability or "", middle, y + above, room, _HEIGHT - above - 6))
    return f'<g id="card-{identity(card.id)}">{"".join(parts)}</g>'


def _told(words: str, x: float, y: float, width: float, height: float) -> str:
    """Small text as large as it fits; ``(x, y)`` is the middle of the upper side of its room."""
    for scale in _SCALES:
        lines = wrapped(words, width / scale, _SMALL)
        widest = max((width_of(line, _SMALL) for line in lines), default=0.0)
        if _LINE * len(lines) <= height / scale and widest <= width / scale:
            break
    drawn = "".join(text(0, _LINE * (i + 0.75), line, "small") for i, line in enumerate(lines))
    move = f"translate({number(x)} {number(y)})" + (f" scale({scale:g})" if scale < 1 else "")
    return f'<g transform="{move}">{drawn}</g>'


def bid_row(card: Card, x: float, y: float, width: float) -> str:
    """A card of a bid: its value on its colour, and its name."""
    return (
        disc(x + 7, y - 4, 7.5, f"chip card-{card.color}")
        + text(x + 7, y, card.value, f"chip-number on-{card.color}")
        + fitted(x + 20, y, card.name, "small left", width - 20, _SMALL)
    )


def ally_row(ally: Ally, x: float, y: float, width: float) -> str:
    """An ally in a council: its power and its name; what it does on a pointer's stay."""
    told = title(f"{ally.name}. {ally.ability or ''}")
    return (
        f'<g id="ally-{identity(ally.id)}">{told}'
        + box(x, y - 12.5, width, ROW - 2, "ally")
        + text(x + 11, y, ally.power, "number")
        + fitted(x + 24, y, ally.name, "small left", width - 28, _SMALL)
        + "</g>"
    )


def ally_card(ally: Ally, x: float, y: float, width: float, height: float) -> str:
    """The ally that is bid for, around a point: its name, its power and what it does."""
    left, top = x - width / 2, y - height / 2
    parts = [
        box(left, top, width, height, "current"),
        text(x, top + 18, "they bid for", "small"),
        fitted(x, top + 40, ally.name, "title", width - 16, 16, bold=True),
        text(x, top + 60, f"power {ally.power}", "name"),
        _told(ally.ability or "", x, top + 70, width - 16, height - 76),
    ]
    return f'<g id="ally-{identity(ally.id)}">{"".join(parts)}</g>'


def counted(names: Sequence[str]) -> list[str]:
    """Names in their order, those of several cards with how many."""
    return [f"{n} times {name}" if n > 1 else name for name, n in sorted(Counter(names).items())]


def spoken(name: str) -> str:
    """A seat or a council as a person says it: ``Player 1``, ``Council of 1 and 2``."""
    kind, *numbers = name.split("_")
    of = " of" if kind == "council" else ""
    return f"{kind.capitalize()}{of} {' and '.join(numbers)}"


def identity(name: str) -> str:
    """The id of an element: ``council-1-2``."""
    return name.replace("_", "-")
