"""What every number of a record may be: the first question to records that come from outside.

Kernels look up nothing twice: they take indexes and counts as they find them. So a record that was
not made by them is compared with these tables before any of them sees it. What numbers mean
together is asked by :mod:`got_env.westeros.position.genuine`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from got_env.core.agenda import MAX_DEPTH
from got_env.core.limits import ANY_SEAT, ANY_SEATS, Limits, check_each, check_fields, named
from got_env.core.protocol import row_limits
from got_env.westeros.options import OPTIONS
from got_env.westeros.rules import PLAYER_COUNTS, RULES, SUPPLY_LEVELS
from got_env.westeros.state import DECK_SIZE, MAX_DESTINATIONS, TIDES_DECK_SIZE
from got_env.westeros.vocabulary import (
    ALL_CARDS,
    ENDS,
    HAND_SIZE,
    IMPASSABLE,
    MAX_AREAS,
    NONE,
    NUM_ORDERS,
    NUM_PHASES,
    POWER_TOKENS,
    Event,
    Order,
    Side,
    WesterosCard,
    WildlingCard,
)

Records = np.ndarray[Any, np.dtype[Any]]

_WORD = 2**32 - 1
_INT64 = 2**63 - 1
_MOST_EVENTS = 2**31 - 1
_MOST_UNITS = int(RULES["pool"].max())
_MOST_POINTS = int(RULES["muster_points"].max())
_MOST_TOKENS = int(RULES["order_tokens"].max())
_THREAT = int(RULES["threat_max"].max())
_ARGUMENT = 2**15 - 1
_MARGIN = 99

_FLAG = (0, 1)
_SEAT = (0, ANY_SEAT)
_SEAT_OR_NONE = (NONE, ANY_SEAT)
_SEATS = (0, ANY_SEATS)
_AREA_OR_NONE = (NONE, MAX_AREAS - 1)
_SIDE_OR_NONE = (NONE, int(Side.DEFENDER))
_SLOT_OR_NONE = (NONE, HAND_SIZE - 1)
_UNITS = (0, _MOST_UNITS)
_TIDES = (0, int(RULES["tides_deck"].max()))
_TIDES_OR_NONE = (NONE, _TIDES[1])

STATE_RANGES: Mapping[str, Limits] = {
    "rng": (0, _WORD),
    "ruleset": (0, len(RULES) - 1),
    "num_players": (min(PLAYER_COUNTS), max(PLAYER_COUNTS)),
    "options": (0, [len(spec.values) - 1 for spec in OPTIONS.values()]),
    "round_no": (1, int(RULES["max_rounds"].max())),
    "over": _FLAG,
    "winner": _SEAT_OR_NONE,
    "place": _SEAT_OR_NONE,
    "won_by_castles": _FLAG,
    "depth": (0, MAX_DEPTH),
    # phase, player, three arguments whose meaning the phase defines
    "stack": ([0, NONE, NONE, NONE, NONE], [NUM_PHASES - 1, ANY_SEAT, *[_ARGUMENT] * 3]),
    "owner": _SEAT_OR_NONE,
    "units": _UNITS,
    "routed": _UNITS,
    "token": _SEAT_OR_NONE,
    "garrison": (0, int(RULES["start_garrison"].max())),
    "neutral": (0, IMPASSABLE),
    "order": (NONE, NUM_ORDERS - 1),
    "order_seat": _SEAT_OR_NONE,
    "power": (0, POWER_TOKENS),
    "tokens_out": (0, POWER_TOKENS),
    "supply": (0, SUPPLY_LEVELS - 1),
    "pool": _UNITS,
    "hand": (0, ALL_CARDS),
    "discards": (0, ALL_CARDS),
    "placed": (0, _MOST_TOKENS),
    "track": _SEAT_OR_NONE,
    "blade_used": _FLAG,
    "raven_used": _FLAG,
    "turn_pos": _SEAT_OR_NONE,
    "pass_order": _SEAT_OR_NONE,
    "deck": (0, len(WesterosCard) - 1),
    "deck_pos": (0, DECK_SIZE),
    "revealed": (NONE, len(WesterosCard) - 1),
    "banned": (0, (1 << NUM_ORDERS) - 1),
    "threat": (0, _THREAT),
    "wild_deck": (0, len(WildlingCard) - 1),
    "wild_known": _SEATS,
    "wild_card": (NONE, len(WildlingCard) - 1),
    "wild_strength": (0, _THREAT),
    "wild_won": (NONE, 1),
    "wild_target": _SEAT_OR_NONE,
    "muster_left": (0, _MOST_POINTS),
    "muster_raised": _FLAG,
    "bidders": _SEATS,
    "bid": (NONE, POWER_TOKENS),
    "bids_open": _FLAG,
    "ranking": _SEAT_OR_NONE,
    "orders_open": _FLAG,
    "neutral_grant": (NONE, _MARGIN),
    "march_from": _AREA_OR_NONE,
    "march_attack": _AREA_OR_NONE,
    "march_left": _UNITS,
    "march_count": (0, MAX_DESTINATIONS),
    "march_to": _AREA_OR_NONE,
    "march_units": _UNITS,
    "fight": _FLAG,
    "fight_area": _AREA_OR_NONE,
    "fight_from": _AREA_OR_NONE,
    "fight_order": (NONE, int(Order.MARCH_STAR)),
    "fighter": _SEAT_OR_NONE,
    "attackers": _UNITS,
    "backing": (NONE, int(Side.NOBODY)),
    "card": _SLOT_OR_NONE,
    "cards_open": _FLAG,
    "card_kept": _FLAG,
    "barred_card": _SLOT_OR_NONE,
    "condition": _FLAG,
    "tides": _TIDES_OR_NONE,
    "tides_open": _FLAG,
    "tides_rejected": _TIDES_OR_NONE,
    "tides_deck": _TIDES,
    "tides_pos": (0, TIDES_DECK_SIZE),
    "blade_side": _SIDE_OR_NONE,
    "victor": _SIDE_OR_NONE,
    "victor_margin": (0, _MARGIN),
    "spare": (0, 0),
    # kind, seat, two details whose meaning the kind defines
    "journal": ([0, NONE, -POWER_TOKENS, -POWER_TOKENS], [len(Event) - 1, ANY_SEAT, *[2047] * 2]),
    "journal_no": (0, _MOST_EVENTS),
}
"""Of every field of ``STATE``."""

ROW_RANGES: Mapping[str, Limits] = row_limits(STATE_RANGES["round_no"][1], len(ENDS), _MARGIN)
"""Of every field of ``ROW`` that a running game changes; the others say how games are set up."""


def check_states_in_range(states: Records) -> None:
    """Refuse records with a number that no game has.

    Raises:
        ValueError: for the first of them; names the field, its index, the value, and what was
            expected. Nothing is changed.
    """
    for name in ("ruleset", "num_players"):
        check_fields(states, {name: STATE_RANGES[name]}, max(PLAYER_COUNTS))
    players = RULES["num_players"][states["ruleset"]]
    wrong = np.flatnonzero(states["num_players"] != players)
    if len(wrong):
        row = int(wrong[0])
        raise ValueError(
            f"{named(states, row)}: num_players={states['num_players'][row]}: expected "
            f"{players[row]}, as ruleset={states['ruleset'][row]} says"
        )
    check_each(states, STATE_RANGES, players)


def check_rows_in_range(rows: Records, players: npt.NDArray[np.int64]) -> None:
    """As :func:`check_states_in_range` for what a batch keeps of running games beside the records.

    Args:
        rows: ``(B,) ROW``.
        players: ``(B,)``, number of players of each.
    """
    check_each(rows, ROW_RANGES, players)
