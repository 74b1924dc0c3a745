"""Agents in files and modules of the user's own."""

import sys

import pytest

from got_agents import user_code
from got_agents.registry import make_agent, make_agents
from got_agents.specs import parse_spec
from got_benchmarks.playing.identity import identify
from got_env.cli import app as cli
from tests.agents.games import random_games
from tests.play import AGOT2E

BOTS = '''\
"""Bots of somebody who has no package."""
from __future__ import annotations
import dataclasses
import their_helper


class Cautious:
    """Takes one of the last legal actions."""

    def __init__(self, *, pick: int = -1) -> None:
        self.pick = pick

    def act(self, view):
        return int(view.legal[self.pick])


@dataclasses.dataclass(frozen=True)
class Frozen:
    """Has a name that cannot be changed."""

    depth: int = 0
    name = "frozen"

    def act(self, view):
        return int(view.legal[min(self.depth, len(view.legal) - 1)])

    def act_batch(self, views):
        return [self.act(view) for view in views]


class Called:
    def __call__(self, observation, action_mask):
        return their_helper.first(action_mask)


class Settings:
    def __init__(self, one, two):
        self.both = one, two


class Broken:
    def __init__(self):
        their_helper.fail()

    def act(self, view):
        raise AssertionError


def first(observation, action_mask, *, skip: int = 0):
    assert observation.ndim == 1
    legal = action_mask.nonzero()[0]
    return int(legal[min(skip, len(legal) - 1)])


def make(depth: int = 1):
    return Frozen(depth)


def make_function():
    return first


ready = Cautious(pick=0)
number = 3
'''

HELPER = """\
def first(mask):
    return int(mask.nonzero()[0][0])

def fail():
    raise KeyError("deep down")
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The folder of the user, with a file of agents, which is where they work."""
    (tmp_path / "bots.py").write_text(BOTS)
    (tmp_path / "their_helper.py").write_text(HELPER)
    (tmp_path / "their_package").mkdir()
    (tmp_path / "their_package" / "__init__.py").touch()
    (tmp_path / "their_package" / "bots.py").write_text(BOTS)
    (tmp_path / "their_package" / "broken.py").write_text("import nothing_like_it\n")
    monkeypatch.chdir(tmp_path)
    known = set(sys.modules)
    yield tmp_path
    for name in set(sys.modules) - known:
        if name.startswith(("their_", "got_agents_file_")) or name == "bots":
            del sys.modules[name]


@pytest.mark.parametrize(
    "spec",
    [
        "bots.py:Cautious",
        "./bots.py:Cautious:pick=0",
        "bots.py:Frozen",
        "bots.py:Frozen:2",
        "bots.py:Frozen:depth=2",
        "bots.py:Called",
        "bots.py:first",
        "bots.py:first:skip=1",
        "bots.py:make",
        "bots.py:make:4",
        "bots.py:make_function",
        "bots.py:ready",
        "their_package.bots:Cautious",
        "their_package.bots:first:skip=2",
        "bots:Cautious",
    ],
)
def test_players_of_every_form_play(folder, spec):
    agent = make_agent(spec)

    assert agent.name == spec
    for step, views in enumerate(random_games(1, 3)):
        assert agent.act(views[0]) in views[0].legal
        if step == 10:
            break


def test_options_reach_the_player(folder):
    assert make_agent("bots.py:Cautious:pick=4").pick == 4
    assert make_agent("bots.py:Frozen:depth=4").depth == 4
    assert make_agent("bots.py:make:4").depth == 4
    assert make_agent("bots.py:first:skip=3").function.keywords == {"skip": 3}
    assert hasattr(make_agent("bots.py:Frozen"), "act_batch")
    assert not hasattr(make_agent("bots.py:Cautious"), "act_batch")


NOTHING_THAT_PLAYS = r"is no player: expected an object with a method act\(view\), a class or"


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("none.py:Bot", r"none\.py: No such file or directory"),
        ("bots.py", r"expected bots\.py:NAME of a class or function"),
        (
            "bots.py:Cautios",
            r"bots\.py has no Cautios: did you mean 'Cautious'\? expected one of Cautious, Frozen",
        ),
        ("bots.py:Settings", r"bots\.py:\d+: class Settings has no method act\(view\): expected"),
        ("bots.py:number", f"an object of type int {NOTHING_THAT_PLAYS}"),
        ("bots.py:ready:pick=2", r"expected bots\.py:ready: it is an object, which takes no"),
        ("bots.py:Cautious:pik=2", r"unknown option 'pik': did you mean 'pick'\?"),
        ("bots.py:Cautious:pick=two", "option pick=two: expected a whole number"),
        ("bots.py:Frozen:two", "option depth=two: expected a whole number"),
        ("bots.py:first:skipp=2", r"unknown option 'skipp': did you mean 'skip'\?"),
        ("bots.py:Broken", r".*their_helper\.py:5: KeyError: 'deep down'"),
        ("syntax.py:Bot", r"syntax\.py:2: SyntaxError: "),
        ("imports.py:Bot", r"imports\.py:3: No module named 'nothing_like_it'"),
        ("exits.py:Bot", r"exits\.py:1: SystemExit: 0"),
        ("binary.py:Bot", r".*null bytes"),
        ("their_package.bots:Cautios", r"their_package\.bots has no Cautios: did you mean"),
        ("their_package.bot:Cautious", r"there is no module 'their_package\.bot'"),
        ("their_packages.bots:Cautious", r"there is no module 'their_packages'"),
        ("their_package.broken:Bot", r".*broken\.py:1: No module named 'nothing_like_it'"),
    ],
)
def test_what_is_wrong_is_said_in_one_line_with_its_place(folder, capsys, spec, message):
    (folder / "syntax.py").write_text("x = 1\ndef f(:\n")
    (folder / "imports.py").write_text("x = 1\n\nimport nothing_like_it\n")
    (folder / "exits.py").write_text("raise SystemExit(0)\n")
    (folder / "binary.py").write_bytes(b"\x00\x01\x02")

    with pytest.raises(ValueError, match=f"^agent '{spec}': {message}"):
        make_agent(spec)

    with pytest.raises(SystemExit) as ended:
        cli.main(["play", "--agents", spec, "--players", "3"])
    said = capsys.readouterr()
    assert (ended.value.code, said.out) == (2, "")
    assert said.err.count("\n") == 1


@pytest.mark.parametrize("spec", ["polcy:runs/first", "refere:python bot.py", "heuristik", ":x"])
def test_a_mistyped_name_is_no_module(folder, spec):
    with pytest.raises(ValueError, match=r"unknown agent '\w*':"):
        make_agent(spec)


def test_a_name_goes_before_a_module_of_that_name(folder):
    (folder / "random_kind.py").write_text("raise SystemExit('imported')\n")

    with pytest.raises(ValueError, match=r"agent 'random_kind:Bot': argument 'Bot': expected"):
        make_agent("random_kind:Bot")


def test_a_file_is_run_once_and_again_when_it_has_changed(folder):
    first, second = make_agents(["bots.py:Cautious", "./bots.py:Cautious:pick=0"]).values()
    assert type(first) is type(second)

    (folder / "bots2.py").write_text(BOTS)
    before = make_agent("bots2.py:Cautious")
    (folder / "bots2.py").write_text(BOTS.replace("= -1", "= -2"))
    after = make_agent("bots2.py:Cautious")

    assert (before.pick, after.pick) == (-1, -2)


def test_what_lies_beside_a_file_takes_the_place_of_nothing(folder):
    (folder / "colorsys.py").write_text("raise SystemExit('imported')\n")
    (folder / "uses_it.py").write_text(
        "import colorsys\nfrom bots import first\ncolorsys.rgb_to_hls\n"
    )
    sys.modules.pop("colorsys", None)

    assert make_agent("uses_it.py:first").name == "uses_it.py:first"


def test_the_code_is_part_of_what_an_agent_was(folder):
    (before,) = identify(["bots.py:Cautious:pick=0"], AGOT2E)
    (module,) = identify(["their_package.bots:Cautious"], AGOT2E)
    (folder / "bots.py").write_text(BOTS + "\n# another thought\n")
    (after,) = identify(["bots.py:Cautious:pick=0"], AGOT2E)

    assert (before.kind, before.options) == ("bots.py:Cautious", "pick=0")
    assert (module.kind, module.options) == ("their_package.bots:Cautious", "")
    assert len(before.digest) == len(module.digest) == 16
    assert after.digest != before.digest


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("random", ("name", "random", "", None)),
        ("random:a:b", ("name", "random", "", "a:b")),
        ("a/b c.py:Bot.Inner:x=1,y=a:b", ("file", "a/b c.py", "Bot.Inner", "x=1,y=a:b")),
        (r"C:\bots\a.py:Bot", ("file", r"C:\bots\a.py", "Bot", None)),
        ("a.b:Bot:", ("module", "a.b", "Bot", "")),
        ("a.b", ("unknown", "a.b", "", None)),
        ("a:b c", ("unknown", "a", "", "b c")),
    ],
)
def test_specifications_are_taken_apart(text, parts):
    spec = parse_spec(text, ["random"])

    assert (spec.kind, spec.place, spec.attribute, spec.argument) == parts


def test_code_elsewhere_is_not_blamed(folder):
    # The error comes up inside a package of an environment that lies in the user's folder.
    inner = folder / ".venv" / "lib" / "site-packages"
    inner.mkdir(parents=True)
    (inner / "their_dependency.py").write_text("raise ValueError('no good')\n")
    sys.path.append(str(inner))
    (folder / "needs.py").write_text("\n\nimport their_dependency\n")

    with pytest.raises(user_code.UserCodeError, match=r"^needs\.py:3: no good$"):
        user_code.load_file("needs.py")


def test_a_player_of_a_file_plays_a_game_and_a_tournament(folder, capsys):
    def got(*args):
        with pytest.raises(SystemExit) as ended:
            cli.main([*args, "--players", "3", "--json"])
        return ended.value.code

    assert got("play", "--agents", "bots.py:Cautious:pick=0,random") == 0
    capsys.readouterr()
    agents = "bots.py:first,their_package.bots:Frozen:depth=1,heuristic"
    assert got("tournament", "--agents", agents, "--games", "3", "--no-isolate") == 0
    assert '"bots.py:first"' in capsys.readouterr().out
