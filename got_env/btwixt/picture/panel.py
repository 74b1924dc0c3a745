"""Panel beside the table: the season, the question, hands and discards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from got_env.btwixt.facts.facts import Facts
from got_env.btwixt.picture.cards import counted, spoken
from got_env.btwixt.rules.vocabulary import Season
from got_env.core.lettering import wrapped
from got_env.core.svg import box, disc, text

WIDTH = 380.0
"""Of the panel, in units of the picture."""
_ROOM = WIDTH - 16
"""Of a line."""
_LINE = 15.0


def panel(facts: Facts, snapshot: Mapping[str, Any], x: float) -> str:
    """The whole panel; ``x`` is its left side."""
    names = {card.id: card.name for card in facts.kinds.values()}
    names |= {ally.id: ally.name for ally in facts.allies.cards}
    parts, y = _head(facts, snapshot, x)
    for title, cards in _piles(snapshot):
        lines = wrapped(", ".join(counted([names[card] for card in cards])), _ROOM, 11.5)
        parts.append(text(x, y, title, "name left"))
        parts += [text(x, y + 18 + _LINE * i, line, "small left") for i, line in enumerate(lines)]
        y += 34 + _LINE * len(lines)
    return "".join(parts)


def _head(facts: Facts, snapshot: Mapping[str, Any], x: float) -> tuple[list[str], float]:
    """Round, question and season; and where it goes on."""
    parts = [text(x, 46, f"Round {snapshot['round']}", "head left")]
    question = snapshot["decision"]
    if snapshot["over"]:
        pairs = zip(snapshot["leaders"].items(), snapshot["places"], strict=True)
        won = [_player(facts, *leader) for leader, place in pairs if place == 1]
        words = f"{' and '.join(won)} {'wins' if len(won) == 1 else 'share the victory'}"
    elif question is not None:
        asked = _player(facts, question["player"], snapshot["leaders"][question["player"]])
        words = f"{asked} decides"
    else:
        words = "nobody decides"
    lines = wrapped(words, _ROOM, 16, bold=True)
    parts += [text(x, 78 + 20 * i, line, "title left") for i, line in enumerate(lines)]
    y = 92 + 20 * len(lines)
    for i, season in enumerate(Season):
        now = season.name.lower() == snapshot["season"]
        parts.append(box(x + 112 * i, y - 17, 104, 26, "now" if now else "season"))
        words = season.name.capitalize()
        parts.append(text(x + 112 * i + 52, y + 1, words, "name on-now" if now else "name"))
    y += 32
    left = snapshot["rounds_left"]
    if snapshot["round"] > 0:  # before the first there is no season yet
        words = "more rounds of this season" if left else "the last round of this season"
        parts.append(text(x, y, words, "small left"))
    parts += [disc(x + 180 + 16 * i, y - 4, 5, "pip") for i in range(left)]
    return parts, y + 34


def _player(facts: Facts, player: str, leader: Mapping[str, Any]) -> str:
    names = {card.id: card.name for card in facts.leaders.leaders}
    who = spoken(player)
    return f"{who} ({names[leader['leader']]})" if leader["leader"] else who


def _piles(snapshot: Mapping[str, Any]) -> Iterable[tuple[str, Sequence[str]]]:
    """Titles and cards of everything that lies in no council and in no bid."""
    for player, leader in snapshot["leaders"].items():
        if leader["hand"]:
            yield f"{spoken(player)}: hand", leader["hand"]
        if leader["picked"]:
            yield f"{spoken(player)}: picked", leader["picked"]
    for title, pile in (("Allies to come", "row"), ("Dead", "dead"), ("Discards", "discards")):
        if snapshot[pile]:
            yield title, snapshot[pile]
