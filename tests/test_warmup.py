"""Compiling ahead of time: parts that several processes share, and what happens when one fails."""

import gc
import inspect
import json
import pkgutil
import time
from contextlib import suppress
from importlib import import_module
from multiprocessing import active_children

import numpy as np
import pytest

from got_env import westeros
from got_env.cli import app as cli
from got_env.cli import warmup
from got_env.core.jit import (
    PURE_PYTHON,
    compile_kernel,
    entry,
    in_cache,
    kernel,
    linked_kernels,
    thin,
    type_of_record,
)
from got_env.westeros import phases
from got_env.westeros.agot2e import GAME as AGOT2E
from got_env.westeros.asos import GAME as ASOS
from got_env.westeros.parts import BOARD_BUILD, CLAIM_BUILD


def phase_kernels():
    """Module, name and function of every kernel that the ladders from phase to kernel call."""
    for found in pkgutil.iter_modules(phases.__path__):
        module = import_module(f"{phases.__name__}.{found.name}")
        for name, value in vars(module).items():
            own = getattr(value, "__module__", "") == module.__name__
            if own and name.startswith(("enter_", "legal_", "apply_")):
                yield found.name, name, value


def named_modules(build):
    """Modules that the parts of a build are made of."""
    return [module for stage in build.stages for modules in stage.values() for module in modules]


@pytest.mark.skipif(PURE_PYTHON, reason="nothing is compiled")
def test_every_module_with_linked_kernels_belongs_to_one_part():
    found = {
        module.name.removeprefix("got_env.westeros.")
        for module in pkgutil.walk_packages(westeros.__path__, "got_env.westeros.")
        if linked_kernels(import_module(module.name))
    }
    with_claim = {m for m in found if m.startswith(("claim.", "heuristic.claim_", "search.claim."))}
    board, claim = named_modules(BOARD_BUILD), named_modules(CLAIM_BUILD)

    # The first is a part of its own; the others are compiled with the players that search.
    searching = ("heuristic.planned", "search.deals", "search.horizon", "search.value")
    assert sorted([*board, "observation", *searching]) == sorted(found - with_claim)
    searching = ("mind", "deals", "horizon", "value")
    apart = {"claim.observation", *(f"search.claim.{module}" for module in searching)}
    assert with_claim - apart <= set(claim) <= found - apart
    assert len(set(claim)) == len(claim)


@pytest.mark.skipif(PURE_PYTHON, reason="nothing is compiled")
@pytest.mark.parametrize(
    ("game", "build", "policy"),
    [(AGOT2E, BOARD_BUILD, "heuristic"), (ASOS, CLAIM_BUILD, "heuristic")],
    ids=["board", "claim"],
)
def test_parts_compile_kernels_for_the_types_that_callers_use(game, build, policy):
    for stage in build.parts():
        for part in stage.values():
            part()
    game.players.policies[policy](game.start(1, 3))

    # Both kinds of games compile those kernels that they share.
    kind = type_of_record(build.state)
    overloads = {
        kernel.__qualname__: sum(
            any(kind in (given, getattr(given, "dtype", None)) for given in types)
            for types in kernel.overloads
        )
        for module in named_modules(build)
        for kernel in linked_kernels(import_module(f"got_env.westeros.{module}"))
        if inspect.signature(kernel).parameters.keys() <= build.types().keys()
    }
    assert {name: count for name, count in overloads.items() if count > 1} == {}


def test_no_two_steps_have_the_same_name():
    names = [name for stage in warmup.warm_up_stages() for name in stage]

    assert len(names) == len(set(names))


def test_the_steps_of_one_process_run_in_order_and_are_timed(monkeypatch):
    ran, told = [], []
    stages = ({"a": lambda: ran.append("a")}, {"b": lambda: ran.append("b")})
    monkeypatch.setattr(warmup, "warm_up_stages", lambda: stages)

    warmup.warm_up(1, told.append, lambda name, seconds: told.append((name, seconds >= 0)))

    assert ran == ["a", "b"]
    assert told == ["a", ("a", True), "b", ("b", True)]


@pytest.mark.parametrize("step", [lambda: None, lambda: 1 / 0])
def test_garbage_is_collected_as_before_once_a_step_has_ended(step, monkeypatch):
    inside = []
    stages = ({"a": lambda: inside.append(gc.get_threshold()), "b": step},)
    monkeypatch.setattr(warmup, "warm_up_stages", lambda: stages)
    usual, frozen = gc.get_threshold(), gc.get_freeze_count()

    with suppress(RuntimeError):
        warmup.warm_up(1)

    assert inside[0][0] > usual[0]
    assert (gc.get_threshold(), gc.get_freeze_count()) == (usual, frozen)


@pytest.mark.parametrize("jobs", [0, -1])
def test_a_wrong_number_of_jobs_is_refused(jobs, capsys):
    with pytest.raises(SystemExit) as ended:
        cli.main(["warmup", "--jobs", str(jobs)])

    assert ended.value.code == 2
    assert capsys.readouterr().err == f"got: jobs={jobs}: expected at least 1\n"


def fail():
    raise OSError("no space left")


@pytest.mark.parametrize(
    ("jobs", "reason"), [(1, "OSError: no space left"), (2, "KeyError: 'unknown step'")]
)
def test_a_step_that_fails_ends_the_command_with_one_line(jobs, reason, monkeypatch, capsys):
    """Other processes do not know the step that is added here, so it fails there too."""
    monkeypatch.setattr(warmup, "warm_up_stages", lambda: ({"unknown step": fail},))
    monkeypatch.setattr(warmup, "_is_warm", lambda: False)

    with pytest.raises(SystemExit) as ended:
        cli.main(["warmup", "--jobs", str(jobs)])

    assert ended.value.code == 1
    assert capsys.readouterr().err == f"got: RuntimeError: unknown step: {reason}\n"


def test_no_process_outlives_a_failure(monkeypatch):
    stages = ({"unknown step": fail, "another": fail, "a third": fail},)
    monkeypatch.setattr(warmup, "warm_up_stages", lambda: stages)
    monkeypatch.setattr(warmup, "_is_warm", lambda: False)
    others = set(active_children())

    with pytest.raises(RuntimeError, match="KeyError"):
        warmup.warm_up(2)

    # The pool's own thread waits for them too, so that a single look may come between its steps.
    deadline = time.monotonic() + 10
    while set(active_children()) - others and time.monotonic() < deadline:
        time.sleep(0.05)
    assert set(active_children()) <= others


def test_as_many_processes_are_used_as_there_are_cores_but_not_too_many():
    assert 1 <= warmup.default_jobs() <= warmup.MOST_JOBS


@thin
def twice(x):
    return 2 * x


@kernel
def thrice(x):
    return twice(x) + x


@entry
def fill(out):
    out[0] = twice(thrice(out[0]))


def test_a_thin_kernel_is_part_of_those_that_call_it():
    out = np.array([5])
    fill(out)

    assert out[0] == 30


@pytest.mark.skipif(PURE_PYTHON, reason="nothing is compiled")
def test_a_thin_kernel_is_not_compiled_by_itself():
    with pytest.raises(TypeError, match="twice is thin: import it by name"):
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


def test_nothing_is_compiled_ahead_where_nothing_can_be_kept(monkeypatch, got):
    monkeypatch.setattr(warmup, "_is_warm", lambda: False)
    monkeypatch.setattr(warmup, "kept_in", lambda entry: None)
    monkeypatch.setattr(warmup, "warm_up_stages", lambda: ({"a": fail},))

    code, out, err = got("warmup")

    assert (code, out) == (1, "")
    assert err.count("\n") == 1
    assert "no folder to keep kernels in" in err
    assert "NUMBA_CACHE_DIR" in err


def test_what_is_warm_needs_no_place(monkeypatch):
    ran = []
    monkeypatch.setattr(warmup, "_is_warm", lambda: True)
    monkeypatch.setattr(warmup, "kept_in", lambda entry: None)
    monkeypatch.setattr(warmup, "warm_up_stages", lambda: ({"a": lambda: ran.append("a")},))

    warmup.warm_up(1)

    assert ran == ["a"]


def test_the_command_says_where_kernels_are_kept(monkeypatch, got):
    monkeypatch.setattr(warmup, "warm_up_stages", lambda: ())
    monkeypatch.setattr(warmup, "_is_warm", lambda: True)
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
