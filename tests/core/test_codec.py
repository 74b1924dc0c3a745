"""Parts of a record as JSON data and back."""

import numpy as np
import pytest

from got_env.core.codec import (
    FLAG,
    Row,
    bits,
    names_of,
    number,
    read_part,
    word_or_null,
    write_part,
)
from got_env.core.fields import Field

RECORD = np.dtype([("size", "i1", 2), ("colour", "i1"), ("open", "i1"), ("seen", "i2")])


def _no_odd_size(field, s, place):
    if s["size"][place] % 2:
        field.complain(f"{field.value} is odd")


SIZE = (Row("size", "size", number(0, 8), check=_no_odd_size),)
LOOK = (
    Row("colour", "colour", word_or_null(("red", "blue")), usual=-1),
    Row("open", "open", FLAG, usual=0, always=True),
    Row("seen", "seen", bits(("a", "b", "c")), may_miss=True),
)


def record(**fields):
    s = np.zeros(1, RECORD)[0]
    for name, value in fields.items():
        s[name] = value
    return s


def test_what_is_written_is_read_again():
    s = record(size=[2, 4], colour=1, open=1, seen=5)
    again = record(size=[2, 0])

    look = write_part(LOOK, s, None)
    read_part(LOOK, Field(look), again, None)
    read_part(SIZE, Field(write_part(SIZE, s, None, 1)), again, None, 1)

    assert look == {"colour": "blue", "open": True, "seen": ["a", "c"]}
    assert again == s


def test_what_is_left_out_is_as_usual_or_stays():
    s = record(colour=0, open=1, seen=6)

    read_part(LOOK, Field({}), s, None)

    assert s == record(colour=-1, open=0, seen=6)
    assert write_part(LOOK, s, None) == {"open": False, "seen": ["b", "c"]}
    assert names_of(LOOK) == ("colour", "open", "seen")


@pytest.mark.parametrize(
    ("document", "place", "told"),
    [
        ({}, 0, "the field 'size' is missing"),
        ({"size": 9}, 1, "size: 9: expected an integer from 0 to 8"),
        ({"size": 3}, 1, "size: 3 is odd"),
    ],
)
def test_what_is_missing_or_wrong_is_named(document, place, told):
    with pytest.raises(ValueError, match=told):
        read_part(SIZE, Field(document), record(), None, place)


def test_numbers_that_have_no_words_are_not_written():
    with pytest.raises(ValueError, match="2: expected 0 to 1"):
        write_part(LOOK, record(colour=2), None)
