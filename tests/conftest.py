"""Settings shared by all tests, and the choice of those that a command runs."""

from __future__ import annotations

import os
import resource
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, settings

from tests import tiers

if TYPE_CHECKING:
    from got_env.core.game import Game

# Kernels compile on first use, so the time of a first example says nothing.
_SHARED = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow], "print_blob": True}
settings.register_profile("repeatable", derandomize=True, max_examples=6, **_SHARED)
settings.register_profile("thorough", derandomize=True, max_examples=30, **_SHARED)
settings.register_profile("explore", max_examples=500, **_SHARED)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options of this project."""
    parser.addoption("--recordings", metavar="DIR", help="recorded games for tests/conformance")
    parser.addoption("--tier", choices=tiers.TIERS, default="test", help="which tests to run")
    parser.addoption("--write-seconds", action="store_true", help=f"write {tiers.SECONDS.name}")


def pytest_configure(config: pytest.Config) -> None:
    """Choose how many examples a property is tried with; begin to measure."""
    usual = "repeatable" if config.getoption("tier") in ("quick", "test") else "thorough"
    settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", usual))
    if config.getoption("write_seconds") and not hasattr(config, "workerinput"):
        config.pluginmanager.register(_Seconds())


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """Three processes for two cores: a third of their time long tests wait for something else."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    if config.getoption("tier") in ("longer", "all") and cores:
        return cores + cores // 2
    return None


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Do not even import files without a quick test: that would take longest."""
    if config.getoption("tier") != "quick" or collection_path.suffix != ".py":
        return None
    quick = tiers.QUICK_SOURCE.search(collection_path.read_text(encoding="utf-8"))
    return None if quick else True


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the tests of other tiers, unless they are named one by one."""
    if any("::" in str(arg) for arg in config.args):
        return
    wanted = tests_of(items, config.getoption("tier"))
    config.hook.pytest_deselected(items=[item for item in items if item not in wanted])
    items[:] = [item for item in items if item in wanted]


def tests_of(items: list[pytest.Item], tier: str) -> set[pytest.Item]:
    """Those of all tests that a tier runs."""
    if tier == "all":
        return set(items)
    wanted = _in_test(items, tier != "quick")
    if tier == "quick":
        return {i for i in wanted if any(i.get_closest_marker(mark) for mark in tiers.QUICK)}
    if tier == "longer":
        return {i for i in items if i not in wanted or i.get_closest_marker("hypothesis")}
    return wanted


def _in_test(items: list[pytest.Item], long_rules: bool) -> set[pytest.Item]:
    """Those that the tier ``test`` runs, with or without long tests of rules."""
    seconds = tiers.read_seconds()
    functions: dict[str, dict[str, pytest.Item]] = {}
    for item in items:
        if not item.get_closest_marker("full"):
            functions.setdefault(tiers.function_of(item.nodeid), {})[item.nodeid] = item
    chosen: set[pytest.Item] = set()
    for name, tests in functions.items():
        kept = [test for test, item in tests.items() if item.get_closest_marker("smoke")]
        ruled = long_rules and any(item.get_closest_marker("rule") for item in tests.values())
        found = tiers.in_test(list(tests), seconds.get(name), kept, ruled)
        chosen |= {tests[test] for test in found}
    return chosen


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Remember what the process has used before a test."""
    item.stash[_BEFORE] = _used()
    return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: Any) -> Iterator[None]:
    """Tell with the last report of a test what it used."""
    report: Any = yield
    if call.when == "teardown" and item.config.getoption("write_seconds"):
        pairs = zip(_used(), item.stash[_BEFORE], strict=True)
        report.seconds = max(now - before for now, before in pairs)
        report.only_longer = item.get_closest_marker("full") is not None
    return report


_BEFORE = pytest.StashKey[tuple[float, float]]()


def _used() -> tuple[float, float]:
    """Seconds on the clock, and of processors: of this process and of those it waited for."""
    spent = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return perf_counter(), sum(one.ru_utime + one.ru_stime for one in spent)


class _Seconds:
    """Collects what tests took, and keeps it in the end."""

    def __init__(self) -> None:
        self._taken: dict[str, float] = {}
        self._only_longer: dict[str, float] = {}
        self._skipped: set[str] = set()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.skipped:
            self._skipped.add(report.nodeid)
        if report.when == "teardown" and report.nodeid not in self._skipped:
            taken = self._only_longer if report.only_longer else self._taken
            taken[report.nodeid] = report.seconds

    def pytest_sessionfinish(self) -> None:
        tiers.write_seconds(self._taken, self._only_longer)


@pytest.fixture(autouse=True)
def _search_path(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forget where a test found modules: agents in files let Python look beside them, for good."""
    monkeypatch.setattr(sys, "path", list(sys.path))


@pytest.fixture
def pennies(monkeypatch: pytest.MonkeyPatch) -> Game:
    """A small game without a board, among the games of the package for one test."""
    from got_env.games import GAMES
    from tests.toy.pennies import PENNIES

    monkeypatch.setitem(GAMES, PENNIES.code, PENNIES)
    return PENNIES


@pytest.fixture
def got(capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    """Run the command ``got``: its exit code, and what it wrote to stdout and stderr."""
    from got_env.cli import app as cli

    def run(*args: object) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as ended:
            cli.main([str(arg) for arg in args])
        said = capsys.readouterr()
        assert isinstance(ended.value.code, int)
        return ended.value.code, said.out, said.err

    return run
