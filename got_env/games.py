"""The games of the package by code."""

from __future__ import annotations

import copyreg
import os
from collections.abc import Mapping
from pathlib import Path
from pickle import PicklingError
from typing import Any

from got_env.core.error_values import short_repr
from got_env.core.game import Game, Reward
from got_env.core.on_demand import OnDemand
from got_env.core.suggest import suggest

GAMES: Mapping[str, Game] = OnDemand(
    "GAME",
    ("agot2e", "got_env.westeros.games.agot2e"),
    ("agot1e", "got_env.westeros.games.agot1e"),
    ("agot1e_storm", "got_env.westeros.games.agot1e_storm"),
    ("asos", "got_env.westeros.games.asos"),
    ("btwixt", "got_env.btwixt.games.btwixt"),
)
"""By code. Each is loaded when it is first asked for."""

_loaded: dict[tuple[str, str], Game] = {}
"""Games with facts of users' own folders that this process has read, by code and data hash."""


def get_game(code: str, data_dir: str | os.PathLike[str] | None = None) -> Game:
    """The game with a code such as ``"agot2e"``.

    Args:
        code: of the game, or its :attr:`reference <got_env.core.game.Identity.reference>`, which
            this or another process has told.
        data_dir: your own folder of board, set-up and card files; None for the facts of the
            package. Every file of the game has to be there, with the fields of those of the
            package. Folders of the same content give the same rules.

    Raises:
        ValueError: for an unknown code; names the known ones. For files that are missing or say
            what no game can have; names file and field. For the reference of a folder whose
            content has changed.
    """
    name, _, rest = code.partition("@")
    if name not in GAMES:
        raise ValueError(f"unknown game {short_repr(code)}: {suggest(code, GAMES)}")
    if not rest:
        return GAMES[name] if data_dir is None else _with_data(GAMES[name], Path(data_dir))
    data_hash, _, folder = rest.partition(":")
    if (name, data_hash) not in _loaded:
        game = _with_data(GAMES[name], Path(folder))
        if game.identity.data_hash != data_hash:
            raise ValueError(
                f"{folder}: the data of {name} have changed: their hash is "
                f"{game.identity.data_hash}, expected {data_hash}"
            )
    return find_game(name, data_hash)


def games_with(data_dir: str | os.PathLike[str]) -> dict[str, Game]:
    """The games that the files of a folder are of, by code, with the facts of that folder.

    Raises:
        ValueError: if they are of no game; says what is wrong with them as files of the game that
            most of them belong to.
    """
    folder = Path(data_dir)
    there = {path.name for path in folder.glob("*.json")}
    games = [game for game in GAMES.values() if game.with_data is not None]
    fitting = [game.code for game in games if set(game.data_files) == there]
    nearest = max(games, key=lambda game: len(there & {*game.data_files}))
    return {code: get_game(code, data_dir) for code in fitting or [nearest.code]}


def find_game(code: str, data_hash: str | None = None) -> Game:
    """The game with the facts of a hash: that of the package, or one whose folder has been given.

    For what files and messages of others name: no folder is read.

    Args:
        code: of the game; no reference.
        data_hash: of the facts; None for those of the package.

    Raises:
        ValueError: for an unknown code, or if no folder with this content has been read.
    """
    if code not in GAMES:
        raise ValueError(f"unknown game {short_repr(code)}: {suggest(code, GAMES)}")
    game = GAMES[code]
    if data_hash in (None, game.identity.data_hash):
        return game
    if (code, str(data_hash)) in _loaded:
        return _loaded[code, str(data_hash)]
    raise ValueError(
        f"rules data {str(data_hash)[:40]!r}: those here are {game.identity.data_hash!r}; "
        "the folder with the others has to be given as data_dir"
    )


def chosen_game(game: str | Game, data_dir: str | os.PathLike[str] | None = None) -> Game:
    """A game that is given by its code or itself, with the facts of a folder if one is given.

    Raises:
        ValueError: as :func:`get_game`.
        TypeError: for anything else.
    """
    if isinstance(game, str):
        return get_game(game, data_dir)
    if not isinstance(game, Game):
        raise TypeError(f"game={short_repr(game)}: expected a code such as 'agot2e', or a Game")
    return game if data_dir is None else _with_data(game, Path(data_dir))


def _with_data(game: Game, folder: Path) -> Game:
    if game.with_data is None:
        raise ValueError(f"data_dir={str(folder)!r}: {game.code} has no data in files")
    found = game.with_data(folder)
    if found is not GAMES.get(game.code, game):
        _loaded[found.code, found.identity.data_hash] = found
    own = _own_rewards(game)
    return found.with_rewards(**own) if own else found


def _own_rewards(game: Game) -> dict[str, Reward]:
    """Reward options that were added to the game, or put in place of others."""
    facts = game.code, game.identity.data_hash
    known = _loaded.get(facts, GAMES.get(game.code, game)).results.rewards
    rewards = game.results.rewards
    return {name: reward for name, reward in rewards.items() if known.get(name) != reward}


def _reduce(game: Game) -> tuple[Any, ...]:
    """Pickle a game as its reference.

    Raises:
        PicklingError: for a game that is none of the package, or has rewards of its own, which no
            reference tells.
    """
    if game.code not in GAMES:
        raise PicklingError(f"game {game.code!r}: expected one of {', '.join(GAMES)} in a pickle")
    own = _own_rewards(game)
    if own:
        raise PicklingError(
            f"game {game.code!r}: has rewards of your own ({', '.join(own)}), which no pickle"
            " carries: make its environments in the process that uses them"
        )
    return get_game, (game.reference,)


copyreg.pickle(Game, _reduce)
