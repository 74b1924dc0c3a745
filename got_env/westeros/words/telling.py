"""Events as people at the table tell them: ``Stark loses its March +1 order in Winterfell``.

Replays and programs keep those of :mod:`got_env.westeros.words.notation`, in which names are ids.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from got_env.core.proper_names import proper_name
from got_env.westeros.rules.names import AUCTION_WORDS, ORDER_WORDS, SIDE_WORDS
from got_env.westeros.rules.vocabulary import NONE, Event
from got_env.westeros.words import notation
from got_env.westeros.words.notation import NOBODY, Detail
from got_env.westeros.words.pieces import ORDER_LABELS, PRIZES, counted, with_article

States = np.ndarray[Any, np.dtype[Any]]

_TOLD: Mapping[Event, str | tuple[str, ...]] = {
    **notation.EVENTS,
    Event.WESTEROS_CARD: "Westeros card {y:numeral}: {x:westeros_card}",
    Event.BAN: "banned this round: {x:orders}",
    Event.BID: "{house} bids {x} Power {y:prize}",
    Event.TRACK: "{house} takes place {y:ordinal} on the {x:track} track",
    Event.WILDLING_ATTACK: "the Wildlings attack with strength {x} and {y:win|are beaten}",
    Event.WILDLING_CARD: "Wildling card: {x:wildling_card}",
    Event.POWER: "{house} {x:gain} Power",
    Event.SUPPLY: "{house} has Supply {x}",
    Event.MUSTER: "{house} musters {y:a_unit} in {x:area}",
    Event.UPGRADE: "{house} turns a unit in {x:area} into {y:a_unit}",
    Event.DESTROYED: "{house} loses {y:a_unit} in {x:area}",
    Event.RAVEN: (
        "{house} does not use the Messenger Raven",
        "{house} replaces the order in {y:area} by the Messenger Raven",
        "{house} looks at the top Wildling card{y:raven_place}",
    ),
    Event.TOKEN: "{house} {y:removes|leaves} a Power token in {x:area}",
    Event.SUPPORTED: "{house} supports {y:side} from {x:area}",
    Event.BLADE: "{house} uses the Valyrian Steel Blade",
    Event.COMBAT_WON: "{house} wins the battle of {x:area}{y:margin}",
    Event.ORDER_REMOVED: "{house} loses its {y:order} order in {x:area}",
    Event.CONSOLIDATE: "{house} {y:consolidates Power|musters} in {x:area}",
    Event.PORT_TAKEN: "{house} takes over {y:ships} in {x:area}",
    Event.ORDER_PLACED: "{house} gives {y:an_order} order in {x:area}",
    Event.CLAIM_TOKEN: "{house} {x:takes a token off|places a token on} the Claim track",
    Event.TACTIC: "{house} {y:puts|plays} {x:tactic}{y: out of the game|}",
    Event.CAPTURED: "{house} takes {x:leader} hostage",
    Event.OFFER: "{house} makes {x:seat} an offer with {y} Power",
    Event.PERMANENT: "{house} {y:ends|begins} an alliance with {x:deck}",
    Event.SUPPORT_REPLACED: "{house} gives a Support -1 order in {x:area}",
    Event.ALLIES_SUPPORTED: "{house} helps {x:side} by Support Allies",
    Event.LEADER_KILLED: "the Wildlings kill {x:leader} of {house}",
}
"""Text of every event, as in :data:`got_env.westeros.words.notation.EVENTS`."""

_NAMED = (
    *("area", "unit", "leader", "deck", "alliance_card", "card", "westeros_card", "wildling_card"),
    *("track", "tactic", "seat"),
)
"""Kinds of details whose words are names."""


class _Told(Detail):
    """A number of an event, which a template writes as people say it."""

    def __format__(self, kind: str) -> str:
        match kind:
            case "orders":
                banned = [word for t, word in enumerate(ORDER_WORDS) if self.value >> t & 1]
                return ", ".join(ORDER_LABELS[word] for word in banned)
            case "order":
                return ORDER_LABELS[ORDER_WORDS[self.value]]
            case "an_order":
                return with_article(format(self, "order"))
            case "a_unit":
                return with_article(format(self, "unit"))
            case "ships":
                return counted({"ship": self.value})
            case "margin":
                return f" by {self.value}" if self.value else " with equal strength"
            case "prize":
                return PRIZES["wildlings" if self.value == NONE else AUCTION_WORDS[self.value]]
            case "side":
                side = SIDE_WORDS[self.value]
                return side if side == NOBODY else f"the {side}"
            case "area_or_nothing":
                return "nothing" if self.value == NONE else format(self, "area")
        told = super().__format__(kind)
        return proper_name(told) if kind in _NAMED and told != NOBODY else told


def told_events(states: States, row: int, since: int) -> list[str]:
    """The events after the first ``since`` as people tell them, as far as the journal has them.

    Args:
        states: ``(B,) STATE``: gives the houses of the seats.
        row: index of the record.
        since: number of events that are known.
    """
    events = notation.kept_events(states, row, since)
    return [_sentence(notation.event_text(states, row, event, _TOLD, _Told)) for event in events]


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:]
