"""Battles, step by step. One COMBAT frame lies under every question. Rule: ASOS-PROT-13."""

from __future__ import annotations

from got_env.core.agenda import PLAYER, A, B, C, pop, push, top
from got_env.core.jit import kernel, linked
from got_env.westeros.claim.alliances import discard_card
from got_env.westeros.claim.battle_start import end_battle
from got_env.westeros.claim.battle_steps import (
    AERONS,
    BLADE,
    CASUALTIES,
    CHOOSE,
    CLEAN_BOARD,
    CLEAN_CARDS,
    DECIDE,
    DECLARE,
    END_TEXTS,
    FREE,
    LAST_TEXTS,
    LEAVE,
    LOOKOUTS,
    LOSER_TEXT,
    MILITARY,
    REFUSE,
    REVEAL,
    TEXTS,
    TYRIONS,
    WINNER_TEXT,
    WORDS,
)
from got_env.westeros.claim.battle_strength import (
    battle_strength,
    enemy_card_strength,
    fighting_leaders,
    fortification_icons,
    sword_icons,
)
from got_env.westeros.claim.hostages import capture, legal_take_leader, offer_freeing
from got_env.westeros.claim.leader_march_fits import can_lend
from got_env.westeros.claim.losses_and_retreats import begin_losses, begin_rout
from got_env.westeros.claim.map_queries import cards_in_game, first_leader, near
from got_env.westeros.phases.combat import (
    name_victor,
    next_step,
    offer_blade,
    offer_refusal,
    supporter,
)
from got_env.westeros.phases.combat_strength import OF_STORM_SET, effect_of, first_side
from got_env.westeros.phases.house_cards import (
    change_card,
    immediate_text,
    result_text,
    send_card_back,
    take_from_hand,
)
from got_env.westeros.phases.storm_cards import (
    offer_placing,
    recoverable,
    revealed_text,
    tax_enemy,
    with_forced_casualty,
)
from got_env.westeros.rules import actions, phrases
from got_env.westeros.rules.board import (
    BIT,
    has,
    lose_power,
    note,
    remove_order,
    remove_orders_without_units,
    remove_token,
)
from got_env.westeros.rules.decision_row import (
    THE_CARD,
    THE_SIDE,
    ArgType,
    Argument,
    Asks,
    Decision,
    Editions,
    Family,
    Instead,
)
from got_env.westeros.rules.expansion import in_force
from got_env.westeros.rules.offers import mark_cards, offer_yes_no
from got_env.westeros.rules.option_values import HostageCard, LookoutTarget, LookoutTiming
from got_env.westeros.rules.options import Option
from got_env.westeros.rules.table import RULES
from got_env.westeros.rules.vocabulary import (
    MAX_AREAS,
    MAX_PLAYERS,
    NONE,
    NUM_ALLIANCE_CARDS,
    NUM_UNITS,
    Alliance,
    Effect,
    Event,
    Order,
    Phase,
    Side,
    Tactic,
)

AERON_COST = 2


@linked
def enter_battle(s):
    """Do one step of the battle."""
    step = top(s)[A]
    if step == LOOKOUTS:
        early = s.options[Option.LOOKOUT_TIMING] == LookoutTiming.BEFORE_DECLARATIONS
        offer_lookout(s, early)
    elif step == DECLARE:
        declare_lending(s)
    elif step == REFUSE:
        offer_refusal(s)
    elif step == MILITARY:
        offer_military(s)
    elif step == CHOOSE:
        choose_card(s)
    elif step == REVEAL:
        s.cards_open = 1
        for side in range(2):
            if s.card[side] != NONE:
                take_from_hand(s, side)
        for side in range(2):
            if effect_of(s, side) == Effect.CANCELS_TEXT:  # Rule: 1E-HC-23
                s.muted[1 - side] = 1
        next_step(s)
    elif TYRIONS <= step <= TEXTS or step == END_TEXTS or step == LAST_TEXTS:
        by_fiefdoms(s)
    elif step == BLADE:
        offer_blade(s)
    elif step == DECIDE:
        decide_battle(s)
    elif step == WINNER_TEXT:
        next_step(s)
        result_text(s, int(s.victor))
    elif step == LOSER_TEXT:
        next_step(s)
        result_text(s, 1 - int(s.victor))
    elif step == CASUALTIES:
        next_step(s)
        begin_casualties(s)
    elif step == LEAVE:
        next_step(s)
        begin_rout(s, 1 - s.victor)
    elif step == CLEAN_BOARD:
        next_step(s)
        clean_board(s)
    elif step == CLEAN_CARDS:
        next_step(s)
        put_cards_away(s)
    elif step == FREE:
        next_step(s)
        offer_freeing(s)
    else:
        pop(s)
        end_battle(s)


@kernel
def by_fiefdoms(s):
    """Do a step for the side higher on Fiefdoms, then for the other. Rule: ASOS-HC-07."""
    frame = top(s)
    if frame[B] == 0:
        frame[C] = first_side(s)
    if frame[B] == 2:
        next_step(s)
        return
    side = int(frame[C]) if frame[B] == 0 else 1 - int(frame[C])
    frame[B] += 1
    step = frame[A]
    if step == TYRIONS:
        if effect_of(s, side) == Effect.TYRION_LANNISTER and s.card[1 - side] != NONE:
            push(s, Phase.TYRION, s.fighter[side], side, 0, 0)
    elif step == AERONS:
        offer_aeron(s, side)
    elif step == TEXTS:
        open_text(s, side)
    elif step == END_TEXTS:
        tax_enemy(s, side)
    else:
        offer_recovery(s, side)
        offer_placing(s, side)


@kernel
def open_text(s, side):
    """Texts that act once the cards lie open, by the strength that battles here have."""
    effect = effect_of(s, side)
    if OF_STORM_SET[effect] and effect != Effect.REMOVES_ENEMY_ORDER:
        revealed_text(s, side, int(enemy_card_strength(s, side)))
    else:
        immediate_text(s, side)


# --- Arryn Lookout


@kernel
def lookout_card(s, p):
    """The Lookout card that seat ``p`` holds, or NONE."""
    for c in range(NUM_ALLIANCE_CARDS):
        if s.ally_owner[c] == p and RULES[s.ruleset].alliance[c] == Alliance.LOOKOUT:
            return c
    return NONE


@kernel
def lookout_sees(s, p, x):
    """True if the Lookout of seat ``p`` may remove the order on ``x``.

    A ford is open or closed for whoever could support over it. Rule: ASOS-ALLI-16, ASOS-WX-09.
    """
    q = s.order_seat[x]
    if s.order[x] != Order.SUPPORT and s.order[x] != Order.SUPPORT_STAR:
        return False
    if q == p or not has(near(s, q, s.fight_area), x):
        return False
    anybody = s.options[Option.LOOKOUT_TARGET] == LookoutTarget.ANY_OTHER_PLAYER
    return anybody or q == s.fighter[0] or q == s.fighter[1]


@kernel
def offer_lookout(s, now):
    """Ask attacker, then defender, for a use of Arryn Lookout. Frame: b sides asked."""
    frame = top(s)
    while now and frame[B] < 2:
        p = int(s.fighter[frame[B]])
        frame[B] += 1
        if lookout_card(s, p) != NONE:
            for x in range(RULES[s.ruleset].num_areas):
                if lookout_sees(s, p, x):
                    push(s, Phase.LOOKOUT, p, 0, 0, 0)
                    return
    next_step(s)


@linked
def legal_lookout(s, mask):
    """Support orders beside the battle, or done. Rule: ASOS-AC-07, ASOS-DP-29."""
    p = top(s)[PLAYER]
    mask[actions.DONE] = True
    for x in range(RULES[s.ruleset].num_areas):
        mask[actions.AREA + x] = lookout_sees(s, p, x)


@linked
def apply_lookout(s, action):
    """Remove the order; the card goes under its deck."""
    p = int(top(s)[PLAYER])
    pop(s)
    if action == actions.DONE:
        return
    x = action - actions.AREA
    note(s, Event.ORDER_REMOVED, s.order_seat[x], x, s.order[x])
    remove_order(s, x)
    s.backing[x] = NONE
    discard_card(s, lookout_card(s, p))


# --- support


@kernel
def declare_lending(s):
    """Ask the owner of each Support order beside the battle. Frame: b turn index, c area cursor."""
    frame = top(s)
    area = s.fight_area
    while frame[B] < s.num_players:
        p = supporter(s, frame[B])
        for x in range(frame[C], RULES[s.ruleset].num_areas):
            if s.order_seat[x] == p and can_lend(s, x, area):
                frame[C] = x + 1
                push(s, Phase.SUPPORT, p, x, 0, 0)
                return
        if s.allies_side[p] == 0 and can_help_as_ally(s, p):
            push(s, Phase.SUPPORT_ALLIES, p, 0, 0, 0)
            return
        frame[B] += 1
        frame[C] = 0
    next_step(s)


@kernel
def can_help_as_ally(s, p):
    """True if Support Allies of seat ``p`` may help in this battle. Rule: ASOS-OPT3-07."""
    fights = p == s.fighter[Side.ATTACKER] or p == s.fighter[Side.DEFENDER]
    return not fights and in_force(s, p, Tactic.SUPPORT_ALLIES)


@linked
def legal_support_allies(s, mask):
    """Attacker, defender or nobody. Rule: ASOS-TC-14, ASOS-OPT3-07."""
    for side in range(3):
        mask[actions.SIDE + side] = True


@linked
def apply_support_allies(s, action):
    """Declare which side is helped; it may refuse at once. Rule: ASOS-PROT-13."""
    p = int(top(s)[PLAYER])
    pop(s)
    side = action - actions.SIDE
    s.allies_side[p] = side + 1
    note(s, Event.ALLIES_SUPPORTED, p, side, 0)
    if side != Side.NOBODY:
        push(s, Phase.REFUSE_ALLIES, s.fighter[side], p, 0, 0)


@linked
def apply_refuse_allies(s, action):
    """Help that is refused counts for nobody."""
    q = int(top(s)[A])
    pop(s)
    if action == actions.NO:
        s.allies_side[q] = Side.NOBODY + 1
        note(s, Event.ALLIES_SUPPORTED, q, Side.NOBODY, 0)


# --- Military Support


@kernel
def can_use_military(s, p, c):
    """True if seat ``p`` may use a Military Support card. Rule: ASOS-ALLI-11."""
    rules = RULES[s.ruleset]
    if s.ally_owner[c] != p or rules.alliance[c] != Alliance.MILITARY_SUPPORT:
        return False
    return s.ally_used[c] == 0 and s.power[p] >= rules.alliance_cost[c]


@kernel
def offer_military(s):
    """Ask attacker, then defender, card by card. Frame: b side, c card. Rule: ASOS-ALLI-10."""
    frame = top(s)
    asked = False
    if frame[B] == 0 and frame[C] == 0:
        if s.options[Option.LOOKOUT_TIMING] == LookoutTiming.AFTER_DECLARATIONS:
            for side in range(1, -1, -1):
                p = int(s.fighter[side])
                if lookout_card(s, p) != NONE:
                    push(s, Phase.LOOKOUT, p, 0, 0, 0)
                    asked = True
    while frame[B] < 2:
        p = int(s.fighter[frame[B]])
        for c in range(frame[C], NUM_ALLIANCE_CARDS):
            if can_use_military(s, p, c):
                frame[C] = c + 1
                push(s, Phase.MILITARY, p, c, frame[B], 0)
                return
        frame[B] += 1
        frame[C] = 0
    if not asked:  # else when the Lookouts on top are done
        next_step(s)


@linked
def apply_military(s, action):
    """Pay for the strength, or discard the card for it. Rule: ASOS-ALLI-10, -11."""
    frame = top(s)
    p = int(frame[PLAYER])
    c = int(frame[A])
    side = int(frame[B])
    pop(s)
    if action == actions.NO:
        return
    s.bonus[side] += RULES[s.ruleset].alliance_strength[c]
    s.backed[side] = 1
    cost = int(RULES[s.ruleset].alliance_cost[c])
    if cost > 0:
        lose_power(s, p, cost)
        s.ally_used[c] = 1
    else:
        discard_card(s, c)


# --- House cards


@kernel
def locked_cards(s, p):
    """Cards of hostages, with hostage_card=locked. Rule: ASOS-HOST-10."""
    cards = 0
    if s.options[Option.HOSTAGE_CARD] == HostageCard.LOCKED:
        for i in range(RULES[s.ruleset].num_leaders):
            slot = RULES[s.ruleset].leader_card[i]
            if s.leader_seat[i] == p and s.leader_cell[i] != NONE and slot != NONE:
                cards |= int(BIT[slot])
    return cards


@kernel
def playable(s, p):
    """Cards of the hand that seat ``p`` may choose; all, if there were none otherwise."""
    cards = int(s.hand[p]) & ~locked_cards(s, p)
    return cards if cards != 0 else int(s.hand[p])


@kernel
def choose_card(s):
    """Ask both sides for a card in secret. Frame: b side."""
    frame = top(s)
    while frame[B] < 2:
        side = int(frame[B])
        frame[B] += 1
        if s.hand[s.fighter[side]] != 0:
            push(s, Phase.HOUSE_CARD, s.fighter[side], side, 0, 0)
            return
    next_step(s)


@linked
def legal_battle_card(s, mask):
    """Any card in hand, compulsory. Frame: a side. Rule: ASOS-HC-01."""
    mark_cards(mask, playable(s, top(s)[PLAYER]))


@kernel
def other_cards(s, side):
    """Cards a side could play instead of the one sent back."""
    cards = playable(s, s.fighter[side])
    if s.barred_card[side] != NONE:
        cards &= ~int(BIT[s.barred_card[side]])
    return cards


@linked
def apply_send_back(s, action):
    """The card returns to hand and is barred; another one must be played. Rule: ASOS-HC-14."""
    other = 1 - int(top(s)[A])
    pop(s)
    if action == actions.NO:
        return
    send_card_back(s, other)
    if other_cards(s, other) != 0:
        push(s, Phase.TYRION_CARD, s.fighter[other], other, 0, 0)


@linked
def legal_instead(s, mask):
    """Another card from hand, compulsory. Rule: ASOS-DP-34."""
    mark_cards(mask, other_cards(s, int(top(s)[A])))


@kernel
def offer_aeron(s, side):
    """Ask for another card in Aeron Damphair's place. Rule: ASOS-HC-26."""
    p = s.fighter[side]
    if effect_of(s, side) != Effect.CHANGES_CARD:
        return
    if s.power[p] >= AERON_COST and other_cards(s, side) != 0:
        push(s, Phase.AERON, p, side, 0, 0)


@linked
def legal_change(s, mask):
    """A card in hand, or done. Frame: a side. Rule: ASOS-HC-26."""
    mask[actions.DONE] = True
    mark_cards(mask, other_cards(s, int(top(s)[A])))


@linked
def apply_change(s, action):
    """Pay, discard Aeron, fight with the other card at 1 less."""
    frame = top(s)
    side = int(frame[A])
    p = int(frame[PLAYER])
    pop(s)
    if action == actions.DONE:
        return
    change_card(s, p, side, action - actions.CARD)
    s.card_loss[side] = 1


# --- the winner


@kernel
def decide_battle(s):
    """The greater total wins, a tie the better Fiefdoms place."""
    attack = int(battle_strength(s, Side.ATTACKER, True))
    defense = int(battle_strength(s, Side.DEFENDER, True))
    name_victor(s, attack, defense)
    next_step(s)


# --- casualties


@linked
def begin_casualties(s):
    """Count casualties; the winner may take a Leader for one of them.

    Rule: ASOS-HOST-01, -03, -09, ASOS-HC-13, -15.
    """
    side = 1 - int(s.victor)
    n = max(int(sword_icons(s, s.victor)) - int(fortification_icons(s, side)), 0)
    n = int(with_forced_casualty(s, int(s.victor), n))
    if effect_of(s, side) == Effect.THE_BLACKFISH:
        n = 0  # Eddard Stark
    if n > 0 and fighting_leaders(s, side) != 0:
        push(s, Phase.TAKE_LEADER, s.fighter[s.victor], side, n, 0)
    else:
        begin_losses(s, side, n)


@linked
def apply_take_leader(s, action):
    """Take the Leader instead of one casualty, or none. Frame: a losing side, b casualties."""
    frame = top(s)
    p = int(frame[PLAYER])
    side = int(frame[A])
    n = int(frame[B])
    pop(s)
    if action == actions.DONE:
        begin_losses(s, side, n)
        return
    begin_losses(s, side, n - 1)
    capture(s, action - first_leader(s), p)


# --- after the retreat


@linked
def clean_board(s):
    """The victorious attackers move in; order, token and Garrison of the loser go.

    Rule: ASOS-GARR-04, -06, ASOS-CLAIM-03, ASOS-LEAD-15.
    """
    area = s.fight_area
    p = int(s.fighter[Side.ATTACKER])
    if s.victor != Side.ATTACKER:
        return
    if s.garrison[area] > 0:
        note(s, Event.GARRISON_LOST, s.fighter[Side.DEFENDER], area, 0)
        s.garrison[area] = 0
        if has(RULES[s.ruleset].guard_mask, area):
            s.home[area] = NONE  # Rule: ASOS-GARR-11
    if s.order[area] != NONE:
        note(s, Event.ORDER_REMOVED, s.order_seat[area], area, s.order[area])
    remove_order(s, area)
    if s.token[area] != p:
        remove_token(s, area)
    for u in range(NUM_UNITS):
        s.units[area, u] += s.attackers[u]
        s.attackers[u] = 0
    s.owner[area] = p
    for i in range(RULES[s.ruleset].num_leaders):
        if has(s.fight_leaders, i):
            s.leader_at[i] = area
    s.fight_leaders = 0


@linked
def put_cards_away(s):
    """Discard the played cards, refill an emptied hand. Rule: ASOS-HC-02, -10, ASOS-EXEC-03."""
    for side in range(2):
        p = int(s.fighter[side])
        if s.card[side] != NONE and s.card_kept[side] == 0:
            s.discards[p] |= int(BIT[s.card[side]])
            if s.hand[p] == 0:
                s.hand[p] = cards_in_game(s, p)
                s.discards[p] = 0
    remove_orders_without_units(s)


@kernel
def offer_recovery(s, side):
    """Offer Bran Stark a used card. Rule: ASOS-HC-18."""
    p = int(s.fighter[side])
    if effect_of(s, side) == Effect.RECOVERS_ANY_CARD and recoverable(s, side) != 0:
        push(s, Phase.LUWIN, p, side, 0, 0)


ROWS = (
    Instead(
        Phase.COMBAT,
        Editions.CLAIM,
        enter=enter_battle,
        arguments=(
            Argument("step", WORDS),
            Argument("done", range(MAX_PLAYERS + 1)),
            Argument("at", range(MAX_AREAS + 1)),
        ),
    ),
    Decision(
        Phase.LOOKOUT,
        Family.COMBAT,
        "Arryn Lookout: the support order beside the battle to remove, or none",
        {"area": "lookout {x}", "done": "lookout none"},
        question="{who}: which Support order beside the battle goes?",
        labels=phrases.REMOVE_ORDER,
        legal=legal_lookout,
        apply=apply_lookout,
        editions=Editions.STORM,
        on=(Phase.COMBAT,),
    ),
    Decision(
        Phase.MILITARY,
        Family.COMBAT,
        "whether to use a Military Support card",
        {"yes": "use {card} yes", "no": "use {card} no"},
        question="Is the Military Support card {card} used?",
        labels={"yes": "Use {card}", "no": "Do not use {card}"},
        legal=offer_yes_no,  # Rule: ASOS-AC-03, -10, -17, -26
        apply=apply_military,
        editions=Editions.STORM,
        arguments=(THE_CARD, THE_SIDE),
        asks=Asks.SIDE,
        on=(Phase.COMBAT, Phase.LOOKOUT),
    ),
    Decision(
        Phase.TAKE_LEADER,
        Family.COMBAT,
        "the Leader to take instead of one casualty, or none",
        {"leader": "take {x}", "done": "take none"},
        question="Which Leader is taken hostage in place of a casualty?",
        labels={"leader": "Take {x} hostage", "done": "Take no hostage"},
        legal=legal_take_leader,
        apply=apply_take_leader,
        editions=Editions.CLAIM,
        arguments=(THE_SIDE, Argument("casualties", range(1, 13))),
        asks=Asks.OTHER_SIDE,
        on=(Phase.COMBAT,),
    ),
    Decision(
        Phase.SUPPORT_ALLIES,
        Family.COMBAT,
        "Support Allies: which side to help with 1 strength, or nobody",
        {"side": "support_allies {x}"},
        question="{who}: which side gets 1 strength?",
        labels=phrases.SUPPORT,
        legal=legal_support_allies,
        apply=apply_support_allies,
        editions=Editions.BOTH,
        on=(Phase.COMBAT,),
    ),
    Decision(
        Phase.REFUSE_ALLIES,
        Family.COMBAT,
        "whether to accept the help of Support Allies",
        {"yes": "accept_allies yes", "no": "accept_allies no"},
        question="Is the help of Support Allies accepted?",
        labels={"yes": "Accept the help", "no": "Refuse the help"},
        legal=offer_yes_no,  # Rule: ASOS-OPT3-07
        apply=apply_refuse_allies,
        editions=Editions.BOTH,
        arguments=(Argument("of", ArgType.SEAT),),
        on=(Phase.COMBAT,),
    ),
    Instead(Phase.HOUSE_CARD, Editions.CLAIM, legal=legal_battle_card),
    Instead(Phase.TYRION, Editions.CLAIM, apply=apply_send_back),
    Instead(Phase.TYRION_CARD, Editions.CLAIM, legal=legal_instead),
    Instead(Phase.AERON, Editions.CLAIM, legal=legal_change, apply=apply_change),
    Instead(
        Phase.LUWIN,
        Editions.STORM,
        meaning="Bran Stark: the used house card to take back",
        texts={"card": "bran_stark {x}", "done": "bran_stark none"},
    ),
    Instead(
        Phase.LUWIN,
        Editions.BOTH,
        meaning="Maester Luwin or Bran Stark: the used house card to take back",
        texts={"card": "take_back {x}", "done": "take_back none"},
    ),
)
"""Rows of these decisions and steps."""
