"""Base of a plain game, for its author: facts as attributes, rules as methods over one record."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from got_env.core.game import Block, Reward
from got_env.core.press.moments import Moment

Record = Any
"""One element of a structured array; its fields are read and written as ``s["name"]``."""

NOBODY = -1
"""Seat to move when the game is over."""

HIDDEN = -128
"""In place of a number that a player may not know."""


class Numbers(NamedTuple):
    """A field of a record: whole numbers from ``low`` to ``high``."""

    shape: tuple[int, ...]
    low: int
    high: int


class PlainRules:
    """A game. The attributes without a value, and the methods without a body, are to be written.

    A record always has ``num_players``, ``options`` (an index of each value), ``over``, ``winner``,
    ``round_no``, ``place`` (by seat, 0 first), ``journal_no`` and ``rng``; the :attr:`fields` of
    the game come after these.
    """

    code: str
    title: str
    version: int = 0
    counts: tuple[int, ...]
    """Numbers of players."""
    houses: tuple[str, ...]
    """Everybody who may play; those in play are the first ones."""
    actions: tuple[str, ...]
    """Name of each action, which is its text too."""
    decisions: Mapping[str, tuple[str, tuple[int, ...]]]
    """Of each question its meaning, and the actions that can be legal in it."""
    always_asked: tuple[str, ...] = ()
    """Questions that are asked even if one action is legal, as that is a secret."""
    moments: tuple[Moment, ...] = ()
    """When players may talk."""
    options: Mapping[str, tuple[tuple[str, ...], str, str]] = {}
    """As :attr:`got_env.core.game.Options.table`."""
    fields: Mapping[str, Numbers]
    """Fields of the record beside the common ones."""
    blocks: tuple[Block, ...]
    """Parts of the observation."""
    last_round: int
    """Number of the last round that is possible."""
    rewards: Mapping[str, Reward] = {}
    """Reward options beside those of places; their scores are plain functions over a record."""
    ends: tuple[str, ...]
    measures: tuple[str, ...] = ()
    decks: Mapping[str, tuple[str, ...]] = {}
    """As :attr:`got_env.core.game.Positions.decks`; the fields of a record lie at the top."""

    def set_up(self, s: Record, rng: np.random.Generator) -> None:
        """Fill a record of zeros, whose ``num_players`` and ``options`` are set, to its start."""
        raise NotImplementedError

    def seat(self, s: Record) -> int:
        """The seat to move in a game that goes on."""
        raise NotImplementedError

    def decision(self, s: Record) -> str:
        """The open question of a game that goes on; one of :attr:`decisions`."""
        raise NotImplementedError

    def legal(self, s: Record) -> Iterable[int]:
        """Legal actions of the seat to move; at least one while the game goes on."""
        raise NotImplementedError

    def play(self, s: Record, action: int) -> None:
        """Play a legal action; :meth:`finish` ends the game."""
        raise NotImplementedError

    def features(self, s: Record, seat: int) -> Sequence[int]:
        """The observation of a seat, from a record that hides what the seat may not know."""
        raise NotImplementedError

    def end(self, s: Record) -> str:
        """End of a game that is over; one of :attr:`ends`."""
        raise NotImplementedError

    def hide(self, s: Record, seat: int | None) -> None:
        """Write HIDDEN over what a seat may not know; None: over what nobody may know."""

    def deal(self, s: Record, rng: np.random.Generator) -> None:
        """Draw every number that is HIDDEN anew, as it may be."""

    def measure(self, s: Record) -> Mapping[str, Sequence[int]]:
        """Each of the :attr:`measures` by its name, one number for each seat in play."""
        return {}

    def events(self, s: Record) -> Sequence[str]:
        """Events that everybody has seen so far, first to last."""
        return ()

    def finish(self, s: Record, points: Sequence[int]) -> None:
        """End the game: more points take the better place, of equals the first seat.

        Args:
            s: the record.
            points: one number for each seat in play.

        Raises:
            RuntimeError: for more or fewer numbers.
        """
        self.check_seats(s, "finish()", points)
        seats = sorted(range(len(points)), key=lambda seat: (-points[seat], seat))
        for place, seat in enumerate(seats):
            s["place"][seat] = place
        s["winner"] = seats[0]
        s["over"] = 1

    def check_seats(self, s: Record, name: str, numbers: Sequence[float]) -> None:
        """Refuse numbers of which there is not one for each seat in play.

        Raises:
            RuntimeError: names the game and what the numbers belong to.
        """
        seats = int(s["num_players"])
        if len(numbers) != seats:
            raise RuntimeError(
                f"{self.code}: {name}: {len(numbers)} numbers, expected {seats}, one for each"
                " player"
            )
