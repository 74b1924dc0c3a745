"""What every number of a record may be that only games with claim have."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from got_env.core.limits import ANY_SEAT, ANY_SEATS, Limits
from got_env.westeros.facts.facts import Facts
from got_env.westeros.state import MAX_DESTINATIONS
from got_env.westeros.vocabulary import (
    ALLIANCE_DECK_SIZE,
    NONE,
    NUM_ALLIANCE_CARDS,
    POWER_TOKENS,
    Side,
)

Rules = np.ndarray[Any, np.dtype[Any]]

_FLAG = (0, 1)
_SEAT_OR_NONE = (NONE, ANY_SEAT)
_LAST_KIND = 3
_MOST_BONUS = 20


def claim_ranges(facts: Facts, rules: Rules) -> Mapping[str, Limits]:
    """By field of ``CLAIM_STATE``, for some rows of RULES."""
    areas, leaders = len(facts.areas), len(facts.leader_words)
    area_or_none = (NONE, areas - 1)
    some_leaders = (0, (1 << leaders) - 1)
    leader_or_none = (NONE, leaders - 1)
    units = (0, int(rules["pool"].max()))
    assert facts.tactics is not None
    tactics = max(map(len, facts.tactics.decks.values()))
    return {
        "double_areas": (0, (1 << areas) - 1),
        "claim_track": _SEAT_OR_NONE,
        "weather": (0, max(int(rules["weather_spaces"].max()) - 1, 0)),
        "leader_seat": _SEAT_OR_NONE,
        "leader_at": area_or_none,
        "leader_cell": _SEAT_OR_NONE,
        "leader_down": _FLAG,
        "leader_order": area_or_none,
        "leader_pad": (0, 0),
        "tactics_left": (0, (1 << tactics) - 1),
        "tactic": (NONE, tactics - 1),
        "second_tactic": (NONE, tactics - 1),
        "tactics_open": _FLAG,
        "tactics_barred": (0, ANY_SEATS),
        "forge_barred": _FLAG,
        "ally_deck": (NONE, NUM_ALLIANCE_CARDS - 1),
        "ally_count": (0, ALLIANCE_DECK_SIZE),
        "ally_face": _FLAG,
        "ally_known": (0, ALLIANCE_DECK_SIZE),
        "ally_owner": _SEAT_OR_NONE,
        "ally_used": _FLAG,
        "permanent": _SEAT_OR_NONE,
        "minus": _FLAG,
        "march_kind": (0, _LAST_KIND),
        "march_leader": leader_or_none,
        "march_done": (0, MAX_DESTINATIONS),
        "march_fixed": units,
        "leaders_left": some_leaders,
        "march_leaders": some_leaders,
        "fight_leader": leader_or_none,
        "fight_leaders": some_leaders,
        "bonus": (0, _MOST_BONUS),
        "backed": _FLAG,
        "offer_to": _SEAT_OR_NONE,
        "offer_asks": some_leaders,
        "offer_gives": some_leaders,
        "offer_power": (0, POWER_TOKENS),
        "allies_side": (0, 1 + Side.NOBODY),
    }
