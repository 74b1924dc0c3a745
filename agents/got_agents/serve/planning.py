"""Planning: the secret questions that a seat will be asked one after another, in any order.

The engine asks for the answer of one place after another. A page shows all of these questions at
once, lets a person change the answers as often as they like, and sends them together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from got_agents.serve.action_targets import elements, places_of_all
from got_agents.serve.messages import Choice, Planned, PlanStep
from got_agents.serve.table_snapshot import TableSnapshot
from got_agents.serve.view import drawn
from got_agents.serve.visibility import known_to
from got_env.core.game import Game, States

Pick = Callable[[Sequence[int]], int]
"""Takes one of some actions."""

_FILLERS: tuple[Pick, ...] = (
    lambda actions: actions[0],
    lambda actions: actions[-1],
    lambda actions: actions[len(actions) // 2],
)
"""Answers to questions that are still open, so that later ones can be looked at."""


class Rehearsal:
    """Questions of one seat that follow each other without anybody seeing anything in between.

    Args:
        game: what is played.
        states: a record ``(1,)``, which is copied.
        mask: legal actions ``(A,)`` of the seat that decides.
        seat: that seat.
    """

    def __init__(self, game: Game, states: States, mask: npt.NDArray[np.bool_], seat: int) -> None:
        self.game, self._seat = game, seat
        self.states = states.copy()
        self._masks = mask[None].copy()
        self._phase = game.words.phase_name(states, 0)

    @property
    def legal(self) -> list[int]:
        """Actions that are legal now."""
        return [int(action) for action in np.flatnonzero(self._masks[0])]

    def answer(self, action: int) -> bool:
        """Take a legal action; whether a question of the same kind follows for the same seat."""
        before, seats = self.states.copy(), np.zeros(1, dtype=np.int8)
        actions = np.array([action], dtype=np.int64)
        self.game.kernels.advance(self.states, actions, False, self._masks, seats)
        words = self.game.words
        return (
            int(seats[0]) == self._seat
            and words.phase_name(self.states, 0) == self._phase
            and not words.reveals(before, self.states, 0)
        )


@dataclass
class _Asked:
    """A question on the way through a plan."""

    place: str
    legal: dict[int, tuple[str, str]]
    """Text and label of the legal actions."""
    answer: int
    wished: bool


def plan_for(snapshot: TableSnapshot, seat: int, wishes: Mapping[str, int]) -> Planned:
    """What a seat will be asked, and which of its wishes can stand together.

    Everything comes from what the seat knows: what it does not is dealt anew before.

    Args:
        snapshot: of a table at which the seat decides.
        seat: who plans.
        wishes: actions by the place that they are about.

    Returns:
        The questions by place; none if no more than one can be planned.
    """
    game, turn = snapshot.game, snapshot.turns[seat]
    known = known_to(game, snapshot.states, seat)
    if game.words.phase_name(known, 0) not in game.actions.always_asked:
        return Planned(turn, [], False)
    places = elements(drawn(game, known)[0])
    game.kernels.redeal(known, np.array([seat], dtype=np.int8), np.zeros(1, dtype=np.int64))

    def walks(wanted: Mapping[str, int]) -> list[list[_Asked]]:
        rehearsals = (Rehearsal(game, known, snapshot.mask, seat) for _ in _FILLERS)
        return [
            list(_walk(rehearsal, places, wanted, filler))
            for rehearsal, filler in zip(rehearsals, _FILLERS, strict=True)
        ]

    together = walks(wishes)
    if len(together[0]) < 2:
        return Planned(turn, [], False)
    alone = walks({}) if wishes else together
    steps = [
        _step(asked, free, wishes)
        for asked, free in zip(zip(*together, strict=True), zip(*alone, strict=True), strict=True)
    ]
    return Planned(turn, steps, all(asked.wished for asked in together[0]))


def _walk(
    rehearsal: Rehearsal, places: Mapping[str, list[str]], wishes: Mapping[str, int], filler: Pick
) -> Iterator[_Asked]:
    """The questions one after another; those without a wish that is legal get another answer."""
    actions, states = rehearsal.game.actions, rehearsal.states
    seen, more = set[str](), True
    while more:
        legal = {
            action: (actions.text(states, 0, action), actions.label(states, 0, action))
            for action in rehearsal.legal
        }
        texts = [text for text, _ in legal.values()]
        about = [place for place in places_of_all(texts, places) if place not in seen]
        if len(about) != 1:
            return
        seen.add(about[0])
        wish = wishes.get(about[0])
        spare = [action for action in legal if action not in wishes.values()] or list(legal)
        answer = wish if wish in legal else filler(spare)
        yield _Asked(about[0], legal, answer, wish in legal)
        more = rehearsal.answer(answer)


def _step(asked: Sequence[_Asked], free: Sequence[_Asked], wishes: Mapping[str, int]) -> PlanStep:
    """A question with what the walks allow, and with what is wished for at other places.

    Args:
        asked: the question on the walks with all wishes.
        free: the same on walks without any.
        wishes: actions by place.
    """
    texts: dict[int, tuple[str, str]] = {}
    for one in asked:
        texts |= one.legal
    place, wish = asked[0].place, wishes.get(asked[0].place)
    stands = wish if wish in texts else None
    for one in free:
        texts |= {a: words for a, words in one.legal.items() if a in wishes.values()}
    choices = [Choice(action, *texts[action], "", [place]) for action in sorted(texts)]
    return PlanStep(place, choices, stands)
