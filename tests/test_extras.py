"""Advice on how to install more packages works today."""

import re
import tomllib
from pathlib import Path

import pytest

from got_env.core.extras import how_to_install

ROOT = Path(__file__).resolve().parent.parent
PLACES = ("got_env", "agents", "benchmarks", "training", "docs", "README.md")


def test_nothing_tells_to_install_a_name_that_is_on_no_index():
    """``pip install got_env`` would ask an index that does not have it."""
    found = [
        f"{file.relative_to(ROOT)}: {line.strip()}"
        for place in PLACES
        for file in ([ROOT / place] if (ROOT / place).is_file() else (ROOT / place).rglob("*"))
        if file.suffix in {".py", ".md", ".html"}
        for line in file.read_text().splitlines()
        if re.search(r"pip install ['\"]?got_env\[", line)
    ]

    assert found == []


@pytest.mark.parametrize(
    "extra", ["train", "viz", "web", "onnx", "parquet", "alpharank", "cluster"]
)
def test_the_extras_that_messages_name_exist(extra):
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]

    assert extra in project["optional-dependencies"]
    assert how_to_install(extra) == f"pip install -e '.[{extra}]' in the clone of got_env"
