"""Limits of the numbers of a record that only games with claim have."""

from __future__ import annotations

from typing import Any

import numpy as np

from got_env.core.limits import ANY_SEAT, ANY_SEATS, Limit, Limits
from got_env.westeros.facts.facts import Facts
from got_env.westeros.rules.state import MAX_DESTINATIONS
from got_env.westeros.rules.vocabulary import (
    ALLIANCE_DECK_SIZE,
    NONE,
    NUM_ALLIANCE_CARDS,
    POWER_TOKENS,
    Side,
)

Rules = np.ndarray[Any, np.dtype[Any]]

_FLAG = Limit(0, 1)
_SEAT_OR_NONE = Limit(NONE, ANY_SEAT)
_LAST_KIND = 3
_MOST_BONUS = 20


def claim_ranges(facts: Facts, rules: Rules) -> Limits:
    """By field of ``STATE``, for some rows of RULES."""
    areas, leaders = len(facts.areas), len(facts.leader_words)
    area_or_none = Limit(NONE, areas - 1)
    some_leaders = Limit(0, (1 << leaders) - 1)
    leader_or_none = Limit(NONE, leaders - 1)
    units = Limit(0, int(rules["pool"].max()))
    assert facts.tactics is not None
    tactics = max(map(len, facts.tactics.decks.values()))
    return {
        "double_areas": Limit(0, (1 << areas) - 1),
        "claim_track": _SEAT_OR_NONE,
        "weather": Limit(0, max(int(rules["weather_spaces"].max()) - 1, 0)),
        "leader_seat": _SEAT_OR_NONE,
        "leader_at": area_or_none,
        "leader_cell": _SEAT_OR_NONE,
        "leader_down": _FLAG,
        "leader_order": area_or_none,
        "leader_pad": Limit(0, 0),
        "tactics_left": Limit(0, (1 << tactics) - 1),
        "tactic": Limit(NONE, tactics - 1),
        "second_tactic": Limit(NONE, tactics - 1),
        "tactics_open": _FLAG,
        "tactics_barred": Limit(0, ANY_SEATS),
        "forge_barred": _FLAG,
        "ally_deck": Limit(NONE, NUM_ALLIANCE_CARDS - 1),
        "ally_count": Limit(0, ALLIANCE_DECK_SIZE),
        "ally_face": _FLAG,
        "ally_known": Limit(0, ALLIANCE_DECK_SIZE),
        "ally_owner": _SEAT_OR_NONE,
        "ally_used": _FLAG,
        "permanent": _SEAT_OR_NONE,
        "minus": _FLAG,
        "march_kind": Limit(0, _LAST_KIND),
        "march_leader": leader_or_none,
        "march_done": Limit(0, MAX_DESTINATIONS),
        "march_fixed": units,
        "leaders_left": some_leaders,
        "march_leaders": some_leaders,
        "fight_leader": leader_or_none,
        "fight_leaders": some_leaders,
        "bonus": Limit(0, _MOST_BONUS),
        "backed": _FLAG,
        "offer_to": _SEAT_OR_NONE,
        "offer_asks": some_leaders,
        "offer_gives": some_leaders,
        "offer_power": Limit(0, POWER_TOKENS),
        "allies_side": Limit(0, 1 + Side.NOBODY),
    }
