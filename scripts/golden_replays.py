#!/usr/bin/env python3
"""Write the golden replays, tests/replays/*.txt, anew; the diff shows how the game has changed.

A replay keeps its decisions as long as they are legal, so the diff shows where a change of the
rules first matters. From there on, its agents play.

Example:
    scripts/golden_replays.py
    scripts/golden_replays.py --anew 3p 6p_tides
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "agents")]

from got_agents.registry import make_agents  # noqa: E402
from got_agents.story import decide  # noqa: E402
from got_env.games import get_game  # noqa: E402
from got_env.replay import Header, ReplayWriter  # noqa: E402

FOLDER = ROOT / "tests" / "replays"


@dataclass(frozen=True)
class Golden:
    """One replay of the set."""

    players: int
    seed: int
    agents: str
    options: Mapping[str, str] = field(default_factory=dict)
    decks: Mapping[str, tuple[str | None, ...]] | None = None
    position: Mapping[str, Any] | None = None
    game: str = "agot2e"


TWO = "heuristic,random"
THREE = "random,heuristic,random_kind"


def otherwise(game: str) -> dict[str, str]:
    """Every option at its other value."""
    table = get_game(game).options.table
    return {key: values[1] for key, (values, _, _) in table.items() if len(values) > 1}


OTHERWISE = otherwise("agot2e")
STORM_1E = {"house_cards": "asos", "westeros_decks": "asos", "wildling_cards": "on"}
"""The cards of the expansion, all of them."""
OTHERWISE_1E = {key: value for key, value in otherwise("agot1e").items() if key not in STORM_1E}
OF_THE_EXPANSION = (*STORM_1E, "tactics", "leaders")
OTHERWISE_STORM = {
    key: value for key, value in otherwise("agot1e_storm").items() if key not in OF_THE_EXPANSION
}
OLD_CARDS = {"house_cards": "base", "westeros_decks": "reconstructed", "wildling_cards": "off"}
"""With Tactics cards, and without Leaders: these need the other cards."""
OTHERWISE_ASOS = otherwise("asos")

EARLY_ATTACK: Mapping[str, tuple[str, ...]] = {
    "III": (
        "wildlings_attack",
        "wildlings_attack",
        "web_of_lies",
        "storm_of_swords",
        "sea_of_storms",
        "rains_of_autumn",
        "put_to_the_sword",
        "feast_for_crows",
        "wildlings_attack",
        "put_to_the_sword",
    ),
    "wildlings": (
        "preemptive_raid",
        "the_horde_descends",
        "crow_killers",
        "a_king_beyond_the_wall",
        "mammoth_riders",
        "massing_on_the_milkwater",
        "rattleshirts_raiders",
        "silence_at_the_wall",
        "skinchanger_scout",
    ),
}
"""Decks as they might lie at a table; the others are shuffled."""


def ships(house: str, number: int, order: str) -> dict[str, Any]:
    """A sea area of a position."""
    units = [{"house": house, "type": "ship"}] * number
    return {"units": units, "order": {"token": order}}


SEA_BATTLE: Mapping[str, Any] = {
    "game": "agot2e",
    "players": 6,
    "options": {"salladhor_victarion": "always_zero"},
    "round": 10,
    "phase": "march",
    "areas": {
        "ironmans_bay": ships("greyjoy", 3, "march+0"),
        "the_golden_sound": ships("baratheon", 2, "defense+1"),
        "sunset_sea": ships("baratheon", 1, "support"),
    },
    "houses": {
        "greyjoy": {"hand": ["victarion_greyjoy"]},
        "baratheon": {"hand": ["salladhor_saan"]},
    },
}
"""Victarion Greyjoy sails against Salladhor Saan, which happens too rarely by itself."""

LOOKOUT_FIRST: Mapping[str, tuple[str | None, ...]] = {
    "III": (
        "swing_the_sword",
        "claim_westeros",
        "punish_the_guilty",
        *[None] * 7,
    ),
    "arryn": ("arryn_lookout", "arryn_military_support", *[None] * 4),
}
"""Decks of the Storm of Swords as they might lie at a table."""


def host(house: str, order: str, *units: str) -> dict[str, Any]:
    """A land area of a position."""
    return {"units": [{"house": house, "type": u} for u in units], "order": {"token": order}}


TRIDENT: Mapping[str, Any] = {
    "game": "asos",
    "players": 4,
    "round": 9,
    "phase": "march",
    "weather": 3,
    "claim_track": ["lannister", "stark"],
    "areas": {
        "the_twins": host("stark", "march+0", "footman", "knight", "allied_footman"),
        "seagard": host("greyjoy", "support", "footman", "footman"),
        "oldstones": host("lannister", "defense+1", "footman", "knight"),
    },
    "leaders": {
        "robb_stark": {"area": "the_twins", "order": "the_twins"},
        "tywin_lannister": {"area": "oldstones"},
        "theon_greyjoy": {"area": "seagard"},
        "eddard_stark": {"cell": "lannister"},
        "ser_jaime_lannister": {"cell": "stark"},
        "balon_greyjoy": {},
        "renly_baratheon": {},
        "stannis_baratheon": {},
    },
    "tactics": {"open": True, "houses": {"stark": {"picked": "secure_hostages"}}},
    "alliances": {"held": {"stark": ["frey_army"], "lannister": ["tyrell_military_support"]}},
}
"""Robb Stark marches in a storm against Tywin Lannister, each of whom holds a hostage."""

INTRIGUE: Mapping[str, Any] = {
    "game": "asos",
    "players": 4,
    "round": 9,
    "phase": "tactics",
    "claim_track": ["lannister", "stark", "stark", "greyjoy", "baratheon", "greyjoy"],
    "areas": {
        "the_twins": host("stark", "support", "footman", "knight"),
        "seagard": host("greyjoy", "raid", "footman", "knight"),
        "oldstones": host("lannister", "raid*", "footman", "knight"),
        "moat_cailin": host("stark", "march+1", "footman"),
    },
    "houses": {"stark": {"power": 9}},
    "leaders": {"robb_stark": {"area": "the_twins"}, "eddard_stark": {"cell": "lannister"}},
    "tactics": {
        "open": True,
        "houses": {
            "stark": {"picked": "forge_alliances"},
            "lannister": {"picked": "forge_alliances"},
        },
    },
    "alliances": {
        "held": {"stark": ["arryn_military_support", "arryn_political_support"]},
        "decks": {
            "arryn": {"cards": ["arryn_lookout", None, None, None]},
            "mercenaries_and_outlaws": {"cards": ["filthy_accusations", *[None] * 5]},
        },
    },
}
"""Stark is about to win the Vale, and its support is raided."""

FREE_ORDERS = {"orders_mandatory": "false"}
"""With it random players leave areas without an order, so that armies come together."""

ROUTED_FOOTMAN: Mapping[str, Any] = {
    "game": "agot2e",
    "players": 3,
    "options": {"routed_upgrade": "stands"},
    "round": 10,
    "phase": "consolidate",
    "areas": {
        "winterfell": {
            "units": [{"house": "stark", "type": "footman", "routed": True}],
            "order": {"house": "stark", "token": "consolidate*"},
        }
    },
}
"""A routed Footman may be upgraded by a special Consolidate Power order."""

_BTWIXT_OTHERWISE = {
    key: values[1]
    for key, (values, _, _) in get_game("btwixt").options.table.items()
    if len(values) > 1 and key not in ("draft", "clash_draft", "clash_with_advanced", "short")
}
BTWIXT: Mapping[str, Golden] = {
    "3p": Golden(3, 1, "random", game="btwixt"),
    "4p_advanced": Golden(4, 2, "random", {"advanced": "true"}, game="btwixt"),
    "5p_draft": Golden(5, 3, "random", {"draft": "true", "short": "true"}, game="btwixt"),
    "6p_clash": Golden(6, 4, "random", {"clash_draft": "true", "short": "true"}, game="btwixt"),
    "4p_otherwise": Golden(4, 5, "random", _BTWIXT_OTHERWISE, game="btwixt"),
    "3p_decks": Golden(
        3,
        6,
        "random",
        {"revealed": "true"},
        {"allies": ("hodor", "bronn", *[None] * 44)},
        game="btwixt",
    ),
}
"""Games of B'Twixt: every number of players, variants, and every option at its other value."""

GOLDEN: Mapping[str, Golden] = {
    "3p": Golden(3, 69, TWO),
    "4p": Golden(4, 3, THREE),
    "5p": Golden(5, 5, TWO),
    "6p": Golden(6, 18, TWO),
    "3p_tides": Golden(3, 4, THREE, {"tides": "true"}),
    "6p_tides": Golden(6, 7, TWO, {"tides": "true"}),
    "4p_older": Golden(4, 5009, TWO, {"revision": "older"}),
    "5p_online": Golden(5, 5016, TWO, {"rulings": "online"}),
    "4p_decks": Golden(4, 12, TWO, {"tides": "true"}, EARLY_ATTACK),
    "6p_position": Golden(6, 6, "random", position=SEA_BATTLE),
    "3p_routed": Golden(3, 1, "random", position=ROUTED_FOOTMAN),
    # Their seeds were searched for, so that each option matters in one of them.
    "3p_otherwise": Golden(3, 98, TWO, OTHERWISE),
    "4p_otherwise": Golden(4, 72, TWO, OTHERWISE),
    "5p_otherwise": Golden(5, 58, "heuristic", OTHERWISE),
    "6p_otherwise": Golden(6, 61, THREE, OTHERWISE),
    "6p_otherwise_long": Golden(6, 18, THREE, OTHERWISE),
    "6p_otherwise_two": Golden(6, 34, TWO, OTHERWISE),
    "1e_3p": Golden(3, 1, "heuristic", game="agot1e"),
    "1e_4p": Golden(4, 2, "random_kind", game="agot1e"),
    "1e_5p": Golden(5, 3, "heuristic", game="agot1e"),
    "1e_3p_otherwise": Golden(3, 4, "heuristic", OTHERWISE_1E, game="agot1e"),
    "1e_5p_otherwise": Golden(5, 5, "random_kind", OTHERWISE_1E, game="agot1e"),
    "1e_4p_storm": Golden(4, 9, "heuristic", STORM_1E, game="agot1e"),
    "1e_5p_storm": Golden(5, 7, "heuristic", STORM_1E, game="agot1e"),
    "storm_3p": Golden(3, 1, "heuristic", game="agot1e_storm"),
    "storm_4p": Golden(4, 2, "random_kind", game="agot1e_storm"),
    "storm_5p": Golden(5, 13, "heuristic,random_kind", FREE_ORDERS, game="agot1e_storm"),
    "storm_5p_execution": Golden(5, 7, "heuristic,random_kind", FREE_ORDERS, game="agot1e_storm"),
    "storm_5p_otherwise": Golden(5, 4, "random_kind", OTHERWISE_STORM, game="agot1e_storm"),
    "storm_4p_old_cards": Golden(4, 5, "heuristic", OLD_CARDS, game="agot1e_storm"),
    "asos_3p": Golden(3, 1, "random_kind", FREE_ORDERS, game="asos"),
    "asos_4p": Golden(4, 2, "random,random_kind", FREE_ORDERS, game="asos"),
    "asos_3p_otherwise": Golden(3, 3, "random_kind", OTHERWISE_ASOS, game="asos"),
    "asos_4p_otherwise": Golden(4, 32, "random_kind", OTHERWISE_ASOS, game="asos"),
    "asos_4p_decks": Golden(
        4, 18, "random_kind", {"claim_to_win": "5", **FREE_ORDERS}, LOOKOUT_FIRST, game="asos"
    ),
    "asos_4p_intrigue": Golden(4, 36, "random_kind", position=INTRIGUE, game="asos"),
    "asos_4p_position": Golden(4, 6, "random_kind", position=TRIDENT, game="asos"),
} | {f"btwixt/{name}": golden for name, golden in BTWIXT.items()}


def header_of(golden: Golden) -> Header:
    """Header of a game of the set."""
    names = golden.agents.split(",")
    seats = [names[seat % len(names)] for seat in range(golden.players)]
    game = get_game(golden.game)
    if golden.position:
        return Header.at(game, golden.position, golden.seed, seats, events=True)
    return Header.of(
        game, golden.players, golden.options, golden.seed, seats, events=True, decks=golden.decks
    )


def old_decisions(path: Path, houses: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """House and action text of every decision in a replay, however outdated it is."""
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    _, _, body = text.partition("\n\n")
    for line in body.splitlines():
        house, _, action = line.partition(" ")
        if house in houses:
            yield house, action


NEW_QUESTIONS = 2
"""So many questions in a row that the old decisions do not answer are passed by."""


def pass_new_questions(writer: ReplayWriter, house: str, text: str) -> bool:
    """Pass by what was not asked when an old decision was made; whether it fits then."""
    names = writer.game.actions.names
    for _ in range(NEW_QUESTIONS + 1):
        if fits(writer, house, text):
            return True
        if "done" not in names:
            return False
        try:
            writer.play(names.index("done"))
        except ValueError:
            return False
    return False


def fits(writer: ReplayWriter, house: str, text: str) -> bool:
    """True if a decision is legal now."""
    try:
        writer.game.actions.parse(writer.states, 0, text)
    except ValueError:
        return False
    return house == writer.player


def write(golden: Golden, path: Path, anew: bool) -> ReplayWriter:
    """Play a game of the set and write its replay."""
    writer = ReplayWriter(header_of(golden))
    for house, text in () if anew else old_decisions(path, writer.houses):
        if not pass_new_questions(writer, house, text):
            break
        writer.play(writer.game.actions.parse(writer.states, 0, text))
    made = make_agents(dict.fromkeys(writer.header.agents))
    agents = [made[name] for name in writer.header.agents]
    kept = writer.decisions
    while not writer.over:
        writer.play(decide(agents, writer))
    path.write_text(writer.finish(), encoding="utf-8", newline="\n")
    print(f"{path.name}: {writer.decisions} decisions, the first {kept} as before")
    return writer


def main() -> None:
    """Run the script."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="only these replays")
    parser.add_argument("--anew", action="store_true", help="do not keep their decisions")
    args = parser.parse_args()
    unknown = set(args.names) - set(GOLDEN)
    if unknown:
        parser.error(f"{', '.join(sorted(unknown))}: expected {', '.join(GOLDEN)}")
    for name in args.names or GOLDEN:
        write(GOLDEN[name], FOLDER / f"{name}.txt", args.anew)
    for path in FOLDER.glob("*.txt"):
        if path.stem not in GOLDEN:
            path.unlink()
            print(f"{path.name}: removed")


if __name__ == "__main__":
    main()
