"""Observations of a game with claim: a record as numbers, as one seat knows it.

One int8 vector per observer, in six blocks, without ``alliances`` where there are none::

    areas    (areas, AREA_FEATURES)    houses     (6, HOUSE_FEATURES)
    leaders  (15, LEADER_FEATURES)     alliances  (24, ALLIANCE_FEATURES)
    table    (TABLE_FEATURES,)         history    (HISTORY_ROWS, 4)

Areas, houses and history are those of the other board games. What may be hidden is asked of
``knowledge.py``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from got_env.core.agenda import PHASE, A, B, C, top
from got_env.core.jit import kernel, linked
from got_env.core.observation_fields import Field, offsets, width
from got_env.westeros.claim.battle_strength import battle_strength
from got_env.westeros.claim.scoring import claim_of
from got_env.westeros.rules.board import has
from got_env.westeros.rules.decision_tables import asks_about_area
from got_env.westeros.rules.state import DECK_SIZE, WILDLING_DECK_SIZE
from got_env.westeros.rules.table import RULES
from got_env.westeros.rules.vocabulary import (
    ALLIANCE_DECK_SIZE,
    CLAIM_SPACES,
    HAND_SIZE,
    MAX_AREAS,
    MAX_LEADERS,
    MAX_PLAYERS,
    NONE,
    NUM_ALLIANCE_DECKS,
    NUM_ORDERS,
    NUM_TACTICS,
    NUM_TRACKS,
    NUM_UNITS,
    Phase,
    WesterosCard,
)
from got_env.westeros.views import observation as shared
from got_env.westeros.views.claim_knowledge import seen_ally, seen_tactic, sees_offer
from got_env.westeros.views.knowledge import seen_card, seen_wildling
from got_env.westeros.views.observation import (
    AREA_FEATURES,
    H_SIDE,
    HOUSE_FEATURES,
    NUM_WILDLING_KINDS,
    relative,
    view_of,
)

if TYPE_CHECKING:  # Facts are no part of machine code, and rows of all rules stand behind them.
    from got_env.westeros.facts.facts import Facts


NUM_DECISIONS = 72
AREA_PLACES = 40
"""Places for decisions, and areas that a Leader can be shown in, on the Storm of Swords board; the
columns ``decision_places`` and ``area_places`` of RULES have those of each game."""
NUM_KINDS = len(WesterosCard)
WEATHER_PLACES = 8

_UNITS = "footmen, knights, allied footmen, allied knights"
_MEANINGS = {
    "units": f"standing {_UNITS}",
}
AREA_FIELDS = tuple(
    f._replace(meaning=_MEANINGS.get(f.name, f.meaning)) for f in shared.AREA_FIELDS
)


def house_fields(facts: Facts) -> tuple[Field, ...]:
    """The fields of a seat of a game."""
    meanings = {
        "tokens": "Power tokens on the board and on the claim track",
        "castles": "Cities and Strongholds controlled",
        "pool": f"unused {_UNITS}",
    }
    return tuple(
        f._replace(meaning=meanings.get(f.name, f.meaning)) for f in shared.house_fields(facts)
    )


LEADER_FIELDS = (
    Field("seat", 6, "whose Leader it is, one-hot by relative seat; none: nobody's, or executed"),
    Field("cell", 6, "in whose cell it sits, one-hot by relative seat"),
    Field("area", AREA_PLACES, "where it stands, one-hot"),
    Field("down", 1, "1 face down"),
    Field("order", 1, "1 if the order of its area may activate it"),
    Field("attacks", 1, "1 if it is in the attack of the battle"),
    Field("march", 2, "still to be sent by the march being declared; sent already"),
    Field("offer", 2, "asked for; offered in the negotiation, where visible"),
    Field("question", 1, "1 for the Leader that the open decision is about"),
)

ALLIANCE_FIELDS = (
    Field("holder", 6, "who holds the card, one-hot by relative seat"),
    Field("used", 1, "1 when its use of the round is spent"),
    Field("place", ALLIANCE_DECK_SIZE, "place in its deck where it is known, one-hot from the top"),
    Field("question", 1, "1 for the card that the open decision is about"),
)

TABLE_FIELDS = (
    Field("decision", NUM_DECISIONS, "the open decision, one-hot"),
    Field("arguments", 3, "what else the question says: units left, card, unit type, track..."),
    Field("players", 1, "number of players"),
    Field("round", 1, "round, 1 to 10"),
    Field("dominance", 2, "Blade used; Raven used"),
    Field("throne", 6, "who took the Iron Throne token, one-hot by relative seat"),
    Field("revealed", NUM_TRACKS * NUM_KINDS, "Westeros card of each deck this round, one-hot"),
    Field("drawn", NUM_TRACKS * NUM_KINDS, "cards of each deck drawn, counted by kind"),
    Field("banned", NUM_ORDERS, "order types banned this round"),
    Field("orders_open", 1, "1 once the orders are revealed"),
    Field("auction", 1, "1 while bids are chosen or open"),
    Field("weather", WEATHER_PLACES, "space of the weather marker, one-hot"),
    Field("stormy", 1, "1 when fords are closed"),
    Field("claim", MAX_PLAYERS, "claim by relative seat"),
    Field("claim_track", CLAIM_SPACES * MAX_PLAYERS, "token on each space, highest first, one-hot"),
    Field("tactics_left", MAX_PLAYERS * NUM_TACTICS, "Tactics cards in the game by relative seat"),
    Field("tactic", MAX_PLAYERS * (NUM_TACTICS + 1), "card picked, one-hot; the last: face down"),
    Field("second_tactic", MAX_PLAYERS * NUM_TACTICS, "card added by Careful Planning, one-hot"),
    Field("tactics_open", 1, "1 once the Tactics cards are revealed"),
    Field("barred", MAX_PLAYERS, "1 for seats that may not pick a Tactics card next"),
    Field("forge_barred", 1, "1 when nobody may pick Forge Alliances"),
    Field("decks", NUM_ALLIANCE_DECKS, "cards in each Alliance deck"),
    Field("permanent", NUM_ALLIANCE_DECKS * MAX_PLAYERS, "permanent ally of each deck, one-hot"),
    Field("minus", AREA_PLACES, "1 where the Support order is a Support -1"),
    Field("march_left", NUM_UNITS, "units of the march not yet sent, by type"),
    Field("march_kind", 4, "order, Leader's own march, double march, immediate move"),
    Field("blade_side", 2, "+1 by the Blade: attacker; defender"),
    Field("victor", 2, "winner of the combat: attacker; defender"),
    Field("bonus", 2, "strength by Military Support: attacker; defender"),
    Field("icons", 4, "swords and fortifications gained by texts: attacker, defender each"),
    Field("offer", MAX_PLAYERS + 1, "who is made an offer, one-hot by relative seat; its Power"),
)
"""Of every game with claim; its options follow, after what a board with Wildlings has more."""

WILDLING_FIELDS = (
    Field("threat", 1, "Wildling threat"),
    Field("wildling_card", NUM_WILDLING_KINDS, "card of the attack being resolved, one-hot"),
    Field("wildling_attack", 2, "strength of the attack; 1 if the Night's Watch won"),
    Field(
        "wildling_deck",
        WILDLING_DECK_SIZE * NUM_WILDLING_KINDS,
        "cards of the Wildling deck the observer knows, one-hot by place",
    ),
    Field("allies", MAX_PLAYERS * 3, "side helped by Support Allies: attacker, defender, nobody"),
)
"""Of the original board."""

_ELSEWHERE = ("weather", "stormy", "claim_track", "forge_barred", "decks", "permanent")
"""Fields of things that only the Storm of Swords board has."""


def leader_fields(facts: Facts) -> tuple[Field, ...]:
    """The fields of a Leader of a game."""
    sizes = {"area": facts.edition.areas}
    return tuple(f._replace(size=sizes.get(f.name, f.size)) for f in LEADER_FIELDS)


def table_fields(facts: Facts) -> tuple[Field, ...]:
    """The fields of the table of a game."""
    edition = facts.edition
    sizes = {"decision": edition.decision_places, "minus": edition.areas}
    fields = [f._replace(size=sizes.get(f.name, f.size)) for f in TABLE_FIELDS]
    if facts.alliances is None:
        fields = [
            f._replace(meaning="always 0 on this board") if f.name in _ELSEWHERE else f
            for f in fields
        ]
        fields += WILDLING_FIELDS
    count = len(edition.options.specs)
    return (*fields, Field("options", count, "value of every option of the game"))


_LEADER, _ALLIANCE, _TABLE = map(offsets, (LEADER_FIELDS, ALLIANCE_FIELDS, TABLE_FIELDS))
_WILD = offsets(WILDLING_FIELDS)

LEADER_FEATURES = width(LEADER_FIELDS)
ALLIANCE_FEATURES = width(ALLIANCE_FIELDS)
T_OPTIONS = width(TABLE_FIELDS)

L_SEAT, L_CELL, L_AREA = _LEADER["seat"], _LEADER["cell"], _LEADER["area"]
L_DOWN, L_ORDER, L_ATTACKS = _LEADER["down"], _LEADER["order"], _LEADER["attacks"]
L_MARCH, L_OFFER, L_QUESTION = _LEADER["march"], _LEADER["offer"], _LEADER["question"]
C_HOLDER, C_USED, C_PLACE = _ALLIANCE["holder"], _ALLIANCE["used"], _ALLIANCE["place"]
C_QUESTION = _ALLIANCE["question"]
T_DECISION, T_ARGUMENTS, T_PLAYERS = _TABLE["decision"], _TABLE["arguments"], _TABLE["players"]
T_ROUND, T_DOMINANCE, T_THRONE = _TABLE["round"], _TABLE["dominance"], _TABLE["throne"]
T_REVEALED, T_DRAWN, T_BANNED = _TABLE["revealed"], _TABLE["drawn"], _TABLE["banned"]
T_ORDERS_OPEN, T_AUCTION = _TABLE["orders_open"], _TABLE["auction"]
T_WEATHER, T_STORMY, T_CLAIM = _TABLE["weather"], _TABLE["stormy"], _TABLE["claim"]
T_CLAIM_TRACK, T_TACTICS_LEFT = _TABLE["claim_track"], _TABLE["tactics_left"]
T_TACTIC, T_SECOND, T_TACTICS_OPEN = (
    _TABLE["tactic"],
    _TABLE["second_tactic"],
    _TABLE["tactics_open"],
)
T_BARRED, T_FORGE_BARRED, T_DECKS = _TABLE["barred"], _TABLE["forge_barred"], _TABLE["decks"]
T_PERMANENT, T_MINUS, T_MARCH_LEFT = _TABLE["permanent"], _TABLE["minus"], _TABLE["march_left"]
T_MARCH_KIND, T_BLADE_SIDE, T_VICTOR = (
    _TABLE["march_kind"],
    _TABLE["blade_side"],
    _TABLE["victor"],
)
T_BONUS, T_ICONS, T_OFFER = _TABLE["bonus"], _TABLE["icons"], _TABLE["offer"]

W_THREAT, W_CARD, W_ATTACK = _WILD["threat"], _WILD["wildling_card"], _WILD["wildling_attack"]
W_DECK, W_ALLIES = _WILD["wildling_deck"], _WILD["allies"]
WILDLING_FEATURES = width(WILDLING_FIELDS)

assert AREA_PLACES <= MAX_AREAS


@kernel
def more_decisions(s):
    """Places for decisions that the game has beyond those of the Storm of Swords board."""
    return int(RULES[s.ruleset].decision_places) - NUM_DECISIONS


@kernel
def more_areas(s):
    """Places for areas that the game has beyond those of that board."""
    return int(RULES[s.ruleset].area_places) - AREA_PLACES


@kernel
def has_wildlings(s):
    """True if Wildlings threaten the board."""
    return RULES[s.ruleset].threat_step > 0


@kernel
def observe_leaders(s, view, knower, row, at):
    """Write the features of all Leaders."""
    sent = 0
    for k in range(s.march_done, min(s.march_count + 1, len(s.march_leaders))):
        sent |= int(s.march_leaders[k])
    seen = sees_offer(s, knower)
    more = more_areas(s)
    for i in range(RULES[s.ruleset].num_leaders):
        seat = int(s.leader_seat[i])
        cell = int(s.leader_cell[i])
        area = int(s.leader_at[i])
        row[at + L_SEAT + relative(view, seat)] = seat != NONE
        row[at + L_CELL + relative(view, cell)] = cell != NONE
        row[at + L_AREA + max(area, 0)] = area != NONE
        row[at + more + L_DOWN] = s.leader_down[i]
        row[at + more + L_ORDER] = s.leader_order[i] != NONE
        row[at + more + L_ATTACKS] = has(s.fight_leaders, i)
        row[at + more + L_MARCH] = has(s.leaders_left, i)
        row[at + more + L_MARCH + 1] = has(sent, i)
        if seen:
            row[at + more + L_OFFER] = has(s.offer_asks, i)
            row[at + more + L_OFFER + 1] = has(s.offer_gives, i)
        at += LEADER_FEATURES + more


@kernel
def observe_alliances(s, view, row, at):
    """Write the features of all Alliance cards."""
    for c in range(RULES[s.ruleset].num_alliances):
        holder = int(s.ally_owner[c])
        row[at + c * ALLIANCE_FEATURES + C_HOLDER + relative(view, holder)] = holder != NONE
        row[at + c * ALLIANCE_FEATURES + C_USED] = s.ally_used[c]
    for d in range(NUM_ALLIANCE_DECKS):
        for i in range(s.ally_count[d]):
            c = seen_ally(s, d, i)
            if c >= 0:
                row[at + c * ALLIANCE_FEATURES + C_PLACE + i] = 1


@kernel
def mark_question(s, row, leaders_at, alliances_at):
    """Mark the Leader or the Alliance card that the open decision is about."""
    if s.depth == 0:
        return
    frame = top(s)
    phase = frame[PHASE]
    more = more_areas(s)
    if phase == Phase.LEADER_AREA or phase == Phase.OFFER_HOSTAGE:
        row[leaders_at + frame[A] * (LEADER_FEATURES + more) + more + L_QUESTION] = 1
    elif phase == Phase.MARCH_LEADER:
        row[leaders_at + frame[B] * (LEADER_FEATURES + more) + more + L_QUESTION] = 1
    elif phase == Phase.MILITARY or phase == Phase.PLOT:
        row[alliances_at + frame[A] * ALLIANCE_FEATURES + C_QUESTION] = 1


@kernel
def observe_fighters(s, view, knower, row, houses_at):
    """Write what is known of the two sides of a battle."""
    for side in range(2):
        at = houses_at + relative(view, s.fighter[side]) * HOUSE_FEATURES
        row[at + H_SIDE + side] = 1
        card = seen_card(s, knower, side)
        if card != NONE:
            row[at + shared.H_PLAYED + (card if card >= 0 else HAND_SIZE)] = 1
        if s.barred_card[side] != NONE:
            row[at + shared.H_BARRED + s.barred_card[side]] = 1
        row[at + shared.H_STRENGTH] = battle_strength(s, side, s.cards_open == 1)


@kernel
def observe_wildlings(s, view, knower, row, at):
    """Write what only the original board has: the Wildlings, and Support Allies."""
    row[at + W_THREAT] = s.threat
    if s.wild_card != NONE:
        row[at + W_CARD + s.wild_card] = 1
    row[at + W_ATTACK] = s.wild_strength
    row[at + W_ATTACK + 1] = s.wild_won == 1
    for i in range(RULES[s.ruleset].num_wildlings):
        card = seen_wildling(s, knower, i)
        if card >= 0:
            row[at + W_DECK + i * NUM_WILDLING_KINDS + card] = 1
    for q in range(s.num_players):
        side = int(s.allies_side[q])
        if side > 0:
            row[at + W_ALLIES + relative(view, q) * 3 + side - 1] = 1


@kernel
def observe_table(s, view, knower, row, at):
    """Write everything that belongs to no area, seat, Leader or card."""
    rules = RULES[s.ruleset]
    decisions_at = at + T_DECISION
    at += more_decisions(s)
    if s.depth > 0:
        frame = top(s)
        place = rules.decision_place[frame[PHASE]]
        if place != NONE:
            row[decisions_at + place] = 1
            if not asks_about_area(frame[PHASE]):
                row[at + T_ARGUMENTS] = min(int(frame[A]), 127)
            row[at + T_ARGUMENTS + 1] = min(int(frame[B]), 127)
            row[at + T_ARGUMENTS + 2] = min(int(frame[C]), 127)
    row[at + T_PLAYERS] = s.num_players
    row[at + T_ROUND] = s.round_no
    row[at + T_DOMINANCE] = s.blade_used
    row[at + T_DOMINANCE + 1] = s.raven_used
    row[at + T_THRONE + relative(view, s.throne)] = s.throne != NONE
    for d in range(NUM_TRACKS):
        of_deck = at + d * NUM_KINDS
        row[of_deck + T_REVEALED + max(int(s.revealed[d]), 0)] = s.revealed[d] != NONE
        for i in range(min(int(s.deck_pos[d]), DECK_SIZE)):
            row[of_deck + T_DRAWN + s.deck[d, i]] += 1
    banned = int(s.banned)
    for t in range(NUM_ORDERS):
        row[at + T_BANNED + t] = (banned >> t) & 1
    row[at + T_ORDERS_OPEN] = s.orders_open
    row[at + T_AUCTION] = s.bidders != 0
    row[at + T_WEATHER + s.weather] = 1
    row[at + T_STORMY] = rules.stormy[s.weather]
    for i in range(CLAIM_SPACES):
        p = int(s.claim_track[i])
        row[at + T_CLAIM_TRACK + i * MAX_PLAYERS + relative(view, p)] = p != NONE
    for q in range(s.num_players):
        who = relative(view, q)
        row[at + T_CLAIM + who] = claim_of(s, q)
        left = int(s.tactics_left[q])
        for slot in range(NUM_TACTICS):
            row[at + T_TACTICS_LEFT + who * NUM_TACTICS + slot] = (left >> slot) & 1
        picked = seen_tactic(s, knower, q)
        if picked != NONE:
            shown = picked if picked >= 0 else NUM_TACTICS
            row[at + T_TACTIC + who * (NUM_TACTICS + 1) + shown] = 1
        if s.second_tactic[q] != NONE:
            row[at + T_SECOND + who * NUM_TACTICS + s.second_tactic[q]] = 1
        row[at + T_BARRED + who] = has(s.tactics_barred, q)
    row[at + T_TACTICS_OPEN] = s.tactics_open
    row[at + T_FORGE_BARRED] = s.forge_barred
    for d in range(NUM_ALLIANCE_DECKS):
        row[at + T_DECKS + d] = s.ally_count[d]
        p = int(s.permanent[d])
        row[at + T_PERMANENT + d * MAX_PLAYERS + relative(view, p)] = p != NONE
    for a in range(rules.num_areas):
        row[at + T_MINUS + a] = s.minus[a]
    at += more_areas(s)
    for u in range(NUM_UNITS):
        row[at + T_MARCH_LEFT + u] = s.march_left[u]
    row[at + T_MARCH_KIND + s.march_kind] = s.march_from != NONE
    row[at + T_BLADE_SIDE + max(int(s.blade_side), 0)] = s.blade_side != NONE
    row[at + T_VICTOR + max(int(s.victor), 0)] = s.victor != NONE
    for side in range(2):
        row[at + T_BONUS + side] = s.bonus[side]
        row[at + T_ICONS + 2 * side] = s.more_swords[side]
        row[at + T_ICONS + 2 * side + 1] = s.more_forts[side]
    row[at + T_OFFER + relative(view, s.offer_to)] = s.offer_to != NONE
    if sees_offer(s, knower):
        row[at + T_OFFER + MAX_PLAYERS] = s.offer_power
    at += T_OPTIONS
    if has_wildlings(s):
        observe_wildlings(s, view, knower, row, at)
        at += WILDLING_FEATURES
    for i in range(rules.num_options):
        row[at + i] = s.options[rules.option_slot[i]]


@linked
def observe_seat(s, p, knower, row):
    """Write a record as seat ``p`` sees it and ``knower``, a seat or EVERYBODY, knows it."""
    rules = RULES[s.ruleset]
    houses_at = rules.num_areas * AREA_FEATURES
    leaders_at = houses_at + MAX_PLAYERS * HOUSE_FEATURES
    alliances_at = leaders_at + MAX_LEADERS * (LEADER_FEATURES + more_areas(s))
    table_at = alliances_at + rules.num_alliances * ALLIANCE_FEATURES
    view = view_of(s, p)
    row[:] = 0
    shared.observe_areas(s, view, knower, row)
    shared.observe_spots(s, row)
    for q in range(s.num_players):
        at = houses_at + relative(view, q) * HOUSE_FEATURES
        shared.observe_house(s, knower, q, row, at)
    shared.observe_standings(s, view, row, houses_at)
    if s.fight == 1:
        observe_fighters(s, view, knower, row, houses_at)
    observe_leaders(s, view, knower, row, leaders_at)
    observe_alliances(s, view, row, alliances_at)
    mark_question(s, row, leaders_at, alliances_at)
    observe_table(s, view, knower, row, table_at)
    history_at = table_at + more_decisions(s) + more_areas(s) + T_OPTIONS + rules.num_options
    if has_wildlings(s):
        history_at += WILDLING_FEATURES
    shared.observe_history(s, view, row, history_at)
