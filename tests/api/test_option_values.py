"""Values of options have names, and kernels use them."""

import ast
import re
from enum import IntEnum
from pathlib import Path

import pytest

import got_env.westeros
from got_env.westeros import option_values
from got_env.westeros.options import OPTIONS, Option

WESTEROS = Path(got_env.westeros.__file__).parent
NAMED = {
    name: value
    for name, value in vars(option_values).items()
    if isinstance(value, type) and issubclass(value, IntEnum) and value is not IntEnum
}
CHOICES = {key: spec.values for key, spec in OPTIONS.items() if len(spec.values) > 1}


def camel_case(key):
    return "".join(word.capitalize() for word in key.split("_"))


def test_every_option_with_a_choice_has_named_values():
    assert set(NAMED) == {camel_case(key) for key in CHOICES}


@pytest.mark.parametrize("key", CHOICES)
def test_names_stand_for_the_places_of_the_values(key):
    names = list(NAMED[camel_case(key)])

    assert names == list(range(len(CHOICES[key])))
    if key != "house_card_timing":  # its values are numbers
        assert CHOICES[key] == tuple(value.name.lower() for value in names)


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
