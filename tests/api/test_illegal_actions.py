"""Illegal actions over random states: each is refused and changes nothing."""

import json
import runpy
from pathlib import Path

import pytest

from got_env import IllegalAction, agot2e_v0

SOAK = Path(__file__).parents[2] / "scripts" / "soak.py"


@pytest.mark.parametrize(("game", "decisions"), [("agot2e", 20), ("btwixt", 10)])
def test_thousands_of_illegal_actions_are_refused(capsys, game, decisions):
    """``scripts/soak.py --illegal N``, which is also run with a million.

    Some options of ``btwixt`` do not go together: others are drawn in their place.
    """
    code = runpy.run_path(str(SOAK))["main"](["--game", game, "--illegal", "3000", "--json"])
    result = json.loads(capsys.readouterr().out)

    assert code == 0
    assert result["fault"] is None
    assert result["refused"] >= 3000
    assert result["decisions"] >= decisions


def test_an_accepted_illegal_action_is_noticed(monkeypatch):
    """The soak test would find an environment that takes whatever it is given."""
    soak = runpy.run_path(str(SOAK))

    class Careless(agot2e_v0.raw_env().__class__):
        def step(self, action):
            if self._table.seat >= 0 and action == 1 and not self._table.mask[1]:
                self._table.states["threat"] += 1
                raise IllegalAction("refused, but not without a trace")
            super().step(action)

    env = Careless(players=3)
    env.reset(seed=1)
    while env._table.mask[1]:
        env.step(env.legal_actions()[0])
    result = {"refused": 0, "games": 1, "decisions": 1, "fault": None}
    soak["refuse_here"](env, result, 1000)

    assert result["fault"] == "1 changed the game"


@pytest.mark.parametrize("action", ["x" * 10_000, 10**4000, [7] * 10_000])
def test_a_huge_action_gets_a_short_error(action):
    env = agot2e_v0.raw_env()
    env.reset(seed=1)

    with pytest.raises(IllegalAction) as refused:
        env.step(action)

    assert len(str(refused.value)) < 500
