"""Operations on allies: they move, enter, are placed, protected, or looked at in their deck."""

from __future__ import annotations

from got_env.btwixt.pieces.allies import (
    council_of,
    draw_ally,
    highest_power,
    kill,
    lowest_power,
    make_current,
    next_exists,
    put_in_row,
    put_on_deck,
    put_on_top,
    put_under_deck,
    remove_ally,
    take_from_row,
    take_next,
    unplaced,
    with_power,
)
from got_env.btwixt.pieces.cards import EMPTY, count_bits, has, only
from got_env.btwixt.pieces.influence import protected_allies
from got_env.btwixt.pieces.priority import is_of_ally
from got_env.btwixt.pieces.reading import allies_in, amount_of, councils_where, source_council
from got_env.btwixt.pieces.seats import (
    everybody,
    in_order,
    other_council,
    own_councils,
    right_of,
    shared_council,
)
from got_env.btwixt.rules.actions import ALLY, NO
from got_env.btwixt.rules.frames import (
    AGREED,
    CHANGED,
    FLAGS,
    LEFT,
    PHASE,
    PLACE,
    PREVIOUS,
    ROW,
    SAFE_DEPTH,
    SOURCE,
    TARGET,
    WAITING,
    YOU,
    ask,
    get,
    mark,
    marked,
    pop,
    push,
    put,
)
from got_env.btwixt.rules.journal import note
from got_env.btwixt.rules.options import Option, chosen
from got_env.btwixt.rules.table import RULES
from got_env.btwixt.rules.vocabulary import (
    ALLY_SOURCE,
    MAX_PEEK,
    NONE,
    Against,
    Col,
    Event,
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
from got_env.core.jit import kernel, linked, lowest_bit

_HIGHEST = 1000

FREE = 16
"""FLAGS of an ally that enters: what its own ability leaves open is its leader's choice by text."""


@kernel
def guard_of(s, row):
    """Protection that would keep an effect away from an ally."""
    dies = RULES[s.ruleset].effect[row, Col.TO] == To.DEAD_PILE
    return Against.KILL if dies else Against.MOVE


@kernel
def fitting_allies(s, row, source, previous, allies):
    """Those of a set of allies that fit the filter of an effect."""
    e = RULES[s.ruleset].effect[row]
    if e[Col.MIN_POWER] != NONE or e[Col.MAX_POWER] != NONE:
        most = int(e[Col.MAX_POWER])
        allies = with_power(s, allies, int(e[Col.MIN_POWER]), _HIGHEST if most == NONE else most)
    if e[Col.EXCLUDE_THIS] == 1 and source >= ALLY_SOURCE:
        allies &= ~only(source - ALLY_SOURCE)
    if e[Col.EXCLUDE_PREVIOUS] == 1 and previous != NONE:
        allies &= ~only(previous)
    return allies


@linked
def legal_allies(s, row, source, you, previous, at):
    """Set of the allies that an effect may pick; ``at`` is the place in an order of councils."""
    e = RULES[s.ruleset].effect[row]
    if e[Col.OPERATION] == Operation.BRING_ALLY:
        return fitting_allies(s, row, source, previous, s.dead)
    councils = councils_where(s, row, source, you)
    if e[Col.WHERE] == Where.EACH_COUNCIL:
        councils = only(in_order(s, at))
    allies = fitting_allies(s, row, source, previous, allies_in(s, councils))
    if e[Col.OPERATION] == Operation.MOVE_ALLY:
        if e[Col.TO] == To.YOUR_OTHER_COUNCIL:
            allies &= allies_in(s, own_councils(s, you))
        allies &= ~protected_allies(s, guard_of(s, row), source)
    elif e[Col.AGAINST] & only(Against.KILL) != 0:
        allies &= ~protected_allies(s, Against.KILL, source)
    else:
        allies &= ~protected_allies(s, Against.MOVE, source)
    if e[Col.PICK] == Pick.LOWEST and allies != 0:
        least = lowest_power(s, allies)
        allies = with_power(s, allies, least, least)
    return allies


@kernel
def bring_council(s, row, source, you, q):
    """Set of the councils to which an effect may bring an ally; empty if to none."""
    nowhere = EMPTY
    match RULES[s.ruleset].effect[row, Col.TO]:
        case To.THIS_COUNCIL:
            council = source_council(s, source)
            return only(council) if council != NONE else nowhere
        case To.SHARED_WITH_TARGET:
            return only(shared_council(s, you, q))
        case To.CLAIMED_COUNCIL | To.OTHER_THAN_CLAIMED:
            if s.claimed == NONE:
                return own_councils(s, you) if chosen(s, Option.NO_CLAIMED_ALLY) else nowhere
            if RULES[s.ruleset].effect[row, Col.TO] == To.CLAIMED_COUNCIL:
                return only(s.claimed)
            return own_councils(s, you) & ~only(s.claimed)
        case _:
            return own_councils(s, you)


@kernel
def can_move_current(s, row, source):
    """True if the current ally may go where an effect sends it."""
    end = RULES[s.ruleset].effect[row, Col.TO]
    if not unplaced(s) or has(protected_allies(s, guard_of(s, row), source), s.current):
        return False
    if end == To.DECK_BOTTOM:
        return bool(next_exists(s))
    return end != To.YOUR_OTHER_COUNCIL


@linked
def allies_do(s, row, source, you, q, previous):
    """True if an operation on allies would do something."""
    e = RULES[s.ruleset].effect[row]
    match e[Col.OPERATION]:
        case Operation.PEEK_ALLIES:
            return bool(next_exists(s))
        case Operation.BRING_ALLY:
            if s.depth > SAFE_DEPTH:
                return False
            if e[Col.TO] == To.CURRENT:
                if s.current != NONE or s.step > Step.AFTER_BID:
                    return False  # there is one, or it would come too late to be claimed
            elif bring_council(s, row, source, you, q) == 0:
                return False
            if e[Col.SOURCE] == Source.NEXT_ALLY:
                return bool(next_exists(s))
            return legal_allies(s, row, source, you, previous, 0) != 0
        case Operation.PLACE_ALLY:
            return True
        case _:
            if e[Col.TARGET] == Target.CURRENT_ALLY:
                return bool(can_move_current(s, row, source))
            if e[Col.TARGET] == Target.THIS_ALLY:
                ally = source - ALLY_SOURCE
                if e[Col.OPERATION] == Operation.PROTECT:
                    return council_of(s, ally) != NONE
                if s.current == ally and s.claimed == NONE:
                    return bool(can_move_current(s, row, source))
                protected = has(protected_allies(s, guard_of(s, row), source), ally)
                return council_of(s, ally) != NONE and not protected
            if e[Col.WHERE] == Where.EACH_COUNCIL:
                for i in range(s.num_players):
                    if legal_allies(s, row, source, you, previous, i) != 0:
                        return True
                return False
            return legal_allies(s, row, source, you, previous, 0) != 0


# --- what happens to one ally


@kernel
def protect(s, ally, against, source):
    """Protect an ally; what an ally protects stays protected by it. Rule: BTW-PREC-02."""
    bit = only(ally)
    if against & only(Against.KILL) != 0:
        if is_of_ally(source):
            s.kill_by_card &= ~bit
        elif s.no_kill & bit == 0:
            s.kill_by_card |= bit
        s.no_kill |= bit
    if against & only(Against.MOVE) != 0:
        if is_of_ally(source):
            s.move_by_card &= ~bit
        elif s.no_move & bit == 0:
            s.move_by_card |= bit
        s.no_move |= bit


@kernel
def move_one(s, ally):
    """Do what the effect on top does to an ally."""
    row, you = get(s, ROW), get(s, YOU)
    e = RULES[s.ruleset].effect[row]
    put(s, PREVIOUS, ally)
    council = council_of(s, ally)
    mark(s, CHANGED)
    if e[Col.OPERATION] == Operation.PROTECT:
        protect(s, ally, e[Col.AGAINST], get(s, SOURCE))
        note(s, Event.PROTECT, you, ally, 0)
        return
    if e[Col.WHERE] != Where.EACH_COUNCIL:
        put(s, PLACE, council)
    match e[Col.TO]:
        case To.DEAD_PILE:
            kill(s, ally)
        case To.YOUR_OTHER_COUNCIL:
            end = other_council(s, you, council)
            s.council[council] &= ~only(ally)
            s.council[end] |= only(ally)
            note(s, Event.ALLY_MOVED, you, ally, end)
        case To.DECK_TOP:
            remove_ally(s, ally)
            put_on_top(s, ally)
            note(s, Event.ALLY_TO_DECK, you, ally, 1)
        case To.DECK_BOTTOM:
            remove_ally(s, ally)
            put_under_deck(s, ally, everybody(s))
            note(s, Event.ALLY_TO_DECK, you, ally, 0)


@kernel
def bring(s, ally):
    """An ally that an effect names is about to enter a council, or becomes the current one."""
    row, source, you, q = get(s, ROW), get(s, SOURCE), get(s, YOU), get(s, TARGET)
    e = RULES[s.ruleset].effect[row]
    s.dead &= ~only(ally)
    put(s, LEFT, get(s, LEFT) - 1)
    mark(s, CHANGED)
    put(s, PREVIOUS, ally)
    put(s, PHASE, Phase.EFFECT_DO)
    if e[Col.TO] == To.CURRENT:
        make_current(s, ally)
        return
    councils = bring_council(s, row, source, you, q)
    if get(s, LEFT) <= 0 and e[Col.THEN] == NONE and get(s, WAITING) == 0:
        pop(s)
    enter(s, ally, you, councils)


@kernel
def enter(s, ally, you, councils):
    """Begin the placement of an ally in one of a set of councils; 0 for the current ally."""
    push(s, Phase.ENTER, NONE, NONE, ALLY_SOURCE + ally, you)
    put(s, PLACE, councils)


# --- which ally


@kernel
def picker_of(s, row, you):
    """Leader who breaks ties or picks an ally. Rule: BTW-DP-14."""
    return s.first if RULES[s.ruleset].effect[row, Col.WHERE] == Where.EACH_COUNCIL else you


@kernel
def may_decline(s, row):
    """True if the question for an ally offers to do nothing."""
    return RULES[s.ruleset].effect[row, Col.OPTIONAL] == 1 and not marked(s, AGREED)


@kernel
def position_of(s):
    """Place in the order of councils of an effect that goes through all of them."""
    return max(0, get(s, PLACE))


@linked
def do_allies(s):
    """Carry out an operation on allies."""
    row, source, you = get(s, ROW), get(s, SOURCE), get(s, YOU)
    e = RULES[s.ruleset].effect[row]
    match e[Col.OPERATION]:
        case Operation.PEEK_ALLIES:
            begin_peek(s)
        case Operation.PLACE_ALLY:
            place_by_rule(s)
            put(s, PHASE, Phase.EFFECT_NEXT)
        case Operation.BRING_ALLY:
            if get(s, LEFT) <= 0 or not allies_do(
                s, row, source, you, get(s, TARGET), get(s, PREVIOUS)
            ):
                put(s, PHASE, Phase.EFFECT_NEXT)
            elif e[Col.SOURCE] == Source.NEXT_ALLY:
                bring(s, take_next(s))
            else:
                ask_or_take(s, legal_allies(s, row, source, you, get(s, PREVIOUS), 0))
        case _:
            if e[Col.TARGET] == Target.CURRENT_ALLY or e[Col.TARGET] == Target.THIS_ALLY:
                if allies_do(s, row, source, you, you, NONE):
                    current = e[Col.TARGET] == Target.CURRENT_ALLY
                    move_one(s, int(s.current) if current else source - ALLY_SOURCE)
                put(s, PHASE, Phase.EFFECT_NEXT)
            elif e[Col.WHERE] == Where.EACH_COUNCIL:
                do_each_council(s)
            elif get(s, LEFT) <= 0:
                put(s, PHASE, Phase.EFFECT_NEXT)
            else:
                ask_or_take(s, legal_allies(s, row, source, you, get(s, PREVIOUS), 0))


@kernel
def do_each_council(s):
    """Go on through the councils, clockwise from the first player's left one."""
    at = position_of(s)
    allies = EMPTY
    while at < s.num_players:
        allies = legal_allies(s, get(s, ROW), get(s, SOURCE), get(s, YOU), NONE, at)
        if allies != 0:
            break
        at += 1
    put(s, PLACE, at)
    if allies == 0:
        put(s, PHASE, Phase.EFFECT_NEXT)
    else:
        ask_or_take(s, allies)


@kernel
def ask_or_take(s, allies):
    """Ask for an ally of a set, unless there is no choice."""
    row, you = get(s, ROW), get(s, YOU)
    if allies == 0:
        put(s, PHASE, Phase.EFFECT_NEXT)
    elif count_bits(allies) > 1 or may_decline(s, row):
        ask(s, Phase.ALLY, picker_of(s, row, you))
    else:
        take_ally(s, int(lowest_bit(allies)))


@kernel
def take_ally(s, ally):
    """Do it to the picked ally, and go on."""
    e = RULES[s.ruleset].effect[get(s, ROW)]
    mark(s, AGREED)
    if e[Col.OPERATION] == Operation.BRING_ALLY:
        bring(s, ally)
        return
    put(s, PHASE, Phase.EFFECT_DO)
    if e[Col.WHERE] == Where.EACH_COUNCIL:
        at = position_of(s)
        move_one(s, ally)
        put(s, PLACE, at + 1)
    else:
        move_one(s, ally)
        put(s, LEFT, get(s, LEFT) - 1)


@linked
def legal_ally(s, mask):
    """DP-14, DP-17, DP-18: which ally."""
    row = get(s, ROW)
    rest = legal_allies(s, row, get(s, SOURCE), get(s, YOU), get(s, PREVIOUS), position_of(s))
    while rest != 0:
        mask[ALLY + lowest_bit(rest)] = True
        rest &= rest - 1
    if may_decline(s, row):
        mask[NO] = True


@linked
def apply_ally(s, action):
    """The picked ally, or none."""
    if action == NO:
        put(s, PHASE, Phase.EFFECT_NEXT)
    else:
        take_ally(s, action - ALLY)


# --- placement by an ally's own ability


@kernel
def place_by_rule(s):
    """An ally's own ability names the councils it may enter. Rule: BTW-CARD-06, -07."""
    e = RULES[s.ruleset].effect[get(s, ROW)]
    place = get(s, PLACE)
    below = s.depth - 2
    while below >= 0 and s.stack[below, PHASE] != Phase.ENTER:
        below -= 1
    if below < 0:
        return
    you = int(s.stack[below, YOU])
    left, right = you, int(right_of(s, you))
    if e[Col.RULE] == Rule.COUNCIL_OF_PREVIOUS:
        if place != NONE:
            s.stack[below, WAITING] = only(place)
        return
    if e[Col.RULE] == Rule.HIGHEST_POWER_ALLY:
        a = highest_power(s, s.council[left])
        b = highest_power(s, s.council[right])
    else:
        a = -count_bits(s.council[left])
        b = -count_bits(s.council[right])
        s.stack[below, FLAGS] |= FREE
    if e[Col.RULE] == Rule.HIGHEST_POWER_ALLY and a == NONE and b == NONE:
        return
    councils = EMPTY
    if a >= b:
        councils |= only(left)
    if b >= a:
        councils |= only(right)
    s.stack[below, WAITING] = councils


# --- looks at the ally deck. Rule: BTW-DP-12, BTW-ROW-06, -09


@kernel
def begin_peek(s):
    """Take up the next allies to look at them."""
    you = get(s, YOU)
    wanted = min(amount_of(s, get(s, ROW), get(s, SOURCE), you), MAX_PEEK)
    s.peek_n = 0
    s.peek_at = 0
    put(s, PREVIOUS, NONE)
    if chosen(s, Option.REVEALED) and s.row_n > 0 and wanted > 0:
        s.peek[0] = take_from_row(s)
        put(s, PREVIOUS, int(s.peek[0]))
        s.peek_n = 1
        put(s, PLACE, 1)
    else:
        put(s, PLACE, 0)
    while s.peek_n < wanted and s.ally_deck_n > 0:
        s.peek[s.peek_n] = draw_ally(s)
        s.peek_n += 1
    note(s, Event.PEEK, you, s.peek_n, 0)
    mark(s, CHANGED)
    if RULES[s.ruleset].effect[get(s, ROW), Col.BOTTOM] == 1:
        ask(s, Phase.BURY, you)
    else:
        order_peeked(s)


@kernel
def order_peeked(s):
    """Ask which ally comes next, or lay all back once there is no choice."""
    if s.peek_n - s.peek_at > 1:
        ask(s, Phase.ARRANGE, get(s, YOU))
        return
    you = only(get(s, YOU))
    if chosen(s, Option.OBSERVATION_MEMORY):
        you = EMPTY
    n = int(s.peek_n)
    in_row = 0
    if chosen(s, Option.REVEALED):
        in_row = min(n, get(s, PLACE)) if chosen(s, Option.ROW_PEEK_RETURN) else n
    for i in range(n - 1, -1, -1):
        ally = int(s.peek[i])
        s.peek[i] = NONE
        if i < in_row:
            put_in_row(s, ally)
        else:
            put_on_deck(s, ally, you)
    s.peek_n = 0
    s.peek_at = 0
    put(s, PHASE, Phase.EFFECT_NEXT)


@linked
def legal_peeked(s, mask):
    """DP-12: one of the allies looked at that have no place yet."""
    for i in range(s.peek_at, s.peek_n):
        mask[ALLY + int(s.peek[i])] = True
    if get(s, PHASE) == Phase.BURY:
        mask[NO] = True


@linked
def apply_bury(s, action):
    """One of the allies goes under the deck, or none."""
    if action != NO:
        you = only(get(s, YOU))
        if chosen(s, Option.OBSERVATION_MEMORY):
            you = EMPTY
        n = s.peek_n - 1
        for i in range(s.peek_n):
            if s.peek[i] == action - ALLY:
                s.peek[i] = s.peek[n]
        s.peek[n] = NONE
        s.peek_n = n
        put_under_deck(s, action - ALLY, you)
        note(s, Event.ALLY_TO_DECK, get(s, YOU), NONE, 0)
    order_peeked(s)


@linked
def apply_arrange(s, action):
    """The ally that comes next."""
    at = int(s.peek_at)
    for i in range(at, s.peek_n):
        if s.peek[i] == action - ALLY:
            s.peek[i] = s.peek[at]
            s.peek[at] = action - ALLY
    s.peek_at = at + 1
    order_peeked(s)
