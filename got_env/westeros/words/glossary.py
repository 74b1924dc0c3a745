"""Question of every decision and meaning of every action, for lists and documentation."""

from __future__ import annotations

from collections.abc import Mapping

from got_env.core.game import Decision
from got_env.westeros.facts.facts import Facts
from got_env.westeros.rules.actions import ActionRange
from got_env.westeros.rules.decision_row import ArgDomain, ArgType
from got_env.westeros.rules.decision_row import Decision as Row
from got_env.westeros.words.labels import card_that_asks
from got_env.westeros.words.notation import KIND_WORDS, action_names, words_of
from got_env.westeros.words.pieces import PRIZES

PLACEHOLDERS: Mapping[str, str] = {
    "order": "ORDER",
    "unit": "UNIT",
    "count": "NUMBER",
    "card": "CARD",
    "bid": "NUMBER",
    "seat": "HOUSE",
    "area": "AREA",
    "leader": "LEADER",
    "deck": "DECK",
}
"""Placeholders for the word of an action in patterns; the words of other kinds are written out."""

PEOPLES_PLACEHOLDERS: Mapping[str, str] = {
    **dict.fromkeys(("area", "from", "to", "against", "march_from"), "AREA"),
    **dict.fromkeys(("leader", "first", "second"), "LEADER"),
    **dict.fromkeys(("card", "wildling"), "CARD"),
    "deck": "DECK",
    "for": "for PRIZE",
    "side": "SIDE",
    "extreme": "highest/lowest",
    "unit": "UNIT",
    "a_unit": "a UNIT",
    "a_x": "a UNIT",
    "units": "UNITS",
}
"""Placeholders for the fields of questions and labels."""

SAID_PLACEHOLDERS: Mapping[str, str] = {
    **PLACEHOLDERS,
    "track": "TRACK",
    "side": "SIDE",
    "status": "standing/routed",
    "choice": "CARD",
}
"""Placeholders for the word of an action in labels."""

ARGUMENT_PLACEHOLDERS: Mapping[ArgDomain, str] = {
    ArgType.AREA: "AREA",
    ArgType.UNIT: "UNIT",
    ArgType.LEADER: "LEADER",
    ArgType.DECK: "DECK",
    ArgType.ALLIANCE_CARD: "CARD",
}


def decisions(facts: Facts) -> tuple[Decision, ...]:
    """All decisions of the game in the order of a round."""
    ranges = facts.action_ranges
    return tuple(
        Decision(
            name=row.name,
            meaning=row.meaning,
            texts=tuple(_pattern(row, kind) for kind in row.texts),
            question=_said(row, row.question),
            labels=tuple(_said(row, label, kind) for kind, label in row.labels.items()),
            actions=tuple(
                kind.offset + index
                for kind in ranges
                if kind.name in row.texts
                for index in _indices(row, kind.name, kind.size)
            ),
        )
        for row in facts.edition.decisions.values()
    )


def _indices(row: Row, kind: str, size: int) -> range:
    if kind == "choice" and row.choices:
        return range(len(row.choices))
    return row.only or range(size)


def _pattern(row: Row, kind: str) -> str:
    """The text of a kind of action in a decision: ``"raid AREA AREA"``, ``"blade yes"``."""
    words = row.choices if kind == "choice" else KIND_WORDS.get(kind, ())
    x = PLACEHOLDERS.get(kind) or "|".join(words[i] for i in _indices(row, kind, len(words)))
    arguments = {a.name: ARGUMENT_PLACEHOLDERS.get(a.holds, "") for a in row.arguments}
    return row.texts[kind].format(x=x or "CARD", **arguments)


def _said(row: Row, template: str, kind: str = "") -> str:
    """A question or a label with placeholders: ``"Destroy a UNIT in AREA"``."""
    x = SAID_PLACEHOLDERS.get(kind, "")
    fields = {**PEOPLES_PLACEHOLDERS, "x": x, "who": card_that_asks(row.meaning)}
    if "for" in row.about:
        other = any(argument.told == "for" for argument in row.arguments)
        fields["for"] = ("for a track or " if other else "") + PRIZES[row.about["for"]]
    said = template.format(**fields)
    return said[:1].upper() + said[1:]


def action_meanings(facts: Facts) -> tuple[str, ...]:
    """Meaning of every action, whatever the decision."""
    meanings: list[str] = []
    for kind in facts.action_ranges:
        for index in range(kind.size):
            meanings.append(_meaning(facts, kind, index))
    assert len(meanings) == len(action_names(facts))
    return tuple(meanings)


def _meaning(facts: Facts, action: ActionRange, index: int) -> str:
    kind = action.name
    word = words_of(facts, action)[index].replace("_", " ")
    if kind == "card":
        cards = ", ".join(cards[index] for cards in facts.card_ids.values())
        more = _brought(facts, index) + _tactics(facts, index)
        return f"house card {index} of a house: {cards}{more}"
    if kind == "seat":
        return f"the house at seat {index}"
    if kind == "choice":
        return f"option {word} of a card or token"
    sayings = {
        "order": f"the order token {word}",
        "unit": f"a {word}",
        "count": f"{word} of the units in question",
        "bid": f"{word} power",
        "side": f"support for the {word}" if word != "nobody" else "support for nobody",
        "track": f"the track {word}",
        "upgrade": f"a footman becomes a {word}",
        "status": "the unit that stands" if word == "fresh" else "the unit that is routed",
        "yes": "do it",
        "no": "do not",
        "done": "none, or no more",
        "area": f"the area {word}",
        "leader": f"the Leader {word}" if _is_leader(facts, index) else f"no Leader ({word})",
        "deck": f"the Alliance deck of {word}",
    }
    return sayings[kind]


def _is_leader(facts: Facts, index: int) -> bool:
    """True if an action of the kind stands for a Leader; there is room for more of them."""
    return index < len(facts.leader_words)


def _brought(facts: Facts, slot: int) -> str:
    """House cards that the same action stands for with an option of the game."""
    for i, brought in enumerate(facts.brought):
        if brought.attribute == "cards":
            others = facts.with_brought(1 << i).card_ids.values()
            return f"; with {brought.option}: {', '.join(cards[slot] for cards in others)}"
    return ""


def _tactics(facts: Facts, slot: int) -> str:
    """Tactics cards that the same action stands for; they are often the same in all decks."""
    if facts.tactics is None:
        return ""
    cards = dict.fromkeys(deck[slot] for deck in facts.tactics.decks.values() if slot < len(deck))
    return f"; or a Tactics card: {', '.join(cards)}"
