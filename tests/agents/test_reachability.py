"""Ways of armies as the scripted player finds them: the same as by the rules."""

import numpy as np

from got_env.core.jit import entry
from got_env.westeros.players.heuristic.choose import new_work
from got_env.westeros.players.heuristic.reachability import find_fleets, land_ways
from got_env.westeros.rules.board import land_reach
from got_env.westeros.rules.table import RULES
from got_env.westeros.rules.vocabulary import Terrain
from tests.agents.games import GAME, random_games


@entry
def reaches(states, players, works, found):
    """Write both answers ``(B, players, areas, 2)`` for all land areas."""
    for i in range(len(states)):
        s = states[i]
        rules = RULES[s.ruleset]
        find_fleets(s, works[0])
        for p in range(players):
            for a in range(rules.num_areas):
                if rules.kind[a] == Terrain.LAND:
                    found[i, p, a, 0] = land_reach(s, p, a)
                    found[i, p, a, 1] = land_ways(s, a, works[0].fleet[p])


def test_the_ways_of_armies_are_those_of_the_rules():
    areas, by_sea = len(GAME.observation.blocks[0].rows), 0
    works = new_work()
    for views in list(random_games(6, 6, seed=9))[::25]:
        states = views.states
        found = np.zeros((len(states), 6, areas, 2), dtype=np.int64)
        reaches(states, 6, works, found)

        assert (found[..., 0] == found[..., 1]).all()
        by_sea += int((found[..., 0].max(axis=1) != found[..., 0].min(axis=1)).sum())

    assert by_sea > 100, "no house could go farther by its Ships than another: nothing is shown"
