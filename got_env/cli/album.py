"""Pictures of a replay as files; slow imports are deferred."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from got_env.core.game import Game, States


class Each(StrEnum):
    """How often a picture is made."""

    ROUND = "round"
    DECISION = "decision"


class Album:
    """Pictures of a game in a folder, numbered by the decisions before them.

    Args:
        folder: new or empty; it is made with the first picture.
        game: what is played.
        viewer: a player: the pictures as this player knows the game. None for everything.
        each: a picture at the start of each round, or before each decision; and one at the end.

    Raises:
        ValueError: if the folder holds something, if the game is not drawn, or if the viewer does
            not take part.
    """

    def __init__(
        self, folder: Path, game: Game, states: States, viewer: str | None, each: Each
    ) -> None:
        from got_env.pictures import known_to

        if game.words.picture is None:
            raise ValueError(f"--svg: there are no pictures of {game.code}")
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise ValueError(f"--svg={str(folder)!r}: expected a folder that is new or empty")
        known_to(game, states, 0, viewer)
        self._folder, self._game, self._viewer, self._each = folder, game, viewer, each
        self._decisions = 0
        self._round = -1
        self.count = 0

    def before(self, states: States) -> None:
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
        self.count += 1
