"""What sources refer to, kept on disk: the same as found anew, and never stale."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import got_env
from got_env.core import sources
from got_env.core.jit import PURE_PYTHON
from got_env.core.kernel_files import KernelFiles

PACKAGE = Path(got_env.__file__).parent
TEXTS = [
    path.read_bytes() for path in sorted((PACKAGE / "westeros" / "players" / "search").glob("*.py"))
]


@pytest.fixture
def module(tmp_path):
    """A module whose tables are kept beside it."""
    path = tmp_path / "sources.py"
    path.write_text("VERSION = 1\n")
    return path


def table(module):
    return sources.SourceTable(sources.table_files(module))


def filled(module, texts):
    made = table(module)
    found = [made.found_in(text) for text in texts]
    made.keep()
    return found


def kept_file(module):
    (path,) = (module.parent / "__pycache__").iterdir()
    return path


@pytest.fixture
def no_parser(monkeypatch):
    """Sources can only be taken from a table."""

    def parse(text):
        raise AssertionError("a source was read as a tree")

    monkeypatch.setattr(ast, "parse", parse)


def test_what_is_kept_is_what_was_found(module, monkeypatch):
    found = filled(module, TEXTS)
    assert any(source.linked for source in found)
    monkeypatch.setattr(ast, "parse", None)

    assert [table(module).found_in(text) for text in TEXTS] == found


def test_another_text_is_read(module, no_parser):
    with pytest.raises(AssertionError, match="read as a tree"):
        filled(module, [b"import numpy\n"])


def test_another_version_of_the_module_reads_all_anew(module, request):
    filled(module, TEXTS[:3])
    module.write_text("VERSION = 2\n")
    request.getfixturevalue("no_parser")

    with pytest.raises(AssertionError, match="read as a tree"):
        table(module).found_in(TEXTS[0])


@pytest.mark.parametrize("damage", [lambda text: text[:-1], lambda text: text[:-1] + b"?"])
def test_a_damaged_table_is_none_and_made_anew(module, damage):
    found = filled(module, TEXTS[:3])
    path = kept_file(module)
    whole = path.read_bytes()
    path.write_bytes(damage(whole))

    assert filled(module, TEXTS[:3]) == found
    assert path.read_bytes() == whole


def test_a_table_that_has_all_is_not_written(module, monkeypatch):
    filled(module, TEXTS[:3])
    monkeypatch.setattr(KernelFiles, "save", None)

    filled(module, TEXTS[1:3])


def test_what_was_asked_for_last_is_kept(module, monkeypatch, request):
    monkeypatch.setattr(sources, "MOST", 3)
    first, second, third, fourth = TEXTS[:4]
    filled(module, [first, second, third])
    filled(module, [first, fourth])
    request.getfixturevalue("no_parser")

    kept = table(module)
    assert all(kept.found_in(text) for text in (first, third, fourth))
    with pytest.raises(AssertionError, match="read as a tree"):
        kept.found_in(second)


def test_nothing_is_said_where_nothing_can_be_kept(tmp_path, monkeypatch, capfd):
    monkeypatch.setattr("got_env.core.kernel_files._can_write", lambda folder: False)
    path = tmp_path / "sources.py"
    path.write_text("")

    found = filled(path, TEXTS[:2])

    assert filled(path, TEXTS[:2]) == found
    assert capfd.readouterr() == ("", "")


STARTED = """
import ast, sys
from pathlib import Path
from got_env.core import sources
sources._TABLE._files = sources.table_files(Path(sys.argv[1]))
if sys.argv[2:]:
    before = ast.parse
    def parse(text, *args, **kwargs):
        assert not isinstance(text, bytes), "a source was read as a tree"
        return before(text, *args, **kwargs)
    ast.parse = parse
from got_env.games import get_game
get_game("btwixt").start(1, 3, 1)
"""


@pytest.mark.skipif(PURE_PYTHON, reason="nothing is compiled")
def test_the_second_start_of_a_game_reads_no_source_as_a_tree(module):
    for options in ([], ["strict"]):
        done = subprocess.run(
            [sys.executable, "-c", STARTED, module, *options],
            cwd=PACKAGE.parent,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
    assert kept_file(module).stat().st_size > 1000
