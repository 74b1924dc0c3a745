"""The page on training names every argument with its default, those of a league too."""

from dataclasses import fields
from pathlib import Path

import pytest

from got_env.core.ranges import kinds_of, range_of
from got_training.args import Args
from got_training.league.args import LeagueArgs

PAGE = (Path(__file__).parents[2] / "docs" / "training.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("code", "players"), [("agot2e", 6), ("agot1e", 5), ("agot1e_storm", 5), ("btwixt", 6)]
)
def test_a_training_is_by_default_for_as_many_players_as_its_game_takes(code, players):
    assert Args(game=code, steps=1).players == players


@pytest.mark.parametrize("item", fields(Args), ids=lambda item: item.name)
def test_the_page_lists_the_argument(item):
    default = Args(steps=1).plain()[item.name]
    default = 0 if item.name == "steps" else default

    takes = range_of(kinds_of(Args)[item.name]).removeprefix("from ")
    takes = takes if takes[:1].isdigit() else ""

    assert f"| `{item.name}` | `{default}` | {takes}" in PAGE


OF_THE_POLICY = {"game", "players", "options", "opponents", "rated"}
"""Arguments of a league whose defaults follow from the policy that it starts from."""


@pytest.mark.parametrize("item", fields(LeagueArgs), ids=lambda item: item.name)
def test_the_page_lists_the_argument_of_a_league(item):
    section = PAGE.partition("## A league")[2].partition("## Credit")[0]
    default = (LeagueArgs(rounds=1).plain() | {"rounds": 0})[item.name]
    told = "see right" if item.name in OF_THE_POLICY else f"`{default}`"

    takes = range_of(kinds_of(LeagueArgs)[item.name]).removeprefix("from ")
    takes = takes if takes[:1].isdigit() else ""

    assert f"| `{item.name}` | {told} | {takes}" in section
