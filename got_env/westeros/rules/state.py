"""STATE: one game as one aligned record. The whole position, and nothing else.

Areas and order tokens count in int8, the rest in int16, the random words in int64: wide enough that
sums of fields never wrap, so that pure Python gives the bytes of compiled code.
Index fields hold NONE (-1) when empty. ``seat`` means player index;
``slot`` means position of a card in its house's hand of seven.

No field may carry the name of an ndarray attribute (a test checks it), or it could not be read in
pure Python.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from got_env.core.agenda import MAX_DEPTH
from got_env.core.jit import record_dtype
from got_env.core.linking import announce
from got_env.westeros.rules.options import NUM_OPTIONS
from got_env.westeros.rules.vocabulary import (
    ALLIANCE_DECK_SIZE,
    CLAIM_SPACES,
    MAX_AREAS,
    MAX_LEADERS,
    MAX_PLAYERS,
    NUM_ALLIANCE_CARDS,
    NUM_ALLIANCE_DECKS,
    NUM_ORDERS,
    NUM_TRACKS,
    NUM_UNITS,
)

DECK_SIZE = 10
WILDLING_DECK_SIZE = 9
TIDES_DECK_SIZE = 24
JOURNAL_SIZE = 48
MAX_DESTINATIONS = 8

_I = np.int16
_B = np.int8
_A = MAX_AREAS
_P = MAX_PLAYERS
_U = NUM_UNITS
_L = MAX_LEADERS
_D = NUM_ALLIANCE_DECKS

_BOARD: list[tuple[Any, ...]] = [
    # --- the game
    ("rng", np.int64, (4,)),  # random words, see rng.py
    ("ruleset", _I),  # row of RULES: game and number of players
    ("num_players", _I),
    ("options", _I, (NUM_OPTIONS,)),  # value of each Option
    ("round_no", _I),  # 1..10; 0 before the first round
    ("over", _I),  # 1 when the game has ended
    ("winner", _I),  # seat; NONE while the game runs, and for a draw
    ("place", _I, (_P,)),  # final rank of each seat, 0 first; NONE while the game runs
    ("won_by_castles", _I),  # 1 when enough castle areas ended the game (2E-VIC-02)
    # --- the agenda, see agenda.py
    ("depth", _I),
    ("stack", _I, (MAX_DEPTH, 5)),
    # --- areas
    ("owner", _B, (_A,)),  # seat whose units stand here
    ("units", _B, (_A, _U)),  # units that stand
    ("routed", _B, (_A, _U)),  # units that lie on their side (2E-ROUT-01)
    ("token", _B, (_A,)),  # seat of the Power token (2E-CTRL-02)
    ("home", _B, (_A,)),  # seat whose home area this is while its shield counts (2E-HOME-01)
    ("garrison", _B, (_A,)),  # strength of the Garrison, 0 without (2E-GARR-01)
    ("neutral", _B, (_A,)),  # strength of the Neutral Force, IMPASSABLE closed (2E-NEUT-01)
    ("order", _B, (_A,)),  # Order token type
    ("order_seat", _B, (_A,)),  # whose token
    # --- houses
    ("power", _I, (_P,)),  # available Power (2E-DEF-10)
    ("tokens_out", _I, (_P,)),  # Power tokens on the board (2E-COMP-05)
    ("supply", _I, (_P,)),  # Supply level 0..6
    ("pool", _I, (_P, _U)),  # unused units (2E-COMP-10)
    ("hand", _I, (_P,)),  # bit per slot: cards in hand
    ("discards", _I, (_P,)),  # bit per slot: cards on the discard pile
    ("placed", _B, (_P, NUM_ORDERS)),  # order tokens used this round
    # --- tracks and dominance tokens
    ("track", _I, (NUM_TRACKS, _P)),  # seat on each position, 0 first; NONE beyond the players
    ("blade_used", _I),
    ("raven_used", _I),
    ("turn_pos", _I),  # Iron Throne position served last in this step (2E-ACT-02)
    ("pass_order", _I, (_P,)),  # turn order of the pass, for turn_order_change=finish_pass
    ("passed", _I),  # bit per seat that keeps its orders, for order_pass=allowed
    # --- Westeros phase
    ("deck", _I, (NUM_TRACKS, DECK_SIZE)),  # three decks of cards, drawn from index deck_pos
    ("deck_pos", _I, (NUM_TRACKS,)),
    ("revealed", _I, (NUM_TRACKS,)),  # card of each deck face up this round
    ("banned", _I),  # bit per order type (2E-CARD-13)
    (
        "replaced",
        _I,
    ),  # bit per deck whose card has no icon, for winter_replacement_icon=ignored
    ("threat", _I),  # Wildling strength 0..12
    ("wild_deck", _I, (WILDLING_DECK_SIZE,)),  # index 0 is drawn next
    ("wild_known", _I, (WILDLING_DECK_SIZE,)),  # bit per seat that knows the card there
    ("wild_card", _I),  # card of the attack being resolved
    ("wild_strength", _I),
    ("wild_won", _I),  # 1 Night's Watch, 0 Wildlings, NONE undecided
    ("wild_target", _I),  # highest or lowest bidder
    ("muster_left", _B, (_A,)),  # mustering points not yet spent
    # --- bids
    ("bidders", _I),  # bit per seat that takes part
    ("bid", _I, (_P,)),  # tokens, NONE until chosen; secret until all are in
    ("bids_open", _I),  # 1 once the bids of this auction are revealed
    ("ranking", _I, (_P,)),  # positions of the track being bid for, filled so far
    # --- planning
    ("orders_open", _I),  # 1 once the orders of the round are revealed
    # --- march being declared
    ("neutral_grant", _B, (_A,)),  # support granted against a Neutral Force; NONE not asked
    ("march_from", _I),
    ("march_attack", _I),  # destination that brings a combat or holds a Neutral Force
    ("march_left", _I, (_U,)),  # units not yet sent
    ("march_count", _I),  # destinations chosen
    ("march_to", _I, (MAX_DESTINATIONS,)),
    ("march_units", _I, (MAX_DESTINATIONS, _U)),
    # --- combat; attackers stand here, not on the board, until it is decided
    ("fight", _I),  # 1 while a combat is going on
    ("fight_area", _I),
    ("fight_from", _I),
    ("fight_order", _I),  # the March token that started it
    ("fighter", _I, (2,)),  # seat per Side
    ("attackers", _I, (_U,)),
    ("backing", _B, (_A,)),  # Side each Support order was given to; NONE not declared
    ("card", _I, (2,)),  # slot per side; NONE not chosen, or no card
    ("cards_open", _I),  # 1 once both cards are revealed
    ("card_kept", _I, (2,)),  # 1 when the card already left play (Roose Bolton)
    ("barred_card", _I, (2,)),  # slot sent back by Tyrion, not to be chosen again
    ("muted", _I, (2,)),  # 1 when the text of the card is cancelled (1E-HC-23)
    ("condition", _I, (2,)),  # condition of a text as latched in house_card_timing=002
    ("tides", _I, (2,)),  # Tides card per side; NONE without
    ("tides_open", _I),
    ("tides_rejected", _I),  # Tides card discarded by the Blade holder
    ("tides_deck", _I, (TIDES_DECK_SIZE,)),
    ("tides_pos", _I),
    ("blade_side", _I),  # Side that added +1 with the Blade
    ("victor", _I),  # Side that won, NONE undecided
    ("victor_margin", _I),  # strength difference of the decided combat
    # --- what texts of the Storm of Swords set do
    ("throne", _I),  # seat that took the Iron Throne token from the first place, or NONE
    ("card_loss", _I, (2,)),  # what a card chosen by Aeron Damphair loses
    ("more_swords", _I, (2,)),
    ("more_forts", _I, (2,)),
    ("spare", _I, (1,)),  # always 0; without it there were gaps, which may hold anything
    # --- the journal: the last public events, a ring
    ("journal", _I, (JOURNAL_SIZE, 4)),  # kind, seat, x, y of Event
    ("journal_no", np.int32),  # events written since the game began
]

_CLAIM: list[tuple[Any, ...]] = [
    # --- what games with claim, Leaders or Tactics cards have besides: all 0 in the others
    ("double_areas", np.int64),  # areas just entered from which units may march on
    # --- claim and weather
    ("claim_track", _B, (CLAIM_SPACES,)),  # seat of each token, the highest space first; NONE free
    ("weather", _I),  # space of the weather marker
    # --- Leaders
    ("leader_seat", _B, (_L,)),  # whose Leader it is; NONE: nobody's, or out of the game
    ("leader_at", _B, (_L,)),  # area; NONE in a cell, in an attack, beside the board
    ("leader_cell", _B, (_L,)),  # seat in whose cell it sits
    ("leader_down", _B, (_L,)),  # 1 face down: its march is being made
    ("leader_order", _B, (_L,)),  # area of the order that may activate it this round, or NONE
    ("leader_pad", _B),  # always 0; without it there was a gap
    # --- Tactics cards
    ("tactics_left", _I, (_P,)),  # bit per slot: cards still in the game
    ("tactic", _I, (_P,)),  # slot picked, NONE without; secret until all are in
    ("second_tactic", _I, (_P,)),  # slot added by Careful Planning
    ("tactics_open", _I),  # 1 once they are revealed
    ("tactics_barred", _I),  # bit per seat that may not pick one in the next Planning Phase
    ("forge_barred", _I),  # 1 when nobody may pick Forge Alliances this round
    # --- Alliance cards
    ("ally_deck", _B, (_D, ALLIANCE_DECK_SIZE)),  # cards from the top; NONE beyond the last
    ("ally_count", _B, (_D,)),  # cards in the deck
    ("ally_face", _B, (_D,)),  # 1 when the top card lies face up
    ("ally_known", _B, (_D,)),  # cards at the bottom that everybody has seen put there
    ("ally_owner", _B, (NUM_ALLIANCE_CARDS,)),  # seat that holds a card
    ("ally_used", _B, (NUM_ALLIANCE_CARDS,)),  # 1 when its use of the round is spent
    ("permanent", _B, (_D,)),  # seat with the permanent alliance
    # --- orders, marches and battles
    ("minus", _B, (_A,)),  # 1 where the Support order is a Support -1
    ("march_kind", _I),  # MarchKind of the march being declared
    ("march_leader", _I),  # Leader whose own march it is, or NONE
    ("march_done", _I),  # destinations already entered, before a double march
    ("march_fixed", _I, (_U,)),  # units of the origin that do not march
    ("leaders_left", _I),  # bit per Leader at the origin not yet sent
    ("march_leaders", _I, (MAX_DESTINATIONS,)),  # bits of the Leaders sent there
    ("fight_leader", _I),  # Leader whose own march began the combat, or NONE
    ("fight_leaders", _I),  # bits of the attacking Leaders
    ("bonus", _I, (2,)),  # strength by Military Support, by side
    ("backed", _I, (2,)),  # 1 when Military Support counts as support
    # --- a negotiation: the offer being made, secret until it is complete
    ("offer_to", _I),
    ("offer_asks", _I),  # bits of the Leaders asked for
    ("offer_gives", _I),  # bits of the hostages offered
    ("offer_power", _I),
    ("allies_side", _I, (_P,)),  # side that Support Allies of a seat helps, + 1; 0 undeclared
]

STATE: np.dtype[Any] = record_dtype([*_BOARD, *_CLAIM])
"""The record of one game. A batch is a one-dimensional array of it."""
announce(STATE, "got_env.westeros.games.loops")

CLAIM_FIELDS: tuple[str, ...] = tuple(field[0] for field in _CLAIM)
"""Fields that only games with claim, Leaders or Tactics cards use."""


def new_states(count: int) -> np.ndarray[Any, np.dtype[Any]]:
    """Zeroed records ``(count,)`` of :data:`STATE`; fill them with the game's reset kernel."""
    return np.zeros(count, dtype=STATE)
