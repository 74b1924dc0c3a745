"""Combat, step by step: support, cards, Tides, Blade, decision, casualties, retreat, clean-up.

One COMBAT frame lies under every question of a combat. Frame: a step, b and c counters of it.
Rule: 2E-CMB-04, -05.
"""

from __future__ import annotations

from got_env.core.agenda import PLAYER, A, B, C, pop, push, top
from got_env.core.jit import kernel, linked
from got_env.core.rng import shuffle
from got_env.westeros.phases.casualties import begin_skull, begin_swords
from got_env.westeros.phases.combat_end import clean_up_board, discard_cards, end_combat
from got_env.westeros.phases.combat_steps import (
    AFTER_TEXTS,
    CHOOSE,
    CLEAN_BOARD,
    CLEAN_CARDS,
    DECIDE,
    DECLARE,
    DRAW_TIDES,
    IMMEDIATE,
    LEAVE,
    REFUSE,
    RESULT_TEXTS,
    REVEAL,
    SHOW_TIDES,
    SKULLS,
    SWORDS,
    USE_BLADE,
    WORDS,
)
from got_env.westeros.phases.combat_strength import final_strength, first_side
from got_env.westeros.phases.house_cards import (
    CHANGED,
    after_combat_text,
    cancel_text,
    immediate_text,
    latch_conditions,
    offer_change,
    result_text,
    reveal_cards,
)
from got_env.westeros.phases.retreat import begin_retreat
from got_env.westeros.phases.strength import can_support
from got_env.westeros.rules import actions, phrases
from got_env.westeros.rules.board import has, note
from got_env.westeros.rules.decision_row import (
    THE_AREA,
    THE_SIDE,
    ArgType,
    Argument,
    Asks,
    Decision,
    Editions,
    Family,
    Step,
)
from got_env.westeros.rules.offers import offer_yes_no
from got_env.westeros.rules.option_values import (
    SkullOrder,
    SupportAgainstSelf,
    SupportOrder,
    SupportRefusal,
    SupportSplitSides,
    Tides,
    TidesBlade,
)
from got_env.westeros.rules.options import Option
from got_env.westeros.rules.state import TIDES_DECK_SIZE
from got_env.westeros.rules.table import RULES
from got_env.westeros.rules.vocabulary import (
    MAX_AREAS,
    MAX_PLAYERS,
    NONE,
    Event,
    Phase,
    Side,
    Track,
)


@linked
def begin_combat(s, p, origin, area, token):
    """Open a combat; ``s.attackers`` is set already. Rule: 2E-CMB-01, -02, 2E-GARR-02."""
    s.fight = 1
    s.fight_area = area
    s.fight_from = origin
    s.fight_order = token
    s.fighter[Side.ATTACKER] = p
    defender = s.owner[area]
    if defender == NONE:
        defender = RULES[s.ruleset].home_seat[area]
    s.fighter[Side.DEFENDER] = defender
    s.backing[:] = NONE
    s.card[:] = NONE
    s.card_kept[:] = 0
    s.muted[:] = 0
    s.barred_card[:] = NONE
    s.condition[:] = 0
    s.cards_open = 0
    s.tides[:] = NONE
    s.tides_open = 0
    s.tides_rejected = NONE
    s.blade_side = NONE
    s.victor = NONE
    s.victor_margin = 0
    note(s, Event.COMBAT, p, area, defender)
    push(s, Phase.COMBAT, NONE, DECLARE, 0, 0)


@kernel
def next_step(s):
    """Go on to the next step of the combat whose frame is on top."""
    frame = top(s)
    frame[A] += 1
    frame[B] = 0
    frame[C] = 0


@linked
def enter_combat(s):
    """Do one step of the combat."""
    step = top(s)[A]
    if step == DECLARE:
        declare_support(s)
    elif step == REFUSE:
        offer_refusal(s)
    elif step == CHOOSE:
        choose_cards(s)
    elif step == REVEAL:
        reveal_cards(s)
        next_step(s)
        cancel_text(s)
    elif step == IMMEDIATE:
        in_turn_order(s)
    elif step == DRAW_TIDES:
        draw_tides(s)
    elif step == SHOW_TIDES:
        s.tides_open = 1
        next_step(s)
    elif step == USE_BLADE:
        offer_blade(s)
    elif step == DECIDE:
        decide(s)
    elif step == RESULT_TEXTS:
        in_turn_order(s)
    elif step == SWORDS:
        next_step(s)
        begin_swords(s)
    elif step == SKULLS:
        in_turn_order(s)
    elif step == LEAVE:
        next_step(s)
        begin_retreat(s, 1 - s.victor)
    elif step == CLEAN_BOARD:
        stopped = top(s)[C] == 1
        next_step(s)
        clean_up_board(s, stopped)
    elif step == CLEAN_CARDS:
        next_step(s)
        discard_cards(s)
    elif step == AFTER_TEXTS:
        in_turn_order(s)
    else:
        pop(s)
        end_combat(s)


@kernel
def in_turn_order(s):
    """Do a step for the side first in turn order, then for the other. Rule: 2E-HOUSE-09, -10.

    Frame: b sides done, c the side that began (a text may change the order meanwhile).
    """
    frame = top(s)
    if frame[B] == 0:
        if frame[A] == IMMEDIATE and frame[C] != CHANGED and offer_change(s):
            return
        frame[C] = first_side(s)
        if frame[A] == SKULLS and s.options[Option.SKULL_ORDER] == SkullOrder.ATTACKER_FIRST:
            frame[C] = Side.ATTACKER  # Rule: 2E-AMB-92
    if frame[B] == 2:
        next_step(s)
        return
    side = frame[C] if frame[B] == 0 else 1 - frame[C]
    frame[B] += 1
    step = frame[A]
    if step == IMMEDIATE:
        latch_conditions(s, side)
        immediate_text(s, side)
    elif step == RESULT_TEXTS:
        result_text(s, side)
    elif step == SKULLS:
        begin_skull(s, side)
    else:
        after_combat_text(s, side)


# --- step 1: support


@kernel
def declare_support(s):
    """Ask the owner of each adjacent Support order, houses in turn order. Rule: 2E-SUPP-01, -06.

    Frame: b turn index, c area cursor.
    """
    frame = top(s)
    rules = RULES[s.ruleset]
    area = s.fight_area
    while frame[B] < s.num_players:
        p = supporter(s, frame[B])
        for x in range(frame[C], rules.num_areas):
            if s.order_seat[x] == p and has(rules.adjacent[area], x) and can_support(s, x, area):
                frame[C] = x + 1
                push(s, Phase.SUPPORT, p, x, 0, 0)
                return
        frame[B] += 1
        frame[C] = 0
    next_step(s)


@kernel
def supporter(s, i):
    """Seat that is asked for support as number ``i``. Rule: 2E-SUPP-06, 1E-SUPP-09."""
    if s.options[Option.SUPPORT_ORDER] == SupportOrder.TURN_ORDER:
        return s.track[Track.IRON_THRONE, i]
    if i < 2:
        return s.fighter[i]
    for k in range(s.num_players):
        p = s.track[Track.IRON_THRONE, k]
        if p != s.fighter[Side.ATTACKER] and p != s.fighter[Side.DEFENDER]:
            if i == 2:
                return p
            i -= 1
    return NONE


@linked
def legal_support(s, mask):
    """Attacker, defender or nobody. Frame: a supporting area. Rule: 2E-SUPP-02, -04, -05, -14."""
    frame = top(s)
    p = frame[PLAYER]
    mask[actions.SIDE + Side.NOBODY] = True
    fights = p == s.fighter[Side.ATTACKER] or p == s.fighter[Side.DEFENDER]
    if fights and s.options[Option.SUPPORT_AGAINST_SELF] == SupportAgainstSelf.ALLOWED:
        mask[actions.SIDE + Side.ATTACKER] = True
        mask[actions.SIDE + Side.DEFENDER] = True
    elif p == s.fighter[Side.ATTACKER]:
        mask[actions.SIDE + Side.ATTACKER] = True
    elif p == s.fighter[Side.DEFENDER]:
        mask[actions.SIDE + Side.DEFENDER] = True
    else:
        taken = NONE
        if s.options[Option.SUPPORT_SPLIT_SIDES] == SupportSplitSides.FALSE:
            taken = side_backed_by(s, p)
        for side in range(2):
            if taken == NONE or taken == side:
                mask[actions.SIDE + side] = True


@kernel
def side_backed_by(s, p):
    """The first side seat ``p`` already supports in this combat, or NONE."""
    for x in range(RULES[s.ruleset].num_areas):
        if s.order_seat[x] == p and (s.backing[x] == 0 or s.backing[x] == 1):
            return s.backing[x]
    return NONE


@linked
def apply_support(s, action):
    """Declare; it cannot be withdrawn later. Rule: 2E-SUPP-22."""
    frame = top(s)
    x = frame[A]
    side = action - actions.SIDE
    s.backing[x] = side
    note(s, Event.SUPPORTED, frame[PLAYER], x, side)
    pop(s)


@kernel
def offer_refusal(s):
    """Let attacker, then defender, refuse support of other houses. Rule: 2E-SUPP-10 (AMB-36).

    Frame: b side, c area cursor.
    """
    frame = top(s)
    while frame[B] < 2:
        p = s.fighter[frame[B]]
        for x in range(frame[C], RULES[s.ruleset].num_areas):
            if s.backing[x] == frame[B] and s.order_seat[x] != p:
                frame[C] = x + 1
                if s.options[Option.SUPPORT_REFUSAL] == SupportRefusal.PER_AREA or first_offer(
                    s, x
                ):
                    push(s, Phase.REFUSE_SUPPORT, p, x, frame[B], 0)
                    return
        frame[B] += 1
        frame[C] = 0
    next_step(s)


@kernel
def first_offer(s, x):
    """True if ``x`` is the first area with which its house supports that side."""
    for y in range(x):
        if s.order_seat[y] == s.order_seat[x] and s.backing[y] == s.backing[x]:
            return False
    return True


@linked
def apply_refuse_support(s, action):
    """Refused support counts for nobody; per house if the option says so (AMB-36)."""
    frame = top(s)
    x = frame[A]
    side = frame[B]
    pop(s)
    if action == actions.YES:
        return
    giver = s.order_seat[x]
    if s.options[Option.SUPPORT_REFUSAL] == SupportRefusal.PER_AREA:
        s.backing[x] = Side.NOBODY
        note(s, Event.SUPPORTED, giver, x, Side.NOBODY)
        return
    for y in range(RULES[s.ruleset].num_areas):
        if s.order_seat[y] == giver and s.backing[y] == side:
            s.backing[y] = Side.NOBODY
            note(s, Event.SUPPORTED, giver, y, Side.NOBODY)


# --- step 3: cards are chosen (the texts are in house_cards.py)


@kernel
def choose_cards(s):
    """Ask both sides for a card in secret; shuffle the Tides deck first. Rule: 2E-HOUSE-01."""
    frame = top(s)
    if frame[B] == 0 and s.options[Option.TIDES] == Tides.TRUE:
        shuffle(s, s.tides_deck, 0, TIDES_DECK_SIZE)  # Rule: 2E-TIDE-14
        s.tides_pos = 0
    if frame[B] == 2:
        next_step(s)
        return
    side = frame[B]
    frame[B] += 1
    push(s, Phase.HOUSE_CARD, s.fighter[side], side, 0, 0)


# --- Tides of Battle and step 4: the Blade


@kernel
def draw_tides(s):
    """Each side draws a card; the Blade holder may redraw. Rule: 2E-TIDE-01, -02."""
    next_step(s)
    if s.options[Option.TIDES] == Tides.FALSE:
        return
    for side in range(2):
        s.tides[side] = s.tides_deck[s.tides_pos]
        s.tides_pos += 1
    side = blade_holder_side(s)
    if side != NONE:
        push(s, Phase.TIDES_REDRAW, s.fighter[side], side, 0, 0)


@kernel
def blade_holder_side(s):
    """Side of the combatant with the ready Blade, or NONE. Rule: 2E-BLADE-01 to -03."""
    if s.blade_used == 1:
        return NONE
    holder = s.track[Track.FIEFDOMS, 0]
    for side in range(2):
        if s.fighter[side] == holder:
            return side
    return NONE


@linked
def apply_tides_redraw(s, action):
    """Discard the own Tides card for a new one; this spends the Blade. Rule: 2E-TIDE-03, -04."""
    frame = top(s)
    side = frame[A]
    p = frame[PLAYER]
    pop(s)
    if action == actions.YES:
        s.blade_used = 1
        s.tides_rejected = s.tides[side]
        s.tides[side] = s.tides_deck[s.tides_pos]
        s.tides_pos += 1
        note(s, Event.BLADE, p, 1, 0)


@kernel
def offer_blade(s):
    """Ask the Blade holder, if a combatant, for +1. Rule: 2E-BLADE-01, 2E-TIDE-15."""
    next_step(s)
    if (
        s.options[Option.TIDES] == Tides.TRUE
        and s.options[Option.TIDES_BLADE] == TidesBlade.REDRAW_ONLY
    ):
        return
    side = blade_holder_side(s)
    if side != NONE:
        push(s, Phase.BLADE, s.fighter[side], side, 0, 0)


@linked
def apply_blade(s, action):
    """Add +1 and spend the Blade for the round. Rule: 2E-BLADE-01, -02."""
    frame = top(s)
    side = frame[A]
    p = frame[PLAYER]
    pop(s)
    if action == actions.YES:
        s.blade_used = 1
        s.blade_side = side
        note(s, Event.BLADE, p, 0, 0)


# --- steps 5 and 6.1: the winner


@kernel
def decide(s):
    """The greater final strength wins, a tie the better Fiefdoms place. Rule: 2E-CWIN-01, -02."""
    attack = final_strength(s, Side.ATTACKER)
    defense = final_strength(s, Side.DEFENDER)
    name_victor(s, attack, defense)
    next_step(s)


@kernel
def name_victor(s, attack, defense):
    """Name the victor of two totals; a tie goes to the better Fiefdoms place. Rule: 2E-CWIN-02."""
    if attack > defense:
        s.victor = Side.ATTACKER
    elif defense > attack:
        s.victor = Side.DEFENDER
    else:
        s.victor = Side.DEFENDER
        for i in range(s.num_players):
            if s.track[Track.FIEFDOMS, i] == s.fighter[Side.ATTACKER]:
                s.victor = Side.ATTACKER
                break
            if s.track[Track.FIEFDOMS, i] == s.fighter[Side.DEFENDER]:
                break
    s.victor_margin = abs(attack - defense)
    note(s, Event.COMBAT_WON, s.fighter[s.victor], s.fight_area, s.victor_margin)


ROWS = (
    Step(
        Phase.COMBAT,
        enter_combat,
        Editions.ALL,
        arguments=(
            Argument("step", WORDS),
            Argument("done", range(MAX_PLAYERS + 1)),
            Argument("at", range(MAX_AREAS + 1)),
        ),
        on=(Phase.MARCH_END,),
    ),
    Decision(
        Phase.SUPPORT,
        Family.COMBAT,
        "which side of a combat a support order is for",
        {"side": "support {area} {x}"},
        question="Which side does {area} support?",
        labels=phrases.SUPPORT,
        legal=legal_support,
        apply=apply_support,
        editions=Editions.ALL,
        arguments=(THE_AREA,),
        asks=Asks.HOLDER_OF_ORDER,
        on=(Phase.COMBAT,),
        about_area=True,
        quiet=True,
    ),
    Decision(
        Phase.REFUSE_SUPPORT,
        Family.COMBAT,
        "whether to accept the support that another house offers",
        {"yes": "accept {area}", "no": "refuse {area}"},
        question="Is the support of {area} for {side} accepted?",
        labels={"yes": "Accept the support of {area}", "no": "Refuse the support of {area}"},
        legal=offer_yes_no,  # Rule: 2E-SUPP-10
        apply=apply_refuse_support,
        editions=Editions.ALL,
        arguments=(THE_AREA, Argument("side", ArgType.SIDE, told="side")),
        asks=Asks.SIDE,
        on=(Phase.COMBAT,),
        about_area=True,
    ),
    Decision(
        Phase.TIDES_REDRAW,
        Family.COMBAT,
        "use the Blade to draw another Tides of Battle card, or keep the first",
        {"yes": "tides redraw", "no": "tides keep"},
        question="Is the Valyrian Steel Blade used for another Tides of Battle card?",
        labels={"yes": "Draw another Tides of Battle card", "no": "Keep the Tides of Battle card"},
        legal=offer_yes_no,  # Rule: 2E-TIDE-02
        apply=apply_tides_redraw,
        editions=Editions.SECOND,
        arguments=(THE_SIDE,),
        asks=Asks.SIDE,
        on=(Phase.COMBAT,),
    ),
    Decision(
        Phase.BLADE,
        Family.COMBAT,
        "use the Blade for one more strength, or not",
        {"yes": "blade yes", "no": "blade no"},
        question="Is the Valyrian Steel Blade used for 1 more strength?",
        labels={"yes": "Use the Valyrian Steel Blade", "no": "Do not use the Valyrian Steel Blade"},
        legal=offer_yes_no,  # Rule: 2E-BLADE-05
        apply=apply_blade,
        editions=Editions.ALL,
        arguments=(THE_SIDE,),
        asks=Asks.SIDE,
        on=(Phase.COMBAT,),
    ),
)
"""Rows of these decisions and steps."""
