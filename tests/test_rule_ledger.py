"""Every rule of the ledgers is tested, and the script that says so can be believed."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SCRIPT = ROOT / "scripts" / "rule_coverage"

FILLER_IDS = [f"2E-MAP-{i:02}" for i in range(1, 13)]
FILLERS = ", ".join(f'"{i}"' for i in FILLER_IDS)
LEDGER = """\
- **2E-RAID-01** First.
- **2E-RAID-02** Second.
- **2E-ROUT-01** Says the same as 2E-RAID-01.
- **2E-ROUT-02** Says a part of 2E-RAID-01.
- **2E-EX-01 A title.** An example.

| same rule | also stated as |
|---|---|
| 2E-RAID-01 | 2E-ROUT-01, 2E-ROUT-02 (part) |

"""


def coverage(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(SCRIPT), *arguments], capture_output=True, text=True, check=False
    )


@pytest.fixture
def project(tmp_path):
    """A project with a small ledger; returns a function that adds tests and runs the script."""
    (tmp_path / "docs/rules").mkdir(parents=True)
    (tmp_path / "docs/rules/toy.md").write_text(
        LEDGER + "".join(f"- **{i}** Filler.\n" for i in FILLER_IDS)
    )
    (tmp_path / "tests/rules").mkdir(parents=True)

    def run(marks: str, waivers: str = ""):
        (tmp_path / "tests/rules/waivers.toml").write_text(waivers)
        source = f"@rule({FILLERS})\n{marks}\ndef test_it(): ...\n"
        (tmp_path / "tests/rules/test_toy.py").write_text(source)
        done = coverage("--game", "toy", "--json", "--root", str(tmp_path))
        return done.returncode, json.loads(done.stdout), done.stderr

    return run


@pytest.mark.parametrize("game", ["agot2e", "agot1e", "asos", "btwixt"])
def test_every_rule_is_tested_or_waived(game):
    done = coverage("--game", game, "--json")

    assert done.stderr == ""
    assert json.loads(done.stdout)["untested"] == []
    assert done.returncode == 0


@pytest.mark.parametrize(("game", "ids"), [("agot2e", 690), ("agot1e", 429), ("asos", 553)])
def test_the_ledger_is_read_whole(game, ids):
    figures = json.loads(coverage("--game", game, "--json").stdout)

    assert figures["game"] == game
    assert figures["ids"] >= ids  # ids are only ever added; examples count too


def test_a_restated_rule_is_tested_by_its_main_row_and_a_partial_one_is_not(project):
    code, figures, _ = project('@rule("2E-RAID-01", "2E-EX-01")')

    assert code == 1
    assert figures["untested"] == ["2E-RAID-02", "2E-ROUT-02"]
    assert figures["tested"] == 15


def test_marks_of_every_form_are_found(project):
    code, figures, _ = project(
        '@pytest.mark.rule("2E-RAID-01")\n'
        '@pytest.mark.parametrize("x", [pytest.param(1, marks=rule("2E-RAID-02"))])\n'
        '@rule("2E-EX-01", "2E-ROUT-02")'
    )

    assert (code, figures["untested"]) == (0, [])


def test_a_waiver_stands_for_a_test(project):
    code, figures, _ = project(
        '@rule("2E-RAID-01", "2E-RAID-02", "2E-ROUT-02")', '"2E-EX-01" = "nobody can tell"'
    )

    assert (code, figures["waived"], figures["untested"]) == (0, 1, [])


ALL = '@rule("2E-RAID-01", "2E-RAID-02", "2E-ROUT-02", "2E-EX-01")'
MOST = '@rule("2E-RAID-02", "2E-ROUT-02")'


@pytest.mark.parametrize(
    ("marks", "waivers", "complaint"),
    [
        (ALL + '\n@rule("2E-RAID-99")', "", "2E-RAID-99 is in no ledger"),
        (ALL, '"2E-RAID-99" = "why not"', "2E-RAID-99 is in no ledger"),
        (ALL, '"2E-EX-01" = "why not"', "2E-EX-01 is waived, but a test is marked with it"),
        (ALL, '"2E-ROUT-01" = " "', "2E-ROUT-01 needs a reason"),
        (ALL + "\n@rule(*IDS)", "", "must be literal strings"),
        (
            MOST,
            '"2E-EX-01" = "a"\n"2E-RAID-01" = "b"\n"2E-ROUT-01" = "c"',
            "3 of 17 ids waived, over 12%",
        ),
    ],
)
def test_what_is_wrong_is_named(project, marks, waivers, complaint):
    code, _, errors = project(marks, waivers)

    assert code == 1
    assert complaint in errors


def test_an_unknown_game_is_bad_usage():
    done = coverage("--game", "chess")

    assert done.returncode == 2
    assert "docs/rules/chess.md" in done.stderr
