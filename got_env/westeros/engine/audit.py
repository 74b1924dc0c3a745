"""Play at random and, if wanted, count what must never happen: rollouts and the soak test."""

from __future__ import annotations

import numpy as np

from got_env.core.agenda import PHASE, PLAYER, top
from got_env.core.batch.masks import choose_random, count_legal, write_mask
from got_env.core.jit import entry, inlined, kernel, linked
from got_env.westeros.engine.engine import apply, apply_inside, legal_inside
from got_env.westeros.rules import actions, expansion
from got_env.westeros.rules.armies import within_supply
from got_env.westeros.rules.board import BIT
from got_env.westeros.rules.faults import Fault
from got_env.westeros.rules.table import RULES
from got_env.westeros.rules.vocabulary import (
    ALL_CARDS,
    MAX_PLAYERS,
    NONE,
    NUM_ORDERS,
    NUM_TRACKS,
    NUM_UNITS,
    PORT_CAPACITY,
    POWER_TOKENS,
    Phase,
    Side,
    Terrain,
    Unit,
)

EAGERNESS = 2
"""Times an eager player draws again rather than do nothing."""


@kernel
def units_conserved(s, p):
    """True if pool, board and attackers hold all pieces of seat ``p``. Rule: 2E-COMP-10."""
    for u in range(NUM_UNITS):
        n = s.pool[p, u]
        if s.pool[p, u] < 0:
            return False
        for a in range(RULES[s.ruleset].num_areas):
            if s.units[a, u] < 0 or s.routed[a, u] < 0:
                return False
            if s.owner[a] == p:
                n += s.units[a, u] + s.routed[a, u]
        if s.fight == 1 and s.fighter[Side.ATTACKER] == p:
            n += s.attackers[u]
        if n != RULES[s.ruleset].pool[u]:
            return False
    return True


@kernel
def power_conserved(s, p):
    """True if the Power tokens of seat ``p`` are counted and not too many. Rule: 2E-COMP-05."""
    n = 0
    for a in range(RULES[s.ruleset].num_areas):
        n += s.token[a] == p
    return n == s.tokens_out[p] and s.power[p] >= 0 and s.power[p] + n <= POWER_TOKENS


@kernel
def cards_conserved(s, p):
    """True if every House card is in one place, and the hand is not empty. Rule: 2E-HOUSE-14."""
    played = BIT[0] - 1
    for side in range(2):
        if s.fight == 1 and s.cards_open == 1 and s.fighter[side] == p and s.card[side] != NONE:
            played = BIT[s.card[side]]
    if s.hand[p] & s.discards[p] != 0 or s.hand[p] | s.discards[p] | played != ALL_CARDS:
        return False
    return s.hand[p] != 0 or s.fight == 1


@kernel
def tracks_whole(s):
    """True if every house stands once on every track, and all markers are on their tracks."""
    for t in range(NUM_TRACKS):
        seats = 0
        for i in range(MAX_PLAYERS):
            if i < s.num_players:
                if s.track[t, i] < 0 or s.track[t, i] >= s.num_players:
                    return False
                seats |= BIT[s.track[t, i]]
            elif s.track[t, i] != NONE:
                return False
        if seats != BIT[s.num_players] - 1:
            return False
    for p in range(s.num_players):
        if s.supply[p] < 0 or s.supply[p] > 6:
            return False
    return 0 <= s.threat <= RULES[s.ruleset].threat_max


@kernel
def orders_legal(s):
    """True if orders lie with units of their house, each token once. Rule: 2E-PLAN-11."""
    rules = RULES[s.ruleset]
    for a in range(rules.num_areas):
        if (s.order[a] == NONE) != (s.order_seat[a] == NONE):
            return False
        in_combat = s.fight == 1 and (a == s.fight_area or a == s.fight_from)
        if s.order[a] != NONE and s.owner[a] != s.order_seat[a] and not in_combat:
            return False
    for p in range(s.num_players):
        for t in range(NUM_ORDERS):
            n = 0
            for a in range(rules.num_areas):
                n += s.order_seat[a] == p and s.order[a] == t
            if n > rules.order_tokens[t] or s.placed[p, t] > rules.order_tokens[t]:
                return False
    return True


@kernel
def areas_legal(s):
    """True if every piece is where it can be. Rule: 2E-DEF-02, 2E-PORT-05, 2E-CTRL-06."""
    rules = RULES[s.ruleset]
    for a in range(rules.num_areas):
        ships = s.units[a, Unit.SHIP] + s.routed[a, Unit.SHIP]
        others = 0
        for u in range(Unit.SHIP):
            others += s.units[a, u] + s.routed[a, u]
        if (s.owner[a] != NONE) != (ships + others > 0):
            return False
        if rules.kind[a] == Terrain.LAND and ships > 0:
            return False
        if rules.kind[a] != Terrain.LAND and (others > 0 or s.token[a] != NONE):
            return False
        if rules.kind[a] == Terrain.PORT and ships > PORT_CAPACITY:
            return False
        if s.neutral[a] > 0 and s.owner[a] != NONE:
            return False
    return True


@kernel
def armies_fit(s):
    """True if all armies fit their Supply, unless they are being cut. Rule: 2E-SUP-03."""
    for i in range(s.depth):
        if s.stack[i, PHASE] == Phase.RECONCILE:
            return True
    for p in range(s.num_players):
        if not within_supply(s, p):
            return False
    return True


@kernel
def result_sound(s):
    """True if the final places are a ranking with the winner alone on the first.

    Rule: 2E-VIC-10, 1E-WIN-03.
    """
    firsts = 0
    for p in range(s.num_players):
        better = 0
        same = 0
        for q in range(s.num_players):
            better += s.place[q] < s.place[p]
            same += s.place[q] == s.place[p]
        if s.place[p] != better or (same > 1 and RULES[s.ruleset].places_tie == 0):
            return False
        firsts += better == 0
    if firsts > 1:
        return s.winner == NONE and s.depth == 0
    return s.winner != NONE and s.place[s.winner] == 0 and s.depth == 0


@kernel
def _audit_board(s, faults):
    """As :func:`audit`, in games without claim."""
    units = True
    power = True
    cards = True
    for p in range(s.num_players):
        units = units and units_conserved(s, p)
        power = power and power_conserved(s, p)
        cards = cards and cards_conserved(s, p)
    faults[Fault.UNITS] += not units
    faults[Fault.POWER] += not power
    faults[Fault.CARDS] += not cards
    faults[Fault.TRACKS] += not tracks_whole(s)
    faults[Fault.ORDERS] += not orders_legal(s)
    faults[Fault.AREAS] += not areas_legal(s)
    faults[Fault.SUPPLY] += not armies_fit(s)
    if s.over == 1:
        faults[Fault.RESULT] += not result_sound(s)


@linked
def audit(s, faults):
    """Add the invariants a position breaks to ``faults (10,) int64``."""
    if RULES[s.ruleset].with_claim == 1:
        expansion.audit(s, faults)
    else:
        _audit_board(s, faults)


@kernel
def choose_eager(s, mask, count):
    """A random legal action, drawn again where it does nothing: more marches and combats."""
    action = choose_random(s, mask, count)
    for _ in range(EAGERNESS):
        if action != actions.DONE and action != actions.NO and action != actions.COUNT:
            break
        action = choose_random(s, mask, count)
    return action


@inlined
def play_plainly(s, mask, limit, counts):
    """Play uniformly random legal actions to the end, or ``limit`` decisions, without claim."""
    done = 0
    while s.depth > 0 and done != limit:
        mask[:] = 0
        legal_inside(s, mask)
        count = count_legal(mask)
        apply_inside(s, choose_random(s, mask, count))
        done += 1
        counts[0] += 1
        counts[1] += count == 1


@kernel
def play_with_claim(s, mask, limit, counts):
    """As :func:`play_plainly`, in games with claim."""
    done = 0
    while s.depth > 0 and done != limit:
        mask[:] = 0
        expansion.legal(s, mask)
        count = count_legal(mask)
        expansion.apply(s, choose_random(s, mask, count))
        done += 1
        counts[0] += 1
        counts[1] += count == 1


@entry
def audited_rollout(states, mask, eager, every, limit, counts, faults):
    """Play random games to the end and look at every ``every``-th position and at the last.

    Args:
        states: ``(B,) STATE``; a game that meets a fault stops there.
        mask: ``(A,) bool``: scratch space.
        eager: True to prefer actions that do something, False for uniformly random ones.
        every: 1 to look at every decision; 0 for a plain rollout, which is never eager.
        limit: decisions after which a game counts as endless, and a plain rollout just stops;
            negative for none.
        counts: ``(3,) int64``: grows by decisions, forced decisions, positions looked at.
        faults: ``(B, 10) int64``: grows by broken invariants, see :class:`Fault`.
    """
    for i in range(len(states)):
        s = states[i]
        if every == 0:
            if RULES[s.ruleset].with_claim == 1:
                play_with_claim(s, mask, limit, counts)
            else:
                play_plainly(s, mask, limit, counts)
            continue
        done = 0
        while s.depth > 0:
            if done % every == 0:
                audit(s, faults[i])
                counts[2] += 1
            count = write_mask(s, mask)
            faults[i, Fault.DEAD_END] += count == 0
            faults[i, Fault.DEAD_END] += not 0 <= top(s)[PLAYER] < s.num_players
            faults[i, Fault.TOO_LONG] += done == limit
            if faults[i].sum() > 0:
                break
            if eager:
                apply(s, choose_eager(s, mask, count))
            else:
                apply(s, choose_random(s, mask, count))
            done += 1
            counts[0] += 1
            counts[1] += count == 1
        if s.depth == 0:
            audit(s, faults[i])
            counts[2] += 1


def rollout(states, mask, limit, counts):
    """Play uniformly random legal actions in every record to the end, or ``limit`` decisions.

    ``mask (A,) bool`` is scratch space. ``counts (2,) int64`` grows by all decisions, and by those
    with a single legal action. Draws come from the records' own random words.
    """
    seen = np.zeros(3, dtype=np.int64)
    faults = np.zeros((len(states), len(Fault)), dtype=np.int64)
    audited_rollout(states, mask, False, 0, limit, seen, faults)
    counts += seen[:2]
