"""The original board with Leaders and Tactics cards, computed a second time.

From the ledger and the data files alone: it reads records and JSON and calls no rule of the engine.
It favours listing everything over being fast.
"""

from __future__ import annotations

import itertools
import json
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import got_env.westeros

DATA = Path(got_env.westeros.__file__).parent / "data"
NOBODY = -1
FOOTMAN, KNIGHT, SHIP = 0, 1, 3
STRENGTH = (1, 2, 0, 1)
MARCHES, DEFENSES, SUPPORTS, CONSOLIDATES = (0, 1, 2), (3, 4), (5, 6), (9, 10)
ORDER_VALUE = {0: -1, 1: 0, 2: 1, 3: 1, 4: 2, 5: 0, 6: 1}
BY_ORDER, BY_LEADER, MARCH_ON, MOVE = range(4)
CLOSED = 99
FIRST_SETS, NEW_SETS = "agot1e/house_cards", "agot1e/asos_house_cards"


@cache
def data(name: str) -> Any:
    """One file of the facts."""
    return json.loads((DATA / f"{name}.json").read_text(encoding="utf-8"))


BOARD = data("agot1e/board")["areas"]
AREAS = [a["id"] for a in BOARD]
LAND = {i for i, a in enumerate(BOARD) if a["kind"] == "land"}
SEA = {i for i, a in enumerate(BOARD) if a["kind"] == "sea"}
SEATS = {i for i, a in enumerate(BOARD) if a["castle"] or a["stronghold"]}
LEADERS = data("agot1e_storm/leaders")["leaders"]
SLOTS = range(len(LEADERS))
TACTICS = [c["id"] for c in data("agot1e_storm/tactics_cards")["cards"]]
BORDERS = {
    a: {AREAS.index(b) for b in data("agot1e/board")["neighbours"][area]}
    for a, area in enumerate(AREAS)
}


class Opinion:
    """Opinion of the rules on one record."""

    def __init__(self, s: Any, rains: int) -> None:
        self.s = s
        self.n = int(s["num_players"])
        self.houses = data("agot1e/setup")["setups"][str(self.n)]["houses_in_play"]
        self.rains = rains in s["revealed"]

    def plays(self, p: int, tactic: str) -> bool:
        """True if a Tactics card is in force. Rule: ASOS-TAC-04, -27, -31."""
        s, slot = self.s, TACTICS.index(tactic)
        if not s["tactics_open"] or not int(s["tactics_left"][p]) >> slot & 1:
            return False
        return slot in (s["tactic"][p], s["second_tactic"][p])

    # --- ground

    def army(self, a: int) -> tuple[int, ...]:
        return tuple(int(x) for x in self.s["units"][a] + self.s["routed"][a])

    def held(self, p: int) -> list[int]:
        return [a for a in range(len(AREAS)) if self.s["owner"][a] == p]

    def holder(self, a: int) -> int:
        """Seat that controls an area. Rule: 1E-CTRL-01, -05."""
        for field in ("owner", "token", "home"):
            if self.s[field][a] != NOBODY:
                return int(self.s[field][a])
        return NOBODY

    def steps(self, p: int, a: int) -> set[int]:
        """Areas one march away, by own Ships too. Rule: 1E-MARCH-10, -11, 1E-TRANS-01, -06."""
        if a in SEA:
            return BORDERS[a] & SEA
        shores, seen = set(BORDERS[a]), {a}
        while ahead := [
            x for x in shores if x in SEA and x not in seen and self.s["owner"][x] == p
        ]:
            seen.update(ahead)
            shores.update(*(BORDERS[x] for x in ahead))
        return (shores & LAND) - {a}

    def fight(self, p: int, d: int) -> str:
        """Fight on entering an area: none, a battle, or a neutral force."""
        if self.s["neutral"][d] > 0:
            return "neutral"
        return "battle" if self.s["owner"][d] not in (NOBODY, p) else ""

    def leaders(self, p: int, a: int) -> list[int]:
        s = self.s
        return [i for i in SLOTS if s["leader_at"][i] == a and s["leader_seat"][i] == p]

    # --- strength

    def lent(self, x: int, rains: bool, ships: bool = True) -> int:
        """Strength of a Support order. Rule: ASOS-LEAD-02, ASOS-TAC-28, -38, 1E-SUPP-03, -14."""
        s, p = self.s, int(self.s["owner"][x])
        values = list(STRENGTH)
        if rains and self.rains:
            values[FOOTMAN] = 0
        if not ships:
            values[SHIP] = 0
        total = sum(int(n) * v for n, v in zip(s["units"][x], values, strict=True))
        total += ORDER_VALUE[int(s["order"][x])] - int(s["minus"][x])
        return max(0, total + sum(LEADERS[i]["idle_strength"] for i in self.leaders(p, x)))

    def supports(self, x: int, a: int) -> bool:
        """True if the order on ``x`` may support in ``a``. Rule: 1E-SUPP-01, -06."""
        s = self.s
        if int(s["order"][x]) not in SUPPORTS or s["owner"][x] != s["order_seat"][x]:
            return False
        return a in BORDERS[x] and not (x in LAND and a in SEA)

    def seat_bonus(self, p: int, d: int) -> int:
        return 2 if d in SEATS and self.plays(p, "control_westeros") else 0

    def fits(self, p: int, armies: list[int]) -> bool:
        """True if armies fit. Rule: ASOS-LEAD-01, 1E-SUP-01, -13."""
        limits = data("agot1e/setup")["supply_track"][str(int(self.s["supply"][p]))]
        sizes = sorted((n for n in armies if n > 1), reverse=True)
        return len(sizes) <= len(limits) and all(
            n <= m for n, m in zip(sizes, sorted(limits, reverse=True), strict=False)
        )


# --- marches


class Group(NamedTuple):
    """Units and Leaders that go to one area."""

    area: int
    units: tuple[int, ...]
    leaders: frozenset[int]


class Start(NamedTuple):
    """Parts of a march at its origin."""

    kind: int
    origin: int
    own_march: int
    pieces: tuple[int, ...]
    free: tuple[int, ...]


def start_of(s: Any) -> Start:
    """The march that a record is about to declare."""
    kind, origin = int(s["march_kind"]), int(s["march_from"])
    if kind == MARCH_ON:
        pieces = tuple(int(x) for x in s["march_left"])
        free = tuple(i for i in SLOTS if int(s["leaders_left"]) >> i & 1)
    else:
        pieces = tuple(int(x) for x in s["units"][origin])
        free = tuple(i for i in SLOTS if s["leader_at"][i] == origin)
    return Start(kind, origin, int(s["march_leader"]), pieces, free)


def reach_of(o: Opinion, p: int, start: Start) -> list[int]:
    """Areas that a march may enter, fights aside. Rule: ASOS-TAC-15, -17, -36, ASOS-OPT3-04."""
    reach = sorted(d for d in o.steps(p, start.origin) if o.s["neutral"][d] != CLOSED)
    if start.kind == MARCH_ON:
        return [d for d in reach if o.s["neutral"][d] <= 0 and o.holder(d) in (NOBODY, p)]
    if start.kind == MOVE:
        return [d for d in reach if o.holder(d) == p]
    return reach


def marches(o: Opinion, p: int, start: Start) -> list[tuple[Group, ...]]:
    """Every legal march, its groups by area; the rest stays.

    Rule: ASOS-LEAD-03, -04, -11 to -14, -20, -21, ASOS-NEUT-01 to -04, 1E-MARCH-02, -03.
    """
    reach = reach_of(o, p, start)
    places = len(reach) + 1
    found: list[tuple[Group, ...]] = []
    for split in itertools.product(*[list(_spread(n, places)) for n in start.pieces]):
        groups = [tuple(split[u][k] for u in range(4)) for k in range(places)]
        there = o.army(start.origin)
        stay = sum(there) - sum(start.pieces) + sum(groups[-1])
        used = [k for k in range(places - 1) if any(groups[k])]
        fights = [k for k in used if o.fight(p, reach[k])]
        if len(fights) > 1 or (start.kind >= MARCH_ON and len(used) != 1):
            continue
        if not _supplied(o, p, start.origin, stay, {reach[k]: sum(groups[k]) for k in used}):
            continue
        choices = [_choices(o, p, start, reach, used, fights, stay, i) for i in start.free]
        for chosen in itertools.product(*choices):
            led = [
                frozenset(i for i, c in zip(start.free, chosen, strict=True) if c == k)
                for k in range(places)
            ]
            if fights and o.s["neutral"][reach[fights[0]]] > 0:
                k = fights[0]
                if _onslaught(o, p, start, reach[k], groups[k], led[k]) < o.s["neutral"][reach[k]]:
                    continue
            found.append(
                tuple(
                    Group(reach[k], groups[k], led[k])
                    for k in range(places - 1)
                    if any(groups[k]) or led[k]
                )
            )
    return found


def _choices(o: Opinion, p: int, start: Start, reach: list[int], used: list[int],
             fights: list[int], stay: int, i: int) -> list[int]:  # fmt: skip
    """Places that Leader ``i`` may go to, the last one is the origin."""
    options = list(used)
    if stay:
        options.append(len(reach))
    if start.kind == BY_LEADER and i == start.own_march:
        if fights:
            return list(fights)
        options += [k for k, d in enumerate(reach) if k not in used and o.s["owner"][d] == p]
    return options


def _spread(n: int, places: int) -> Any:
    """Ways of sending ``n`` equal pieces to places."""
    if places == 1:
        yield (n,)
        return
    for k in range(n + 1):
        for rest in _spread(n - k, places - 1):
            yield (k, *rest)


def _supplied(o: Opinion, p: int, origin: int, stay: int, sent: dict[int, int]) -> bool:
    """True if the armies fit after the march, the one of a battle already begun included."""
    own = set(o.held(p))
    armies = [stay] + [n + (sum(o.army(d)) if d in own else 0) for d, n in sent.items()]
    armies += [sum(o.army(a)) for a in own if a != origin and a not in sent]
    if o.s["fight"] and o.s["fighter"][0] == p:
        armies.append(int(sum(o.s["attackers"])))
    return o.fits(p, armies)


def _onslaught(o: Opinion, p: int, start: Start, d: int, units: tuple[int, ...],
               leaders: frozenset[int]) -> int:  # fmt: skip
    """Strength against a neutral force. Rule: ASOS-NEUT-03, 1E-NEU-02, -08."""
    s = o.s
    total = sum(n * v for n, v in zip(units, STRENGTH, strict=True)) + o.seat_bonus(p, d)
    if start.kind == BY_ORDER:
        total += ORDER_VALUE[int(s["order"][start.origin])]
    for i in leaders:
        own = start.kind == BY_LEADER and i == start.own_march
        total += LEADERS[i]["march_strength" if own else "idle_strength"]
    for x in range(len(AREAS)):
        if s["order_seat"][x] == p and o.supports(x, d):
            total += o.lent(x, rains=False)
    return total + max(0, int(s["neutral_grant"][d]))


def answers(o: Opinion, p: int, start: Start, march: tuple[Group, ...]) -> list[tuple[str, int]]:
    """The decisions that declare a march, in the order of ASOS-PROT-11."""
    left, free = list(start.pieces), list(start.free)
    said: list[tuple[str, int]] = []
    for group in march:
        said.append(("area", group.area))
        for u in range(4):
            if left[u]:
                said.append(("count", group.units[u]))
                left[u] -= group.units[u]
        own_there = o.s["owner"][group.area] == p
        for i in list(free):
            alone = start.kind == BY_LEADER and i == start.own_march and own_there
            if any(group.units) or alone:
                said.append(("yes" if i in group.leaders else "no", 0))
            if i in group.leaders:
                free.remove(i)
        waits = start.kind == BY_LEADER and start.own_march in free
        if start.kind >= MARCH_ON or (not any(left) and not waits):
            return said
    return [*said, ("done", 0)]


def move_origins(o: Opinion, p: int) -> set[int]:
    """Areas from which Manage Troops can move something at once. Rule: ASOS-TAC-15, -34."""
    found = set()
    for a in o.held(p):
        start = Start(MOVE, a, NOBODY, tuple(int(x) for x in o.s["units"][a]),
                      tuple(o.leaders(p, a)))  # fmt: skip
        if any(start.pieces) and marches(o, p, start):
            found.add(a)
    return found


# --- battles


class Fight(NamedTuple):
    """Decided parts of a battle, though the record may not say so yet."""

    cards: tuple[int, int]
    lost: tuple[int, int]
    blade: int
    swords: tuple[int, int]
    revealed: bool
    removed: int
    """Area whose order the Queen of Thorns removes by choice."""
    routed: int
    """1 if Ser Loras of the old set takes a routed Footman by choice, 0 a standing one."""


class Battle(NamedTuple):
    """Totals of attacker and defender, the winner, and the casualties of the loser."""

    totals: tuple[int, int]
    winner: int
    casualties: int


class Sides:
    """A battle just before its strengths are compared."""

    def __init__(self, o: Opinion, fight: Fight, old: bool) -> None:
        s = o.s
        self.o, self.fight, self.old = o, fight, old
        self.area, self.fighters = int(s["fight_area"]), [int(x) for x in s["fighter"]]
        sets = data(FIRST_SETS if old else NEW_SETS)["houses"]
        self.printed = [
            NO_CARD if c < 0 else sets[o.houses[p]][c]
            for p, c in zip(self.fighters, fight.cards, strict=True)
        ]
        self.names = [card["id"] for card in self.printed]
        if old and "queen_of_thorns" in self.names:
            self.names[1 - self.names.index("queen_of_thorns")] = ""
        self.units = [
            [int(x) for x in s["attackers"]],
            [int(x) for x in s["units"][self.area]],
        ]
        self.gone = {fight.removed}
        self.beaten = NOBODY
        if fight.revealed:
            self._reveal()

    def _reveal(self) -> None:
        """Texts that act at once and without a question. Rule: ASOS-HC-32, 1E-HC-21, -22."""
        s = self.o.s
        for side, name in enumerate(self.names):
            if self.old and name == "brienne_of_tarth" and side == 0:
                self.gone.add(self.area)
            if self.old and name == "ser_loras_tyrell":
                lying = int(s["routed"][self.area][FOOTMAN]) if side == 0 else 0
                if self.fight.routed == NOBODY and (lying or self.units[1 - side][FOOTMAN]):
                    self._kill_footman(1 - side, lying)
            if not self.old and name == "queen_of_thorns":
                enemy = self.fighters[1 - side]
                near = [x for x in {self.area, *BORDERS[self.area]} if s["order_seat"][x] == enemy]
                if len(near) == 1:
                    self.gone.add(near[0])

    def _kill_footman(self, side: int, lying: int) -> None:
        """Ser Loras of the old set; an army without units has lost. Rule: 1E-BAT-08, 1E-HC-21."""
        routed = int(sum(self.o.s["routed"][self.area])) if side == 1 else 0
        if sum(self.units[side]) + routed == 1:
            self.beaten = side
        if not lying:
            self.units[side][FOOTMAN] -= 1

    def order(self, x: int) -> int:
        return NOBODY if x in self.gone else int(self.o.s["order"][x])

    def backers(self, side: int) -> list[int]:
        s = self.o.s
        return [x for x in range(len(AREAS)) if s["backing"][x] == side and x not in self.gone]

    def supported(self, side: int) -> bool:
        return bool(self.backers(side)) or side + 1 in self.o.s["allies_side"]

    def base(self, side: int) -> int:
        """Units, Leaders, order and Tactics cards. Rule: ASOS-LEAD-16, ASOS-TAC-08, -14."""
        o, s, name = self.o, self.o.s, self.names[side]
        total = sum(n * v for n, v in zip(self.units[side], STRENGTH, strict=True))
        p = self.fighters[side]
        if side == 0:
            raised = {"robb_stark": KNIGHT, "vargo_hoat": FOOTMAN, "victarion_greyjoy": SHIP}
            total += self.units[0][raised[name]] if self.old and name in raised else 0
            for i in SLOTS:
                if int(s["fight_leaders"]) >> i & 1:
                    face = "march" if s["fight_leader"] == i else "idle"
                    total += LEADERS[i][f"{face}_strength"]
            return total + ORDER_VALUE.get(int(s["fight_order"]), 0) + o.seat_bonus(p, self.area)
        total += sum(LEADERS[i]["idle_strength"] for i in o.leaders(p, self.area))
        if self.order(self.area) in DEFENSES:
            twice = self.old and name == "catelyn_stark"
            total += ORDER_VALUE[self.order(self.area)] * (2 if twice else 1)
        if o.plays(p, "hold_territory"):
            total += 2 if self.area in SEATS else 1
        return total

    def support(self, side: int) -> int:
        ships = not (self.old and self.names[1 - side] == "salladhor_saan")
        lent = sum(self.o.lent(x, rains=True, ships=ships) for x in self.backers(side))
        return lent + int((self.o.s["allies_side"] == side + 1).sum())

    def card(self, side: int) -> int:
        """Strength of a card with its text. Rule: ASOS-HC-17, -25, -26, -31, 1E-HC-20."""
        name, value = self.names[side], self.printed[side]["strength"]
        if self.old:
            return 0 if self.names[1 - side] == "balon_greyjoy" else int(value)
        value = max(0, value - self.fight.lost[side])
        value += 2 * (name == "catelyn_stark" and self.supported(side))
        value += name == "victarion_greyjoy" and bool(BORDERS[self.area] & SEA)
        return int(value + 2 * (name == "willas_tyrell" and side == 1))

    def swords(self, side: int) -> int:
        """Rule: ASOS-LEAD-08, ASOS-HC-11, -19, -24."""
        total = self.printed[side]["swords"] + self.fight.swords[side]
        if self.old:
            return int(total)
        if self.names[side] == "asha_greyjoy" and self.supported(side):
            total += 2
        if self.names[side] == "ser_gregor_clegane":
            total += max(0, 3 - self.printed[1 - side]["strength"])
        marching = int(self.o.s["fight_leader"])
        return int(total + (LEADERS[marching]["swords"] if side == 0 and marching >= 0 else 0))

    def shields(self, side: int) -> int:
        """Rule: ASOS-TAC-13, ASOS-HC-17, -25."""
        total, name = self.printed[side]["fortifications"], self.names[side]
        if not self.old:
            total += name == "catelyn_stark" and self.supported(side)
            total += name == "victarion_greyjoy" and bool(BORDERS[self.area] & SEA)
        held = self.o.plays(self.fighters[side], "hold_territory")
        return int(total + (side == 1 and held and self.order(self.area) in DEFENSES))


NO_CARD = {"id": "", "strength": 0, "swords": 0, "fortifications": 0}


def battle(o: Opinion, fight: Fight, old: bool) -> Battle:
    """The result of a battle. Rule: 1E-BAT-04, -05, -06, ASOS-HOST-03, -09, ASOS-HC-13, -15."""
    sides = Sides(o, fight, old)
    if sides.beaten != NOBODY:
        return Battle((0, 0), 1 - sides.beaten, 0)
    totals = [
        max(0, sides.base(side) + sides.support(side) + sides.card(side) + (fight.blade == side))
        for side in range(2)
    ]
    fiefdoms = [int(x) for x in o.s["track"][1]]
    higher = fiefdoms.index(sides.fighters[0]) < fiefdoms.index(sides.fighters[1])
    winner = int(not (totals[0] > totals[1] or (totals[0] == totals[1] and higher)))
    dead = max(0, sides.swords(winner) - sides.shields(1 - winner))
    if not old:
        dead += sides.names[winner] == "ser_ilyn_payne"
        dead *= sides.names[1 - winner] != "eddard_stark"
    return Battle((totals[0], totals[1]), winner, dead)


# --- retreats and hostages


def fighting_leaders(o: Opinion, side: int) -> list[int]:
    """Leaders that take part for a side. Rule: ASOS-HOST-07."""
    s = o.s
    if side == 0:
        return [i for i in SLOTS if int(s["fight_leaders"]) >> i & 1]
    return o.leaders(int(s["fighter"][1]), int(s["fight_area"]))


def shelters(o: Opinion) -> list[int]:
    """Areas open to a beaten defender, Supply aside. Rule: 1E-RET-03, -04, -06, -12, -19."""
    s, p, area = o.s, int(o.s["fighter"][1]), int(o.s["fight_area"])
    found = []
    for d in o.steps(p, area) - {int(s["fight_from"])}:
        free = s["owner"][d] == NOBODY and s["neutral"][d] <= 0 and o.holder(d) in (NOBODY, p)
        if s["owner"][d] == p or free:
            found.append(d)
    return found


def retreats(o: Opinion) -> set[int]:
    """Areas for beaten defenders with the fewest losses. Rule: 1E-RET-18, ASOS-HOST-05, -08."""
    s, p, area = o.s, int(o.s["fighter"][1]), int(o.s["fight_area"])
    n = int(sum(s["units"][area])) if s["owner"][area] == p else 0
    if n == 0:
        return {d for d in shelters(o) if s["owner"][d] == p}
    others = {a: sum(o.army(a)) for a in o.held(p) if a != area}
    cost = {}
    for d in shelters(o):
        there = others.get(d, 0)
        losses = [k for k in range(n) if o.fits(p, [*{**others, d: there + n - k}.values()])]
        if losses:
            cost[d] = losses[0]
    return {d for d, k in cost.items() if k == min(cost.values())}


def landings(o: Opinion, p: int, returned: bool) -> set[int]:
    """Areas where a Leader enters. Rule: ASOS-LEAD-24, ASOS-NEG-05, -17, ASOS-OPT4-08."""
    held = set(o.held(p)) & LAND
    return held & SEATS if returned and held & SEATS else held


def whom_to_ask(o: Opinion, p: int, asked: int) -> set[int]:
    """Players that may get an offer. Rule: ASOS-NEG-08, -13."""
    s = o.s
    able = s["power"][p] > 0 or p in s["leader_cell"]
    return {
        q for q in range(o.n)
        if able and q != p and not asked >> 2 * q & 3
        and any(s["leader_cell"][i] == q and s["leader_seat"][i] == p for i in SLOTS)
    }  # fmt: skip


def house_card(o: Opinion, i: int, p: int) -> int:
    """Slot of the House card of a Leader of seat ``p``."""
    cards = data(NEW_SETS)["houses"][o.houses[p]]
    return [card["id"] for card in cards].index(LEADERS[i]["house_card"])


def wrong_leaders(o: Opinion, leaders: bool) -> list[str]:
    """Leaders, if the game has any, that are nowhere the rules allow.

    Rule: ASOS-LEAD-04, ASOS-HOST-06, ASOS-EXEC-02, ASOS-OPT4-08.
    """
    s, wrong = o.s, []
    for i in SLOTS:
        seat, at, cell = (int(s[f"leader_{x}"][i]) for x in ("seat", "at", "cell"))
        attacks = bool(int(s["fight_leaders"]) >> i & 1)
        alone = at != NOBODY and s["owner"][at] != seat and not s["fight"]
        gone = seat == NOBODY and (at, cell, attacks) != (NOBODY, NOBODY, False)
        places = (at != NOBODY) + (cell != NOBODY) + attacks
        if places > 1 or alone or gone or at in SEA or cell == seat != NOBODY:
            wrong.append(LEADERS[i]["id"])
        elif seat == NOBODY and LEADERS[i]["house"] in o.houses and leaders:
            p = o.houses.index(LEADERS[i]["house"])
            cards = int(s["hand"][p]) | int(s["discards"][p])
            if cards >> house_card(o, i, p) & 1:
                wrong.append(LEADERS[i]["id"])
    return wrong
