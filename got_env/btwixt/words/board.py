"""A snapshot as text: councils, leaders, piles and hands. The ``ansi`` render mode."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from got_env.btwixt.words.snapshot import snapshot as snapshot_of
from got_env.core.game import States
from got_env.core.lines import hanging

WIDTH = 100
"""Columns that every text fits."""


def board(states: States, row: int) -> str:
    """A (redacted) record as text."""
    return render_text(snapshot_of(states, row))


def counted(names: Iterable[str]) -> list[str]:
    """Names once each, with how often they occur."""
    return [f"{n} times {name}" if n > 1 else name for name, n in sorted(Counter(names).items())]


def several(number: int, things: str) -> str:
    """A number of things: ``1 card in hand``, ``2 cards in hand``, ``no card in hand``."""
    thing, blank, more = things.partition(" in ")
    return f"{number or 'no'} {thing}{'s' if number > 1 else ''}{blank}{more}"


def leader_words(leader: Mapping[str, Any]) -> list[str]:
    """Cards in hand of a leader, whether it kneels, and its bid: ``bids 10 with ambush``."""
    bid = f"bids {leader['total']}" if leader["total"] or leader["pile"] else "nothing bid"
    parts = [f"{bid} with {', '.join(leader['pile'])}" if leader["pile"] else bid]
    hand = several(leader["hand_size"], "card in hand")
    return [hand, *(["kneels"] if leader["kneeling"] else []), *parts]


def render_text(snapshot: Mapping[str, Any], width: int = WIDTH) -> str:
    """The whole table as lines of text."""
    sections = [
        [_headline(snapshot), *_table(snapshot, width)],
        _councils(snapshot["councils"], width),
        _leaders(snapshot, width),
    ]
    return "\n\n".join("\n".join(lines) for lines in sections if lines) + "\n"


def _headline(snapshot: Mapping[str, Any]) -> str:
    if snapshot["over"]:
        names = list(snapshot["leaders"])
        winners = [n for n, place in zip(names, snapshot["places"], strict=True) if place == 1]
        how = "wins" if len(winners) == 1 else "share the victory"
        return f"Round {snapshot['round']}: {' and '.join(winners)} {how}"
    decision = snapshot["decision"] or {"player": "nobody"}
    return (
        f"Round {snapshot['round']}, {snapshot['season']}, {snapshot['rounds_left']} more in the "
        f"season: {decision['player']} decides"
    )


def _table(snapshot: Mapping[str, Any], width: int) -> list[str]:
    current = snapshot["current"] or "none"
    if snapshot["ally_tokens"]:
        current += f" with {several(snapshot['ally_tokens'], 'power token')}"
    parts = [
        f"Current ally {current}",
        f"first player {snapshot['first_player']}",
        f"influence deck of {several(snapshot['influence_deck'], 'card')}",
        f"ally deck of {several(snapshot['ally_deck'], 'card')}",
        f"supply of {several(snapshot['supply'], 'power token')}",
    ]
    lines = hanging("", parts, width)
    for name in ("row", "dead"):
        if snapshot[name]:
            lines += hanging(f"{name.capitalize()}: ", snapshot[name], width)
    if snapshot["discards"]:
        lines += hanging("Discards: ", counted(snapshot["discards"]), width)
    return lines


def _councils(councils: Mapping[str, Any], width: int) -> list[str]:
    lines = []
    for name, council in councils.items():
        known = f" (you know {', '.join(map(str, council['known_numbers']))})"
        tokens = several(council["tokens"], "power token")
        tokens += known if council["known_numbers"] else ""
        parts = [f"power {council['power']}", tokens, *council["allies"]]
        lines += hanging(f"{name}: ", parts, width)
    return lines


def _leaders(snapshot: Mapping[str, Any], width: int) -> list[str]:
    lines = []
    for name, leader in snapshot["leaders"].items():
        parts = [
            leader["leader"] or "no leader card",
            *(["must play"] if leader["must_play"] else []),
            *leader_words(leader),
        ]
        lines += hanging(f"{name}: ", parts, width)
        for zone in ("hand", "picked"):
            if leader[zone]:
                lines += hanging(f"    {zone.capitalize()}: ", counted(leader[zone]), width)
    return lines
