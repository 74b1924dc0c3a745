"""Replays of tables, and pages made of them."""

from __future__ import annotations

from got_env.replay import read_replay
from got_env.replay.page import EVERYTHING, PageWriter


def replay_of(text: str) -> str:
    """The replay of a game, closed as unfinished if it has not ended."""
    return read_replay(text).resume().finish()


def page_of(text: str) -> str:
    """A page on which a game is played again, as everybody saw it and with all hands open."""
    replay = read_replay(replay_of(text))
    header = replay.header
    viewers = [EVERYTHING, *header.game.seats.in_play(header.players)]
    page = PageWriter(header.game, replay.states, viewers, header.agents)
    told = 0
    for step in replay.play():
        page.say(step.said)
        told += len(step.said)
        page.before(step.states, step.player, step.text)
    page.say(replay.messages[told:])
    page.end(replay.states)
    return page.html()
