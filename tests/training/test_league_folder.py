"""Refusals of a league, each in one line that names the cause; nothing is lost then."""

import json
import shutil

import numpy as np
import pytest

pytest.importorskip("sb3_contrib")
pytest.importorskip("openskill")
from safetensors.numpy import save

from got_agents.network import NetworkShape
from got_agents.policy import load_policy
from got_benchmarks.tournament.sqlite_file import StoreError
from got_env.games import GAMES
from got_training.league import league as module
from got_training.league import ratings
from got_training.league.league import League
from got_training.league.load_args import args_from_folder, args_from_policy
from tests.toy.pennies import PENNIES
from tests.toy.taking import TAKING
from tests.training.leagues import ASKED, SHAPE, plant, planted, resume, run

SMALLER = NetworkShape.of(TAKING, 4, 8, 4)


@pytest.fixture(autouse=True)
def _toys(monkeypatch):
    for game in (PENNIES, TAKING):
        monkeypatch.setitem(GAMES, game.code, game)


@pytest.fixture
def start(tmp_path):
    return plant(tmp_path / "start", 0)


@pytest.fixture(scope="module")
def one_round(tmp_path_factory):
    """A league of one round, which promoted its candidate."""
    place = tmp_path_factory.mktemp("league")
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(GAMES, TAKING.code, TAKING)
        planted(patch, [9], [0])
        run(place / "league", plant(place / "start", 0), rounds=1)
    return place / "league"


@pytest.fixture
def league(one_round, tmp_path, monkeypatch):
    """A copy of that league, which can go on for another round."""
    planted(monkeypatch, [9, 9], [0, 0])
    return shutil.copytree(one_round, tmp_path / "league")


def content_of(folder):
    """All files but the lock, which is opened to find out whether the folder is free."""
    return {
        path: path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.name.startswith("running.lock")
    }


def refused(out, message, **changes):
    """Going on is refused in one line, and every file stays as it was."""
    before = content_of(out)
    with pytest.raises(ValueError, match=message) as told:
        resume(out, rounds=2, **changes)

    assert "\n" not in str(told.value)
    assert content_of(out) == before


def change(out, edit):
    """Change the state of a league."""
    file = out / "league.json"
    content = json.loads(file.read_text())
    edit(content)
    file.write_text(json.dumps(content))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (
            {"gate_game": 3},
            r"'gate_game': unknown; did you mean 'gate_games'\? expected one of game",
        ),
        ({"rounds": -1}, "rounds=-1: expected a whole number from 0"),
        ({"gate_error": 0.9}, "gate_error=0.9: expected a number from 1e-09 to 0.5"),
        ({"gate_games": 1}, "gate_games=1: expected at least 2, two games for each number"),
        ({"training": {"hiden": 8}}, "training.'hiden': unknown; expected arguments of a training"),
        ({"training": {"critic_sees_state": True}}, "training.critic_sees_state: the league sets"),
        ({"training": {"advisors": ["heuristic"]}}, "training.advisors: the league sets it"),
        ({"main": {"opponents": ["random"]}}, "main.opponents: the league sets it"),
        ({"exploiter": {"past_kept": 3}}, "exploiter.past_kept: the league sets it"),
        ({"training": {"rollout": 0}}, "rollout=0: expected a whole number from 1"),
        ({"opponents": ["past"]}, "'past' takes part in any case"),
        ({"opponents": ["nobody"]}, "unknown agent 'nobody'"),
        ({"opponents": ["heuristic"]}, "heuristic"),
        ({"opponent_share": 0.0}, "opponent_share=0.0: expected more"),
        ({"opponent_share": 1.0}, "opponent_share=1.0: expected more than 0 and less than 1"),
        ({"main_steps": 0}, "main_minutes, main_steps: expected a limit"),
        ({"players": 3}, "players=3: expected one of"),
        ({"game": "pennies"}, "start: a policy of taking: expected 'pennies'"),
        ({"seated": 60, "main": {"past_kept": 10}}, "past_kept=10: with 60 members that is 70"),
    ],
)
def test_bad_arguments_are_refused_before_a_folder_is_made(start, tmp_path, changes, message):
    with pytest.raises(ValueError, match=message) as told:
        run(tmp_path / "league", start, **changes)

    assert "\n" not in str(told.value)
    assert not (tmp_path / "league").exists()


def test_a_policy_that_is_missing_damaged_or_of_another_game_is_no_start(start, tmp_path):
    with pytest.raises(ValueError, match=r"nowhere is no policy: it has no policy.safetensors"):
        run(tmp_path / "league", tmp_path / "nowhere")
    file = start / "policy.safetensors"
    file.write_bytes(file.read_bytes()[:-5])
    with pytest.raises(ValueError, match=r"start/policy.safetensors: "):
        run(tmp_path / "league", start)
    args = args_from_policy(plant(tmp_path / "other", 0), ASKED)
    with pytest.raises(ValueError, match=r"start/policy.safetensors: "):
        League(args, tmp_path / "league", start)
    with pytest.raises(ValueError, match="--start: expected the folder of a policy"):
        League(args, tmp_path / "league")

    assert not (tmp_path / "league").exists()


def test_a_folder_that_holds_something_is_no_new_league(start, league, tmp_path):
    before = content_of(league)
    with pytest.raises(ValueError, match="league is not empty: expected a new folder, or --resume"):
        run(league, start)
    other = tmp_path / "other"
    (other / "members" / "000-start").mkdir(parents=True)
    (other / "members" / "photos").mkdir()
    with pytest.raises(ValueError, match="other is not empty"):
        run(other, start)
    with pytest.raises(ValueError, match=r"nothing to resume: .*other has no league.json"):
        resume(other)

    assert content_of(league) == before


def test_a_league_that_was_killed_in_its_first_write_begins_anew(start, tmp_path, monkeypatch):
    planted(monkeypatch, [9], [0])
    out = tmp_path / "league"
    plant(out / "members" / "000-start", 0)
    (out / ".league.json.1-0.unfinished").write_text("{")

    assert run(out, start, rounds=1)["rounds"] == 1
    assert not [*out.rglob("*unfinished*")]


def test_a_folder_has_one_league_at_a_time(start, league):
    with (
        League(args_from_folder(league, False), league, resume=True),
        pytest.raises(StoreError, match="is running in this folder"),
    ):
        League(args_from_folder(league, False), league, resume=True)
    resume(league, rounds=2)


def test_another_start_is_refused_and_the_same_one_taken(start, league, tmp_path):
    other = plant(tmp_path / "other", 1)
    args = args_from_folder(league, False)
    with pytest.raises(ValueError, match=r"a policy with the fingerprint .* started from"):
        League(args, league, other, resume=True)
    League(args, league, start, resume=True).close()


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (lambda c: c.update(more=1), "league.json: 'more': unknown"),
        (lambda c: c.pop("state"), "league.json: state is missing"),
        (lambda c: c.update(format=9), "league.json: format=9: expected 1"),
        (lambda c: c.update(data_hash="0"), "league.json: data_hash='0': expected '[0-9a-f]+'"),
        (lambda c: c.update(version=7), "league.json: version=7: expected "),
        (lambda c: c.update(game="pennies"), "league.json: game='pennies': expected 'taking'"),
        (lambda c: c["args"].update(game="chess"), "league.json: args: unknown game 'chess'"),
        (lambda c: c["args"].update(moves=1), "league.json: args: 'moves': unknown"),
        (lambda c: c["state"].update(stage="tea"), "state.stage='tea': expected one of main"),
        (lambda c: c["state"].update(round=0), "state.round=0: expected a whole number from 1"),
        (lambda c: c["state"].update(round=3), "state.gates: 1 records: expected one of each of 2"),
        (lambda c: c["state"].update(champion=9), "state.champion=9: there are 2 members"),
        (lambda c: c["state"]["members"].pop(), "champion, member: there are 1 members|=1: there"),
        (lambda c: c["state"]["members"][1].update(number=5), "005-main: expected the numbers"),
        (lambda c: c["state"]["members"][1].update(kind="../x"), r"members\[1\].kind='../x'"),
        (lambda c: c["state"]["gates"][0].update(share=2), r"gates\[0\].share=2: expected a num"),
        (lambda c: c["state"]["gates"][0].update(verdict="yes"), r"gates\[0\].verdict='yes'"),
        (lambda c: c["state"]["exploiters"][0].update(round=2), r"exploiters: of the rounds \[2\]"),
    ],
)
def test_a_state_that_is_damaged_is_refused(league, edit, message):
    change(league, edit)
    refused(league, message)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"rounds": -1}, "^rounds=-1: expected"),
        ({"gate_game": 1}, "^'gate_game': unknown"),
        ({"game": "pennies", "players": 3}, "league.json: game='taking': expected 'pennies'"),
    ],
)
def test_bad_arguments_are_those_of_the_user_when_a_league_goes_on(league, changes, message):
    before = content_of(league)
    with pytest.raises(ValueError, match=message):
        resume(league, **changes)

    assert content_of(league) == before


def test_a_state_that_is_cut_short_is_refused(league):
    file = league / "league.json"
    file.write_text(file.read_text()[:-20])
    refused(league, r"league.json: ")


def test_a_member_that_is_missing_cut_short_or_another_is_refused(league):
    folder = league / "members" / "001-main"
    file = folder / "policy.safetensors"
    whole = file.read_bytes()
    file.write_bytes(whole[:-7])
    refused(league, "001-main/policy.safetensors: ")
    file.unlink()
    refused(league, "001-main is no policy: it has no policy.safetensors")
    plant(folder, 3)
    refused(league, "001-main: its policy has the fingerprint .*: expected .* that of the member")
    file.write_bytes(whole)
    (folder / "card.json").unlink()

    assert resume(league, rounds=2)["rounds"] == 2


@pytest.mark.parametrize(
    ("shape", "field", "value", "message"),
    [
        (SHAPE, "game", "pennies", "001-main/policy.safetensors: rules data"),
        (SHAPE, "data_hash", "0123", "001-main/policy.safetensors: rules data '0123'"),
        (SMALLER, "network", SMALLER.plain(), "001-main: its network is .*8.*: expected .*16"),
    ],
)
def test_a_member_of_another_game_or_network_is_refused(league, shape, field, value, message):
    card = {**load_policy(league)[0].plain(), field: value}
    weights = {name: np.zeros(size, np.float32) for name, size in shape.tensors().items()}
    tensors = save(weights, {"card": json.dumps(card)})
    (league / "members" / "001-main" / "policy.safetensors").write_bytes(tensors)
    refused(league, message)


@pytest.mark.parametrize("place", ["members/001-main", "members", "training", "league.json"])
def test_links_that_lead_out_of_the_folder_are_refused(league, tmp_path, place):
    away = tmp_path / "away"
    (league / place).rename(away)
    (league / place).symlink_to(away)
    before = content_of(away) if away.is_dir() else away.read_bytes()
    with pytest.raises(ValueError, match=f"{place}: a link: expected an ordinary file"):
        resume(league, rounds=2)

    assert before == (content_of(away) if away.is_dir() else away.read_bytes())


def test_agents_that_only_the_folder_names_do_not_start(league, tmp_path):
    program = tmp_path / "bots.py"
    program.write_text(f"open({str(tmp_path / 'ran')!r}, 'w').close()\nclass Bot: pass\n")
    for name in ("opponents", "rated"):
        spec = f"{program}:Bot"
        change(league, lambda c, name=name, spec=spec: c["args"].update({name: [spec]}))
        refused(league, f"league.json: agent .*bots.py:Bot.*name it again with {name} in --config")
        change(league, lambda c, name=name: c["args"].update({name: []}))
    assert not (tmp_path / "ran").exists()

    other = plant(tmp_path / "other", 0)
    change(league, lambda c: c["args"].update(rated=[f"policy:{other}"]))
    refused(league, "agent 'policy:.*reads a folder")
    assert resume(league, trust=True)["rounds"] == 1
    assert resume(league, rated=[f"policy:{other}"], rounds=2)["rounds"] == 2


def test_data_that_only_the_folder_names_are_not_read(league, tmp_path):
    change(league, lambda c: c["args"].update(data_dir=str(tmp_path)))
    refused(league, "league.json: data_dir=.*: give the folder again with --data-dir")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("round,member\n1,a\n", "ratings.csv: role is missing"),
        ("round,member,role,rating,low,high,games\n1,a,king,1,1,1,1\n", "role='king': expected"),
        ("round,member,role,rating,low,high,games\nx,a,agent,1,1,1,1\n", "ratings.csv: invalid"),
        (f"round,{'member' * 50_000}\n", "ratings.csv: field larger than field limit"),
        ("", "ratings.csv: it is empty, or its last line is cut short"),
    ],
)
def test_a_table_of_ratings_that_is_damaged_is_told_before_a_training(league, text, message):
    table = league / "ratings.csv"
    table.write_text(text)
    refused(league, message)

    assert table.read_text() == text


def test_a_table_may_tell_of_as_many_games_as_may_be_asked_for(tmp_path):
    row = ratings.Rating(1, "000-start", ratings.CHAMPION, 25.0, 24.0, 26.0, 1 << 20)
    ratings.add_ratings(tmp_path, [row])

    assert ratings.read_ratings(tmp_path) == [row]


def test_a_dollar_in_a_name_begins_no_formula(league):
    table = league / "ratings.csv"
    table.write_text("round,member,role,rating,low,high,games\n1,policy:$x_{$,agent,1,1,1,1\n")

    assert resume(league, rounds=2)["rounds"] == 2


def test_without_openskill_nothing_is_rated_and_the_league_says_so(start, tmp_path, monkeypatch):
    monkeypatch.setattr(ratings, "available", lambda: False)
    with pytest.raises(RuntimeError, match="ratings need more packages"):
        run(tmp_path / "league", start)
    planted(monkeypatch, [0], [0])

    assert run(tmp_path / "league", start, rounds=1, rating_games=0)["rounds"] == 1


def test_an_agent_that_fails_promotes_nobody(start, tmp_path, monkeypatch):
    planted(monkeypatch, [9], [0])
    monkeypatch.setattr(
        module.Policy, "agent", lambda *_, **__: type("Broken", (), {"name": "b", "act": None})()
    )
    with pytest.raises(RuntimeError, match="agent 'b' cannot play"):
        run(tmp_path / "league", start)

    assert json.loads((tmp_path / "league" / "league.json").read_text())["state"]["stage"] == "gate"
