"""Tournaments: resumed, extended, stopped early, and always the same."""

import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from dataclasses import replace

import pytest

from got_benchmarks.playing.identity import identify
from got_benchmarks.playing.in_process import InProcess
from got_benchmarks.playing.outcome import Outcome
from got_benchmarks.playing.pool import Pool
from got_benchmarks.tournament import plan as planning
from got_benchmarks.tournament.plan import extend, new_plan, waves
from got_benchmarks.tournament.run import open_plan, run
from got_benchmarks.tournament.store import Store
from got_env.westeros.players.heuristic.weights import style_weights
from tests.play import AGOT2E

AGENTS = ("random", "random_kind")


def small(games=6, agents=AGENTS, **more):
    return new_plan(agents, games, players=3, **more)


def play(folder, plan, resume=False, players=None, **more):
    """Play a tournament in a folder; what it holds then."""
    with Store(folder) as store, players or InProcess() as who:
        run(open_plan(store, plan, resume), who, store, **more)
        return store.digest()


class Interrupted(InProcess):
    """Plays a number of games, then breaks down."""

    def __init__(self, games):
        super().__init__()
        self.left = games

    def play(self, setting, matches, on_end):
        def count(outcome):
            if self.left == 0:
                raise ConnectionError("pulled the plug")
            self.left -= 1
            on_end(outcome)

        super().play(setting, matches, count)


@pytest.mark.smoke
def test_an_interrupted_tournament_goes_on_where_it_was(tmp_path):
    whole = play(tmp_path / "whole", small(20))
    with pytest.raises(ConnectionError):
        play(tmp_path / "parts", small(20), players=Interrupted(7))

    played = []
    rest = play(tmp_path / "parts", small(20), resume=True, on_end=played.append)

    assert rest == whole
    assert len(played) == 13


def test_a_longer_tournament_is_the_shorter_one_with_more_games(tmp_path):
    play(tmp_path / "grown", small(7, mirrors=2))

    grown = play(tmp_path / "grown", small(16, mirrors=2), resume=True)

    assert grown == play(tmp_path / "at_once", small(16, mirrors=2))


def test_other_agents_join_in_games_of_their_own(tmp_path):
    play(tmp_path, small(4))
    wanted = small(10, agents=(*AGENTS, "heuristic"))

    play(tmp_path, wanted, resume=True)

    with Store(tmp_path) as store:
        plan, outcomes = store.read_plan(), [outcome for _, outcome in store.outcomes()]
    assert [(stage.games, stage.first) for stage in plan.stages] == [(4, 0), (6, 4)]
    assert plan.names == (*AGENTS, "heuristic")
    assert {agent for o in outcomes[:4] for agent in o.match.table} == {0, 1}
    assert {agent for o in outcomes[4:] for agent in o.match.table} == {0, 1, 2}
    assert [outcome.match.number for outcome in outcomes] == list(range(10))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"seed": 4}, "seed=4: the results were played with 0"),
        ({"options": {"tides": True}}, "options={'tides': 'true'}: the results were played with"),
        ({"time_limit": 3.0}, "time_limit=3.0: the results were played with 0.0"),
        ({"games": 5}, "games=5: 6 are planned in this folder already; expected at least that"),
        ({"agents": ("random",)}, "games=6: 6 are planned .* expected more than that"),
    ],
)
def test_a_tournament_is_not_mixed_with_another(change, message):
    with pytest.raises(ValueError, match=message):
        extend(small(), small(**{"games": 6, **change}))


@pytest.mark.parametrize("field", ["game_version", "data_hash", "engine_version"])
def test_results_of_another_version_are_refused(field, tmp_path):
    play(tmp_path, small(2))
    with closing(sqlite3.connect(tmp_path / "results.sqlite")) as db, db:
        db.execute("UPDATE about SET value = '999' WHERE key = ?", (field,))

    with pytest.raises(ValueError, match=f"{field}=.*: the results were played with .*999"):
        play(tmp_path, small(4), resume=True)


def test_what_plays_otherwise_is_another_agent_by_its_digest(monkeypatch):
    names = ("heuristic", "raider", "heuristic:castle=5", "ismcts", "ismcts:width=3", "policy")

    before = identify(names, AGOT2E)
    changed = style_weights("heuristic") + 1.0
    monkeypatch.setattr(
        "got_env.westeros.players.heuristic.scripted.style_weights", lambda *_: changed
    )
    after = identify(names, AGOT2E)

    assert len({contestant.digest for contestant in before}) == len(names)
    assert after[0].digest != before[0].digest
    assert after[3:5] == before[3:5]
    assert after[5].digest != before[5].digest  # its advisors advise otherwise


def test_an_agent_that_has_changed_is_refused(tmp_path):
    play(tmp_path, small(2))
    with closing(sqlite3.connect(tmp_path / "results.sqlite")) as db, db:
        db.execute("UPDATE agents SET digest = 'abc' WHERE id = 1")

    with pytest.raises(ValueError, match="agent 'random_kind' is not what it was"):
        play(tmp_path, small(4), resume=True)


def test_a_folder_with_a_tournament_is_not_overwritten(tmp_path):
    play(tmp_path, small(2))

    with pytest.raises(ValueError, match="holds a tournament: add --resume"):
        play(tmp_path, small(2))


def fake(match, winner):
    """An outcome of a match that nobody had to play."""
    places = tuple(float((seat - winner) % 3) for seat in range(3))
    shares = tuple(float(seat == winner) for seat in range(3))
    return Outcome(match, "last_round", winner, places, shares, (2, 2, 2), 10, 99)


def play_fakes(plan, best, until=0.0):
    """Waves of a stage whose games the agent ``best`` wins wherever it sits."""
    played, sizes = {}, []
    for wave in waves(plan, 0, played, until):
        sizes.append(len(wave))
        for match in wave:
            winner = match.table.index(best) if best in match.table else 0
            played[match.number] = fake(match, winner)
    return sizes, played


def test_the_sequential_test_ends_a_stage_when_one_agent_is_better():
    plan = small(1200)

    sizes, played = play_fakes(plan, best=1, until=0.05)

    assert set(sizes) == {60}
    assert 60 <= len(played) < 300
    assert planning.verdict(plan, 0, played, 0.05).best == "random_kind"
    assert play_fakes(plan, best=1)[0] == [1200]


def test_equal_agents_are_not_told_apart():
    played = {}
    plan = small(600)
    for wave in waves(plan, 0, played, 0.05):
        for match in wave:
            played[match.number] = fake(match, match.seed % 3)

    assert len(played) == 600
    assert planning.verdict(plan, 0, played, 0.05).best == ""


@pytest.mark.parametrize(
    ("kind", "until"), [("swiss", 0.0), ("swiss", 0.05), ("round-robin", 0.05)]
)
def test_games_played_before_a_break_do_not_change_what_is_planned(kind, until):
    """Whatever the number of games that were kept: also those in the middle of a portion."""
    agents = tuple(replace(identify(["random"], AGOT2E)[0], name=f"agent{i}") for i in range(5))
    plan = new_plan(agents, 300, players=3, schedule=kind)

    def whole(kept):
        played, planned = dict(kept), []
        for wave in waves(plan, 0, played, until):
            planned += wave
            for match in wave:
                strongest = max(
                    range(3), key=lambda seat: (match.seed * 7 + match.table[seat]) % 11
                )
                played.setdefault(match.number, fake(match, strongest))
        return planned, played

    planned, played = whole({})
    for count in range(1, len(planned), 7):
        kept = {number: played[number] for number in range(count)}
        assert whole(kept) == (planned, played)


def test_swiss_lets_winners_meet():
    plan = new_plan(tuple(f"heuristic:{i}" for i in range(0)) or AGENTS, 2, players=3)
    contestants = tuple(
        type(plan.contestants[0])(f"agent{i}", "agent", "", "", "") for i in range(8)
    )
    stage = type(plan.stages[0])("swiss", tuple(range(8)), 40, 0)
    plan = planning.replace(plan, contestants=contestants, stages=(stage,))

    played = {}
    for round_no, wave in enumerate(waves(plan, 0, played)):
        assert [match.number for match in wave] == list(range(8 * round_no, 8 * round_no + 8))
        for match in wave:
            played[match.number] = fake(match, match.table.index(max(match.table)))
    last = [set(match.table) for match in wave]

    assert len(played) == 40
    assert any({6, 7} <= table for table in last)
    assert not any({0, 7} <= table for table in last)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"games": 0}, "games=0: expected at least 1"),
        ({"mirrors": -1}, "mirror=-1: expected games"),
        ({"seed": -1}, "seed=-1: expected a whole number from 0 to"),
        (
            {"seed": 10**20},
            "seed=a huge number: expected a whole number from 0 to 9223372036854775807",
        ),
        ({"games": 10**8}, "games=100000000: expected at least 1, and at most 10000000"),
        ({"mirrors": 10**8}, "mirror=100000000: expected games up to 10000000"),
        ({"time_limit": 1e10}, r"time_limit=1.*: expected seconds up to 1e\+09, or 0"),
        ({"time_limit": float("inf")}, "time_limit=inf: expected seconds"),
        ({"time_limit": float("nan")}, "time_limit=nan: expected seconds"),
        ({"schedule": "knockout"}, "schedule='knockout': expected one of round-robin, swiss"),
        ({"schedule": "swiss"}, "schedule=swiss: expected at least 4 agents, not 2"),
        ({"time_limit": -2}, "time_limit=-2: expected seconds"),
        ({"options": {"fog": 1}}, "unknown option 'fog'"),
    ],
)
def test_bad_plans_are_refused_before_anything_is_played(arguments, message):
    with pytest.raises(ValueError, match=message):
        small(**{"games": 2, **arguments})


@pytest.mark.parametrize("name", ["version", "digest"])
def test_what_could_not_be_read_again_is_not_begun(name):
    """The games were played and stored, and the folder was called damaged after that."""
    plan = small()
    long = replace(plan.contestants[0], **{name: "x" * 10_001})

    with pytest.raises(ValueError, match=rf"agent '{long.name}': {name}='xx.*at most 10000"):
        small(agents=[long, plan.contestants[1]])


def test_a_tournament_is_not_made_longer_than_can_be_read_again():
    plan = small(games=9_000_000, mirrors=9_000_000)

    with pytest.raises(ValueError, match=r"stages\[2\]\.first=18000000: expected"):
        extend(plan, small(games=9_500_000, agents=(*AGENTS, "heuristic")))


def test_the_number_of_jobs_does_not_change_the_content(tmp_path):
    plan = small(24, mirrors=4)

    alone = play(tmp_path / "alone", plan, players=Pool(1))

    assert play(tmp_path / "two", plan, players=Pool(2)) == alone
    assert play(tmp_path / "here", plan) == alone


GAMES = 500
COMMAND = (
    f"tournament --agents random,random_kind --games {GAMES} --players 3 --seed 3 --replays none"
    " --json"
)


def start(folder):
    more = ["--resume"] if folder.exists() else []
    command = [
        sys.executable,
        "-m",
        "got_env.cli",
        *COMMAND.split(),
        "--out",
        str(folder),
        *more,
    ]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)


def count(file):
    """Games stored; 0 before there is a file."""
    if not file.exists():
        return 0
    with closing(sqlite3.connect(file, timeout=120)) as db, db:
        known = db.execute("SELECT count(*) FROM sqlite_master WHERE name = 'games'").fetchone()
        stored = db.execute("SELECT count(*) FROM games").fetchone()[0] if known[0] else 0
    return stored


def test_killed_five_times_at_random_moments_it_ends_as_if_it_had_run_through(tmp_path):
    chance, seen = random.Random(7), [0]
    for _ in range(5):
        process = start(tmp_path / "killed")
        while count(tmp_path / "killed" / "results.sqlite") <= seen[-1]:
            assert process.poll() is None, process.stderr.read()
            time.sleep(0.01)
        time.sleep(chance.uniform(0, 0.2))
        os.kill(process.pid, signal.SIGKILL)
        process.communicate()
        seen.append(count(tmp_path / "killed" / "results.sqlite"))
    with start(tmp_path / "killed") as process:
        errors = process.communicate()[1]
    assert process.returncode == 0, errors

    plan = new_plan(AGENTS, GAMES, players=3, seed=3, time_limit=60.0)
    whole = play(tmp_path / "whole", plan)

    assert seen == sorted(seen)
    assert seen[1] > 0
    assert seen[-1] < GAMES  # the last kill came before the end
    with Store(tmp_path / "killed") as store:
        assert store.digest() == whole
        assert [o.match.number for _, o in store.outcomes()] == list(range(GAMES))
