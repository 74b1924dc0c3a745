"""The command lists and tells a game without a board."""

import json

import pytest


@pytest.fixture(autouse=True)
def game(pennies):
    return pennies


def test_the_game_is_listed_with_its_options_and_actions(game, got):
    listed = json.loads(got("games", "--json")[1])
    options = got("games", "--options")[1]
    actions = json.loads(got("games", "--actions", "pennies", "--json")[1])

    assert "pennies" in json.dumps(listed)
    assert "mercy = false | true" in options
    assert [action["name"] for action in actions["actions"]] == list(game.actions.names)
    assert [decision["name"] for decision in actions["decisions"]] == ["penny", "mercy"]


def test_its_kernels_need_no_warm_up(game):
    from got_env.core.jit import bound, in_cache, is_compiled, kept_in

    step = game.kernels.vector_step
    assert not is_compiled(step)
    assert in_cache(step)
    assert kept_in(step) is None
    assert bound(step, 1, 2) == step
