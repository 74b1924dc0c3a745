"""Credit: every transition belongs to one seat of one game."""

from collections import defaultdict
from itertools import pairwise

import numpy as np
import pytest
from gymnasium import spaces
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("torch")
from got_training.seat_buffer import SeatRolloutBuffer

OBSERVATION, ACTIONS = 2, 3


def buffer_of(steps, games=1, players=3, gamma=1.0, lam=1.0, **more):
    return SeatRolloutBuffer(
        steps,
        spaces.Box(-128, 127, (OBSERVATION,), np.int8),
        spaces.Discrete(ACTIONS),
        device="cpu",
        gamma=gamma,
        gae_lambda=lam,
        n_envs=games,
        players=players,
        **more,
    )


def record(buffer, step, number, learner=None, sure=False):
    """Store one step of every game: (seat, value, rewards of all seats, game over)."""
    seats, values, rewards, ended = (np.array(column) for column in zip(*step, strict=True))
    games = np.arange(len(step))
    buffer.record(
        observations=np.stack([np.full(len(step), number), games], axis=1).astype(np.int8),
        action_masks=np.arange(ACTIONS) <= number % ACTIONS + 0 * games[:, None],
        seats=seats.astype(np.int8),
        learner=np.ones(len(step), dtype=bool) if learner is None else np.array(learner),
        actions=np.full(len(step), number % ACTIONS),
        values=values.astype(np.float32),
        log_probs=np.full(len(step), -number, dtype=np.float32),
        sure=np.full(len(step), sure),
    )
    buffer.record_outcome(rewards.astype(np.float32), ended.astype(bool))


def served(buffer, batch_size=None):
    """Samples to learn from: (number of the step, game) -> sample."""
    table = {}
    for batch in buffer.get(batch_size):
        columns = [column.numpy() for column in batch]
        for observation, action, value, log_prob, advantage, result, mask, weight in zip(
            *columns, strict=True
        ):
            key = tuple(int(x) for x in observation)
            assert key not in table
            assert action == key[0] % ACTIONS
            assert log_prob == -key[0]
            assert weight == 1
            assert mask.tolist() == [a <= key[0] % ACTIONS for a in range(ACTIONS)]
            assert result == pytest.approx(value + advantage, abs=1e-5)
            table[key] = {"value": value, "advantage": advantage, "return": result}
    return table


NOTHING = [0.0, 0.0, 0.0]


def test_every_transition_returns_the_outcome_of_its_own_seat():
    # One game of three seats: seat 1 decides twice in a row, seat 2 once and early, and seat 0
    # ends the game that seat 2 wins. On the way seat 1 earns 0.25 during the move of seat 0.
    steps = [
        (0, 0.5, NOTHING, False),
        (1, 0.1, NOTHING, False),
        (1, -0.3, NOTHING, False),
        (2, 0.9, NOTHING, False),
        (0, 0.2, [0, 0.25, 0], False),
        (1, 0.0, NOTHING, False),
        (0, 0.7, [-0.5, -0.5, 1.0], True),
    ]
    buffer = buffer_of(len(steps))
    for number, step in enumerate(steps):
        record(buffer, [step], number)
    buffer.finish()

    returns = {number: row["return"] for (number, _), row in served(buffer).items()}
    assert returns == pytest.approx(
        {0: -0.5, 4: -0.5, 6: -0.5, 1: -0.25, 2: -0.25, 5: -0.5, 3: 1.0}, abs=1e-6
    )


def test_advantages_follow_the_next_decision_of_the_same_seat():
    # Seat 0 decides in steps 0, 2 and 3; seat 1 in step 1. Worked by hand, gamma 0.9, lambda 0.5:
    #   step 3: 1 - 4                    = -3
    #   step 2: 0 + 0.9 * 4 - 3 + 0.45 * -3 = -0.75
    #   step 0: 2 + 0.9 * 3 - 1 + 0.45 * -0.75 = 3.3625
    #   step 1: -1 - 2                   = -3
    buffer = buffer_of(4, players=2, gamma=0.9, lam=0.5)
    for number, step in enumerate(
        [
            (0, 1.0, [0.5, 0], False),
            (1, 2.0, [1.5, 0], False),
            (0, 3.0, [0, 0], False),
            (0, 4.0, [1, -1], True),
        ]
    ):
        record(buffer, [step], number)
    buffer.finish()

    advantages = {number: row["advantage"] for (number, _), row in served(buffer).items()}
    assert advantages == pytest.approx({0: 3.3625, 1: -3.0, 2: -0.75, 3: -3.0}, abs=1e-5)


def test_games_and_their_successors_do_not_mix():
    # Game 0 ends after the second step and the next one begins; game 1 goes on.
    buffer = buffer_of(4, games=2, players=2)
    for number, step in enumerate(
        [
            [(0, 0, [0, 0], False), (0, 0, [0, 0], False)],
            [(1, 0, [1, -1], True), (1, 0, [0, 0], False)],
            [(0, 0, [0, 0], False), (0, 0, [0, 0], False)],
            [(1, 0, [-1, 1], True), (1, 0, [-1, 1], True)],
        ]
    ):
        record(buffer, step, number)
    buffer.finish()

    returns = {key: row["return"] for key, row in served(buffer).items()}
    assert returns == {
        **{(0, 0): 1, (1, 0): -1, (2, 0): -1, (3, 0): 1},
        **{(0, 1): -1, (2, 1): -1, (1, 1): 1, (3, 1): 1},
    }


def test_an_open_decision_lends_its_value_and_waits_for_the_next_rollout():
    buffer = buffer_of(2, players=2)
    record(buffer, [(0, 5.0, [0, 0], False)], 0)
    record(buffer, [(0, 7.0, [0.5, 0.125], False)], 1)
    buffer.finish()
    first = served(buffer)
    assert {number: row["return"] for (number, _), row in first.items()} == {0: 7.0}

    buffer.reset()
    record(buffer, [(1, 3.0, [0.25, 0], False)], 2)
    record(buffer, [(1, 3.0, [-1, 1], True)], 3)
    buffer.finish()
    # 0.5 earned before the end of the first rollout, 0.25 and -1 after it.
    returns = {number: row["return"] for (number, _), row in served(buffer).items()}
    assert returns == {1: -0.25, 2: 1.0, 3: 1.0}


def test_decisions_of_other_agents_are_not_learnt_from():
    buffer = buffer_of(3, players=2)
    record(buffer, [(0, 0, [0, 0], False)], 0)
    record(buffer, [(1, 0, [0, 0], False)], 1, learner=[False])
    record(buffer, [(0, 0, [1, -1], True)], 2)
    buffer.finish()

    assert sorted(number for number, _ in served(buffer)) == [0, 2]


def test_batches_are_equally_large():
    buffer = buffer_of(7, players=1)
    for number in range(7):
        record(buffer, [(0, 0, [0], number == 6)], number)
    buffer.finish()

    assert sorted(len(batch.actions) for batch in buffer.get(3)) == [3, 4]
    assert len(served(buffer, 3)) == 7


@pytest.mark.parametrize("count", [2, 3, 7])
def test_no_batch_holds_a_single_decision(count):
    """Its advantage could not be normalised."""
    buffer = buffer_of(count, players=1)
    for number in range(count):
        record(buffer, [(0, 0, [0], number == count - 1)], number)
    buffer.finish()

    assert min(len(batch.actions) for batch in buffer.get(2)) >= 2
    assert len(served(buffer, 2)) == count


def sure_and_unsure(sure_share, seed=0):
    """A buffer of 4,000 decisions, three in four of them sure, whose returns are their numbers."""
    buffer = buffer_of(200, games=20, players=1, sure_share=sure_share, seed=seed)
    for number in range(200):
        step = [(0, 0, [number % 5 if number < 100 else -game], True) for game in range(20)]
        record(buffer, step, number % 128, sure=number % 4 > 0)
    buffer.finish()
    return buffer


def test_sure_decisions_are_served_by_a_share_and_count_as_many_as_they_stand_for():
    buffer = sure_and_unsure(0.25)
    batches = list(buffer.get(500))
    weights = np.concatenate([batch.weights.numpy() for batch in batches])

    assert len(batches) == 8, "each stands for 500 of 4,000 decisions"
    assert {len(batch.weights) for batch in batches} <= {len(weights) // 8, len(weights) // 8 + 1}
    assert sorted(set(weights.tolist())) == [1, 4]
    assert (weights == 1).sum() == 1000
    assert (weights == 4).sum() == pytest.approx(750, abs=120)
    assert buffer.learnt == 4000


def test_means_by_weight_are_those_of_all_decisions():
    buffer, found = sure_and_unsure(0.1), []
    for _ in range(200):
        numbers = np.concatenate(buffer.batches())
        found.append((buffer.returns[numbers] * buffer.weights[numbers]).sum() / 4000)

    error = np.std(found) / len(found) ** 0.5
    assert 0 < error < 0.05
    assert abs(np.mean(found) - buffer.returns.mean()) < 4 * error


def test_the_share_of_sure_decisions_is_drawn_anew_each_time_and_by_the_seed():
    one, same, other = sure_and_unsure(0.25), sure_and_unsure(0.25), sure_and_unsure(0.25, seed=1)
    first, second = (np.concatenate(one.batches()).tolist() for _ in range(2))

    assert sorted(first) != sorted(second)
    assert [np.concatenate(same.batches()).tolist() for _ in range(2)] == [first, second]
    assert np.concatenate(other.batches()).tolist() != first


def test_what_a_rollout_carries_over_stays_sure():
    buffer = buffer_of(2, players=2, sure_share=0.5)
    record(buffer, [(0, 5.0, [0, 0], False)], 0, sure=True)
    record(buffer, [(1, 7.0, [0, 0], False)], 1)
    buffer.finish()
    buffer.reset()
    record(buffer, [(1, 3.0, [0, 0], False)], 2)
    record(buffer, [(1, 3.0, [-1, 1], True)], 3)
    buffer.finish()

    weights = dict(zip((buffer.index - buffer.players).tolist(), buffer.weights, strict=True))
    assert weights == {-2: 2, -1: 1, 0: 1, 1: 1}


rewards = st.sampled_from([-1.0, -0.5, 0.0, 0.25, 1.0])
moves = st.lists(
    st.tuples(st.integers(0, 2), rewards, st.lists(rewards, min_size=3, max_size=3), st.booleans()),
    min_size=12,
    max_size=12,
)


def by_definition(games, gamma, lam):
    """Advantages of whole games, seat by seat, straight from the definition."""
    table = {}
    for game, steps in enumerate(games):
        start = 0
        for end, step in enumerate(steps):
            if not step[3]:
                continue
            for seat in range(3):
                own = [t for t in range(start, end + 1) if steps[t][0] == seat]
                later = 0.0
                for this, following in reversed(list(pairwise([*own, None]))):
                    until = end + 1 if following is None else following
                    earned = sum(steps[t][2][seat] for t in range(this, until))
                    next_value = 0.0 if following is None else steps[following][1]
                    later = earned + gamma * next_value - steps[this][1] + gamma * lam * later
                    table[this, game] = later
            start = end + 1
    return table


@given(st.tuples(moves, moves), st.sampled_from([1.0, 0.5]), st.sampled_from([1.0, 0.5, 0.0]))
def test_advantages_of_whole_games_are_those_of_the_definition(games, gamma, lam):
    buffer = buffer_of(12, games=2, gamma=gamma, lam=lam)
    for number, step in enumerate(zip(*games, strict=True)):
        record(buffer, step, number)
    buffer.finish()

    found = {key: row["advantage"] for key, row in served(buffer).items()}
    expected = by_definition(games, gamma, lam)
    assert {key: found[key] for key in expected} == pytest.approx(expected, abs=1e-4)


@given(st.tuples(moves, moves), st.sampled_from([2, 3, 4, 6]))
def test_cutting_into_rollouts_changes_no_one_step_advantage_and_loses_nothing(games, steps):
    whole, parts = defaultdict(list), defaultdict(list)
    for table, length in ((whole, 12), (parts, steps)):
        buffer = buffer_of(length, games=2, lam=0.0)
        for number, step in enumerate(zip(*games, strict=True)):
            record(buffer, step, number)
            if buffer.full:
                buffer.finish()
                for key, row in served(buffer).items():
                    table[key].append(row["advantage"])
                buffer.reset()

    assert all(len(found) == 1 for found in parts.values())
    assert parts.keys() == whole.keys()
    assert {k: v[0] for k, v in parts.items()} == pytest.approx(
        {k: v[0] for k, v in whole.items()}, abs=1e-5
    )
