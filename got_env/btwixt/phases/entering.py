"""An ally enters a council: placement, claim, what happens then. Moments 3d to 3f.

Rule: BTW-CLAIM-01 to -07, BTW-CARD-01 to -07.
"""

from __future__ import annotations

from got_env.btwixt.operations.on_allies import FREE
from got_env.btwixt.operations.on_leaders import gain
from got_env.btwixt.phases.effects import push_effects
from got_env.btwixt.pieces.cards import count_bits, has, only
from got_env.btwixt.pieces.seats import (
    council_action,
    council_by_action,
    left_of,
    own_councils,
    right_of,
)
from got_env.btwixt.pieces.tokens import tokens_at
from got_env.btwixt.rules.actions import COUNCIL
from got_env.btwixt.rules.frames import (
    PHASE,
    PLACE,
    PLAYER,
    SOURCE,
    WAITING,
    YOU,
    ask,
    get,
    mark,
    marked,
    pop,
    put,
)
from got_env.btwixt.rules.journal import note
from got_env.btwixt.rules.options import Option, chosen
from got_env.btwixt.rules.table import RULES
from got_env.btwixt.rules.vocabulary import (
    ALLY_SOURCE,
    CARD_WORDS,
    NONE,
    ON_ALLY,
    Col,
    Event,
    Phase,
    Trigger,
)
from got_env.core.jit import kernel, linked, lowest_bit

STARTED = 8
"""FLAGS: the ally's own ability for its placement has run."""


@kernel
def strings_of(s, p):
    """Copies in the pile of a leader that steer the current ally. Rule: BTW-AMB-26."""
    if chosen(s, Option.STRINGS_COUNTED_AT):
        return int(s.strings[p])
    return count_strings(s, p)


@kernel
def count_strings(s, p):
    """Uncancelled cards in a pile that steer the current ally."""
    count = 0
    for w in range(CARD_WORDS):
        cards = s.pile[p, w] & RULES[s.ruleset].strings[w] & ~s.cancelled[w]
        count += count_bits(cards)
    return count


@kernel
def steered(s, you):
    """The councils that neighbours leave to the winner of the bid. Rule: BTW-CARD-01 to -04."""
    left = strings_of(s, left_of(s, you))
    right = strings_of(s, right_of(s, you))
    if left > right:
        return only(you)
    if right > left:
        return only(right_of(s, you))
    return own_councils(s, you)


@kernel
def is_current(s, ally):
    """True if an ally that enters is the current one."""
    return s.current == ally and s.claimed == NONE


@kernel
def narrowed(s, you, councils):
    """Of the councils that an ally's own ability leaves, those that others name too.

    Where the ally leaves a choice it is in conflict with nothing. Rule: BTW-PREC-02, BTW-AMB-06.
    """
    if chosen(s, Option.SANSA_TIE_CHOICE) or marked(s, FREE):
        return councils
    named = get(s, PLACE) if get(s, PLACE) != 0 else steered(s, you)
    return councils & named if councils & named != 0 else councils


@linked
def enter_placement(s):
    """Find the councils that an entering ally may go to, and ask if there are several."""
    ally, you = get(s, SOURCE) - ALLY_SOURCE, get(s, YOU)
    rules = RULES[s.ruleset]
    if not marked(s, STARTED):
        mark(s, STARTED)
        push_effects(
            s,
            rules.ally_row[ally],
            rules.ally_rows[ally],
            Trigger.ON_PLACEMENT,
            ALLY_SOURCE + ally,
            you,
        )
        return
    current = is_current(s, ally)
    if get(s, PLACE) == 0 and not current:
        pop(s)  # its own ability took it away: it goes nowhere
        return
    councils = get(s, WAITING)
    if councils != 0:
        councils = narrowed(s, you, councils)
    elif get(s, PLACE) != 0:
        councils = get(s, PLACE)
    elif has_own_placement(s, ally) and chosen(s, Option.SANSA_WITHOUT_ALLY):
        councils = own_councils(s, you)
    else:
        councils = steered(s, you)
    put(s, WAITING, councils)
    if councils & (councils - 1) != 0:
        ask(s, Phase.PLACEMENT, you)
    else:
        put(s, PLACE, lowest_bit(councils))
        put(s, PHASE, Phase.ENTERED)


@kernel
def has_own_placement(s, ally):
    """True if an ally has an ability of its own for its placement."""
    rules = RULES[s.ruleset]
    for i in range(rules.ally_rows[ally]):
        if rules.effect[rules.ally_row[ally] + i, Col.TRIGGER] == Trigger.ON_PLACEMENT:
            return True
    return False


@linked
def legal_placement(s, mask):
    """DP-06, DP-09: in which council the ally is placed."""
    rest = get(s, WAITING)
    while rest != 0:
        council = int(lowest_bit(rest))
        mask[COUNCIL + council_action(s, get(s, PLAYER), council)] = True
        rest &= rest - 1


@linked
def apply_placement(s, action):
    """The chosen council."""
    put(s, PLACE, council_by_action(s, get(s, PLAYER), action - COUNCIL))
    put(s, PHASE, Phase.ENTERED)


@linked
def enter_council(s):
    """The ally is placed, and its abilities on being claimed begin. Moments 3e and 3f."""
    ally, you, council = get(s, SOURCE) - ALLY_SOURCE, get(s, YOU), get(s, PLACE)
    rules = RULES[s.ruleset]
    current = is_current(s, ally)
    pop(s)
    s.council[council] |= only(ally)
    if not current and has(s.acting, ally):
        s.acting &= ~only(ally)
    if not current and chosen(s, Option.EXTRA_ALLY_ROUND_ABILITY):
        s.acting |= only(ally) & rules.round_allies
    push_effects(
        s,
        rules.ally_row[ally],
        rules.ally_rows[ally],
        Trigger.WHEN_CLAIMED,
        ALLY_SOURCE + ally,
        you,
    )
    if current:
        s.claimed = council
        note(s, Event.CLAIM, you, ally, council)
        tokens = tokens_at(s, ON_ALLY)
        if tokens > 0 and chosen(s, Option.CLAIMED_TOKENS_COUNCIL):
            gain(s, you, tokens, ON_ALLY)
        elif tokens > 0:
            for i in range(s.token_n):
                if s.token_at[i] == ON_ALLY:
                    s.token_at[i] = council
    else:
        note(s, Event.ENTER, you, ally, council)
        if chosen(s, Option.EXTRA_ALLY_TOKEN):
            gain(s, you, 1, NONE)
