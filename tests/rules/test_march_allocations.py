"""Every allocation of a march that the rules allow can be declared, and no other.

An enumeration written from the ledger (2E-DP-25) is compared with the decision tree of the engine
in random positions, most of them tight in Supply.
"""

import copy
import itertools
import random

import pytest

from tests.builder import AREAS, FACTS, UNITS, Board
from tests.rules.marks import rule

LIMITS = {int(level): sizes for level, sizes in FACTS.setup.supply_track.items()}
CASTLES = {a.id for a in FACTS.board.areas if a.mustering_points}
KINDS = {a.id: a.kind for a in FACTS.board.areas}
NEAR = FACTS.board.neighbours
STRENGTH = {"footman": 1, "knight": 2, "siege_engine": 0, "ship": 1}
LAND_UNITS = ("footman", "knight", "siege_engine")


def fits(sizes, level):
    """True if armies fit a Supply level one to one (2E-SUP-03)."""
    armies = sorted((n for n in sizes if n >= 2), reverse=True)
    limits = sorted(LIMITS[level], reverse=True)
    return len(armies) <= len(limits) and all(a <= b for a, b in zip(armies, limits, strict=False))


class Position:
    """A random position with one Stark march; areas hold own, enemy or neutral forces."""

    def __init__(self, seed):
        draw = random.Random(seed)
        self.origin = draw.choice(["winterfell", "moat_cailin", "seagard", "the_narrow_sea"])
        self.level = draw.randrange(0, 7)
        self.by_sea = KINDS[self.origin] == "sea"
        types = ("ship",) if self.by_sea else LAND_UNITS
        self.bonus = draw.choice([-1, 0, 1])
        while True:
            self.units = {unit: draw.randrange(0, 4) for unit in types}
            self.own = {}
            for area in AREAS:
                taken = area in (self.origin, "sunspear") or KINDS[area] == "port"
                if not taken and draw.random() < (0.5 if area in NEAR[self.origin] else 0.1):
                    self.own[area] = draw.choice([1, 1, 1, 2, 2, 3])
            if "port_of_white_harbor" in NEAR[self.origin] and "white_harbor" in self.own:
                self.own["port_of_white_harbor"] = draw.randrange(1, 4)
            count = sum(self.units.values())
            ships = sum(n for a, n in self.own.items() if KINDS[a] != "land")
            if self.by_sea:
                ships += count
            men = sum(n for a, n in self.own.items() if KINDS[a] == "land")
            if 0 < count <= 4 and ships <= 6 and men <= 6 and self.fits_now():
                break
        free = [a for a in NEAR[self.origin] if a not in self.own and KINDS[a] != "port"]
        self.enemy = {a for a in free if draw.random() < 0.2}
        self.neutral = {
            a: draw.choice([1, 2, 3, 5])
            for a in free
            if a not in self.enemy and KINDS[a] == "land" and draw.random() < 0.3
        }

    def fits_now(self):
        return fits([*self.own.values(), sum(self.units.values())], self.level)

    def board(self):
        order = {-1: "march-1", 0: "march+0", 1: "march+1"}[self.bonus]
        board = Board().clear().hold().set_track("iron_throne", "stark")
        board.set_supply(stark=self.level)
        board.units(self.origin, "stark", **self.units).order(self.origin, order)
        for area, n in self.own.items():
            unit = "footman" if KINDS[area] == "land" else "ship"
            board.units(area, "stark", **{unit: n})
        for area in self.enemy:
            unit = "footman" if KINDS[area] == "land" else "ship"
            board.units(area, "greyjoy", **{unit: 1})
        for area, strength in self.neutral.items():
            board.neutral(area, strength)
        return board.at("march")

    def reach(self):
        """Areas the units can go to: adjacent ones, and coasts joined by own Ships."""
        if self.by_sea:
            ports = {a for a in NEAR[self.origin] if KINDS[a] == "port"}
            mine = {a for a in ports if any(land in self.own for land in NEAR[a])}
            return {a for a in NEAR[self.origin] if KINDS[a] == "sea"} | mine
        found = {a for a in NEAR[self.origin] if KINDS[a] == "land"}
        seas = {a for a in NEAR[self.origin] if a in self.own and KINDS[a] == "sea"}
        while True:
            more = {b for a in seas for b in NEAR[a] if b in self.own and KINDS[b] == "sea"} - seas
            if not more:
                break
            seas |= more
        found |= {b for a in seas for b in NEAR[a] if KINDS[b] == "land"}
        return found - {self.origin}

    def allowed(self, sent):
        """True if the rules allow an allocation: area to (unit, count) pairs."""
        fights = [a for a in sent if a in self.enemy or a in self.neutral]
        if len(fights) > 1:
            return False
        sizes = dict(self.own)
        left = sum(self.units.values())
        for area, group in sent.items():
            n = sum(group.values())
            left -= n
            sizes[area] = sizes.get(area, 0) + n
            if KINDS[area] == "port" and sizes[area] > 3:
                return False
            if area in self.neutral:
                castle = area in CASTLES
                power = self.bonus + sum(
                    k * (4 if u == "siege_engine" and castle else STRENGTH[u])
                    for u, k in group.items()
                )
                if power < self.neutral[area]:
                    return False
        return fits([*sizes.values(), left], self.level)

    def allocations(self):
        """All allocations the rules allow."""
        reach = sorted(self.reach())
        single = [unit for unit, n in self.units.items() for _ in range(n)]
        found = set()
        for goals in itertools.product([None, *reach], repeat=len(single)):
            found.add(frozen(zip(goals, single, strict=True)))
        return {f for f in found if self.allowed(thaw(f))}


def frozen(pairs):
    """Allocation as a hashable value."""
    sent = {}
    for goal, unit in pairs:
        if goal is not None:
            group = sent.setdefault(goal, {})
            group[unit] = group.get(unit, 0) + 1
    return frozenset((goal, frozenset(group.items())) for goal, group in sent.items())


def thaw(allocation):
    """The opposite of :func:`frozen`."""
    return {goal: dict(group) for goal, group in allocation}


def declared(board, sent=(), goal=None):
    """The allocation at the end of each way through the decision tree of the engine."""
    legal = board.legal()

    assert legal, f"no legal action after {sent}"

    found = []
    for text in legal:
        word, _, value = text.partition(" ")
        if text == "done":
            found.append(frozen(sent))
            continue
        branch = copy.deepcopy(board).do(text)
        if word == "area":
            found += declared(branch, sent, value)
            continue
        more = (*sent, *[(goal, UNITS[int(board.frame[3])])] * int(value))
        if branch.phase in ("MARCH_TO", "MARCH_COUNT"):
            found += declared(branch, more, goal)
        else:
            found.append(frozen(more))
    return found


@rule("2E-DP-25", "2E-MARCH-01", "2E-MARCH-02", "2E-MARCH-16")
@pytest.mark.parametrize("seed", range(12))
def test_declared_marches_are_those_the_rules_allow(seed):
    position = Position(seed)
    ways = declared(position.board())

    assert set(ways) == position.allocations()
    assert len(ways) == len(set(ways)), "an allocation is reached in two ways"


@rule("2E-DP-25", "2E-MARCH-16", "2E-NEUT-01")
def test_a_knight_promised_to_a_neutral_force_cannot_go_elsewhere():
    # Supply 1 allows {3, 2}: with Riverrun and an army at Castle Black, the rest must scatter, and
    # the only place left is White Harbor, where the Knight alone is strong enough.
    board = Board().clear().hold().set_track("iron_throne", "stark").set_supply(stark=1)
    board.units("winterfell", "stark", footman=2, knight=1).order("winterfell", "march+0")
    for area in ("castle_black", "karhold", "moat_cailin", "the_stony_shore"):
        board.units(area, "stark", footman=1)
    board.units("riverrun", "stark", footman=2).neutral("white_harbor", 2).at("march")
    board.do("area castle_black")

    assert board.legal() == {"count 1", "count 2"}


@rule("2E-DP-25")
def test_two_units_that_go_together_are_named_together():
    board = Board().clear().hold().set_track("iron_throne", "stark").set_supply(stark=6)
    board.units("winterfell", "stark", footman=2).order("winterfell", "march+0").at("march")
    ways = declared(board)

    assert len(ways) == len(set(ways))
    assert frozen([("castle_black", "footman")] * 2) in ways
