"""Every decision in one row: what it asks, and the texts of its actions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from got_env.btwixt.rules.vocabulary import Phase


class DecisionRow(NamedTuple):
    """Texts of a decision.

    Attributes:
        meaning: what it asks.
        texts: text of each kind of action that can be legal; ``{x}`` is the action's own word.
        rule: id of the decision point.
    """

    meaning: str
    texts: Mapping[str, str]
    rule: str


DECISIONS: Mapping[Phase, DecisionRow] = {
    Phase.LEADER_CARD: DecisionRow(
        "which leader card to take",
        {"leader_card": "lead {x}", "random_leader": "lead random"},
        "BTW-DP-01",
    ),
    Phase.DRAFT: DecisionRow(
        "which card of the pack to set aside, in secret", {"card": "pick {x}"}, "BTW-DP-02"
    ),
    Phase.TURN: DecisionRow(
        "play a card of the hand, or kneel", {"card": "play {x}", "kneel": "kneel"}, "BTW-DP-03"
    ),
    Phase.ABILITY: DecisionRow(
        "which of the own cards resolves next", {"card": "resolve {x}"}, "BTW-DP-05"
    ),
    Phase.PLACEMENT: DecisionRow(
        "in which council the ally is placed", {"council": "place {x}"}, "BTW-DP-06"
    ),
    Phase.TOKEN: DecisionRow(
        "in which council the power token is placed", {"council": "token {x}"}, "BTW-DP-08"
    ),
    Phase.TARGET: DecisionRow(
        "which leader the ability concerns", {"leader": "target {x}", "no": "no"}, "BTW-DP-15"
    ),
    Phase.CARD: DecisionRow(
        "which influence card the ability concerns", {"card": "card {x}", "no": "no"}, "BTW-DP-16"
    ),
    Phase.ALLY: DecisionRow(
        "which ally the ability concerns", {"ally": "ally {x}", "no": "no"}, "BTW-DP-17"
    ),
    Phase.COUNCIL: DecisionRow(
        "which council's tokens the ability concerns", {"council": "council {x}"}, "BTW-DP-19"
    ),
    Phase.AGREE: DecisionRow("whether to use an ability", {"yes": "yes", "no": "no"}, "BTW-DP-20"),
    Phase.BURY: DecisionRow(
        "which of the allies seen goes under the deck, if any",
        {"ally": "bury {x}", "no": "no"},
        "BTW-DP-12",
    ),
    Phase.ARRANGE: DecisionRow(
        "which of the allies seen comes next", {"ally": "next {x}"}, "BTW-DP-12"
    ),
}
"""Every decision, in the order of its phase."""
