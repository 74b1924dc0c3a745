"""Assembly of a board game on the map of Westeros from its facts."""

from __future__ import annotations

from functools import cache, partial
from pathlib import Path

import numpy as np

from got_env.core.batch.kernels import batch_kernels
from got_env.core.game import (
    Actions,
    Game,
    Identity,
    Observation,
    Options,
    Positions,
    Records,
    Seats,
    Words,
)
from got_env.core.jit import record_dtype
from got_env.core.protocol import row_fields
from got_env.westeros.editions.moments import moments
from got_env.westeros.engine.audit import rollout
from got_env.westeros.facts.facts import Facts
from got_env.westeros.facts.ranges import (
    check_rows_in_range,
    row_ranges,
    state_ranges,
    states_in_range,
)
from got_env.westeros.facts.reading import FILES, read_facts
from got_env.westeros.facts.rulesets import add_rulesets, load_facts, ruleset_of
from got_env.westeros.games.blocks import constants
from got_env.westeros.games.engines import audit_of, engine_of, players_of
from got_env.westeros.games.results import results
from got_env.westeros.picture.picture import picture_of
from got_env.westeros.position import check_states, decks, from_position, position
from got_env.westeros.rules.actions import DONE
from got_env.westeros.rules.options import NUM_OPTIONS
from got_env.westeros.rules.state import STATE
from got_env.westeros.rules.vocabulary import MAX_PLAYERS, Phase
from got_env.westeros.words import glossary, notation, telling
from got_env.westeros.words.board import board
from got_env.westeros.words.briefing import briefing, reveals
from got_env.westeros.words.context import context
from got_env.westeros.words.labels import action_label
from got_env.westeros.words.question import question
from got_env.westeros.words.snapshot import snapshot
from got_env.westeros.words.story import Narrator


@cache
def shipped(code: str) -> Game:
    """The game with the facts of the package."""
    return _game(load_facts(code))


_MUSTERING = (Phase.MUSTER_UPGRADE, Phase.MUSTER_STATUS, Phase.MUSTER)


def _game(facts: Facts, data_dir: str = "") -> Game:
    edition = facts.edition
    engine = engine_of(facts)
    ranges = facts.action_ranges
    return Game(
        identity=Identity(
            code=facts.code,
            title=edition.title,
            version=0,
            data_provenance="user's own" if data_dir else edition.provenance,
            data_hash=facts.data_hash,
            data_dir=data_dir,
            gist=edition.gist,
            minutes=edition.minutes,
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
            label=action_label,
            parse=notation.parse_action,
            decisions=glossary.decisions(facts),
            always_asked=tuple(row.name for row in edition.decisions.values() if row.always_asked),
            one_move=tuple(
                row.name for phase, row in edition.decisions.items() if phase in _MUSTERING
            ),
        ),
        observation=Observation(blocks=engine.blocks(facts), constants=constants(facts)),
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
            limits=state_ranges(facts),
            in_range=partial(states_in_range, facts),
            check_rows=partial(check_rows_in_range, facts),
        ),
        kernels=batch_kernels(STATE, engine.parts, rollout),
        players=players_of(facts, engine),
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
            prompt=engine.prompt,
            names=_names(facts),
            picture=picture_of(facts),
        ),
        positions=Positions(write=position, read=partial(from_position, facts), decks=decks(facts)),
        results=results(facts),
        with_data=partial(_with_data, facts.code),
        data_files=tuple(f"{name}.json" for name in FILES[facts.code]),
        audit=audit_of(facts),
        moments=moments(edition),
    )


def _names(facts: Facts) -> frozenset[str]:
    cards = [card for cards in facts.card_ids.values() for card in cards]
    tactics = () if facts.tactics is None else (card.id for card in facts.tactics.cards)
    leaders, decks = facts.leader_words, facts.deck_words
    return frozenset(
        [*facts.houses, *facts.areas, *cards, *leaders, *decks, *facts.alliance_words, *tactics]
    )


_own_facts: dict[tuple[str, str], Facts] = {}
_own_games: dict[tuple[str, str, str], Game] = {}
"""Facts of users' own folders by code and hash, and games by these and the folder: the rows that
rulesets take are never given back, so the same facts take them once."""


def _with_data(code: str, folder: Path) -> Game:
    """A game with the facts of a folder; the game itself if they are those of the package."""
    facts = read_facts(code, folder)
    if facts.data_hash == load_facts(code).data_hash:
        return shipped(code)
    facts = _own_facts.setdefault((code, facts.data_hash), facts)
    add_rulesets(facts)
    place = str(folder.resolve())
    key = (code, facts.data_hash, place)
    if key not in _own_games:
        _own_games.setdefault(key, _game(facts, place))
    return _own_games[key]
