"""A process may import any module of the package first, and call what it finds there."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from got_env.core.jit import PURE_PYTHON
from tests.test_house_rules import modules

ROOT = Path(__file__).parent.parent
NAMES = [name for name, path in modules() if path.name != "__main__.py"]
FEW = (
    "got_env.westeros.games.loops",
    "got_env.westeros.claim.answers",
    "got_env.westeros.position.combat",
    "got_env.btwixt.games.loops",
    "got_env.core.batch.vector",
    "got_env.core.search.hooks",
    "got_env.envs.vector",
    "got_agents.search",
)
"""Of every room one, for the tests that everybody runs."""

FIRST_CALLS = {
    "board": """
import numpy as np
from got_env.core.batch import games
from got_env.westeros.rules.state import new_states
""",
    "claim": """
import numpy as np
from got_env.core.batch import games
from got_env.westeros.rules.state import STATE
def new_states(count):
    return np.zeros(count, STATE)
""",
    "cards": """
import numpy as np
from got_env.btwixt.rules.state import new_states
from got_env.core.batch import games
""",
}
"""Imports of a process that then calls a loop which knows no game."""

CALL = """
seats = np.zeros(2, np.int8)
games.current_player(new_states(2), seats)
print(seats.tolist())
"""


def python(*arguments, **variables):
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        env=os.environ | variables,
    )


def cannot_be_first(names):
    """Those modules that a process which imports nothing before them cannot import; and why."""
    done = python("-m", "tests.imported_first", *names)
    assert done.returncode == 0, done.stderr
    return done.stdout.split(), done.stderr


@pytest.mark.skipif(not hasattr(os, "fork"), reason="a process has to copy itself")
def test_a_module_of_every_room_is_imported_first():
    assert set(FEW) <= set(NAMES)

    assert cannot_be_first(FEW) == ([], "")


@pytest.mark.full
@pytest.mark.skipif(not hasattr(os, "fork"), reason="a process has to copy itself")
def test_every_module_is_imported_first():
    assert cannot_be_first(NAMES) == ([], "")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="a process has to copy itself")
def test_a_module_that_cannot_be_first_is_found(tmp_path, monkeypatch):
    (tmp_path / "needs_another.py").write_text("import a_module_that_is_not_there\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))

    names, why = cannot_be_first(["json", "needs_another"])

    assert names == ["needs_another"]
    assert "a_module_that_is_not_there" in why


@pytest.mark.skipif(not hasattr(os, "fork"), reason="a process has to copy itself")
def test_a_module_that_needs_another_one_before_it_is_found(tmp_path, monkeypatch):
    """A process that has imported one module is not where the next one is tried."""
    rooms = tmp_path / "rooms"
    rooms.mkdir()
    (rooms / "__init__.py").write_text("")
    (rooms / "lists.py").write_text("import rooms.reader\nFOUND = []\n")
    (rooms / "reader.py").write_text("import rooms.lists\nrooms.lists.FOUND.append(1)\n")
    (rooms / "writer.py").write_text("import sys\nassert 'rooms.reader' not in sys.modules\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))

    names, why = cannot_be_first(["rooms.reader", "rooms.lists", "rooms.writer"])

    assert names == ["rooms.lists"]
    assert "FOUND" in why


@pytest.mark.parametrize("first", FIRST_CALLS.values(), ids=FIRST_CALLS)
def test_a_loop_finds_the_kernels_of_a_game_that_nobody_loaded(first):
    done = python("-c", first + CALL)

    assert (done.returncode, done.stdout) == (0, "[-1, -1]\n"), done.stderr


@pytest.mark.parametrize("first", FIRST_CALLS.values(), ids=FIRST_CALLS)
def test_so_it_does_in_plain_python(first):
    done = python("-c", first + CALL, NUMBA_DISABLE_JIT="1")

    assert (done.returncode, done.stdout) == (0, "[-1, -1]\n"), done.stderr


@pytest.mark.skipif(PURE_PYTHON, reason="nothing is compiled")
def test_records_of_no_game_are_named():
    unknown = "import numpy as np\nfrom got_env.core.batch import games\n"
    unknown += "def new_states(count):\n    return np.zeros(count, [('strange', np.int16)])\n"
    done = python("-c", unknown + CALL)

    assert done.returncode == 1
    assert "no game is known for records of" in done.stderr
    assert "strange" in done.stderr


def test_the_script_that_loads_no_game_first_compares_recordings():
    done = python(ROOT / "scripts" / "conformance.py", "--json", "--games", "1", "--states-only")

    assert done.returncode == 0, done.stderr
    assert '"unexplained": 0' in done.stdout
