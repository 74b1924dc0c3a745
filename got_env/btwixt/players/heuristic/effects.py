"""Scores of answers to abilities: leaders, cards, allies, councils, yes or no, allies in order."""

from __future__ import annotations

from got_env.btwixt.operations.on_allies import bring_council, guard_of
from got_env.btwixt.operations.on_cards import card_owner, from_hand
from got_env.btwixt.pieces.allies import council_of, lowest_power, unplaced
from got_env.btwixt.pieces.cards import first_of_kind, has, only
from got_env.btwixt.pieces.influence import card_value
from got_env.btwixt.pieces.seats import (
    council_by_action,
    neighbours,
    other_council,
    own_councils,
    seat_by_action,
    shared_council,
)
from got_env.btwixt.players.heuristic.bidding import (
    best_in_pile,
    easiest_loss,
    hand_lead,
    read_totals,
    takes_from_pile,
)
from got_env.btwixt.players.heuristic.standing import (
    UNSEEN,
    held_by,
    standing,
    standing_with,
    standing_with_token,
    standing_without,
)
from got_env.btwixt.players.heuristic.weights import Weight
from got_env.btwixt.players.heuristic.worth import (
    ALWAYS,
    WON,
    ally_bonus,
    any_of_kind,
    card_bonus,
    effect_worth,
    keep_worth,
)
from got_env.btwixt.rules.actions import ALLY, CARD, COUNCIL, LEADER, NO, YES
from got_env.btwixt.rules.frames import PHASE, ROW, SOURCE, TARGET, YOU, get
from got_env.btwixt.rules.table import RULES
from got_env.btwixt.rules.vocabulary import (
    ALLY_SOURCE,
    NONE,
    NUM_ALLIES,
    NUM_KINDS,
    Against,
    Col,
    Operation,
    Phase,
    Pick,
    Rule,
    Source,
    Step,
    Target,
    To,
    Where,
)
from got_env.core.jit import kernel, linked

_HARM, _THREAT = int(Weight.HARM), int(Weight.THREAT)
_TYPICAL = int(Weight.TYPICAL)
_ABILITY = int(Weight.ABILITY)
_INSIGHT = int(Weight.INSIGHT)

_MEAN_ALLY = 3.0
"""Power of an ally that nobody has seen."""


# --- councils


@linked
def score_placement(t, p, w):
    """In which council an ally is placed."""
    ally = get(t, SOURCE) - ALLY_SOURCE
    for k in range(2):
        council = council_by_action(t, p, k)
        score = standing_with(t, p, w, ally, council)
        rules = RULES[t.ruleset]
        for i in range(rules.ally_rows[ally]):
            e = rules.effect[int(rules.ally_row[ally]) + i]
            kills = e[Col.OPERATION] == Operation.MOVE_ALLY and e[Col.PICK] == Pick.LOWEST
            if kills and e[Col.WHERE] == Where.THIS_COUNCIL and t.council[council] != 0:
                score -= float(lowest_power(t, t.council[council]))
        w.score[COUNCIL + k] = score


@linked
def score_token(t, p, w):
    """In which council a power token is laid."""
    for k in range(2):
        council = council_by_action(t, p, k)
        w.score[COUNCIL + k] = standing_with_token(t, p, w, council, UNSEEN)


@linked
def score_council(t, p, w):
    """Whose council's tokens an ability takes or shows."""
    looks = RULES[t.ruleset].effect[get(t, ROW), Col.OPERATION] == Operation.LOOK
    for k in range(t.num_players):
        council = council_by_action(t, p, k)
        if looks:
            w.score[COUNCIL + k] = w.tokens[council]
        else:
            w.score[COUNCIL + k] = standing_with_token(t, p, w, council, -UNSEEN)


# --- leaders


@kernel
def victim_worth(t, p, q, w):
    """Worth to a leader of something bad that befalls another."""
    worth = 3.0 + w.weights[_HARM] * (held_by(t, w, q) - held_by(t, w, p))
    worth += w.weights[_THREAT] * w.total[q]
    if not has(neighbours(t, p), q):
        worth += 1.0
    return max(0.1, worth)


@kernel
def best_card_of(t, row, you, q):
    """Influence of the best card that an effect can find with a leader."""
    rules = RULES[t.ruleset]
    if from_hand(t, row):
        return min(5.0, float(t.hand_n[q]))
    best = 0.0
    for kind in range(NUM_KINDS):
        card = first_of_kind(t, t.pile[q], kind)
        if card != NONE:
            value = float(card_value(t, q, card))
            fits = rules.effect[row, Col.MAX_VALUE]
            if fits == NONE or rules.value[card] <= fits:
                best = max(best, value)
    return best


@linked
def score_target(t, p, w):
    """Score the leaders of an ability: those who lead suffer, those who trail are helped."""
    row, you = get(t, ROW), get(t, YOU)
    e = RULES[t.ruleset].effect[row]
    read_totals(t, w)
    standing(t, p, w)
    good = effect_worth(t, row)
    w.score[NO] = 0.0
    for k in range(t.num_players - 1):
        q = seat_by_action(t, p, k)
        if e[Col.OPERATION] == Operation.BRING_ALLY and e[Col.TO] == To.SHARED_WITH_TARGET:
            council = shared_council(t, p, q)
            score = standing_with_token(t, p, w, council, _MEAN_ALLY) - standing(t, p, w)
        elif w.weights[_INSIGHT] > 0.0 and takes_from_pile(e):
            score = best_in_pile(t, row, q) + 0.3 * w.total[q]
        elif e[Col.OPERATION] == Operation.MOVE_CARD and good > 0.0:
            score = victim_worth(t, p, q, w) * (0.2 + 0.2 * best_card_of(t, row, you, q))
        elif good > 0.0:
            score = victim_worth(t, p, q, w)
        else:
            score = -victim_worth(t, p, q, w)
        w.score[LEADER + k] = score


# --- influence cards


@linked
def score_card(t, p, w):
    """Score the influence cards of an ability: own ones cheap, those of others dear."""
    row, you, q = get(t, ROW), get(t, YOU), get(t, TARGET)
    e = RULES[t.ruleset].effect[row]
    owner = card_owner(t, row, you, q)
    hand = from_hand(t, row)
    bidding = t.step == Step.PLAY
    w.score[NO] = 0.0
    for kind in range(NUM_KINDS):
        card = first_of_kind(t, t.hand[owner] if hand else t.pile[owner], kind)
        if card == NONE:
            continue
        keep = keep_worth(t, card)
        if e[Col.OPERATION] == Operation.MODIFY_INFLUENCE:
            score = min(float(card_value(t, owner, card)), abs(float(e[Col.AMOUNT])))
            if (owner == p) != (e[Col.AMOUNT] > 0):
                score = -score if owner == p else score
        elif e[Col.OPERATION] == Operation.CANCEL_ABILITY:
            score = 0.5 + card_bonus(t, card, ALWAYS) + 2.0 * card_bonus(t, card, WON)
            score = -score if owner == p else score
        elif hand:
            score = keep if owner != p else -keep
        elif owner == p:
            comes_back = e[Col.TO] == To.TARGET_HAND or e[Col.TO] == To.YOUR_HAND
            score = keep if comes_back and not bidding else -float(card_value(t, p, card)) - 0.1
        else:
            score = float(card_value(t, owner, card)) + 0.1 * keep
        w.score[CARD + kind] = score


@linked
def score_ability(t, w):
    """Score the own cards that can resolve next by the worth of their abilities."""
    for kind in range(NUM_KINDS):
        card = any_of_kind(t, kind)
        if card != NONE:
            w.score[CARD + kind] = card_bonus(t, card, ALWAYS) + card_bonus(t, card, WON)


# --- allies


@kernel
def worth_of_move(t, p, row, ally, w):
    """Standing once an effect has done to an ally of a council what it does."""
    e = RULES[t.ruleset].effect[row]
    council = council_of(t, ally)
    if e[Col.TO] == To.YOUR_OTHER_COUNCIL:
        kept = t.council[council]
        t.council[council] = kept & ~only(ally)
        worth = standing_with(t, p, w, ally, int(other_council(t, get(t, YOU), council)))
        t.council[council] = kept
        return worth
    dies = guard_of(t, row) == Against.KILL
    worth = standing_without(t, p, w, ally, council, dies)
    then = int(e[Col.THEN])
    follows = then != NONE and RULES[t.ruleset].effect[then, Col.RULE] == Rule.COUNCIL_OF_PREVIOUS
    if follows and get(t, SOURCE) >= ALLY_SOURCE:
        kept = t.council[council]
        dead = t.dead
        t.council[council] = kept & ~only(ally)
        t.dead = dead | only(ally)
        worth = standing_with(t, p, w, get(t, SOURCE) - ALLY_SOURCE, council)
        t.council[council] = kept
        t.dead = dead
    return worth


@kernel
def worth_of_bringing(t, p, row, ally, w):
    """Standing once an effect has brought an ally from the dead pile."""
    you = get(t, YOU)
    councils = own_councils(t, p)
    if RULES[t.ruleset].effect[row, Col.TO] != To.CURRENT:
        councils = bring_council(t, row, get(t, SOURCE), you, get(t, TARGET))
    best = -1000.0
    for c in range(t.num_players):
        if has(councils, c):
            best = max(best, standing_with(t, p, w, ally, c))
    return best + w.weights[_ABILITY] * ally_bonus(t, ally)


@linked
def score_ally(t, p, w):
    """Score the allies of an ability by the standing of ``p`` after it."""
    row = get(t, ROW)
    e = RULES[t.ruleset].effect[row]
    now = standing(t, p, w)
    w.score[NO] = now
    for ally in range(NUM_ALLIES):
        council = council_of(t, ally)
        if e[Col.OPERATION] == Operation.BRING_ALLY:
            if has(t.dead, ally):
                w.score[ALLY + ally] = worth_of_bringing(t, p, row, ally, w)
        elif council == NONE:
            continue
        elif e[Col.OPERATION] == Operation.PROTECT:
            w.score[ALLY + ally] = 2 * now - standing_without(t, p, w, ally, council, True)
        else:
            w.score[ALLY + ally] = worth_of_move(t, p, row, ally, w)


@linked
def score_peeked(t, p, w):
    """Score the allies seen, one of which goes under the deck or comes next.

    Strong allies shall come while the own hand is fuller than those of others.
    """
    rules = RULES[t.ruleset]
    sign = 1.0 if hand_lead(t, p) >= 0.0 else -1.0
    buries = get(t, PHASE) == Phase.BURY
    w.score[NO] = 0.0
    for i in range(t.peek_n):
        ally = int(t.peek[i])
        if ally < 0:
            continue
        worth = float(rules.power[ally]) + ally_bonus(t, ally) - _MEAN_ALLY
        w.score[ALLY + ally] = -sign * worth if buries else sign * worth


# --- yes or no


@linked
def score_agree(t, p, w):
    """Score the use of an ability."""
    row = get(t, ROW)
    e = RULES[t.ruleset].effect[row]
    w.score[NO] = 0.0
    if e[Col.TARGET] == Target.VOLUNTEER_LOSING_LEADER:
        w.score[YES] = worth_of_stopping(t, p, w) - (
            2.0 * easiest_loss(t, p) if t.rounds_left > 0 else 0.0
        )
    elif e[Col.TARGET] == Target.CURRENT_ALLY and unplaced(t):
        w.score[YES] = worth_of_exchange(t, row) - 0.2
    elif e[Col.OPERATION] == Operation.MOVE_CARD and e[Col.TARGET] != Target.YOU:
        w.score[YES] = effect_worth(t, row)
    else:
        w.score[YES] = effect_worth(t, row) + 0.1


@kernel
def worth_of_stopping(t, p, w):
    """Worth of the current ally's death before the winner of the bid places it."""
    if not unplaced(t) or t.bid_winner == NONE:
        return -1.0
    winner = int(t.bid_winner)
    ally = int(t.current)
    council = winner
    other = int(other_council(t, winner, winner))
    if standing_with(t, winner, w, ally, other) > standing_with(t, winner, w, ally, council):
        council = other
    return standing(t, p, w) - standing_with(t, p, w, ally, council)


@kernel
def worth_of_exchange(t, row):
    """Worth of having another current ally instead of this one."""
    rules = RULES[t.ruleset]
    mine = float(rules.power[t.current]) + ally_bonus(t, int(t.current))
    then = int(rules.effect[row, Col.THEN])
    if then == NONE or rules.effect[then, Col.OPERATION] != Operation.BRING_ALLY:
        return -mine
    if rules.effect[then, Col.SOURCE] != Source.DEAD_PILE:
        return _MEAN_ALLY + 0.5 - mine
    best = 0.0
    for ally in range(NUM_ALLIES):
        if has(t.dead, ally):
            best = max(best, float(rules.power[ally]) + ally_bonus(t, ally))
    return best - mine
