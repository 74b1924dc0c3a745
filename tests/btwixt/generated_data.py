"""Generated data of B'Twixt: together the sets use every operation with every argument.

A set is the package's data with another ability on each card. The abilities are dealt from a list
of all operations with each of their targets, words, flags, filters, triggers, conditions and
counters, in turn; what the language refuses is left out.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from got_env.btwixt.facts.effects import effect_rows
from got_env.btwixt.facts.files import Effect
from got_env.btwixt.facts.language import ARGUMENTS, FLAGS, NARROWED, SIGNATURES, WORDS
from got_env.btwixt.facts.reading import SHIPPED
from got_env.btwixt.facts.rulesets import load_facts
from got_env.btwixt.rules.vocabulary import (
    ALLY_TRIGGERS,
    CARD_TRIGGERS,
    LATE_TRIGGERS,
    Against,
    Condition,
    Operation,
    words,
)
from got_env.btwixt.rules.vocabulary import Counter as Counted
from tests.copies import writable_copy

CARD_FILES = ("influence_standard", "influence_event", "influence_leader")
FILTERS: tuple[dict[str, Any], ...] = (
    {"min_value": 3},
    {"max_value": 4},
    {"color": "red"},
    {"min_power": 2},
    {"max_power": 4},
    {"exclude_this": True},
    {"exclude_previous": True},
    {"min_bid_cards": 1},
)
AMOUNTS = (None, 1, 2, -1, 3)
ALLIES = {name: i for i, name in enumerate(load_facts().ally_ids)}


def _any(rng: np.random.Generator, found: Any) -> Any:
    return found[int(rng.integers(len(found)))]


def _params(rng: np.random.Generator, operation: Operation) -> dict[str, Any]:
    signature = SIGNATURES[operation]
    found: dict[str, Any] = {}
    for name in sorted(signature.allowed):
        if name not in signature.required and rng.random() < 0.3:
            continue
        if name == "filter":
            if rng.random() < 0.5:
                found[name] = dict(_any(rng, FILTERS))
        elif name == "against":
            found[name] = [_any(rng, words(Against))]
        elif name in FLAGS:
            found[name] = bool(rng.random() < 0.5)
        else:
            known = NARROWED.get((operation, name), tuple(WORDS[name][1]))
            found[name] = _any(rng, known).name.lower()
    return found


def _amount(rng: np.random.Generator) -> Any:
    if rng.random() < 0.2:
        return {"per": _any(rng, words(Counted)), "each": int(_any(rng, (1, -1, 2))), "max": 3}
    return _any(rng, AMOUNTS)


def _condition(rng: np.random.Generator) -> Any:
    if rng.random() < 0.7:
        return None
    kind = _any(rng, tuple(Condition))
    argument = {"value": 3, "ally_id": "hodor"}
    name = ARGUMENTS.get(kind)
    return {"type": kind.name.lower()} | ({name: argument[name]} if name else {})


def _step(rng: np.random.Generator, operation: Operation) -> dict[str, Any]:
    return {
        "operation": operation.name.lower(),
        "target": _any(rng, sorted(SIGNATURES[operation].targets)).name.lower(),
        "amount": _amount(rng),
        "condition": _condition(rng),
        "optional": bool(rng.random() < 0.3),
        "params": _params(rng, operation),
        "then": [],
    }


def _effect(rng: np.random.Generator, of_ally: bool) -> dict[str, Any]:
    """An effect that the language takes."""
    while True:
        made = _step(rng, _any(rng, tuple(Operation)))
        triggers = ALLY_TRIGGERS if of_ally else CARD_TRIGGERS
        made["trigger"] = _any(rng, triggers).name.lower()
        if rng.random() < 0.4:
            made["then"] = [_step(rng, _any(rng, tuple(Operation)))]
        try:
            effect_rows(_typed(made), "", ALLIES, of_ally, 1)
        except ValueError:
            continue
        return made


def _typed(made: dict[str, Any]) -> Effect:
    import msgspec

    return msgspec.convert(made, Effect)


def arguments(effect: dict[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Every operation with every argument that an effect and its follow-up use."""
    for part in (effect, *effect["then"]):
        name = part["operation"]
        yield name, "target", part["target"]
        for key, value in part["params"].items():
            if key == "filter":
                yield from ((name, "filter", word) for word in value)
            elif isinstance(value, list):
                yield from ((name, key, word) for word in value)
            else:
                yield name, key, str(value)
        if part["condition"]:
            yield "any", "condition", part["condition"]["type"]
        if isinstance(part["amount"], dict):
            yield "any", "counter", part["amount"]["per"]
    yield "any", "trigger", effect["trigger"]


def generated(folder: Path, seed: int, used: Counter[tuple[str, str, str]]) -> Path:
    """Write a set of data into a folder, and count what its cards use."""
    writable_copy(SHIPPED, folder)
    rng = np.random.default_rng(seed)
    late = {trigger.name.lower() for trigger in LATE_TRIGGERS}
    for name in (*CARD_FILES, "allies"):
        path = folder / f"{name}.json"
        data = json.loads(path.read_text())
        for card in data["cards"]:
            effects = [_effect(rng, name == "allies") for _ in range(int(rng.integers(1, 3)))]
            card["effects"] = effects
            for effect in effects:
                used.update(arguments(effect))
            if name != "allies":
                card["triumph_icon"] = any(effect["trigger"] in late for effect in effects)
        path.write_text(json.dumps(data))
    return folder
