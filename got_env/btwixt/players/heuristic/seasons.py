"""Leader cards and picks of the draft."""

from __future__ import annotations

from got_env.btwixt.pieces.cards import only
from got_env.btwixt.players.heuristic.worth import any_of_kind, keep_worth
from got_env.btwixt.rules.actions import CARD, LEADER_CARD, RANDOM_LEADER
from got_env.btwixt.rules.table import RULES
from got_env.btwixt.rules.vocabulary import NONE, NUM_KINDS, NUM_LEADERS
from got_env.core.jit import linked


@linked
def score_leader_card(t, w):
    """Score leader cards: the one with the best white cards is best."""
    total = 0.0
    for leader in range(NUM_LEADERS):
        whites = RULES[t.ruleset].leader_whites[leader]
        worth = 0.0
        for word in range(2):
            for bit in range(63):
                if whites[word] & only(bit) != 0:
                    worth += keep_worth(t, 64 * word + bit)
        w.score[LEADER_CARD + leader] = worth
        total += worth
    w.score[RANDOM_LEADER] = total / NUM_LEADERS - 0.1


@linked
def score_draft(t, w):
    """Score the cards of the pack to set aside by their worth in a hand."""
    for kind in range(NUM_KINDS):
        card = any_of_kind(t, kind)
        if card != NONE:
            w.score[CARD + kind] = keep_worth(t, card)
