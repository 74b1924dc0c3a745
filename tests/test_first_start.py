"""A first start says that it compiles; any other start says nothing and compiles nothing."""

import pytest

from got_env.cli import app as cli
from got_env.cli import warmup
from got_env.cli.first_start import compile_if_cold


@pytest.fixture
def compiled(monkeypatch):
    """How often kernels were compiled ahead."""
    calls = []
    monkeypatch.setattr(warmup, "warm_up", lambda jobs, *told: calls.append(jobs))
    return calls


def test_a_cold_start_is_said_and_compiled_in_several_processes(compiled, monkeypatch, capsys):
    monkeypatch.setattr(warmup, "rules_are_warm", lambda: False)

    compile_if_cold()

    out, err = capsys.readouterr()
    assert compiled == [warmup.default_jobs()]
    assert out == ""
    assert err.count("\n") == 1
    assert "compiling the rules" in err


def test_a_warm_start_is_silent(compiled, capsys):
    warmup.warm_up_stages()  # the kernels of this run are in the cache
    for stage in warmup.warm_up_stages()[:-1]:
        for step in stage.values():
            step()

    compile_if_cold()

    assert compiled == []
    assert capsys.readouterr() == ("", "")


def test_where_nothing_can_be_kept_each_process_compiles_what_it_needs(
    compiled, monkeypatch, capsys
):
    """The cache says so itself, once it has something to compile."""
    monkeypatch.setattr(warmup, "rules_are_warm", lambda: False)
    monkeypatch.setattr(warmup, "kept_in", lambda entry: None)

    compile_if_cold()

    assert compiled == []
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize(
    "command",
    [
        ["play", "--agents", "random", "--players", "3", "--json"],
        ["tournament", "--agents", "random", "--games", "1", "--no-isolate", "--json"],
    ],
)
def test_commands_that_play_compile_first(command, compiled, monkeypatch, capsys):
    monkeypatch.setattr(warmup, "rules_are_warm", lambda: False)

    with pytest.raises(SystemExit) as ended:
        cli.main(command)

    assert ended.value.code == 0
    assert len(compiled) == 1


def test_bad_usage_is_found_before_anything_is_compiled(compiled, monkeypatch, capsys):
    monkeypatch.setattr(warmup, "rules_are_warm", lambda: False)

    with pytest.raises(SystemExit) as ended:
        cli.main(["play", "--agents", "nobody"])

    assert ended.value.code == 2
    assert compiled == []
