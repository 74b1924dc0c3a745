"""The value of a plain game, put together from its rules."""

from __future__ import annotations

import hashlib
import inspect
from collections.abc import Mapping, Sequence
from functools import partial

import numpy as np

from got_env.core.game import (
    Actions,
    Decision,
    Game,
    Identity,
    Observation,
    Options,
    Players,
    Records,
    Results,
    Seats,
    States,
)
from got_env.core.jit import record_dtype
from got_env.core.limits import check_each
from got_env.core.plain.batch import PlainBatch
from got_env.core.plain.learner import PlainLearner
from got_env.core.plain.positions import PlainPositions
from got_env.core.plain.records import check_records, record_limits, records_in_range, state_dtype
from got_env.core.plain.rules import PlainRules
from got_env.core.plain.words import PlainWords
from got_env.core.protocol import row_fields, row_limits
from got_env.core.rewards import BY_PLACE
from got_env.core.suggest import suggest

LARGEST_REWARD = 1e6


def _values(rules: PlainRules, kept: Sequence[int]) -> dict[str, str]:
    """The value of every option by key."""
    options = zip(rules.options.items(), kept, strict=True)
    return {key: values[int(index)] for (key, (values, _, _)), index in options}


def _ruleset_of(players: int, options: Sequence[int] | None) -> int:
    """A plain game keeps the number of players as its ruleset."""
    return players


def plain_game(rules: PlainRules) -> Game:
    """A game that is played by plain functions.

    Args:
        rules: the game.

    Returns:
        A value that every environment takes. Its kernels are slow, and hold the lock of Python.

    Raises:
        ValueError: if Python does not know where the class is written: its source stands for its
            data.
    """
    state = state_dtype(rules)
    batch = PlainBatch(rules, state)
    limits = row_limits(rules.last_round, len(rules.ends), LARGEST_REWARD)
    return Game(
        identity=Identity(
            code=rules.code,
            title=rules.title,
            version=rules.version,
            data_provenance="plain",
            data_hash=_source_hash(rules),
        ),
        seats=Seats(
            counts=rules.counts, names=rules.houses, in_play=lambda count: rules.houses[:count]
        ),
        actions=_actions(rules, batch),
        observation=Observation(blocks=rules.blocks, constants={}),
        options=Options(
            table=rules.options,
            presets=(),
            resolve=partial(_resolve, rules),
            values=partial(_values, rules),
            ruleset_of=_ruleset_of,
        ),
        records=Records(
            state=state,
            row=record_dtype(row_fields(len(rules.options), len(rules.houses))),
            running_fields=tuple(limits),
            check=partial(check_records, rules),
            limits=record_limits(rules),
            in_range=partial(records_in_range, rules),
            check_rows=lambda rows, players: check_each(rows, limits, players),
        ),
        kernels=batch.kernels(),
        players=Players(
            policies={"random": batch.random},
            learner_kernels=lambda: PlainLearner(batch).kernels(),
        ),
        words=PlainWords(rules).words(),
        positions=PlainPositions(batch).positions(),
        results=Results(
            rewards={**BY_PLACE, **rules.rewards},
            ends=rules.ends,
            end=lambda states, row: rules.end(states[row]),
            measures=rules.measures,
            measure=partial(_measure, rules),
        ),
        moments=rules.moments,
    )


def _source_hash(rules: PlainRules) -> str:
    """Stands for the rules: their source is their data.

    Raises:
        ValueError: if Python does not know where the class is written.
    """
    try:
        source = inspect.getsource(type(rules))
    except (OSError, TypeError) as error:
        message = f"{type(rules).__name__}: {error}; write the class in a file or a notebook"
        raise ValueError(message) from error
    return hashlib.sha256(source.encode()).hexdigest()[:16]


def _actions(rules: PlainRules, batch: PlainBatch) -> Actions:
    def parse(states: States, row: int, text: str) -> int:
        legal = [] if states["over"][row] else sorted(rules.legal(states[row]))
        for action in legal:
            if rules.actions[action] == text:
                return action
        known = ", ".join(rules.actions[action] for action in legal) or "none"
        raise ValueError(f"{text!r:.60} is not a legal action: {known}")

    return Actions(
        size=len(rules.actions),
        kinds=np.zeros(len(rules.actions), dtype=np.int8),
        kind_names=("action",),
        no_op=0,
        names=rules.actions,
        meanings=rules.actions,
        text=lambda states, row, action: rules.actions[action],
        label=lambda states, row, action: _label(rules.actions[action]),
        parse=parse,
        decisions=tuple(
            Decision(
                name=name,
                meaning=meaning,
                texts=tuple(rules.actions[a] for a in actions),
                question=meaning,
                labels=tuple(_label(rules.actions[a]) for a in actions),
                actions=actions,
            )
            for name, (meaning, actions) in rules.decisions.items()
        ),
        always_asked=rules.always_asked,
    )


def _label(text: str) -> str:
    """``Take 3`` for ``take_3``."""
    words = text.replace("_", " ")
    return words[:1].upper() + words[1:]


def _resolve(rules: PlainRules, given: Mapping[str, object]) -> tuple[int, ...]:
    for name in given:
        if name not in rules.options:
            raise ValueError(f"unknown option {name!r}: {suggest(name, rules.options)}")
    chosen = []
    for key, (values, _, _) in rules.options.items():
        value = given.get(key, values[0])
        text = str(value).lower() if isinstance(value, bool) else value
        if text not in values:
            raise ValueError(f"{key}={value!r}: expected one of {', '.join(values)}")
        chosen.append(values.index(str(text)))
    return tuple(chosen)


def _measure(rules: PlainRules, states: States, row: int) -> dict[str, tuple[int, ...]]:
    """Raises RuntimeError for other measures than declared, or not one number for each seat."""
    measured = rules.measure(states[row])
    if measured.keys() != set(rules.measures):
        raise RuntimeError(
            f"{rules.code}: measure() gave {sorted(measured)}, expected {sorted(rules.measures)}"
        )
    for name, numbers in measured.items():
        rules.check_seats(states[row], f"measure()[{name!r}]", numbers)
    return {name: tuple(int(number) for number in numbers) for name, numbers in measured.items()}
