"""Observations: a redacted record as numbers, seen from one seat.

One int8 vector per observer, in four blocks::

    areas   (areas, AREA_FEATURES)    houses  (6, HOUSE_FEATURES)
    table   (TABLE_FEATURES,)         history (HISTORY_ROWS, 4)

Seats are relative: 0 is the observer, 1 the next seat, and so on; the ``*_FIELDS``
tables name every field.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from got_env._agenda import PHASE, PLAYER, A, B, C, top
from got_env._jit import entry, kernel
from got_env.westeros.board import controller, has
from got_env.westeros.knowledge import hide_decks, redact
from got_env.westeros.options import NUM_OPTIONS
from got_env.westeros.phases.combat_strength import final_strength
from got_env.westeros.rules import RULES
from got_env.westeros.state import JOURNAL_SIZE, WILDLING_DECK_SIZE
from got_env.westeros.vocabulary import (
    FIRST_DECISION,
    HAND_SIZE,
    IMPASSABLE,
    MAX_PLAYERS,
    NONE,
    NUM_ORDERS,
    NUM_PHASES,
    NUM_TRACKS,
    NUM_UNITS,
    Kind,
    Phase,
    Track,
    WesterosCard,
    WildlingCard,
)

HISTORY_ROWS = 24
NUM_DECISIONS = NUM_PHASES - FIRST_DECISION
STRONGHOLD = 2
"""Mustering points that tell a Stronghold from a Castle."""

CLOSED_AREA = 10
"""What an observation shows for a Neutral Force that cannot be beaten."""


class Field(NamedTuple):
    """A run of numbers in a block of the observation."""

    name: str
    size: int
    meaning: str


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
    Field("house", 6, "house, one-hot: baratheon, greyjoy, lannister, martell, stark, tyrell"),
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

TABLE_FIELDS = (
    Field("decision", NUM_DECISIONS, "the open decision, one-hot by phase"),
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
    Field("options", NUM_OPTIONS, "value index of every option of the game"),
)


HISTORY_FIELDS = (
    Field("event", 1, "kind of public event, newest row first; 0 none"),
    Field("seat", 1, "relative seat + 1; 0 nobody"),
    Field("x", 1, "first detail, see Event"),
    Field("y", 1, "second detail"),
)


def _offsets(fields: tuple[Field, ...]) -> dict[str, int]:
    table, offset = {}, 0
    for field in fields:
        table[field.name] = offset
        offset += field.size
    return table


_AREA = _offsets(AREA_FIELDS)
_HOUSE = _offsets(HOUSE_FIELDS)
_TABLE = _offsets(TABLE_FIELDS)

AREA_FEATURES = sum(f.size for f in AREA_FIELDS)
HOUSE_FEATURES = sum(f.size for f in HOUSE_FIELDS)
TABLE_FEATURES = sum(f.size for f in TABLE_FIELDS)

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

T_DECISION, T_ARGUMENTS, T_PLAYERS = _TABLE["decision"], _TABLE["arguments"], _TABLE["players"]
T_ROUND, T_THREAT, T_DOMINANCE = _TABLE["round"], _TABLE["threat"], _TABLE["dominance"]
T_REVEALED, T_DRAWN, T_BANNED = _TABLE["revealed"], _TABLE["drawn"], _TABLE["banned"]
T_ORDERS_OPEN, T_AUCTION = _TABLE["orders_open"], _TABLE["auction"]
T_WILD_CARD, T_WILD_ATTACK = _TABLE["wildling_card"], _TABLE["wildling_attack"]
T_WILD_DECK, T_MARCH_LEFT = _TABLE["wildling_deck"], _TABLE["march_left"]
T_BLADE_SIDE, T_VICTOR, T_OPTIONS = _TABLE["blade_side"], _TABLE["victor"], _TABLE["options"]

NUM_WESTEROS_KINDS = len(WesterosCard)
NUM_WILDLING_KINDS = len(WildlingCard)


@kernel
def relative(s, p, q):
    """Seat ``q`` as seen from seat ``p``: 0 oneself, then in seat order."""
    return q - p if q >= p else q - p + s.num_players


@kernel
def is_bare(s, a):
    """Whether an area has nothing to observe: every index is NONE (-1), every number 0."""
    return (
        s.owner[a] & s.token[a] & s.order[a] & s.backing[a] & s.neutral_grant[a] == NONE
        and s.garrison[a] | s.neutral[a] | s.muster_left[a] == 0
    )


@kernel
def observe_areas(s, p, row):
    """Write the features of all areas, in one loop: calls and slices would cost more than it."""
    rules = RULES[s.ruleset]
    for a in range(rules.num_areas):
        at = a * AREA_FEATURES
        home = rules.home_seat[a]
        if is_bare(s, a):
            if home != NONE:
                row[at + A_CONTROL + relative(s, p, home)] = 1
            continue
        holder = s.token[a] if s.token[a] != NONE else home
        if s.owner[a] != NONE:
            holder = s.owner[a]
            row[at + A_OWNER + relative(s, p, s.owner[a])] = 1
            for u in range(NUM_UNITS):
                row[at + A_UNITS + u] = s.units[a, u]
                row[at + A_ROUTED + u] = s.routed[a, u]
        if holder != NONE and rules.kind[a] == Kind.LAND:
            row[at + A_CONTROL + relative(s, p, holder)] = 1
        if s.token[a] != NONE:
            row[at + A_TOKEN + relative(s, p, s.token[a])] = 1
        if s.order[a] != NONE:
            row[at + A_ORDER + s.order[a]] = 1
        row[at + A_GARRISON] = s.garrison[a]
        row[at + A_NEUTRAL] = CLOSED_AREA if s.neutral[a] == IMPASSABLE else s.neutral[a]
        row[at + A_MUSTER] = s.muster_left[a]
        if s.backing[a] != NONE:
            row[at + A_SUPPORT + s.backing[a]] = 1
        if s.neutral_grant[a] != NONE:
            row[at + A_ASKED] = 1
            row[at + A_ASKED + 1] = s.neutral_grant[a]


@kernel
def observe_spots(s, areas):
    """Mark the areas of the combat, of the march being declared and of the open question."""
    if s.fight == 1:
        areas[s.fight_area, A_FIGHT] = 1
        areas[s.fight_from, A_FIGHT + 1] = 1
    if s.march_from != NONE:
        areas[s.march_from, A_MARCH] = 1
        for i in range(min(s.march_count + 1, len(s.march_to))):
            if s.march_to[i] != NONE:
                n = 0
                for u in range(NUM_UNITS):
                    n += s.march_units[i, u]
                areas[s.march_to[i], A_MARCH + 1] = n
    if s.depth > 0 and asks_about_area(top(s)[PHASE]):
        areas[top(s)[A], A_QUESTION] = 1


@kernel
def asks_about_area(phase):
    """Whether the first argument of a decision is the area it is about."""
    return (
        phase == Phase.ORDER
        or phase == Phase.RECONCILE_UNIT
        or phase == Phase.MUSTER_UPGRADE
        or phase == Phase.MUSTER_STATUS
        or phase == Phase.MUSTER
        or phase == Phase.RAVEN_ORDER
        or phase == Phase.RAID_TARGET
        or phase == Phase.NEUTRAL_SUPPORT
        or phase == Phase.MARCH_COUNT
        or phase == Phase.MARCH_TOKEN
        or phase == Phase.PORT_CAPTURE
        or phase == Phase.CONSOLIDATE_CHOICE
        or phase == Phase.SUPPORT
        or phase == Phase.REFUSE_SUPPORT
    )


@kernel
def observe_house(s, p, q, out):
    """Write the features of one seat."""
    out[H_IN_PLAY] = 1
    out[H_HOUSE + RULES[s.ruleset].house[q]] = 1
    out[H_POWER] = s.power[q]
    out[H_TOKENS] = s.tokens_out[q]
    out[H_SUPPLY] = s.supply[q]
    for u in range(NUM_UNITS):
        out[H_POOL + u] = s.pool[q, u]
    for slot in range(HAND_SIZE):
        out[H_HAND + slot] = has(s.hand[q], slot)
        out[H_DISCARDS + slot] = has(s.discards[q], slot)
    if s.bid[q] != NONE:
        out[H_BID] = 1
        out[H_BID + 1] = max(int(s.bid[q]), 0)
    for t in range(NUM_ORDERS):
        out[H_PLACED + t] = s.placed[q, t]
    out[H_DECIDING] = s.depth > 0 and top(s)[PLAYER] == q


@kernel
def observe_standings(s, p, houses):
    """Write castle areas, Strongholds and positions of all seats."""
    rules = RULES[s.ruleset]
    for i in range(rules.num_castles):
        a = rules.castles[i]
        holder = controller(s, a)
        if holder != NONE:
            out = houses[relative(s, p, holder)]
            out[H_CASTLES] += 1
            out[H_STRONGHOLDS] += rules.muster_points[a] == STRONGHOLD
    for i in range(s.num_players):
        for t in range(NUM_TRACKS):
            houses[relative(s, p, s.track[t, i]), H_POSITIONS + t * MAX_PLAYERS + i] = 1
        houses[relative(s, p, s.track[Track.KINGS_COURT, i]), H_STARS] = rules.stars[i]


@kernel
def observe_fighters(s, p, houses):
    """Write what is known of the two sides of a combat."""
    for side in range(2):
        out = houses[relative(s, p, s.fighter[side])]
        out[H_SIDE + side] = 1
        if s.card[side] >= 0:
            out[H_PLAYED + s.card[side]] = 1
        elif s.card[side] != NONE:
            out[H_PLAYED + HAND_SIZE] = 1
        if s.barred_card[side] != NONE:
            out[H_BARRED + s.barred_card[side]] = 1
        if s.tides[side] >= 0:
            out[H_TIDES + s.tides[side]] = 1
        elif s.tides[side] != NONE:
            out[H_TIDES + 6] = 1
            s.tides[side] = NONE
        if s.cards_open == 0:
            s.card[side] = NONE
        out[H_STRENGTH] = final_strength(s, side)


@kernel
def observe_table(s, p, out):
    """Write everything that belongs to no area and no seat."""
    if s.depth > 0:
        frame = top(s)
        if frame[PHASE] >= FIRST_DECISION:
            out[T_DECISION + frame[PHASE] - FIRST_DECISION] = 1
            if not asks_about_area(frame[PHASE]):
                out[T_ARGUMENTS] = frame[A]
            out[T_ARGUMENTS + 1] = frame[B]
            out[T_ARGUMENTS + 2] = min(int(frame[C]), 127)
    out[T_PLAYERS] = s.num_players
    out[T_ROUND] = s.round_no
    out[T_THREAT] = s.threat
    out[T_DOMINANCE] = s.blade_used
    out[T_DOMINANCE + 1] = s.raven_used
    for d in range(NUM_TRACKS):
        if s.revealed[d] != NONE:
            out[T_REVEALED + d * NUM_WESTEROS_KINDS + s.revealed[d]] = 1
        for i in range(s.deck_pos[d]):
            out[T_DRAWN + d * NUM_WESTEROS_KINDS + s.deck[d, i]] += 1
    for t in range(NUM_ORDERS):
        out[T_BANNED + t] = has(s.banned, t)
    out[T_ORDERS_OPEN] = s.orders_open
    out[T_AUCTION] = s.bidders != 0
    if s.wild_card != NONE:
        out[T_WILD_CARD + s.wild_card] = 1
    out[T_WILD_ATTACK] = s.wild_strength
    out[T_WILD_ATTACK + 1] = s.wild_won == 1
    for i in range(WILDLING_DECK_SIZE):
        if s.wild_deck[i] >= 0:
            out[T_WILD_DECK + i * NUM_WILDLING_KINDS + s.wild_deck[i]] = 1
    for u in range(NUM_UNITS):
        out[T_MARCH_LEFT + u] = s.march_left[u]
    if s.blade_side != NONE:
        out[T_BLADE_SIDE + s.blade_side] = 1
    if s.victor != NONE:
        out[T_VICTOR + s.victor] = 1
    for i in range(NUM_OPTIONS):
        out[T_OPTIONS + i] = s.options[i]


@kernel
def observe_history(s, p, out):
    """Write the last public events, newest first: kind, relative seat + 1, x, y."""
    at = s.journal_no % JOURNAL_SIZE
    for i in range(min(HISTORY_ROWS, s.journal_no)):
        at = JOURNAL_SIZE - 1 if at == 0 else at - 1
        row = s.journal[at]
        out[i, 0] = row[0]
        out[i, 1] = 0 if row[1] == NONE else 1 + relative(s, p, row[1])
        out[i, 2] = min(int(row[2]), 127)
        out[i, 3] = min(int(row[3]), 127)


@kernel
def write_observation(s, p, row):
    """Write a redacted record as seen from seat ``p`` into ``row``; the record is used up."""
    n = np.int64(RULES[s.ruleset].num_areas)
    houses_at = n * AREA_FEATURES
    table_at = houses_at + MAX_PLAYERS * HOUSE_FEATURES
    history_at = table_at + TABLE_FEATURES
    row[:] = 0
    areas = row[:houses_at].reshape((n, AREA_FEATURES))
    houses = row[houses_at:table_at].reshape((MAX_PLAYERS, HOUSE_FEATURES))
    observe_areas(s, p, row)
    observe_spots(s, areas)
    for q in range(s.num_players):
        observe_house(s, p, q, houses[relative(s, p, q)])
    observe_standings(s, p, houses)
    if s.fight == 1:
        observe_fighters(s, p, houses)
    observe_table(s, p, row[table_at:history_at])
    observe_history(s, p, row[history_at:].reshape((HISTORY_ROWS, 4)))


@kernel
def observe_row(state, p, scratch, row):
    """Write what seat ``p`` may know of a record; ``scratch (1,) STATE`` is overwritten."""
    scratch[0] = state
    redact(scratch[0], p)
    write_observation(scratch[0], p, row)


@entry
def observe(states, players, scratch, out):
    """Write the observation of seat ``players[i]`` of every record.

    Args:
        states: ``(B,) STATE``.
        players: ``(B,)`` observing seats; NONE observes as seat 0.
        scratch: ``(1,) STATE``, overwritten: the redacted copy.
        out: ``(B, observation_size) int8``.
    """
    for i in range(len(states)):
        observe_row(states[i], max(int(players[i]), 0), scratch, out[i])


@entry
def observe_all(states, scratch, out):
    """Write every record from seat 0 with nothing hidden but the decks, for central critics.

    Args:
        states: ``(B,) STATE``.
        scratch: ``(1,) STATE``, overwritten.
        out: ``(B, observation_size) int8``.
    """
    for i in range(len(states)):
        scratch[0] = states[i]
        hide_decks(scratch[0], 0)
        write_observation(scratch[0], 0, out[i])
