"""The board games on the map of Westeros: values of :class:`got_env.core.game.Game`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

import numpy as np
import numpy.typing as npt

from got_env.core.batch.kernels import batch_kernels
from got_env.core.game import (
    Actions,
    Block,
    Game,
    Identity,
    LearnerKernels,
    Observation,
    Options,
    Players,
    Positions,
    Records,
    Seats,
    States,
    Words,
)
from got_env.core.jit import record_dtype
from got_env.core.players import ScriptedPlayer, Searcher
from got_env.core.protocol import row_fields
from got_env.westeros import audit, loops, observation
from got_env.westeros.actions import AREA, DONE, num_actions
from got_env.westeros.facts.facts import Facts
from got_env.westeros.facts.reading import FILES, read_facts
from got_env.westeros.options import NUM_OPTIONS
from got_env.westeros.picture.picture import picture_of
from got_env.westeros.position import check_states, decks, from_position, position
from got_env.westeros.ranges import check_rows_in_range, row_ranges
from got_env.westeros.results import results
from got_env.westeros.rulesets import add_rulesets, load_facts, ruleset_of
from got_env.westeros.state import STATE
from got_env.westeros.vocabulary import MAX_AREAS, MAX_PLAYERS
from got_env.westeros.words import glossary, notation
from got_env.westeros.words.board import board
from got_env.westeros.words.briefing import briefing, reveals
from got_env.westeros.words.context import context
from got_env.westeros.words.prompt import Prompt
from got_env.westeros.words.snapshot import snapshot
from got_env.westeros.words.story import Storyteller


def _adjacency(facts: Facts) -> npt.NDArray[np.int8]:
    index = {area: i for i, area in enumerate(facts.areas)}
    matrix = np.zeros((len(index), len(index)), dtype=np.int8)
    for area, neighbours in facts.board.neighbours.items():
        for other in neighbours:
            matrix[index[area], index[other]] = 1
    matrix.setflags(write=False)
    return matrix


def _blocks(facts: Facts) -> tuple[Block, ...]:
    def plain(fields: tuple[observation.Field, ...]) -> tuple[tuple[str, int, str], ...]:
        return tuple((f.name, f.size, f.meaning) for f in fields)

    areas, table = facts.areas, observation.table_fields(facts)
    return (
        Block(
            "areas",
            (len(areas), observation.AREA_FEATURES),
            plain(observation.AREA_FIELDS),
            rows=areas,
            pointed_by=AREA,
        ),
        Block(
            "houses",
            (MAX_PLAYERS, observation.HOUSE_FEATURES),
            plain(observation.house_fields(facts)),
        ),
        Block("table", (sum(field.size for field in table),), plain(table)),
        Block("history", (observation.HISTORY_ROWS, 4), plain(observation.HISTORY_FIELDS)),
    )


def _play_random(states: States) -> None:
    mask = np.zeros(num_actions(MAX_AREAS), dtype=np.bool_)
    audit.rollout(states, mask, -1, np.zeros(2, dtype=np.int64))


def _play_style(style: str, states: States) -> None:
    # Loaded on first use: the engine does not need its players.
    from got_env.westeros.heuristic.playout import play_tables
    from got_env.westeros.heuristic.weights import style_weights

    tables = np.zeros((len(states), MAX_PLAYERS), dtype=np.int64)
    play_tables(states, tables, [style_weights(style)])


def _learner_kernels() -> LearnerKernels:
    from got_env.core.batch.learner import learner_step
    from got_env.westeros.heuristic.choose import new_work
    from got_env.westeros.heuristic.weights import style_names, style_weights

    def new_scratch() -> tuple[npt.NDArray[np.void], npt.NDArray[np.void]]:
        return np.zeros(2, dtype=STATE), new_work(*(style_weights(name) for name in style_names()))

    return LearnerKernels(("random", *style_names()), new_scratch, learner_step)


def _scripted() -> ScriptedPlayer:
    from got_env.westeros.heuristic.scripted import scripted_player

    return scripted_player()


def _search() -> Searcher:
    from got_env.westeros.search.searcher import searcher

    return searcher()


def _kernel_parts() -> tuple[Mapping[str, Callable[[], None]], ...]:
    from got_env.westeros.parts import kernel_parts

    return kernel_parts()


def _game(facts: Facts, data_dir: str = "") -> Game:
    edition = facts.edition
    ranges = facts.action_ranges
    return Game(
        identity=Identity(
            code=facts.code,
            title=edition.title,
            version=0,
            data_provenance="user's own" if data_dir else edition.provenance,
            data_hash=facts.data_hash,
            data_dir=data_dir,
        ),
        seats=Seats(counts=facts.player_counts, names=facts.houses, in_play=facts.houses_in_play),
        actions=Actions(
            size=facts.num_actions,
            kinds=np.repeat(np.arange(len(ranges)), [r.size for r in ranges]).astype(np.int8),
            kind_names=tuple(r.name for r in ranges),
            no_op=DONE,
            names=notation.action_names(facts),
            meanings=glossary.action_meanings(facts),
            text=notation.action_text,
            parse=notation.parse_action,
            decisions=glossary.decisions(facts),
            always_asked=tuple(row.name for row in edition.decisions.values() if row.always_asked),
        ),
        observation=Observation(blocks=_blocks(facts), constants={"adjacency": _adjacency(facts)}),
        options=Options(
            table={
                key: (spec.values, spec.summary, spec.source)
                for key, spec in edition.options.specs.items()
            },
            presets=tuple(edition.options.presets),
            resolve=edition.options.resolve,
            values=edition.options.values_of,
            ruleset_of=partial(ruleset_of, facts),
        ),
        records=Records(
            state=STATE,
            row=record_dtype(row_fields(NUM_OPTIONS, MAX_PLAYERS)),
            running_fields=tuple(row_ranges(facts)),
            check=partial(check_states, facts),
            check_rows=partial(check_rows_in_range, facts),
        ),
        kernels=batch_kernels(STATE, _kernel_parts, audit.rollout),
        players=Players(
            policies={"random": _play_random, "heuristic": partial(_play_style, "heuristic")},
            learner_kernels=_learner_kernels,
            scripted=_scripted,
            search=_search,
        ),
        words=Words(
            phase_name=notation.phase_name,
            context=context,
            briefing=briefing,
            reveals=reveals,
            new_events=notation.new_events,
            snapshot=snapshot,
            board=board,
            story=Storyteller,
            prompt=Prompt,
            picture=picture_of(facts),
        ),
        positions=Positions(write=position, read=partial(from_position, facts), decks=decks(facts)),
        results=results(facts),
        with_data=partial(_with_data, facts.code),
        data_files=tuple(f"{name}.json" for name in FILES[facts.code]),
    )


_own_facts: dict[tuple[str, str], Facts] = {}
_own_games: dict[tuple[str, str, str], Game] = {}
"""Facts of users' own folders by code and hash, and games by these and the folder: the rows that
rulesets take are never given back, so the same facts take them once."""


def _with_data(code: str, folder: Path) -> Game:
    """A game with the facts of a folder; the game itself if they are those of the package."""
    facts = read_facts(code, folder)
    shipped = load_facts(code)
    if facts.data_hash == shipped.data_hash:
        return _SHIPPED[code]
    facts = _own_facts.setdefault((code, facts.data_hash), facts)
    add_rulesets(facts)
    place = str(folder.resolve())
    key = (code, facts.data_hash, place)
    if key not in _own_games:
        _own_games.setdefault(key, _game(facts, place))
    return _own_games[key]


loops.hand_over()

AGOT2E = _game(load_facts("agot2e"))
"""A Game of Thrones: The Board Game, second edition, for 3 to 6 players."""

AGOT1E = _game(load_facts("agot1e"))
"""A Game of Thrones: The Board Game, first edition, for 3 to 5 players."""

_SHIPPED: Mapping[str, Game] = {game.code: game for game in (AGOT2E, AGOT1E)}
"""The games with the facts of the package."""
