"""Outcome of a game, and the rule for games that an agent could not finish."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import msgspec
import numpy as np
import numpy.typing as npt

from got_benchmarks.playing.schedule import Match
from got_env.core.game import Game
from got_env.core.press.messages import Message

NOBODY = -1

FORFEIT = "forfeit"
"""The end of a game whose agent failed; the other ends are those of the game."""

MAX_RECORD = 1 << 18
"""Bytes of the decisions of one game, packed or not; some thousand are usual."""

MAX_SAID = 1 << 22
"""Bytes of all messages of a game as JSON; the seats may say far less."""

ABORTED = "given_up"
"""In place of an end: the game could not be played, and no agent is to blame."""

Actions = npt.NDArray[np.int16]


@dataclass(frozen=True)
class Outcome:
    """Outcome of a game.

    A game is forfeited when an agent crashes, gives no answer in time or plays an illegal action:
    it ends there, all seats of that agent share the last places, and the seats of the others share
    the win and the first places. So an agent gains nothing by failing, and nobody gains by being
    the neighbour of one that fails. A game whose process dies again and again is given up: it has
    neither places nor shares, as no agent can be blamed.
    """

    match: Match
    end: str
    """One of :func:`ends_of`, or ABORTED."""
    winner: int = NOBODY
    """Seat; NOBODY if several share the win, or the game was forfeited or given up."""
    places: tuple[float, ...] = ()
    """Place of every seat, 0 first; seats that share places have their mean."""
    shares: tuple[float, ...] = ()
    """Share of the win of every seat; they add up to 1, or to 0 if all seats failed together."""
    measures: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """Counts of the game for every seat, by name, as they were at the end: its ``measures``."""
    rounds: int = 0
    decisions: int = 0
    """Decisions with more than one legal action."""
    failed: int = NOBODY
    """Seat whose agent failed; NOBODY if none did."""
    error: str = ""
    """Failure of the agent, or why the game was given up."""
    record: bytes = b""
    """The decisions in order, packed by :func:`pack`."""
    seconds: float = 0.0
    """Time the game took, its share of a batch, in whole microseconds; not the same from run to
    run."""
    thinking: tuple[float, ...] = ()
    """Of that, the time the agents on every seat took to decide and to talk."""
    said: bytes = b""
    """Messages of the players to each other, packed by :func:`pack_messages`; empty for none."""

    @property
    def aborted(self) -> bool:
        """Tell whether the game could not be played: nothing but ``match`` and ``error`` counts."""
        return self.end == ABORTED

    @property
    def actions(self) -> Actions:
        """The decisions in order, those with a single legal action left out ``(n,)``."""
        return unpack(self.record)

    @property
    def messages(self) -> list[Message]:
        """Messages of the players to each other, oldest first."""
        return unpack_messages(self.said)


def shared_score(places: Sequence[int]) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Places and shares of the win by seat, where seats that are equally good share both.

    Args:
        places: place of every seat, 0 first; seats that share one have the number of the first.
    """
    firsts = places.count(0)
    mean = tuple(place + (places.count(place) - 1) / 2 for place in places)
    return mean, tuple(1 / firsts if place == 0 else 0.0 for place in places)


OnEnd = Callable[[Outcome], None]
"""Receiver of the outcome of each game as soon as it has ended."""


def ends_of(game: Game) -> tuple[str, ...]:
    """Ways in which a game between agents ends: those of the game, then FORFEIT."""
    return (*game.results.ends, FORFEIT)


def pack(actions: Actions) -> bytes:
    """Actions as compressed bytes: little-endian 16-bit numbers, zlib."""
    return zlib.compress(np.ascontiguousarray(actions, dtype="<i2").tobytes(), 6)


def unpack(record: bytes) -> Actions:
    """Actions from :func:`pack`.

    Raises:
        ValueError: if they are damaged, or more than any game has.
    """
    reader = zlib.decompressobj()
    try:
        content = reader.decompress(record, MAX_RECORD + 1)
    except zlib.error as error:
        raise ValueError(f"damaged actions: {error}") from error
    if len(content) > MAX_RECORD or not reader.eof or len(content) % 2:
        raise ValueError(f"damaged actions: expected at most {MAX_RECORD} bytes of 16-bit numbers")
    return np.frombuffer(content, dtype="<i2").astype(np.int16)


def pack_messages(messages: Sequence[Message]) -> bytes:
    """Messages as compressed JSON; empty for none."""
    return zlib.compress(msgspec.json.encode(list(messages)), 6) if messages else b""


def unpack_messages(said: bytes) -> list[Message]:
    """Messages from :func:`pack_messages`.

    Raises:
        ValueError: if they are damaged, or more than any game has.
    """
    if not said:
        return []
    reader = zlib.decompressobj()
    try:
        content = reader.decompress(said, MAX_SAID + 1)
        if len(content) > MAX_SAID or not reader.eof:
            raise ValueError(f"expected at most {MAX_SAID} bytes of JSON")
        return msgspec.json.decode(content, type=list[Message])
    except (zlib.error, msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise ValueError(f"damaged messages: {error}") from error


def check_played(played: Iterable[Outcome], planned: Iterable[Match]) -> None:
    """Refuse games that are not among those planned: results of other games would be counted.

    Raises:
        ValueError: for the first; names it.
    """
    wanted = {match.number: match for match in planned}
    for outcome in played:
        match = outcome.match
        if wanted.get(match.number) != match:
            raise ValueError(
                f"game {match.number}: deal {match.deal}, seed {match.seed}, table {match.table}:"
                " no such game is planned"
            )


def forfeit_score(table: Sequence[int], failed: int) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Places and shares of a game in which the agent on seat ``failed`` failed."""
    losers = sum(agent == table[failed] for agent in table)
    others = len(table) - losers
    first, last = (others - 1) / 2, others + (losers - 1) / 2
    places = tuple(last if agent == table[failed] else first for agent in table)
    shares = tuple(0.0 if agent == table[failed] else 1 / others for agent in table)
    return places, shares
