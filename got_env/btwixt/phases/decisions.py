"""Every decision in one row: what it asks, and the texts and labels of its actions.

In no kernel, so another wording compiles nothing. Texts are commands that can be read back;
questions and labels say the same as people at the table speak. ``{x}`` is the action's own word,
``{source}`` the card or ally that asks, ``{ally}`` the ally that is placed; in questions and labels
they are names with capitals.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from got_env.btwixt.rules.vocabulary import Phase


@dataclass(frozen=True)
class DecisionRow:
    """What is said of a decision."""

    meaning: str
    texts: Mapping[str, str]
    """Text of each kind of action that can be legal."""
    question: str
    labels: Mapping[str, str]
    """What a button says, of each kind of action."""
    rule: str
    """Id of the decision point."""

    def __post_init__(self) -> None:
        for kind in self.texts:
            if kind not in self.labels:
                raise ValueError(f"row of {self.rule}: labels has none for {kind!r}")


DECISIONS: Mapping[Phase, DecisionRow] = {
    Phase.LEADER_CARD: DecisionRow(
        meaning="which leader card to take",
        texts={"leader_card": "lead {x}", "random_leader": "lead random"},
        question="Which leader is led?",
        labels={"leader_card": "Lead {x}", "random_leader": "Lead a random leader"},
        rule="BTW-DP-01",
    ),
    Phase.DRAFT: DecisionRow(
        meaning="which card of the pack to set aside, in secret",
        texts={"card": "pick {x}"},
        question="Which card of the pack is kept, in secret?",
        labels={"card": "Keep {x}"},
        rule="BTW-DP-02",
    ),
    Phase.TURN: DecisionRow(
        meaning="play a card of the hand, or kneel",
        texts={"card": "play {x}", "kneel": "kneel"},
        question="Is a card of the hand played, or is it time to kneel?",
        labels={"card": "Play {x}", "kneel": "Kneel"},
        rule="BTW-DP-03",
    ),
    Phase.ABILITY: DecisionRow(
        meaning="which of the own cards resolves next",
        texts={"card": "resolve {x}"},
        question="Which of the own cards resolves its ability next?",
        labels={"card": "Resolve {x}"},
        rule="BTW-DP-05",
    ),
    Phase.PLACEMENT: DecisionRow(
        meaning="in which council the ally is placed",
        texts={"council": "place {x}"},
        question="To which council does {ally} go?",
        labels={"council": "To {x}"},
        rule="BTW-DP-06",
    ),
    Phase.TOKEN: DecisionRow(
        meaning="in which council the power token is placed",
        texts={"council": "token {x}"},
        question="To which council does the power token go?",
        labels={"council": "Token to {x}"},
        rule="BTW-DP-08",
    ),
    Phase.TARGET: DecisionRow(
        meaning="which leader the ability concerns",
        texts={"leader": "target {x}", "no": "no"},
        question="{source}: whom does it concern?",
        labels={"leader": "Choose {x}", "no": "Choose nobody"},
        rule="BTW-DP-15",
    ),
    Phase.CARD: DecisionRow(
        meaning="which influence card the ability concerns",
        texts={"card": "card {x}", "no": "no"},
        question="{source}: which influence card does it concern?",
        labels={"card": "Choose {x}", "no": "Choose no card"},
        rule="BTW-DP-16",
    ),
    Phase.ALLY: DecisionRow(
        meaning="which ally the ability concerns",
        texts={"ally": "ally {x}", "no": "no"},
        question="{source}: which ally does it concern?",
        labels={"ally": "Choose {x}", "no": "Choose no ally"},
        rule="BTW-DP-17",
    ),
    Phase.COUNCIL: DecisionRow(
        meaning="which council's tokens the ability concerns",
        texts={"council": "council {x}"},
        question="{source}: which council's tokens does it concern?",
        labels={"council": "Tokens of {x}"},
        rule="BTW-DP-19",
    ),
    Phase.AGREE: DecisionRow(
        meaning="whether to use an ability",
        texts={"yes": "yes", "no": "no"},
        question="{source}: is its ability used?",
        labels={"yes": "Use {source}", "no": "Do not use {source}"},
        rule="BTW-DP-20",
    ),
    Phase.BURY: DecisionRow(
        meaning="which of the allies seen goes under the deck, if any",
        texts={"ally": "bury {x}", "no": "no"},
        question="{source}: which of the allies seen goes under the deck?",
        labels={"ally": "Put {x} under the deck", "no": "Put no ally under the deck"},
        rule="BTW-DP-12",
    ),
    Phase.ARRANGE: DecisionRow(
        meaning="which of the allies seen comes next",
        texts={"ally": "next {x}"},
        question="{source}: which of the allies seen comes next?",
        labels={"ally": "Next is {x}"},
        rule="BTW-DP-12",
    ),
}
"""Every decision, in the order of its phase."""
