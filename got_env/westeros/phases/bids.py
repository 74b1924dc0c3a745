"""Secret bids, and the Clash of Kings with its ties."""

from __future__ import annotations

from got_env.core.agenda import PHASE, PLAYER, A, B, C, pop, push, top
from got_env.core.jit import kernel, linked
from got_env.westeros.rules import actions, phrases
from got_env.westeros.rules.board import BIT, has, note, throne_holder
from got_env.westeros.rules.decision_row import (
    ArgType,
    Argument,
    Asks,
    Decision,
    Editions,
    Family,
    Step,
)
from got_env.westeros.rules.expansion import bid_bonus
from got_env.westeros.rules.option_values import WildlingZeroBid
from got_env.westeros.rules.options import Option
from got_env.westeros.rules.vocabulary import (
    MAX_PLAYERS,
    NONE,
    NUM_TRACKS,
    POWER_TOKENS,
    Event,
    Phase,
    Track,
)

HIGHEST = 1
LOWEST = -1


# --- an auction


@kernel
def open_auction(s, excluded):
    """Forget old bids and invite all houses but ``excluded`` (a seat or NONE).

    Rule: 2E-BID-03, 2E-WILD-03, -21.
    """
    s.bidders = BIT[s.num_players] - 1
    if excluded != NONE:
        s.bidders &= ~BIT[excluded]
    s.bid[:] = NONE
    s.bids_open = 0
    s.ranking[:] = NONE


@kernel
def ask_for_bid(s, track):
    """Ask the next house in turn order that has not bid; False when all have.

    ``track`` is the track bid for, NONE for a Wildling attack. Bids stay hidden until all are in,
    so the order of asking tells nothing. Rule: 2E-BID-03, -14, 2E-WILD-03, -19.
    """
    for i in range(s.num_players):
        p = s.track[Track.IRON_THRONE, i]
        if has(s.bidders, p) and s.bid[p] == NONE:
            push(s, Phase.BID, p, track, 0, 0)
            return True
    return False


@kernel
def reveal_bids(s, track):
    """Turn up all bids and discard their tokens. Rule: 2E-BID-03, -09, -11 (AMB-15)."""
    s.bids_open = 1
    for p in range(s.num_players):
        if has(s.bidders, p):
            s.power[p] -= s.bid[p]
            note(s, Event.BID, p, s.bid[p], track)


@kernel
def least_bid(s, p):
    """The least that seat ``p`` may bid while bids are made. Rule: 1E-WILD-15."""
    if s.options[Option.WILDLING_ZERO_BID] == WildlingZeroBid.ALLOWED:
        return 0
    frame = top(s)
    return min(1, int(s.power[p])) if frame[PHASE] == Phase.BID and frame[A] == NONE else 0


@kernel
def legal_bid(s, mask):
    """Any number of available Power tokens. Rule: 2E-BID-03, -04, 1E-WILD-15."""
    p = top(s)[PLAYER]
    for n in range(least_bid(s, p), s.power[p] + 1):
        mask[actions.BID + n] = True


@kernel
def apply_bid(s, action):
    """Keep the bid secret."""
    s.bid[top(s)[PLAYER]] = action - actions.BID
    pop(s)


@kernel
def top_bidders(s, seats, sign, extra):
    """Seats of the mask ``seats`` with the HIGHEST or LOWEST bid, as a mask.

    ``extra``: what is added to the bid of each seat, four bits for one.
    """
    best = -POWER_TOKENS - 16
    group = BIT[0] - 1
    for p in range(s.num_players):
        if has(seats, p):
            value = sign * (s.bid[p] + bid_bonus(s, p) + ((extra >> (4 * p)) & 15))
            if value > best:
                best = value
                group = BIT[p]
            elif value == best:
                group |= BIT[p]
    return group


@kernel
def only_seat(seats):
    """The seat of a mask of one seat; NONE if there are several or none."""
    seat = NONE
    for p in range(MAX_PLAYERS):
        if has(seats, p):
            if seat != NONE:
                return NONE
            seat = p
    return seat


@kernel
def mark_seats(mask, seats):
    """Allow the seats of a mask."""
    for p in range(MAX_PLAYERS):
        if has(seats, p):
            mask[actions.SEAT + p] = True


# --- Clash of Kings


@linked
def enter_clash(s):
    """Bid for track after track. Frame: a track, b 1 once its auction is open.

    The tracks keep their old order until a new one is complete, so the old holder of the Iron
    Throne settles the ties of that track. Rule: 2E-BID-01, -02, -07, -08, -10 (AMB-12),
    ASOS-WEST-14.
    """
    frame = top(s)
    track = frame[A]
    if track == NUM_TRACKS:
        pop(s)
        return
    if frame[B] == 0:
        frame[B] = 1
        open_auction(s, NONE)
    if s.bids_open == 0:
        if ask_for_bid(s, track):
            return
        reveal_bids(s, track)
    if rank_bidders(s, track):
        frame[A] += 1
        frame[B] = 0


@kernel
def rank_bidders(s, track):
    """Fill positions by descending bid; False when a tie has to be settled first.

    Rule: 2E-BID-05, -06, -13.
    """
    unranked = BIT[s.num_players] - 1
    for i in range(s.num_players):
        if s.ranking[i] != NONE:
            unranked &= ~BIT[s.ranking[i]]
            continue
        group = top_bidders(s, unranked, HIGHEST, 0)
        p = only_seat(group)
        if p == NONE:
            push(s, Phase.TIE, throne_holder(s), track, group, i)
            return False
        s.ranking[i] = p
        unranked &= ~BIT[p]
    if track == Track.IRON_THRONE:
        s.throne = NONE  # Rule: ASOS-HC-19
    for i in range(s.num_players):
        s.track[track, i] = s.ranking[i]
        note(s, Event.TRACK, s.ranking[i], track, i)
    s.ranking[:] = NONE
    return True


@linked
def legal_tie(s, mask):
    """The tied houses still without a position. Rule: 2E-BID-06 (AMB-13)."""
    mark_seats(mask, top(s)[B])


@linked
def apply_tie(s, action):
    """Give the best open position to the house named. Frame: a track, b tied seats, c position."""
    s.ranking[top(s)[C]] = action - actions.SEAT
    pop(s)


ROWS = (
    Step(
        Phase.CLASH,
        enter_clash,
        Editions.ALL,
        arguments=(
            Argument("track", ("iron_throne", "fiefdoms", "kings_court", "done")),
            Argument("open", ArgType.FLAG),
        ),
        on=(Phase.WESTEROS,),
        quiet=True,
    ),
    Decision(
        Phase.BID,
        Family.WESTEROS,
        "how much power to bid, in secret",
        {"bid": "bid {x}"},
        question="How much Power is bid {for}, in secret?",
        labels={"bid": "Bid {x} Power"},
        legal=legal_bid,
        apply=apply_bid,
        editions=Editions.ALL,
        arguments=(Argument("track", ArgType.TRACK_OR_NONE, told="for"),),
        on=(Phase.CLASH, Phase.WILDLINGS),
        about={"for": "wildlings"},
        quiet=True,
    ),
    Decision(
        Phase.TIE,
        Family.WESTEROS,
        "which of the tied bidders takes the best place that is left",
        {"seat": "tie {x}"},
        question="Equal bids {for}: who takes the best place that is left?",
        labels=phrases.HOUSE,
        legal=legal_tie,
        apply=apply_tie,
        editions=Editions.ALL,
        arguments=(
            Argument("track", ArgType.TRACK, told="for"),
            Argument("tied", ArgType.SEATS),
            Argument("place", range(MAX_PLAYERS)),
        ),
        asks=Asks.FIRST_ON_THRONE,
        on=(Phase.CLASH,),
        quiet=True,
    ),
)
"""Rows of these decisions and steps."""
