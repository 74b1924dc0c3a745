"""The store keeps every game, and says in one line why it cannot."""

import sqlite3
from contextlib import closing
from dataclasses import replace

import pytest

from got_benchmarks.playing.in_process import InProcess
from got_benchmarks.tournament.plan import new_plan
from got_benchmarks.tournament.run import open_plan, run
from got_benchmarks.tournament.sqlite_file import StoreError
from got_benchmarks.tournament.store import Store

PLAN = new_plan(("heuristic", "random"), 4, players=3, options={"tides": True}, seed=2)


@pytest.fixture
def played(tmp_path):
    """A folder with a small tournament, and its outcomes."""
    with Store(tmp_path) as store, InProcess() as players:
        outcomes = run(open_plan(store, PLAN, False), players, store)
    return tmp_path, outcomes


def rounded(outcome):
    return replace(
        outcome,
        seconds=round(outcome.seconds, 6),
        thinking=tuple(round(seconds, 6) for seconds in outcome.thinking),
    )


def test_what_is_stored_is_read_back(played):
    folder, outcomes = played

    with Store(folder, write=False) as store:
        assert store.read_plan() == PLAN
        assert [outcome for _, outcome in store.outcomes()] == [rounded(o) for o in outcomes]
        assert {stage for stage, _ in store.outcomes()} == {0}


def test_forfeits_are_read_back(tmp_path):
    class Failing(InProcess):
        def play(self, setting, matches, on_end):
            super().play(
                setting,
                matches,
                lambda o: on_end(replace(o, end="forfeit", winner=-1, failed=2, error="Crash: x")),
            )

    with Store(tmp_path) as store, Failing() as players:
        outcomes = run(open_plan(store, PLAN, False), players, store)
        assert [o for _, o in store.outcomes()] == [rounded(o) for o in outcomes]
        assert store.outcomes()[0][1].error == "Crash: x"


def test_the_digest_is_of_the_games_and_not_of_their_times(played):
    folder, _ = played
    with Store(folder) as store:
        before = store.digest()
    with closing(sqlite3.connect(folder / "results.sqlite")) as db, db:
        db.execute("UPDATE games SET seconds = 99")
        db.execute("UPDATE seats SET thinking = 99")
    with Store(folder) as store:
        assert store.digest() == before
    with closing(sqlite3.connect(folder / "results.sqlite")) as db, db:
        db.execute("UPDATE seats SET measures = '{}' WHERE game = 3 AND seat = 1")
    with Store(folder) as store:
        assert store.digest() != before


def test_one_tournament_at_a_time(tmp_path):
    with (
        Store(tmp_path),
        pytest.raises(
            StoreError, match="another tournament, training or demo is running in this folder"
        ),
    ):
        Store(tmp_path)


def test_reading_needs_results(tmp_path):
    with pytest.raises(StoreError, match="holds no results"):
        Store(tmp_path, write=False)


def test_a_file_that_is_no_database_is_named(tmp_path):
    (tmp_path / "results.sqlite").write_text("not a database" * 100)

    with pytest.raises(StoreError, match=r"results.sqlite: file is not a database"):
        Store(tmp_path)


def test_a_folder_that_is_a_file_is_named(tmp_path):
    (tmp_path / "file").touch()

    with pytest.raises(StoreError, match=r"file: expected a folder, but .*file is a file"):
        Store(tmp_path / "file")
    with pytest.raises(ValueError, match=r"below: expected a folder, but .*file is a file"):
        Store(tmp_path / "file" / "below")


def test_another_schema_is_refused(played):
    folder, _ = played
    with closing(sqlite3.connect(folder / "results.sqlite")) as db, db:
        db.execute("PRAGMA user_version = 77")

    with pytest.raises(StoreError, match="schema 77: expected 2"):
        Store(folder)


def test_a_full_disk_loses_nothing(tmp_path):
    with Store(tmp_path) as store:
        plan = open_plan(store, PLAN, False)
        store._db.execute("PRAGMA max_page_count = 12")
    longer = replace(plan, stages=(replace(plan.stages[0], games=100),))
    kept = 0
    with (  # noqa: PT012
        pytest.raises(StoreError, match=r"no room to write .*full.*--resume goes on from there"),
        Store(tmp_path) as store,
        InProcess() as players,
    ):
        store._db.execute("PRAGMA max_page_count = 12")
        store.write_plan(longer)

        def flush(outcome):
            nonlocal kept
            store.flush()
            kept += 1

        run(longer, players, store, on_end=flush)

    with Store(tmp_path) as store:
        stored = len(store.outcomes())
        assert stored == kept > 0
        run(open_plan(store, longer, True), InProcess(), store)
        assert len(store.outcomes()) == 100


def test_a_locked_database_loses_nothing(played, monkeypatch):
    folder, _ = played
    monkeypatch.setattr("got_benchmarks.tournament.sqlite_file.LOCK_SECONDS", 0.1)
    other = sqlite3.connect(folder / "results.sqlite", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")

    with pytest.raises(StoreError, match="another program is writing to it"), Store(folder) as s:
        s.write_plan(PLAN)

    other.execute("ROLLBACK")
    other.close()
    with Store(folder) as store:
        assert len(store.outcomes()) == 4
