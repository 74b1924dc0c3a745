"""A first start says that it compiles; any other start says nothing and compiles nothing."""

import re

import pytest

from got_env.cli import app as cli
from got_env.cli import progress, warmup
from got_env.cli.first_start import compile_if_cold
from got_env.core.batch.rules import rules_of
from got_env.games import GAMES


@pytest.fixture
def compiled(monkeypatch):
    """Calls that compiled kernels ahead."""
    calls = []
    monkeypatch.setattr(progress, "warm_up", lambda steps, jobs, *told: calls.append((steps, jobs)))
    return calls


def test_a_cold_start_is_said_and_compiled_in_several_processes(compiled, monkeypatch, capsys):
    monkeypatch.setattr(warmup, "rules_are_warm", lambda codes: False)

    compile_if_cold()

    out, err = capsys.readouterr()
    assert compiled == [(warmup.warm_up_steps(), warmup.default_jobs())]
    assert out == ""
    assert err.count("\n") == 1
    assert re.search(r"compiling the rules .* about \d[\d.]* (s|min) the first time", err)


def test_a_warm_start_is_silent(compiled, capsys):
    for step in warmup.warm_up_steps():  # the kernels of this run are in the cache
        if step.rules:
            warmup._timed(step.game, step.title)

    compile_if_cold()

    assert compiled == []
    assert capsys.readouterr() == ("", "")


def test_where_nothing_can_be_kept_each_process_compiles_what_it_needs(
    compiled, monkeypatch, capsys
):
    """The cache says so itself, once it has something to compile."""
    monkeypatch.setattr(warmup, "rules_are_warm", lambda codes: False)
    monkeypatch.setattr(warmup, "kept_in", lambda entry: None)

    compile_if_cold()

    assert compiled == []
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize(
    "command",
    [
        ["play", "--agents", "random", "--players", "3", "--json"],
        ["tournament", "--games", "1", "--no-isolate", "--json"],
    ],
)
def test_commands_that_play_compile_first(command, compiled, monkeypatch, capsys):
    monkeypatch.setattr(warmup, "rules_are_warm", lambda codes: False)

    with pytest.raises(SystemExit) as ended:
        cli.main(command)

    assert ended.value.code == 0
    assert len(compiled) == 1


def test_bad_usage_is_found_before_anything_is_compiled(compiled, monkeypatch, capsys):
    monkeypatch.setattr(warmup, "rules_are_warm", lambda codes: False)

    with pytest.raises(SystemExit) as ended:
        cli.main(["play", "--agents", "nobody"])

    assert ended.value.code == 2
    assert compiled == []


def test_only_the_game_that_is_played_is_compiled(compiled, monkeypatch):
    asked = []
    monkeypatch.setattr(warmup, "rules_are_warm", lambda codes: asked.append(codes))

    compile_if_cold("btwixt")

    assert asked == [("btwixt",)]
    assert {step.game for step in compiled[0][0]} == {"btwixt"}


def test_a_game_is_cold_though_another_one_is_warm(monkeypatch):
    """Games share the files of the loops that play them, so these alone say nothing."""
    of_btwixt = rules_of(GAMES["btwixt"].records.state).observe_seat
    monkeypatch.setattr(warmup, "in_cache", lambda kernel: kernel is not of_btwixt)

    assert warmup.rules_are_warm(["agot2e"])
    assert not warmup.rules_are_warm(["btwixt"])
    assert not warmup.rules_are_warm()


def test_games_to_compile_can_be_named(compiled, got):
    got("warmup", "--game", "agot1e", "--game", "btwixt")

    assert {step.game for step in compiled[0][0]} == {"agot1e", "btwixt"}


def test_an_unknown_game_is_not_compiled(got):
    code, _, told = got("warmup", "--game", "agot2")

    assert code == 2
    assert "unknown game 'agot2'" in told
