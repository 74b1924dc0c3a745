"""Names of RLlib on the page of frameworks are found where it says."""

import importlib.util

import pytest

from got_training import rllib


@pytest.mark.parametrize("name", rllib.__all__)
def test_names_are_found_or_the_extra_is_named(name):
    if importlib.util.find_spec("ray") is not None:
        assert getattr(rllib, name).__name__ == name
        return
    with pytest.raises(ImportError, match=rf"{name} needs RLlib: pip install -e '.\[rllib\]'"):
        getattr(rllib, name)


def test_other_names_are_unknown():
    with pytest.raises(AttributeError, match="no attribute 'Nothing'"):
        rllib.Nothing  # noqa: B018
