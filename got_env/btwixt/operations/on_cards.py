"""Operations on influence cards: ``move_card``, ``modify_influence`` and ``cancel_ability``.

They share who picks which card; each says which cards are legal, and what happens to one.
"""

from __future__ import annotations

from got_env.btwixt.pieces.cards import (
    EMPTY,
    becomes_public,
    blank_card,
    can_draw,
    count_bits,
    discard,
    discard_from_hand,
    draw,
    exclude,
    holds,
    include,
    into_hand,
    into_pile,
    learn_hand,
    nth_of,
    one_of_each,
    only,
    out_of_hand,
    out_of_pile,
    pass_unseen,
    pile_owner,
    show_to_all,
)
from got_env.btwixt.pieces.influence import card_value, fits_card, in_force, is_protected
from got_env.btwixt.pieces.reading import amount_of
from got_env.btwixt.rules.actions import NO
from got_env.btwixt.rules.frames import (
    AGREED,
    CHANGED,
    LEFT,
    PHASE,
    ROW,
    SOURCE,
    TARGET,
    YOU,
    ask,
    get,
    mark,
    marked,
    put,
)
from got_env.btwixt.rules.journal import note
from got_env.btwixt.rules.options import Option, chosen
from got_env.btwixt.rules.table import RULES
from got_env.btwixt.rules.vocabulary import (
    CARD_WORDS,
    EVERYTHING,
    NONE,
    Against,
    Col,
    Event,
    From,
    Mode,
    Operation,
    Phase,
    Pick,
    Target,
    To,
)
from got_env.core.jit import kernel, linked, lowest_bit
from got_env.core.rng import rand_below

_MOVE, _DISCARD, _CANCEL = int(Against.MOVE), int(Against.DISCARD), int(Against.CANCEL)

_MOST_ADDED = 100
"""No card is changed by more, whatever a card text says."""


@kernel
def is_on_cards(s, row):
    """True if an effect picks influence cards."""
    return RULES[s.ruleset].on_cards[row] == 1


@kernel
def card_owner(s, row, you, q):
    """Whose hand or pile an effect picks cards from."""
    e = RULES[s.ruleset].effect[row]
    moves = e[Col.OPERATION] == Operation.MOVE_CARD
    return you if moves and e[Col.FROM] == From.YOUR_HAND else q


@kernel
def from_hand(s, row):
    """True if an effect picks cards of a hand."""
    return RULES[s.ruleset].of_hand[row] == 1


@kernel
def moves_to_owner(s, row, you, q):
    """True if cards would go back to where they are."""
    e = RULES[s.ruleset].effect[row]
    if e[Col.OPERATION] != Operation.MOVE_CARD:
        return False
    start, end = e[Col.FROM], e[Col.TO]
    if start == From.TARGET_HAND:
        return end == To.TARGET_HAND or (end == To.YOUR_HAND and you == q)
    if start == From.YOUR_HAND:
        return end == To.YOUR_HAND or (end == To.TARGET_HAND and you == q)
    return end == To.TARGET_PILE or (end == To.YOUR_PILE and you == q)


@kernel
def legal_cards(s, row, source, you, q):
    """Both words of the set of cards that an effect may pick from a leader."""
    return legal_cards_of(s, row, source, you, q, NONE)


@kernel
def legal_cards_of(s, row, source, you, q, kind):
    """Those of :func:`legal_cards` that are copies of one card; NONE for all."""
    owner = card_owner(s, row, you, q)
    if moves_to_owner(s, row, you, q):
        return EMPTY, EMPTY
    hand = from_hand(s, row)
    operation = RULES[s.ruleset].effect[row, Col.OPERATION]
    guard = NONE
    if in_force(s, Operation.PROTECT):
        if operation == Operation.CANCEL_ABILITY:
            guard = _CANCEL
        elif operation == Operation.MOVE_CARD and not hand:
            discards = RULES[s.ruleset].effect[row, Col.TO] == To.DISCARD
            guard = _DISCARD if discards else _MOVE
    low = s.hand[owner, 0] if hand else s.pile[owner, 0]
    high = s.hand[owner, 1] if hand else s.pile[owner, 1]
    if operation == Operation.CANCEL_ABILITY:
        low &= RULES[s.ruleset].abilities[0] & ~s.cancelled[0]
        high &= RULES[s.ruleset].abilities[1] & ~s.cancelled[1]
    if kind != NONE:
        low &= RULES[s.ruleset].kind_cards[kind, 0]
        high &= RULES[s.ruleset].kind_cards[kind, 1]
    if guard == NONE and RULES[s.ruleset].picky[row] == 0:
        return low, high
    low = fitting_cards(s, row, source, you, owner, guard, low, 0)
    high = fitting_cards(s, row, source, you, owner, guard, high, 1)
    return low, high


@linked
def fitting_cards(s, row, source, you, owner, guard, cards, w):
    """Those of one word of a set that fit the filter of an effect and are not protected."""
    rest = cards
    while rest != 0:
        card = 64 * w + int(lowest_bit(rest))
        rest &= rest - 1
        if not fits_card(s, row, card, source) or (
            guard != NONE and is_protected(s, owner, card, guard, you, source)
        ):
            cards &= ~only(card)
    return cards


@kernel
def can_move_this(s, row, source, you, q):
    """True if the card that an effect is printed on can go where it says."""
    end = RULES[s.ruleset].effect[row, Col.TO]
    owner = pile_owner(s, source)
    if owner == NONE:
        return s.flight == source
    if (end == To.TARGET_PILE and owner == q) or (end == To.YOUR_PILE and owner == you):
        return False
    guard = Against.DISCARD if end == To.DISCARD else Against.MOVE
    return not is_protected(s, owner, source, guard, you, source)


@linked
def cards_do(s, row, source, you, q):
    """True if an operation on cards would do something for a leader.

    Of a hand only its size is read: who is asked, and about whom, everybody sees.
    """
    e = RULES[s.ruleset].effect[row]
    if e[Col.OPERATION] == Operation.MOVE_CARD and e[Col.FROM] == From.DECK:
        return bool(can_draw(s))
    if e[Col.OPERATION] == Operation.MOVE_CARD and e[Col.FROM] == From.THIS_CARD:
        return bool(can_move_this(s, row, source, you, q))
    if not is_on_cards(s, row):
        return amount_of(s, row, source, you) != 0 or e[Col.MODE] == Mode.SET
    if from_hand(s, row):
        wanted = amount_of(s, row, source, you) if e[Col.REQUIRE_FULL] == 1 else 1
        in_hand = s.hand_n[card_owner(s, row, you, q)]
        return not moves_to_owner(s, row, you, q) and in_hand >= max(1, wanted)
    low, high = legal_cards(s, row, source, you, q)
    if e[Col.REQUIRE_FULL] == 1:
        return count_bits(low) + count_bits(high) >= amount_of(s, row, source, you)
    return low | high != 0


# --- what happens to one card


@kernel
def arrives_in_pile(s, seat, card):
    """A card that was moved joins a bid pile."""
    into_pile(s, seat, card)
    if chosen(s, Option.MOVED_CARD_COUNTS_AS_PLAYED):
        s.played[seat] += 1


@linked
def move_from_hand(s, owner, card, end, you, q):
    """A card leaves a hand by an effect."""
    if end == To.DISCARD:
        discard_from_hand(s, owner, card)
    elif end == To.TARGET_HAND or end == To.YOUR_HAND:
        pass_unseen(s, owner, q if end == To.TARGET_HAND else you, card)
    else:
        seat = q if end == To.TARGET_PILE else you
        note(s, Event.PILE, seat, RULES[s.ruleset].kind[card], owner)
        out_of_hand(s, owner, card)
        becomes_public(s, owner, card)
        arrives_in_pile(s, seat, card)


@linked
def move_from_table(s, owner, card, end, you, q):
    """A card leaves a bid pile (``owner`` NONE: it was in flight) by an effect."""
    kind = RULES[s.ruleset].kind[card]
    if owner == NONE:
        s.flight = NONE
    else:
        out_of_pile(s, owner, card)
    if end == To.TARGET_PILE or end == To.YOUR_PILE:
        seat = q if end == To.TARGET_PILE else you
        note(s, Event.PILE, seat, kind, owner)
        arrives_in_pile(s, seat, card)
        return
    blank_card(s, card)
    if end == To.DISCARD:
        note(s, Event.DISCARD, you if owner == NONE else owner, kind, 0)
        discard(s, you if owner == NONE else owner, card, True)
        return
    seat = q if end == To.TARGET_HAND else you
    note(s, Event.TAKE_SEEN, seat, kind, owner)
    for p in range(s.num_players):
        exclude(s.known[p], card)
    into_hand(s, seat, card)
    show_to_all(s, seat, card)
    leader = RULES[s.ruleset].owner[card]
    for p in range(s.num_players):
        if leader != NONE and s.leader[p] == leader:
            s.whites_out |= only(p)


@kernel
def change_value(s, p, card, mode, amount):
    """Add to the value of a card, or set what its value starts from."""
    if mode == Mode.SET:
        amount -= int(RULES[s.ruleset].value[card])
    s.add[card] = max(-_MOST_ADDED, min(_MOST_ADDED, int(s.add[card]) + amount))
    note(s, Event.VALUE, p, RULES[s.ruleset].kind[card], amount)


@kernel
def affect(s, card):
    """Do what the effect on top does to one card."""
    row, you, q = get(s, ROW), get(s, YOU), get(s, TARGET)
    e = RULES[s.ruleset].effect[row]
    owner = card_owner(s, row, you, q)
    match e[Col.OPERATION]:
        case Operation.MOVE_CARD:
            if from_hand(s, row):
                move_from_hand(s, owner, card, e[Col.TO], you, q)
            else:
                move_from_table(s, owner, card, e[Col.TO], you, q)
        case Operation.MODIFY_INFLUENCE:
            change_value(s, owner, card, e[Col.MODE], amount_of(s, row, get(s, SOURCE), you))
        case Operation.CANCEL_ABILITY:
            include(s.cancelled, card)
            note(s, Event.CANCEL, owner, RULES[s.ruleset].kind[card], 0)
    mark(s, CHANGED)


# --- which card


@kernel
def one_kind(s, low, high):
    """True if all cards of a set are copies of one."""
    kind = NONE
    for w in range(CARD_WORDS):
        rest = low if w == 0 else high
        while rest != 0:
            k = int(RULES[s.ruleset].kind[64 * w + int(lowest_bit(rest))])
            rest &= rest - 1
            if kind != NONE and k != kind:
                return False
            kind = k
    return True


@kernel
def rank_in_pile(s, p, card, latest):
    """Rank of a card among those of a pile that its name can mean. Rule: BTW-AMB-29."""
    if latest:
        return int(s.seq[card])
    free = 0 if holds(s.cancelled, card) else 1
    return (free * 1000 + card_value(s, p, card) + 200) * 128 + int(s.seq[card])


@kernel
def best_copy(s, low, high, kind, p, hand, latest):
    """The card that is meant among those of a set of one kind; NONE of any kind for all."""
    best = NONE
    best_rank = 0
    for w in range(CARD_WORDS):
        rest = low if w == 0 else high
        while rest != 0:
            card = 64 * w + int(lowest_bit(rest))
            rest &= rest - 1
            if kind == NONE or RULES[s.ruleset].kind[card] == kind:
                rank = 0 if hand else rank_in_pile(s, p, card, latest)
                if best == NONE or rank > best_rank:
                    best = card
                    best_rank = rank
    return best


@kernel
def first_card(s, low, high):
    """The first card of a set, which is not empty; of its copies the one that lies longest."""
    best = NONE
    for w in range(CARD_WORDS):
        rest = low if w == 0 else high
        while rest != 0:
            card = 64 * w + int(lowest_bit(rest))
            rest &= rest - 1
            if best == NONE or (
                RULES[s.ruleset].kind[card] == RULES[s.ruleset].kind[best]
                and s.seq[card] < s.seq[best]
            ):
                best = card
    return best


@kernel
def highest_card(s, low, high, p):
    """The card of the highest value in a set; of equal ones the latest."""
    best = NONE
    best_rank = 0
    for w in range(CARD_WORDS):
        rest = low if w == 0 else high
        while rest != 0:
            card = 64 * w + int(lowest_bit(rest))
            rest &= rest - 1
            rank = (card_value(s, p, card) + 200) * 128 + int(s.seq[card])
            if rank > best_rank:
                best = card
                best_rank = rank
    return best


@kernel
def may_stop(s, row):
    """True if the leader who picks may pick no (further) card."""
    e = RULES[s.ruleset].effect[row]
    return e[Col.UP_TO] == 1 or (e[Col.OPTIONAL] == 1 and not marked(s, AGREED))


@kernel
def asks_anyway(s, row):
    """True if a leader is asked for a card of a hand that may hold none: nobody else can tell."""
    e = RULES[s.ruleset].effect[row]
    named = e[Col.PICK] == Pick.YOU or e[Col.PICK] == Pick.OWNER
    return named and RULES[s.ruleset].picky[row] == 1 and may_stop(s, row)


@kernel
def has_enough(s, row, source, you):
    """True if a leader has the cards in hand that an effect takes from it."""
    low, high = legal_cards(s, row, source, you, you)
    count = count_bits(low) + count_bits(high)
    full = RULES[s.ruleset].effect[row, Col.REQUIRE_FULL] == 1
    return count >= max(1, amount_of(s, row, source, you) if full else 1)


@linked
def pick_cards(s):
    """Go on with an operation on cards until it is done or somebody must pick a card."""
    row, you, q, source = get(s, ROW), get(s, YOU), get(s, TARGET), get(s, SOURCE)
    e = RULES[s.ruleset].effect[row]
    if e[Col.OPERATION] == Operation.MODIFY_INFLUENCE and e[Col.PICK] == Pick.ALL:
        change_all(s)
        put(s, PHASE, Phase.EFFECT_NEXT)
        return
    left = get(s, LEFT)
    if e[Col.PICK] == Pick.ALL:
        left = EVERYTHING
    owner = card_owner(s, row, you, q)
    hand = from_hand(s, row)
    if hand and e[Col.REQUIRE_FULL] == 1 and e[Col.PICK] != Pick.ALL:
        low, high = legal_cards(s, row, source, you, q)
        if count_bits(low) + count_bits(high) < left:
            left = 0
    while left > 0:
        low, high = legal_cards(s, row, source, you, q)
        count = count_bits(low) + count_bits(high)
        if count == 0 and not (hand and s.hand_n[owner] > 0 and asks_anyway(s, row)):
            break
        card = NONE
        match e[Col.PICK]:
            case Pick.RANDOM:
                n = rand_below(s, count)
                ones = count_bits(low)
                card = nth_of(low, high, ones, n)
            case Pick.LAST:
                card = best_copy(s, low, high, NONE, owner, hand, True)
            case Pick.HIGHEST:
                card = highest_card(s, low, high, owner)
            case Pick.ALL:
                card = first_card(s, low, high)
            case _:
                all_of_them = count <= left and e[Col.OPERATION] == Operation.MOVE_CARD
                if may_stop(s, row) or not (all_of_them or one_kind(s, low, high)):
                    picker = owner if e[Col.PICK] == Pick.OWNER else you
                    if hand and picker != owner:
                        learn_hand(s, picker, owner)
                    put(s, LEFT, left)
                    ask(s, Phase.CARD, picker)
                    return
                latest = bool(chosen(s, Option.EQUAL_CARDS_IN_PILE))
                card = best_copy(s, low, high, NONE, owner, hand, latest)
        affect(s, card)
        left -= 1
    put(s, LEFT, 0)
    put(s, PHASE, Phase.EFFECT_NEXT)


@kernel
def change_all(s):
    """Change the value of every legal card of a pile once."""
    row, you, q, source = get(s, ROW), get(s, YOU), get(s, TARGET), get(s, SOURCE)
    low, high = legal_cards(s, row, source, you, q)
    for w in range(CARD_WORDS):
        rest = low if w == 0 else high
        while rest != 0:
            affect(s, 64 * w + int(lowest_bit(rest)))
            rest &= rest - 1


@kernel
def cards_to_name(s):
    """Both words of the set of cards that may be named now, one of each kind."""
    low, high = legal_cards(s, get(s, ROW), get(s, SOURCE), get(s, YOU), get(s, TARGET))
    return one_of_each(s, low, 0), one_of_each(s, high, 1)


@linked
def legal_card(s, mask):
    """DP-10, DP-16, DP-21, DP-22: which card."""
    low, high = cards_to_name(s)
    for w in range(CARD_WORDS):
        rest = low if w == 0 else high
        while rest != 0:
            mask[RULES[s.ruleset].kind[64 * w + int(lowest_bit(rest))]] = True
            rest &= rest - 1
    if may_stop(s, get(s, ROW)):
        mask[NO] = True


@linked
def apply_card(s, action):
    """The picked card, or no (further) one."""
    row, you, q, source = get(s, ROW), get(s, YOU), get(s, TARGET), get(s, SOURCE)
    if action == NO:
        put(s, LEFT, 0)
        put(s, PHASE, Phase.EFFECT_NEXT)
        return
    low, high = legal_cards_of(s, row, source, you, q, action)
    owner = card_owner(s, row, you, q)
    latest = bool(chosen(s, Option.EQUAL_CARDS_IN_PILE))
    card = best_copy(s, low, high, action, owner, from_hand(s, row), latest)
    mark(s, AGREED)
    affect(s, card)
    put(s, LEFT, get(s, LEFT) - 1)
    put(s, PHASE, Phase.EFFECT_DO)


@linked
def do_cards(s):
    """Carry out an operation on cards for the leader of the frame on top."""
    row, you, q, source = get(s, ROW), get(s, YOU), get(s, TARGET), get(s, SOURCE)
    e = RULES[s.ruleset].effect[row]
    if is_on_cards(s, row):
        pick_cards(s)
        return
    put(s, PHASE, Phase.EFFECT_NEXT)
    if e[Col.OPERATION] == Operation.MODIFY_INFLUENCE:
        amount = amount_of(s, row, source, you)
        if e[Col.TARGET] == Target.THIS_CARD:
            owner = pile_owner(s, source)
            if owner != NONE or s.flight == source:
                change_value(s, you if owner == NONE else owner, source, e[Col.MODE], amount)
                mark(s, CHANGED)
        elif amount != 0:
            s.total_add[q] = max(-999, min(999, int(s.total_add[q]) + amount))
            note(s, Event.TOTAL, q, amount, 0)
            mark(s, CHANGED)
    elif e[Col.FROM] == From.DECK:
        seat = you if e[Col.TO] == To.YOUR_HAND else q
        for _ in range(get(s, LEFT)):
            if can_draw(s):
                draw(s, seat)
                note(s, Event.DRAW, seat, 0, 0)
                mark(s, CHANGED)
    elif can_move_this(s, row, source, you, q):
        move_from_table(s, pile_owner(s, source), source, e[Col.TO], you, q)
        mark(s, CHANGED)
