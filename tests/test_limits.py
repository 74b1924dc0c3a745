"""Limits of numbers of records: what each clause of the table allows, and how it is told."""

import numpy as np
import pytest

from got_env.core.limits import (
    ANY_SEAT,
    ANY_SEATS,
    SEAT_COUNT,
    Limit,
    check_each,
    within_limits,
)

RECORD = np.dtype(
    [
        ("num_players", np.int16),
        ("count", np.int8),
        ("most", np.int8),
        ("value", np.int8),
        ("listed", np.int8, (4,)),
        ("by_seat", np.int8, (4,)),
        ("sets", np.int64, (2, 2)),
        ("members", np.int8, (2,)),
        ("rows", np.int8, (3, 2)),
    ]
)
TABLE = {
    "num_players": Limit(2, 4),
    "count": Limit(0, 4),
    "most": Limit(0, 9),
    "value": Limit(-1, 9, most="most"),
    "listed": Limit(0, 9, used="count", blank=-1, once=True),
    "by_seat": Limit(0, ANY_SEAT, used="num_players", blank=-1),
    "sets": Limit(0, [ANY_SEATS, 1]),
    "members": Limit(0, 9, members="sets"),
    "rows": Limit(np.array([[0, 0], [1, 5]]), np.array([[0, 0], [1, SEAT_COUNT]]), by_kind=True),
}


def sound(count=3):
    records = np.zeros(count, dtype=RECORD)
    records["num_players"], records["count"], records["most"] = 3, 2, 5
    records["value"] = 5
    records["listed"] = [7, 3, -1, -1]
    records["by_seat"] = [2, 0, 2, -1]
    records["sets"] = [[5, 1], [0, 0]]
    records["members"] = [3, 0]
    records["rows"][:, 0, 0] = 0
    return records


def test_sound_records_pass():
    records = sound()

    check_each(records, TABLE, records["num_players"])
    assert within_limits(records, TABLE, records["num_players"]).all()


@pytest.mark.parametrize(
    ("name", "index", "value", "message"),
    [
        ("count", (), 5, r"count=5: expected 0 to 4"),
        ("value", (), 6, r"value=6: expected -1 to 5, as most=5 says"),
        ("value", (), -2, r"value=-2: expected -1 to 5"),
        ("listed", (1,), 7, r"listed\[1\]=7: expected every number once"),
        ("listed", (1,), -1, r"listed\[1\]=-1: expected 0 to 9"),
        ("listed", (2,), 4, r"listed\[2\]=4: expected -1, as count=2 says"),
        ("by_seat", (0,), 3, r"by_seat\[0\]=3: expected 0 to 2"),
        ("by_seat", (3,), 0, r"by_seat\[3\]=0: expected -1, as num_players=3 says"),
        ("sets", (0, 0), 8, r"sets\[0, 0\]=8: expected 0 to 7"),
        ("sets", (0, 1), 2, r"sets\[0, 1\]=2: expected 0 to 1"),
        ("members", (0,), 2, r"members\[0\]=2: expected 3, the members of sets\[0\]"),
        ("rows", (1, 0), 2, r"rows\[1, 0\]=2: expected 0 to 1"),
        ("rows", (1, 1), 1, r"rows\[1, 1\]=1: expected 0"),
    ],
)
def test_a_number_beyond_its_limits_is_refused_by_name(name, index, value, message):
    records = sound()
    records[name][(2, *index)] = value
    before = records.tobytes()

    with pytest.raises(ValueError, match=rf"^state of game 2: {message}"):
        check_each(records, TABLE, records["num_players"])

    assert within_limits(records, TABLE, records["num_players"]).tolist() == [True, True, False]
    assert records.tobytes() == before


def test_limits_follow_the_players_of_each_record():
    records = sound()
    records["num_players"][1] = 2
    records["by_seat"][1] = [1, 1, -1, -1]
    records["sets"][1, 0, 0] = 3
    check_each(records, TABLE, records["num_players"])
    records["by_seat"][1, 0] = 2

    with pytest.raises(ValueError, match=r"^state of game 1: by_seat\[0\]=2: expected 0 to 1"):
        check_each(records, TABLE, records["num_players"])
    assert within_limits(records, TABLE, records["num_players"]).tolist() == [True, False, True]


def test_numbers_that_are_none_are_refused():
    records = np.zeros(1, dtype=[("num_players", np.int64), ("reward", np.float64)])
    records["reward"] = np.nan

    with pytest.raises(ValueError, match="reward=nan: expected -1 to 1"):
        check_each(records, {"reward": Limit(-1, 1)}, np.array([3]))
