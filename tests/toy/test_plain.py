"""Work of the core for a game of plain functions, and what it refuses."""

import numpy as np
import pytest

from got_env.core.plain import plain_game
from tests.toy.pennies import PENNIES, Pennies


class Heads(Pennies):
    """Leaves nobody a choice."""

    always_asked = ()

    def legal(self, s):
        return (0,)


class Forgetful(Pennies):
    """Hides stakes and never draws them again."""

    def deal(self, s, rng):
        pass


def test_a_seed_gives_one_game():
    one, same, other = (PENNIES.start(1, 3, seed=seed) for seed in (5, 5, 6))

    assert one.tobytes() == same.tobytes()
    assert one.tobytes() != other.tobytes()


def test_numbers_that_stay_hidden_are_an_error():
    game = plain_game(Forgetful())
    states = game.start(1, 3)

    with pytest.raises(RuntimeError, match=r"^pennies: deal\(\) left numbers of 'stakes' hidden$"):
        game.kernels.redeal(states, np.zeros(1, dtype=np.int8), np.zeros(1, dtype=np.int64))


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("num_players", 4, "num_players=4: expected 3"),
        ("round_no", 0, "round_no=0: expected 1 to 5"),
        ("winner", 3, "winner=3: expected -1 to 2"),
        ("stakes", 4, r"stakes\[0\]=4: expected 1 to 3"),
        ("options", 2, r"options\[0\]=2: expected 0 to 1"),
        ("journal_no", 2, "journal_no=2: expected 0"),
    ],
)
def test_a_record_that_is_none_is_refused(field, value, message):
    states = PENNIES.start(2, 3)
    PENNIES.records.check(states)
    states[field][1] = value

    with pytest.raises(ValueError, match=rf"^state of game 1: {message}$"):
        PENNIES.records.check(states)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"mercy": "maybe"}, "mercy='maybe': expected one of false, true"),
        ({"mercyy": True}, "unknown option 'mercyy': "),
    ],
)
def test_a_bad_option_is_refused(options, message):
    with pytest.raises(ValueError, match=f"^{message}"):
        PENNIES.start(1, 3, 0, options)


def test_a_text_that_is_no_legal_action_is_refused():
    with pytest.raises(ValueError, match=r"^'pass' is not a legal action: heads, tails$"):
        PENNIES.actions.parse(PENNIES.start(1, 3), 0, "pass")


def test_a_rollout_counts_decisions_and_keeps_its_limit():
    states = PENNIES.start(2, 3)
    counts = np.zeros(2, dtype=np.int64)

    PENNIES.kernels.rollout(states, np.zeros(3, dtype=np.bool_), 4, counts)
    assert counts.tolist() == [8, 0]
    assert not states["over"].any()
    PENNIES.kernels.rollout(states, np.zeros(3, dtype=np.bool_), -1, counts)
    assert states["over"].all()


def test_forced_decisions_are_counted_and_can_be_skipped():
    game = plain_game(Heads())
    states = game.start(1, 3)
    counts = np.zeros(2, dtype=np.int64)
    game.kernels.rollout(states.copy(), np.zeros(3, dtype=np.bool_), -1, counts)
    assert counts.tolist() == [15, 15]

    masks, seats = np.zeros((1, 3), dtype=np.bool_), np.zeros(1, dtype=np.int8)
    game.kernels.advance(states, np.array([-1]), 1, masks, seats)
    assert states["over"].all()
    assert seats.tolist() == [-1]
    assert not masks.any()


class TooFewMeasured(Pennies):
    def measure(self, s):
        return {"points": [1, 2]}


class OtherMeasures(Pennies):
    def measure(self, s):
        return {"coins": [1, 2, 3]}


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        (TooFewMeasured, r"measure\(\)\['points'\]: 2 numbers, expected 3, one for each player"),
        (OtherMeasures, r"measure\(\) gave \['coins'\], expected \['points'\]"),
    ],
)
def test_results_are_one_number_for_each_seat_and_measure(rules, told):
    """Otherwise they end the tournament of a game in words of NumPy."""
    game = plain_game(rules())
    states = game.start(1, 3)

    with pytest.raises(RuntimeError, match=f"^pennies: {told}"):
        game.results.measure(states, 0)


def test_a_game_ends_with_points_of_the_seats_in_play():
    with pytest.raises(RuntimeError, match=r"^pennies: finish\(\): 4 numbers, expected 3"):
        Pennies().finish(PENNIES.start(1, 3)[0], [1, 2, 3, 4])


def test_a_class_without_source_is_refused_by_name():
    """Typed at a prompt of Python 3.11, for example; its hash could not be told."""
    rules = type("Typed", (Pennies,), {})
    rules.__module__ = "builtins"

    with pytest.raises(ValueError, match=r"Typed: .*; write the class in a file or a notebook"):
        plain_game(rules())
