"""A card of the hand, or kneeling: what the ally is worth against what influence is worth later."""

from __future__ import annotations

from got_env.btwixt.pieces.allies import unplaced
from got_env.btwixt.pieces.cards import count_bits, first_of_kind, has
from got_env.btwixt.pieces.influence import (
    card_value,
    fits_card,
    in_force,
    lasting_owner,
    lasting_row,
    next_lasting,
    pile_total,
)
from got_env.btwixt.pieces.reading import amount_of, holds_true, target_seats
from got_env.btwixt.pieces.seats import in_order, neighbours, other_council, shared_council
from got_env.btwixt.players.heuristic.standing import (
    UNSEEN,
    best_for_token,
    standing,
    standing_if_won,
    standing_with,
    standing_with_token,
)
from got_env.btwixt.players.heuristic.weights import Weight
from got_env.btwixt.players.heuristic.worth import (
    ALWAYS,
    LOST,
    WON,
    ally_bonus,
    card_bonus,
    keep_worth,
    lowest_keep,
)
from got_env.btwixt.rules.actions import CARD, KNEEL
from got_env.btwixt.rules.table import RULES
from got_env.btwixt.rules.vocabulary import (
    CARD_WORDS,
    NONE,
    NUM_KINDS,
    Col,
    Condition,
    From,
    Operation,
    Rule,
    Scope,
    Season,
    Source,
    Target,
    To,
    Trigger,
)
from got_env.core.jit import kernel, linked, lowest_bit

_ABILITY = int(Weight.ABILITY)
_THRIFT = int(Weight.THRIFT)
_TYPICAL = int(Weight.TYPICAL)
_PRESS = int(Weight.PRESS)
_PACE = int(Weight.PACE)
_AGAIN = int(Weight.AGAIN)

_PLENTY = int(Weight.PLENTY)
_INSIGHT = int(Weight.INSIGHT)
_ALLURE = int(Weight.ALLURE)
_KEEP = int(Weight.KEEP)

_MEAN_CARD = 5.0
"""Influence of a card that nobody has seen."""

_SMALL = 0.02
"""Price of a point of influence where no later round needs it."""


@linked
def stake_of(t, p, w):
    """Gain of ``p`` by winning the bid, against a win of those who would win instead."""
    ally = int(t.current) if unplaced(t) else NONE
    mine = standing_if_won(t, p, p, w, ally)
    if ally != NONE:
        mine += (w.weights[_ABILITY] + w.weights[_ALLURE]) * ally_bonus(t, ally)
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
    """True if a rule for the bid is in force, and for a leader if it speaks to one."""
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
    """Number of leaders before one in first-player order."""
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


@kernel
def takes_from_pile(e):
    """True if an effect takes a card from the pile of another leader."""
    return (
        e[Col.OPERATION] == Operation.MOVE_CARD
        and e[Col.FROM] == From.TARGET_PILE
        and e[Col.TARGET] != Target.YOU
    )


@kernel
def best_in_pile(t, row, q):
    """Influence of the best card in a pile that fits an effect, 0 without one."""
    best = 0.0
    for word in range(CARD_WORDS):
        cards = t.pile[q, word]
        while cards != 0:
            card = 64 * word + int(lowest_bit(cards))
            cards &= cards - 1
            if fits_card(t, row, card, NONE):
                best = max(best, float(card_value(t, q, card)))
    return best


@linked
def take_best(t, row, p, w):
    """Take the best card that an effect finds from the totals, and note it if ``p`` gains it."""
    seats = target_seats(t, row, NONE, p)
    most = 0.0
    victim = NONE
    for q in range(t.num_players):
        if q != p and has(seats, q):
            taken = best_in_pile(t, row, q)
            if taken > 0.0 and taken + 0.3 * w.total[q] > most:
                most = taken + 0.3 * w.total[q]
                victim = q
    if victim != NONE:
        taken = best_in_pile(t, row, victim)
        w.total[victim] = max(0.0, w.total[victim] - taken)
        if RULES[t.ruleset].effect[row, Col.TO] == To.YOUR_PILE:
            w.gained += taken


@linked
def worth_of_token(t, p, w):
    """Worth of one more token in the better own council."""
    now = standing(t, p, w)
    return standing_with_token(t, p, w, best_for_token(t, p, w), UNSEEN) - now


@linked
def worth_of_strings(t, p, w):
    """Worth of having a neighbour who wins the bid place the ally beside ``p``."""
    if not unplaced(t):
        return 0.0
    worth = 0.0
    shares = 0.0
    for q in range(t.num_players):
        if q == p:
            continue
        share = (1.0 if not has(t.kneeling, q) else 0.0) + 0.2 * w.total[q]
        shares += share
        if has(neighbours(t, p), q):
            shared = shared_council(t, p, q)
            beside = standing_with(t, p, w, int(t.current), shared)
            away = standing_with(t, p, w, int(t.current), int(other_council(t, q, shared)))
            worth += share * 0.5 * (beside - away)
    return max(0.0, worth / shares) if shares > 0.0 else 0.0


@linked
def insight(t, p, card, chance, price, token, strings):
    """Worth of the abilities of a card that can be worked out, if its bid wins with a chance."""
    rules = RULES[t.ruleset]
    worth = 0.0
    for i in range(rules.card_rows[card]):
        e = rules.effect[int(rules.card_row[card]) + i]
        likely = 1.0
        if e[Col.CONDITION] == Condition.YOU_WON_BID:
            likely = chance
        elif e[Col.CONDITION] == Condition.YOU_LOST_BID:
            likely = 1.0 - chance
        match e[Col.OPERATION]:
            case Operation.MOVE_TOKEN:
                if e[Col.TARGET] == Target.YOU and e[Col.SOURCE] == Source.SUPPLY:
                    if e[Col.TO] == To.CURRENT_ALLY:
                        worth += token * (chance - 0.5 * (1.0 - chance))
                    else:
                        worth += token * likely
            case Operation.PLACE_ALLY:
                worth += (1.0 - chance) * strings
            case Operation.MOVE_CARD:
                if e[Col.FROM] == From.THIS_CARD and e[Col.TO] == To.TARGET_HAND:
                    worth += likely * price * float(rules.value[card])
    return worth


@linked
def lead_effects(t, p, card, w):
    """Change the totals by what playing a card does to the bids of others.

    Returns:
        Whether it lets ``p`` kneel at once.
    """
    rules = RULES[t.ruleset]
    kneels = False
    w.gained = 0.0
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
        elif takes_from_pile(e) and w.weights[_INSIGHT] > 0.0:
            take_best(t, row, p, w)
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
    price /= 1.0 + w.weights[_PLENTY] * rest / (_MEAN_CARD * (1.0 + rival_hand(t, p)))
    sees = w.weights[_INSIGHT]
    token = worth_of_token(t, p, w) if sees > 0.0 else 0.0
    strings = worth_of_strings(t, p, w) if sees > 0.0 else 0.0
    ends = t.rounds_left == 0 and (t.season == Season.WINTER or sees > 0.0)
    keep = 0.0 if t.rounds_left == 0 else w.weights[_KEEP]
    mine = w.total[p]
    w.score[KNEEL] = stake * hold_chance(t, p, w, mine, False, 0.0)
    for kind in range(NUM_KINDS):
        card = first_of_kind(t, t.hand[p], kind)
        if card == NONE:
            continue
        value = played_value(t, p, card)
        kneels = lead_effects(t, p, card, w)
        value += w.gained
        left = max(0.0, rest - float(rules.value[card]))
        chance = hold_chance(t, p, w, mine + value, not kneels, left)
        gain = card_bonus(t, card, ALWAYS)
        gain += chance * card_bonus(t, card, WON) + (1.0 - chance) * card_bonus(t, card, LOST)
        cost = price * float(rules.value[card]) + (0.0 if ends else 0.1)
        if keep > 0.0:
            cost += keep * max(0.0, keep_worth(t, card) - float(rules.value[card]))
        if in_force(t, Operation.PROTECT):
            gain *= 0.5
        w.score[CARD + kind] = stake * chance + w.weights[_ABILITY] * 0.5 * gain - cost
        if sees > 0.0:
            w.score[CARD + kind] += sees * insight(t, p, card, chance, price, token, strings)
        read_totals(t, w)


@kernel
def rival_hand(t, p):
    """Cards in hand of the mean of the others."""
    others = 0
    for q in range(t.num_players):
        if q != p:
            others += int(t.hand_n[q])
    return others / (t.num_players - 1)


@linked
def hand_lead(t, p):
    """Cards in hand beyond those of the mean of the others."""
    return float(t.hand_n[p]) - rival_hand(t, p)


@linked
def easiest_loss(t, p):
    """Worth of the card of the own hand that is easiest to miss, in points of power."""
    return 0.2 * lowest_keep(t, p)
