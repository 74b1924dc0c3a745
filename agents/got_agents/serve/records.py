"""Replays of tables, and pages made of them."""

from __future__ import annotations

from got_env.replay import read_replay
from got_env.replay.page import EVERYTHING
from got_env.replay.page import page_of as page_of_replay


def replay_of(text: str) -> str:
    """The replay of a game, closed as unfinished if it has not ended."""
    return read_replay(text).resume().finish()


def page_of(text: str) -> str:
    """A page on which a game is played again, as everybody saw it and with all hands open."""
    replay = read_replay(replay_of(text))
    seats = replay.header.game.seats.in_play(replay.header.players)
    return page_of_replay(replay, [EVERYTHING, *seats])
