"""Additions of the Storm of Swords set of House cards to positions of boards without claim."""

from __future__ import annotations

from typing import Any

from got_env.core.codec import Place, Row, number, read_part, write_part
from got_env.core.fields import Field
from got_env.westeros.facts.facts import Houses
from got_env.westeros.phases.combat_strength import OF_STORM_SET
from got_env.westeros.position import words as w
from got_env.westeros.position.combat import More, write_combat
from got_env.westeros.rules.table import RULES
from got_env.westeros.rules.vocabulary import NONE, Effect, Track

Record = Any

_MOST = 1


def has_storm_cards(s: Record) -> bool:
    """True if the Houses of a record play with the cards of that set."""
    return bool(OF_STORM_SET[RULES[s["ruleset"]]["card_effect"]].any())


def check_not_first(taken: Field, s: Record, place: Place) -> None:
    """Refuse that somebody has taken the token who has it anyway."""
    if s["throne"] == s["track"][Track.IRON_THRONE, 0]:
        taken.complain(f"{taken.value!r} is first on the track: it has the token anyway")


def _check_throne(taken: Field, s: Record, place: Place) -> None:
    if s["throne"] == NONE:
        return
    effects = RULES[s["ruleset"]]["card_effect"][s["throne"]]
    if not (effects == Effect.TAKES_THRONE).any():
        taken.complain(f"{taken.value!r} has no card that takes the token")
    check_not_first(taken, s, place)


_THRONE = (Row("throne_taken", "throne", w.SEAT_OR_NULL, usual=NONE, check=_check_throne),)
"""Holder of the Iron Throne token where another house is first."""


def write_throne(s: Record, houses: Houses) -> dict[str, Any]:
    """``throne_taken``, if anybody has."""
    return write_part(_THRONE, s, houses)


def read_throne(document: Field, s: Record, houses: Houses) -> None:
    """Set who has the token. The tracks must have been read."""
    read_part(_THRONE, document, s, houses)


def _check_gain(gain: Field, s: Record, place: Place) -> None:
    if gain.value and not has_storm_cards(s):
        gain.complain("no card of this game has such a text")
    if gain.value and not s["cards_open"]:
        gain.complain("it comes once the cards are open")


IN_COMBATS = More(
    side=tuple(
        Row(name, name, number(0, _MOST), usual=0, check=_check_gain)
        for name in ("card_loss", "more_swords", "more_forts")
    )
)
"""By side what texts have brought, unless it is 0."""


def write_storm_combat(s: Record, houses: Houses) -> dict[str, Any] | None:
    """The combat going on; None without."""
    return write_combat(s, houses, IN_COMBATS)
