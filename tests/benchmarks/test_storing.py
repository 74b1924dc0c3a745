"""Costs of a tournament beside its games are measured part by part."""

import json

import pytest

from got_env.cli import app as cli


def test_the_parts_of_a_tournament_are_measured(capsys):
    with pytest.raises(SystemExit) as ended:
        cli.main(
            ["bench", "tournament", "--games", "8", "--players", "3", "--repeats", "1", "--json"]
        )

    result = json.loads(capsys.readouterr().out)
    assert ended.value.code == 0
    assert set(result["seconds"]) == {"games", "storing", "rating", "writing"}
    assert all(seconds > 0 for seconds in result["seconds"].values())
    assert result["of_games"]["games"] == 1
    assert result["games"] == 8


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--games", "0"], "games=0"),
        (["--repeats", "0"], "repeats=0: expected at least 1"),
        (["--players", "9"], "players=9"),
        (["--replays", "some"], "replays='some': expected one of"),
    ],
)
def test_bad_usage_is_one_line(args, message, capsys):
    with pytest.raises(SystemExit) as ended:
        cli.main(["bench", "tournament", *args])

    assert ended.value.code == 2
    assert message in capsys.readouterr().err
