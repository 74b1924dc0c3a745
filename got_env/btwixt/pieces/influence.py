"""Effects that hold while something lies on the table, and the numbers of bid piles they change."""

from __future__ import annotations

from got_env.btwixt.pieces.cards import holds, lasting, only, pile_owner
from got_env.btwixt.pieces.priority import gives_way, is_of_ally
from got_env.btwixt.pieces.seats import neighbours
from got_env.btwixt.rules.options import Option, chosen
from got_env.btwixt.rules.table import RULES
from got_env.btwixt.rules.vocabulary import (
    ALLY_SOURCE,
    CARD_PLACES,
    CARD_WORDS,
    NONE,
    NUM_ALLIES,
    Against,
    By,
    Col,
    Mode,
    Operation,
    Pick,
    Scope,
    Target,
    Trigger,
)
from got_env.core.jit import kernel, linked, lowest_bit

_FIRST_CARD = 2 * NUM_ALLIES
_END = _FIRST_CARD + 2 * CARD_PLACES
"""Marks of :func:`next_lasting`: two effects for each ally, then two for each card."""

_NO_CARD = -10_000
"""Less than any value of a card."""


@kernel
def in_force(s, operation):
    """True if anything on the table does something of a kind while it lies there."""
    return s.acting & RULES[s.ruleset].doers[operation] != 0 or lasting(s, operation)


@linked
def next_lasting(s, operation, at):
    """Mark of the next effect of a kind that is in force, after the mark ``at``; NONE for none.

    Start with NONE. :func:`lasting_row` and :func:`lasting_owner` say what a mark stands for.
    """
    rules = RULES[s.ruleset]
    at += 1
    while at < _FIRST_CARD:
        ally = at >> 1
        rest = s.acting >> ally
        if rest == 0:
            at = _FIRST_CARD
            break
        skip = int(lowest_bit(rest))
        if skip > 0:
            at = 2 * (ally + skip)
            ally += skip
        row = rules.ally_row[ally] + (at & 1)
        if (at & 1) < rules.ally_rows[ally] and is_lasting(s, row, operation):
            return at
        at += 1
    if not lasting(s, operation):
        return NONE
    while at < _END:
        card = (at - _FIRST_CARD) >> 1
        row = rules.card_row[card] + (at & 1)
        if (
            (at & 1) < rules.card_rows[card]
            and is_lasting(s, row, operation)
            and not holds(s.cancelled, card)
            and pile_owner(s, card) != NONE
        ):
            return at
        at += 1
    return NONE


@kernel
def is_lasting(s, row, operation):
    """True if an effect is one that holds, of a kind."""
    effect = RULES[s.ruleset].effect[row]
    if effect[Col.OPERATION] != operation:
        return False
    return (
        effect[Col.TRIGGER] == Trigger.DURING_ROUND or effect[Col.TRIGGER] == Trigger.WHILE_IN_PILE
    )


@kernel
def lasting_row(s, at):
    """Effect that a mark stands for."""
    if at < _FIRST_CARD:
        return int(RULES[s.ruleset].ally_row[at >> 1] + (at & 1))
    return int(RULES[s.ruleset].card_row[(at - _FIRST_CARD) >> 1] + (at & 1))


@kernel
def lasting_owner(s, at):
    """Seat before whom the card of a mark lies; NONE for an ally."""
    return NONE if at < _FIRST_CARD else pile_owner(s, (at - _FIRST_CARD) >> 1)


@kernel
def lasting_source(at):
    """Card or ally of a mark."""
    if at < _FIRST_CARD:
        return ALLY_SOURCE + (at >> 1)
    return (at - _FIRST_CARD) >> 1


@kernel
def concerns(s, row, owner, p):
    """True if an effect that holds concerns a leader."""
    match RULES[s.ruleset].effect[row, Col.TARGET]:
        case Target.YOU:
            return owner == p
        case Target.EACH_NEIGHBOR:
            return owner != NONE and neighbours(s, owner) & only(p) != 0
        case Target.EACH_OTHER_LEADER:
            return owner != p
        case _:
            return True


@kernel
def fits_card(s, row, card, source):
    """True if an influence card fits the filter of an effect; printed values count."""
    rules = RULES[s.ruleset]
    e = rules.effect[row]
    value = rules.value[card]
    if e[Col.MIN_VALUE] != NONE and value < e[Col.MIN_VALUE]:
        return False
    if e[Col.MAX_VALUE] != NONE and value > e[Col.MAX_VALUE]:
        return False
    if e[Col.COLOR] != NONE and rules.color[card] != e[Col.COLOR]:
        return False
    return e[Col.EXCLUDE_THIS] != 1 or card != source


# --- protection


@linked
def is_protected(s, p, card, against, actor, source):
    """True if a card in the pile of ``p`` is no legal target of what ``actor`` does.

    Args:
        s: the record.
        p: seat before whom the card lies.
        card: the card.
        against: what is done to it, an :class:`Against`.
        actor: the leader who does it.
        source: card or ally by whose ability; that of an ally passes over protections of cards.
    """
    if not in_force(s, Operation.PROTECT):
        return False
    at = next_lasting(s, Operation.PROTECT, NONE)
    while at != NONE:
        row = lasting_row(s, at)
        e = RULES[s.ruleset].effect[row]
        if (
            e[Col.AGAINST] & only(against) != 0
            and (e[Col.BY] == By.ANYONE or actor != p)
            and not gives_way(lasting_source(at), source)
            and concerns(s, row, lasting_owner(s, at), p)
            and fits_card(s, row, card, lasting_source(at))
        ):
            return True
        at = next_lasting(s, Operation.PROTECT, at)
    return False


@kernel
def protected_allies(s, against, source):
    """Set of the allies that the ability of a card or ally may not kill, or not move."""
    kills = against == Against.KILL
    protected = s.no_kill if kills else s.no_move
    if is_of_ally(source):
        protected &= ~(s.kill_by_card if kills else s.move_by_card)
    return protected


# --- totals


@kernel
def floored(s, number):
    """A value or total as it counts. Rule: BTW-AMB-14."""
    return number if chosen(s, Option.NEGATIVE_INFLUENCE) else max(0, number)


@linked
def card_value(s, p, card):
    """Value of a card in the pile of ``p``, all changes included but that of the highest card.

    A value that an ally sets is changed by allies only. Rule: BTW-PREC-02.
    """
    rules = RULES[s.ruleset]
    base = int(rules.value[card])
    added = int(s.add[card])
    by_allies = 0
    ruler = int(NONE)
    if in_force(s, Operation.MODIFY_INFLUENCE):
        at = next_lasting(s, Operation.MODIFY_INFLUENCE, NONE)
        while at != NONE:
            row = lasting_row(s, at)
            e = rules.effect[row]
            if (
                e[Col.SCOPE] == Scope.CARDS
                and e[Col.PICK] == Pick.ALL
                and concerns(s, row, lasting_owner(s, at), p)
                and fits_card(s, row, card, lasting_source(at))
            ):
                source = lasting_source(at)
                if e[Col.MODE] == Mode.SET and not gives_way(source, ruler):
                    base = int(e[Col.AMOUNT])
                    ruler = source
                elif e[Col.MODE] == Mode.ADD and is_of_ally(source):
                    by_allies += int(e[Col.AMOUNT])
                elif e[Col.MODE] == Mode.ADD:
                    added += int(e[Col.AMOUNT])
            at = next_lasting(s, Operation.MODIFY_INFLUENCE, at)
    if is_of_ally(ruler):
        added = 0
    return int(floored(s, base + added + by_allies))


@kernel
def plain_total(s, p):
    """Total influence of a leader while no effect in force changes any."""
    values = RULES[s.ruleset].value
    total = int(s.total_add[p])
    for w in range(CARD_WORDS):
        rest = s.pile[p, w]
        while rest != 0:
            card = 64 * w + int(lowest_bit(rest))
            rest &= rest - 1
            total += floored(s, int(values[card]) + int(s.add[card]))
    return int(floored(s, total))


@linked
def changed_total(s, p):
    """Total influence of a leader with the effects that are in force."""
    rules = RULES[s.ruleset]
    total = int(s.total_add[p])
    best = _NO_CARD
    for w in range(CARD_WORDS):
        rest = s.pile[p, w]
        while rest != 0:
            card = 64 * w + int(lowest_bit(rest))
            rest &= rest - 1
            value = card_value(s, p, card)
            total += value
            best = max(best, value)
    at = next_lasting(s, Operation.MODIFY_INFLUENCE, NONE)
    while at != NONE:
        row = lasting_row(s, at)
        e = rules.effect[row]
        if concerns(s, row, lasting_owner(s, at), p):
            if e[Col.SCOPE] == Scope.TOTAL:
                total += int(e[Col.AMOUNT])
            elif e[Col.PICK] == Pick.HIGHEST and best != _NO_CARD:
                total -= best
                best = 0
        at = next_lasting(s, Operation.MODIFY_INFLUENCE, at)
    return int(floored(s, total))


@kernel
def totals_change(s):
    """True if any effect in force may change totals."""
    return in_force(s, Operation.MODIFY_INFLUENCE)


@kernel
def pile_total(s, p):
    """Total influence of a leader. Rule: BTW-BID-01, BTW-BID-05."""
    return changed_total(s, p) if totals_change(s) else plain_total(s, p)
