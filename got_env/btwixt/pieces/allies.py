"""Allies: the deck, the row, the councils, the dead."""

from __future__ import annotations

from got_env.btwixt.pieces.cards import EMPTY, has, only
from got_env.btwixt.pieces.seats import everybody
from got_env.btwixt.pieces.tokens import return_tokens
from got_env.btwixt.rules.journal import note
from got_env.btwixt.rules.options import Option, chosen
from got_env.btwixt.rules.table import RULES
from got_env.btwixt.rules.vocabulary import NONE, Event
from got_env.core.jit import kernel, lowest_bit
from got_env.core.rng import shuffle


@kernel
def council_of(s, ally):
    """Council in which an ally lies, NONE if in none."""
    for c in range(s.num_players):
        if has(s.council[c], ally):
            return c
    return NONE


@kernel
def unplaced(s):
    """True if there is a current ally that nobody has claimed yet."""
    return s.current != NONE and s.claimed == NONE


# --- deck and row


@kernel
def next_exists(s):
    """True if an ability that reveals the next ally finds one."""
    return s.ally_deck_n > 0 or s.row_n > 0


@kernel
def draw_ally(s):
    """The top ally of the deck, which is not empty."""
    n = s.ally_deck_n - 1
    ally = int(s.ally_deck[n])
    s.ally_deck[n] = NONE
    s.ally_known[n] = 0
    s.ally_deck_n = n
    return ally


@kernel
def take_from_row(s):
    """The leftmost ally of the row, which is not empty."""
    ally = int(s.row[0])
    n = s.row_n - 1
    for i in range(n):
        s.row[i] = s.row[i + 1]
    s.row[n] = NONE
    s.row_n = n
    return ally


@kernel
def add_to_row(s):
    """Lay the top ally of the deck at the right end of the row."""
    if s.ally_deck_n > 0:
        s.row[s.row_n] = draw_ally(s)
        s.row_n += 1


@kernel
def take_next(s):
    """The next ally, for an ability; :func:`next_exists` holds. Rule: BTW-ROW-05, -09."""
    if not chosen(s, Option.REVEALED):
        return draw_ally(s)
    add_to_row(s)
    return take_from_row(s)


@kernel
def put_on_deck(s, ally, known):
    """Put an ally on top of the deck; ``known`` is the set of seats that know it."""
    n = s.ally_deck_n
    s.ally_deck[n] = ally
    s.ally_known[n] = known
    s.ally_deck_n = n + 1


@kernel
def put_under_deck(s, ally, known):
    """Put an ally under the deck."""
    for i in range(s.ally_deck_n, 0, -1):
        s.ally_deck[i] = s.ally_deck[i - 1]
        s.ally_known[i] = s.ally_known[i - 1]
    s.ally_deck[0] = ally
    s.ally_known[0] = known
    s.ally_deck_n += 1


@kernel
def put_in_row(s, ally):
    """Put an ally at the left end of the row."""
    for i in range(s.row_n, 0, -1):
        s.row[i] = s.row[i - 1]
    s.row[0] = ally
    s.row_n += 1


@kernel
def put_on_top(s, ally):
    """Put an ally that everybody sees "on top of the deck". Rule: BTW-ROW-07."""
    if chosen(s, Option.REVEALED):
        put_in_row(s, ally)
    else:
        put_on_deck(s, ally, everybody(s))


@kernel
def lay_row(s):
    """Lay the row of a season. Rule: BTW-ROW-01, BTW-AMB-12."""
    if s.row_n > 0 and not chosen(s, Option.ROW_LEFTOVERS):
        while s.row_n > 0:
            put_on_deck(s, take_from_row(s), 0)
        for i in range(s.ally_deck_n):
            s.ally_known[i] = 0
        shuffle(s, s.ally_deck, 0, int(s.ally_deck_n))
    while s.row_n <= s.num_players and s.ally_deck_n > 0:
        add_to_row(s)


# --- the current ally


@kernel
def make_current(s, ally):
    """An ally is the current one; its ability for the round is in force. Rule: BTW-REVEAL-02."""
    s.current = ally
    s.claimed = NONE
    if has(RULES[s.ruleset].round_allies, ally):
        s.acting |= only(ally)
    note(s, Event.REVEAL, NONE, ally, 0)


@kernel
def remove_ally(s, ally):
    """Take an ally from where it lies face up; what it does ends."""
    for c in range(s.num_players):
        s.council[c] &= ~only(ally)
    s.no_kill &= ~only(ally)
    s.no_move &= ~only(ally)
    s.kill_by_card &= ~only(ally)
    s.move_by_card &= ~only(ally)
    s.acting &= ~only(ally)
    if s.current == ally and s.claimed == NONE:
        return_tokens(s)
        s.current = NONE


@kernel
def kill(s, ally):
    """An ally dies. Rule: BTW-KILL-01 to -04."""
    note(s, Event.KILL, NONE, ally, 0)
    remove_ally(s, ally)
    s.dead |= only(ally)


# --- sets of allies


@kernel
def lowest_power(s, allies):
    """The smallest printed power in a set of allies that is not empty."""
    least = 1000
    rest = allies
    while rest != 0:
        least = min(least, int(RULES[s.ruleset].power[lowest_bit(rest)]))
        rest &= rest - 1
    return least


@kernel
def highest_power(s, allies):
    """The greatest printed power in a set of allies, NONE of an empty one."""
    most = NONE
    rest = allies
    while rest != 0:
        most = max(most, int(RULES[s.ruleset].power[lowest_bit(rest)]))
        rest &= rest - 1
    return most


@kernel
def with_power(s, allies, least, most):
    """Those of a set of allies whose printed power is in a range."""
    found = EMPTY
    rest = allies
    while rest != 0:
        ally = lowest_bit(rest)
        rest &= rest - 1
        if least <= RULES[s.ruleset].power[ally] <= most:
            found |= only(ally)
    return found
