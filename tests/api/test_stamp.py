"""The disk cache of kernels: an edit makes stale what depends on it, and nothing else."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import got_env
from got_env.core import stamp
from got_env.core.jit import PURE_PYTHON
from tests.copies import writable_copy

PACKAGE = Path(got_env.__file__).parent


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
    monkeypatch.setattr(stamp, "_ROOT", root)

    def stamp_of(name):
        forget()
        return stamp.source_stamp(root / name)

    forget()
    yield root, stamp_of
    forget()


def forget():
    for cached in (
        *("source_stamp", "_closure", "_imported", "_file_of"),
        *("_contents", "read_source"),
    ):
        getattr(stamp, cached).cache_clear()


@pytest.mark.parametrize("edited", ["_top.py", "rules/low.py", "rules/table.py"])
def test_an_edit_behind_a_module_changes_its_stamp(package, edited):
    root, stamp_of = package
    before = stamp_of("_top.py")
    (root / edited).write_text((root / edited).read_text() + "MORE = 2\n")

    assert stamp_of("_top.py") != before


def test_an_edit_of_data_leaves_every_stamp(package):
    root, stamp_of = package
    before = stamp_of("_top.py")
    (root / "rules" / "data" / "rows.json").write_text("[2]")

    assert stamp_of("_top.py") == before


@pytest.mark.parametrize("edited", ["_top.py", "apart.py", "rules/__init__.py"])
def test_an_edit_elsewhere_leaves_the_stamp(package, edited):
    root, stamp_of = package
    before = stamp_of("rules/low.py")
    (root / edited).write_text("CHANGED = 1\n")

    assert stamp_of("rules/low.py") == before


BESIDE = "from got_env.rules import table\nfrom got_env.rules.words import SAID\nSIZE = 1\n"


@pytest.mark.parametrize(
    ("rows", "same"),
    [
        ("ROWS = (\n    SAID,\n)\n", True),
        ("ROWS = (SAID,)\nMORE = SIZE\n", False),
        ("ROWS = (SAID,)\nMORE = ROWS[0]\n", False),
        ("OTHERS = (SAID,)\n", False),
    ],
)
@pytest.mark.parametrize("edited", ["low.py", "words.py"])
def test_rows_beside_kernels_are_data(package, rows, same, edited):
    root, stamp_of = package
    (root / "rules" / "words.py").write_text("SAID = 'a'\n")
    low = root / "rules" / "low.py"
    low.write_text(BESIDE + "ROWS = (SAID,)\n")
    before = stamp_of("_top.py"), stamp_of("rules/low.py")
    low.write_text(BESIDE + rows)
    if edited == "words.py":
        before = stamp_of("_top.py"), stamp_of("rules/low.py")
        (root / "rules" / "words.py").write_text("SAID = 'b'\n")
    after = stamp_of("_top.py"), stamp_of("rules/low.py")

    assert (after == before) == (same or (edited == "words.py" and "MORE = SIZE" in rows))


def test_no_source_behind_a_kernel_asks_for_the_rows_of_another():
    asking = [path for path in PACKAGE.rglob("*.py") if asks_for_rows(path)]
    kernels = [path for path in PACKAGE.rglob("*.py") if stamp.read_source(path).linked]

    assert PACKAGE / "westeros/editions/decisions.py" in asking
    assert not {*asking} & {behind for path in kernels for behind in stamp._closure(path)}


def asks_for_rows(path):
    source = stamp.read_source(path)
    taken = any(name == "ROWS" for _, name, _ in source.names)
    return taken or any("ROWS" in found for found in source.attributes.values())


def test_a_name_defined_by_a_package_counts_its_init(package):
    root, stamp_of = package
    (root / "_top.py").write_text("from got_env.rules import NAME\n")
    before = stamp_of("_top.py")
    (root / "rules" / "__init__.py").write_text("NAME = 1\n")

    assert stamp_of("_top.py") != before


def test_touching_a_file_leaves_the_stamp(package):
    root, stamp_of = package
    before = stamp_of("_top.py")
    (root / "rules" / "low.py").touch()

    assert stamp_of("_top.py") == before


@pytest.fixture(scope="module")
def copied(tmp_path_factory):
    """The real sources in another place, where they can be edited."""
    root = tmp_path_factory.mktemp("copied") / "got_env"
    writable_copy(PACKAGE, root, ignore=shutil.ignore_patterns("__pycache__"))
    return root


ENGINE = "westeros/engine/engine.py"
STEPS = ("core/batch/games.py", "core/batch/vector.py", "core/batch/learner.py")
"""Modules that play games, calling the engine by name."""
PLAYER = "westeros/players/heuristic/plan.py"
SEARCH = "core/search/simulate.py"
OBSERVATIONS = ("westeros/views/observation.py", "westeros/views/claim_observation.py")


@pytest.mark.parametrize(
    ("edited", "stale", "valid"),
    [
        # Called by name only, so nobody else contains anything of it.
        ("westeros/phases/wildling_cards.py", (), (ENGINE, *STEPS, PLAYER, SEARCH)),
        (
            "westeros/phases/muster.py",
            (),
            (ENGINE, *STEPS, *OBSERVATIONS, "westeros/phases/consolidate.py"),
        ),
        # What most decisions run is inside the ladders, which others call by name.
        ("westeros/phases/bids.py", (ENGINE, "westeros/engine/audit.py"), (*STEPS, SEARCH)),
        ("westeros/phases/planning.py", (ENGINE,), (*STEPS, *OBSERVATIONS)),
        # Words are data.
        ("westeros/rules/phrases.py", (), (ENGINE, *STEPS, "westeros/phases/bids.py")),
        # Constants count, whatever is called by name.
        ("westeros/rules/vocabulary.py", (ENGINE, PLAYER), (*STEPS, SEARCH, "core/agenda.py")),
        ("westeros/data/agot2e/board.json", (), (ENGINE, *STEPS, PLAYER, SEARCH)),
        ("westeros/facts/checks.py", (), (ENGINE, *STEPS, PLAYER, SEARCH)),
        ("core/tables.py", (ENGINE, PLAYER), (*STEPS, "core/rng.py")),
        (PLAYER, (PLAYER, "westeros/players/heuristic/orders.py"), (ENGINE, *STEPS)),
        ("core/rng.py", (*STEPS, SEARCH), ("core/fields.py", ENGINE, PLAYER)),
        ("cli/app.py", (), (ENGINE, *STEPS, PLAYER, SEARCH)),
    ],
)
def test_an_edit_of_the_package_makes_the_right_kernels_stale(
    copied, monkeypatch, edited, stale, valid
):
    monkeypatch.setattr(stamp, "_ROOT", copied)

    def stamps():
        forget()
        return {name: stamp.source_stamp(copied / name) for name in (*stale, *valid)}

    before = stamps()
    original = (copied / edited).read_bytes()
    (copied / edited).write_bytes(original + b"\n")
    after = stamps()
    (copied / edited).write_bytes(original)
    forget()

    assert {name for name in before if before[name] != after[name]} == set(stale)


@pytest.fixture
def linked_package(package):
    """A package in which ``_top`` may use a linked kernel of ``low``."""
    root, stamp_of = package
    low = "from got_env.rules import table\nSIZE = 1\n\n@linked\ndef go(x):\n    return x\n"
    (root / "rules" / "low.py").write_text(low)
    return root, stamp_of


@pytest.mark.parametrize(
    "top",
    [
        "from got_env.rules import low\n\ndef f(x):\n    return low.go(x)\n",
        "from got_env.rules import low as other\n\ndef f(x):\n    return other.go(x)\n",
        "from got_env.rules.low import go\n\ndef f(x):\n    return go(x)\n",
    ],
)
@pytest.mark.parametrize("edited", ["low.py", "table.py"])
def test_a_stamp_stops_at_linked_kernels(linked_package, top, edited):
    root, stamp_of = linked_package
    (root / "_top.py").write_text(top)
    before = stamp_of("_top.py"), stamp_of("rules/low.py")
    file = root / "rules" / edited
    file.write_text(file.read_text() + "\n")

    assert stamp_of("_top.py") == before[0]
    assert stamp_of("rules/low.py") != before[1]


@pytest.mark.parametrize(
    "top",
    [
        "from got_env.rules.low import SIZE, go\n",
        "from got_env.rules import low\n\ndef f(x):\n    return low.go(x) + low.SIZE\n",
        "from got_env.rules import low\n\ndef f(x):\n    return getattr(low, 'go')(x)\n",
        "from got_env.rules import low\n\ndef f(x):\n    return low.go(x), vars(low)\n",
        "from got_env.rules import low\n",
        "import got_env.rules.low\n",
    ],
)
def test_anything_else_that_is_used_of_a_module_counts(linked_package, top):
    root, stamp_of = linked_package
    (root / "_top.py").write_text(top)
    before = stamp_of("_top.py")
    file = root / "rules" / "low.py"
    file.write_text(file.read_text().replace("SIZE = 1", "SIZE = 2"))

    assert stamp_of("_top.py") != before


def test_the_stamp_looks_at_the_whole_package():
    assert stamp._ROOT == PACKAGE


@pytest.mark.parametrize("keeper", sorted(stamp._KEEPERS))
def test_an_edit_of_the_cache_itself_leaves_the_stamp(package, keeper):
    root, stamp_of = package
    (root / keeper).parent.mkdir(exist_ok=True)
    (root / keeper).write_text("")
    name = keeper.removesuffix(".py").replace("/", ".")
    (root / "_top.py").write_text(f"from got_env.{name} import NAME\n")
    before = stamp_of("_top.py")
    (root / keeper).write_text("NAME = 1\n")

    assert stamp_of("_top.py") == before


def test_the_modules_of_the_cache_exist():
    assert [name for name in stamp._KEEPERS if not (PACKAGE / name).is_file()] == []


@pytest.mark.parametrize("loop", STEPS)
def test_the_loops_over_many_games_depend_on_no_game(loop):
    behind = {path.relative_to(PACKAGE).parts[0] for path in stamp._closure(PACKAGE / loop)}

    assert behind == {"core"}


@pytest.mark.skipif(PURE_PYTHON, reason="kernels are not compiled")
def test_kernels_carry_the_stamp():
    from got_env.core.batch import games

    assert games.step._cache._stamp == stamp.source_stamp(PACKAGE / "core/batch/games.py")
