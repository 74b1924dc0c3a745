"""Needs of the scripts for other frameworks, which of them must be there, and a Ray to join."""

import importlib.util
import os
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
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


LOOPBACK = "127.0.0.1"
STAYS_HERE = "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"
"""Set to 0, Ray takes the loopback as it is and not the address of this machine for it, so that
nothing outside can reach the cluster."""


@contextmanager
def two_nodes() -> Iterator[str]:
    """The address of a Ray of two nodes with one processor each: two tasks need both."""
    from ray.cluster_utils import Cluster

    here = {"num_cpus": 1, "node_ip_address": LOOPBACK, "include_dashboard": False}
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(STAYS_HERE, "0")
        patch.setattr("ray._private.ray_constants.ENABLE_RAY_CLUSTER", False)  # read at its import
        cluster = Cluster(initialize_head=True, head_node_args=here)
        cluster.add_node(**here)
        yield cluster.address
    cluster.shutdown()
