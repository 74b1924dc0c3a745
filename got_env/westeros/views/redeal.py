"""Fill the blanks of what a player knows: a full game the player cannot tell from the real one.

``redeal`` first redacts the record and then fills what is hidden from the rules alone, so nothing
of the real hidden state can find its way into the result. Used by search under hidden information.
"""

from __future__ import annotations

from got_env.core.jit import entry, kernel, linked
from got_env.core.rng import rand_below, seed_rng
from got_env.westeros.phases.bids import least_bid
from got_env.westeros.phases.planning import (
    SUPPORT_ORDERS,
    count_stars,
    placeable,
    star_limit,
    takes_order,
)
from got_env.westeros.rules import expansion
from got_env.westeros.rules.board import BIT, has
from got_env.westeros.rules.option_values import RavenChoicePublic, Tides
from got_env.westeros.rules.options import Option
from got_env.westeros.rules.state import DECK_SIZE, TIDES_DECK_SIZE, WILDLING_DECK_SIZE
from got_env.westeros.rules.table import RULES
from got_env.westeros.rules.vocabulary import (
    HAND_SIZE,
    HIDDEN_ORDER,
    MAX_PLAYERS,
    NONE,
    NUM_ORDERS,
    NUM_TRACKS,
    Order,
    Side,
    Track,
    WesterosCard,
)
from got_env.westeros.views.knowledge import HIDDEN, redact

NUM_WESTEROS_KINDS = len(WesterosCard)
POWER_ORDERS = (1 << Order.CONSOLIDATE) | (1 << Order.CONSOLIDATE_STAR)


@linked
def redeal(s, p, seed):
    """Resample everything that seat ``p`` does not know. Rule: 2E-HIDE-01 to -09."""
    known = pack_wildling_knowledge(s)
    redact(s, p)
    deal_hidden(s, seed)
    unpack_wildling_knowledge(s, known, p)


@linked
def deal_hidden(s, seed):
    """Draw all that is marked as hidden in the record, and the random words, from a seed."""
    reseed(s, seed)
    deal_rest(s)


@kernel
def reseed(s, seed):
    """Start the random words anew."""
    seed_rng(s, seed)


@kernel
def deal_rest(s):
    """Draw what is hidden of decks, orders, bids and cards."""
    deal_westeros_decks(s)
    deal_wildling_deck(s)
    if s.orders_open == 0:
        if RULES[s.ruleset].orders_by_area == 1:
            deal_orders_by_area(s)
        else:
            deal_orders(s)
    for q in range(s.num_players):
        if s.bid[q] == HIDDEN:
            least = least_bid(s, q)
            s.bid[q] = least + rand_below(s, s.power[q] + 1 - least)
    for side in range(2):
        if s.card[side] == HIDDEN:
            s.card[side] = any_card(s, s.hand[s.fighter[side]])
    if s.tides_deck[0] == HIDDEN:
        deal_tides(s)


@kernel
def deal_westeros_decks(s):
    """Put the cards that lie nowhere into the unknown places, in random order. Rule: 2E-HIDE-07."""
    deck = RULES[s.ruleset].westeros_deck
    for d in range(NUM_TRACKS):
        known = BIT[0] - 1
        for i in range(DECK_SIZE):
            if s.deck[d, i] != HIDDEN:
                known |= BIT[i]
        at = 0
        for kind in range(NUM_WESTEROS_KINDS):
            left = 0
            for i in range(DECK_SIZE):
                left += deck[d, i] == kind
                left -= s.deck[d, i] == kind
            for _ in range(left):
                while has(known, at):
                    at += 1
                s.deck[d, at] = kind
                at += 1
        shuffle_around(s, s.deck[d], known)


@kernel
def deal_wildling_deck(s):
    """Put the cards that are not known anywhere into the unknown places. Rule: 2E-HIDE-08."""
    seen = 0
    unknown = 0
    size = RULES[s.ruleset].num_wildlings
    for i in range(size):
        if s.wild_deck[i] == HIDDEN:
            unknown += 1
        else:
            seen |= BIT[s.wild_deck[i]]
    cards = RULES[s.ruleset].wildlings
    for i in range(size):
        if s.wild_deck[i] == HIDDEN:
            skip = rand_below(s, unknown)
            unknown -= 1
            k = 0
            while has(seen, cards[k]) or skip > 0:
                skip -= not has(seen, cards[k])
                k += 1
            s.wild_deck[i] = cards[k]
            seen |= BIT[cards[k]]


@kernel
def pack_wildling_knowledge(s):
    """Seats that know each place of the Wildling deck, as one number."""
    packed = BIT[0] - 1
    for i in range(WILDLING_DECK_SIZE):
        packed |= int(s.wild_known[i]) << (i * MAX_PLAYERS)
    return packed


@kernel
def unpack_wildling_knowledge(s, packed, p):
    """Write back who knows which place, as far as seat ``p`` can tell.

    It is public who looked, and where the card went. With raven_choice_public=false it is not:
    then ``p`` is sure of the others only where ``p`` knows the card too, because a look of
    someone else would have made ``p`` lose its place.
    """
    public = s.options[Option.RAVEN_CHOICE_PUBLIC] == RavenChoicePublic.TRUE
    for i in range(WILDLING_DECK_SIZE):
        knowers = (packed >> (i * MAX_PLAYERS)) & (BIT[MAX_PLAYERS] - 1)
        if public or has(knowers, p):
            s.wild_known[i] = knowers


# --- orders and cards


@kernel
def deal_orders(s):
    """Give the face-down orders of each house tokens it could have laid there.

    Every way to lay different tokens within the stars and bans is equally likely, so no area is
    likelier to get a special order than another. Rule: 2E-PLAN-11, 2E-STAR-01.
    """
    for q in range(s.num_players):
        left = count_face_down(s, q)
        stars = any_number_of_stars(s, q, left)
        for a in range(RULES[s.ruleset].num_areas):
            if s.order[a] == HIDDEN_ORDER and s.order_seat[a] == q:
                special = 1 if rand_below(s, left) < stars else 0
                t = any_token(s, q, special)
                s.order[a] = t
                s.placed[q, t] += 1
                left -= 1
                stars -= special


@kernel
def count_face_down(s, q):
    """Orders of seat ``q`` that are not known."""
    n = 0
    for a in range(RULES[s.ruleset].num_areas):
        n += s.order[a] == HIDDEN_ORDER and s.order_seat[a] == q
    return n


@kernel
def any_number_of_stars(s, q, left):
    """Number of special tokens among ``left`` random ones, each as likely as its choices are."""
    normal = count_unused(s, q, 0)
    special = count_unused(s, q, 1)
    most = min(left, special, int(star_limit(s, q)))
    total = 0
    for k in range(most + 1):
        total += ways(special, k) * ways(normal, left - k)
    n = rand_below(s, total)
    for k in range(most + 1):
        n -= ways(special, k) * ways(normal, left - k)
        if n < 0:
            return k
    return 0


@kernel
def ways(n, k):
    """Number of ways to choose ``k`` of ``n`` things."""
    if k > n:
        return 0
    product = 1
    for i in range(k):
        product = product * (n - i) // (i + 1)
    return product


@kernel
def count_unused(s, q, special):
    """Tokens of seat ``q`` that are not banned and not laid, special or normal ones."""
    rules = RULES[s.ruleset]
    n = 0
    for t in range(NUM_ORDERS):
        if not has(s.banned, t) and rules.order_special[t] == special:
            n += rules.order_tokens[t] - s.placed[q, t]
    return n


@kernel
def any_token(s, q, special):
    """Type of a random unused token of seat ``q``, special or normal."""
    rules = RULES[s.ruleset]
    n = rand_below(s, count_unused(s, q, special))
    for t in range(NUM_ORDERS):
        if not has(s.banned, t) and rules.order_special[t] == special:
            n -= rules.order_tokens[t] - s.placed[q, t]
            if n < 0:
                return t
    return NONE


# --- orders where an area does not take every type
#
# Tokens of a house, its stars and its areas fit together as long as no group of areas has fewer
# tokens to share than areas: all of them, those that take no Power orders, those that take no
# Support orders. So each area in turn gets any token after which this still holds.


@kernel
def deal_orders_by_area(s):
    """As :func:`deal_orders`, each area with a token that may lie there. Rule: 1E-PLAN-06."""
    for q in range(s.num_players):
        for a in range(RULES[s.ruleset].num_areas):
            if s.order[a] == HIDDEN_ORDER and s.order_seat[a] == q:
                t = any_token_for(s, q, a)
                if t != NONE:
                    s.order[a] = t
                    s.placed[q, t] += 1


@kernel
def any_token_for(s, q, a):
    """Type of a random unused token that may lie on ``a`` and leaves enough for the other areas."""
    rules = RULES[s.ruleset]
    total = 0
    chosen = NONE
    types = placeable(s, q) & takes_order(s, a)
    for t in range(NUM_ORDERS):
        if has(types, t):
            s.order[a] = t
            s.placed[q, t] += 1
            fits = enough_tokens(s, q)
            s.placed[q, t] -= 1
            s.order[a] = HIDDEN_ORDER
            if fits:
                left = rules.order_tokens[t] - s.placed[q, t]
                total += left
                if rand_below(s, total) < left:
                    chosen = t
    return chosen


@kernel
def enough_tokens(s, q):
    """True if the hidden orders of seat ``q`` can all still get a token."""
    areas = 0
    without_power = 0
    without_support = 0
    for a in range(RULES[s.ruleset].num_areas):
        if s.order[a] == HIDDEN_ORDER and s.order_seat[a] == q:
            types = takes_order(s, a)
            areas += 1
            without_power += not has(types, Order.CONSOLIDATE)
            without_support += not has(types, Order.SUPPORT)
    return (
        areas <= tokens_left(s, q, 0)
        and without_power <= tokens_left(s, q, POWER_ORDERS)
        and without_support <= tokens_left(s, q, SUPPORT_ORDERS)
    )


@kernel
def tokens_left(s, q, without):
    """Tokens that seat ``q`` could still lay within its stars, some types (a mask) left out."""
    rules = RULES[s.ruleset]
    normal = 0
    special = 0
    for t in range(NUM_ORDERS):
        if not has(s.banned, t) and not has(without, t):
            left = rules.order_tokens[t] - s.placed[q, t]
            normal += 0 if rules.order_special[t] else left
            special += left if rules.order_special[t] else 0
    return normal + min(special, max(star_limit(s, q) - count_stars(s, q), 0))


@kernel
def any_card(s, hand):
    """A random card of a hand (a bit mask)."""
    count = 0
    for slot in range(HAND_SIZE):
        count += has(hand, slot)
    n = rand_below(s, count)
    for slot in range(HAND_SIZE):
        if has(hand, slot):
            if n == 0:
                return slot
            n -= 1
    return NONE


# --- Tides of Battle: places 0 and 1 are the first draws of the two sides, 2 the redraw


@kernel
def deal_tides(s):
    """Shuffle the Tides deck around the cards that are known; draw the others from it."""
    for i in range(TIDES_DECK_SIZE):
        s.tides_deck[i] = RULES[s.ruleset].tides_deck[i]
    if s.options[Option.TIDES] == Tides.FALSE:
        return
    redrew = side_that_redrew(s)
    fixed = BIT[0] - 1
    for place in range(3):
        card = drawn_at(s, place, redrew)
        if card >= 0:
            lay_tides(s, place, card, fixed)
            fixed |= BIT[place]
    shuffle_around(s, s.tides_deck, fixed)
    for side in range(2):
        if s.tides[side] == HIDDEN:
            s.tides[side] = s.tides_deck[2 if redrew == side else side]
    if s.tides_rejected == HIDDEN:
        s.tides_rejected = s.tides_deck[redrew]


@kernel
def side_that_redrew(s):
    """Side of the Blade holder if it rejected a Tides card, else NONE. Rule: 2E-TIDE-03."""
    if s.tides_rejected == NONE:
        return NONE
    attacks = s.fighter[Side.ATTACKER] == s.track[Track.FIEFDOMS, 0]
    return Side.ATTACKER if attacks else Side.DEFENDER


@kernel
def drawn_at(s, place, redrew):
    """Tides card drawn at a place: NONE if none was, HIDDEN if it is not known."""
    if place == 2:
        return s.tides[redrew] if redrew != NONE else NONE
    return s.tides_rejected if redrew == place else s.tides[place]


@kernel
def lay_tides(s, place, card, fixed):
    """Bring a Tides card to a place from one that is not ``fixed`` (a mask)."""
    for i in range(TIDES_DECK_SIZE):
        if s.tides_deck[i] == card and not has(fixed, i):
            s.tides_deck[i] = s.tides_deck[place]
            s.tides_deck[place] = card
            return


@kernel
def shuffle_around(s, values, fixed):
    """Shuffle the values whose places are not in the mask ``fixed``."""
    for i in range(len(values) - 1, 0, -1):
        if not has(fixed, i):
            j = rand_below(s, i + 1)
            while has(fixed, j):
                j = rand_below(s, i + 1)
            kept = values[i]
            values[i] = values[j]
            values[j] = kept


@entry
def deal_hidden_batch(states, seeds):
    """Draw in place, in every record, what is marked as hidden.

    Args:
        states: ``(B,) STATE`` with blanks as ``redact`` leaves them.
        seeds: ``(B,) int64``.
    """
    for i in range(len(states)):
        s = states[i]
        if RULES[s.ruleset].with_claim == 1:
            expansion.deal_hidden(s, seeds[i])
        else:
            deal_hidden(s, seeds[i])
