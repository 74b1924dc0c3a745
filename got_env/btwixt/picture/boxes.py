"""Boxes on the table: leaders with their bids, councils with their allies, the open ally."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from got_env.btwixt.facts.facts import Facts
from got_env.btwixt.picture.cards import ROW, ally_card, ally_row, bid_row, identity, spoken
from got_env.core.lettering import fitted
from got_env.core.svg import box, disc, text

_WIDTH = 186.0
_HEAD = 46.0
"""From the top of a box to its first line, in units of the picture."""
_EDGE = 6.0
"""Between a box and the edge of the picture at least."""
_TOKEN = 20.0
_ALLY = (290.0, 148.0)
"""Width and height of the ally that is bid for."""
_BESIDE_POWER = _WIDTH - 60
"""Room for the name of a council beside its power."""
_BESIDE_SEAT = 42.0
"""From the left side of a box to what stands beside the number of a seat."""


def leader_box(
    facts: Facts,
    snapshot: Mapping[str, Any],
    player: str,
    seat: int,
    x: float,
    y: float,
    bottom: float,
) -> str:
    """A player around a point: leader, cards, bid; bright while standing, faded when kneeling.

    A box with many cards is moved so that it ends within the picture, which ends at ``bottom``.
    """
    leader = snapshot["leaders"][player]
    question = snapshot["decision"]
    cards = {card.id: card for card in facts.kinds.values()}
    leaders = {card.id: card.name for card in facts.leaders.leaders}
    pile = [cards[card] for card in leader["pile"]]
    height = _HEAD + 24 + ROW * max(len(pile), 1) + 4
    left, top = x - _WIDTH / 2, max(_EDGE, min(y - height / 2, bottom - _EDGE - height))
    kind = "leader kneels" if leader["kneeling"] else "leader"
    if question is not None and question["player"] == player:
        kind += " asked"
    name = leaders[leader["leader"]] if leader["leader"] else spoken(player)
    state = "kneels" if leader["kneeling"] else "must play" if leader["must_play"] else "stands"
    held = f"{leader['hand_size']} card{'' if leader['hand_size'] == 1 else 's'}"
    told, room = f"{held}, {state}", _WIDTH - _BESIDE_SEAT - 6
    parts = [
        box(left, top, _WIDTH, height, kind),
        disc(left + 20, top + 22, 14, f"seat seat-{seat + 1}"),
        text(left + 20, top + 27, seat + 1, "number on-seat"),
        fitted(left + _BESIDE_SEAT, top + 19, name, "name left", room, 13, bold=True),
        fitted(left + _BESIDE_SEAT, top + 36, told, "small left", room, 11.5),
        text(left + 14, top + _HEAD + 14, f"bids {leader['total']}", "bid left"),
    ]
    if snapshot["first_player"] == player:
        parts.append(text(left + _WIDTH - 10, top + _HEAD + 14, "first player", "small right"))
    for i, card in enumerate(pile):
        parts.append(bid_row(card, left + 12, top + _HEAD + 34 + ROW * i, _WIDTH - 18))
    if not pile:
        parts.append(text(left + 14, top + _HEAD + 33, "no card yet", "small left"))
    return f'<g id="{identity(player)}">{"".join(parts)}</g>'


def council_box(
    facts: Facts, council: Mapping[str, Any], name: str, x: float, y: float, bottom: float
) -> str:
    """A council around a point: its power, its tokens with the known numbers, its allies.

    As boxes of leaders it stays within the picture.
    """
    allies = [ally for ally in facts.allies.cards if ally.id in council["allies"]]
    rows = -(-council["tokens"] // _tokens_in_a_row())
    height = _HEAD + _TOKEN * rows + ROW * len(allies) + (4 if allies else 0)
    left, top = x - _WIDTH / 2, max(_EDGE, min(y - height / 2, bottom - _EDGE - height))
    parts = [
        box(left, top, _WIDTH, height, "council"),
        fitted(left + 14, top + 19, spoken(name), "name left", _BESIDE_POWER, 13, bold=True),
        text(left + 14, top + 36, "power", "small left"),
        text(left + _WIDTH - 22, top + 31, council["power"], "power"),
        *_tokens(council["tokens"], council["known_numbers"], left + 22, top + _HEAD + 6),
    ]
    first = top + _HEAD + _TOKEN * rows + 8
    parts += [
        ally_row(ally, left + 6, first + ROW * i, _WIDTH - 12) for i, ally in enumerate(allies)
    ]
    return f'<g id="{identity(name)}">{"".join(parts)}</g>'


def middle(facts: Facts, snapshot: Mapping[str, Any], x: float, y: float) -> str:
    """The ally that is bid for, and the decks."""
    allies = {ally.id: ally for ally in facts.allies.cards}
    if snapshot["current"]:
        parts = [ally_card(allies[snapshot["current"]], x, y - 66, *_ALLY)]
    else:
        parts = [box(x - _ALLY[0] / 2, y - 66 - _ALLY[1] / 2, *_ALLY, "current")]
        parts.append(text(x, y - 66, "no ally", "title"))
    parts += _tokens(snapshot["ally_tokens"], [], x - 60, y + 18)
    decks = (("influence_deck", "influence"), ("ally_deck", "allies"), ("supply", "tokens"))
    for i, (pile, label) in enumerate(decks):
        at = x - 80 + 80 * i
        parts.append(box(at - 26, y + 36, 52, 36, "deck"))
        parts.append(text(at, y + 60, snapshot[pile], "number"))
        parts.append(text(at, y + 88, label, "small"))
    return "".join(parts)


def _tokens(count: int, known: Sequence[int], x: float, y: float) -> list[str]:
    """Power tokens, those with a known number first."""
    found = []
    for i in range(count):
        row, column = divmod(i, _tokens_in_a_row())
        at, down = x + _TOKEN * column, y + _TOKEN * row
        number = known[i] if i < len(known) else "?"
        found.append(disc(at, down, 9, "token") + text(at, down + 4, number, "token-number"))
    return found


def _tokens_in_a_row() -> int:
    return int((_WIDTH - 20) / _TOKEN)
