"""The start of a game. Rule: BTW-SETUP-01 to -11."""

from __future__ import annotations

from got_env.btwixt.phases.seasons import (
    EVENTS_AT_SETUP,
    add_events,
    first_season,
    late_events,
)
from got_env.btwixt.pieces.cards import refill_deck
from got_env.btwixt.rules.options import Option, advanced, chosen
from got_env.btwixt.rules.table import RULES
from got_env.btwixt.rules.vocabulary import (
    CARD_WORDS,
    EVENT_CARDS,
    LEADER_CARDS,
    MAX_TOKEN,
    NONE,
    NUM_ALLIES,
    STANDARD_CARDS,
    Step,
)
from got_env.core.jit import kernel, linked
from got_env.core.rng import rand_below, seed_rng, shuffle


@kernel
def blank(s):
    """Empty every field; index fields become NONE. The options stay."""
    s.hand[:, :] = 0
    s.picked[:, :] = 0
    s.pile[:, :] = 0
    s.known[:, :] = 0
    s.discards[:] = 0
    s.gone[:] = 0
    s.gone_open[:] = 0
    s.own[:] = 0
    s.aside[:] = 0
    s.cancelled[:] = 0
    s.done[:] = 0
    s.met[:] = 0
    s.council[:] = 0
    s.dead = 0
    s.no_kill = 0
    s.no_move = 0
    s.kill_by_card = 0
    s.move_by_card = 0
    s.acting = 0
    s.journal_no = 0
    s.round_no = 0
    s.over = 0
    s.winner = NONE
    s.place[:] = NONE
    s.season = 0
    s.rounds_left = 0
    s.step = Step.CHOOSE_LEADERS
    s.first = 0
    s.turn = 0
    s.pick_no = 0
    s.depth = 0
    s.stack[:, :] = 0
    s.flight = NONE
    s.willing = 0
    s.whites_out = 0
    s.supply[:] = 0
    s.leader[:] = NONE
    s.hand_n[:] = 0
    s.picked_n[:] = 0
    s.own_n[:] = 0
    s.deck[:] = NONE
    s.deck_n = 0
    s.discards_n = 0
    s.add[:] = 0
    s.seq[:] = 0
    s.pack[:] = NONE
    s.ally_deck[:] = NONE
    s.ally_known[:] = 0
    s.ally_deck_n = 0
    s.row[:] = NONE
    s.row_n = 0
    s.peek[:] = NONE
    s.peek_n = 0
    s.peek_at = 0
    s.token_at[:] = 0
    s.token[:] = 0
    s.token_known[:] = 0
    s.token_n = 0
    s.journal[:, :] = 0
    blank_round(s)


@kernel
def blank_round(s):
    """Nothing has happened in the round."""
    s.next_first = NONE
    s.first_by_ally = 0
    s.current = NONE
    s.claimed = NONE
    s.bid_winner = NONE
    s.bid_second = NONE
    s.kneeling = 0
    s.must = 0
    s.oath = 0
    s.held = 0
    s.kneel_after = 0
    s.acting = 0
    s.total_add[:] = 0
    s.bid_total[:] = 0
    s.pile_n[:] = 0
    s.played[:] = 0
    s.limit[:] = NONE
    s.strings[:] = 0


@linked
def set_up(s, ruleset, seed):
    """Set a game up to the choice of leaders; ``s.options`` is set by the caller."""
    rules = RULES[ruleset]
    blank(s)
    s.ruleset = ruleset
    s.num_players = rules.num_players
    seed_rng(s, seed)
    s.season = first_season(s)
    for number in range(1, MAX_TOKEN + 1):
        s.supply[number] = rules.token_numbers[number]
    for a in range(NUM_ALLIES):
        s.ally_deck[a] = a
    s.ally_deck_n = NUM_ALLIES
    shuffle(s, s.ally_deck, 0, NUM_ALLIES)
    if not chosen(s, Option.FIRST_PLAYER_SETUP):
        s.first = rand_below(s, int(s.num_players))
    clash = chosen(s, Option.CLASH_DRAFT)
    for w in range(CARD_WORDS):
        s.discards[w] = rules.standard[w]
        if clash:
            s.discards[w] |= rules.events[w] | rules.whites[w]
        else:
            s.aside[w] = rules.events[w]
    s.discards_n = STANDARD_CARDS + (EVENT_CARDS + LEADER_CARDS if clash else 0)
    if advanced(s) and late_events(s):
        add_events(s, EVENTS_AT_SETUP[s.num_players])
    refill_deck(s)
    if clash:
        for p in range(s.num_players):
            s.met[p] = rules.events[1]
