"""Check that states come back from positions, whole and redacted, and from bytes.

Any state that play can reach must be written and read again without a loss. :func:`faults_of_play`
plays random games and looks at their decisions; for a soak it looks at all of them, for a quick
test at those whose agenda it has not seen before.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field

import numpy as np

from got_env.core.game import Game, States
from got_env.core.state_bytes import pack, unpack

_EAGER = 0.7
"""Share of chances at which play passes by actions that do nothing, so that much happens."""

_DRAWS = 50
"""Draws of options at most until some go together: games refuse some pairs."""

_LIMIT = 20_000
"""Decisions of a game at most."""

_IDLE = ("done", "no")
"""Names of actions that do nothing."""


def faults_of_writing(game: Game, states: States, seed: int = 0) -> list[str]:
    """Faults of a state ``(1,)`` that is written and read in every way.

    Args:
        game: what is played.
        states: ``(1,)``; it is not changed.
        seed: of what a redacted position leaves to be drawn.

    Returns:
        One line for each way that fails: the whole position, that of each player, the check of
        records from outside, and the bytes of a state. Empty if all is well.
    """
    faults = []
    try:
        whole = json.loads(json.dumps(game.positions.write(states, 0)))
        again = game.positions.read(whole, seed)
        if "rng" not in whole:  # a game may leave its random words to the seed
            again["rng"] = states["rng"]
        if again.tobytes() != states.tobytes():
            faults.append("position: another state comes back")
    except ValueError as error:
        faults.append(f"position: {error}")
    for seat, house in enumerate(game.seats.in_play(int(states["num_players"][0]))):
        try:
            faults += _faults_of_view(game, states, seat, seed)
        except ValueError as error:
            faults.append(f"position of {house}: {error}")
    record, _ = unpack(game, pack(game, states.tobytes(), b""))
    if record != states.tobytes():
        faults.append("state bytes: another state comes back")
    try:
        game.records.check(states)
    except ValueError as error:
        faults.append(f"state bytes: {error}")
    return faults


def _faults_of_view(game: Game, states: States, seat: int, seed: int) -> list[str]:
    """The same for what one player knows: what is filled in must look the same to the player."""
    known = _redacted(game, states, seat)
    house = game.seats.in_play(int(states["num_players"][0]))[seat]
    position = json.loads(json.dumps({"viewer": house, **game.positions.write(known, 0)}))
    filled = game.positions.read(position, seed)
    if _redacted(game, filled, seat).tobytes() != known.tobytes():
        return [f"position of seat {seat}: it looks otherwise to the player when it is read"]
    return []


def _redacted(game: Game, states: States, seat: int) -> States:
    known = states.copy()
    game.kernels.redact(known, np.array([seat], dtype=np.int8))
    return known


@dataclass
class Looks:
    """Looks at the decisions of some games: limits and counts."""

    most: int | None = None
    """So many states of each agenda at most; None for all."""
    every: int = 1
    """Without regard to the agenda, every so many decisions are looked at too; 0 for none."""
    met: Counter[Hashable] = field(default_factory=Counter)
    """Decisions by their agenda: what was pending, from the bottom."""
    looked: int = 0

    def due(self, agenda: Hashable, turn: int) -> bool:
        """Count a decision; True if it is to be looked at."""
        self.met[agenda] += 1
        due = self.most is None or self.met[agenda] <= self.most
        due = due or (self.every > 0 and turn % self.every == 0)
        self.looked += due
        return due


def random_options(game: Game, rng: np.random.Generator) -> dict[str, str]:
    """A choice of every option that goes together."""
    refused = ""
    for _ in range(_DRAWS):
        options = {
            key: str(rng.choice(values)) for key, (values, _, _) in game.options.table.items()
        }
        try:
            game.options.resolve(options)
            return options
        except ValueError as error:
            refused = str(error)
    raise ValueError(f"{game.code}: no options that go together in {_DRAWS} draws: {refused}")


def faults_of_play(
    game: Game, seed: int, looks: Looks, options: dict[str, str] | None = None
) -> Iterator[str]:
    """Play one eager random game and yield what goes wrong when its states are written and read.

    Args:
        game: what is played.
        seed: of the game, of its number of players, and of its options.
        looks: which decisions are looked at; it counts them.
        options: of the game; None for random ones.
    """
    rng = np.random.default_rng(seed)
    players = int(rng.choice(game.seats.counts))
    chosen = random_options(game, rng) if options is None else options
    states = game.start(1, players, seed, chosen)
    masks = np.zeros((1, game.actions.size), dtype=np.bool_)
    idle = [game.actions.names.index(name) for name in _IDLE if name in game.actions.names]
    for turn in range(_LIMIT):
        name = game.words.phase_name(states, 0)
        agenda = (name, *(frame[0] for frame in _frames(game, states)))
        if looks.due(agenda, turn):
            for fault in faults_of_writing(game, states, turn):
                where = f"{game.code}, {players} players, seed {seed}, decision {turn}, {name}"
                yield f"{where}: {fault}"
        if states["over"][0]:
            return
        game.kernels.action_mask(states, masks)
        legal = np.flatnonzero(masks[0])
        eager = legal[~np.isin(legal, idle)]
        taken = eager if len(eager) and rng.random() < _EAGER else legal
        game.kernels.step(states, np.array([rng.choice(taken)]))
    yield f"{game.code}, seed {seed}: it does not end within {_LIMIT} decisions"


def _frames(game: Game, states: States) -> list[tuple[int, ...]]:
    """Pending frames, from the bottom."""
    names = game.records.state.names or ()
    if "stack" not in names or "depth" not in names:
        return []
    rows = states["stack"][0][: int(states["depth"][0])]
    return [tuple(np.atleast_1d(row).tolist()) for row in rows]
