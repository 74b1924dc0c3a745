"""The choice of the tests that each command runs."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests import tiers
from tests.tiers import LONGEST, SHARE, covering, in_test

ROOT = Path(__file__).parents[1]
TABLES = [
    f"test_it[{game}-{players}-{rules}-{kind}]"
    for game in ("agot2e", "asos")
    for players in (3, 4, 5)
    for rules in ("default", "otherwise")
    for kind in ("flat", "entities")
]

TIERS = ("all", "test", "longer", "quick")
TOLD = """
import json, sys
from pathlib import Path
import pytest

class Telling:
    def pytest_collection_finish(self, session):
        from tests.conftest import tests_of
        chosen = [[item.nodeid for item in tests_of(session.items, tier)] for tier in sys.argv[2:]]
        Path(sys.argv[1]).write_text(json.dumps(chosen), encoding="utf-8")

sys.exit(pytest.main(["--collect-only", "-qq", "--tier", "all"], [Telling()]))
"""
"""Collects all tests once and writes which of them each tier has."""


def collected(*args):
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "--collect-only", "-q", *args],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode in (0, 5), done.stdout + done.stderr
    return [line for line in done.stdout.splitlines() if "::" in line]


def test_cheap_functions_run_whole_and_those_that_nobody_measured():
    assert in_test(TABLES, SHARE / len(TABLES)) == set(TABLES)
    assert in_test(TABLES, None) == set(TABLES)


def test_dear_functions_run_what_their_share_allows_and_long_ones_nothing():
    assert len(in_test(TABLES, SHARE / 4)) == 4
    assert len(in_test(TABLES, SHARE * 2)) == 1
    assert in_test(TABLES, LONGEST + 0.1) == set()
    assert in_test(TABLES, LONGEST + 0.1, [TABLES[3]]) == {TABLES[3]}
    assert len(in_test(TABLES, LONGEST + 0.1, ruled=True)) == 1


def test_the_first_parameters_meet_each_pair_of_values():
    chosen = covering(TABLES, len(TABLES))

    assert len(chosen) < len(TABLES) / 2
    for place in range(4):
        for other in range(place):
            met = {tuple(words(test)[i] for i in (place, other)) for test in chosen}
            assert met == {tuple(words(test)[i] for i in (place, other)) for test in TABLES}


def words(test):
    return test.partition("[")[2].removesuffix("]").split("-")


def test_one_parameter_is_chosen_for_each_value():
    assert covering(["test[a]", "test[b]", "test[c]"], 2) == ["test[a]", "test[b]"]
    assert covering(["test"], 3) == ["test"]


def test_files_that_are_measured_alone_leave_the_others_as_they_were(tmp_path, monkeypatch):
    monkeypatch.setattr(tiers, "SECONDS", tmp_path / "tests" / "seconds.csv")
    (tmp_path / "tests").mkdir()
    for name in ("test_one.py", "test_other.py", "test_gone.py"):
        (tmp_path / "tests" / name).touch()
    tiers.SECONDS.write_text("function,seconds\n")
    first = {
        **{"tests/test_one.py::test_a[1]": 1.0, "tests/test_one.py::test_a[2]": 2.0},
        **{"tests/test_one.py::test_old": 5.0, "tests/test_other.py::test_b": 3.0},
        "tests/test_gone.py::test_c": 4.0,
    }
    tiers.write_seconds(first, {})
    (tmp_path / "tests" / "test_gone.py").unlink()

    tiers.write_seconds({"tests/test_one.py::test_a[1]": 7.0}, {"tests/test_one.py::test_d": 8.0})

    assert tiers.read_seconds() == {
        "tests/test_one.py::test_a": 7.0,
        "tests/test_one.py::test_d": 8.0,
        "tests/test_other.py::test_b": 3.0,
    }


@pytest.mark.full
def test_the_tiers_share_out_all_tests(tmp_path):
    """Each surface has tests in `make test`, and no test is in no tier."""
    told = tmp_path / "tiers.json"
    done = subprocess.run(
        [sys.executable, "-c", TOLD, str(told), *TIERS],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    everything, usual, longer, quick = map(set, json.loads(told.read_text(encoding="utf-8")))

    assert usual | longer == everything
    assert quick < usual < everything
    assert quick == set(collected("--tier", "quick"))
    folders = {Path(test.partition("::")[0]).parent for test in everything}
    assert folders == {Path(test.partition("::")[0]).parent for test in usual}


def test_tests_that_are_named_run_in_any_tier():
    name = f"tests/{Path(__file__).name}::{test_the_tiers_share_out_all_tests.__name__}"

    assert collected(name) == [name]
    assert collected(f"tests/{Path(__file__).name}", "-k", "share_out") == []
