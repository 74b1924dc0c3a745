"""Tables that kernels read where they lie."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from got_env.core.jit import entry, record_dtype
from got_env.core.tables import Table

RECORD = record_dtype([("n", np.int16), ("list", np.int32, (3,)), ("mask", np.int64)])
NUMBERS = Table("tests.NUMBERS", RECORD, 600)


def rows(*numbers):
    made = np.zeros(len(numbers), dtype=RECORD)
    made["n"] = numbers
    made["list"][:, 1] = np.array(numbers) * 2
    made["mask"] = np.array(numbers) << 40
    return made


@entry
def read(indices, out):
    for i in range(len(indices)):
        row = NUMBERS[indices[i]]
        out[i, 0] = row.n
        out[i, 1] = row.list[1]
        out[i, 2] = NUMBERS[indices[i]].mask >> 40


def seen(*indices):
    out = np.zeros((len(indices), 3), dtype=np.int64)
    read(np.array(indices, dtype=np.int64), out)
    return out.tolist()


def test_kernels_see_rows_that_are_added_after_they_were_compiled():
    first = NUMBERS.add(rows(5, 6))
    assert seen(first, first + 1) == [[5, 10, 5], [6, 12, 6]]

    second = NUMBERS.add(rows(7))

    assert seen(first, second) == [[5, 10, 5], [7, 14, 7]]
    assert NUMBERS[second]["n"] == 7
    assert NUMBERS["n"][[first, second]].tolist() == [5, 7]


def test_rows_are_put_at_places_of_their_own_once():
    table = Table("tests.places", RECORD, 6)
    table.put(3, (4, (0, 8, 0), 0))
    assert table["n"].tolist() == [0, 0, 0, 4]
    table.put(1, (2, (0, 4, 0), 0))
    table.put(3, (4, (0, 8, 0), 0))

    assert table["n"].tolist() == [0, 2, 0, 4]
    with pytest.raises(ValueError, match=r"tests\.places: row 3 is in use"):
        table.put(3, (5, (0, 8, 0), 0))
    with pytest.raises(IndexError):
        table.put(6, (5, (0, 8, 0), 0))
    assert table["n"].tolist() == [0, 2, 0, 4]


def test_no_two_tables_have_the_same_name():
    with pytest.raises(ValueError, match=r"Table\('tests.NUMBERS'\): there is one"):
        Table("tests.NUMBERS", RECORD, 1)

    assert seen(NUMBERS.add(rows(8))) == [[8, 16, 8]]


def test_python_sees_the_rows_in_use_and_cannot_write_to_them():
    table = Table("tests.shown", RECORD, 4)
    table.add(rows(1, 2))

    assert len(table) == len(table["n"]) == 2
    with pytest.raises(IndexError):
        table[2]
    with pytest.raises(ValueError, match="read-only"):
        table["n"][0] = 9


def test_a_full_table_says_how_many_rows_it_has():
    table = Table("tests.full", RECORD, 3)
    table.add(rows(1, 2))

    with pytest.raises(ValueError, match=r"tests.full: 2 more rows do not fit: 2 of 3 are in use"):
        table.add(rows(3, 4))
    assert len(table) == 2
    assert table.add(rows(3)) == 2


def test_threads_may_add_and_read_at_once():
    def add(number):
        at = NUMBERS.add(rows(number))
        return seen(at) == [[number, 2 * number, number]]

    before = len(NUMBERS)
    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(add, range(1, 401)))
    assert sorted(NUMBERS["n"][before:].tolist()) == list(range(1, 401))


SCRIPT = """
import numpy as np
from tests import test_tables as t
t.NUMBERS.add(t.rows({number}))
print(t.seen(0)[0][0])
"""


def test_machine_code_kept_on_disk_reads_the_table_of_its_process():
    told = [
        subprocess.run(
            [sys.executable, "-c", SCRIPT.format(number=number)],
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()
        for number in (11, 12)
    ]

    assert told == ["11", "12"]
