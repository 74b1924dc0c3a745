"""The story of a game names cards, allies, leaders and councils as people do."""

import pytest

from got_env.btwixt.rules.vocabulary import ON_ALLY, Event
from got_env.games import get_game

GAME = get_game("btwixt")


def told(kind, seat, x=0, y=0):
    """One event of a game of three, as people tell it."""
    states = GAME.start(1, 3, 1)
    states["journal"][0, 0], states["journal_no"] = (kind, seat, x, y), 1
    return GAME.words.told_events(states, 0, 0)


@pytest.mark.parametrize(
    ("event", "text"),
    [
        ((Event.KNEEL, 1), "Player 2 kneels"),
        ((Event.TOKEN, 1, 2),
         "Player 2 gains a power token on the council of Player 3 and Player 1"),
        ((Event.TOKEN, 1, ON_ALLY), "Player 2 gains a power token on the current ally"),
        ((Event.TOKEN_MOVED, 1, 0, -1),
         "A power token goes from the council of Player 1 and Player 2 to the supply"),
        ((Event.KILL, 0, -1), "An ally is killed"),
        ((Event.TOTAL, 2, -1), "The bid of Player 3 counts 1 less"),
        ((Event.LOOK, -1, 2), "Player 3 shows the hand to all"),
        ((Event.PEEK, 0, 1), "Player 1 looks at 1 ally"),
    ],
)  # fmt: skip
def test_events_are_told_as_at_a_table(event, text):
    assert told(*event) == [text]


def test_cards_allies_and_leaders_have_their_names():
    assert told(Event.PLAY, 0, 0) == ["Player 1 plays Pulling the Strings"]
    for kind in (Event.LEADER, Event.REVEAL, Event.CLAIM):
        (line,) = told(kind, 0, 1, 1)
        assert "_" not in line
        assert line[0].isupper()
