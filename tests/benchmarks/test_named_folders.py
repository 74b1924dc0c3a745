"""No folder with data of a game is read because a file or a message of others names it."""

import shlex
import sqlite3
from contextlib import closing

import pytest

from got_agents.network import NetworkShape
from got_agents.policy import PolicyCard
from got_benchmarks.tournament.plan import extend, new_plan
from got_benchmarks.tournament.repeat import repeat_commands, report_command, resume_command
from got_benchmarks.tournament.run import tournament
from got_benchmarks.tournament.store import Store
from got_env import games
from got_env.cli import app as cli
from got_env.positions import states_from
from got_env.referee import Referee
from got_env.replay import ReplayError, read_replay
from tests.own_data import own_folder, strong

AGENTS = ("random", "random_kind")


@pytest.fixture
def folder(tmp_path):
    return own_folder(tmp_path / "theirs", house_cards=strong("eddard_stark", 8))


@pytest.fixture
def reference(folder, monkeypatch):
    """Names the game with the data of the folder, which nobody but a stranger has named."""
    found = games.get_game("agot2e", folder).reference
    monkeypatch.setattr(games, "_loaded", {})  # as in a process that has not seen it
    return found


@pytest.fixture
def reads(monkeypatch):
    """The folders that were read, in order."""
    read = []
    load = games._with_data

    def remember(game, where):
        read.append(where)
        return load(game, where)

    monkeypatch.setattr(games, "_with_data", remember)
    return read


@pytest.fixture
def got(capsys):
    def run(*args):
        with pytest.raises(SystemExit) as ended:
            cli.main([str(arg) for arg in args])
        return ended.value.code, capsys.readouterr().err

    return run


def test_the_header_of_a_replay(reference, reads):
    text = f"got_env replay 1\ngame {reference} 0\n"
    with pytest.raises(ReplayError, match="line 2: unknown game 'agot2e@"):
        read_replay(text)

    assert reads == []


def test_the_card_of_a_policy(reference, reads):
    game = games.get_game("agot2e")
    shape = NetworkShape.of(game, embedding=1, hidden=1, critic=1)
    identity = game.identity
    card = PolicyCard(game.code, identity.version, identity.data_hash, 6, {}, shape, 5, 1, {})
    assert PolicyCard.parse(card.plain()) == card

    with pytest.raises(ValueError, match="unknown game 'agot2e@"):
        PolicyCard.parse(card.plain() | {"game": reference})

    assert reads == []


def test_a_request_to_the_referee(reference, reads):
    answer = Referee().answer({"cmd": "new", "game": reference, "players": 3})

    assert not answer["ok"]
    assert answer["error"]["message"].startswith("unknown game 'agot2e@")
    assert reads == []


def test_a_position(reference, reads):
    with pytest.raises(ValueError, match="game: 'agot2e@"):
        states_from({"game": reference})
    with pytest.raises(ValueError, match="data: rules data"):
        states_from({"game": "agot2e", "data": reference.partition("@")[2]})

    assert reads == []


@pytest.fixture
def results(tmp_path, reference, folder):
    """A tournament of a stranger, which was played with the data of the folder."""
    plan = new_plan(AGENTS, 2, players=3, data_dir=folder, time_limit=60.0)
    with Store(tmp_path / "cup") as store:
        store.write_plan(plan)
    games._loaded.clear()
    return tmp_path / "cup"


def test_a_tournament_to_go_on_with(got, results, folder, reads):
    code, err = got("tournament", "--out", results, "--resume", "--no-isolate")

    assert code != 0
    assert err.count("\n") == 1
    assert f"{folder.name}': give the folder with --data-dir if you trust it" in err
    assert "damaged" not in err
    assert reads == []


def test_a_tournament_goes_on_with_the_data_that_the_user_gives(got, results, folder, reads):
    moved = folder.rename(folder.with_name("moved"))

    code, err = got(
        "tournament", "--out", results, "--resume", "--no-isolate", "--json", "--data-dir", moved
    )

    assert (code, err) == (0, "")
    assert set(reads) == {moved}


def test_commands_that_go_on_name_the_folder_of_the_data_again(folder):
    plan = new_plan(AGENTS, 2, players=3, data_dir=folder)
    longer = extend(plan, new_plan(AGENTS, 2, players=3, data_dir=folder, mirrors=2))
    named = shlex.join(["--out", "FOLDER", "--data-dir", str(folder)])

    assert resume_command(plan, "FOLDER") == f"got tournament {named} --resume"
    assert report_command(plan, "FOLDER") == f"got tournament {named} --report"
    assert [named in command for command in repeat_commands(longer)] == [True, True]


def test_a_tournament_goes_on_with_the_data_that_a_program_gives(results, folder, reads):
    more = {"players": 3, "out": results, "resume": True}
    with pytest.raises(RuntimeError, match="give the folder with --data-dir"):
        tournament(AGENTS, games=2, **more)
    assert reads == []

    done = tournament(AGENTS, games=2, data_dir=folder, **more)

    assert done.summary["games"] == 2


def test_other_data_than_those_of_the_tournament(got, results, tmp_path):
    other = own_folder(tmp_path / "other", house_cards=strong("eddard_stark", 7))

    code, err = got("tournament", "--out", results, "--resume", "--data-dir", other)

    assert code != 0
    assert "the tournament was played with data of hash" in err


def test_a_forged_hash_of_a_tournament(got, results, folder, reads):
    with closing(sqlite3.connect(results / "results.sqlite")) as db, db:
        db.execute("UPDATE about SET value = ? WHERE key = 'game'", (f"agot2e@:{folder}",))

    code, _ = got("tournament", "--out", results, "--resume")

    assert code != 0
    assert reads == []
