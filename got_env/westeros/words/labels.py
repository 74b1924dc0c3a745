"""Labels of actions, as on a button: what an answer does, in words that people use."""

from __future__ import annotations

from typing import Any

import numpy as np

from got_env.core.agenda import PHASE, A, B
from got_env.core.proper_names import proper_name
from got_env.westeros.facts.facts import Houses
from got_env.westeros.rules.actions import ActionRange
from got_env.westeros.rules.vocabulary import NONE, Phase
from got_env.westeros.words import notation
from got_env.westeros.words.claim_snapshot import leaders_of
from got_env.westeros.words.pieces import ORDER_LABELS, counted, with_article

States = np.ndarray[Any, np.dtype[Any]]

_STATUS_LABELS = {"fresh": "standing", "routed": "routed"}


def action_label(states: States, row: int, action: int) -> str:
    """Label of an action in the open decision of record ``row``: ``"March +1 in Dragonstone"``.

    Labels of the legal actions of a decision differ from each other. Nothing but what the
    (redacted) record shows is in them.

    Args:
        states: ``(B,) STATE``.
        row: index of the record.
        action: below the number of actions; one that has no place in the open decision gets its
            context-free name with capitals.

    Raises:
        ValueError: for an action out of range.
    """
    notation.check_action(states, row, action)
    houses, frame = notation.houses_of(states, row), notation.top_frame(states, row)
    kind = notation.kind_of(houses.facts, action)
    asked = None if frame is None else notation.row_of(houses.facts, frame)
    if frame is None or asked is None or kind.name not in asked.texts:
        name = notation.action_names(houses.facts)[action]
        return " ".join(map(proper_name, name.split()))
    word = notation.word_of(states, row, frame, kind.name, action - kind.offset)
    option = f"choice {word}"
    template = asked.labels[option if option in asked.labels else kind.name]
    label = template.format(**_fields(states, row, frame, kind, word))
    return label[:1].upper() + label[1:]


def _fields(
    states: States, row: int, frame: list[int], kind: ActionRange, word: str
) -> dict[str, str]:
    houses = notation.houses_of(states, row)
    told = {
        argument.name: notation.nth(words, value)
        for argument, words, value in notation.told_by(houses.facts, frame)
    }
    x = _said(states, row, houses, kind.name, word)
    fields = {name: proper_name(value) for name, value in told.items()}
    fields |= {"x": x, "a_x": with_article(x), "who": who_asks(houses, frame)}
    fields |= asked_about(states, row, houses, frame)
    if "unit" in told:
        fields["a_unit"] = with_article(fields["unit"])
    if kind.name == "count" and word.isdigit():
        fields["units"] = counted({told.get("unit", "ship"): int(word)})
    if frame[PHASE] == Phase.OFFER_REQUEST:
        asked = map(proper_name, leaders_of(houses, states["offer_asks"][row]))
        fields |= {"first": "the first Leader", "second": "the second Leader"}
        fields |= zip(("first", "second"), asked, strict=False)
    return fields


def _said(states: States, row: int, houses: Houses, kind: str, word: str) -> str:
    """The word of an action itself, as people say it."""
    match kind:
        case "order":
            return ORDER_LABELS[word]
        case "status":
            return _STATUS_LABELS[word]
        case "side":
            return side_name(states, row, houses, word)
    return proper_name(word)


def side_name(states: States, row: int, houses: Houses, word: str) -> str:
    """A side of the combat with its house, ``the defender Stark``; other words as they are."""
    sides = states["fighter"][row].tolist()
    names = dict(zip(("attacker", "defender"), sides, strict=True))
    return f"the {word} {proper_name(houses[names[word]])}" if word in names else word


def asked_about(states: States, row: int, houses: Houses, frame: list[int]) -> dict[str, str]:
    """Fields that no argument tells: the opponent's card, or which bidder is looked for."""
    match frame[PHASE]:
        case Phase.TYRION:
            other = 1 - frame[A]
            slot = int(states["card"][row, other])
            if slot == NONE:
                return {"card": "the other card"}
            cards = houses.facts.card_ids[houses[int(states["fighter"][row, other])]]
            return {"card": proper_name(cards[slot])}
        case Phase.WILDLING_TIE:
            return {"extreme": "highest" if states["wild_won"][row] == 1 else "lowest"}
        case Phase.CLAIM_TIE:
            return {"extreme": "lowest" if frame[B] else "highest"}
    return {}


def who_asks(houses: Houses, frame: list[int]) -> str:
    """The card that a decision belongs to, as its row names it: ``Tyrion Lannister``."""
    return card_that_asks(notation.row_of(houses.facts, frame).meaning)


def card_that_asks(meaning: str) -> str:
    """The card at the beginning of the meaning of a decision."""
    who = meaning.partition(":")[0]
    return who[:1].upper() + who[1:]
