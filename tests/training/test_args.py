"""Each argument is said once: the flags of the commands and the pages take it from there."""

import json
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import pytest
from click import Context
from typer.main import get_command

from got_agents.network import NetworkShape
from got_agents.policy import shipped_policy
from got_env.cli.app import app, main
from got_env.games import get_game
from got_training.args import OLD_NAMES, Args, read_config
from got_training.cli_flags import DATA_DIR, Flag, declared
from got_training.first_game import DemoArgs
from got_training.imitation.args import ImitationArgs
from got_training.imitation.dataset_args import DatasetArgs
from got_training.league.args import LeagueArgs


@pytest.mark.parametrize(
    ("code", "players"), [("agot2e", 6), ("agot1e", 5), ("agot1e_storm", 5), ("btwixt", 6)]
)
def test_a_training_is_by_default_for_as_many_players_as_its_game_takes(code, players):
    assert Args(game=code, steps=1).players == players


@pytest.mark.parametrize(
    ("command", "config"),
    [
        (["train", "--steps", "1"], "opponents = ['random', 'human']\nopponent_share = 0.5"),
        (["train", "--steps", "1", "--teacher", "human"], ""),
        (["imitate", "data", "--teacher", "human"], ""),
        (["imitate", "data"], "others = ['human']"),
        (["exploit", "human"], ""),
        (["league", "--start", str(shipped_policy("agot2e"))], "opponents = ['human']"),
        (["league", "--start", str(shipped_policy("agot2e"))], "rated = ['human']"),
    ],
)
def test_people_are_refused_before_a_folder_is_made(command, config, tmp_path, capsys):
    pytest.importorskip("sb3_contrib")
    (tmp_path / "config.toml").write_text(config)
    out = tmp_path / "out"
    with pytest.raises(SystemExit) as ended:
        main([*command, "--out", str(out), "--config", str(tmp_path / "config.toml")])

    assert ended.value.code == 2
    assert capsys.readouterr().err.startswith("got: agent 'human': nobody can be asked here: ")
    assert not out.exists()


TABLES = [Args, LeagueArgs, DatasetArgs, ImitationArgs, DemoArgs]


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.__name__)
def test_every_argument_is_described_under_its_field(table):
    assert list(declared(table.__module__, table.__name__)) == [item.name for item in fields(table)]


@pytest.mark.parametrize(
    ("words", "name", "text"),
    [
        (
            ["train"],
            "minutes",
            "Stop after this many minutes; 0: no limit of time; 10 without any limit.",
        ),
        (["train"], "device", "auto"),
        (["train"], "players", "the most of the game"),
        (["league"], "rounds", "Stop after this many rounds; 0: no limit."),
        (["league"], "game", "that of the policy"),
        (["imitate", "data"], "teacher", "ismcts:sims=12"),
        (["imitate", "learn"], "epochs", "How often each decision is used."),
        (["demo"], "games", "100"),
    ],
)
def test_a_flag_says_what_its_argument_says(words, name, text):
    command = get_command(app)
    for word in words:
        command = command.get_command(Context(command), word)
    (flag,) = (one for one in command.params if one.name == name)

    assert f"--{name}" in flag.opts
    assert text in (flag.help, flag.show_default)


def test_the_help_of_the_commands_imports_nothing_heavy():
    """`got --help` lists all commands, so it loads them."""
    text = (
        "import sys, got_training.commands, got_training.league.commands\n"
        "import got_training.imitation.commands\n"
        "print(*sorted({'torch', 'numba', 'got_training.args'} & sys.modules.keys()))"
    )
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == ""


@pytest.mark.parametrize(
    ("given", "name", "value"),
    [({"anchor": 0.5, "start": "x"}, "kl_coef", 0.5), ({"rounds": 2}, "message_layers", 2)],
)
def test_an_old_name_of_an_argument_is_read_with_a_warning(given, name, value, tmp_path):
    file = tmp_path / "old.toml"
    file.write_text("".join(f"{key} = {json.dumps(one)}\n" for key, one in given.items()))

    with pytest.warns(FutureWarning, match=f"^{next(iter(given))} is the old name of {name}$"):
        args = Args.parse({"steps": 1}, read_config(file))

    assert getattr(args, name) == value
    assert not OLD_NAMES.keys() & args.plain().keys()


def test_both_names_of_an_argument_are_refused():
    with pytest.raises(ValueError, match=r"^anchor: the old name of kl_coef: expected one"):
        Args.parse({"steps": 1, "start": "x", "anchor": 0.5, "kl_coef": 0.5})


def test_an_old_name_in_a_table_of_a_league_is_read_with_a_warning():
    with pytest.warns(FutureWarning, match="^anchor is the old name of kl_coef$"):
        args = LeagueArgs.parse({"rounds": 1, "main": {"anchor": 0.5}})

    assert args.main == {"kl_coef": 0.5}
    assert LeagueArgs.parse(args.plain()) == args


def test_a_card_with_the_old_name_of_a_size_is_read():
    shape = Args.parse({"steps": 1, "message_layers": 2}).shape_for(get_game("agot2e"))
    old = {("rounds" if key == "message_layers" else key): n for key, n in shape.plain().items()}

    assert old["rounds"] == 2
    assert NetworkShape.parse(old) == shape
    with pytest.raises(ValueError, match="rounds and message_layers are the same"):
        NetworkShape.parse({**old, "message_layers": 2})


@pytest.mark.parametrize("flag", ["start", "data_dir"])
def test_an_empty_path_is_none_and_not_the_current_folder(flag, tmp_path, monkeypatch):
    """As in a script with an empty variable."""
    monkeypatch.chdir(tmp_path)
    flags = {one.name: one for one in (Flag("start", Path), DATA_DIR)}

    assert flags[flag].value("") == ""
    assert flags["start"].value("runs/first") == "runs/first"
    assert flags["data_dir"].value("data") == str(tmp_path / "data")
