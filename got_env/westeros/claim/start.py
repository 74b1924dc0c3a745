"""The start position of a game with claim."""

from __future__ import annotations

from got_env.core.jit import kernel, linked
from got_env.core.rng import shuffle
from got_env.westeros.claim.battle_start import end_battle
from got_env.westeros.claim.leader_marches import clear_host
from got_env.westeros.claim.power import clear_offer
from got_env.westeros.phases import start
from got_env.westeros.rules.board import BIT
from got_env.westeros.rules.option_values import Leaders, Tactics
from got_env.westeros.rules.options import Option
from got_env.westeros.rules.table import RULES
from got_env.westeros.rules.vocabulary import (
    ALLIANCE_DECK_SIZE,
    NONE,
    NUM_TACTICS,
)


@kernel
def blank_claim(s):
    """Empty every field that only such records have."""
    s.claim_track[:] = NONE
    s.weather = 0
    s.leader_seat[:] = NONE
    s.leader_at[:] = NONE
    s.leader_cell[:] = NONE
    s.leader_down[:] = 0
    s.leader_order[:] = NONE
    s.tactics_left[:] = 0
    s.tactic[:] = NONE
    s.second_tactic[:] = NONE
    s.tactics_open = 0
    s.tactics_barred = 0
    s.forge_barred = 0
    s.ally_deck[:, :] = NONE
    s.ally_count[:] = 0
    s.ally_face[:] = 0
    s.ally_known[:] = 0
    s.ally_owner[:] = NONE
    s.ally_used[:] = 0
    s.permanent[:] = NONE
    s.minus[:] = 0
    s.leader_pad = 0
    clear_host(s)
    end_battle(s)
    clear_offer(s)


@kernel
def bring_leaders(s):
    """Put the Leaders of all houses where they start, and strengthen Neutral Forces.

    Rule: ASOS-SET-10, -11, ASOS-OPT4-01, -02, -06, -12.
    """
    rules = RULES[s.ruleset]
    for i in range(rules.num_leaders):
        s.leader_seat[i] = rules.leader_house[i]
        s.leader_at[i] = rules.leader_start[i]
        s.leader_cell[i] = rules.leader_prison[i]
    for a in range(rules.num_areas):
        s.neutral[a] += rules.leader_neutral[a]


@linked
def set_up(s, ruleset, seed):
    """Set the start position and shuffle all decks.

    Rule: ASOS-SET-01 to -18, ASOS-3P-01 to -04, ASOS-OPT4-05.
    """
    start.set_up(s, ruleset, seed)
    blank_claim(s)
    rules = RULES[ruleset]
    if s.options[Option.TACTICS] == Tactics.ON:
        for p in range(s.num_players):
            for slot in range(NUM_TACTICS):
                if rules.tactic[p, slot] != NONE:
                    s.tactics_left[p] |= int(BIT[slot])
    if s.options[Option.LEADERS] == Leaders.ON:
        bring_leaders(s)
    for c in range(rules.num_alliances):
        p = int(rules.alliance_start[c])
        s.ally_owner[c] = p
        for i in range(rules.num_leaders):
            if p != NONE and rules.leader_alliance[i] == c:
                s.leader_seat[i] = p
    for d in range(rules.num_alliances // ALLIANCE_DECK_SIZE):
        n = 0
        for c in range(d * ALLIANCE_DECK_SIZE, (d + 1) * ALLIANCE_DECK_SIZE):
            if s.ally_owner[c] == NONE:
                s.ally_deck[d, n] = c
                n += 1
        s.ally_count[d] = n
        shuffle(s, s.ally_deck[d], 0, n)
