"""What tests of agents share."""

import pytest

from got_agents import policy


@pytest.fixture
def no_policy_for_storm(tmp_path, monkeypatch):
    """The package as if no policy for ``agot1e_storm`` came with it."""
    for folder in policy.SHIPPED.iterdir():
        if folder.name != "agot1e_storm":
            (tmp_path / folder.name).symlink_to(folder)
    monkeypatch.setattr(policy, "SHIPPED", tmp_path)
