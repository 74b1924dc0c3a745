"""Power tokens: those out of the supply lie in a list, the first gained first.

The number of a token is drawn when it is gained: nobody has seen it, so nobody can tell.
"""

from __future__ import annotations

from got_env.btwixt.pieces.cards import EMPTY, has, only
from got_env.btwixt.rules.journal import note
from got_env.btwixt.rules.options import Option, chosen
from got_env.btwixt.rules.vocabulary import MAX_TOKEN, NONE, ON_ALLY, Event
from got_env.core.jit import kernel, linked
from got_env.core.rng import rand_below


@kernel
def tokens_at(s, place):
    """Number of tokens in a council, or ON_ALLY."""
    n = 0
    for i in range(s.token_n):
        n += s.token_at[i] == place
    return n


@kernel
def in_supply(s):
    """Number of tokens in the supply."""
    n = 0
    for number in range(1, MAX_TOKEN + 1):
        n += s.supply[number]
    return n


@kernel
def councils_with_tokens(s, councils):
    """Those of a set of councils that hold tokens."""
    found = EMPTY
    for i in range(s.token_n):
        at = int(s.token_at[i])
        if has(councils, at):
            found |= only(at)
    return found


@kernel
def gain_token(s, place):
    """A token goes from the supply, which is not empty, to a place, unseen. Rule: BTW-TOK-01."""
    left = rand_below(s, int(in_supply(s)))
    number = 1
    while left >= s.supply[number]:
        left -= s.supply[number]
        number += 1
    s.supply[number] -= 1
    lay_token(s, place, number, 0)


@kernel
def lay_token(s, place, number, known):
    """Put a token down as the latest."""
    i = s.token_n
    s.token_at[i] = place
    s.token[i] = number
    s.token_known[i] = known
    s.token_n += 1


@kernel
def lift_token(s, i):
    """Take a token out of the list."""
    n = s.token_n - 1
    for j in range(i, n):
        s.token_at[j] = s.token_at[j + 1]
        s.token[j] = s.token[j + 1]
        s.token_known[j] = s.token_known[j + 1]
    s.token_at[n] = 0
    s.token[n] = 0
    s.token_known[n] = 0
    s.token_n = n


@kernel
def choose_token(s, council):
    """Place in the list of the token that is taken from a council. Rule: BTW-AMB-30, BTW-HID-11.

    A random pick among several mixes them: nobody knows any longer which is which.
    """
    count = tokens_at(s, council)
    mixed = count > 1 and not chosen(s, Option.CHOSEN_TOKEN)
    wanted = rand_below(s, count) if mixed else count - 1
    found = NONE
    for i in range(s.token_n):
        if s.token_at[i] == council:
            if mixed:
                s.token_known[i] = 0
            if wanted == 0:
                found = i
            wanted -= 1
    return found


@linked
def move_token(s, council, place):
    """A token of a council goes to another place; NONE for the supply."""
    i = choose_token(s, council)
    number = int(s.token[i])
    known = int(s.token_known[i])
    lift_token(s, i)
    if place == NONE:
        s.supply[number] += 1
    else:
        lay_token(s, place, number, known)
    note(s, Event.TOKEN_MOVED, NONE, council, place)


@kernel
def return_tokens(s):
    """Tokens on the current ally go back to the supply, unseen. Rule: BTW-CARD-09, BTW-TOK-07."""
    for i in range(s.token_n - 1, -1, -1):
        if s.token_at[i] == ON_ALLY:
            s.supply[s.token[i]] += 1
            lift_token(s, i)
