"""A record as JSON data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from got_env.btwixt.facts.facts import Facts
from got_env.btwixt.position import fields
from got_env.btwixt.rules.frames import (
    FLAGS,
    LEFT,
    PHASE,
    PLACE,
    PLAYER,
    PREVIOUS,
    ROW,
    SOURCE,
    TARGET,
    WAITING,
    YOU,
)
from got_env.btwixt.rules.options import OPTIONS
from got_env.btwixt.rules.state import JOURNAL_SIZE
from got_env.btwixt.rules.vocabulary import ALLY_SOURCE, MAX_TOKEN, NONE, Phase
from got_env.btwixt.words.names import (
    bits,
    card_refs,
    council_name,
    facts_behind,
    members,
    seats_of,
)
from got_env.core.game import States

FRAME_NUMBERS = {
    "row": ROW,
    "waiting": WAITING,
    "target": TARGET,
    "left": LEFT,
    "flags": FLAGS,
    "place": PLACE,
}
"""Columns of a frame that a position keeps as they are."""

FRAME_BLANKS = {"row": NONE, "waiting": 0, "target": NONE, "left": 0, "flags": 0, "place": NONE}
"""Value of each of them in a frame just pushed, and where a position says nothing."""


def position(states: States, row: int) -> dict[str, Any]:
    """A (redacted) record as JSON data that can be read back; what is hidden is null."""
    s = states[row]
    facts, seats = facts_behind(s), seats_of(s)
    data: dict[str, Any] = {"game": "btwixt"}
    if not facts.shipped:
        data["data"] = facts.data_hash
    data |= {"players": len(seats), "options": _options(s)}
    data |= {name: int(s[name]) for name in fields.NUMBERS}
    data |= {name: words[int(s[name])] for name, words in fields.WORDS.items()}
    data |= {name: _seat(seats, s[name]) for name in fields.SEATS}
    data |= {name: [seats[p] for p in bits(s[name])] for name in fields.SEAT_SETS}
    data |= {name: [int(n) for n in s[name][: len(seats)]] for name in fields.BY_SEAT}
    data["leaders"] = [
        None if leader == NONE else facts.leader_ids[leader] for leader in s["leader"][: len(seats)]
    ]
    _write_cards(data, s, facts, len(seats))
    _write_allies(data, s, facts, len(seats))
    _write_tokens(data, s, len(seats))
    data["stack"] = [_frame(s["stack"][d].tolist(), facts, seats) for d in range(int(s["depth"]))]
    count = min(int(s["journal_no"]), JOURNAL_SIZE)
    rows = [s["journal"][i % JOURNAL_SIZE] for i in _last(int(s["journal_no"]), count)]
    data["journal"] = [[int(n) for n in event] for event in rows]
    return data


def _last(end: int, count: int) -> range:
    return range(end - count, end)


def _options(s: Any) -> dict[str, str]:
    return {
        key: spec.values[int(value)]
        for (key, spec), value in zip(OPTIONS.items(), s["options"], strict=True)
        if value
    }


def _seat(seats: Sequence[str], seat: Any) -> str | None:
    return None if seat == NONE else seats[int(seat)]


def _write_cards(data: dict[str, Any], s: Any, facts: Facts, players: int) -> None:
    refs = card_refs(facts)

    def named(words: Any) -> list[str]:
        return [refs[card] for card in members(words)]

    for name in fields.HANDS:
        data[name] = [named(s[name][p]) for p in range(players)]
    for name in ("hand_n", "picked_n", "own_n"):
        data[name] = [int(n) for n in s[name][:players]]
    data |= {name: named(s[name]) for name in fields.CARD_SETS}
    data["met"] = [named((0, s["met"][p])) for p in range(players)]
    data["flight"] = None if s["flight"] == NONE else refs[int(s["flight"])]
    deck = s["deck"][: int(s["deck_n"])][::-1]
    data["influence_deck"] = [refs[int(card)] if card >= 0 else None for card in deck]
    for name, number in fields.BY_CARD.items():
        data[name] = {
            refs[card]: int(s[name][card]) for card in refs if s[name][card] != number.empty
        }


def _write_allies(data: dict[str, Any], s: Any, facts: Facts, players: int) -> None:
    ids = facts.ally_ids

    def named(mask: Any) -> list[str]:
        return [ids[ally] for ally in bits(mask)]

    def listed(field: str, count: str) -> list[str | None]:
        return [ids[int(a)] if a >= 0 else None for a in s[field][: int(s[count])]]

    data["councils"] = [named(s["council"][c]) for c in range(players)]
    data |= {name: named(s[name]) for name in fields.ALLY_SETS}
    data["current"] = None if s["current"] == NONE else ids[int(s["current"])]
    claimed = int(s["claimed"])
    data["claimed"] = None if claimed == NONE else council_name(players, claimed)
    data["ally_deck"] = listed("ally_deck", "ally_deck_n")[::-1]
    known = s["ally_known"][: int(s["ally_deck_n"])][::-1]
    data["ally_deck_known"] = [int(mask) for mask in known] if known.any() else []
    data["row"] = listed("row", "row_n")
    data["peek"] = listed("peek", "peek_n")
    data["peek_at"] = int(s["peek_at"])


def _write_tokens(data: dict[str, Any], s: Any, players: int) -> None:
    data["tokens"] = [
        {
            "at": council_name(players, int(s["token_at"][i])),
            "number": int(s["token"][i]) or None,
            "known": int(s["token_known"][i]),
        }
        for i in range(int(s["token_n"]))
    ]
    hidden = int(s["supply"][0]) > 0
    data["supply"] = None if hidden else [int(n) for n in s["supply"][1 : MAX_TOKEN + 1]]


def _frame(frame: list[int], facts: Facts, seats: Sequence[str]) -> dict[str, Any]:
    source: str | int | None = frame[SOURCE]
    if frame[ROW] != NONE or frame[PHASE] in (Phase.ENTER, Phase.ENTERED, Phase.PLACEMENT):
        source = (
            facts.ally_ids[frame[SOURCE] - ALLY_SOURCE]
            if frame[SOURCE] >= ALLY_SOURCE
            else card_refs(facts)[frame[SOURCE]]
        )
    return {
        "phase": Phase(frame[PHASE]).name.lower(),
        "player": _seat(seats, frame[PLAYER]),
        "you": _seat(seats, frame[YOU]),
        "source": source,
        "previous": None if frame[PREVIOUS] == NONE else facts.ally_ids[frame[PREVIOUS]],
        **{name: frame[column] for name, column in FRAME_NUMBERS.items()},
    }
