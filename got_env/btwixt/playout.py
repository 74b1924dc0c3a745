"""Random play to the end. Turns, which most decisions are, need no mask: the draw is the same."""

from __future__ import annotations

import numpy as np

from got_env.btwixt.actions import ALLY, COUNCIL, KNEEL, LEADER, LEADER_CARD, YES
from got_env.btwixt.cards import count_bits, nth_bit, one_of_each
from got_env.btwixt.engine import apply, legal
from got_env.btwixt.frames import PHASE, get
from got_env.btwixt.kneeling import may_play, must_not_kneel
from got_env.btwixt.rules import RULES
from got_env.btwixt.vocabulary import Phase
from got_env.core.batch.turns import choose_random, count_legal, is_running
from got_env.core.jit import entry, kernel
from got_env.core.rng import rand_below

_FIRST = np.zeros(len(Phase), dtype=np.int64)
for _phase, _action in {
    Phase.LEADER_CARD: LEADER_CARD,
    Phase.PLACEMENT: COUNCIL,
    Phase.TOKEN: COUNCIL,
    Phase.TARGET: LEADER,
    Phase.ALLY: ALLY,
    Phase.COUNCIL: COUNCIL,
    Phase.AGREE: YES,
    Phase.BURY: ALLY,
    Phase.ARRANGE: ALLY,
}.items():
    _FIRST[_phase] = _action

FIRST_ACTION = _FIRST
"""By the phase that asks: no action before this one is ever legal."""


@kernel
def kind_at(s, low, high, n):
    """Kind of the n-th card of a set given as two words."""
    count = count_bits(low)
    if n < count:
        return int(RULES[s.ruleset].kind[nth_bit(low, n)])
    return int(RULES[s.ruleset].kind[64 + nth_bit(high, n - count)])


@entry
def rollout(states, mask, limit, counts):
    """As :func:`got_env.core.batch.games.rollout`, action for action, and faster."""
    for i in range(len(states)):
        s = states[i]
        done = 0
        while is_running(s) and done != limit:
            if get(s, PHASE) == Phase.TURN:
                p = s.turn
                low = one_of_each(s, s.hand[p, 0], 0)
                high = one_of_each(s, s.hand[p, 1], 1)
                plays = may_play(s, p)
                cards = count_bits(low) + count_bits(high) if plays else 0
                count = cards + (not plays or not must_not_kneel(s, p))
                n = rand_below(s, count)
                action = kind_at(s, low, high, n) if n < cards else KNEEL
            else:
                mask[:] = 0
                legal(s, mask)
                first = FIRST_ACTION[get(s, PHASE)]
                count = count_legal(mask[first:])
                action = first + choose_random(s, mask[first:], count)
            apply(s, action)
            done += 1
            counts[0] += 1
            counts[1] += count == 1
