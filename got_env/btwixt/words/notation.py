"""Texts of actions and events, and the way back from a text to an action."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import numpy as np

from got_env.btwixt.facts.facts import Facts
from got_env.btwixt.phases.decisions import DECISIONS
from got_env.btwixt.rules import actions
from got_env.btwixt.rules.frames import PHASE, PLAYER
from got_env.btwixt.rules.state import JOURNAL_SIZE
from got_env.btwixt.rules.vocabulary import NUM_KINDS, Event, Phase, Restriction, Season
from got_env.btwixt.words.names import council_name, facts_behind, seat_name
from got_env.core.batch.games import action_mask
from got_env.core.error_values import short_repr
from got_env.core.game import Decision, States

_RELATIVE = ("left", "right", "3", "4", "5", "6")
_PLACEHOLDERS = {"ally": "ALLY", "source": "CARD"}
"""What stands for the subject of a decision in its question."""

_SINGLE = ("kneel", "random_leader", "yes", "no")


def words_of(facts: Facts, kind: actions.ActionRange) -> tuple[str, ...]:
    """Words of the actions of a kind, out of context."""
    match kind.name:
        case "card":
            return facts.kind_ids
        case "ally":
            return facts.ally_ids
        case "leader_card":
            return facts.leader_ids
        case "council":
            return _RELATIVE
        case _:
            return tuple(str(i + 1) for i in range(kind.size))


@cache
def action_names(facts: Facts) -> tuple[str, ...]:
    """Context-free name of every action: ``"card betrayal"``, ``"council left"``."""
    names: list[str] = []
    for kind in actions.RANGES:
        single = kind.name in _SINGLE
        names += [kind.name if single else f"{kind.name} {word}" for word in words_of(facts, kind)]
    return tuple(names)


@cache
def action_meanings(facts: Facts) -> tuple[str, ...]:
    """Meaning of every action."""
    told = {
        "card": "the influence card {}",
        "kneel": "kneel",
        "leader": "the {}. leader clockwise from the one who decides",
        "council": "a council: the own left or right one, then the others clockwise; here {}",
        "ally": "the ally {}",
        "leader_card": "the leader card {}",
        "random_leader": "a random leader card",
        "yes": "yes",
        "no": "no, stop, none",
    }
    meanings = [
        told[kind.name].format(word) for kind in actions.RANGES for word in words_of(facts, kind)
    ]
    for kind in set(range(NUM_KINDS)) - facts.kinds.keys():
        meanings[actions.CARD + kind] = "no card: the data have fewer different standard cards"
    return tuple(meanings)


def decisions() -> tuple[Decision, ...]:
    """All decisions in the order of their phases."""
    return tuple(
        Decision(
            name=phase.name.lower(),
            meaning=row.meaning,
            texts=tuple(text.format(x=kind.upper()) for kind, text in row.texts.items()),
            question=row.question.format(**_PLACEHOLDERS),
            labels=tuple(
                label.format(x=_x(kind), **_PLACEHOLDERS) for kind, label in row.labels.items()
            ),
            actions=tuple(
                action
                for kind in actions.RANGES
                if kind.name in row.texts
                for action in _possible(phase, kind)
            ),
        )
        for phase, row in DECISIONS.items()
    )


def _x(kind: str) -> str:
    """What stands for the word of an action in a label."""
    return kind.partition("_")[0].upper()


def _possible(phase: Phase, kind: actions.ActionRange) -> range:
    own_only = phase in (Phase.TOKEN,)
    return range(kind.offset, kind.offset + (2 if own_only else kind.size))


def top_frame(states: States, row: int) -> list[int] | None:
    """The frame of the open decision; None when the game is over."""
    depth = int(states["depth"][row])
    if depth == 0:
        return None
    frame: list[int] = states["stack"][row, depth - 1].tolist()
    return frame


def phase_name(states: States, row: int) -> str:
    """Name of the open decision, ``"turn"``; ``"over"`` when the game has ended."""
    frame = top_frame(states, row)
    return "over" if frame is None else Phase(frame[PHASE]).name.lower()


def kind_of(action: int) -> actions.ActionRange:
    """The range of an action.

    Raises:
        ValueError: for an action out of range.
    """
    for kind in actions.RANGES:
        if kind.offset <= action < kind.offset + kind.size:
            return kind
    raise ValueError(f"action {action}: expected 0 to {actions.NUM_ACTIONS - 1}")


def action_text(states: States, row: int, action: int) -> str:
    """Text of an action in the open decision of a record: ``"target player_3"``.

    An action whose kind has no place in the open decision keeps its context-free name.

    Raises:
        ValueError: for an action out of range.
    """
    kind = kind_of(action)
    frame = top_frame(states, row)
    facts = facts_behind(states[row])
    if frame is None or kind.name not in DECISIONS[Phase(frame[PHASE])].texts:
        return action_names(facts)[action]
    text = DECISIONS[Phase(frame[PHASE])].texts[kind.name]
    return text.format(x=word_of(states, row, frame[PLAYER], facts, kind, action - kind.offset))


def word_of(
    states: States, row: int, player: int, facts: Facts, kind: actions.ActionRange, index: int
) -> str:
    """The word of an action of a kind in its context: a card, an ally, a leader, a council."""
    players = int(states["num_players"][row])
    if kind.name == "leader" and index < players - 1:
        return seat_name((player + 1 + index) % players)
    if kind.name == "council" and index < players:
        return council_name(players, council_of(players, player, index))
    return words_of(facts, kind)[index]


def council_of(players: int, player: int, index: int) -> int:
    """The council that the action with an index stands for: own left, own right, the others."""
    council = player if index == 0 else player - 1 if index == 1 else player + index - 1
    return council % players


def legal_texts(states: States, row: int) -> dict[str, int]:
    """Texts of the legal actions of a record, and the action of each."""
    mask = np.zeros((1, actions.NUM_ACTIONS), dtype=np.bool_)
    action_mask(states[row : row + 1].copy(), mask)
    return {action_text(states, row, int(a)): int(a) for a in np.flatnonzero(mask[0])}


def parse_action(states: States, row: int, text: str) -> int:
    """The legal action with this text: the exact inverse of :func:`action_text`.

    Raises:
        ValueError: if no legal action has this text; names a few that are legal.
    """
    if not isinstance(text, str):
        raise ValueError(f"action {short_repr(text)}: expected a text, not {type(text).__name__}")
    legal = legal_texts(states, row)
    if text in legal:
        return legal[text]
    some = ", ".join(list(legal)[:5]) + (", ..." if len(legal) > 5 else "")
    raise ValueError(
        f"action {short_repr(text, 80)} is not legal; legal: {some or 'nothing, the game is over'}"
    )


# --- events


class Names:
    """Names of what the rows of the journal point at."""

    def __init__(self, facts: Facts, players: int) -> None:
        self.facts, self.players = facts, players

    def card(self, kind: int) -> str:
        """A kind of influence card."""
        return self.facts.kind_ids[kind]

    def ally(self, index: int) -> str:
        """An ally; ``an ally`` if it is not told which."""
        return self.facts.ally_ids[index] if index >= 0 else "an ally"

    def council(self, index: int) -> str:
        """A council."""
        return council_name(self.players, index)

    def seat(self, seat: int) -> str:
        """A player; ``nobody`` for none."""
        return seat_name(seat)

    def leader(self, index: int) -> str:
        """A leader card."""
        return self.facts.leader_ids[index]


def _restriction(who: str, kind: int, amount: int) -> str:
    match Restriction(kind):
        case Restriction.CANNOT_KNEEL_NEXT_TURN:
            return f"{who} may not kneel on the next turn"
        case Restriction.MUST_PLAY_BEFORE_KNEELING:
            return f"{who} must play a card before kneeling"
        case _:
            return f"{who} may have {amount} cards in the bid pile"


Teller = Callable[[str, int, int, Names], str]
"""Text of an event, from who it is about, its two numbers and the names of pieces."""

EVENTS: Mapping[Event, Teller] = {
    Event.NOTHING: lambda who, x, y, n: "",
    Event.LEADER: lambda who, x, y, n: f"{who} leads {n.leader(x)}",
    Event.SEASON: lambda who, x, y, n: f"{Season(x).name.lower()} begins",
    Event.ROUND: lambda who, x, y, n: f"round {x} begins, {who} is first player",
    Event.REVEAL: lambda who, x, y, n: f"{n.ally(x)} is the current ally",
    Event.NO_ALLY: lambda who, x, y, n: "no ally is left to reveal",
    Event.PLAY: lambda who, x, y, n: f"{who} plays {n.card(x)}",
    Event.KNEEL: lambda who, x, y, n: f"{who} kneels",
    Event.WIN: lambda who, x, y, n: f"{who} wins the bid with {100 * x + y}",
    Event.CLAIM: lambda who, x, y, n: f"{who} claims {n.ally(x)} for {n.council(y)}",
    Event.ENTER: lambda who, x, y, n: f"{who} brings {n.ally(x)} to {n.council(y)}",
    Event.TOKEN: lambda who, x, y, n: f"{who} gains a power token for {n.council(x)}",
    Event.TOKEN_MOVED: lambda who, x, y, n: (
        f"a power token goes from {n.council(x)} to {n.council(y)}"
    ),
    Event.KILL: lambda who, x, y, n: f"{n.ally(x)} is killed",
    Event.ALLY_MOVED: lambda who, x, y, n: f"{who} moves {n.ally(x)} to {n.council(y)}",
    Event.ALLY_TO_DECK: lambda who, x, y, n: (
        f"{who} puts {n.ally(x)} {'on top of' if y else 'under'} the ally deck"
    ),
    Event.DISCARD: lambda who, x, y, n: f"{who} discards {n.card(x)}",
    Event.TAKE_SEEN: lambda who, x, y, n: f"{who} takes {n.card(x)} into hand",
    Event.TAKE_UNSEEN: lambda who, x, y, n: f"{who} gets a card from {n.seat(x)}",
    Event.PILE: lambda who, x, y, n: f"{n.card(x)} goes to the bid pile of {who}",
    Event.DRAW: lambda who, x, y, n: f"{who} draws a card",
    Event.LOOK: lambda who, x, y, n: (
        f"{n.seat(x)} shows the hand to {'all' if who == 'nobody' else who}"
    ),
    Event.LOOK_TOKENS: lambda who, x, y, n: f"{who} looks at the power tokens of {n.council(x)}",
    Event.PEEK: lambda who, x, y, n: f"{who} looks at {x} allies",
    Event.CANCEL: lambda who, x, y, n: f"{n.card(x)} of {who} loses its ability",
    Event.VALUE: lambda who, x, y, n: f"{n.card(x)} of {who} changes by {y:+}",
    Event.TOTAL: lambda who, x, y, n: f"the total of {who} changes by {x:+}",
    Event.MUST_PLAY: lambda who, x, y, n: _restriction(who, x, y),
    Event.PROTECT: lambda who, x, y, n: f"{who} protects {n.ally(x)}",
    Event.FIRST_PLAYER: lambda who, x, y, n: f"{who} will be first player",
    Event.EVENTS_ADDED: lambda who, x, y, n: f"{x} event cards are shuffled in",
    Event.GAME_OVER: lambda who, x, y, n: (
        f"{who} wins the game" if x == 0 else f"{who} and others share the victory"
    ),
    Event.PASS_TURN: lambda who, x, y, n: f"{who} must play, but cannot, and passes",
}


def event_text(states: States, row: int, event: Any) -> str:
    """One journal row ``(kind, seat, x, y)`` in words, as told to everyone."""
    kind, seat, x, y = (int(value) for value in event)
    names = Names(facts_behind(states[row]), int(states["num_players"][row]))
    return EVENTS[Event(kind)](names.seat(seat), x, y, names)


def kept_events(states: States, row: int, since: int) -> list[Any]:
    """Journal rows after the first ``since`` events, as far as the journal has them."""
    count = int(states["journal_no"][row])
    journal = states["journal"][row]
    return [journal[i % JOURNAL_SIZE] for i in range(max(since, count - JOURNAL_SIZE), count)]


def new_events(states: States, row: int, since: int) -> list[str]:
    """Texts of the events noted after the first ``since``, as far as the journal has them."""
    return [event_text(states, row, event) for event in kept_events(states, row, since)]
