"""The command ``got``: output, exit codes, errors in one line."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from got_env.cli import app as cli
from got_env.games import GAMES, get_game

ROOT = Path(__file__).parents[1]


@pytest.mark.smoke
def test_help_lists_every_command_and_gives_an_example(got):
    code, out, _ = got("--help")

    assert code == 0
    assert "Example: got " in out
    for command in (
        "bench",
        "demo",
        "exploit",
        "export",
        "games",
        "league",
        "play",
        "referee",
        "replay",
        "serve",
        "tournament",
        "train",
        "warmup",
    ):
        assert f"\n  {command} " in out


def test_without_a_command_the_help_is_shown(got):
    assert got() == got("--help")


@pytest.mark.parametrize(
    "command",
    [
        *("bench", "exploit", "games", "league", "play", "referee", "replay", "serve"),
        *("tournament", "warmup"),
    ],
)
def test_every_command_has_help_with_an_example(got, command):
    code, out, _ = got(command, "--help")

    assert code == 0
    assert f"Example: got {command}" in out


def run_for_nobody(*args):
    """What a command says and its exit code, where the reader of its output has gone."""
    with subprocess.Popen(
        [sys.executable, "-m", "got_env.cli", *args],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
    ) as ends:
        ends.stdout.close()
        return ends.stderr.read(), ends.wait()


@pytest.mark.parametrize("args", ["games --actions agot2e", "replay tests/replays/4p.txt"])
def test_a_reader_that_has_seen_enough_is_no_failure(args):
    assert run_for_nobody(*args.split()) == (b"", 0)


def test_files_are_whole_though_the_reader_has_seen_enough(got, tmp_path):
    game, page = tmp_path / "game.txt", tmp_path / "page.html"

    assert run_for_nobody("play", "--players", "3", "--decisions", "--record", str(game))[1] == 0
    assert run_for_nobody("replay", "--decisions", str(game), "--html", str(page))[1] == 0
    assert "nobody" not in got("replay", game, "--verify")[1]
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")


def test_help_starts_fast_as_it_imports_no_kernels():
    code = (
        "import sys\n"
        "from got_env.cli.app import main\n"
        "try:\n    main(['--help'])\n"
        "except SystemExit:\n    pass\n"
        "print(sorted({'numba', 'torch', 'pettingzoo'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.smoke
def test_the_actions_of_a_game_are_listed(got):
    code, out, _ = got("games", "--actions", "agot2e")

    assert code == 0
    assert "order march+1" in out
    assert "raid_target" in out

    code, out, _ = got("games", "--actions", "agot2e", "--json")
    listed = json.loads(out)

    assert code == 0
    assert len(listed["actions"]) == 130
    assert listed["actions"][30] == {
        "id": 30,
        "name": "bid 1",
        "kind": "bid",
        "meaning": "1 power",
        "decisions": ["bid"],
    }


def test_actions_of_an_unknown_game_are_refused_in_one_line(got):
    code, out, err = got("games", "--actions", "chess")

    assert (code, out) == (2, "")
    assert (
        err
        == "got: unknown game 'chess': expected one of agot2e, agot1e, agot1e_storm, asos, btwixt\n"
    )


def test_the_version_is_that_of_the_package(got):
    code, out, _ = got("--version")

    assert code == 0
    assert out.startswith("got_env 0.")


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["fly"], "No such command 'fly'"),
        (["tournament", "--fly"], "No such option"),
        (["tournament", "--games", "many"], "Invalid value for '--games'"),
        (["tournament", "--games", "0"], "games=0: expected at least 1"),
        (["tournament", "--players", "9"], "players=9: expected one of"),
        (["tournament", "--agents", "nobody,random"], "unknown agent 'nobody': expected one of"),
        (["tournament", "--agents", "random,random"], "agent 'random' is named twice"),
        (["tournament", "--agents", "random,"], "expected names separated by commas"),
        (["tournament", "--jobs", "0"], "jobs=0: expected at least 1"),
        (["tournament", "--game", "chess"], "unknown game 'chess': expected one of"),
        (["tournament", "--option", "tides"], "option 'tides': expected key=value"),
        (["tournament", "--option", "fog=true"], "unknown option 'fog': expected one of"),
        (["tournament", "--option", "tides=maybe"], "option tides='maybe': expected one of"),
        (["tournament", "--tides", "--option", "tides=false"], "'tides' is given twice"),
        (["play", "--agents", "random,random,random,random", "--players", "3"], "4 names for 3"),
        (["play", "--option", "tide=true"], "unknown option 'tide': did you mean 'tides'?"),
        (["play", "--players", "2"], "players=2: expected one of"),
        (["bench", "speed", "--repeats", "0"], "repeats=0: expected at least 1"),
    ],
)
def test_bad_usage_is_one_line_and_exit_code_2(got, args, message):
    code, out, err = got(*args)

    assert code == 2
    assert out == ""
    assert err.count("\n") == 1
    assert err.startswith("got: ")
    assert message in err


def test_options_are_looked_at_before_the_rules_are_compiled(got, monkeypatch):
    def compiled(*_):
        raise AssertionError

    monkeypatch.setattr("got_env.cli.first_start.compile_if_cold", compiled)
    code, _, err = got("play", "--option", "tide=true")

    assert code == 2
    assert "unknown option 'tide'" in err


@pytest.mark.parametrize("game", GAMES)
def test_without_players_a_game_has_as_many_as_it_takes(got, game):
    agents = ["--agents", "random", "--json"]
    most = GAMES[game].seats.counts[-1]

    played = got("play", "--game", game, *agents)[1]
    both = [*agents[:1], "random,random_kind", "--json"]
    met = got("tournament", "--game", game, *both, "--games", "2", "--no-isolate")[1]

    assert len(json.loads(played)["houses"]) == most
    assert json.loads(met)["players"] == most


def failing(monkeypatch, error):
    def fail(*args, **kwargs):
        raise error

    monkeypatch.setattr("got_benchmarks.tournament.plan.new_plan", fail)


def test_a_failure_is_one_line_and_exit_code_1(got, monkeypatch):
    failing(monkeypatch, RuntimeError("the disk\nis full"))

    assert got("tournament") == (1, "", "got: the disk is full\n")


def test_debug_shows_the_traceback_wherever_it_stands(got, monkeypatch):
    failing(monkeypatch, RuntimeError("the disk is full"))

    code, _, err = got("tournament", "--debug")

    assert code == 1
    assert "Traceback (most recent call last)" in err
    assert err.endswith("got: the disk is full\n")


@pytest.mark.parametrize(
    ("error", "code", "said"),
    [
        (FileNotFoundError(2, "No such file or directory", "plan.toml"), 2, "plan.toml: No such"),
        (NotADirectoryError(20, "Not a directory", "runs"), 2, "runs: Not a directory"),
        (OSError(28, "No space left on device", "runs/a"), 1, "runs/a: No space left on device"),
        (ImportError("torch is broken"), 1, "torch is broken"),
        (KeyError("west"), 1, "a fault in the program at "),
        (RuntimeError(), 1, "a fault in the program at "),
    ],
)
def test_no_message_has_the_name_of_a_class(got, monkeypatch, error, code, said):
    failing(monkeypatch, error)

    ended, _, err = got("tournament")

    assert ended == code
    assert err.startswith(f"got: {said}")
    assert type(error).__name__ not in err
    assert "Errno" not in err


@pytest.mark.parametrize(
    "words",
    [
        ["play", "--agents", ""],
        ["play", "--house", "stark", "--against", ""],
        ["tournament", "--agents", ""],
    ],
)
def test_an_empty_list_of_agents_is_refused(got, words):
    code, out, err = got(*words)

    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "expected names separated by commas" in err


def test_an_interrupt_is_no_traceback(got, monkeypatch):
    failing(monkeypatch, KeyboardInterrupt())

    assert got("tournament") == (130, "", "got: interrupted\n")


def test_a_command_that_cannot_be_imported_says_so(got, monkeypatch):
    class Broken:
        def load(self):
            raise ImportError("No module named 'torch'")

    monkeypatch.setattr(cli, "_extensions", lambda: {"train": Broken()})

    assert "Not available here: No module named 'torch'" in got("--help")[1]
    code, _, err = got("train")
    assert (code, err) == (
        1,
        "got: the command 'train' cannot be loaded: No module named 'torch'\n",
    )


def test_games_lists_sizes_and_options(got):
    code, out, _ = got("games")
    options = got("games", "--options")[1]

    assert code == 0
    assert "agot2e" in out
    assert "130" in out
    for key in ("tides", "support_refusal", "rulings"):
        assert key in options


def test_games_in_json(got):
    _, out, _ = got("games", "--json")

    game = json.loads(out)["agot2e"]
    assert game["players"] == [3, 4, 5, 6]
    assert game["options"]["tides"]["default"] == "false"
    assert game["num_actions"] <= 512
    assert sum(game["observation_blocks"]["areas"]) > 0


def test_play_tells_a_game_round_by_round(got):
    code, out, err = got("play", "--players", "3", "--agents", "heuristic,random", "--seed", "4")

    assert code == 0
    assert err == ""
    assert "\nRound 1\n" in out
    assert "marches from" in out
    assert " wins the game " in out
    assert out.rstrip().splitlines()[-1].split()[0] == "3"  # the last place closes the table


def test_play_is_the_same_again_with_the_same_seed(got):
    first = got("play", "--players", "3", "--seed", "6", "--tides", "--decisions")

    assert got("play", "--players", "3", "--seed", "6", "--tides", "--decisions") == first
    assert got("play", "--players", "3", "--seed", "7", "--tides", "--decisions") != first


def test_play_in_json(got):
    _, out, _ = got("play", "--players", "4", "--agents", "random", "--json")

    result = json.loads(out)
    places = sorted(row["place"] for row in result["houses"].values())
    assert places == [1, 2, 3, 4]
    assert result["houses"][result["winner"]]["place"] == 1
    assert result["winner_agent"] == "random"
    assert result["end"] in {"seven_castles", "last_round"}
    assert any("wins the game" in event for event in result["events"])


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ("tournment", "No such command 'tournment': did you mean 'tournament'?"),
        ("gmes", "No such command 'gmes': did you mean 'games'?"),
        ("bench polcy", "No such command 'polcy': did you mean 'policy'?"),
        ("imitate lern", "No such command 'lern': did you mean 'learn'?"),
        ("games agot2", "unknown game 'agot2': did you mean 'agot2e'? expected one of"),
        ("games agot1e --actions agot2e", "'agot1e': --actions names the game"),
        ("play --againts x", "No such option --againts: did you mean --against?"),
        ("tournament --gmaes 3", "No such option --gmaes: did you mean --games?"),
        ("play --game agot2", "unknown game 'agot2': did you mean 'agot2e'? expected one of"),
        ("tournament --schedule swis", "schedule='swis': did you mean 'swiss'? expected one of"),
        ("play --option tide=true", "unknown option 'tide': did you mean 'tides'? expected one of"),
        ("tournament --agents heuristc,random", "did you mean 'heuristic'?"),
    ],
)
def test_what_was_meant_is_guessed(got, args, message):
    code, _, err = got(*args.split())

    assert code == 2
    assert message in err


def test_one_game_is_listed_alone(got):
    assert list(json.loads(got("games", "btwixt", "--json")[1])) == ["btwixt"]
    assert got("games", "btwixt")[1].startswith("btwixt: ")


FAILING = """
class Fails:
    name = "fails"
    def act(self, view): raise KeyError("no\\nsuch thing")
class Leaves(Fails):
    def act(self, view): raise SystemExit(0)
class Cheats(Fails):
    def act(self, view): return -7
"""


@pytest.mark.parametrize(
    ("name", "code", "message"),
    [
        ("Fails", 1, r"got: agent '{0}:Fails': KeyError: 'no\nsuch thing' ({0}:4)"),
        ("Leaves", 1, "got: agent '{0}:Leaves': SystemExit: 0 ({0}:6)"),
        ("Cheats", 1, "got: agent '{0}:Cheats' as baratheon chose -7, which is not legal"),
    ],
)
def test_an_agent_of_ones_own_that_fails_is_named(got, tmp_path, name, code, message):
    file = tmp_path / "failing.py"
    file.write_text(FAILING)

    ended, _, err = got("play", "--players", "3", "--agents", f"{file}:{name}")

    assert (ended, err.splitlines()[-1]) == (code, message.format(file))


def test_nothing_like_it_is_no_guess(got):
    assert got("xyzzy")[2] == "got: No such command 'xyzzy' (see 'got --help')\n"


@pytest.mark.parametrize("args", ["games", "games --options", "games --actions agot2e"])
def test_lists_fit_eighty_columns_and_break_no_word(got, args, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")

    _, out, _ = got(*args.split())

    assert max(map(len, out.splitlines())) <= 80
    words = set(re.findall(r"[\w+*]+", out))
    game = get_game("agot2e")
    if args == "games":
        assert "A Game of Thrones: The Board Game, second edition" in out
        assert {"actions", "observation", "bytes", "sourced"} <= words
    elif "--options" in args:
        assert set(game.options.table) <= words
    else:
        assert {
            word for name in game.actions.names for word in re.findall(r"[\w+*]+", name)
        } <= words


@pytest.mark.parametrize(
    "args", [("games",), ("replay", Path(__file__).parent / "replays/btwixt/3p.txt")]
)
def test_a_width_of_nothing_is_none(got, args, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    usual = got(*args)
    monkeypatch.setenv("COLUMNS", "0")

    assert got(*args) == usual
    assert (usual[0], usual[2]) == (0, "")


def test_a_narrow_terminal_cuts_no_name_of_an_agent(got, monkeypatch):
    monkeypatch.setenv("COLUMNS", "50")

    _, out, _ = got("play", "--game", "btwixt", "--players", "3", "--agents", "heuristic")

    assert "…" not in out
    assert "left out, as the terminal is narrow: " in out


@pytest.fixture
def bracketed(tmp_path, monkeypatch):
    """A folder whose name looks like markup; the terminal is wide."""
    monkeypatch.setenv("COLUMNS", "200")
    folder = tmp_path / "[bold]runs[/red] :dragon:"
    folder.mkdir(parents=True)
    return folder


def test_names_with_brackets_are_printed_as_they_are(got, bracketed):
    code, out, err = got(
        "tournament",
        "--games",
        "2",
        "--players",
        "3",
        "--out",
        bracketed / "[a]cup",
        "--no-isolate",
    )

    assert code == 0, err
    assert f"results: {bracketed}/[a]cup/results.sqlite" in out
    assert f"report: {bracketed}/[a]cup/report.html" in out

    file = bracketed / "[b]game.txt"
    assert got("play", "--players", "3", "--record", file)[0] == 0
    assert str(file) in got("replay", file, "--verify")[1]
    text = file.read_text().replace("agent baratheon heuristic", "agent baratheon [red]x[/blue]")
    file.write_text(text)
    code, _, err = got("replay", file)
    assert code == 1
    assert str(file) in err
    assert str(bracketed) in got("play", "--record", bracketed)[2]


def test_tables_show_names_with_brackets_as_they_are(capsys):
    from got_env.cli.console import console, print_places, progress_bar, waiting

    houses = {
        "stark": {"agent": "[red]x[/blue]", "place": 1, "castles": 1, "supply": 1, "power": 1}
    }
    print_places(houses, ("castles", "supply", "power"))
    console().print("no report: pip install -e .[viz]")

    out = capsys.readouterr().out
    assert "[red]x[/blue]" in out
    assert "pip install -e .[viz]" in out
    with progress_bar() as bar, waiting("[/x]"):
        bar.add_task("[/x]")


def completed(words):
    """Offers of the shell for the last of some words."""
    line = ["got", *words]
    asked = {"COMP_WORDS": " ".join(line), "COMP_CWORD": str(len(line) - 1)}
    done = subprocess.run(
        [sys.executable, "-c", "from got_env.cli.app import main; main([])"],
        env={**os.environ, "_GOT_COMPLETE": "complete_bash", **asked},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.split()


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (["tourn"], "tournament"),
        (["play", "--ho"], "--house"),
        (["play", "--game", "agot2"], "agot2e"),
        (["play", "--house", "st"], "stark"),
        (["play", "--against", "cour"], "courtier"),
        (["play", "--agents", "random,heur"], "random,heuristic"),
        (["tournament", "--agents", "heuristic,rai"], "heuristic,raider"),
        (["tournament", "--schedule", "sw"], "swiss"),
        (["games", "--actions", "agot2"], "agot2e"),
    ],
)
def test_the_shell_completes_commands_options_and_names(words, offered):
    assert completed(words) == [offered]


COMMANDS = (
    *(["bench", "policy"], ["bench", "speed"], ["imitate", "data"], ["imitate", "learn"]),
    *(["play"], ["tournament"], ["train"], ["league"], ["serve"], ["export"], ["games"]),
    *(["replay"], ["warmup"], ["demo"]),
)


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_help_speaks_of_values_and_not_of_types_of_python(got, command):
    code, out, _ = got(*command, "--help")

    assert code == 0
    assert not re.search(r"<(str|int|float|bool|list|Path)|INTEGER|FLOAT|DIRECTORY|list\[", out)
    assert re.search("NUMBER|TEXT|PATH|[A-Z]{4}", out)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["play", "--players", "x"], "a whole number"),
        (["serve", "--port", "y"], "a whole number"),
        (["serve", "--port", "99999"], "at most 65535"),
        (["serve", "--pause", "-1"], "at least 0"),
        (["replay", "--each", "bogus", __file__], "one of round, decision"),
        (["tournament", "--time-limit", "long"], "a number"),
    ],
)
def test_a_value_of_another_kind_is_refused_in_the_words_of_all_others(got, words, expected):
    code, _, err = got(*words)

    assert code == 2
    said = f"got: Invalid value for '{words[1]}': '{words[2]}': expected {expected} (see 'got"
    assert err.startswith(said)
