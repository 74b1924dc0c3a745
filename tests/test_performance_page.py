"""The page of figures is made from the stored ones and from nothing else."""

import importlib.util
import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SCRIPT = ROOT / "scripts" / "performance_page.py"


@pytest.fixture(scope="module")
def script():
    spec = importlib.util.spec_from_file_location("performance_page", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def measured():
    return json.loads((ROOT / "docs" / "performance.json").read_text(encoding="utf-8"))


@pytest.fixture
def page():
    return (ROOT / "docs" / "performance.md").read_text(encoding="utf-8")


def test_the_page_is_that_of_the_stored_figures():
    """``scripts/performance_page.py`` has been run after the last measurement."""
    done = subprocess.run(
        [sys.executable, str(SCRIPT), "--check"], capture_output=True, text=True, check=False
    )

    assert done.returncode == 0, done.stdout + done.stderr


def test_a_changed_figure_changes_the_page(script, page, measured):
    row = next(row for row in measured["peers"]["rows"] if row["name"] == "catanatron")
    row["decisions_per_s"] = 123_000.0

    assert "| 123,000 |" in script.render(page, measured)
    assert "| 123,000 |" not in page


def test_what_was_not_measured_is_on_the_page(script, page, measured):
    row = next(row for row in measured["peers"]["rows"] if row["name"] == "OpenSpiel chess")
    row.clear()
    row |= {"name": "OpenSpiel chess", "family": "OpenSpiel", "gives": "-", "counted": "-"}
    row |= {"not_measured": "No module named 'pyspiel'", "command": "pip install open_spiel"}

    new = script.render(page, measured)

    assert "not measured: OpenSpiel chess: No module named 'pyspiel'" in new
    assert "pip install open_spiel" in new


def test_words_outside_the_markers_are_left_alone(script, page, measured):
    marker = "<!-- generated:peers -->"
    assert script.render(page, measured) == page
    assert script.render("Our words.\n" + page, measured) == "Our words.\n" + page
    with pytest.raises(ValueError, match=marker):
        script.render(page.replace(marker, ""), measured)


def test_two_commands_are_run_and_what_they_print_is_kept(script, monkeypatch):
    seen = []

    def run(command, **_):
        seen.append([Path(command[0]).name, *command[1:]])
        return subprocess.CompletedProcess(command, 0, stdout='{"x": 1}')

    monkeypatch.setattr(script.subprocess, "run", run)

    found = script.measure(0.5, 3, compiling=False)

    assert seen[0][:3] == ["got", "bench", "speed"]
    assert "--no-compile" in seen[0]
    assert seen[1][:2] == ["python", "benchmarks/peers.py"]
    assert found["speed"] == found["peers"] == {"x": 1}
    assert found["commands"][0].startswith("got bench speed --seconds 0.5 --repeats 3 --json")
