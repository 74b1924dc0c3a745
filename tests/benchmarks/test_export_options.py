"""Files that a user names: whole, in the right place, and refused before the work starts."""

import csv
import os
import subprocess
import sys
import threading
from io import StringIO

import pytest

from got_benchmarks.tournament import export_options
from got_benchmarks.tournament.export_options import WRITERS, checked_exports, write_exports
from got_env.core import files
from got_env.core.files import check_writable, write_named

TOURNAMENT = ("tournament", "--games", "2", "--players", "3", "--no-isolate")


def refusal(given, out=None):
    with pytest.raises(ValueError, match="--") as refused:
        checked_exports(given, out)
    assert "\n" not in str(refused.value)
    return str(refused.value)


def test_a_file_is_replaced_whole_or_not_at_all(tmp_path, monkeypatch):
    file = tmp_path / "games.csv"
    file.write_text("old")

    def killed(descriptor):
        raise KeyboardInterrupt

    monkeypatch.setattr(files.os, "fsync", killed)
    with pytest.raises(KeyboardInterrupt):
        write_named(file, b"new" * 1000)

    assert file.read_text() == "old"
    assert list(tmp_path.iterdir()) == [file]


def test_permissions_and_links_stay(tmp_path):
    file, link = tmp_path / "games.csv", tmp_path / "latest.csv"
    file.write_text("old")
    file.chmod(0o600)
    link.symlink_to(file)

    write_named(link, b"new")

    assert link.is_symlink()
    assert file.read_bytes() == b"new"
    assert file.stat().st_mode & 0o777 == 0o600


def test_a_pipe_is_written_to_and_its_reader_sees_one_end(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()))
    reader.start()

    check_writable("--csv", pipe)
    write_named(pipe, b"rows" * 50_000)
    reader.join(timeout=600)

    assert read == [b"rows" * 50_000]
    assert pipe.is_fifo()


@pytest.mark.parametrize("before", ["", "what was there\n"])
def test_stdout_in_a_file_holds_the_rows_and_then_the_tables(tmp_path, before):
    printed = tmp_path / "printed"
    printed.write_text(before)
    with printed.open("a") as stdout:
        command = [sys.executable, "-m", "got_env.cli", *TOURNAMENT, "--csv", "/dev/stdout"]
        subprocess.run(command, stdout=stdout, check=True, timeout=300)
    text = printed.read_text()
    lines = text.removeprefix(before).splitlines()

    assert text.startswith(before)
    assert len(list(csv.DictReader(StringIO("\n".join(lines[:7]))))) == 6
    assert lines[0].startswith("game,schedule,")
    assert "seven castles: " in lines[-1]


def test_what_cannot_be_written_is_refused_before_the_games(tmp_path):
    file, other = tmp_path / "a.csv", tmp_path / "b.csv"
    assert refusal({"--csv": [file, file]}) == f"--csv is given twice, as '{file}' and as '{file}'"
    assert "--csv is given twice" in refusal({"--csv": [file, other]})
    same = {"--csv": [file], "--parquet": [tmp_path / "x" / ".." / "a.csv"]}
    assert refusal(same).endswith("--csv names the same file")
    assert refusal({"--csv": [tmp_path]}).endswith("cannot be written (Is a directory)")
    missing = tmp_path / "none" / "a.csv"
    assert refusal({"--csv": [missing]}).endswith("(No such file or directory)")
    assert list(tmp_path.iterdir()) == []


def test_files_of_the_tournament_are_its_own(tmp_path):
    own = refusal({"--csv": [tmp_path / "results.sqlite"]}, tmp_path)
    assert own.endswith("the tournament itself writes this file")
    new = tmp_path / "new"
    assert checked_exports({"--csv": [new / "a.csv"]}, new) == {"--csv": new / "a.csv"}
    assert not new.exists()


def test_a_file_that_takes_no_more_does_not_hide_the_results(tmp_path, monkeypatch):
    def full(file, plan, outcomes):
        raise OSError(28, "No space left on device")

    written = []
    writers = {"--csv": full, "--parquet": lambda file, plan, outcomes: written.append(file)}
    monkeypatch.setattr(export_options, "WRITERS", writers)
    assert set(writers) == set(WRITERS)

    problems = write_exports({"--csv": tmp_path / "a", "--parquet": tmp_path / "b"}, None, ())

    assert problems == (f"--csv '{tmp_path / 'a'}': cannot be written (No space left on device)",)
    assert written == [tmp_path / "b"]
