"""Leaders taken, freed and executed."""

from __future__ import annotations

from got_env.core.agenda import PLAYER, A, pop, push, top
from got_env.core.jit import kernel, linked
from got_env.westeros.claim.alliances import (
    WAITING,
    deck_of,
    end_permanent,
    lose_card,
    may_enter,
    put_leader,
)
from got_env.westeros.claim.battle_strength import fighting_leaders
from got_env.westeros.claim.map_queries import first_leader, remove_leader
from got_env.westeros.rules import actions
from got_env.westeros.rules.board import BIT, has, note, position_of
from got_env.westeros.rules.decision_row import (
    TURN,
    ArgType,
    Argument,
    Decision,
    Editions,
    Family,
    Step,
)
from got_env.westeros.rules.expansion import in_force
from got_env.westeros.rules.table import RULES
from got_env.westeros.rules.vocabulary import (
    NONE,
    NUM_TRACKS,
    Event,
    Phase,
    Side,
    Tactic,
    Track,
)


@kernel
def leave_battle(s, i):
    """Take a Leader out of the battle."""
    s.fight_leaders &= ~int(BIT[i])
    if s.fight_leader == i:
        s.fight_leader = NONE
    s.leader_at[i] = NONE
    s.leader_down[i] = 0
    s.leader_order[i] = NONE


@linked
def capture(s, i, captor):
    """Take a Leader: to the cell, or an allied one over to the captor.

    Rule: ASOS-HOST-01, -04, -06, ASOS-SWITCH-01 to -03.
    """
    leave_battle(s, i)
    note(s, Event.CAPTURED, captor, i, 0)
    c = int(RULES[s.ruleset].leader_alliance[i])
    if RULES[s.ruleset].leader_house[i] != NONE:
        s.leader_cell[i] = captor
        return
    lose_card(s, c)
    end_permanent(s, deck_of(c))
    s.ally_owner[c] = captor
    note(s, Event.ALLIANCE, captor, c, 1)
    s.leader_seat[i] = captor
    push(s, Phase.SEAL_ALLIANCE, captor, deck_of(c), 0, 0)
    join_winner(s, i, captor)


@kernel
def join_winner(s, i, captor):
    """Put a Leader among the captor's units in the embattled area, or let it wait.

    Rule: ASOS-SWITCH-01, -02, ASOS-TAC-21.
    """
    if captor == s.fighter[Side.ATTACKER]:
        s.fight_leaders |= int(BIT[i])  # it moves in with the attackers
    elif s.owner[s.fight_area] == captor:
        put_leader(s, captor, i, s.fight_area)


@linked
def capture_all(s, side):
    """Take every Leader of a side that is left in the battle. Rule: ASOS-HOST-04."""
    leaders = fighting_leaders(s, side)
    for i in range(RULES[s.ruleset].num_leaders):
        if has(leaders, i):
            capture(s, i, int(s.fighter[1 - side]))


# --- instead of a casualty


@linked
def legal_take_leader(s, mask):
    """A Leader of the loser, or done. Frame: a losing side. Rule: ASOS-HOST-01, -02, ASOS-DP-18."""
    leaders = fighting_leaders(s, top(s)[A])
    mask[actions.DONE] = True
    for i in range(RULES[s.ruleset].num_leaders):
        mask[first_leader(s) + i] = has(leaders, i)


# --- Secure Hostages after a won attack


@kernel
def is_prisoner_of(s, i, q):
    """True if Leader ``i`` sits in the cell of seat ``q``."""
    return s.leader_cell[i] == q


@linked
def offer_freeing(s):
    """Ask the victorious attacker for a Leader of the loser's cell. Rule: ASOS-TC-12."""
    p = int(s.fighter[Side.ATTACKER])
    q = int(s.fighter[Side.DEFENDER])
    if s.victor != Side.ATTACKER or not in_force(s, p, Tactic.SECURE_HOSTAGES):
        return
    for i in range(RULES[s.ruleset].num_leaders):
        if is_prisoner_of(s, i, q):
            push(s, Phase.FREE_HOSTAGE, p, 0, 0, 0)
            return


@linked
def legal_free_hostage(s, mask):
    """Leaders in the loser's cell, or done. Rule: ASOS-DP-20."""
    mask[actions.DONE] = True
    for i in range(RULES[s.ruleset].num_leaders):
        held = is_prisoner_of(s, i, s.fighter[Side.DEFENDER])
        mask[first_leader(s) + i] = held


@linked
def apply_free_hostage(s, action):
    """The own one joins the army, another one changes cells.

    After a battle at sea it goes ashore. Rule: ASOS-TAC-21, ASOS-FREE-01, ASOS-OPT4-08.
    """
    p = int(top(s)[PLAYER])
    pop(s)
    if action == actions.DONE:
        return
    i = action - first_leader(s)
    if s.leader_seat[i] != p:
        s.leader_cell[i] = p
        note(s, Event.CAPTURED, p, i, 0)
        return
    s.leader_cell[i] = NONE
    if may_enter(s, p, s.fight_area, WAITING):
        put_leader(s, p, i, s.fight_area)
    else:
        push(s, Phase.PLACE_LEADER, p, i, WAITING, 0)


# --- Swing the Sword


@linked
def enter_executions(s):
    """Ask each player with a hostage in turn order. Frame: a turn index. Rule: ASOS-EXEC-01."""
    frame = top(s)
    while frame[A] < s.num_players:
        p = s.track[Track.IRON_THRONE, frame[A]]
        frame[A] += 1
        for i in range(RULES[s.ruleset].num_leaders):
            if s.leader_cell[i] == p:
                push(s, Phase.EXECUTE, p, 0, 0, 0)
                return
    pop(s)


@linked
def legal_execute(s, mask):
    """An own hostage, or done. Rule: ASOS-WEST-18, ASOS-DP-23."""
    p = top(s)[PLAYER]
    mask[actions.DONE] = True
    for i in range(RULES[s.ruleset].num_leaders):
        mask[first_leader(s) + i] = is_prisoner_of(s, i, p)


@linked
def apply_execute(s, action):
    """The Leader and its House card leave the game. Rule: ASOS-EXEC-02, -03, ASOS-HC-02, -03."""
    p = int(top(s)[PLAYER])
    pop(s)
    if action == actions.DONE:
        return
    i = action - first_leader(s)
    q = int(s.leader_seat[i])
    note(s, Event.EXECUTED, p, i, 0)
    remove_leader(s, i)
    if in_force(s, p, Tactic.SECURE_HOSTAGES) and p != q:
        push(s, Phase.EXECUTE_TRACK, p, q, 0, 0)


@linked
def legal_execute_track(s, mask):
    """A track, or done. Frame: a seat of the victim. Rule: ASOS-TC-13."""
    mask[actions.DONE] = True
    for t in range(NUM_TRACKS):
        mask[actions.TRACK + t] = True


@linked
def apply_execute_track(s, action):
    """The two change places. Rule: ASOS-TAC-22."""
    frame = top(s)
    p = int(frame[PLAYER])
    q = int(frame[A])
    pop(s)
    if action == actions.DONE:
        return
    t = action - actions.TRACK
    i = position_of(s, t, p)
    j = position_of(s, t, q)
    s.track[t, i] = q
    s.track[t, j] = p
    if t == Track.IRON_THRONE and min(i, j) == 0:
        s.throne = NONE  # whoever becomes first takes the token
    note(s, Event.TRACK, p, t, j)
    note(s, Event.TRACK, q, t, i)


ROWS = (
    Step(
        Phase.EXECUTIONS, enter_executions, Editions.CLAIM, arguments=(TURN,), on=(Phase.WESTEROS,)
    ),
    Decision(
        Phase.EXECUTE,
        Family.WESTEROS,
        "Swing the Sword: the hostage to execute, or none",
        {"leader": "execute {x}", "done": "execute none"},
        question="{who}: which hostage is executed?",
        labels={"leader": "Execute {x}", "done": "Execute nobody"},
        legal=legal_execute,
        apply=apply_execute,
        editions=Editions.CLAIM,
        on=(Phase.EXECUTIONS,),
    ),
    Decision(
        Phase.EXECUTE_TRACK,
        Family.WESTEROS,
        "Secure Hostages: the track on which to change places with the house of the executed",
        {"track": "change_places {x}", "done": "change_places none"},
        question="{who}: on which track are places changed with the house of the executed?",
        labels={"track": "Change places on the {x} track", "done": "Change no places"},
        legal=legal_execute_track,
        apply=apply_execute_track,
        editions=Editions.CLAIM,
        arguments=(Argument("with", ArgType.SEAT),),
        on=(Phase.EXECUTIONS,),
    ),
    Decision(
        Phase.FREE_HOSTAGE,
        Family.COMBAT,
        "Secure Hostages: the Leader to take out of the loser's cell, or none",
        {"leader": "free {x}", "done": "free none"},
        question="{who}: which Leader leaves the loser's cell?",
        labels={"leader": "Free {x}", "done": "Free nobody"},
        legal=legal_free_hostage,
        apply=apply_free_hostage,
        editions=Editions.CLAIM,
        on=(Phase.COMBAT,),
    ),
)
"""Rows of these decisions and steps."""
