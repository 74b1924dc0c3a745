"""What the arguments of trainings, leagues, exploiters and data sets have in common."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, cast

from got_env.core.checks import checked_table_sizes
from got_env.core.game import Game
from got_env.core.ranges import checked_field, kinds_of, merged_fields
from got_env.games import find_game, get_game


class CheckedArgs:
    """Base of frozen dataclasses whose values are checked against the types of their fields."""

    def check_fields(self) -> None:
        """Bring every field to its type.

        Raises:
            ValueError: for a wrong type or a value out of bounds; names the argument.
        """
        kinds: Mapping[str, Any] = kinds_of(cast(Any, type(self)))
        for name, kind in kinds.items():
            object.__setattr__(self, name, checked_field(name, getattr(self, name), kind))

    def plain(self) -> dict[str, Any]:
        """The arguments as plain data."""
        values = {item.name: getattr(self, item.name) for item in fields(cast(Any, self))}
        return {name: _plain(value) for name, value in values.items()}

    @classmethod
    def parse(cls, *layers: Mapping[str, Any]) -> Self:
        """Arguments from plain data; later layers go before earlier ones and the defaults.

        Raises:
            ValueError: for an unknown name or a bad value; names it.
        """
        return cls(**merged_fields(cls, *layers))


class GameArgs(CheckedArgs):
    """Arguments that choose a game, your own data of it, numbers of players and rules options."""

    if TYPE_CHECKING:  # The dataclasses declare them, each at its place and with its docstring.
        game: str
        data_dir: str
        players: int | tuple[int, ...]
        options: Mapping[str, bool | int | str]

    def check_game(self) -> Game:
        """Check them against the game; numbers of players become those that are meant.

        Raises:
            ValueError: for bad arguments; names the argument.
        """
        if self.data_dir:
            object.__setattr__(self, "data_dir", str(Path(self.data_dir).resolve()))
        game = self.chosen_game()
        sizes = checked_table_sizes(game, None if self.players == 0 else self.players)
        object.__setattr__(self, "players", sizes if len(sizes) > 1 else sizes[0])
        game.options.resolve(self.options)
        return game

    def chosen_game(self) -> Game:
        """The game that is played.

        Raises:
            ValueError: for an unknown game or bad data; names file and field.
        """
        return get_game(find_game(self.game).code, self.data_dir or None)

    @property
    def table_sizes(self) -> tuple[int, ...]:
        """Numbers of players of the games, ascending; one of them as a rule."""
        return self.players if isinstance(self.players, tuple) else (self.players,)


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return list(value)
    return dict(value) if isinstance(value, Mapping) else value
