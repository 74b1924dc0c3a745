"""People and agents talk at a table: who may speak, and what reaches whose socket."""

import json

import numpy as np
import pytest

from got_env.replay import read_replay
from tests.serve.serving import answer, question, serving, told

DISCONNECTED = pytest.importorskip("starlette.websockets").WebSocketDisconnect


@pytest.fixture
def server(tmp_path):
    with serving(tmp_path / "tables") as server:
        yield server


def opened(server, seats, seed=1, **settings):
    from got_env.games import get_game

    found = server.call(
        server.tables.open, get_game("btwixt"), seats, {"short": "true"}, seed, settings or True
    )
    server.call(server._rest, found.name)
    return found


def may_talk(page):
    """The next view in which this seat may speak, or the game has ended."""
    while True:
        view = told(page, "view")
        if view["end"] or view["failure"] or (view["talk"] and view["talk"]["most"]):
            return view


def say(page, view, *messages):
    said = [{"to": to, "text": text} for to, text in messages]
    page.send_json({"type": "say", "place": view["talk"]["place"], "messages": said})


def test_a_person_talks_and_plays_a_whole_game(server):
    table = opened(server, ["human", "heuristic", "heuristic"], rounds=1)
    (secret,) = table.seats.values()
    spoke = 0
    with server.visit(secret) as page:
        view = told(page, "view")
        while not view["end"]:
            if view["talk"]:
                assert view["choices"] == []
                say(page, view, (["all"], f"hello {spoke}"), (["player_2"], "psst"))
                assert [m[0] for m in told(page, "heard")["messages"][-2:]] == ["player_1"] * 2
                spoke += 1
            elif view["choices"]:
                answer(page, view)
            view = told(page, "view")
    replay = read_replay(server.get(f"/play/{secret}/replay").content)
    replay.verify()
    assert len(replay.messages) == 2 * spoke > 10


def test_who_may_not_speak_is_told_why(server):
    table = opened(server, ["human", "human", "heuristic"], rounds=1, characters=20)
    one, two = (server.visit(secret).__enter__() for secret in table.seats.values())
    view = may_talk(one)
    may_talk(two)
    action = server.tables.rooms[table.name].snapshot.mask.argmax()
    one.send_json({"type": "play", "turn": 0, "action": int(action)})
    assert "the question waits until all have spoken" in told(one, "problem")["text"]
    for messages, problem in (
        ([{"to": ["player_1"], "text": "x"}], "that is the speaker"),
        ([{"to": ["player_2"], "text": "x" * 21}], "21 characters, expected 1 to 20"),
        ([{"to": ["player_2"], "text": "\u0007"}], "characters that can be shown"),
        ([{"to": ["all"], "text": "x"}] * 3, "3 messages: expected at most 2"),
        ([{"to": [], "text": "x"}], "cannot be understood"),
        ([{"to": "all", "text": "x"}], "cannot be understood"),
        ([{"to": ["all"]}], "cannot be understood"),
    ):
        one.send_json({"type": "say", "place": view["talk"]["place"], "messages": messages})
        assert problem in told(one, "problem")["text"]
    one.send_json({"type": "say", "place": "0 planning 2", "messages": []})
    assert "or nobody may now" in told(one, "problem")["text"]
    say(one, view)
    assert told(one, "view")["talk"]["waiting"] == ["player_2"]
    say(one, view, (["all"], "again"))
    assert "you have spoken already" in told(one, "problem")["text"]
    assert server.tables.rooms[table.name].table.writer.press.messages == []
    for page in (one, two):
        page.__exit__(None, None, None)


def test_who_watches_cannot_speak(server):
    table = opened(server, ["human", "heuristic", "heuristic"])
    with server.visit(table.watcher) as page:
        view = told(page, "view")
        assert view["talk"]["most"] == 0
        say(page, view, (["all"], "hi"))
        assert told(page, "problem")["text"] == "this link is for watching alone"


def test_a_table_without_press_has_no_talk(server):
    table = server.open("btwixt", ["human", "random", "random"])
    (secret,) = table.seats.values()
    with server.visit(secret) as page:
        view = question(page)
        assert view["talk"] is None
        page.send_json({"type": "say", "place": "", "messages": []})
        assert "nobody may now" in told(page, "problem")["text"]


def game_with(folder, secret_words):
    """All that reaches the sockets of a game in which two people whisper to each other."""
    sent = {"player_3": [], "watcher": [], "player_1": []}
    with serving(folder) as server:
        table = opened(server, ["human"] * 3, 3, rounds=1)
        rng = np.random.default_rng(1)
        pages = {name: server.visit(link).__enter__() for name, link in table.seats.items()}
        pages["watcher"] = server.visit(table.watcher).__enter__()

        def views():
            found = {}
            for name, page in pages.items():
                while True:
                    text = page.receive_text()
                    sent.setdefault(name, []).append(text)
                    if json.loads(text)["type"] == "view":
                        found[name] = json.loads(text)
                        break
            return found

        view = views()
        for _ in range(60):
            if view["player_1"]["end"]:
                break
            if view["player_1"]["talk"]:
                said = {
                    "player_1": [(["player_2"], f"{secret_words} from one")],
                    "player_2": [(["player_1"], f"{secret_words} from two"), (["all"], "peace")],
                    "player_3": [],
                }
                for name, messages in said.items():
                    say(pages[name], view[name], *messages)
                    view = views()
                continue
            asked = view["player_1"]["asked"]
            choice = int(rng.integers(len(view[asked]["choices"])))
            answer(pages[asked], view[asked], choice)
            view = views()
        for page in pages.values():
            page.__exit__(None, None, None)
    return sent


def test_a_socket_never_carries_what_was_said_to_others(tmp_path):
    """Whatever two people whisper, a third and who watches get the same, byte for byte."""
    first, second = (
        game_with(tmp_path / words.split(" ")[0], words) for words in ("alpha bravo", "x")
    )
    for name in ("player_3", "watcher"):
        assert first[name] == second[name]
        assert "peace" in "".join(first[name])
        assert "alpha" not in "".join(first[name])
    assert "alpha bravo from two" in "".join(first["player_1"])


def test_talk_goes_on_after_a_restart(tmp_path):
    folder = tmp_path / "tables"
    with serving(folder) as server:
        table = opened(server, ["human", "human", "heuristic"])
        pages = [server.visit(secret).__enter__() for secret in table.seats.values()]
        for page in pages:
            say(page, may_talk(page), (["all"], "first round"))
        assert may_talk(pages[0])["talk"]["number"] == 2
        for page in pages:
            page.__exit__(None, None, None)
    with serving(folder) as server:
        assert server.problems == []
        (secret, _) = table.seats.values()
        with server.visit(secret) as page:
            heard = told(page, "heard")
            assert [text for *_, text in heard["messages"]] == ["first round"] * 2
            assert may_talk(page)["talk"]["number"] == 2


def test_the_lobby_orders_tables_with_talk(server):
    found = server.order(game="btwixt", seats=["human", "random", "random"], press="rounds=1")
    press = server.tables.rooms[found.name].table.writer.press
    assert press.settings.rounds == 1
    with pytest.raises(ValueError, match="press='dinner': expected 'on'"):
        server.order(game="btwixt", seats=["human", "random", "random"], press="dinner")
