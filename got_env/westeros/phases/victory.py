"""Rounds, control changes, and the end of the game."""

from __future__ import annotations

from got_env.core.agenda import PLAYER, A, pop, push, top
from got_env.core.jit import kernel, linked
from got_env.westeros.phases.flow import next_phase
from got_env.westeros.rules import actions
from got_env.westeros.rules.armies import fits_with_army
from got_env.westeros.rules.board import (
    BIT,
    castles_by_seat,
    castles_of,
    controller,
    count_castles,
    count_units,
    destroy_unit,
    has,
    note,
    position_of,
    remove_order,
)
from got_env.westeros.rules.decision_row import (
    THE_AREA,
    ArgType,
    Argument,
    Asks,
    Decision,
    Editions,
    Family,
    Step,
)
from got_env.westeros.rules.option_values import (
    FinalTiebreak,
    HomeReverts,
    PortCapturePartial,
    PortCaptureTiming,
    SimultaneousVictory,
    VictoryCheck,
)
from got_env.westeros.rules.options import Option
from got_env.westeros.rules.table import RULES
from got_env.westeros.rules.vocabulary import (
    MAX_PLAYERS,
    NONE,
    PORT_CAPACITY,
    Event,
    Phase,
    Terrain,
    Track,
    Unit,
)

BEST_SCORE = 1 << 40
"""Above every rank of :func:`final_score`."""


@linked
def enter_round(s):
    """Begin the next round, or end the game after the last. Rule: 2E-FLOW-01, -03 to -05."""
    if s.round_no == RULES[s.ruleset].max_rounds:
        end_game(s, 0)
        return
    begin_round(s)


@kernel
def begin_round(s):
    """Count the round and go on to its first phase; the first round has no Westeros phase."""
    s.round_no += 1
    note(s, Event.ROUND_BEGINS, NONE, s.round_no, 0)
    next_phase(s)
    if s.round_no == 1:
        next_phase(s)


# --- after a change of control: Ports and the seventh castle area


@linked
def enter_settle(s):
    """Look at the seventh castle area and at Ports that lost their owner. Frame: a captures.

    Rule: 2E-VIC-02, 2E-PORT-29 to -31.
    """
    if s.options[Option.HOME_REVERTS] == HomeReverts.FALSE:
        cover_shields(s)
    if s.options[Option.VICTORY_CHECK] == VictoryCheck.IMMEDIATE and check_victory(s):
        return
    captures = top(s)[A]
    if s.options[Option.PORT_CAPTURE_TIMING] == PortCaptureTiming.ON_CONTROL:
        captures = 1
    rules = RULES[s.ruleset]
    for i in range(rules.num_ports):
        port = rules.ports[i]
        if s.owner[port] != NONE and captures == 1:
            p = controller(s, rules.port_land[port])
            if p == NONE:
                remove_port_ships(s, port)
            elif p != s.owner[port]:
                most = most_captured(s, p, port)
                if most > 0:
                    push(s, Phase.PORT_CAPTURE, p, port, most, 0)
                    return
                remove_port_ships(s, port)
    pop(s)


@kernel
def cover_shields(s):
    """With home_reverts=false a home area is lost to its house until that returns.

    Rule: 1E-CTRL-12.
    """
    rules = RULES[s.ruleset]
    for a in range(rules.num_areas):
        if rules.home_seat[a] != NONE and s.owner[a] != NONE:
            s.home[a] = rules.home_seat[a] if s.owner[a] == rules.home_seat[a] else NONE


@kernel
def remove_port_ships(s, port):
    """Destroy all Ships in a Port and remove its order. Rule: 2E-PORT-24, -29, -30."""
    while s.owner[port] != NONE:
        destroy_unit(s, port, Unit.SHIP, s.units[port, Unit.SHIP] == 0)
    if s.order[port] != NONE:
        remove_order(s, port)


@kernel
def most_captured(s, p, port):
    """Most Ships seat ``p`` can put in place of the enemy's. Rule: 2E-PORT-21, -22."""
    n = min(count_units(s, port), s.pool[p, Unit.SHIP])
    while n > 0 and not fits_with_army(s, p, port, n):
        n -= 1
    return n


@linked
def legal_port_capture(s, mask):
    """Legal numbers of Ships to take over. Rule: 2E-PORT-21 to -23."""
    most = top(s)[A + 1]
    for n in range(most + 1):
        if s.options[Option.PORT_CAPTURE_PARTIAL] == PortCapturePartial.TRUE or n == 0 or n == most:
            mask[actions.COUNT + n] = True


@linked
def apply_port_capture(s, action):
    """Replace so many Ships, destroy the others. Rule: 2E-PORT-21, -24, -29."""
    frame = top(s)
    p = frame[PLAYER]
    port = frame[A]
    pop(s)
    remove_port_ships(s, port)
    n = action - actions.COUNT
    if n > 0:
        s.owner[port] = p
        s.units[port, Unit.SHIP] = n
        s.pool[p, Unit.SHIP] -= n
    note(s, Event.PORT_TAKEN, p, port, n)


# --- the end


@kernel
def check_victory(s):
    """End the game if a house controls seven castle areas; True if it ended. Rule: 2E-VIC-02."""
    castles = castles_by_seat(s)
    for p in range(s.num_players):
        if castles_of(castles, p) >= RULES[s.ruleset].castles_to_win:
            end_game(s, 1)
            return True
    return False


@kernel
def active_winner(s):
    """Seat whose move this is, if it has enough castle areas and that decides; else NONE.

    Rule: 1E-WIN-05.
    """
    if s.options[Option.SIMULTANEOUS_VICTORY] == SimultaneousVictory.FINAL_ORDER:
        return NONE
    for i in range(s.depth - 1, -1, -1):
        p = s.stack[i, PLAYER]
        if p != NONE:
            enough = count_castles(s, p) >= RULES[s.ruleset].castles_to_win
            return p if enough else NONE
    return NONE


@kernel
def count_strongholds(s, p):
    """Strongholds seat ``p`` controls. Rule: 2E-VIC-04."""
    rules = RULES[s.ruleset]
    n = 0
    for i in range(rules.num_castles):
        a = rules.castles[i]
        if rules.muster_points[a] == 2 and controller(s, a) == p:
            n += 1
    return n


@kernel
def count_land(s, p):
    """Land areas seat ``p`` controls."""
    rules = RULES[s.ruleset]
    n = 0
    for a in range(rules.num_areas):
        if rules.kind[a] == Terrain.LAND and controller(s, a) == p:
            n += 1
    return n


@kernel
def final_score(s, p):
    """Rank of seat ``p`` as one number, higher is better.

    Castle areas, then the tie-breaks in order. Rule: 2E-VIC-03 to -08 (AMB-86).
    """
    throne = MAX_PLAYERS - position_of(s, Track.IRON_THRONE, p)
    # int(): one number must hold all criteria, more than the 16 bits of a field.
    score = int(count_castles(s, p))
    if s.options[Option.FINAL_TIEBREAK] == FinalTiebreak.DRAW:
        return (score * 64 + int(s.supply[p])) * 64 + int(s.power[p])  # Rule: 1E-WIN-03
    if s.options[Option.FINAL_TIEBREAK] == FinalTiebreak.RULEBOOK:
        score = score * 64 + count_strongholds(s, p)
        score = score * 64 + int(s.supply[p])
        score = score * 64 + int(s.power[p])
    else:
        score = score * 64 + count_land(s, p)
        score = score * 64 + int(s.supply[p])
    return score * 64 + throne


@linked
def end_game(s, by_castles):
    """Rank all seats, name the winner and clear the agenda. Rule: 2E-VIC-03, -10 (AMB-64).

    Where places can tie, equal houses share one; nobody wins if they share the first.
    """
    first = active_winner(s) if by_castles == 1 else NONE
    ranked = 0
    last_place = 0
    last_score = -1
    for place in range(s.num_players):
        best = NONE
        best_score = -1
        for p in range(s.num_players):
            if not has(ranked, p):
                score = BEST_SCORE if p == first else final_score(s, p)
                if score > best_score:
                    best = p
                    best_score = score
        ranked |= BIT[best]
        if best_score != last_score or RULES[s.ruleset].places_tie == 0:
            last_place = place
        last_score = best_score
        s.place[best] = last_place
        if place == 0:
            s.winner = best
        elif last_place == 0:
            s.winner = NONE  # Rule: 1E-WIN-03
    s.over = 1
    s.won_by_castles = by_castles
    note(s, Event.GAME_OVER, s.winner, by_castles, 0)
    while s.depth > 0:
        pop(s)


ROWS = (
    Step(Phase.ROUND, enter_round, Editions.ALL, pending=False),
    Step(
        Phase.SETTLE,
        enter_settle,
        Editions.WILDLINGS,
        arguments=(Argument("captures", ArgType.FLAG),),
        on=(Phase.SETTLE, Phase.WILDLINGS, Phase.MARCH_END, Phase.COMBAT),
    ),
    Decision(
        Phase.PORT_CAPTURE,
        Family.ACTION,
        "how many of the ships in a port won are replaced by own ones",
        {"count": "capture {area} {x}"},
        question="How many Ships are taken over in {area}?",
        labels={"count": "Take over {units} in {area}"},
        legal=legal_port_capture,
        apply=apply_port_capture,
        editions=Editions.SECOND,
        arguments=(THE_AREA, Argument("most", range(1, 4))),
        asks=Asks.CONTROLLER_OF_PORT,
        on=(Phase.SETTLE,),
        only=range(PORT_CAPACITY + 1),
        about_area=True,
    ),
)
"""Rows of these decisions and steps."""
