"""Random positions of the original board with Leaders and Tactics cards, and games from them."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from got_env.core.agenda import PLAYER
from got_env.core.batch import games
from got_env.westeros.rules.vocabulary import Event, WesterosCard
from got_env.westeros.words.notation import phase_name
from tests.storm import second_opinion as opinion
from tests.storm.table import STORM, StormTable

SETS: tuple[dict[str, Any], ...] = (
    {},
    {"tactics": "off"},
    {"leaders": "off"},
    {"house_cards": "base"},
)
RANGES = {r.name: r.offset for r in STORM.action_ranges}
RAINS = int(WesterosCard.RAINS_OF_AUTUMN)
STEPS = ("tactics", "raid", "march", "march", "march", "consolidate", "westeros")
LONG = 90
"""Decisions after which a position is left for the next one."""


class Move(NamedTuple):
    """A decision of a random game."""

    before: Any
    phase: str
    chosen: int
    after: Any
    old: bool
    """True if the House cards are the old ones."""
    leaders: bool
    """True if the game has Leaders."""

    @property
    def opinion(self) -> opinion.Opinion:
        return opinion.Opinion(self.before, RAINS)


class Chance:
    """A position drawn at random."""

    def __init__(self, seed: int) -> None:
        self.rng = np.random.default_rng(seed)
        options = SETS[seed % len(SETS)]
        self.b = StormTable(3 + seed % 3, seed, **options).clear()
        self.old = "house_cards" in options
        self.leaders = not self.old and options.get("leaders") != "off"
        self.tactics = options.get("tactics") != "off"

    def some(self, things: Any, most: int) -> list[str]:
        """Up to so many of them, in any order."""
        return [str(x) for x in self.rng.permutation(sorted(things))[:most]]

    def draw(self) -> StormTable:
        """Armies side by side, Leaders, orders, Tactics cards and tokens."""
        b, rng = self.b, self.rng
        for house in b.houses:
            b.set_power(**{house: int(rng.integers(0, 6))})
        self.armies()
        self.orders()
        if self.leaders:
            self.place_leaders()
        if self.tactics:
            picks = {h: str(rng.choice(opinion.TACTICS)) for h in b.houses if rng.random() < 0.9}
            b.tactic(**picks)
            if rng.random() < 0.3 and "careful_planning" in picks.values():
                house = next(h for h, t in picks.items() if t == "careful_planning")
                second = int(rng.integers(1, len(opinion.TACTICS)))
                b.states["second_tactic"][0, b.seat(house)] = second
        for track in ("iron_throne", "fiefdoms", "kings_court"):
            b.set_track(track, *self.some(b.houses, len(b.houses)))
        b.states["revealed"][0, 1] = RAINS if rng.random() < 0.2 else -1
        b.states["blade_used"] = int(rng.integers(0, 2))
        return b

    def armies(self) -> None:
        """Armies and fleets that Supply 6 allows, many of them beside each other."""
        rng = self.rng
        near = [str(rng.choice(opinion.AREAS))]
        while len(near) < 16:
            a = opinion.AREAS.index(str(rng.choice(near)))
            near += [opinion.AREAS[x] for x in opinion.BORDERS[a] if opinion.AREAS[x] not in near]
        sizes = {house: [4, 3, 2, 2, 2, 1, 1, 1, 1] for house in self.b.houses}
        for area in near[:18]:
            a = opinion.AREAS.index(area)
            roll = rng.random()
            if roll < 0.12 and a in opinion.LAND:
                self.b.neutral(area, int(rng.integers(1, 6)))
            elif roll < 0.22 and a in opinion.LAND:
                self.b.token(area, str(rng.choice(self.b.houses)))
            elif roll < 0.85:
                house = str(rng.choice(self.b.houses))
                left = sizes[house]
                number = left.pop(int(rng.integers(len(left)))) if left else 0
                self.army(area, house, number)

    def army(self, area: str, house: str, number: int) -> None:
        """So many units, some of them routed."""
        for _ in range(number):
            at_sea = opinion.AREAS.index(area) in opinion.SEA
            unit = "ship" if at_sea else "knight" if self.rng.random() < 0.3 else "footman"
            u = self.b.facts.unit_words.index(unit)
            if self.b.states["pool"][0, self.b.seat(house), u] > 0:
                self.b.units(area, house, routed=bool(self.rng.random() < 0.12), **{unit: 1})

    def orders(self) -> None:
        """An order in most areas, each token once."""
        for house in self.b.houses:
            tokens = ["march-1", "march+0", "march+1", "march+0", "defense+1", "defense+2"]
            tokens += ["support", "support", "support+1", "raid", "raid", "consolidate"]
            tokens.remove("march+0")
            for a in self.held(house):
                token = str(self.rng.choice(tokens))
                if token == "consolidate" and a in opinion.SEA:
                    continue
                tokens.remove(token)
                self.b.order(opinion.AREAS[a], token)
                if token == "support" and self.rng.random() < 0.3 and self.tactics:
                    self.b.states["minus"][0, a] = int(self.b.states["minus"].sum() < 6)

    def held(self, house: str) -> list[int]:
        """Areas with units of a house."""
        return [int(a) for a in np.flatnonzero(self.b.states["owner"][0] == self.b.seat(house))]

    def place_leaders(self) -> None:
        """Leaders in armies on land and in cells."""
        for leader in opinion.LEADERS:
            if leader["house"] not in self.b.houses:
                continue
            places = [a for a in self.held(leader["house"]) if a in opinion.LAND]
            if places and self.rng.random() < 0.7:
                self.b.leader(leader["id"], opinion.AREAS[int(self.rng.choice(places))])
            else:
                others = [h for h in self.b.houses if h != leader["house"]]
                self.b.prisoner(leader["id"], str(self.rng.choice(others)))
        self.b.mark()


def begun(seed: int) -> StormTable:
    """A random position at its first decision."""
    b = Chance(seed).draw()
    step = STEPS[seed % len(STEPS)]
    if step == "westeros":
        b.states["order"], b.states["order_seat"], b.states["minus"] = -1, -1, 0
        b.states["revealed"] = -1
        b.states["orders_open"] = 0
        new = bool((b.states["deck"] == int(WesterosCard.PUNISH_THE_GUILTY)).any())
        third = "punish_the_guilty" if new and seed % 2 else "wildlings_attack"
        b.set_westeros("supply", "clash_of_kings", third).set(threat=2 * (seed % 7))
    return b.at(step)


def masks_of(states: Any) -> Any:
    """Legal actions ``(count, actions)``."""
    masks = np.zeros((len(states), STORM.num_actions), dtype=np.bool_)
    games.action_mask(states, masks)
    return masks


def moves(first: int) -> Iterator[Move]:
    """Decisions after one random position after the other: eager ones, so that much happens."""
    rng = np.random.default_rng(first)
    for seed in itertools.count(first):
        states = begun(seed).states
        options = SETS[seed % len(SETS)]
        old = "house_cards" in options
        leaders = not old and "leaders" not in options
        for _ in range(LONG):
            if states["over"][0]:
                break
            before = states[0].copy()
            phase = phase_name(states, 0)
            legal = np.flatnonzero(masks_of(states)[0])
            eager = legal[(legal < RANGES["no"]) | (legal > RANGES["done"])]
            chosen = int(rng.choice(eager if len(eager) and rng.random() < 0.8 else legal))
            games.step(states, np.array([chosen]))
            yield Move(before, phase, chosen, states[0].copy(), old, leaders)


def mask(s: Any) -> set[int]:
    """Legal actions of a record."""
    return {int(x) for x in np.flatnonzero(masks_of(np.array([s], dtype=s.dtype))[0])}


def step(s: Any, chosen: int) -> Any:
    """The record after an action."""
    states = np.array([s], dtype=s.dtype)
    games.step(states, np.array([chosen]))
    return states[0]


def frame(s: Any) -> Any:
    """Frame of the question."""
    return s["stack"][int(s["depth"]) - 1]


def mover(s: Any) -> int:
    """The seat that is asked."""
    return int(frame(s)[PLAYER])


def news(move: Move, kind: Event) -> list[list[int]]:
    """Journal rows of a kind that a decision brought."""
    size = len(move.after["journal"])
    numbers = range(int(move.before["journal_no"]), int(move.after["journal_no"]))
    rows = [move.after["journal"][n % size].tolist() for n in numbers]
    return [row for row in rows if row[0] == kind]
