"""Operations on leaders: looks, restrictions, kneeling, power tokens, the first player."""

from __future__ import annotations

from got_env.btwixt.pieces.allies import unplaced
from got_env.btwixt.pieces.cards import EMPTY, has, learn_hand, only
from got_env.btwixt.pieces.kneeling import can_be_made_to_kneel, kneel_now
from got_env.btwixt.pieces.priority import ANY_ALLY, gives_way, is_of_ally
from got_env.btwixt.pieces.reading import amount_of
from got_env.btwixt.pieces.seats import council_action, council_by_action, everybody, own_councils
from got_env.btwixt.pieces.tokens import (
    councils_with_tokens,
    gain_token,
    in_supply,
    move_token,
)
from got_env.btwixt.rules.actions import COUNCIL
from got_env.btwixt.rules.frames import (
    CHANGED,
    LEFT,
    PHASE,
    PLACE,
    PLAYER,
    ROW,
    SOURCE,
    TARGET,
    YOU,
    ask,
    get,
    mark,
    pop,
    push,
    put,
)
from got_env.btwixt.rules.journal import note
from got_env.btwixt.rules.options import Option, chosen
from got_env.btwixt.rules.table import RULES
from got_env.btwixt.rules.vocabulary import (
    NONE,
    ON_ALLY,
    At,
    Col,
    Event,
    Operation,
    Phase,
    Restriction,
    Source,
    To,
    Viewer,
)
from got_env.core.jit import kernel, linked, lowest_bit
from got_env.core.rng import rand_below


@kernel
def token_councils(s, row, you):
    """Set of the councils from which ``you`` names one to take or see tokens. Rule: BTW-DP-19."""
    e = RULES[s.ruleset].effect[row]
    if e[Col.OPERATION] == Operation.LOOK:
        return councils_with_tokens(s, own_councils(s, you))
    if e[Col.SOURCE] == Source.FOREIGN_COUNCILS:
        return councils_with_tokens(s, everybody(s) & ~own_councils(s, you))
    if s.bid_winner == NONE:
        return EMPTY
    return councils_with_tokens(s, own_councils(s, s.bid_winner))


@kernel
def has_place(s, row, you):
    """True if tokens that an effect moves have somewhere to go."""
    match RULES[s.ruleset].effect[row, Col.TO]:
        case To.CLAIMED_COUNCIL:
            return s.claimed != NONE or chosen(s, Option.NO_CLAIMED_ALLY)
        case To.CURRENT_ALLY:
            return bool(unplaced(s))
        case _:
            return True


@linked
def leaders_do(s, row, source, you, q):
    """True if an operation on leaders would do something for one."""
    e = RULES[s.ruleset].effect[row]
    match e[Col.OPERATION]:
        case Operation.LOOK:
            if e[Col.AT] == At.TOKENS:
                return token_councils(s, row, you) != 0
            return s.hand_n[q] > 0 and (q != you or e[Col.VIEWER] == Viewer.ALL)
        case Operation.RESTRICT_ACTION:
            return not has(s.kneeling, q)
        case Operation.KNEEL:
            return s.pile_n[q] >= e[Col.MIN_BID_CARDS] and can_be_made_to_kneel(s, q, source)
        case Operation.MOVE_TOKEN:
            if not has_place(s, row, you):
                return False
            if e[Col.SOURCE] == Source.SUPPLY:
                return in_supply(s) > 0 or chosen(s, Option.EMPTY_SUPPLY)
            return token_councils(s, row, you) != 0
        case Operation.CHANGE_FIRST_PLAYER:
            return s.first_by_ally == 0 or not gives_way(source, ANY_ALLY)
        case _:
            return True


@linked
def do_leaders(s):
    """Carry out an operation on the leader of the frame on top."""
    row, source, you, q = get(s, ROW), get(s, SOURCE), get(s, YOU), get(s, TARGET)
    e = RULES[s.ruleset].effect[row]
    if not leaders_do(s, row, source, you, q):
        put(s, PHASE, Phase.EFFECT_NEXT)
        return
    put(s, PHASE, Phase.EFFECT_NEXT)
    match e[Col.OPERATION]:
        case Operation.LOOK:
            if e[Col.AT] == At.TOKENS:
                take_from_council(s, token_councils(s, row, you))
            else:
                look_at_hand(s, you, q, e[Col.VIEWER])
        case Operation.RESTRICT_ACTION:
            restrict(s, q, source, e[Col.RESTRICTION], amount_of(s, row, source, you))
        case Operation.KNEEL:
            mark(s, CHANGED)
            if s.flight != NONE and s.turn == q:
                s.kneel_after |= only(q)
            else:
                kneel_now(s, q)
        case Operation.MOVE_TOKEN:
            move_tokens(s)
        case Operation.CHANGE_FIRST_PLAYER:
            s.next_first = you
            s.first_by_ally = is_of_ally(source)
            note(s, Event.FIRST_PLAYER, you, 1, 0)
            mark(s, CHANGED)


@kernel
def look_at_hand(s, you, q, viewer):
    """A hand is shown. Rule: BTW-HID-12."""
    mark(s, CHANGED)
    if viewer == Viewer.ALL:
        for p in range(s.num_players):
            learn_hand(s, p, q)
    else:
        learn_hand(s, you, q)
    note(s, Event.LOOK, NONE if viewer == Viewer.ALL else you, q, 0)


@kernel
def restrict(s, q, source, restriction, amount):
    """Forbid a leader something for this round."""
    mark(s, CHANGED)
    match restriction:
        case Restriction.CANNOT_KNEEL_NEXT_TURN:
            s.must |= only(q)
            if is_of_ally(source):
                s.held |= only(q)
        case Restriction.MUST_PLAY_BEFORE_KNEELING:
            s.oath |= only(q)
            if is_of_ally(source) and s.played[q] == 0:
                s.held |= only(q)
        case Restriction.MAX_CARDS_IN_BID_PILE:
            s.limit[q] = amount if s.limit[q] == NONE else min(int(s.limit[q]), amount)
    note(s, Event.MUST_PLAY, q, restriction, amount)


# --- tokens


@kernel
def move_tokens(s):
    """Move the tokens of an effect, or ask from where or where to."""
    row, you, q = get(s, ROW), get(s, YOU), get(s, TARGET)
    e = RULES[s.ruleset].effect[row]
    left = get(s, LEFT)
    if left <= 0:
        return
    mark(s, CHANGED)
    if e[Col.SOURCE] != Source.SUPPLY:
        put(s, PHASE, Phase.EFFECT_DO)
        take_from_council(s, token_councils(s, row, you))
    elif e[Col.TO] == To.CURRENT_ALLY:
        for _ in range(left):
            if in_supply(s) > 0:
                gain_token(s, ON_ALLY)
                note(s, Event.TOKEN, q, ON_ALLY, 0)
    elif e[Col.TO] == To.CLAIMED_COUNCIL and s.claimed != NONE:
        for _ in range(left):
            if in_supply(s) > 0:
                gain_token(s, s.claimed)
                note(s, Event.TOKEN, q, s.claimed, 0)
    else:
        put(s, LEFT, 0)
        gain(s, q, left, NONE)


@kernel
def gain(s, seat, count, source):
    """A leader gains tokens: of the supply (NONE), a council, or those on the current ally."""
    push(s, Phase.GAIN, NONE, NONE, source, seat)
    put(s, LEFT, count)


@kernel
def take_from_council(s, councils):
    """Name the council whose token is taken, or whose tokens are seen."""
    if councils & (councils - 1) != 0:
        ask(s, Phase.COUNCIL, get(s, YOU))
    else:
        from_council(s, int(lowest_bit(councils)))


@kernel
def from_council(s, council):
    """Take a token of a council, or see all of its tokens."""
    row, you, q = get(s, ROW), get(s, YOU), get(s, TARGET)
    e = RULES[s.ruleset].effect[row]
    mark(s, CHANGED)
    if e[Col.OPERATION] == Operation.LOOK:
        for i in range(s.token_n):
            if s.token_at[i] == council and not chosen(s, Option.OBSERVATION_MEMORY):
                s.token_known[i] |= only(you)
        note(s, Event.LOOK_TOKENS, you, council, 0)
        put(s, PHASE, Phase.EFFECT_NEXT)
        return
    put(s, LEFT, get(s, LEFT) - 1)
    put(s, PHASE, Phase.EFFECT_DO)
    match e[Col.TO]:
        case To.SUPPLY:
            move_token(s, council, NONE)
        case To.CURRENT_ALLY:
            move_token(s, council, ON_ALLY)
        case To.CLAIMED_COUNCIL:
            if s.claimed != NONE:
                move_token(s, council, int(s.claimed))
            else:
                gain(s, you, 1, council)
        case _:
            gain(s, q, 1, council)


@linked
def legal_council(s, mask):
    """DP-19: a council with tokens."""
    seat = get(s, PLAYER)
    rest = token_councils(s, get(s, ROW), get(s, YOU))
    while rest != 0:
        mask[COUNCIL + council_action(s, seat, int(lowest_bit(rest)))] = True
        rest &= rest - 1


@linked
def apply_council(s, action):
    """The named council."""
    from_council(s, council_by_action(s, get(s, PLAYER), action - COUNCIL))


# --- gains


@kernel
def others_with_tokens(s, seat):
    """Set of the councils of others that hold tokens, for a gain from an empty supply."""
    return councils_with_tokens(s, everybody(s) & ~own_councils(s, seat))


@linked
def enter_gain(s):
    """Ask a leader where the next token goes. Rule: BTW-TOK-02, BTW-DP-08, BTW-AMB-24."""
    seat, source = get(s, YOU), get(s, SOURCE)
    empty = False
    if source == NONE and in_supply(s) == 0:
        empty = not chosen(s, Option.EMPTY_SUPPLY) or others_with_tokens(s, seat) == 0
    put(s, PLACE, 0)
    if get(s, LEFT) <= 0 or empty:
        pop(s)
    else:
        ask(s, Phase.TOKEN, seat)


@linked
def legal_token(s, mask):
    """DP-08: one of the own councils."""
    mask[COUNCIL] = True
    mask[COUNCIL + 1] = True


@linked
def apply_token(s, action):
    """Lay the token in a council."""
    seat, source = get(s, YOU), get(s, SOURCE)
    council = council_by_action(s, seat, action - COUNCIL)
    if source != NONE:
        move_token(s, source, council)
    else:
        if in_supply(s) > 0:
            gain_token(s, council)
        else:
            take_any(s, seat, council)
        note(s, Event.TOKEN, seat, council, 0)
    put(s, LEFT, get(s, LEFT) - 1)
    put(s, PHASE, Phase.GAIN)


@kernel
def take_any(s, seat, council):
    """A random token of the councils of others, each as likely."""
    others = others_with_tokens(s, seat)
    count = 0
    for i in range(s.token_n):
        count += s.token_at[i] < ON_ALLY and has(others, s.token_at[i])
    n = rand_below(s, count)
    for i in range(s.token_n):
        if s.token_at[i] < ON_ALLY and has(others, s.token_at[i]):
            if n == 0:
                move_token(s, int(s.token_at[i]), council)
                return
            n -= 1
