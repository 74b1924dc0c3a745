"""The main job from one command."""

import json

import pytest

from got_env.cli import app as cli


@pytest.mark.training
def test_the_demo_ends_with_a_tournament_and_the_path_of_its_report(tmp_path, capsys):
    args = ["demo", "--minutes", "0.02", "--games", "6", "--players", "3", "--out", str(tmp_path)]

    with pytest.raises(SystemExit) as ended:
        cli.main(args)

    assert ended.value.code == 0
    report = tmp_path / "all" / "report.html"
    assert capsys.readouterr().out.splitlines()[-1] == f"report: {report}"
    assert report.is_file()
    summary = json.loads((tmp_path / "demo.json").read_text())["tournaments"]["all"]
    assert set(summary["agents"]) >= {f"policy:{tmp_path / 'policy'}", "heuristic", "random"}
    assert summary["games"] == 6
