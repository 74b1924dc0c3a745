"""A Game of Thrones: B'Twixt, a card game: a value of :class:`got_env.core.game.Game`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path

import numpy as np

from got_env.btwixt.engine.audit import audit_of
from got_env.btwixt.engine.playout import rollout
from got_env.btwixt.facts.facts import SEATS, Facts
from got_env.btwixt.facts.reading import FILES, read_facts
from got_env.btwixt.facts.rulesets import add_rulesets, load_facts, ruleset_of
from got_env.btwixt.games import loops
from got_env.btwixt.picture.picture import picture
from got_env.btwixt.position import DECKS, check_states, from_position, position
from got_env.btwixt.position.ranges import state_limits, states_in_range
from got_env.btwixt.rules.actions import ALLY, CARD, NO, NUM_ACTIONS, RANGES
from got_env.btwixt.rules.options import NUM_OPTIONS, OPTIONS, option_values, resolve_options
from got_env.btwixt.rules.state import STATE
from got_env.btwixt.rules.vocabulary import ENDS, MAX_PLAYERS, NUM_ALLIES, NUM_KINDS, ON_ALLY
from got_env.btwixt.views import observation
from got_env.btwixt.views.results import RESULTS
from got_env.btwixt.words import notation, telling
from got_env.btwixt.words.board import board
from got_env.btwixt.words.context import briefing, context, reveals
from got_env.btwixt.words.labels import action_label
from got_env.btwixt.words.names import council_name, council_words
from got_env.btwixt.words.prompt import Prompt
from got_env.btwixt.words.question import question
from got_env.btwixt.words.snapshot import snapshot
from got_env.btwixt.words.story import Narrator
from got_env.core.batch.kernels import batch_kernels
from got_env.core.game import (
    Actions,
    Block,
    Game,
    Identity,
    LearnerKernels,
    Observation,
    Options,
    Part,
    Players,
    Positions,
    Records,
    Seats,
    States,
    Words,
)
from got_env.core.jit import record_dtype
from got_env.core.limits import check_each
from got_env.core.players import ScriptedPlayer, Searcher
from got_env.core.press.moments import Moment
from got_env.core.protocol import row_fields, row_limits

LAST_ROUND = 48
LARGEST_REWARD = 99.0


def _blocks(facts: Facts) -> tuple[Block, ...]:
    o = observation
    return (
        Block("cards", (NUM_KINDS, o.CARD_FEATURES), o.CARD_FIELDS, facts.kind_ids, CARD),
        Block("allies", (NUM_ALLIES, o.ALLY_FEATURES), o.ALLY_FIELDS, facts.ally_ids, ALLY),
        Block("leaders", (MAX_PLAYERS, o.LEADER_FEATURES), o.LEADER_FIELDS),
        Block("councils", (MAX_PLAYERS, o.COUNCIL_FEATURES), o.COUNCIL_FIELDS),
        Block("table", (o.TABLE_FEATURES,), o.TABLE_FIELDS),
        Block("history", (o.HISTORY_ROWS, 4), o.HISTORY_FIELDS),
    )


def _play_random(states: States) -> None:
    mask = np.zeros(NUM_ACTIONS, dtype=np.bool_)
    rollout(states, mask, -1, np.zeros(2, dtype=np.int64))


def _play_style(style: str, states: States) -> None:
    # Loaded on first use: the engine does not need its players.
    from got_env.btwixt.players.heuristic.playout import play_tables
    from got_env.btwixt.players.heuristic.weights import style_weights

    tables = np.zeros((len(states), MAX_PLAYERS), dtype=np.int64)
    play_tables(states, tables, [style_weights(style)])


def _learner_kernels() -> LearnerKernels:
    from got_env.btwixt.players.heuristic.choose import new_work
    from got_env.btwixt.players.heuristic.weights import style_names, style_weights
    from got_env.core.batch.learner import learner_step

    def new_scratch() -> tuple[States, States]:
        return np.zeros(2, dtype=STATE), new_work(*(style_weights(name) for name in style_names()))

    return LearnerKernels(("random", *style_names()), new_scratch, learner_step)


def _scripted() -> ScriptedPlayer:
    from got_env.btwixt.players.heuristic.scripted import scripted_player

    return scripted_player()


def _search() -> Searcher:
    from got_env.btwixt.players.search.searcher import searcher

    return searcher()


def _kernel_parts() -> tuple[Mapping[str, Part], ...]:
    from got_env.btwixt.games.parts import kernel_parts

    return kernel_parts()


def _constants(facts: Facts) -> dict[str, np.ndarray[tuple[int, ...], np.dtype[np.int8]]]:
    values, copies = np.zeros((2, NUM_KINDS), dtype=np.int8)
    for kind, card in facts.kinds.items():
        values[kind], copies[kind] = card.value, card.copies
    return {
        "value": values,
        "copies": copies,
        "power": np.array([ally.power for ally in facts.allies.cards], dtype=np.int8),
    }


MOMENTS = (
    Moment(
        name="planning",
        meaning="before the first card of a round, when the ally to bid for lies open",
        decisions=frozenset({"turn"}),
        by_default=True,
    ),
)


def _game(facts: Facts, data_dir: str = "") -> Game:
    row_ranges = row_limits(LAST_ROUND, len(ENDS), LARGEST_REWARD)
    return Game(
        identity=Identity(
            code="btwixt",
            title="A Game of Thrones: B'Twixt",
            version=0,
            data_provenance="user's own" if data_dir else "reconstructed",
            data_hash=facts.data_hash,
            data_dir=data_dir,
            gist=(
                "Bid with cards for allies, and share each one with a neighbour: of your two"
                " councils only the weaker one counts."
            ),
            minutes=15,
        ),
        seats=Seats(
            counts=facts.player_counts, names=SEATS, in_play=lambda players: SEATS[:players]
        ),
        actions=Actions(
            size=NUM_ACTIONS,
            kinds=np.repeat(np.arange(len(RANGES)), [r.size for r in RANGES]).astype(np.int8),
            kind_names=tuple(r.name for r in RANGES),
            no_op=NO,
            names=notation.action_names(facts),
            meanings=notation.action_meanings(facts),
            text=notation.action_text,
            label=action_label,
            parse=notation.parse_action,
            decisions=notation.decisions(),
            always_asked=("draft",),
        ),
        observation=Observation(blocks=_blocks(facts), constants=_constants(facts)),
        options=Options(
            table={k: (spec.values, spec.summary, spec.source) for k, spec in OPTIONS.items()},
            presets=(),
            resolve=resolve_options,
            values=option_values,
            ruleset_of=partial(ruleset_of, facts),
        ),
        records=Records(
            state=STATE,
            row=record_dtype(row_fields(NUM_OPTIONS, MAX_PLAYERS)),
            running_fields=tuple(row_ranges),
            check=partial(check_states, facts),
            limits=state_limits(facts),
            in_range=partial(states_in_range, facts),
            check_rows=lambda rows, players: check_each(rows, row_ranges, players),
        ),
        kernels=batch_kernels(STATE, _kernel_parts, rollout),
        players=Players(
            policies={"random": _play_random, "heuristic": partial(_play_style, "heuristic")},
            learner_kernels=_learner_kernels,
            scripted=_scripted,
            search=_search,
            pools={
                "random-1": ("random",),
                "heuristic-1": ("heuristic",),
                "btwixt-styles-1": ("contender", "schemer"),
            },
        ),
        words=Words(
            phase_name=notation.phase_name,
            context=context,
            question=question,
            briefing=briefing,
            reveals=reveals,
            new_events=notation.new_events,
            told_events=telling.told_events,
            snapshot=snapshot,
            board=board,
            story=Narrator,
            prompt=Prompt,
            names=frozenset((*SEATS, *facts.kind_ids, *facts.ally_ids, *facts.leader_ids)),
            phrases={
                council_name(players, council): council_words(players, council)
                for players in facts.player_counts
                for council in (ON_ALLY, *range(players))
            },
            picture=picture,
        ),
        positions=Positions(write=position, read=partial(from_position, facts), decks=DECKS),
        results=RESULTS,
        with_data=_with_data,
        audit=audit_of(partial(check_states, facts)),
        data_files=tuple(f"{name}.json" for name in FILES),
        moments=MOMENTS,
    )


_own_facts: dict[str, Facts] = {}
_own_games: dict[tuple[str, str], Game] = {}
"""Facts of users' own folders by hash, and games by hash and folder: the rows that rulesets take
are never given back, so the same facts take them once."""


def _with_data(folder: Path) -> Game:
    """The game with the facts of a folder; the game itself if they are those of the package."""
    facts = read_facts(folder)
    if facts.data_hash == load_facts().data_hash:
        return GAME
    facts = _own_facts.setdefault(facts.data_hash, facts)
    try:
        add_rulesets(facts)
    except ValueError as error:
        raise ValueError(f"{folder}: {error}") from None
    place = str(folder.resolve())
    key = (facts.data_hash, place)
    if key not in _own_games:
        _own_games.setdefault(key, _game(facts, place))
    return _own_games[key]


loops.register_kernels()

GAME = _game(load_facts())
"""A Game of Thrones: B'Twixt, for 3 to 6 players."""
