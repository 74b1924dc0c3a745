"""Short trainings: what they save, that they resume, and what they refuse."""

import json
import os
import re
import signal
import sys
import threading
import time

import numpy as np
import pytest

pytest.importorskip("sb3_contrib")
import torch
from safetensors.numpy import save

from got_agents.network import NetworkShape, PolicyNetwork
from got_agents.policy import PolicyCard, load_policy
from got_agents.registry import make_agent
from got_agents.weights import read_weights
from got_benchmarks.playing.in_process import InProcess
from got_benchmarks.tournament.plan import new_plan
from got_benchmarks.tournament.run import run
from got_env.cli.app import main
from got_env.games import get_game
from got_training.args import Args, read_config
from got_training.callbacks import TrainingCallback
from got_training.evaluation import read_evaluations
from got_training.network import SeatNetwork
from got_training.ppo import SURE
from got_training.saving import Progress, read_progress
from got_training.session import run_training
from got_training.training import Training, train

GAME = get_game("agot2e")
SMALL = {
    **{"players": 3, "num_envs": 8, "rollout": 16, "batch_size": 64, "stagger": 0, "threads": 1},
    **{"hidden": 16, "critic": 8, "embedding": 4, "evaluate_minutes": 0.0},
}
ROLLOUT = SMALL["num_envs"] * SMALL["rollout"]


def small(steps=3 * ROLLOUT, **changes):
    return Args.parse(SMALL, {"steps": steps}, changes)


def tensors(folder):
    return read_weights(folder / "policy.safetensors")


def same(one, other):
    return one.keys() == other.keys() and all((one[name] == other[name]).all() for name in one)


@pytest.mark.training
def test_a_training_leaves_a_policy_that_plays(tmp_path):
    out = tmp_path / "out"
    progress = train(small(), out)

    assert progress.steps == 3 * ROLLOUT
    assert progress.updates == 3
    card, _ = load_policy(out)
    assert (card.game, card.players, card.steps) == ("agot2e", 3, 3 * ROLLOUT)
    assert card.training["num_envs"] == 8
    assert list((out / "tensorboard").glob("events.*"))
    suffixes = {path.suffix for path in out.rglob("*") if path.is_file()}
    assert not suffixes & {".pkl", ".pickle", ".pt", ".pth", ".zip"}
    agents = (f"policy:{out}", "random")
    outcomes = run(new_plan(agents, 4, players=3), InProcess(isolate=False))
    assert [outcome.error for outcome in outcomes] == [""] * 4


@pytest.mark.training
def test_numpy_plays_the_network_that_torch_trained(tmp_path):
    train(small(), tmp_path)
    card, weights = load_policy(tmp_path)
    network = SeatNetwork(card.network, weights["scale"])
    network.load_weights(weights)
    observations = np.random.default_rng(0).integers(
        -2, 6, (9, GAME.observation.size), dtype=np.int8
    )
    with torch.no_grad():
        expected = network(torch.from_numpy(observations))[0].numpy()
    found = PolicyNetwork(card.network, weights).scores(observations)

    np.testing.assert_allclose(found, expected, rtol=1e-4, atol=1e-4)


def test_the_network_of_a_game_without_a_board():
    shape = NetworkShape(7, 3, entities=0, entity_features=0, entity_action=0, hidden=5, critic=4)
    network = SeatNetwork(shape, np.ones(7, dtype=np.float32))
    observations = np.arange(14, dtype=np.int8).reshape(2, 7)
    with torch.no_grad():
        expected, values = network(torch.from_numpy(observations))
    found = PolicyNetwork(shape, network.weights()).scores(observations)

    assert values.shape == (2,)
    np.testing.assert_allclose(found, expected.numpy(), rtol=1e-5, atol=1e-6)


@pytest.mark.training
def test_the_same_seed_trains_the_same_policy(tmp_path):
    for name, seed in (("one", 5), ("two", 5), ("other", 6)):
        train(small(2 * ROLLOUT, seed=seed), tmp_path / name)

    assert same(tensors(tmp_path / "one"), tensors(tmp_path / "two"))
    assert not same(tensors(tmp_path / "one"), tensors(tmp_path / "other"))


@pytest.mark.training
def test_resuming_goes_on_where_a_training_stopped(tmp_path):
    train(small(2 * ROLLOUT), tmp_path)
    before = tensors(tmp_path)
    again = Training(small(4 * ROLLOUT), tmp_path, resume=True)
    assert same(again.model.policy.network.weights(), before)
    adam = next(iter(again.model.policy.optimizer.state.values()))
    steps = int(adam["step"])
    assert steps > 0
    progress = again.run()

    assert progress.steps == 4 * ROLLOUT
    assert progress.updates == 4
    assert progress.starts == 2
    assert progress.adam_steps == 2 * steps
    assert read_progress(tmp_path)[0] == progress
    assert not same(tensors(tmp_path), before)


@pytest.mark.training
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_ends_the_training_and_saves(tmp_path, number):
    assert threading.current_thread() is threading.main_thread()
    usual = signal.getsignal(number)
    training = Training(small(1000 * ROLLOUT), tmp_path)

    def interrupt(callback):
        if not callback.interrupted:
            os.kill(os.getpid(), number)

    callback = TrainingCallback(training, interrupt)
    progress = training.run(callback)

    assert callback.interrupted
    assert progress.steps == ROLLOUT
    assert load_policy(tmp_path)[0].steps == ROLLOUT
    assert signal.getsignal(number) is usual


@pytest.mark.training
def test_three_interrupts_at_once_lose_nothing(tmp_path, monkeypatch):
    told = []
    training = Training(small(1000 * ROLLOUT), tmp_path)
    save = training.save

    def slow_save(*args, **kwargs):
        if training.model.num_timesteps:
            os.kill(os.getpid(), signal.SIGINT)  # the third, while the files are written
        return save(*args, **kwargs)

    def interrupt(callback):
        if not callback.interrupted:
            os.kill(os.getpid(), signal.SIGINT)
            os.kill(os.getpid(), signal.SIGINT)

    monkeypatch.setattr(training, "save", slow_save)
    progress = training.run(TrainingCallback(training, interrupt, told.append))

    assert progress.steps == ROLLOUT
    assert load_policy(tmp_path)[0].steps == ROLLOUT
    assert told == ["interrupted: saving the policy ..."]


@pytest.mark.training
def test_an_interrupt_in_a_test_saves_without_playing_it_out(tmp_path, monkeypatch):
    training = Training(small(1000 * ROLLOUT, evaluate_minutes=1.0), tmp_path)
    played = []

    def evaluate(*args):
        played.append(args)
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(60)

    monkeypatch.setattr("got_training.callbacks.evaluate", evaluate)
    callback = TrainingCallback(training)
    training.run(callback)

    assert callback.interrupted
    assert len(played) == 1
    assert load_policy(tmp_path)[0].steps == training.saved.steps


@pytest.mark.training
def test_a_long_time_after_the_first_interrupt_another_one_ends_the_training(tmp_path, monkeypatch):
    monkeypatch.setattr("got_training.interrupts.HASTE", -1.0)
    training = Training(small(1000 * ROLLOUT), tmp_path)

    def interrupt(callback):
        if not callback.interrupted:
            os.kill(os.getpid(), signal.SIGINT)
            os.kill(os.getpid(), signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        training.run(TrainingCallback(training, interrupt))


@pytest.mark.training
def test_the_first_checkpoint_comes_after_a_minute(tmp_path, monkeypatch):
    training = Training(small(3 * ROLLOUT, checkpoint_minutes=5.0), tmp_path)
    callback = TrainingCallback(training)
    monkeypatch.setattr(TrainingCallback, "seconds", property(lambda callback: now[0]))
    now = [0.0]

    def pass_on(callback):
        now[0] += 40.0

    callback.report = pass_on
    training.run(callback)

    kept = sorted(folder.name for folder in (tmp_path / "checkpoints").iterdir())
    assert kept == [f"{3 * ROLLOUT:012d}"]


@pytest.mark.training
def test_the_watch_tests_and_keeps_checkpoints(tmp_path):
    args = small(2 * ROLLOUT, evaluate_minutes=1e-6, checkpoint_minutes=1e-6, evaluate_games=4)
    training = Training(args, tmp_path)
    callback = TrainingCallback(training)
    training.run(callback)

    assert [(evaluation.steps, evaluation.rival) for evaluation in callback.evaluations] == [
        (0, "random"),
        (0, "heuristic"),
        (ROLLOUT, "random"),
        (ROLLOUT, "heuristic"),
        (2 * ROLLOUT, "random"),
        (2 * ROLLOUT, "heuristic"),
    ]
    assert read_evaluations(tmp_path) == callback.evaluations
    assert all(
        0 <= t.low <= t.win_share <= t.high <= 1 and t.games == 4 for t in callback.evaluations
    )
    assert (tmp_path / "tests.png").read_bytes().startswith(b"\x89PNG")
    kept = sorted((tmp_path / "checkpoints").iterdir())
    assert [load_policy(folder)[0].steps for folder in kept] == [ROLLOUT, 2 * ROLLOUT]


@pytest.mark.training
def test_tests_go_on_where_a_resumed_training_left_them(tmp_path):
    quick = {"evaluate_minutes": 1e-6, "evaluate_games": 2}
    train(small(ROLLOUT, **quick), tmp_path)
    training = Training(small(2 * ROLLOUT, **quick), tmp_path, resume=True)
    callback = TrainingCallback(training)
    training.run(callback)

    assert [evaluation.steps for evaluation in callback.evaluations[::2]] == [
        0,
        ROLLOUT,
        2 * ROLLOUT,
    ]


@pytest.mark.training
def test_tests_after_the_save_that_a_training_goes_on_from_are_left_out(tmp_path):
    """The policies that a killed training tested after its last save are gone."""
    quick = {"evaluate_minutes": 1e-6, "evaluate_games": 2}
    train(small(ROLLOUT, **quick), tmp_path)
    table = tmp_path / "tests.csv"
    head, *rows = table.read_text().splitlines(keepends=True)
    lost = [row.replace(f"{ROLLOUT},", f"{9 * ROLLOUT},", 1) for row in rows[-2:]]
    table.write_text("".join([head, *rows, *lost]))

    with Training(small(2 * ROLLOUT, **quick), tmp_path, resume=True) as training:
        steps = {evaluation.steps for evaluation in TrainingCallback(training).evaluations}

    assert [row.split(",")[0] for row in lost] == [str(9 * ROLLOUT)] * 2
    assert steps == {0, ROLLOUT}


@pytest.mark.parametrize(
    "text",
    [
        "steps,seconds,rival,games,win_share,low,high\n1,2,x,0.5\n",
        "steps,seconds,rival,games,win_share,low,high\n1,2,x,9,0.5,0.2,0.8",
        "",
    ],
)
def test_a_damaged_table_of_tests_is_refused(tmp_path, text):
    (tmp_path / "tests.csv").write_text(text)

    with pytest.raises(ValueError, match=r"tests\.csv: "):
        read_evaluations(tmp_path)


@pytest.mark.training
def test_other_agents_may_sit_at_the_tables(tmp_path):
    args = small(ROLLOUT, opponents=["random", "heuristic"], opponent_share=0.5)
    training = Training(args, tmp_path)
    training.run()

    assert 0 < training.model.rollout_buffer.learnt < 0.9 * ROLLOUT


@pytest.mark.training
def test_sure_decisions_are_those_whose_action_had_a_high_probability(tmp_path):
    training = Training(small(ROLLOUT, sure_share=0.25), tmp_path)
    with torch.no_grad():
        training.model.policy.network.actor.bias[::3] += 4.0
    training.run()
    buffer = training.model.rollout_buffer
    sure, log_probs = (table.reshape(-1)[buffer.index] for table in (buffer.sure, buffer.log_probs))

    assert 0.1 < sure.mean() < 0.9
    assert (sure == (np.exp(log_probs) > SURE)).all()
    assert (buffer.weights == np.where(sure, 4, 1)).all()


@pytest.mark.training
def test_a_damaged_training_is_not_resumed(tmp_path):
    with pytest.raises(ValueError, match=r"has no trainer\.safetensors"):
        Training(small(), tmp_path, resume=True)
    train(small(ROLLOUT), tmp_path)
    with pytest.raises(ValueError, match="is not empty"):
        Training(small(), tmp_path)
    with pytest.raises(ValueError, match=r"trainer\.safetensors: network: hidden=16, expected 17$"):
        Training(small(hidden=17), tmp_path, resume=True)
    trainer = tmp_path / "trainer.safetensors"
    trainer.write_bytes(trainer.read_bytes()[:-8])
    with pytest.raises(ValueError, match=r"trainer\.safetensors: damaged"):
        Training(small(), tmp_path, resume=True)


@pytest.mark.training
def test_a_policy_alone_is_not_resumed(tmp_path):
    train(small(ROLLOUT), tmp_path)
    (tmp_path / "policy.safetensors").replace(tmp_path / "trainer.safetensors")
    with pytest.raises(ValueError, match=r"trainer\.safetensors: no training can be resumed"):
        Training(small(), tmp_path, resume=True)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"steps": 0}, "minutes, steps"),
        ({"players": 9}, "players=9"),
        ({"game": "chess"}, "unknown game 'chess'"),
        ({"gamma": 1.5}, "gamma=1.5: expected a number from 0 to 1"),
        ({"gae_lambda": -0.1}, "gae_lambda=-0.1: expected a number from 0 to 1"),
        ({"learning_rate": float("inf")}, "learning_rate=inf: expected a number from 1e-08 to 1"),
        ({"learning_rate": float("nan")}, "learning_rate=nan"),
        ({"learning_rate": 0}, "learning_rate=0: "),
        ({"learning_rate": -1e-3}, "learning_rate=-0.001: "),
        ({"num_envs": 0}, "num_envs=0: expected a whole number from 1 to 65536"),
        ({"num_envs": 10**18}, "num_envs=1000000000000000000: expected"),
        ({"num_envs": 10**5000}, "num_envs=a huge number: expected"),
        (
            {"num_envs": 65536, "rollout": 65536},
            "num_envs=65536, rollout=65536: .* at most 4194304",
        ),
        ({"stagger": 10**12}, "stagger=1000000000000: expected"),
        ({"minutes": float("inf")}, "minutes=inf: expected a number from 0 to 525600"),
        ({"steps": -1}, "steps=-1: expected"),
        ({"steps": 1.5}, "steps=1.5: expected a whole number"),
        ({"seed": 2**31}, "seed=2147483648: expected"),
        ({"reward": "gold"}, "reward='gold': expected one of win, rank, castles"),
        ({"players": True}, "players=True: expected a whole number"),
        ({"hidden": "big"}, "hidden='big': expected a whole number from 1 to 4096"),
        ({"hidden": 4096, "embedding": 4096}, "embedding, hidden, critic: network: .* at most"),
        ({"opponents": "random"}, "opponents='random': expected a list"),
        ({"opponents": [], "opponent_share": 0.5}, "opponents=\\(\\): expected agents"),
        ({"opponent_share": 1}, "opponent_share=1.0: expected less than 1"),
        ({"options": {"dragons": "yes"}}, "dragons"),
        ({"options": {"rulings": []}}, "options=.*rulings.*: expected an object"),
        ({"learning_speed": 1}, "'learning_speed': unknown"),
    ],
)
def test_wrong_arguments_are_named(changes, message):
    with pytest.raises(ValueError, match=message):
        small(**changes)


def test_an_unknown_opponent_is_named(tmp_path):
    with pytest.raises(ValueError, match="unknown agent 'nobody'"):
        Training(small(opponents=["nobody"], opponent_share=0.5), tmp_path)


def test_a_configuration_is_read_from_toml(tmp_path):
    config = tmp_path / "train.toml"
    config.write_text('seed = 4\nopponents = ["random"]\n[options]\ntides = true\n')
    args = Args.parse(SMALL, {"steps": 1}, read_config(config), {"seed": 8})

    assert (args.seed, args.opponents, args.options) == (8, ("random",), {"tides": True})
    assert Args.parse(json.loads(json.dumps(args.plain()))) == args


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"seed 4", "Expected"),
        (b"a = " + b"[" * 20_000, "nested too deeply"),
        (b"seed = " + b"9" * 5000, "4300 digits"),
        (b"seed = '\xff'", "can't decode"),
        (b"#" * 70_000, "70000 bytes, expected at most 65536"),
    ],
)
def test_a_configuration_that_cannot_be_read_is_named(tmp_path, content, message):
    config = tmp_path / "train.toml"
    config.write_bytes(content)
    with pytest.raises(ValueError, match=rf"train\.toml: .*{message}"):
        read_config(config)
    with pytest.raises(ValueError, match=r"none\.toml: cannot be read"):
        read_config(tmp_path / "none.toml")


@pytest.mark.training
def test_the_command_trains_resumes_and_refuses(tmp_path, capsys):
    config, out = tmp_path / "small.toml", tmp_path / "out"
    config.write_text("".join(f"{k} = {json.dumps(v)}\n" for k, v in SMALL.items()))

    def got(*args):
        with pytest.raises(SystemExit) as end:
            main(["train", "--out", str(out), *args])
        return end.value.code, capsys.readouterr()

    code, printed = got("--config", str(config), "--steps", str(ROLLOUT), "--json")
    assert code == 0, printed.err
    assert json.loads(printed.out)["steps"] == ROLLOUT
    code, printed = got("--resume", "--steps", str(2 * ROLLOUT))
    assert code == 0, printed.err
    assert f"play it as the agent policy:{out} with --game agot2e" in printed.out
    code, printed = got("--steps", "100")
    assert code == 2
    assert printed.err == (
        f"got: {out} is not empty, it holds a training: expected --resume to go on with it, or a"
        " new folder\n"
    )
    code, printed = got("--resume", "--game", "btwixt")
    assert code == 2
    expected = f"expected 'agot2e', the game of the training in {out}"
    assert printed.err == f"got: game='btwixt': {expected}\n"
    make_agent(f"policy:{out}")


def test_a_recipe_that_leads_on_from_a_policy_says_so(tmp_path, capsys):
    with pytest.raises(SystemExit) as end:
        main(["train", "--out", str(tmp_path / "out"), "--recipe", "climb"])

    said = capsys.readouterr().err
    assert end.value.code == 2
    assert said.startswith("got: recipe='climb': expected a policy to start from, `--start FOLDER`")
    assert said.count("\n") == 1
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("who", ["opponents", "teacher"])
def test_agents_of_the_trainer_file_alone_are_not_started(tmp_path, capsys, who):
    left = tmp_path / "it-ran"
    program = tmp_path / "trap.py"
    program.write_text(f"import pathlib; pathlib.Path({str(left)!r}).touch()")
    spec = f"referee:{sys.executable} {program}"
    named = {
        "opponents": {"opponents": [spec], "opponent_share": 0.9},
        "teacher": {"teacher": spec},
    }
    args = {**SMALL, **named[who], "steps": ROLLOUT}
    shape = NetworkShape.of(GAME, 4, 16, 8)
    made = PolicyCard(
        "agot2e", GAME.identity.version, GAME.identity.data_hash, 3, {}, shape, 0, 1, training=args
    )
    metadata = {"card": json.dumps(made.plain()), "progress": json.dumps(vars(Progress()))}
    (tmp_path / "trainer.safetensors").write_bytes(save({}, metadata))

    with pytest.raises(SystemExit) as end:
        main(["train", "--out", str(tmp_path), "--resume"])

    error = capsys.readouterr().err
    assert end.value.code == 2
    assert repr(spec) in error
    assert "trainer.safetensors" in error
    assert not left.exists()


@pytest.mark.training
def test_a_training_without_a_terminal_says_now_and_then_how_far_it_is(
    tmp_path, monkeypatch, capsys
):
    monkeypatch.setattr("got_training.session.LINE_SECONDS", 0.0)

    run_training(small(2 * ROLLOUT), tmp_path)

    told = [line for line in capsys.readouterr().err.splitlines() if "decisions" in line]
    assert [re.sub(r" in \d+ s", "", line) for line in told] == [
        f"got: 50%, {ROLLOUT:,} decisions",
        f"got: 100%, {2 * ROLLOUT:,} decisions",
        f"got: 100%, {2 * ROLLOUT:,} decisions",
    ]
