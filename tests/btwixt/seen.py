"""A record of B'Twixt as plain values, and the facts of its cards, read without the engine's help.

What checks the rules looks at these only: no function of the engine says what is legal or counted.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from got_env.btwixt.facts.reading import SHIPPED

CARD, KNEEL, LEADER, COUNCIL, ALLY, LEADER_CARD, RANDOM, YES, NO = (
    *(0, 69, 70, 75, 81, 131, 140, 141, 142),
)
"""The action space as section ACT of the ledger lays it out."""

PHASES = (
    *("leader_card", "draft", "turn", "ability", "placement", "token", "target", "card", "ally"),
    *("council", "agree", "bury", "arrange"),
)
"""Decisions in their order, the first of which is phase 8."""

ENTERING = (5, 6, 12)
"""Frames that hold an ally on its way to a council."""
FIRST_EVENT, FIRST_WHITE = 64, 75
ON_ALLY = 6


def _load(name: str) -> Any:
    return json.loads((SHIPPED / f"{name}.json").read_text(encoding="utf-8"))


def _flat(effects: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for effect in effects:
        yield effect
        yield from _flat(effect["then"])


@dataclass(frozen=True)
class Piece:
    """A kind of influence card, or an ally."""

    id: str
    number: int
    """Its influence or power."""
    effects: tuple[dict[str, Any], ...]
    owner: str | None = None

    def does(self, *triggers: str) -> bool:
        """True if anything on it has one of these triggers."""
        return any(effect["trigger"] in triggers for effect in self.effects)

    def operates(self, *operations: str) -> bool:
        """True if anything on it does one of these, at whatever moment."""
        return any(effect["operation"] in operations for effect in _flat(list(self.effects)))


def _pieces(name: str, number: str) -> list[Piece]:
    return [
        Piece(card["id"], card[number], tuple(card["effects"]), card.get("leader_id"))
        for card in _load(name)["cards"]
    ]


STANDARD, EVENTS, WHITES = (
    _pieces(f"influence_{group}", "value") for group in ("standard", "event", "leader")
)
COPIES = [card["copies"] for card in _load("influence_standard")["cards"]]
KINDS = [*STANDARD, *EVENTS, *WHITES]
ALLIES = _pieces("allies", "power")
ALLY_IDS = [ally.id for ally in ALLIES]
LEADERS = [leader["id"] for leader in _load("leaders")["leaders"]]
SETUP = _load("setup")["by_player_count"]
TOKENS = {token["value"]: token["copies"] for token in _load("power_tokens")["tokens"]}
KIND_OF = {
    **dict(enumerate(kind for kind, copies in enumerate(COPIES) for _ in range(copies))),
    **{FIRST_EVENT + i: len(STANDARD) + i for i in range(len(EVENTS))},
    **{FIRST_WHITE + i: len(STANDARD) + len(EVENTS) + i for i in range(len(WHITES))},
}
"""Kind of every influence card by its place."""


def card(place: int) -> Piece:
    """Text of an influence card."""
    return KINDS[KIND_OF[place]]


def kinds(places: Any) -> set[int]:
    """Kinds of some influence cards."""
    return {KIND_OF[place] for place in places}


def copies(places: Any) -> Counter[int]:
    """Number of copies of each kind among some influence cards."""
    return Counter(KIND_OF[place] for place in places)


def _bits(word: Any, start: int = 0) -> set[int]:
    number = int(word)
    return {start + i for i in range(number.bit_length()) if number >> i & 1}


def _cards(words: Any) -> set[int]:
    return _bits(words[0]) | _bits(words[1], 64)


@dataclass
class Seen:
    """One position."""

    players: int
    options: dict[str, bool]
    numbers: dict[str, int]
    hands: list[set[int]]
    picked: list[set[int]]
    piles: list[set[int]]
    known: list[set[int]]
    zones: dict[str, set[int]]
    deck: list[int]
    councils: list[set[int]]
    dead: set[int]
    acting: set[int]
    ally_deck: list[int]
    row: list[int]
    peek: list[int]
    entering: set[int]
    tokens: list[tuple[int, int, int]]
    supply: dict[int, int]
    kneeling: set[int]
    bound: set[int]
    """Seats that a rule for them alone keeps from kneeling or playing."""
    leaders: list[int]
    changed: dict[int, int]
    """Additions to the values of cards in piles."""
    added: list[int]
    phase: str
    player: int
    places: list[int]
    legal: set[int] = field(default_factory=set)

    def own_councils(self, p: int) -> set[int]:
        """The left council of a seat has its number, the right one that of the seat before."""
        return {p, (p - 1) % self.players}

    def clockwise(self, start: int) -> list[int]:
        """All seats from one on."""
        return [(start + i) % self.players for i in range(self.players)]

    def on_table(self) -> list[Piece]:
        """Cards in bid piles, and allies whose ability holds in this round."""
        cards = [card(c) for pile in self.piles for c in pile if c not in self.zones["cancelled"]]
        return cards + [ALLIES[a] for a in self.acting]


_NUMBERS = (
    *("season", "round_no", "rounds_left", "over", "winner", "first", "next_first", "current"),
    *("claimed", "flight", "pick_no"),
)


def see(states: Any, mask: Any, option_names: tuple[str, ...]) -> Seen:
    """The position of a record ``(1,)``; ``mask (A,) bool``: its legal actions."""
    s = states[0]
    n, depth = int(s["num_players"]), int(s["depth"])
    top = s["stack"][max(0, depth - 1)]
    zones = ("discards", "gone", "own", "aside", "cancelled")
    count = int(s["token_n"])
    return Seen(
        players=n,
        options={name: bool(s["options"][i]) for i, name in enumerate(option_names)},
        numbers={name: int(s[name]) for name in _NUMBERS},
        hands=[_cards(s["hand"][p]) for p in range(n)],
        picked=[_cards(s["picked"][p]) for p in range(n)],
        piles=[_cards(s["pile"][p]) for p in range(n)],
        known=[_cards(s["known"][p]) for p in range(n)],
        zones={zone: _cards(s[zone]) for zone in zones},
        deck=s["deck"][: int(s["deck_n"])].tolist(),
        councils=[_bits(s["council"][c]) for c in range(n)],
        dead=_bits(s["dead"]),
        acting=_bits(s["acting"]),
        ally_deck=s["ally_deck"][: int(s["ally_deck_n"])].tolist(),
        row=s["row"][: int(s["row_n"])].tolist(),
        peek=s["peek"][: int(s["peek_n"])].tolist(),
        entering={int(f[3]) - 128 for f in s["stack"][:depth] if int(f[0]) in ENTERING},
        tokens=[
            (int(s["token_at"][i]), int(s["token"][i]), int(s["token_known"][i]))
            for i in range(count)
        ],
        supply={number: int(s["supply"][number]) for number in TOKENS},
        kneeling=_bits(s["kneeling"]),
        bound={p for p in range(n) if s["limit"][p] >= 0} | _bits(s["must"]) | _bits(s["oath"]),
        leaders=s["leader"][:n].tolist(),
        changed={c: int(s["add"][c]) for c in KIND_OF if s["add"][c]},
        added=s["total_add"][:n].tolist(),
        phase=PHASES[int(top[0]) - 8] if depth else "",
        player=int(top[1]) if depth else -1,
        places=s["place"][:n].tolist(),
        legal=set(np.flatnonzero(mask).tolist()),
    )
