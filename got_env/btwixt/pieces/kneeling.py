"""Kneeling, and what forbids it or forbids playing a card. Rule: BTW-KNEEL-01 to -05."""

from __future__ import annotations

from got_env.btwixt.pieces.cards import has, only
from got_env.btwixt.pieces.influence import (
    concerns,
    in_force,
    lasting_owner,
    lasting_row,
    lasting_source,
    next_lasting,
)
from got_env.btwixt.pieces.priority import ANY_ALLY, gives_way, is_of_ally
from got_env.btwixt.rules.frames import SAFE_DEPTH, push
from got_env.btwixt.rules.journal import note
from got_env.btwixt.rules.options import Option, advanced, chosen
from got_env.btwixt.rules.table import RULES
from got_env.btwixt.rules.vocabulary import (
    ALLY_SOURCE,
    NONE,
    Col,
    Event,
    Operation,
    Phase,
    Restriction,
    Trigger,
)
from got_env.core.jit import kernel, linked, lowest_bit


@kernel
def restricts(s):
    """True if any effect in force restricts what leaders may do."""
    return in_force(s, Operation.RESTRICT_ACTION)


@linked
def lowest_limit(s, p):
    """The most cards that the pile of a leader may hold by all that is in force."""
    limit = int(s.limit[p])
    at = next_lasting(s, Operation.RESTRICT_ACTION, NONE)
    while at != NONE:
        row = lasting_row(s, at)
        e = RULES[s.ruleset].effect[row]
        if e[Col.RESTRICTION] == Restriction.MAX_CARDS_IN_BID_PILE and concerns(
            s, row, lasting_owner(s, at), p
        ):
            amount = int(e[Col.AMOUNT])
            limit = amount if limit == NONE else min(limit, amount)
        at = next_lasting(s, Operation.RESTRICT_ACTION, at)
    return limit


@kernel
def playable(s, p, w):
    """One word of the set of cards in a hand that the leader may play. Rule: BTW-AMB-41."""
    cards = s.hand[p, w]
    rules = RULES[s.ruleset]
    if cards & rules.whites[w] != 0 and advanced(s) and not chosen(s, Option.STOLEN_WHITE_PLAYED):
        cards &= ~rules.whites[w] | rules.leader_whites[s.leader[p], w]
    return cards


@kernel
def has_playable(s, p):
    """True if a hand holds a card that its leader may play."""
    return playable(s, p, 0) | playable(s, p, 1) != 0


@kernel
def may_play(s, p):
    """True if a leader may play a card."""
    limit = lowest_limit(s, p) if restricts(s) else int(s.limit[p])
    return has_playable(s, p) and (limit == NONE or s.pile_n[p] < limit)


@linked
def has_to_play(s, p, source):
    """True if an effect in force lets a leader kneel only after playing a card.

    Args:
        s: the record.
        p: the leader.
        source: card or ally by whose ability the leader is to kneel, NONE by none; effects that
            give way to it do not count.
    """
    at = next_lasting(s, Operation.RESTRICT_ACTION, NONE)
    while at != NONE:
        row = lasting_row(s, at)
        kind = RULES[s.ruleset].effect[row, Col.RESTRICTION]
        if (
            kind == Restriction.MUST_PLAY_BEFORE_KNEELING
            and not gives_way(lasting_source(at), source)
            and concerns(s, row, lasting_owner(s, at), p)
        ):
            return True
        at = next_lasting(s, Operation.RESTRICT_ACTION, at)
    return False


@kernel
def must_not_kneel(s, p):
    """True if a leader has to play a card before kneeling, if any can be played."""
    if has(s.must, p):
        return True
    if s.played[p] > 0:
        return False
    return has(s.oath, p) or (restricts(s) and has_to_play(s, p, NONE))


@kernel
def ally_keeps_from_kneeling(s, p):
    """True if an ally's ability lets a leader, who is able to play, kneel only after playing."""
    if not may_play(s, p):
        return False
    if has(s.held, p):
        return True
    return s.played[p] == 0 and restricts(s) and has_to_play(s, p, ANY_ALLY)


@kernel
def can_be_made_to_kneel(s, p, source):
    """True if the ability of a card or ally makes a leader kneel. Rule: BTW-PREC-02, BTW-AMB-28."""
    if has(s.kneeling, p):
        return False
    obeys = chosen(s, Option.FORCED_KNEEL)
    if ally_keeps_from_kneeling(s, p):
        return is_of_ally(source) and not obeys
    return is_of_ally(source) or not obeys or not must_not_kneel(s, p)


@kernel
def choices(s, p):
    """True if a leader whose turn it is may play a card, and whether one may kneel.

    Rule: BTW-PLAY-04, BTW-KNEEL-03, -04, BTW-AMB-36.
    """
    ruled = restricts(s)
    limit = lowest_limit(s, p) if ruled else int(s.limit[p])
    if not has_playable(s, p) or not (limit == NONE or s.pile_n[p] < limit):
        return False, True
    if s.played[p] > 0 or not (has(s.oath, p) or (ruled and has_to_play(s, p, NONE))):
        return True, not has(s.must, p)
    return True, False


@linked
def kneel_now(s, p):
    """A leader kneels; abilities of the ally in force that resolve then are pushed.

    Kneeling can make others kneel: abilities for which there is no room are left out.
    """
    s.kneeling |= only(p)
    s.must &= ~only(p)
    s.held &= ~only(p)
    note(s, Event.KNEEL, p, 0, 0)
    rules = RULES[s.ruleset]
    rest = s.acting & rules.kneel_doers
    while rest != 0:
        ally = int(lowest_bit(rest))
        rest &= rest - 1
        for i in range(rules.ally_rows[ally] - 1, -1, -1):
            row = rules.ally_row[ally] + i
            if rules.effect[row, Col.TRIGGER] == Trigger.ON_KNEEL and s.depth <= SAFE_DEPTH:
                push(s, Phase.EFFECT, NONE, row, ALLY_SOURCE + ally, p)
