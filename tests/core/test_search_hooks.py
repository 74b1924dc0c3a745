"""Hooks of a game for the search: linked kernels of the right names."""

import numpy as np
import pytest

from got_env.core.jit import PURE_PYTHON, kernel, linked, record_dtype
from got_env.core.search import hooks


@linked
def score(s, p, seed, trials, w):
    s.n += 1


@linked
def other(s):
    return s.n


@kernel
def rounds_ahead(root, horizon):
    return horizon


def registered(field, **changes):
    """Register hooks that all have the right name but those given; its dtype."""
    dtype = record_dtype([(field, np.int64)])

    def load():
        kernels = {}
        for place in hooks.SearchHooks.__dataclass_fields__:
            named = linked(lambda s: s)
            named.__name__ = place
            kernels[place] = named
        return hooks.SearchHooks(**{**kernels, "score": score, **changes})

    hooks.register(dtype, load)
    return dtype


@pytest.mark.smoke
def test_the_kernel_of_the_records_game_is_called():
    dtype = registered("n")

    assert hooks.hooks_of(dtype).score is score


def test_a_kernel_of_another_name_is_refused():
    dtype = registered("n_named", deal=other)

    with pytest.raises(ValueError, match="SearchHooks: deal=other: expected the same name"):
        hooks.hooks_of(dtype)


@pytest.mark.skipif(PURE_PYTHON, reason="nothing is linked")
def test_a_kernel_that_is_not_linked_is_refused():
    dtype = registered("n_linked", rounds_ahead=rounds_ahead)

    with pytest.raises(ValueError, match="SearchHooks: rounds_ahead: expected a linked kernel"):
        hooks.hooks_of(dtype)
