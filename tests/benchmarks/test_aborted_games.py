"""Games that could not be played are counted, and enter no share, rating, payoff or place."""

import csv
from dataclasses import replace

import pytest

from got_benchmarks.playing.aborted_games import MOST_ABORTED
from got_benchmarks.playing.in_process import InProcess
from got_benchmarks.playing.outcome import ABORTED, Outcome
from got_benchmarks.suite.run import Sizes, Suite
from got_benchmarks.suite.summary import summarize_suite
from got_benchmarks.tournament.export import write_csv
from got_benchmarks.tournament.finish import conclude
from got_benchmarks.tournament.plan import new_plan
from got_benchmarks.tournament.run import open_plan, run
from got_benchmarks.tournament.store import Store
from got_benchmarks.tournament.tables import ends_line
from got_env.cli import app as cli


class GivesUp(InProcess):
    """Plays all games but some."""

    def __init__(self, numbers):
        super().__init__()
        self.numbers = numbers

    def play(self, setting, matches, on_end):
        left = []
        for match in matches:
            if match.number in self.numbers:
                on_end(Outcome(match, ABORTED, error="the power was cut"))
            else:
                left.append(match)
        super().play(setting, left, on_end)


@pytest.fixture
def plan():
    return new_plan(("heuristic", "random"), 8, players=3, seed=1)


def without_times(summary):
    summary = {key: value for key, value in summary.items() if key != "seconds_per_game"}
    agents = {
        name: {key: value for key, value in row.items() if key != "thinking_per_game"}
        for name, row in summary["agents"].items()
    }
    return {**summary, "agents": agents}


def test_results_are_those_of_the_other_games_alone(plan, tmp_path):
    outcomes = run(plan, GivesUp({1, 6}))
    whole = run(plan, InProcess())

    summary = conclude(plan, outcomes, None).summary
    others = [outcome for outcome in whole if outcome.match.number not in {1, 6}]
    wanted = conclude(plan, others, None).summary

    assert (summary.pop("given_up"), wanted.pop("given_up")) == (2, 0)
    assert summary.pop("given_up_messages") == ["the power was cut"]
    assert wanted.pop("given_up_messages") == []
    assert without_times(summary) == without_times(wanted)
    assert summary["games"] == 6
    assert summary["errors"] == 0
    assert "given up: 2" in ends_line({**summary, "given_up": 2})
    write_csv(tmp_path / "games.csv", plan, outcomes)
    with (tmp_path / "games.csv").open() as file:
        found = {int(row["game"]) for row in csv.DictReader(file)}
    assert found == {0, 2, 3, 4, 5, 7}


def test_the_folder_keeps_results_only_and_the_games_are_played_when_it_is_resumed(plan, tmp_path):
    with Store(tmp_path / "cup") as store:
        plan = open_plan(store, plan, resume=False)
        outcomes = run(plan, GivesUp({0}), store)
        conclude(plan, outcomes, store, replays="all")
        assert [o.match.number for _, o in store.outcomes()] == list(range(1, 8))
        run(plan, InProcess(), store)
        digest = store.digest()
    with Store(tmp_path / "other") as store:
        run(open_plan(store, plan, resume=False), InProcess(), store)
        assert store.digest() == digest


def test_with_more_than_a_few_of_them_a_run_fails(plan):
    run(plan, GivesUp(set(range(MOST_ABORTED))))

    with pytest.raises(RuntimeError, match=r"4 games could not be played.*the power was cut"):
        run(plan, GivesUp(set(range(MOST_ABORTED + 1))))


def test_without_any_game_there_is_no_result():
    plan = new_plan(("heuristic", "random"), 2, players=3)

    with pytest.raises(RuntimeError, match="no game could be played: the power was cut"):
        run(plan, GivesUp({0, 1}))


@pytest.mark.parametrize(("lost", "code"), [({3}, 1), ({1, 2, 3, 4}, 1)])
def test_the_command_says_so_and_fails(got, monkeypatch, lost, code):
    monkeypatch.setattr("got_benchmarks.playing.players.InProcess", lambda **_: GivesUp(lost))

    ended, out, err = got("tournament", "--games", 8, "--players", 3, "--no-isolate")

    assert ended == code
    if len(lost) > MOST_ABORTED:
        assert out == ""
        assert err.startswith("got: 4 games could not be played")
    else:
        assert "given up: 1" in out
        assert err == "got: game given up, it counts for nobody: the power was cut\n"


TINY = Sizes(headline=6, cell=3, mirror=3)


def test_the_suite_leaves_them_out_too():
    suite = Suite("random", TINY)
    cells = list(suite.cells())
    whole = suite.play(cells[0], InProcess(), lambda outcome: None)

    found = suite.play(cells[0], GivesUp({2}), lambda outcome: None)

    assert [o.match.number for o in found.outcomes] == [0, 1, 3, 4, 5]
    assert found.mine == whole.mine[:2] + whole.mine[3:]
    mirrors = suite.play(cells[-1], InProcess(), lambda outcome: None)
    summary = summarize_suite(suite, [found, mirrors], "")
    assert summary["given_up"] == 1
    assert summary["headline"]["games"] == 5
    with pytest.raises(RuntimeError, match="4 games could not be played"):
        suite.play(cells[0], GivesUp({0, 1, 2, 3}), lambda outcome: None)


def test_the_suite_fails_with_too_many_of_them_in_all_cells(capsys, monkeypatch):
    monkeypatch.setattr("got_benchmarks.playing.players.InProcess", lambda **_: GivesUp({0}))

    command = "bench policy random --games 6 --cell 3 --mirror 3 --no-isolate --json"
    with pytest.raises(SystemExit) as ended:
        cli.main(command.split())

    said = capsys.readouterr()
    assert (ended.value.code, said.out) == (1, "")
    assert "4 games could not be played, at most 3 may be given up" in said.err


def test_a_result_that_does_not_fit_together_is_refused(plan, tmp_path):
    outcome = replace(run(plan, InProcess())[0], end="forfeit", error="?", winner=-1)

    with Store(tmp_path) as store:
        open_plan(store, plan, resume=False)
        store.add(0, outcome)
        store.flush()
        with pytest.raises(RuntimeError, match="game 0: end=forfeit with failed=-1"):
            store.outcomes()
