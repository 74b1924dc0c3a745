"""A card of the hand, or kneeling: what the ally is worth against what influence is worth later."""

from __future__ import annotations

from got_env.btwixt.actions import CARD, KNEEL
from got_env.btwixt.allies import unplaced
from got_env.btwixt.cards import count_bits, first_of_kind, has
from got_env.btwixt.heuristic.standing import standing_if_won
from got_env.btwixt.heuristic.weights import Weight
from got_env.btwixt.heuristic.worth import (
    ALWAYS,
    LOST,
    WON,
    ally_bonus,
    card_bonus,
    lowest_keep,
)
from got_env.btwixt.influence import (
    card_value,
    in_force,
    lasting_owner,
    lasting_row,
    next_lasting,
    pile_total,
)
from got_env.btwixt.reading import amount_of, holds_true, target_seats
from got_env.btwixt.rules import RULES
from got_env.btwixt.seats import in_order
from got_env.btwixt.vocabulary import (
    CARD_WORDS,
    NONE,
    NUM_KINDS,
    Col,
    From,
    Operation,
    Rule,
    Scope,
    Season,
    Target,
    Trigger,
)
from got_env.core.jit import kernel, linked, lowest_bit

_ABILITY = int(Weight.ABILITY)
_THRIFT = int(Weight.THRIFT)
_TYPICAL = int(Weight.TYPICAL)
_PRESS = int(Weight.PRESS)
_PACE = int(Weight.PACE)
_AGAIN = int(Weight.AGAIN)

_SMALL = 0.02
"""Price of a point of influence where no later round needs it."""


@linked
def stake_of(t, p, w):
    """What winning the bid adds for ``p``, against a win of those who would win instead."""
    ally = int(t.current) if unplaced(t) else NONE
    mine = standing_if_won(t, p, p, w, ally)
    if ally != NONE:
        mine += w.weights[_ABILITY] * ally_bonus(t, ally)
    theirs = 0.0
    shares = 0.0
    for q in range(t.num_players):
        if q != p:
            share = 1.0 if not has(t.kneeling, q) else 0.0
            share += 0.2 * w.total[q]
            if share > 0.0:
                theirs += share * standing_if_won(t, p, q, w, ally)
                shares += share
    if shares > 0.0:
        theirs /= shares
    else:
        theirs = standing_if_won(t, p, int(t.first), w, ally) if t.first != p else mine - 5.0
    return mine - theirs


@kernel
def bid_rule(t, wanted, p):
    """Whether a rule for the bid is in force, and for a leader if it speaks to one."""
    if in_force(t, Operation.CHANGE_BID_RULE):
        at = next_lasting(t, Operation.CHANGE_BID_RULE, NONE)
        while at != NONE:
            owner = lasting_owner(t, at)
            if RULES[t.ruleset].effect[lasting_row(t, at), Col.RULE] == wanted and (
                owner == NONE or owner == p or wanted != Rule.YOU_WIN_TIES
            ):
                return True
            at = next_lasting(t, Operation.CHANGE_BID_RULE, at)
    return False


@kernel
def place_in_order(t, p):
    """How many leaders come before one in first-player order."""
    for i in range(t.num_players):
        if in_order(t, i) == p:
            return i
    return 0


@linked
def lead_over(t, p, q, w, total):
    """Lead in influence of ``p`` with a total over another leader; ties go as the rules say."""
    before = place_in_order(t, p) < place_in_order(t, q)
    if bid_rule(t, Rule.FARTHEST_WINS_TIES, NONE):
        before = not before
    elif bid_rule(t, Rule.YOU_WIN_TIES, p):
        before = True
    return total - w.total[q] + (0.5 if before else -0.5)


@linked
def hold_chance(t, p, w, total, waits, spare):
    """Chance that a total wins the bid, as it looks to a leader.

    Args:
        t: the record.
        p: the leader.
        w: scratch, with the totals of the others.
        total: of ``p``.
        waits: whether ``p`` can still answer.
        spare: influence that ``p`` could still add.
    """
    chance = 1.0
    above = 0
    deficit = 0.0
    for q in range(t.num_players):
        if q == p:
            continue
        lead = lead_over(t, p, q, w, total)
        if lead < 0.0:
            above += 1
            deficit = max(deficit, -lead)
        if not has(t.kneeling, q) and t.hand_n[q] > 0:
            reach = w.weights[_PACE] * float(t.hand_n[q])
            chance *= 1.0 - w.weights[_PRESS] * reach / (reach + max(0.0, lead))
    if bid_rule(t, Rule.SECOND_HIGHEST_WINS, NONE):
        return 0.6 if above == 1 else 0.1
    again = w.weights[_AGAIN] if waits and spare > 0.0 else 0.0
    if above > 0:
        return chance * again * max(0.0, 1.0 - deficit / spare) if again > 0.0 else 0.0
    return chance + (1.0 - chance) * again * spare / (spare + 8.0)


@kernel
def played_value(t, p, card):
    """Influence that a card adds when it is played now, what its ability does to it included."""
    rules = RULES[t.ruleset]
    value = float(card_value(t, p, card))
    for i in range(rules.card_rows[card]):
        row = int(rules.card_row[card]) + i
        e = rules.effect[row]
        if e[Col.TRIGGER] != Trigger.ON_PLAY or not holds_true(t, row, card, p):
            continue
        if e[Col.OPERATION] == Operation.MODIFY_INFLUENCE:
            if e[Col.TARGET] == Target.THIS_CARD or (
                e[Col.TARGET] == Target.YOU and e[Col.SCOPE] == Scope.TOTAL
            ):
                value += amount_of(t, row, card, p)
    return value


@linked
def lead_effects(t, p, card, w):
    """What playing a card changes in the bids of others, written to the totals.

    Returns:
        Whether it lets ``p`` kneel at once.
    """
    rules = RULES[t.ruleset]
    kneels = False
    for i in range(rules.card_rows[card]):
        row = int(rules.card_row[card]) + i
        e = rules.effect[row]
        if e[Col.TRIGGER] != Trigger.ON_PLAY or not holds_true(t, row, card, p):
            continue
        if e[Col.OPERATION] == Operation.KNEEL and e[Col.TARGET] == Target.YOU:
            kneels = True
        amount = 0.0
        if e[Col.OPERATION] == Operation.MODIFY_INFLUENCE and e[Col.TARGET] != Target.THIS_CARD:
            amount = float(e[Col.AMOUNT])
        elif e[Col.OPERATION] == Operation.MOVE_CARD and e[Col.FROM] == From.TARGET_PILE:
            amount = -2.0 if e[Col.TARGET] != Target.YOU else 0.0
        if amount == 0.0:
            continue
        seats = target_seats(t, row, card, p)
        several = 1
        if e[Col.TARGET] == Target.NEIGHBOR_CHOSEN or e[Col.TARGET] == Target.OTHER_LEADER_CHOSEN:
            several = 1 if amount < 0.0 else max(1, int(count_bits(seats)))
        best = NONE
        for q in range(t.num_players):
            if q == p or not has(seats, q):
                continue
            if several == 1 and e[Col.TARGET] == Target.OTHER_LEADER_CHOSEN:
                if best == NONE or w.total[q] > w.total[best]:
                    best = q
            else:
                w.total[q] = max(0.0, w.total[q] + amount / several)
        if best != NONE:
            w.total[best] = max(0.0, w.total[best] + amount)
    return kneels


@kernel
def read_totals(t, w):
    """Influence that each leader has bid so far."""
    for q in range(t.num_players):
        w.total[q] = float(pile_total(t, q))


@kernel
def hand_influence(t, p):
    """Influence printed on the cards of a hand."""
    influence = 0.0
    for word in range(CARD_WORDS):
        cards = t.hand[p, word]
        while cards != 0:
            influence += float(RULES[t.ruleset].value[64 * word + int(lowest_bit(cards))])
            cards &= cards - 1
    return influence


@linked
def score_turn(t, p, w):
    """A card of the hand, or kneeling."""
    rules = RULES[t.ruleset]
    read_totals(t, w)
    stake = stake_of(t, p, w)
    rest = hand_influence(t, p)
    later = float(t.rounds_left) * w.weights[_TYPICAL]
    share = later / (later + max(0.5, stake))
    price = _SMALL + w.weights[_THRIFT] * later / max(6.0, rest) * share
    ends = t.rounds_left == 0 and t.season == Season.WINTER
    mine = w.total[p]
    w.score[KNEEL] = stake * hold_chance(t, p, w, mine, False, 0.0)
    for kind in range(NUM_KINDS):
        card = first_of_kind(t, t.hand[p], kind)
        if card == NONE:
            continue
        value = played_value(t, p, card)
        kneels = lead_effects(t, p, card, w)
        left = max(0.0, rest - float(rules.value[card]))
        chance = hold_chance(t, p, w, mine + value, not kneels, left)
        gain = card_bonus(t, card, ALWAYS)
        gain += chance * card_bonus(t, card, WON) + (1.0 - chance) * card_bonus(t, card, LOST)
        cost = price * float(rules.value[card]) + (0.0 if ends else 0.1)
        if in_force(t, Operation.PROTECT):
            gain *= 0.5
        w.score[CARD + kind] = stake * chance + w.weights[_ABILITY] * 0.5 * gain - cost
        read_totals(t, w)


@linked
def hand_lead(t, p):
    """Cards in hand beyond those of the mean of the others."""
    others = 0
    for q in range(t.num_players):
        if q != p:
            others += int(t.hand_n[q])
    return float(t.hand_n[p]) - others / (t.num_players - 1)


@linked
def easiest_loss(t, p):
    """Worth of the card of the own hand that is easiest to miss, in points of power."""
    return 0.2 * lowest_keep(t, p)
