"""Events as people at the table tell them: ``Player 2 claims Hodor for ...``.

Replays and programs keep those of :mod:`got_env.btwixt.words.notation`, in which names are ids.
"""

from __future__ import annotations

from collections.abc import Mapping

from got_env.btwixt.rules.vocabulary import Event
from got_env.btwixt.words import notation
from got_env.btwixt.words.names import council_words, facts_behind
from got_env.btwixt.words.notation import Names, Teller
from got_env.core.game import States
from got_env.core.proper_names import proper_name


class _ProperNames(Names):
    """Names as people write them."""

    def card(self, kind: int) -> str:
        """A kind of influence card."""
        return proper_name(super().card(kind))

    def ally(self, index: int) -> str:
        """An ally; ``an ally`` if it is not told which."""
        return proper_name(super().ally(index)) if index >= 0 else super().ally(index)

    def council(self, index: int) -> str:
        """A council."""
        return council_words(self.players, index)

    def seat(self, seat: int) -> str:
        """A player; ``nobody`` for none."""
        return proper_name(super().seat(seat)) if seat >= 0 else super().seat(seat)

    def leader(self, index: int) -> str:
        """A leader card."""
        return proper_name(super().leader(index))


def _changed(by: int) -> str:
    return f"counts {abs(by)} {'more' if by >= 0 else 'less'}"


_TOLD: Mapping[Event, Teller] = {
    **notation.EVENTS,
    Event.VALUE: lambda who, x, y, n: f"{n.card(x)} of {who} {_changed(y)}",
    Event.TOTAL: lambda who, x, y, n: f"the bid of {who} {_changed(x)}",
    Event.TOKEN: lambda who, x, y, n: f"{who} gains a power token on {n.council(x)}",
    Event.TOKEN_MOVED: lambda who, x, y, n: (
        f"a power token goes from {n.council(x)} to {n.council(y)}"
    ),
    Event.PILE: lambda who, x, y, n: f"{n.card(x)} joins the bid of {who}",
    Event.PEEK: lambda who, x, y, n: f"{who} looks at {x} {'ally' if x == 1 else 'allies'}",
    Event.EVENTS_ADDED: lambda who, x, y, n: f"{x} event cards are shuffled into the ally deck",
}
"""Text of every event."""


def told_events(states: States, row: int, since: int) -> list[str]:
    """The events after the first ``since`` as people tell them, as far as the journal has them."""
    names = _ProperNames(facts_behind(states[row]), int(states["num_players"][row]))
    told = []
    for event in notation.kept_events(states, row, since):
        kind, seat, x, y = (int(value) for value in event)
        words = _TOLD[Event(kind)](names.seat(seat), x, y, names)
        told.append(words[:1].upper() + words[1:])
    return told
