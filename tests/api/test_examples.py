"""The examples of the documentation run as they stand."""

import re
import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = (
    "README.md",
    "docs/index.md",
    "docs/environments.md",
    "docs/positions.md",
    "docs/tournaments.md",
    "docs/vector.md",
    "docs/games/agot2e.md",
)
EXAMPLES = [
    pytest.param(block, id=f"{page}-{number}")
    for page in PAGES
    for number, block in enumerate(
        re.findall(r"^```python\n(.*?)^```", (ROOT / page).read_text("utf-8"), re.M | re.S)
    )
]
SCRIPTS = sorted((ROOT / "docs" / "examples").glob("*.py"))


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_runs(example):
    exec(compile(example, "example", "exec"), {})


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_a_script_runs_and_is_on_a_page(script, capsys):
    runpy.run_path(str(script), run_name="__main__")

    assert capsys.readouterr().out
    included = f'--8<-- "docs/examples/{script.name}"'
    assert any(included in page.read_text("utf-8") for page in (ROOT / "docs").glob("*.md"))
