"""Games with a user's own data: they play accordingly, beside others, in every place."""

import pickle
import subprocess
import sys

import gymnasium
import numpy as np
import pytest

from got_benchmarks.tournament import tournament
from got_env import VectorEnv, agot2e_v0, games, get_game, positions
from got_env.core import portable
from got_env.referee import Referee
from got_env.replay import ReplayError, read_replay, record
from got_env.westeros.facts.rulesets import facts_of
from tests.own_data import castle_in, own_folder, strong, two_castles_win
from tests.play import AGOT2E
from tests.rules.battles import Battle


@pytest.fixture(scope="module")
def short(tmp_path_factory):
    """Two castle areas win, and there is one more, where Baratheon starts."""
    folder = tmp_path_factory.mktemp("data") / "short"
    return own_folder(folder, setup=two_castles_win, board=castle_in("kingswood"))


@pytest.fixture(scope="module")
def hard(tmp_path_factory):
    """Eddard Stark has another strength; all else is as in the package."""
    folder = tmp_path_factory.mktemp("data") / "hard"
    return own_folder(folder, house_cards=strong("eddard_stark", 9))


def ends(game, seeds=24):
    """Random games to their end."""
    states = game.start(seeds, 3)
    counts = np.zeros(2, dtype=np.int64)
    game.kernels.rollout(states, np.zeros(game.actions.size, dtype=np.bool_), -1, counts)
    return states


def castles(game, states, row, seat):
    """Castle areas of a seat."""
    return list(game.words.snapshot(states, row)["houses"].values())[seat]["castles"]


def test_edited_facts_change_the_game_and_leave_the_others_as_they_are(short):
    before = ends(AGOT2E)
    own = get_game("agot2e", short)
    states = ends(own)
    after = ends(AGOT2E)

    assert before.tobytes() == after.tobytes()
    more = castles(own, own.start(1, 3), 0, 0)
    assert more == castles(AGOT2E, AGOT2E.start(1, 3), 0, 0) + 1
    won = states["won_by_castles"] == 1
    assert won.sum() > (before["won_by_castles"] == 1).sum()
    rows = np.flatnonzero(won)
    assert min(castles(own, states, row, states["winner"][row]) for row in rows) < 7


def test_the_game_says_whose_facts_it_has(short):
    own = get_game("agot2e", short)

    assert own.identity.data_provenance == "user's own"
    assert own.identity.data_hash != AGOT2E.identity.data_hash
    assert own.reference == f"agot2e@{own.identity.data_hash}:{short}"
    assert get_game(own.reference) is own
    assert get_game("agot2e", str(short)) is own
    assert AGOT2E.reference == "agot2e"


def test_the_same_content_is_the_same_game_wherever_it_lies(tmp_path, short):
    first, second = get_game("agot2e", short), get_game("agot2e", own_copy(short, tmp_path / "b"))

    assert first.identity.data_hash == second.identity.data_hash
    assert first.options.ruleset_of(4, None) == second.options.ruleset_of(4, None)
    assert get_game("agot2e", own_folder(tmp_path / "ours")) is AGOT2E


def own_copy(folder, target):
    target.mkdir()
    for file in folder.iterdir():
        (target / file.name).write_bytes(file.read_bytes())
    return target


def test_an_aec_environment_plays_as_a_batch_of_the_same_data(hard):
    env = agot2e_v0.env(players=4, data_dir=hard, skip_forced=True)
    batch = VectorEnv("agot2e", 1, 4, seed=5, data_dir=hard, auto_reset="disabled")
    plain = VectorEnv("agot2e", 1, 4, seed=5, auto_reset="disabled")
    env.reset(seed=5)
    rng = np.random.default_rng(1)
    for _ in range(300):
        mask = batch.action_masks[0].copy()
        assert (env.last()[0]["action_mask"] == mask).all()
        assert (env.last()[0]["observation"] == batch.observations[0]).all()
        action = int(rng.choice(np.flatnonzero(mask)))
        batch.step([action])
        env.step(action)
        if batch.terminations[0]:
            break
    assert plain.states["ruleset"][0] != batch.states["ruleset"][0]


def test_a_card_is_as_strong_as_the_folder_says(hard):
    own = get_game("agot2e", hard)
    margins = []
    for game in (AGOT2E, own):
        told = game.words.briefing(game.start(1, 6), 0, 4)["cards"]["eddard_stark"]
        facts = facts_of(game.options.ruleset_of(6, None))
        sides = ("stark", "moat_cailin", "3 footman", "greyjoy", "seagard", "footman")
        battle = Battle(*sides, facts=facts).attack().reveal("eddard_stark", "euron_crows_eye")
        margins.append((told["strength"], *battle.result()))

    assert margins[0][:2] == (4, "stark")
    assert margins[1] == (9, "stark", margins[0][2] + 5)


def test_parallel_and_gymnasium_environments_take_the_folder(short):
    own = get_game("agot2e", short)
    parallel = agot2e_v0.parallel_env(players=3, data_dir=short)
    parallel.reset(seed=1)
    single = gymnasium.make("got_env/Agot2e-v0", house="stark", players=3, data_dir=short)
    many = gymnasium.make_vec("got_env/Agot2e-v0", num_envs=2, players=3, data_dir=short)

    single.reset(seed=1)
    many.reset(seed=1)
    assert parallel.aec_env.game is own
    assert single.unwrapped._games.game is own
    assert many.unwrapped._games.game is own


@pytest.mark.parametrize("make", [agot2e_v0.env, agot2e_v0.parallel_env])
def test_a_bad_folder_is_refused_where_it_is_given(make, tmp_path):
    with pytest.raises(ValueError, match=r"data_dir='.*none': not a folder"):
        make(data_dir=tmp_path / "none")


def test_environments_are_copied_and_pickled_with_their_data(short):
    env = agot2e_v0.raw_env(players=3, data_dir=short)
    env.reset(seed=2)
    batch = VectorEnv("agot2e", 3, 3, seed=2, data_dir=short)
    again, more = pickle.loads(pickle.dumps((env, batch)))

    assert again.game is more.game is get_game("agot2e", short)
    assert again.get_state() == env.get_state() == env.clone().get_state()
    assert (more.observations == batch.observations).all()


def in_another_process(script, blob, *arguments):
    return subprocess.run(
        [sys.executable, "-c", script, *map(str, arguments)],
        input=blob,
        capture_output=True,
        check=False,
    )


LOADED = """
import pickle
import sys
for env in pickle.load(sys.stdin.buffer):
    env.reset(seed=3)
    table = env.env if hasattr(env, "env") else env
    game = getattr(table, "game", None) or getattr(table, "_games", table).game
    print(game.identity.data_hash)
"""


def environments(folder):
    """One of every kind, as other processes get them."""
    single = gymnasium.make("got_env/Agot2e-v0", house="stark", players=3, data_dir=folder)
    many = gymnasium.make_vec("got_env/Agot2e-v0", num_envs=2, players=3, data_dir=folder)
    agents = agot2e_v0.raw_env(players=3, data_dir=folder)
    batch = VectorEnv("agot2e", 2, 3, data_dir=folder)
    envs = [agents, batch, single.unwrapped, many.unwrapped]
    for env in envs:
        env.reset(seed=1)
    return envs


def test_pickles_of_all_kinds_find_their_data_in_another_process(hard):
    own = get_game("agot2e", hard).identity.data_hash
    told = in_another_process(LOADED, pickle.dumps(environments(hard)))

    assert told.returncode == 0, told.stderr.decode()
    assert told.stdout.decode().split() == [own] * 4


def test_pickles_are_refused_where_the_folder_has_changed(tmp_path):
    folder = own_folder(tmp_path / "mine", setup=two_castles_win)
    blobs = [pickle.dumps([env]) for env in environments(folder)]
    own_folder(tmp_path / "other", setup=two_castles_win, board=castle_in("kingswood"))
    (folder / "board.json").write_bytes((tmp_path / "other" / "board.json").read_bytes())

    for blob in blobs:
        told = in_another_process(LOADED, blob)
        assert told.returncode == 1
        assert b"mine: the data of agot2e have changed: their hash is " in told.stderr


def test_a_seat_that_learns_plays_with_the_folder(short, hard):
    """The same choices lead elsewhere, for two castle areas are enough."""
    ends = {}
    for folder in (None, short):
        env = gymnasium.make("got_env/Agot2e-v0", players=3, data_dir=folder, opponents="heuristic")
        ends[folder] = 0
        for seed in range(4):
            _, info = env.reset(seed=seed)
            over = False
            while not over:
                action = int(np.flatnonzero(info["action_mask"])[0])
                _, _, over, _, info = env.step(action)
                ends[folder] += 1

    assert 0 < ends[short] < ends[None] / 2


def test_a_state_of_other_data_is_refused(short):
    env, plain = agot2e_v0.raw_env(players=3, data_dir=short), agot2e_v0.raw_env(players=3)
    env.reset(seed=2)
    plain.reset(seed=2)
    before = plain.get_state()

    with pytest.raises(ValueError, match="made with other rules data"):
        plain.set_state(env.get_state())
    assert plain.get_state() == before


ELSEWHERE = """
import sys
from got_env import get_game, agot2e_v0
get_game("agot2e", sys.argv[1])
get_game("agot2e", sys.argv[2])
env = agot2e_v0.raw_env(players=3, data_dir=sys.argv[2])
state = bytes.fromhex(sys.stdin.read())
env.set_state(state)
assert env.get_state() == state
print(env.position()["houses"])
"""


def test_states_mean_the_same_where_folders_were_read_in_another_order(short, hard):
    get_game("agot2e", short)
    env = agot2e_v0.raw_env(players=3, data_dir=hard)
    env.reset(seed=2)
    for _ in range(40):
        env.step(int(np.flatnonzero(env.action_mask(env.agent_selection))[0]))
    blob = env.get_state()
    moved = portable.to_portable(env.game, env._table.states.tobytes())

    assert int(np.frombuffer(moved, dtype=env.game.records.state)["ruleset"][0]) == 0
    assert portable.from_portable(env.game, moved) == env._table.states.tobytes()
    told = subprocess.run(
        [sys.executable, "-c", ELSEWHERE, str(short), str(hard)],
        input=blob.hex(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode == 0, told.stderr
    assert told.stdout.splitlines()[-1] == str(env.position()["houses"])


def test_positions_say_which_data_they_are_of(short):
    env = agot2e_v0.raw_env(players=3, data_dir=short)
    env.reset(seed=2)
    position = env.position()
    plain = agot2e_v0.raw_env(players=3)
    plain.reset(seed=2)

    assert position["data"] == env.game.identity.data_hash
    assert "data" not in plain.position()
    game, states = positions.states_from(position)
    assert game is env.game
    assert game.positions.write(states, 0) == position
    with pytest.raises(ValueError, match=r"data: '.*': expected '.*', the data of this agot2e"):
        plain.set_position(position)
    del position["data"]  # as people write it: that of the environment
    env.set_position(position)
    with pytest.raises(ValueError, match="data: rules data 'f00'"):
        env.set_position({"game": "agot2e", "players": 3, "data": "f00"})


@pytest.fixture
def nothing_read(monkeypatch):
    """As in a process that has read no folder yet."""
    monkeypatch.setattr(games, "_loaded", {})


def test_a_replay_carries_the_hash_and_asks_for_the_folder(short, hard, nothing_read):
    own = get_game("agot2e", short)
    actions = some_actions(own)
    text = record(own, 3, None, 4, actions)
    games._loaded.clear()

    assert f"\ndata {own.identity.data_hash}\n" in text
    with pytest.raises(ReplayError, match=r"line 3: rules data '.*': those here are"):
        read_replay(text)
    with pytest.raises(ReplayError, match=r"line 3: rules data '.*': those here are"):
        read_replay(text, hard)
    replay = read_replay(text, short)
    replay.verify()
    assert replay.header.game is own
    assert replay.decisions == len(actions)


def some_actions(game, count=120):
    """The first actions of a game in which the last legal action is played."""
    states = game.start(1, 3, 4)
    chosen = []
    mask = np.zeros((1, game.actions.size), dtype=np.bool_)
    for _ in range(count):
        game.kernels.action_mask(states, mask)
        legal = np.flatnonzero(mask[0])
        if not len(legal):
            break
        chosen.append(int(legal[-1]))
        game.kernels.step(states, np.array(chosen[-1:]))
    return chosen


def test_the_referee_plays_with_the_folder(short):
    session = Referee(short)
    assert session.answer({"cmd": "new", "game": "agot2e", "players": 3})["ok"]
    position = session.answer({"cmd": "position"})["position"]

    assert position["data"] == get_game("agot2e", short).identity.data_hash
    assert session.answer({"cmd": "set", "position": {"game": "agot2e", "players": 3}})["ok"]
    assert session.answer({"cmd": "position"})["position"]["data"] == position["data"]


def test_processes_of_a_tournament_play_with_the_folder(short, tmp_path):
    results = tournament(
        ["random", "heuristic"],
        games=4,
        players=3,
        data_dir=short,
        out=tmp_path / "out",
        replays="all",
        jobs=2,
    )
    own = get_game("agot2e", short)

    assert results.summary["errors"] == results.summary["given_up"] == 0
    assert results.summary["data_hash"] == own.identity.data_hash
    assert results.summary["game"] == "agot2e"
    assert sum(results.summary["ends"].values()) == 4
    replays = sorted((tmp_path / "out").rglob("*.txt"))
    assert len(replays) == 4
    for file in replays:
        read_replay(file.read_bytes(), short).verify()
