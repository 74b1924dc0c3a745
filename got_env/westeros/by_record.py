"""What depends on the fields that a record has: nothing in games without claim.

The compiler picks by the type of the record, so nothing is asked while a game is played.
"""

from __future__ import annotations

from got_env.core.jit import chosen_by_type, kernel
from got_env.westeros.claim.battle_steps import CLEAN_BOARD as CLEAN_BATTLE
from got_env.westeros.claim.ground import in_force, kill_leaders_at
from got_env.westeros.kinds_of_record import MARK, has_claim
from got_env.westeros.phases.combat_steps import CLEAN_BOARD
from got_env.westeros.rules import RULES
from got_env.westeros.vocabulary import NUM_TACTICS, Tactic


@kernel
def _careful_stars(s, p):
    """One more with Careful Planning. Rule: ASOS-TAC-07, ASOS-TC-02."""
    for slot in range(NUM_TACTICS):
        picked = s.tactic[p] == slot or s.second_tactic[p] == slot
        if picked and RULES[s.ruleset].tactic[p, slot] == Tactic.CAREFUL_PLANNING:
            return 1
    return 0


def more_stars(s, p):
    """Special orders that seat ``p`` may lay beyond what its place allows."""
    return _careful_stars(s, p) if has_claim(s) else 0


@chosen_by_type(more_stars)
def _more_stars(s, p):
    if MARK in s.fields:
        return lambda s, p: _careful_stars(s, p)
    return lambda s, p: 0


@kernel
def _control_bonus(s, p):
    """What Control Westeros adds to a bid. Rule: ASOS-TAC-09, -33, ASOS-OPT3-05."""
    return 1 if in_force(s, p, Tactic.CONTROL_WESTEROS) else 0


def bid_bonus(s, p):
    """What is added to what seat ``p`` bids."""
    return _control_bonus(s, p) if has_claim(s) else 0


@chosen_by_type(bid_bonus)
def _bid_bonus(s, p):
    if MARK in s.fields:
        return lambda s, p: _control_bonus(s, p)
    return lambda s, p: 0


def leave_alone(s, a):
    """Kill the Leaders that the Wildlings have left without a companion in ``a``, if any."""
    if has_claim(s):
        kill_leaders_at(s, a)


@chosen_by_type(leave_alone)
def _leave_alone(s, a):
    if MARK in s.fields:
        return lambda s, a: kill_leaders_at(s, a)
    return lambda s, a: None


def clean_up_step(s):
    """The step of a combat in which the board is cleaned up."""
    return CLEAN_BATTLE if has_claim(s) else CLEAN_BOARD


@chosen_by_type(clean_up_step)
def _clean_up_step(s):
    if MARK in s.fields:
        return lambda s: CLEAN_BATTLE
    return lambda s: CLEAN_BOARD
