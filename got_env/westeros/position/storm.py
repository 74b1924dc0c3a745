"""What the Storm of Swords set of House cards adds to positions of boards without claim."""

from __future__ import annotations

from typing import Any

from got_env.core.fields import Field
from got_env.westeros.facts.facts import Houses
from got_env.westeros.names import SIDE_WORDS
from got_env.westeros.position import words as w
from got_env.westeros.position.combat import More, write_combat
from got_env.westeros.rules import RULES
from got_env.westeros.vocabulary import NONE, Effect, Track

Record = Any

_GAINS = ("card_loss", "more_swords", "more_forts")
_MOST = 1


def has_storm_cards(s: Record) -> bool:
    """Whether the Houses of a record play with the cards of that set."""
    return bool((RULES[s["ruleset"]]["card_effect"] >= Effect.SWORDS_OF_WEAKNESS).any())


def write_throne(s: Record, houses: Houses) -> dict[str, Any]:
    """``throne_taken``: who has the Iron Throne token though another is first."""
    return {} if s["throne"] == NONE else {"throne_taken": houses[int(s["throne"])]}


def read_throne(document: Field, s: Record, houses: Houses) -> None:
    """Set who has the token. The tracks must have been read."""
    taken = document.get("throne_taken")
    if taken is None:
        return
    s["throne"] = w.SEAT_OR_NULL.read(taken, houses)
    if s["throne"] == NONE:
        return
    effects = RULES[s["ruleset"]]["card_effect"][s["throne"]]
    if not (effects == Effect.TAKES_THRONE).any():
        taken.complain(f"{taken.value!r} has no card that takes the token")
    if s["throne"] == s["track"][Track.IRON_THRONE, 0]:
        taken.complain(f"{taken.value!r} is first on the track: it has the token anyway")


def write_storm_combat(s: Record, houses: Houses) -> dict[str, Any] | None:
    """The combat going on; None without. By side what texts have brought, unless it is 0."""
    combat = write_combat(s, houses)
    if combat is not None:
        for i, side in enumerate(SIDE_WORDS[:2]):
            combat["sides"][side] |= {name: int(s[name][i]) for name in _GAINS if s[name][i]}
    return combat


def _read_side(side: Field, s: Record, i: int) -> None:
    for name in _GAINS:
        gain = side.get(name)
        if gain is not None:
            s[name][i] = gain.integer(0, _MOST)
            if s[name][i] and not has_storm_cards(s):
                gain.complain("no card of this game has such a text")
            if s[name][i] and not s["cards_open"]:
                gain.complain("it comes once the cards are open")


IN_COMBATS = More(side_fields=_GAINS, read_side=_read_side)
