"""The Storm of Swords computed a second time, from the ledger and the data files alone.

Reads records and JSON; calls no rule of the engine. It favours listing everything over being fast.
"""

from __future__ import annotations

import itertools
import json
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import got_env.westeros
from got_env.westeros.rules.vocabulary import WesterosCard
from tests.claim.table import FACTS

DATA = Path(got_env.westeros.__file__).parent / "data" / "asos"
HOUSES = ("baratheon", "greyjoy", "lannister", "stark")
NOBODY = -1
ALLIED = (2, 3)
MARCHES, DEFENSES, SUPPORTS = (0, 1, 2), (3, 4), (5, 6)
ORDER_VALUE = {0: -1, 1: 0, 2: 1, 3: 1, 4: 2, 5: 0, 6: 1}
STRENGTH = (1, 2, 1, 2)
BY_ORDER, BY_LEADER, MARCH_ON, MOVE = range(4)
CLOSED = 99


@cache
def data(name: str) -> Any:
    """One file of the facts."""
    return json.loads((DATA / f"{name}.json").read_text(encoding="utf-8"))


AREAS = [a["id"] for a in data("board")["areas"]]
SEATS = {i for i, a in enumerate(data("board")["areas"]) if a["castle"] or a["stronghold"]}
COAST = {i for i, a in enumerate(data("board")["areas"]) if a["coast"]}
LEADERS = data("leaders")["leaders"]
CARDS = data("alliance_cards")["cards"]
DECKS = data("alliance_cards")["decks"]


def pairs(name: str) -> list[tuple[int, int, str | None]]:
    """Both directions of the pairs of areas of one kind of border."""
    found = []
    for row in data("board")[name]:
        a, b = AREAS.index(row["a"]), AREAS.index(row["b"])
        found += [(a, b, row.get("house")), (b, a, row.get("house"))]
    return found


BORDERS, FORDS, ARROWS, RIVERS = (pairs(n) for n in ("edges", "fords", "arrows", "river_borders"))


class Opinion:
    """Opinion of the rules on one record of four players."""

    def __init__(self, s: Any) -> None:
        self.s = s
        self.n = int(s["num_players"])
        in_play = [h for h in HOUSES if self.n == 4 or h != "greyjoy"]
        self.houses = in_play
        self.storm = int(s["weather"]) >= 2

    # --- cards

    def holds(self, p: int, kind: str) -> bool:
        return any(
            int(self.s["ally_owner"][c]) == p and card["id"].endswith(kind)
            for c, card in enumerate(CARDS)
        )

    def plays(self, p: int, tactic: str) -> bool:
        """True if a Tactics card is in force."""
        if not self.s["tactics_open"]:
            return False
        deck = tactics_of(self.houses[p])
        left = int(self.s["tactics_left"][p])
        slots = (int(self.s["tactic"][p]), int(self.s["second_tactic"][p]))
        return any(x >= 0 and deck[x] == tactic and left >> x & 1 for x in slots)

    # --- ground

    def near(self, p: int, a: int) -> set[int]:
        """Areas whose support and raids reach ``a``. Rule: ASOS-WX-03, -04, ASOS-ALLI-21."""
        found = {b for x, b, _ in BORDERS if x == a}
        if not self.storm or self.holds(p, "transport"):
            found |= {b for x, b, _ in FORDS if x == a}
        return found

    def steps(self, p: int, a: int) -> set[int]:
        """Areas one march away. Rule: ASOS-ARROW-01, -04, ASOS-ALLI-18, -21."""
        found = self.near(p, a)
        foreign = self.holds(p, "transport")
        found |= {
            b for x, b, h in ARROWS if x == a and (h is None or h == self.houses[p] or foreign)
        }
        if self.holds(p, "galleys"):
            found |= {b for x, b, _ in FORDS + RIVERS if x == a}
        return found

    def moves(self, p: int, a: int) -> set[int]:
        """Areas of an immediate move. Rule: ASOS-TAC-15, -34, -35."""
        ways = self.near(p, a) | {b for x, b, h in ARROWS if x == a and h in (None, self.houses[p])}
        return {b for b in ways if self.holder(b) == p}

    def army(self, a: int) -> tuple[int, ...]:
        return tuple(int(x) for x in self.s["units"][a] + self.s["routed"][a])

    def holder(self, a: int) -> int:
        """Seat that controls an area."""
        for field in ("owner", "token", "home"):
            if self.s[field][a] != NOBODY:
                return int(self.s[field][a])
        return NOBODY

    def fight(self, p: int, d: int) -> str:
        """Fight on entering an area: none, a battle, or a neutral force."""
        s = self.s
        if s["neutral"][d] > 0:
            return "neutral"
        if s["owner"][d] not in (NOBODY, p) and sum(self.army(d)):
            return "battle"
        if s["garrison"][d] > 0 and s["owner"][d] == NOBODY and s["home"][d] != p:
            return "battle"
        return ""

    def leaders(self, p: int, a: int) -> list[int]:
        s = self.s
        return [
            i for i in range(len(LEADERS)) if s["leader_at"][i] == a and s["leader_seat"][i] == p
        ]

    # --- strength

    def lent(self, x: int) -> int:
        """Strength of a Support order. Rule: ASOS-LEAD-02, ASOS-TAC-28, -38, ASOS-WEST-17."""
        s, p = self.s, int(self.s["owner"][x])
        values = list(STRENGTH)
        if "rains_of_autumn" in self.revealed():
            values[0] = values[2] = 0
        total = sum(int(n) * v for n, v in zip(s["units"][x], values, strict=True))
        total += ORDER_VALUE[int(s["order"][x])] - int(s["minus"][x])
        return max(0, total + sum(LEADERS[i]["idle_strength"] for i in self.leaders(p, x)))

    def revealed(self) -> set[str]:
        return {WesterosCard(int(c)).name.lower() for c in self.s["revealed"] if c >= 0}

    def supporting(self, x: int, a: int) -> bool:
        """True if the order on ``x`` may support in ``a``."""
        s, q = self.s, int(self.s["order_seat"][x])
        if int(s["order"][x]) not in SUPPORTS or s["owner"][x] != q:
            return False
        return x in self.near(q, a)

    def seat_bonus(self, p: int, d: int) -> int:
        return 2 if d in SEATS and self.plays(p, "control_westeros") else 0

    # --- supply

    def fits(self, p: int, armies: list[int]) -> bool:
        """True if armies fit. Rule: ASOS-LEAD-01, ASOS-ALLY-06."""
        limits = data("setup")["supply_track"][str(int(self.s["supply"][p]))]
        sizes = sorted((n for n in armies if n > 1), reverse=True)
        return len(sizes) <= len(limits) and all(
            n <= m for n, m in zip(sizes, sorted(limits, reverse=True), strict=False)
        )


@cache
def tactics_of(house: str) -> list[str]:
    """The Tactics deck of a house, by slot."""
    return list(FACTS.tactics.decks[house])


# --- Alliance cards and hostages


def open_decks(s: Any, p: int) -> set[int]:
    """Decks that a player may draw from. Rule: ASOS-ALLI-23, ASOS-PERM-02."""
    drawn = [sum(int(s["ally_owner"][c]) >= 0 for c in range(6 * d, 6 * d + 6)) for d in range(4)]
    return {d for d in range(4) if drawn[d] < 6 and int(s["permanent"][d]) in (NOBODY, p)}


def cards_held(s: Any, p: int, d: int) -> int:
    """Cards of a deck before a player."""
    return sum(int(s["ally_owner"][c]) == p for c in range(6 * d, 6 * d + 6))


def room_for_ally(s: Any, p: int) -> set[int]:
    """Areas that an allied unit may join. Rule: ASOS-ALLI-06."""
    o = Opinion(s)
    held = [a for a in range(len(AREAS)) if s["owner"][a] == p]
    fitting = set()
    for a in held:
        armies = [sum(o.army(b)) + (a == b) for b in held]
        if sum(o.army(a)[:2]) and o.fits(p, armies):
            fitting.add(a)
    return fitting


def whom_to_ask(s: Any, p: int, asked: int) -> set[int]:
    """Players that may get an offer. Rule: ASOS-NEG-08, -13."""
    able = s["power"][p] > 0 or p in s["leader_cell"]
    return {
        q for q in range(int(s["num_players"]))
        if able and q != p and not asked >> 2 * q & 3
        and any(s["leader_cell"][i] == q and s["leader_seat"][i] == p for i in range(len(LEADERS)))
    }  # fmt: skip


def places_for_leader(s: Any, p: int, returned: bool) -> set[int]:
    """Areas where a Leader enters. Rule: ASOS-LEAD-24, ASOS-NEG-05, -17."""
    held = {a for a in range(len(AREAS)) if s["owner"][a] == p}
    return held & SEATS if returned and held & SEATS else held


# --- marches


class Group(NamedTuple):
    """Units and Leaders that go to one area."""

    area: int
    units: tuple[int, ...]
    leaders: frozenset[int]


def marches(s: Any, p: int) -> list[tuple[Group, ...]]:
    """Every legal march that the record declares, its groups by area; the rest stays.

    Rule: ASOS-LEAD-03, -04, -11 to -14, -20, -21, ASOS-ALLY-02, -06, -07, ASOS-NEUT-01 to -04.
    """
    o = Opinion(s)
    kind, origin = int(s["march_kind"]), int(s["march_from"])
    own_march = int(s["march_leader"])
    if kind == MARCH_ON:
        pieces = tuple(int(x) for x in s["march_left"])
        free = [i for i in range(15) if int(s["leaders_left"]) >> i & 1]
    else:
        pieces = tuple(int(x) for x in s["units"][origin])
        free = o.leaders(p, origin)
    there = o.army(origin)
    reach = sorted(d for d in o.steps(p, origin) if s["neutral"][d] != CLOSED)
    if kind == MARCH_ON:
        reach = [d for d in reach if s["neutral"][d] <= 0 and o.holder(d) in (NOBODY, p)]
    if kind == MOVE:
        reach = sorted(o.moves(p, origin))
    places = len(reach) + 1
    splits = [list(_spread(n, places)) for n in pieces]
    found = []
    for split in itertools.product(*splits):
        groups = [tuple(split[u][k] for u in range(4)) for k in range(places)]
        stay = tuple(there[u] - pieces[u] + groups[-1][u] for u in range(4))
        if _stranded(stay):
            continue
        used = [k for k in range(places - 1) if any(groups[k])]
        if kind >= MARCH_ON and len(used) != 1:
            continue
        fights = [k for k in used if o.fight(p, reach[k])]
        if len(fights) > 1:
            continue
        if any(_stranded(_after(o, p, reach[k], groups[k])) for k in used) or not _supplied(
            o, p, origin, stay, {reach[k]: groups[k] for k in used}
        ):
            continue
        choices = []
        for i in free:
            options: list[int] = [k for k in used]
            if sum(stay):
                options.append(places - 1)
            if kind == BY_LEADER and i == own_march:
                if fights:
                    options = list(fights)
                else:
                    options += [
                        k
                        for k in range(places - 1)
                        if k not in used and s["owner"][reach[k]] == p and not o.fight(p, reach[k])
                    ]
            choices.append(options)
        for chosen in itertools.product(*choices):
            with_ = [
                frozenset(i for i, c in zip(free, chosen, strict=True) if c == k)
                for k in range(places)
            ]
            if fights and o.fight(p, reach[fights[0]]) == "neutral":
                k = fights[0]
                if _onslaught(o, p, reach[k], groups[k], with_[k]) < s["neutral"][reach[k]]:
                    continue
            found.append(
                tuple(
                    Group(reach[k], groups[k], with_[k])
                    for k in range(places - 1)
                    if any(groups[k]) or with_[k]
                )
            )
    return found


def _spread(n: int, places: int) -> Any:
    """Ways of sending ``n`` equal pieces to places."""
    if places == 1:
        yield (n,)
        return
    for k in range(n + 1):
        for rest in _spread(n - k, places - 1):
            yield (k, *rest)


def _stranded(units: tuple[int, ...]) -> bool:
    """True if allied units stand without one of the own colour."""
    return sum(units[2:]) > 0 and sum(units[:2]) == 0


def _after(o: Opinion, p: int, d: int, units: tuple[int, ...]) -> tuple[int, ...]:
    """Units together in ``d`` after the march."""
    if o.s["owner"][d] != p:
        return units
    return tuple(x + y for x, y in zip(units, o.army(d), strict=True))


def _supplied(
    o: Opinion, p: int, origin: int, stay: tuple[int, ...], sent: dict[int, tuple[int, ...]]
) -> bool:
    """True if the armies fit after the march, the one of a battle already begun included."""
    armies = [sum(stay)] + [sum(_after(o, p, d, g)) for d, g in sent.items()]
    armies += [
        sum(o.army(a))
        for a in range(len(AREAS))
        if o.s["owner"][a] == p and a != origin and a not in sent
    ]
    if o.s["fight"] and o.s["fighter"][0] == p:
        armies.append(int(sum(o.s["attackers"])))
    return o.fits(p, armies)


def _onslaught(o: Opinion, p: int, d: int, units: tuple[int, ...], leaders: Any) -> int:
    """Strength against a neutral force."""
    s = o.s
    total = sum(n * v for n, v in zip(units, STRENGTH, strict=True)) + o.seat_bonus(p, d)
    if s["march_kind"] == BY_ORDER:
        total += ORDER_VALUE[int(s["order"][s["march_from"]])]
    for i in leaders:
        own = s["march_kind"] == BY_LEADER and i == s["march_leader"]
        total += LEADERS[i]["march_strength" if own else "idle_strength"]
    for x in range(len(AREAS)):
        if s["order_seat"][x] == p and o.supporting(x, d):
            total += o.lent(x)
    return int(total + max(0, s["neutral_grant"][d]))


def answers(s: Any, march: tuple[Group, ...], p: int) -> list[tuple[str, int]]:
    """The decisions that declare a march, in the order of ASOS-PROT-11."""
    o = Opinion(s)
    kind, own_march = int(s["march_kind"]), int(s["march_leader"])
    left = [int(x) for x in s["march_left"]]
    free = [i for i in range(15) if int(s["leaders_left"]) >> i & 1]
    said: list[tuple[str, int]] = []
    for group in march:
        said.append(("area", group.area))
        for u in range(4):
            if left[u]:
                said.append(("count", group.units[u]))
                left[u] -= group.units[u]
        own_there = s["owner"][group.area] == p and not o.fight(p, group.area)
        for i in list(free):
            alone = kind == BY_LEADER and i == own_march and own_there
            if any(group.units) or alone:
                said.append(("yes" if i in group.leaders else "no", 0))
            if i in group.leaders:
                free.remove(i)
        if kind >= MARCH_ON or (not any(left) and not (kind == BY_LEADER and own_march in free)):
            return said
    return [*said, ("done", 0)]


# --- battles


class Battle(NamedTuple):
    """Totals of attacker and defender, and the casualties of the loser."""

    totals: tuple[int, int]
    winner: int
    casualties: int


def battle(s: Any, cards: tuple[int, int], lost: tuple[int, int], blade: int,
           swords: tuple[int, int]) -> Battle:  # fmt: skip
    """The result of a battle: ``lost`` is what Aeron costs a card, ``swords`` are those of Stannis.

    Rule: ASOS-LEAD-08, -16, ASOS-GARR-02, ASOS-TAC-08, -13, -14, ASOS-ALLI-10, ASOS-HC-05 to -26.
    """
    o = Opinion(s)
    area, fighters = int(s["fight_area"]), [int(x) for x in s["fighter"]]
    printed = [_card(o, p, c) for p, c in zip(fighters, cards, strict=True)]
    defends = int(s["order"][area]) in DEFENSES
    totals, shields, blades = [0, 0], [0, 0], [0, 0]
    for side, p in enumerate(fighters):
        total = 0
        if side == 0:
            total += sum(int(n) * v for n, v in zip(s["attackers"], STRENGTH, strict=True))
            for i in range(len(LEADERS)):
                if int(s["fight_leaders"]) >> i & 1:
                    face = "march" if s["fight_leader"] == i else "idle"
                    total += LEADERS[i][f"{face}_strength"]
                    blades[0] += LEADERS[i]["swords"] if face == "march" else 0
            total += ORDER_VALUE.get(int(s["fight_order"]), 0) + o.seat_bonus(p, area)
        else:
            if s["owner"][area] == p:
                total += sum(int(n) * v for n, v in zip(s["units"][area], STRENGTH, strict=True))
            total += sum(LEADERS[i]["idle_strength"] for i in o.leaders(p, area))
            total += int(s["garrison"][area])
            total += ORDER_VALUE[int(s["order"][area])] if defends else 0
            if o.plays(p, "hold_territory"):
                total += 2 if area in SEATS else 1
                shields[1] += defends
        backers = [x for x in range(len(AREAS)) if s["backing"][x] == side]
        total += sum(o.lent(x) for x in backers) + int(s["bonus"][side]) + (blade == side)
        supported = bool(backers) or s["bonus"][side] > 0
        card = printed[side]
        value = max(0, card["strength"] - lost[side])
        shields[side] += card["fortifications"]
        blades[side] += card["swords"] + swords[side]
        name = card["id"]
        if name == "catelyn_stark" and supported:
            value, shields[side] = value + 2, shields[side] + 1
        if name == "victarion_greyjoy" and area in COAST:
            value, shields[side] = value + 1, shields[side] + 1
        if name == "asha_greyjoy" and supported:
            blades[side] += 2
        if name == "ser_gregor_clegane":
            blades[side] += max(0, 3 - printed[1 - side]["strength"])
        totals[side] = max(0, total + value)
    fiefdoms = [int(x) for x in s["track"][1]]
    winner = 0 if totals[0] > totals[1] else 1
    if totals[0] == totals[1]:
        winner = 0 if fiefdoms.index(fighters[0]) < fiefdoms.index(fighters[1]) else 1
    loser = 1 - winner
    dead = max(0, blades[winner] - shields[loser])
    dead += printed[winner]["id"] == "ser_ilyn_payne"
    if printed[loser]["id"] == "eddard_stark":
        dead = 0
    return Battle((totals[0], totals[1]), winner, dead)


NO_CARD = {"id": "", "strength": 0, "swords": 0, "fortifications": 0}


def _card(o: Opinion, p: int, slot: int) -> Any:
    """A House card as printed."""
    return NO_CARD if slot < 0 else data("house_cards")["houses"][o.houses[p]][slot]
