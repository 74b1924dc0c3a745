"""A snapshot as text: tracks, houses, areas, cards. The ``ansi`` render mode."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from got_env.core.game import States
from got_env.core.lines import hanging
from got_env.core.proper_names import proper_name
from got_env.westeros.rules.names import HIDDEN_WORD
from got_env.westeros.words import claim_board
from got_env.westeros.words.pieces import ORDER_LABELS, holdings, units
from got_env.westeros.words.snapshot import snapshot as snapshot_of

Snapshot = Mapping[str, Any]

WIDTH = 100
"""Columns that every text fits."""

_TRACKS = {"iron_throne": "Iron Throne", "fiefdoms": "Fiefdoms", "kings_court": "King's Court"}


_PILES = {
    "hand": "hand",
    "discards": "discards",
    "tactics_removed": "removed",
    "alliance_cards": "alliance",
    "hostages": "hostages",
}
"""Piles in front of a house, and their names; games without a pile do not show it."""

_OF_CARDS = ("hand", "discards")
"""Piles of House cards."""


def board(states: States, row: int) -> str:
    """A (redacted) record as text."""
    return render_text(snapshot_of(states, row))


def render_text(
    snapshot: Snapshot, cards: Mapping[str, Any] | None = None, width: int = WIDTH
) -> str:
    """The whole position as lines of text.

    Areas stand together by the house that controls them.

    Args:
        snapshot: the position.
        cards: facts of House cards by id, to show their strengths too.
        width: columns that lists are wrapped at; tables take what they need, less than 100.
    """
    sections = [
        [_headline(snapshot)],
        _tracks(snapshot),
        claim_board.track(snapshot, width) if "claim" in snapshot else [],
        _houses(snapshot["houses"]),
        _hands(snapshot["houses"], cards or {}, width),
        claim_board.alliances(snapshot, width) if "claim" in snapshot else [],
        claim_board.leaders(snapshot, width) if "leaders" in snapshot else [],
        _areas(snapshot["areas"], snapshot["houses"], width),
        _cards(snapshot, width),
        _combat(snapshot["combat"]),
    ]
    return "\n\n".join("\n".join(lines) for lines in sections if lines) + "\n"


def _headline(snapshot: Snapshot) -> str:
    if snapshot["over"]:
        early = claim_board.ending if "claim" in snapshot else _ending
        how = early(snapshot) or "after the last round"
        if snapshot["winner"] is None:
            return f"Round {snapshot['round']}: a draw"
        return f"Round {snapshot['round']}: {snapshot['winner']} wins {how}"
    decision = snapshot["decision"] or {"player": "nobody"}
    phase = snapshot["phase"].replace("_", " ")
    return f"Round {snapshot['round']}, {phase}: {decision['player']} decides"


def _ending(snapshot: Snapshot) -> str:
    """Cause of the end before the last round, if there is one."""
    return "by castles" if snapshot["won_by_castles"] else ""


def _table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> list[str]:
    """Columns as wide as their longest cell, without trailing spaces."""
    return _aligned([head, *rows])


def _aligned(rows: Iterable[Sequence[object]]) -> list[str]:
    cells = [[str(cell) for cell in row] for row in rows]
    if not cells:
        return []
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    lines = ["  ".join(c.ljust(w) for c, w in zip(row, widths, strict=True)) for row in cells]
    return [line.rstrip() for line in lines]


def _tracks(snapshot: Snapshot) -> list[str]:
    taken = snapshot.get("throne_token")
    marks = {
        "iron_throne": f"token with {taken}" if taken else "",
        "fiefdoms": "blade used" if snapshot["blade_used"] else "",
        "kings_court": "raven used" if snapshot["raven_used"] else "",
    }
    length = max(len(houses) for houses in snapshot["tracks"].values())
    return _table(
        ["track", *(str(i + 1) for i in range(length)), ""],
        (
            [_TRACKS[track], *(house or "-" for house in houses), marks.get(track, "")]
            for track, houses in snapshot["tracks"].items()
        ),
    )


def _houses(houses: Mapping[str, Any]) -> list[str]:
    head = ["house", "castles", "supply", "power", "bid"]
    rows = [
        [
            house,
            seat["castles"],
            seat["supply"],
            seat["power"],
            "-" if seat["bid"] is None else seat["bid"],
        ]
        for house, seat in houses.items()
    ]
    for name, column in claim_board.COLUMNS.items():
        if all(name in seat for seat in houses.values()):
            head.append(name)
            rows = [[*row, column(seat)] for row, seat in zip(rows, houses.values(), strict=True)]
    return _table(head, rows)


def _hands(houses: Mapping[str, Any], cards: Mapping[str, Any], width: int) -> list[str]:
    longest = max(map(len, houses))
    lines = []
    for house, seat in houses.items():
        for pile, name in _PILES.items():
            if pile != "hand" and not seat.get(pile):
                continue
            named = [
                f"{card} ({cards[card]['strength']})" if pile in _OF_CARDS and cards else card
                for card in seat[pile]
            ]
            head = f"{house if pile == 'hand' else '':<{longest}}  {name:<8}  "
            lines += hanging(head, named or ["-"], width)
    return lines


def _areas(areas: Mapping[str, Any], houses: Mapping[str, Any], width: int) -> list[str]:
    """Areas that somebody holds, orders in or guards, by house; the others are empty."""
    groups: dict[str | None, list[str]] = {house: [] for house in (*houses, None)}
    for name, area in areas.items():
        if area["controller"] or area["neutral"] or area["order"]:
            groups[area["controller"]].append(name)
    lines = []
    for house, names in groups.items():
        if not names:
            continue
        lines.append(f"{house or 'nobody'}:")
        for name in names:
            lines += hanging(f"  {name}: ", holdings(areas[name]), width)
    return lines


def _cards(snapshot: Snapshot, width: int) -> list[str]:
    westeros, wildlings = snapshot["westeros"], snapshot["wildlings"]
    revealed = [
        f"{deck} {proper_name(card) if card else '-'}"
        for deck, card in westeros["revealed"].items()
    ]
    lines = hanging("Westeros cards: ", revealed, width)
    if snapshot["banned"]:
        banned = [ORDER_LABELS[token] for token in snapshot["banned"]]
        lines += hanging("Banned orders: ", banned, width)
    if wildlings is None:
        return lines
    lines.append(f"Wildling threat: {wildlings['threat']}")
    known = [f"{i + 1}: {card}" for i, card in enumerate(wildlings["deck"]) if card]
    if known:
        lines += hanging("Wildling deck: ", known, width)
    return lines


def _combat(combat: Mapping[str, Any] | None) -> list[str]:
    if combat is None:
        return []
    lines = [f"Combat in {combat['area']}, attacked from {combat['from']}"]
    attackers = units(combat["attacking_units"], {})
    for side, data in combat["sides"].items():
        parts = [f"{side} {data['house']}", f"card {_card(data['card'])}"]
        if data["tides"]:
            parts.append(f"tides {_card(data['tides'])}")
        if side == "attacker":
            parts.append(f"units {attackers}")
        parts += [f"leader {leader}" for leader in data.get("leaders", ())]
        lines += hanging("", parts, WIDTH)
    for area, side in combat["support"].items():
        lines.append(f"support of {area}: {side}")
    return lines


def _card(card: str | None) -> str:
    return "face down" if card == HIDDEN_WORD else card or "-"
