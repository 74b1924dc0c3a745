"""The hooks that run before a commit check what .ci/run checks."""

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent


def test_the_hooks_run_the_pinned_ruff():
    locked = re.findall(r"^ruff==\S+$", (ROOT / "requirements-lock.txt").read_text(), re.MULTILINE)
    hooks = re.findall(r"ruff==[^\s\"]+", (ROOT / ".pre-commit-config.yaml").read_text())

    assert len(locked) == 1
    assert hooks == locked * 2
