"""Golden replays of B'Twixt: games that must stay what they are."""

from pathlib import Path

import pytest

from got_env.games import get_game
from got_env.replay import read_replay

PATHS = sorted((Path(__file__).parents[1] / "replays" / "btwixt").glob("*.txt"))
HAPPENINGS = (
    " plays ",
    " kneels",
    " wins the bid with ",
    " claims ",
    " gains a power token for ",
    " is killed",
    " brings ",
    " discards ",
    " into hand",
    " gets a card from ",
    " goes to the bid pile of ",
    " draws a card",
    " shows the hand to ",
    " looks at ",
    " changes by ",
    " may not kneel ",
    "winter begins",
    "event cards are shuffled in",
    " wins the game",
)


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_every_line_is_what_the_game_gives(path):
    read_replay(path.read_bytes()).verify()


def test_the_set_has_every_number_of_players_and_what_can_happen():
    together = "\n".join(path.read_text() for path in PATHS)
    players = {read_replay(path.read_bytes()).header.players for path in PATHS}

    assert players == set(get_game("btwixt").seats.counts)
    assert [happening for happening in HAPPENINGS if happening not in together] == []
    assert sum(path.stat().st_size for path in PATHS) < 300_000
