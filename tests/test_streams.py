"""Commands that are started with closed or full standard streams."""

import os
import subprocess
import sys

import pytest

from got_env.cli import app as cli

COMMANDS = sorted({"games", "replay", "referee", "warmup", *cli._extensions()})
QUESTIONS = '{"cmd": "new"}\n{"cmd": "quit"}\n'

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs a POSIX shell")


def run(how, *command, answer=""):
    """Run a command by a shell, with redirections: exit code, stdout and stderr.

    Streams are buffered, as they are for users: some machines turn that off for all of Python.
    """
    done = subprocess.run(
        ["sh", "-c", f'exec "$@" {how}', "sh", sys.executable, *command],
        input=answer,
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
        env={name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"},
    )
    return done.returncode, done.stdout, done.stderr


def got(how, *command, answer=""):
    return run(how, "-m", "got_env.cli", *command, answer=answer)


@pytest.mark.parametrize("command", COMMANDS)
def test_a_closed_stdout_is_said_at_once(command):
    """Not after hours of work."""
    assert got(">&-", command) == (1, "", "got: stdout is closed\n")


def test_help_and_version_need_stdout_too():
    assert got(">&-", "--version") == (1, "", "got: stdout is closed\n")
    assert got(">&-", "warmup", "--help") == (1, "", "got: stdout is closed\n")


def test_with_everything_closed_the_exit_code_tells():
    assert got("<&- >&- 2>&-", "games") == (1, "", "")


def test_a_closed_stderr_changes_no_result():
    fine = got("", "games")

    assert got("2>&-", "games") == fine
    assert fine[0] == 0


full_disk = pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full")


@pytest.mark.parametrize("how", ["2>&-", pytest.param("2>/dev/full", marks=full_disk)])
def test_where_an_error_cannot_be_told_the_exit_code_is_the_same(how):
    assert got(how, "no-such-command") == (2, "", "")


def test_what_is_said_on_a_closed_stderr_does_not_come_out_of_stdout():
    script = "import sys; from got_env.core.streams import replace_closed_streams as r; r()"

    assert run("2>&-", "-c", f"{script}; print('lost', file=sys.stderr)") == (0, "", "")


def test_a_closed_stdin_is_no_matter_to_those_that_do_not_read_it():
    assert got("<&-", "games", "--json") == got("", "games", "--json")


def test_a_closed_stdin_is_said_to_who_reads_it():
    assert got("<&-", "referee") == (1, "", "got: stdin is closed\n")


def test_a_person_without_a_stdin_cannot_play():
    code, _, err = got("<&-", "play", "--house", "stark", "--against", "random", "--players", "3")

    assert code == 1
    assert err.endswith("got: stdin is closed\n")
    assert "Traceback" not in err


@full_disk
@pytest.mark.parametrize(
    ("command", "answer"), [(["games"], ""), (["games", "--json"], ""), (["referee"], QUESTIONS)]
)
def test_a_full_disk_behind_stdout_is_an_error(command, answer):
    code, _, err = got(">/dev/full", *command, answer=answer)

    assert code == 1
    assert err == "got: No space left on device\n"


def test_no_file_takes_the_number_of_a_closed_stream(tmp_path):
    """What is printed would be written into it."""
    script = (
        "import os, subprocess, sys;"
        "from got_env.core.streams import replace_closed_streams as r; r();"
        f"f = open({str(tmp_path / 'results')!r}, 'w'); assert f.fileno() > 2;"
        "os.write(2, b'lost'); subprocess.run([sys.executable, '-c', 'import os; os.fstat(2)'],"
        "check=True)"
    )

    assert run("<&- 2>&-", "-c", script)[0] == 0
    assert (tmp_path / "results").read_text() == ""
