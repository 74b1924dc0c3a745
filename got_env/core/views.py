"""Views of decisions for players, and asking players of every kind.

Agents see views, never games. A view is made from a redacted copy of the record, so an agent
cannot cheat even if it reads every field. Agents keep no memory between decisions: the record
holds the whole position and its last public events, and each view brings a random number of its
own. So one agent plays any number of seats and games at once, and a game does not depend on those
played beside it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from typing import Any, Protocol, TypeGuard

import numpy as np
import numpy.typing as npt

from got_env.core.error_values import short_repr
from got_env.core.game import Game, States
from got_env.core.press.messages import Heard

Bools = npt.NDArray[np.bool_]
Ints = npt.NDArray[np.int64]
Observations = npt.NDArray[np.int8]

_PURPOSE = b"got_env decision"
"""Sets these hashes apart from any others of the same numbers; 16 bytes at most."""


@dataclass(frozen=True)
class View:
    """One decision, as the seat that must take it knows the game."""

    game: Game
    states: States
    """The redacted record, a batch of one ``(1,)``."""
    seat: int
    mask: Bools
    """Legal actions ``(A,)``."""
    seed: int
    """Random number of this decision: the only source of chance an agent may use."""
    heard: Heard | None = None
    """Talk that the seat has heard from others; None in a game without talk."""

    @cached_property
    def legal(self) -> Ints:
        """Legal action indices, ascending."""
        return np.flatnonzero(self.mask)

    @cached_property
    def observation(self) -> Observations:
        """The flat observation ``(observation_size,)``."""
        return _observe(self.game, self.states, np.array([self.seat], dtype=np.int8)).reshape(-1)

    def rng(self) -> np.random.Generator:
        """A generator for this decision."""
        return np.random.default_rng(self.seed)

    def as_batch(self) -> Views:
        """This decision alone as a batch ``(1,)``, for agents that decide in batches."""
        return Views(
            self.game,
            self.states,
            np.array([self.seat], dtype=np.int8),
            self.mask[None],
            np.array([self.seed], dtype=np.int64),
            () if self.heard is None else (self.heard,),
        )


@dataclass(frozen=True)
class Views:
    """Many decisions of one game type at once; row ``i`` is a decision of its own."""

    game: Game
    states: States
    """Redacted records ``(B,)``."""
    seats: npt.NDArray[np.int8]
    masks: Bools
    """Legal actions ``(B, A)``."""
    seeds: Ints
    """Random numbers of the decisions ``(B,)``."""
    heard: tuple[Heard, ...] = ()
    """Talk that the seats have heard from others, one for each view; empty in games without talk.
    """

    @classmethod
    def of(
        cls,
        game: Game,
        states: States,
        seats: Any,
        masks: Bools,
        seeds: Ints,
        rows: Any = slice(None),
        heard: Iterable[Heard] = (),
    ) -> Views:
        """Views of copies of records that hide what ``seats`` may not know.

        Args:
            game: the game.
            states: its records.
            seats: seats that decide, one for each view.
            masks: legal actions, one row for each view.
            seeds: random numbers of the decisions, one for each view.
            rows: the records to view; all by default.
            heard: what the seats have heard, one for each view, in games with talk.
        """
        seats = np.asarray(seats, dtype=np.int8)
        hidden = copy_rows(game, states, rows)
        game.kernels.redact(hidden, seats)
        return cls(game, hidden, seats, masks, seeds, tuple(heard))

    def __len__(self) -> int:
        return len(self.states)

    def __iter__(self) -> Iterator[View]:
        return (self[row] for row in range(len(self)))

    def __getitem__(self, row: int) -> View:
        if not -len(self) <= row < len(self):
            raise IndexError(row)
        row %= len(self)
        states = self.states[row : row + 1]
        heard = self.heard[row] if self.heard else None
        seat, seed = int(self.seats[row]), int(self.seeds[row])
        return View(self.game, states, seat, self.masks[row], seed, heard)

    def part(self, rows: Any) -> Views:
        """The decisions of some rows."""
        heard = tuple(self.heard[at] for at in np.arange(len(self))[rows]) if self.heard else ()
        return Views(
            self.game,
            self.states[rows],
            self.seats[rows],
            self.masks[rows],
            self.seeds[rows],
            heard,
        )

    @cached_property
    def observations(self) -> Observations:
        """Flat observations ``(B, observation_size)``."""
        return _observe(self.game, self.states, self.seats)


class Agent(Protocol):
    """A player of any seat of any game it knows.

    An agent that does not know every game may have a method ``check_game(game)``, which raises
    ValueError for others. It is called once before the games begin, see :func:`check_game`.
    """

    name: str

    def act(self, view: View) -> int:
        """Choose a legal action."""
        ...


class AgentError(RuntimeError):
    """An agent failed to choose: it crashed, took too long, or answered what nobody can read."""


class BatchAgent(Protocol):
    """An agent that decides for many games at once, row by row as ``act`` would."""

    name: str

    def act(self, view: View) -> int:
        """Choose a legal action."""
        ...

    def act_batch(self, views: Views) -> Ints:
        """Choose a legal action for every row ``(B,)``."""
        ...


def decides_in_batches(agent: Agent) -> TypeGuard[BatchAgent]:
    """Tell whether an agent decides for many games at once.

    This is asked for every decision; ``isinstance`` with a protocol takes far longer to find out.
    """
    return hasattr(agent, "act_batch")


def check_game(agent: Agent, game: Game) -> None:
    """Tell an agent which game it is going to play.

    Raises:
        ValueError: if it says that it cannot play it.
    """
    check = getattr(agent, "check_game", None)
    if callable(check):
        check(game)


class WrongAnswerError(ValueError):
    """An agent has answered what is no legal action; the message names the agent."""


def choose(agent: Agent, views: Views) -> Ints:
    """Actions of an agent for every row, at once if it can.

    Raises:
        WrongAnswerError: if the agent answers anything but one legal action for each row; names the
            agent and what it answered.
    """
    # What the agent writes into its views changes nothing, and not what an error says of it.
    game, count = views.game, len(views)
    states, seats, legal = views.states.tobytes(), views.seats.copy(), views.masks.copy()
    if decides_in_batches(agent):
        answer = np.asarray(agent.act_batch(views))
    else:
        answer = np.asarray([agent.act(view) for view in views])
    if answer.shape != (count,) or (count and answer.dtype.kind not in "iu"):
        raise WrongAnswerError(
            f"agent {agent.name!r} answered {short_repr(answer.tolist(), 80)}: expected one whole"
            f" number for each of {count} decisions"
        )
    actions = answer.astype(np.int64)
    rows = np.arange(count)
    in_range = (actions >= 0) & (actions < legal.shape[1])
    wrong = np.flatnonzero(~in_range | ~legal[rows, np.where(in_range, actions, 0)])
    if len(wrong):
        row = int(wrong[0])
        asked = np.frombuffer(states, dtype=game.records.state)[row : row + 1]
        house = game.seats.in_play(int(asked["num_players"][0]))[int(seats[row])]
        text = str(answer[row])
        if in_range[row]:
            text = f"{text} ({game.actions.text(asked, 0, int(actions[row]))})"
        raise WrongAnswerError(f"agent {agent.name!r} as {house} chose {text}, which is not legal")
    return actions


def copy_rows(game: Game, states: States, rows: Any) -> States:
    """Copies of some records, as bytes: numpy copies records field by field, five times slower."""
    raw = np.ascontiguousarray(states).view(np.uint8).reshape(len(states), -1)
    return np.array(raw[rows]).reshape(-1).view(game.records.state)


def first_views(game: Game) -> Views:
    """The first decision of a game with the fewest players, to warm up with."""
    states = game.start(1, game.seats.counts[0])
    masks = np.zeros((1, game.actions.size), dtype=np.bool_)
    seats = np.zeros(1, dtype=np.int8)
    game.kernels.action_mask(states, masks)
    game.kernels.current_player(states, seats)
    return Views.of(game, states, seats, masks, np.zeros(1, dtype=np.int64))


def decision_seeds(game_seeds: Ints, seats: npt.NDArray[Any], turns: Ints) -> Ints:
    """Random numbers ``(B,)``, below 2**63, of decisions.

    Each is a one-way hash (BLAKE2b) of a game's seed, the seat and the decision's number. From the
    numbers that players are handed they can work out neither the seed, and with it the decks, nor
    the number of any other decision. A seed that can be guessed hides nothing: whoever tries all
    seeds that may have been used finds the one that gives these numbers, or the first open cards.

    Args:
        game_seeds: ``(B,) int64``.
        seats: ``(B,)`` seats that decide.
        turns: ``(B,)`` decisions played before.
    """
    inputs = np.empty((len(game_seeds), 3), dtype="<i8")
    for column, values in enumerate((game_seeds, seats, turns)):
        inputs[:, column] = values
    raw = inputs.tobytes()
    hashes = [
        blake2b(raw[at : at + inputs.itemsize * 3], digest_size=8, person=_PURPOSE).digest()
        for at in range(0, len(raw), inputs.itemsize * 3)
    ]
    words = np.frombuffer(b"".join(hashes), dtype="<u8")
    return (words >> np.uint64(1)).astype(np.int64)


def _observe(game: Game, states: States, seats: npt.NDArray[np.int8]) -> Observations:
    out = np.zeros((len(states), game.observation.size), dtype=np.int8)
    game.kernels.observe(states, seats, out)
    return out
