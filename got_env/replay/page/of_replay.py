"""The page of a game that was recorded."""

from __future__ import annotations

from collections.abc import Sequence

from got_env.replay.page.talk import EVERYTHING
from got_env.replay.page.writer import PageWriter
from got_env.replay.reader import Replay


def page_of(replayed: Replay, viewers: Sequence[str] = (EVERYTHING,)) -> str:
    """Play a recorded game to its last line, and make a page of it.

    Args:
        replayed: the game, at its start; afterwards it is at its end.
        viewers: players between whom the page lets choose, or :data:`EVERYTHING`.

    Returns:
        One HTML document, with nothing else to load.

    Raises:
        ReplayError: for a line that differs from what the game gives.
        ValueError: if the game is not drawn, or for a viewer that does not take part.
    """
    header, told = replayed.header, 0
    page = PageWriter(header.game, replayed.states, viewers, header.agents)
    for step in replayed.play():
        told += len(step.said)
        page.say(step.said)
        page.before(step.states, step.player, step.text)
    page.say(replayed.messages[told:])
    page.end(replayed.states)
    return page.html()
