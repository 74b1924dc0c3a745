"""Tactics cards: picking them in secret, their immediate effects, and objectives."""

from __future__ import annotations

from got_env.core.agenda import PLAYER, A, B, C, pop, push, top
from got_env.core.jit import kernel, linked
from got_env.westeros.claim.alliances import draw_top, gain_card, is_open
from got_env.westeros.claim.constants import MANAGE
from got_env.westeros.claim.leader_marches import can_move_out, matching_order, open_march
from got_env.westeros.claim.map_queries import first_deck, paths
from got_env.westeros.claim.scoring import gain_claim
from got_env.westeros.phases.flow import next_phase
from got_env.westeros.phases.planning import next_area_to_order
from got_env.westeros.rules import actions
from got_env.westeros.rules.armies import count_armies
from got_env.westeros.rules.board import BIT, controller, gain_power, has, lose_power, note
from got_env.westeros.rules.decision_row import (
    BEGUN,
    TURN,
    ArgType,
    Argument,
    Decision,
    Editions,
    Family,
    Instead,
    Step,
)
from got_env.westeros.rules.expansion import in_force
from got_env.westeros.rules.offers import offer_either, offer_yes_no
from got_env.westeros.rules.option_values import (
    HiddenSchemesScope,
    ManageTroopsDiscard,
)
from got_env.westeros.rules.options import Option
from got_env.westeros.rules.table import RULES
from got_env.westeros.rules.vocabulary import (
    MAX_PLAYERS,
    NONE,
    NUM_ALLIANCE_DECKS,
    NUM_TACTICS,
    Event,
    Phase,
    Tactic,
    Track,
)

CAREFUL_GAIN = 2
CARD_COST = 2
STOLEN = 2
"""Power taken for each hostage (Rule: ASOS-TAC-20)."""


# --- planning


@kernel
def may_pick(s, p, slot):
    """True if seat ``p`` may pick the Tactics card of a slot. Rule: ASOS-TAC-27, -32."""
    forge = RULES[s.ruleset].tactic[p, slot] == Tactic.FORGE_ALLIANCES and s.forge_barred == 1
    return has(s.tactics_left[p], slot) and not forge


@kernel
def may_pick_any(s, p):
    """True if seat ``p`` has to pick a Tactics card. Rule: ASOS-TAC-29."""
    if has(s.tactics_barred, p):
        return False
    for slot in range(NUM_TACTICS):
        if may_pick(s, p, slot):
            return True
    return False


@linked
def enter_claim_planning(s):
    """Ask house after house for a Tactics card and for orders; then reveal all.

    Frame: a turn index, b area cursor, c 1 once the card of the house was asked for.
    Rule: ASOS-TURN-02, ASOS-TAC-01, -02, -29, -30, ASOS-WEST-12.
    """
    frame = top(s)
    if frame[A] == 0 and frame[B] == 0 and frame[C] == 0:
        s.placed[:, :] = 0
        s.orders_open = 0
        s.tactics_open = 0
        s.tactic[:] = NONE
        s.second_tactic[:] = NONE
        s.ally_used[:] = 0
        s.bidders = 0
        s.bid[:] = NONE
        s.bids_open = 0
    while frame[A] < s.num_players:
        p = s.track[Track.IRON_THRONE, frame[A]]
        if frame[C] == 0:
            frame[C] = 1
            if may_pick_any(s, p):
                push(s, Phase.TACTIC, p, 0, 0, 0)
                return
        area = next_area_to_order(s, p, frame[B])
        if area != NONE:
            frame[B] = area + 1
            push(s, Phase.ORDER, p, area, 0, 0)
            return
        frame[A] += 1
        frame[B] = 0
        frame[C] = 0
    s.orders_open = 1
    s.tactics_open = 1
    s.tactics_barred = 0
    note(s, Event.ORDERS_REVEALED, NONE, 0, 0)
    for i in range(s.num_players):
        q = s.track[Track.IRON_THRONE, i]
        if s.tactic[q] != NONE:
            note(s, Event.TACTIC, q, s.tactic[q], 1)
    next_phase(s)


@linked
def legal_tactic(s, mask):
    """Own Tactics cards that may be picked. Rule: ASOS-DP-01."""
    p = top(s)[PLAYER]
    for slot in range(NUM_TACTICS):
        mask[actions.CARD + slot] = may_pick(s, p, slot)


@linked
def apply_tactic(s, action):
    """Lay the card face down."""
    p = top(s)[PLAYER]
    pop(s)
    s.tactic[p] = action - actions.CARD


# --- step 3a


@linked
def enter_tactics_step(s):
    """Fix what orders may activate; then resolve immediate effects in turn order.

    Frame: a turn index, b 1 once begun. Rule: ASOS-TURN-03, -06, ASOS-TAC-03, ASOS-LEAD-18.
    """
    frame = top(s)
    if frame[B] == 0:
        frame[B] = 1
        if s.options[Option.HIDDEN_SCHEMES_SCOPE] == HiddenSchemesScope.PLANNING_ONLY:
            s.forge_barred = 0
        mark_orders_of_leaders(s)
    if frame[A] == s.num_players:
        next_phase(s)
        return
    p = s.track[Track.IRON_THRONE, frame[A]]
    frame[A] += 1
    if s.tactic[p] != NONE:
        push(s, Phase.TACTIC_EFFECTS, p, s.tactic[p], 0, 0)


@kernel
def mark_orders_of_leaders(s):
    """Remember for each Leader the order of its area that may activate it. Rule: ASOS-LEAD-18."""
    for i in range(RULES[s.ruleset].num_leaders):
        a = int(s.leader_at[i])
        s.leader_order[i] = NONE
        if a != NONE and matching_order(s, i, a):
            s.leader_order[i] = a


@linked
def enter_tactic_effects(s):
    """Begin the immediate effect of a card. Frame: player, a slot. Rule: ASOS-PROT-03."""
    frame = top(s)
    p = frame[PLAYER]
    slot = frame[A]
    kind = RULES[s.ruleset].tactic[p, slot]
    pop(s)
    if kind == Tactic.CAREFUL_PLANNING:
        if can_add(s, p):
            push(s, Phase.CAREFUL, p, 0, 0, 0)
        else:
            gain_power(s, p, CAREFUL_GAIN, NONE)
    elif kind == Tactic.FORGE_ALLIANCES:
        if can_forge(s, p):
            push(s, Phase.FORGE, p, 0, 0, 0)
    elif kind == Tactic.MANAGE_TROOPS:
        if can_move_any(s, p):
            push(s, Phase.MOVE_FROM, p, 0, 0, 0)
    elif kind == Tactic.SECURE_HOSTAGES and holds_hostage(s, p):
        push(s, Phase.STEAL, p, 0, 0, 0)


# Careful Planning


@kernel
def may_add(s, p, slot):
    """True if a card may be the second one. Rule: ASOS-TAC-31, -32."""
    careful = RULES[s.ruleset].tactic[p, slot] == Tactic.CAREFUL_PLANNING
    return may_pick(s, p, slot) and not careful


@kernel
def can_add(s, p):
    """True if seat ``p`` can pay for a second card. Rule: ASOS-PROT-04."""
    if s.power[p] < CARD_COST:
        return False
    for slot in range(NUM_TACTICS):
        if may_add(s, p, slot):
            return True
    return False


@linked
def apply_careful(s, action):
    """Take the Power, or go on to the card."""
    p = top(s)[PLAYER]
    pop(s)
    if action == actions.CHOICE:
        gain_power(s, p, CAREFUL_GAIN, NONE)
    else:
        push(s, Phase.SECOND_TACTIC, p, 0, 0, 0)


@linked
def legal_second_tactic(s, mask):
    """Own cards but Careful Planning. Rule: ASOS-TAC-31."""
    p = top(s)[PLAYER]
    for slot in range(NUM_TACTICS):
        mask[actions.CARD + slot] = may_add(s, p, slot)


@linked
def apply_second_tactic(s, action):
    """Pay; the card works in full. Rule: ASOS-TAC-06, -31."""
    p = top(s)[PLAYER]
    pop(s)
    slot = action - actions.CARD
    lose_power(s, p, CARD_COST)
    s.second_tactic[p] = slot
    note(s, Event.TACTIC, p, slot, 1)
    push(s, Phase.TACTIC_EFFECTS, p, slot, 0, 0)


# Forge Alliances


@kernel
def can_forge(s, p):
    """True if seat ``p`` can pay for an Alliance card. Rule: ASOS-PROT-05, ASOS-ALLI-23."""
    if s.power[p] < CARD_COST:
        return False
    for d in range(NUM_ALLIANCE_DECKS):
        if is_open(s, p, d):
            return True
    return False


@linked
def legal_forge(s, mask):
    """An open deck, or done. Rule: ASOS-TC-05."""
    p = top(s)[PLAYER]
    mask[actions.DONE] = True
    for d in range(NUM_ALLIANCE_DECKS):
        mask[first_deck(s) + d] = is_open(s, p, d)


@linked
def apply_forge(s, action):
    """Pay and take the top card. Rule: ASOS-TAC-10."""
    p = top(s)[PLAYER]
    pop(s)
    if action == actions.DONE:
        return
    lose_power(s, p, CARD_COST)
    gain_card(s, p, draw_top(s, action - first_deck(s)))


# Manage Troops


@kernel
def can_move_any(s, p):
    """True if an immediate move is possible. Rule: ASOS-TAC-15, -34."""
    armies = count_armies(s, p, NONE, NONE)
    for a in range(RULES[s.ruleset].num_areas):
        if can_move_from(s, p, armies, a):
            return True
    return False


@kernel
def can_move_from(s, p, armies, a):
    """True if units of ``a`` can move to a controlled neighbour. Rule: ASOS-OPT3-04.

    ``armies`` are those of seat ``p``, packed.
    """
    if s.owner[a] != p:
        return False
    ways = paths(s, p, a)
    for d in range(RULES[s.ruleset].num_areas):
        if has(ways, d) and controller(s, d) == p and can_move_out(s, p, armies, a, d):
            return True
    return False


@linked
def legal_move_from(s, mask):
    """Areas to move from, or done. Rule: ASOS-TC-09."""
    p = top(s)[PLAYER]
    mask[actions.DONE] = True
    armies = count_armies(s, p, NONE, NONE)
    for a in range(RULES[s.ruleset].num_areas):
        mask[actions.AREA + a] = can_move_from(s, p, armies, a)


@linked
def apply_move_from(s, action):
    """Open the move."""
    p = top(s)[PLAYER]
    pop(s)
    if action == actions.DONE:
        return
    if s.options[Option.MANAGE_TROOPS_DISCARD] == ManageTroopsDiscard.ANY_USE:
        discard_tactic(s, p, Tactic.MANAGE_TROOPS)
    open_march(s, p, action - actions.AREA, NONE, MANAGE)


@kernel
def discard_tactic(s, p, kind):
    """Take a card out of the game. Rule: ASOS-TAC-19, -25, -27."""
    for slot in range(NUM_TACTICS):
        if RULES[s.ruleset].tactic[p, slot] == kind and has(s.tactics_left[p], slot):
            s.tactics_left[p] &= ~BIT[slot]
            note(s, Event.TACTIC, p, slot, 0)


# Secure Hostages


@kernel
def holds_hostage(s, p):
    """True if seat ``p`` has a hostage."""
    for i in range(RULES[s.ruleset].num_leaders):
        if s.leader_cell[i] == p:
            return True
    return False


@linked
def apply_steal(s, action):
    """Each hostage costs its house up to 2 Power. Rule: ASOS-TAC-20, -37."""
    p = top(s)[PLAYER]
    pop(s)
    if action == actions.NO:
        return
    for i in range(RULES[s.ruleset].num_leaders):
        if s.leader_cell[i] == p:
            q = int(s.leader_seat[i])
            n = min(STOLEN, int(s.power[q]))
            lose_power(s, q, n)
            gain_power(s, p, n, NONE)


# --- objectives


@linked
def enter_objective_step(s):
    """Award objectives in turn order. Frame: a turn index. Rule: ASOS-TURN-09, ASOS-TAC-25, -26."""
    frame = top(s)
    if frame[A] == s.num_players:
        next_phase(s)
        return
    p = s.track[Track.IRON_THRONE, frame[A]]
    frame[A] += 1
    if in_force(s, p, Tactic.OBJECTIVE) and meets_objective(s, p):
        discard_tactic(s, p, Tactic.OBJECTIVE)
        gain_claim(s, p, 1)


@kernel
def meets_objective(s, p):
    """True if seat ``p`` controls an area of its objective. Rule: ASOS-TC-16 to -19."""
    for a in range(RULES[s.ruleset].num_areas):
        if has(RULES[s.ruleset].objective[p], a) and controller(s, a) == p:
            return True
    return False


ROWS = (
    Step(Phase.TACTICS_STEP, enter_tactics_step, Editions.CLAIM, arguments=(TURN, BEGUN)),
    Step(Phase.OBJECTIVE_STEP, enter_objective_step, Editions.STORM, arguments=(TURN,)),
    Step(Phase.TACTIC_EFFECTS, enter_tactic_effects, Editions.CLAIM, pending=False),
    Instead(
        Phase.PLANNING,
        Editions.CLAIM,
        enter=enter_claim_planning,
        arguments=(
            Argument("turn", range(MAX_PLAYERS)),
            Argument("area", ArgType.NEXT_AREA),
            Argument("asked", ArgType.FLAG),
        ),
    ),
    Decision(
        Phase.TACTIC,
        Family.ACTION,
        "the Tactics card of the round, in secret",
        {"card": "tactic {x}"},
        question="Which Tactics card is chosen for this round, in secret?",
        labels={"card": "Choose {x}"},
        legal=legal_tactic,
        apply=apply_tactic,
        editions=Editions.CLAIM,
        on=(Phase.PLANNING,),
        tactics=True,
        always_asked=True,
        quiet=True,
    ),
    Decision(
        Phase.CAREFUL,
        Family.ACTION,
        "Careful Planning: gain 2 power, or pay 2 for a second Tactics card",
        {"choice": "careful_planning {x}"},
        question="{who}: gain 2 Power, or pay 2 for a second Tactics card?",
        labels={
            "choice power": "Gain 2 Power",
            "choice card": "Pay 2 Power for a second Tactics card",
        },
        legal=offer_either,  # Rule: ASOS-TC-01
        apply=apply_careful,
        editions=Editions.CLAIM,
        on=(Phase.TACTICS_STEP,),
        choices=("power", "card"),
    ),
    Decision(
        Phase.SECOND_TACTIC,
        Family.ACTION,
        "Careful Planning: the second Tactics card",
        {"card": "careful_planning {x}"},
        question="{who}: which is the second Tactics card?",
        labels={"card": "Choose {x}"},
        legal=legal_second_tactic,
        apply=apply_second_tactic,
        editions=Editions.CLAIM,
        on=(Phase.TACTICS_STEP,),
        tactics=True,
    ),
    Decision(
        Phase.FORGE,
        Family.ACTION,
        "Forge Alliances: the deck to draw from for 2 power, or none",
        {"deck": "forge {x}", "done": "forge none"},
        question="{who}: is a card drawn for 2 Power, and from which deck?",
        labels={"deck": "Pay 2 Power for a card of the {x} deck", "done": "Draw no card"},
        legal=legal_forge,
        apply=apply_forge,
        editions=Editions.STORM,
        on=(Phase.TACTICS_STEP,),
    ),
    Decision(
        Phase.MOVE_FROM,
        Family.ACTION,
        "Manage Troops: where units leave for a neighbouring own area, or nowhere",
        {"area": "move {x}", "done": "move none"},
        question="{who}: from where do units move to neighbouring own areas?",
        labels={"area": "Move units from {x}", "done": "Move no units"},
        legal=legal_move_from,
        apply=apply_move_from,
        editions=Editions.CLAIM,
        on=(Phase.TACTICS_STEP,),
    ),
    Decision(
        Phase.STEAL,
        Family.ACTION,
        "Secure Hostages: whether each hostage costs its house 2 power",
        {"yes": "steal yes", "no": "steal no"},
        question="{who}: does each hostage cost its house 2 Power?",
        labels={"yes": "Take 2 Power for each hostage", "no": "Take no Power for hostages"},
        legal=offer_yes_no,  # Rule: ASOS-TC-11
        apply=apply_steal,
        editions=Editions.CLAIM,
        on=(Phase.TACTICS_STEP,),
    ),
)
"""Rows of these decisions and steps."""
