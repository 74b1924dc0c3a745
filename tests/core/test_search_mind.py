"""What a game hands to the search: linked kernels of the right names."""

import numpy as np
import pytest

from got_env.core.jit import PURE_PYTHON, kernel, linked, record_dtype
from got_env.core.search import mind


@linked
def score(s, p, seed, trials, w):
    s.n += 1


@linked
def other(s):
    return s.n


@kernel
def rounds_ahead(root, horizon):
    return horizon


def handed_over(field, **changes):
    """Hand over a mind whose kernels all are of the right name but those given; its dtype."""
    dtype = record_dtype([(field, np.int64)])

    def load():
        kernels = {}
        for place in mind.Mind.__dataclass_fields__:
            named = linked(lambda s: s)
            named.__name__ = place
            kernels[place] = named
        return mind.Mind(**{**kernels, "score": score, **changes})

    mind.register(dtype, load)
    return dtype


@pytest.mark.smoke
def test_the_kernel_of_the_records_game_is_called():
    dtype = handed_over("n")

    assert mind.mind_of(dtype).score is score


def test_a_kernel_of_another_name_is_refused():
    dtype = handed_over("n_named", deal=other)

    with pytest.raises(ValueError, match="Mind: deal=other: expected the same name"):
        mind.mind_of(dtype)


@pytest.mark.skipif(PURE_PYTHON, reason="nothing is linked")
def test_a_kernel_that_is_not_linked_is_refused():
    dtype = handed_over("n_linked", rounds_ahead=rounds_ahead)

    with pytest.raises(ValueError, match="Mind: rounds_ahead: expected a linked kernel"):
        mind.mind_of(dtype)
