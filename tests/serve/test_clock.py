"""The clock of a table: it counts for who is asked, and the script plays when time is over."""

import json

import numpy as np
import pytest

from got_agents.heuristic import HeuristicAgent
from got_agents.serve import clock as clocks
from got_agents.serve.clock import NOBODY, Clock
from got_agents.serve.messages import read_order
from got_agents.serve.seating import Seating
from got_agents.serve.table import RefusedError, Table, place_of
from got_agents.serve.table_store import GameFile
from got_env.games import get_game
from got_env.replay import Header, ReplayWriter
from tests.serve.serving import answer, question, question_after, serving, started, told

SEATS = ["human", "heuristic", "heuristic"]


@pytest.fixture
def now(monkeypatch):
    """Time that a test sets."""
    passed = [100.0]
    monkeypatch.setattr(clocks.time, "monotonic", lambda: passed[0])
    return passed


def test_time_is_counted_for_one_seat_after_another(now):
    clock = Clock(60, [0, 2])
    assert (clock.left(0), clock.left(1), clock.ticks) == (60, None, False)
    clock.turn_to(0)
    now[0] += 25
    assert (clock.left(0), clock.left(2), clock.ticks) == (35, 60, True)
    clock.turn_to(2)
    now[0] += 70
    assert (clock.left(0), clock.left(2)) == (35, 0)
    assert clock.is_out(2)
    clock.turn_to(NOBODY)
    now[0] += 1000
    assert (clock.left(0), clock.left(2), clock.ticks) == (35, 0, False)
    clock.turn_to(1)
    assert not clock.ticks


def test_a_table_without_a_clock_counts_nothing(now):
    clock = Clock(0, [0])
    clock.turn_to(0)
    now[0] += 10_000
    assert (clock.left(0), clock.is_out(0), clock.ticks) == (None, False, False)


def test_the_clock_of_a_table_is_told_and_kept(tmp_path):
    with serving(tmp_path) as server:
        made = server.order(game="btwixt", seats=SEATS, clock=20)
        secret = made.seats["player_1"]
        with server.visit(secret) as page:
            view = question(page)
            assert (view["clock"], view["ticks"]) == ([1200, None, None], False)
            answer(page, view)
            view = question_after(page, view)
            assert view["ticks"]
            assert view["clock"][0] <= 1200
    with serving(tmp_path) as server, server.visit(secret) as page:
        mine, *others = question(page)["clock"]
        assert 600 < mine <= 1200  # however slow the machine is
        assert others == [None, None]


def test_the_first_table_has_the_clock_of_the_command(tmp_path):
    client = pytest.importorskip("websockets.sync.client", reason="needs the extra web")
    game = ("--game", "btwixt", "--players", "3", "--clock", "7")
    process, lines = started(tmp_path, *game)
    try:
        link = lines[1].split()[-1]
        origin = link.partition("/play/")[0]
        with client.connect(f"{link.replace('http', 'ws', 1)}/socket", origin=origin) as page:
            view = {"type": ""}
            while view["type"] != "view":
                view = json.loads(page.recv(timeout=120))
        assert view["clock"] == [420, None, None]
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def test_tables_have_no_clock_unless_somebody_asks_for_one(tmp_path):
    with serving(tmp_path) as server:
        made = server.order(game="btwixt", seats=SEATS)
        with server.visit(*made.seats.values()) as page:
            view = question(page)
            answer(page, view)
            assert question_after(page, view)["clock"] == []
        with pytest.raises(ValueError, match="clock"):
            read_order(b'{"game":"btwixt","seats":["human"],"clock":-1}')


def test_the_script_plays_to_the_end_when_time_is_over(tmp_path):
    with serving(tmp_path) as server:
        made = server.order(game="btwixt", seats=SEATS, clock=20)
        room = server.tables.rooms[made.name]
        with server.visit(*made.seats.values()) as page:
            view = question(page)
            answer(page, view)
            view = question_after(page, view)

            async def run_out():
                room.table._clock._left[0] = 0.0
                room.start()

            server.call(run_out)
            while not (last := told(page, "view"))["end"]:
                pass
            assert last["clock"][0] == 0
            assert last["failure"] == ""


def test_who_is_out_of_time_cannot_answer(tmp_path):
    with serving(tmp_path) as server:
        made = server.order(game="btwixt", seats=SEATS, clock=20)
        table = server.tables.rooms[made.name].table
        with server.visit(*made.seats.values()) as page:
            view = question(page)
            answer(page, view)
            view = question_after(page, view)
            table._clock._left[0] = 0.0
            answer(page, view)
            assert told(page, "problem")["text"] == "your time is over: the script plays for you"


# --- a table alone, whose time a test sets


class Slow(HeuristicAgent):
    """Thinks for half a minute."""

    def __init__(self, now):
        super().__init__()
        self.now = now

    def act_batch(self, views):
        self.now[0] += 30
        return super().act_batch(views)


@pytest.fixture
def seated(tmp_path):
    """Make a table with a clock of 20 minutes, at which agents have played until a person must."""
    tables = []

    def seat(specs, press=None, agents=None):
        game = get_game("btwixt")
        writer = ReplayWriter(Header.of(game, 3, {"short": "true"}, 1, specs, press=press))
        seating = Seating(game, specs)
        for place, agent in (agents or {}).items():
            seating.agents[place] = agent
        file = GameFile((tmp_path / f"{len(tables)}.txt").open("ab"), 0)
        tables.append(Table("table", writer, seating, file, 20))
        tables[-1].play_on(60)
        return tables[-1]

    yield seat
    for table in tables:
        table.close()


def answer_first(table):
    """Let the person who is asked answer."""
    asked = table.snapshot()
    table.answer(asked.asked, asked.turns[asked.asked], int(np.argmax(asked.mask)))


def test_what_agents_think_is_nobodys_time(now, seated):
    table = seated(SEATS, agents={1: Slow(now), 2: Slow(now)})
    left, began, thought = 1200.0, now[0], 0
    while not table.ended:
        counted = table.snapshot().ticks
        now[0] += 5
        thought += 5
        left -= 5 if counted else 0
        answer_first(table)
        table.play_on(60)
        assert table.snapshot().clock[0] == left
    assert left < 1200
    assert now[0] - began > thought  # the others have thought too


def test_the_next_person_is_counted_from_the_answer_on(now, seated):
    table = seated(["human"] * 3)
    while table.snapshot().asked == 0 or not table.snapshot().ticks:
        answer_first(table)
    before = table.snapshot()
    now[0] += 5
    answer_first(table)
    now[0] += 7
    after = table.snapshot()
    spent = [old - new for old, new in zip(before.clock, after.clock, strict=True)]
    expected = [0.0] * 3
    expected[before.asked] += 5
    expected[after.asked] += 7 if after.ticks else 0
    assert spent == expected


def test_a_game_with_talk_goes_on_when_the_time_of_its_person_is_over(now, seated):
    table = seated(SEATS, press=True)
    while not table.snapshot().ticks:
        if table.writer.talking:
            table.say(0, place_of(table.writer), [("all", "hello")])
        else:
            answer_first(table)
        table.play_on(60)
    now[0] += 1201
    table.play_on(60)
    assert table.writer.over
    assert table.failure == ""
    assert "hello" in {message.text for message in table.snapshot().messages}


def test_talk_waits_for_people_who_have_time_and_for_no_others(seated):
    table = seated(["human", "human", "heuristic"], press=True)
    assert table.writer.press.waiting == (0, 1)
    table._clock._left[0] = 0.0
    with pytest.raises(RefusedError, match="your time is over: you say nothing any more"):
        table.say(0, place_of(table.writer), [("all", "wait")])
    table.play_on(60)
    assert table.writer.talking
    assert table.writer.press.waiting == (1,)
