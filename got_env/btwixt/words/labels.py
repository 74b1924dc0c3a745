"""Labels of actions, as on a button: what an answer does, in words that people use."""

from __future__ import annotations

from got_env.btwixt.phases.decisions import DECISIONS
from got_env.btwixt.rules.frames import PHASE, PLAYER, SOURCE
from got_env.btwixt.rules.vocabulary import NONE, Phase
from got_env.btwixt.views.observation import OF_EFFECT
from got_env.btwixt.words import notation
from got_env.btwixt.words.context import source_name
from got_env.btwixt.words.names import council_words, facts_behind
from got_env.core.game import States
from got_env.core.proper_names import proper_name


def action_label(states: States, row: int, action: int) -> str:
    """Label of an action in the open decision of a record: ``"Play Drawn Steel"``.

    Labels of the legal actions of a decision differ from each other. Nothing but what the
    (redacted) record shows is in them.

    Args:
        states: ``(B,) STATE``.
        row: index of the record.
        action: legal or not; one that has no place in the open decision gets its context-free name
            with capitals.

    Raises:
        ValueError: for an action out of range.
    """
    kind = notation.kind_of(action)
    facts, frame = facts_behind(states[row]), notation.top_frame(states, row)
    labels = {} if frame is None else DECISIONS[Phase(frame[PHASE])].labels
    if frame is None or kind.name not in labels:
        return " ".join(map(proper_name, notation.action_names(facts)[action].split()))
    index = action - kind.offset
    players = int(states["num_players"][row])
    if kind.name == "council" and index < players:
        x = council_words(players, notation.council_of(players, frame[PLAYER], index))
    else:
        x = proper_name(notation.word_of(states, row, frame[PLAYER], facts, kind, index))
    asks = OF_EFFECT[frame[PHASE]] and frame[SOURCE] != NONE
    source = proper_name(source_name(facts, frame[SOURCE])) if asks else ""
    return labels[kind.name].format(x=x, source=source)
