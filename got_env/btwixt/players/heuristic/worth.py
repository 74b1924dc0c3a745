"""Worth of abilities and cards, read from the table of effects."""

from __future__ import annotations

from got_env.btwixt.pieces.cards import first_of_kind
from got_env.btwixt.rules.table import RULES
from got_env.btwixt.rules.vocabulary import (
    CARD_WORDS,
    NONE,
    Col,
    Condition,
    From,
    Operation,
    Pick,
    Source,
    Target,
    To,
    Trigger,
    Viewer,
    Where,
)
from got_env.core.jit import kernel, linked, lowest_bit

HAND_CARD = 1.0
"""Worth of a card more or less in a hand."""

ALWAYS, WON, LOST = range(3)
"""When the worth of an effect is had."""


@kernel
def _concerns_me(e):
    """True if an effect speaks of the leader before whom its card lies."""
    return e[Col.TARGET] == Target.YOU


@kernel
def _concerns_all(e):
    return e[Col.TARGET] == Target.EACH_LEADER


@kernel
def _of_cards(e):
    """Worth of moving influence cards."""
    if _concerns_all(e):
        return 0.0
    mine = _concerns_me(e)
    match e[Col.FROM]:
        case From.DECK:
            return HAND_CARD if mine or e[Col.TO] == To.YOUR_HAND else -0.7 * HAND_CARD
        case From.TARGET_HAND:
            if mine:
                return -HAND_CARD
            return 1.2 * HAND_CARD if e[Col.TO] == To.YOUR_HAND else 0.8 * HAND_CARD
        case From.YOUR_HAND:
            return -HAND_CARD
        case From.TARGET_PILE:
            if mine:
                return 0.5 * HAND_CARD
            return 2.0 * HAND_CARD if e[Col.TO] == To.YOUR_PILE else 1.2 * HAND_CARD
        case _:
            return -HAND_CARD if e[Col.TO] == To.TARGET_PILE else HAND_CARD


@kernel
def _of_allies(e):
    """Worth of moving allies that lie in councils."""
    if e[Col.TARGET] == Target.CURRENT_ALLY:
        return 0.5
    if e[Col.TO] == To.YOUR_OTHER_COUNCIL:
        return 0.8
    if e[Col.PICK] == Pick.LOWEST:
        return -1.5 if e[Col.WHERE] == Where.THIS_COUNCIL else 0.2
    return 1.5


@kernel
def _of_tokens(e):
    """Worth of moving power tokens."""
    if e[Col.TARGET] == Target.SHARING_NEIGHBOR:
        return 0.3
    if e[Col.SOURCE] == Source.SUPPLY:
        return 2.0
    return 1.0 if e[Col.TO] == To.SUPPLY else 2.5


@linked
def effect_worth(s, row):
    """Worth of an effect to the leader it speaks to, in points of power."""
    e = RULES[s.ruleset].effect[row]
    match e[Col.OPERATION]:
        case Operation.MOVE_CARD:
            return float(_of_cards(e))
        case Operation.MOVE_ALLY:
            return float(_of_allies(e))
        case Operation.BRING_ALLY:
            return 2.5
        case Operation.MOVE_TOKEN:
            return float(_of_tokens(e))
        case Operation.MODIFY_INFLUENCE:
            if e[Col.TARGET] == Target.THIS_CARD or _concerns_all(e):
                return 0.0
            share = 0.2 if _concerns_me(e) else -0.2
            return share * float(e[Col.AMOUNT])
        case Operation.KNEEL:
            return -0.5 if _concerns_me(e) else 1.5
        case Operation.RESTRICT_ACTION:
            return -0.3 if _concerns_me(e) else 0.2
        case Operation.CANCEL_ABILITY:
            return 0.5
        case Operation.LOOK:
            return -0.3 if e[Col.VIEWER] == Viewer.ALL and _concerns_me(e) else 0.1
        case Operation.PROTECT | Operation.CHANGE_BID_RULE | Operation.PLACE_ALLY:
            return 0.4
        case _:
            return 0.3


@linked
def card_bonus(s, card, when):
    """Worth of the abilities of a card that take effect always, or once a bid is won or lost.

    Args:
        s: the record.
        card: an influence card.
        when: ALWAYS, WON or LOST.
    """
    rules = RULES[s.ruleset]
    worth = 0.0
    for i in range(rules.card_rows[card]):
        row = int(rules.card_row[card]) + i
        condition = rules.effect[row, Col.CONDITION]
        had = ALWAYS
        if condition == Condition.YOU_WON_BID:
            had = WON
        elif condition == Condition.YOU_LOST_BID:
            had = LOST
        if had == when:
            worth += effect_worth(s, row)
    return worth


@linked
def ally_bonus(s, ally):
    """Worth of the abilities of an ally to the leader who claims it."""
    rules = RULES[s.ruleset]
    worth = 0.0
    for i in range(rules.ally_rows[ally]):
        row = int(rules.ally_row[ally]) + i
        trigger = rules.effect[row, Col.TRIGGER]
        if trigger == Trigger.WHEN_CLAIMED or trigger == Trigger.ON_PLACEMENT:
            worth += effect_worth(s, row)
    return worth


@linked
def keep_worth(s, card):
    """Worth of a card in a hand, in points of influence."""
    bonus = card_bonus(s, card, ALWAYS) + card_bonus(s, card, WON) + 0.5 * card_bonus(s, card, LOST)
    return float(RULES[s.ruleset].value[card]) + bonus


@kernel
def any_of_kind(s, kind):
    """A card of a kind, wherever it is; there is one of each."""
    return first_of_kind(s, RULES[s.ruleset].kind_cards[kind], kind)


@linked
def lowest_keep(s, p):
    """Worth of the card of a hand that is easiest to miss, 0 of an empty hand."""
    best = 0.0
    found = NONE
    for word in range(CARD_WORDS):
        cards = s.hand[p, word]
        while cards != 0:
            card = 64 * word + int(lowest_bit(cards))
            cards &= cards - 1
            worth = keep_worth(s, card)
            if found == NONE or worth < best:
                best = worth
                found = card
    return best
