"""Fields of records that sources name exist: a misspelt one is found before numba compiles it.

Records have no types that mypy could see, and the compiler finds a wrong name only in kernels of a
game that somebody plays.
"""

import ast
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

from got_env.btwixt.players.heuristic.work import WORK as BTWIXT_WORK
from got_env.btwixt.rules.state import STATE as BTWIXT_STATE
from got_env.btwixt.rules.table import RULES as BTWIXT_RULES
from got_env.core.batch.rules import FIELDS
from got_env.core.protocol import SHAPING, row_fields
from got_env.core.search.tree import node_dtype
from got_env.core.tables import Table
from got_env.westeros.players.heuristic.batch import PLAN
from got_env.westeros.players.heuristic.scratch import WORK
from got_env.westeros.rules.state import STATE
from got_env.westeros.rules.table import RULES

ROOT = Path(__file__).parent.parent
KERNELS = {"kernel", "linked", "inlined", "entry", "view"}
OF_ARRAYS = {"shape", "sum"}


def names(dtype: np.dtype) -> frozenset[str]:
    return frozenset(dtype.names)


NODE = names(node_dtype(4))
COMMON = frozenset(FIELDS)
AGENDA = frozenset({"depth", "stack"})
RECORDS: Mapping[str, Mapping[str, frozenset[str]]] = {
    "westeros": {
        **dict.fromkeys(("s", "t", "known", "root", "states"), names(STATE)),
        "rules": names(RULES.dtype),
        "w": names(WORK),
        "plan": names(PLAN),
    },
    "btwixt": {
        **dict.fromkeys(("s", "t", "known", "root", "states"), names(BTWIXT_STATE)),
        "rules": names(BTWIXT_RULES.dtype),
        **dict.fromkeys(("w", "work"), names(BTWIXT_WORK)),
    },
    "core": {
        **dict.fromkeys(("s", "states"), COMMON | AGENDA),
        **dict.fromkeys(("node", "nodes"), NODE),
        "root": NODE | COMMON,
        "row": frozenset(field[0] for field in row_fields(1, 1)),
        "shaping": names(SHAPING),
        "w": names(WORK) & names(BTWIXT_WORK),
    },
}
"""Names of records in kernels of each package, and the fields these have."""


def kernels(tree: ast.Module) -> Iterator[ast.FunctionDef]:
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and any(
            isinstance(part, ast.Name) and part.id in KERNELS
            for decorator in node.decorator_list
            for part in ast.walk(decorator)
        ):
            yield node


def unknown_fields(
    function: ast.FunctionDef,
    records: Mapping[str, frozenset[str]],
    known: Mapping[str, object],
) -> list[str]:
    """What a kernel reads or writes of records that have no such field, in its order.

    Args:
        function: the kernel.
        records: fields of the records by their name in kernels.
        known: what names of its module stand for: tables are looked into, the rest is for mypy.
    """
    parameters = {argument.arg for argument in function.args.args}
    wrong = []
    for node in ast.walk(function):
        if not isinstance(node, ast.Attribute):
            continue
        base = node.value
        while isinstance(base, ast.Subscript):
            base = base.value
        if not isinstance(base, ast.Name):
            continue
        if base.id in known and base.id not in parameters:
            table = known[base.id]
            if not isinstance(table, Table) or node.attr in names(table.dtype):
                continue
        elif node.attr in records.get(base.id, frozenset()) | OF_ARRAYS:
            continue
        wrong.append(ast.unparse(node))
    return wrong


@pytest.mark.parametrize("package", RECORDS)
def test_kernels_name_fields_that_records_have(package):
    wrong, count = {}, 0
    for path in sorted((ROOT / "got_env" / package).rglob("*.py")):
        found = list(kernels(ast.parse(path.read_text(encoding="utf-8"))))
        count += len(found)
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        known = vars(import_module(module)) if found else {}
        for function in found:
            fields = unknown_fields(function, RECORDS[package], known)
            if fields:
                wrong[f"{module}.{function.name}"] = fields

    assert count > 50
    assert wrong == {}


@pytest.mark.parametrize(
    ("body", "wrong"),
    [
        ("s.power[0] = 1", []),
        ("s.powers[0] = 1", ["s.powers"]),
        ("return RULES[s.ruleset].num_players", []),
        ("return RULES[s.ruleset].num_player", ["RULES[s.ruleset].num_player"]),
        ("rules = RULES[s.rulset]\n return rules.num_playrs", ["rules.num_playrs", "s.rulset"]),
        ("return stranger.power", ["stranger.power"]),
        ("return len(s.power) + s.power.shape[0]", []),
    ],
)
def test_a_misspelt_field_is_found(body, wrong):
    tree = ast.parse(f"@linked\ndef example(s):\n {body}\n")
    (function,) = kernels(tree)

    found = unknown_fields(function, RECORDS["westeros"], {"RULES": RULES})

    assert sorted(found) == wrong
