"""Invariants of every position, for the soak test: every piece is in one place."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from got_env.btwixt.engine.engine import apply
from got_env.btwixt.pieces.cards import EMPTY, count_bits, has, only
from got_env.btwixt.rules.actions import NUM_ACTIONS
from got_env.btwixt.rules.frames import PHASE, PLACE, PLAYER, SOURCE, get
from got_env.btwixt.rules.state import STATE
from got_env.btwixt.rules.table import RULES
from got_env.btwixt.rules.vocabulary import (
    ALLY_SOURCE,
    CARD_WORDS,
    MAX_TOKEN,
    NONE,
    NUM_ALLIES,
    ON_ALLY,
    Phase,
)
from got_env.btwixt.views.redeal import in_game
from got_env.core.batch.masks import choose_random, write_mask
from got_env.core.game import Audit, States
from got_env.core.jit import entry, kernel, linked

Counts = npt.NDArray[np.int64]

FAULTS = ("dead_end", "too_long", "cards", "allies", "tokens", "unsound")
DEAD_END, TOO_LONG, CARDS, ALLIES, TOKENS, UNSOUND = range(len(FAULTS))


@kernel
def deck_cards(s, w):
    """One word of the set of cards in the influence deck."""
    found = EMPTY
    for i in range(s.deck_n):
        if s.deck[i] >> 6 == w:
            found |= only(int(s.deck[i]) & 63)
    return found


@linked
def cards_in_place(s):
    """True if every influence card of the game is in one zone, and zones are counted right."""
    in_deck, discarded = 0, 0
    for w in range(CARD_WORDS):
        deck = deck_cards(s, w)
        in_deck += count_bits(deck)
        discarded += count_bits(s.discards[w])
        found = deck | s.discards[w] | s.gone[w] | s.own[w] | s.aside[w]
        count = count_bits(deck) + count_bits(s.discards[w]) + count_bits(s.gone[w])
        count += count_bits(s.own[w]) + count_bits(s.aside[w])
        for q in range(s.num_players):
            found |= s.hand[q, w] | s.picked[q, w] | s.pile[q, w]
            count += count_bits(s.hand[q, w]) + count_bits(s.picked[q, w])
            count += count_bits(s.pile[q, w])
        if s.flight != NONE and s.flight >> 6 == w:
            found |= only(s.flight & 63)
            count += 1
        if found != in_game(s, w) or count != count_bits(found):
            return False
    for q in range(s.num_players):
        if s.hand_n[q] != count_bits(s.hand[q, 0]) + count_bits(s.hand[q, 1]):
            return False
        if s.picked_n[q] != count_bits(s.picked[q, 0]) + count_bits(s.picked[q, 1]):
            return False
        if s.pile_n[q] != count_bits(s.pile[q, 0]) + count_bits(s.pile[q, 1]):
            return False
    return in_deck == s.deck_n and discarded == s.discards_n


@kernel
def add_ally(found, ally):
    """A set of allies with one more; -1 if it is no ally, or in the set already."""
    if found < 0 or ally < 0 or has(found, ally):
        return EMPTY - 1
    return found | only(ally)


@linked
def allies_in_place(s):
    """True if every ally is in one zone; one on its way to a council is in none, or is current.

    The current one may have been taken away while it was on its way: then it is where it was put.
    """
    found = s.dead
    count = count_bits(s.dead)
    for c in range(s.num_players):
        found |= s.council[c]
        count += count_bits(s.council[c])
    if count != count_bits(found):
        return False
    for i in range(s.ally_deck_n):
        found = add_ally(found, int(s.ally_deck[i]))
    for i in range(s.row_n):
        found = add_ally(found, int(s.row[i]))
    for i in range(s.peek_n):
        found = add_ally(found, int(s.peek[i]))
    waits = s.current != NONE and s.claimed == NONE
    if waits:
        found = add_ally(found, int(s.current))
    for d in range(s.depth):
        phase = s.stack[d, PHASE]
        if phase == Phase.ENTER or phase == Phase.ENTERED or phase == Phase.PLACEMENT:
            ally = int(s.stack[d, SOURCE]) - ALLY_SOURCE
            was_current = phase != Phase.ENTERED and s.stack[d, PLACE] == 0
            if not was_current and not (waits and s.current == ally):
                found = add_ally(found, ally)
    return found == only(NUM_ALLIES) - 1


@linked
def tokens_in_place(s):
    """True if all power tokens are in the supply, in councils or on the current ally."""
    for i in range(s.token_n):
        if not (0 <= s.token_at[i] < s.num_players or s.token_at[i] == ON_ALLY):
            return False
    for number in range(1, MAX_TOKEN + 1):
        count = int(s.supply[number])
        for i in range(s.token_n):
            count += s.token[i] == number
        if s.supply[number] < 0 or count != RULES[s.ruleset].token_numbers[number]:
            return False
    return True


@kernel
def audit(s, faults):
    """Count what is wrong in a position: ``faults (6,) int64``, by :data:`FAULTS`."""
    faults[CARDS] += not cards_in_place(s)
    faults[ALLIES] += not allies_in_place(s)
    faults[TOKENS] += not tokens_in_place(s)


@entry
def audited_rollout(states, mask, every, limit, counts, faults):
    """Play random games to the end and look at every ``every``-th position and at the last.

    Args:
        states: ``(B,) STATE``; a game that meets a fault stops there.
        mask: ``(A,) bool``: scratch space.
        every: 1 to look at every decision.
        limit: decisions after which a game counts as endless.
        counts: ``(3,) int64``: grows by decisions, forced decisions, positions looked at.
        faults: ``(B, 6) int64``: grows by what is wrong.
    """
    for i in range(len(states)):
        s = states[i]
        done = 0
        while s.over == 0:
            if done % every == 0:
                audit(s, faults[i])
                counts[2] += 1
            count = write_mask(s, mask)
            faults[i, DEAD_END] += count == 0 or not 0 <= get(s, PLAYER) < s.num_players
            faults[i, TOO_LONG] += done == limit
            if faults[i].sum() > 0:
                break
            apply(s, choose_random(s, mask, count))
            done += 1
            counts[0] += 1
            counts[1] += count == 1
        if s.over != 0:
            audit(s, faults[i])
            counts[2] += 1


def audit_of(check: Callable[[States], None]) -> Audit:
    """The audit of a game; the last position of each must pass ``check`` as well."""

    def play(states: States, every: int, limit: int, counts: Counts, faults: Counts) -> None:
        mask = np.zeros(NUM_ACTIONS, dtype=np.bool_)
        audited_rollout(states.view(STATE), mask, every, limit, counts, faults)
        for row in np.flatnonzero(~faults.any(axis=1)):
            try:
                check(states[row : row + 1])
            except ValueError:
                faults[row, UNSOUND] += 1

    return Audit(FAULTS, {"random": play})
