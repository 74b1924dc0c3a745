"""Consolidate Power orders one by one, negotiations, and the clean-up of a round."""

from __future__ import annotations

from got_env.core.agenda import PLAYER, A, B, pop, push, top
from got_env.core.jit import kernel, linked
from got_env.westeros.claim.alliances import put_leader, return_leader
from got_env.westeros.claim.constants import ORDER
from got_env.westeros.claim.leader_marches import activate, activators, legal_activate, open_march
from got_env.westeros.claim.map_queries import allied_units, first_leader, near
from got_env.westeros.phases.consolidate import clear_round, order_yield
from got_env.westeros.phases.flow import next_order, next_phase
from got_env.westeros.rules import actions
from got_env.westeros.rules.board import BIT, gain_power, has, lose_power, note, remove_order
from got_env.westeros.rules.decision_row import (
    THE_AREA,
    THE_LEADER,
    ArgType,
    Argument,
    Asks,
    Decision,
    Editions,
    Family,
    Instead,
    Step,
)
from got_env.westeros.rules.offers import offer_yes_no
from got_env.westeros.rules.option_values import (
    Negotiation,
    NegotiationEmptyOffer,
)
from got_env.westeros.rules.options import Option
from got_env.westeros.rules.table import RULES
from got_env.westeros.rules.vocabulary import (
    MAX_PLAYERS,
    NONE,
    NUM_ALLIANCE_CARDS,
    Event,
    Order,
    Phase,
)

FIRST, SECOND, BOTH = range(3)
"""Demands an offer may make (Rule: ASOS-PROT-14)."""


@linked
def enter_claim_consolidate(s):
    """Give the next house in turn one order to resolve. Rule: ASOS-TURN-07, ASOS-DP-45."""
    a = next_order(s, Order.CONSOLIDATE, Order.CONSOLIDATE_STAR, Phase.CONSOLIDATE_FROM)
    if a != NONE:
        take_or_activate(s, s.order_seat[a], a)


@linked
def apply_claim_consolidate_from(s, action):
    """Go on to the order."""
    p = top(s)[PLAYER]
    pop(s)
    take_or_activate(s, p, action - actions.AREA)


@kernel
def take_or_activate(s, p, a):
    """Ask whether the order activates a Leader if it can; else take the Power."""
    if activators(s, p, a) != 0:
        push(s, Phase.ACTIVATE, p, a, 0, 0)
    else:
        take_power(s, p, a)


@linked
def apply_activate(s, action):
    """Turn a Leader face down, or resolve the order as what it is. Frame: a area."""
    frame = top(s)
    p = int(frame[PLAYER])
    a = int(frame[A])
    pop(s)
    if action != actions.NO:
        activate(s, p, a, action - first_leader(s))
    elif s.order[a] <= Order.MARCH_STAR:
        open_march(s, p, a, NONE, ORDER)
    elif s.order[a] >= Order.CONSOLIDATE:
        take_power(s, p, a)
    else:
        push(s, Phase.RAID_TARGET, p, a, 0, 0)


@kernel
def is_blocked(s, p, a):
    """True if a Mercenary Army beside ``a`` keeps the Power back. Rule: ASOS-ALLI-07, -08."""
    rules = RULES[s.ruleset]
    for c in range(NUM_ALLIANCE_CARDS):
        q = int(s.ally_owner[c])
        if rules.alliance_blocks[c] == 1 and q != NONE and q != p:
            for x in range(rules.num_areas):
                if s.owner[x] == q and allied_units(s, x) > 0 and has(near(s, q, x), a):
                    return True
    return False


@kernel
def take_power(s, p, a):
    """Gain the Power of an order and remove it; then a negotiation may begin. Rule: ASOS-NEG-01."""
    note(s, Event.CONSOLIDATE, p, a, 0)
    if not is_blocked(s, p, a):
        gain_power(s, p, int(order_yield(s, p, a)), a)
    remove_order(s, a)
    push(s, Phase.NEGOTIATION, p, a, 0, 0)


# --- negotiations


@kernel
def held_by(s, p, q):
    """Leaders of the house of seat ``p`` in the cell of seat ``q``, as a mask."""
    mask = BIT[0] - 1
    for i in range(RULES[s.ruleset].num_leaders):
        if s.leader_cell[i] == q and s.leader_seat[i] == p:
            mask |= BIT[i]
    return mask


@kernel
def own_hostages(s, p):
    """Hostages in the cell of seat ``p``, as a mask."""
    mask = BIT[0] - 1
    for i in range(RULES[s.ruleset].num_leaders):
        if s.leader_cell[i] == p:
            mask |= BIT[i]
    return mask


@kernel
def may_ask(s, p, asked, q):
    """True if seat ``p`` may make seat ``q`` an offer. Rule: ASOS-NEG-08, -13."""
    if q == p or held_by(s, p, q) == 0:
        return False
    times = (asked >> (2 * q)) & 3
    if times > s.options[Option.NEGOTIATION_OFFERS_PER_RESPONDER]:
        return False
    empty = s.options[Option.NEGOTIATION_EMPTY_OFFER] == NegotiationEmptyOffer.YES
    return empty or s.power[p] > 0 or own_hostages(s, p) != 0


@linked
def enter_negotiation(s):
    """Ask whether to make an offer, as long as there is anybody to ask.

    Frame: player, a area, b offers made: two bits for each seat. Rule: ASOS-NEG-08, -13.
    """
    frame = top(s)
    p = frame[PLAYER]
    if s.options[Option.NEGOTIATION] == Negotiation.ON:
        for q in range(s.num_players):
            if may_ask(s, p, int(frame[B]), q):
                push(s, Phase.NEGOTIATE, p, frame[A], frame[B], 0)
                return
    pop(s)


@linked
def legal_negotiate(s, mask):
    """A player to ask, or done. Frame: a area, b offers made. Rule: ASOS-DP-28."""
    frame = top(s)
    mask[actions.DONE] = True
    for q in range(MAX_PLAYERS):
        if q < s.num_players:
            mask[actions.SEAT + q] = may_ask(s, frame[PLAYER], int(frame[B]), q)


@linked
def apply_negotiate(s, action):
    """Stop, or begin the offer. Rule: ASOS-NEG-10."""
    p = int(top(s)[PLAYER])
    pop(s)
    if action == actions.DONE:
        pop(s)
        return
    q = action - actions.SEAT
    below = top(s)
    below[B] += 1 << (2 * q)
    held = held_by(s, p, q)
    s.offer_to = q
    s.offer_asks = held
    s.offer_gives = 0
    s.offer_power = 0
    if held & (held - 1) != 0:
        push(s, Phase.OFFER_REQUEST, p, q, 0, 0)
    else:
        ask_hostage(s, p, 0)


@linked
def legal_offer_request(s, mask):
    """The first Leader, the second, or both. Frame: a seat asked. Rule: ASOS-NEG-02, -09."""
    for i in range(3):
        mask[actions.CHOICE + i] = True


@linked
def apply_offer_request(s, action):
    """Keep what is asked for."""
    p = int(top(s)[PLAYER])
    pop(s)
    lowest = int(s.offer_asks) & -int(s.offer_asks)
    choice = action - actions.CHOICE
    if choice == FIRST:
        s.offer_asks = lowest
    elif choice == SECOND:
        s.offer_asks = int(s.offer_asks) & ~lowest
    ask_hostage(s, p, 0)


@kernel
def ask_hostage(s, p, first):
    """Ask for the next own hostage, then for the Power, then the responder."""
    for i in range(first, RULES[s.ruleset].num_leaders):
        if s.leader_cell[i] == p:
            push(s, Phase.OFFER_HOSTAGE, p, i, 0, 0)
            return
    if s.power[p] > 0:
        push(s, Phase.OFFER_POWER, p, 0, 0, 0)
        return
    make_offer(s, p)


@kernel
def must_include(s, p, i):
    """True if this hostage has to be offered, as nothing else can be. Rule: ASOS-NEG-11."""
    if s.options[Option.NEGOTIATION_EMPTY_OFFER] == NegotiationEmptyOffer.YES:
        return False
    later = own_hostages(s, p) & ~(BIT[i + 1] - 1)
    return later == 0 and s.offer_gives == 0 and s.power[p] == 0


@linked
def legal_offer_hostage(s, mask):
    """Include the hostage, or not. Frame: a Leader."""
    frame = top(s)
    mask[actions.YES] = True
    mask[actions.NO] = not must_include(s, frame[PLAYER], int(frame[A]))


@linked
def apply_offer_hostage(s, action):
    """Keep the answer."""
    frame = top(s)
    p = int(frame[PLAYER])
    i = int(frame[A])
    pop(s)
    if action == actions.YES:
        s.offer_gives = int(s.offer_gives) | int(BIT[i])
    ask_hostage(s, p, i + 1)


@linked
def legal_offer_power(s, mask):
    """An amount, at least 1 without a hostage. Rule: ASOS-NEG-09, -11."""
    p = top(s)[PLAYER]
    least = 0
    if s.offer_gives == 0 and s.options[Option.NEGOTIATION_EMPTY_OFFER] == NegotiationEmptyOffer.NO:
        least = 1
    for n in range(least, s.power[p] + 1):
        mask[actions.BID + n] = True


@linked
def apply_offer_power(s, action):
    """Keep the amount."""
    p = int(top(s)[PLAYER])
    pop(s)
    s.offer_power = action - actions.BID
    make_offer(s, p)


@kernel
def make_offer(s, p):
    """Put the offer to the responder; it is public now. Rule: ASOS-NEG-12, -16."""
    note(s, Event.OFFER, p, s.offer_to, s.offer_power)
    push(s, Phase.ANSWER, s.offer_to, p, 0, 0)


@linked
def apply_answer(s, action):
    """Exchange what was offered. Rule: ASOS-NEG-03 to -07, -14, -15."""
    frame = top(s)
    q = int(frame[PLAYER])
    p = int(frame[A])
    pop(s)
    yes = action == actions.YES
    note(s, Event.ANSWER, q, yes, 0)
    asks = int(s.offer_asks)
    gives = int(s.offer_gives)
    n = int(s.offer_power)
    area = int(top(s)[A])
    clear_offer(s)
    if not yes:
        return
    if n > 0:
        lose_power(s, p, n)
        gain_power(s, q, n, NONE)
    for i in range(RULES[s.ruleset].num_leaders):
        if has(asks, i):
            s.leader_cell[i] = NONE
            if s.owner[area] == p:
                put_leader(s, p, i, area)
    for i in range(RULES[s.ruleset].num_leaders):
        if has(gives, i):
            if s.leader_seat[i] == q:
                return_leader(s, i)
            else:
                s.leader_cell[i] = q
                note(s, Event.CAPTURED, q, i, 0)


@kernel
def clear_offer(s):
    """Forget the offer."""
    s.offer_to = NONE
    s.offer_asks = 0
    s.offer_gives = 0
    s.offer_power = 0


# --- the end of a round


@linked
def enter_claim_clean_up(s):
    """Orders leave, tokens are readied; Tactics cards stay in force. Rule: ASOS-TAC-04."""
    clear_round(s)
    s.turn_pos = NONE
    s.leader_order[:] = NONE
    s.leader_down[:] = 0
    s.neutral_grant[:] = NONE
    s.forge_barred = 0
    next_phase(s)


ROWS = (
    Step(
        Phase.NEGOTIATION,
        enter_negotiation,
        Editions.CLAIM,
        arguments=(
            Argument("area", ArgType.AREA),
            Argument("asked", range(1 << (2 * MAX_PLAYERS))),
        ),
        on=(Phase.CONSOLIDATE_STEP,),
    ),
    Instead(Phase.CONSOLIDATE_STEP, Editions.CLAIM, enter=enter_claim_consolidate),
    Instead(Phase.CLEAN_UP, Editions.CLAIM, enter=enter_claim_clean_up),
    Decision(
        Phase.ACTIVATE,
        Family.ACTION,
        "the Leader whom the order activates, or no to resolve the order",
        {"leader": "activate {x}", "no": "activate none"},
        question="Which Leader does the order in {area} activate?",
        labels={"leader": "Activate {x}", "no": "Activate nobody: resolve the order in {area}"},
        legal=legal_activate,
        apply=apply_activate,
        editions=Editions.CLAIM,
        arguments=(THE_AREA,),
        asks=Asks.HOLDER_OF_ORDER,
        on=(Phase.RAID_STEP, Phase.MARCH_STEP, Phase.CONSOLIDATE_STEP),
        about_area=True,
    ),
    Decision(
        Phase.NEGOTIATE,
        Family.ACTION,
        "whom to make an offer for own Leaders, or no more",
        {"seat": "negotiate {x}", "done": "negotiate done"},
        question="Consolidate Power in {area}: which house gets an offer for own Leaders it holds?",
        labels={"seat": "Make {x} an offer", "done": "Make no more offers"},
        legal=legal_negotiate,
        apply=apply_negotiate,
        editions=Editions.CLAIM,
        arguments=(THE_AREA, Argument("asked", range(1 << (2 * MAX_PLAYERS)))),
        on=(Phase.NEGOTIATION,),
        about_area=True,
    ),
    Decision(
        Phase.OFFER_REQUEST,
        Family.ACTION,
        "which own Leaders to ask for",
        {"choice": "ask_for {x}"},
        question="Which own Leaders are asked for?",
        labels={
            "choice first": "Ask for {first}",
            "choice second": "Ask for {second}",
            "choice both": "Ask for {first} and {second}",
        },
        legal=legal_offer_request,
        apply=apply_offer_request,
        editions=Editions.CLAIM,
        arguments=(Argument("of", ArgType.SEAT),),
        on=(Phase.NEGOTIATION,),
        choices=("first", "second", "both"),
        always_asked=True,
    ),
    Decision(
        Phase.OFFER_HOSTAGE,
        Family.ACTION,
        "whether the offer includes a hostage",
        {"yes": "offer {leader} yes", "no": "offer {leader} no"},
        question="Does the offer include {leader}?",
        labels={"yes": "Offer {leader}", "no": "Do not offer {leader}"},
        legal=legal_offer_hostage,
        apply=apply_offer_hostage,
        editions=Editions.CLAIM,
        arguments=(THE_LEADER,),
        on=(Phase.NEGOTIATION,),
        always_asked=True,
    ),
    Decision(
        Phase.OFFER_POWER,
        Family.ACTION,
        "how much power the offer includes",
        {"bid": "offer {x}"},
        question="How much Power does the offer include?",
        labels={"bid": "Offer {x} Power"},
        legal=legal_offer_power,
        apply=apply_offer_power,
        editions=Editions.CLAIM,
        on=(Phase.NEGOTIATION,),
        always_asked=True,
    ),
    Decision(
        Phase.ANSWER,
        Family.ACTION,
        "whether to accept the offer",
        {"yes": "answer yes", "no": "answer no"},
        question="Is the offer accepted?",
        labels={"yes": "Accept the offer", "no": "Refuse the offer"},
        legal=offer_yes_no,  # Rule: ASOS-NEG-12
        apply=apply_answer,
        editions=Editions.CLAIM,
        arguments=(Argument("from", ArgType.SEAT),),
        on=(Phase.NEGOTIATION,),
    ),
    Instead(Phase.CONSOLIDATE_FROM, Editions.CLAIM, apply=apply_claim_consolidate_from),
)
"""Rows of these decisions and steps."""
