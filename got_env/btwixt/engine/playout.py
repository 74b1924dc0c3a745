"""Random play to the end. Most decisions need no mask for the same draw."""

from __future__ import annotations

import numpy as np

from got_env.btwixt.engine.engine import advance, apply, legal
from got_env.btwixt.operations.on_cards import apply_card, cards_to_name, may_stop
from got_env.btwixt.phases.effects import apply_target, may_decline_target
from got_env.btwixt.phases.rounds import take_turn
from got_env.btwixt.pieces.cards import count_bits, has, nth_of, one_of_each
from got_env.btwixt.pieces.kneeling import choices, playable
from got_env.btwixt.pieces.seats import seat_by_action
from got_env.btwixt.rules.actions import ALLY, COUNCIL, KNEEL, LEADER, LEADER_CARD, NO, YES
from got_env.btwixt.rules.frames import PHASE, PLACE, PLAYER, ROW, get
from got_env.btwixt.rules.table import RULES
from got_env.btwixt.rules.vocabulary import NONE, Phase
from got_env.core.batch.masks import is_running
from got_env.core.jit import entry, kernel
from got_env.core.rng import rand_below


def _windows() -> np.ndarray[tuple[int, int], np.dtype[np.int64]]:
    """Ranges of legal actions other than yes and no: the first, and one past the last."""
    cards, leaders, councils = (0, KNEEL), (LEADER, COUNCIL), (COUNCIL, ALLY)
    allies, nowhere = (ALLY, LEADER_CARD), (YES, YES)
    found = np.zeros((len(Phase), 2), dtype=np.int64)
    for phase, window in {
        Phase.LEADER_CARD: (LEADER_CARD, YES),
        Phase.DRAFT: cards,
        Phase.TURN: (0, LEADER),
        Phase.ABILITY: cards,
        Phase.PLACEMENT: councils,
        Phase.TOKEN: councils,
        Phase.TARGET: leaders,
        Phase.CARD: cards,
        Phase.ALLY: allies,
        Phase.COUNCIL: councils,
        Phase.AGREE: nowhere,
        Phase.BURY: allies,
        Phase.ARRANGE: allies,
    }.items():
        found[phase] = window
    return found


WINDOWS = _windows()
"""By the phase that asks."""


@kernel
def count_in(mask, first, end):
    """Number of legal actions: those from ``first`` to ``end``, yes and no."""
    count = int(mask[YES]) + int(mask[NO])
    for action in range(first, end):
        count += mask[action]
    return count


@kernel
def nth_in(mask, first, end, n):
    """The n-th of these actions."""
    for action in range(first, end):
        if mask[action]:
            if n == 0:
                return action
            n -= 1
    return YES if n == 0 and mask[YES] else NO


@kernel
def random_turn(s):
    """Take a turn at random; returns among how many legal actions it was drawn."""
    p = s.turn
    low = one_of_each(s, playable(s, p, 0), 0)
    high = one_of_each(s, playable(s, p, 1), 1)
    plays, kneels = choices(s, p)
    ones = count_bits(low)
    cards = ones + count_bits(high) if plays else 0
    count = cards + kneels
    n = rand_below(s, count)
    take_turn(s, nth_of(low, high, ones, n) if n < cards else NONE)
    advance(s)
    return count


@kernel
def random_card(s):
    """Name a card at random; returns among how many legal actions it was drawn."""
    low, high = cards_to_name(s)
    ones = count_bits(low)
    cards = ones + count_bits(high)
    count = cards + may_stop(s, get(s, ROW))
    n = rand_below(s, count)
    kind = NO
    if n < cards:
        kind = int(RULES[s.ruleset].kind[nth_of(low, high, ones, n)])
    apply_card(s, kind)
    advance(s)
    return count


@kernel
def random_target(s):
    """Choose a leader at random; returns among how many legal actions it was drawn."""
    you, able = get(s, PLAYER), get(s, PLACE)
    leaders = 0
    for k in range(s.num_players - 1):
        leaders += has(able, seat_by_action(s, you, k))
    count = leaders + may_decline_target(s)
    n = rand_below(s, count)
    action = NO
    for k in range(s.num_players - 1):
        if has(able, seat_by_action(s, you, k)):
            if n == 0:
                action = LEADER + k
            n -= 1
    apply_target(s, action)
    advance(s)
    return count


@kernel
def random_answer(s, mask):
    """Answer any question at random; returns among how many legal actions it was drawn."""
    mask[:] = 0
    legal(s, mask)
    phase = get(s, PHASE)
    first, end = WINDOWS[phase, 0], WINDOWS[phase, 1]
    count = count_in(mask, first, end)
    apply(s, nth_in(mask, first, end, rand_below(s, count)))
    return count


@entry
def rollout(states, mask, limit, counts):
    """As :func:`got_env.core.batch.games.rollout`, action for action, and faster."""
    for i in range(len(states)):
        s = states[i]
        done = 0
        while is_running(s) and done != limit:
            phase = get(s, PHASE)
            if phase == Phase.TURN:
                count = random_turn(s)
            elif phase == Phase.CARD:
                count = random_card(s)
            elif phase == Phase.TARGET:
                count = random_target(s)
            else:
                count = random_answer(s, mask)
            done += 1
            counts[0] += 1
            counts[1] += count == 1
