"""A snapshot as text: tracks, houses, areas, cards. The ``ansi`` render mode."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

Snapshot = Mapping[str, Any]

_UNIT_LETTERS = {"footman": "F", "knight": "K", "siege_engine": "E", "ship": "S"}
_TRACKS = {"iron_throne": "Iron Throne", "fiefdoms": "Fiefdoms", "kings_court": "King's Court"}


def render_text(snapshot: Snapshot) -> str:
    """The whole position as lines of text.

    Units are letters: F footman, K knight, E siege engine, S ship; in lower case when routed. An
    order shown as ``?`` lies face down.
    """
    sections = [
        [_headline(snapshot)],
        _tracks(snapshot),
        _houses(snapshot["houses"]),
        _areas(snapshot["areas"]),
        _cards(snapshot),
        _combat(snapshot["combat"]),
    ]
    return "\n\n".join("\n".join(lines) for lines in sections if lines) + "\n"


def _headline(snapshot: Snapshot) -> str:
    if snapshot["over"]:
        how = "by castles" if snapshot["won_by_castles"] else "after the last round"
        return f"Round {snapshot['round']}: {snapshot['winner']} wins {how}"
    decision = snapshot["decision"] or {"player": "nobody", "phase": "nothing"}
    return (
        f"Round {snapshot['round']}, {snapshot['phase']}: "
        f"{decision['player']} decides ({decision['phase']})"
    )


def _table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> list[str]:
    """Columns as wide as their longest cell, without trailing spaces."""
    cells = [list(head), *([str(cell) for cell in row] for row in rows)]
    widths = [max(len(row[i]) for row in cells) for i in range(len(head))]
    lines = ["  ".join(c.ljust(w) for c, w in zip(row, widths, strict=True)) for row in cells]
    return [line.rstrip() for line in lines]


def _tracks(snapshot: Snapshot) -> list[str]:
    marks = {
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
    return _table(
        ("house", "castles", "supply", "power", "bid", "hand", "discards"),
        (
            (
                house,
                seat["castles"],
                seat["supply"],
                seat["power"],
                "-" if seat["bid"] is None else "?" if seat["bid"] == "hidden" else seat["bid"],
                " ".join(seat["hand"]) or "-",
                " ".join(seat["discards"]) or "-",
            )
            for house, seat in houses.items()
        ),
    )


def _units(area: Mapping[str, Any]) -> str:
    standing = "".join(_UNIT_LETTERS[unit] * n for unit, n in area["units"].items())
    routed = "".join(_UNIT_LETTERS[unit].lower() * n for unit, n in area["routed"].items())
    return standing + routed or "-"


def _order(order: Mapping[str, Any] | None) -> str:
    if order is None:
        return "-"
    return "?" if order["token"] == "hidden" else str(order["token"])


def _notes(area: Mapping[str, Any]) -> str:
    notes = [f"token {area['token']}"] if area["token"] else []
    if area["garrison"]:
        notes.append(f"garrison {area['garrison']}")
    if area["neutral"]:
        notes.append(f"neutral {area['neutral']}")
    return ", ".join(notes)


def _areas(areas: Mapping[str, Any]) -> list[str]:
    """Areas that somebody holds or guards; the others are empty."""
    return _table(
        ("area", "house", "units", "order", "notes"),
        (
            (name, area["controller"] or "-", _units(area), _order(area["order"]), _notes(area))
            for name, area in areas.items()
            if area["controller"] or area["neutral"] or area["order"]
        ),
    )


def _cards(snapshot: Snapshot) -> list[str]:
    westeros, wildlings = snapshot["westeros"], snapshot["wildlings"]
    revealed = ", ".join(f"{deck} {card or '-'}" for deck, card in westeros["revealed"].items())
    lines = [f"Westeros cards: {revealed}"]
    if snapshot["banned"]:
        lines.append(f"Banned orders: {', '.join(snapshot['banned'])}")
    lines.append(f"Wildling threat: {wildlings['threat']}")
    known = [f"{i + 1}: {card}" for i, card in enumerate(wildlings["deck"]) if card]
    if known:
        lines.append(f"Wildling deck: {', '.join(known)}")
    return lines


def _combat(combat: Mapping[str, Any] | None) -> list[str]:
    if combat is None:
        return []
    lines = [f"Combat in {combat['area']}, attacked from {combat['from']}"]
    attackers = _units({"units": combat["attacking_units"], "routed": {}})
    for side, data in combat["sides"].items():
        parts = [f"{side} {data['house']}", f"card {data['card'] or '-'}"]
        if data["tides"]:
            parts.append(f"tides {data['tides']}")
        if side == "attacker":
            parts.append(f"units {attackers}")
        lines.append(", ".join(parts))
    for area, side in combat["support"].items():
        lines.append(f"support of {area}: {side}")
    return lines
