"""Conditions, amounts and targets of effects, read before they do anything."""

from __future__ import annotations

from got_env.btwixt.pieces.allies import council_of, unplaced, with_power
from got_env.btwixt.pieces.cards import EMPTY, count_bits, has, only
from got_env.btwixt.pieces.seats import everybody, left_of, neighbours, own_councils, right_of
from got_env.btwixt.pieces.tokens import tokens_at
from got_env.btwixt.rules.table import RULES
from got_env.btwixt.rules.vocabulary import (
    ALLY_SOURCE,
    NONE,
    UNBOUNDED,
    Col,
    Condition,
    Counter,
    Target,
    Where,
)
from got_env.core.jit import kernel, linked

_HIGHEST = 1000


@kernel
def source_council(s, source):
    """Council in which the ally lies that an effect is printed on, NONE if in none."""
    return council_of(s, source - ALLY_SOURCE) if source >= ALLY_SOURCE else NONE


@kernel
def allies_in(s, councils):
    """All allies of a set of councils."""
    found = EMPTY
    for c in range(s.num_players):
        if has(councils, c):
            found |= s.council[c]
    return found


@linked
def holds_true(s, row, source, you):
    """True if the condition of an effect holds."""
    e = RULES[s.ruleset].effect[row]
    argument = int(e[Col.ARGUMENT])
    here = source_council(s, source)
    match e[Col.CONDITION]:
        case Condition.YOU_WON_BID:
            return s.bid_winner == you
        case Condition.YOU_LOST_BID:
            return s.bid_winner != NONE and s.bid_winner != you
        case Condition.CURRENT_ALLY_POWER_AT_LEAST:
            return unplaced(s) and RULES[s.ruleset].power[s.current] >= argument
        case Condition.EMPTY_BID_PILE:
            return s.pile_n[you] == 0
        case Condition.SAME_COUNCIL_CONTAINS:
            return here != NONE and has(s.council[here], argument)
        case Condition.ANY_COUNCIL_CONTAINS:
            return council_of(s, argument) != NONE
        case Condition.DEAD_PILE_CONTAINS:
            return has(s.dead, argument)
        case Condition.NO_OTHER_ALLY_IN_COUNCIL_WITH_POWER_AT_LEAST:
            if here == NONE:
                return False
            others = s.council[here] & ~only(source - ALLY_SOURCE)
            return with_power(s, others, argument, _HIGHEST) == 0
        case Condition.ALLIES_IN_COUNCIL_FEWER_THAN:
            return here != NONE and count_bits(s.council[here]) < argument
        case _:
            return True


@kernel
def count_of(s, counter, source, you):
    """Count by which an amount is set."""
    if counter == Counter.ALLY_IN_DEAD_PILE:
        return count_bits(s.dead)
    if counter == Counter.ALLY_IN_YOUR_COUNCILS:
        return count_bits(allies_in(s, own_councils(s, you)))
    if counter == Counter.KNEELING_NEIGHBOR:
        return int(has(s.kneeling, left_of(s, you))) + int(has(s.kneeling, right_of(s, you)))
    here = source_council(s, source)
    if here == NONE:
        return 0
    others = s.council[here] & ~only(source - ALLY_SOURCE)
    match counter:
        case Counter.OTHER_ALLY_IN_SAME_COUNCIL:
            return count_bits(others)
        case Counter.OTHER_ALLY_IN_SAME_COUNCIL_WITH_POWER_AT_MOST_2:
            return count_bits(with_power(s, others, 0, 2))
        case Counter.OTHER_ALLY_IN_SAME_COUNCIL_WITH_POWER_AT_LEAST_5:
            return count_bits(with_power(s, others, 5, _HIGHEST))
        case Counter.POWER_TOKEN_IN_SAME_COUNCIL:
            return int(tokens_at(s, here))
        case _:
            n = 0
            if s.over == 1:  # before, nobody may know the numbers (BTW-END-02)
                for i in range(s.token_n):
                    n += s.token_at[i] == here and s.token[i] == 1
            return int(n)


@linked
def amount_of(s, row, source, you):
    """The number of an effect, computed now."""
    e = RULES[s.ruleset].effect[row]
    amount = int(e[Col.AMOUNT])
    if e[Col.COUNTER] == NONE:
        return amount
    amount *= count_of(s, e[Col.COUNTER], source, you)
    bound = int(e[Col.AMOUNT_MAX])
    if bound == UNBOUNDED:
        return amount
    return max(bound, amount) if e[Col.AMOUNT] < 0 else min(bound, amount)


@kernel
def target_seats(s, row, source, you):
    """Set of the leaders that an effect concerns, or among whom one is chosen."""
    match RULES[s.ruleset].effect[row, Col.TARGET]:
        case Target.NEIGHBOR_CHOSEN | Target.EACH_NEIGHBOR:
            return neighbours(s, you)
        case Target.SHARING_NEIGHBOR:
            council = source_council(s, source)
            if council == you:
                return only(left_of(s, you))
            return only(right_of(s, you)) if council == right_of(s, you) else EMPTY
        case Target.OTHER_LEADER_CHOSEN | Target.EACH_OTHER_LEADER:
            return everybody(s) & ~only(you)
        case Target.EACH_LEADER:
            return everybody(s)
        case Target.BID_WINNER:
            return only(s.bid_winner) if s.bid_winner != NONE else EMPTY
        case Target.SECOND_HIGHEST_LEADER:
            return only(s.bid_second) if s.bid_second != NONE else EMPTY
        case Target.EACH_LOSING_LEADER | Target.VOLUNTEER_LOSING_LEADER:
            if s.bid_winner == NONE:
                return EMPTY
            return everybody(s) & ~only(s.bid_winner)
        case _:
            return only(you)


@kernel
def is_chosen(target):
    """True if one leader is chosen among those of :func:`target_seats`."""
    return target == Target.NEIGHBOR_CHOSEN or target == Target.OTHER_LEADER_CHOSEN


@kernel
def councils_where(s, row, source, you):
    """Set of the councils in which an effect looks for allies."""
    match RULES[s.ruleset].effect[row, Col.WHERE]:
        case Where.OWN_COUNCILS:
            return own_councils(s, you)
        case Where.FOREIGN_COUNCILS:
            return everybody(s) & ~own_councils(s, you)
        case Where.THIS_COUNCIL:
            council = source_council(s, source)
            return only(council) if council != NONE else EMPTY
        case Where.WINNER_COUNCILS:
            return own_councils(s, s.bid_winner) if s.bid_winner != NONE else EMPTY
        case _:
            return everybody(s)
