"""Loops over many games pick the rules by the dtype of the records."""

from dataclasses import replace

import numpy as np
import pytest

from got_env.core.batch import games, rewards, vector
from got_env.core.batch.kernels import batch_kernels
from got_env.core.batch.learner import learner_step
from got_env.core.batch.rules import register
from got_env.core.jit import PURE_PYTHON, kernel, linked, record_dtype
from got_env.core.numbered_kernels import number_of
from got_env.core.protocol import (
    ENDS,
    GIVEN,
    HAS_ENDED,
    SAME_STEP,
    SHAPING,
    STARTS,
    WITH_SEED,
    row_fields,
)
from got_env.games import get_game
from tests.toy import nim

ACTIONS = 3


def nim_games(count):
    states = np.zeros(count, dtype=nim.STATE)
    zeros = np.zeros(count, dtype=np.int64)
    games.reset(states, zeros, np.zeros((count, 1), dtype=np.int16), np.arange(count))
    return states


@pytest.mark.smoke
def test_a_game_of_other_records_plays_by_its_own_rules():
    states = nim_games(2)
    masks, seats = np.zeros((2, ACTIONS), dtype=np.bool_), np.zeros(2, dtype=np.int8)

    for actions in ([2, 0], [2, 0], [0, 0]):
        games.advance(states, np.array(actions), 0, masks, seats)

    assert states["tokens"].tolist() == [2, 6]
    assert masks.tolist() == [[True, True, False], [True, True, True]]
    assert seats.tolist() == [1, 1]


def test_forced_decisions_are_played_by_the_rule_of_the_game():
    states = nim_games(1)
    states["tokens"] = 2
    masks, seats = np.zeros((1, ACTIONS), dtype=np.bool_), np.zeros(1, dtype=np.int8)

    games.advance(states, np.array([0]), 1, masks, seats)

    assert states["over"].tolist() == [1]
    assert states["winner"].tolist() == [1]
    assert seats.tolist() == [-1]
    assert not masks.any()


def test_random_play_ends_and_counts_its_decisions():
    states = nim_games(50)
    counts = np.zeros(2, dtype=np.int64)

    games.rollout(states, np.zeros(ACTIONS, dtype=np.bool_), -1, counts)

    assert states["over"].all()
    assert counts[0] == states["round_no"].sum()
    assert 0 < counts[1] < counts[0]
    assert set(states["winner"].tolist()) == {0, 1}


def test_records_of_two_games_are_played_in_one_process():
    agot = get_game("agot2e")
    boards = agot.start(1, 6, seed=1)
    mask = np.zeros((1, agot.actions.size), dtype=np.bool_)

    games.action_mask(boards, mask)
    theirs = nim_games(1)
    few = np.zeros((1, ACTIONS), dtype=np.bool_)
    games.action_mask(theirs, few)

    assert agot.kernels.action_mask is games.action_mask
    assert mask.any()
    assert few.all()


def batch_of_rows(count):
    rows = np.zeros(count, dtype=record_dtype(row_fields(1, 2)))
    rows["prizes"] = (1.0, -1.0)
    rows["house"], rows["learner"], rows["asked"] = 0, 0, -1
    return rows


def test_a_batch_environment_steps_them():
    states, rows = np.zeros(2, dtype=nim.STATE), batch_of_rows(2)
    task = np.array([0, 2, 0, SAME_STEP, 0, STARTS, 0])
    masks, seats = np.zeros((2, ACTIONS), dtype=np.bool_), np.zeros(2, dtype=np.int8)
    seen, pay = np.zeros((2, 2), dtype=np.int8), np.zeros((2, 2), dtype=np.float32)
    done, final = np.zeros((3, 2), dtype=np.bool_), np.zeros((3, 2, 2), dtype=np.int8)
    given = (states, rows, task, masks, seats, seen, pay, done, final)

    vector.vector_step(*given, np.full(2, WITH_SEED))
    task[GIVEN] = 0
    for action in (2, 2, 1):
        vector.vector_step(*given, np.full(2, action))
    assert seen[:, 0].tolist() == [1, 1]
    vector.vector_step(*given, np.zeros(2, dtype=np.int64))

    assert done[0].all()
    assert pay.tolist() == [[-1, 1], [-1, 1]]
    assert rows["final_winner"].tolist() == [1, 1]
    assert task[HAS_ENDED]
    task[GIVEN] = ENDS
    vector.vector_step(*given, np.array([1, 2]))
    assert states["tokens"].tolist() == [nim.TOKENS] * 2


def test_a_learner_plays_against_chance_where_there_is_no_scripted_player():
    states, rows = np.zeros(4, dtype=nim.STATE), batch_of_rows(4)
    task = np.array([0, 4, 0, SAME_STEP, 0, STARTS, 0])
    masks, seen = np.zeros((4, ACTIONS), dtype=np.bool_), np.zeros((4, 2), dtype=np.int8)
    pay, done = np.zeros(4), np.zeros((3, 4), dtype=np.bool_)
    works = np.zeros(0, dtype=record_dtype([("nothing", np.int64)]))
    given = (states, rows, task, np.zeros(2, dtype=nim.STATE), works, masks, seen, pay, done, seen)

    learner_step(*given, np.full(4, WITH_SEED))
    task[GIVEN] = 0
    results = []
    for _ in range(40):
        learner_step(*given, masks.argmax(axis=1))
        results += pay[done[0]].tolist()

    assert set(results) == {1.0, -1.0}
    assert (seen[:, 1] == 1).all()


def test_a_score_of_the_game_is_the_potential():
    states = nim_games(1)
    states["winner"] = 1
    potentials = np.zeros((1, 2))
    shaping = np.zeros(1, dtype=SHAPING)
    shaping["score"], shaping["weight"] = number_of(nim.has_won, nim.STATE, np.zeros(1)), 2.0

    rewards.start_potentials(states, shaping, potentials)

    assert potentials.tolist() == [[-1.0, 1.0]]


# --- rules that cannot be


def test_a_record_without_a_field_is_refused():
    names = [name for name in nim.STATE.names if name != "ruleset"]
    dtype = record_dtype([(name, nim.STATE[name]) for name in names])

    with pytest.raises(ValueError, match="the record has no field 'ruleset'"):
        register(dtype, nim.RULES)


def test_a_kernel_of_another_name_is_refused():
    with pytest.raises(ValueError, match="apply=legal: expected the same name"):
        register(nim.STATE, replace(nim.RULES, apply=nim.legal))


def test_equal_records_of_two_games_are_refused():
    """Their dtype could not tell whose rules to play."""

    @linked
    def apply(s, action):
        s.over = 1

    with pytest.raises(ValueError, match=r"records of .* are those of tests\.toy\.nim: expected"):
        register(nim.STATE, replace(nim.RULES, apply=apply))
    assert nim_games(1)["tokens"][0] == nim.TOKENS


@pytest.mark.skipif(PURE_PYTHON, reason="nothing is compiled")
def test_a_kernel_that_callers_would_contain_is_refused():
    @kernel
    def ending(s):
        return 0

    with pytest.raises(ValueError, match="ending: expected a linked kernel"):
        register(nim.STATE, replace(nim.RULES, ending=ending))


def test_kernels_need_rules():
    unknown = record_dtype([("num_players", np.int32)])

    with pytest.raises(ValueError, match="no rules are registered"):
        batch_kernels(unknown, tuple)
