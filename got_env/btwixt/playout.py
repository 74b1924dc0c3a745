"""Random play to the end. Turns, which most decisions are, need no mask: the draw is the same."""

from __future__ import annotations

from got_env.btwixt.actions import KNEEL
from got_env.btwixt.engine import apply, legal
from got_env.btwixt.frames import PHASE, get
from got_env.btwixt.kneeling import may_play, must_not_kneel
from got_env.btwixt.rules import RULES
from got_env.btwixt.vocabulary import CARD_WORDS, NONE, Phase
from got_env.core.batch.turns import choose_random, count_legal, is_running
from got_env.core.jit import entry, kernel, lowest_bit
from got_env.core.rng import rand_below


@kernel
def nth_kind(s, p, n):
    """The n-th kind of card in a hand, from 0; NONE beyond the last. Copies lie side by side."""
    kind = RULES[s.ruleset].kind
    last = NONE
    for w in range(CARD_WORDS):
        rest = s.hand[p, w]
        while rest != 0:
            found = int(kind[64 * w + int(lowest_bit(rest))])
            rest &= rest - 1
            if found != last:
                if n == 0:
                    return found
                n -= 1
                last = found
    return NONE


@kernel
def count_kinds(s, p):
    """Different cards in a hand."""
    kind = RULES[s.ruleset].kind
    last = NONE
    count = 0
    for w in range(CARD_WORDS):
        rest = s.hand[p, w]
        while rest != 0:
            found = int(kind[64 * w + int(lowest_bit(rest))])
            rest &= rest - 1
            count += found != last
            last = found
    return count


@entry
def rollout(states, mask, limit, counts):
    """As :func:`got_env.core.batch.games.rollout`, action for action, and faster."""
    for i in range(len(states)):
        s = states[i]
        done = 0
        while is_running(s) and done != limit:
            if get(s, PHASE) == Phase.TURN:
                p = s.turn
                plays = may_play(s, p)
                cards = count_kinds(s, p) if plays else 0
                count = cards + (not plays or not must_not_kneel(s, p))
                n = rand_below(s, count)
                action = nth_kind(s, p, n) if n < cards else KNEEL
            else:
                mask[:] = 0
                legal(s, mask)
                count = count_legal(mask)
                action = choose_random(s, mask, count)
            apply(s, action)
            done += 1
            counts[0] += 1
            counts[1] += count == 1
