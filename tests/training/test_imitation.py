"""Data sets of a teacher's decisions, and networks that follow it."""

import json
import os
import shutil
import signal
import subprocess
import sys
import zlib
from contextlib import closing

import numpy as np
import pytest

pytest.importorskip("sb3_contrib")

from got_agents.policy import load_policy
from got_benchmarks.tournament.sqlite_file import StoreError, claim
from got_env.cli.app import main
from got_env.core.rewards import final_rewards
from got_env.games import get_game
from got_training.args import Args
from got_training.imitation import shards
from got_training.imitation.args import ImitationArgs
from got_training.imitation.batches import legal, read_decisions, targets, windows
from got_training.imitation.dataset_args import DatasetArgs
from got_training.imitation.generate import generate_dataset
from got_training.imitation.learning import Imitation
from got_training.imitation.record_shard import ShardRecorder
from got_training.imitation.shards import (
    DTYPES,
    OF_GAMES,
    read_card,
    read_shard,
    shard_file,
    shard_files,
    write_shard,
)
from got_training.saving import read_progress, save_trainer
from got_training.training import train

GAME = get_game("agot2e")
DATASET = DatasetArgs(
    teacher="heuristic", others=("random",), games=6, shard_games=2, players=(3, 4), seed=3
)
SIZES = {"embedding": 4, "hidden": 32, "critic": 8, "threads": 1}
ARGS = ImitationArgs.parse(SIZES, {"epochs": 2, "batch_size": 64, "window": 1024})


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    folder = tmp_path_factory.mktemp("lessons") / "data"
    assert generate_dataset(DATASET, folder) == 3
    return folder


@pytest.fixture
def copied(data, tmp_path):
    folder = tmp_path / "copied"
    shutil.copytree(data, folder)
    return folder


def run(words, code=0):
    with pytest.raises(SystemExit) as end:
        main(words)
    assert (end.value.code or 0) == code


# --- threads


@pytest.mark.training
def test_several_threads_learn_what_one_learns(data, tmp_path, monkeypatch):
    monkeypatch.setattr("got_training.threads.LEAST_ROWS", 8)
    found = []
    for threads in (1, 3):
        args = ImitationArgs.parse(ARGS.plain(), {"threads": threads, "precision": "float32"})
        out = tmp_path / str(threads)
        found.append((Imitation(args, data, out).run(), load_policy(out)[1]))

    (one, weights), (several, others) = found
    assert several.decisions == one.decisions
    assert several.loss == pytest.approx(one.loss, abs=1e-3)
    for name, table in weights.items():
        np.testing.assert_allclose(others[name], table, atol=1e-3, err_msg=name)


# --- the data


def test_a_shard_holds_what_the_teacher_decides(data):
    arrays = read_shard(shard_file(data, 1), GAME)

    assert set(arrays) == set(DTYPES)
    count = len(arrays["actions"])
    masks = legal(arrays, slice(None), GAME.actions.size).numpy()
    assert count > 100
    assert masks[np.arange(count), arrays["actions"]].all()
    assert (masks.sum(axis=1) > 1).all()
    assert (arrays["edges"][:, 0] == arrays["actions"]).all()
    assert arrays["places"].shape == (2, 6)
    assert [sorted(row)[2:] for row in arrays["places"].tolist()] == [[0, 1, 2, 3]] * 2


def test_shards_follow_from_the_arguments_alone(data):
    again = ShardRecorder(DATASET).record(2)
    kept = read_shard(shard_file(data, 2), GAME)

    assert all((again[name] == kept[name]).all() for name in kept)


def test_arrays_go_to_torch_without_a_copy(data):
    torch = pytest.importorskip("torch")
    arrays = read_shard(shard_file(data, 0), GAME)

    tensor = torch.from_numpy(arrays["observations"])
    arrays["observations"][0, 0] = 77

    assert tensor[0, 0] == 77


def test_a_search_leaves_how_often_it_tried_each_action():
    args = DatasetArgs(teacher="ismcts:sims=6", games=1, shard_games=1, players=(3,), others=(),
                      other_share=0.0)  # fmt: skip
    room = ShardRecorder(args)
    arrays = room.record(0)

    assert (arrays["visits"].sum(axis=1) == 6).all()
    chosen = arrays["edges"] == arrays["actions"][:, None]
    assert (arrays["visits"][chosen] == arrays["visits"].max(axis=1)).all()
    odds = targets(arrays, slice(None), GAME.actions.size, follow_visits=True)
    assert odds.sum(dim=1).numpy() == pytest.approx(1.0)
    assert odds.max(dim=1).values.numpy() == pytest.approx(arrays["visits"].max(axis=1) / 6)


def test_a_network_learns_from_data_with_games_that_the_teacher_did_not_play(tmp_path):
    args = DatasetArgs(teacher="heuristic", others=("random",), other_share=0.8, games=8,
                       shard_games=1, players=(3,), seed=10)  # fmt: skip
    generate_dataset(args, tmp_path / "data")
    lengths = [len(read_shard(file, GAME)["seats"]) for file in shard_files(tmp_path / "data")]
    learning = Imitation(ARGS, tmp_path / "data", tmp_path / "out")
    learning.run()

    assert 0 < lengths.count(0) < 8
    assert load_policy(tmp_path / "out")[0].players == 3

    write_shard(
        shard_file(tmp_path / "data", 7),
        read_shard(shard_file(tmp_path / "data", lengths.index(0)), GAME),
    )
    with pytest.raises(ValueError, match="1 held out, have no decision of the teacher"):
        Imitation(ARGS, tmp_path / "data", tmp_path / "none").run()


def test_data_with_nothing_to_learn_from_is_refused_by_name(copied, tmp_path):
    whole = ImitationArgs.parse(ARGS.plain(), {"held_out": 1.0})
    with pytest.raises(ValueError, match=r"has 3 shards, 3 held out: .* smaller held_out"):
        Imitation(whole, copied, tmp_path / "out")

    for file in shard_files(copied)[:2]:
        arrays = read_shard(file, GAME)
        write_shard(file, {name: arrays[name][: 0 if name not in OF_GAMES else None]
                           for name in arrays})  # fmt: skip
    with pytest.raises(ValueError, match="its 2 shards to learn from have no decision"):
        Imitation(ARGS, copied, tmp_path / "out").run()


@pytest.mark.parametrize(
    ("code", "players", "others"),
    [
        ("agot2e", (6,), ("heuristic", "courtier")),
        ("agot1e", (5,), ("heuristic", "courtier")),
        ("btwixt", (6,), ("heuristic", "contender")),
    ],
)
def test_a_data_set_is_by_default_of_what_its_game_has(code, players, others):
    args = DatasetArgs(game=code, teacher="heuristic")

    assert (args.players, args.others) == (players, others)
    assert len(args.make_agents()[1]) == 2


WITHOUT_TORCH = """
import sys
for name in ("torch", "stable_baselines3", "sb3_contrib"):
    sys.modules[name] = None
from got_env.cli.app import main
main(["imitate", "data", "--game", "btwixt", "--out", sys.argv[1], "--games", "1", "--jobs", "1"])
"""


def test_a_data_set_is_made_without_an_extra(tmp_path):
    """docs/imitation.md promises it."""
    made = subprocess.run(
        [sys.executable, "-c", WITHOUT_TORCH, tmp_path / "data"],
        capture_output=True,
        text=True,
        check=False,
    )

    assert (made.returncode, made.stderr) == (0, "")
    assert (tmp_path / "data" / "00000.shard").is_file()


def test_a_data_set_goes_on_where_it_was_ended(copied):
    whole = shard_file(copied, 1).read_bytes()
    shard_file(copied, 1).unlink()
    told = []

    assert generate_dataset(DATASET, copied, on_shard=lambda *done: told.append(done)) == 1
    assert shard_file(copied, 1).read_bytes() == whole
    assert told == [(3, 3)]
    assert generate_dataset(DATASET, copied) == 0


def test_a_data_set_does_not_go_on_beside_a_damaged_shard(copied):
    """It was counted as made, and found to be damaged when a network learnt from it."""
    file = shard_file(copied, 1)
    whole = file.read_bytes()
    file.write_bytes(whole[:-40])
    shard_file(copied, 2).unlink()

    with pytest.raises(ValueError, match=r"00001\.shard.*cut short.*without this file"):
        generate_dataset(DATASET, copied)
    assert not shard_file(copied, 2).exists()
    file.unlink()
    assert generate_dataset(DATASET, copied) == 2
    assert file.read_bytes() == whole


def test_other_arguments_do_not_mix_with_a_data_set(copied):
    with pytest.raises(ValueError, match="holds a data set with seed=3, not 4"):
        generate_dataset(DatasetArgs.parse(DATASET.plain(), {"seed": 4}), copied)


def test_two_processes_do_not_write_one_data_set(copied):
    with closing(claim(copied)), pytest.raises(StoreError):
        generate_dataset(DATASET, copied)


def test_another_folder_is_left_alone(tmp_path):
    (tmp_path / "results.sqlite").write_text("")

    with pytest.raises(ValueError, match="expected a new folder, or one with a data set"):
        generate_dataset(DATASET, tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["results.sqlite"]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"players": (2,)}, "players=2: expected one of"),
        ({"games": 0}, "games=0"),
        ({"stray": 2.0}, "stray=2.0"),
        ({"other_share": 1.0}, "other_share=1.0: expected less than 1, a seat for the teacher"),
        ({"gmaes": 3}, r"'gmaes': unknown; did you mean 'games'\? expected one of game"),
    ],
)
def test_bad_dataset_args_are_refused(changes, message):
    with pytest.raises(ValueError, match=message):
        DatasetArgs.parse(changes)


def test_all_shards_are_found_in_order(tmp_path):
    numbers = (262_143, 100_000, 0, 99_999)
    for number in numbers:
        shard_file(tmp_path, number).touch()
    for other in ("1.shard", "x.shard", "00002.other"):
        (tmp_path / other).touch()

    assert shard_files(tmp_path) == [shard_file(tmp_path, number) for number in sorted(numbers)]


# --- shards that are not sound


def test_a_damaged_shard_is_refused(copied):
    file = shard_file(copied, 0)
    whole = file.read_bytes()
    content = zlib.decompress(whole)

    for bad, message in (
        (whole[:-40], "cut short"),
        (whole + b"x", "cut short, or too long"),
        (b"y" + whole[1:], "damaged"),
        (zlib.compress(b"no header"), "no header"),
        (zlib.compress(content[:-1] + bytes([content[-1] ^ 1])), "sha256"),
        (zlib.compress(content.replace(b'"format":1', b'"format":9', 1)), "format=9: expected 1"),
    ):
        file.write_bytes(bad)
        with pytest.raises(ValueError, match=rf"00000\.shard.*{message}"):
            read_shard(file, GAME)


@pytest.mark.parametrize("limit", ["MAX_CONTENT", "MAX_SHARD"])
def test_a_shard_that_could_not_be_read_again_is_not_written(copied, monkeypatch, limit):
    arrays = read_shard(shard_file(copied, 0), GAME)
    monkeypatch.setattr(shards, limit, 1000)

    with pytest.raises(ValueError, match=r"expected at most .*, with a smaller shard_games"):
        write_shard(copied / "long.shard", arrays)
    assert not (copied / "long.shard").exists()


@pytest.mark.parametrize(
    ("name", "change", "message"),
    [
        ("actions", lambda a: a + 500, "actions: expected numbers from 0 to"),
        ("games", lambda a: a + 9, "games: expected numbers"),
        ("observations", lambda a: a[:, :-1], "observations: shape"),
        ("values", lambda a: a + np.inf, "values: expected numbers from"),
        ("values", lambda a: a * np.nan, "values: expected numbers from"),
        ("points", lambda a: a + 1e30, "points: expected numbers from"),
        ("turns", lambda a: a - 9999, "turns: expected numbers from 0"),
        ("masks", lambda a: a * 0, "actions: holds actions that masks does not have"),
        ("edges", lambda a: a * 0 + a.max(), "edges: holds actions that masks does not have"),
        ("edges", lambda a: a.reshape(-1)[0], r"edges: shape \(\): expected rows"),
        ("seats", lambda a: a[0], r"seats: shape \(\): expected rows"),
    ],
)
def test_arrays_that_do_not_go_together_are_refused(copied, name, change, message):
    file = shard_file(copied, 0)
    arrays = read_shard(file, GAME)
    write_shard(file, arrays | {name: change(arrays[name])})

    with pytest.raises(ValueError, match=message):
        read_shard(file, GAME)


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("format", 9, "format=9: expected 1"),
        ("data_hash", "0" * 16, "data"),
        ("version", 7, "version=7: expected 0"),
    ],
)
def test_a_card_of_another_game_is_refused(copied, field, value, message):
    file = copied / "card.json"
    file.write_text(json.dumps(json.loads(file.read_text()) | {field: value}))

    with pytest.raises(ValueError, match=rf"card\.json.*{message}"):
        read_card(copied)


def test_a_card_and_a_shard_that_name_a_field_twice_are_refused(copied):
    file = copied / "card.json"
    file.write_text('{"format": 9, ' + file.read_text().lstrip()[1:])
    with pytest.raises(ValueError, match=r"card\.json: the field 'format' is given twice"):
        read_card(copied)

    shard = shard_file(copied, 0)
    content = zlib.decompress(shard.read_bytes())
    shard.write_bytes(zlib.compress(content.replace(b"{", b'{"format": 9, ', 1)))
    with pytest.raises(ValueError, match=r"\.shard: the field 'format' is given twice"):
        read_shard(shard, GAME)


@pytest.mark.parametrize(
    ("field", "value"),
    [("teacher", "{bot}:Bot"), ("others", ["{bot}:Bot"]), ("teacher", "bot:Bot")],
)
def test_to_read_a_data_set_runs_nothing_that_its_card_names(copied, field, value, monkeypatch):
    bot = copied / "bot.py"
    bot.write_text("open('ran', 'w').close()\nclass Bot:\n    def act(self, view): return 0\n")
    monkeypatch.chdir(copied)
    file = copied / "card.json"
    text = json.dumps(value).replace("{bot}", str(bot))
    card = json.loads(file.read_text())
    card["lessons"][field] = json.loads(text)
    file.write_text(json.dumps(card))

    assert getattr(read_card(copied).args, field)
    Imitation(ARGS, copied, copied / "out").close()

    assert not (copied / "ran").exists()


def test_to_read_a_data_set_reads_no_folder_that_its_card_names(copied):
    file = copied / "card.json"
    card = json.loads(file.read_text())
    card["lessons"]["game"] = f"agot2e@{'0' * 16}:{copied}"
    file.write_text(json.dumps(card))

    with pytest.raises(ValueError, match=r"card\.json: unknown game 'agot2e@0"):
        read_card(copied)


# --- agents that cannot teach


def test_an_unknown_teacher_is_refused_before_anything_is_written(tmp_path):
    with pytest.raises(ValueError, match="unknown agent 'nobody'"):
        generate_dataset(DatasetArgs(teacher="nobody"), tmp_path / "data")

    assert not (tmp_path / "data").exists()


def test_an_agent_that_does_not_play_the_game_is_refused_before_anything_is_written(tmp_path):
    args = DatasetArgs(game="btwixt", teacher="heuristic", others=("courtier",), games=2)

    with pytest.raises(ValueError, match="agent 'courtier' does not play 'btwixt'"):
        generate_dataset(args, tmp_path / "data")

    assert not (tmp_path / "data").exists()


BAD_TEACHERS = """
import os
class Evil(Exception):
    def __reduce__(self):
        return os._exit, (0,)
Evil.__name__ = "\\x1b[31mEvil"
class Raises:
    def act(self, view): raise Evil("no")
class Leaves:
    def act(self, view): raise SystemExit(0)
class Dies:
    def act(self, view): os._exit(0)
"""


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("Raises", r"agent '.*bad\.py:Raises': \\x1b\[31mEvil: no \(.*bad\.py:8\)$"),
        ("Leaves", r"agent '.*bad\.py:Leaves': SystemExit: 0 \(.*bad\.py:10\)$"),
        ("Dies", "a process that plays has died after 0 of 1 shards"),
    ],
)
def test_a_teacher_that_fails_is_named(tmp_path, name, message):
    bad = tmp_path / "bad.py"
    bad.write_text(BAD_TEACHERS)
    args = DatasetArgs(teacher=f"{bad}:{name}", others=(), other_share=0.0, games=1)

    with pytest.raises(RuntimeError, match=message):
        generate_dataset(args, tmp_path / "data")


def test_a_folder_without_a_card_is_no_data_set(tmp_path):
    with pytest.raises(ValueError, match="is no data set"):
        read_card(tmp_path)


# --- what is learnt


def test_returns_are_prizes_less_the_potential_that_was_there(data):
    arrays = read_shard(shard_file(data, 0), GAME)
    read = read_decisions(shard_file(data, 0), GAME, "castles")
    row = 40
    game, seat = arrays["games"][row], arrays["seats"][row]
    prize = final_rewards(GAME, "castles", arrays["places"][game, :3].tolist())[seat]
    points = arrays["points"][row, :3]

    assert read["returns"][row] == pytest.approx(prize - (points[seat] - points.mean()) / 7)
    plain = read_decisions(shard_file(data, 0), GAME, "win")
    assert set(plain["returns"].tolist()) == {1.0, -0.5}


def test_windows_hold_every_decision_once(data):
    files = shard_files(data)
    rng = np.random.default_rng(0)
    parts = list(windows(files, GAME, "win", 1, rng))

    assert [share for _, share in parts] == pytest.approx([1 / 3, 2 / 3, 1])
    total = sum(len(read_shard(file, GAME)["actions"]) for file in files)
    assert sum(len(part["actions"]) for part, _ in parts) == total


@pytest.mark.training
def test_a_network_learns_to_decide_as_the_teacher(data, tmp_path):
    exams = []
    args = ImitationArgs.parse(ARGS.plain(), {"epochs": 6, "learning_rate": 1e-3})
    Imitation(args, data, tmp_path / "out").run(lambda share, progress, exam: exams.append(exam))

    assert exams[-1].loss < exams[0].loss - 0.05
    card, _ = load_policy(tmp_path / "out")
    assert card.players == (3, 4)
    assert card.training["lessons"]["teacher"] == "heuristic"
    assert card.training["exam"]["agreement"] == exams[-1].agreement


@pytest.mark.training
def test_learning_that_was_ended_comes_to_the_same_network(data, tmp_path):
    class EndedError(Exception):
        pass

    def end(share, progress, exam):
        if progress.updates == 2:
            raise EndedError

    Imitation(ARGS, data, tmp_path / "whole").run()
    with pytest.raises(EndedError):
        Imitation(ARGS, data, tmp_path / "ended").run(end)
    Imitation(ARGS, data, tmp_path / "ended", resume=True).run()

    whole, ended = (load_policy(tmp_path / name)[1] for name in ("whole", "ended"))
    assert all((whole[name] == ended[name]).all() for name in whole)


@pytest.mark.training
def test_interrupts_in_the_middle_of_a_window_lose_no_gradient_step(data, tmp_path, monkeypatch):
    """Three: in a step, again in the same one, and while the files are written."""
    told, steps = [], []

    def third_step(*args):
        steps.append(args)
        if len(steps) == 3:
            os.kill(os.getpid(), signal.SIGINT)
            os.kill(os.getpid(), signal.SIGINT)
        return targets(*args)

    def slow_save(*args):
        os.kill(os.getpid(), signal.SIGINT)
        save_trainer(*args)

    usual = signal.getsignal(signal.SIGINT)
    with monkeypatch.context() as patch:
        patch.setattr("got_training.imitation.learning.targets", third_step)
        patch.setattr("got_training.imitation.learning.save_trainer", slow_save)
        ended = Imitation(ARGS, data, tmp_path / "ended", tell=told.append)
        assert ended.run() is None
    assert ended.interrupted
    assert signal.getsignal(signal.SIGINT) is usual
    assert told == ["interrupted: saving the policy ..."]
    assert (ended.progress.adam_steps, ended.progress.updates) == (3, 0)
    assert ended.progress == read_progress(tmp_path / "ended")[0]
    assert load_policy(tmp_path / "ended")[0].steps == 3 * ARGS.batch_size

    scores = Imitation(ARGS, data, tmp_path / "ended", resume=True).run()

    assert scores == Imitation(ARGS, data, tmp_path / "whole").run()
    (card, whole), (other, weights) = (load_policy(tmp_path / n) for n in ("whole", "ended"))
    assert card == other
    assert all((whole[name] == weights[name]).all() for name in whole)


@pytest.mark.training
def test_an_interrupt_breaks_off_the_test_of_a_window_and_saves_it(data, tmp_path, monkeypatch):
    def endless(*args):
        os.kill(os.getpid(), signal.SIGINT)
        raise AssertionError("the test went on")

    with monkeypatch.context() as patch:
        patch.setattr("got_training.imitation.learning.score_held_out", endless)
        ended = Imitation(ARGS, data, tmp_path)
        assert ended.run() is None
    assert ended.progress.updates == 1
    assert "exam" not in load_policy(tmp_path)[0].training

    scores = Imitation(ARGS, data, tmp_path, resume=True).run()

    assert load_policy(tmp_path)[0].training["exam"]["agreement"] == scores.agreement


@pytest.mark.training
def test_the_command_says_what_an_interrupt_left(data, tmp_path, monkeypatch, capsys):
    def interrupted(*args):
        os.kill(os.getpid(), signal.SIGINT)
        return targets(*args)

    monkeypatch.setattr("got_training.imitation.learning.targets", interrupted)
    out = tmp_path / "out"

    run(["imitate", "learn", "--data", str(data), "--out", str(out)])

    shown = capsys.readouterr()
    assert "got: interrupted: saving the policy ..." in shown.err
    assert "interrupted after 256 decisions" in shown.out
    assert "--resume goes on" in shown.out
    assert load_policy(out)[0].steps == 256
    run(["train", "--out", str(out), "--resume"], 2)
    assert capsys.readouterr().err == (
        f"got: {out} holds an imitation: expected `got imitate learn --resume`, or a new folder"
        f" and `--start {out}`\n"
    )


@pytest.mark.training
def test_other_arguments_do_not_resume(data, tmp_path):
    Imitation(ARGS, data, tmp_path).run()

    with pytest.raises(ValueError, match=r"learnt with learning_rate=0\.002, not 0\.01"):
        Imitation(ImitationArgs.parse(ARGS.plain(), {"learning_rate": 0.01}), data, tmp_path,
                  resume=True)  # fmt: skip
    with pytest.raises(ValueError, match="expected a new folder, or --resume"):
        Imitation(ARGS, data, tmp_path)


@pytest.mark.training
def test_learning_does_not_go_on_with_more_of_the_data_set(copied, tmp_path):
    first, told = shard_file(copied, 0), []
    aside = first.rename(tmp_path / "aside")
    Imitation(ARGS, copied, tmp_path / "out", tell=told.append).run()
    aside.rename(first)

    assert told == [f"{copied} is not whole: it has 2 of 3 shards"]
    with pytest.raises(ValueError, match="was learnt with shards=2, not 3"):
        Imitation(ARGS, copied, tmp_path / "out", resume=True)


@pytest.mark.training
def test_a_training_starts_from_the_policy(data, tmp_path):
    Imitation(ARGS, data, tmp_path / "first").run()
    start = {"start": str(tmp_path / "first"), "players": 3, "num_envs": 8, "rollout": 16}
    none = {"steps": 1, "batch_size": 64, "stagger": 0, "evaluate_minutes": 0.0}

    train(Args.parse(SIZES, start, none, {"learning_rate": 1e-8}), tmp_path / "second")

    first, second = (load_policy(tmp_path / name)[1] for name in ("first", "second"))
    assert all(np.allclose(first[name], second[name], atol=1e-4) for name in first)
    with pytest.raises(ValueError, match="its network has hidden=32: expected 16"):
        train(Args.parse(SIZES, start, none, {"hidden": 16}), tmp_path / "third")


@pytest.mark.training
def test_the_commands_make_data_and_a_policy(tmp_path, capsys):
    folder, out = str(tmp_path / "data"), str(tmp_path / "out")
    small = tmp_path / "small.toml"
    small.write_text("shard_games = 1\nother_share = 0.0\n")
    sizes = tmp_path / "sizes.toml"
    sizes.write_text("hidden = 16\ncritic = 8\nembedding = 4\nbatch_size = 64\nthreads = 1\n")

    run(["imitate", "data", "--out", folder, "--games", "2", "--players", "3",
          "--teacher", "heuristic", "--config", str(small), "--json"])  # fmt: skip
    made = json.loads(capsys.readouterr().out)
    run(["imitate", "learn", "--data", folder, "--out", out, "--epochs", "1",
          "--config", str(sizes)])  # fmt: skip

    assert (made["shards"], made["made"]) == (2, 2)
    assert "agrees with the teacher in" in capsys.readouterr().out
    assert load_policy(tmp_path / "out")[0].players == 3
