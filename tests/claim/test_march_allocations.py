"""Every legal way to march, and no other: marches as declared against all that the rules allow.

The other side of the comparison is written from the rules alone: it deals every unit and Leader to
an area or lets it stay, and then looks whether the result is legal.
"""

import itertools

import numpy as np
import pytest

from got_env.core.batch import games
from got_env.westeros.rules.vocabulary import NONE
from tests.claim.table import FACTS, empty
from tests.rules.marks import rule

STRENGTH = {"footman": 1, "knight": 2, "allied_footman": 1, "allied_knight": 2}
IDLE = {leader.id: leader.idle_strength for leader in FACTS.leaders.leaders}
MARCH = {leader.id: leader.march_strength for leader in FACTS.leaders.leaders}
STAYS = "stays"


def ways_from(origin, house, stormy, galleys):
    """Areas that units march to, from the data."""
    board = FACTS.board
    found = set(board.neighbours[origin])
    found |= {
        x for arrow in board.arrows if arrow.house in (None, house) for x in other(arrow, origin)
    }
    if not stormy or galleys:
        found |= {x for ford in board.fords for x in other(ford, origin)}
    if galleys:
        found |= {x for river in board.river_borders for x in other(river, origin)}
    return found


def other(pair, area):
    if area == pair.a:
        return [pair.b]
    return [pair.a] if area == pair.b else []


class Case:
    """A position before a march from one area, drawn at random."""

    def __init__(self, seed):
        rng = np.random.default_rng(seed)
        self.own = bool(rng.integers(2))  # a Leader's own march
        self.stormy, self.galleys = bool(rng.integers(2)), rng.random() < 0.3
        self.origin = str(
            rng.choice(["pinkmaiden", "seagard", "roseroad", "the_crag", "maidenpool"])
        )
        self.supply = int(rng.integers(0, 7))
        b = empty().storm(self.stormy)
        if self.galleys:
            b.ally("frey_galleys", "lannister")
        b.set(supply=[6] * 6).set_power(lannister=0)
        self.units = ["footman"] * int(rng.integers(0, 3)) + ["knight"] * int(rng.integers(0, 2))
        self.units = self.units or ["footman"]
        allies = ["allied_footman"] * int(rng.integers(0, 3))
        self.units += allies[: max(0, 4 - len(self.units))]
        self.routed = bool(rng.integers(3) == 0)
        for unit in self.units:
            b.units(self.origin, "lannister", **{unit: 1})
        if self.routed:
            b.units(self.origin, "lannister", routed=True, footman=1)
        self.leaders = ["ser_jaime_lannister"] if self.own or rng.random() < 0.5 else []
        if rng.random() < 0.4:
            self.leaders.append("tywin_lannister")
        for leader in self.leaders:
            b.leader(leader, self.origin)
        self.near = sorted(ways_from(self.origin, "lannister", self.stormy, self.galleys))
        self.held = {}
        for area in self.near:
            kind = rng.choice(["empty", "empty", "own", "enemy", "neutral"])
            if kind == "own":
                self.held[area] = int(rng.integers(1, 3))
                b.units(area, "lannister", footman=self.held[area])
            elif kind == "enemy":
                b.units(area, "stark", footman=1)
                self.held[area] = "enemy"
            elif kind == "neutral":
                self.held[area] = f"neutral {rng.integers(2, 6)}"
                b.neutral(area, int(self.held[area].split()[1]))
        # Armies as they are must fit; otherwise no such position comes up.
        sizes = [n for n in self.held.values() if isinstance(n, int)]
        sizes.append(len(self.units) + self.routed)
        while not fits(sizes, self.supply) and self.supply < 6:
            self.supply += 1
        self.sound = fits(sizes, self.supply)
        b.set_supply(lannister=self.supply)
        b.order(self.origin, "raid" if self.own else "march+0").mark()
        # Somebody else marches afterwards, so that the board stays as the march left it.
        b.units("winterfell", "stark", footman=1).order("winterfell", "march-1")
        b.set_track("iron_throne", "lannister")
        self.board = b

    def begin(self):
        """Open the declaration."""
        b = self.board.at("raid" if self.own else "march")
        if self.own:
            b.do("leader ser_jaime_lannister")
        return b

    def legal(self, dealt, led):
        """True if units and Leaders may go so: by unit and by Leader, an area or STAYS."""
        targets = {area for area in (*dealt, *led) if area != STAYS}
        fights = [a for a in targets if isinstance(self.held.get(a), str)]
        if len(fights) > 1:
            return False
        stay = [u for u, a in zip(self.units, dealt, strict=True) if a == STAYS]
        own_stay = sum(not u.startswith("allied") for u in stay) + self.routed
        if any(u.startswith("allied") for u in stay) and not own_stay:
            return False
        if STAYS in led and not stay and not self.routed:
            return False
        for area in targets:
            sent = [u for u, a in zip(self.units, dealt, strict=True) if a == area]
            leaders = [x for x, a in zip(self.leaders, led, strict=True) if a == area]
            if not self._enters(area, sent, leaders):
                return False
        sizes = [len(stay) + self.routed]
        for area in {*targets, *self.held}:
            there = self.held.get(area, 0)
            if there == "enemy" or isinstance(there, int) or area in targets:
                sizes.append((there if isinstance(there, int) else 0) + dealt.count(area))
        return fits(sizes, self.supply)

    def _enters(self, area, sent, leaders):
        there = self.held.get(area, 0)
        friends = there if isinstance(there, int) else 0
        if not sent:
            return self.own and leaders == ["ser_jaime_lannister"] and friends > 0
        if not friends and all(u.startswith("allied") for u in sent):
            return False
        if isinstance(there, str) and self.own and "ser_jaime_lannister" not in leaders:
            return False
        if isinstance(there, str) and there.startswith("neutral"):
            strength = sum(STRENGTH[u] for u in sent)
            for leader in leaders:
                marching = self.own and leader == "ser_jaime_lannister"
                strength += MARCH[leader] if marching else IDLE[leader]
            return strength >= int(there.split()[1])
        return True

    def allowed(self):
        """Every legal result: numbers of units by area, and Leaders by area."""
        places = [STAYS, *self.near]
        found = set()
        for dealt in itertools.product(places, repeat=len(self.units)):
            if list(dealt) != canonical(self.units, dealt):
                continue
            for led in itertools.product(places, repeat=len(self.leaders)):
                if self.legal(dealt, led):
                    found.add(outcome(self.units, dealt, self.leaders, led))
        return found


def canonical(units, dealt):
    """Equal units in the order of their areas, so that each result comes up once."""
    found = list(dealt)
    for unit in set(units):
        at = [i for i, u in enumerate(units) if u == unit]
        for i, area in zip(at, sorted(dealt[i] for i in at), strict=True):
            found[i] = area
    return found


def outcome(units, dealt, leaders, led):
    moved = sorted((a, u) for u, a in zip(units, dealt, strict=True) if a != STAYS)
    went = sorted((a, x) for x, a in zip(leaders, led, strict=True) if a != STAYS)
    return tuple(moved), tuple(went)


def fits(sizes, supply):
    """True if armies fit a supply level."""
    limits = sorted(FACTS.setup.supply_track[str(supply)], reverse=True)
    armies = sorted((n for n in sizes if n > 1), reverse=True)
    return len(armies) <= len(limits) and all(a <= b for a, b in zip(armies, limits, strict=False))


def declared(b):
    """Every result that answers to the questions of the engine lead to."""
    found, waiting = set(), [b.states.copy()]
    origin = int(b.value("march_from"))
    while waiting:
        b.states = waiting.pop()
        for action in b._legal_indices():
            before = b.states.copy()
            games.step(b.states, np.array([action]))
            open_still = b.phase in ("MARCH_TO", "MARCH_COUNT", "MARCH_LEADER")
            if open_still and int(b.value("march_from")) == origin:
                waiting.append(b.states)
            else:
                found.add(marched(b))
            b.states = before
    return found


def marched(b):
    """Units and Leaders moved in a march that is over, read off the board."""
    states, start = b.states, b.start
    moved, went = [], []
    for a, area in enumerate(b.areas):
        for u, unit in enumerate(FACTS.unit_words):
            came = int(states["units"][0, a, u]) - int(start["units"][0, a, u])
            if states["fight"][0] and states["fight_area"][0] == a:
                came += int(states["attackers"][0, u])
            moved += [(area, unit)] * max(came, 0)
    for i, leader in enumerate(FACTS.leader_words):
        now = int(states["leader_at"][0, i])
        if states["fight"][0] and int(states["fight_leaders"][0]) >> i & 1:
            now = int(states["fight_area"][0])
        if now not in (NONE, int(start["leader_at"][0, i])):
            went.append((b.areas[now], leader))
    return tuple(sorted(moved)), tuple(sorted(went))


@rule("ASOS-LEAD-03", "ASOS-LEAD-04", "ASOS-LEAD-12", "ASOS-LEAD-14", "ASOS-LEAD-20")
@rule("ASOS-ALLY-02", "ASOS-ALLY-06", "ASOS-NEUT-01", "ASOS-PROT-11", "ASOS-PROT-12")
@pytest.mark.parametrize("seed", range(40))
def test_marches_are_those_that_the_rules_allow(seed):
    case = Case(seed)
    if not case.sound:
        return
    b = case.begin()
    b.start = b.states.copy()

    assert declared(b) == case.allowed()
