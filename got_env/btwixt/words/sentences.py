"""Question of every decision and words of every answer, as people at the table speak.

The texts of :mod:`got_env.btwixt.phases.decisions` say the same as a command that can be read back.
Fields in braces are names with capitals: those of a question are what the context tells; ``x`` in a
label is the word of the action itself, ``source`` the card or ally that asks.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from got_env.btwixt.rules.vocabulary import Operation, Phase


class Said(NamedTuple):
    """Question and labels of a decision.

    Attributes:
        asks: the question.
        labels: of each kind of action.
    """

    asks: str
    labels: Mapping[str, str]


SENTENCES: Mapping[Phase, Said] = {
    Phase.LEADER_CARD: Said(
        "Which leader is led?", {"leader_card": "Lead {x}", "random_leader": "Lead a random leader"}
    ),
    Phase.DRAFT: Said("Which card of the pack is kept, in secret?", {"card": "Keep {x}"}),
    Phase.TURN: Said(
        "Is a card of the hand played, or is it time to kneel?",
        {"card": "Play {x}", "kneel": "Kneel"},
    ),
    Phase.ABILITY: Said(
        "Which of the own cards resolves its ability next?", {"card": "Resolve {x}"}
    ),
    Phase.PLACEMENT: Said("To which council does {ally} go?", {"council": "To {x}"}),
    Phase.TOKEN: Said("To which council does the power token go?", {"council": "Token to {x}"}),
    Phase.TARGET: Said(
        "{source}: whom does it concern?", {"leader": "Choose {x}", "no": "Choose nobody"}
    ),
    Phase.CARD: Said(
        "{source}: which influence card does it concern?",
        {"card": "Choose {x}", "no": "Choose no card"},
    ),
    Phase.ALLY: Said(
        "{source}: which ally does it concern?", {"ally": "Choose {x}", "no": "Choose no ally"}
    ),
    Phase.COUNCIL: Said(
        "{source}: which council's tokens does it concern?", {"council": "Tokens of {x}"}
    ),
    Phase.AGREE: Said(
        "{source}: is its ability used?", {"yes": "Use {source}", "no": "Do not use {source}"}
    ),
    Phase.BURY: Said(
        "{source}: which of the allies seen goes under the deck?",
        {"ally": "Put {x} under the deck", "no": "Put no ally under the deck"},
    ),
    Phase.ARRANGE: Said("{source}: which of the allies seen comes next?", {"ally": "Next is {x}"}),
}
"""Every decision, in the order of its phase."""

OPERATIONS: Mapping[Operation, str] = {
    Operation.MOVE_CARD: "to move a card",
    Operation.LOOK: "to look at something hidden",
    Operation.MODIFY_INFLUENCE: "to change influence",
    Operation.CANCEL_ABILITY: "to cancel an ability",
    Operation.RESTRICT_ACTION: "to bind a leader",
    Operation.KNEEL: "to make a leader kneel",
    Operation.PROTECT: "to protect an ally",
    Operation.CHANGE_BID_RULE: "to change how the bid is won",
    Operation.PLACE_ALLY: "to decide where the ally goes",
    Operation.MOVE_ALLY: "to move an ally",
    Operation.BRING_ALLY: "to bring an ally",
    Operation.PEEK_ALLIES: "to look at allies of the deck",
    Operation.MOVE_TOKEN: "to move a power token",
    Operation.CHANGE_FIRST_PLAYER: "to change who is first player",
    Operation.MODIFY_POWER: "to change the power of an ally",
}
"""Purpose of an ability, in words."""
