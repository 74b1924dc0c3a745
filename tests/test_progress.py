"""Progress of a compilation, and its time left: by weights, and by what it took so far."""

import re
import sys
import time

import pytest

from got_env.cli import progress
from got_env.cli.progress import Progress, compile_and_tell, in_words
from got_env.cli.warmup import Step


def step(title, seconds, *after):
    return Step("game", title, seconds, True, frozenset(f"game: {name}" for name in after))


STEPS = (step("a", 10.0), step("b", 20.0), step("c", 30.0))


class Clock:
    now = 0.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


def test_at_first_the_weights_say_how_long_it_takes(clock):
    assert Progress(STEPS, 1, clock).seconds_left() == pytest.approx(60)
    assert Progress(STEPS, 2, clock).seconds_left() == pytest.approx(30)


def test_no_number_of_processes_is_faster_than_steps_that_wait_for_each_other(clock):
    row = (step("a", 10.0), step("b", 20.0, "a"), step("c", 30.0, "b"))

    assert Progress(row, 4, clock).seconds_left() == pytest.approx(60)


def test_a_slow_machine_is_noticed(clock):
    found = Progress(STEPS, 1, clock)
    found.begin("game: a")
    clock.now = 30.0
    found.end("game: a", 30.0)

    assert found.pace == pytest.approx((10 + 30) / (10 + 10))
    assert found.seconds_left() == pytest.approx(2 * (20 + 30))


def test_what_runs_counts_as_far_as_it_should_have_come(clock):
    found = Progress(STEPS, 1, clock)
    found.begin("game: b")
    clock.now = 5.0
    assert found.share() == pytest.approx(5 / 60)
    assert found.seconds_left() == pytest.approx(55)

    clock.now = 500.0  # it takes longer than it should, and is not done for that
    assert found.share() == pytest.approx(20 / 60)
    assert found.seconds_left() == pytest.approx(40)


def test_the_share_grows_to_all(clock):
    found, shares = Progress(STEPS, 1, clock), []
    for title, seconds in (("b", 7.0), ("a", 40.0), ("c", 2.0)):
        found.begin(f"game: {title}")
        clock.now += seconds
        found.end(f"game: {title}", seconds)
        shares.append(found.share())

    assert shares == sorted(shares)
    assert shares[-1] == pytest.approx(1)
    assert found.seconds_left() == 0
    assert Progress((), 2, clock).share() == 1


def test_the_line_says_what_how_far_and_how_long(clock):
    found = Progress(STEPS, 2, clock)
    found.begin("game: a")
    found.end("game: a", 10.0)
    found.begin("game: b")

    assert found.line() == "compiling, 1 of 3 steps, 17%, about 30 s left: game: b"


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0, "5 s"), (52, "50 s"), (89, "90 s"), (95, "1.5 min"), (130, "2 min"), (900, "15 min")],
)
def test_times_are_told_as_people_do(seconds, words):
    assert in_words(seconds) == words


def test_a_file_gets_a_line_now_and_then(monkeypatch, capsys):
    monkeypatch.setattr(progress, "TELL_EVERY", 0.01)

    def warm_up(steps, jobs, on_start, on_end):
        on_start("game: a")
        deadline = time.monotonic() + 120
        while "compiling" not in (told := capsys.readouterr()).err and time.monotonic() < deadline:
            time.sleep(0.01)
        assert re.match(
            r"got: compiling, 0 of 3 steps, \d+%, about \d+ s left: game: a\n", told.err
        )
        assert told.out == ""

    monkeypatch.setattr(progress, "warm_up", warm_up)
    compile_and_tell(STEPS, 2)
    capsys.readouterr()
    time.sleep(0.05)
    assert capsys.readouterr() == ("", "")


def test_a_terminal_shows_one_line_and_no_others(monkeypatch, capsys):
    monkeypatch.setattr(progress, "TELL_EVERY", 0.01)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(progress, "warm_up", lambda *given: time.sleep(0.1))

    compile_and_tell(STEPS, 2)

    assert "got: compiling" not in capsys.readouterr().err


def test_an_error_ends_the_telling(monkeypatch, capsys):
    monkeypatch.setattr(progress, "TELL_EVERY", 0.01)

    def fail(*given):
        raise RuntimeError("no space left")

    monkeypatch.setattr(progress, "warm_up", fail)
    with pytest.raises(RuntimeError, match="no space left"):
        compile_and_tell(STEPS, 2)
    capsys.readouterr()
    time.sleep(0.05)
    assert capsys.readouterr() == ("", "")
