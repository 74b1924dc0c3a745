"""Tables with the data of users: played, taken up again, refused when the data are gone."""

from __future__ import annotations

import json

import pytest

from got_env import get_game
from got_env.replay import read_replay
from tests.own_data import area, own_folder, two_castles_win
from tests.serve.serving import HERE, LOBBY, answer, question, serving, started, told

SEATS = ["human", "heuristic", "heuristic"]


@pytest.fixture
def short(tmp_path):
    """A folder with which two castle areas win."""
    return own_folder(tmp_path / "short", setup=two_castles_win)


@pytest.fixture
def forgotten(monkeypatch):
    """Forgets the folders that were read, as a new process has never known them."""
    return lambda: monkeypatch.setattr("got_env.games._loaded", {})


def played(server, game, answers=2):
    """A table of a game, after some answers of its person; its link, and the last view."""
    opened = server.call(server.tables.open, game, SEATS, {}, 1)
    (secret,) = opened.seats.values()
    with server.visit(secret) as page:
        view = question(page)
        for _ in range(answers):
            answer(page, view)
            view = question(page)
    return secret, view


def test_a_game_of_own_data_is_played_and_goes_on(tmp_path, short, forgotten):
    game = get_game("agot2e", short)
    with serving(tmp_path / "tables", own_game=game) as server:
        secret, view = played(server, game)
        assert view["title"].endswith(" (own data)")
        text = (tmp_path / "tables" / "table-1.txt").read_text()
        assert read_replay(text).header.game is game
    forgotten()
    with serving(tmp_path / "tables", own_game=get_game("agot2e", short)) as server:
        assert server.problems == []
        with server.visit(secret) as page:
            again = question(page)
            assert (again["turn"], again["choices"]) == (view["turn"], view["choices"])
            while not again["end"]:
                answer(page, again, len(again["choices"]) // 2)
                again = question(page)
        assert again["end"] == "seven_castles"
        assert server.get(f"/play/{secret}/page").status_code == 200


def test_a_table_without_its_data_is_left_out_and_names_the_folder(tmp_path, short, forgotten):
    folder = tmp_path / "tables"
    game = get_game("agot2e", short)
    with serving(folder, own_game=game) as server:
        played(server, game)
        server.open("agot2e", SEATS)
    forgotten()
    with serving(folder) as server:
        (problem,) = server.problems
        assert problem == (
            f"{folder / 'table-1.json'}: data={str(short)!r}: the table is played with the data of"
            f" hash {game.identity.data_hash!r} of this folder: give it with --data-dir if you"
            " trust it"
        )
        assert list(server.tables.rooms) == ["table-2"]
    setup = json.loads((short / "setup.json").read_text())
    setup["game_length"]["castles_and_strongholds_for_immediate_win"] = 3
    (short / "setup.json").write_text(json.dumps(setup))
    changed = get_game("agot2e", short)
    with serving(folder, own_game=changed) as server:
        (problem,) = server.problems
        assert problem.endswith(f"those given have the hash {changed.identity.data_hash!r}")


def test_no_folder_is_read_because_a_file_names_it(tmp_path, short, forgotten, monkeypatch):
    game = get_game("agot2e", short)
    with serving(tmp_path / "tables", own_game=game) as server:
        played(server, game)
    forgotten()
    monkeypatch.setattr("got_env.games._with_data", lambda *_: pytest.fail("a folder was read"))
    with serving(tmp_path / "tables") as server:
        assert len(server.problems) == 1


def test_links_of_tables_that_were_made_before_data_could_be_given_still_work(tmp_path):
    with serving(tmp_path) as server:
        secret, view = played(server, get_game("agot2e"))
    kept = json.loads((tmp_path / "table-1.json").read_text())
    assert kept.pop("data") == ""
    (tmp_path / "table-1.json").write_text(json.dumps(kept))
    with serving(tmp_path) as server, server.visit(secret) as page:
        assert question(page)["turn"] == view["turn"]


def test_the_lobby_offers_the_game_with_the_data_of_the_server(tmp_path, short):
    game = get_game("agot2e", short)
    with serving(tmp_path / "tables", own_game=game) as server:
        offered = server.get(f"/lobby/{LOBBY}/tables").json()["games"]
        titles = {each["code"]: each["title"] for each in offered}
        assert [code for code, title in titles.items() if "(own data)" in title] == ["agot2e"]
        server.order(game="agot2e", seats=SEATS)
        assert server.tables.rooms["table-1"].table.writer.game is game
        with server.visit(next(iter(server.order(game="btwixt", seats=SEATS).seats.values()))):
            pass


def test_an_order_names_no_folder(tmp_path, short):
    with serving(tmp_path / "tables") as server:
        reference = get_game("agot2e", short).identity.reference
        headers = {"origin": HERE, "content-type": "application/json"}
        body = json.dumps({"game": reference, "seats": SEATS})
        refused = server.client.post(f"/lobby/{LOBBY}/tables", content=body, headers=headers)
        assert refused.status_code == 400
        assert refused.json()["problem"].startswith("game='agot2e@")
        assert server.tables.rooms == {}


def test_a_board_that_cannot_be_drawn_makes_no_table(tmp_path):
    def with_another_name(file):
        text = file.read_text().replace('"castle_black"', '"black_castle"')
        file.write_text(text)

    folder = own_folder(tmp_path / "mine", board=lambda board: area(board, "castle_black"))
    for file in folder.glob("*.json"):
        with_another_name(file)
    game = get_game("agot2e", folder)
    with serving(tmp_path / "tables", own_game=game) as server:
        with pytest.raises(ValueError, match="black_castle"):
            server.order(game="agot2e", seats=SEATS)
        assert server.tables.rooms == {}
        assert [file.name for file in (tmp_path / "tables").iterdir()] == ["lock"]


def test_the_command_plays_with_the_folder_and_goes_on_with_it(tmp_path, short):
    tables = tmp_path / "tables"
    for first in ("table-1:", "table-1: going on, under the links given out before"):
        process, lines = started(tables, "--players", "3", "--data-dir", short)
        process.kill()
        process.wait()
        process.stdout.close()
        assert lines[0] == first
    hashes = [line for line in (tables / "table-1.txt").read_text().splitlines() if "data " in line]
    assert hashes == [f"data {get_game('agot2e', short).identity.data_hash}"]


def test_a_bad_folder_is_one_clear_line(tmp_path, got):
    def drop_start(setup):
        del setup["wildling_track"]["start"]

    folder = own_folder(tmp_path / "mine", setup=drop_start)
    code, out, err = got(
        "serve", "--port", "0", "--folder", tmp_path / "tables", "--data-dir", folder
    )
    assert (code, out) == (2, "")
    assert err.startswith(f"got: {folder}: setup.json: wildling_track: ")
    assert err.count("\n") == 1
    assert not (tmp_path / "tables").exists()


def test_the_viewer_of_a_seat_sees_own_data(tmp_path):
    """What the folder prints on the board is what the page shows."""

    def renamed(board):
        area(board, "winterfell")["name"] = "Cold <Keep>"

    game = get_game("agot2e", own_folder(tmp_path / "mine", board=renamed))
    with serving(tmp_path / "tables", own_game=game) as server:
        opened = server.call(server.tables.open, game, SEATS, {}, 1)
        with server.visit(*opened.seats.values()) as page:
            picture = told(page, "view")["picture"]
        assert "Cold &lt;Keep&gt;" in picture
