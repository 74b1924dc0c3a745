"""Earlier selves as opponents: who is drawn, what is noted of their games, and what is kept."""

import json
from types import SimpleNamespace

import numpy as np
import pytest

pytest.importorskip("sb3_contrib")
from got_agents.network import NetworkShape
from got_agents.random_agent import RandomAgent
from got_env.cli.app import main
from got_env.games import GAMES
from got_training.args import Args
from got_training.callbacks import OpponentPoolCallback
from got_training.frozen_networks import Announced, FrozenNetworks
from got_training.network import SeatNetwork
from got_training.opponent_pool import LEAST_WEIGHT, OpponentPool
from got_training.saving import read_progress
from got_training.training import Training, train
from got_training.vec_env import LEARNER, SelfPlayVecEnv
from tests.toy.pennies import PENNIES
from tests.toy.taking import TAKING

SMALL = {
    **{"game": "pennies", "num_envs": 16, "rollout": 16, "batch_size": 64, "stagger": 0},
    **{"hidden": 8, "critic": 4, "threads": 1, "opponents": ["past", "random"]},
    **{"opponent_share": 0.5, "past_every": 1, "past_kept": 2},
    **{"evaluate_minutes": 0.0, "checkpoint_minutes": 0.0},
}
ROLLOUT = 16 * 16
SHAPE = NetworkShape.of(PENNIES, 4, 8, 4)


@pytest.fixture(autouse=True)
def _toys(monkeypatch):
    for game in (PENNIES, TAKING):
        monkeypatch.setitem(GAMES, game.code, game)


def small(steps=ROLLOUT, **changes):
    return Args.parse(SMALL, {"steps": steps}, changes)


def network(value):
    made = SeatNetwork(SHAPE, np.ones(PENNIES.observation.size, dtype=np.float32)).weights()
    return made | {"value.bias": np.array([value], dtype=np.float32)}


def pool(count, kept=8):
    past = OpponentPool(PENNIES, SHAPE, kept)
    for number in range(count):
        past.add_snapshot(network(number), updates=10 * number)
    return past


def names_of(past):
    return [float(record.weights["value.bias"][0]) for record in past.records()]


def test_who_beats_the_learner_is_drawn_more_often():
    past = pool(3)
    for _ in range(400):
        past.record(0, own=[0], theirs=[1], winner=0)  # the learner beats the first
        past.record(1, own=[0], theirs=[1], winner=1)  # and never the second
    weights = np.array([LEAST_WEIGHT, 1.0, 0.25])  # (1 - p) ** 2 of 1, of 0, and of one half
    drawn = past.sample(20_000, np.random.default_rng(0))

    assert past.shares == pytest.approx([1.0, 0.0, 0.5], abs=0.02)
    assert past.sampling_probabilities() == pytest.approx(weights / weights.sum(), abs=0.02)
    assert np.bincount(drawn) / len(drawn) == pytest.approx(past.sampling_probabilities(), abs=0.01)


def test_equal_players_share_the_wins_evenly_whatever_seats_they_have():
    past, rng = pool(1), np.random.default_rng(0)
    shares = []
    for _ in range(4000):
        own = list(range(int(rng.integers(1, 5))))
        theirs = list(range(len(own), 6))
        past.record(0, own, theirs, winner=int(rng.integers(6)))
        shares.append(past.shares[0])

    assert np.mean(shares) == pytest.approx(0.5, abs=0.03)


def test_a_game_of_others_says_nothing():
    past = pool(1)
    before = past.records()[0]
    past.record(0, own=[0], theirs=[1], winner=2)
    past.record(0, own=[], theirs=[1], winner=1)
    past.record(0, own=[0], theirs=[1], winner=-1)

    assert (past.records()[0].won, past.records()[0].lost) == (before.won, before.lost)


def test_the_oldest_makes_room_but_plays_its_games_to_the_end():
    past = pool(3, kept=3)
    oldest = past.agent(0)
    past.add_snapshot(network(3), updates=30, in_play=[0, 2])

    assert names_of(past) == [1, 2, 3]
    assert past.agent(0) is oldest
    assert 0 not in past.sample(500, np.random.default_rng(0))
    past.add_snapshot(network(4), updates=40)
    with pytest.raises(KeyError):
        past.agent(0)


def test_members_are_drawn_by_the_same_rule_and_stay():
    past = OpponentPool(PENNIES, SHAPE, 2)
    past.add_member("000-start", network(100))
    past.add_member("001-exploiter", network(101))
    for number in range(4):
        past.add_snapshot(network(number), updates=10 * number)
    for _ in range(400):
        past.record(1, own=[0], theirs=[1], winner=1)  # the exploiter beats the learner

    assert names_of(past) == [100, 101, 2, 3]
    assert past.sampling_probabilities() == pytest.approx(np.array([1, 4, 1, 1]) / 7, abs=0.02)
    assert past.updates == 30
    assert list(past.member_shares) == ["000-start", "001-exploiter"]
    assert past.member_shares["001-exploiter"] == pytest.approx(0, abs=0.02)
    again = OpponentPool(PENNIES, SHAPE, 2)
    again.restore(past.records())
    again.add_snapshot(network(4), updates=40)
    assert names_of(again) == [100, 101, 3, 4]
    assert again.member_shares == past.member_shares


def test_a_past_self_is_a_copy():
    weights = network(1)
    past = OpponentPool(PENNIES, SHAPE, 2)
    past.add_snapshot(weights, updates=0)
    weights["value.bias"][:] = 9

    assert names_of(past) == [1]


def test_the_seats_of_a_game_have_one_past_self():
    past = pool(4)
    env = SelfPlayVecEnv(
        PENNIES, 64, 3, seed=1, opponents=[RandomAgent()], past=past, opponent_share=0.8
    )
    env.reset()
    seen = set()
    for _ in range(120):
        table = env._table.copy()
        for row in table:
            assert len({int(number) for number in row if number >= 1}) <= 1
        seen |= set(table.ravel().tolist())
        assert set(env.pool_in_play) == {int(n) - 1 for n in table[table >= 1].tolist()}
        env.step(np.argmax(env.action_masks(), axis=1))

    assert seen == {LEARNER, 0, 1, 2, 3, 4}


def test_the_winner_of_a_game_is_noted_for_the_past_self_that_sat_there(monkeypatch):
    past = pool(3)
    noted = []
    monkeypatch.setattr(past, "record", lambda *game: noted.append(game))
    env = SelfPlayVecEnv(PENNIES, 8, 3, seed=1, past=past, opponent_share=0.5)
    env.reset()
    expected = []
    for _ in range(100):
        table = env._table.copy()
        env.step(np.argmax(env.action_masks(), axis=1))
        for row in np.flatnonzero(env.ended):
            own = np.flatnonzero(table[row] == LEARNER).tolist()
            theirs = np.flatnonzero(table[row] != LEARNER).tolist()
            if theirs:
                winner = int(env.games.infos["final_info"]["place"][row].argmin())
                expected.append((int(table[row, theirs[0]]), own, theirs, winner))

    assert len(expected) > 20
    assert noted == expected


def test_copies_are_taken_every_so_many_updates():
    past, at = pool(1), SimpleNamespace(updates=0)
    callback = OpponentPoolCallback(past, SimpleNamespace(pool_in_play=[]), 3, lambda: at.updates)
    callback.model = SimpleNamespace(
        policy=SimpleNamespace(network=SimpleNamespace(weights=lambda: network(at.updates)))
    )
    for at.updates in range(10):
        callback._on_rollout_start()

    assert names_of(past) == [0, 3, 6, 9]


def read_bytes_of_tensors(folder):
    """All of a trainer's file behind its header, which tells its mark and its seconds."""
    content = (folder / "trainer.safetensors").read_bytes()
    return content[8 + int.from_bytes(content[:8], "little") :]


@pytest.mark.training
def test_a_resumed_training_has_the_same_past_selves(tmp_path):
    for name in ("one", "two"):
        training = Training(small(3 * ROLLOUT), tmp_path / name)
        training.run()
        before = training.past.records()
        with Training(small(5 * ROLLOUT), tmp_path / name, resume=True) as training:
            again = training.past.records()
            assert [(r.updates, r.won, r.lost) for r in again] == [
                (r.updates, r.won, r.lost) for r in before
            ]
            assert all(
                (now.weights[n] == then.weights[n]).all()
                for now, then in zip(again, before, strict=True)
                for n in then.weights
            )
            training.run()
            assert [record.updates for record in training.past.records()] == [3, 4]
    one, two = (read_bytes_of_tensors(tmp_path / name) for name in ("one", "two"))
    assert len(one) > 1_000
    assert one == two


@pytest.mark.training
def test_the_command_resumes_a_training_with_past_selves(tmp_path, capsys):
    train(small(3 * ROLLOUT), tmp_path)
    with pytest.raises(SystemExit) as end:
        main(["train", "--out", str(tmp_path), "--resume", "--steps", str(5 * ROLLOUT)])

    assert not end.value.code, capsys.readouterr().err
    assert read_progress(tmp_path)[0].steps == 5 * ROLLOUT


@pytest.mark.training
def test_a_training_without_past_selves_goes_on_with_them(tmp_path):
    train(small(opponents=["random"]), tmp_path)
    with Training(small(2 * ROLLOUT), tmp_path, resume=True) as training:
        records = training.past.records()
        weights = training.model.policy.network.weights()

        assert [record.updates for record in records] == [1]
        assert all((records[0].weights[name] == weights[name]).all() for name in weights)


@pytest.mark.training
def test_a_training_keeps_the_members_that_sit_at_its_tables(tmp_path):
    shape = small().shape_for(PENNIES)
    scale = np.ones(PENNIES.observation.size, dtype=np.float32)
    members = {name: SeatNetwork(shape, scale).weights() for name in ("000-start", "001-main")}
    with Training(small(5 * ROLLOUT), tmp_path, members=members) as training:
        training.run()
    with Training(small(6 * ROLLOUT), tmp_path, resume=True) as training:
        records = training.past.records()

    assert [record.member for record in records] == ["000-start", "001-main", "", ""]
    assert [record.updates for record in records[2:]] == [3, 4]
    for record in records[:2]:
        assert all(
            (record.weights[name] == table).all() for name, table in members[record.member].items()
        )
        assert (record.won, record.lost) != (1.0, 1.0)


def test_members_need_seats_and_room(tmp_path):
    members = {str(number): network(number) for number in range(63)}
    with pytest.raises(ValueError, match=r"opponents=.*expected 'past' with a share"):
        Training(small(opponents=["random"]), tmp_path / "out", members=members)
    with pytest.raises(ValueError, match="past_kept=2: with 63 members that is 65, expected at"):
        Training(small(), tmp_path / "out", members=members)
    assert not (tmp_path / "out").exists()


@pytest.mark.training
def test_the_past_does_not_play_without_a_share(tmp_path):
    with Training(small(opponent_share=0.0), tmp_path) as training:
        assert training.past is None


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"past_every": 0}, "past_every=0: expected a whole number from 1"),
        ({"past_kept": 65}, "past_kept=65: expected a whole number from 1 to 64"),
        ({"opponents": ["past", "past"]}, "opponents.*: 'past' is named twice"),
        (
            {"hidden": 2048, "past_kept": 64},
            "past_kept=64: 67 networks take [0-9]+ bytes: expected at most",
        ),
    ],
)
def test_wrong_arguments_are_named(changes, message):
    with pytest.raises(ValueError, match=message):
        small(**changes)


def test_what_a_file_says_of_other_networks_is_read_back():
    others = FrozenNetworks(pool(2).records(), network(7))
    announced = Announced.parse(json.dumps(others.plain()))

    assert announced.shapes(SHAPE) == {n: t.shape for n, t in others.tensors().items()}
    again = announced.networks(SHAPE, others.tensors())
    assert again.plain() == others.plain()
    assert again.reference["value.bias"] == 7
    assert Announced.parse(None).shapes(SHAPE) == {}


@pytest.mark.parametrize(
    ("header", "message"),
    [
        ([], "others.*expected a JSON object"),
        ({"past": []}, "others.anchor is missing"),
        ({"past": {}, "anchor": False}, "others.past=.*expected a list"),
        ({"past": [{}] * 65, "anchor": False}, "others.past: 65, expected at most 64"),
        ({"past": [{"updates": 1, "won": 1}], "anchor": False}, r"past\[0\].lost is missing"),
        (
            {"past": [{"updates": 1, "won": 1, "lost": -1}], "anchor": False},
            r"past\[0\].lost=.*expected a number from 0",
        ),
        (
            {"past": [{"updates": 1.5, "won": 1, "lost": 1}], "anchor": False},
            r"past\[0\].updates=1.5: expected a whole number",
        ),
    ],
)
def test_a_header_with_a_mistake_is_refused(header, message):
    with pytest.raises(ValueError, match=message):
        Announced.parse(json.dumps(header))


def test_a_network_that_cannot_be_computed_is_refused():
    others = FrozenNetworks((), network(float("nan")))
    announced = Announced.parse(json.dumps(others.plain()))

    with pytest.raises(ValueError, match=r"value\.bias"):
        announced.networks(SHAPE, others.tensors())
