"""The action space: one index, one meaning, the same for every variant. Rule: BTW-ACT-01 to -08."""

from __future__ import annotations

from typing import NamedTuple

from got_env.btwixt.rules.vocabulary import MAX_PLAYERS, NUM_ALLIES, NUM_KINDS, NUM_LEADERS


class ActionRange(NamedTuple):
    """Consecutive actions of one kind."""

    name: str
    offset: int
    size: int


CARD = 0
KNEEL = CARD + NUM_KINDS
LEADER = KNEEL + 1
COUNCIL = LEADER + MAX_PLAYERS - 1
ALLY = COUNCIL + MAX_PLAYERS
LEADER_CARD = ALLY + NUM_ALLIES
RANDOM_LEADER = LEADER_CARD + NUM_LEADERS
YES = RANDOM_LEADER + 1
NO = YES + 1
NUM_ACTIONS = NO + 1

RANGES = (
    ActionRange("card", CARD, NUM_KINDS),
    ActionRange("kneel", KNEEL, 1),
    ActionRange("leader", LEADER, MAX_PLAYERS - 1),
    ActionRange("council", COUNCIL, MAX_PLAYERS),
    ActionRange("ally", ALLY, NUM_ALLIES),
    ActionRange("leader_card", LEADER_CARD, NUM_LEADERS),
    ActionRange("random_leader", RANDOM_LEADER, 1),
    ActionRange("yes", YES, 1),
    ActionRange("no", NO, 1),
)
"""All actions in order."""
