"""The examples of the documentation run as they stand."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = (
    "README.md",
    "docs/index.md",
    "docs/environments.md",
    "docs/positions.md",
    "docs/games/agot2e.md",
)
EXAMPLES = [
    pytest.param(block, id=f"{page}-{number}")
    for page in PAGES
    for number, block in enumerate(
        re.findall(r"^```python\n(.*?)^```", (ROOT / page).read_text("utf-8"), re.M | re.S)
    )
]


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_runs(example):
    exec(compile(example, "example", "exec"), {})
