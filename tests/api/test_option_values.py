"""Values of options have names, and kernels use them."""

import ast
import re
import runpy
from enum import IntEnum
from pathlib import Path

import pytest

import got_env.westeros
from got_env.westeros.editions import EDITIONS
from got_env.westeros.rules import option_values
from got_env.westeros.rules.options import NUM_OPTIONS, Option

WESTEROS = Path(got_env.westeros.__file__).parent
NAMED = {
    name: value
    for name, value in vars(option_values).items()
    if isinstance(value, type) and issubclass(value, IntEnum) and value not in (IntEnum, Option)
}
SPECS = [
    (edition.code, key, spec)
    for edition in EDITIONS.values()
    for key, spec in edition.options.specs.items()
]
WORDS_OF_THEIR_OWN = {
    *("house_card_timing", "claim_to_win", "negotiation_offers_per_responder"),
    "retreat_enemy_home",
}
"""Options whose values are numbers, or have one word for what differs between two editions."""


SCRIPT = Path(__file__).parents[2] / "scripts" / "generate_options"


def camel_case(key):
    return "".join(word.capitalize() for word in key.split("_"))


def test_names_are_what_the_rows_say():
    script = runpy.run_path(str(SCRIPT))

    assert script["FILE"].read_text(encoding="utf-8") == script["text"](), f"run {SCRIPT}"


def test_every_option_has_named_values():
    assert set(NAMED) == {camel_case(slot.name.lower()) for slot in Option}
    assert {spec.slot for _, _, spec in SPECS} == set(Option)


@pytest.mark.parametrize(("code", "key", "spec"), SPECS, ids=lambda value: str(value)[:30])
def test_names_stand_for_what_the_record_keeps(code, key, spec):
    named = NAMED[camel_case(key)]

    assert spec.slot.name.lower() == key
    assert len(set(spec.codes)) == len(spec.values) == len(spec.codes)
    if key not in WORDS_OF_THEIR_OWN:
        assert spec.values == tuple(named(code).name.lower() for code in spec.codes)


@pytest.mark.parametrize("edition", EDITIONS.values(), ids=lambda edition: edition.code)
def test_rules_that_an_edition_does_not_leave_open_are_kept_too(edition):
    table = edition.options
    kept = table.resolve({})

    assert len(kept) == NUM_OPTIONS >= len(Option)
    offered = {spec.slot for spec in table.specs.values()}
    assert not offered & table.fixed.keys()
    of_others = {
        spec.slot
        for other in EDITIONS.values()
        if other.with_claim and not edition.with_claim
        for spec in other.options.specs.values()
    }
    for slot in set(Option) - offered:
        assert kept[slot] == table.fixed.get(slot, 0)
        if kept[slot] == 0 and slot in of_others:
            continue  # nothing that a game without claim asks
        NAMED[camel_case(slot.name.lower())](kept[slot])  # it is a value of the enumeration
    assert table.values_of(kept) == {key: spec.values[0] for key, spec in table.specs.items()}
    assert table.changes_of(kept) == {}


def test_kernels_compare_options_with_names_of_their_own_values():
    wrong = []
    for path in sorted(WESTEROS.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Compare):
                continue
            found = re.fullmatch(r"\w+\.options\[Option\.(\w+)\]", ast.unparse(node.left))
            if found:
                key = Option[found[1]].name.lower()
                value = ast.unparse(node.comparators[0])
                if value.partition(".")[0] != camel_case(key):
                    wrong.append(f"{path.name}:{node.lineno}: {key} with {value}")

    assert wrong == []
