"""Observations: a record as numbers, as one seat knows it.

One int8 vector per observer, in six blocks::

    cards    (69, CARD_FEATURES)      allies    (50, ALLY_FEATURES)
    leaders  (6, LEADER_FEATURES)     councils  (6, COUNCIL_FEATURES)
    table    (TABLE_FEATURES,)        history   (HISTORY_ROWS, 4)

Seats are relative: 0 is the observer, 1 the left neighbour, and so on clockwise. Councils are
relative too, in the order of the council actions: 0 is the own left one, 1 the own right one, then
the others clockwise. What may be hidden is asked of :mod:`got_env.btwixt.views.knowledge`.
"""

from __future__ import annotations

import numpy as np

from got_env.btwixt.phases.scoring import allies_power
from got_env.btwixt.phases.seasons import drafts, passes_left
from got_env.btwixt.pieces.cards import count_bits, has
from got_env.btwixt.pieces.influence import changed_total, plain_total, totals_change
from got_env.btwixt.pieces.tokens import tokens_at
from got_env.btwixt.rules.frames import LEFT, PHASE, PLAYER, ROW, SOURCE, YOU, get
from got_env.btwixt.rules.journal import RING
from got_env.btwixt.rules.table import RULES
from got_env.btwixt.rules.vocabulary import (
    ALLY_SOURCE,
    CARD_WORDS,
    FIRST_DECISION,
    MAX_PLAYERS,
    NONE,
    NUM_ALLIES,
    NUM_DECISIONS,
    NUM_KINDS,
    NUM_LEADERS,
    ON_ALLY,
    Col,
    Event,
    Operation,
    Phase,
    Season,
    Step,
)
from got_env.btwixt.views.knowledge import (
    HIDDEN,
    looks_at_allies,
    passed_copies,
    seen_deck_ally,
    seen_gone,
    seen_hand,
    seen_picks,
    sees_token,
)
from got_env.core.jit import kernel, linked, lowest_bit
from got_env.core.observation_fields import Field, offsets, width
from got_env.core.protocol import EVERYBODY

HISTORY_ROWS = 16
NUM_OPERATIONS = len(Operation)
NUM_SEASONS = len(Season)
VARIANTS = 5
"""Options that an observation shows: the variants."""


CARD_FIELDS = (
    Field("own", 1, "copies in the own hand, or in the own pack of a draft"),
    Field("picked", 1, "copies the observer has set aside in the draft"),
    Field("known", 5, "copies known to be in the hands of the others, by relative seat 1 to 5"),
    Field("pile", 6, "copies in bid piles, by relative seat"),
    Field("cancelled", 1, "copies in piles whose ability is cancelled"),
    Field("discards", 1, "copies on the discard pile"),
    Field("gone", 1, "1 for a card known to be removed from the game"),
    Field("in_game", 1, "1 for an event card known to be in the game"),
    Field("passed", 1, "copies seen in the draft of the season that are somewhere else now"),
    Field("question", 1, "1 for the card that the open question comes from"),
)
ALLY_FIELDS = (
    Field("current", 1, "1 for the current ally until it is placed"),
    Field("council", 6, "council it lies in, one-hot by relative council"),
    Field("dead", 1, "1 in the dead pile"),
    Field("row", 1, "place in the ally row, 1 is the leftmost"),
    Field("deck", 1, "place in the ally deck where it is known, 1 is the top"),
    Field("peek", 1, "1 while the observer looks at it; 2 if it has its place in the order"),
    Field("protected", 2, "protected against being killed; against being moved"),
    Field("acting", 1, "1 while its ability for the round is in force"),
    Field("question", 1, "1 for the ally that the open question comes from or is about"),
)
LEADER_FIELDS = (
    Field("in_play", 1, "1 for a seat of this game"),
    Field("leader", 9, "leader card, one-hot"),
    Field("hand", 1, "cards in hand, or in the pack of a draft"),
    Field("picked", 1, "cards set aside in the draft"),
    Field("pile", 1, "cards in the bid pile"),
    Field("total", 1, "influence of the bid pile as it stands, at most 127"),
    Field("added", 1, "part of it that is no card's"),
    Field("kneeling", 1, "1 for a leader who kneels"),
    Field("must_play", 2, "may not kneel on the next turn; must play before kneeling"),
    Field("limit", 1, "most cards in the pile by a rule for this leader; 0 without"),
    Field("played", 1, "cards played this round"),
    Field("whites", 2, "white cards beside the leader; 1 while that of the season lies in a hand"),
    Field("first", 2, "first player; leader who takes the token next by an ability"),
    Field("bid", 2, "winner of the bid; second"),
    Field("deciding", 1, "1 for the leader who has to decide"),
    Field("you", 1, "1 for the leader to whom the open ability speaks"),
)
COUNCIL_FIELDS = (
    Field("in_play", 1, "1 for a council of this game"),
    Field("allies", 1, "allies in it"),
    Field("power", 1, "their power with scoring abilities as it stands"),
    Field("tokens", 1, "power tokens in it"),
    Field("numbers", 3, "tokens known to show 1, 2 and 3"),
    Field("claimed", 1, "1 for the council in which the current ally was placed"),
)
TABLE_FIELDS = (
    Field("decision", NUM_DECISIONS, "the open decision, one-hot"),
    Field("operation", len(Operation), "what the ability does that asks, one-hot"),
    Field("amount", 1, "how often it still does so"),
    Field("players", 1, "number of players"),
    Field("season", 3, "season, one-hot"),
    Field("round", 1, "round, counted from the start"),
    Field("rounds_left", 1, "rounds of the season after this one"),
    Field("deck", 1, "cards in the influence deck"),
    Field("discards", 1, "cards on the discard pile"),
    Field("ally_deck", 1, "cards in the ally deck"),
    Field("row", 1, "allies in the row"),
    Field("supply", 1, "power tokens in the supply"),
    Field("ally_tokens", 1, "power tokens on the current ally"),
    Field("draft", 3, "1 in a draft; picks so far; 1 if packs go to the left"),
    Field("variants", VARIANTS, "advanced, draft, clash_draft, revealed, short"),
)
HISTORY_FIELDS = (
    Field("kind", 1, "kind of event, 0 for none; the latest event comes first"),
    Field("seat", 1, "relative seat, -1 for nobody"),
    Field("x", 1, "card, ally, council or number of the event; seats and councils are relative"),
    Field("y", 1, "second detail"),
)


CARD_FEATURES = width(CARD_FIELDS)
ALLY_FEATURES = width(ALLY_FIELDS)
LEADER_FEATURES = width(LEADER_FIELDS)
COUNCIL_FEATURES = width(COUNCIL_FIELDS)
TABLE_FEATURES = width(TABLE_FIELDS)

_ALLIES = NUM_KINDS * CARD_FEATURES
_LEADERS = _ALLIES + NUM_ALLIES * ALLY_FEATURES
_COUNCILS = _LEADERS + MAX_PLAYERS * LEADER_FEATURES
_TABLE = _COUNCILS + MAX_PLAYERS * COUNCIL_FEATURES
_HISTORY = _TABLE + TABLE_FEATURES
OBSERVATION_SIZE = _HISTORY + HISTORY_ROWS * 4

_C, _A, _L, _T = (
    offsets(fields) for fields in (CARD_FIELDS, ALLY_FIELDS, LEADER_FIELDS, TABLE_FIELDS)
)
_OWN, _PICKED, _KNOWN, _PILE = _C["own"], _C["picked"], _C["known"], _C["pile"]
_CANCELLED, _DISCARDS, _GONE = _C["cancelled"], _C["discards"], _C["gone"]
_IN_GAME, _PASSED, _CARD_ASKS = _C["in_game"], _C["passed"], _C["question"]
_CURRENT, _COUNCIL, _DEAD, _ROW = _A["current"], _A["council"], _A["dead"], _A["row"]
_DECK, _PEEK, _PROTECTED = _A["deck"], _A["peek"], _A["protected"]
_ACTING, _ALLY_ASKS = _A["acting"], _A["question"]

SEAT, COUNCIL = 1, 2


def _details() -> np.ndarray[tuple[int, int], np.dtype[np.int8]]:
    """Kinds of the details x and y of every event: SEAT, COUNCIL, or 0 for a number."""
    table = np.zeros((len(Event), 2), dtype=np.int8)
    for event in (Event.TAKE_UNSEEN, Event.LOOK):
        table[event, 0] = SEAT
    for event in (Event.TAKE_SEEN, Event.PILE):
        table[event, 1] = SEAT
    for event in (Event.TOKEN, Event.TOKEN_MOVED, Event.LOOK_TOKENS):
        table[event, 0] = COUNCIL
    for event in (Event.CLAIM, Event.ENTER, Event.ALLY_MOVED, Event.TOKEN_MOVED):
        table[event, 1] = COUNCIL
    return table


DETAILS = _details()


def _views() -> np.ndarray[tuple[int, int, int, int], np.dtype[np.int8]]:
    """Numbers as a seat counts them: by players, seat, what the number is, and its low byte."""
    numbers = np.arange(256).astype(np.uint8).view(np.int8)
    views = np.zeros((MAX_PLAYERS + 1, MAX_PLAYERS, 3, 256), dtype=np.int8)
    views[:] = numbers
    for players in range(2, MAX_PLAYERS + 1):
        for p in range(players):
            seats, councils = views[players, p, SEAT], views[players, p, COUNCIL]
            seats[numbers < 0] = NONE
            for q in range(players):
                seats[q] = (q - p) % players
                councils[q] = (q - p) % players + 1
            councils[p], councils[(p - 1) % players] = 0, 1
    return views


VIEWS = _views()
"""Values of :data:`SEAT` and :data:`COUNCIL` details, and of plain numbers (0), for each seat."""

_NOT_OF_EFFECTS = (Phase.LEADER_CARD, Phase.DRAFT, Phase.TURN, Phase.ABILITY)

OF_EFFECT = np.array(
    [phase >= FIRST_DECISION and phase not in _NOT_OF_EFFECTS for phase in Phase], dtype=np.bool_
)
"""True for questions asked by effects, by the number of the phase."""


@kernel
def small(number):
    """A number as an int8."""
    return max(-127, min(127, int(number)))


@kernel
def natural(number):
    """A number from 0 to 255, which the compiler then knows: no index counts from the end."""
    return int(number) & 255


@kernel
def count_kinds(s, cards, w, row, at):
    """Add the cards of one word of a set to a column of the block of cards."""
    if cards == 0:
        return
    kind = RULES[s.ruleset].kind
    while cards != 0:
        row[natural(kind[64 * w + int(lowest_bit(cards))]) * CARD_FEATURES + at] += 1
        cards &= cards - 1


@kernel
def write_cards(s, p, knower, view, row):
    """The block of cards."""
    for w in range(CARD_WORDS):
        count_kinds(s, s.hand[p, w], w, row, _OWN)
        count_kinds(s, s.picked[p, w], w, row, _PICKED)
        count_kinds(s, s.discards[w], w, row, _DISCARDS)
        count_kinds(s, seen_gone(s, knower, w), w, row, _GONE)
        count_kinds(s, s.cancelled[w], w, row, _CANCELLED)
        for q in range(s.num_players):
            r = natural(view[SEAT, q])
            count_kinds(s, s.pile[q, w], w, row, _PILE + r)
            if q != p:
                known = seen_hand(s, knower, q, w) | seen_picks(s, knower, q, w)
                count_kinds(s, known, w, row, _KNOWN + r - 1)
    if s.aside[1] != RULES[s.ruleset].events[1]:
        count_kinds(s, s.met[p], 1, row, _IN_GAME)
    if drafts(s):
        for kind in range(NUM_KINDS):
            row[kind * CARD_FEATURES + _PASSED] = passed_copies(s, p, kind)
    if s.flight != NONE:
        row[int(RULES[s.ruleset].kind[s.flight]) * CARD_FEATURES + _CARD_ASKS] = 1


@kernel
def mark_allies(allies, row, at):
    """Write 1 for each ally of a set into a column of the block of allies."""
    while allies != 0:
        row[_ALLIES + int(lowest_bit(allies)) * ALLY_FEATURES + at] = 1
        allies &= allies - 1


@kernel
def knows_allies(s, knower):
    """True if somebody knows any ally of the deck; looks at every place without a branch."""
    found = 0
    for i in range(NUM_ALLIES):
        found |= int(s.ally_known[i])
    return found != 0 and (knower == EVERYBODY or has(found, knower))


@kernel
def write_allies(s, knower, view, row):
    """The block of allies."""
    if s.current != NONE and s.claimed == NONE:
        row[_ALLIES + s.current * ALLY_FEATURES + _CURRENT] = 1
    for c in range(s.num_players):
        mark_allies(s.council[c], row, _COUNCIL + natural(view[COUNCIL, c]))
    mark_allies(s.dead, row, _DEAD)
    mark_allies(s.no_kill, row, _PROTECTED)
    mark_allies(s.no_move, row, _PROTECTED + 1)
    mark_allies(s.acting, row, _ACTING)
    for i in range(s.row_n):
        row[_ALLIES + natural(s.row[i]) * ALLY_FEATURES + _ROW] = i + 1
    if knows_allies(s, knower):
        for i in range(s.ally_deck_n):
            ally = seen_deck_ally(s, knower, i)
            if ally != HIDDEN:
                row[_ALLIES + ally * ALLY_FEATURES + _DECK] = s.ally_deck_n - i
    if s.peek_n > 0 and looks_at_allies(s, knower):
        for i in range(s.peek_n):
            row[_ALLIES + int(s.peek[i]) * ALLY_FEATURES + _PEEK] = 2 if i < s.peek_at else 1


@kernel
def write_leaders(s, view, row):
    """The block of leaders."""
    change = totals_change(s)
    for q in range(s.num_players):
        at = _LEADERS + natural(view[SEAT, q]) * LEADER_FEATURES
        row[at] = 1
        if s.leader[q] != NONE:
            row[at + 1 + natural(s.leader[q])] = 1
        at += 1 + NUM_LEADERS
        row[at] = s.hand_n[q]
        row[at + 1] = s.picked_n[q]
        row[at + 2] = s.pile_n[q]
        if s.pile_n[q] > 0 or s.total_add[q] != 0:
            row[at + 3] = small(changed_total(s, q) if change else plain_total(s, q))
        row[at + 4] = small(s.total_add[q])
        row[at + 5] = has(s.kneeling, q)
        row[at + 6] = has(s.must, q)
        row[at + 7] = has(s.oath, q)
        row[at + 8] = s.limit[q] + 1 if s.limit[q] != NONE else 0
        row[at + 9] = s.played[q]
        row[at + 10] = s.own_n[q]
        row[at + 11] = has(s.whites_out, q)
        row[at + 12] = s.first == q
        row[at + 13] = s.next_first == q
        row[at + 14] = s.bid_winner == q
        row[at + 15] = s.bid_second == q
        if s.depth > 0:
            row[at + 16] = get(s, PLAYER) == q
            row[at + 17] = get(s, YOU) == q


@kernel
def write_councils(s, knower, view, row):
    """The block of councils."""
    for c in range(s.num_players):
        at = _COUNCILS + natural(view[COUNCIL, c]) * COUNCIL_FEATURES
        row[at] = 1
        if s.council[c] != 0:
            row[at + 1] = count_bits(s.council[c])
            row[at + 2] = small(allies_power(s, c))
        row[at + 7] = s.claimed == c
    for i in range(s.token_n):
        if s.token_at[i] != ON_ALLY:
            c = natural(view[COUNCIL, natural(s.token_at[i])])
            at = _COUNCILS + c * COUNCIL_FEATURES
            row[at + 3] += 1
            if sees_token(s, knower, i):
                row[at + 3 + natural(s.token[i])] += 1


@kernel
def write_table(s, row):
    """The block of the table."""
    at = _TABLE
    if s.depth > 0:
        row[at + get(s, PHASE) - FIRST_DECISION] = 1
    at += NUM_DECISIONS
    if s.depth > 0 and get(s, ROW) >= 0 and OF_EFFECT[get(s, PHASE)]:
        row[at + RULES[s.ruleset].effect[get(s, ROW), Col.OPERATION]] = 1
        row[at + NUM_OPERATIONS] = small(get(s, LEFT))
    at += NUM_OPERATIONS + 1
    row[at] = s.num_players
    row[at + 1 + s.season] = 1
    at += 1 + NUM_SEASONS
    row[at] = s.round_no
    row[at + 1] = s.rounds_left
    row[at + 2] = s.deck_n
    row[at + 3] = s.discards_n
    row[at + 4] = s.ally_deck_n
    row[at + 5] = s.row_n
    row[at + 6] = s.supply[0] + s.supply[1] + s.supply[2] + s.supply[3]
    at += 7
    row[at] = tokens_at(s, ON_ALLY)
    if s.step == Step.DRAFT:
        row[at + 1] = 1
        row[at + 2] = s.pick_no
        row[at + 3] = passes_left(s)
    for k in range(VARIANTS):
        row[at + 4 + k] = s.options[k]


@kernel
def write_question(s, row):
    """Mark the card or ally that the open question comes from."""
    if s.depth == 0 or not OF_EFFECT[get(s, PHASE)]:
        return
    source = get(s, SOURCE)
    if source >= ALLY_SOURCE:
        row[_ALLIES + (source - ALLY_SOURCE) * ALLY_FEATURES + _ALLY_ASKS] = 1
    elif source >= 0 and get(s, ROW) >= 0:
        row[int(RULES[s.ruleset].kind[source]) * CARD_FEATURES + _CARD_ASKS] = 1


@kernel
def write_history(s, view, row):
    """The block of history, the latest event first."""
    last = int(s.journal_no) - 1
    for i in range(min(last + 1, HISTORY_ROWS)):
        event = s.journal[(last - i) & RING]
        at = _HISTORY + 4 * i
        kind = natural(event[0])
        row[at] = kind
        row[at + 1] = view[SEAT, natural(event[1])]
        row[at + 2] = view[natural(DETAILS[kind, 0]), natural(event[2])]
        row[at + 3] = view[natural(DETAILS[kind, 1]), natural(event[3])]


@linked
def observe_seat(s, p, knower, row):
    """Write the record as seat ``p`` sees it and ``knower`` knows it: ``row (size,) int8``."""
    view = VIEWS[s.num_players, p]
    row[:] = 0
    write_cards(s, p, knower, view, row)
    write_allies(s, knower, view, row)
    write_leaders(s, view, row)
    write_councils(s, knower, view, row)
    write_table(s, row)
    write_question(s, row)
    write_history(s, view, row)
