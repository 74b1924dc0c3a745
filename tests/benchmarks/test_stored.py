"""Databases that are damaged, or made to harm: one line says what is wrong, and where."""

import random
import sqlite3
import zlib
from contextlib import closing

import numpy as np
import pytest

from got_benchmarks.playing.in_process import InProcess
from got_benchmarks.playing.outcome import MAX_RECORD, pack, unpack
from got_benchmarks.tournament.finish import conclude
from got_benchmarks.tournament.plan import new_plan
from got_benchmarks.tournament.run import open_plan, run
from got_benchmarks.tournament.sqlite_file import StoreError, rows_of
from got_benchmarks.tournament.store import CONTENT, Store

PLAN = new_plan(("heuristic", "random"), 2, players=3, seed=2)


@pytest.fixture(scope="module")
def content(tmp_path_factory):
    """A file of results of a small tournament, as bytes."""
    folder = tmp_path_factory.mktemp("played")
    with Store(folder) as store, InProcess() as players:
        run(open_plan(store, PLAN, False), players, store)
    with closing(sqlite3.connect(folder / "results.sqlite")) as db:
        db.execute("PRAGMA journal_mode = DELETE")
    return (folder / "results.sqlite").read_bytes()


@pytest.fixture
def change(tmp_path, content):
    """Writes the file anew, with one statement carried out in it."""

    def carry_out(statement, values=()):
        (tmp_path / "results.sqlite").write_bytes(content)
        with closing(sqlite3.connect(tmp_path / "results.sqlite")) as db, db:
            db.execute("PRAGMA foreign_keys = OFF")
            db.execute(statement, values)
        return tmp_path

    return carry_out


def everything(folder):
    with Store(folder, write=False) as store:
        store.read_plan()
        return [outcome.actions for _, outcome in store.outcomes()]


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("options", "[" * 100_000, "longer|options="),
        ("options", "[" * 9000, "nested too deeply|truncated"),  # as deep as Python allows
        ("options", '{"tides": 3}', "options="),
        ("options", '{"tides": "true", "tides": "false"}', "the field 'tides' is given twice"),
        ("options", "{", "truncated|malformed"),
        ("players", "9" * 4000, "players="),
        ("players", "900", "players=900: expected one of"),
        ("players", "six", "malformed"),
        ("game", "chess", "unknown game 'chess'"),
        ("game", b"\xff", "game="),
        ("seed", "-1", "seed=-1"),
        ("time_limit", "1e400", "out of range"),
        ("time_limit", "NaN", "malformed"),
    ],
)
def test_a_plan_that_makes_no_sense_is_refused(change, key, value, message):
    folder = change("UPDATE about SET value = ? WHERE key = ?", (value, key))
    with pytest.raises(StoreError, match=rf"results\.sqlite: .*({message})") as refused:
        everything(folder)
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < len(str(folder)) + 400


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        ("DELETE FROM about WHERE key = 'seed'", "seed is missing"),
        ("INSERT INTO about VALUES ('more', '1')", "'more': unknown"),
        ("UPDATE stages SET agents = '[7]'", "expected some of 2 agents"),
        ("UPDATE stages SET agents = '[-1]'", "agents="),
        ("UPDATE stages SET games = 1000000000000", "games=1000000000000: expected"),
        ("UPDATE stages SET schedule = 'chaos'", "schedule='chaos'"),
        ("UPDATE stages SET first = 5", "first=5: expected 0"),
        ("UPDATE games SET winner = 7", "winner=7: expected a seat"),
        ("UPDATE games SET winner = NULL WHERE number = 1", "game 1: .* with winner=-1"),
        ("UPDATE games SET end = 'tea'", "end='tea'"),
        ("UPDATE games SET error = 'Crash'", "error='Crash'"),
        (
            "UPDATE games SET end = 'forfeit', failed = 0, winner = NULL,"
            " error = char(27) || '[2J'",
            r"error='\\x1b\[2J': expected at most \d+ characters that can be shown",
        ),
        (
            "UPDATE games SET end = 'forfeit', failed = 0, winner = NULL,"
            " error = hex(zeroblob(99999))",
            "error='00+",
        ),
        ("UPDATE games SET seconds = -1", "seconds=.-1.0,.: expected 0 to"),
        ("UPDATE seats SET thinking = 9e999", "thinking=.inf"),
        ("UPDATE games SET stage = 77", "stage=77: expected that of game 0"),
        ("UPDATE stages SET schedule = 'mirror'", r"stages=\['mirror'\]: expected games"),
        ("DELETE FROM stages", r"stages=\[\]: expected games"),
        ("UPDATE games SET rounds = 'many'", "rounds"),
        ("UPDATE games SET rounds = -1", "below 0"),
        (f"UPDATE games SET rounds = {2**63 - 1}", f"rounds={2**63 - 1}: expected 0 to 32767"),
        (f"UPDATE games SET decisions = {2**63 - 1}", f"decisions={2**63 - 1}: expected as many"),
        ("UPDATE seats SET house = '<script>' WHERE seat = 1", "house='<script>': expected 'lann"),
        ("UPDATE seats SET seat = 7 WHERE seat = 2", "table seats: seat=7: expected 0 to 2"),
        ("UPDATE games SET actions = zeroblob(400000)", "400000 bytes of actions"),
        (
            "UPDATE games SET actions = x'00' WHERE number = 1",
            "table games, row 1: damaged actions",
        ),
        ("UPDATE games SET seed = 'x' WHERE number = 1", "table games, row 1: .*int"),
        ("UPDATE seats SET agent = 12", "table="),
        ("UPDATE seats SET share = 9e99", "shares="),
        ("UPDATE seats SET place = 'first'", "places"),
        ("UPDATE seats SET measures = '{}'", "expected castles, supply, power"),
        ("UPDATE seats SET measures = '{}' WHERE seat = 1", "of every seat"),
        (
            'UPDATE seats SET measures = \'{"castles":1,"castles":2,"supply":1,"power":1}\'',
            "the field 'castles' is given twice",
        ),
        ("UPDATE seats SET measures = 'tea'", "table games, row 0: "),
        ("UPDATE seats SET measures = '{\"castles\": 1e30}'", "table games, row 0: "),
        ("DELETE FROM seats WHERE seat = 2", "2 places, expected 3"),
        ("DELETE FROM seats", "0 places, expected 3"),
        ("UPDATE stages SET games = 0", "games=0: expected"),
        ("UPDATE stages SET games = 1", "more than 1 rows of games"),
        ("CREATE VIEW more AS SELECT 1", "view 'more'"),
        ("CREATE TABLE more (a)", "table 'more'"),
        ("ALTER TABLE games ADD COLUMN more AS (deal LIKE '%a%a%')", "table 'games'"),
        ("CREATE INDEX i ON games (abs(deal))", "index 'i'"),
        (
            "CREATE TRIGGER t AFTER INSERT ON games BEGIN DELETE FROM seats; END",
            "trigger 't': got_env makes none such",
        ),
    ],
)
def test_rows_that_make_no_sense_are_refused(change, statement, message):
    with pytest.raises(StoreError, match=rf"results\.sqlite: .*{message}"):
        everything(change(statement))


def test_actions_that_the_rules_do_not_know_are_named(change):
    record = pack(np.full(3, 31_000, dtype=np.int16))
    folder = change("UPDATE games SET actions = ?, decisions = 3 WHERE number = 1", (record,))
    with Store(folder) as store:
        plan = store.read_plan()
        outcomes = [outcome for _, outcome in store.outcomes()]
        with pytest.raises(StoreError, match=r"results\.sqlite: table games, row 1, actions: "):
            conclude(plan, outcomes, store, replays="all")


def test_actions_are_unpacked_within_bounds():
    actions = np.arange(-3, 500, dtype=np.int16)
    assert (unpack(pack(actions)) == actions).all()
    bomb = zlib.compress(bytes(100 * MAX_RECORD))
    assert len(bomb) < MAX_RECORD
    for record in (bomb, pack(actions)[:-9], b"", b"junk", zlib.compress(b"odd")):
        with pytest.raises(ValueError, match="damaged actions"):
            unpack(record)


def test_any_damage_is_one_line(tmp_path, content):
    rng = random.Random(3)
    file = tmp_path / "results.sqlite"
    refusals = []
    for _ in range(300):
        made = bytearray(content)
        for _ in range(rng.randint(1, 30)):
            made[rng.randrange(len(made))] = rng.randrange(256)
        file.write_bytes(bytes(made))
        try:
            everything(tmp_path)
        except (StoreError, ValueError) as error:
            refusals.append(str(error))
        for beside in tmp_path.glob("results.sqlite-*"):
            beside.unlink()

    assert refusals
    assert [text for text in refusals if "\n" in text] == []


def test_no_more_rows_are_read_than_asked_for():
    with closing(sqlite3.connect(":memory:")) as db:
        db.execute("CREATE TABLE numbers (n)")
        db.executemany("INSERT INTO numbers VALUES (?)", [(n,) for n in range(9)])
        assert rows_of(db, "SELECT n FROM numbers ORDER BY n", 9) == [(n,) for n in range(9)]
        with pytest.raises(ValueError, match="more than 8 rows of numbers"):
            rows_of(db, "SELECT n FROM numbers", 8)


def test_stored_games_are_those_of_the_plan(change):
    folder = change("UPDATE games SET seed = 77 WHERE number = 1")
    with Store(folder) as store, InProcess() as players:
        plan = open_plan(store, PLAN, resume=True)
        with pytest.raises(ValueError, match=r"game 1: .* seed 77, .*no such game is planned"):
            run(plan, players, store)


def test_the_tables_are_those_of_the_content(tmp_path):
    with Store(tmp_path) as store:
        found = store._db.execute("SELECT name FROM sqlite_master WHERE sql IS NOT NULL")
        assert {name for (name,) in found} == set(CONTENT)


@pytest.mark.parametrize("size", [50, 5000])
def test_a_file_that_was_cut_off_promises_nothing(tmp_path, content, size):
    """No line says that ``--resume`` goes on, in answer to ``--resume`` itself."""
    (tmp_path / "results.sqlite").write_bytes(content[:size] + b"x" * 300)

    with pytest.raises(StoreError, match=r"results\.sqlite: .*: the file is damaged") as refused:
        everything(tmp_path)

    assert "--resume" not in str(refused.value)


def test_the_digest_of_games_that_no_folder_holds_is_that_of_a_folder(tmp_path):
    with Store(tmp_path) as store, InProcess() as players:
        outcomes = run(open_plan(store, PLAN, False), players, store)
        kept = conclude(PLAN, outcomes, store).summary["digest"]

    assert len(kept) == 16
    assert conclude(PLAN, outcomes, None).summary["digest"] == kept
