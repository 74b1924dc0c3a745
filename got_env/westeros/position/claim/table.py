"""The claim track, the weather, and who took the Iron Throne token."""

from __future__ import annotations

from typing import Any

from got_env.core.codec import Row, read_part, write_part
from got_env.core.fields import Field
from got_env.westeros.facts.facts import Houses
from got_env.westeros.position import words as w
from got_env.westeros.position.storm import check_not_first
from got_env.westeros.rules.table import RULES
from got_env.westeros.rules.vocabulary import CLAIM_SPACES, NONE

Record = Any


_THRONE = (Row("throne_taken", "throne", w.SEAT_OR_NULL, usual=NONE, check=check_not_first),)


def write_table(s: Record, houses: Houses) -> dict[str, Any]:
    """Claim and weather as plain data.

    ``claim_track``: houses of the tokens, the highest space first; ``weather``: its space, from 1
    on; ``throne_taken``: who has the token though another is first.
    """
    parts: dict[str, Any] = {}
    if RULES[s["ruleset"]]["weather_spaces"]:
        parts["claim_track"] = [houses[int(p)] for p in s["claim_track"] if p != NONE]
        parts["weather"] = int(s["weather"]) + 1
    return parts | write_part(_THRONE, s, houses)


def read_table(document: Field, s: Record, houses: Houses) -> None:
    """Set them; what is left out is as at the set-up. The tracks must have been read."""
    track = document.get("claim_track")
    spaces = int(RULES[s["ruleset"]]["weather_spaces"])
    for part in (track, document.get("weather")):
        if part is not None and not spaces:
            part.complain("the board has neither claim nor weather")
    if track is not None:
        seats = track.words(houses, CLAIM_SPACES)
        s["claim_track"] = NONE
        s["claim_track"][: len(seats)] = seats
    weather = document.get("weather")
    if weather is not None:
        s["weather"] = weather.integer(1, spaces) - 1
    read_part(_THRONE, document, s, houses)
