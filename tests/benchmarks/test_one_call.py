"""A tournament by one call in Python."""

import json
import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from got_agents.isolated.room import take_room
from got_benchmarks.tournament.results import Results
from got_benchmarks.tournament.run import tournament

SCRIPT = """\
from got_benchmarks.tournament.run import tournament

class Cautious:
    def act(self, view):
        return int(view.legal[-1])

results = tournament([Cautious, "random", "random_kind"], games=3, players=3, seed=1)
print(results)
print(tournament(["random", "heuristic"], games=2, players=3).ranking[0])
"""


class Cautious:
    """Takes one of the last legal actions."""

    def __init__(self, pick=-1):
        self.pick = pick

    def act(self, view):
        return int(view.legal[max(self.pick, -len(view.legal))])


@dataclass(frozen=True)
class Frozen:
    """Has a name that cannot be changed."""

    depth: int = 0
    name = "frozen"

    def act(self, view):
        return int(view.legal[0])


def first(observation, action_mask):
    assert observation.ndim == action_mask.ndim == 1
    return int(action_mask.argmax())


def make():
    return Cautious(-2)


def small(agents, games=6, **more):
    return tournament(agents, **{"games": games, "players": 3, "seed": 2, **more})


def test_players_of_every_form_take_part_beside_names():
    results = small([Cautious, Frozen(3), first, "random"], games=8)

    assert isinstance(results, Results)
    assert set(results) == {"Cautious", "frozen", "first", "random"}
    assert results.summary["games"] == len(results.outcomes) == 8
    assert results.errors == 0
    assert sum(results[name]["seats"] for name in results) == 24


def test_a_factory_and_names_of_one_s_own():
    results = small({"second": make, "third": Cautious(-3), "fixed": Frozen(), "random": "random"})

    assert set(results) == {"second", "third", "fixed", "random"}


def test_the_results_are_those_of_the_command_and_stand_in_order(tmp_path):
    results = small(["random", "heuristic"], games=10, out=tmp_path)

    assert list(results) == list(results.ranking) == ["heuristic", "random"]
    assert results["heuristic"]["win_share"] == 1
    assert json.loads((tmp_path / "results.json").read_text()) == results.summary
    assert [line.partition(":")[0] for line in results.files] == ["results", "report"]
    assert "heuristic" in str(results).splitlines()[4]
    assert repr(results) == "<Results of 10 games: heuristic 1.000, random 0.000>"


def test_an_object_plays_as_the_agent_it_is():
    by_name = small(["random", "random_kind"])
    from got_agents.registry import make_agent

    by_object = small([make_agent("random"), "random_kind"])

    assert [o.record for o in by_object.outcomes] == [o.record for o in by_name.outcomes]


def test_a_tournament_of_objects_goes_on_with_the_same_objects(tmp_path):
    whole = small([Cautious, "random"], games=8, out=tmp_path / "whole")
    small([Cautious, "random"], games=4, out=tmp_path / "parts")

    rest = small([Cautious, "random"], games=8, out=tmp_path / "parts", resume=True)

    assert rest.summary["digest"] == whole.summary["digest"]
    changed = Cautious()
    changed.version = "2"
    with pytest.raises(ValueError, match="agent 'Cautious' is not what it was: version '2'"):
        small([changed, "random"], games=8, out=tmp_path / "parts", resume=True)


def test_an_object_that_fails_loses_and_the_tournament_goes_on():
    def breaks(observation, action_mask):
        raise ArithmeticError("not today")

    results = small([breaks, "random"], games=4)

    assert results.errors == 4
    assert results["breaks"]["forfeits"] == 4
    (message,) = results.summary["error_messages"]
    assert message.startswith("breaks: ArithmeticError: not today (")
    assert "test_one_call.py:" in message


BOTS = """\
import os, signal

class Steady:
    def act(self, view):
        return int(view.legal[-1])

class Dies(Steady):
    def act(self, view):
        if view.seed % 50 == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return super().act(view)

class Tells(Steady):
    def act(self, view):
        raise RuntimeError(os.getpid())

def unmakeable():
    raise OSError("no")
"""


@pytest.fixture
def bots(tmp_path):
    file = tmp_path / "bots.py"
    file.write_text(BOTS)
    return lambda name: f"{file}:{name}"


def forfeited_by(results):
    """Agents that lost the games that were forfeited."""
    failed = [o for o in results.outcomes if o.error]
    return {results.plan.names[o.match.table[o.failed]] for o in failed}


def test_objects_play_here_beside_strangers_by_name_in_processes_of_their_own(bots):
    results = small([Cautious, bots("Tells"), bots("Steady")], games=6)

    assert forfeited_by(results) == {bots("Tells")}
    assert str(os.getpid()) not in str(results.summary["error_messages"])


def test_a_stranger_plays_beside_an_object_as_it_does_in_this_process(bots):
    apart = small([Cautious, bots("Steady"), "random"])
    together = small([Cautious, bots("Steady"), "random"], isolate=False)

    assert apart.summary["digest"] == together.summary["digest"]


def test_the_death_of_a_stranger_is_its_own(bots):
    results = small([Cautious, bots("Dies")], games=8)

    assert 0 < results.errors < 8
    assert forfeited_by(results) == {bots("Dies")}
    assert results.summary["error_messages"] == [
        f"{bots('Dies')}: Crash: the process died (signal 9)"
    ]


def test_an_object_that_raises_beside_strangers_loses_only_its_games(bots):
    class Sometimes(Cautious):
        def act(self, view):
            if view.seed % 50 == 0:
                raise GeneratorExit("enough")
            return super().act(view)

    results = small([Sometimes, bots("Steady")], games=8)

    assert 0 < results.errors < 8
    assert forfeited_by(results) == {"Sometimes"}
    (message,) = results.summary["error_messages"]
    assert re.fullmatch(
        rf"Sometimes: GeneratorExit: enough \(.*{Path(__file__).name}:\d+\)", message
    )


def test_an_interrupt_while_an_object_decides_ends_the_tournament():
    def interrupted(observation, action_mask):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        small([interrupted, "random"])


def test_no_process_of_a_stranger_is_left_behind(bots):
    small([Cautious, bots("Steady")], games=2)
    take_room().close()  # what was left to whoever needs one next

    with pytest.raises(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)


def test_a_stranger_that_cannot_be_made_beside_an_object_is_named(bots):
    with pytest.raises(ValueError, match=r"bots.py:unmakeable': .*bots.py:18: no"):
        small([Cautious, bots("unmakeable")])


def test_too_slow_a_decision_of_an_object_is_found_out():
    import time

    def sleeps(observation, action_mask):
        time.sleep(0.05)
        return int(action_mask.argmax())

    results = small([sleeps, "random"], games=2, time_limit=0.02)

    assert results.summary["error_messages"] == ["sleeps: TimeLimit: no decision within 0.02 s"]


@pytest.mark.parametrize(
    ("agents", "more", "message"),
    [
        ("random", {}, "agents='random': expected a list of agents"),
        (["random", "random"], {}, "two agents are called 'random'"),
        ([Cautious(1), Cautious(2)], {}, "two agents are called 'Cautious': expected different"),
        ([Cautious, 7], {}, r"agents\[1\]: an object of type int is no player: expected an object"),
        ([Cautious, dict], {}, r"agents\[1\]: class dict has no method act\(view\)"),
        ({"mine": "random"}, {}, r"agents\['mine'\]='random': expected 'random' as its name"),
        ({7: Cautious}, {}, "agents: 7: expected a name"),
        ({"a\x1b[31mb": Cautious, "random": "random"}, {}, r"agent .*x1b.*: expected a name of 1"),
        ({"\ud800": Cautious, "random": "random"}, {}, r"agent .*ud800.*: expected a name of 1"),
        ({300 * "x": Cautious, "random": "random"}, {}, "agent 'xx.*: expected a name of 1 to 200"),
        ([Cautious, "nobody"], {}, "unknown agent 'nobody'"),
        ([Cautious, "random"], {"jobs": 2}, "jobs=2: expected 1, as agent 'Cautious' is an obj"),
        (["random", "heuristic"], {"jobs": 0}, "jobs=0: expected at least 1"),
        (["random", "heuristic"], {"resume": True}, "resume=True: expected out=FOLDER"),
        (["random", "heuristic"], {"replays": "some"}, "replays='some': expected one of notable"),
        (
            ["random", "heuristic"],
            {"until": 2.0},
            "until=2.0: expected significance, or an error probability",
        ),
        (["random", "heuristic"], {"games": 0}, "games=0: expected at least 1"),
        (["random", "heuristic"], {"games": "x"}, "games='x': expected an integer"),
        (["random", "heuristic"], {"seed": 1.5}, r"seed=1\.5: expected an integer"),
    ],
)
def test_bad_arguments_are_named(agents, more, message, tmp_path):
    with pytest.raises(ValueError, match=message):
        small(agents, **{"out": tmp_path / "new"} | more if "resume" not in more else more)

    assert not (tmp_path / "new").exists()


def test_a_folder_that_holds_nothing_is_not_resumed(tmp_path):
    with pytest.raises(ValueError, match=r"typo holds no tournament to go on with"):
        small(["random", "random_kind"], out=tmp_path / "typo", resume=True)

    assert list(tmp_path.iterdir()) == []


def test_a_script_needs_no_guard(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)

    done = subprocess.run([sys.executable, script], capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert "3 games with 3 players" in done.stdout
    assert done.stdout.splitlines()[-1] == "heuristic"


def test_options_that_are_no_mapping_are_refused():
    with pytest.raises(ValueError, match="options='tides': expected a mapping of options"):
        tournament(["random", "heuristic"], games=2, players=3, options="tides")
