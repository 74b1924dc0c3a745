"""Cards that one can see: influence cards of a hand and in a bid, allies in councils."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from textwrap import wrap
from typing import Any

from got_env.btwixt.facts.facts import Facts
from got_env.btwixt.facts.files import Ally, Card
from got_env.core.svg import box, disc, text, title

HAND = 226.0
"""Height of the strip with a hand, in units of the picture."""
ROW = 18.0
"""From one card of a bid or council to the next."""
_WIDTH, _HEIGHT, _GAP = 140.0, 178.0, 8.0
_LETTER = 8.0
"""Width of a letter of a name at most."""
_SMALL_LETTER = 6.4
_LINES = 7
"""Of a card, for its name and what it does."""
_LETTERS = 25
"""Of a line in a box."""


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
        text(x + 18, y + 29, card.value, f"value on-{card.color}"),
    ]
    if count > 1:
        parts.append(text(x + width - 8, y + 26, f"x{count}", f"name right on-{card.color}"))
    letters = int((width - 6) / _LETTER)
    name = [short(line, letters) for line in wrap(card.name, letters)[:3]]
    parts += [text(x + width / 2, y + 60 + 16 * i, line, "name") for i, line in enumerate(name)]
    below = y + 62 + 16 * len(name)
    small = int((width - 8) / _SMALL_LETTER)
    most = _LINES - len(name)
    told = wrap(card.ability or "", small, max_lines=most, placeholder=" …")
    parts += [text(x + width / 2, below + 14 * i, line, "small") for i, line in enumerate(told)]
    return f'<g id="card-{identity(card.id)}">{"".join(parts)}</g>'


def bid_row(card: Card, x: float, y: float) -> str:
    """A card of a bid: its value on its colour, and its name."""
    return (
        disc(x + 7, y - 4, 7.5, f"chip card-{card.color}")
        + text(x + 7, y, card.value, f"chip-number on-{card.color}")
        + text(x + 20, y, short(card.name), "small left")
    )


def ally_row(ally: Ally, x: float, y: float, width: float) -> str:
    """An ally in a council: its power and its name; what it does on a pointer's stay."""
    told = title(f"{ally.name}. {ally.ability or ''}")
    return (
        f'<g id="ally-{identity(ally.id)}">{told}'
        + box(x, y - 12.5, width, ROW - 2, "ally")
        + text(x + 11, y, ally.power, "number")
        + text(x + 24, y, short(ally.name, 22), "small left")
        + "</g>"
    )


def ally_card(ally: Ally, x: float, y: float, width: float, height: float) -> str:
    """The ally that is bid for, around a point: its name, its power and what it does."""
    left, top = x - width / 2, y - height / 2
    lines = wrap(ally.ability or "", int((width - 16) / 6.6))
    parts = [
        box(left, top, width, height, "current"),
        text(x, top + 18, "they bid for", "small"),
        text(x, top + 40, short(ally.name), "title"),
        text(x, top + 60, f"power {ally.power}", "name"),
        *(text(x, top + 80 + 14 * i, line, "small") for i, line in enumerate(lines)),
    ]
    return f'<g id="ally-{identity(ally.id)}">{"".join(parts)}</g>'


def counted(names: Sequence[str]) -> list[str]:
    """Names in their order, those of several cards with how many."""
    return [f"{name} x{n}" if n > 1 else name for name, n in sorted(Counter(names).items())]


def short(name: str, letters: int = _LETTERS) -> str:
    """A name that fits a line of so many letters."""
    return name if len(name) <= letters else name[: letters - 1] + "…"


def spoken(name: str) -> str:
    """An id as a person says it: ``Council 1 2``."""
    return name.replace("_", " ").capitalize()


def identity(name: str) -> str:
    """The id of an element: ``council-1-2``."""
    return name.replace("_", "-")
