"""One policy learns at tables of several sizes at once."""

import csv
import json
from dataclasses import replace

import numpy as np
import pytest

pytest.importorskip("sb3_contrib")
from got_agents.policy import PolicyCard, load_policy, shipped_policy
from got_agents.random_agent import RandomAgent
from got_agents.registry import make_agent
from got_agents.saving import save_policy
from got_env.cli.app import main
from got_env.games import get_game
from got_training.args import Args, sizes_of
from got_training.callbacks import TrainingCallback
from got_training.evaluation import read_evaluations
from got_training.recipes import recipe
from got_training.seat_buffer import SeatRolloutBuffer
from got_training.training import Training, train
from got_training.vec_env import SelfPlayVecEnv

GAME = get_game("agot2e")
SMALL = {
    **{"players": [3, 5, 6], "num_envs": 8, "rollout": 16, "batch_size": 64, "stagger": 0},
    **{"hidden": 16, "critic": 8, "embedding": 4, "evaluate_minutes": 0.0, "threads": 1},
}
ROLLOUT = SMALL["num_envs"] * SMALL["rollout"]
QUICK = {"evaluate_minutes": 1e-6, "evaluate_games": 2}


def small(steps=2 * ROLLOUT, **changes):
    return Args.parse(SMALL, {"steps": steps}, changes)


def tensors(folder):
    return load_policy(folder)[1]


def same(one, other):
    return one.keys() == other.keys() and all((one[name] == other[name]).all() for name in one)


def test_games_are_split_evenly():
    env = SelfPlayVecEnv(GAME, 8, (3, 5, 6), seed=1)

    assert env.games.players.tolist() == [3, 5, 6, 3, 5, 6, 3, 5]
    assert (env.players, env.num_envs) == (6, 8)


def test_credit_goes_to_the_seats_that_a_game_has():
    env = SelfPlayVecEnv(GAME, 6, (3, 6), seed=4, reward="win", stagger=30)
    steps = 1200
    buffer = SeatRolloutBuffer(
        steps,
        env.observation_space,
        env.action_space,
        device="cpu",
        gae_lambda=1.0,
        n_envs=6,
        players=env.players,
    )
    rng = np.random.default_rng(0)
    zeros = np.zeros(6, dtype=np.float32)
    outcomes, seat_of, number = {}, {}, np.zeros(6, dtype=int)
    finished = []
    observations = env.reset()
    for step in range(steps):
        masks = env.action_masks()
        actions = np.argmax(rng.random(masks.shape) * masks, axis=1)
        buffer.record(
            observations, masks, env.seats, env.learner, actions, zeros, zeros, sure=zeros > 0
        )
        for game in range(6):
            seat_of[step, game] = (game, number[game], int(env.seats[game]))
        observations, _, ended, _ = env.step(actions)
        buffer.record_outcome(env.seat_rewards, ended)
        assert not env.seat_rewards[::2, 3:].any(), "seats that nobody has earn nothing"
        for game in np.flatnonzero(ended):
            players = (3, 6)[game % 2]
            places = env.games.infos["final_info"]["place"][game]
            for seat in range(players):
                won = places[seat] == 0
                outcomes[game, number[game], seat] = 1.0 if won else -1 / (players - 1)
            number[game] += 1
        finished += env.finished
    buffer.finish()
    rows, games = np.divmod(buffer.index, 6)
    learnt = [
        seat_of[row - 6, game] for row, game in zip(rows.tolist(), games.tolist(), strict=True)
    ]
    known = [at for at, seat in enumerate(learnt) if seat in outcomes]

    assert {seat for game, _, seat in learnt if game % 2 == 0} == {0, 1, 2}
    assert {seat for game, _, seat in learnt if game % 2} == set(range(6))
    assert len(known) > 0.5 * len(learnt)
    np.testing.assert_allclose(
        buffer.returns[known], [outcomes[learnt[at]] for at in known], atol=1e-6
    )
    assert {game["players"] for game in finished} == {3, 6}


def test_what_a_game_brings_is_the_mean_of_the_seats_it_has():
    env = SelfPlayVecEnv(
        GAME, 4, (3, 6), seed=4, reward="win", opponents=[RandomAgent()], opponent_share=0.4
    )
    env.reset()
    rng, found = np.random.default_rng(0), []
    while len(found) < 12:
        table = env._table.copy()
        masks = env.action_masks()
        env.step(np.argmax(rng.random(masks.shape) * masks, axis=1))
        for row, game in zip(np.flatnonzero(env.ended), env.finished, strict=True):
            own = table[row, : game["players"]] == -1
            places = env.games.infos["final_info"]["place"][row]
            won = places[: game["players"]][own] == 0
            prizes = np.where(won, 1.0, -1 / (game["players"] - 1))
            found.append((game["r"], prizes.mean() if own.any() else 0.0))

    np.testing.assert_allclose(*zip(*found, strict=True), atol=1e-6)


def test_other_agents_answer_at_tables_of_every_size():
    env = SelfPlayVecEnv(GAME, 9, (3, 4, 6), seed=2, opponents=[RandomAgent()], opponent_share=0.5)
    observations = env.reset()
    theirs = np.zeros(9, dtype=int)
    for _ in range(60):
        masks = env.action_masks()
        theirs += ~env.learner
        own = np.where(env.learner, np.argmax(masks, axis=1), -1)  # -1: played by nobody
        observations = env.step(own)[0]

    assert all(theirs[first::3].any() for first in range(3))
    assert observations.shape == (9, GAME.observation.size)


@pytest.mark.parametrize("name", ["heuristic", "policy"])
def test_an_agent_answers_a_game_as_if_it_were_alone(name):
    agent = make_agent(name)
    env = SelfPlayVecEnv(GAME, 12, (3, 4, 6), seed=2, stagger=100)
    env.reset()
    together = env.answers(agent, np.arange(12), 3)
    alone = [int(env.answers(agent, np.array([row]), 3)[0]) for row in range(12)]

    assert together.tolist() == alone
    assert len(set(alone)) > 3


@pytest.mark.training
def test_the_card_says_the_numbers_and_the_same_seed_trains_the_same_policy(tmp_path):
    for name, seed in (("one", 5), ("two", 5), ("other", 6)):
        train(small(seed=seed), tmp_path / name)

    assert same(tensors(tmp_path / "one"), tensors(tmp_path / "two"))
    assert not same(tensors(tmp_path / "one"), tensors(tmp_path / "other"))
    card = load_policy(tmp_path / "one")[0]
    assert card.players == (3, 5, 6)
    assert json.loads((tmp_path / "one" / "card.json").read_text())["players"] == [3, 5, 6]
    assert PolicyCard.parse(card.plain()) == card
    assert Args.parse(card.training) == small(seed=5)


@pytest.mark.training
def test_a_resumed_training_is_the_same_each_time(tmp_path):
    for name in ("one", "two"):
        train(small(ROLLOUT), tmp_path / name)
        progress = train(small(3 * ROLLOUT), tmp_path / name, resume=True)

        assert (progress.steps, progress.updates, progress.starts) == (3 * ROLLOUT, 3, 2)
    assert same(tensors(tmp_path / "one"), tensors(tmp_path / "two"))


@pytest.mark.training
def test_every_number_of_players_is_tested(tmp_path):
    training = Training(small(ROLLOUT, **QUICK), tmp_path)
    callback = TrainingCallback(training)
    training.run(callback)

    assert [(t.rival, t.players) for t in callback.evaluations[:6]] == [
        *(("random", players) for players in (3, 5, 6)),
        *(("heuristic", players) for players in (3, 5, 6)),
    ]
    assert read_evaluations(tmp_path) == callback.evaluations
    assert next(iter(callback.last_evaluations)) == "random, 3 players"
    assert callback.last_evaluations["heuristic, 6 players"] == callback.evaluations[-1]


@pytest.mark.training
def test_a_training_of_one_number_goes_on_with_more(tmp_path):
    train(small(ROLLOUT, players=6, **QUICK), tmp_path)
    table = tmp_path / "tests.csv"
    with open(table, encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    with open(table, "w", encoding="utf-8", newline="") as file:  # as earlier versions wrote it
        writer = csv.DictWriter(file, [name for name in rows[0] if name != "players"])
        writer.writeheader()
        writer.writerows({k: v for k, v in row.items() if k != "players"} for row in rows)
    training = Training(small(2 * ROLLOUT, **QUICK), tmp_path, resume=True)
    callback = TrainingCallback(training)
    training.run(callback)

    assert [evaluation.players for evaluation in callback.evaluations[:4]] == [6] * 4
    assert {evaluation.players for evaluation in callback.evaluations[4:]} == {3, 5, 6}
    assert load_policy(tmp_path)[0].players == (3, 5, 6)
    assert len(read_evaluations(tmp_path)) == len(callback.evaluations)


def test_a_policy_of_one_number_is_a_start_for_more(tmp_path):
    shipped, weights = load_policy(shipped_policy("agot2e"))
    card = replace(shipped, players=6)
    save_policy(tmp_path / "six", card, weights)
    sizes = sizes_of(card.network)
    with Training(small(start=str(tmp_path / "six"), **sizes), tmp_path / "out") as training:
        assert same(training.model.policy.network.weights(), weights)


@pytest.mark.training
def test_a_teacher_answers_at_tables_of_every_size(tmp_path):
    args = Args.parse(recipe("follow"), SMALL, {"steps": ROLLOUT, "teacher_share": 1.0})
    with Training(args, tmp_path) as training:
        games = training.model.get_env()
        games.reset()
        masks = games.action_masks()
        chosen = masks.shape[1] - 1 - np.argmax(masks[:, ::-1], axis=1)  # the last legal one
        played, kept = training.model.decide(games, masks, chosen)

        assert masks[np.arange(len(kept)), kept].all()
        assert np.array_equal(played, kept)
        for first in range(3):
            assert not np.array_equal(kept[first::3], chosen[first::3])
        training.run()
    assert load_policy(tmp_path)[0].players == (3, 5, 6)


@pytest.mark.parametrize(
    ("given", "kept"),
    [(4, 4), ([4], 4), ([6, 3], (3, 6)), ((3, 4, 5, 6), (3, 4, 5, 6)), (0, 6)],
)
def test_numbers_of_players_are_kept_ascending(given, kept):
    args = small(players=given)

    assert args.players == kept
    assert Args.parse(json.loads(json.dumps(args.plain()))) == args


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"players": [3, 7]}, r"players=7: expected one of \(3, 4, 5, 6\)"),
        ({"players": [3, 3]}, r"players=.*3, 3.*none twice"),
        ({"players": []}, r"players=.*one or more of"),
        ({"players": [0, 3]}, "players=0: expected one of"),
        ({"players": [3, "4"]}, "players=.*: expected a whole number or a list, each a whole"),
        ({"players": "3,4"}, "players='3,4': expected a whole number or a list"),
        ({"num_envs": 2}, "num_envs=2: expected at least 3, a game for each number"),
    ],
)
def test_wrong_numbers_are_named(changes, message):
    with pytest.raises(ValueError, match=message):
        small(**changes)


def test_a_card_with_wrong_numbers_is_refused():
    plain = load_policy(shipped_policy("agot2e"))[0].plain()

    for players in ([3, 9], [], [3, 3], "6"):
        with pytest.raises(ValueError, match="players="):
            PolicyCard.parse(plain | {"players": players})


@pytest.mark.training
def test_the_command_takes_several_numbers(tmp_path, capsys):
    config, out = tmp_path / "small.toml", tmp_path / "out"
    config.write_text(
        "".join(f"{k} = {json.dumps(v)}\n" for k, v in SMALL.items() if k != "players")
    )

    def got(*args):
        with pytest.raises(SystemExit) as end:
            main(["train", "--out", str(out), "--config", str(config), *args])
        return end.value.code, capsys.readouterr()

    code, printed = got("--players", "3;4")
    assert code == 2
    assert "--players '3;4': expected numbers separated by commas" in printed.err
    code, printed = got("--players", "4,3", "--steps", str(ROLLOUT), "--json")
    assert code == 0, printed.err
    assert load_policy(out)[0].players == (3, 4)
