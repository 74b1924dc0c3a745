"""The nine Wildling cards: rewards and penalties, and the choices they give."""

from __future__ import annotations

from got_env.core.agenda import PLAYER, A, B, pop, push, top
from got_env.core.jit import kernel, linked
from got_env.core.rng import rand_below
from got_env.westeros.phases.hands import (
    count_hand,
    discard_card,
    discard_one_strongest,
    discard_strongest,
    recover_all,
)
from got_env.westeros.phases.losses import demote_knights, lose_units
from got_env.westeros.phases.muster import can_muster, start_muster_area, upgrade_footman
from got_env.westeros.phases.supply import set_supply, start_reconcile
from got_env.westeros.rules import actions, phrases
from got_env.westeros.rules.board import (
    controller,
    count_units,
    has,
    lose_power,
    move_on_track,
    note,
    position_of,
)
from got_env.westeros.rules.decision_row import (
    UNITS_LEFT,
    ArgType,
    Argument,
    Asks,
    Decision,
    Editions,
    Family,
)
from got_env.westeros.rules.offers import offer_either
from got_env.westeros.rules.option_values import RaidersSupply
from got_env.westeros.rules.options import Option
from got_env.westeros.rules.table import RULES
from got_env.westeros.rules.vocabulary import (
    HAND_SIZE,
    MAX_PLAYERS,
    NONE,
    NUM_TRACKS,
    POWER_TOKENS,
    Event,
    Phase,
    Track,
    Unit,
    WildlingCard,
)

PREEMPTIVE_STRENGTH = 6
PROMOTIONS = 2
ALL_KNIGHTS = 99


@linked
def reward_highest(s, p, card):
    """Give the highest bidder its reward. Rule: 2E-WILD-12."""
    if card == WildlingCard.A_KING_BEYOND_THE_WALL:
        push(s, Phase.CLIMB_TRACK, p, 0, 0, 0)
    elif card == WildlingCard.CROW_KILLERS:
        ask_promotion(s, p, PROMOTIONS, 0)
    elif card == WildlingCard.MAMMOTH_RIDERS:
        if s.discards[p] != 0:
            push(s, Phase.RECOVER_CARD, p, 0, 0, 0)
    elif card == WildlingCard.MASSING_ON_THE_MILKWATER:
        if RULES[s.ruleset].massing_one == 0:
            recover_all(s, p)
    elif card == WildlingCard.PREEMPTIVE_RAID:
        # The token goes to 0 for this victory before the second attack (2E-WILD-21, AMB-88).
        s.threat = 0
        push(s, Phase.WILDLINGS, NONE, 0, PREEMPTIVE_STRENGTH, p)
    elif card == WildlingCard.RATTLESHIRTS_RAIDERS:
        set_supply(s, p, s.supply[p] + 1)
    elif card == WildlingCard.SKINCHANGER_SCOUT:
        s.power[p] += s.bid[p]
        note(s, Event.POWER, p, s.bid[p], NONE)
    elif card == WildlingCard.THE_HORDE_DESCENDS and can_muster_somewhere(s, p):
        push(s, Phase.HORDE_MUSTER, p, 0, 0, 0)


@linked
def punish_lowest(s, p, card):
    """Impose the penalty of the lowest bidder. Rule: 2E-WILD-13."""
    if card == WildlingCard.A_KING_BEYOND_THE_WALL:
        for t in range(NUM_TRACKS):
            change_place(s, t, p, s.num_players - 1)
    elif card == WildlingCard.CROW_KILLERS:
        demote_knights(s, p, ALL_KNIGHTS)
    elif card == WildlingCard.MAMMOTH_RIDERS:
        lose_units(s, p, RULES[s.ruleset].mammoth_loss, NONE)
    elif card == WildlingCard.MASSING_ON_THE_MILKWATER:
        if RULES[s.ruleset].massing_one == 1:
            discard_one_strongest(s, p)
        else:
            discard_strongest(s, p)
    elif card == WildlingCard.PREEMPTIVE_RAID:
        push(s, Phase.PREEMPTIVE_CHOICE, p, 0, 0, 0)
    elif card == WildlingCard.RATTLESHIRTS_RAIDERS:
        raid_lowest(s, p)
    elif card == WildlingCard.SKINCHANGER_SCOUT:
        lose_power(s, p, POWER_TOKENS)
    elif card == WildlingCard.THE_HORDE_DESCENDS:
        suffer_horde(s, p)


@linked
def punish_other(s, p, card):
    """Impose the penalty of everyone else. Rule: 2E-WILD-14."""
    if card == WildlingCard.A_KING_BEYOND_THE_WALL:
        push(s, Phase.DROP_TRACK, p, 0, 0, 0)
    elif card == WildlingCard.CROW_KILLERS:
        demote_knights(s, p, 2)
    elif card == WildlingCard.MAMMOTH_RIDERS:
        lose_units(s, p, 2, NONE)
    elif card == WildlingCard.MASSING_ON_THE_MILKWATER:
        lose_card(s, p)
    elif card == WildlingCard.RATTLESHIRTS_RAIDERS:
        raid_other(s, p)
    elif card == WildlingCard.SKINCHANGER_SCOUT:
        lose_power(s, p, 2)
    elif card == WildlingCard.THE_HORDE_DESCENDS:
        lose_units(s, p, 1, NONE)


# --- Massing on the Milkwater


@kernel
def lose_card(s, p):
    """Let a seat with several cards in hand discard one, or lose a random one.

    Rule: 2E-WC-11, ASOS-WLD-01.
    """
    count = count_hand(s, p)
    if count < 2:
        return
    if RULES[s.ruleset].massing_one == 0:
        push(s, Phase.DISCARD_CARD, p, 0, 0, 0)
        return
    left = rand_below(s, count)
    for slot in range(HAND_SIZE):
        if has(s.hand[p], slot):
            if left == 0:
                discard_card(s, p, slot)
                return
            left -= 1


# --- A King Beyond the Wall


@kernel
def change_place(s, track, p, target):
    """Go to a position; who is first on the Iron Throne track then has its token.

    Rule: 2E-INFL-02, -03, ASOS-WLD-03.
    """
    first = s.track[Track.IRON_THRONE, 0]
    move_on_track(s, track, p, target)
    if s.track[Track.IRON_THRONE, 0] != first:
        s.throne = NONE


@linked
def legal_climb_track(s, mask):
    """Any track. Rule: 2E-WC-01."""
    for t in range(NUM_TRACKS):
        mask[actions.TRACK + t] = True


@linked
def apply_climb_track(s, action):
    """Go to the first position. Rule: 2E-WC-01, 2E-INFL-02, -03."""
    p = top(s)[PLAYER]
    pop(s)
    change_place(s, action - actions.TRACK, p, 0)


@linked
def legal_drop_track(s, mask):
    """Fiefdoms or King's Court. Rule: 2E-WC-03."""
    mask[actions.TRACK + Track.FIEFDOMS] = True
    mask[actions.TRACK + Track.KINGS_COURT] = True


@linked
def apply_drop_track(s, action):
    """Fall to the last position."""
    p = top(s)[PLAYER]
    pop(s)
    move_on_track(s, action - actions.TRACK, p, s.num_players - 1)


# --- Crow Killers


@kernel
def can_promote(s, p, a):
    """True if seat ``p`` has a Footman in ``a`` and an unused Knight. Rule: 2E-WC-04."""
    footmen = s.units[a, Unit.FOOTMAN] + s.routed[a, Unit.FOOTMAN]
    return s.owner[a] == p and footmen > 0 and s.pool[p, Unit.KNIGHT] > 0


@kernel
def ask_promotion(s, p, left, start):
    """Ask for one of ``left`` Footmen from area ``start`` on, if there is any."""
    for a in range(start, RULES[s.ruleset].num_areas):
        if left > 0 and can_promote(s, p, a):
            push(s, Phase.PROMOTE, p, left, start, 0)
            return


@linked
def legal_promote(s, mask):
    """Areas with own Footmen, ascending, or no more. Frame: a how many left, b first area."""
    frame = top(s)
    mask[actions.DONE] = True
    for a in range(frame[B], RULES[s.ruleset].num_areas):
        if can_promote(s, frame[PLAYER], a):
            mask[actions.AREA + a] = True


@linked
def apply_promote(s, action):
    """Turn a Footman into a Knight, a standing one first."""
    frame = top(s)
    p = frame[PLAYER]
    left = frame[A] - 1
    pop(s)
    if action != actions.DONE:
        a = action - actions.AREA
        upgrade_footman(s, p, a, Unit.KNIGHT, s.units[a, Unit.FOOTMAN] == 0)
        ask_promotion(s, p, left, a)


# --- Preemptive Raid


@linked
def apply_preemptive_choice(s, action):
    """Lose units, or positions where it stands best."""
    p = top(s)[PLAYER]
    pop(s)
    if action == actions.CHOICE:
        lose_units(s, p, 2, NONE)
        return
    best = best_position(s, p)
    track = NONE
    several = False
    for t in range(NUM_TRACKS):
        if position_of(s, t, p) == best:
            several = track != NONE
            track = t
    if several:
        push(s, Phase.PREEMPTIVE_TRACK, s.track[Track.IRON_THRONE, 0], p, 0, 0)
    else:
        fall_two(s, p, track)


@kernel
def best_position(s, p):
    """Best position of seat ``p`` on any track."""
    best = MAX_PLAYERS
    for t in range(NUM_TRACKS):
        best = min(best, position_of(s, t, p))
    return best


@kernel
def fall_two(s, p, track):
    """Move two positions back, not beyond the last. Rule: 2E-WC-13."""
    target = min(position_of(s, track, p) + 2, s.num_players - 1)
    move_on_track(s, track, p, target)


@linked
def legal_preemptive_track(s, mask):
    """Tracks on which the victim stands equally best. Frame: a victim. Rule: 2E-TRK-02."""
    victim = top(s)[A]
    best = best_position(s, victim)
    for t in range(NUM_TRACKS):
        if position_of(s, t, victim) == best:
            mask[actions.TRACK + t] = True


@linked
def apply_preemptive_track(s, action):
    """Move the victim back on that track."""
    victim = top(s)[A]
    pop(s)
    fall_two(s, victim, action - actions.TRACK)


# --- Rattleshirt's Raiders


@kernel
def raid_lowest(s, lowest):
    """Lower the Supply token and cut the armies to it; with ``together`` all tokens fall first.

    Rule: 2E-WC-15 (AMB-93).
    """
    set_supply(s, lowest, s.supply[lowest] - 2)
    if s.options[Option.RAIDERS_SUPPLY] == RaidersSupply.ONE_BY_ONE:
        start_reconcile(s, lowest)
        return
    for i in range(s.num_players):
        p = s.track[Track.IRON_THRONE, i]
        if p != lowest and has(s.bidders, p):
            set_supply(s, p, s.supply[p] - 1)
    start_reconcile(s, NONE)


@kernel
def raid_other(s, p):
    """The same for one of the others, unless its token fell already. Rule: 2E-WC-15 (AMB-93)."""
    if s.options[Option.RAIDERS_SUPPLY] == RaidersSupply.ONE_BY_ONE:
        set_supply(s, p, s.supply[p] - 1)
        start_reconcile(s, p)


# --- The Horde Descends


@kernel
def can_muster_somewhere(s, p):
    """True if seat ``p`` has a castle area where it could muster anything."""
    rules = RULES[s.ruleset]
    for i in range(rules.num_castles):
        if can_muster(s, p, rules.castles[i]):
            return True
    return False


@linked
def legal_horde_muster(s, mask):
    """Own castle areas where something can be mustered, or none. Rule: 2E-WC-19."""
    p = top(s)[PLAYER]
    rules = RULES[s.ruleset]
    mask[actions.DONE] = True
    for i in range(rules.num_castles):
        if can_muster(s, p, rules.castles[i]):
            mask[actions.AREA + rules.castles[i]] = True


@linked
def apply_horde_muster(s, action):
    """Muster there."""
    p = top(s)[PLAYER]
    pop(s)
    if action != actions.DONE:
        start_muster_area(s, p, action - actions.AREA)


@kernel
def is_horde_area(s, p, a):
    """True if two own units of seat ``p`` stand in castle area ``a``. Rule: 2E-WC-20."""
    return controller(s, a) == p and count_units(s, a) >= 2


@kernel
def suffer_horde(s, p):
    """Destroy two units in one own castle area, else any two. Rule: 2E-WC-20."""
    rules = RULES[s.ruleset]
    area = NONE
    several = False
    for i in range(rules.num_castles):
        if is_horde_area(s, p, rules.castles[i]):
            several = area != NONE
            area = rules.castles[i]
    if several:
        push(s, Phase.HORDE_AREA, p, 0, 0, 0)
    else:
        lose_units(s, p, 2, area)


@linked
def legal_horde_area(s, mask):
    """Own castle areas with two own units. Rule: 2E-WC-20."""
    p = top(s)[PLAYER]
    rules = RULES[s.ruleset]
    for i in range(rules.num_castles):
        if is_horde_area(s, p, rules.castles[i]):
            mask[actions.AREA + rules.castles[i]] = True


@linked
def apply_horde_area(s, action):
    """Go on to the two units there."""
    p = top(s)[PLAYER]
    pop(s)
    lose_units(s, p, 2, action - actions.AREA)


ROWS = (
    Decision(
        Phase.CLIMB_TRACK,
        Family.WESTEROS,
        "A King Beyond the Wall: the track to lead from now on",
        {"track": "climb {x}"},
        question="{who}: on which track is the first place taken?",
        labels={"track": "First place on the {x} track"},
        legal=legal_climb_track,
        apply=apply_climb_track,
        editions=Editions.WILDLINGS,
        on=(Phase.WILDLINGS,),
    ),
    Decision(
        Phase.DROP_TRACK,
        Family.WESTEROS,
        "A King Beyond the Wall: the track on which to become last",
        {"track": "drop {x}"},
        question="{who}: on which track is the last place taken?",
        labels={"track": "Last place on the {x} track"},
        legal=legal_drop_track,
        apply=apply_drop_track,
        editions=Editions.WILDLINGS,
        on=(Phase.SETTLE,),
        only=range(Track.FIEFDOMS, NUM_TRACKS),
    ),
    Decision(
        Phase.PROMOTE,
        Family.WESTEROS,
        "Crow Killers: where a footman becomes a knight, or no more",
        {"area": "promote {x}", "done": "promote done"},
        question=f"{{who}}: where does a Footman become a Knight? {phrases.ONWARDS}",
        labels={"area": "Turn a Footman in {x} into a Knight", "done": "Promote no more Footmen"},
        legal=legal_promote,
        apply=apply_promote,
        editions=Editions.WILDLINGS,
        arguments=(UNITS_LEFT, Argument("from", ArgType.AREA)),
        on=(Phase.WILDLINGS,),
    ),
    Decision(
        Phase.PREEMPTIVE_CHOICE,
        Family.WESTEROS,
        "Preemptive Raid: lose two units, or two places on a track",
        {"choice": "preemptive_raid {x}"},
        question="{who}: lose two units, or two places on a track?",
        labels={"choice units": "Lose two units", "choice track": "Lose two places on a track"},
        legal=offer_either,  # Rule: 2E-WC-13
        apply=apply_preemptive_choice,
        editions=Editions.SECOND,
        on=(Phase.SETTLE,),
        choices=("units", "track"),
    ),
    Decision(
        Phase.PREEMPTIVE_TRACK,
        Family.WESTEROS,
        "Preemptive Raid: the track, if the victim stands equally well on some",
        {"track": "preemptive_raid {x}"},
        question="{who}: on which track are two places lost?",
        labels={"track": "Lose two places on the {x} track"},
        legal=legal_preemptive_track,
        apply=apply_preemptive_track,
        editions=Editions.SECOND,
        arguments=(Argument("victim", ArgType.SEAT),),
        asks=Asks.FIRST_ON_THRONE,
        on=(Phase.SETTLE,),
    ),
    Decision(
        Phase.HORDE_MUSTER,
        Family.WESTEROS,
        "The Horde Descends: where to muster, or nowhere",
        {"area": "horde_muster {x}", "done": "horde_muster done"},
        question="{who}: where are units mustered?",
        labels={"area": "Muster in {x}", "done": "Muster nowhere"},
        legal=legal_horde_muster,
        apply=apply_horde_muster,
        editions=Editions.SECOND,
        on=(Phase.WILDLINGS,),
    ),
    Decision(
        Phase.HORDE_AREA,
        Family.WESTEROS,
        "The Horde Descends: the castle area in which two units are destroyed",
        {"area": "horde_lose {x}"},
        question="{who}: in which castle area are two units destroyed?",
        labels={"area": "Destroy two units in {x}"},
        legal=legal_horde_area,
        apply=apply_horde_area,
        editions=Editions.SECOND,
        on=(Phase.SETTLE,),
    ),
)
"""Rows of these decisions and steps."""
