"""Records that kernels would not read as they are: refused in a line, and left alone."""

import numpy as np
import pytest

from got_env.games import get_game

GAME = get_game("agot2e")


def big_endian(states):
    return states.astype(states.dtype.newbyteorder(">"))


def spread(states):
    """The same fields, each eight bytes further on."""
    names = states.dtype.names
    kinds = [states.dtype.fields[name][0] for name in names]
    places = [states.dtype.fields[name][1] + 8 for name in names]
    layout = {"names": names, "formats": kinds, "offsets": places}
    found = np.zeros(len(states), np.dtype({**layout, "itemsize": states.dtype.itemsize + 16}))
    for name in names:
        found[name] = states[name]
    return found


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (big_endian, "states: other types, places or byte order of fields: expected records"),
        (spread, "states: other types, places or byte order of fields"),
        (lambda states: states[["rng", "over"]], "states: other fields"),
        (lambda states: states[::2], "states: with gaps between them"),
        (lambda states: states[::-1], "states: with gaps between them"),
        (lambda states: states.reshape(2, 2), r"states: of shape \(2, 2\)"),
        (lambda states: states[0], "states: (void|record): expected records"),
        (lambda states: states.view(np.uint8), "states: other fields"),
        (lambda states: None, "states: NoneType: expected records"),
    ],
)
def test_other_layouts_are_refused(change, message):
    states = GAME.start(4, 3, seed=1)
    given = change(states)
    before = states.tobytes()

    with pytest.raises(ValueError, match=message) as refused:
        GAME.records.check(given)

    assert "\n" not in str(refused.value)
    assert states.tobytes() == before


def test_parts_of_an_array_are_checked_like_any_other():
    states = GAME.start(4, 3, seed=1)
    GAME.records.check(states[1:3])
    GAME.records.check(np.ascontiguousarray(states[::2]))
