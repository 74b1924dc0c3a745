"""Language models talk: what they read, how their answers are read, and a whole game."""

import pytest

from got_agents.llm.talk import TALK_INSTRUCTIONS, messages_in
from got_agents.registry import make_agent
from got_agents.serve.seating import Seating
from got_agents.serve.table import Table
from got_agents.serve.table_store import TableStore
from got_agents.story import Story
from got_env.core.press.messages import Heard, Message
from got_env.games import get_game
from got_env.replay import Header, ReplayWriter, read_replay
from got_env.text import MOST_CHARACTERS, sheet
from got_env.text.sheet import MOST_MESSAGES, MOST_TALK
from tests.agents.llm_server import says, serving

GAME = get_game("btwixt")
NAMES = GAME.seats.in_play(3)
TEXT = '{"to": "all", "text": "x"}'
HEARD = Heard(0, NAMES, moment="planning", talk=1, rounds=2, most=2, longest=30)


# --- sheets


def message(number, sender=1, text="hm"):
    return Message(1, "planning", 1, sender, (0, 2) if sender == 1 else (1,), f"{text} {number}")


def test_a_sheet_tells_what_was_heard_since_the_last_move_apart():
    heard = Heard(0, NAMES, (message(1), message(2, 0), message(3)), since=2)
    page = sheet(GAME, GAME.start(1, 3, 1), 0, heard=heard)
    assert page.messages.splitlines() == [
        "Before your last move:",
        "- player_2 to all: hm 1",
        "- player_1 to player_2: hm 2",
        "Since your last move:",
        "- player_2 to all: hm 3",
    ]
    assert "# Messages\nBefore your last move:" in str(page)
    assert "# Messages" not in str(sheet(GAME, GAME.start(1, 3, 1), 0))


def test_a_sheet_tells_no_more_than_it_has_room_for():
    many = Heard(0, NAMES, tuple(message(n) for n in range(60)), since=59)
    page = sheet(GAME, GAME.start(1, 3, 1), 0, heard=many)
    assert page.messages.startswith(f"({60 - MOST_MESSAGES} earlier messages are not told)")
    assert page.messages.endswith("Since your last move:\n- player_2 to all: hm 59")
    long = Heard(0, NAMES, tuple(message(n, text="x" * 990) for n in range(60)))
    page = sheet(GAME, GAME.start(1, 3, 1), 0, heard=long)
    assert len(page.messages) < MOST_TALK + 200
    assert len(str(page)) < MOST_CHARACTERS + MOST_TALK
    assert page.messages.endswith("x 59")


# --- answers


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ('{"messages": []}', []),
        ('Hm. {"messages": [{"to": "all", "text": "peace"}]}', [("all", "peace")]),
        (
            '{"messages": []} no: { "messages" : [{"to": ["player_2"], "text": " a\\n b "}]} so',
            [(["player_2"], "a b")],
        ),
    ],
)
def test_the_last_messages_of_an_answer_are_sent(answer, said):
    assert messages_in(answer, HEARD) == said


@pytest.mark.parametrize(
    ("answer", "problem"),
    [
        ("peace!", r"your answer holds no .*; it ended with 'peace!'"),
        ('{"messages": [', "cannot be read"),
        ('{"messages": ' + "[" * 100_000, "cannot be read"),
        ('{"messages": [{"to": 3, "text": "x"}]}', "cannot be read: Expected"),
        ('{"messages": [{"to": "all"}]}', "cannot be read: .*text"),
        ('{"messages": [{"to": "player_1", "text": "x"}]}', "that is the speaker"),
        ('{"messages": [{"to": "all", "text": ""}]}', "0 characters, expected 1 to 30"),
        (f'{{"messages": [{{"to": "all", "text": "{"x" * 31}"}}]}}', "31 characters"),
        (f'{{"messages": [{TEXT}, {TEXT}, {TEXT}]}}', "at most 2"),
    ],
)
def test_an_invalid_answer_says_what_is_wrong(answer, problem):
    with pytest.raises(ValueError, match=problem):
        messages_in(answer, HEARD)


# --- whole games


@pytest.fixture
def server():
    with serving() as found:
        yield found


def talks(asked):
    return asked["messages"][0]["content"] == TALK_INSTRUCTIONS


def model_of(server, name):
    return make_agent(f"llm:{server.url()},pause=0,model={name}")


class Person:
    """Stands in for somebody at the browser: speaks and answers through the table of the server."""

    def __init__(self, table, seat):
        self.table, self.seat, self.spoke, self.answered = table, seat, 0, 0

    def act(self):
        """Speak if it may, else answer if it must; whether it did anything."""
        table, now = self.table, self.table.snapshot()
        if now.talk is not None and self.seat in now.talk.most:
            self.spoke += 1
            table.say(self.seat, now.talk.place, [("all", f"the person speaks {self.spoke}")])
            return True
        if now.talk is None and now.asked == self.seat:
            self.answered += 1
            table.answer(self.seat, now.turns[self.seat], int(now.mask.argmax()))
            return True
        return False


def test_a_game_of_two_models_a_scripted_player_and_a_person(server, tmp_path):
    """With press on: saved as it is played, verified; each has read what was said to it alone."""

    def answer(asked):
        if not talks(asked):
            return '{"action": 1}'
        name = asked["model"]
        other = "player_3" if name == "a" else "player_1"
        return (
            f'I think. {{"messages": [{{"to": ["{other}"], "text": "model {name} whispers"}},'
            f' {{"to": "all", "text": "model {name} greets"}}]}}'
        )

    server.answers = [says(answer)]
    url = server.url()
    specs = (f"llm:{url},pause=0,model=a", "heuristic", f"llm:{url},pause=0,model=b", "human")
    header = Header.of(GAME, 4, {"short": True}, 5, specs, events=True, press="rounds=1")
    writer = ReplayWriter(header)
    with TableStore(tmp_path) as store:
        _, _, file = store.new(writer, {"player_4": "secret"}, "watcher")
        table = Table("table-1", writer, Seating(GAME, specs, 60.0), file)
        person = Person(table, 3)
        try:
            while not table.ended:
                table.play_on(60.0)
                if not table.ended:
                    assert person.act()
        finally:
            table.close()
    assert table.failure == ""
    saved = (tmp_path / "table-1.txt").read_text(encoding="utf-8")
    replay = read_replay(saved)
    replay.verify()
    assert replay.over
    texts = {message.text for message in replay.messages}
    assert {"model a whispers", "model b whispers", "model a greets"} <= texts
    assert {message.sender for message in replay.messages} == {0, 2, 3}
    assert person.spoke > 3
    assert person.answered > 10
    pages = {"a": "", "b": ""}
    for asked in server.asked:
        pages[asked["model"]] += asked["messages"][1]["content"]
    assert "player_3 to player_1: model b whispers" in pages["a"]
    assert "player_4 to all: the person speaks 1" in pages["a"]
    assert "Since your last move:\n- " in pages["b"]
    heard = {seat: replay.header.press and table.writer.press.hear(seat) for seat in (1, 3)}
    assert not any("whispers" in line for seat in heard for line in heard[seat].lines())


def test_two_invalid_answers_say_nothing_and_are_counted(server, capsys):
    server.answers = [says(lambda asked: "peace, friends" if talks(asked) else '{"action": 1}')]
    model = model_of(server, "a")
    story = Story(
        GAME,
        [model, make_agent("random"), make_agent("random")],
        3,
        {"short": True},
        press="rounds=1",
    )
    story.play(lambda line: None)
    assert not story.writer.press.messages
    assert model.counts.talks > 3
    assert model.counts.fallbacks == model.counts.talks
    assert model.counts.messages == 0
    again = [asked for asked in server.asked if talks(asked) and len(asked["messages"]) == 4]
    assert "Not valid: your answer holds no" in again[0]["messages"][3]["content"]
    err = capsys.readouterr().err
    assert "says nothing instead" in err
    assert all(asked["max_tokens"] == 1024 for asked in server.asked)
