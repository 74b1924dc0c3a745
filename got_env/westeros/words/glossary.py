"""What every decision asks and every action means, for lists and documentation."""

from __future__ import annotations

from collections.abc import Mapping

from got_env.core.game import Decision
from got_env.westeros.vocabulary import FIRST_DECISION, Phase, Track
from got_env.westeros.words.notation import (
    CHOICES,
    FACTS,
    KIND_WORDS,
    RANGES,
    TEMPLATES,
    action_names,
)

QUESTIONS: Mapping[Phase, str] = {
    Phase.WESTEROS_CHOICE: "which effect a Westeros card has, asked of a dominance token's holder",
    Phase.RECONCILE_AREA: "supply is exceeded: where to destroy a unit",
    Phase.RECONCILE_UNIT: "supply is exceeded: which unit there to destroy",
    Phase.MUSTER_UPGRADE: "mustering: turn a footman of the area into a better unit, or go on",
    Phase.MUSTER_STATUS: "upgrade a standing or a routed footman",
    Phase.MUSTER: "muster a unit in the area (a ship also in a sea beside it), or finish there",
    Phase.BID: "how much power to bid, in secret",
    Phase.TIE: "which of the tied bidders takes the best place that is left",
    Phase.WILDLING_TIE: "which of the tied bidders counts as highest or lowest",
    Phase.CLIMB_TRACK: "A King Beyond the Wall: the track to lead from now on",
    Phase.DROP_TRACK: "A King Beyond the Wall: the track on which to become last",
    Phase.PROMOTE: "Crow Killers: where a footman becomes a knight, or no more",
    Phase.DEMOTE: "Crow Killers: where a knight is turned back or destroyed",
    Phase.RECOVER_CARD: "Mammoth Riders: the discarded house card to take back, or none",
    Phase.LOSE_AREA: "a wildling penalty: where to destroy a unit",
    Phase.LOSE_UNIT: "a wildling penalty: which unit there to destroy",
    Phase.DISCARD_CARD: "Massing on the Milkwater: the house card to discard",
    Phase.PREEMPTIVE_CHOICE: "Preemptive Raid: lose two units, or two places on a track",
    Phase.PREEMPTIVE_TRACK: "Preemptive Raid: the track, if the victim stands equally well on some",
    Phase.HORDE_MUSTER: "The Horde Descends: where to muster, or nowhere",
    Phase.HORDE_AREA: "The Horde Descends: the castle area in which two units are destroyed",
    Phase.ORDER: "the order token of an area, in secret; none only in a shortage of tokens",
    Phase.RAVEN: "use the Raven to replace an order or to look at a wildling card, or not at all",
    Phase.RAVEN_AREA: "where the order is replaced",
    Phase.RAVEN_ORDER: "the order token that comes in",
    Phase.RAVEN_PEEK: "where the wildling card goes that was looked at",
    Phase.RAID_FROM: "which raid order to resolve",
    Phase.RAID_TARGET: "the order to raid, or none",
    Phase.ASK_SUPPORT: "neutral forces against which others are asked for support, before a march",
    Phase.NEUTRAL_SUPPORT: "whether the area lends its support against the neutral force",
    Phase.MARCH_FROM: "which march order to resolve",
    Phase.MARCH_TO: "the next area that units of the march go to, or no more",
    Phase.MARCH_COUNT: "how many units of a type go there",
    Phase.MARCH_TOKEN: "whether a power token stays in the area that was left",
    Phase.PORT_CAPTURE: "how many of the ships in a port won are replaced by own ones",
    Phase.CONSOLIDATE_FROM: "which consolidate power order to resolve",
    Phase.CONSOLIDATE_CHOICE: "a special consolidate power order: take power, or muster there",
    Phase.SUPPORT: "which side of a combat a support order is for",
    Phase.REFUSE_SUPPORT: "whether to accept the support that another house offers",
    Phase.HOUSE_CARD: "the house card to fight with, in secret",
    Phase.TYRION: "Tyrion Lannister: send the other card back, or not",
    Phase.TYRION_CARD: "the card that replaces the one sent back",
    Phase.AERON: "Aeron Damphair: the card to pay for and play in his place, or none",
    Phase.DORAN: "Doran Martell: the track on which the opponent becomes last",
    Phase.QUEEN_OF_THORNS: "Queen of Thorns: the opponent's order to remove",
    Phase.MACE: "Mace Tyrell: destroy a standing or a routed footman",
    Phase.TIDES_REDRAW: "use the Blade to draw another Tides of Battle card, or keep the first",
    Phase.BLADE: "use the Blade for one more strength, or not",
    Phase.RENLY: "Renly Baratheon: where a footman becomes a knight, or nowhere",
    Phase.RENLY_STATUS: "Renly Baratheon: promote a standing or a routed footman",
    Phase.CERSEI: "Cersei Lannister: the order of the beaten house to remove, or none",
    Phase.CASUALTY: "the next unit that dies in combat",
    Phase.ROBB: "Robb Stark: where the beaten army retreats, or leave it to its house",
    Phase.RETREAT: "where the beaten army retreats",
    Phase.RETREAT_LOSS: "the next unit destroyed because supply forbids it to retreat",
    Phase.PATCHFACE: "Patchface: the card the opponent discards, or none",
}
"""What each decision is about. Secret ones are shown to the others only when all have chosen."""

PLACEHOLDERS: Mapping[str, str] = {
    "order": "ORDER",
    "unit": "UNIT",
    "count": "NUMBER",
    "card": "CARD",
    "bid": "NUMBER",
    "seat": "HOUSE",
    "area": "AREA",
}
"""What stands for the word of an action in patterns; the words of other kinds are written out."""

_ONLY: Mapping[Phase, range] = {
    **{phase: range(len(words)) for phase, words in CHOICES.items()},
    Phase.DROP_TRACK: range(Track.FIEFDOMS, Track.KINGS_COURT + 1),
    Phase.PORT_CAPTURE: range(4),
}
"""Decisions in which not every action of a kind can be legal: those that can."""

_ONLY_KINDS = frozenset({"choice", "track", "count"})


def decisions() -> tuple[Decision, ...]:
    """All decisions of the game in the order of a round."""
    return tuple(
        Decision(
            name=phase.name.lower(),
            meaning=QUESTIONS[phase],
            texts=tuple(_pattern(phase, kind) for kind in TEMPLATES[phase]),
            actions=tuple(
                kind.offset + index
                for kind in RANGES
                if kind.name in TEMPLATES[phase]
                for index in _indices(phase, kind.name, kind.size)
            ),
        )
        for phase in Phase
        if phase >= FIRST_DECISION
    )


def _indices(phase: Phase, kind: str, size: int) -> range:
    return _ONLY[phase] if phase in _ONLY and kind in _ONLY_KINDS else range(size)


def _pattern(phase: Phase, kind: str) -> str:
    """The text of a kind of action in a decision: ``"raid AREA AREA"``, ``"blade yes"``."""
    words = CHOICES.get(phase, ()) if kind == "choice" else KIND_WORDS.get(kind, ())
    x = PLACEHOLDERS.get(kind) or "|".join(words[i] for i in _indices(phase, kind, len(words)))
    return TEMPLATES[phase][kind].format(x=x or "CARD", a="AREA", b="AREA", unit="UNIT")


def action_meanings() -> tuple[str, ...]:
    """What every action stands for, whatever the decision."""
    meanings: list[str] = []
    for kind in RANGES:
        for index in range(kind.size):
            meanings.append(_meaning(kind.name, index))
    assert len(meanings) == len(action_names())
    return tuple(meanings)


def _meaning(kind: str, index: int) -> str:
    word = KIND_WORDS[kind][index].replace("_", " ") if kind in KIND_WORDS else str(index)
    if kind == "card":
        cards = ", ".join(cards[index] for cards in FACTS.card_ids.values())
        return f"house card {index} of a house: {cards}"
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
    }
    return sayings[kind]
