"""Compiling ahead of time: parts that several processes share, and what happens when one fails."""

import gc
import inspect
import json
import pkgutil
import re
import time
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from importlib import import_module
from multiprocessing import active_children
from types import SimpleNamespace

import numpy as np
import pytest

from got_env import westeros
from got_env.cli import app as cli
from got_env.cli import warmup
from got_env.core import jit
from got_env.core.game import Part
from got_env.core.jit import (
    PURE_PYTHON,
    compile_kernel,
    entry,
    in_cache,
    inlined,
    kernel,
    linked_kernels,
    type_of_record,
)
from got_env.games import GAMES
from got_env.westeros import phases
from got_env.westeros.games.agot2e import GAME as AGOT2E
from got_env.westeros.games.asos import GAME as ASOS
from got_env.westeros.games.parts import BOARD_STAGES, CLAIM_STAGES, types_of_arguments
from got_env.westeros.rules.state import STATE


def phase_kernels():
    """Module, name and function of every kernel that the ladders from phase to kernel call."""
    for found in pkgutil.iter_modules(phases.__path__):
        module = import_module(f"{phases.__name__}.{found.name}")
        for name, value in vars(module).items():
            own = getattr(value, "__module__", "") == module.__name__
            if own and name.startswith(("enter_", "legal_", "apply_")):
                yield found.name, name, value


def named_modules(stages):
    """Modules that the parts of a game are made of."""
    parts = [part for stage in stages for part in stage.values()]
    return [module for part in parts for module in part.names]


@pytest.mark.skipif(PURE_PYTHON, reason="nothing is compiled")
def test_every_module_with_linked_kernels_belongs_to_one_part():
    found = {
        module.name.removeprefix("got_env.westeros.")
        for module in pkgutil.walk_packages(westeros.__path__, "got_env.westeros.")
        if linked_kernels(import_module(module.name))
    }
    with_claim = {m for m in found if re.search(r"(^|\.)claim[._]", m)}
    board, claim = named_modules(BOARD_STAGES), named_modules(CLAIM_STAGES)

    # The first is a part of its own; the others are compiled with the players that search.
    searching = [f"players.search.{module}" for module in ("deals", "horizon", "value")]
    apart = ["views.observation", "players.heuristic.plan_cache", *searching]
    assert sorted([*board, *apart]) == sorted(found - with_claim)
    searching = [f"players.search.claim.{module}" for module in ("deals", "horizon", "value")]
    apart = {"views.claim_observation", *searching}
    assert with_claim - apart <= set(claim) <= found - apart
    assert len(set(claim)) == len(claim)


@pytest.mark.skipif(PURE_PYTHON, reason="nothing is compiled")
@pytest.mark.parametrize(
    ("game", "stages"), [(AGOT2E, BOARD_STAGES), (ASOS, CLAIM_STAGES)], ids=["board", "claim"]
)
def test_parts_compile_kernels_for_the_types_that_callers_use(game, stages):
    for stage in game.kernels.parts():
        for part in stage.values():
            part.compile()
    game.players.policies["heuristic"](game.start(1, 3))

    kind = type_of_record(STATE)
    overloads = {
        kernel.__qualname__: sum(
            any(kind in (given, getattr(given, "dtype", None)) for given in types)
            for types in kernel.overloads
        )
        for module in named_modules(stages)
        for kernel in linked_kernels(import_module(f"got_env.westeros.{module}"))
        if inspect.signature(kernel).parameters.keys() <= types_of_arguments().keys()
    }
    assert {name: count for name, count in overloads.items() if count > 1} == {}


def test_no_two_steps_have_the_same_name():
    names = [step.name for step in warmup.warm_up_steps()]

    assert len(names) == len(set(names))


@pytest.mark.parametrize("codes", [(), ("btwixt",), ("asos", "agot1e"), ("agot1e", "agot1e")])
def test_a_step_comes_after_those_that_it_needs(codes):
    seen = set()
    for step in warmup.warm_up_steps(codes):
        assert step.after <= seen
        assert step.seconds > 0
        seen.add(step.name)

    assert {name.partition(": ")[0] for name in seen} == set(codes or GAMES)


def test_games_of_one_kind_compile_their_kernels_once():
    def parts_of(*codes):
        titles = {title for stage in GAMES[codes[0]].kernels.parts() for title in stage}
        return [step.game for step in warmup.warm_up_steps(codes) if step.title in titles]

    assert set(parts_of("agot2e", "agot1e")) == {"agot2e"}
    assert set(parts_of("agot1e", "agot2e")) == {"agot1e"}
    later = [s for s in warmup.warm_up_steps(("agot2e", "agot1e")) if s.game == "agot1e"]
    firsts = {s.name for s in warmup.warm_up_steps(("agot2e",))}
    assert {step.title for step in later} >= {"environment", "search agent"}
    assert all(step.after & firsts for step in later)


def test_the_rules_of_a_game_are_fewer_steps_than_all(tmp_path):
    steps = warmup.warm_up_steps(("agot2e",))
    rules = {step.title for step in steps if step.rules}

    assert {"engine", "rules", "observation"} <= rules
    assert not rules & {"heuristic player", "search agent", "environment"}


def test_steps_can_be_left_out():
    titles = {step.title for step in warmup.warm_up_steps(("btwixt",), ("tables", "positions"))}

    assert not titles & {"tables", "positions"}
    assert {"engine", "player", "environment"} <= titles


def step(title, after=(), seconds=1.0):
    """A step of no game."""
    return warmup.Step("no game", title, seconds, True, frozenset(f"no game: {a}" for a in after))


@pytest.fixture
def parts(monkeypatch):
    """Work of the steps of no game, by title."""
    known = {}
    stages = warmup._stages
    monkeypatch.setattr(warmup, "_stages", lambda code: (known,) if code == "no game" else stages)
    monkeypatch.setattr(warmup, "is_warm", lambda codes: False)
    return known


def test_the_steps_of_one_process_run_in_order_and_are_timed(parts):
    ran, told = [], []
    parts |= {name: Part(partial(ran.append, name), 1) for name in "ba"}

    steps = [step("a"), step("b", "a")]
    warmup.warm_up(steps, 1, told.append, lambda name, seconds: told.append((name, seconds >= 0)))

    assert ran == ["a", "b"]
    assert told == ["no game: a", ("no game: a", True), "no game: b", ("no game: b", True)]


class Cores:
    """Stands for a pool of processes: steps end when the test says so."""

    def __init__(self):
        self.running = {}
        self.began = []

    def submit(self, game, title):
        self.began.append(title)
        self.running[title] = Future()
        return self.running[title]

    def wait(self, running, return_when):
        """Let the step end that has begun first."""
        title = next(iter(self.running))
        ended = self.running.pop(title)
        ended.set_result(1.0)
        assert ended in running
        return SimpleNamespace(done={ended})


def shared(steps, jobs, monkeypatch):
    """Steps in the order in which so many processes begin them."""
    cores = Cores()
    monkeypatch.setattr(warmup, "wait", cores.wait)
    ended = []
    warmup._share(steps, jobs, cores.submit, lambda name: None, lambda name, _: ended.append(name))
    assert sorted(ended) == sorted(step.name for step in steps)
    return cores.began


def test_what_most_hangs_on_begins_first(monkeypatch):
    steps = [step("short"), step("long", seconds=5.0), step("first"), step("last", ["first"], 9.0)]

    assert shared(steps, 1, monkeypatch) == ["first", "last", "long", "short"]


def test_no_step_begins_before_those_that_it_needs_have_ended(monkeypatch):
    steps = [step("a"), step("b", "a", 9.0), step("c", "b", 9.0), step("d")]

    assert shared(steps, 4, monkeypatch) == ["a", "d", "b", "c"]


def test_a_step_does_not_wait_for_what_is_left_out(monkeypatch):
    assert shared([step("b", "a")], 2, monkeypatch) == ["b"]


@pytest.fixture(params=[False, True], ids=["nothing frozen", "frozen by others"])
def frozen(request):
    """Number of objects that others have frozen, as a library or another test may."""
    gc.unfreeze()
    if request.param:
        gc.freeze()
    yield gc.get_freeze_count()
    gc.unfreeze()


@pytest.mark.parametrize("work", [lambda: None, lambda: 1 / 0], ids=["ends", "fails"])
def test_garbage_is_collected_as_before_once_a_step_has_ended(work, frozen, parts):
    inside = []

    def look():
        inside.append((gc.get_threshold()[0], gc.get_freeze_count()))

    parts |= {"a": Part(look, 1), "b": Part(work, 1)}
    usual = gc.get_threshold()

    with suppress(RuntimeError):
        warmup.warm_up([step("a"), step("b")], 1)

    threshold, count = inside[0]
    assert threshold > usual[0]
    assert count > 0
    assert gc.get_threshold() == usual
    # An object that was frozen may be gone, but nobody has frozen or let go the others.
    assert (gc.get_freeze_count() > 0) == (frozen > 0)
    assert gc.get_freeze_count() <= frozen


@pytest.mark.parametrize("jobs", [0, -1])
def test_a_wrong_number_of_jobs_is_refused(jobs, capsys):
    with pytest.raises(SystemExit) as ended:
        cli.main(["warmup", "--jobs", str(jobs)])

    assert ended.value.code == 2
    assert capsys.readouterr().err == f"got: jobs={jobs}: expected at least 1\n"


def fail():
    raise OSError("no space left")


def test_a_step_that_fails_ends_the_command_with_one_line(parts, monkeypatch, got):
    parts["unknown step"] = Part(fail, 1)
    monkeypatch.setattr(warmup, "warm_up_steps", lambda codes: (step("unknown step"),))

    code, _, err = got("warmup", "--jobs", 1)

    assert code == 1
    assert err == "got: no game: unknown step: OSError: no space left\n"


def test_a_step_that_fails_in_another_process_ends_the_command_with_one_line(monkeypatch, got):
    """Other processes do not know the step, so that it fails there."""
    unknown = warmup.Step("btwixt", "unknown step", 1.0, True)
    monkeypatch.setattr(warmup, "warm_up_steps", lambda codes: (unknown,))
    monkeypatch.setattr(warmup, "is_warm", lambda codes: False)

    code, _, err = got("warmup", "--jobs", 2)

    assert code == 1
    assert err == "got: btwixt: unknown step: KeyError: 'unknown step'\n"


def test_no_process_outlives_a_failure(monkeypatch):
    steps = [warmup.Step("btwixt", title, 1.0, True) for title in ("unknown", "another")]
    monkeypatch.setattr(warmup, "is_warm", lambda codes: False)
    others = set(active_children())

    with pytest.raises(RuntimeError, match="KeyError"):
        warmup.warm_up(steps, 2)

    # The pool's own thread waits for them too, so that a single look may come between its steps.
    deadline = time.monotonic() + 120
    while set(active_children()) - others and time.monotonic() < deadline:
        time.sleep(0.05)
    assert set(active_children()) <= others


def test_as_many_processes_are_used_as_there_are_cores_but_not_too_many():
    assert 1 <= warmup.default_jobs() <= warmup.MOST_JOBS


@inlined
def twice(x):
    return 2 * x


@kernel
def thrice(x):
    return twice(x) + x


@entry
def fill(out):
    out[0] = twice(thrice(out[0]))


def test_an_inlined_kernel_is_part_of_those_that_call_it():
    out = np.array([5])
    fill(out)

    assert out[0] == 30


def test_the_old_name_of_the_decorator_warns():
    with pytest.warns(DeprecationWarning, match="thin is called inlined now"):
        decorator = jit.thin

    assert decorator is inlined


@pytest.mark.skipif(PURE_PYTHON, reason="nothing is compiled")
def test_an_inlined_kernel_is_not_compiled_by_itself():
    with pytest.raises(TypeError, match="twice is inlined: import it by name"):
        twice.get_call_template((), {})


@pytest.mark.skipif(PURE_PYTHON, reason="nothing is compiled")
def test_what_is_in_the_disk_cache_is_known_without_loading_it(tmp_path, monkeypatch):
    monkeypatch.setattr("numba.core.config.CACHE_DIR", str(tmp_path))

    @entry
    def clear(out):
        out[0] = 0

    assert not in_cache(clear)
    clear(np.array([5]))
    assert in_cache(clear)


def test_nothing_is_compiled_ahead_where_nothing_can_be_kept(parts, monkeypatch, got):
    parts["a"] = Part(fail, 1)
    monkeypatch.setattr(warmup, "kept_in", lambda entry: None)
    monkeypatch.setattr(warmup, "warm_up_steps", lambda codes: (step("a"),))

    code, out, err = got("warmup")

    assert (code, out) == (1, "")
    assert err.count("\n") == 1
    assert "no folder to keep kernels in" in err
    assert "NUMBA_CACHE_DIR" in err


def test_what_is_warm_needs_no_place(parts, monkeypatch):
    ran = []
    parts["a"] = Part(lambda: ran.append("a"), 1)
    monkeypatch.setattr(warmup, "is_warm", lambda codes: True)
    monkeypatch.setattr(warmup, "kept_in", lambda entry: None)

    warmup.warm_up([step("a")], 1)

    assert ran == ["a"]


def test_the_command_says_where_kernels_are_kept(monkeypatch, got):
    monkeypatch.setattr(warmup, "warm_up_steps", lambda codes: ())
    monkeypatch.setattr(warmup, "is_warm", lambda codes: True)
    monkeypatch.setattr(warmup, "kept_in", lambda entry: "/a [place]/__pycache__")

    assert "kept in /a [place]/__pycache__\n" in got("warmup")[1]
    assert json.loads(got("warmup", "--json")[1])["folder"] == "/a [place]/__pycache__"


@pytest.mark.skipif(PURE_PYTHON, reason="nothing is compiled")
def test_a_kernel_can_be_compiled_ahead_of_its_callers():
    @kernel
    def next_one(x):
        return x + 1

    compile_kernel(next_one, 5)

    assert len(next_one.overloads) == 1
    assert "int64" in str(next(iter(next_one.overloads)))


def test_phases_take_the_arguments_that_their_kernels_are_compiled_for():
    expected = {"enter": ["s"], "legal": ["s", "mask"], "apply": ["s", "action"]}
    wrong = []
    for _, name, function in phase_kernels():
        given = inspect.signature(getattr(function, "py_func", function)).parameters
        if list(given) != expected[name.partition("_")[0]]:
            wrong.append(name)

    assert wrong == []
