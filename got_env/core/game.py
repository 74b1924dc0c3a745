"""``Game``: what an environment, a viewer or an agent may know about a game. No rules here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

States = np.ndarray[Any, np.dtype[Any]]
"""A batch of game records ``(B,)`` of the game's state dtype."""

REWARDS = ("win", "rank", "castles")
"""Reward options; see :func:`got_env.core.rewards.final_rewards`."""


@dataclass(frozen=True)
class Block:
    """A part of the flat observation that is an array of its own."""

    name: str
    shape: tuple[int, ...]
    fields: tuple[tuple[str, int, str], ...]
    """Runs along the last axis: name, size, meaning."""


@dataclass(frozen=True)
class Decision:
    """A question that a player may have to answer."""

    name: str
    """As :attr:`Game.phase_name` gives it: ``"raid_target"``."""
    meaning: str
    texts: tuple[str, ...]
    """Patterns of the texts of its actions: ``"raid AREA AREA"``, ``"raid AREA none"``."""
    actions: tuple[int, ...]
    """Actions that can be legal in it, ascending."""


@dataclass(frozen=True)
class Kernels:
    """Compiled batch functions of a game; callers allocate everything, nothing is returned."""

    reset: Callable[..., None]
    """``reset(states, rulesets (B,) int64, options (B, n) int16, seeds (B,) int64)``"""
    step: Callable[..., None]
    """``step(states, actions (B,) int64)``: legal actions only; ended games stay as they are"""
    action_mask: Callable[..., None]
    """``action_mask(states, masks (B, A) bool)``: all False when the game is over"""
    observe: Callable[..., None]
    """``observe(states, players (B,), scratch (1,), out (B, size) int8)``"""
    current_player: Callable[..., None]
    """``current_player(states, seats (B,) int8)``: NONE (-1) when the game is over"""
    rollout: Callable[..., None]
    """``rollout(states, mask (A,) bool, limit, counts (2,) int64)``: random play"""
    castles: Callable[..., None]
    """``castles(states, out (B, 6) float32)``: castle areas by seat, the shaping potential"""
    redact: Callable[..., None]
    """``redact(states, players (B,))``: hide in place what each player may not know"""
    redeal: Callable[..., None]
    """``redeal(states, players (B,), seeds (B,) int64)``: resample in place what is hidden"""
    observe_all: Callable[..., None]
    """``observe_all(states, scratch (1,), out (B, size) int8)``: seat 0, all but decks open"""
    advance: Callable[..., None]
    """``advance(states, actions, skip_forced, masks (B, A), seats (B,))``: step, mask and seat"""
    start_potentials: Callable[..., None]
    """``start_potentials(states, shaping, potentials (B, P) float64)``"""
    step_rewards: Callable[..., None]
    """``step_rewards(states, prizes (P,), shaping, potentials (B, P), rewards (B, P))``"""
    find_illegal: Callable[..., None]
    """First row of a batch environment with an illegal action; see ``westeros/vector.py``."""
    vector_step: Callable[..., None]
    """One step of a batch environment, or the start of games; see ``westeros/vector.py``."""


@dataclass(frozen=True)
class LearnerKernels:
    """Compiled batch functions of games in which one seat learns; ``heuristic/learner.py``."""

    policies: tuple[str, ...]
    """Who can play the other seats inside the kernels; the place is the number of the player."""
    new_scratch: Callable[[], tuple[npt.NDArray[Any], npt.NDArray[Any]]]
    """Scratch arrays for one thread."""
    step: Callable[..., None]


@dataclass(frozen=True, eq=False)
class Game:
    """A game as a value: specifications, names and kernels.

    Seats are numbered 0..n-1 in the order of :meth:`houses_in_play`; agents of an environment are
    the names of the houses.
    """

    code: str
    title: str
    version: int
    """Raised when behaviour changes; environment ids carry it."""
    state: np.dtype[Any]
    row: np.dtype[Any]
    """What a batch environment keeps of each game beside its state."""
    player_counts: tuple[int, ...]
    houses: tuple[str, ...]
    areas: tuple[str, ...]
    adjacency: npt.NDArray[np.int8]
    """``(areas, areas)`` 0/1, symmetric."""
    num_actions: int
    action_kinds: npt.NDArray[np.int8]
    """``(A,)`` index of the range each action belongs to."""
    kind_names: tuple[str, ...]
    no_op: int
    """The action "done", which stands for doing nothing where nothing is asked."""
    blocks: tuple[Block, ...]
    """The observation in order; their sizes add up to ``observation_size``."""
    options: Mapping[str, tuple[tuple[str, ...], str, str]]
    """Option key: values (default first), what it decides, source."""
    presets: tuple[str, ...]
    """Values of the shortcut ``rulings``."""
    data_provenance: str
    """``"sourced"`` or ``"reconstructed"``."""
    data_hash: str
    """Hash of the facts the rules were built from."""
    kernels: Kernels = field(repr=False)
    kernel_parts: Callable[[], tuple[Mapping[str, Callable[[], None]], ...]] = field(repr=False)
    """What compiles parts of the kernels ahead of time, by name, in stages: those of a stage need
    the stages before and not each other. A game can be played after the last stage but one."""
    resolve_options: Callable[[Mapping[str, object]], tuple[int, ...]] = field(repr=False)
    ruleset_of: Callable[[int], int] = field(repr=False)
    houses_in_play: Callable[[int], tuple[str, ...]] = field(repr=False)
    policies: Mapping[str, Callable[[States], None]] = field(repr=False)
    """Players that can play records to the end in compiled code, by name."""
    learner_kernels: Callable[[], LearnerKernels] = field(repr=False)
    """Loads the kernels of games in which one seat learns."""
    action_text: Callable[[States, int, int], str] = field(repr=False)
    """``action_text(states, row, action)``: the action in words, in its context."""
    parse_action: Callable[[States, int, str], int] = field(repr=False)
    """``parse_action(states, row, text)``: the legal action with this text."""
    action_names: tuple[str, ...] = field(repr=False)
    """Context-free name of every action."""
    action_meanings: tuple[str, ...] = field(repr=False)
    """What every action stands for, in words."""
    decisions: tuple[Decision, ...] = field(repr=False)
    """Every question of the game."""
    phase_name: Callable[[States, int], str] = field(repr=False)
    """``phase_name(states, row)``: the open decision, ``"over"`` at the end."""
    context: Callable[[States, int], dict[str, Any]] = field(repr=False)
    """``context(states, row)``: what the open decision is about, as plain data."""
    briefing: Callable[[States, int, int], dict[str, Any]] = field(repr=False)
    """``briefing(states, row, seat)``: what a person at the seat needs beside the question."""
    reveals: Callable[[States, States, int], bool] = field(repr=False)
    """``reveals(before, after, row)``: whether anybody has come to see what was hidden."""
    new_events: Callable[[States, int, int], list[str]] = field(repr=False)
    """``new_events(states, row, since)``: texts of the events after the first ``since``."""
    always_asked: tuple[str, ...]
    """Decisions that ``skip_forced`` leaves open too: that they are forced is a secret."""
    snapshot: Callable[[States, int], dict[str, Any]] = field(repr=False)
    """``snapshot(states, row)``: a (redacted) record as plain data for texts and pictures."""
    position: Callable[[States, int], dict[str, Any]] = field(repr=False)
    """``position(states, row)``: a (redacted) record as JSON data that can be read back."""
    from_position: Callable[[object, int], States] = field(repr=False)
    """``from_position(position, seed)``: a record ``(1,)``; ValueError names the bad field."""
    check_states: Callable[[States], None] = field(repr=False)
    """``check_states(states)``: ValueError for records no game leads to; they are not changed."""
    check_rows: Callable[[npt.NDArray[Any], npt.NDArray[np.int64]], None] = field(repr=False)
    """``check_rows(rows, players (B,))``: the same for what a batch keeps beside its records."""
    running_fields: tuple[str, ...]
    """Fields of a row of a batch that its running game changes; the others set its games up."""

    @cached_property
    def observation_size(self) -> int:
        """Length of the flat observation."""
        return sum(int(np.prod(block.shape)) for block in self.blocks)

    def new_states(self, count: int) -> States:
        """Zeroed records; :attr:`Kernels.reset` makes games of them."""
        return np.zeros(count, dtype=self.state)

    def start(
        self, count: int, players: int, seed: int = 0, options: Mapping[str, object] | None = None
    ) -> States:
        """``count`` games at their first decision; row ``i`` has seed ``seed + i``.

        Raises:
            ValueError: for a wrong number of players or a bad option; names it.
        """
        states = self.new_states(count)
        self.restart(states, players, np.arange(seed, seed + count, dtype=np.int64), options)
        return states

    def check_players(self, players: int) -> None:
        """Refuse a number of players that the game is not for.

        Raises:
            ValueError: names the numbers that are.
        """
        if players not in self.player_counts:
            raise ValueError(f"players={players!r}: expected one of {self.player_counts}")

    def restart(
        self,
        states: States,
        players: int,
        seeds: npt.NDArray[np.int64],
        options: Mapping[str, object] | None = None,
    ) -> None:
        """Start every record anew, in place.

        Raises:
            ValueError: for a wrong number of players or a bad option; the records stay untouched.
        """
        self.check_players(players)
        row = np.array(self.resolve_options(options or {}), dtype=np.int16)
        rulesets = np.full(len(states), self.ruleset_of(players), dtype=np.int64)
        self.kernels.reset(states, rulesets, np.tile(row, (len(states), 1)), seeds)


def final_info(game: Game, states: States, row: int, seat: int) -> dict[str, Any]:
    """What an environment tells a seat about the game that has ended."""
    record = states[row]
    houses = game.houses_in_play(int(record["num_players"]))
    return {
        "place": int(record["place"][seat]),
        "winner": houses[int(record["winner"])],
        "round": int(record["round_no"]),
        "won_by_castles": bool(record["won_by_castles"]),
    }
