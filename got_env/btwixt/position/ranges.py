"""Limits of every number of a record: the first test of records that come from outside.

This is the one table of invariants: kernels use these numbers as indexes, counts and sets, and take
them as they find them. What numbers mean together is asked by
:mod:`got_env.btwixt.position.soundness`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import numpy as np

from got_env.btwixt.facts.facts import Facts
from got_env.btwixt.facts.rulesets import ruleset_of
from got_env.btwixt.position.fields import BY_CARD, BY_SEAT, NUMBERS
from got_env.btwixt.rules import frames
from got_env.btwixt.rules.options import OPTIONS
from got_env.btwixt.rules.vocabulary import (
    ALLY_SOURCE,
    CARD_PLACES,
    FIRST_EVENT,
    MAX_PEEK,
    MAX_ROWS,
    MAX_TOKEN,
    NONE,
    NUM_ALLIES,
    NUM_KINDS,
    NUM_LEADERS,
    NUM_TOKENS,
    ON_ALLY,
    WHITES,
    Event,
    Phase,
    Restriction,
    Season,
    Step,
    Trigger,
)
from got_env.core.game import States
from got_env.core.limits import (
    ANY_SEAT,
    ANY_SEATS,
    PLAYERS,
    SEAT_COUNT,
    Bools,
    Limit,
    check_each,
    check_fields,
    named,
    within_limits,
)

Bounds = tuple[int, int]
"""Lowest and highest value."""

_NOTHING: Bounds = (0, 0)
_EMPTY: Bounds = (NONE, NONE)
_SEAT: Bounds = (0, ANY_SEAT)
_SEAT_OR_NONE: Bounds = (NONE, ANY_SEAT)
_SEATS: Bounds = (0, ANY_SEATS)
_SOME_SEATS: Bounds = (1, ANY_SEATS)
_KIND: Bounds = (0, NUM_KINDS - 1)
_ALLY: Bounds = (0, NUM_ALLIES - 1)
_ALLY_OR_NONE: Bounds = (NONE, NUM_ALLIES - 1)
_CARD_OR_ALLY: Bounds = (0, ALLY_SOURCE + NUM_ALLIES - 1)
_ALLY_SOURCES: Bounds = (ALLY_SOURCE, ALLY_SOURCE + NUM_ALLIES - 1)
_TOKEN_PLACE: Bounds = (NONE, ON_ALLY)
_BYTE: Bounds = (-128, 127)

# --- frames of the stack: what each column holds, by phase

_PUSHED: Mapping[int, Bounds] = {
    **dict.fromkeys((frames.PLAYER, frames.ROW, frames.SOURCE, frames.YOU), _EMPTY),
    **dict.fromkeys((frames.TARGET, frames.PREVIOUS, frames.PLACE), _EMPTY),
    **dict.fromkeys((frames.WAITING, frames.LEFT, frames.FLAGS), _NOTHING),
}
"""Columns that nothing was written to since the frame was pushed."""

_OF_ONE: Mapping[int, Bounds] = {frames.PLAYER: _SEAT, frames.YOU: _SEAT}
_ENTERING: Mapping[int, Bounds] = {
    frames.SOURCE: _ALLY_SOURCES,
    frames.YOU: _SEAT,
    frames.WAITING: _SEATS,
    frames.FLAGS: (0, 31),
    frames.PLACE: _SEATS,
}
_EFFECT: Mapping[int, Bounds] = {
    frames.ROW: (0, MAX_ROWS - 1),
    frames.SOURCE: _CARD_OR_ALLY,
    frames.YOU: _SEAT,
    frames.TARGET: _SEAT_OR_NONE,
    frames.PREVIOUS: _ALLY_OR_NONE,
    frames.PLACE: (NONE, SEAT_COUNT),
}
_RUNNING: Mapping[int, Bounds] = {
    **_EFFECT,
    frames.PLAYER: _SEAT_OR_NONE,
    frames.WAITING: _SEATS,
    frames.LEFT: (0, 127),
    frames.FLAGS: (0, 7),
}
_FOR_ONE: Mapping[int, Bounds] = {**_RUNNING, frames.TARGET: _SEAT}
_ASKING: Mapping[int, Bounds] = {**_FOR_ONE, frames.PLAYER: _SEAT}
_GAINING: Mapping[int, Bounds] = {
    frames.PLAYER: _SEAT_OR_NONE,
    frames.SOURCE: _TOKEN_PLACE,
    frames.YOU: _SEAT,
    frames.LEFT: (1, NUM_TOKENS),
    frames.PLACE: (NONE, 0),
}

FRAMES: Mapping[Phase, Mapping[int, Bounds]] = {
    Phase.NOTHING: {},
    Phase.JOIN: {frames.YOU: _SEAT},
    Phase.EFFECT: _EFFECT,
    Phase.EFFECT_NEXT: _RUNNING,
    Phase.EFFECT_DO: _FOR_ONE,
    Phase.ENTER: _ENTERING,
    Phase.ENTERED: {**_ENTERING, frames.PLAYER: _SEAT_OR_NONE, frames.PLACE: _SEAT},
    Phase.GAIN: _GAINING,
    Phase.LEADER_CARD: {frames.PLAYER: _SEAT},
    Phase.DRAFT: {frames.PLAYER: _SEAT},
    Phase.TURN: _OF_ONE,
    Phase.ABILITY: {**_OF_ONE, frames.PLACE: (0, len(Trigger) - 1)},
    Phase.PLACEMENT: {**_ENTERING, frames.PLAYER: _SEAT, frames.WAITING: _SOME_SEATS},
    Phase.TOKEN: {**_GAINING, frames.PLAYER: _SEAT},
    Phase.TARGET: {**_RUNNING, frames.PLAYER: _SEAT, frames.PLACE: _SOME_SEATS},
    **dict.fromkeys(
        (Phase.CARD, Phase.ALLY, Phase.COUNCIL, Phase.AGREE, Phase.BURY, Phase.ARRANGE), _ASKING
    ),
}
"""Lowest and highest value of each column of a frame, by its phase; the others are as pushed."""

# --- rows of the journal: seat, x, y, by kind

EVENTS: Mapping[Event, tuple[Bounds, Bounds, Bounds]] = {
    Event.NOTHING: (_NOTHING, _NOTHING, _NOTHING),
    Event.LEADER: (_SEAT, (0, NUM_LEADERS - 1), _NOTHING),
    Event.SEASON: (_EMPTY, (0, len(Season) - 1), _NOTHING),
    Event.ROUND: (_SEAT, (0, 127), _NOTHING),
    Event.REVEAL: (_EMPTY, _ALLY, _NOTHING),
    Event.NO_ALLY: (_EMPTY, _NOTHING, _NOTHING),
    Event.PLAY: (_SEAT, _KIND, _NOTHING),
    Event.KNEEL: (_SEAT, _NOTHING, _NOTHING),
    Event.WIN: (_SEAT, _BYTE, (0, 99)),
    Event.CLAIM: (_SEAT, _ALLY, _SEAT),
    Event.ENTER: (_SEAT, _ALLY, _SEAT),
    Event.TOKEN: (_SEAT, (0, ON_ALLY), _NOTHING),
    Event.TOKEN_MOVED: (_EMPTY, _TOKEN_PLACE, _TOKEN_PLACE),
    Event.KILL: (_EMPTY, _ALLY, _NOTHING),
    Event.ALLY_MOVED: (_SEAT, _ALLY, _SEAT),
    Event.ALLY_TO_DECK: (_SEAT, _ALLY_OR_NONE, (0, 1)),
    Event.DISCARD: (_SEAT, _KIND, _NOTHING),
    Event.TAKE_SEEN: (_SEAT, _KIND, _SEAT_OR_NONE),
    Event.TAKE_UNSEEN: (_SEAT, _SEAT, _NOTHING),
    Event.PILE: (_SEAT, _KIND, _SEAT_OR_NONE),
    Event.DRAW: (_SEAT, _NOTHING, _NOTHING),
    Event.LOOK: (_SEAT_OR_NONE, _SEAT, _NOTHING),
    Event.LOOK_TOKENS: (_SEAT, _SEAT, _NOTHING),
    Event.PEEK: (_SEAT, (0, MAX_PEEK), _NOTHING),
    Event.CANCEL: (_SEAT, _KIND, _NOTHING),
    Event.VALUE: (_SEAT, _KIND, _BYTE),
    Event.TOTAL: (_SEAT, _BYTE, _NOTHING),
    Event.MUST_PLAY: (_SEAT, (0, len(Restriction) - 1), _BYTE),
    Event.PROTECT: (_SEAT, _ALLY, _NOTHING),
    Event.FIRST_PLAYER: (_SEAT, (1, 1), _NOTHING),
    Event.EVENTS_ADDED: (_EMPTY, _BYTE, _NOTHING),
    Event.GAME_OVER: (_SEAT, (0, ANY_SEAT), _NOTHING),
    Event.PASS_TURN: (_SEAT, _NOTHING, _NOTHING),
}
"""Limits of seat, x and y of an event."""


def _stack() -> Limit:
    rows = [{frames.PHASE: (phase, phase), **_PUSHED, **FRAMES[phase]} for phase in Phase]
    low, high = (
        [[row[column][end] for column in range(frames.COLUMNS)] for row in rows] for end in (0, 1)
    )
    return Limit(np.array(low), np.array(high), used="depth", by_kind=True)


def _journal() -> Limit:
    rows = [((kind, kind), *EVENTS[kind]) for kind in Event]
    low, high = ([[bounds[end] for bounds in row] for row in rows] for end in (0, 1))
    return Limit(np.array(low), np.array(high), used="journal_no", by_kind=True)


# --- all fields


def _by_seat(low: object, high: object, blank: int = 0, members: str = "") -> Limit:
    return Limit(low, high, used=PLAYERS, blank=blank, members=members)


def _listed(low: int, high: int, count: str, blank: int = NONE, once: bool = True) -> Limit:
    """A list of which the first so many places are in use."""
    return Limit(low, high, used=count, blank=blank, once=once)


@cache
def state_limits(facts: Facts) -> Mapping[str, Limit]:
    """The table of the record, by field of ``STATE``."""
    first = ruleset_of(facts, facts.player_counts[0])
    cards = (0, [(1 << FIRST_EVENT - 2) - 1, (1 << CARD_PLACES - 1 - FIRST_EVENT) - 1])
    high_cards = (0, cards[1][1])
    allies, count = Limit(0, (1 << NUM_ALLIES) - 1), (0, CARD_PLACES)
    seat, seat_or_none, seats = Limit(*_SEAT), Limit(*_SEAT_OR_NONE), Limit(*_SEATS)
    return {
        "ruleset": Limit(first, first + len(facts.player_counts) - 1),
        PLAYERS: Limit(facts.player_counts[0], facts.player_counts[-1]),
        "options": Limit(0, [len(spec.values) - 1 for spec in OPTIONS.values()]),
        "rng": Limit(0, 2**32 - 1),
        **{name: Limit(number.low, number.high) for name, number in NUMBERS.items()},
        **{name: _by_seat(n.low, n.high, n.empty) for name, n in BY_SEAT.items()},
        **{name: Limit(number.low, number.high) for name, number in BY_CARD.items()},
        # --- influence cards
        **dict.fromkeys(("hand", "picked", "pile", "known"), _by_seat(*cards)),
        **dict.fromkeys(("discards", "gone", "gone_open", "own", "aside"), Limit(*cards)),
        **dict.fromkeys(("cancelled", "done"), Limit(*cards)),
        "met": _by_seat(*high_cards),
        **{f"{zone}_n": _by_seat(*count, members=zone) for zone in ("hand", "picked", "pile")},
        "discards_n": Limit(*count, members="discards"),
        "own_n": _by_seat(0, WHITES),
        "deck": _listed(0, CARD_PLACES - 2, "deck_n"),
        "deck_n": Limit(*count),
        "pack": Limit(NONE, 127),
        "flight": Limit(NONE, CARD_PLACES - 2),
        # --- allies and tokens
        "council": _by_seat(0, allies.high),
        **dict.fromkeys(("dead", "no_kill", "no_move", "acting"), allies),
        **dict.fromkeys(("kill_by_card", "move_by_card"), allies),
        "ally_deck": _listed(0, NUM_ALLIES - 1, "ally_deck_n"),
        "ally_known": _listed(0, ANY_SEATS, "ally_deck_n", blank=0, once=False),
        "ally_deck_n": Limit(0, NUM_ALLIES),
        "row": _listed(0, NUM_ALLIES - 1, "row_n"),
        "row_n": Limit(0, NUM_ALLIES),
        "peek": _listed(0, NUM_ALLIES - 1, "peek_n"),
        "peek_n": Limit(0, MAX_PEEK),
        "peek_at": Limit(0, MAX_PEEK, most="peek_n"),
        "current": Limit(*_ALLY_OR_NONE),
        "claimed": seat_or_none,
        "token_at": _listed(0, ON_ALLY, "token_n", blank=0, once=False),
        "token": _listed(1, MAX_TOKEN, "token_n", blank=0, once=False),
        "token_known": _listed(0, ANY_SEATS, "token_n", blank=0, once=False),
        "token_n": Limit(0, NUM_TOKENS),
        "supply": Limit(0, [0, *[NUM_TOKENS] * MAX_TOKEN]),
        # --- the round
        "season": Limit(0, len(Season) - 1),
        "step": Limit(0, len(Step) - 1),
        "first": seat,
        **dict.fromkeys(("winner", "next_first", "turn", "bid_winner", "bid_second"), seat_or_none),
        **dict.fromkeys(("kneeling", "must", "oath", "held", "kneel_after"), seats),
        **dict.fromkeys(("whites_out", "willing"), seats),
        "place": _by_seat(*_SEAT_OR_NONE, blank=NONE),
        "leader": _by_seat(NONE, NUM_LEADERS - 1, blank=NONE)._replace(once=True),
        # --- stack and journal
        "depth": Limit(0, frames.MAX_DEPTH),
        "stack": _stack(),
        "journal": _journal(),
    }


def check_in_range(facts: Facts, states: States) -> None:
    """Refuse records with a number that no game with these facts has.

    Raises:
        ValueError: for the first of them; names the field, its index, the value, and what was
            expected. Nothing is changed.
    """
    limits = state_limits(facts)
    for name in ("ruleset", PLAYERS):
        check_fields(states, {name: limits[name]}, facts.player_counts[-1])
    players = _players(facts, states)
    wrong = np.flatnonzero(states[PLAYERS] != players)
    if len(wrong):
        row = int(wrong[0])
        raise ValueError(
            f"{named(states, row)}: num_players={states[PLAYERS][row]}: expected "
            f"{players[row]}, as its ruleset says"
        )
    check_each(states, limits, players)


def states_in_range(facts: Facts, states: States) -> Bools:
    """True for the records ``(B,)`` that :func:`check_in_range` takes, ``(B,) bool``."""
    limits = state_limits(facts)
    players = np.clip(states[PLAYERS], facts.player_counts[0], facts.player_counts[-1])
    ruled: Bools = states["ruleset"] == ruleset_of(facts, facts.player_counts[0]) + (
        players - facts.player_counts[0]
    )
    return ruled & within_limits(states, limits, players)


def _players(facts: Facts, states: States) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """Number of players of each record, as its ruleset says."""
    first = ruleset_of(facts, facts.player_counts[0])
    counts = np.array(facts.player_counts, dtype=np.int64)
    players: np.ndarray[tuple[int], np.dtype[np.int64]] = counts[states["ruleset"] - first]
    return players
