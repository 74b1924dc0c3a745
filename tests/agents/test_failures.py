"""Failures as agents tell them can be stored and shown, whatever they are."""

import json

import pytest

from got_agents.failures import LONGEST_FAILURE, how_it_failed, printable
from got_agents.user_code import load_file
from got_env.core.views import AgentError


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain [red]text[/red]", "plain [red]text[/red]"),
        ("\x1b[31mred\x07", r"\x1b[31mred\x07"),
        ("two\r\nlines\tand more", r"two\r\nlines\tand more"),
        ("half \ud800", r"half \ud800"),
        ("\u202egnp.exe", r"\u202egnp.exe"),
        ("Eddard König", "Eddard König"),
    ],
)
def test_characters_that_cannot_be_shown_are_escaped(text, shown):
    assert printable(text) == shown
    shown.encode()


def test_names_of_exceptions_are_cleaned_and_cut_like_their_texts():
    class Meta(type):
        __name__ = property(lambda cls: 1 / 0)

    kind = Meta("\x1b[1m" + 9999 * "é", (Exception,), {})

    failure = how_it_failed(kind("\n" * 9999))

    assert failure.startswith(r"\x1b[1mééé")
    assert failure.isprintable()
    assert len(failure) < 3 * LONGEST_FAILURE


def test_an_exception_without_a_text_is_its_name():
    assert how_it_failed(KeyboardInterrupt()) == "KeyboardInterrupt"


def test_an_agent_error_tells_what_it_says():
    assert how_it_failed(AgentError("nobody is here")) == "nobody is here"
    assert how_it_failed(AgentError()) == "AgentError"


def test_an_exception_that_will_not_be_read_is_still_named():
    class Mute(Exception):
        def __str__(self):
            raise SystemExit(0)

    assert how_it_failed(Mute()) == "Mute: its text cannot be read"


DEEP = """
import json
from helper import halve

class Deep:
    def act(self, view):
        return halve(view)

class Reads(Deep):
    def act(self, view):
        return json.loads(
            view
        )
"""


def failure_of(act, *args):
    try:
        act(*args)
    except Exception as error:
        return how_it_failed(error)
    raise AssertionError("it did not fail")


def test_a_failure_names_the_innermost_line_of_the_agents_own_files(tmp_path, monkeypatch):
    (tmp_path / "helper.py").write_text("def halve(view):\n    return 1 // view\n")
    (tmp_path / "bots.py").write_text(DEEP)
    monkeypatch.syspath_prepend(tmp_path)
    bots = load_file(str(tmp_path / "bots.py"))

    assert failure_of(bots.Deep().act, 0).endswith(f"by zero ({tmp_path / 'helper.py'}:2)")


def test_lines_of_libraries_that_the_agent_calls_do_not_count(tmp_path, monkeypatch):
    # Python keeps a module by its name: that of the test before must not be found here.
    (tmp_path / "other_helper.py").write_text("halve = None\n")
    (tmp_path / "bots.py").write_text(DEEP.replace("helper", "other_helper"))
    monkeypatch.syspath_prepend(tmp_path)
    bots = load_file(str(tmp_path / "bots.py"))

    assert failure_of(bots.Reads().act, "{").endswith(f"({tmp_path / 'bots.py'}:11)")


def test_code_of_python_and_of_this_package_has_no_line():
    assert ".py" not in failure_of(json.loads, "{")
    assert ".py" not in failure_of(printable, 0)
