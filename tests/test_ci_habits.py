"""The tests run as continuous integration, and people who look for a fault, start them."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
CHEAP = ("tests/agents/test_mlp.py", "tests/api/test_option_values.py")
"""Files without a heavy import."""

NO_PLACE = {"record_property", "record_xml_attribute"}
"""Fixtures without a place in the default form of --junitxml: pytest warns, an error here."""


def started(*options):
    command = [sys.executable, "-m", "pytest", "-q", *options, *CHEAP]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300)


def test_no_test_hands_a_report_what_it_cannot_hold():
    for path in (*ROOT.glob("tests/**/*.py"), *ROOT.glob("benchmarks/micro/*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                asked = {argument.arg for argument in node.args.args}
                assert not asked & NO_PLACE, f"{path.name}: {node.name}"


def test_a_report_for_machines_is_written(tmp_path):
    done = started(f"--junitxml={tmp_path / 'report.xml'}")

    assert done.returncode == 0, done.stdout + done.stderr
    assert 'failures="0"' in (tmp_path / "report.xml").read_text()


@pytest.mark.full
@pytest.mark.parametrize(
    "options",
    ["-p no:cacheprovider", "-n 2", "-p no:xdist", "--lf", "-x --ff", "-W default", "--co"],
)
def test_they_run_with_a_common_option(options):
    done = started(*options.split())

    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.full
def test_a_checkout_that_cannot_be_written_is_no_failure(tmp_path):
    (tmp_path / "file").write_text("no folder can be made below this")

    done = started("-o", f"cache_dir={tmp_path / 'file' / 'cache'}")

    assert done.returncode == 0, done.stdout + done.stderr
    assert "could not create cache path" in done.stdout
