"""Messages of a server to pages, and what it does when they send nonsense."""

import asyncio
import json
import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from got_agents.serve.app import make_app
from got_agents.serve.messages import Hint, Play
from got_agents.serve.records import Records
from got_agents.serve.table import RefusedError
from got_env.games import GAMES
from got_env.replay import read_replay
from tests.replays.pages import policy_of
from tests.serve.serving import HERE, LOBBY, answer, exhaust, question, serving, told

DISCONNECTED = pytest.importorskip("starlette.websockets").WebSocketDisconnect
TestClient = pytest.importorskip("starlette.testclient").TestClient


ASKS = """
class Asks:
    def __init__(self, key=""):
        self.name = "Asks"

    def act(self, view):
        return int(view.legal[0])
"""


@pytest.fixture
def server(tmp_path):
    with serving(tmp_path / "tables") as server:
        yield server


def as_coroutine(function):
    async def call(*args):
        return function(*args)

    return call


@pytest.mark.parametrize("code", GAMES)
def test_a_person_plays_a_whole_game(server, code):
    game = GAMES[code]
    players = game.seats.counts[0]
    opened = server.open(code, ["human", *["heuristic"] * (players - 1)], 3)
    (secret,) = opened.seats.values()
    rng = np.random.default_rng(3)
    phases, decisions = set(), 0
    with server.visit(secret) as page:
        view = question(page)
        while view["choices"]:
            phases.add(view["phase"])
            decisions += 1
            assert view["asked"] == view["viewer"]
            labels = [choice["label"] for choice in view["choices"]]
            assert len(set(labels)) == len(labels)
            told = [*labels, *view["lines"], *view["forced"]]
            told += [choice["remark"] for choice in view["choices"]]
            assert not any("_" in line for line in told)
            for ids in view["places"].values():
                assert all(f'id="{id_}"' in view["picture"] for id_ in ids)
            answer(page, view, int(rng.integers(len(view["choices"]))))
            view = question(page)
    assert view["end"] in game.results.ends
    assert sorted(view["places_taken"]) == list(range(1, players + 1))
    assert decisions > 20
    assert len(phases) > 4
    replay = read_replay(server.get(f"/play/{secret}/replay").content)
    replay.verify()
    assert replay.over
    assert replay.header.agents == ("human", *["heuristic"] * (players - 1))


def test_a_page_is_not_sent_the_view_that_it_shows(server):
    """It would undo what a person has begun to choose."""
    opened = server.open("btwixt", ["human", "random", "random"])
    room = server.tables.rooms[opened.name]
    with server.visit(*opened.seats.values()) as page:
        view = question(page)
        server.call(room._publish)
        page.send_json({"type": "play", "turn": view["turn"], "action": 10_000})
        assert json.loads(page.receive_text())["type"] == "problem"
        answer(page, view)
        assert question(page)["turn"] > view["turn"]


def test_the_page_of_a_game_that_has_ended_can_be_had(server):
    opened = server.open("btwixt", ["heuristic"] * 3)
    with server.visit(opened.watcher) as page:
        while not told(page, "view")["end"]:
            pass
    page = server.get(f"/play/{opened.watcher}/page")
    assert page.headers["content-disposition"] == ('attachment; filename="btwixt-table-1.html"')
    assert page.text.startswith("<!doctype html>")
    policy = policy_of(page.text)
    assert policy["default-src"] == policy["base-uri"] == policy["form-action"] == "'none'"
    assert not any("http" in sources or "*" in sources for sources in policy.values())


def test_a_replay_is_kept_back_while_it_would_give_something_away(server):
    opened = server.open("btwixt", ["human", "heuristic", "heuristic"])
    for secret in (*opened.seats.values(), opened.watcher):
        for kind in ("replay", "page"):
            refused = server.get(f"/play/{secret}/{kind}")
            assert (refused.status_code, "seed" in refused.text) == (403, False)


def test_who_watches_people_sees_no_hand_and_who_watches_agents_sees_all(server):
    people = server.open("btwixt", ["human", "human", "heuristic"])
    with server.visit(people.watcher) as page:
        view = told(page, "view")
        assert (view["viewer"], view["choices"], view["lines"]) == ("", [], [])
        assert ": hand" not in view["picture"]
        assert view["picture"].count("10 cards") == 3
        page.send_json({"type": "play", "turn": 0, "action": 0})
        assert told(page, "problem")["text"] == "this link is for watching alone"
    agents = server.open("btwixt", ["random"] * 3)
    with server.visit(agents.watcher) as page:
        view = told(page, "view")
        while ": hand" not in view["picture"]:
            view = told(page, "view")
        assert not view["end"]


def test_a_wrong_link_leads_nowhere(server):
    opened = server.open("btwixt", ["human", "random", "random"])
    (secret,) = opened.seats.values()
    for wrong in (secret[:-1], secret.swapcase(), "x", secret + "A"):
        assert server.get(f"/play/{wrong}").status_code == 404
        assert server.get(f"/play/{wrong}/replay").status_code == 404
        assert server.get(f"/lobby/{wrong}/tables").status_code == 404
        with pytest.raises(DISCONNECTED), server.visit(wrong):
            pass
    assert server.get(f"/play/{secret}").status_code == 200
    assert server.get(f"/lobby/{secret}").status_code == 404


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://elsewhere.example"},
        {"origin": "null"},
        {"origin": HERE.replace("8000", "8001")},
        {"origin": "http://["},
        {"origin": "http://[::1"},
        {"origin": "http://elsewhere.example", "host": "elsewhere.example"},
    ],
)
def test_pages_from_elsewhere_get_no_socket(server, headers):
    opened = server.open("btwixt", ["human", "random", "random"])
    (secret,) = opened.seats.values()
    with pytest.raises(DISCONNECTED), server.visit(secret, **headers):
        pass


def test_every_answer_tells_browsers_to_load_nothing_from_elsewhere(server):
    opened = server.open("btwixt", ["human", "random", "random"])
    (secret,) = opened.seats.values()
    paths = ["/", f"/play/{secret}", "/static/table.js", "/static/pictures/btwixt.css", "/none"]
    for path in paths:
        found = server.get(path)
        assert found.headers["content-security-policy"].startswith("default-src 'self';")
        assert found.headers["referrer-policy"] == "no-referrer"
        assert found.headers["cache-control"] == "no-store"
    page = server.get(f"/play/{secret}").text
    assert "<style" not in page
    assert "style=" not in page
    assert "://" not in page


BAD = [
    "",
    "{",
    "null",
    "[]",
    '{"type": "play"}',
    '{"type": "play", "turn": 0, "action": -1}',
    '{"type": "play", "turn": 0, "action": 1e30}',
    '{"type": "play", "turn": 0, "action": 99999999999}',
    '{"type": "play", "turn": "0", "action": 1}',
    '{"type": "play", "turn": 0, "action": 1, "seat": 2}',
    '{"type": "undo", "turn": 0}',
    "[" * 4000,
    r'"\ud800"',
    '"' + "é" * 1900 + '"',
]


def test_a_bad_message_is_answered_and_the_table_goes_on(server):
    opened = server.open("btwixt", ["human", "random", "random"])
    (secret,) = opened.seats.values()
    with server.visit(secret) as page:
        view = question(page)
        for text in BAD:
            page.send({"type": "websocket.receive", "text": text})
            problem = told(page, "problem")["text"]
            assert problem.startswith("this message cannot be understood: "), text
        page.send_bytes(b"\x00\xff")
        assert told(page, "problem")["text"].endswith("expected text, got bytes")
        answer(page, view)
        assert question(page)["turn"] >= 1


def test_who_sends_only_nonsense_is_sent_away(server):
    opened = server.open("btwixt", ["human", "random", "random"])
    (secret,) = opened.seats.values()
    with server.visit(secret) as page:
        for _ in range(30):
            page.send_text("?")
        with pytest.raises(DISCONNECTED) as closed:
            exhaust(page.receive_text)
    assert closed.value.code == 1008


def test_a_message_that_is_too_long_ends_the_connection(server):
    opened = server.open("btwixt", ["human", "random", "random"])
    (secret,) = opened.seats.values()
    with server.visit(secret) as page:
        page.send_text(json.dumps({"type": "hint", "turn": 0, "more": "x" * 5000}))
        with pytest.raises(DISCONNECTED) as closed:
            exhaust(page.receive_text)
    assert closed.value.code == 1009
    with server.visit(secret) as page:
        assert question(page)["choices"]


def test_actions_that_are_not_legal_are_refused(server):
    opened = server.open("btwixt", ["human", "human", "human"])
    pages = {seat: server.visit(secret).__enter__() for seat, secret in opened.seats.items()}
    views = {seat: told(page, "view") for seat, page in pages.items()}
    asked = views["player_1"]["asked"]
    page, view = pages[asked], views[asked]
    legal = {choice["action"] for choice in view["choices"]}
    wrong = next(action for action in range(1000) if action not in legal)
    for action in (wrong, 2**31):
        page.send_json({"type": "play", "turn": 0, "action": action})
        refusal = told(page, "problem")["text"]
        assert refusal == f"action {action} is not legal here: expected one of the list"
    page.send_json({"type": "play", "turn": 1, "action": min(legal)})
    assert "answered already" in told(page, "problem")["text"]
    other = next(pages[seat] for seat in pages if seat != asked)
    other.send_json({"type": "play", "turn": 0, "action": min(legal)})
    assert told(other, "problem")["text"] == f"it is not your turn: {asked} decides"
    other.send_json({"type": "hint", "turn": 0})
    assert told(other, "problem")["text"] == "this question is not open any more"
    for each in pages.values():
        each.__exit__(None, None, None)
    assert server.tables.rooms[opened.name].table.writer.decisions == 0


def test_two_pages_of_a_seat_show_the_same_and_the_first_answer_counts(server):
    opened = server.open("btwixt", ["human", "random", "random"])
    (secret,) = opened.seats.values()
    with server.visit(secret) as one, server.visit(secret) as two:
        view = question(one)
        assert question(two) == view
        answer(one, view)
        answer(two, view, 1)
        after = question(one)
        heard = [json.loads(two.receive_text()) for _ in range(3)]
        assert after in heard
        (refusal,) = (message["text"] for message in heard if message["type"] == "problem")
        assert "answered already, perhaps in another tab" in refusal
        assert after["turn"] == view["turn"] + 1 + len(after["forced"])


def test_an_answer_that_comes_before_its_question_is_shown_does_not_stop_the_table(
    server, monkeypatch
):
    """Whoever sends several answers at once may hit the moment in which the agents have stopped."""
    opened = server.open("btwixt", ["human", "random", "random"])
    room = server.tables.rooms[opened.name]
    before = room.table.writer.decisions
    table, publish = room.table, room._publish
    early = 6

    async def answer_then_publish():
        nonlocal early
        if early and not table.ended:
            early -= 1
            await room.hear(visit, Play(table._turns[0], int(np.argmax(table.writer.mask))))
        await publish()

    async def play_on():
        room.start()
        while not room._playing.done():
            await room._playing

    monkeypatch.setattr(room, "_publish", answer_then_publish)
    visit = server.call(as_coroutine(room.enter), 0)
    server.call(play_on)
    assert early == 0
    assert table.writer.decisions > before + 6
    assert not visit.waiting
    assert table.ended or table.seating.is_person(int(table.writer.seats[0]))
    assert room.snapshot.turns == tuple(table._turns)


def test_a_link_opens_no_more_pages_than_a_person_needs(server):
    opened = server.open("btwixt", ["human", "random", "random"])
    (secret,) = opened.seats.values()
    pages = [server.visit(secret) for _ in range(17)]
    for page in pages[:16]:
        page.__enter__()
        told(page, "view")
    pages[16].__enter__()
    assert "this link is open in 16 pages" in json.loads(pages[16].receive()["bytes"])["text"]
    for page in pages:
        page.__exit__(None, None, None)
    with server.visit(secret) as page:
        assert told(page, "view")


def test_many_people_watch_with_one_link(server):
    opened = server.open("btwixt", ["human", "random", "random"])
    room = server.tables.rooms[opened.name]

    async def enter_all(count):
        return [room.enter(room.watcher) for _ in range(count)]

    assert len(server.call(enter_all, 200)) == 200
    with pytest.raises(RefusedError, match="this link is open in 200 pages"):
        server.call(enter_all, 1)


def test_the_page_of_a_game_is_made_once_and_not_for_who_has_gone(server, monkeypatch):
    made = []
    monkeypatch.setattr("got_agents.serve.records.page_of_replay", lambda *_: made.append(1) or "x")
    finished = server.open("btwixt", ["random"] * 3)
    server.call(server._rest, finished.name)
    for _ in range(3):
        assert server.get(f"/play/{finished.watcher}/page").text == "x"
    assert len(made) == 1

    async def gone():
        return True

    records = Records("test", len)
    assert server.call(records.of, "table-1", "text", gone) is None


def test_what_others_know_of_an_agent_is_its_name(tmp_path):
    (tmp_path / "bots.py").write_text(ASKS)
    secret = f"{tmp_path / 'bots.py'}:Asks:key=k3ep-qu1et"
    with serving(tmp_path / "tables", named=[secret]) as server:
        opened = server.open("btwixt", ["random", secret, "ismcts:sims=1,net=policy"])
        with server.visit(opened.watcher) as page:
            view = told(page, "view")
            while not view["end"]:
                view = told(page, "view")
        listed = server.get(f"/lobby/{LOBBY}/tables").text
        replay = server.get(f"/play/{opened.watcher}/replay").text
        shown = server.get(f"/play/{opened.watcher}/page").text
    assert view["players"] == ["Random moves (easy)", "Asks", "A tree search"]
    for text in (json.dumps(view), listed, replay, shown):
        assert "k3ep-qu1et" not in text
        assert str(tmp_path) not in text
    agents = ("random", "Asks", "ismcts:sims=1,net=policy")
    assert read_replay(replay).header.agents == agents


def test_a_link_with_a_stroke_behind_it_leads_nowhere_else(server):
    opened = server.open("btwixt", ["human", "random", "random"])
    answered = server.client.get(f"{HERE}/play/{opened.watcher}/", follow_redirects=False)
    assert answered.status_code == 404


def test_no_answer_leads_to_the_name_that_a_request_gives(server):
    """A server that others reach takes any name, as it does not know its own."""
    opened = server.open("btwixt", ["human", "random", "random"])
    client = TestClient(make_app(server.tables, LOBBY, loopback=False), base_url=HERE)
    elsewhere = {"host": "elsewhere.example"}
    for path in ("/", "//", f"/play/{opened.watcher}", f"/lobby/{LOBBY}", "/static/table.js"):
        for end in ("", "/", "/.."):
            answered = client.get(f"{HERE}{path}{end}", headers=elsewhere, follow_redirects=False)
            assert answered.status_code in (200, 404)
            assert "location" not in answered.headers
            assert "elsewhere" not in answered.text


def test_hints_rank_legal_actions(server):
    opened = server.open("agot2e", ["human", "random", "random"])
    (secret,) = opened.seats.values()
    with server.visit(secret) as page:
        view = question(page)
        page.send_json({"type": "hint", "turn": view["turn"]})
        hints = told(page, "hints")
        ranked = [action for action, _, _ in hints["ranking"]]
        shares = [share for _, share, _ in hints["ranking"]]
        assert set(ranked) <= {choice["action"] for choice in view["choices"]}
        assert shares == sorted(shares, reverse=True)
        assert sum(shares) == pytest.approx(1)
        page.send_json({"type": "hint", "turn": view["turn"]})
        assert told(page, "hints") == hints
        page.send_json({"type": "hint", "turn": 7})
        assert told(page, "problem")["text"] == "this question is not open any more"


def test_hints_and_pages_of_games_keep_no_other_table_waiting(server, monkeypatch):
    go_on = threading.Event()
    seats = ["human", "random", "random"]
    opened = [server.open("btwixt", seats, number) for number in range(40)]
    finished = server.open("btwixt", ["random"] * 3)

    def slow(*_):
        assert go_on.wait(600)
        return "done"

    monkeypatch.setattr("got_agents.serve.hints.hints_for", slow)
    monkeypatch.setattr("got_agents.serve.records.page_of_replay", slow)

    async def ask_for_all():
        found = [
            room.hear(room.enter(0), Hint(room.snapshot.turns[0]))
            for room in (server.tables.rooms[each.name] for each in opened)
        ]
        return [asyncio.create_task(each) for each in found]

    waiting = server.call(ask_for_all)
    with ThreadPoolExecutor(40) as readers:
        pages = [readers.submit(server.get, f"/play/{finished.watcher}/page") for _ in range(40)]
        try:
            with server.visit(*opened[0].seats.values()) as page:
                assert question(page)["choices"]
            assert not any(task.done() for task in waiting)
        finally:
            go_on.set()
        assert {page.result().text for page in pages} == {"done"}


def test_a_hint_is_made_without_the_seed_of_the_game(server):
    """Two games with the same first view and different decks give the same hint."""
    rankings = []
    for seed in (1, 2):
        opened = server.open("agot2e", ["human", "random", "random"], seed)
        (secret,) = opened.seats.values()
        with server.visit(secret) as page:
            page.send_json({"type": "hint", "turn": question(page)["turn"]})
            rankings.append(told(page, "hints")["ranking"])
    assert rankings[0] == rankings[1]
