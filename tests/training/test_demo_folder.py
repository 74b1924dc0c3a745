"""The folder of a demo: one owner, and never somebody else's."""

import threading

import pytest

pytest.importorskip("sb3_contrib")

from got_benchmarks.tournament.sqlite_file import StoreError
from got_benchmarks.tournament.store import Store
from got_env.cli.app import main
from got_training.demo import claimed_folder, next_folder, run_demo
from got_training.first_game import DemoArgs

IN_USE = "another tournament, training or demo is running in this folder"


def test_demos_that_start_together_have_folders_of_their_own(tmp_path):
    start, found = threading.Barrier(8), []

    def take():
        start.wait()
        found.append(next_folder(tmp_path / "runs"))

    threads = [threading.Thread(target=take) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    names = {"demo", *(f"demo-{n}" for n in range(2, 9))}
    assert {folder.name for folder in found} == names
    assert {path.name for path in (tmp_path / "runs").iterdir()} == names


def test_a_folder_in_use_is_refused_and_left_alone(tmp_path):
    out = tmp_path / "demo"
    with claimed_folder(out):
        before = sorted(path.name for path in out.iterdir())
        with pytest.raises(StoreError, match=f"{out}: {IN_USE}"):
            run_demo(DemoArgs(1.0, 6, 3, 1), out, True)
        with pytest.raises(StoreError, match=f"{out}: {IN_USE}"):
            Store(out)
        assert sorted(path.name for path in out.iterdir()) == before
    with Store(out), pytest.raises(StoreError, match=f"{out}: {IN_USE}"):
        run_demo(DemoArgs(1.0, 6, 3, 1), out, True)


def test_a_folder_that_holds_something_is_refused_at_once(tmp_path):
    (tmp_path / "notes").write_text("mine")

    with pytest.raises(ValueError, match=f"{tmp_path} is not empty: expected a new folder"):
        run_demo(DemoArgs(1.0, 6, 3, 1), tmp_path, True)
    with pytest.raises(ValueError, match="games=0"):
        run_demo(DemoArgs(1.0, 0, 3, 1), tmp_path / "other", True)

    assert not (tmp_path / "other").exists()


@pytest.mark.parametrize("given", [("--minutes", "-1"), ("--games", "0"), ("--players", "9")])
def test_a_bad_number_is_refused_before_the_first_game(given, capsys):
    with pytest.raises(SystemExit) as ended:
        main(["demo", *given])

    said = capsys.readouterr()
    assert (ended.value.code, said.out) == (2, "")
    assert said.err.startswith(f"got: {given[0][2:]}={given[1]}")
    assert said.err.count("\n") == 1


@pytest.mark.parametrize("flag", ["--minutes", "--games"])
def test_the_first_game_takes_nothing_of_the_rest(flag, capsys):
    with pytest.raises(SystemExit) as ended:
        main(["demo", "--first-game", flag, "3"])

    said = capsys.readouterr()
    assert (ended.value.code, said.out) == (2, "")
    assert f"--first-game: expected no {flag}" in said.err


def test_runs_that_is_no_folder_is_told(tmp_path):
    (tmp_path / "runs").write_text("mine")

    with pytest.raises(StoreError, match="runs: expected a folder"):
        next_folder(tmp_path / "runs")
