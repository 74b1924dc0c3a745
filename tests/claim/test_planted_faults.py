"""The lists of slips fit the rules, and what plants them can tell caught from missed."""

import runpy
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
SCRIPT = ROOT / "scripts" / "plant_faults.py"


def plant(*arguments):
    return subprocess.run(
        [sys.executable, str(SCRIPT), *arguments], capture_output=True, text=True, check=False
    )


def test_every_slip_of_the_lists_fits_the_rules():
    done = plant("--check")

    assert (done.returncode, done.stdout, done.stderr.strip()) == (0, "", "")


def test_a_slip_is_caught_by_a_test_that_fails_and_missed_without_one():
    test = "tests/claim/test_close_calls_of_battles.py::test_salladhar_costs_two_power"
    done = plant("--only", "lose_power(s, s.fighter[1 - side]", "--tests", test)

    cersei, salladhar, total = done.stdout.splitlines()
    assert cersei.startswith("MISSED  phases/storm_cards.py: ")
    assert salladhar.startswith("caught  phases/storm_cards.py: ")
    assert f"{test}[2-0]" in salladhar
    assert total == "2 slips planted, 1 missed"
    assert done.returncode == 1


def test_the_first_slips_are_left_out():
    test = "tests/claim/test_close_calls_of_battles.py::test_salladhar_costs_two_power"
    done = plant(
        "--only", "lose_power(s, s.fighter[1 - side]", "--first", "1", "--tests", f"{test}[2-0]"
    )

    salladhar, total = done.stdout.splitlines()
    assert salladhar.startswith("caught  phases/storm_cards.py: ")
    assert total == "1 slips planted, 0 missed"


def test_a_slip_that_is_not_in_its_file_or_no_python_does_not_fit(tmp_path):
    planter = runpy.run_path(str(SCRIPT))
    (tmp_path / "rules.py").write_text("if True:\n    a = 1\n", encoding="utf-8")
    slips = [
        planter["Fault"]("rules.py", old, new, engine="") for old, new in (("a = 1", ""), ("b", ""))
    ]
    no_python, absent = planter["misfits"](slips, tmp_path)

    assert no_python.startswith("rules.py: 'a = 1' -> '': the file is no Python then: ")
    assert absent == "rules.py: 'b' -> '': the text stands 0 times in the file, not once"


@pytest.mark.parametrize(
    ("game", "path"),
    [
        ("agot1e", "rules/faults.toml"),
        ("agot1e_storm", "storm/faults.toml"),
        ("agot2e", "rules/faults_agot2e.toml"),
        ("asos", "claim/faults.toml"),
        ("btwixt", "btwixt/faults.toml"),
    ],
)
def test_a_list_names_its_tests_and_forty_slips_or_more(game, path):
    listed = tomllib.loads((ROOT / "tests" / path).read_text(encoding="utf-8"))

    assert len(listed["fault"]) >= 40
    assert all((ROOT / test).is_file() for test in listed["tests"])
    assert all(set(fault.get("tests", ())) <= set(listed["tests"]) for fault in listed["fault"])
    done = plant(
        "--check", "--game", game, "--only", listed["fault"][0]["old"].strip().splitlines()[0]
    )
    assert (done.returncode, done.stderr.strip()) == (0, "")


def test_slips_of_another_game_are_not_planted():
    done = plant("--game", "agot1e", "--only", "claim/")

    assert done.returncode == 2
    assert "--only: no slip has 'claim/' in it" in done.stderr


def test_a_name_that_no_slip_has_is_refused():
    done = plant("--only", "nothing of the kind")

    assert done.returncode == 2
    assert "--only: no slip has 'nothing of the kind' in it" in done.stderr
