"""The start position of a game."""

from __future__ import annotations

from got_env.core.agenda import push
from got_env.core.jit import kernel, linked
from got_env.core.rng import seed_rng, shuffle
from got_env.westeros.phases.combat_end import end_combat
from got_env.westeros.phases.march import clear_march
from got_env.westeros.rules.option_values import KingsCourtSwap, LannisterPortShip3p
from got_env.westeros.rules.options import Option
from got_env.westeros.rules.state import DECK_SIZE, TIDES_DECK_SIZE, WILDLING_DECK_SIZE
from got_env.westeros.rules.table import RULES
from got_env.westeros.rules.vocabulary import (
    ALL_CARDS,
    MAX_PLAYERS,
    NONE,
    NUM_TRACKS,
    NUM_UNITS,
    Phase,
    Unit,
)


@kernel
def blank_expansion(s):
    """Zero every field that only games with claim use (``CLAIM_FIELDS``)."""
    s.double_areas = 0
    s.claim_track[:] = 0
    s.weather = 0
    s.leader_seat[:] = 0
    s.leader_at[:] = 0
    s.leader_cell[:] = 0
    s.leader_down[:] = 0
    s.leader_order[:] = 0
    s.leader_pad = 0
    s.tactics_left[:] = 0
    s.tactic[:] = 0
    s.second_tactic[:] = 0
    s.tactics_open = 0
    s.tactics_barred = 0
    s.forge_barred = 0
    s.ally_deck[:, :] = 0
    s.ally_count[:] = 0
    s.ally_face[:] = 0
    s.ally_known[:] = 0
    s.ally_owner[:] = 0
    s.ally_used[:] = 0
    s.permanent[:] = 0
    s.minus[:] = 0
    s.march_kind = 0
    s.march_leader = 0
    s.march_done = 0
    s.march_fixed[:] = 0
    s.leaders_left = 0
    s.march_leaders[:] = 0
    s.fight_leader = 0
    s.fight_leaders = 0
    s.bonus[:] = 0
    s.backed[:] = 0
    s.offer_to = 0
    s.offer_asks = 0
    s.offer_gives = 0
    s.offer_power = 0
    s.allies_side[:] = 0


@kernel
def blank(s):
    """Empty every field; index fields become NONE. The options stay."""
    blank_expansion(s)
    s.round_no = 0
    s.over = 0
    s.winner = NONE
    s.place[:] = NONE
    s.won_by_castles = 0
    s.depth = 0
    s.stack[:, :] = 0
    s.owner[:] = NONE
    s.units[:, :] = 0
    s.routed[:, :] = 0
    s.token[:] = NONE
    s.home[:] = NONE
    s.garrison[:] = 0
    s.neutral[:] = 0
    s.order[:] = NONE
    s.order_seat[:] = NONE
    s.power[:] = 0
    s.tokens_out[:] = 0
    s.supply[:] = 0
    s.pool[:, :] = 0
    s.hand[:] = 0
    s.discards[:] = 0
    s.placed[:, :] = 0
    s.track[:, :] = NONE
    s.blade_used = 0
    s.raven_used = 0
    s.turn_pos = NONE
    s.pass_order[:] = NONE
    s.passed = 0
    s.deck_pos[:] = 0
    s.revealed[:] = NONE
    s.banned = 0
    s.replaced = 0
    s.threat = 0
    s.wild_known[:] = 0
    s.wild_card = NONE
    s.wild_strength = 0
    s.wild_won = NONE
    s.wild_target = NONE
    s.muster_left[:] = 0
    s.bidders = 0
    s.bid[:] = NONE
    s.bids_open = 0
    s.ranking[:] = NONE
    s.orders_open = 0
    s.neutral_grant[:] = NONE
    clear_march(s)
    end_combat(s)
    s.tides_pos = 0
    s.throne = NONE
    s.journal[:, :] = 0
    s.journal_no = 0


@kernel
def swap_on_track(s, track, seats):
    """Let two seats change places on a track. Rule: 1E-SETUP-12."""
    for i in range(s.num_players):
        if s.track[track, i] == seats[0]:
            s.track[track, i] = seats[1]
        elif s.track[track, i] == seats[1]:
            s.track[track, i] = seats[0]


@linked
def set_up(s, ruleset, seed):
    """Set the start position and shuffle all decks; ``s.options`` is set by the caller.

    Rule: 2E-SETUP-02 to -20, 2E-FEW-01 to -11. The agenda holds the round; the engine advances.
    """
    rules = RULES[ruleset]
    blank(s)
    s.ruleset = ruleset
    s.num_players = rules.num_players
    seed_rng(s, seed)
    s.threat = rules.start_threat
    for t in range(NUM_TRACKS):
        for i in range(MAX_PLAYERS):
            s.track[t, i] = rules.start_track[t, i]
    if rules.swapped_track != NONE and s.options[Option.KINGS_COURT_SWAP] == KingsCourtSwap.TRUE:
        swap_on_track(s, rules.swapped_track, rules.swapped_seats)
    for p in range(s.num_players):
        s.power[p] = rules.start_power
        s.supply[p] = rules.start_supply[p]
        s.hand[p] = ALL_CARDS
        for u in range(NUM_UNITS):
            s.pool[p, u] = rules.pool[u]
    for a in range(rules.num_areas):
        s.home[a] = rules.home_seat[a]
        s.garrison[a] = rules.start_garrison[a]
        s.neutral[a] = rules.start_neutral[a]
        p = rules.start_owner[a]
        if p != NONE:
            s.owner[a] = p
            for u in range(NUM_UNITS):
                s.units[a, u] = rules.start_units[a, u]
                s.pool[p, u] -= rules.start_units[a, u]
    ship = rules.optional_ship
    if ship != NONE and s.options[Option.LANNISTER_PORT_SHIP_3P] == LannisterPortShip3p.NO:
        s.pool[s.owner[ship], Unit.SHIP] += s.units[ship, Unit.SHIP]
        s.units[ship, Unit.SHIP] = 0
        s.owner[ship] = NONE
    for d in range(NUM_TRACKS):
        for i in range(DECK_SIZE):
            s.deck[d, i] = rules.westeros_deck[d, i]
        shuffle(s, s.deck[d], 0, DECK_SIZE)
    for i in range(WILDLING_DECK_SIZE):
        s.wild_deck[i] = rules.wildlings[i]
    shuffle(s, s.wild_deck, 0, rules.num_wildlings)
    for i in range(TIDES_DECK_SIZE):
        s.tides_deck[i] = rules.tides_deck[i]
    push(s, Phase.ROUND, NONE, 0, 0, 0)
