"""The Westeros phase of a game with claim: weather, auctions with bonuses, Hidden Schemes."""

from __future__ import annotations

from got_env.core.agenda import A, B, C, pop, push, top
from got_env.core.jit import kernel, linked
from got_env.westeros.claim.alliances import shuffle_decks
from got_env.westeros.claim.map_queries import (
    allied_units,
    holds,
    is_allied,
    own_units,
)
from got_env.westeros.claim.scoring import gain_claim_by_bid
from got_env.westeros.phases.bids import (
    HIGHEST,
    LOWEST,
    ask_for_bid,
    mark_seats,
    only_seat,
    open_auction,
    reveal_bids,
    top_bidders,
)
from got_env.westeros.phases.flow import next_phase
from got_env.westeros.phases.supply import (
    ask_which_unit,
    count_supply_icons,
    set_supply,
    start_reconcile,
)
from got_env.westeros.phases.westeros import (
    NUM_DECKS,
    ban_orders,
    begin_westeros,
    count_late_icon,
    pay_incomes,
    replaces_card,
)
from got_env.westeros.rules import actions, phrases
from got_env.westeros.rules.board import BIT, controller, has, note, throne_holder
from got_env.westeros.rules.decision_row import (
    BEGUN,
    ArgType,
    Argument,
    Decision,
    Editions,
    Family,
    Instead,
    Step,
)
from got_env.westeros.rules.offers import mark_types
from got_env.westeros.rules.table import RULES
from got_env.westeros.rules.vocabulary import (
    NONE,
    NUM_ALLIANCE_CARDS,
    NUM_TRACKS,
    NUM_UNITS,
    Alliance,
    Event,
    Phase,
    Track,
    WesterosCard,
)


@linked
def enter_claim_westeros(s):
    """Turn up three cards and resolve decks I to III. Frame: a steps done."""
    frame = top(s)
    if frame[A] == 0:
        frame[A] = 1
        begin_westeros(s)
    elif frame[A] <= NUM_DECKS:
        d = int(frame[A]) - 1
        if not replaces_card(s, d):
            frame[A] += 1
            move_weather(s, d)
            count_late_icon(s, d)
            resolve_claim_card(s, int(s.revealed[d]))
    else:
        s.bidders = 0
        s.bid[:] = NONE
        s.bids_open = 0
        next_phase(s)


@kernel
def move_weather(s, d):
    """The icon of a card of deck III moves the marker one space. Rule: ASOS-WX-02, -05 to -07."""
    rules = RULES[s.ruleset]
    if d == NUM_DECKS - 1 and rules.weather_icon[s.revealed[d]] == 1:
        s.weather = (s.weather + 1) % rules.weather_spaces
        note(s, Event.WEATHER, NONE, rules.stormy[s.weather], 0)


@kernel
def resolve_claim_card(s, card):
    """Carry out a Westeros card. Rule: ASOS-WEST-01 to -18, ASOS-OPT2-03 to -06."""
    if card == WesterosCard.SUPPLY:
        set_all_supply(s)
    elif card == WesterosCard.MUSTERING:
        push(s, Phase.MUSTER_ALL, NONE, 0, 0, 0)
    elif card == WesterosCard.A_THRONE_OF_BLADES:
        push(s, Phase.WESTEROS_CHOICE, throne_holder(s), card, 0, 0)
    elif card == WesterosCard.CLASH_OF_KINGS:
        push(s, Phase.CLASH, NONE, 0, 0, 0)
    elif card == WesterosCard.GAME_OF_THRONES:
        pay_incomes(s)
    elif card == WesterosCard.DARK_WINGS_DARK_WORDS:
        push(s, Phase.WESTEROS_CHOICE, s.track[Track.KINGS_COURT, 0], card, 0, 0)
    elif card == WesterosCard.WILDLINGS_ATTACK:
        push(s, Phase.WILDLINGS, NONE, 0, 0, NONE)
    elif card == WesterosCard.PUNISH_THE_GUILTY or card == WesterosCard.PUT_TO_THE_SWORD:
        push(s, Phase.WESTEROS_CHOICE, s.track[Track.FIEFDOMS, 0], card, 0, 0)
    elif card == WesterosCard.CLAIM_WESTEROS:
        push(s, Phase.CLAIM_AUCTION, NONE, 0, NONE, NONE)
    elif card == WesterosCard.SWING_THE_SWORD:
        push(s, Phase.EXECUTIONS, NONE, 0, 0, 0)
    elif card == WesterosCard.HIDDEN_SCHEMES:
        s.forge_barred = 1
        shuffle_decks(s)
    else:
        ban_orders(s, RULES[s.ruleset].westeros_ban[card])


@linked
def apply_claim_choice(s, action):
    """Carry out the option as if its card had been drawn. Rule: ASOS-WEST-01, -09."""
    card = int(top(s)[A])
    pop(s)
    resolve_claim_card(s, int(RULES[s.ruleset].offers[card, action - actions.CHOICE]))


# --- Supply


@kernel
def set_all_supply(s):
    """Set all Supply tokens in turn order, then cut armies. Rule: ASOS-WEST-16, ASOS-AC-22."""
    for i in range(s.num_players):
        p = int(s.track[Track.IRON_THRONE, i])
        more = 1 if holds(s, p, Alliance.SUPPLIES) else 0
        set_supply(s, p, int(count_supply_icons(s, p)) + more)
    start_reconcile(s, NONE)


@kernel
def may_cut(s, a, u):
    """True if a unit may be removed from an area without stranding an ally. Rule: ASOS-ALLY-03."""
    if s.units[a, u] + s.routed[a, u] == 0:
        return False
    return is_allied(s, u) or own_units(s, a) > 1 or allied_units(s, a) == 0


@kernel
def cuttable(s, a):
    """Types that may be removed from an area, as a mask."""
    types = 0
    for u in range(NUM_UNITS):
        if may_cut(s, a, u):
            types |= BIT[u]
    return types


@linked
def apply_claim_reconcile_area(s, action):
    """Go on to the unit."""
    a = action - actions.AREA
    ask_which_unit(s, a, cuttable(s, a))


@linked
def legal_claim_reconcile_unit(s, mask):
    """Types of the units that can go. Rule: ASOS-OQ-08, ASOS-DP-38."""
    mark_types(mask, cuttable(s, top(s)[A]))


# --- auctions with bonuses


@kernel
def claim_bonuses(s):
    """What is added to bids for claim, four bits for a seat.

    Rule: ASOS-WEST-10, ASOS-ALLI-15, -30.
    """
    extra = 0
    for c in range(NUM_ALLIANCE_CARDS):
        p = int(s.ally_owner[c])
        if p != NONE and RULES[s.ruleset].alliance[c] == Alliance.POLITICAL_SUPPORT:
            extra += 1 << (4 * p)
    return extra


@linked
def enter_claim_auction(s):
    """Bid for claim. Frame: a stage, b highest, c lowest bidder.

    Rule: ASOS-WEST-06, -07, -10 to -12.
    """
    frame = top(s)
    if frame[A] == 0:
        frame[A] = 1
        open_auction(s, NONE)
    if s.bids_open == 0:
        if ask_for_bid(s, NUM_TRACKS):
            return
        reveal_bids(s, NUM_TRACKS)
    everybody = BIT[s.num_players] - 1
    if frame[B] == NONE:
        group = top_bidders(s, everybody, HIGHEST, claim_bonuses(s))
        p = only_seat(group)
        if p == NONE:
            push(s, Phase.CLAIM_TIE, throne_holder(s), group, 0, 0)
            return
        frame[B] = p
    if frame[C] == NONE:
        group = top_bidders(s, everybody & ~BIT[frame[B]], LOWEST, claim_bonuses(s))
        p = only_seat(group)
        if p == NONE:
            push(s, Phase.CLAIM_TIE, throne_holder(s), group, 1, 0)
            return
        frame[C] = p
    winner = int(frame[B])
    loser = int(frame[C])
    pop(s)
    s.tactics_barred |= int(BIT[loser])
    gain_claim_by_bid(s, winner)


@linked
def legal_claim_tie(s, mask):
    """The tied bidders. Frame: a tied seats, b 1 for the lowest. Rule: ASOS-DP-41."""
    mark_seats(mask, top(s)[A])


@linked
def apply_claim_tie(s, action):
    """Name one of them."""
    lowest = int(top(s)[B])
    pop(s)
    frame = top(s)
    if lowest == 1:
        frame[C] = action - actions.SEAT
    else:
        frame[B] = action - actions.SEAT


# --- mustering


@linked
def enter_claim_muster(s):
    """Let the houses muster in turn order, in Towns too. Frame: a turn index.

    Rule: ASOS-WEST-15, ASOS-TOWN-01.
    """
    frame = top(s)
    if frame[A] == s.num_players:
        pop(s)
        return
    p = int(s.track[Track.IRON_THRONE, frame[A]])
    frame[A] += 1
    rules = RULES[s.ruleset]
    for a in range(rules.num_areas):
        if controller(s, a) == p:
            s.muster_left[a] = 1 if has(rules.town_mask, a) else rules.muster_points[a]
    push(s, Phase.MUSTER_HOUSE, p, 0, 0, 0)


ROWS = (
    Step(
        Phase.CLAIM_AUCTION,
        enter_claim_auction,
        Editions.STORM,
        arguments=(
            BEGUN,
            Argument("highest", ArgType.SEAT_OR_NONE),
            Argument("lowest", ArgType.SEAT_OR_NONE),
        ),
        on=(Phase.WESTEROS,),
    ),
    Instead(Phase.WESTEROS, Editions.CLAIM, enter=enter_claim_westeros),
    Instead(Phase.MUSTER_ALL, Editions.CLAIM, enter=enter_claim_muster),
    Instead(Phase.MUSTER_HOUSE, Editions.CLAIM, on=(Phase.MUSTER_ALL,)),
    Decision(
        Phase.CLAIM_TIE,
        Family.WESTEROS,
        "which of the tied bidders for claim counts as highest or lowest",
        {"seat": "tie {x}"},
        question="Equal bids {for}: who counts as the {extreme} bidder?",
        labels=phrases.HOUSE,
        legal=legal_claim_tie,
        apply=apply_claim_tie,
        editions=Editions.STORM,
        arguments=(Argument("tied", ArgType.SEATS), Argument("lowest", ArgType.FLAG)),
        on=(Phase.CLAIM_AUCTION,),
        about={"for": "claim"},
        quiet=True,
    ),
    Instead(Phase.WESTEROS_CHOICE, Editions.CLAIM, apply=apply_claim_choice),
    Instead(Phase.RECONCILE_AREA, Editions.CLAIM, apply=apply_claim_reconcile_area),
    Instead(Phase.RECONCILE_UNIT, Editions.CLAIM, legal=legal_claim_reconcile_unit),
    Instead(Phase.BID, Editions.STORM, on=(Phase.CLASH, Phase.CLAIM_AUCTION)),
)
"""Rows of these decisions and steps."""
