"""The lobby: who may make tables, which, and how many are played at once."""

import json

import numpy as np
import pytest

from got_agents.serve import tables as tables_module
from got_env.games import GAMES
from tests.serve.serving import HERE, LOBBY, answer, question, serving, told

SEATS = ["human", "heuristic", "random"]
NAMES = ["A person", "The script (medium)", "Random moves (easy)"]
OWN = {"origin": HERE, "content-type": "application/json"}


@pytest.fixture
def server(tmp_path):
    with serving(tmp_path / "tables", named=["bots.py:Mine"]) as server:
        yield server


def post(server, body, **headers):
    text = body if isinstance(body, bytes) else json.dumps(body).encode()
    sent = {**OWN, **{key.replace("_", "-"): value for key, value in headers.items()}}
    return server.client.post(f"/lobby/{LOBBY}/tables", content=text, headers=sent)


@pytest.mark.smoke
def test_the_lobby_makes_tables_and_lists_them(server):
    told_before = server.get(f"/lobby/{LOBBY}/tables").json()
    assert told_before["tables"] == []
    assert "btwixt" in [game["code"] for game in told_before["games"]]
    assert {game["code"]: game["agents"][0] for game in told_before["games"]} == dict.fromkeys(
        GAMES, "human"
    )
    made = post(server, {"game": "btwixt", "seats": SEATS, "options": {"advanced": "true"}})
    assert made.status_code == 201
    opened = made.json()
    assert list(opened["seats"]) == ["player_1"]
    with server.visit(opened["seats"]["player_1"]) as page:
        assert question(page)["players"] == NAMES
    (row,) = server.get(f"/lobby/{LOBBY}/tables").json()["tables"]
    assert (row["name"], row["players"], row["over"]) == ("table-1", NAMES, False)
    assert opened["watcher"] not in json.dumps(row)
    assert server.get(f"/lobby/{LOBBY}").status_code == 200


def test_the_lobby_offers_the_agents_that_play_the_game(server):
    games = server.get(f"/lobby/{LOBBY}/tables").json()["games"]
    offered = {game["code"]: set(game["agents"]) for game in games}
    assert "courtier" in offered["agot2e"]
    assert "steward" not in offered["agot2e"]
    assert "steward" in offered["btwixt"]
    assert all({"heuristic", "ismcts", "random"} <= names for names in offered.values())
    seats = sorted(offered["btwixt"])[:6]
    assert post(server, {"game": "btwixt", "seats": seats}).status_code == 201


@pytest.mark.parametrize(
    "kind",
    ["application/json", "application/json; charset=utf-8", "Application/JSON;charset=UTF-8"],
)
def test_an_order_may_name_its_charset(server, kind):
    made = post(server, {"game": "btwixt", "seats": SEATS}, content_type=kind)
    assert made.status_code == 201


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"origin": "http://elsewhere.example"}, 403),
        ({"origin": ""}, 403),
        ({"origin": "http://["}, 403),
        ({"content_type": "text/plain"}, 415),
        ({"content_type": "application/x-www-form-urlencoded"}, 415),
    ],
)
def test_only_the_page_of_the_server_makes_tables(server, headers, status):
    refused = post(server, {"game": "btwixt", "seats": SEATS}, **headers)
    assert refused.status_code == status
    assert server.tables.rooms == {}


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        (b"{", "Input data was truncated"),
        ({"game": "btwixt"}, "missing required field `seats`"),
        ({"game": "chess", "seats": SEATS}, "chess"),
        ({"game": "btwixt", "seats": SEATS[:2]}, "players=2: expected one of"),
        ({"game": "btwixt", "seats": []}, "length >= 1"),
        ({"game": "btwixt", "seats": ["human"] * 17}, "length <= 16"),
        ({"game": "btwixt", "seats": ["x" * 201] * 3}, "length <= 200"),
        ({"game": "btwixt", "seats": SEATS, "options": {"x": "y"}}, "'x'"),
        ({"game": "btwixt", "seats": SEATS, "seed": 3}, "unknown field `seed`"),
        ({"game": "btwixt", "seats": ["human", "random", "nobody"]}, "agent 'nobody': here only"),
        ({"game": "btwixt", "seats": ["human", "random", "raider:x=1"]}, "raider:x=1"),
        ({"game": "btwixt", "seats": ["referee:rm -r /", "random", "random"]}, "here only agents"),
        ({"game": "btwixt", "seats": ["other.py:Bot", "random", "random"]}, "here only agents"),
        ({"game": "btwixt", "seats": ["policy:secrets", "random", "random"]}, "here only agents"),
        (
            {"game": "btwixt", "seats": ["human", "random", "ismcts:sims=1\n"]},
            "printable characters",
        ),
        (
            {"game": "btwixt", "seats": ["human", "random", "ismcts:sims=1 "]},
            "no blank at either end",
        ),
        ({"game": "btwixt\x00", "seats": SEATS}, "game='btwixt\\x00'"),
        (b'{"game":"btwixt","seats":["\xe9"]}', "utf-8"),
        (b'"' + b"x" * 20_000 + b'"', "expected at most 16384 bytes"),
        (b'{"game":"btwixt","options":' + b"[" * 9000, "Expected `object`, got `array`"),
    ],
)
def test_bad_orders_are_refused_with_the_reason(server, body, problem):
    refused = post(server, body)
    assert refused.status_code in (400, 413)
    assert problem in refused.json()["problem"]
    assert server.tables.rooms == {}


def test_there_are_only_so_many_tables(server, monkeypatch):
    monkeypatch.setattr(tables_module, "MOST_TABLES", 2)
    wanted = {"game": "btwixt", "seats": SEATS}
    assert [post(server, wanted).status_code for _ in range(3)] == [201, 201, 400]
    assert "2 tables are being played" in post(server, wanted).json()["problem"]


def test_a_game_whose_rules_are_not_compiled_is_refused(server, monkeypatch):
    monkeypatch.setattr(tables_module, "rules_are_warm", lambda codes: False)
    refused = post(server, {"game": "btwixt", "seats": SEATS})
    assert "got warmup --game btwixt" in refused.json()["problem"]


def test_a_hundred_tables_are_played_at_once(server):
    """At each a person decides, in turn with all others; no table knows of another."""
    rng = np.random.default_rng(1)
    seats = ["human", "heuristic", "random"]
    opened = [server.open("btwixt", seats, number) for number in range(100)]
    pages = [server.visit(*table.seats.values()).__enter__() for table in opened]
    views = [question(page) for page in pages]
    for _ in range(4):
        for page, view in zip(pages, views, strict=True):
            answer(page, view, int(rng.integers(len(view["choices"]))))
        views = [question(page) for page in pages]
    assert [view["table"] for view in views] == [f"table-{n}" for n in range(1, 101)]
    assert all(view["turn"] >= 4 for view in views)
    for page in pages:
        page.__exit__(None, None, None)
    own = [room.table.writer for room in server.tables.rooms.values()]
    assert len({writer.text for writer in own}) == 100


def test_games_that_have_ended_leave_the_memory_and_can_still_be_looked_at(server, monkeypatch):
    monkeypatch.setattr(tables_module, "MOST_ENDED", 2)
    opened = []
    for number in range(6):
        opened.append(server.open("btwixt", ["heuristic"] * 3, number))
        server.call(server._rest, opened[-1].name)
    assert list(server.tables.rooms) == [f"table-{n}" for n in (4, 5, 6)]
    first = opened[0]
    with server.visit(first.watcher) as page:
        view = told(page, "view")
        assert (view["table"], view["end"] != "", view["replay"]) == ("table-1", True, True)
        again = server.tables.rooms["table-1"]
        assert server.get(f"/play/{first.watcher}/replay").text == again.table.writer.text
        # Whoever looks at a table keeps it; the others make room.
        for number in range(3):
            server.call(server._rest, server.open("btwixt", ["heuristic"] * 3, number).name)
        assert "table-1" in server.tables.rooms
        assert len(server.tables.rooms) == 4
    assert server.get("/play/" + opened[1].watcher).status_code == 200
    assert len(server.tables.rooms) <= 5


def test_tables_that_are_played_never_leave_the_memory(server, monkeypatch):
    monkeypatch.setattr(tables_module, "MOST_ENDED", 0)
    own = [server.open("btwixt", SEATS, number) for number in range(4)]
    assert len(server.tables.rooms) == len(own)


def test_agents_alone_play_to_the_end_at_many_tables(server):
    watchers = [server.open("btwixt", ["heuristic"] * 3, n).watcher for n in range(10)]
    for watcher in watchers:
        with server.visit(watcher) as page:
            while not told(page, "view")["end"]:
                pass
