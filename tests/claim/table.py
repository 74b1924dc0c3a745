"""Positions of the Storm of Swords for tests, written as those of :mod:`tests.builder`."""

from __future__ import annotations

from typing import Any, Self

import numpy as np

from got_env.core.agenda import PHASE, PLAYER
from got_env.core.batch import games
from got_env.westeros.facts.rulesets import load_facts, ruleset_of
from got_env.westeros.games.game import shipped
from got_env.westeros.rules.state import STATE
from got_env.westeros.rules.table import RULES
from got_env.westeros.rules.vocabulary import NONE, NUM_UNITS, Phase
from tests import builder
from tests.builder import Board

FACTS = load_facts("asos")
HOUSES = ("baratheon", "greyjoy", "lannister", "stark")
STEPS = {
    "westeros": Phase.WESTEROS,
    "alliances": Phase.ALLIANCE_STEP,
    "planning": Phase.PLANNING,
    "raven": Phase.RAVEN_STEP,
    "tactics": Phase.TACTICS_STEP,
    "raid": Phase.RAID_STEP,
    "march": Phase.MARCH_STEP,
    "consolidate": Phase.CONSOLIDATE_STEP,
    "stand_up": Phase.STAND_UP_STEP,
    "objectives": Phase.OBJECTIVE_STEP,
    "clean_up": Phase.CLEAN_UP,
}


class Table(Board):
    """One game on the Storm of Swords board whose position a test sets and plays."""

    played = FACTS
    """Of the game that tables are of."""

    def __init__(self, players: int = 4, seed: int = 1, **options: Any) -> None:
        shipped(self.played.code)  # which brings the rules
        self.facts, self.areas = self.played, self.played.areas
        self.states = np.zeros(1, dtype=STATE)
        chosen = self.facts.edition.options.resolve(options)
        row = np.array([chosen], dtype=np.int16)
        ruleset = ruleset_of(self.facts, players, chosen)
        games.reset(self.states, np.array([ruleset]), row, np.array([seed], dtype=np.int64))
        self.houses = self.facts.houses_in_play(players)
        self.rules = RULES[ruleset]

    # --- setting a position

    def clear(self) -> Self:
        """Empty the board: no units, tokens, orders, guards; no Leaders and no Alliance cards."""
        super().clear()
        s = self.states
        for i in range(len(self.facts.areas)):
            s["home"][0, i] = self.rules["home_seat"][i]
        s["home"][0, self.areas.index("kings_landing")] = NONE
        for name in ("leader_at", "leader_cell", "leader_order", "ally_owner", "permanent"):
            s[name] = NONE
        s["leader_seat"] = NONE
        s["minus"] = 0
        s["claim_track"] = NONE
        s["supply"][0, : len(self.houses)] = 6
        cards = range(24)
        for d in range(4):
            s["ally_deck"][0, d] = cards[6 * d : 6 * d + 6]
            s["ally_count"][0, d] = 6
        return self

    def units(self, area: str, house: str, routed: bool = False, **counts: int) -> Self:
        """Put units into an area: ``footman=1, knight=2, allied_footman=1, allied_knight=1``."""
        a, p = self.areas.index(area), self.seat(house)
        for unit, count in counts.items():
            u = self.facts.unit_words.index(unit)
            self.states["routed" if routed else "units"][0, a, u] += count
            self.states["pool"][0, p, u] -= count
        self.states["owner"][0, a] = p
        return self

    def leader(self, name: str, area: str, house: str | None = None) -> Self:
        """Put a Leader into an area; an allied one comes with its card."""
        i = self.slot(name)
        seat = int(self.rules["leader_house"][i]) if house is None else self.seat(house)
        self.states["leader_at"][0, i] = self.areas.index(area)
        self.states["leader_cell"][0, i] = NONE
        self.states["leader_seat"][0, i] = seat
        card = int(self.rules["leader_alliance"][i])
        if card != NONE and self.states["ally_owner"][0, card] == NONE:
            self.ally(self.facts.alliance_words[card], self.houses[seat])
        return self

    def prisoner(self, name: str, captor: str) -> Self:
        """Put a Leader into a cell."""
        i = self.slot(name)
        self.states["leader_at"][0, i] = NONE
        self.states["leader_seat"][0, i] = self.rules["leader_house"][i]
        self.states["leader_cell"][0, i] = self.seat(captor)
        return self

    def ally(self, card: str, house: str) -> Self:
        """Give an Alliance card to a house, out of its deck."""
        c = self.facts.alliance_words.index(card)
        d, s = c // 6, self.states
        deck = [int(x) for x in s["ally_deck"][0, d] if x not in (NONE, c)]
        s["ally_count"][0, d] = len(deck)
        s["ally_deck"][0, d] = deck + [NONE] * (6 - len(deck))
        s["ally_owner"][0, c] = self.seat(house)
        return self

    def top(self, card: str, face_up: bool = True) -> Self:
        """Make a card the top of its deck."""
        c = self.facts.alliance_words.index(card)
        d, s = c // 6, self.states
        deck = [int(x) for x in s["ally_deck"][0, d] if x not in (NONE, c)]
        s["ally_deck"][0, d] = ([c, *deck] + [NONE] * 6)[:6]
        s["ally_count"][0, d] = len(deck) + 1
        s["ally_face"][0, d] = face_up
        return self

    def tactic(self, **cards: str) -> Self:
        """Let Tactics cards be in force, by house."""
        self.states["tactics_open"] = 1
        for house, card in cards.items():
            self.states["tactic"][0, self.seat(house)] = self.tactic_slot(house, card)
        return self

    def tokens(self, *houses: str) -> Self:
        """Put tokens on the claim track, the highest space first."""
        for i, house in enumerate(houses):
            self.states["claim_track"][0, i] = self.seat(house)
            self.states["tokens_out"][0, self.seat(house)] += 1
        return self

    def storm(self, stormy: bool = True) -> Self:
        """Set the weather."""
        self.states["weather"] = 2 if stormy else 0
        return self

    def home(self, area: str, house: str) -> Self:
        """Let a Garrison hold an area for a house."""
        self.states["home"][0, self.areas.index(area)] = self.seat(house)
        return self

    def mark(self) -> Self:
        """Fix what orders may activate, as the end of planning does."""
        self.states["leader_order"] = self.states["leader_at"]
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

    def legal(self) -> set[str]:
        """The legal actions in words."""
        return {self._decode(i) for i in self._legal_indices()}

    def _legal_indices(self) -> list[int]:
        mask = np.zeros((1, self.facts.num_actions), dtype=np.bool_)
        games.action_mask(self.states, mask)
        return [int(i) for i in np.flatnonzero(mask[0])]

    def _encode(self, text: str) -> int:
        return next(i for i in self._legal_indices() if self._decode(i) == text)

    def _decode(self, action: int) -> str:
        kind = next(k for k in self.facts.action_ranges if k.offset <= action < k.offset + k.size)
        i = action - kind.offset
        if kind.name == "area":
            return f"area {self.areas[i]}"
        if kind.name == "unit":
            return f"unit {self.facts.unit_words[i]}"
        if kind.name == "leader":
            return f"leader {self.facts.leader_words[i]}"
        if kind.name == "deck":
            return f"deck {self.facts.deck_words[i]}"
        if kind.name == "card" and self.phase in ("TACTIC", "SECOND_TACTIC"):
            return f"card {self.facts.tactics.decks[self.player][i]}"
        if kind.name == "card":
            return f"card {self.facts.card_ids[self.player][i]}"
        if kind.name == "seat":
            return f"seat {self.houses[i]}"
        if kind.size == 1:
            return kind.name
        names = builder._NAMES
        return f"{kind.name} {names[kind.name][i] if kind.name in names else i}"

    def march(self, origin: str, target: str, *answers: str) -> Self:
        """Let the March order of an area send everything to a target, unless answers differ."""
        if self.phase == "MARCH_FROM":
            self.do(f"area {origin}")
        self.do(f"area {target}")
        for answer in answers:
            self.do(answer)
        while self.phase in ("MARCH_COUNT", "MARCH_LEADER"):
            legal = self.legal()
            counts = sorted(t for t in legal if t.startswith("count"))
            self.do(counts[-1] if counts else "yes" if "yes" in legal else "no")
        if self.phase == "MARCH_TO" and self.value("march_from") == self.areas.index(origin):
            self.do("done")
        return self

    def fight(self, attacker_card: str, defender_card: str) -> Self:
        """Answer no to what comes before the cards, and choose them; ends at the next question."""
        while self.phase in ("LOOKOUT", "SUPPORT", "REFUSE_SUPPORT", "MILITARY", "MARCH_TOKEN"):
            legal = self.legal()
            self.do(next(t for t in ("done", "no", "side nobody") if t in legal))
        return self.do(f"card {attacker_card}", f"card {defender_card}")

    def skip(self, *phases: str) -> Self:
        """Decline what questions of these phases offer."""
        while self.phase in phases:
            legal = self.legal()
            self.do(next(t for t in ("no", "done") if t in legal))
        return self

    # --- looking

    def slot(self, leader: str) -> int:
        """Slot of a Leader."""
        return self.facts.leader_words.index(leader)

    def tactic_slot(self, house: str, card: str) -> int:
        """Slot of a Tactics card."""
        return self.facts.tactics.decks[house].index(card)

    def where(self, leader: str) -> str | None:
        """Area of a Leader, ``"cell of HOUSE"``, or None."""
        i = self.slot(leader)
        cell = int(self.states["leader_cell"][0, i])
        if cell != NONE:
            return f"cell of {self.houses[cell]}"
        a = int(self.states["leader_at"][0, i])
        return None if a == NONE else self.areas[a]

    def holder(self, card: str) -> str | None:
        """House that holds an Alliance card."""
        return self._house(self.states["ally_owner"][0, self.facts.alliance_words.index(card)])

    def claim(self, house: str) -> int:
        """Claim of a house: its seats, and its tokens on the track."""
        p, total = self.seat(house), 0
        for a in range(len(self.areas)):
            owner = int(self.states["owner"][0, a])
            token, home = int(self.states["token"][0, a]), int(self.states["home"][0, a])
            control = owner if owner != NONE else token if token != NONE else home
            total += int(self.rules["claim"][a]) * (control == p)
        return total + int((self.states["claim_track"][0] == p).sum())

    def track_tokens(self) -> list[str | None]:
        """Tokens on the claim track, space 6 first."""
        return [self._house(p) for p in self.states["claim_track"][0]]

    def count(self, area: str, unit: str, routed: bool = False) -> int:
        """Units of a type in an area, standing or routed."""
        field = "routed" if routed else "units"
        return int(self.states[field][0, self.areas.index(area), self.facts.unit_words.index(unit)])

    def size(self, area: str) -> int:
        """All units in an area."""
        units = self.facts.unit_words[:NUM_UNITS]
        return sum(self.count(area, u) + self.count(area, u, routed=True) for u in units)


def empty(players: int = 4, **options: Any) -> Table:
    """A board with nothing on it, no cards or Leaders in play, and room for every army."""
    return Table(players, **options).clear()
