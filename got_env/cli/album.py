"""Pictures and a page of a replay as files; slow imports are deferred."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from got_env.core.files import check_fillable

if TYPE_CHECKING:
    from got_env.core.game import States
    from got_env.core.press.messages import Message
    from got_env.replay.reader import Replay


class Each(StrEnum):
    """Occasion for a picture."""

    ROUND = "round"
    DECISION = "decision"


class Watcher(Protocol):
    """Looks on while a game is played again."""

    def said(self, messages: Sequence[Message]) -> None:
        """The players have talked before the next decision."""

    def before(self, states: States, player: str, text: str) -> None:
        """A player is about to play a decision."""

    def end(self, states: States) -> None:
        """The last decision was played."""


class Album:
    """Pictures of a game in a folder, numbered by the decisions before them.

    Args:
        folder: new or empty; it is made with the first picture.
        replayed: the game, at its start.
        viewer: a player: the pictures as this player knows the game. None for everything.
        each: a picture at the start of each round, or before each decision; and one at the end.

    Raises:
        ValueError: if the folder holds something or cannot be written, if the game is not drawn, or
            if the viewer does not take part.
    """

    def __init__(self, folder: Path, replayed: Replay, viewer: str | None, each: Each) -> None:
        from got_env.pictures import known_to

        game = replayed.header.game
        if game.words.picture is None:
            raise ValueError(f"--svg: there are no pictures of {game.code}")
        check_fillable("--svg", folder)
        known_to(game, replayed.states, 0, viewer)
        self._folder, self._game, self._viewer, self._each = folder, game, viewer, each
        self._decisions = 0
        self._round = -1

    def said(self, messages: Sequence[Message]) -> None:
        """Messages are in no picture."""

    def before(self, states: States, player: str, text: str) -> None:
        """A decision is about to be played."""
        now = int(states["round_no"][0])
        if self._each is Each.DECISION or now != self._round:
            self._keep(states)
        self._round = now
        self._decisions += 1

    def end(self, states: States) -> None:
        """The last decision was played."""
        self._keep(states)

    def _keep(self, states: States) -> None:
        from got_env.pictures import picture

        self._folder.mkdir(parents=True, exist_ok=True)
        name = f"{self._decisions:05d}_round_{int(states['round_no'][0]):02d}.svg"
        document = picture(self._game, states, 0, self._viewer)
        (self._folder / name).write_text(document, encoding="utf-8")


class PageFile:
    """A page on which a game is played again, written at its end.

    Args:
        file: the page.
        replayed: the game, at its start.
        viewers: players between whom the page lets choose; none for a page that shows everything.

    Raises:
        ValueError: if the game is not drawn, or for a viewer that does not take part.
    """

    def __init__(self, file: Path, replayed: Replay, viewers: list[str]) -> None:
        from got_env.replay.page import EVERYTHING, PageWriter

        header = replayed.header
        self._file = file
        self._page = PageWriter(
            header.game, replayed.states, viewers or [EVERYTHING], header.agents
        )

    def said(self, messages: Sequence[Message]) -> None:
        """The players have talked before the next decision."""
        self._page.say(messages)

    def before(self, states: States, player: str, text: str) -> None:
        """A player is about to play a decision."""
        self._page.before(states, player, text)

    def end(self, states: States) -> None:
        """The last decision was played."""
        from got_env.core.files import write_named

        self._page.end(states)
        write_named(self._file, self._page.html().encode())
