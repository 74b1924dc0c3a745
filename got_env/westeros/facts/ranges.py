"""Limits of every number of a record: the first test of records that come from outside.

Kernels look up nothing twice: they take indexes and counts as they find them. So a record that was
not made by them is compared with these tables before any of them sees it. What numbers mean
together is asked by :mod:`got_env.westeros.position.validate`.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from got_env.core.agenda import MAX_DEPTH
from got_env.core.limits import (
    ANY_SEAT,
    ANY_SEATS,
    Bools,
    Limit,
    Limits,
    check_each,
    check_fields,
    named,
    within_limits,
)
from got_env.core.protocol import MOST_EVENTS, row_limits
from got_env.westeros.facts.facts import Facts
from got_env.westeros.facts.ranges_claim import claim_ranges
from got_env.westeros.facts.rulesets import rulesets_of
from got_env.westeros.rules.options import NUM_OPTIONS
from got_env.westeros.rules.state import (
    CLAIM_FIELDS,
    DECK_SIZE,
    MAX_DESTINATIONS,
    STATE,
    TIDES_DECK_SIZE,
    WILDLING_DECK_SIZE,
)
from got_env.westeros.rules.table import RULES, SUPPLY_LEVELS
from got_env.westeros.rules.vocabulary import (
    ALL_CARDS,
    HAND_SIZE,
    IMPASSABLE,
    MAX_AREAS,
    NONE,
    NUM_ORDERS,
    POWER_TOKENS,
    Event,
    Order,
    Phase,
    Side,
    WesterosCard,
    WildlingCard,
)

Records = np.ndarray[Any, np.dtype[Any]]

_WORD = 2**32 - 1
_INT64 = 2**63 - 1
_ARGUMENT = 2**15 - 1
_MARGIN = 99
_MOST_ICONS = 20
_STRONGEST_ATTACK = 12
_FLAG = Limit(0, 1)
_SEAT = Limit(0, ANY_SEAT)
_SEAT_OR_NONE = Limit(NONE, ANY_SEAT)
_SEATS = Limit(0, ANY_SEATS)
_SIDE_OR_NONE = Limit(NONE, int(Side.DEFENDER))
_SLOT_OR_NONE = Limit(NONE, HAND_SIZE - 1)

EVERYWHERE: Limits = {
    "rng": Limit(0, _WORD),
    "over": _FLAG,
    "winner": _SEAT_OR_NONE,
    "place": _SEAT_OR_NONE,
    "won_by_castles": _FLAG,
    "depth": Limit(0, MAX_DEPTH),
    "owner": _SEAT_OR_NONE,
    "token": _SEAT_OR_NONE,
    "neutral": Limit(0, IMPASSABLE),
    "order": Limit(NONE, NUM_ORDERS - 1),
    "order_seat": _SEAT_OR_NONE,
    "power": Limit(0, POWER_TOKENS),
    "tokens_out": Limit(0, POWER_TOKENS),
    "supply": Limit(0, SUPPLY_LEVELS - 1),
    "hand": Limit(0, ALL_CARDS),
    "discards": Limit(0, ALL_CARDS),
    "track": _SEAT_OR_NONE,
    "blade_used": _FLAG,
    "raven_used": _FLAG,
    "turn_pos": _SEAT_OR_NONE,
    "pass_order": _SEAT_OR_NONE,
    "passed": _SEATS,
    "home": _SEAT_OR_NONE,
    "muted": _FLAG,
    "deck": Limit(0, len(WesterosCard) - 1),
    "replaced": Limit(0, 7),
    "revealed": Limit(NONE, len(WesterosCard) - 1),
    "banned": Limit(0, (1 << NUM_ORDERS) - 1),
    "wild_known": _SEATS,
    "wild_card": Limit(NONE, len(WildlingCard) - 1),
    "wild_strength": Limit(0, _STRONGEST_ATTACK),
    "wild_won": Limit(NONE, 1),
    "wild_target": _SEAT_OR_NONE,
    "bidders": _SEATS,
    "bid": Limit(NONE, POWER_TOKENS),
    "bids_open": _FLAG,
    "ranking": _SEAT_OR_NONE,
    "orders_open": _FLAG,
    "neutral_grant": Limit(NONE, _MARGIN),
    "march_count": Limit(0, MAX_DESTINATIONS),
    "fight": _FLAG,
    "fight_order": Limit(NONE, int(Order.MARCH_STAR)),
    "fighter": _SEAT_OR_NONE,
    "backing": Limit(NONE, int(Side.NOBODY)),
    "card": _SLOT_OR_NONE,
    "cards_open": _FLAG,
    "card_kept": _FLAG,
    "barred_card": _SLOT_OR_NONE,
    "condition": _FLAG,
    "tides_open": _FLAG,
    "tides_pos": Limit(0, TIDES_DECK_SIZE),
    "blade_side": _SIDE_OR_NONE,
    "victor": _SIDE_OR_NONE,
    "victor_margin": Limit(0, _MARGIN),
    "throne": _SEAT_OR_NONE,
    "card_loss": _FLAG,
    "more_swords": Limit(0, _MOST_ICONS),
    "more_forts": Limit(0, _MOST_ICONS),
    "spare": Limit(0, 0),
    "journal_no": Limit(0, MOST_EVENTS),
}
"""Of the fields of ``STATE`` that are the same whatever the facts of a game."""


_AREA_NUMBERS = ("march_from", "march_attack", "march_to", "fight_area", "fight_from")
"""Fields that hold an area, or NONE."""


def _numbered(phases: int, events: int) -> Limits:
    """Of frames and events: the phase or kind, the seat, and what the phase or kind defines."""
    return {
        "stack": Limit([0, *[NONE] * 4], [phases - 1, ANY_SEAT, *[_ARGUMENT] * 3], "depth"),
        "journal": Limit(
            [0, NONE, *[-POWER_TOKENS] * 2], [events - 1, ANY_SEAT, *[2047] * 2], "journal_no"
        ),
    }


def _without_claim(facts: Facts, rules: Records) -> Limits:
    # Phases and events of games with claim come last.
    return {
        **_numbered(Phase.ALLIANCE_STEP, Event.CLAIM_TOKEN),
        **dict.fromkeys(CLAIM_FIELDS, Limit(0, 0)),
    }


def _with_claim(facts: Facts, rules: Records) -> Limits:
    return {**_numbered(len(Phase), len(Event)), **claim_ranges(facts, rules)}


def most_of(rules: Records, field: str) -> int:
    """The greatest number of a field of some rows of RULES."""
    return int(rules[field].max())


@cache
def state_ranges(facts: Facts) -> Limits:
    """Limits of the numbers of records of a game, by field of ``STATE``.

    Kernels of the game never go beyond: the greatest values are those of its rows of RULES.
    """
    rows = rulesets_of(facts)
    rules = RULES[rows[0] : rows[-1] + 1]
    table = facts.edition.options
    codes = [[table.fixed.get(slot, 0)] * 2 for slot in range(NUM_OPTIONS)]
    for spec in table.specs.values():
        codes[spec.slot] = [min(spec.codes), max(spec.codes)]
    returns = most_of(rules, "used_return")
    cards = rules["wildlings"][rules["num_wildlings"] > 0]
    fewest = most_of(rules, "num_wildlings") if rules["num_wildlings"].all() else 0

    def most(field: str) -> int:
        return most_of(rules, field)

    units = Limit(0, most("pool"))
    tides = Limit(NONE, len(facts.tides_words) - 1)
    areas = len(facts.areas)
    limits = {
        **EVERYWHERE,
        **dict.fromkeys(_AREA_NUMBERS, Limit(NONE, areas - 1)),
        **(_with_claim if facts.edition.with_claim else _without_claim)(facts, rules),
        "ruleset": Limit(rows[0], rows[-1]),
        "num_players": Limit(facts.player_counts[0], facts.player_counts[-1]),
        "options": Limit([least for least, _ in codes], [most for _, most in codes]),
        "deck_pos": Limit(0, DECK_SIZE * (1 + returns)),
        "wild_deck": Limit(
            0 if fewest == WILDLING_DECK_SIZE else NONE, int(cards.max(initial=NONE))
        ),
        "round_no": Limit(1, most("max_rounds")),
        "units": units,
        "routed": units,
        "garrison": Limit(0, most("start_garrison")),
        "pool": units,
        "placed": Limit(0, most("order_tokens")),
        "threat": Limit(0, most("threat_max")),
        "muster_left": Limit(0, most("muster_points")),
        "march_left": units,
        "march_units": units,
        "attackers": units,
        "tides": tides,
        "tides_rejected": tides,
        "tides_deck": Limit(0, most("tides_deck")),
    }
    by_area = (name for name in limits if STATE[name].shape[:1] == (MAX_AREAS,))
    return limits | {
        name: limits[name]._replace(used=areas, blank=NONE if limits[name].low == NONE else 0)
        for name in by_area
    }


@cache
def row_ranges(facts: Facts) -> Limits:
    """Of every field of ``ROW`` that a running game changes; the others say how it is set up."""
    return row_limits(state_ranges(facts)["round_no"][1], len(facts.edition.ends), _MARGIN)


def check_states_in_range(facts: Facts, states: Records) -> None:
    """Refuse records with a number that no game with these facts has.

    Raises:
        ValueError: for the first of them; names the field, its index, the value, and what was
            expected. Nothing is changed.
    """
    ranges = state_ranges(facts)
    for name in ("ruleset", "num_players"):
        check_fields(states, {name: ranges[name]}, facts.player_counts[-1])
    players = RULES["num_players"][states["ruleset"]]
    wrong = np.flatnonzero(states["num_players"] != players)
    if len(wrong):
        row = int(wrong[0])
        raise ValueError(
            f"{named(states, row)}: num_players={states['num_players'][row]}: expected "
            f"{players[row]}, as ruleset={states['ruleset'][row]} says"
        )
    check_each(states, ranges, players)


def states_in_range(facts: Facts, states: Records) -> Bools:
    """True for the records ``(B,)`` that :func:`check_states_in_range` takes, ``(B,) bool``."""
    rows = rulesets_of(facts)
    ruled = (states["ruleset"] >= rows[0]) & (states["ruleset"] <= rows[-1])
    players = RULES["num_players"][np.where(ruled, states["ruleset"], rows[0])]
    ruled &= states["num_players"] == players
    sound: Bools = ruled & within_limits(states, state_ranges(facts), players)
    return sound


def check_rows_in_range(facts: Facts, rows: Records, players: npt.NDArray[np.int64]) -> None:
    """As :func:`check_states_in_range` for what a batch keeps of running games beside the records.

    Args:
        facts: of the game.
        rows: ``(B,) ROW``.
        players: ``(B,)``, number of players of each.
    """
    check_each(rows, row_ranges(facts), players)
