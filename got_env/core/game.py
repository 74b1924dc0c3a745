"""``Game``: what an environment, a viewer or an agent may know about a game. No rules here."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple, Self

import numpy as np
import numpy.typing as npt

from got_env.core.error_values import short_repr
from got_env.core.limits import Limits
from got_env.core.narrator import Narrator, Prompt, Tell
from got_env.core.players import ScriptedPlayer, Searcher
from got_env.core.press.moments import Moment
from got_env.core.proper_names import with_names

States = np.ndarray[Any, np.dtype[Any]]
"""A batch of game records ``(B,)`` of the game's state dtype."""


COMMON_FIELDS = ("num_players", "over", "winner", "place", "round_no", "journal_no", "rng")
"""Fields of every record: how many play, 1 when the game is over, the seat that won or -1 for a
draw, the place of each seat (0 first), the number of the round, that of events so far, and four
random words."""


class Part(NamedTuple):
    """A part of the kernels of a game, which can be compiled by itself."""

    compile: Callable[[], None]
    seconds: float
    """Time that takes one core, about: the longest parts begin first, and the weights of all tell
    how far a compilation is."""
    rules: bool = True
    """True if no game can be played without it; False if only some players or views need it."""


@dataclass(frozen=True)
class Block:
    """A part of the flat observation that is an array of its own."""

    name: str
    shape: tuple[int, ...]
    fields: tuple[tuple[str, int, str], ...]
    """Runs along the last axis: name, size, meaning."""
    rows: tuple[str, ...] = ()
    """Names of the entities along the first axis, of a block with one row for each."""
    pointed_by: int | None = None
    """First action that points at a row: ``pointed_by + i`` points at row ``i``; None for none."""
    related_by: str = ""
    """Name of the constant ``(rows, rows)`` of the observation that is 1 for rows that are
    neighbours; empty for none."""


@dataclass(frozen=True)
class Decision:
    """A question that a player may have to answer."""

    name: str
    """As :attr:`Words.phase_name` gives it: ``"raid_target"``."""
    meaning: str
    texts: tuple[str, ...]
    """Patterns of the texts of its actions, words in capitals stand for names."""
    question: str
    """What people are asked, words in capitals stand for names."""
    labels: tuple[str, ...]
    """What its answers are called on buttons, in the same way."""
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
    """``observe(states, players (B,), out (B, size) int8)``"""
    current_player: Callable[..., None]
    """``current_player(states, seats (B,) int8)``: NONE (-1) when the game is over"""
    rollout: Callable[..., None]
    """``rollout(states, mask (A,) bool, limit, counts (2,) int64)``: random play"""
    score_number: Callable[[Callable[..., None]], int]
    """``score_number(score)``: by what kernels call the score of a :class:`Reward`, in this process
    alone; TypeError for what they cannot call"""
    write_scores: Callable[..., None]
    """``write_scores(states, shaping (1,) SHAPING, out (B, P) float64)``: the score by seat"""
    redact: Callable[..., None]
    """``redact(states, players (B,))``: hide in place what each player may not know"""
    redeal: Callable[..., None]
    """``redeal(states, players (B,), seeds (B,) int64)``: resample in place what is hidden"""
    observe_all: Callable[..., None]
    """``observe_all(states, out (B, size) int8)``: seat 0, all but decks open"""
    advance: Callable[..., None]
    """``advance(states, actions, skip_forced, masks (B, A), seats (B,))``: step, mask and seat"""
    start_potentials: Callable[..., None]
    """``start_potentials(states, shaping (1,) SHAPING, potentials (B, P) float64)``"""
    step_rewards: Callable[..., None]
    """``step_rewards(states, prizes (P,), shaping (1,), potentials (B, P), rewards (B, P))``"""
    find_illegal: Callable[..., None]
    """First row of a batch environment with an illegal action."""
    vector_step: Callable[..., None]
    """One step of a batch environment, or the start of games: arguments and what is written as in
    :meth:`got_env.core.plain.batch.PlainBatch.vector_step`."""
    parts: Callable[[], tuple[Mapping[str, Part], ...]]
    """Parts of the kernels that can be compiled ahead of time, by name, in stages: those of a stage
    need the stages before and not each other. Games with the same function share their kernels."""


@dataclass(frozen=True)
class LearnerKernels:
    """Compiled batch functions of games in which one seat learns."""

    policies: tuple[str, ...]
    """Players of the other seats inside the kernels; the place is the number of the player."""
    new_scratch: Callable[[], tuple[npt.NDArray[Any], npt.NDArray[Any]]]
    """Scratch arrays for one thread."""
    step: Callable[..., None]
    """One step of such a batch, arguments as in :mod:`got_env.core.plain.learner`."""


@dataclass(frozen=True)
class Identity:
    """Identity of a game, and of the facts it is built from."""

    code: str
    title: str
    version: int
    """Raised when behaviour changes; environment ids carry it."""
    data_provenance: str
    """``"sourced"`` or ``"reconstructed"``."""
    data_hash: str
    """Hash of the facts the rules were built from."""
    data_dir: str = ""
    """The user's own folder with these facts; empty for those of the package."""
    gist: str = ""
    """Description in a sentence or two, for somebody who chooses a game; empty for none."""
    minutes: int = 0
    """Minutes that one person needs against agents, about; 0 if nobody has said."""

    @property
    def reference(self) -> str:
        """Names the game with its facts to any process: ``agot2e``, or ``agot2e@HASH:FOLDER``."""
        return f"{self.code}@{self.data_hash}:{self.data_dir}" if self.data_dir else self.code


@dataclass(frozen=True)
class Seats:
    """Seats of a game, numbered 0..n-1 in the order of :attr:`in_play`."""

    counts: tuple[int, ...]
    """Numbers of players that the game is for."""
    names: tuple[str, ...]
    """Everybody who may be in play."""
    in_play: Callable[[int], tuple[str, ...]] = field(repr=False)
    """``in_play(players)``: names by seat, which are the agents of an environment."""

    def check(self, players: int) -> None:
        """Refuse a number of players that the game is not for.

        Raises:
            ValueError: names the numbers that are.
        """
        if players not in self.counts:
            raise ValueError(f"players={players!r}: expected one of {self.counts}")


@dataclass(frozen=True)
class Actions:
    """The action space: indices ``0..size-1`` with one meaning each, and their texts."""

    size: int
    kinds: npt.NDArray[np.int8] = field(repr=False)
    """``(size,)`` index of the range each action belongs to."""
    kind_names: tuple[str, ...]
    no_op: int
    """The action "done", which stands for doing nothing where nothing is asked."""
    names: tuple[str, ...] = field(repr=False)
    """Context-free name of every action."""
    meanings: tuple[str, ...] = field(repr=False)
    """Meaning of every action, in words."""
    text: Callable[[States, int, int], str] = field(repr=False)
    """``text(states, row, action)``: the action in words, in its context."""
    label: Callable[[States, int, int], str] = field(repr=False)
    """``label(states, row, action)``: the action as on a button, made of what the (redacted) record
    shows; those of the legal actions of a decision differ."""
    parse: Callable[[States, int, str], int] = field(repr=False)
    """``parse(states, row, text)``: the legal action with this text."""
    decisions: tuple[Decision, ...] = field(repr=False)
    """Every question of the game."""
    always_asked: tuple[str, ...]
    """Decisions that ``skip_forced`` leaves open too: that they are forced is a secret."""
    one_move: tuple[str, ...] = ()
    """Decisions that follow each other in one move of a seat, although each is told to all."""


@dataclass(frozen=True)
class Observation:
    """The flat observation ``(size,) int8``, which is its blocks one after another."""

    blocks: tuple[Block, ...]
    constants: Mapping[str, npt.NDArray[Any]] = field(repr=False)
    """Arrays that never change and so are no part of it, by name: who borders whom, for example."""

    @cached_property
    def size(self) -> int:
        """Length of the flat observation."""
        return sum(int(np.prod(block.shape)) for block in self.blocks)


@dataclass(frozen=True)
class Options:
    """Options of the rules."""

    table: Mapping[str, tuple[tuple[str, ...], str, str]]
    """Option key: values (default first), what it decides, source."""
    presets: tuple[str, ...]
    """Values of the shortcut ``rulings``."""
    resolve: Callable[[Mapping[str, object]], tuple[int, ...]] = field(repr=False)
    """``resolve(options)``: what the record keeps of all options; ValueError names a bad one."""
    values: Callable[[Sequence[int]], Mapping[str, str]] = field(repr=False)
    """``values(kept)``: the value of every option by key, from what :attr:`resolve` gives."""
    ruleset_of: Callable[[int, Sequence[int] | None], int] = field(repr=False)
    """``ruleset_of(players, options)``: what the record keeps as its ruleset, for what
    :attr:`resolve` gives; with None for the defaults, which come first."""


def checked_options(options: Any) -> Mapping[str, object]:
    """Rules options by key; None stands for those of the rulebook.

    Raises:
        ValueError: if they are no mapping.
    """
    if options is None:
        return {}
    if not isinstance(options, Mapping):
        raise ValueError(f"options={short_repr(options)}: expected a mapping of options, or None")
    return options


@dataclass(frozen=True)
class Records:
    """Records of running games, and checks of records from outside."""

    state: np.dtype[Any] = field(repr=False)
    """With the fields :data:`COMMON_FIELDS` among others."""
    row: np.dtype[Any] = field(repr=False)
    """Record that a batch environment keeps of each game beside its state; its fields are those of
    :func:`got_env.core.protocol.row_fields`, and more if the game wants."""
    running_fields: tuple[str, ...]
    """Fields of a row of a batch that its running game changes; the others set its games up."""
    check: Callable[[States], None] = field(repr=False)
    """``check(states)``: ValueError for records no game leads to; they are not changed."""
    limits: Limits = field(repr=False)
    """The table of what the numbers of a state may be."""
    in_range: Callable[[States], npt.NDArray[np.bool_]] = field(repr=False)
    """``in_range(states)``: which of the records keep to that table, ``(B,) bool``.
    It is what :attr:`check` asks first; the others are refused by it."""
    check_rows: Callable[[npt.NDArray[Any], npt.NDArray[np.int64]], None] = field(repr=False)
    """``check_rows(rows, players (B,))``: the same for what a batch keeps beside its records."""


@dataclass(frozen=True)
class Players:
    """Players in compiled code."""

    policies: Mapping[str, Callable[[States], None]]
    """Those that can play records to the end, by name."""
    learner_kernels: Callable[[], LearnerKernels]
    """Loads the kernels of games in which one seat learns."""
    scripted: Callable[[], ScriptedPlayer] | None = None
    """Loads the scripted player; None if the game has none."""
    search: Callable[[], Searcher] | None = None
    """Loads the search; None if the game has none."""
    pools: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Names of agents that others are measured against, by name and version of the pool. A pool is
    frozen: if it changes, or one of its agents plays otherwise, it gets a new version."""


@dataclass(frozen=True)
class Words:
    """A record in words and as plain data."""

    phase_name: Callable[[States, int], str]
    """``phase_name(states, row)``: the open decision, ``"over"`` at the end."""
    context: Callable[[States, int], dict[str, Any]]
    """``context(states, row)``: what the open decision is about, as plain data."""
    question: Callable[[States, int], str]
    """``question(states, row)``: what the open decision of a (redacted) record asks, and about
    what; empty at the end of the game."""
    briefing: Callable[[States, int, int], dict[str, Any]]
    """``briefing(states, row, seat)``: what a person at the seat needs beside the question."""
    reveals: Callable[[States, States, int], bool]
    """``reveals(before, after, row)``: whether anybody has come to see what was hidden."""
    new_events: Callable[[States, int, int], list[str]]
    """``new_events(states, row, since)``: texts of the events after the first ``since``, as replays
    and programs keep them."""
    told_events: Callable[[States, int, int], list[str]]
    """``told_events(states, row, since)``: the same events, as people tell them."""
    snapshot: Callable[[States, int], dict[str, Any]]
    """``snapshot(states, row)``: a (redacted) record as plain data for texts and pictures."""
    board: Callable[[States, int], str]
    """``board(states, row)``: a (redacted) record as lines of text, the ``ansi`` render mode."""
    story: Callable[[Game, States, Tell, bool], Narrator]
    """``story(game, states (1,), tell, every_decision)``: tells what is new in the record."""
    prompt: Callable[[Game, States, int, int], Prompt]
    """``prompt(game, states (1,), seat, width)``: the open question of a redacted record, in lines
    of at most ``width`` columns, for the person at the seat."""
    names: frozenset[str] = frozenset()
    """Ids of all that has a name: seats, places, cards and others."""
    phrases: Mapping[str, str] = field(default_factory=dict)
    """What people say for ids that stand for more than a name: ``{"current_ally": "the current
    ally"}``."""
    picture: Callable[[States, int], str] | None = None
    """``picture(states, row)``: a (redacted) record as an SVG document, the ``svg`` render mode;
    None if the game is not drawn."""

    def named(self, line: str) -> str:
        """A line of a story, prompt or board in which ids are names with capitals."""
        return with_names(line, self.names, self.phrases)


@dataclass(frozen=True)
class Positions:
    """Records as JSON data and back."""

    write: Callable[[States, int], dict[str, Any]]
    """``write(states, row)``: a (redacted) record as JSON data that can be read back."""
    read: Callable[[object, int], States]
    """``read(position, seed)``: a record ``(1,)``; ValueError names the bad field."""
    decks: Mapping[str, tuple[str, ...]]
    """Decks that can be given in order, by name: the path of their cards in a position."""


@dataclass(frozen=True)
class Reward:
    """A reward option, as :mod:`got_env.core.rewards` makes them."""

    prizes: Callable[[int], npt.NDArray[np.float64]]
    """``prizes(players)``: what each final place is worth, ``(players,)``; they add up to 0."""
    score: Callable[..., None] | None = None
    """``score(s, out (n,) float64)``: writes the points of each seat of a record into an array that
    may be longer; their change is paid on the way. None: nothing is."""
    weight: float = 0.0
    """Of a point above the average of all seats."""
    is_kept: bool = False
    """False: the score is a potential, so what was paid for it is taken back at the end."""


@dataclass(frozen=True)
class Results:
    """Ends of games, numbers kept of those that ended, and rewards of players."""

    rewards: Mapping[str, Reward]
    """Reward options by name: ``"win"``, ``"rank"``, then those of the game."""
    ends: tuple[str, ...]
    """Ways in which a game ends; what a batch keeps as ``final_end`` is an index of these."""
    end: Callable[[States, int], str]
    """``end(states, row)``: which of them it was; the game is over."""
    measures: tuple[str, ...]
    """Names of the numbers that a result keeps of every seat."""
    measure: Callable[[States, int], dict[str, tuple[int, ...]]]
    """``measure(states, row)``: each of those numbers, by seat; the game may still go on."""

    @property
    def for_learning(self) -> str:
        """Reward option that is the easiest to learn from: the first shaped one, if any."""
        return next(iter(self.shaped), next(iter(self.rewards)))

    @property
    def shaped(self) -> tuple[str, ...]:
        """Reward options with a potential."""
        return tuple(
            name for name, reward in self.rewards.items() if reward.score and not reward.is_kept
        )


@dataclass(frozen=True)
class Audit:
    """Play that looks for faults of the rules: positions that no game may lead to."""

    faults: tuple[str, ...]
    """Names of what can be wrong; ``dead_end`` and ``too_long`` among them."""
    play: Mapping[str, Callable[..., None]] = field(repr=False)
    """By who plays: ``play(states (B,), every, limit, counts (3,) int64, faults (B, F) int64)``
    plays the records to the end and looks at every ``every``-th position and the last. A game stops
    at its first fault, or after ``limit`` decisions. ``counts`` grows by decisions, forced ones and
    positions looked at, ``faults`` by what was found."""


@dataclass(frozen=True, eq=False)
class Game:
    """A game as a value: what it is called, what it is made of, and its kernels."""

    identity: Identity
    seats: Seats
    actions: Actions
    observation: Observation
    options: Options
    records: Records
    kernels: Kernels = field(repr=False)
    players: Players = field(repr=False)
    words: Words = field(repr=False)
    positions: Positions = field(repr=False)
    results: Results
    with_data: Callable[[Path], Game] | None = field(default=None, repr=False)
    """``with_data(folder)``: the same game with the facts of another folder; ValueError names file
    and field. None for a game that has no facts in files."""
    data_files: tuple[str, ...] = ()
    """Names of the files that such a folder holds."""
    audit: Audit | None = field(default=None, repr=False)
    """None: :func:`got_env.core.auditing.audit_of` looks with what every game has."""
    moments: tuple[Moment, ...] = ()
    """Moments at which players may talk, if they have agreed to; none for a game without talk."""

    def __post_init__(self) -> None:
        """Refuse a value whose parts do not go together.

        Raises:
            ValueError: names the game and the part.
        """
        missing = set(COMMON_FIELDS) - set(self.records.state.names or ())
        if missing:
            raise ValueError(f"{self.code}: records.state: no field {min(missing)!r}")
        if not {"win", "rank"} <= self.results.rewards.keys():
            raise ValueError(
                f"{self.code}: results.rewards={tuple(self.results.rewards)}: expected 'win',"
                " 'rank' and others"
            )
        known = {decision.name for decision in self.actions.decisions}
        for moment in self.moments:
            if not moment.decisions or not moment.decisions <= known:
                raise ValueError(
                    f"{self.code}: moments: {moment.name}: decisions={sorted(moment.decisions)}:"
                    " expected decisions of the game"
                )

    @property
    def code(self) -> str:
        """Short for the code of :attr:`identity`."""
        return self.identity.code

    @property
    def reference(self) -> str:
        """Short for the reference of :attr:`identity`."""
        return self.identity.reference

    def with_rewards(self, **rewards: Reward) -> Game:
        """The same game with more reward options, or others of the same names.

        The code of the game does not tell them to another process: neither this game nor an
        environment of it can be pickled. Copies in this process keep them.
        """
        results = replace(self.results, rewards={**self.results.rewards, **rewards})
        return replace(self, results=results)

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: Mapping[int, Any]) -> Self:
        return self

    def new_states(self, count: int) -> States:
        """Zeroed records, in which nobody moves; :attr:`Kernels.reset` makes games of them."""
        return np.zeros(count, dtype=self.records.state)

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
        self.seats.check(players)
        chosen = self.options.resolve(checked_options(options))
        row = np.array(chosen, dtype=np.int16)
        rulesets = np.full(len(states), self.options.ruleset_of(players, chosen), dtype=np.int64)
        self.kernels.reset(states, rulesets, np.tile(row, (len(states), 1)), seeds)
