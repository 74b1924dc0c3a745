"""Every script, and every command that the pages name, is started as a process of its own.

Lines of ``got`` in blocks of pages run in ``test_doc_blocks.py``. Scripts run in a copy of what
they read and write, so that none changes the checkout.
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from got_agents.policy import shipped_policy

ROOT = Path(__file__).parent.parent
PAGES = (
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "benchmarks/README.md")),
    *sorted((ROOT / "docs").rglob("*.md")),
)
COPIED = (
    *("scripts", "docs", "tests", "benchmarks", "README.md", "CONTRIBUTING.md", "Makefile"),
    *("pyproject.toml", "requirements-lock.txt", "requirements-peers-lock.txt"),
)

IN_PLACE = {
    *("scripts/plant_faults.py", "scripts/build_wheel"),
    *("scripts/generate_ladders", "scripts/generate_options"),
}
"""They read the sources of the engine, which a copy lacks; they write nothing here."""

START = r"(?:python |scripts/|make |\.ci/)"
COMMAND = re.compile(rf"`({START}[^`]*)`|^(?:\$ )?({START}[^\n`]*)$", re.MULTILINE)
"""In the text between marks, or a line of its own in a block."""

CHEAP = {
    "scripts/ship_policy.py": (
        f"{shlex.quote(str(shipped_policy('btwixt')))} --bits 16 --out shipped",
        0,
        "bytes, numbers changed by ",
    ),
    "scripts/check": ("", 2, "no virtual environment in none"),
    "scripts/generate_baselines": ("--check", 0, ""),
    "scripts/generate_curves": ("--check", 0, ""),
    "scripts/conformance.py": ("--json --games 1 --states-only", 0, '"unexplained": 0'),
    "scripts/generate_docs": ("--check", 0, ""),
    "scripts/generate_ladders": ("--check", 0, ""),
    "scripts/generate_options": ("--check", 0, ""),
    "scripts/generate_leaderboard": ("--check", 0, ""),
    "scripts/performance_page.py": ("--check", 0, "performance.md: as stored"),
    "scripts/plant_faults.py": ("--check", 0, ""),
    "scripts/rule_coverage": ("--game agot2e", 0, "0 untested"),
    "scripts/soak.py": ("--games 2 --players 3", 0, ""),
    "scripts/build_wheel": ("--kernels pentium", 2, "--kernels pentium: expected one of"),
    "scripts/elsewhere": ("nothing_like_it", 2, "nothing_like_it: expected"),
    "scripts/forge_states.py": ("--help", 0, ""),
    "scripts/frameworks": ("nothing_like_it", 2, "nothing_like_it: expected"),
    "scripts/pythons": ("python_that_is_not_there", 1, "FAILED"),
}
"""Of each script: what it is given here, how it ends, and what it says then."""

DEAR = {
    "scripts/fit_value.py": ("--game btwixt --games 60 --out value.json", 0, ""),
    "scripts/generate_pictures": ("--check", 0, ""),
    "scripts/golden_replays.py": ("3p", 0, ""),
    "scripts/text_sizes.py": ("", 0, "tokens (estimated)"),
    "scripts/tune_style.py": ("raider --steps 1 --out tuning", 0, ""),
    "benchmarks/baselines.py": (
        "--minutes 0.02 --seeds 1 --games 6 --methods maskable_ppo,scratch --out baselines",
        0,
        "scratch, seed 1: ",
    ),
    "benchmarks/curves.py": (
        "--seconds 0.01 --repeats 1 --most 1 --games btwixt --out curves",
        0,
        "game btwixt, tables 1, ",
    ),
    "benchmarks/learner.py": ("--help", 0, ""),
    "benchmarks/pictures.py": ("--game agot2e --decisions 2", 0, ""),
    "benchmarks/peers.py": ("--help", 0, ""),
    "benchmarks/profile_kernels.py": ("--help", 0, ""),
    "benchmarks/seat_envs.py": ("--help", 0, ""),
    "benchmarks/serving.py": ("--tables 1 --answers 2", 0, ""),
    "benchmarks/guard.py": ("--help", 0, ""),
}
"""The same of those that take longer; a measurement says here only what it would measure."""

PARTS = {
    "scripts/docs_site.py": "mkdocs calls it",
    "scripts/moving_picture.py": "scripts/generate_pictures draws with it",
    "scripts/position_fields.py": "scripts/generate_docs writes its tables",
}
"""Scripts that are no programs, and who runs them."""

ELSEWHERE = {
    ".ci/run": "tests all of this, this test included",
    "python rllib_batch.py": "needs RLlib: tests/frameworks/test_rllib_batch.py runs it",
    "python docs/examples/frameworks/rllib_batch.py": "is the same, on a cluster",
    "python table.py": "is a program of a page: tests/test_doc_blocks.py runs it",
    "python plot_curve.py": "is the same",
    "python stand_in.py": "is a server of a page: tests/test_doc_blocks.py runs it",
    "python train_on_ray.py": "needs RLlib: tests/test_doc_blocks.py runs it where that is",
    "python -m pytest benchmarks/micro -m slow": "measures for minutes: its fast half runs below",
    "scripts/peer_replay": "is the folder behind scripts/conformance.py",
}
"""Commands not started here, and why."""


def commands():
    """Commands that the pages name, in one line each, with a page that names them."""
    found = {}
    for page in PAGES:
        for match in COMMAND.finditer(page.read_text(encoding="utf-8")):
            text = re.sub(r"\s+#.*", "", " ".join((match[1] or match[2]).split()))
            found.setdefault(text, page.relative_to(ROOT))
    return found


def program(command):
    """The script that a command runs; empty for none."""
    words = shlex.split(command)
    return next((word for word in words[:2] if word.endswith(".py") or "/" in word), "")


@pytest.fixture(scope="module")
def checkout(tmp_path_factory):
    """Files that scripts read and write, without what was built."""
    folder = tmp_path_factory.mktemp("a checkout, für Tests")
    left_out = shutil.ignore_patterns("__pycache__", "*.pyc")
    for name in COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, ignore=left_out)
        else:
            shutil.copy(ROOT / name, folder / name)
    return folder


def started(words, folder):
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    return subprocess.run(
        words,
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=600,
        env=os.environ | {"PATH": path, "VENV": "none", "PYTHONUTF8": "1"},
    )


def check(script, told, folder):
    words, code, said = told
    first = [sys.executable] if script.startswith("benchmarks/") else []
    where = ROOT if script in IN_PLACE else folder
    done = started([*first, f"./{script}" if not first else script, *words.split()], where)

    assert done.returncode == code, done.stdout + done.stderr
    assert said in done.stdout + done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("script", CHEAP)
def test_a_script_does_its_work(script, checkout):
    check(script, CHEAP[script], checkout)


@pytest.mark.full
@pytest.mark.parametrize("script", DEAR)
def test_a_script_that_takes_longer_does_its_work(script, checkout):
    if script in ("benchmarks/baselines.py", "benchmarks/learner.py"):
        pytest.importorskip("sb3_contrib")
    check(script, DEAR[script], checkout)


def test_every_script_is_started():
    scripts = {f"scripts/{path.name}" for path in (ROOT / "scripts").iterdir() if path.is_file()}
    measuring = {f"benchmarks/{path.name}" for path in (ROOT / "benchmarks").glob("*.py")}
    scripts = {name for name in scripts if not name.endswith(".toml")} - PARTS.keys()

    assert scripts | measuring == CHEAP.keys() | DEAR.keys()


def test_every_command_that_a_page_names_is_started():
    for command, page in commands().items():
        if command.split()[0] == "make" or any(command.startswith(name) for name in ELSEWHERE):
            continue
        assert program(command) in CHEAP.keys() | DEAR.keys(), f"{page}: {command}"


def test_a_command_without_python_before_it_can_be_started():
    for command, page in commands().items():
        if command.startswith("scripts/") and command not in ELSEWHERE:
            assert os.access(ROOT / command.split()[0], os.X_OK), f"{page}: {command}"


def test_what_is_started_elsewhere_is_on_a_page():
    for name in ELSEWHERE:
        assert any(command.startswith(name) for command in commands()), name


@pytest.mark.skipif(shutil.which("make") is None, reason="no make")
def test_make_knows_every_target_that_a_page_names(checkout):
    named = [shlex.split(c) for c in commands() if c.startswith("make ")]
    assert len(named) > 10
    for words in named:
        done = started([words[0], "--dry-run", *words[1:]], checkout)
        assert done.returncode == 0, f"{words}: {done.stderr}"
