"""The public names of the package."""

import tomllib
from pathlib import Path

import pytest

import got_env

ROOT = Path(__file__).parents[2]


def test_public_names_are_listed_in_order():
    assert got_env.__all__ == sorted(got_env.__all__)
    assert dir(got_env) == got_env.__all__


@pytest.mark.parametrize("name", got_env.__all__)
def test_public_names_exist(name):
    assert getattr(got_env, name) is not None


def test_other_names_do_not():
    with pytest.raises(AttributeError, match="no attribute 'dragons'"):
        _ = got_env.dragons


def test_the_version_is_that_of_the_distribution():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

    assert got_env.__version__ == project["version"]


def test_the_package_is_typed():
    assert (ROOT / "got_env" / "py.typed").is_file()
