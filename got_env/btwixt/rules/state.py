"""STATE: one game as one aligned record. The whole position, and nothing else.

Sets of influence cards are two words of 64 bits: bit ``c & 63`` of word ``c >> 6`` stands for card
``c``. Sets of allies are one word. Sets of seats are bits of a small number. Fields that may hold
a seat, card or ally hold NONE (-1) when empty. Council ``i`` lies between seat ``i`` and the next
seat clockwise, so it is the left council of seat ``i``.

Everything is signed, and wide enough that sums never wrap, so that pure Python gives the bytes of
compiled code.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from got_env.btwixt.rules.frames import COLUMNS, MAX_DEPTH
from got_env.btwixt.rules.options import NUM_OPTIONS
from got_env.btwixt.rules.vocabulary import (
    CARD_PLACES,
    CARD_WORDS,
    MAX_PEEK,
    MAX_PLAYERS,
    MAX_TOKEN,
    NUM_ALLIES,
    NUM_TOKENS,
)
from got_env.core.jit import record_dtype
from got_env.core.linking import announce

JOURNAL_SIZE = 32

_L = np.int64
_I = np.int16
_B = np.int8
_P = MAX_PLAYERS
_W = CARD_WORDS
_C = CARD_PLACES

STATE: np.dtype[Any] = record_dtype(
    [
        # --- the game
        ("rng", _L, (4,)),  # random words, see rng.py
        # --- influence cards: where each lies, as sets
        ("hand", _L, (_P, _W)),  # during a draft: the pack in hand
        ("picked", _L, (_P, _W)),  # set aside in the draft
        ("pile", _L, (_P, _W)),  # bid piles
        ("known", _L, (_P, _W)),  # cards of other hands, or removed unseen, that a seat knows
        ("discards", _L, (_W,)),
        ("gone", _L, (_W,)),  # removed from the game
        ("gone_open", _L, (_W,)),  # those of them that everybody saw
        ("own", _L, (_W,)),  # white cards that wait beside their leaders
        ("aside", _L, (_W,)),  # event cards that are not in the game (yet)
        ("cancelled", _L, (_W,)),  # cards in piles whose ability was cancelled
        ("done", _L, (_W,)),  # cards that have resolved in this moment
        ("met", _L, (_P,)),  # second word of a set: event cards a seat knows to be in the game
        # --- allies
        ("council", _L, (_P,)),  # allies in each council
        ("dead", _L),
        ("no_kill", _L),  # allies protected against being killed
        ("no_move", _L),
        ("kill_by_card", _L),  # those of them whom influence cards alone protect
        ("move_by_card", _L),
        ("acting", _L),  # allies whose ability for the round is in force
        ("journal_no", np.int32),  # events written since the game began
        # --- the game, smaller numbers
        ("ruleset", _I),  # row of RULES: facts and number of players
        ("num_players", _I),
        ("round_no", _I),  # from 1; 0 before the first round
        ("over", _I),  # 1 when the game has ended
        ("winner", _I),  # seat; the first of several that share the victory
        ("place", _I, (_P,)),  # final rank of each seat, 0 first; tied leaders share one
        ("season", _I),  # Season
        ("rounds_left", _I),  # rounds of the season after this one
        ("step", _I),  # what happens next once no frame is left
        ("first", _I),  # seat of the first player
        ("next_first", _I),  # seat that takes the token in step 5; NONE: the next clockwise
        ("turn", _I),  # seat whose turn it is or was
        ("pick_no", _I),  # picks of the draft so far
        # --- the stack, see frames.py
        ("depth", _I),
        ("stack", _I, (MAX_DEPTH, COLUMNS)),
        # --- the round
        ("current", _I),  # current ally, until it is placed
        ("claimed", _I),  # council in which the current ally was placed
        ("bid_winner", _I),
        ("bid_second", _I),
        ("flight", _I),  # card being played
        ("kneeling", _I),  # set of seats
        ("must", _I),  # set of seats that may not kneel on their next turn
        ("oath", _I),  # set of seats that must play before they kneel
        ("held", _I),  # those of the seats in the two whom an ally's ability holds to it
        ("kneel_after", _I),  # set of seats that kneel once the card in flight lies in its pile
        ("whites_out", _I),  # set of seats whose white card of the season lies in a hand
        ("willing", _I),  # set of seats that volunteer
        ("total_add", _I, (_P,)),  # added to totals until the round ends
        ("bid_total", _I, (_P,)),  # totals as they were read at the end of the bid
        ("supply", _I, (MAX_TOKEN + 1,)),  # tokens in the supply by number
        # --- numbers by seat
        ("leader", _B, (_P,)),  # leader card
        ("hand_n", _B, (_P,)),  # cards in hand, or in the pack of a draft
        ("picked_n", _B, (_P,)),
        ("pile_n", _B, (_P,)),
        ("own_n", _B, (_P,)),  # white cards beside the leader
        ("played", _B, (_P,)),  # cards played this round
        ("limit", _B, (_P,)),  # most cards in the pile; NONE without limit
        ("strings", _B, (_P,)),  # steering cards in the pile when the bid was read
        # --- influence cards one by one
        ("deck", _B, (_C,)),  # influence deck, the next card last
        ("deck_n", _B),
        ("discards_n", _B),
        ("add", _B, (_C,)),  # added to the value of a card in a pile
        ("seq", _B, (_C,)),  # order of the cards in each pile
        ("pack", _B, (_C,)),  # where a card went in the draft of the season, see draft.py
        # --- allies and tokens one by one
        ("ally_deck", _B, (NUM_ALLIES,)),  # the next ally last
        ("ally_known", _B, (NUM_ALLIES,)),  # set of seats that know the ally there
        ("ally_deck_n", _B),
        ("row", _B, (NUM_ALLIES,)),  # the ally row, leftmost first
        ("row_n", _B),
        ("peek", _B, (MAX_PEEK,)),  # allies being looked at, those already in order first
        ("peek_n", _B),
        ("peek_at", _B),  # how many of them are in order
        ("token_at", _B, (NUM_TOKENS,)),  # council of each token that was gained; ON_ALLY
        ("token", _B, (NUM_TOKENS,)),  # its number
        ("token_known", _B, (NUM_TOKENS,)),  # set of seats that know the number
        ("token_n", _B),  # tokens out of the supply
        ("journal", _B, (JOURNAL_SIZE, 4)),  # kind, seat, x, y of Event, a ring
        ("options", _B, (NUM_OPTIONS,)),  # value index of each Option
        ("first_by_ally", _B),  # 1 if an ally's ability says who takes the token in step 5
    ]
)
"""The record of one game of B'Twixt. A batch is a one-dimensional array of it."""
announce(STATE, "got_env.btwixt.games.loops")


def new_states(count: int) -> np.ndarray[Any, np.dtype[Any]]:
    """Zeroed records ``(count,)`` of :data:`STATE`; fill them with the game's reset kernel."""
    return np.zeros(count, dtype=STATE)
