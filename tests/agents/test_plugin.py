"""The example of an agent in a package of its own."""

import subprocess
import sys
from importlib.metadata import EntryPoint, distributions
from pathlib import Path

import pytest

from got_agents import registry
from tests.agents.games import random_games

PACKAGE = Path(__file__).parents[2] / "docs/examples/agent_plugin"


@pytest.fixture(scope="module")
def entry(tmp_path_factory) -> EntryPoint:
    """The entry point of the package, installed into a folder of its own."""
    target = tmp_path_factory.mktemp("site")
    copy = tmp_path_factory.mktemp("source")
    for file in PACKAGE.glob("*.*"):
        (copy / file.name).write_bytes(file.read_bytes())
    options = ["--no-deps", "--no-build-isolation", "--quiet", "--target", str(target)]
    subprocess.run([sys.executable, "-m", "pip", "install", *options, str(copy)], check=True)
    (found,) = distributions(path=[str(target)])
    (point,) = found.entry_points.select(group=registry.GROUP)
    sys.path.insert(0, str(target))
    yield point
    sys.path.remove(str(target))


def test_the_example_is_found_by_its_entry_point_and_plays(entry, monkeypatch):
    monkeypatch.setattr(registry, "_entries", lambda: {entry.name: entry})

    agent = registry.make_agent("marcher:pick=last")

    assert registry.agent_names() == ("marcher",)
    for step, views in enumerate(random_games(1, 6)):
        assert agent.act(views[0]) in views[0].legal
        if step == 80:
            break
    with pytest.raises(ValueError, match="agent 'marcher:pick=any': pick=any: expected one of"):
        registry.make_agent("marcher:pick=any")
