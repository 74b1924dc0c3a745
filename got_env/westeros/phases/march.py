"""Marches: turn by turn, destinations in ascending order, unit counts, the token left behind."""

from __future__ import annotations

from got_env.core.agenda import PHASE, PLAYER, A, B, pop, push, top
from got_env.core.jit import kernel, linked, lowest_bit
from got_env.westeros.phases.combat import begin_combat
from got_env.westeros.phases.flow import next_phase
from got_env.westeros.phases.march_supply import (
    ENEMY,
    NEUTRAL_FORCE,
    NO_FIGHT,
    base_armies,
    fight_at,
    march_reach,
    open_to_march,
    prefix_fits,
    sent_strength,
    spend_blade,
)
from got_env.westeros.phases.neutral import ASKED, asks_after_march, asks_before_march, can_ask
from got_env.westeros.phases.victory import check_victory
from got_env.westeros.phases.visits import visitor
from got_env.westeros.rules import actions, phrases
from got_env.westeros.rules.armies import army, fits_supply
from got_env.westeros.rules.board import (
    BIT,
    count_orders,
    count_units,
    mark_orders,
    note,
    place_token,
    remove_order,
    remove_token,
    settle,
    vacate_if_empty,
)
from got_env.westeros.rules.decision_row import (
    BEGUN,
    THE_AREA,
    ArgType,
    Argument,
    Asks,
    Decision,
    Editions,
    Family,
    Step,
)
from got_env.westeros.rules.offers import offer_yes_no
from got_env.westeros.rules.state import MAX_DESTINATIONS
from got_env.westeros.rules.table import RULES
from got_env.westeros.rules.vocabulary import (
    NONE,
    NUM_UNITS,
    PORT_CAPACITY,
    Event,
    Order,
    Phase,
    Terrain,
)


@kernel
def enter_march_step(s):
    """Give the next house in turn one March order to resolve. Rule: 2E-ACT-02, -04, -05."""
    frame = top(s)
    if frame[A] == 0:
        frame[A] = 1
        s.turn_pos = NONE
    s.neutral_grant[:] = NONE  # granted for one march only
    p = visitor(s, Order.MARCH_MINUS, Order.MARCH_STAR)
    if p == NONE:
        if not check_victory(s):
            next_phase(s)
    elif top(s)[PHASE] == Phase.MARCH_STEP:
        push(s, Phase.MARCH_TURN, p, 0, 0, 0)


@linked
def enter_march_turn(s):
    """First the question for support against Neutral Forces, then the march. Frame: a stage."""
    frame = top(s)
    p = frame[PLAYER]
    if frame[A] == 0:
        frame[A] = 1
        if asks_before_march(s) and can_ask(s, p):
            push(s, Phase.ASK_SUPPORT, p, 0, 0, 0)
            return
    pop(s)
    if count_orders(s, p, Order.MARCH_MINUS, Order.MARCH_STAR) > 1:
        push(s, Phase.MARCH_FROM, p, 0, 0, 0)
        return
    for a in range(RULES[s.ruleset].num_areas):
        if s.order_seat[a] == p and Order.MARCH_MINUS <= s.order[a] <= Order.MARCH_STAR:
            begin_march(s, p, a)
            return


@linked
def legal_march_from(s, mask):
    """Own March orders. Rule: 2E-ACT-03."""
    mark_orders(s, mask, top(s)[PLAYER], Order.MARCH_MINUS, Order.MARCH_STAR, actions.AREA)


@linked
def apply_march_from(s, action):
    """Resolve the order of the chosen area."""
    p = top(s)[PLAYER]
    pop(s)
    begin_march(s, p, action - actions.AREA)


@kernel
def begin_march(s, p, a):
    """Open the declaration of a march from ``a``."""
    clear_march(s)
    s.march_from = a
    for u in range(NUM_UNITS):
        s.march_left[u] = s.units[a, u]  # Rule: 2E-MARCH-15, routed units cannot march
    push(s, Phase.MARCH_TO, p, 0, 0, 0)


@kernel
def clear_march(s):
    """Blank the declaration."""
    s.march_from = NONE
    s.march_attack = NONE
    s.march_left[:] = 0
    s.march_count = 0
    s.march_to[:] = NONE
    s.march_units[:, :] = 0


@kernel
def count_left(s):
    """Units of the march not yet sent anywhere."""
    n = 0
    for u in range(NUM_UNITS):
        n += s.march_left[u]
    return n


@linked
def legal_march_to(s, mask):
    """Destinations in ascending order that some completion of the march allows, or done.

    Frame: a first area still open. Rule: 2E-MARCH-01 to -08, -16 to -19, -22.
    """
    frame = top(s)
    p = frame[PLAYER]
    a = s.march_from
    armies = base_armies(s, p)
    mask[actions.DONE] = prefix_fits_now(s, p, armies)
    if count_left(s) == 0 or s.march_count == MAX_DESTINATIONS:
        return
    reach = march_reach(s, p, a)
    fights_left = s.march_attack == NONE
    left = reach & ~(BIT[frame[A]] - 1)
    while left != 0:
        d = lowest_bit(left)
        left &= left - 1
        if open_to_march(s, p, d, fights_left):
            mask[actions.AREA + d] = prefix_fits(s, p, d, 0, 0, armies)


@kernel
def prefix_fits_now(s, p, armies):
    """True if the march fits Supply if the rest of the units stays."""
    stay = count_left(s)
    for u in range(NUM_UNITS):
        stay += s.routed[s.march_from, u]
    return fits_supply(s, p, armies + army(stay))


@linked
def apply_march_to(s, action):
    """Open a destination, or end the declaration."""
    frame = top(s)
    p = frame[PLAYER]
    if action == actions.DONE:
        pop(s)
        end_declaration(s, p)
        return
    d = action - actions.AREA
    frame[A] = d + 1
    s.march_to[s.march_count] = d
    if fight_at(s, p, d) != NO_FIGHT:
        s.march_attack = d
    ask_count(s, p, d, 0)


@kernel
def ask_count(s, p, d, first_unit):
    """Ask how many units of the next type present go to ``d``, or close the destination."""
    for u in range(first_unit, NUM_UNITS):
        if s.march_left[u] > 0:
            push(s, Phase.MARCH_COUNT, p, d, u, 0)
            return
    s.march_count += 1
    if count_left(s) == 0:
        pop(s)
        end_declaration(s, p)


@kernel
def legal_march_count(s, mask):
    """Legal numbers of units of one type to send. Frame: a destination, b unit type."""
    frame = top(s)
    p = frame[PLAYER]
    d = frame[A]
    u = frame[B]
    armies = base_armies(s, p)
    sent = 0
    for v in range(u):
        sent += s.march_units[s.march_count, v]
    room = PORT_CAPACITY - (count_units(s, d) if s.owner[d] == p else 0)
    have = s.march_left[u]
    for n in range(have + 1):
        if RULES[s.ruleset].kind[d] == Terrain.PORT and n > room:
            break
        # Look at the march as if n had been sent, then take it back.
        s.march_left[u] -= n
        s.march_units[s.march_count, u] = n
        mask[actions.COUNT + n] = prefix_fits(s, p, d, sent + n, u + 1, armies)
        s.march_left[u] += n
        s.march_units[s.march_count, u] = 0


@kernel
def apply_march_count(s, action):
    """Send so many units and go on to the next type."""
    frame = top(s)
    p = frame[PLAYER]
    d = frame[A]
    u = frame[B]
    pop(s)
    n = action - actions.COUNT
    s.march_left[u] -= n
    s.march_units[s.march_count, u] = n
    ask_count(s, p, d, u + 1)


@kernel
def end_declaration(s, p):
    """Ask whoever has to be asked about the march declared, then carry it out.

    Rule: 2E-CTRL-03 to -05, -08, -09, 2E-HOME-02.
    """
    if asks_after_march(s, p):
        push(s, Phase.NEUTRAL_ENTRY, p, 0, 0, 0)
        s.neutral_grant[s.march_attack] = ASKED
        push(s, Phase.NEUTRAL_CALL, p, 0, 0, 0)
        return
    ask_token(s, p)


@linked
def enter_neutral_entry(s):
    """The others have answered: march, or stay where the strength is too little. Rule: 1E-NEU-07.

    A march that is too weak after all does not take place, and its order is spent.
    """
    p = top(s)[PLAYER]
    pop(s)
    if s.neutral[s.march_attack] <= sent_strength(s, p, s.march_attack):
        ask_token(s, p)
        return
    note(s, Event.MARCH_VOID, p, s.march_from, s.march_attack)
    remove_order(s, s.march_from)
    clear_march(s)


@linked
def ask_token(s, p):
    """Ask for a Power token on a land area that the march leaves, then carry it out."""
    a = s.march_from
    rules = RULES[s.ruleset]
    stay = count_left(s)
    for u in range(NUM_UNITS):
        stay += s.routed[a, u]
    if (
        stay == 0
        and s.march_count > 0
        and rules.kind[a] == Terrain.LAND
        and s.token[a] != p
        and rules.home_seat[a] != p
        and s.power[p] > 0
    ):
        push(s, Phase.MARCH_TOKEN, p, a, 0, 0)
        return
    carry_out(s, p)


@linked
def apply_march_token(s, action):
    """Place the token before any combat of the march. Rule: 2E-CTRL-09."""
    frame = top(s)
    p = frame[PLAYER]
    a = frame[A]
    pop(s)
    if action == actions.YES:
        place_token(s, p, a)
    carry_out(s, p)


@linked
def carry_out(s, p):
    """Move all units at once; then control and Ports; then the combat, if any.

    Rule: 2E-MARCH-10 (AMB-27), -12, -13, 2E-NEUT-08.
    """
    a = s.march_from
    attack = s.march_attack
    fight = NO_FIGHT if attack == NONE else fight_at(s, p, attack)
    modifier_token = s.order[a]
    push(s, Phase.MARCH_END, p, 0, 0, 0)
    if fight == NEUTRAL_FORCE:
        spend_blade(s, p, attack)
    for i in range(s.march_count):
        d = s.march_to[i]
        note(s, Event.MARCH, p, a, d)
        for u in range(NUM_UNITS):
            s.units[a, u] -= s.march_units[i, u]
            if d == attack and fight == ENEMY:
                s.attackers[u] = s.march_units[i, u]
            else:
                s.units[d, u] += s.march_units[i, u]
        if d != attack or fight == NEUTRAL_FORCE:
            if fight == NEUTRAL_FORCE and d == attack:
                s.neutral[d] = 0
                note(s, Event.NEUTRAL_BEATEN, p, d, 0)
            s.owner[d] = p
            if s.token[d] != NONE and s.token[d] != p:
                remove_token(s, d)  # Rule: 2E-CTRL-11
    vacate_if_empty(s, a)
    if fight == ENEMY:
        begin_combat(s, p, a, attack, modifier_token)
    else:
        remove_order(s, a)
    clear_march(s)
    settle(s, 0)


@linked
def enter_march_end(s):
    """The march with its combat is over. Late readings take effect here (AMB-63, AMB-91)."""
    frame = top(s)
    if frame[A] == 0:
        frame[A] = 1
        settle(s, 1)
        return
    if not check_victory(s):
        pop(s)


ROWS = (
    Step(Phase.MARCH_STEP, enter_march_step, Editions.ALL, arguments=(BEGUN,), quiet=True),
    Step(
        Phase.MARCH_TURN,
        enter_march_turn,
        Editions.ALL,
        arguments=(Argument("asked", ArgType.FLAG),),
        on=(Phase.MARCH_STEP,),
        quiet=True,
    ),
    Step(
        Phase.MARCH_END,
        enter_march_end,
        Editions.ALL,
        arguments=(Argument("settled", ArgType.FLAG),),
        on=(Phase.MARCH_STEP,),
    ),
    Step(Phase.NEUTRAL_ENTRY, enter_neutral_entry, Editions.FIRST, on=(Phase.MARCH_STEP,)),
    Decision(
        Phase.MARCH_FROM,
        Family.ACTION,
        "which march order to resolve",
        {"area": "march {x}"},
        question="Which March order is resolved?",
        labels={"area": "March from {x}"},
        legal=legal_march_from,
        apply=apply_march_from,
        editions=Editions.ALL,
        on=(Phase.MARCH_STEP,),
        quiet=True,
    ),
    Decision(
        Phase.MARCH_TO,
        Family.ACTION,
        "the next area that units of the march go to, which gives up those listed before it, or no "
        "more",
        {"area": "march to {x}", "done": "march done"},
        question=f"March from {{march_from}}: where do units go next? {phrases.ONWARDS}",
        labels={"area": "March to {x}", "done": "Nobody else marches"},
        legal=legal_march_to,
        apply=apply_march_to,
        editions=Editions.ALL,
        arguments=(Argument("from", ArgType.NEXT_AREA),),
        asks=Asks.MARCHER,
        on=(Phase.MARCH_STEP,),
        declares=True,
    ),
    Decision(
        Phase.MARCH_COUNT,
        Family.ACTION,
        "how many units of a type go there",
        {"count": "march {x} {unit}"},
        question="How many {units} go to {to}?",
        labels={"count": "{units} to {area}"},
        legal=legal_march_count,
        apply=apply_march_count,
        editions=Editions.ALL,
        arguments=(
            Argument("area", ArgType.AREA, told="to"),
            Argument("unit", ArgType.UNIT, told="unit"),
        ),
        asks=Asks.MARCHER,
        on=(Phase.MARCH_TO,),
        about_area=True,
        declares=True,
    ),
    Decision(
        Phase.MARCH_TOKEN,
        Family.ACTION,
        "whether a power token stays in the area that was left",
        {"yes": "token {area} yes", "no": "token {area} no"},
        question="Does a Power token stay in {area}, which is left empty?",
        labels={"yes": "Leave a Power token in {area}", "no": "Leave no Power token in {area}"},
        legal=offer_yes_no,  # Rule: 2E-CTRL-03
        apply=apply_march_token,
        editions=Editions.ALL,
        arguments=(THE_AREA,),
        asks=Asks.MARCHER,
        on=(Phase.MARCH_STEP,),
        about_area=True,
    ),
)
"""Rows of these decisions and steps."""
