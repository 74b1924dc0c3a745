"""The blocks of an observation of a game with claim."""

from __future__ import annotations

from got_env.core.game import Block
from got_env.core.observation_fields import width
from got_env.westeros.facts.facts import Facts
from got_env.westeros.games.blocks import areas_and_houses, table_and_history
from got_env.westeros.views import claim_observation as claim
from got_env.westeros.words.notation import words_of


def claim_blocks(facts: Facts) -> tuple[Block, ...]:
    """Of records with claim: Leaders and Alliance cards have rows of their own."""
    fields = claim.leader_fields(facts)
    leaders = next(kind for kind in facts.action_ranges if kind.name == "leader")
    return (
        *areas_and_houses(facts, claim.AREA_FIELDS, claim.house_fields(facts)),
        Block(
            "leaders",
            (leaders.size, width(fields)),
            fields,
            rows=words_of(facts, leaders),
            pointed_by=leaders.offset,
        ),
        *_alliances(facts),
        *table_and_history(facts, claim.table_fields(facts)),
    )


def _alliances(facts: Facts) -> tuple[Block, ...]:
    """A row for each Alliance card, in a game that has them."""
    cards = facts.alliance_words
    if not cards:
        return ()
    shape = (len(cards), claim.ALLIANCE_FEATURES)
    return (Block("alliances", shape, claim.ALLIANCE_FIELDS, rows=cards),)
