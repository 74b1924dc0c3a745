"""Facts from a folder of files: read, held against their types, and checked."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from got_env.core.data_files import read_data_files
from got_env.westeros.facts import files
from got_env.westeros.facts.checks import check_brought, check_facts
from got_env.westeros.facts.facts import Brought, Facts

SHIPPED = Path(__file__).parents[1] / "data"
"""Holds a folder of files for each game."""

FILES: Mapping[str, Mapping[str, Any]] = {
    "agot2e": {
        "board": files.Board,
        "house_cards": files.HouseCards,
        "setup": files.SetupFile,
        "tides_of_battle": files.TidesOfBattle,
        "westeros_cards": files.WesterosCards,
        "wildling_cards": files.WildlingCards,
    },
    "agot1e": {
        "asos_house_cards": files.HouseCards,
        "asos_westeros_cards": files.WesterosCards,
        "asos_wildling_cards": files.WildlingCards,
        "board": files.Board,
        "house_cards": files.HouseCards,
        "setup": files.SetupFile,
        "westeros_cards": files.WesterosCards,
    },
    "agot1e_storm": {
        "asos_house_cards": files.HouseCards,
        "asos_westeros_cards": files.WesterosCards,
        "asos_wildling_cards": files.WildlingCards,
        "board": files.Board,
        "house_cards": files.HouseCards,
        "leaders": files.Leaders,
        "setup": files.SetupFile,
        "storm_setup": files.StormSetup,
        "tactics_cards": files.TacticsCards,
        "westeros_cards": files.WesterosCards,
    },
    "asos": {
        "alliance_cards": files.AllianceCards,
        "board": files.Board,
        "house_cards": files.HouseCards,
        "leaders": files.Leaders,
        "setup": files.SetupFile,
        "tactics_cards": files.TacticsCards,
        "westeros_cards": files.WesterosCards,
    },
}
"""The files of each game by name, and what each holds. A game without Wildling cards has no such
file, and :attr:`Facts.wildlings` is None. Cards of an expansion that options bring into a game are
files of their own."""


LENT: Mapping[str, Mapping[str, Path]] = {
    "agot1e_storm": {
        name: SHIPPED / "agot1e" for name in FILES["agot1e_storm"] if name in FILES["agot1e"]
    }
}
"""Files that a game of the package shares with another one, by code: where they lie."""


_BROUGHT = (
    ("house_cards", "asos", "cards", "asos_house_cards"),
    ("westeros_decks", "asos", "westeros", "asos_westeros_cards"),
    ("wildling_cards", "on", "wildlings", "asos_wildling_cards"),
)
"""Options that bring other cards into a game: key, value, attribute of the facts, file."""


def _brought_by_options(read: Mapping[str, Any]) -> tuple[Brought, ...]:
    return tuple(
        Brought(option, value, attribute, read[name], f"{name}.json")
        for option, value, attribute, name in _BROUGHT
        if name in read
    )


def read_facts(code: str, folder: Path) -> Facts:
    """The facts of a game from a folder of its files.

    Args:
        code: of the game: ``"agot2e"``.
        folder: holds all files of the game, with the fields of those that are shipped. There may
            be other things beside them, but no other JSON.

    Raises:
        ValueError: if a file is missing, cannot be read or says what no game can have; names file
            and field.
    """

    def build(read: Mapping[str, Any], data_hash: str) -> Facts:
        facts = Facts(
            code=code,
            data_hash=data_hash,
            board=read["board"],
            setup=read["setup"],
            cards=read["house_cards"],
            westeros=read["westeros_cards"],
            wildlings=read.get("wildling_cards"),
            tides=read.get("tides_of_battle"),
            leaders=read.get("leaders"),
            tactics=read.get("tactics_cards"),
            alliances=read.get("alliance_cards"),
            storm=read.get("storm_setup"),
            brought=_brought_by_options(read),
            shipped=folder == SHIPPED / code,
        )
        check_facts(facts)
        for chosen in range(1, 1 << len(facts.brought)):
            check_brought(facts.with_brought(chosen))
        return facts

    lent = LENT.get(code, {}) if folder == SHIPPED / code else {}
    return read_data_files(code, FILES[code], folder, build, lent)
