"""The rules of the channel: who may speak, how often, how long, and who hears it."""

import pytest

from got_env.core.press.channel import Channel
from got_env.core.press.messages import ALL, NEWEST, checked_receivers, checked_text
from got_env.core.press.moments import Moment
from got_env.core.press.settings import LIMITS, MOST_SAID, PressSettings, press_settings
from got_env.press import Press
from tests.toy.pennies import PENNIES

NAMES = ("ann", "bob", "cid")
MOMENTS = (
    Moment("early", "first", frozenset({"a"}), by_default=True),
    Moment("late", "then", frozenset({"b"}), told_apart_by=("for", "combat.from")),
)


def channel(**numbers):
    return Channel(3, PressSettings(("early", "late"), **numbers))


def opened(**numbers):
    found = channel(**numbers)
    found.open("early", (1,), 1)
    return found


# --- texts and receivers


@pytest.mark.parametrize("text", ["x", "a b", "x" * 9, "né 日本", "a: b, c", "to all: hi"])
def test_a_line_that_can_be_shown_is_a_text(text):
    assert checked_text(text, 10) == text


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "text='': 0 characters, expected 1 to 10 characters"),
        ("x" * 11, "11 characters, expected 1 to 10"),
        ("a\nb", r"holds '\\n', expected characters that can be shown, on one line"),
        ("a\tb", r"holds '\\t'"),
        ("a\x00", r"holds '\\x00'"),
        ("a\x1b[2J", r"holds '\\x1b'"),
        ("\x7f", r"holds '\\x7f'"),
        ("a\u202eb", r"holds '\\u202e'"),
        ("a\u2028b", r"holds '\\u2028'"),
        ("\ud800", r"holds '\\ud800'"),
        (" a", "expected no blanks at its ends"),
        ("a ", "expected no blanks at its ends"),
        (b"a", "text=b'a': expected a text"),
        (None, "text=None: expected a text"),
        (7, "text=7: expected a text"),
    ],
)
def test_anything_else_is_refused(text, problem):
    with pytest.raises(ValueError, match=problem):
        checked_text(text, 10)


@pytest.mark.parametrize(
    ("to", "seats"),
    [(ALL, (0, 2)), ("ann", (0,)), (["cid", "ann"], (0, 2)), (("cid",), (2,))],
)
def test_receivers_are_seats_in_their_order(to, seats):
    assert checked_receivers(to, 1, NAMES) == seats


@pytest.mark.parametrize(
    ("to", "problem"),
    [
        ([], r"to=\[\]: expected 'all' or some of ann, cid"),
        ("bob", "to='bob': that is the speaker"),
        (["ann", "ann"], "to='ann': named twice"),
        ("anne", "to='anne': did you mean 'ann'"),
        (["all"], "to='all': expected it alone"),
        (2, "to=2: expected 'all' or some of ann, cid"),
        ([2], "to=2: expected a name"),
        (None, "to=None: expected"),
        ({"ann": 1}, "expected 'all' or some of ann, cid"),
        (["ann"] * 10_000, "named twice"),
    ],
)
def test_other_receivers_are_refused(to, problem):
    with pytest.raises(ValueError, match=problem):
        checked_receivers(to, 1, NAMES)


# --- settings


@pytest.mark.smoke
def test_the_settings_are_off_unless_somebody_asks():
    assert press_settings(MOMENTS, None) is None
    assert press_settings(MOMENTS, False) is None
    assert press_settings(MOMENTS, "off") is None


@pytest.mark.parametrize("given", [True, "on", {}])
def test_the_defaults_are_those_of_the_game(given):
    found = press_settings(MOMENTS, given)
    assert found.moments == ("early",)
    assert found.text == "moments=early,rounds=2,messages=2,characters=280"


@pytest.mark.parametrize(
    "given",
    [
        "moments=late+early,rounds=1,characters=9",
        {"moments": ["late", "early"], "rounds": 1, "characters": 9},
        {"moments": "early+late", "rounds": "1", "characters": "9"},
    ],
)
def test_settings_are_read_in_every_form_and_written_in_one(given):
    found = press_settings(MOMENTS, given)
    assert found.text == "moments=early+late,rounds=1,messages=2,characters=9"
    assert press_settings(MOMENTS, found.text) == found == press_settings(MOMENTS, found)


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        ("yes", "press='yes': expected 'on', 'off', or settings"),
        ("", "press='': expected 'on'"),
        (3, "press=3: expected 'on'"),
        ("rounds=0", "press: rounds=0: expected 1 to 5"),
        ("rounds=x", "press: rounds='x': expected 1 to 5"),
        ({"rounds": True}, "press: rounds=True: expected 1 to 5"),
        ({"messages": 6}, "press: messages=6: expected 1 to 5"),
        ("characters=1001", "press: characters=1001: expected 1 to 1000"),
        ("characters=99999999999999999999", "expected 1 to 1000"),
        ("round=1", "press: unknown 'round': did you mean 'rounds'"),
        ("rounds=1,rounds=1", "each once"),
        ("moments=erly", "press: moments: 'erly': did you mean 'early'"),
        ("moments=early+early", "press: moments: 'early' is named twice"),
        ({"moments": []}, "press: moments=.*: expected some of early, late"),
        ({"moments": [1]}, "press: moments: 1: expected names"),
        ({1: 2}, "press: unknown 1"),
    ],
)
def test_wrong_settings_are_named(given, problem):
    with pytest.raises(ValueError, match=problem):
        press_settings(MOMENTS, given)


def test_a_game_without_moments_has_no_press():
    with pytest.raises(ValueError, match="this game has no moments at which players talk"):
        press_settings((), True)


def test_a_moment_is_told_apart_by_parts_of_the_context():
    late = MOMENTS[1]
    assert late.occasion(3, {"for": "x", "combat": {"from": "y"}}) == (3, "x", "y")
    assert late.occasion(3, {"combat": 7}) == (3, "", "")


# --- rounds of talk


def test_messages_of_a_round_arrive_together_by_seat():
    table = opened()
    table.say(2, [((0,), "third")])
    table.say(0, [((1, 2), "first")])
    assert (table.waiting, table.messages) == ((1,), [])
    table.say(1, [])
    assert [(m.sender, m.talk, m.text) for m in table.messages] == [
        (0, 1, "first"),
        (2, 1, "third"),
    ]
    assert (table.talk.number, table.waiting) == (2, (0, 1, 2))


def test_the_order_of_asking_changes_nothing():
    said = {0: [((1,), "a")], 1: [((0, 2), "b"), ((2,), "c")], 2: []}
    found = []
    for order in ((0, 1, 2), (2, 1, 0), (1, 0, 2)):
        table = opened()
        for seat in order:
            table.say(seat, said[seat])
        found.append((list(table.messages), table.mark()))
    assert found[0] == found[1] == found[2]


def test_a_moment_has_as_many_rounds_as_it_may():
    table = opened(rounds=2)
    for number in (1, 2):
        assert table.talk.number == number
        for seat in range(3):
            table.say(seat, [(((seat + 1) % 3,), "hm")])
    assert table.talk is None
    assert table.waiting == ()


def test_a_moment_ends_after_a_round_in_which_nobody_spoke():
    table = opened(rounds=5)
    for seat in range(3):
        table.say(seat, [])
    assert table.talk is None


def test_a_moment_comes_once_on_each_occasion():
    table = channel()
    assert table.comes("early", (1,))
    table.open("early", (1,), 1)
    assert not table.comes("early", (1,))
    assert table.comes("early", (2,))
    assert not table.comes("elsewhere", (1,))


def test_what_was_said_arrives_when_the_game_goes_on():
    table = opened()
    table.say(1, [((0,), "in time")])
    table.close()
    assert [m.text for m in table.messages] == ["in time"]
    assert table.talk is None


def test_nobody_speaks_twice_or_out_of_time_or_too_much():
    table = opened(messages=2)
    before = table.mark()
    for said, problem in (
        ([((1,), "a")] * 3, "3 messages: expected at most 2"),
        ([((1,), "a"), ((1,), "\n")], "expected characters that can be shown"),
    ):
        with pytest.raises(ValueError, match=problem):
            table.say(0, said)
        assert table.mark() == before
    table.say(0, [])
    with pytest.raises(ValueError, match="has spoken already in round of talk 1 of early"):
        table.say(0, [])
    table.close()
    with pytest.raises(ValueError, match="nobody may talk now"):
        table.say(1, [])


def test_a_game_has_room_for_so_much_talk_and_no_more():
    """However much is said at however many moments, a seat says no more than its share."""
    table = channel(rounds=5, messages=5, characters=1000)
    text = "\U0001f600" * 1000  # four bytes each
    for occasion in range(1000):
        table.open("early", (occasion,), 1)
        while table.talk is not None:
            for seat in table.waiting:
                table.say(seat, [((1 - min(seat, 1),), text)] * table.allowed(seat))
    spent = table._ledger.spent
    assert all(0.9 * MOST_SAID < each <= MOST_SAID for each in spent)
    assert sum(len(m.text.encode()) for m in table.messages) < sum(spent)
    with pytest.raises(ValueError, match="nobody may talk now"):
        table.say(0, [((1,), "x")])


def test_who_has_said_all_is_not_waited_for():
    table = channel(messages=1, characters=1000)
    for occasion in range(100):
        table.open("early", (occasion,), 1)
        while 0 in table.waiting:
            table.say(0, [((1,), "\U0001f600" * 1000)])
            for seat in table.waiting:
                if seat:
                    table.say(seat, [])
    table.open("early", (-1,), 1)
    assert table.waiting == (1, 2)
    assert table.allowed(0) == 0
    with pytest.raises(ValueError, match="1 messages: expected at most 0"):
        table.say(0, [((1,), "x")])


# --- who hears what


def talked():
    """Everybody tells each of the others something that nobody else may hear."""
    table = opened(messages=5, rounds=1)
    for seat in range(3):
        others = [other for other in range(3) if other != seat]
        said = [((other,), f"{seat}>{other}") for other in others]
        table.say(seat, [*said, (tuple(others), f"{seat}>*")])
    return table


def test_a_seat_knows_what_it_has_sent_or_got_and_nothing_else():
    table = talked()
    for seat in range(3):
        known = {message.text for message in table.known_to(seat)}
        mine = {f"{seat}>{other}" for other in range(3)} | {f"{other}>{seat}" for other in range(3)}
        assert known == (mine - {f"{seat}>{seat}"}) | {"0>*", "1>*", "2>*"}


def test_an_open_round_is_heard_by_nobody():
    table = opened()
    table.say(0, [((1,), "later")])
    assert table.known_to(0) == table.known_to(1) == []


def test_what_is_new_is_what_came_since_the_seat_moved():
    table = talked()
    assert table.known_before(1) == 0
    table.moved(1)
    assert table.known_before(1) == len(table.known_to(1)) == 7
    assert table.known_before(0) == 0


# --- going back


def test_a_mark_brings_everything_back():
    table = opened()
    table.say(0, [((1,), "a")])
    mark, spent = table.mark(), list(table._ledger.spent)
    twin = table.copy()
    table.say(1, [((0,), "b")])
    table.say(2, [])
    table.moved(1)
    table.open("late", (1, "x", ""), 1)
    table.return_to(mark)
    assert (table.mark(), list(table.messages), table._ledger.spent) == (mark, [], spent)
    assert (twin.mark(), list(twin.messages)) == (mark, [])
    table.say(1, [])
    assert twin.waiting == (1, 2)


def test_agents_are_handed_the_newest_messages():
    press = Press(PENNIES, 3, {"messages": 5, "rounds": 5})
    for occasion in range(NEWEST):
        press._channel.open("table", (occasion,), 1)
        press.say("ann", [("bob", f"number {occasion}")])
        press.close()
        if occasion == 3:
            press.decided("bob")
    assert len(press.hear("bob").messages) == NEWEST
    assert press.hear("bob").since == 4
    press._channel.open("table", ("one more",), 1)
    press.say("ann", [("all", "the newest"), ("bob", "and another")])
    press.close()
    heard = press.hear("bob")
    assert (len(heard.messages), heard.messages[-1].text) == (NEWEST, "and another")
    assert heard.since == 2
    assert [m.text for m in heard.new][:1] == ["number 4"]
    assert heard.lines(1) == ["ann to bob: and another"]
    assert len(press.hear("bob", 10**6).messages) == NEWEST + 2
    assert LIMITS["rounds"][1] == 5
