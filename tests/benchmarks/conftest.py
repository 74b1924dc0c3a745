"""Fixtures for tests of tournaments."""

import pytest

from got_agents import registry
from tests.benchmarks import unruly


@pytest.fixture
def unruly_agents(tmp_path, monkeypatch):
    """Agents that misbehave can be named, in this process and in those it starts."""
    folder = tmp_path / "unruly"
    folder.mkdir()
    monkeypatch.syspath_prepend(unruly.install(folder))
    registry._entries.cache_clear()
    yield
    registry._entries.cache_clear()
