"""Places of Leaders after random battles and executions, against a second account of the rules.

The account reads the data files and the position before; it asks the engine for nothing but what
was answered.
"""

import json
from pathlib import Path

import numpy as np
import pytest

import got_env.westeros
from got_env.westeros.rules.vocabulary import NONE
from tests.claim.table import HOUSES, empty
from tests.rules.marks import rule

DATA = Path(got_env.westeros.__file__).parent / "data" / "asos"
BOARD = json.loads((DATA / "board.json").read_text(encoding="utf-8"))
LEADERS = {
    leader["id"]: leader
    for leader in json.loads((DATA / "leaders.json").read_text(encoding="utf-8"))["leaders"]
}
CARDS = {
    house: {card["id"]: card for card in cards if card["ability"] is None}
    for house, cards in json.loads((DATA / "house_cards.json").read_text(encoding="utf-8"))[
        "houses"
    ].items()
    if house in HOUSES
}
"""House cards without a text, by house."""
CROSSINGS = ("pinkmaiden", "gods_eye", "deep_den", "roseroad", "golden_tooth", "maidenpool")
QUIET = "bitterbridge"
"""Area where a march of a third house waits, so that the position stays as the battle left it."""


def steps(house, area):
    """Areas one retreat away in fair weather."""
    found = set()
    for kind in ("edges", "fords", "arrows"):
        for pair in BOARD[kind]:
            if area in (pair["a"], pair["b"]) and pair.get("house") in (None, house):
                found.add(pair["b"] if pair["a"] == area else pair["a"])
    return found


class Case:
    """A battle about to be fought, drawn at random."""

    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)
        self.attacker, self.defender, self.third, _ = (
            str(house) for house in self.rng.permutation(HOUSES)
        )
        self.area = self.pick(CROSSINGS)
        borders = [e for e in BOARD["edges"] if self.area in (e["a"], e["b"])]
        near = {e["b"] if e["a"] == self.area else e["a"] for e in borders}
        seats = {a["id"] for a in BOARD["areas"] if a["castle"] or a["stronghold"]}
        self.origin = self.pick(near - seats - {QUIET})
        self.b = empty().set(blade_used=1).set_power(**dict.fromkeys(HOUSES, 0))
        self.place_units()
        self.place_leaders()
        self.safe = {h for h in (self.attacker, self.defender) if self.rng.random() < 0.6}
        self.b.tactic(**dict.fromkeys(self.safe, "secure_hostages"))

    def pick(self, options):
        """One of some names."""
        return str(self.rng.choice(sorted(options)))

    def place_units(self):
        """Armies of both sides, and who stands beside the battle."""
        b, self.armies = self.b, {}
        for house, area in ((self.attacker, self.origin), (self.defender, self.area)):
            footmen, knights = (int(n) for n in self.rng.integers((1, 0), (4, 2)))
            self.armies[house] = {"footman": footmen, "knight": knights}
            b.units(area, house, **self.armies[house])
        self.stays = bool(self.rng.random() < 0.5)
        if self.stays:
            b.units(self.origin, self.attacker, routed=True, footman=1)
        b.order(self.origin, "march+0")
        self.held = {}
        for area in sorted(steps(self.defender, self.area) - {self.origin, QUIET}):
            holder = self.pick(("", "", "", self.defender, self.third, self.third))
            if holder:
                b.units(area, holder, footman=1)
                self.held[area] = holder
        b.units(QUIET, self.third, footman=1).order(QUIET, "march-1")
        b.set_track("iron_throne", self.attacker)

    def place_leaders(self):
        """Leaders of the fighting houses with them or in cells; some allied Leaders too."""
        self.place, self.side = {}, {}
        for name, leader in LEADERS.items():
            house, draw = leader["house"], self.rng.random()
            if house is None:
                if draw < 0.5:
                    self.join(name, self.pick((self.attacker, self.defender)))
            elif house in self.armies and draw < 0.6:
                self.join(name, house)
            elif draw < 0.9:
                captor = self.pick(set(HOUSES) - {house})
                self.b.prisoner(name, captor)
                self.place[name], self.side[name] = f"cell of {captor}", house

    def join(self, name, house):
        """Put a Leader with the army of a side."""
        area = self.origin if house == self.attacker else self.area
        self.b.leader(name, area, house)
        self.place[name], self.side[name] = area, house

    # --- the second account

    def fought(self):
        """Play the battle with random answers, and write down where Leaders must be."""
        b, cards = self.b, {}
        b.at("march").march(self.origin, self.area)
        while b.phase == "MARCH_TOKEN":
            b.do("no")
        fighters = {
            house: [n for n, h in self.side.items() if h == house and "cell" not in self.place[n]]
            for house in self.armies
        }
        total = {}
        for house, army in self.armies.items():
            card = CARDS[house][self.pick(CARDS[house])]
            cards[house] = card
            idle = sum(LEADERS[n]["idle_strength"] for n in fighters[house])
            total[house] = army["footman"] + 2 * army["knight"] + idle + card["strength"]
            b.do(f"card {card['id']}")
        ranks = b.track("fiefdoms")
        winner, loser = sorted(self.armies, key=lambda h: (-total[h], ranks.index(h)))
        for name in fighters[self.attacker]:
            self.place[name] = self.area
        self.casualties(winner, loser, cards, fighters[loser])
        self.retreat(winner, loser, [n for n in fighters[loser] if self.side[n] == loser
                                     and "cell" not in self.place[n]])  # fmt: skip
        if winner == self.attacker and winner in self.safe:
            self.free(winner, loser)

    def casualties(self, winner, loser, cards, leaders):
        """Rule: ASOS-HOST-01 to -03, ASOS-HOST-09."""
        n = max(cards[winner]["swords"] - cards[loser]["fortifications"], 0)
        if n and leaders:
            assert self.b.phase == "TAKE_LEADER"
            assert self.b.legal() == {f"leader {name}" for name in leaders} | {"done"}
            answer = self.pick(self.b.legal())
            self.b.do(answer)
            if answer != "done":
                n -= 1
                self.taken(answer.split()[1], winner)
        self.alive = max(sum(self.armies[loser].values()) - n, 0)
        while self.b.phase == "CASUALTY":
            self.b.do(self.pick(self.b.legal()))

    def taken(self, name, winner):
        """Rule: ASOS-HOST-06, ASOS-SWITCH-01."""
        if LEADERS[name]["house"] is None:
            self.side[name], self.place[name] = winner, self.area
        else:
            self.place[name] = f"cell of {winner}"

    def retreat(self, winner, loser, leaders):
        """Rule: ASOS-HOST-04, ASOS-HOST-05, ASOS-HOST-08, ASOS-ARROW-07."""
        if loser == self.attacker:
            places = {self.origin} if self.alive or self.stays else set()
        else:
            open_ones = {
                area
                for area in steps(loser, self.area) - {self.origin, QUIET}
                if self.held.get(area, loser) == loser and self.home_of(area) in (None, loser)
            }
            own = {area for area in open_ones if area in self.held}
            places = open_ones if self.alive else own
        if not places:
            self.alive = 0
            for name in leaders:
                self.taken(name, winner)
            return
        if not self.alive and not leaders:
            return
        area = next(iter(places))
        if len(places) > 1 or self.b.phase == "RETREAT":
            assert (self.b.phase, self.b.player) == ("RETREAT", loser)
            assert self.b.legal_names("area") == places
            area = self.pick(places)
            self.b.do(f"area {area}")
        for name in leaders:
            self.place[name] = area

    @staticmethod
    def home_of(area):
        """House whose home an area is."""
        return next((a["home_of"] for a in BOARD["areas"] if a["id"] == area), None)

    def free(self, winner, loser):
        """Rule: ASOS-TAC-21, ASOS-HOST-12."""
        cell = {name for name, place in self.place.items() if place == f"cell of {loser}"}
        if not cell:
            assert self.b.phase != "FREE_HOSTAGE"
            return
        assert (self.b.phase, self.b.player) == ("FREE_HOSTAGE", winner)
        assert self.b.legal() == {f"leader {name}" for name in cell} | {"done"}
        answer = self.pick(self.b.legal())
        self.b.do(answer)
        if answer != "done":
            name = answer.split()[1]
            own = LEADERS[name]["house"] == winner
            self.place[name] = self.area if own else f"cell of {winner}"

    def executed(self):
        """Swing the Sword with random answers. Rule: ASOS-EXEC-01 to -03, ASOS-TAC-22."""
        b = self.b
        b.set_westeros("last_days_of_summer", "last_days_of_summer", "swing_the_sword")
        tracks = {t: b.track(t) for t in ("iron_throne", "fiefdoms", "kings_court")}
        b.at("westeros")
        for house in tracks["iron_throne"]:
            cell = {name for name, place in self.place.items() if place == f"cell of {house}"}
            if not cell:
                continue
            assert (b.phase, b.player) == ("EXECUTE", house)
            assert b.legal() == {f"leader {name}" for name in cell} | {"done"}
            answer = self.pick(b.legal())
            b.do(answer)
            if answer == "done":
                continue
            name = answer.split()[1]
            victim = self.side.pop(name)
            del self.place[name]
            cards = b.hand(victim) | b.discards(victim)
            assert LEADERS[name]["house_card"] not in cards
            assert (b.phase == "EXECUTE_TRACK") is (house in self.safe)
            if b.phase == "EXECUTE_TRACK":
                track = self.pick(("fiefdoms", "kings_court"))
                line = tracks[track]
                i, j = line.index(house), line.index(victim)
                line[i], line[j] = victim, house
                b.do(f"track {track}")
        assert b.phase == "TACTIC"
        assert tracks == {t: b.track(t) for t in tracks}

    def check(self):
        """Compare every Leader, its owner, and the cards that bring allied ones."""
        b = self.b
        found = {name: where for name in LEADERS if (where := b.where(name)) is not None}
        assert found == self.place
        assert not b.value("leader_down").any()
        for name, house in self.side.items():
            assert int(b.value("leader_seat")[b.slot(name)]) == b.seat(house)
            if card := LEADERS[name]["alliance_card"]:
                assert b.holder(card) == house
        gone = set(LEADERS) - set(self.side)
        assert all(int(b.value("leader_seat")[b.slot(name)]) == NONE for name in gone)


@rule("ASOS-HOST-01", "ASOS-HOST-02", "ASOS-HOST-04", "ASOS-HOST-05", "ASOS-HOST-06")
@rule("ASOS-HOST-08", "ASOS-HOST-12", "ASOS-SWITCH-01", "ASOS-FREE-01", "ASOS-TAC-21")
@rule("ASOS-TAC-22", "ASOS-EXEC-01", "ASOS-EXEC-02", "ASOS-EXEC-03")
@pytest.mark.parametrize("first", range(0, 120, 20))
def test_leaders_are_where_the_rules_put_them(first):
    for seed in range(first, first + 20):
        case = Case(seed)
        case.fought()
        case.check()
        case.executed()
        case.check()
