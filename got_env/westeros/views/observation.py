"""Observations: a record as numbers, as one seat knows it.

One int8 vector per observer, in four blocks::

    areas   (areas, AREA_FEATURES)    houses  (6, HOUSE_FEATURES)
    table   (T_OPTIONS + options,)    history (HISTORY_ROWS, 4)

Seats are relative: 0 is the observer, 1 the next seat, and so on; the ``*_FIELDS``
tables name every field. What may be hidden is asked of :mod:`got_env.westeros.views.knowledge`.

This is the hottest code there is, so most of it does not branch on what it reads: a one-hot run
writes whether there is a value at the place of the value, or at its first place without one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from got_env.core.agenda import PHASE, PLAYER, A, B, C, top
from got_env.core.jit import kernel, linked, lowest_bit
from got_env.core.observation_fields import Field, offsets, width
from got_env.westeros.phases.combat_strength import total_strength
from got_env.westeros.rules.board import BIT, CASTLE_OF, castles_of, controller
from got_env.westeros.rules.decision_tables import asks_about_area
from got_env.westeros.rules.state import DECK_SIZE, JOURNAL_SIZE
from got_env.westeros.rules.table import NUM_TIDES_KINDS, RULES
from got_env.westeros.rules.vocabulary import (
    HAND_SIZE,
    HIDDEN_ORDER,
    IMPASSABLE,
    MAX_PLAYERS,
    NONE,
    NUM_ORDERS,
    NUM_TRACKS,
    NUM_UNITS,
    Terrain,
    Track,
    WesterosCard,
    WildlingCard,
)
from got_env.westeros.views.knowledge import (
    hides_orders,
    seen_bid,
    seen_card,
    seen_tides,
    seen_wildling,
)

if TYPE_CHECKING:  # Facts are no part of machine code, and rows of all rules stand behind them.
    from got_env.westeros.facts.facts import Facts


HISTORY_ROWS = 24
NUM_DECISIONS = 56
"""Places for the decisions of a game."""
STRONGHOLD = 2
"""Mustering points that tell a Stronghold from a Castle."""

CLOSED_AREA = 10
"""Value in an observation of a Neutral Force that cannot be beaten."""


AREA_FIELDS = (
    Field("owner", 6, "whose units stand here, one-hot by relative seat"),
    Field("units", 4, "standing footmen, knights, siege engines, ships"),
    Field("routed", 4, "routed units of the same types"),
    Field("token", 6, "whose Power token lies here, one-hot by relative seat"),
    Field("control", 6, "who controls the land area, one-hot by relative seat"),
    Field("garrison", 1, "strength of the Garrison"),
    Field("neutral", 1, "strength of the Neutral Force; 10: closed to everyone"),
    Field("order", 12, "Order token, one-hot by type; the last: face down"),
    Field("support", 3, "support declared: for the attacker, the defender, nobody"),
    Field("fight", 2, "embattled area; area the attackers came from"),
    Field("march", 2, "area of the march being declared; units it sends here"),
    Field("asked", 2, "support asked for here; strength granted against the Neutral Force"),
    Field("muster", 1, "mustering points left"),
    Field("question", 1, "1 for the area the open decision is about"),
)

HOUSE_FIELDS = (
    Field("in_play", 1, "1 for a seat of this game"),
    Field("house", 6, "house, one-hot"),
    Field("power", 1, "available Power"),
    Field("tokens", 1, "Power tokens on the board"),
    Field("supply", 1, "Supply level"),
    Field("castles", 1, "castle areas controlled"),
    Field("strongholds", 1, "Strongholds among them"),
    Field("pool", 4, "unused units by type"),
    Field("hand", 7, "House cards in hand by slot"),
    Field("discards", 7, "House cards on the discard pile by slot"),
    Field("positions", 18, "position on the three tracks, one-hot each"),
    Field("stars", 1, "special orders allowed"),
    Field("bid", 2, "1 once a bid is chosen; the bid where visible"),
    Field("placed", 11, "order tokens used this round by type, where visible"),
    Field("deciding", 1, "1 for the seat that has to decide"),
    Field("side", 2, "attacker; defender of the combat"),
    Field("played", 8, "House card chosen, one-hot by slot; the last: face down"),
    Field("barred", 7, "card sent back by Tyrion Lannister in this combat"),
    Field("tides", 7, "Tides card, one-hot by kind; the last: unseen"),
    Field("strength", 1, "strength in the combat as far as it is known"),
)

TEXT_FIELDS = (
    Field("throne", 1, "1 for the seat that took the Iron Throne token"),
    Field("card_loss", 1, "strength that a text costs the card played"),
    Field("icons", 2, "swords; fortifications gained by texts"),
    Field("unused", 3, "always 0"),
)
"""In place of Tides cards in a game whose options bring House cards: so all games have as many."""

TABLE_FIELDS = (
    Field("decision", NUM_DECISIONS, "the open decision, one-hot"),
    Field("arguments", 3, "what else the question says: units left, card, unit type, track..."),
    Field("players", 1, "number of players"),
    Field("round", 1, "round, 1 to 10"),
    Field("threat", 1, "Wildling threat"),
    Field("dominance", 2, "Blade used; Raven used"),
    Field("revealed", 45, "Westeros card of each deck this round, one-hot by kind"),
    Field("drawn", 45, "cards of each deck drawn since its last shuffle, counted by kind"),
    Field("banned", 11, "order types banned this round"),
    Field("orders_open", 1, "1 once the orders are revealed"),
    Field("auction", 1, "1 while bids are chosen or open"),
    Field("wildling_card", 9, "card of the attack being resolved, one-hot"),
    Field("wildling_attack", 2, "strength of the attack; 1 if the Night's Watch won"),
    Field("wildling_deck", 81, "cards of the Wildling deck the observer knows, one-hot by place"),
    Field("march_left", 4, "units of the march not yet sent, by type"),
    Field("blade_side", 2, "+1 by the Blade: attacker; defender"),
    Field("victor", 2, "winner of the combat: attacker; defender"),
)
"""Of every game; its options follow, see :func:`table_fields`."""


def house_fields(facts: Facts) -> tuple[Field, ...]:
    """The fields of a seat of a game."""
    names = f"house, one-hot: {', '.join(facts.houses)}"
    brings_cards = any(brought.attribute == "cards" for brought in facts.brought)
    fields: list[Field] = []
    for field in HOUSE_FIELDS:
        if field.name == "tides" and brings_cards:
            fields += TEXT_FIELDS
        else:
            fields.append(field._replace(meaning=names) if field.name == "house" else field)
    return tuple(fields)


def table_fields(facts: Facts) -> tuple[Field, ...]:
    """The fields of the table of a game."""
    count = len(facts.edition.options.specs)
    return (*TABLE_FIELDS, Field("options", count, "value of every option of the game"))


HISTORY_FIELDS = (
    Field("event", 1, "kind of public event, newest row first; 0 none"),
    Field("seat", 1, "relative seat + 1; 0 nobody"),
    Field("x", 1, "first detail, see Event"),
    Field("y", 1, "second detail"),
)


_AREA = offsets(AREA_FIELDS)
_HOUSE = offsets(HOUSE_FIELDS)
_TABLE = offsets(TABLE_FIELDS)

AREA_FEATURES = width(AREA_FIELDS)
HOUSE_FEATURES = width(HOUSE_FIELDS)
T_OPTIONS = width(TABLE_FIELDS)
"""Place in the table of a game at which its options begin."""

A_OWNER, A_UNITS, A_ROUTED = _AREA["owner"], _AREA["units"], _AREA["routed"]
A_TOKEN, A_CONTROL, A_GARRISON = _AREA["token"], _AREA["control"], _AREA["garrison"]
A_NEUTRAL, A_ORDER, A_SUPPORT = _AREA["neutral"], _AREA["order"], _AREA["support"]
A_FIGHT, A_MARCH, A_ASKED = _AREA["fight"], _AREA["march"], _AREA["asked"]
A_MUSTER, A_QUESTION = _AREA["muster"], _AREA["question"]

H_IN_PLAY, H_HOUSE, H_POWER = _HOUSE["in_play"], _HOUSE["house"], _HOUSE["power"]
H_TOKENS, H_SUPPLY, H_CASTLES = _HOUSE["tokens"], _HOUSE["supply"], _HOUSE["castles"]
H_STRONGHOLDS, H_POOL, H_HAND = _HOUSE["strongholds"], _HOUSE["pool"], _HOUSE["hand"]
H_DISCARDS, H_POSITIONS, H_STARS = _HOUSE["discards"], _HOUSE["positions"], _HOUSE["stars"]
H_BID, H_PLACED, H_DECIDING = _HOUSE["bid"], _HOUSE["placed"], _HOUSE["deciding"]
H_SIDE, H_PLAYED, H_BARRED = _HOUSE["side"], _HOUSE["played"], _HOUSE["barred"]
H_TIDES, H_STRENGTH = _HOUSE["tides"], _HOUSE["strength"]
H_THRONE, H_CARD_LOSS, H_ICONS = H_TIDES, H_TIDES + 1, H_TIDES + 2
"""Places of :data:`TEXT_FIELDS`; their numbers are 0 wherever there are Tides cards."""

T_DECISION, T_ARGUMENTS, T_PLAYERS = _TABLE["decision"], _TABLE["arguments"], _TABLE["players"]
T_ROUND, T_THREAT, T_DOMINANCE = _TABLE["round"], _TABLE["threat"], _TABLE["dominance"]
T_REVEALED, T_DRAWN, T_BANNED = _TABLE["revealed"], _TABLE["drawn"], _TABLE["banned"]
T_ORDERS_OPEN, T_AUCTION = _TABLE["orders_open"], _TABLE["auction"]
T_WILD_CARD, T_WILD_ATTACK = _TABLE["wildling_card"], _TABLE["wildling_attack"]
T_WILD_DECK, T_MARCH_LEFT = _TABLE["wildling_deck"], _TABLE["march_left"]
T_BLADE_SIDE, T_VICTOR = _TABLE["blade_side"], _TABLE["victor"]

NUM_WESTEROS_KINDS = WesterosCard.STORM_OF_SWORDS + 1
"""Kinds of cards that these observations have a place for."""
NUM_WILDLING_KINDS = len(WildlingCard)


RELATIVE = np.zeros(512, dtype=np.uint8)
"""Seats as seen from others, see :func:`relative`; a power of two of places, more than are used."""
for _n in range(1, MAX_PLAYERS + 1):
    for _p in range(_n):
        for _q in range(_n):
            RELATIVE[(_n * MAX_PLAYERS + _p) * (MAX_PLAYERS + 1) + 1 + _q] = (_q - _p) % _n


@kernel
def view_of(s, p):
    """Place in :data:`RELATIVE` of the seats of this game as seat ``p`` sees them."""
    return (s.num_players * MAX_PLAYERS + p) * (MAX_PLAYERS + 1) + 1


@kernel
def relative(view, q):
    """Seat ``q`` as seen from a seat: 0 oneself, then in seat order; NONE counts as oneself."""
    # The bits cut off are always 0: they tell the compiler that the index is never negative.
    return int(RELATIVE[(view + q) & (len(RELATIVE) - 1)])


@kernel
def shown_areas(s):
    """Areas that are not bare, as a mask: some index is not NONE (-1) or some number not 0."""
    rules = RULES[s.ruleset]
    shown = int(rules.home_mask)
    for a in range(rules.num_areas):
        indices = s.owner[a] & s.token[a] & s.order[a] & s.backing[a] & s.neutral_grant[a]
        numbers = s.garrison[a] | s.neutral[a] | s.muster_left[a]
        shown |= BIT[a] if (indices != NONE) | (numbers != 0) else 0
    return shown


@kernel
def has_passing(s):
    """True if there is anything on the board that :func:`observe_passing` writes."""
    passing = 0
    for a in range(RULES[s.ruleset].num_areas):
        passing |= ~(s.backing[a] & s.neutral_grant[a]) | s.muster_left[a]
        passing |= s.routed[a, 0] | s.routed[a, 1] | s.routed[a, 2] | s.routed[a, 3]
    return passing != 0


@kernel
def observe_passing(s, row):
    """Write what areas show only now and then: routed units, support, mustering points left."""
    left = shown_areas(s)
    while left != 0:
        a = lowest_bit(left)
        left &= left - 1
        at = a * AREA_FEATURES
        r0, r1, r2, r3 = s.routed[a, 0], s.routed[a, 1], s.routed[a, 2], s.routed[a, 3]
        row[at + A_ROUTED] = r0
        row[at + A_ROUTED + 1] = r1
        row[at + A_ROUTED + 2] = r2
        row[at + A_ROUTED + 3] = r3
        row[at + A_SUPPORT + max(int(s.backing[a]), 0)] = s.backing[a] != NONE
        row[at + A_ASKED] = s.neutral_grant[a] != NONE
        row[at + A_ASKED + 1] = max(int(s.neutral_grant[a]), 0)
        row[at + A_MUSTER] = s.muster_left[a]


@kernel
def observe_areas(s, view, knower, row):
    """Write the features of all areas that have any."""
    rules = RULES[s.ruleset]
    face_down = hides_orders(s, knower)
    left = shown_areas(s)
    while left != 0:
        a = lowest_bit(left)
        left &= left - 1
        at = a * AREA_FEATURES
        owner = int(s.owner[a])
        token = int(s.token[a])
        order = int(s.order[a])
        hidden = face_down & (order != NONE) & (s.order_seat[a] != knower)
        shown = HIDDEN_ORDER if hidden else max(order, 0)
        # An index that is NONE (-1) has only ones to the left: so one replaces another.
        holder = (token & ~(token >> 8)) | (int(s.home[a]) & (token >> 8))
        holder = (owner & ~(owner >> 8)) | (holder & (owner >> 8))
        controlled = (holder != NONE) & (rules.kind[a] == Terrain.LAND)
        # Read first, then written: so the compiler may move four numbers at once.
        u0, u1, u2, u3 = s.units[a, 0], s.units[a, 1], s.units[a, 2], s.units[a, 3]
        row[at + A_OWNER + relative(view, owner)] = owner != NONE
        row[at + A_UNITS] = u0
        row[at + A_UNITS + 1] = u1
        row[at + A_UNITS + 2] = u2
        row[at + A_UNITS + 3] = u3
        row[at + A_TOKEN + relative(view, token)] = token != NONE
        row[at + A_CONTROL + relative(view, holder)] = controlled
        row[at + A_GARRISON] = s.garrison[a]
        row[at + A_NEUTRAL] = CLOSED_AREA if s.neutral[a] == IMPASSABLE else s.neutral[a]
        row[at + A_ORDER + shown] = order != NONE
    if has_passing(s):
        observe_passing(s, row)


@kernel
def observe_spots(s, row):
    """Mark the areas of the combat, of the march being declared and of the open question."""
    if s.fight == 1:
        row[s.fight_area * AREA_FEATURES + A_FIGHT] = 1
        row[s.fight_from * AREA_FEATURES + A_FIGHT + 1] = 1
    if s.march_from != NONE:
        row[s.march_from * AREA_FEATURES + A_MARCH] = 1
        for i in range(min(s.march_count + 1, len(s.march_to))):
            if s.march_to[i] != NONE:
                n = 0
                for u in range(NUM_UNITS):
                    n += s.march_units[i, u]
                row[s.march_to[i] * AREA_FEATURES + A_MARCH + 1] = n
    if s.depth > 0 and asks_about_area(top(s)[PHASE]):
        row[top(s)[A] * AREA_FEATURES + A_QUESTION] = 1


@kernel
def observe_house(s, knower, q, row, at):
    """Write the features of one seat."""
    row[at + H_IN_PLAY] = 1
    row[at + H_HOUSE + RULES[s.ruleset].house[q]] = 1
    row[at + H_POWER] = s.power[q]
    row[at + H_TOKENS] = s.tokens_out[q]
    row[at + H_SUPPLY] = s.supply[q]
    u0, u1, u2, u3 = s.pool[q, 0], s.pool[q, 1], s.pool[q, 2], s.pool[q, 3]
    row[at + H_POOL] = u0
    row[at + H_POOL + 1] = u1
    row[at + H_POOL + 2] = u2
    row[at + H_POOL + 3] = u3
    hand = int(s.hand[q])
    discards = int(s.discards[q])
    for slot in range(HAND_SIZE):
        row[at + H_HAND + slot] = (hand >> slot) & 1
        row[at + H_DISCARDS + slot] = (discards >> slot) & 1
    bid = seen_bid(s, knower, q)
    row[at + H_BID] = bid != NONE
    row[at + H_BID + 1] = max(bid, 0)
    if q == knower or not hides_orders(s, knower):
        for t in range(NUM_ORDERS):
            row[at + H_PLACED + t] = s.placed[q, t]


@kernel
def observe_standings(s, view, row, houses_at):
    """Write castle areas, Strongholds and positions of all seats, and who decides."""
    rules = RULES[s.ruleset]
    castles = int(CASTLE_OF[0])
    strongholds = int(CASTLE_OF[0])
    for i in range(rules.num_castles):
        a = rules.castles[i]
        one = CASTLE_OF[controller(s, a) + 1]
        castles += one
        strongholds += one if rules.muster_points[a] == STRONGHOLD else 0
    for q in range(s.num_players):
        at = houses_at + relative(view, q) * HOUSE_FEATURES
        row[at + H_CASTLES] = castles_of(castles, q)
        row[at + H_STRONGHOLDS] = castles_of(strongholds, q)
    if s.depth > 0 and top(s)[PLAYER] != NONE:
        row[houses_at + relative(view, top(s)[PLAYER]) * HOUSE_FEATURES + H_DECIDING] = 1
    for i in range(s.num_players):
        for t in range(NUM_TRACKS):
            at = houses_at + relative(view, s.track[t, i]) * HOUSE_FEATURES
            row[at + H_POSITIONS + t * MAX_PLAYERS + i] = 1
        at = houses_at + relative(view, s.track[Track.KINGS_COURT, i]) * HOUSE_FEATURES
        row[at + H_STARS] = rules.stars[i]
    if s.throne != NONE:
        row[houses_at + relative(view, s.throne) * HOUSE_FEATURES + H_THRONE] = 1


@kernel
def observe_fighters(s, view, knower, row, houses_at):
    """Write what is known of the two sides of a combat."""
    for side in range(2):
        at = houses_at + relative(view, s.fighter[side]) * HOUSE_FEATURES
        row[at + H_SIDE + side] = 1
        card = seen_card(s, knower, side)
        if card != NONE:
            row[at + H_PLAYED + (card if card >= 0 else HAND_SIZE)] = 1
        if s.barred_card[side] != NONE:
            row[at + H_BARRED + s.barred_card[side]] = 1
        tides = seen_tides(s, knower, side)
        if tides != NONE:
            row[at + H_TIDES + (tides if tides >= 0 else NUM_TIDES_KINDS)] = 1
        row[at + H_CARD_LOSS] += s.card_loss[side]
        row[at + H_ICONS] += s.more_swords[side]
        row[at + H_ICONS + 1] += s.more_forts[side]
        row[at + H_STRENGTH] = total_strength(s, side, s.cards_open == 1, max(tides, NONE))


@kernel
def observe_table(s, p, row, at):
    """Write everything that belongs to no area and no seat."""
    if s.depth > 0:
        frame = top(s)
        place = RULES[s.ruleset].decision_place[frame[PHASE]]
        if place != NONE:
            row[at + T_DECISION + place] = 1
            if not asks_about_area(frame[PHASE]):
                row[at + T_ARGUMENTS] = frame[A]
            row[at + T_ARGUMENTS + 1] = frame[B]
            row[at + T_ARGUMENTS + 2] = min(int(frame[C]), 127)
    row[at + T_PLAYERS] = s.num_players
    row[at + T_ROUND] = s.round_no
    row[at + T_THREAT] = s.threat
    row[at + T_DOMINANCE] = s.blade_used
    row[at + T_DOMINANCE + 1] = s.raven_used
    places = RULES[s.ruleset].westeros_place
    for d in range(NUM_TRACKS):
        of_deck = at + d * NUM_WESTEROS_KINDS
        revealed = places[max(int(s.revealed[d]), 0)]
        row[of_deck + T_REVEALED + revealed] = s.revealed[d] != NONE
        for i in range(min(int(s.deck_pos[d]), DECK_SIZE)):
            row[of_deck + T_DRAWN + places[s.deck[d, i]]] += 1
    banned = int(s.banned)
    for t in range(NUM_ORDERS):
        row[at + T_BANNED + t] = (banned >> t) & 1
    row[at + T_ORDERS_OPEN] = s.orders_open
    row[at + T_AUCTION] = s.bidders != 0
    row[at + T_WILD_CARD + max(int(s.wild_card), 0)] = s.wild_card != NONE
    row[at + T_WILD_ATTACK] = s.wild_strength
    row[at + T_WILD_ATTACK + 1] = s.wild_won == 1
    for i in range(RULES[s.ruleset].num_wildlings):
        card = seen_wildling(s, p, i)
        if card >= 0:
            row[at + T_WILD_DECK + i * NUM_WILDLING_KINDS + card] = 1
    for u in range(NUM_UNITS):
        row[at + T_MARCH_LEFT + u] = s.march_left[u]
    row[at + T_BLADE_SIDE + max(int(s.blade_side), 0)] = s.blade_side != NONE
    row[at + T_VICTOR + max(int(s.victor), 0)] = s.victor != NONE
    rules = RULES[s.ruleset]
    for i in range(rules.num_options):
        row[at + T_OPTIONS + i] = s.options[rules.option_slot[i]]


@kernel
def observe_history(s, view, row, at):
    """Write the last public events, newest first: kind, relative seat + 1, x, y."""
    i = s.journal_no % JOURNAL_SIZE
    for _ in range(min(HISTORY_ROWS, s.journal_no)):
        i = i - 1 if i > 0 else JOURNAL_SIZE - 1
        kind, seat, x, y = s.journal[i, 0], s.journal[i, 1], s.journal[i, 2], s.journal[i, 3]
        row[at] = kind
        row[at + 1] = relative(view, seat) + (seat != NONE)
        row[at + 2] = min(int(x), 127)
        row[at + 3] = min(int(y), 127)
        at += 4


@linked
def observe_seat(s, p, knower, row):
    """Write a record as seat ``p`` sees it and ``knower``, a seat or EVERYBODY, knows it."""
    houses_at = RULES[s.ruleset].num_areas * AREA_FEATURES
    table_at = houses_at + MAX_PLAYERS * HOUSE_FEATURES
    view = view_of(s, p)
    row[:] = 0
    observe_areas(s, view, knower, row)
    observe_spots(s, row)
    for q in range(s.num_players):
        observe_house(s, knower, q, row, houses_at + relative(view, q) * HOUSE_FEATURES)
    observe_standings(s, view, row, houses_at)
    if s.fight == 1:
        observe_fighters(s, view, knower, row, houses_at)
    observe_table(s, p, row, table_at)
    history_at = table_at + T_OPTIONS + RULES[s.ruleset].num_options
    observe_history(s, view, row, history_at)
