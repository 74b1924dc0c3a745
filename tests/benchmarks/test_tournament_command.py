"""The command ``got tournament``."""

import html
import json
import os
import re
import secrets
import shlex
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest

from got_benchmarks.tournament.store import Store
from got_benchmarks.tournament.tables import NAME_WIDTH
from got_env.cli import app as cli

QUICK = ("--no-isolate", "--players", "3")


@pytest.fixture
def got(capsys):
    """Run ``got tournament`` in this process: exit code, output, errors."""

    def run(*args):
        with pytest.raises(SystemExit) as ended:
            cli.main(["tournament", *map(str, args)])
        said = capsys.readouterr()
        return ended.value.code, said.out, said.err

    return run


def test_tables_are_printed(got):
    code, out, err = got("--games", "4", "--mirror", "2", *QUICK)

    assert code == 0
    assert err == ""
    assert "6 games with 3 players" in out
    assert "houses with identical agents, 2 games" in out
    assert "win rate by house" in out
    assert "ended by last round: " in out


@pytest.mark.parametrize(
    ("agents", "said"),
    [
        (
            "random",
            "agents='random': one agent has nobody to play against: expected two or more, or mirror"
            " games (--mirror), which compare the houses",
        ),
        (
            "random,human",
            "agent 'human': nobody can be asked here: expected an agent that plays by itself; `got"
            " play --house HOUSE` and `got serve` have seats for people",
        ),
        (
            "random,me=human",
            "agent 'me=human': nobody can be asked here: expected an agent that plays by itself;"
            " `got play --house HOUSE` and `got serve` have seats for people",
        ),
    ],
)
def test_a_tournament_that_nobody_could_play_is_not_begun(got, tmp_path, agents, said):
    out = tmp_path / "cup"

    assert got("--agents", agents, "--games", "2", "--out", out) == (2, "", f"got: {said}\n")
    assert not out.exists()


def test_one_agent_alone_compares_the_houses(got):
    code, out, err = got("--agents", "random", "--games", "1", "--mirror", "2", *QUICK)

    assert (code, err) == (0, "")
    assert "houses with identical agents, 2 games" in out


def test_no_interval_is_broken_in_a_pipe(got, monkeypatch):
    monkeypatch.delenv("COLUMNS", raising=False)

    code, out, _ = got("--games", "6", *QUICK)

    houses = out[out.index("win rate by house") :]
    (bounds,) = [line for line in houses.splitlines() if line.startswith(" 95 %")]
    assert code == 0
    assert bounds.count(" - ") == 3


@pytest.mark.parametrize("width", [40, 60, 72, 84, 96])
def test_no_house_loses_a_digit(got, monkeypatch, width):
    command = ("--games", "6", "--players", "6", "--no-isolate")
    monkeypatch.setenv("COLUMNS", str(width))

    out = got(*command)[1]

    houses = out[out.index("win rate by house") :]
    lines = [line for line in houses.splitlines() if line.startswith((" all", " heur", " rand"))]
    header = next(line for line in houses.splitlines() if line.startswith(" agent"))
    assert len(lines) == 3
    for line in lines:
        assert len(re.findall(r"\d+\.\d %", line)) == len(header.split()) - 1


@pytest.mark.parametrize("width", [30, 60, 72])
def test_no_table_loses_a_digit(got, monkeypatch, width):
    def agents(out):
        table = out[: out.index("win rate by house")]
        return [line.split() for line in table.splitlines() if line.startswith((" heur", " rand"))]

    command = ("--games", "9", "--players", "3", "--no-isolate")
    monkeypatch.delenv("COLUMNS", raising=False)
    whole = agents(got(*command)[1])
    monkeypatch.setenv("COLUMNS", str(width))

    code, out, _ = got(*command)

    assert code == 0
    assert "…" not in out
    assert all(set(line) <= set(row) for line, row in zip(agents(out), whole, strict=True))
    told = "left out, as the terminal is narrow: " in " ".join(out.split())
    assert told == (width < 72)


def test_a_narrow_terminal_shows_all_agents_and_houses(got, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    names = [f"heuristic:castle={n}" for n in range(1, 9)]

    code, out, _ = got(
        "--games",
        "1",
        "--players",
        "6",
        "--agents",
        ",".join(names),
        "--mirror",
        "1",
        "--no-isolate",
    )

    table = out[out.index("win rate by house") :]
    assert code == 0
    assert max(map(len, out.splitlines())) <= 80
    for house in ("baratheon", "greyjoy", "lannister", "martell", "stark", "tyrell"):
        assert house in table
    first_column = "".join(line[:NAME_WIDTH].strip() for line in table.splitlines())
    for name in names:
        assert name in first_column


def test_the_json_has_the_promised_shape(got, tmp_path):
    code, out, err = got("--games", "6", "--json", "--out", tmp_path, *QUICK)

    result = json.loads(out)
    assert (code, err) == (0, "")
    assert result["game"] == "agot2e"
    assert (result["players"], result["games"], result["errors"]) == (3, 6, 0)
    assert set(result["agents"]) == {"heuristic", "random"}
    for row in result["agents"].values():
        assert {"seats", "wins", "win_share", "interval"} <= set(row)
        low, high = row["interval"]
        assert 0 <= low <= row["win_share"] <= high <= 1
    assert set(result["houses"]) == {"baratheon", "lannister", "stark"}
    assert sum(result["ends"].values()) == 6
    assert {"seven_castles", "last_round"} <= set(result["ends"])
    assert json.loads((tmp_path / "results.json").read_text()) == result
    assert (tmp_path / "report.html").is_file()


def test_the_files_are_named_at_the_end(got, tmp_path):
    _, out, _ = got("--games", "2", "--out", tmp_path, *QUICK)

    assert out.splitlines()[-2:] == [
        f"results: {tmp_path / 'results.sqlite'}",
        f"report: {tmp_path / 'report.html'}",
    ]


def test_with_resume_the_folder_says_what_was_not_given(got, tmp_path):
    given = ("--agents", "random,random_kind", "--seed", "7", "--tides", "--out", tmp_path)
    assert got("--games", "4", *given, *QUICK)[0] == 0

    code, out, _ = got("--resume", "--out", tmp_path, "--games", "9", "--json", "--no-isolate")

    result = json.loads(out)
    assert code == 0
    assert (result["games"], result["seed"], result["players"]) == (9, 7, 3)
    assert result["options"] == {"tides": "true"}
    assert set(result["agents"]) == {"random", "random_kind"}
    code, out, _ = got("--resume", "--out", tmp_path, "--json", "--no-isolate")
    assert json.loads(out) == result


def test_more_agents_can_join(got, tmp_path):
    got("--games", "4", "--agents", "random,random_kind", "--out", tmp_path, *QUICK)

    code, out, _ = got(
        "--resume",
        *("--out", tmp_path, "--agents", "random,random_kind,heuristic", "--games", "10"),
        *("--json", "--no-isolate"),
    )

    result = json.loads(out)
    assert code == 0
    assert result["agents"]["heuristic"]["tables"] == 6
    assert result["agents"]["random"]["tables"] == 10


def test_exports(got, tmp_path):
    pytest.importorskip("pyarrow")

    code, _, _ = got(
        *("--games", "2", "--csv", tmp_path / "a.csv", "--parquet", tmp_path / "a.parquet"), *QUICK
    )

    assert code == 0
    assert len((tmp_path / "a.csv").read_text().splitlines()) == 7
    assert (tmp_path / "a.parquet").stat().st_size > 0


def test_a_tournament_in_which_an_agent_fails_ends_with_code_1(got, monkeypatch):
    class Failing:
        name = "random"

        def act(self, view):
            raise OverflowError("too much")

    monkeypatch.setattr("got_agents.random_agent.RandomAgent", Failing)

    code, out, err = got("--games", "2", "--json", *QUICK)

    assert code == 1
    result = json.loads(out)
    assert result["errors"] == 2
    assert result["agents"]["random"]["forfeits"] == 2
    assert result["agents"]["heuristic"]["win_share"] == 1
    assert err.startswith("got: game forfeited: random: OverflowError: too much (")
    assert "2 forfeited games count: the agent that failed is last" in err


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--resume"], "--resume: expected --out"),
        (["--until", "soon"], "until='soon': expected significance, or an error probability"),
        (["--until", "1.5"], "until='1.5': expected significance"),
        (["--until", "5e-324"], "until='5e-324': expected significance"),
        (["--replays", "some"], "replays='some': expected one of notable, all, none"),
        (["--schedule", "knockout"], "schedule='knockout': expected one of round-robin, swiss"),
        (["--schedule", "swiss"], "schedule=swiss: expected at least 4 agents, not 2"),
        (["--mirror", "-1"], "mirror=-1: expected games"),
        (["--time-limit", "-1"], "time_limit=-1.0: expected seconds"),
        (["--jobs", "2", "--no-isolate"], "jobs=2: expected 1 with --no-isolate"),
        (["--csv", "nowhere/games.csv"], "--csv 'nowhere/games.csv': cannot be written (No such"),
        (["--parquet", "/"], "--parquet '/': cannot be written"),
        (["--agents", "policy:nowhere,random"], "agent 'policy:nowhere': nowhere is no policy"),
    ],
)
def test_bad_usage_is_one_line_and_exit_code_2(got, args, message):
    code, out, err = got(*args)

    assert code == 2
    assert out == ""
    assert err.count("\n") == 1
    assert message in err


def test_a_folder_in_use_is_one_line(got, tmp_path):
    with Store(tmp_path):
        code, out, err = got("--games", "2", "--out", tmp_path, *QUICK)

    assert (code, out) == (1, "")
    told = "another tournament, training or demo is running in this folder"
    assert err == f"got: {tmp_path}: {told}\n"


def test_a_folder_with_a_tournament_needs_resume(got, tmp_path):
    got("--games", "2", "--out", tmp_path, *QUICK)

    code, _, err = got("--games", "2", "--out", tmp_path, *QUICK)

    assert code == 2
    assert "holds a tournament: add --resume to go on with it" in err


def test_what_agents_print_does_not_mix_with_results(unruly_agents, tmp_path):
    path = os.pathsep.join([str(tmp_path / "unruly"), os.environ.get("PYTHONPATH", "")])
    args = [
        "tournament",
        "--agents",
        "random,dies",
        "--games",
        "4",
        "--players",
        "3",
        "--json",
        "--out",
    ]

    done = subprocess.run(
        [sys.executable, "-m", "got_env.cli", *args, "--json", "--out", str(tmp_path / "out")],
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )

    result = json.loads(done.stdout)
    assert done.returncode == 1
    assert result["errors"] == result["agents"]["dies"]["forfeits"] > 0
    assert "good bye" in done.stderr
    assert list((tmp_path / "out" / "replays").glob("game-*.txt"))


PEEPS = """
from pathlib import Path
from got_agents.base import View

class Peeps:
    \"\"\"Looks for a number among the words of all processes.\"\"\"
    def act(self, view: View) -> int:
        for process in Path("/proc").iterdir():
            try:
                words = process.joinpath("cmdline").read_bytes()
            except OSError:  # it is no process, or has ended
                continue
            if b"SEED" in words:
                raise RuntimeError("the seed was seen")
        return int(view.legal[0])
"""


STRANGER = """
import json, pathlib, sys
for line in sys.stdin:
    question = json.loads(line)
    if question["cmd"] == "quit":
        break
    words = []
    for process in pathlib.Path("/proc").iterdir():
        try:
            words.append(process.joinpath("cmdline").read_bytes())
        except OSError:  # it is no process, or has ended
            continue
    with open(sys.argv[1], "a") as seen:
        print(len(words), any(b"SEED" in each for each in words), file=seen)
    print(json.dumps({"action": question["legal"][0]}), flush=True)
"""
"""The same as a program; it writes down how many processes there are, and whether one has it."""


@pytest.fixture
def seed():
    """A number that no test has which runs beside this one."""
    return str(10**8 + secrets.randbelow(10**9))


PROC = pytest.mark.skipif(not Path("/proc").is_dir(), reason="processes are not listed in /proc")


@PROC
@pytest.mark.slow
@pytest.mark.parametrize("words", [("--seed", "SEED"), ("--seed=SEED",)])
@pytest.mark.parametrize("command", ["tournament --games 1", "play"])
def test_a_program_of_a_stranger_finds_the_seed_of_no_process(tmp_path, seed, command, words):
    (tmp_path / "bot.py").write_text(STRANGER.replace("SEED", seed))
    bot = f"referee:{shlex.join([sys.executable, 'bot.py', 'seen'])}"
    started = [sys.executable, "-m", "got_env.cli", *command.split()]
    started += [word.replace("SEED", seed) for word in words]
    started += ["--game", "btwixt", "--players", "3", "--agents", f"{bot},random", "--json"]
    done = subprocess.run(started, capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    seen = [line.split() for line in (tmp_path / "seen").read_text().splitlines()]

    assert seed in done.stdout
    assert done.stderr == ""
    assert len(seen) > 3
    assert all(int(processes) > 1 for processes, _ in seen)
    assert {found for _, found in seen} == {"False"}


@PROC
def test_a_program_finds_what_is_among_the_words_of_a_process(tmp_path, seed):
    """So the test above would notice a seed."""
    (tmp_path / "bot.py").write_text(STRANGER.replace("SEED", seed))
    bot = [sys.executable, str(tmp_path / "bot.py"), str(tmp_path / "seen"), seed]
    question = json.dumps({"cmd": "choose", "legal": ["pass"]}) + '\n{"cmd": "quit"}\n'
    subprocess.run(bot, input=question, text=True, check=True, capture_output=True)

    assert (tmp_path / "seen").read_text().split()[1] == "True"


@PROC
@pytest.mark.slow
def test_an_agent_in_python_finds_the_seed_of_no_process(tmp_path, seed):
    (tmp_path / "peeps.py").write_text(PEEPS.replace("SEED", seed))
    agents = f"{tmp_path / 'peeps.py'}:Peeps,random"
    command = (sys.executable, "-m", "got_env.cli", "tournament", "--players", "3", "--json")
    command += ("--games", "2", "--agents", agents)

    def played(word, given):
        return subprocess.run(
            [*command, "--seed", word], input=given, capture_output=True, text=True
        )

    for done in (played("-", f"{seed}\n"), played(seed, "")):
        assert done.returncode == 0, done.stderr
        assert json.loads(done.stdout)["seed"] == int(seed)
    with subprocess.Popen([sys.executable, "-c", "input()", seed], stdin=subprocess.PIPE):
        seen = played("-", f"{seed}\n")
    assert "the seed was seen" in seen.stderr


WORDS = """
import sys
from pathlib import Path
from got_env.cli.own_words import hide_seed
print(hide_seed(), sys.argv[1:])
print(Path("/proc/self/cmdline").read_bytes().split(b"\\0")[3:-1])
"""


@PROC
@pytest.mark.parametrize(
    ("words", "shown"),
    [
        (["--seed", "876543219"], ["--seed", "*********"]),
        (["--seed=5", "--games", "5"], ["--seed=*", "--games", "5"]),
        (["--seed", "-"], ["--seed", "-"]),
        (["--seed", ""], ["--seed", ""]),
        (["--seed"], ["--seed"]),
        (
            ["--agents", "å,ü", "--seed", "-7", "--seed", "8"],
            ["--agents", "å,ü", "--seed", "**", "--seed", "*"],
        ),
        (["--games", "3"], ["--games", "3"]),
    ],
)
def test_only_a_seed_is_hidden_and_the_command_still_knows_it(words, shown):
    done = subprocess.run(
        [sys.executable, "-c", WORDS, *words], capture_output=True, text=True, check=True
    )

    assert done.stdout.splitlines() == [f"True {words}", str([word.encode() for word in shown])]


def test_a_seed_that_cannot_be_hidden_is_told(capsys, monkeypatch):
    monkeypatch.setattr(cli, "hide_seed", lambda: False)
    monkeypatch.setattr(sys, "argv", ["got", "tournament", "--games", "0", "--seed", "5"])
    with pytest.raises(SystemExit):
        cli.main()

    told = capsys.readouterr().err.splitlines()
    assert told[0] == "got: every process can read the seed among the words of this command"


@pytest.mark.parametrize("given", ["", "x\n", "1.5\n", "-\n"])
def test_standard_input_without_a_seed_is_bad_usage(got, monkeypatch, given):
    monkeypatch.setattr("sys.stdin", StringIO(given))
    code, _, err = got("--seed", "-", "--games", "1")

    assert code == 2
    assert f"{given.strip()!r} from standard input: expected a whole number" in err


def test_a_failure_of_an_agent_has_its_file_and_line(tmp_path):
    file = tmp_path / "bots.py"
    file.write_text("class Bot:\n    def act(self, view):\n        return 1 // 0\n")
    agents = ["--games", "2", "--agents", f"{file}:Bot,random", "--game", "btwixt"]

    def errors(*more):
        command = [sys.executable, "-m", "got_env.cli", "tournament", *agents, *more]
        ended = subprocess.run(command, capture_output=True, text=True, check=False)
        assert ended.returncode == 1
        return ended.stderr

    plain, whole = errors(), errors("--debug")

    assert f"by zero ({file}:3)" in plain
    assert "Traceback" not in plain
    assert "Traceback" in whole
    assert f'{file}", line 3, in act' in whole


@pytest.fixture
def interrupted(got, tmp_path, monkeypatch):
    """The folder of a tournament of 6 games with an interrupt after 3, and what was said then."""
    add = Store.add
    left = iter(range(3))

    def add_some(self, stage, outcome):
        if next(left, None) is None:
            raise KeyboardInterrupt
        add(self, stage, outcome)

    with monkeypatch.context() as patch:
        patch.setattr(Store, "add", add_some)
        code, _, err = got("--games", "6", "--out", tmp_path / "cup", *QUICK)
    assert code == 130
    return tmp_path / "cup", err


def test_an_interrupted_tournament_says_what_is_kept_and_how_to_go_on(got, interrupted):
    folder, err = interrupted

    assert err == (
        f"got: 3 of 6 games are kept in {folder}: `got tournament --out {folder} --resume` goes on;"
        f" `got tournament --out {folder} --report` writes a report of what is kept\n"
        "got: interrupted\n"
    )
    assert json.loads(got("--out", folder, "--resume", "--json", "--no-isolate")[1])["games"] == 6


def test_an_interrupted_tournament_names_agents_of_ones_own_again(got, tmp_path, monkeypatch):
    bot = tmp_path / "bots.py"
    bot.write_text("def first(observation, action_mask):\n    return int(action_mask.argmax())\n")
    names = f"{bot}:first,random"

    def interrupt(self, stage, outcome):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(Store, "add", interrupt)
        code, _, err = got("--games", "2", "--out", tmp_path / "cup", "--agents", names, *QUICK)

    (command,) = re.findall("`got tournament (.*?)` goes on", err)
    assert code == 130
    assert shlex.split(command) == ["--out", str(tmp_path / "cup"), "--resume", "--agents", names]
    assert got(*shlex.split(command), "--no-isolate")[0] == 0


@pytest.mark.parametrize("trusted", [True, False], ids=["others' agents before", "agents now"])
def test_an_interrupted_extension_goes_on_with_its_own_agents_and_test(
    got, tmp_path, monkeypatch, trusted
):
    bot = tmp_path / "bots.py"
    bot.write_text("def first(observation, action_mask):\n    return int(action_mask.argmax())\n")
    stages = [f"{bot}:first,random", "random,random_kind"][:: 1 if trusted else -1]
    words = ("--out", tmp_path / "cup", "--no-isolate")
    assert got("--games", 2, "--agents", stages[0], "--players", 3, *words)[0] == 0

    def interrupt(self, stage, outcome):
        raise KeyboardInterrupt

    more = ("--resume", "--games", 4, "--agents", stages[1], "--until", "0.0123")
    with monkeypatch.context() as patch:
        patch.setattr(Store, "add", interrupt)
        code, _, err = got(*more, *(["--trust-agents"] if trusted else []), *words)

    (command,) = re.findall("`got tournament (.*?)` goes on", err)
    consent = ["--trust-agents"] if trusted else ["--agents", stages[1]]
    assert code == 130
    assert shlex.split(command) == [
        *("--out", str(tmp_path / "cup"), "--resume", *consent, "--until", "0.0123")
    ]
    code, out, _ = got(*shlex.split(command), "--no-isolate", "--json")
    assert code == 0
    assert json.loads(out)["games"] == json.loads(out)["planned"] == 4
    assert json.loads(out)["sequential"]["alpha"] == 0.0123


def test_agents_talk_in_the_process_of_the_command_as_in_their_own(got, tmp_path):
    agents = f"{Path(__file__).parents[1] / 'press' / 'bots.py'}:Talker,random"
    asked = ("--agents", agents, "--games", 2, "--players", 3, "--press", "on", "--json")

    _, apart, _ = got(*asked)
    _, here, _ = got(*asked, "--no-isolate", "--out", tmp_path / "cup")

    assert json.loads(here)["digest"] == json.loads(apart)["digest"]
    with Store(tmp_path / "cup") as store:
        assert all(outcome.said for _, outcome in store.outcomes())


def test_a_report_of_the_games_so_far_can_be_had_while_others_are_played(got, interrupted):
    folder, _ = interrupted

    with Store(folder):  # somebody plays there
        code, out, err = got("--out", folder, "--report", "--json")

    assert (code, err) == (0, "")
    assert (json.loads(out)["games"], json.loads(out)["planned"]) == (3, 6)
    assert (folder / "report.html").is_file()
    with Store(folder) as store:
        assert len(store.outcomes()) == 3


def test_a_plan_made_smaller_is_one_sentence_and_changes_nothing(got, interrupted):
    folder, _ = interrupted

    code, _, err = got("--out", folder, "--resume", "--games", "3", "--no-isolate")

    assert (code, err.count("\n")) == (2, 1)
    assert "games=3: 6 are planned in this folder already" in err
    assert "leave --games out to go on, or use --report" in err
    with Store(folder) as store:
        assert (len(store.outcomes()), store.read_plan().games) == (3, 6)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--report"], "--report: expected --out with the folder to sum up"),
        (["--report", "--out", "{cup}", "--games", "3"], "leave --games out"),
        (["--report", "--out", "{cup}", "--resume"], "leave --resume out"),
        (["--report", "--out", "{cup}/none"], "holds no tournament: it does not exist"),
    ],
)
def test_what_a_report_alone_cannot_mean_is_refused(got, interrupted, words, message):
    code, _, err = got(*(word.format(cup=interrupted[0]) for word in words))

    assert (code, err.count("\n")) == (2, 1)
    assert message in err


def test_without_a_folder_an_interrupt_says_that_nothing_is_kept(got, monkeypatch):
    def fail(*args, **kwargs):
        raise KeyboardInterrupt

    monkeypatch.setattr("got_benchmarks.playing.in_process.play_matches", fail)

    code, _, err = got("--games", "6", *QUICK)

    assert code == 130
    assert "0 of 6 games were played; without --out none is kept" in err


THREADS = """
import os

class Bot:
    def act(self, view):
        raise ValueError(os.environ["OMP_NUM_THREADS"] + os.environ["OPENBLAS_NUM_THREADS"])
"""


@pytest.mark.parametrize(("given", "found"), [(None, "11"), ("3", "31")])
def test_agents_compute_with_one_thread_unless_told_otherwise(tmp_path, given, found):
    (tmp_path / "bots.py").write_text(THREADS)
    agents = ["--games", "2", "--agents", f"{tmp_path / 'bots.py'}:Bot,random", "--game", "btwixt"]
    surroundings = {k: v for k, v in os.environ.items() if not k.endswith("_NUM_THREADS")}
    if given is not None:
        surroundings["OMP_NUM_THREADS"] = given

    ended = subprocess.run(
        [sys.executable, "-m", "got_env.cli", "tournament", *agents],
        capture_output=True,
        text=True,
        check=False,
        env=surroundings,
    )

    assert f"ValueError: {found} (" in ended.stderr


def test_agents_have_names_of_the_users_own(got, tmp_path):
    agents = ["--agents", "one=heuristic:castle=9,harm=0.3,random,two=random"]

    code, out, _ = got("--games", "6", "--out", tmp_path / "cup", *agents, *QUICK, "--json")

    assert code == 0
    assert list(json.loads(out)["agents"]) == ["one", "random", "two"]
    code, out, _ = got("--out", tmp_path / "cup", "--resume", "--games", "9", *QUICK, "--json")
    assert (code, json.loads(out)["games"]) == (0, 9)
    page = (tmp_path / "cup" / "report.html").read_text()
    assert "one=heuristic:castle=9,harm=0.3,random,two=random" in html.unescape(page)


@pytest.mark.parametrize(
    ("agents", "message"),
    [
        ("a=random,a=heuristic", "agent 'a' is named twice"),
        ("random,random", "is named twice: expected different agents, or names of their own"),
        ("random=heuristic,courtier", "'random' is the name of an agent"),
        ("a=hueristic,random", "did you mean 'heuristic'"),
    ],
)
def test_a_name_used_twice_or_taken_is_refused_in_one_line(got, agents, message):
    code, _, err = got("--agents", agents, "--games", "2", *QUICK)

    assert (code, err.count("\n")) == (2, 1)
    assert message in err
