"""The end of the game. Rule: BTW-END-01, -02, BTW-SCORE-01 to -04, BTW-TIE-01 to -04."""

from __future__ import annotations

from got_env.btwixt.pieces.cards import count_bits
from got_env.btwixt.pieces.reading import amount_of, holds_true
from got_env.btwixt.pieces.seats import in_order, right_of
from got_env.btwixt.rules.journal import note
from got_env.btwixt.rules.table import RULES
from got_env.btwixt.rules.vocabulary import ALLY_SOURCE, NONE, POWER_BITS, Col, Event, Trigger
from got_env.core.jit import kernel, linked, lowest_bit


@kernel
def final_power(s, ally):
    """Power of an ally in a council with its scoring abilities, not below 0."""
    rules = RULES[s.ruleset]
    power = int(rules.power[ally])
    for i in range(rules.ally_rows[ally]):
        row = rules.ally_row[ally] + i
        source = ALLY_SOURCE + ally
        e = rules.effect[row]
        if e[Col.TRIGGER] == Trigger.END_GAME_SCORING and (
            e[Col.CONDITION] == NONE or holds_true(s, row, source, NONE)
        ):
            if e[Col.COUNTER] == NONE:
                power += int(e[Col.AMOUNT])
            else:
                power += amount_of(s, row, source, NONE)
    return max(0, power)


@linked
def allies_power(s, council):
    """Power of the allies of a council, scoring abilities included."""
    rules = RULES[s.ruleset]
    power = 0
    plain = s.council[council] & ~rules.scorers
    for bit in range(POWER_BITS):
        power += count_bits(plain & rules.power_bits[bit]) << bit
    rest = s.council[council] & rules.scorers
    while rest != 0:
        power += final_power(s, int(lowest_bit(rest)))
        rest &= rest - 1
    return power


@kernel
def tokens_power(s, council):
    """Power of the tokens of a council."""
    power = 0
    for i in range(s.token_n):
        if s.token_at[i] == council:
            power += int(s.token[i])
    return power


@kernel
def rank_of(s, p):
    """Rank of a leader: weaker council, other council, allies; as one number."""
    left = allies_power(s, p) + tokens_power(s, p)
    q = int(right_of(s, p))
    right = allies_power(s, q) + tokens_power(s, q)
    allies = count_bits(s.council[p]) + count_bits(s.council[q])
    return (min(left, right) * 1024 + max(left, right)) * 64 + allies


@linked
def finish_game(s):
    """Rank the leaders; those still tied share a place. Rule: BTW-TIE-03."""
    s.over = 1
    s.place[: s.num_players] = 0
    for p in range(s.num_players):
        mine = rank_of(s, p)
        for q in range(p):
            other = rank_of(s, q)
            s.place[p] += other > mine
            s.place[q] += mine > other
    winners = 0
    for i in range(s.num_players):
        p = in_order(s, i)
        if s.place[p] == 0:
            winners += 1
            if s.winner == NONE:
                s.winner = p
    note(s, Event.GAME_OVER, s.winner, winners - 1, 0)
