"""Alliance cards: drawing, gaining and losing them; allied units and Leaders come and go."""

from __future__ import annotations

from got_env.core.agenda import PHASE, PLAYER, A, B, C, pop, push, top
from got_env.core.jit import kernel, linked
from got_env.core.rng import rand_below, shuffle
from got_env.westeros.claim.map_queries import can_wait, is_seat, own_units
from got_env.westeros.claim.scoring import claim_of, gain_claim, remove_claim_token
from got_env.westeros.phases.flow import next_phase
from got_env.westeros.rules import actions
from got_env.westeros.rules.armies import fits_with_army
from got_env.westeros.rules.board import (
    BIT,
    count_units,
    destroy_unit,
    gain_power,
    lose_power,
    note,
    remove_order,
)
from got_env.westeros.rules.decision_row import (
    THE_CARD,
    THE_LEADER,
    ArgType,
    Argument,
    Decision,
    Editions,
    Family,
    Step,
)
from got_env.westeros.rules.option_values import (
    PermanentAfterDiscard,
    PermanentReform,
    StrandedLeader,
    TyrellLeader,
)
from got_env.westeros.rules.options import Option
from got_env.westeros.rules.table import RULES, SUPPLY_LEVELS
from got_env.westeros.rules.vocabulary import (
    ALLIANCE_DECK_SIZE,
    ALLIED_FOOTMAN,
    ALLIED_KNIGHT,
    CLAIM_SPACES,
    MAX_PLAYERS,
    NONE,
    NUM_ALLIANCE_CARDS,
    NUM_ALLIANCE_DECKS,
    Alliance,
    Event,
    Phase,
    Terrain,
)

PLOT_GAIN = 4
PLOT_COST = 1
CARDS_FOR_ALLIANCE = 3
LOW_CLAIM = 5
"""Most claim with which Political Support brings one more (Rule: ASOS-ALLI-15)."""

WAITING, RETURNED = range(2)
"""Modes of placing a Leader: with own units, or in an own seat first."""


# --- decks


@kernel
def deck_of(c):
    """Deck of an Alliance card."""
    return c // ALLIANCE_DECK_SIZE


@linked
def enter_alliance_step(s):
    """Turn up the top card of each deck. Rule: ASOS-ALLI-01, ASOS-PERM-08."""
    turn_up(s)
    next_phase(s)


@kernel
def turn_up(s):
    """Every top card lies face up."""
    for d in range(NUM_ALLIANCE_DECKS):
        s.ally_face[d] = s.ally_count[d] > 0


@kernel
def shuffle_decks(s):
    """Shuffle all Alliance decks and turn up their tops. Rule: ASOS-WEST-05, -13."""
    for d in range(NUM_ALLIANCE_DECKS):
        shuffle(s, s.ally_deck[d], 0, int(s.ally_count[d]))
        s.ally_known[d] = 0
    turn_up(s)


@kernel
def is_open(s, p, d):
    """True if seat ``p`` may take the top card of deck ``d``. Rule: ASOS-ALLI-23, ASOS-PERM-02."""
    return s.ally_count[d] > 0 and (s.permanent[d] == NONE or s.permanent[d] == p)


@kernel
def draw_top(s, d):
    """Take the top card off deck ``d``; the next one lies face down. Rule: ASOS-ALLI-04."""
    c = int(s.ally_deck[d, 0])
    n = int(s.ally_count[d])
    for i in range(n - 1):
        s.ally_deck[d, i] = s.ally_deck[d, i + 1]
    s.ally_deck[d, n - 1] = NONE
    s.ally_count[d] = n - 1
    s.ally_known[d] = min(int(s.ally_known[d]), n - 1)
    s.ally_face[d] = 0
    return c


@kernel
def discard_card(s, c):
    """Put a card under its deck. Rule: ASOS-ALLI-03, ASOS-PERM-06."""
    d = deck_of(c)
    p = int(s.ally_owner[c])
    lose_card(s, c)
    s.ally_deck[d, s.ally_count[d]] = c
    s.ally_count[d] += 1
    s.ally_known[d] += 1
    if (
        s.options[Option.PERMANENT_AFTER_DISCARD] == PermanentAfterDiscard.NEEDS_THREE
        and s.permanent[d] == p
        and count_cards(s, p, d) < CARDS_FOR_ALLIANCE
    ):
        end_permanent(s, d)


@kernel
def lose_card(s, c):
    """Take a card from its holder."""
    note(s, Event.ALLIANCE, s.ally_owner[c], c, 0)
    s.ally_owner[c] = NONE
    s.ally_used[c] = 0


@kernel
def count_cards(s, p, d):
    """Cards of deck ``d`` that seat ``p`` holds."""
    n = 0
    for c in range(d * ALLIANCE_DECK_SIZE, (d + 1) * ALLIANCE_DECK_SIZE):
        n += s.ally_owner[c] == p
    return n


# --- permanent alliances


@kernel
def end_permanent(s, d):
    """End the permanent alliance with the house of a deck. Rule: ASOS-PERM-05, -09."""
    if s.permanent[d] == NONE:
        return
    note(s, Event.PERMANENT, s.permanent[d], d, 0)
    s.permanent[d] = NONE
    if s.options[Option.PERMANENT_REFORM] == PermanentReform.AT_ONCE:
        for p in range(s.num_players):
            seal(s, p, d)


@kernel
def seal(s, p, d):
    """Begin a permanent alliance of a holder of three cards. Rule: ASOS-PERM-01, -04, -07."""
    if (
        RULES[s.ruleset].lasting[d] == 1
        and s.permanent[d] == NONE
        and count_cards(s, p, d) >= CARDS_FOR_ALLIANCE
    ):
        s.permanent[d] = p
        note(s, Event.PERMANENT, p, d, 1)


@linked
def enter_seal_alliance(s):
    """The gain of a card is complete. Frame: player, a deck. Rule: ASOS-PERM-07."""
    frame = top(s)
    p = frame[PLAYER]
    d = frame[A]
    pop(s)
    seal(s, p, d)


# --- gaining a card


@linked
def gain_card(s, p, c):
    """Give a card to seat ``p`` and begin its immediate effect. Rule: ASOS-ALLI-05, -25."""
    kind = RULES[s.ruleset].alliance[c]
    s.ally_owner[c] = p
    note(s, Event.ALLIANCE, p, c, 1)
    if kind == Alliance.PLOTS:
        discard_card(s, c)
        push(s, Phase.PLOT, p, c, 0, 0)
        return
    if kind == Alliance.ACCUSATIONS:
        discard_card(s, c)
        if s.claim_track[0] != NONE:
            push(s, Phase.ACCUSE, p, 0, 0, 0)
        return
    push(s, Phase.SEAL_ALLIANCE, p, deck_of(c), 0, 0)
    if kind == Alliance.ARMY:
        push(s, Phase.ARMY, p, c, 0, 0)
    elif kind == Alliance.LEADERSHIP:
        bring_leader(s, p, c)
    elif kind == Alliance.POLITICAL_SUPPORT:
        if claim_of(s, p) <= LOW_CLAIM:  # Rule: ASOS-AC-05
            gain_claim(s, p, 1)
    elif kind == Alliance.SUPPLIES:
        s.supply[p] = min(int(s.supply[p]) + 1, SUPPLY_LEVELS - 1)  # Rule: ASOS-AC-21
        note(s, Event.SUPPLY, p, s.supply[p], 0)


@kernel
def bring_leader(s, p, c):
    """Let the Leader of a Leadership card join seat ``p``. Rule: ASOS-ALLI-09, -13."""
    i = leader_of_card(s, c)
    if i == NONE:
        return
    s.leader_seat[i] = p
    s.leader_at[i] = NONE
    s.leader_down[i] = 0
    s.leader_order[i] = NONE
    push(s, Phase.PLACE_LEADER, p, i, WAITING, 0)


@kernel
def leader_of_card(s, c):
    """Leader that an Alliance card brings, or NONE. Rule: ASOS-OQ-02."""
    if (
        s.options[Option.TYRELL_LEADER] == TyrellLeader.NO_LEADER
        and deck_of(c) == NUM_ALLIANCE_DECKS - 2
    ):
        return NONE
    for i in range(RULES[s.ruleset].num_leaders):
        if RULES[s.ruleset].leader_alliance[i] == c:
            return i
    return NONE


@linked
def steal_card(s, p, c):
    """Move a card from its holder to seat ``p``. Rule: ASOS-ALLI-13, -14, -25."""
    victim = int(s.ally_owner[c])
    d = deck_of(c)
    kind = RULES[s.ruleset].alliance[c]
    lose_card(s, c)
    if kind == Alliance.LEADERSHIP:
        end_permanent(s, d)
    gain_card(s, p, c)
    if kind == Alliance.ARMY:
        push(s, Phase.DROP_ALLIES, victim, 0, 0, 0)


# --- allied units


@kernel
def entitled(s, p, u):
    """Allied units of a type that the Army cards of seat ``p`` grant. Rule: ASOS-ALLY-09."""
    n = 0
    for c in range(NUM_ALLIANCE_CARDS):
        if s.ally_owner[c] == p:
            n += RULES[s.ruleset].alliance_units[c, u]
    return n


@kernel
def can_join(s, p, a):
    """True if one more allied unit of seat ``p`` fits into an area. Rule: ASOS-ALLI-06."""
    if s.owner[a] != p or own_units(s, a) == 0:
        return False
    return fits_with_army(s, p, a, count_units(s, a) + 1)


@linked
def enter_army(s):
    """Place the units of an Army card, Knights first. Frame: a card, b Knights, c Footmen done.

    Rule: ASOS-ALLI-06, ASOS-DP-08.
    """
    frame = top(s)
    p = frame[PLAYER]
    c = frame[A]
    units = RULES[s.ruleset].alliance_units[c]
    if frame[B] < units[ALLIED_KNIGHT]:
        u = ALLIED_KNIGHT
        frame[B] += 1
    elif frame[C] < units[ALLIED_FOOTMAN]:
        u = ALLIED_FOOTMAN
        frame[C] += 1
    else:
        pop(s)
        return
    area = NONE
    n = 0
    for a in range(RULES[s.ruleset].num_areas):
        if can_join(s, p, a):
            area = a
            n += 1
    if n == 1:
        add_ally(s, p, area, int(u))
    elif n > 1:
        push(s, Phase.ARMY_AREA, p, int(u), 0, 0)


@kernel
def add_ally(s, p, a, u):
    """Put an allied unit on the board."""
    s.units[a, u] += 1
    s.pool[p, u] -= 1
    note(s, Event.MUSTER, p, a, u)


@linked
def legal_army_area(s, mask):
    """Areas with own-colour units and room for one more. Rule: ASOS-ALLI-06."""
    p = top(s)[PLAYER]
    for a in range(RULES[s.ruleset].num_areas):
        mask[actions.AREA + a] = can_join(s, p, a)


@linked
def apply_army_area(s, action):
    """Place the unit. Frame: a unit type."""
    frame = top(s)
    p = frame[PLAYER]
    u = int(frame[A])
    pop(s)
    add_ally(s, p, action - actions.AREA, u)


@kernel
def surplus(s, p, u):
    """Allied units of a type that seat ``p`` has beyond its Army cards."""
    return RULES[s.ruleset].pool[u] - s.pool[p, u] - entitled(s, p, u)


@linked
def enter_drop_allies(s):
    """Have the victim of a theft remove what its cards no longer grant. Rule: ASOS-ALLI-14."""
    p = top(s)[PLAYER]
    for u in (ALLIED_FOOTMAN, ALLIED_KNIGHT):
        if surplus(s, p, u) > 0:
            push(s, Phase.DROP_ALLY, p, int(u), 0, 0)
            return
    pop(s)


@linked
def legal_drop_ally(s, mask):
    """Areas with own allied units of the type. Frame: a type. Rule: ASOS-DP-37."""
    frame = top(s)
    u = frame[A]
    for a in range(RULES[s.ruleset].num_areas):
        here = s.owner[a] == frame[PLAYER] and s.units[a, u] + s.routed[a, u] > 0
        mask[actions.AREA + a] = here


@linked
def apply_drop_ally(s, action):
    """Remove one, a routed one first."""
    u = int(top(s)[A])
    pop(s)
    a = action - actions.AREA
    destroy_unit(s, a, u, s.routed[a, u] > 0)


# --- Leaders beside the board


@kernel
def may_enter(s, p, a, mode):
    """True if a Leader of seat ``p`` may be placed in an area, never at sea.

    Rule: ASOS-LEAD-24, ASOS-NEG-05, ASOS-OPT4-08.
    """
    if s.owner[a] != p or RULES[s.ruleset].kind[a] != Terrain.LAND:
        return False
    return mode == WAITING or is_seat(s, a) or not any_seat(s, p)


@kernel
def any_seat(s, p):
    """True if seat ``p`` has units in a City or Stronghold."""
    rules = RULES[s.ruleset]
    for i in range(rules.num_castles):
        if s.owner[rules.castles[i]] == p:
            return True
    return False


@linked
def enter_place_leader(s):
    """Place a Leader, asking where if there is a choice; without a place it waits.

    Frame: player, a Leader, b how. Rule: ASOS-LEAD-24, ASOS-NEG-05, -17.
    """
    frame = top(s)
    p = frame[PLAYER]
    i = int(frame[A])
    mode = int(frame[B])
    pop(s)
    area = NONE
    n = 0
    for a in range(RULES[s.ruleset].num_areas):
        if may_enter(s, p, a, mode):
            area = a
            n += 1
    if n == 1:
        put_leader(s, p, i, area)
    elif n > 1:
        push(s, Phase.LEADER_AREA, p, i, mode, 0)


@linked
def legal_leader_area(s, mask):
    """Areas where the Leader may be placed. Rule: ASOS-DP-22, -39."""
    frame = top(s)
    for a in range(RULES[s.ruleset].num_areas):
        mask[actions.AREA + a] = may_enter(s, frame[PLAYER], a, frame[B])


@linked
def apply_leader_area(s, action):
    """Place the Leader."""
    frame = top(s)
    p = frame[PLAYER]
    i = int(frame[A])
    pop(s)
    put_leader(s, p, i, action - actions.AREA)


@kernel
def put_leader(s, p, i, a):
    """Put a Leader into an area, face up. Rule: ASOS-HOST-12."""
    s.leader_at[i] = a
    s.leader_cell[i] = NONE
    s.leader_down[i] = 0
    note(s, Event.LEADER, p, i, a)


@kernel
def return_leader(s, i):
    """Give a hostage back to its house. Rule: ASOS-NEG-05."""
    p = int(s.leader_seat[i])
    s.leader_cell[i] = NONE
    s.leader_at[i] = NONE
    s.leader_down[i] = 0
    push(s, Phase.PLACE_LEADER, p, i, RETURNED, 0)


@kernel
def has_lonely_allies(s, a):
    """True if allied units stand in an area without any of the own colour."""
    units, routed = s.units[a], s.routed[a]
    allied = units[ALLIED_FOOTMAN] + routed[ALLIED_FOOTMAN]
    allied += units[ALLIED_KNIGHT] + routed[ALLIED_KNIGHT]
    return (allied > 0) & (own_units(s, a) == 0)


@kernel
def remove_allies(s, a):
    """Destroy the allied units of an area without units of the own colour."""
    for u in (ALLIED_FOOTMAN, ALLIED_KNIGHT):
        while s.owner[a] != NONE and s.units[a, u] + s.routed[a, u] > 0:
            destroy_unit(s, a, u, s.routed[a, u] > 0)


@kernel
def has_untidy_areas(s):
    """True if some area needs :func:`tidy_areas`; without branches, since hardly any ever does."""
    rules = RULES[s.ruleset]
    found = 0
    for a in range(rules.num_areas):
        found |= (s.owner[a] == NONE) & (s.order[a] != NONE)
    if rules.allied == 1:
        for a in range(rules.num_areas):
            found |= (s.owner[a] != NONE) & has_lonely_allies(s, a)
    return found != 0


@kernel
def tidy_areas(s):
    """Take allied units without any of the own colour off the board, and orders without units."""
    rules = RULES[s.ruleset]
    for a in range(rules.num_areas):
        if rules.allied == 1 and s.owner[a] != NONE and has_lonely_allies(s, a):
            remove_allies(s, a)
        if s.owner[a] == NONE and s.order[a] != NONE:
            note(s, Event.ORDER_REMOVED, s.order_seat[a], a, s.order[a])
            remove_order(s, a)


@linked
def tidy(s):
    """Between battles nothing is alone: allied units, orders, Leaders; True to place a Leader.

    Rule: ASOS-ALLY-07, -08, ASOS-LEAD-24, ASOS-OQ-08, ASOS-TAC-16.
    """
    rules = RULES[s.ruleset]
    if has_untidy_areas(s):
        tidy_areas(s)
    for i in range(rules.num_leaders):
        a = int(s.leader_at[i])
        if a != NONE and s.owner[a] != s.leader_seat[i]:
            s.leader_at[i] = NONE
            s.leader_down[i] = 0
            if s.options[Option.STRANDED_LEADER] == StrandedLeader.REMOVED:
                s.leader_seat[i] = NONE
                s.leader_order[i] = NONE
    for i in range(s.depth):
        if s.stack[i, PHASE] == Phase.PLACE_LEADER or s.stack[i, PHASE] == Phase.LEADER_AREA:
            return False
    for i in range(rules.num_leaders):
        if can_wait(s, i):
            p = int(s.leader_seat[i])
            for a in range(rules.num_areas):
                if may_enter(s, p, a, WAITING):
                    push(s, Phase.PLACE_LEADER, p, i, WAITING, 0)
                    return True
    return False


# --- Plots and Filthy Accusations


@kernel
def plot_victims(s, p, d):
    """Seats with a card of deck ``d``, but ``p``, as a mask."""
    seats = BIT[0] - 1
    for c in range(d * ALLIANCE_DECK_SIZE, (d + 1) * ALLIANCE_DECK_SIZE):
        if s.ally_owner[c] != NONE and s.ally_owner[c] != p:
            seats |= BIT[s.ally_owner[c]]
    return seats


@linked
def legal_plot(s, mask):
    """A gain Power, b steal a card. Frame: a card. Rule: ASOS-ALLI-12, -24."""
    frame = top(s)
    p = frame[PLAYER]
    mask[actions.CHOICE] = True
    mask[actions.CHOICE + 1] = (
        s.power[p] >= PLOT_COST and plot_victims(s, p, deck_of(frame[A])) != 0
    )


@linked
def apply_plot(s, action):
    """Take the Power, or go on to the victim."""
    frame = top(s)
    p = frame[PLAYER]
    c = frame[A]
    if action == actions.CHOICE:
        pop(s)
        gain_power(s, p, PLOT_GAIN, NONE)
        return
    d = deck_of(c)
    pop(s)
    push(s, Phase.PLOT_VICTIM, p, d, 0, 0)


@linked
def legal_plot_victim(s, mask):
    """Players with a card of the deck. Frame: a deck. Rule: ASOS-DP-07."""
    frame = top(s)
    seats = plot_victims(s, frame[PLAYER], frame[A])
    for q in range(MAX_PLAYERS):
        mask[actions.SEAT + q] = (seats >> q) & 1


@linked
def apply_plot_victim(s, action):
    """Steal a random one of its cards. Rule: ASOS-HID-04."""
    frame = top(s)
    p = frame[PLAYER]
    d = int(frame[A])
    pop(s)
    victim = action - actions.SEAT
    lose_power(s, p, PLOT_COST)
    skip = rand_below(s, count_cards(s, victim, d))
    for c in range(d * ALLIANCE_DECK_SIZE, (d + 1) * ALLIANCE_DECK_SIZE):
        if s.ally_owner[c] == victim:
            if skip == 0:
                steal_card(s, p, c)
                return
            skip -= 1


@linked
def legal_accuse(s, mask):
    """A space of the claim track with a token, 6 to 1, or done. Rule: ASOS-AC-27."""
    mask[actions.DONE] = True
    for i in range(CLAIM_SPACES):
        if s.claim_track[i] != NONE:
            mask[actions.COUNT + CLAIM_SPACES - i] = True


@linked
def apply_accuse(s, action):
    """Remove the token. Rule: ASOS-TRACK-05, ASOS-ALLI-17."""
    pop(s)
    if action != actions.DONE:
        remove_claim_token(s, CLAIM_SPACES - (action - actions.COUNT))


ROWS = (
    Step(Phase.ALLIANCE_STEP, enter_alliance_step, Editions.STORM),
    Step(
        Phase.ARMY,
        enter_army,
        Editions.STORM,
        arguments=(
            Argument("card", ArgType.ALLIANCE_CARD),
            Argument("knights", range(7)),
            Argument("footmen", range(7)),
        ),
        on=(Phase.SEAL_ALLIANCE,),
    ),
    Step(
        Phase.PLACE_LEADER,
        enter_place_leader,
        Editions.CLAIM,
        arguments=(Argument("leader", ArgType.LEADER), Argument("how", ("waiting", "returned"))),
        on=(Phase.NEGOTIATION, Phase.PLACE_LEADER),
    ),
    Step(
        Phase.SEAL_ALLIANCE,
        enter_seal_alliance,
        Editions.STORM,
        arguments=(Argument("deck", ArgType.DECK),),
        on=(Phase.TACTICS_STEP,),
    ),
    Step(Phase.DROP_ALLIES, enter_drop_allies, Editions.STORM, on=(Phase.ARMY,)),
    Decision(
        Phase.PLOT,
        Family.ACTION,
        "Plots: gain 4 power, or pay 1 to steal a card of the deck",
        {"choice": "plots {x}"},
        question="{who}: gain 4 Power, or pay 1 to steal a card of the deck of {card}?",
        labels={"choice power": "Gain 4 Power", "choice steal": "Pay 1 Power to steal a card"},
        legal=legal_plot,
        apply=apply_plot,
        editions=Editions.STORM,
        arguments=(THE_CARD,),
        on=(Phase.TACTICS_STEP,),
        choices=("power", "steal"),
    ),
    Decision(
        Phase.PLOT_VICTIM,
        Family.ACTION,
        "Plots: from whom to steal a card",
        {"seat": "plots {x}"},
        question="{who}: from whom is a card of the {deck} deck stolen?",
        labels={"seat": "Steal from {x}"},
        legal=legal_plot_victim,
        apply=apply_plot_victim,
        editions=Editions.STORM,
        arguments=(Argument("deck", ArgType.DECK, told="deck"),),
        on=(Phase.TACTICS_STEP,),
    ),
    Decision(
        Phase.ACCUSE,
        Family.ACTION,
        "Filthy Accusations: the space of the claim track to clear, or none",
        {"count": "accuse {x}", "done": "accuse none"},
        question="{who}: which space of the Claim track is cleared?",
        labels={"count": "Clear space {x} of the Claim track", "done": "Clear no space"},
        legal=legal_accuse,
        apply=apply_accuse,
        editions=Editions.STORM,
        on=(Phase.TACTICS_STEP,),
    ),
    Decision(
        Phase.ARMY_AREA,
        Family.ACTION,
        "where an allied unit joins",
        {"area": "army {unit} {x}"},
        question="Where does {a_unit} join?",
        labels={"area": "{a_unit} joins in {x}"},
        legal=legal_army_area,
        apply=apply_army_area,
        editions=Editions.STORM,
        arguments=(Argument("unit", ArgType.UNIT, told="unit"),),
        on=(Phase.ARMY,),
    ),
    Decision(
        Phase.DROP_ALLY,
        Family.ACTION,
        "where an allied unit leaves, as its card was stolen",
        {"area": "drop {unit} {x}"},
        question="Its card was stolen: where does {a_unit} leave?",
        labels={"area": "{a_unit} leaves {x}"},
        legal=legal_drop_ally,
        apply=apply_drop_ally,
        editions=Editions.STORM,
        arguments=(Argument("unit", ArgType.UNIT, told="unit"),),
        on=(Phase.DROP_ALLIES,),
    ),
    Decision(
        Phase.LEADER_AREA,
        Family.ACTION,
        "where a Leader enters the board",
        {"area": "place {leader} {x}"},
        question="Where does {leader} enter?",
        labels={"area": "{leader} enters in {x}"},
        legal=legal_leader_area,
        apply=apply_leader_area,
        editions=Editions.CLAIM,
        arguments=(THE_LEADER, Argument("how", ("waiting", "returned"))),
        on=(
            Phase.SEAL_ALLIANCE,
            Phase.NEGOTIATION,
            Phase.PLACE_LEADER,
            Phase.COMBAT,
            Phase.MARCH_END,
            Phase.RECONCILE,
        ),
    ),
)
"""Rows of these decisions and steps."""
