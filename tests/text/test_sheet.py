"""Sheets: what they hold, that they leak nothing, and how long they are."""

import dataclasses

import numpy as np
import pytest

from got_env import GameEnv
from got_env.core.views import Views
from got_env.games import GAMES
from got_env.text import MOST_CHARACTERS, estimated_tokens, sheet, sheet_of
from got_env.text.sheet import MOST_EVENTS
from got_env.text.sizes import largest_sheets
from tests.toy.pennies import PENNIES

TABLES = [(code, players) for code, game in GAMES.items() for players in game.seats.counts]
EVERY_GAME = pytest.mark.parametrize("code", GAMES)
EVERY_TABLE = pytest.mark.parametrize(("code", "players"), TABLES)


def mover(game, states):
    seats = np.zeros(1, dtype=np.int8)
    game.kernels.current_player(states, seats)
    return int(seats[0])


def legal(game, states):
    mask = np.zeros((1, game.actions.size), dtype=np.bool_)
    game.kernels.action_mask(states, mask)
    return np.flatnonzero(mask[0])


def random_game(game, players, seed, most=10_000, **options):
    """The record at every decision of a random game, and at its end."""
    states, rng = game.start(1, players, seed, options), np.random.default_rng(seed)
    for _ in range(most):
        if states["over"][0]:
            break
        yield states
        game.kernels.step(states, np.array([rng.choice(legal(game, states))]))
    yield states


def random_options(game, seed):
    rng = np.random.default_rng(seed)
    table = game.options.table.items()
    while True:
        chosen = {key: str(rng.choice(values)) for key, (values, _, _) in table}
        try:
            game.options.resolve(chosen)
        except ValueError:  # options that exclude each other
            continue
        return chosen


def later(game, number, players=None):
    *_, states = random_game(game, players or game.seats.counts[-1], 3, number)
    return states


# --- what a sheet holds


@pytest.mark.smoke
@EVERY_GAME
def test_a_sheet_holds_everything_about_the_open_question(code):
    game = GAMES[code]
    seen = set()
    for states in random_game(game, game.seats.counts[0], 1, 250):
        if states["over"][0]:
            break
        seat, phase = mover(game, states), game.words.phase_name(states, 0)
        seen.add(phase)
        page = sheet(game, states, seat)
        decision = next(d for d in game.actions.decisions if d.name == phase)
        known = states.copy()
        game.kernels.redact(known, np.array([seat], dtype=np.int8))
        assert page.legal == tuple(legal(game, states))
        assert page.actions == tuple(game.actions.text(states, 0, a) for a in page.legal)
        assert game.words.question(known, 0) in page.question
        assert all(pattern in page.question for pattern in decision.texts)
        assert game.words.board(known, 0).splitlines()[0] in page.position
        for number, action in enumerate(page.legal, 1):
            assert page.action(number) == action
            assert f"\n{number}. {page.actions[number - 1]} ({page.labels[number - 1]})" in str(
                page
            )
    assert len(seen) > 4


@EVERY_GAME
def test_who_waits_is_asked_nothing(code):
    game = GAMES[code]
    states = later(game, 40)
    waiting = (mover(game, states) + 1) % int(states["num_players"][0])
    page = sheet(game, states, waiting)

    assert (page.question, page.actions, page.legal) == ("", (), ())
    assert "# Question" not in str(page)
    with pytest.raises(ValueError, match="action 1: expected nothing: no question is open"):
        page.action(1)


@EVERY_GAME
def test_a_sheet_at_the_end(code):
    game = GAMES[code]
    states = game.start(1, game.seats.counts[0], 1)
    no_limit, mask = np.zeros(2, dtype=np.int64), np.zeros(game.actions.size, dtype=np.bool_)
    game.kernels.rollout(states, mask, -1, no_limit)
    page = sheet(game, states, 0)

    assert page.phase == "over"
    assert page.legal == ()
    assert page.position


@EVERY_GAME
def test_the_news_are_the_events_since_the_last_sheet(code):
    game = GAMES[code]
    states = game.start(1, game.seats.counts[0], 2)
    told, since = [], 0
    for states in random_game(game, game.seats.counts[0], 2, 120):
        page = sheet(game, states, 0, since)
        assert page.events == states["journal_no"][0]
        new = [event for event in game.words.new_events(states, 0, since) if event]
        assert page.news == "\n".join(f"- {event}" for event in new[-MOST_EVENTS:])
        told, since = [*told, *new], page.events
    assert len(told) > 20
    assert sheet(game, states, 0, since).news == ""
    assert "# Since your last move" not in str(sheet(game, states, 0, since))
    first, *others = sheet(game, states, 0).news.splitlines()
    assert first == f"({len(told) - MOST_EVENTS} earlier events are not told)"
    assert others == [f"- {event}" for event in told[-MOST_EVENTS:]]


@EVERY_GAME
def test_a_view_gives_the_sheet_of_its_record(code):
    game = GAMES[code]
    states = later(game, 60)
    seat = mover(game, states)
    mask = np.zeros((1, game.actions.size), dtype=np.bool_)
    game.kernels.action_mask(states, mask)
    view = Views.of(game, states, [seat], mask, np.zeros(1, dtype=np.int64))[0]

    assert sheet_of(view, 5) == sheet(game, states, seat, 5)


def test_a_sheet_does_not_touch_the_record():
    game = GAMES["btwixt"]
    states = later(game, 30)
    before = states.tobytes()
    sheet(game, states, 1)

    assert states.tobytes() == before


def test_a_game_without_a_board_has_sheets():
    env = GameEnv(PENNIES, players=3)
    env.reset(seed=1)
    page = sheet(env.game, env.states, 0)

    assert page.actions == ("heads", "tails")
    assert "You are Ann. The others: Bob, Cid." in str(page)
    assert "which side to lay" in page.question


@pytest.mark.parametrize(
    ("seat", "since", "message"),
    [
        (6, 0, "seat=6: expected 0 to 5"),
        (-1, 0, "seat=-1: expected 0 to 5"),
        (0, -1, "since=-1: expected the events of an earlier sheet, or 0"),
    ],
)
def test_wrong_arguments_are_refused(seat, since, message):
    with pytest.raises(ValueError, match=message):
        sheet(GAMES["btwixt"], GAMES["btwixt"].start(1, 6), seat, since)


def test_more_than_one_record_is_refused():
    with pytest.raises(ValueError, match=r"states: shape \(2,\), expected \(1,\)"):
        sheet(GAMES["btwixt"], GAMES["btwixt"].start(2, 6), 0)


@pytest.mark.parametrize("number", [0, -1, 99])
def test_a_number_that_is_not_in_the_list_is_refused(number):
    game = GAMES["btwixt"]
    states = later(game, 30)
    page = sheet(game, states, mover(game, states))
    with pytest.raises(ValueError, match=f"action {number}: expected a number from 1 to"):
        page.action(number)


# --- nothing hidden


def leaks(game, players, options, looks_per_phase=2):
    """Phases and seats whose sheet changes when what the seat cannot know is dealt anew."""
    looked, found = {}, []
    for number, states in enumerate(random_game(game, players, players, 1500, **options)):
        phase = game.words.phase_name(states, 0)
        looked[phase] = looked.get(phase, 0) + 1
        if looked[phase] > looks_per_phase and number % 101:
            continue
        for seat in range(players):
            twin = states.copy()
            game.kernels.redeal(twin, np.array([seat], dtype=np.int8), np.array([number]))
            if str(sheet(game, states, seat)) != str(sheet(game, twin, seat)):
                found.append((phase, seat))
    return set(looked), found


@EVERY_TABLE
def test_nothing_hidden_is_in_a_sheet(code, players):
    game = GAMES[code]
    for options in ({}, random_options(game, players)):
        phases, found = leaks(game, players, options)
        assert found == []
        assert len(phases) > 4


@EVERY_GAME
def test_a_planted_leak_is_found(code):
    """A game that hides nothing makes the comparison fail."""
    game = GAMES[code]
    open_game = dataclasses.replace(
        game, kernels=dataclasses.replace(game.kernels, redact=lambda states, seats: None)
    )

    assert leaks(open_game, game.seats.counts[-1], {})[1] != []


# --- sizes


@EVERY_TABLE
def test_no_sheet_is_longer_than_the_bound(code, players):
    game = GAMES[code]
    largest = largest_sheets(game, players, players, every=3)
    for seed in range(3):
        options = random_options(game, seed)
        since = 0
        for number, states in enumerate(random_game(game, players, seed, 1500, **options)):
            if number % 23 == 0 and not states["over"][0]:
                page = sheet(game, states, mover(game, states), since)
                assert len(str(page)) <= MOST_CHARACTERS
    for phase, page in largest.items():
        assert len(str(page)) <= MOST_CHARACTERS, phase
    assert "over" in largest


def test_tokens_are_estimated_by_the_stated_rule():
    assert [estimated_tokens("x" * n) for n in (0, 1, 3, 4, 9000)] == [0, 1, 1, 2, 3000]
