"""Needs of the scripts for other frameworks, and which of them must be there."""

import importlib.util
import os
import tomllib
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "docs" / "examples" / "frameworks"
TABLE = tomllib.loads((FOLDER / "frameworks.toml").read_text("utf-8"))

DEMANDED = os.environ.get("GOT_FRAMEWORK", "")
"""The one framework that is asked for: its tests fail, instead of being skipped, if it is not
installed, and those of others are left to their own environment."""


def need(framework: str) -> None:
    """Skip the test if a framework is not installed, and say how to install it."""
    if DEMANDED not in ("", framework):
        pytest.skip(f"only {DEMANDED} is asked for")
    if not all(is_installed(name) for name in TABLE[framework]["modules"]):
        wanted = " ".join(f"'{package}'" for package in TABLE[framework]["install"])
        message = f"{framework} is not installed: pip install {wanted} (see docs/frameworks.md)"
        if framework == DEMANDED:
            pytest.fail(message)
        pytest.skip(message)


def is_installed(name: str) -> bool:
    """Tell whether a module, or one inside a package, can be imported."""
    try:
        return importlib.util.find_spec(name) is not None
    except ModuleNotFoundError:  # not even the package
        return False
