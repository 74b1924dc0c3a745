"""Planning: the secret questions that a seat will be asked one after another, in any order.

The engine asks for the answer of one place after another. A page shows all of these questions at
once, lets a person change the answers as often as they like, and sends them together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from got_agents.serve.action_targets import elements, places_of_all
from got_agents.serve.messages import MOST_TOGETHER, Choice, Drafted, Planned, PlanStep
from got_agents.serve.table_snapshot import TableSnapshot
from got_agents.serve.view import drawn, view_of
from got_agents.serve.visibility import known_to
from got_env.core.game import Game, States
from got_env.core.proper_names import proper_name

Pick = Callable[[Sequence[int]], int]
"""Takes one of some actions."""

_FILLERS: tuple[Pick, ...] = (
    lambda actions: actions[0],
    lambda actions: actions[-1],
    lambda actions: actions[len(actions) // 2],
)
"""Answers to questions that are still open, so that later ones can be looked at."""


class Rehearsal:
    """Questions of one seat that follow each other before anybody learns anything.

    Nothing that was hidden is shown in between, and nothing is told, but for moves of which all
    parts are.

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

    @property
    def legal(self) -> list[int]:
        """Actions that are legal now."""
        return [int(action) for action in np.flatnonzero(self._masks[0])]

    def answer(self, action: int) -> bool:
        """Take a legal action; whether another question of the same seat follows at once."""
        before, seats = self.states.copy(), np.zeros(1, dtype=np.int8)
        actions = np.array([action], dtype=np.int64)
        self.game.kernels.advance(self.states, actions, False, self._masks, seats)
        words, alone = self.game.words, self.game.actions.one_move
        phases = words.phase_name(before, 0), words.phase_name(self.states, 0)
        told = bool(before["journal_no"][0] != self.states["journal_no"][0])
        return (
            int(seats[0]) == self._seat
            and (not told or all(phase in alone for phase in phases))
            and not words.reveals(before, self.states, 0)
        )

    @property
    def mask(self) -> npt.NDArray[np.bool_]:
        """Legal actions ``(A,)`` of the question that is reached."""
        legal: npt.NDArray[np.bool_] = self._masks[0].copy()
        return legal

    @property
    def phase(self) -> str:
        """Its name."""
        return self.game.words.phase_name(self.states, 0)


@dataclass
class _Asked:
    """A question on the way through a plan."""

    place: str
    legal: dict[int, tuple[str, str]]
    """Text and label of the legal actions."""
    answer: int
    wished: bool


def redeal(game: Game, known: States, seat: int) -> None:
    """Deal what a seat does not know anew, always the same way."""
    game.kernels.redeal(known, np.array([seat], dtype=np.int8), np.zeros(1, dtype=np.int64))


def rehearsal_of(game: Game, states: States, mask: npt.NDArray[np.bool_], seat: int) -> Rehearsal:
    """A rehearsal from what a seat knows alone."""
    known = known_to(game, states, seat)
    redeal(game, known, seat)
    return Rehearsal(game, known, mask, seat)


def draft_for(snapshot: TableSnapshot, seat: int, wanted: Sequence[int]) -> Drafted:
    """The question to a seat after some answers, if it follows at once.

    Everything comes from what the seat knows, as in a plan.

    Args:
        snapshot: of a table at which the seat decides.
        seat: whose move it is.
        wanted: answers to the open question and to those that follow it.

    Raises:
        ValueError: if one of them is not legal, or is not asked for at once.
    """
    game = snapshot.game
    rehearsal = rehearsal_of(game, snapshot.states, snapshot.mask, seat)
    actions, labels, more = list[int](), list[str](), True

    def answer(action: int) -> bool:
        shown = known_to(game, rehearsal.states, seat)
        labels.append(game.actions.label(shown, 0, action))
        actions.append(action)
        return rehearsal.answer(action)

    for action in wanted:
        if not more or action not in rehearsal.legal:
            raise ValueError("this move is not possible any more: choose again")
        more = answer(action)
    while more and len(rehearsal.legal) == 1 and rehearsal.phase not in game.actions.always_asked:
        more = answer(rehearsal.legal[0])
    view = None
    if more and len(actions) < MOST_TOGETHER:
        reached = replace(snapshot, states=rehearsal.states.copy(), mask=rehearsal.mask)
        view = view_of(reached, seat)
    return Drafted(snapshot.turns[seat], len(wanted), actions, labels, view)


def plan_for(snapshot: TableSnapshot, seat: int, wishes: Mapping[str, int]) -> Planned:
    """Questions that a seat will be asked, and those of its wishes that can stand together.

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
    redeal(game, known, seat)

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
    seen, more, phase = set[str](), True, rehearsal.phase
    while more and rehearsal.phase == phase:
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
    return PlanStep(place, proper_name(place), choices, stands)
