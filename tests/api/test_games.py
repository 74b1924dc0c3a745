"""Rules for every game of the package, and for a game without a board."""

import dataclasses
import importlib
import pkgutil
import subprocess
import sys

import gymnasium
import numpy as np
import pytest

import got_env
from got_env.core.game import COMMON_FIELDS
from got_env.core.on_demand import OnDemand
from got_env.core.protocol import row_fields
from got_env.core.rewards import scores
from got_env.envs.registration import GYMNASIUM_IDS, register_envs
from got_env.games import GAMES, get_game
from tests.toy.pennies import PENNIES

EVERY = pytest.mark.parametrize("game", [*GAMES.values(), PENNIES], ids=lambda game: game.code)


# --- names


@pytest.mark.parametrize("code", GAMES)
def test_ids_modules_and_version_of_a_game_agree(code):
    game = GAMES[code]
    name = f"{code}_v{game.identity.version}"
    modules = [module.name for module in pkgutil.iter_modules(got_env.__path__)]
    found = [module for module in modules if module.startswith(f"{code}_v")]

    assert found == [name]
    module = importlib.import_module(f"got_env.{name}")
    assert module.raw_env().metadata["name"] == name
    in_capitals = "".join(word.capitalize() for word in code.split("_"))
    assert GYMNASIUM_IDS[code] == f"got_env/{in_capitals}-v{game.identity.version}"
    register_envs()
    assert gymnasium.spec(GYMNASIUM_IDS[code]).kwargs["game"] == code
    assert get_game(code) is game
    assert game.code == code


def test_ids_are_of_games_that_there_are():
    assert set(GYMNASIUM_IDS) == set(GAMES)


def test_two_games_with_one_code_are_refused():
    with pytest.raises(ValueError, match=r"^'pennies': of tests.toy.pennies and of tests.toy.nim$"):
        OnDemand("GAME", ("pennies", "tests.toy.pennies"), ("pennies", "tests.toy.nim"))


def test_a_game_of_your_own_is_found_like_the_others():
    games = OnDemand("GAME", ("agot2e", "got_env.westeros.games.agot2e"))
    games["pennies"] = PENNIES

    assert list(games) == ["agot2e", "pennies"]
    assert games["pennies"] is PENNIES
    assert "pennies" in games
    assert len(games) == 2
    del games["pennies"]
    assert list(games) == ["agot2e"]
    assert games["agot2e"] is get_game("agot2e")
    with pytest.raises(KeyError, match="pennies"):
        games["pennies"]


def test_a_process_loads_the_games_that_it_asks_for():
    script = (
        "import sys, got_env; got_env.GAMES.keys(); from got_env import agot2e_v0;"
        "agot2e_v0.env(players=3).reset(seed=1);"
        "print(*[m for m in sys.modules if m.startswith('got_env.')])"
    )
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    loaded = ran.stdout.split()

    assert "got_env.westeros.engine.engine" in loaded
    others = ("got_env.btwixt", "got_env.westeros.claim.engine", "got_env.westeros.players.search")
    assert [m for m in loaded if m.startswith(others)] == []


# --- values


@EVERY
def test_the_parts_of_a_game_go_together(game):
    actions, blocks = game.actions, game.observation.blocks
    assert len(actions.names) == len(actions.meanings) == len(actions.kinds) == actions.size
    assert len(set(actions.names)) == actions.size
    assert actions.kinds.max() < len(actions.kind_names)
    assert 0 <= actions.no_op < actions.size
    names = [decision.name for decision in actions.decisions]
    assert len(set(names)) == len(names)
    assert set(actions.always_asked) <= set(names)
    for block in blocks:
        assert sum(size for _, size, _ in block.fields) == block.shape[-1]
        assert len(block.rows) in (0, block.shape[0])
        if block.pointed_by is not None:
            assert block.pointed_by + len(block.rows) <= actions.size
    assert set(COMMON_FIELDS) <= set(game.records.state.names)
    needed = [name for name, *_ in row_fields(1, 1)]
    assert set(needed) <= set(game.records.row.names)
    assert set(game.records.running_fields) <= set(game.records.row.names)


@EVERY
def test_actions_that_point_at_rows_bear_their_names(game):
    for block in game.observation.blocks:
        if block.pointed_by is not None:
            for i, row in enumerate(block.rows):
                assert game.actions.names[block.pointed_by + i].endswith(row)


@EVERY
def test_every_number_of_players_starts_and_is_told(game):
    for players in game.seats.counts:
        states = game.start(2, players, seed=1)
        houses = game.seats.in_play(players)
        seats = np.zeros(2, dtype=np.int8)
        masks = np.zeros((2, game.actions.size), dtype=np.bool_)
        game.kernels.current_player(states, seats)
        game.kernels.action_mask(states, masks)

        assert len(houses) == players
        assert set(houses) <= set(game.seats.names)
        assert (seats >= 0).all()
        assert masks.any(axis=1).all()
        phase = game.words.phase_name(states, 0)
        asked = next(d for d in game.actions.decisions if d.name == phase)
        assert set(np.flatnonzero(masks[0]).tolist()) <= set(asked.actions)
        for action in np.flatnonzero(masks[0]).tolist():
            text = game.actions.text(states, 0, action)
            assert game.actions.parse(states, 0, text) == action
        measured = game.results.measure(states, 0)
        assert set(measured) == set(game.results.measures)
        assert all(len(numbers) == players for numbers in measured.values())
        position = game.positions.write(states, 0)
        assert game.positions.write(game.positions.read(position, 9), 0) == position
        told = []
        story = game.words.story(game, states[:1], told.append, True)
        story.after()
        assert story.waiting == 0
        prompt = game.words.prompt(game, states[:1], int(seats[0]), 80)
        assert prompt.house == houses[seats[0]]
        assert "?" in prompt.headline() or phase in prompt.headline()
        assert prompt.look_up("board")
        assert prompt.look_up("nonsense") is None
        assert game.words.board(states, 0).endswith("\n")


@EVERY
def test_a_game_played_out_has_places_an_end_and_standings(game):
    states = game.start(2, game.seats.counts[0], seed=3)

    game.players.policies["random"](states)

    for row in range(2):
        players = int(states["num_players"][row])
        assert states["over"][row] == 1
        assert states["place"][row, states["winner"][row]] == 0
        assert game.results.end(states, row) in game.results.ends
        assert sorted(states["place"][row, :players].tolist())[0] == 0
    assert scores(game, game.results.for_learning, states).any()


# --- values that cannot be


def test_a_record_without_a_common_field_is_refused():
    fields = [(name, np.int64) for name in COMMON_FIELDS if name != "round_no"]
    records = dataclasses.replace(PENNIES.records, state=np.dtype(fields))

    with pytest.raises(ValueError, match=r"^pennies: records.state: no field 'round_no'$"):
        dataclasses.replace(PENNIES, records=records)


def test_a_game_without_the_rewards_of_places_is_refused():
    rewards = {"win": PENNIES.results.rewards["win"]}
    results = dataclasses.replace(PENNIES.results, rewards=rewards)

    with pytest.raises(ValueError, match=r"results.rewards=\('win',\): expected 'win', 'rank'"):
        dataclasses.replace(PENNIES, results=results)
