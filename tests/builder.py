"""Positions for tests, written short.

    game = Board(players=6).clear().units("winterfell", "stark", knight=1)
    game.order("winterfell", "march+1").at("march")
    game.do("area moat_cailin", "count 1")
    assert game.count("moat_cailin", "knight") == 1

A board starts as the set-up of a new game. ``clear`` empties it (no units, tokens, orders,
garrisons or neutral forces). ``at`` puts a phase of the round on the agenda and lets the engine run
to the first decision. Actions are written as in :meth:`Board.legal`.
"""

from __future__ import annotations

from typing import Any, Self

import numpy as np

from got_env.core.agenda import PHASE, PLAYER, A
from got_env.core.batch import games
from got_env.games import get_game
from got_env.westeros.facts.facts import Facts
from got_env.westeros.facts.rulesets import facts_of, load_facts, ruleset_of
from got_env.westeros.rules import actions
from got_env.westeros.rules.state import new_states
from got_env.westeros.rules.table import RULES
from got_env.westeros.rules.vocabulary import (
    NONE,
    NUM_UNITS,
    Phase,
    Terrain,
    WesterosCard,
    WildlingCard,
)

FACTS = load_facts("agot2e")
"""Of the game that boards are of unless a test gives other facts."""
AREAS = FACTS.areas
UNITS = ("footman", "knight", "siege_engine", "ship")
ORDERS = (
    "march-1",
    "march+0",
    "march+1",
    "defense+1",
    "defense+2",
    "support",
    "support+1",
    "raid",
    "raid*",
    "consolidate",
    "consolidate*",
)
TRACKS = ("iron_throne", "fiefdoms", "kings_court")
TIDES = FACTS.tides_words
STEPS = {
    "round": Phase.ROUND,
    "westeros": Phase.WESTEROS,
    "planning": Phase.PLANNING,
    "raven": Phase.RAVEN_STEP,
    "raid": Phase.RAID_STEP,
    "march": Phase.MARCH_STEP,
    "consolidate": Phase.CONSOLIDATE_STEP,
    "clean_up": Phase.CLEAN_UP,
}
_NAMES = {
    "order": ORDERS,
    "unit": UNITS,
    "side": ("attacker", "defender", "nobody"),
    "track": TRACKS,
    "choice": ("a", "b", "c"),
    "upgrade": ("knight", "siege_engine"),
    "status": ("fresh", "routed"),
}


class Board:
    """One game whose position a test sets and plays."""

    def __init__(
        self, players: int = 6, seed: int = 1, facts: Facts = FACTS, **options: Any
    ) -> None:
        get_game(facts.code)  # which brings the rules
        self.areas = facts.areas
        self.states = new_states(1)
        chosen = facts.edition.options.resolve(options)
        row = np.array([chosen], dtype=np.int16)
        ruleset = ruleset_of(facts, players, chosen)
        games.reset(self.states, np.array([ruleset]), row, np.array([seed], dtype=np.int64))
        self.facts = facts_of(ruleset)
        self.houses = facts.houses_in_play(players)
        self.rules = RULES[ruleset]

    # --- setting a position

    def clear(self) -> Self:
        """Empty the board: no units, tokens, orders, garrisons, neutral forces."""
        s = self.states
        s["owner"] = NONE
        s["units"] = 0
        s["routed"] = 0
        s["token"] = NONE
        s["tokens_out"] = 0
        s["garrison"] = 0
        s["neutral"] = 0
        s["order"] = NONE
        s["order_seat"] = NONE
        s["placed"] = 0
        s["pool"][0, : len(self.houses)] = self.rules["pool"]
        return self

    def units(self, area: str, house: str, routed: bool = False, **counts: int) -> Self:
        """Put units of a house into an area: ``footman=1, knight=2, siege_engine=1, ship=1``."""
        a, p = self.areas.index(area), self.seat(house)
        for unit, count in counts.items():
            u = UNITS.index(unit)
            self.states["routed" if routed else "units"][0, a, u] += count
            self.states["pool"][0, p, u] -= count
        self.states["owner"][0, a] = p
        return self

    def order(self, area: str, order: str, house: str | None = None) -> Self:
        """Put an order of the area's owner (or of ``house``) on the board, face up."""
        a, t = self.areas.index(area), ORDERS.index(order)
        p = self.seat(house) if house else int(self.states["owner"][0, a])
        self.states["order"][0, a] = t
        self.states["order_seat"][0, a] = p
        self.states["placed"][0, p, t] += 1
        self.states["orders_open"] = 1
        return self

    def token(self, area: str, house: str) -> Self:
        """Put a Power token of a house on an area (from its pool)."""
        p = self.seat(house)
        self.states["token"][0, self.areas.index(area)] = p
        self.states["tokens_out"][0, p] += 1
        return self

    def garrison(self, area: str, strength: int) -> Self:
        """Set the Garrison of a home area."""
        self.states["garrison"][0, self.areas.index(area)] = strength
        return self

    def neutral(self, area: str, strength: int) -> Self:
        """Set the Neutral Force of an area."""
        self.states["neutral"][0, self.areas.index(area)] = strength
        return self

    def set_power(self, **power: int) -> Self:
        """Set available Power by house."""
        return self._set_by_house("power", power)

    def set_supply(self, **levels: int) -> Self:
        """Set Supply levels by house."""
        return self._set_by_house("supply", levels)

    def _set_by_house(self, field: str, values: dict[str, int]) -> Self:
        for house, value in values.items():
            self.states[field][0, self.seat(house)] = value
        return self

    def set_track(self, track: str, *houses: str) -> Self:
        """Set a track: the named houses first, the others after them in their present order."""
        t = TRACKS.index(track)
        named = [self.seat(house) for house in houses]
        rest = [p for p in self.states["track"][0, t, : len(self.houses)] if p not in named]
        self.states["track"][0, t, : len(self.houses)] = named + rest
        return self

    def set_hand(self, house: str, *cards: str) -> Self:
        """Give a house exactly these House cards; the others go to its discard pile."""
        p = self.seat(house)
        hand = sum(1 << self.facts.card_ids[house].index(card) for card in cards)
        self.states["hand"][0, p] = hand
        self.states["discards"][0, p] = 127 & ~hand
        return self

    def set_westeros(self, first: str, second: str, third: str) -> Self:
        """Make these the next cards of decks I, II and III."""
        for d, card in enumerate((first, second, third)):
            at = int(self.states["deck_pos"][0, d])
            self._bring_forward(self.states["deck"][0, d], WesterosCard[card.upper()], at)
        return self

    def set_wildlings(self, *cards: str) -> Self:
        """Make these the next Wildling cards."""
        for i, card in enumerate(cards):
            self._bring_forward(self.states["wild_deck"][0], WildlingCard[card.upper()], i)
        return self

    def set_tides(self, *cards: str) -> Self:
        """Make these the next Tides cards; call it when the combat has shuffled the deck."""
        at = int(self.states["tides_pos"][0])
        for i, card in enumerate(cards):
            self._bring_forward(self.states["tides_deck"][0], TIDES.index(card), at + i)
        return self

    @staticmethod
    def _bring_forward(deck: Any, card: int, at: int) -> None:
        found = next(i for i in range(at, len(deck)) if deck[i] == card)
        deck[at], deck[found] = deck[found], deck[at]

    def hold(self, house: str = "martell", area: str = "sunspear") -> Self:
        """Stop the round before Clean up: a special CP order in a castle area asks its owner."""
        return self.units(area, house, footman=1).order(area, "consolidate*")

    def set(self, **fields: Any) -> Self:
        """Set fields of the record directly."""
        for name, value in fields.items():
            self.states[name][0] = value
        return self

    def at(self, step: str, round_no: int = 2) -> Self:
        """Put a phase of the round on the agenda and run to the first decision."""
        s = self.states
        s["round_no"] = round_no
        s["stack"] = 0
        s["depth"] = 1
        s["stack"][0, 0, PHASE] = STEPS[step]
        s["stack"][0, 0, PLAYER] = NONE
        games.step(s, np.array([NONE]))
        return self

    # --- playing

    def do(self, *texts: str) -> Self:
        """Play actions one after another; each must be legal."""
        for text in texts:
            legal = self.legal()
            assert text in legal, f"{text!r} is not legal in {self.phase}: {sorted(legal)}"
            games.step(self.states, np.array([self._encode(text)]))
        return self

    def do_until(self, phase: str, text: str = "") -> Self:
        """Answer the open decisions until ``phase`` is open: ``text`` if legal, else the first."""
        for _ in range(500):
            if self.phase == phase or self.over:
                return self
            legal = sorted(self.legal())
            self.do(text if text in legal else legal[0])
        raise AssertionError(f"{phase} was not reached")

    def legal(self) -> set[str]:
        """The legal actions in words."""
        mask = np.zeros((1, actions.num_actions(len(self.areas))), dtype=np.bool_)
        games.action_mask(self.states, mask)
        return {self._decode(int(i)) for i in np.flatnonzero(mask[0])}

    def legal_names(self, kind: str) -> set[str]:
        """Names of the legal actions of one kind: ``legal_names("area")``."""
        return {t.split(" ", 1)[1] for t in self.legal() if t.startswith(kind + " ")}

    def _card_owner(self) -> str:
        """House whose hand a card action points into."""
        frame = self.frame
        if self.facts.edition.decisions[Phase(int(frame[PHASE]))].others_cards:
            return self.houses[int(self.states["fighter"][0, 1 - frame[2]])]
        return str(self.player)

    def _decode(self, action: int) -> str:
        for kind in actions.action_ranges(len(self.areas)):
            if kind.offset <= action < kind.offset + kind.size:
                i = action - kind.offset
                if kind.name in ("yes", "no", "done"):
                    return kind.name
                if kind.name == "area":
                    return f"area {self.areas[i]}"
                if kind.name == "seat":
                    return f"seat {self.houses[i]}"
                if kind.name == "card":
                    return f"card {self.facts.card_ids[self._card_owner()][i]}"
                return f"{kind.name} {_NAMES[kind.name][i] if kind.name in _NAMES else i}"
        raise AssertionError(f"no action {action}")

    def _encode(self, text: str) -> int:
        size = actions.num_actions(len(self.areas))
        legal = np.zeros((1, size), dtype=np.bool_)
        games.action_mask(self.states, legal)
        return next(int(i) for i in np.flatnonzero(legal[0]) if self._decode(int(i)) == text)

    # --- looking

    @property
    def frame(self) -> Any:
        """The top frame of the agenda: phase, player, a, b, c."""
        return self.states["stack"][0, int(self.states["depth"][0]) - 1]

    @property
    def phase(self) -> str:
        """Name of the open decision, "OVER" at the end."""
        return "OVER" if self.over else Phase(int(self.frame[PHASE])).name

    @property
    def player(self) -> str | None:
        """House that decides."""
        return None if self.over else self.houses[int(self.frame[PLAYER])]

    @property
    def asked(self) -> str:
        """Area the open decision is about (its first argument)."""
        return self.areas[int(self.frame[A])]

    @property
    def over(self) -> bool:
        """True if the game has ended."""
        return bool(self.states["over"][0])

    @property
    def winner(self) -> str | None:
        """House that won."""
        return self.houses[int(self.states["winner"][0])] if self.over else None

    def seat(self, house: str) -> int:
        """Seat of a house."""
        return self.houses.index(house)

    def value(self, field: str) -> Any:
        """A field of the record."""
        return self.states[field][0]

    def count(self, area: str, unit: str, routed: bool = False) -> int:
        """Units of a type in an area, standing or routed."""
        field = "routed" if routed else "units"
        return int(self.states[field][0, self.areas.index(area), UNITS.index(unit)])

    def size(self, area: str) -> int:
        """All units in an area."""
        return sum(
            self.count(area, unit) + self.count(area, unit, routed=True)
            for unit in UNITS[:NUM_UNITS]
        )

    def owner(self, area: str) -> str | None:
        """House whose units stand in an area."""
        return self._house(self.states["owner"][0, self.areas.index(area)])

    def token_of(self, area: str) -> str | None:
        """House whose Power token lies in an area."""
        return self._house(self.states["token"][0, self.areas.index(area)])

    def order_of(self, area: str) -> str | None:
        """Order on an area."""
        t = int(self.states["order"][0, self.areas.index(area)])
        return None if t == NONE else ORDERS[t]

    def power(self, house: str) -> int:
        """Available Power of a house."""
        return int(self.states["power"][0, self.seat(house)])

    def pool(self, house: str, unit: str) -> int:
        """Unused units of a house."""
        return int(self.states["pool"][0, self.seat(house), UNITS.index(unit)])

    def hand(self, house: str) -> set[str]:
        """Cards in hand."""
        return self._cards("hand", house)

    def discards(self, house: str) -> set[str]:
        """Cards on the discard pile."""
        return self._cards("discards", house)

    def _cards(self, field: str, house: str) -> set[str]:
        mask = int(self.states[field][0, self.seat(house)])
        return {card for i, card in enumerate(self.facts.card_ids[house]) if mask >> i & 1}

    def track(self, track: str) -> list[str]:
        """Houses on a track, first to last."""
        return [
            self.houses[p] for p in self.states["track"][0, TRACKS.index(track), : len(self.houses)]
        ]

    def kind(self, area: str) -> str:
        """land, sea or port."""
        return Terrain(int(self.rules["kind"][self.areas.index(area)])).name.lower()

    def _house(self, seat: int) -> str | None:
        return None if seat == NONE else self.houses[int(seat)]
