"""Seats around the table, and the councils between them. Rule: BTW-COUN-01 to -08."""

from __future__ import annotations

from got_env.btwixt.pieces.cards import only
from got_env.btwixt.rules.vocabulary import NONE
from got_env.core.jit import kernel, lowest_bit


@kernel
def left_of(s, p):
    """The left neighbour, who is the next clockwise."""
    return p + 1 if p + 1 < s.num_players else 0


@kernel
def right_of(s, p):
    """The right neighbour."""
    return p - 1 if p > 0 else s.num_players - 1


@kernel
def neighbours(s, p):
    """Set of the two neighbours."""
    return only(left_of(s, p)) | only(right_of(s, p))


@kernel
def everybody(s):
    """Set of all seats."""
    return only(s.num_players) - 1


@kernel
def own_councils(s, p):
    """Set of the two councils of a leader: the left one is ``p``."""
    return only(p) | only(right_of(s, p))


@kernel
def shared_council(s, p, q):
    """The council of two neighbours."""
    return p if left_of(s, p) == q else q


@kernel
def other_council(s, p, council):
    """Of the two councils of a leader the other one."""
    return right_of(s, p) if council == p else p


@kernel
def in_order(s, i):
    """The i-th seat in first-player order."""
    p = s.first + i
    return int(p if p < s.num_players else p - s.num_players)


@kernel
def first_from(s, seats, p):
    """The first of a set of seats that is not empty, from ``p`` on clockwise."""
    n = int(s.num_players)
    found = p + lowest_bit((seats | seats << n) >> p)
    return int(found if found < n else found - n)


@kernel
def first_in_order(s, seats):
    """Of a set of seats the first in first-player order, NONE of an empty one."""
    return first_from(s, seats, int(s.first)) if seats != 0 else NONE


@kernel
def seat_by_action(s, p, k):
    """The leader that ``p`` points at by the k-th leader action. Rule: BTW-ACT-03."""
    q = p + 1 + k
    return int(q if q < s.num_players else q - s.num_players)


@kernel
def council_by_action(s, p, k):
    """The council that ``p`` points at by the k-th council action. Rule: BTW-ACT-04."""
    if k == 0:
        return p
    if k == 1:
        return int(right_of(s, p))
    c = p + k - 1
    return int(c if c < s.num_players else c - s.num_players)


@kernel
def council_action(s, p, council):
    """The place of a council among the council actions of a seat."""
    if council == p:
        return 0
    if council == right_of(s, p):
        return 1
    return (council - p + s.num_players) % s.num_players + 1
