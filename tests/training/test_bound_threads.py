"""The argument `threads` of a training bounds all libraries that multiply matrices."""

import pytest
import torch
from threadpoolctl import threadpool_info, threadpool_limits

from got_training.threads import bound_threads

pytestmark = pytest.mark.training


def threads_of_blas():
    return [pool["num_threads"] for pool in threadpool_info() if pool["user_api"] == "blas"]


@pytest.fixture
def two_threads():
    before = torch.get_num_threads()
    with threadpool_limits(limits=2, user_api="blas"):
        torch.set_num_threads(2)
        yield
    torch.set_num_threads(before)


@pytest.mark.parametrize("count", [0, 1])
def test_torch_and_numpy_use_as_many_threads_as_are_wanted(two_threads, count):
    before = threads_of_blas()

    bound_threads(count)

    assert torch.get_num_threads() == (count or 2)
    assert threads_of_blas() == [count or threads for threads in before]
