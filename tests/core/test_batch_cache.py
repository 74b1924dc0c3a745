"""Loops over many games find the rules of a game in the cache, and never others than its own."""

import shutil
import tempfile
from pathlib import Path

import pytest

import got_env.core
from got_env.core.jit import PURE_PYTHON
from tests.kernel_package import KernelPackage
from tests.toy import nim

pytestmark = pytest.mark.skipif(PURE_PYTHON, reason="nothing is compiled")

NIM = Path(nim.__file__).read_text()
RULES, _, HAND_OVER = NIM.partition("RULES = Rules(")
ENGINE = RULES.replace(
    "from got_env.core.batch.rules import NOBODY, Rules, register", "NOBODY = -1"
)
LOOPS = f"""
from got_env.core.batch.rules import Rules, register
from got_env.engine import *
from got_env.engine import STATE

RULES = Rules({HAND_OVER}
"""
FASTER = """
from got_env.core.jit import linked
from got_env.engine import NOBODY, apply as slowly

@linked
def apply(s, action):
    slowly(s, 2 if s.tokens > 2 and action != NOBODY else action)
"""
PROGRAM = """
import json
{before}
import numpy as np
from got_env import loops
from got_env.core.batch import games
states = np.zeros(1, dtype=loops.STATE)
games.lay_out(states, np.zeros(1, np.int64), np.zeros((1, 1), np.int16), np.zeros(1, np.int64))
games.step(states, np.zeros(1, np.int64))
print(json.dumps({{
    "tokens": int(states["tokens"][0]),
    "compiled": [k.__name__ for k in (games.lay_out, games.step) if k.stats.cache_misses],
}}))
"""


@pytest.fixture
def package():
    root = Path(tempfile.mkdtemp())
    package = KernelPackage(root, {"engine.py": ENGINE, "loops.py": LOOPS}, PROGRAM)
    core = Path(got_env.core.__file__).parent
    shutil.copytree(
        core, package.package / "core", ignore=shutil.ignore_patterns("__pycache__"),
        dirs_exist_ok=True,
    )  # fmt: skip
    yield package
    shutil.rmtree(root)


def used(package, **options):
    found, err = package.run(**options)
    assert err == ""
    return found["tokens"], found["compiled"]


def edit(package, name, *replaced):
    path = package.package / name
    text = path.read_text()
    for old, new in replaced:
        assert old in text
        text = text.replace(old, new)
    path.write_text(text)


def test_an_edit_of_a_rule_leaves_the_loops(package):
    assert used(package) == (8, ["lay_out", "step"])
    assert used(package) == (8, [])
    edit(package, "engine.py", ("s.tokens -= action + 1", "s.tokens -= action + 2"))

    assert used(package) == (7, [])


def test_a_hook_of_another_module_takes_the_place_of_the_old_one(package):
    used(package)
    package.write("faster.py", FASTER)
    edit(
        package,
        "loops.py",
        ("RULES = Rules(", "from got_env.faster import apply\n\nRULES = Rules("),
    )

    assert used(package) == (6, ["step"])
    assert used(package) == (6, [])


def test_a_module_of_rules_can_be_renamed(package):
    used(package)
    (package.package / "engine.py").rename(package.package / "ladders.py")
    edit(package, "loops.py", ("got_env.engine", "got_env.ladders"))

    assert used(package) == (8, ["lay_out", "step"])
    assert used(package) == (8, [])


def test_a_module_that_is_broken_is_told_and_not_passed_over(package):
    used(package)
    package.write("helper.py", "raise RuntimeError('broken')\n")
    edit(
        package,
        "engine.py",
        ("import numpy as np\n", "import numpy as np\nimport got_env.helper\n"),
    )
    process = package.start()

    assert "RuntimeError: broken" in process.communicate(timeout=600)[1]
    assert process.returncode == 1


def test_a_record_of_other_fields_has_loops_of_its_own(package):
    used(package)
    edit(
        package, "engine.py",
        ('("tokens", np.int16),', '("more", np.int16),\n        ("tokens", np.int32),'),
    )  # fmt: skip

    assert used(package) == (8, ["lay_out", "step"])
