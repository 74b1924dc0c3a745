"""The disk cache of kernels: an edit makes stale what depends on it, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from got_env import _stamp
from got_env._jit import PURE_PYTHON

PACKAGE = Path(_stamp.__file__).parent
WESTEROS = PACKAGE / "westeros"


@pytest.fixture
def package(tmp_path, monkeypatch):
    """A small package in place of the real one; its stamps are computed anew for every call."""
    root = tmp_path / "got_env"
    (root / "rules" / "data").mkdir(parents=True)
    (root / "_top.py").write_text("from got_env.rules import low, table\n")
    (root / "apart.py").write_text("import numpy\n")
    (root / "rules" / "__init__.py").write_text("from got_env import _top\n")
    (root / "rules" / "low.py").write_text("from got_env.rules.table import ROWS\n")
    (root / "rules" / "table.py").write_text("ROWS = 1\n")
    (root / "rules" / "data" / "rows.json").write_text("[1]")
    monkeypatch.setattr(_stamp, "_ROOT", root)

    def stamp(name):
        forget()
        return _stamp.source_stamp(root / name)

    forget()
    yield root, stamp
    forget()


def forget():
    for cached in ("source_stamp", "_closure", "_imported", "_file_of", "_contents"):
        getattr(_stamp, cached).cache_clear()


@pytest.mark.parametrize("edited", ["_top.py", "rules/low.py", "rules/table.py"])
def test_an_edit_behind_a_module_changes_its_stamp(package, edited):
    root, stamp = package
    before = stamp("_top.py")
    (root / edited).write_text((root / edited).read_text() + "MORE = 2\n")

    assert stamp("_top.py") != before


def test_an_edit_of_data_changes_the_stamp_of_who_may_read_it(package):
    root, stamp = package
    before = stamp("_top.py")
    (root / "rules" / "data" / "rows.json").write_text("[2]")

    assert stamp("_top.py") != before


@pytest.mark.parametrize("edited", ["_top.py", "apart.py", "rules/__init__.py"])
def test_an_edit_elsewhere_leaves_the_stamp(package, edited):
    root, stamp = package
    before = stamp("rules/low.py")
    (root / edited).write_text("CHANGED = 1\n")

    assert stamp("rules/low.py") == before


def test_a_name_defined_by_a_package_counts_its_init(package):
    root, stamp = package
    (root / "_top.py").write_text("from got_env.rules import NAME\n")
    before = stamp("_top.py")
    (root / "rules" / "__init__.py").write_text("NAME = 1\n")

    assert stamp("_top.py") != before


def test_touching_a_file_leaves_the_stamp(package):
    root, stamp = package
    before = stamp("_top.py")
    (root / "rules" / "low.py").touch()

    assert stamp("_top.py") == before


@pytest.mark.parametrize("keeper", sorted(_stamp._KEEPERS))
def test_an_edit_of_the_cache_itself_leaves_the_stamp(package, keeper):
    root, stamp = package
    (root / keeper).write_text("")
    (root / "_top.py").write_text(f"from got_env.{keeper.removesuffix('.py')} import NAME\n")
    before = stamp("_top.py")
    (root / keeper).write_text("NAME = 1\n")

    assert stamp("_top.py") == before


def test_the_modules_of_the_cache_exist():
    assert [name for name in _stamp._KEEPERS if not (PACKAGE / name).is_file()] == []


def test_the_steps_depend_on_every_phase_and_no_player():
    behind = _stamp._closure(WESTEROS / "batch.py")

    assert set((WESTEROS / "phases").glob("[a-z]*.py")) <= behind
    assert not [path for path in behind if path.parent.name == "heuristic"]


def test_the_rules_depend_on_their_data():
    assert set((WESTEROS / "data").rglob("*.json")) == set(
        _stamp._data_beside(WESTEROS / "rules.py")
    )


@pytest.mark.skipif(PURE_PYTHON, reason="kernels are not compiled")
def test_kernels_carry_the_stamp():
    from got_env.westeros import engine

    assert engine.step._cache._stamp == _stamp.source_stamp(WESTEROS / "engine.py")
